"""Updates: their state, choices, and texts to read."""

from __future__ import annotations

from typing import Any, Final

from kivy.uix.widget import Widget

from companion.session.pages.update import UpdatePage
from companion.session.view import View
from companion.ui.layout import arrange, centre, hbox, vbox, with_size
from companion.ui.screens.base import ChoosingScreen, body_of
from companion.ui.theme import HEADLINE, SAND, u
from companion.ui.widgets.badge import Sign
from companion.ui.widgets.choice_plate import OptionPlate
from companion.ui.widgets.fingers import Send
from companion.ui.widgets.label import Label
from companion.ui.widgets.panel import add_all
from companion.ui.widgets.rows import LOOKS, check_row
from companion.ui.widgets.scroll_list import ScrollList, ScrollRow

VERDICT: Final = 58
"""Height of the sentence about the state, as on the seven-inch panel."""


class UpdatePanel(Widget):
    """One sentence above a list that scrolls."""

    def __init__(self, send: Send, **rest: Any) -> None:
        """Call `send` with messages of touches."""
        super().__init__(**rest)
        self._send = send
        self.sign, self.scroll_list = Sign("clock", SAND), ScrollList(gap=6)
        self.verdict = Label("", HEADLINE, bold=True, tint=SAND, least=22)
        self._shown: tuple[object, ...] = ()
        add_all(self, self.sign, self.verdict, self.scroll_list)
        self.bind(pos=self._place, size=self._place)

    def show(self, page: UpdatePage) -> None:
        """Show the state; an unchanged list keeps its position."""
        name, tint = LOOKS[page.state]
        self.sign.show(name, tint)
        self.verdict.text, self.verdict.color = page.verdict, tint
        if (page.offers, page.rows) != self._shown:
            self._shown = page.offers, page.rows
            rows: list[ScrollRow] = [
                OptionPlate(choice, {}, lambda touched: self._send(touched.message))
                for choice in page.offers
            ]
            self.scroll_list.show([*rows, *map(check_row, page.rows)], 0.0)

    def _place(self, *_: Any) -> None:
        side = u(VERDICT) * 0.7
        sign = with_size(centre(self.sign, side, side), side)
        arrange(
            vbox(with_size(hbox(sign, self.verdict), u(VERDICT)), self.scroll_list, gap=u(4)), self
        )


class UpdateScreen(ChoosingScreen):
    """The panel stays while the page is shown, at all its stages."""

    def make(self, view: View) -> Widget:
        """Make sentence and list."""
        self.panel = UpdatePanel(self.send)
        return self.panel

    def show(self, view: View) -> None:
        """Show the state and the buttons."""
        page = body_of(view, UpdatePage)
        self.panel.show(page)
        self.show_choices(page.choices, page.first)


SCREEN = UpdateScreen
