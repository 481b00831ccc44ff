"""Panels: plates with a rim and rivets that hold parts together; and layout in boxes or by hand.

Sizes given to a box or a plate are as on the seven-inch panel; those of Kivy's own arguments and of
the functions are pixels.
"""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Ellipse, InstructionGroup, RoundedRectangle
from kivy.graphics import Line as Stroke
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.ui.theme import BRASS_DARK, GAP, PANEL, SEAM, Rgba, u


class RowBox(BoxLayout):
    """Children side by side, with gaps."""

    def __init__(self, gap: float = GAP, pad: float = 0, **rest: Any) -> None:
        """Take `gap` and `pad` as on the seven-inch panel."""
        # `u(0)` would be one pixel.
        super().__init__(
            spacing=u(gap) if gap else 0,
            padding=u(pad) if pad else 0,
            **{"orientation": "horizontal", **rest},
        )

    def needed_height(self, width: float) -> float:
        """Return the height in pixels that the children need at a width in pixels."""
        left, top, right, bottom = self.padding
        free = width - left - right - self.spacing * (len(self.children) - 1)
        free -= sum(child.width for child in self.children if child.size_hint_x is None)
        hints = sum(child.size_hint_x or 0 for child in self.children)
        needed = (
            _needed_height(
                child,
                child.width if child.size_hint_x is None else free * child.size_hint_x / hints,
            )
            for child in self.children
        )
        return top + bottom + max(needed, default=0.0)


class ColumnBox(RowBox):
    """Children from top to bottom, with gaps."""

    def __init__(self, gap: float = GAP, pad: float = 0, **rest: Any) -> None:
        """Take `gap` and `pad` as on the seven-inch panel."""
        super().__init__(gap, pad, orientation="vertical", **rest)

    def needed_height(self, width: float) -> float:
        left, top, right, bottom = self.padding
        needed = sum(_needed_height(child, width - left - right) for child in self.children)
        return top + bottom + needed + self.spacing * max(0, len(self.children) - 1)


def _needed_height(widget: Widget, width: float) -> float:
    """Return the height of a widget, or what it needs at a width; 0 if it takes what is left."""
    if widget.size_hint_y is None:
        return widget.height
    needed = getattr(widget, "needed_height", None)
    return 0.0 if needed is None else needed(max(1.0, width))


class Plate(InstructionGroup):
    """The drawing of a plate: face, rim, and rivets in the corners; `place` moves it cheaply."""

    def __init__(
        self,
        face: Rgba,
        rim: Rgba = SEAM,
        *,
        rivets: bool = False,
        radius: float = 8,
        width: float = 1.4,
    ) -> None:
        """Take tints, radius of the corners and width of the rim as on the seven-inch panel."""
        super().__init__()
        self._radius, self._face, self._rim = u(radius), Color(*face), Color(*rim)
        self._shape = RoundedRectangle(radius=[self._radius], segments=8)
        # `u` gives whole pixels; a rim may be finer than that.
        self._edge = Stroke(width=max(1.0, u(width * 10) / 10))
        self._rivets = [Ellipse(segments=12) for _ in range(4)] if rivets else []
        for instruction in (self._face, self._shape, self._rim, self._edge):
            self.add(instruction)
        if rivets:
            self.add(Color(*BRASS_DARK))
            for rivet in self._rivets:
                self.add(rivet)

    def tint(self, face: Rgba, rim: Rgba) -> None:
        self._face.rgba, self._rim.rgba = face, rim

    def place(self, x: float, y: float, width: float, height: float) -> None:
        """Cover this rectangle of pixels."""
        self._shape.pos, self._shape.size = (x, y), (width, height)
        self._edge.rounded_rectangle = (
            x + 0.5,
            y + 0.5,
            max(1, width - 1),
            max(1, height - 1),
            self._radius,
        )
        size, away = u(5), u(4)
        for number, rivet in enumerate(self._rivets):
            rivet.size = (size, size)
            rivet.pos = (
                x + (width - away - size if number % 2 else away),
                y + (height - away - size if number > 1 else away),
            )


class Panel(ColumnBox):
    """A column of widgets on a plate."""

    def __init__(
        self,
        face: Rgba = PANEL,
        rim: Rgba = SEAM,
        *,
        rivets: bool = True,
        pad: float = GAP + 4,
        **rest: Any,
    ) -> None:
        """Take the tints of face and rim."""
        super().__init__(pad=pad, **rest)
        self.plate = Plate(face, rim, rivets=rivets)
        self.canvas.before.add(self.plate)
        self.bind(pos=self._place, size=self._place)

    def _place(self, *_: Any) -> None:
        self.plate.place(*self.pos, *self.size)


def add_all(parent: Widget, *children: Widget) -> None:
    """Add children in this order; Kivy draws the last one over the others."""
    for child in children:
        parent.add_widget(child)


def toggle_child(parent: Widget, child: Widget, shown: bool, index: int = 0) -> bool:
    """Add or remove a child, and return whether that changed anything.

    One that stays is not added again, so that fingers on it are kept. `index` is its place among
    the children, which Kivy counts from the last.
    """
    if shown == (child.parent is not None):
        return False
    if shown:
        parent.add_widget(child, index=index)
    else:
        parent.remove_widget(child)
    return True


def place_widget(widget: Widget, x: float, y: float, width: float, height: float) -> None:
    """Place a widget by pixels, independent of layouts.

    (x, y) is its south-west corner in the window, as in all of Kivy. Sides have at least one pixel.
    """
    widget.size_hint = (None, None)
    widget.pos, widget.size = (x, y), (max(1, width), max(1, height))


def head_row(first: Widget, *buttons: tuple[Widget, float]) -> RowBox:
    """Return the head of a page: a part that takes the rest, and buttons with their widths.

    Widths are as on the seven-inch panel.
    """
    row = RowBox(size_hint_y=None, height=u(60))
    row.add_widget(first)
    for button, width in buttons:
        button.size_hint_x, button.width = None, u(width)
        row.add_widget(button)
    return row


def tile_columns(count: int, width: float) -> int:
    """Return the number of columns for tiles at a width in pixels, with room for words.

    One for a few tiles or a narrow window.
    """
    return 1 if width < u(600) or count <= 4 else 2
