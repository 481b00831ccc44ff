"""After a turn: how the race stands, and what befell each piece.

Shown after the cleanup, so that pieces that came back stand on the board again (section 9).
"""
from __future__ import annotations

from kivy.uix.widget import Widget

from companion.session.view import SummaryPage, View
from companion.ui.screens.base import Screen
from companion.ui.widgets.standing import StandingList


class SummaryScreen(Screen):
    """The standing."""

    def make(self, view: View) -> Widget:
        """One line for each piece."""
        self.standing = StandingList()
        return self.standing

    def show(self, view: View) -> None:
        """Another standing."""
        assert isinstance(view.body, SummaryPage)
        self.standing.show(view.body.rows)


SCREEN = SummaryScreen
