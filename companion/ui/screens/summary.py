"""After a turn: how the race stands, and what befell each clank.

Shown after the cleanup, so that clanks that came back stand on the board again (section 9).
"""
from __future__ import annotations

from kivy.uix.widget import Widget

from companion.session.view import SummaryPage, View
from companion.ui.screens.base import Screen
from companion.ui.widgets.standing import Standing


class SummaryScreen(Screen):
    """The standing."""

    def make(self, view: View) -> Widget:
        """One line for each clank."""
        self.standing = Standing()
        return self.standing

    def show(self, view: View) -> None:
        """Another standing."""
        assert isinstance(view.body, SummaryPage)
        self.standing.show(view.body.rows)


SCREEN = SummaryScreen
