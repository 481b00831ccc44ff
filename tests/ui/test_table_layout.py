"""Test the picture of a table without a board: separate places, and targets large enough."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as some

from companion.ui.layout import Area
from companion.ui.widgets.cards.table_layout import TARGET, table_layout

AREAS = (
    (Area(0, 0, 416, 480), 1.0),
    (Area(8, 62, 646, 350), 1.0),
    (Area(0, 360, 720, 600), 1.6),
    (Area(8, 130, 704, 1010), 1.6),
    (Area(0, 0, 700, 800), 1.6),
)
"""Areas beside instructions, for targets and large, and the size of their units.

Windows are in landscape and upright.
"""
ROWS = some.lists(some.lists(some.booleans(), max_size=9), min_size=2, max_size=6)


def _inside(inner: Area, outer: Area) -> bool:
    across = inner.x >= outer.x - 0.1 and inner.x + inner.width <= outer.x + outer.width + 0.1
    return (
        across
        and inner.y >= outer.y - 0.1
        and inner.y + inner.height <= outer.y + outer.height + 0.1
    )


def _apart(one: Area, other: Area) -> bool:
    across = one.x + one.width <= other.x + 0.1 or other.x + other.width <= one.x + 0.1
    return across or one.y + one.height <= other.y + 0.1 or other.y + other.height <= one.y + 0.1


@given(some.sampled_from(AREAS), ROWS, some.booleans(), some.booleans())
def test_nothing_lies_over_anything_else(
    area: tuple[Area, float], rows: list[list[bool]], noted: bool, piles: bool
) -> None:
    """Keep cards and heads in their rows, rows in the picture, and all apart."""
    layout = table_layout(area[0], rows, noted, piles, area[1])
    plates = [row.plate for row in layout.rows]
    assert len(plates) == len(rows) and all(_inside(plate, area[0]) for plate in plates)
    assert all(
        _apart(*two)
        for two in combinations([*plates, *([layout.piles] if layout.piles is not None else [])], 2)
    )
    for row, cards in zip(layout.rows, rows, strict=True):
        assert len(row.cards) == len(cards) and all(_inside(card, row.plate) for card in row.cards)
        heads = [head for head in (row.name, row.note) if head.width > 0 and head.height > 0]
        assert all(_inside(head, row.plate) for head in heads)
        assert all(_apart(*two) for two in combinations([*heads, *row.cards], 2))


@given(
    some.sampled_from(AREAS),
    some.lists(some.lists(some.just(False), max_size=8), min_size=2, max_size=6),
    some.integers(0, 5),
    some.data(),
)
def test_a_finger_finds_what_it_may_touch(
    area: tuple[Area, float], rows: list[list[bool]], row: int, data: some.DataObject
) -> None:
    """Keep one or two lit cards in a row of eight as wide as a target."""
    chosen = rows[row % len(rows)]
    for at in data.draw(
        some.sets(some.integers(0, max(0, len(chosen) - 1)), min_size=1, max_size=2)
    ):
        if at < len(chosen):
            chosen[at] = True
    layout = table_layout(area[0], rows, True, False, area[1])
    for place, cards in zip(layout.rows, rows, strict=True):
        assert all(
            box.width >= (TARGET - 1) * area[1]
            for box, lit in zip(place.cards, cards, strict=True)
            if lit
        )
