"""What all groups of choices have: a title and the height they want; and a grid for what is in them.

A group is the row of a `Roll` and its own widget, so that one that has not changed stays as it is, with what is pressed in it.
"""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kivy.uix.widget import Widget

from companion.session.view_menu import ChoiceGroup
from companion.ui.theme import GAP, SAND, SMALL, u
from companion.ui.widgets.choice_plate import Signs, text_height
from companion.ui.widgets.text import Words


class Group(Widget):
    """A group with its title, if it has one; a subclass lays out the choices below it."""

    def __init__(self, group: ChoiceGroup, signs: Signs, **rest: Any) -> None:
        """`signs` are those of the clanks; further arguments are those of a Kivy widget."""
        super().__init__(**rest)
        self.group, self.signs = group, signs
        self.title = Words(group.title, SMALL, tint=SAND, least=18)
        if group.title:
            self.add_widget(self.title)
        self.bind(pos=self._place, size=self._place)

    def widget(self) -> Widget:
        """Itself."""
        return self

    def head(self, width: float) -> float:
        """The height in pixels of its title in so many pixels of width, 0 without one."""
        return text_height(self.group.title, SMALL, width) + u(3) if self.group.title else 0.0

    def wanted(self, width: float) -> float:
        """The height in pixels of title and choices."""
        return self.head(width) + self.body(width)

    def body(self, width: float) -> float:
        """The height in pixels of the choices in so many pixels of width."""
        raise NotImplementedError

    def lay(self, ceiling: float) -> None:
        """Lay the choices out downward from a height in pixels of the window."""
        raise NotImplementedError

    def _place(self, *_: Any) -> None:
        """The title above, then what the subclass lays."""
        head = self.head(self.width)
        self.title.pos, self.title.size = (self.x, self.y + self.height - head), (self.width, max(1, head))
        self.lay(self.y + self.height - head)


def lay_grid(widgets: Iterable[Widget], x: float, ceiling: float, width: float, columns: int, heights: list[float]) -> None:
    """Put widgets into rows of so many columns and these heights (in pixels, one for each row), from a ceiling down, GAP between them."""
    gap = u(GAP)
    across = (width - gap * (columns - 1)) / columns
    for at, widget in enumerate(widgets):
        row, column = divmod(at, columns)
        low = ceiling - sum(heights[:row + 1]) - gap * row
        widget.size = max(1, across), heights[row]
        widget.pos = x + column * (across + gap), low
