"""The sheet before the cards: how to print them, and four things that show whether this printer and this paper will do."""
from __future__ import annotations

from itertools import accumulate
from typing import Final, NamedTuple

from companion.formats.reader_plan import ReaderPlan
from companion.press.card_back import BRASS_INKS
from companion.press.card_sheet import cross
from companion.press.gears import wheel
from companion.press.leaves import LICENCE
from companion.press.letters import centred, fitting, wrapped
from companion.press.marks import BLACK, MIDDLE, Circle, Group, Mark, Page, Stroke, Words
from companion.press.palette import BRASS, GREY, INK
from companion.press.paper import Paper
from companion.press.test_strip import PATCH, STRIP, STRIP_WORD, patches, ruler, strips

WIDTH: Final = 180.0
"""Of what is on the sheet, in the middle of the paper."""
INDENT: Final = 11.0
"""From the number of a step to its words."""
ROOM: Final = WIDTH - INDENT
LEAD, BODY, LINE = 5.2, 4.3, 5.5
"""Sizes of the first words of a step and of the others, and from line to line."""
TIGHT, WIDE = 3.2, 10.0
"""The least and the greatest gap between steps."""
HEAD, FOOT = 24.0, 17.0

PRINT: Final = (
    "On the paper of the cards, at 100 % (“actual size”, never “fit to page”), on both sides, turned over the long edge, in best quality. "
    "Stiff paper of 200 to 300 g/m² is best; a card and its sleeve may be {thickness:g} mm thick together."
)
MEASURE: Final = "The ruler must be 100 mm long, and the patches even, without stripes or specks, each paler than the one before."
LIGHT: Final = (
    "The crosses on one side must lie in the small rings of the other, which measure a millimetre from the middle. If they do not, shift the "
    "backs in the printer’s settings."
)
TRY: Final = (
    "Readers see by infrared light of 950 nm. Toner and pigment black are black in it; dye ink may be invisible. "
    "Cut the strips out and stand each in a slot like a card, cells down and facing the player."
)
CUT: Final = (
    "Sharp knife, steel ruler, from hair to hair at the rims of the sheet; cards touch, so that one cut serves two. The cells must end up "
    "{edge:g} mm above the lower edge, within half a millimetre. Corners may be rounded, {corner:g} mm at most."
)
STRIP_WORDS: Final = (
    f"The app’s table test shows that a slot reads code {STRIP_WORD}, and its contrast: touch the table’s sign in the head of the screen.",
    "If 100 % is refused, this black is none in infrared light. Take another printer.",
    "If 80 % is refused, cards will be read, but not when worn. Try denser print or smoother paper.",
)


class Step(NamedTuple):
    """First words, further words, and a drawing below them that is `high` millimetres high."""

    lead: str
    words: str
    drawing: tuple[Mark, ...] = ()
    high: float = 0.0

    @property
    def lines(self) -> tuple[str, ...]:
        """The further words, broken into lines."""
        return wrapped(self.words, BODY, ROOM)

    @property
    def depth(self) -> float:
        """The height of everything."""
        return LEAD + 0.8 + LINE * len(self.lines) + self.high


def first_sheet(paper: Paper, plan: ReaderPlan, cards: int, sheets: int) -> tuple[Page, Page]:
    """Front and back of the sheet, for a deck of so many cards on so many sheets of this paper.

    It is printed and tried before the cards, whose black may be none to a sensor (hardware facts 2).
    """
    left, top = (paper.width - WIDTH) / 2, paper.height - 11.0
    steps = _steps(plan)
    spare = top - HEAD - FOOT - sum(step.depth for step in steps)
    # Letter paper is 18 mm shorter than A4, and the five steps stand on one side of either.
    gap = min(WIDE, max(TIGHT, spare / (len(steps) - 1)))
    tops = accumulate((step.depth for step in steps[:-1]), lambda y, depth: y - depth - gap, initial=top - HEAD)
    placed = [(step, y) for step, y in zip(steps, tops, strict=True)]
    front: tuple[Mark, ...] = (
        Group(_head(cards, sheets), left, top),
        *(Group(_step(number, step), left, y) for number, (step, y) in enumerate(placed, 1)),
        Words(LICENCE, paper.width / 2, paper.margin + 1.5, 2.8, GREY, align=MIDDLE),
    )
    # Seen from behind, the marks that are the same from the left and from the right lie at the same places.
    back = tuple(Group(step.drawing, left + INDENT, y - step.depth) for step, y in placed if step.words == LIGHT)
    return Page(paper.width, paper.height, front), Page(paper.width, paper.height, (*back, *_behind(paper)))


