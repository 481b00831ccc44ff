"""Setup, page 1: which board. The first screen of an evening, so it stands before all its pictures are painted."""
from __future__ import annotations

from kivy.uix.widget import Widget

from companion.session.messages import ChooseBoard
from companion.session.view import View
from companion.session.view_setup import BoardPage
from companion.ui.screens.base import Screen
from companion.ui.widgets.board_choices import BoardChoices


class BoardScreen(Screen):
    """Small pictures of all boards; the chosen one larger, with what it is like."""

    def make(self, view: View) -> Widget:
        """The pictures."""
        assert isinstance(view.body, BoardPage)
        self.boards = BoardChoices(view.body.choices, lambda key: self.send(ChooseBoard(key)))
        return self.boards

    def show(self, view: View) -> None:
        """Another board is chosen."""
        assert isinstance(view.body, BoardPage)
        self.boards.show(view.body.chosen)

    def paint_next(self) -> bool:
        """Paint one more picture, between two frames; whether there are more to paint.

        Painting all of them at once would make the first screen late.
        """
        return self.boards.paint_next()
