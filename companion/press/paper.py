"""Paper only: sizes of sheets, upright and in millimetres, and the tints for print.

The floor is light, which saves toner and lets clanks and markers stand out; signs keep the hues of
the screen. Distinctions also show in lightness or in the sign, so that a black-and-white print is
playable.
"""

from __future__ import annotations

from typing import Final

from companion.errors import PressError, did_you_mean
from companion.named_tuples import NamedTuple


class Paper(NamedTuple):
    """A size of paper."""

    name: str
    width: float
    height: float
    margin: float = 6.0
    """The blank margin of a usual printer on each side."""


USUAL_MARGIN: Final = 5.0
"""Blank margin of most printers on each side in millimetres.

A little more than their makers say.
"""

PAPERS: Final[dict[str, Paper]] = {
    paper.name: paper
    for paper in (
        Paper("a3", 297.0, 420.0),
        Paper("a4", 210.0, 297.0),
        Paper("letter", 215.9, 279.4),
        Paper("tabloid", 279.4, 431.8),
    )
}


def paper_named(word: str) -> Paper:
    """Return the paper of a name in any case; PressError names all papers."""
    found = PAPERS.get(word.lower())
    if found is None:
        raise PressError(
            f"paper: found {word!r}, expected one of"
            f" {', '.join(PAPERS)}{did_you_mean(word, PAPERS)}"
        )
    return found


PAPER, INK, GREY, FAINT = "#ffffff", "#1b1712", "#6f675b", "#c9c0b0"
"""Blank paper, words on it, words of less weight, thin rules."""
BRASS, BRASS_DARK, RED = "#d29a2e", "#8a6420", "#c2331f"

INKS: Final[dict[str, str]] = {
    "floor": "#e9dfc8",
    "seam": "#b9a983",
    "ink": "#1b1712",
    "paper": "#fffaf0",
    "wall": "#6b4a2b",
    "belt": "#565c64",
    "belt_fast": "#1d3a58",
    "rail": "#a3a9ae",
    "arrow": "#ffc247",
    "arrow_fast": "#8be3ff",
    "gear_left": "#5f9a4a",
    "gear_right": "#c9702f",
    "pit": "#0d0b09",
    "pit_rim": "#8d7a55",
    "repair": "#35a870",
    "laser": "#e22d1c",
    "laser_glow": "#e22d1c40",
    "laser_body": "#8e2a22",
    "pusher": "#a9b4bd",
    "pusher_body": "#56616c",
    "crusher": "#a8323e",
    "start": "#7d6c4c",
    "flag": "#ffffff",
    "hazard": "#f0b429",
    "steel": "#7d868f",
    "card": "#fffdf7",
    "card_rim": "#8a6420",
    "suit_red": "#c01f2b",
    "suit_black": "#1b1712",
    "goal": "#c8242c",
    "portal": "#8f72ea",
    "portal_dark": "#35246b",
    "glue": "#b3cc3a",
    "glue_dark": "#55661a",
    "ice": "#a5d8f2",
    "ice_dark": "#1f5a80",
    "bronze": "#7a5410",
    "bronze_pale": "#d9b45c",
    "rust": "#b0241c",
    "rust_pale": "#eb9a80",
    "moss": "#3d6418",
    "moss_pale": "#a9c472",
    "navy": "#1c4a86",
    "navy_pale": "#8fb4e0",
    "plum": "#65297f",
    "plum_pale": "#c39ad6",
    "water": "#8ec6ea",
    "water_dark": "#2b6c9c",
    "deep": "#4f86c6",
    "deep_dark": "#16396b",
    "oil": "#4a4358",
    "oil_sheen": "#9b86bd",
    "soap": "#dcebf3",
    "soap_dark": "#6b8fa6",
    "gas": "#b9cf6a",
    "fog": "#c3ccd4",
    "radiation": "#f0de3f",
    "waste": "#8fd84f",
    "lava": "#ff8a3c",
    "lava_dark": "#a6341a",
    "fire": "#ffc93a",
    "magnet": "#cf3f45",
    "energy": "#35b8a0",
    "beam_melt": "#f08020",
    "beam_radio": "#3da52e",
    "beam_light": "#e3c92f",
    "ghost": "#b9c4f2",
    "grave": "#8d8f98",
    "belt_hyper": "#6b5510",
    "arrow_hyper": "#ffd72a",
}
"""The tints on paper for the colour names of `companion.art.PALETTE`."""

PLATE, RIVET = "#f3ebd8", "#c8b993"
"""Every other square of the floor, and the rivets of its plates."""
SHADOW, SHINE = "#1b171240", "#ffffff59"
"""A wall's shadow on the floor, and the light along its edge."""
NAME = "#8f8059"
"""A square's name on its plate."""
GROUND, GROUND_DARK, GROUND_LINE = "#d8c79f", "#cbb98d", "#9a8351"
"""The parking row, the wheels in it and its lines."""
