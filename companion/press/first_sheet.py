"""The sheet before the cards: instructions, and tests of this printer and this paper.

It has a ruler, patches from black to white, crosses to hold against the light, and strips with one
word in four shades of black.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Final

from companion.formats.reader_plan import ReaderPlan
from companion.named_tuples import NamedTuple
from companion.press.card_face import BRASS_INKS, code_row
from companion.press.card_sheet import cross
from companion.press.leaves import LICENCE
from companion.press.letters import (
    draw_centred,
    draw_lines,
    draw_paragraphs,
    fitting_size,
    wrap_text,
)
from companion.press.marks import (
    BLACK,
    CAPITALS,
    MIDDLE,
    RIGHT,
    WHITE,
    Circle,
    Mark,
    MarkGroup,
    Rectangle,
    SheetSide,
    Stroke,
    TextLine,
)
from companion.press.paint import wheel
from companion.press.paper import BRASS, GREY, INK, Paper

WIDTH: Final = 180.0
"""The width of the content, in the middle of the paper."""
INDENT: Final = 11.0
"""From the number of a step to its words."""
ROOM: Final = WIDTH - INDENT
LEAD, BODY, LINE = 5.2, 4.3, 5.5
"""Sizes of a step's first words and of the others, and the line spacing."""
TIGHT, WIDE = 3.2, 10.0
"""The least and the greatest gap between steps."""
HEAD, FOOT = 24.0, 17.0
STRIP_WORD: Final = 214
"""The word on the strips, with single cells of both shades; used by a card only in huge decks."""
STRIP: Final = 34.0
"""The height of a strip: it can be held while in a slot."""
PATCH: Final = 9.0

PRINT: Final = (
    "On the paper of the cards, at 100 % (“actual size”, never “fit to page”), on both sides,"
    " turned over the long edge, in best quality. "
    "Stiff paper of 200 to 300 g/m² is best; a card and its sleeve may be {thickness:g} mm thick"
    " together."
)
MEASURE: Final = (
    "The ruler must be 100 mm long, and the patches even, without stripes or specks, each paler"
    " than the one before."
)
LIGHT: Final = (
    "The crosses on one side must lie in the small rings of the other, which measure a millimetre"
    " from the middle. If they do not, shift the "
    "backs in the printer’s settings."
)
TRY: Final = (
    "Readers see by infrared light of 950 nm. Toner and pigment black are black in it; dye ink may"
    " be invisible. "
    "Cut the strips out and stand each in a slot like a card, cells down and facing the player."
)
CUT: Final = (
    "Sharp knife, steel ruler, from hair to hair at the rims of the sheet; cards touch, so that"
    " one cut serves two. The cells must end up "
    "{edge:g} mm above the lower edge, within half a millimetre. Corners may be rounded,"
    " {corner:g} mm at most."
)
STRIP_WORDS: Final = (
    f"The app’s table test shows that a slot reads code {STRIP_WORD}, and its contrast: touch the"
    " table symbol in the head of the screen.",
    "If 100 % is refused, this black is not black in infrared light. Take another printer.",
    "If 80 % is refused, cards will be read, but not when worn. Try denser print or smoother"
    " paper.",
)


class TrialStep(NamedTuple):
    """A step of the trial, with a drawing that is `high` millimetres high."""

    lead: str
    """The first words."""
    words: str
    """The further words."""
    drawing: tuple[Mark, ...] = ()
    high: float = 0.0

    @property
    def lines(self) -> tuple[str, ...]:
        """The further words, broken into lines."""
        return wrap_text(self.words, BODY, ROOM)

    @property
    def depth(self) -> float:
        """The height of everything."""
        return LEAD + 0.8 + LINE * len(self.lines) + self.high


class BookContents(NamedTuple):
    """The book that follows the first sheet, in the words of that sheet."""

    what: str
    """The words of its headline."""
    about: str
    """The content of the book."""
    printing: str
    """The way of printing it."""
    last: TrialStep
    """The step after the trial."""
    both: bool = True
    """Whether the book is printed on both sides."""
    licence: str = LICENCE
    """The line at the foot of the sheet."""


