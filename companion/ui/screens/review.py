"""A race in review: what decided it, then one turn, seat by seat, and buttons to other turns.

A race of eight has eight rows in a turn, which scroll in a low window; each has its piece with its
chances, and the words beside them.
"""

from __future__ import annotations

from typing import Any, Final

from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from companion.named_tuples import NamedTuple
from companion.session.pages.review import ReviewPage, ReviewRow, ReviewTurn
from companion.session.view import View
from companion.ui.layout import (
    Area,
    arrange,
    centre,
    hbox,
    leave_empty,
    vbox,
    with_padding,
    with_size,
)
from companion.ui.screens.base import Screen, body_of
from companion.ui.screens.replay import Rail
from companion.ui.theme import (
    BODY,
    BOLD_FONT,
    GAP,
    GOOD,
    IVORY,
    LARGE,
    PANEL,
    SAND,
    SEAM,
    SMALL,
    TOUCH,
    WARNING,
    is_landscape,
    u,
)
from companion.ui.widgets.badge import Token
from companion.ui.widgets.button import QUIET, OfferButton
from companion.ui.widgets.cards.card import BREADTH, paint_card
from companion.ui.widgets.label import Label, measure, text_height
from companion.ui.widgets.panel import Plate, add_all, toggle_child
from companion.ui.widgets.rows import FittedList
from companion.ui.widgets.sentence import Sentence
from companion.words import Text, sentences, text

SIDE, PAD, HEAD = 34, 6, 150
"""Side of a sign, room around it and the words, and greatest width of name and chances, as on the
seven-inch panel."""
LINE: Final = 25
"""Height of the name, and of the chances."""
CARD: Final = 52
"""Height of the cards of the best program; their width follows from it."""
SIZES: Final = (BODY, SMALL, 20)
"""Sizes of the letters of the rows, the largest first; rows that are too long for the smallest
scroll."""


def chances_of(row: ReviewRow) -> Text:
    """Say the chances before the turn and after it."""
    if row.before == row.after:
        return text("chance still {after} %", after=row.after)
    return text("chance {before} to {after} %", before=row.before, after=row.after)


class ReviewLine(NamedTuple):
    """A turn of one seat, as a row of the list."""

    row: ReviewRow
    size: int
    """The size of its letters."""
    head: float
    """The width in pixels of name and chances."""

    @property
    def sentences(self) -> Text:
        """Return all sentences about it."""
        return sentences(*self.row.lines)

    @property
    def chances(self) -> Text:
        """Return the chances before the turn and after it."""
        return chances_of(self.row)

    @property
    def cards(self) -> tuple[float, float]:
        """Return width and height in pixels of the cards of the best program, 0 without one."""
        return (
            (len(self.row.cards) * (u(CARD) * BREADTH + u(GAP) / 2), u(CARD))
            if self.row.cards
            else (0.0, 0.0)
        )

    def inner(self, width: float) -> float:
        """Return the width in pixels for the words.

        They stand between sign and cards, but in an upright window in a line of their own.
        """
        beside = (
            u(SIDE) + self.head + 2 * u(PAD) + (self.cards[0] + u(PAD) if self.row.cards else 0)
            if is_landscape()
            else 0
        )
        return max(1.0, width - 2 * u(PAD) - beside)

    def words_height(self, width: float) -> float:
        """Return the height in pixels of the words."""
        return text_height(
            self.sentences, self.size, self.inner(width), BOLD_FONT, Sentence.LEADING
        )

    def needed_height(self, width: float) -> float:
        """Return the height for the words, and for name and chances beside them or above."""
        if is_landscape():
            return max(2.0 * u(LINE), self.words_height(width), self.cards[1]) + 2 * u(PAD)
        return (
            u(SIDE)
            + self.words_height(width)
            + 3 * u(PAD)
            + (self.cards[1] + u(PAD) if self.row.cards else 0)
        )

    def widget(self) -> Widget:
        return ReviewPlate(self)


