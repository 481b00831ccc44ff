"""A race in review: what decided it, then one turn, seat by seat, and buttons to other turns.

A race of eight has eight rows in a turn, which scroll in a low window; each has its piece with its
chances, and the words beside them.
"""

from __future__ import annotations

from typing import Any, Final

from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from companion.games.scene import Face
from companion.named_tuples import NamedTuple
from companion.session.pages.review import ReviewPage, ReviewRow, ReviewTurn
from companion.session.view import View
from companion.ui.layout import arrange, hbox, leave_empty, vbox, with_size
from companion.ui.screens.base import Screen, body_of
from companion.ui.screens.replay import Rail
from companion.ui.theme import (
    BODY,
    BOLD_FONT,
    GAP,
    GOOD,
    LARGE,
    SAND,
    SMALL,
    TOUCH,
    WARNING,
    is_landscape,
    u,
)
from companion.ui.widgets.button import QUIET, OfferButton
from companion.ui.widgets.cards.card import BREADTH, paint_card
from companion.ui.widgets.label import Label, measure
from companion.ui.widgets.panel import toggle_child
from companion.ui.widgets.rows import (
    Beside,
    FittedList,
    ListRow,
    PieceLead,
    RowSign,
    RowText,
    Stacked,
)
from companion.words import Text, sentences, text

SIDE, PAD, HEAD = 34, 6, 150
"""Side of a sign, room around it and the words, and greatest width of name and chances, as on the
seven-inch panel."""
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


class ProgramLead(NamedTuple):
    """The cards of a program side by side, without empty slots."""

    cards: tuple[Face | None, ...]

    def paint(self, onto: InstructionGroup, x: float, y: float, side: float) -> None:
        """Paint them around the middle of the square."""
        step = side * BREADTH + u(GAP) / 2
        left = x + side / 2 - step * len(self.cards) / 2 + u(GAP) / 4
        for at, card in enumerate(self.cards):
            if card is not None:
                paint_card(onto, card, left + at * step, y, side * BREADTH, side)


def review_row(row: ReviewRow, size: int, head: float) -> ListRow:
    """Return a turn of one seat as a row: its sign, name and chances, words, and the best program.

    Args:
        row: The turn.
        size: The size of the letters of the words.
        head: The width for name and chances, as on the seven-inch panel.
    """
    sign, rise = row.sign, row.after - row.before
    tint = GOOD if rise > 0 else WARNING if rise < 0 else SAND
    token, name = RowSign(PieceLead(*sign), SIDE), RowText(sign.name, SMALL, bold=True, wrapped=18)
    words = RowText(sentences(*row.lines), size, names={sign.name: sign.colour})
    wide = round(len(row.cards) * (CARD * BREADTH + GAP / 2))
    cards = (RowSign(ProgramLead(row.cards), CARD, wide),) if row.cards else ()
    chances = RowText(chances_of(row), SMALL, tint, bold=True, wrapped=18)
    if is_landscape():
        named = Stacked((name, chances), 0, width=head)
        return ListRow(Beside((token, named, words, *cards), PAD), (PAD, PAD))
    # In an upright window words and cards have lines of their own.
    who = Beside((token, name, chances._replace(align="right")), PAD)
    program = (Beside(cards),) if cards else ()
    return ListRow(Stacked((who, words, *program), PAD), (PAD, PAD))


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
        head = min(HEAD, max(names, default=0.0) / u(100) * 100 + PAD)
        self.scroll_list.show_rows(
            lambda size: tuple(review_row(row, size, head) for row in page.rows)
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
