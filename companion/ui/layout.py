"""Rows, columns and grids that share out a rectangle of pixels by fixed sizes and weights.

A layout is a value that is made when something is arranged, and forgotten afterwards: it binds
nothing and keeps nothing, so arranging costs no more than placing each widget by hand.

    arrange(vbox(self.scroll_list, with_size(hbox(self.back, self.go), u(TOUCH))), self)

Parts stand in reading order: a row begins on the left, a column at the top. A part that is None is
left out together with its gap.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import inf
from typing import Any, TypeAlias

from kivy.uix.widget import Widget

from companion.named_tuples import NamedTuple
from companion.ui.theme import GAP, is_landscape, u
from companion.ui.widgets.panel import place_widget


class Area(NamedTuple):
    """A rectangle of the window in pixels; (x, y) is its lower left corner, as in all of Kivy."""

    x: float
    y: float
    width: float
    height: float

    def inset(self, across: float, down: float | None = None) -> Area:
        """Return the area without a border of `across` pixels at the sides, `down` above and below.

        Without `down` the border is the same on all sides.
        """
        down = across if down is None else down
        return self.inner(across, down, across, down)

    def inner(self, left: float, below: float, right: float, above: float) -> Area:
        """Return the area without a margin on each side."""
        return Area(
            self.x + left, self.y + below, self.width - left - right, self.height - below - above
        )

    def contains(self, x: float, y: float) -> bool:
        """Return whether a point is inside."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


class LayoutPart(NamedTuple):
    """Something in a row or column, and how much room it takes along it."""

    item: Item
    size: float | None = None
    """Pixels; None where it takes its share of what the others leave."""
    weight: float = 1.0
    """Its share of what is left among those that have no size."""
    share: float = 0.0
    """Its share of the whole length, in whole pixels; 0 where its size or weight holds."""


class LinearLayout(NamedTuple):
    """Parts side by side or one below the other."""

    parts: tuple[LayoutPart, ...]
    gap: float
    is_column: bool

    def sizes(self, length: float) -> list[float | None]:
        """Return the pixels of each part in a box of this length, None for a share of the rest."""
        return [round(length * part.share) if part.share else part.size for part in self.parts]

    def rest(self, length: float) -> float:
        """Return how many pixels of a length are left for the parts without a size."""
        sizes = self.sizes(length)
        return length - self.gap * (len(sizes) - 1) - sum(size or 0 for size in sizes)


class UniformGrid(NamedTuple):
    """Items of one size, row by row."""

    items: tuple[Item, ...]
    columns: int
    gap: float
    most: float
    rows: int
    middle: bool


class PaddedItem(NamedTuple):
    """An item with a border of so many pixels left and right, and above and below."""

    item: Item
    across: float
    down: float


Item: TypeAlias = Widget | LinearLayout | UniformGrid | PaddedItem | Callable[[Area], object]
"""A widget, a layout, or what draws itself into an area."""


def leave_empty(area: Area) -> None:
    """Take up room and show nothing."""


def if_shown(widget: Widget) -> Widget | None:
    """Return a widget as a part; None while it has no parent."""
    return None if widget.parent is None else widget


def with_size(item: Item | None, size: float) -> LayoutPart | None:
    """Return a part of so many pixels along its row or column; None where there is no item."""
    return None if item is None else LayoutPart(item, size)


def with_weight(item: Item | None, weight: float) -> LayoutPart | None:
    """Return a part that takes so many shares of what is left; None where there is no item."""
    return None if item is None else LayoutPart(item, weight=weight)


def hbox(*parts: Item | LayoutPart | None, gap: float | None = None) -> LinearLayout:
    """Return parts from left to right, with the usual gap or so many pixels between them."""
    return LinearLayout(_parts(parts), u(GAP) if gap is None else gap, is_column=False)


def vbox(*parts: Item | LayoutPart | None, gap: float | None = None) -> LinearLayout:
    """Return parts from top to bottom, with the usual gap or so many pixels between them."""
    return LinearLayout(_parts(parts), u(GAP) if gap is None else gap, is_column=True)


def grid(
    items: Iterable[Item],
    columns: int,
    *,
    gap: float | None = None,
    most: float = inf,
    rows: int = 0,
    middle: bool = False,
) -> UniformGrid:
    """Return items of one size, row by row from the top left, no higher than `most` pixels.

    The room they leave is below them, or with `middle` above and below. With `rows` there is room
    for so many rows, filled or not.
    """
    return UniformGrid(
        tuple(items),
        columns,
        gap=u(GAP) if gap is None else gap,
        most=most,
        rows=rows,
        middle=middle,
    )


