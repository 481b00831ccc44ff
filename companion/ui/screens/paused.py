"""The game is paused: large words, and a touch anywhere goes on."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from companion.session.pages.paused import PausedPage
from companion.session.view import View
from companion.ui.layout import arrange, leave_empty, vbox, with_padding, with_size
from companion.ui.screens.base import Screen, body_of
from companion.ui.theme import BRASS_LIGHT, HEADLINE, LARGE, u
from companion.ui.widgets.button import Pressable
from companion.ui.widgets.label import Label
from companion.ui.widgets.panel import add_all
from companion.words import text

SIDE = 120
"""Side of the sign, as on the seven-inch panel."""


class PausedPlate(Pressable):
    """The sign of a pause, with its meaning below."""

    def __init__(self, do: Any, **rest: Any) -> None:
        """Call `do` on release."""
        self.title = Label("", HEADLINE, bold=True, tint=BRASS_LIGHT, align="center", least=LARGE)
        self.left = Label("", LARGE, align="center", least=20)
        self.how = Label("", LARGE, bold=True, align="center", least=20)
        super().__init__(do, **rest)
        add_all(self, self.title, self.left, self.how)

    def place(self) -> None:
        """Place sign, title, time left and the effect of a touch in the middle."""
        side = u(SIDE)
        rows = [with_size(row, u(56)) for row in (self.title, self.left, self.how) if row.text]
        sign = partial(self.mark, "pause", tint=BRASS_LIGHT)
        words = vbox(
            leave_empty,
            with_size(sign, side),
            with_size(leave_empty, u(10)),
            *rows,
            leave_empty,
            gap=0,
        )
        arrange(with_padding(words, u(16), 0), self)


class PausedScreen(Screen):
    """One large plate between head and foot."""

    def make(self, view: View) -> Widget:
        self.plate = PausedPlate(lambda: self._send_if(self.said_forward(self.view)))
        return self.plate

    def show(self, view: View) -> None:
        """Show the meaning of the pause."""
        self.plate.title.text, self.plate.how.text = view.title, text("Touch the screen to go on.")
        self.plate.left.text = body_of(view, PausedPage).left
        self.plate.draw()


SCREEN = PausedScreen
