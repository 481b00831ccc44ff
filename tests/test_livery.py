"""Test that everybody can tell the eight pieces by colour and by letter."""

from __future__ import annotations

from itertools import combinations
from math import atan2, degrees, hypot

import pytest

from companion.content.languages import catalogue
from companion.content.livery import COLOURS, FORMER_COLOURS, NAMES, SHAPES, TINTS
from companion.names import initial
from companion.ui.theme import INK, contrast, rgba
from companion.ui.widgets.seat_editor import COLOURS as COLOUR_WORDS
from tests.sight import SIGHTS, distance, seen

APART = 20.0
"""The least distance (CIE76) of two pieces in each sight."""
HUES = {
    "brass": (75, 95),
    "copper": (40, 70),
    "azure": (240, 290),
    "jade": (140, 185),
    "ruby": (0, 35),
    "umber": (50, 85),
    "violet": (285, 330),
}
"""From where to where the hues go that have the names of the pieces, in degrees of CIELAB."""


def test_distances_are_those_of_the_publication() -> None:
    """Leave greys grey in every sight, and merge what the three sights are known to merge."""
    for sight in SIGHTS:
        _, green, yellow = seen("#808080", sight)
        assert abs(green) < 0.5 and abs(yellow) < 0.5, sight
    # The tints before these: a protanope saw two blues as one, a deuteranope two browns.
    assert distance("#6ea8ff", "#c79bff", "protanopia") == pytest.approx(0.4, abs=0.1)
    assert distance("#ff6678", "#b98a5e", "deuteranopia") == pytest.approx(7.0, abs=0.1)
    assert distance("#f08a4b", "#ff6678", "tritanopia") == pytest.approx(17.2, abs=0.1)
    assert distance("#ffffff", "#000000", "normal") == pytest.approx(100, abs=0.1)


@pytest.mark.parametrize("sight", SIGHTS)
def test_each_pair_of_pieces_is_apart_in_every_sight(sight: str) -> None:
    """Keep all 28 pairs at least 20 apart."""
    least = min(
        (distance(TINTS[one], TINTS[other], sight), one, other)
        for one, other in combinations(COLOURS, 2)
    )
    assert least[0] >= APART, least


def test_tints_look_like_their_names() -> None:
    """Keep each hue within that of its name, silver without one and umber duller than copper."""
    hues, strengths = dict[str, float](), dict[str, float]()
    for colour in COLOURS:
        _, green, yellow = seen(TINTS[colour], "normal")
        hues[colour], strengths[colour] = degrees(atan2(yellow, green)) % 360, hypot(green, yellow)
    for colour, (low, high) in HUES.items():
        assert low <= hues[colour] <= high, (colour, hues[colour])
    assert strengths["silver"] < 6 and strengths["umber"] < strengths["copper"] - 20


def test_letters_and_edges_stand_out_on_every_tint() -> None:
    """Reach 4.5 (WCAG AA) for the dark letter on each tint and for the dark edge round it."""
    for colour in COLOURS:
        assert contrast(rgba(TINTS[colour]), INK) >= 4.5, colour
    # Tints alone would be lost on white: that is what the edge is for.
    white = rgba("#ffffff")
    assert contrast(INK, white) >= 15
    assert sum(contrast(rgba(tint), white) < 3 for tint in TINTS.values()) >= 4


@pytest.mark.parametrize("language", ["en", "de", "nl"])
def test_initials_differ(language: str) -> None:
    """Give each piece and each colour a letter of its own, also in other languages."""
    assert len({initial(name) for name in NAMES}) == len(NAMES) == len(SHAPES) == 8
    words = [COLOUR_WORDS[colour].said(catalogue(language)) for colour in COLOURS]
    assert len({initial(word.upper()) for word in words}) == 8, words


def test_former_colours_are_the_same_to_the_eye() -> None:
    """Show games with a former name of a colour in its present tint."""
    assert {TINTS[former] for former in FORMER_COLOURS} == {
        TINTS[colour] for colour in FORMER_COLOURS.values()
    }
    assert not set(FORMER_COLOURS) & set(COLOURS) and set(FORMER_COLOURS.values()) < set(COLOURS)