def with_padding(item: Item, across: float, down: float | None = None) -> PaddedItem:
    """Return an item with a border, `across` left and right and `down` above and below.

    Both are pixels. Without `down` the border is the same on all sides.
    """
    return PaddedItem(item, across, across if down is None else down)


def centre(item: Item, width: float, height: float) -> Callable[[Area], None]:
    """Return an item of this size in the middle of its area."""

    def place(area: Area) -> None:
        left = area.x + (area.width - width) / 2
        arrange(item, Area(left, area.y + (area.height - height) / 2, width, height))

    return place


def split(first: Item, second: Item, share: float) -> LinearLayout:
    """Return two items side by side in a landscape window, one below the other in an upright one.

    The first one takes `share` of the width or the height, in whole pixels.
    """
    return LinearLayout(
        (LayoutPart(first, share=share), LayoutPart(second)), u(GAP), is_column=not is_landscape()
    )


class SpareRoom(Widget):
    """A page that can keep an area free for something that others show there.

    A subclass puts `spare_part` into its layout, and lays out again in `place`.
    """

    def __init__(self, **rest: Any) -> None:
        super().__init__(**rest)
        self.reserved = 0.0
        """Width of the area and the gap before it, in pixels; 0 without one."""
        self.spare = Area(0, 0, 0, 0)
        """The area that is kept free."""

    def reserve(self, width: float) -> None:
        """Keep so many pixels free, with the gap before them."""
        if width != self.reserved:
            self.reserved = width
            self.place()

    def spare_part(self, down: float) -> LayoutPart | None:
        """Return the area that is kept free as a part of a row, None without one.

        There are so many pixels above and below it.
        """
        free = with_padding(self._keep_free, 0, down) if self.reserved else None
        return with_size(free, self.reserved - u(GAP))

    def _keep_free(self, area: Area) -> None:
        self.spare = area

    def place(self, *_: Any) -> None:
        """Lay out all parts."""


def area_of(widget: Widget) -> Area:
    """Return the area of a widget."""
    return Area(*widget.pos, *widget.size)


def arrange(item: Item, area: Area | Widget) -> None:
    """Place an item and its content in an area or over a widget; no side is below one pixel."""
    if isinstance(area, Widget):
        area = area_of(area)
    if isinstance(item, Widget):
        # Sums of fractions miss a whole pixel by so little that letters would move by one.
        place_widget(item, *(round(number, 3) for number in area))
    elif isinstance(item, LinearLayout):
        # Each part gets its size, the first one at the top or on the left.
        length = area.height if item.is_column else area.width
        sizes, spare = item.sizes(length), item.rest(length)
        weights = sum(
            part.weight for part, size in zip(item.parts, sizes, strict=True) if size is None
        )
        begin = 0.0
        for part, fixed_size in zip(item.parts, sizes, strict=True):
            size = spare * part.weight / weights if fixed_size is None else fixed_size
            if item.is_column:
                arrange(part.item, Area(area.x, area.y + length - begin - size, area.width, size))
            else:
                arrange(part.item, Area(area.x + begin, area.y, size, area.height))
            begin += size + item.gap
    elif isinstance(item, UniformGrid):
        # All items get the same size, row by row from the top.
        rows = item.rows or -(-len(item.items) // item.columns) or 1
        width = (area.width - item.gap * (item.columns - 1)) / item.columns
        height = min((area.height - item.gap * (rows - 1)) / rows, item.most)
        spare = (area.height - rows * height - item.gap * (rows - 1)) / 2 if item.middle else 0
        top = area.y + area.height - spare
        for at, cell in enumerate(item.items):
            line, place = divmod(at, item.columns)
            left = area.x + place * (width + item.gap)
            arrange(cell, Area(left, top - (line + 1) * height - line * item.gap, width, height))
    elif isinstance(item, PaddedItem):
        arrange(item.item, area.inset(item.across, item.down))
    else:
        item(area)


def _parts(parts: Sequence[Item | LayoutPart | None]) -> tuple[LayoutPart, ...]:
    return tuple(
        part if isinstance(part, LayoutPart) else LayoutPart(part)
        for part in parts
        if part is not None
    )
