"""After a turn: the map, how the race stands, and what has changed for each piece.

Shown after the cleanup, so that pieces that came back stand on the board again (section 9).
"""
from __future__ import annotations

from kivy.uix.widget import Widget

from companion.session.view import SummaryPage, View
from companion.ui.screens.base import MapScreen, body_of
from companion.ui.theme import lying
from companion.ui.widgets.standing import StandingList


class SummaryScreen(MapScreen):
    """The standing beside the map, upright below it."""

    whole = True

    def make(self, view: View) -> Widget:
        """One plate for each piece."""
        self.standing = StandingList()
        return self.standing

    def map_share(self) -> float:
        """Eight lines want more room than the map."""
        return 0.38 if lying() else 0.36

    def show(self, view: View) -> None:
        """Another standing."""
        self.standing.tell(body_of(view, SummaryPage).rows)


SCREEN = SummaryScreen
