"""The tags of the cards: what to do on a plate, and below it all cards to choose from."""

from __future__ import annotations

from typing import Any

from kivy.uix.widget import Widget

from companion.games.scene import Face
from companion.session.pages.tags import ChooseCard, TagsPage
from companion.session.view import View
from companion.ui.layout import Area, arrange, vbox, with_padding, with_size
from companion.ui.screens.base import ChoosingScreen, body_of
from companion.ui.theme import (
    BODY,
    BRASS,
    BRASS_LIGHT,
    RAISED,
    SAND,
    SMALL,
    WARNING,
    is_landscape,
    u,
)
from companion.ui.widgets.cards.card import CardFinder
from companion.ui.widgets.fingers import Send
from companion.ui.widgets.label import Label
from companion.ui.widgets.panel import Plate, add_all

PLATE, STATE = 56, 30
"""Heights of the plate and of the words below it, as on the seven-inch panel."""


class TagPanel(Widget):
    """A sentence on a plate, the state in words, and the cards."""

    def __init__(self, send: Send) -> None:
        """Call `send` with a touched card."""
        super().__init__()
        self._plate = Plate(RAISED, BRASS)
        self.ask = Label("", BODY, bold=True, tint=BRASS_LIGHT, least=18)
        self.state = Label("", SMALL, tint=SAND, least=14)
        self._all: tuple[Face, ...] = ()
        self._asks = False

        def choose(card: Face, time: float) -> None:
            if self._asks:
                send(ChooseCard(card.code))

        self.finder = CardFinder(choose)
        self.canvas.add(self._plate)
        add_all(self, self.ask, self.state, self.finder)
        self.bind(pos=self._place, size=self._place)

    def show(self, page: TagsPage) -> None:
        """Show the tag that is asked about; cards with a tag are grey while others have none."""
        self.ask.text, self._asks = page.ask, page.asks
        self.state.text = page.trouble or page.state
        self.state.color = WARNING if page.trouble else SAND
        if page.cards != self._all:
            # Each card gets its place before the first one is grey.
            self._all = page.cards
            self.finder.show(page.cards)
        missing = tuple(card for card in page.cards if card.code in page.missing)
        self.finder.show(missing or page.cards)

    def _place(self, *_: Any) -> None:
        lines = 1 if is_landscape() else 2

        def asked(area: Area) -> None:
            self._plate.place(*area)
            arrange(with_padding(self.ask, u(12), u(4)), area)

        plate = with_size(asked, u(lines * PLATE))
        arrange(vbox(plate, with_size(self.state, u(lines * STATE)), self.finder, gap=u(4)), self)


class TagsScreen(ChoosingScreen):
    """The panel stays while the page is shown."""

    def make(self, view: View) -> Widget:
        self.panel = TagPanel(self.send)
        return self.panel

    def show(self, view: View) -> None:
        """Show the state and the button that goes back one."""
        page = body_of(view, TagsPage)
        self.panel.show(page)
        self.show_choices(page.choices, False)


SCREEN = TagsScreen
