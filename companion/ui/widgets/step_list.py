"""The instructions of a page as a list: the current one large, important news pinned above it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from kivy.uix.widget import Widget

from companion.session.messages import Message
from companion.session.pages.facts import AskInstruction
from companion.session.view import InstructionLine
from companion.ui.layout import arrange, hbox, leave_empty, vbox, with_padding, with_size
from companion.ui.paint import paint_symbol
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
    RAISED,
    SAND,
    SEAM,
    SMALL,
    WARNING,
    u,
)
from companion.ui.widgets.badge import Sign, Token
from companion.ui.widgets.button import Pressable
from companion.ui.widgets.cards.card import BREADTH, paint_card
from companion.ui.widgets.choice_plate import Signs
from companion.ui.widgets.label import READABLE, Label, measure, text_height
from companion.ui.widgets.panel import Plate, add_all, toggle_child
from companion.ui.widgets.scroll_list import ListPart, TrackedList
from companion.ui.widgets.sentence import Sentence
from companion.words import Text, clauses, lines, sentences

TOGETHER: Final = 3
"""Least number of rows in sight together, when an upright window gives the map the rest."""
WHY, WHY_MOST, WHY_SIZE = 50, 80, 20
"""Least and greatest height of the reason, and the letters by which it is measured, as on the
seven-inch panel."""
HEAD, SIGN, PAD, LOWEST, FIGURE = 24, 30, 6, 47, 44
"""Heights of a part's head and of the lowest row, side of a sign, room around the words and for a
card's priority, as on the seven-inch panel."""
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


class StepRow:
    """One instruction as a row of the list."""

    def __init__(
        self,
        line: InstructionLine,
        signs: Signs,
        why: Reasons,
        do: Callable[[InstructionLine], object],
    ) -> None:
        """Show the reason below the words; call `do` with the touched line."""
        self.line, self.signs, self.why, self._do = line, signs, why, do
        self.is_tight = False
        """Whether its letters are as small as can be read, so that the whole list has room."""

    @property
    def head(self) -> float:
        """Return the height in pixels of the head above it."""
        return u(HEAD) if self.line.head else 0.0

    @property
    def sign(self) -> tuple[str, str, str] | None:
        """Return the sign of the first piece concerned, None without a piece."""
        return self.signs.get(self.line.seat) if self.line.seat is not None else None

    def size(self, width: float, *, tight: bool) -> int:
        """Return the size of its letters: the current one is large, as far as one line allows."""
        if self.line.state != PRESENT:
            return READABLE if tight else SMALL
        if tight:
            return BODY
        return (
            LARGE if measure(self.line.words, u(LARGE), BOLD_FONT)[0] <= self.inner(width) else BODY
        )

    def inner(self, width: float) -> float:
        """Return the width for the words, in pixels."""
        return max(1.0, width - u(SIGN) - 4 * u(PAD) - self.aside)

    @property
    def aside(self) -> float:
        """Return the width in pixels for the priority or the tick, right of the words."""
        return u(FIGURE) if self.line.priority else u(SIGN) * 0.8

    def needed_height(self, width: float) -> float:
        return self.height_in_letters(width, tight=self.is_tight)

    def height_in_letters(self, width: float, *, tight: bool) -> float:
        """Return the height in pixels of its words, at least that for a finger, and of the head.

        The words are in the usual letters, or in those of a `tight` list.
        """
        size = self.size(width, tight=tight)
        words = text_height(self.line.words, size, self.inner(width), BOLD_FONT) + 2 * u(PAD)
        return self.head + max(u(LOWEST), words) + self.reason(width)

    def reason(self, width: float) -> float:
        """Return the height in pixels of the reason."""
        return (
            text_height(with_room(self.why, self.inner(width)), WHY_SIZE, self.inner(width))
            + u(PAD)
            if self.why
            else 0.0
        )

    def widget(self) -> Widget:
        return InstructionPlate(self, lambda: self._do(self.line))


