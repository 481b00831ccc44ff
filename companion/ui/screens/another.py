"""After a race: all other boards, of which a touched one begins at once."""

from __future__ import annotations

from kivy.uix.widget import Widget

from companion.session.pages.another import PlayAgainOn
from companion.session.pages.board import BoardPage
from companion.session.view import View
from companion.ui.screens.base import Screen, body_of
from companion.ui.screens.board import BoardChoices


class AnotherScreen(Screen):
    """The suggested board large, beside or below the tiles of all."""

    def make(self, view: View) -> Widget:
        """Make the tiles; their pictures are painted one by one between frames."""
        self.boards = BoardChoices(body_of(view, BoardPage).choices, self.send, PlayAgainOn)
        return self.boards

    def show(self, view: View) -> None:
        """Mark the suggested board."""
        self.boards.show(body_of(view, BoardPage).chosen)

    def paint_next(self) -> bool:
        """Paint one more picture; return whether there are more to paint."""
        return self.boards.paint_next()


SCREEN = AnotherScreen
