"""The people of whom records are kept: their names on the left, upright above, and what one of them has done and reached."""
from __future__ import annotations

from typing import Final

from kivy.uix.widget import Widget

from companion.session.pages.people import LookAtPerson, PeoplePage
from companion.session.view import View
from companion.ui.screens.base import Screen, body_of
from companion.ui.screens.facts import FactLine
from companion.ui.theme import BODY, GAP, TOUCH, lying, u
from companion.ui.widgets.button import ChoiceButton
from companion.ui.widgets.panel import fill, put
from companion.ui.widgets.roll import Roll

NAMES: Final = 0.28
"""The share of the width that the names take beside what is told."""
ABOVE: Final = 3
"""So many names are in sight above it, upright."""


class NameLine:
    """One name as a row of the list."""

    def __init__(self, name: str, chosen: bool, send: object) -> None:
        """`send` passes on who was touched."""
        self.name, self.chosen, self._send = name, chosen, send

    def wanted(self, width: float) -> float:
        """As high as a finger wants it."""
        return float(u(TOUCH))

    def widget(self) -> Widget:
        """A button."""
        return ChoiceButton(self.name, lambda: self._send(LookAtPerson(self.name)), chosen=self.chosen, size=BODY)  # type: ignore[operator]


class PeopleScreen(Screen):
    """Two lists."""

    def make(self, view: View) -> Widget:
        """Both empty."""
        self.names, self.told, self._shown = Roll(gap=5), Roll(gap=5), ""
        holder = Widget()
        fill(holder, self.names, self.told)
        return holder

    def show(self, view: View) -> None:
        """Another person begins at the top."""
        page = body_of(view, PeoplePage)
        self.names.show([NameLine(name, name == page.chosen, self.send) for name in page.names], self.names.offset)
        self.told.show([FactLine(row) for row in page.rows], self.told.offset if page.chosen == self._shown else 0.0)
        self._shown = page.chosen

    def arrange(self, *_: object) -> None:
        """Names beside or above."""
        super().arrange()
        x, y, width, height = *self.content.pos, *self.content.size
        gap = u(GAP)
        if lying():
            side = round(width * NAMES)
            put(self.names, x, y, side, height)
            put(self.told, x + side + gap, y, width - side - gap, height)
        else:
            high = ABOVE * (u(TOUCH) + 5)
            put(self.names, x, y + height - high, width, high)
            put(self.told, x, y, width, height - high - gap)


SCREEN = PeopleScreen
