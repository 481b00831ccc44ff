"""A model of a slot's eight sensors: a printed card's picture, its position, and the firmware.

Each sensor sees a soft spot. The light that comes back is that of white paper, of toner, or of
the matt black behind the card; the emulated readers' own model gives the shares.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import cos, radians, sin
from typing import NamedTuple

from card_reader.codes import judge
from PIL import Image, ImageFilter, ImageOps

from companion.content.reader import reader_plan
from companion.formats.reader_plan import ReaderPlan
from companion.press.card_sheet import Grid
from companion.table.rig.optics import INK, PAPER, SLOT_BACK, sample
from tests.pixels import edges

DOTS = 5
"""Dots of a picture per millimetre."""
AROUND = 8
"""Millimetres of slot that are seen round a card."""
LOWER_END = 24
"""Millimetres of a card that a sensor can come to see."""
SPOTS = (2.0, 3.0)
"""The width of a sensor's spot in millimetres, to where its light has fallen to a seventh."""
GRADIENT = 1.4
"""The brightness of one end of a slot in multiples of the other's, at most."""
ROOM_LIGHT = 60000


class Lie(NamedTuple):
    """The position of a card in its slot: millimetres to the right and up, degrees clockwise."""

    right: float = 0.0
    up: float = 0.0
    tilt: float = 0.0


STRAIGHT = Lie()


def corners(right: float, up: float, tilt: float) -> list[tuple[Lie, float]]:
    """Return positions at the ends and in the middle of these ranges, each in three kinds of light.

    The light is even, or from either end.
    """
    ends = [(-far, 0.0, far) for far in (right, up, tilt)]
    return [
        (Lie(*where), light) for where in product(*ends) for light in (1 / GRADIENT, 1.0, GRADIENT)
    ]


def cut_out(
    sheet: Image.Image, where: Grid, number: int, right: float = 0.0, up: float = 0.0
) -> Image.Image:
    """Return the card of a number from a sheet, cut out so many millimetres beside its place."""
    left, _, _, top = where.box
    row, column = divmod(number, where.columns)
    x = left + column * where.place[0] + right
    y = where.paper.height - top + row * where.place[1] - up
    box = (x, y, x + where.place[0], y + where.place[1])
    return sheet.crop(edges(*(edge * DOTS for edge in box)))


class View:
    """A card, its lower end down, as sensors with a spot of some width see it."""

    def __init__(self, card: Image.Image, spot: float, plan: ReaderPlan | None = None) -> None:
        """Prepare the view of `card`, a grey picture with DOTS per millimetre."""
        self.plan = plan or reader_plan()
        lower = card.crop((0, card.height - LOWER_END * DOTS, card.width, card.height))
        share = lower.point(
            [round(255 * (INK + (PAPER - INK) * grey / 255)) for grey in range(256)]
        )
        slot = ImageOps.expand(share, AROUND * DOTS, fill=round(255 * SLOT_BACK))
        # Two standard deviations from its middle a spot's light has fallen to a seventh.
        self._light = slot.filter(ImageFilter.GaussianBlur(spot / 4 * DOTS))

    def levels(self, lie: Lie = STRAIGHT, gradient: float = 1.0) -> Iterator[float]:
        """Yield what comes back to each sensor, 0-1, from the left.

        The light on the right is `gradient` times as strong as on the left.
        """
        code = self.plan.code
        turn, middle = radians(lie.tilt), code.from_edge + code.height / 2
        for cell in range(1, code.cells + 1):
            x, y = code.middle(cell) - lie.right, code.sensors - lie.up - middle
            across, up = x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn) + middle
            yield self._at(across, up) * gradient ** ((cell - code.cells / 2) / code.cells)

    def _at(self, across: float, up: float) -> float:
        """Return what comes back from a point, in millimetres from the middle of the lower edge."""
        x = (self.plan.card.width / 2 + across + AROUND) * DOTS
        y = self._light.height - (up + AROUND) * DOTS
        dot = (
            min(max(0, int(x)), self._light.width - 1),
            min(max(0, int(y)), self._light.height - 1),
        )
        found = self._light.getpixel(dot)
        assert isinstance(found, int)
        return found / 255

    def answer(self, lie: Lie = STRAIGHT, gradient: float = 1.0) -> tuple[str, int | None]:
        """Return status and code that the firmware gives for the card in this position."""
        return answered([*self.levels(lie, gradient)])


def answered(levels: Sequence[float]) -> tuple[str, int | None]:
    """Return what the firmware says of eight cells with these shares of light."""
    dark = sample(0.0) - ROOM_LIGHT
    lit = [sample(level) - dark for level in levels]
    status, code, _ = judge([ROOM_LIGHT] * len(levels), lit)
    return status, code