class InstructionPlate(Pressable):
    """The drawing of a row: head, sign, words, priority of its card, tick and reason."""

    def __init__(self, about: StepRow, do: Callable[[], object], **rest: Any) -> None:
        """Call `do` on release."""
        line = about.line
        self.about = about
        ink = INK if line.state == PRESENT else SAND
        self.words = Label(
            line.words,
            LARGE if line.state == PRESENT else SMALL,
            bold=line.state == PRESENT,
            tint=IVORY if line.moves and line.state not in (PRESENT, PASSED) else ink,
            least=18,
        )
        self.head = Label(line.head, SMALL, bold=True, tint=BRASS_LIGHT, least=18)
        self.token = Token(*about.sign) if about.sign is not None else None
        self.figure = Label(
            line.priority if line.state != PASSED and line.card is None else "",
            SMALL,
            bold=True,
            tint=ink,
            align="right",
            least=18,
        )
        self.why = Label("", WHY_SIZE, tint=INK, upright="top", least=18)
        super().__init__(do, **rest)
        for widget in (self.words, self.head, self.figure, self.why, self.token):
            if widget is not None:
                self.add_widget(widget)

    def draw(self, *_: Any) -> None:
        """Draw the plate below the head."""
        line, pad = self.about.line, u(PAD)
        high, reason = max(1.0, self.height - self.about.head), self.about.reason(self.width)
        face = (
            BRASS
            if line.state == PRESENT
            else NIGHT
            if line.state == PASSED
            else RAISED
            if self.state == "down"
            else PANEL
        )
        self.plate.tint(face, BRASS_LIGHT if line.state == PRESENT else SEAM)
        self.plate.place(self.x, self.y, self.width, high)
        self.why.text = with_room(self.about.why, self.about.inner(self.width))
        side, aside = u(SIGN), self.about.aside
        token = with_size(leave_empty if self.token is None else self.token, side)
        row = hbox(token, self.words, with_size(self.figure, aside), gap=pad)
        why = hbox(with_size(leave_empty, side), self.why, with_size(leave_empty, aside), gap=pad)
        rows = vbox(with_size(self.head, self.about.head), row, with_size(why, reason), gap=0)
        arrange(with_padding(rows, pad, 0), self)
        low, middle = self.y + reason, high - reason
        self.sign.clear()
        if line.card is not None and line.state != PASSED:
            tall = min(middle - pad, u(LOWEST))
            paint_card(
                self.sign,
                line.card,
                self.x + self.width - tall * BREADTH - pad,
                low + (middle - tall) / 2,
                tall * BREADTH,
                tall,
            )
        if line.state == PASSED:
            mark = side * 0.8
            paint_symbol(
                self.sign,
                "tick",
                self.x + self.width - mark - pad,
                self.y + (high - mark) / 2,
                mark,
                GOOD,
                NIGHT,
            )


class StepList(TrackedList):
    """All rows of a page; the current one is always in sight, with the next ones.

    A touch of the current one shows the reason, another touch everything about it.
    """

    def __init__(
        self, do: Callable[[int], object], send: Callable[[Message], object], **rest: Any
    ) -> None:
        """Call `do` with the number of a touched later instruction; `send` gets questions."""
        super().__init__(gap=3, **rest)
        self._do, self._send, self._known = do, send, tuple[StepRow, ...]()
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

    def _arrange(self) -> None:
        lines, signs, why = self._lines_shown
        known = {(row.line, tuple(row.signs.items()), row.why): row for row in self._known}
        entries = [(line, why if self._asked and line.state == PRESENT else ()) for line in lines]
        rows = tuple(
            known.get((line, tuple(signs.items()), words))
            or StepRow(line, signs, words, self._handle_touch)
            for line, words in entries
        )
        if rows == self._known:
            return
        self._known = rows
        self.show(rows, self.offset)
        self.bring()

    def bring(self) -> None:
        """Bring the current row into sight, with a little of the one before it."""
        now = next((place for place, row in enumerate(self._known) if row.line.state == PRESENT), 0)
        if self._known and len(self._tops) == len(self._known):
            self.offset = self._clamp(self._tops[now] - (u(LOWEST) if now else 0))

    def fits(self, width: float, height: float) -> bool:
        """Return whether all rows have room in a box of so many pixels."""
        return self.whole_height(width, tight=True) <= height

    def whole_height(self, width: float, *, tight: bool) -> float:
        """Return the height in pixels of all rows at a width, in the usual or `tight` letters."""
        rows = [row.height_in_letters(width, tight=tight) for row in self._known]
        return sum(rows) + self._gap * max(0, len(rows) - 1)

    def _measure(self) -> None:
        """Measure the rows in tight letters where only these show the whole list."""
        usual, tight = (self.whole_height(self.width, tight=tight) for tight in (False, True))
        for row in self._known:
            row.is_tight = usual > self.height >= tight
        super()._measure()

    def in_sight(self, width: float) -> float:
        """Return the height in pixels of the current row and the next ones to have in sight."""
        now = next((place for place, row in enumerate(self._known) if row.line.state == PRESENT), 0)
        # Finished rows make room for the next ones.
        start = max(0, min(now, len(self._known) - TOGETHER))
        return sum(
            row.needed_height(width) + u(3) for row in self._known[start : start + TOGETHER]
        ) + (u(LOWEST) if now else 0)

    def parts(self) -> Iterator[ListPart]:
        """Yield the rows, each identified by its words."""
        # Rows that were not measured yet have no place.
        for row, top, height in zip(self._known, self._tops, self._heights, strict=False):
            yield ListPart((row.line.at, row.line.words), top, height)

    def _resize(self, *_: Any) -> None:
        """Measure the rows again for another window."""
        super()._resize()
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
            needed = measure(self.words.plain(), u(size), BOLD_FONT, inner, Sentence.LEADING)[1]
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
        return (
            self.news.needed_height(width) + u(PAD)
            if self._news and not self.steps.fits(width, height)
            else 0.0
        )

    def _arrange(self, *_: Any) -> None:
        """Place both once the box itself has its place."""
        if self.parent is None or min(self.size) <= 1:
            return
        high = self.news_height(*self.size)
        toggle_child(self, self.news, high > 0)
        news = with_size(self.news, high - u(PAD)) if high else None
        arrange(vbox(news, self.steps, gap=u(PAD)), self)
