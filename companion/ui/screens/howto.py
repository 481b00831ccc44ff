"""How the game is played: a list of what there is to know, each with a picture and the number of its rule."""

from __future__ import annotations

from kivy.uix.widget import Widget

from companion.session.pages.howto import HowtoPage
from companion.session.view import View
from companion.ui.screens.base import Screen, body_of
from companion.ui.screens.facts import FactLine
from companion.ui.widgets.roll import Roll


class HowtoScreen(Screen):
    """One list over the whole page."""

    def make(self, view: View) -> Widget:
        """A list to be filled."""
        self.roll = Roll(gap=5)
        return self.roll

    def show(self, view: View) -> None:
        """It stays where it was rolled to."""
        self.roll.show([FactLine(row) for row in body_of(view, HowtoPage).rows], self.roll.offset)


SCREEN = HowtoScreen