def _steps(plan: ReaderPlan) -> tuple[Step, ...]:
    scale = (*(Group(ruler(100), 0, PATCH + 3.5),), *patches(ROOM))
    return (
        Step("Print this sheet first", PRINT.format(thickness=plan.card.thickness)),
        Step("Measure it", MEASURE, scale, PATCH + 12),
        Step("Hold it against the light", LIGHT, _targets(), 12),
        Step("Try the black in a reader", TRY, _trial(plan), 2 * STRIP + 6),
        Step("Print the rest and cut", CUT.format(edge=plan.code.from_edge, corner=plan.card.corner)),
    )


def _head(cards: int, sheets: int) -> tuple[Mark, ...]:
    """Title and what the book holds, from the upper left corner down.

    At most as wide as WIDTH; the wheels mesh as those on the backs do.
    """
    about = f"{cards} program card{'s' if cards > 1 else ''} for Clockwork Derby, on {sheets} sheet{'s' if sheets > 1 else ''} after this one"
    gears = (
        wheel(16, WIDTH - 10, -8.6, BRASS_INKS.great, BRASS_INKS.line, "#ffffff", spokes=5, module=0.9),
        wheel(10, WIDTH - 21.7, -8.6, BRASS_INKS.middling, BRASS_INKS.line, "#ffffff", phase=18, module=0.9),
    )
    return (
        Words("Before you print the cards", 0, -9.2, 13, INK, bold=True),
        Words(about, 0, -15.6, fitting(about, 4.8, WIDTH - 30), GREY),
        Stroke(((0, -18.6), (WIDTH, -18.6)), BRASS, 0.7), *gears,
    )


def _step(number: int, step: Step) -> tuple[Mark, ...]:
    """A step from its upper left corner down."""
    lines = (Words(line, INDENT, -LEAD - 0.8 - LINE * (place + 0.72), BODY, INK) for place, line in enumerate(step.lines))
    return (
        Circle((3.4, -2.6), 3.4, BRASS), centred(str(number), 3.4, -2.6, 5.2, BLACK),
        Words(step.lead, INDENT, -4.3, LEAD, INK, bold=True), *lines, Group(step.drawing, INDENT, -step.depth),
    )


def _targets() -> tuple[Mark, ...]:
    """Three crosses with small and large rings, in the middle of the paper and as far to its left as to its right."""
    middle = WIDTH / 2 - INDENT
    return tuple(mark for x in (middle - 60, middle, middle + 60) for mark in (*cross(x, 4.2, 3.0), Circle((x, 4.2), 1.0, "", BLACK, 0.12)))


def _trial(plan: ReaderPlan) -> tuple[Mark, ...]:
    """The four strips, and beside them what they tell."""
    x, y = 2 * plan.card.width + 6.5, 2 * STRIP - 2.2
    marks: list[Mark] = []
    for sentence in STRIP_WORDS:
        for line in wrapped(sentence, 3.7, ROOM - x):
            marks.append(Words(line, x, y, 3.7, INK))
            y -= 4.6
        y -= 2.4
    return (*strips(plan), *marks)


def _behind(paper: Paper) -> tuple[Mark, ...]:
    words = "Back of the sheet for trying the printer: cards begin on the next sheet."
    return (Words(words, paper.width / 2, paper.margin + 1.5, 2.8, GREY, align=MIDDLE),)
