"""The instructions of a page as a list: the current one large, important news pinned above it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, Final, TypeAlias

from kivy.uix.widget import Widget

from companion.session.pages.facts import AskInstruction
from companion.session.view import InstructionLine
from companion.ui.layout import arrange, hbox, vbox, with_padding, with_size
from companion.ui.theme import (
    BODY,
    BOLD_FONT,
    BRASS,
    BRASS_LIGHT,
    GOOD,
    INK,
    IVORY,
    LARGE,
    NIGHT,
    PANEL,
    SAND,
    SEAM,
    SMALL,
    WARNING,
    u,
)
from companion.ui.widgets.badge import Sign
from companion.ui.widgets.cards.card import CardLead
from companion.ui.widgets.choice_plate import Signs
from companion.ui.widgets.fingers import Send
from companion.ui.widgets.label import measure, text_height
from companion.ui.widgets.panel import Plate, add_all, toggle_child
from companion.ui.widgets.rows import (
    Beside,
    Lead,
    ListRow,
    PieceLead,
    RowPart,
    RowSign,
    RowText,
    Stacked,
    SymbolLead,
    head_row,
)
from companion.ui.widgets.scroll_list import ListPart, TrackedList
from companion.ui.widgets.sentence import Sentence
from companion.words import NOTHING, Text, clauses, lines, sentences

TOGETHER: Final = 3
"""Least number of rows in sight together, when an upright window gives the map the rest."""
WHY, WHY_MOST, WHY_SIZE = 50, 80, 20
"""Least and greatest height of the reason, and the letters by which it is measured, as on the
seven-inch panel."""
HEAD, SIGN, PAD, LOWEST = 21, 30, 6, 47
"""Heights of a part's head and of the lowest row, side of a sign, and room around the words, as on
the seven-inch panel."""
FIGURE, CARD, MARK, CLOSE = 44, 41, 24, 2
"""Width for a card or its priority, side of a card and of a tick, and room above and below the
words alone, as on the seven-inch panel."""
PASSED, PRESENT = "done", "now"
"""States of a line."""
Reasons: TypeAlias = tuple[Text, ...]
"""The reason sentence by sentence, then the rule."""


def with_room(reasons: Reasons, width: float, most: int = WHY) -> Text:
    """Return as many sentences of a reason as have room at a width in pixels.

    The last one, the rule, is included only if it needs little more. `most` is their greatest
    height, as on the seven-inch panel.
    """
    while len(reasons) > 1 and text_height(sentences(*reasons), WHY_SIZE, width) > u(most):
        reasons, most = reasons[:-1], WHY_MOST if most == WHY else most
    return sentences(*reasons)


def step_row(
    line: InstructionLine,
    sign: Lead | None,
    why: Text,
    touch: Callable[[InstructionLine], object],
) -> ListRow:
    """Return an instruction as a row of the list.

    Args:
        line: The instruction.
        sign: The sign of the first piece concerned.
        why: The reason, to stand below the words; NOTHING for none.
        touch: Called with the line when it is touched.
    """
    is_present, is_passed = line.state == PRESENT, line.state == PASSED
    ink = INK if is_present else SAND
    words = RowText(
        line.words,
        LARGE if is_present else SMALL,
        IVORY if line.moves and not (is_present or is_passed) else ink,
        bold=is_present,
        wrapped=BODY if is_present else 0,
    )
    aside: RowPart = RowSign(None, MARK)
    if is_passed:
        aside = RowSign(SymbolLead("tick", GOOD, NIGHT), MARK)
    elif line.card is not None:
        aside = RowSign(CardLead(line.card), CARD, FIGURE)
    elif line.priority:
        aside = RowText(line.priority, SMALL, ink, bold=True, align="right", width=FIGURE)
    reason = (RowText(why, WHY_SIZE, INK),) if why else ()
    return ListRow(
        Beside((RowSign(sign, SIGN), Stacked((words, *reason)), aside), PAD),
        (PAD, PAD if why else CLOSE),
        BRASS if is_present else NIGHT if is_passed else PANEL,
        BRASS_LIGHT if is_present else SEAM,
        least=LOWEST,
        send=touch,
        message=line,
        about=line,
    )


class StepList(TrackedList):
    """All rows of a page; the current one is always in sight, with the next ones.

    A touch of the current one shows the reason, another touch everything about it.
    """

    def __init__(self, do: Callable[[int], object], send: Send, **rest: Any) -> None:
        """Call `do` with the number of a touched later instruction; `send` gets questions."""
        super().__init__(gap=3, **rest)
        self._do, self._send = do, send
        self._lines_shown: tuple[tuple[InstructionLine, ...], Signs, Reasons] = ((), {}, ())
        self._asked = False

    def update(self, lines: tuple[InstructionLine, ...], signs: Signs, why: Reasons) -> None:
        """Show instructions with their states, and the reason of the current one.

        Rows that say the same keep their plates.
        """
        if [(line.at, line.words) for line in lines] != [
            (line.at, line.words) for line in self._lines_shown[0]
        ]:
            self.forget()
        self._asked = self._asked and lines == self._lines_shown[0]
        self._lines_shown = (lines, signs, why)
        self._arrange()

    def _handle_touch(self, line: InstructionLine) -> None:
        if line.state == PRESENT and not self._asked and self._lines_shown[2]:
            self._asked = True
            self._arrange()
        elif line.state in (PRESENT, PASSED):
            self._send(AskInstruction(line.at))
        else:
            self._do(line.at)

    def _blocks(self, width: float) -> list[tuple[ListRow, ...]]:
        """Return the rows of each instruction at a width in pixels: its head and itself."""
        lines, signs, why = self._lines_shown
        blocks = list[tuple[ListRow, ...]]()
        for line in lines:
            sign = signs.get(line.seat) if line.seat is not None else None
            reason = NOTHING
            if self._asked and line.state == PRESENT:
                aside = FIGURE if line.priority or line.card is not None else MARK
                reason = with_room(why, max(1.0, width - u(SIGN) - u(aside) - 4 * u(PAD)))
            lead = None if sign is None else PieceLead(*sign)
            row = step_row(line, lead, reason, self._handle_touch)
            blocks.append((head_row(line.head, HEAD), row) if line.head else (row,))
        return blocks

    def _arrange(self) -> None:
        rows = tuple(chain.from_iterable(self._blocks(self.width)))
        if rows != self._rows:
            self.show(rows, self.offset)
            self.bring()

    def bring(self) -> None:
        """Bring the current row into sight, with a little of the one before it."""
        # Rows that were not measured yet have no place.
        for row, top in zip(self._rows, self._tops, strict=False):
            if isinstance(row, ListRow) and row.about is not None and row.about.state == PRESENT:
                is_first = row.about == self._lines_shown[0][0]
                self.offset = self._clamp(0.0 if is_first else top - u(LOWEST))
                break
        else:
            self.offset = 0.0

    def fits(self, width: float, height: float) -> bool:
        """Return whether all rows have room in a box of so many pixels."""
        return self.whole_height(width) <= height

    def whole_height(self, width: float) -> float:
        """Return the height in pixels of all rows at a width."""
        return max(0.0, self._height_of(self._blocks(width), width) - self._gap)

    def _height_of(self, blocks: Iterable[tuple[ListRow, ...]], width: float) -> float:
        """Return the height in pixels of rows with a gap below each."""
        rows = chain.from_iterable(blocks)
        return sum(row.needed_height(width) + self._gap for row in rows)

    def in_sight(self, width: float) -> float:
        """Return the height in pixels of the current row and the next ones to have in sight."""
        blocks, lines = self._blocks(width), self._lines_shown[0]
        now = next((at for at, line in enumerate(lines) if line.state == PRESENT), 0)
        # Finished rows make room for the next ones.
        start = max(0, min(now, len(lines) - TOGETHER))
        shown = blocks[start : start + TOGETHER]
        return self._height_of(shown, width) + (u(LOWEST) if now else 0)

    def parts(self) -> Iterator[ListPart]:
        """Yield the rows, each identified by its words."""
        for row, top, height in zip(self._rows, self._tops, self._heights, strict=False):
            if isinstance(row, ListRow) and row.about is not None:
                yield ListPart((row.about.at, row.about.words), top, height)

    def _resize(self, *_: Any) -> None:
        """Arrange the rows again for another window."""
        super()._resize()
        self._arrange()
        self.bring()


class NewsPlate(Widget):
    """Important news on a plate with a sign, such as a lost piece."""

    def __init__(self, **rest: Any) -> None:
        super().__init__(size=(1, 1), **rest)
        self._plate, self.sign = Plate(NIGHT, WARNING), Sign("warning", WARNING, NIGHT)
        self.words = Sentence(BODY, least=18)
        self.canvas.add(self._plate)
        add_all(self, self.sign, self.words)
        self.bind(pos=self._arrange, size=self._arrange)

    def show(self, news: tuple[Text, ...], names: Mapping[str, str]) -> None:
        """Show other news; `names` are the pieces' names with their colours."""
        self.words.say(lines(news) if len(news) < TOGETHER else clauses(news), names)

    def needed_height(self, width: float) -> float:
        """Return the height in pixels at a width.

        There is room for two lines of large letters or more of small ones.
        """
        inner = max(1.0, width - u(SIGN) - 3 * u(PAD))
        two = 2 * measure("X", u(SMALL), BOLD_FONT, None, Sentence.LEADING)[1]
        for size in (BODY, SMALL, 18):
            needed = self.words.height_at(size, inner)
            if needed <= two:
                break
        return needed + 2 * u(PAD)

    def _arrange(self, *_: Any) -> None:
        pad = u(PAD)
        self._plate.place(*self.pos, *self.size)
        row = hbox(with_size(self.sign, u(SIGN)), with_padding(self.words, 0, pad / 2), gap=pad)
        arrange(with_padding(row, pad, 0), self)


class StepsAndNews(Widget):
    """The list, with the news pinned above it while the list has no room for all rows."""

    def __init__(self, steps: StepList, **rest: Any) -> None:
        super().__init__(**rest)
        self.steps, self.news = steps, NewsPlate()
        self._news: tuple[Text, ...] = ()
        self.add_widget(steps)
        self.bind(pos=self._arrange, size=self._arrange)

    def update(self, news: tuple[Text, ...], names: Mapping[str, str]) -> None:
        """Show other news of the instructions in the list."""
        self._news = news
        self.news.show(news, names)
        self._arrange()

    def news_height(self, width: float, height: float) -> float:
        """Return the height in pixels of the news in a box of pixels; 0 if the list shows all."""
        if self._news and not self.steps.fits(width, height):
            return self.news.needed_height(width) + u(PAD)
        return 0.0

    def _arrange(self, *_: Any) -> None:
        """Place both once the box itself has its place."""
        if self.parent is None or min(self.size) <= 1:
            return
        high = self.news_height(*self.size)
        toggle_child(self, self.news, high > 0)
        news = with_size(self.news, high - u(PAD)) if high else None
        arrange(vbox(news, self.steps, gap=u(PAD)), self)
