"""The game is paused: large words, and a touch anywhere goes on."""

from __future__ import annotations

from typing import Any

from kivy.uix.widget import Widget

from companion.session.pages.paused import PausedPage
from companion.session.view import View
from companion.ui.paint import paint_symbol
from companion.ui.screens.base import Screen, body_of
from companion.ui.theme import BRASS_LIGHT, HEADLINE, LARGE, PANEL, u
from companion.ui.widgets.button import Pressable
from companion.ui.widgets.panel import fill, put
from companion.ui.widgets.text import Words
from companion.words import text

SIDE = 120
"""Side of the sign, as on the seven-inch panel."""


class PausedPlate(Pressable):
    """The sign of a pause, with what it means below."""

    def __init__(self, do: Any, **rest: Any) -> None:
        """`do` is called on release."""
        self.title = Words("", HEADLINE, bold=True, tint=BRASS_LIGHT, align="center", least=LARGE)
        self.left = Words("", LARGE, align="center", least=20)
        self.how = Words("", LARGE, bold=True, align="center", least=20)
        super().__init__(do, **rest)
        fill(self, self.title, self.left, self.how)

    def place(self) -> None:
        """Sign, title, how much time is left, and what a touch does, in the middle."""
        side, high, gap = u(SIDE), u(56), u(10)
        rows = [row for row in (self.title, self.left, self.how) if row.text]
        top = self.y + (self.height + side + gap + high * len(rows)) / 2
        self.sign.clear()
        paint_symbol(
            self.sign,
            "pause",
            self.x + (self.width - side) / 2,
            top - side,
            side,
            BRASS_LIGHT,
            PANEL,
        )
        top -= side + gap
        for row in rows:
            top -= high
            put(row, self.x + u(16), top, self.width - 2 * u(16), high)


class PausedScreen(Screen):
    """One large plate between head and foot."""

    def make(self, view: View) -> Widget:
        """The plate."""
        self.plate = PausedPlate(lambda: self._send_if(self.said_forward(self.view)))
        return self.plate

    def show(self, view: View) -> None:
        """What the pause means now."""
        self.plate.title.text, self.plate.how.text = view.title, text("Touch the screen to go on.")
        self.plate.left.text = body_of(view, PausedPage).left
        self.plate.draw()


SCREEN = PausedScreen
