"""The seconds left for those who choose: large on their own page, small in the head of others."""

from __future__ import annotations

from typing import Any, Final

from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from companion.session.messages import OpenPage
from companion.session.view import LAST_SECONDS, TimerPicture
from companion.ui.paint import paint_plate, paint_rimmed, paint_symbol, paint_text
from companion.ui.theme import (
    BAD,
    BODY,
    BOLD_FONT,
    BRASS,
    BRASS_DARK,
    GAP,
    IVORY,
    NIGHT,
    PANEL,
    SAND,
    SEAM,
    SIGN_HIGH,
    u,
)
from companion.ui.widgets.fingers import Pressing, Send
from companion.ui.widgets.label import measure
from companion.words import NOTHING, Text, count, verbatim

FIGURES: Final = 64
"""Size of the timer's digits, as on the seven-inch panel: eight millimetres high there."""


def seconds_left(time: TimerPicture | None) -> Text:
    """Say how many seconds are left; NOTHING if no time runs."""
    if time is None or not time.runs:
        return NOTHING
    return count("{number} second left", "{number} seconds left", time.left)


class TimeChip(Widget):
    """The seconds left, small, on a page over the race; the last ones in another tint."""

    def __init__(self, **rest: Any) -> None:
        super().__init__(**rest)
        self.shown: TimerPicture | None = None
        self._picture = InstructionGroup()
        self.canvas.add(self._picture)
        self.bind(pos=self._draw, size=self._draw)

    def show(self, timer: TimerPicture) -> None:
        if timer != self.shown:
            self.shown = timer
            self._draw()

    def _draw(self, *_: Any) -> None:
        """Draw a sign left of the digits, a different one while time stands still."""
        if self.shown is None:
            return
        high, letters, words = u(SIGN_HIGH), u(30), verbatim(str(self.shown.left))
        low = self.y + self.height - high - u(2)
        presses = self.shown.left <= LAST_SECONDS and not self.shown.stands
        face, rim, ink = (BAD, BAD, NIGHT) if presses else (PANEL, BRASS, IVORY)
        self._picture.clear()
        paint_rimmed(self._picture, self.x, low, self.width, high, rim, face, u(2), u(8))
        side = u(24)
        symbol = "pause" if self.shown.stands else "warning" if presses else "clock"
        paint_symbol(self._picture, symbol, self.x + u(6), low + (high - side) / 2, side, ink, face)
        across = self.x + u(6) + side + (self.width - u(6) - side) / 2
        paint_text(self._picture, words, across, low + high / 2, letters, ink)


class TimerPlate(Pressing, Widget):
    """The seconds left in digits readable from a metre, on a plate whose bright part shrinks.

    The last ten are in another tint and with a sign. Before time begins, and while it stands still,
    the plate says so in words. A touch opens the timer, unless it is disabled: then it has a sign.
    """

    def __init__(self, send: Send, **rest: Any) -> None:
        """Take what gets the message that opens the timer."""
        self.do, self.message, self._picture = send, OpenPage("timer"), InstructionGroup()
        self.shown: TimerPicture | None = None
        super().__init__(always_release=False, **rest)
        self.canvas.add(self._picture)
        self.bind(pos=self._draw, size=self._draw, disabled=self._draw)

    def show(self, timer: TimerPicture) -> None:
        if timer != self.shown:
            self.shown = timer
            self._draw()

    @property
    def presses(self) -> bool:
        """Return whether these are the last seconds."""
        return (
            self.shown is not None
            and self.shown.runs
            and not self.shown.words
            and self.shown.left <= LAST_SECONDS
        )

    @property
    def letters(self) -> float:
        """Return the size of the digits in pixels: they are 0.7 as high."""
        return min(u(FIGURES), self.height * 1.15)

    def _draw(self, *_: Any) -> None:
        """Draw the sign left of the digits, and the time left as a part of the plate."""
        if self.shown is None:
            return
        edge, radius, words = u(2.5), u(8), self.shown.words or verbatim(str(self.shown.left))
        counted = self.shown.runs and not self.shown.words
        if self.presses:
            bright, tint, ink = BAD, BAD, NIGHT
        elif counted:
            bright, tint, ink = BRASS_DARK, BRASS, IVORY
        else:
            bright, tint, ink = PANEL, SEAM, SAND
        self._picture.clear()
        paint_rimmed(self._picture, *self.pos, *self.size, tint, PANEL, edge, radius)
        wide = (self.width - 2 * edge) * (
            1.0 if self.presses else min(1.0, self.shown.left / max(1, self.shown.seconds))
        )
        if wide > radius:
            paint_plate(
                self._picture,
                self.x + edge,
                self.y + edge,
                wide,
                self.height - 2 * edge,
                bright,
                radius,
            )
        side, sign = self.height * 0.5, 0 if self.disabled else self.height * 0.8
        letters = self.letters if not self.shown.words else u(BODY)
        across = measure(words, letters, BOLD_FONT)[0]
        room = self.width - side - 2 * sign - 3 * u(GAP)
        if self.shown.words and across > room:
            letters *= room / across
            across = room
        gap = min(u(10), (self.width - side - across) / 3)
        left, middle = self.x + (self.width - side - gap - across) / 2, self.y + self.height / 2
        paint_symbol(
            self._picture,
            "warning" if self.presses else "pause" if self.shown.stands else "clock",
            left,
            middle - side / 2,
            side,
            ink,
            bright,
        )
        paint_text(self._picture, words, left + side + gap + across / 2, middle, letters, ink)
        if not self.disabled:
            background = bright if self.presses or wide > self.width - self.height else PANEL
            paint_symbol(
                self._picture,
                "gear",
                self.x + self.width - self.height * 0.8,
                middle - side / 2,
                side,
                ink,
                background,
            )
