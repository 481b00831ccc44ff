"""The progress of a turn: a plate for each round, or a sign that the race stands still."""

from __future__ import annotations

from typing import Any

from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from companion.ui.paint import paint_plate, paint_text
from companion.ui.theme import BODY, BRASS, BRASS_DARK, BYGONE_RIM, INK, IVORY, NIGHT, RAISED, u
from companion.ui.widgets.badge import Sign
from companion.ui.widgets.label import Label
from companion.ui.widgets.panel import RowBox
from companion.words import text


class Rounds(Widget):
    """A numbered plate for each round of a turn, the current one lit, those before it filled."""

    def __init__(self) -> None:
        super().__init__(size_hint_x=None, width=0)
        self._now, self._all, self._drawing = 0, 0, InstructionGroup()
        self.canvas.add(self._drawing)
        self.bind(pos=self._draw, size=self._draw)

    def show(self, now: int, of: int) -> None:
        if (now, of) != (self._now, self._all):
            self._now, self._all = now, of
            self.width = u(of * 30)
            self._draw()

    def _draw(self, *_: Any) -> None:
        self._drawing.clear()
        side, step = min(u(27), self.height), u(30)
        for number in range(1, self._all + 1):
            x, y = self.x + (number - 1) * step, self.y + (self.height - side) / 2
            face = BRASS if number == self._now else BRASS_DARK if number < self._now else RAISED
            paint_plate(self._drawing, x, y, side, side, face, u(5))
            paint_text(
                self._drawing,
                str(number),
                x + side / 2,
                y + side / 2,
                side * 0.82,
                INK if number == self._now else IVORY,
            )


class Halted(RowBox):
    """A sign in place of the rounds while hands only set the table."""

    def __init__(self) -> None:
        super().__init__(gap=10, size_hint_x=2)
        self.add_widget(Sign("pause", BYGONE_RIM, NIGHT, size_hint_x=None, width=u(24)))
        self.add_widget(
            Label(text("The game is paused"), BODY, bold=True, tint=BYGONE_RIM, least=18)
        )
