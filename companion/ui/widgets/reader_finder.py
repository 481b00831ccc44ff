"""An open reader whose cards are real ones, put in by finding them: for a seat whose own reader cannot be used.

The app has not dealt them [6.1.1] and cannot know the hand, so that every card which no reader holds is offered.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.session.view import CardPicture, ReaderPicture
from companion.signals import ReaderTouch, SettleCard
from companion.ui.theme import lying, u
from companion.ui.widgets.card_finder import CardFinder
from companion.ui.widgets.reader import Reader
from companion.ui.widgets.reader_desk import Desk
from companion.ui.widgets.reader_layout import Box, ReaderLayout, finder_layout


class FinderReader(Reader):
    """A reader with the card finder in the place of the hand; slots and handle are as ever."""

    def __init__(
        self, reader: ReaderPicture, act: Callable[[ReaderTouch | SettleCard], object], say: Callable[[str], object], **rest: Any,
    ) -> None:
        """As a reader, whose picture has `finder` set."""
        # Before the reader is made, which lays out everything at once.
        self.finder = CardFinder(self._found)
        super().__init__(reader, act, say, **rest)
        self.add_widget(self.finder)

    @property
    def layout(self) -> ReaderLayout:
        """Where everything lies."""
        return finder_layout(Box(*self.pos, *self.size), lying(), u(100) / 100)

    def laid(self, desk: Desk) -> tuple[CardPicture | None, ...]:
        """Only the cards in slots: all others are in somebody's hand or in the pile."""
        return desk.slots

    def lay_rest(self, desk: Desk, layout: ReaderLayout) -> None:
        """The finder, with every card that lies in no slot."""
        box = layout.finder
        assert box is not None
        self.finder.pos, self.finder.size = (box.x, box.y), (box.width, box.height)
        lying_here = {card.code for card in desk.slots if card is not None}
        self.finder.show(tuple(card for card in self.picture.hand if card.code not in lying_here))

    def _found(self, card: CardPicture, when: float) -> None:
        self.carry_out(self.desk.tapped_card(card.code), when)