def before_cards(
    plan: ReaderPlan,
    cards: int,
    sheets: int,
    what: str = "program card",
    game: str = "Clockwork Derby",
    licence: str = LICENCE,
) -> BookContents:
    """Describe a book of this many cards and sheets."""
    many = (
        f"{cards} {what}{'s' if cards > 1 else ''} for {game}, on {sheets}"
        f" sheet{'s' if sheets > 1 else ''} after this one"
    )
    last = TrialStep(
        "Print the rest and cut", CUT.format(edge=plan.code.from_edge, corner=plan.card.corner)
    )
    return BookContents(
        "the cards", many, PRINT.format(thickness=plan.card.thickness), last, True, licence
    )


def first_sheet(
    paper: Paper, plan: ReaderPlan, before: BookContents
) -> tuple[SheetSide, SheetSide]:
    """Return front and back of the sheet.

    It is printed and tested before the cards, whose black may be invisible to a sensor (hardware
    facts 2).
    """
    left, top = (paper.width - WIDTH) / 2, paper.height - 11.0
    steps = _steps(plan, before)
    spare = top - HEAD - FOOT - sum(step.depth for step in steps)
    # Letter paper is 18 mm shorter than A4, and the five steps fit one side of either.
    gap = min(WIDE, max(TIGHT, spare / (len(steps) - 1)))
    tops = accumulate(
        (step.depth for step in steps[:-1]), lambda y, depth: y - depth - gap, initial=top - HEAD
    )
    placed = [(step, y) for step, y in zip(steps, tops, strict=True)]
    front: tuple[Mark, ...] = (
        MarkGroup(_head(before), left, top),
        *(MarkGroup(_step(number, step), left, y) for number, (step, y) in enumerate(placed, 1)),
        TextLine(before.licence, paper.width / 2, paper.margin + 1.5, 2.8, GREY, align=MIDDLE),
    )
    # Marks symmetric to the middle are in the same places on the back.
    back = tuple(
        MarkGroup(step.drawing, left + INDENT, y - step.depth)
        for step, y in placed
        if step.words == LIGHT
    )
    words = f"Back of the sheet for trying the printer: {before.what} begin on the next sheet."
    line = TextLine(words, paper.width / 2, paper.margin + 1.5, 2.8, GREY, align=MIDDLE)
    return SheetSide(paper.width, paper.height, front), SheetSide(
        paper.width, paper.height, (*back, line)
    )


def _steps(plan: ReaderPlan, before: BookContents) -> tuple[TrialStep, ...]:
    # Below the ruler are ten patches from black to a tenth of it, with their shares.
    scale: list[Mark] = [MarkGroup(ruler(100), 0, PATCH + 3.5)]
    each = ROOM / 10
    for number in range(10):
        black = 100 - 10 * number
        ink = WHITE if black >= 50 else BLACK
        scale += [
            Rectangle(number * each, 0, each, PATCH, 0, grey(black)),
            draw_centred(f"{black} %", (number + 0.5) * each, PATCH / 2, 3.6, ink, bold=False),
        ]
    # Three crosses with small and large rings, symmetric to the middle of the paper.
    middle = WIDTH / 2 - INDENT
    targets = tuple(
        mark
        for x in (middle - 60, middle, middle + 60)
        for mark in (*cross(x, 4.2, 3.0), Circle((x, 4.2), 1.0, "", BLACK, 0.12))
    )
    light = (TrialStep("Hold it against the light", LIGHT, targets, 12),) if before.both else ()
    return (
        TrialStep("Print this sheet first", before.printing),
        TrialStep("Measure it", MEASURE, tuple(scale), PATCH + 12),
        *light,
        TrialStep("Try the black in a reader", TRY, _trial(plan), 2 * STRIP + 6),
        before.last,
    )


def _head(before: BookContents) -> tuple[Mark, ...]:
    """Draw the title and the book's content, from the upper left corner down.

    At most as wide as WIDTH; the wheels mesh like those on the backs.
    """
    gears = (
        wheel(
            16, WIDTH - 10, -8.6, BRASS_INKS.great, BRASS_INKS.line, "#ffffff", spokes=5, module=0.9
        ),
        wheel(
            10,
            WIDTH - 21.7,
            -8.6,
            BRASS_INKS.middling,
            BRASS_INKS.line,
            "#ffffff",
            phase=18,
            module=0.9,
        ),
    )
    return (
        TextLine(f"Before you print {before.what}", 0, -9.2, 13, INK, bold=True),
        TextLine(before.about, 0, -15.6, fitting_size(before.about, 4.8, WIDTH - 30), GREY),
        Stroke(((0, -18.6), (WIDTH, -18.6)), BRASS, 0.7),
        *gears,
    )


