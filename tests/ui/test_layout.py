"""Rows, columns and grids share their area among their parts."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kivy.uix.widget import Widget

from companion.ui.layout import (
    Area,
    LayoutPart,
    area_of,
    arrange,
    centre,
    grid,
    hbox,
    leave_empty,
    split,
    vbox,
    with_padding,
    with_size,
    with_weight,
)
from companion.ui.theme import fit, u
from companion.ui.widgets.panel import ColumnBox, RowBox, add_all

HERE = Area(10, 20, 300, 100)


@pytest.fixture(autouse=True)
def wide() -> None:
    """Fit a window of 800×480, in which sizes are pixels."""
    fit(800, 480)


def placed(*areas: tuple[float, float, float, float]) -> list[Area]:
    """Return areas from tuples."""
    return [Area(*area) for area in areas]


def test_a_row_begins_on_the_left_and_a_column_at_the_top() -> None:
    """Give a part without a size the rest; put gaps between parts only."""
    one, two, three = Widget(), Widget(), Widget()
    arrange(hbox(with_size(one, 50), two, with_size(three, 30), gap=10), HERE)
    assert [area_of(part) for part in (one, two, three)] == placed(
        (10, 20, 50, 100), (70, 20, 200, 100), (280, 20, 30, 100)
    )
    arrange(vbox(with_size(one, 50), two, with_size(three, 30), gap=5), HERE)
    assert [area_of(part) for part in (one, two, three)] == placed(
        (10, 70, 300, 50), (10, 55, 300, 10), (10, 20, 300, 30)
    )


def test_weights_share_what_is_left_and_what_is_none_leaves_no_gap() -> None:
    """Share the rest by weights, without a gap for a missing part."""
    one, two = Widget(), Widget()
    arrange(hbox(None, one, with_size(None, 40), with_weight(two, 2), gap=30), HERE)
    assert [area_of(part) for part in (one, two)] == placed((10, 20, 90, 100), (130, 20, 180, 100))


def test_a_grid_is_read_like_a_book() -> None:
    """Fill rows from the top with limited heights, and leave the rest below or on both sides."""
    cells = [Widget() for _ in range(3)]
    arrange(grid(cells, 2, gap=20, most=30), HERE)
    assert [area_of(cell) for cell in cells] == placed(
        (10, 90, 140, 30), (170, 90, 140, 30), (10, 40, 140, 30)
    )
    arrange(grid(cells, 2, gap=20, most=30, middle=True), HERE)
    assert [cell.y for cell in cells] == [80, 80, 30]
    arrange(grid(cells, 3, gap=0, rows=4), HERE)
    assert [area_of(cell) for cell in cells] == placed(
        (10, 95, 100, 25), (110, 95, 100, 25), (210, 95, 100, 25)
    )


def test_beside_becomes_below_where_the_window_is_upright() -> None:
    """Put two parts side by side, or above each other in an upright window, in whole pixels."""
    one, two = Widget(), Widget()
    arrange(split(one, two, 0.333), HERE)
    assert one.width == 100 and two.x == 10 + 100 + u(8) and two.height == 100
    fit(450, 800)
    arrange(split(one, two, 0.333), HERE)
    assert one.height == 33 and one.y == 87 and area_of(two) == Area(10, 20, 300, 67 - u(8))


def test_padded_and_centred() -> None:
    """Place a part with a border or in the middle, of at least a pixel."""
    one = Widget()
    arrange(with_padding(one, 20, 5), HERE)
    assert area_of(one) == Area(30, 25, 260, 90)
    arrange(centre(one, 40, 10), HERE)
    assert area_of(one) == Area(140, 65, 40, 10)
    arrange(with_padding(one, 200), HERE)
    assert one.size == [1, 1]


def test_what_draws_itself_is_told_where() -> None:
    """Call a function with its area in place of a widget."""
    areas: list[Area] = []
    arrange(hbox(with_size(leave_empty, 100), areas.append, gap=0), HERE)
    assert areas == [Area(110, 20, 200, 100)]


@given(
    st.lists(st.tuples(st.sampled_from(("size", "weight")), st.integers(1, 40)), min_size=1),
    st.booleans(),
)
def test_parts_never_overlap_and_fill_all(given: list[tuple[str, int]], down: bool) -> None:
    """Fill a box with any stretching part; start each part a gap after the one before."""
    areas: list[Area] = []
    parts: list[LayoutPart] = [
        LayoutPart(areas.append, size=number)
        if kind == "size"
        else LayoutPart(areas.append, weight=number)
        for kind, number in given
    ]
    area = Area(0, 0, 5000, 5000)
    arrange((vbox if down else hbox)(*parts, gap=3), area)
    spans = [
        (5000 - one.y - one.height, one.height) if down else (one.x, one.width) for one in areas
    ]
    assert spans[0][0] == pytest.approx(0)
    for (begin, size), (following, _) in pairwise(spans):
        assert begin + size + 3 == pytest.approx(following)
    if any(kind == "weight" for kind, _ in given):
        assert sum(spans[-1]) == pytest.approx(5000)


class Wrapped(Widget):
    """A widget that covers a number of square pixels at any width."""

    needed: float = 3000

    def needed_height(self, width: float) -> float:
        return self.needed / width


def test_boxes_need_the_height_of_their_children_at_a_width() -> None:
    """Add up a column and take the highest of a row, with gaps, borders and shares of the width."""
    row, fixed = RowBox(gap=10, pad=5), Widget(size_hint_x=None, width=40)
    add_all(row, fixed, Wrapped(), Widget(size_hint_x=2))
    # 300 pixels without borders, gaps and the fixed width leave 230, a third of it for the words.
    assert row.needed_height(300) == pytest.approx(3000 / (230 / 3) + 10)
    column = ColumnBox(gap=6, pad=5)
    add_all(column, row, Widget(size_hint_y=None, height=50), Widget())
    assert column.needed_height(310) == pytest.approx(row.needed_height(300) + 50 + 2 * 6 + 10)
    assert ColumnBox(pad=5).needed_height(300) == RowBox(pad=5).needed_height(300) == 10


def test_what_is_left_in_a_box_is_what_its_part_without_a_size_gets() -> None:
    """Say what parts with sizes and shares leave of a length before anything is placed."""
    one, two = Widget(), Widget()
    box = vbox(with_size(one, 20), LayoutPart(Widget(), share=0.25), two, gap=5)
    arrange(box, HERE)
    assert area_of(two).height == box.rest(HERE.height) == 45
