"""Setup, page 1: which board. The first screen of an evening, so it stands before all its pictures are painted."""
from __future__ import annotations

from typing import Any, Final

from kivy.uix.widget import Widget

from companion.session.house_messages import OpenRace
from companion.session.messages import ChooseBoard
from companion.session.view import View
from companion.session.view_setup import BoardPage
from companion.ui.screens.base import Screen, put
from companion.ui.theme import u
from companion.ui.widgets.bars import FOOTER
from companion.ui.widgets.board_choices import BoardChoices
from companion.ui.widgets.button import QUIET, PushButton

LAST: Final = 150
"""Width of the button for the race that ended last, as on the seven-inch panel."""


class BoardScreen(Screen):
    """Small pictures of all boards; the chosen one larger, with what it is like."""

    def make(self, view: View) -> Widget:
        """The pictures; the last race is in the foot, where there is one."""
        assert isinstance(view.body, BoardPage)
        self.last: PushButton | None = None
        self.boards = BoardChoices(view.body.choices, lambda key: self.send(ChooseBoard(key)))
        return self.boards

    def show(self, view: View) -> None:
        """Another board is chosen, or a race has become known."""
        assert isinstance(view.body, BoardPage)
        self.boards.show(view.body.chosen)
        if view.body.last and self.last is None:
            self.last = PushButton(view.body.last, lambda: self.send(OpenRace()), kind=QUIET, symbol="clock")
            self.add_widget(self.last)

    def arrange(self, *_: Any) -> None:
        """The last race at the beginning of the foot."""
        super().arrange()
        if self.last is not None:
            wide, pad = u(LAST), u(5)
            put(self.last, self.footer.x + pad, self.footer.y + pad, wide, u(FOOTER) - 2 * pad)
            put(self.footer, self.footer.x + pad + wide, self.footer.y, self.footer.width - pad - wide, u(FOOTER))

    def paint_next(self) -> bool:
        """Paint one more picture, between two frames; whether there are more to paint.

        Painting all of them at once would make the first screen late.
        """
        return self.boards.paint_next()
