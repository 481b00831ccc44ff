"""The back of every card: a train of wheels about a great wheel, the same from both ends, and white where a reader could look."""
from __future__ import annotations

from math import cos, pi, sin
from typing import Final, NamedTuple

from companion.formats.reader_plan import ReaderPlan
from companion.press.gears import pitch_radius, wheel
from companion.press.marks import Group, Mark, Plate

GREAT, MIDDLING, SMALL = 24, 16, 10
"""Teeth of the wheels."""
SIDE: Final = 3.5
"""White at the sides: the two sides of a sheet never lie on each other exactly."""
WIDTH, HEIGHT = 60.5, 60.5
"""What the ornament is drawn for; it is enlarged to the card's own measures."""


class BackInks(NamedTuple):
    """The tints of a back: ground, lines and three kinds of wheels."""

    ground: str
    line: str
    great: str
    middling: str
    small: str


BRASS_INKS: Final = BackInks("#f7eeda", "#6b4a12", "#d9a441", "#e8c47c", "#b57f2a")
"""Program cards: brass on ivory."""
JADE_INKS: Final = BackInks("#e6f3ec", "#14553a", "#3fa77a", "#93d0b3", "#237350")
"""Test cards, which nobody should shuffle into a deck."""


def card_back(plan: ReaderPlan, inks: BackInks = BRASS_INKS) -> tuple[Mark, ...]:
    """The back of a card from its lower left corner; both ends are left as white as the plan wants them.

    Head over heels it looks the same, so it does not tell how a card lies in the hand.
    """
    # Where a card is put in the wrong way round, a reader must see white there and nothing else; half a millimetre is for the cut.
    card, clear = plan.card, plan.code.clear + 0.5
    width, height = card.width - 2 * SIDE, card.height - 2 * clear
    scale = min(width / WIDTH, height / HEIGHT)
    return (
        Plate(SIDE, clear, width, height, 3, inks.ground, inks.line, 0.6),
        Plate(SIDE + 1.1, clear + 1.1, width - 2.2, height - 2.2, 2, "", inks.great, 0.5),
        Group(_train(inks), card.width / 2, card.height / 2, scale=scale),
    )


def _train(inks: BackInks) -> tuple[Mark, ...]:
    """The wheels about the middle: four small ones upright, four larger ones between them, each driven by the great one."""
    small = tuple(_driven(SMALL, angle, inks.small, inks, 0) for angle in (0, 90, 180, 270))
    middling = tuple(_driven(MIDDLING, angle, inks.middling, inks, 4) for angle in (45, 135, 225, 315))
    return (*small, *middling, wheel(GREAT, 0, 0, inks.great, inks.line, inks.ground, spokes=6))


def _driven(teeth: int, angle: float, colour: str, inks: BackInks, spokes: int) -> Mark:
    """A wheel that meshes with the great one in a direction: where that has a tooth, it has a gap."""
    away = pitch_radius(GREAT) + pitch_radius(teeth)
    x, y = away * sin(angle * pi / 180), away * cos(angle * pi / 180)
    # Half a tooth further than the direction back to the great wheel.
    return wheel(teeth, x, y, colour, inks.line, inks.ground, phase=angle + 180 + 180 / teeth, spokes=spokes)
