"""Strips that try out a printer's black before 84 cards are printed: one word in four shades, and patches from black to white."""
from __future__ import annotations

from typing import Final, NamedTuple

from companion.formats.reader_plan import ReaderPlan
from companion.press.code_row import code_row
from companion.press.letters import centred
from companion.press.marks import BLACK, CAPITALS, RIGHT, WHITE, Group, Mark, Plate, Stroke, Words
from companion.press.palette import GREY

STRIP_WORD: Final = 214
"""The word on the strips: nobody's card, with cells of both shades that stand alone."""
STRIP: Final = 34.0
"""The height of a strip: it stands out of a slot far enough to be held."""
PATCH: Final = 9.0


class Shade(NamedTuple):
    """A share of black in per cent, and what a reader should make of it."""

    black: int
    words: str

    @property
    def colour(self) -> str:
        """The grey as a code."""
        return grey(self.black)


SHADES: Final = (
    Shade(100, "must be read in every slot"), Shade(90, "must be read in every slot"),
    Shade(80, "should be read"), Shade(70, "may be refused"),
)
"""The four strips. A reader wants white three times as bright as black, which ideal paper still gives at two thirds black."""


def grey(black: int) -> str:
    """The grey with so many per cent of black, as a colour code."""
    return "#" + 3 * f"{round(255 * (100 - black) / 100):02x}"


def strips(plan: ReaderPlan) -> tuple[Mark, ...]:
    """The four strips, two beside each other and two rows, from the lower left corner; they are cut along the hairs.

    They are as wide as a card, and stand in a slot like one.
    """
    width = plan.card.width
    placed = (Group(_strip(shade, plan), number % 2 * width, (1 - number // 2) * STRIP) for number, shade in enumerate(SHADES))
    across = (Stroke(((x, -3.0), (x, -0.8)), BLACK, 0.12) for x in (0.0, width, 2 * width))
    above = (Stroke(((x, 2 * STRIP + 0.8), (x, 2 * STRIP + 3)), BLACK, 0.12) for x in (0.0, width, 2 * width))
    beside = (Stroke(((x, y), (x + way * 2.2, y)), BLACK, 0.12) for x, way in ((-0.8, -1), (2 * width + 0.8, 1)) for y in (0.0, STRIP, 2 * STRIP))
    return (*placed, *across, *above, *beside)


def _strip(shade: Shade, plan: ReaderPlan) -> tuple[Mark, ...]:
    """One strip: the row where a card has it, above it the shade and what should come of it."""
    y = plan.code.from_edge + plan.code.height + 6
    return (
        *code_row(STRIP_WORD, plan, shade.colour),
        Words(f"{shade.black} %", 4, y, 8.4, BLACK, bold=True),
        Words(shade.words, plan.card.width - 4, y + 4.2, 3.7, BLACK, align=RIGHT),
        Words(f"code {STRIP_WORD}", plan.card.width - 4, y, 3.4, GREY, align=RIGHT),
        Stroke(((0.0, STRIP), (plan.card.width, STRIP)), GREY, 0.1, (1.0, 1.0)),
        # Not down to the row, where a line could pass for a cell.
        Stroke(((plan.card.width, 13.0), (plan.card.width, STRIP)), GREY, 0.1, (1.0, 1.0)),
    )


def patches(width: float) -> tuple[Mark, ...]:
    """Ten patches from black to a tenth of it, side by side over a width, each with its share."""
    each = width / 10
    marks: list[Mark] = []
    for number in range(10):
        black = 100 - 10 * number
        marks.append(Plate(number * each, 0, each, PATCH, 0, grey(black)))
        ink = WHITE if black >= 50 else BLACK
        marks.append(centred(f"{black} %", (number + 0.5) * each, PATCH / 2, 3.6, ink, bold=False))
    return tuple(marks)


def ruler(length: float) -> tuple[Mark, ...]:
    """A ruler from the left, in millimetres, with figures at every ten; it is 6 mm high.

    True to scale, for holding a real one to it: printers like to shrink pages.
    """
    marks: list[Mark] = [Stroke(((0.0, 0.0), (length, 0.0)), BLACK, 0.2)]
    for at in range(round(length) + 1):
        high = 3.4 if at % 10 == 0 else 2.4 if at % 5 == 0 else 1.5
        marks.append(Stroke(((float(at), 0.0), (float(at), high)), BLACK, 0.15))
        if at % 10 == 0:
            marks.append(centred(str(at), at, 3.9 + 3.2 * CAPITALS / 2, 3.2, BLACK, bold=False))
    return tuple(marks)