def _step(number: int, step: TrialStep) -> tuple[Mark, ...]:
    """Draw a step from its upper left corner down."""
    return (
        Circle((3.4, -2.6), 3.4, BRASS),
        draw_centred(str(number), 3.4, -2.6, 5.2, BLACK),
        TextLine(step.lead, INDENT, -4.3, LEAD, INK, bold=True),
        *draw_lines(step.lines, INDENT, -LEAD - 0.8 - LINE * 0.72, BODY, LINE),
        MarkGroup(step.drawing, INDENT, -step.depth),
    )


def _trial(plan: ReaderPlan) -> tuple[Mark, ...]:
    """Draw the four strips and their explanation."""
    x = 2 * plan.card.width + 6.5
    words = draw_paragraphs(STRIP_WORDS, x, 2 * STRIP - 2.2, ROOM - x, 3.7, 4.6, 2.4)
    return (*strips(plan), *words)


# ---- Printer tests -------------------------------------------------------------------------------


class Shade(NamedTuple):
    """A share of black in per cent, and the expected result of a reader."""

    black: int
    words: str

    @property
    def colour(self) -> str:
        """The grey as a code."""
        return grey(self.black)


SHADES: Final = (
    Shade(100, "must be read in every slot"),
    Shade(90, "must be read in every slot"),
    Shade(80, "should be read"),
    Shade(70, "may be refused"),
)
"""The four strips.

A reader needs white three times as bright as black; ideal paper still has that at two thirds black.
"""


def grey(black: int) -> str:
    """Return the colour code of the grey with this much black in per cent."""
    return "#" + 3 * f"{round(255 * (100 - black) / 100):02x}"


def strips(plan: ReaderPlan) -> tuple[Mark, ...]:
    """Draw the four strips, two by two, from the lower left corner; they are cut along the hairs.

    They are as wide as a card, and fit a slot like one.
    """
    width = plan.card.width
    placed = (
        MarkGroup(_strip(shade, plan), number % 2 * width, (1 - number // 2) * STRIP)
        for number, shade in enumerate(SHADES)
    )
    across = (Stroke(((x, -3.0), (x, -0.8)), BLACK, 0.12) for x in (0.0, width, 2 * width))
    above = (
        Stroke(((x, 2 * STRIP + 0.8), (x, 2 * STRIP + 3)), BLACK, 0.12)
        for x in (0.0, width, 2 * width)
    )
    beside = (
        Stroke(((x, y), (x + way * 2.2, y)), BLACK, 0.12)
        for x, way in ((-0.8, -1), (2 * width + 0.8, 1))
        for y in (0.0, STRIP, 2 * STRIP)
    )
    return (*placed, *across, *above, *beside)


def _strip(shade: Shade, plan: ReaderPlan) -> tuple[Mark, ...]:
    """Draw one strip: the row as on a card, and above it the shade and the expected result."""
    y = plan.code.from_edge + plan.code.height + 6
    return (
        *code_row(STRIP_WORD, plan, shade.colour),
        TextLine(f"{shade.black} %", 4, y, 8.4, BLACK, bold=True),
        TextLine(shade.words, plan.card.width - 4, y + 4.2, 3.7, BLACK, align=RIGHT),
        TextLine(f"code {STRIP_WORD}", plan.card.width - 4, y, 3.4, GREY, align=RIGHT),
        Stroke(((0.0, STRIP), (plan.card.width, STRIP)), GREY, 0.1, (1.0, 1.0)),
        # Not down to the row, where a line could count as a cell.
        Stroke(((plan.card.width, 13.0), (plan.card.width, STRIP)), GREY, 0.1, (1.0, 1.0)),
    )


def ruler(length: float) -> tuple[Mark, ...]:
    """Draw a ruler in millimetres from the left, with figures at every ten; it is 6 mm high.

    True to scale, for a real ruler beside it: printers like to shrink pages.
    """
    marks: list[Mark] = [Stroke(((0.0, 0.0), (length, 0.0)), BLACK, 0.2)]
    for at in range(round(length) + 1):
        high = 3.4 if at % 10 == 0 else 2.4 if at % 5 == 0 else 1.5
        marks.append(Stroke(((float(at), 0.0), (float(at), high)), BLACK, 0.15))
        if at % 10 == 0:
            marks.append(
                draw_centred(str(at), at, 3.9 + 3.2 * CAPITALS / 2, 3.2, BLACK, bold=False)
            )
    return tuple(marks)