class ReviewPlate(Widget):
    """The sign of a piece with name and chances, words about its turn, and the best program."""

    def __init__(self, about: ReviewLine) -> None:
        super().__init__()
        self.about, sign = about, about.row.sign
        rise = about.row.after - about.row.before
        self.plate, self.token = Plate(PANEL, SEAM), Token(*sign)
        self.name = Label(sign.name, SMALL, bold=True, tint=IVORY, least=18)
        self.chances = Label(
            about.chances,
            SMALL,
            bold=True,
            tint=GOOD if rise > 0 else WARNING if rise < 0 else SAND,
            least=18,
            align="left" if is_landscape() else "right",
        )
        self.words = Sentence(about.size, least=18, tint=IVORY)
        self.words.say(about.sentences, {sign.name: sign.colour})
        self.drawn = InstructionGroup()
        for drawing in (self.plate, self.drawn):
            self.canvas.add(drawing)
        add_all(self, self.token, self.name, self.chances, self.words)
        self.bind(pos=self._place, size=self._place)

    def _place(self, *_: object) -> None:
        pad, side, line, about = u(PAD), u(SIDE), u(LINE), self.about
        self.plate.place(*self.pos, *self.size)
        wide, high = about.cards
        if is_landscape():
            named = vbox(with_size(self.name, line), with_size(self.chances, line), gap=0)
            row = hbox(
                with_size(centre(self.token, side, side), side),
                with_size(centre(named, about.head, 2 * line), about.head),
                self.words,
                with_size(self._draw_cards, wide) if about.row.cards else None,
                gap=pad,
            )
            arrange(with_padding(row, pad), self)
            return
        who = hbox(with_size(self.token, side), hbox(self.name, self.chances, gap=0), gap=pad)
        cards = with_size(self._draw_cards, high) if about.row.cards else None
        arrange(with_padding(vbox(with_size(who, side), self.words, cards, gap=pad), pad), self)

    def _draw_cards(self, area: Area) -> None:
        """Draw the best program, slot by slot, without empty slots."""
        self.drawn.clear()
        wide, low = u(CARD) * BREADTH, area.y + (area.height - u(CARD)) / 2
        for at, card in enumerate(self.about.row.cards):
            if card is not None:
                paint_card(
                    self.drawn,
                    card,
                    area.x + u(GAP) / 4 + at * (wide + u(GAP) / 2),
                    low,
                    wide,
                    u(CARD),
                )


class ReviewScreen(Screen):
    """The rows of a turn, and the turns."""

    def make(self, view: View) -> Widget:
        """Make list, rail and buttons."""
        self.waits = Label("", LARGE, tint=SAND, align="center", least=20)
        self.scroll_list = FittedList(SIZES, gap=5)
        self.rail = Rail(self.send, ReviewTurn, end=False)
        self.earlier = OfferButton(self.send, kind=QUIET, symbol="back", size=SMALL)
        self.decisive = OfferButton(self.send, symbol="marker", size=SMALL)
        self.later = OfferButton(self.send, kind=QUIET, symbol="next", trailing=True, size=SMALL)
        return Widget()

    @property
    def page(self) -> ReviewPage:
        return body_of(self.view, ReviewPage)

    def show(self, view: View) -> None:
        """Show another turn, or the review that has come."""
        page = body_of(view, ReviewPage)
        self.waits.text = page.waits
        self.rail.show(page.turn, page.turns)
        for button, choice in (
            (self.earlier, page.earlier),
            (self.decisive, page.decisive),
            (self.later, page.later),
        ):
            toggle_child(self.content, button, choice is not None)
            button.offer(choice)
        names = [
            measure(words, u(SMALL), BOLD_FONT)[0]
            for row in page.rows
            for words in (row.sign.name, chances_of(row))
        ]
        head = min(u(HEAD), max(names, default=0.0) + u(PAD))
        self.scroll_list.show_rows(
            lambda size: tuple(ReviewLine(row, size, head) for row in page.rows)
        )
        there = bool(page.rows)
        for widget, wanted in (
            (self.waits, not there),
            (self.scroll_list, there),
            (self.rail, page.turns > 1),
        ):
            toggle_child(self.content, widget, wanted)

    def arrange(self, *_: Any) -> None:
        """Place the rows above the turns."""
        super().arrange()
        if self.waits.parent is not None:
            arrange(self.waits, self.content)
            return
        earlier, later = with_size(self.earlier, u(124)), with_size(self.later, u(124))
        decisive = None if self.decisive.parent is None else self.decisive
        # The rail is between the buttons, or above them in an upright window.
        if is_landscape():
            buttons = hbox(earlier, self.rail, with_size(decisive, u(124)), later)
            turns = with_size(buttons, u(TOUCH))
        else:
            buttons = hbox(earlier, decisive or leave_empty, later)
            turns = with_size(vbox(self.rail, buttons), 2 * u(TOUCH) + u(GAP))
        arrange(vbox(self.scroll_list, turns), self.content)


SCREEN = ReviewScreen
