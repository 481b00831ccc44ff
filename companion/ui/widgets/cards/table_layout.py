"""Lay out the cards of a table without a board: a plate for each row, its head, and its cards.

Nothing is drawn here: drawing and touches use the same boxes. Of all layouts the one with the
largest cards is chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.named_tuples import NamedTuple
from companion.ui.layout import Area

BREADTH, SLIM = 0.7, 0.46
"""Greatest and least width of a card as a share of its height: in a crowded row cards are slimmer,
and as high as all others."""
TALLEST: Final = 170
"""Greatest useful height of a card, as on the seven-inch panel."""
PAD, GAP, SEAM = 6, 4, 6
"""Room around the cards of a row, between them, and between rows, as on the seven-inch panel."""
BESIDE, ABOVE, LINE = 102, 27, 23
"""Width of a head beside its cards, height of one above them, and of a line of it, as on the
seven-inch panel."""
BROADEST: Final = 128
"""Width of a head beside its cards whose name is long, as on the seven-inch panel."""
WIDER: Final = 70
"""Extra width of a head beside cards that leave it, as on the seven-inch panel."""
PILES: Final = 38
"""Height of the line of piles, as on the seven-inch panel."""
FEWEST: Final = 5
"""A row has room for so many cards at least, so that the first ones of a game are no larger than
later ones."""
TARGET: Final = 48
"""Width of a card that can be touched, where there is room, as on the seven-inch panel."""
COLUMNS: Final = 3
"""More columns would be too narrow for words."""


class RowPlace(NamedTuple):
    """Boxes of one row."""

    plate: Area
    name: Area
    """The head: the sign with the name."""
    note: Area
    """The note, below or beside the name."""
    cards: tuple[Area, ...]


class RowHeadWidths(NamedTuple):
    """The widths in pixels that the head of a row needs."""

    name: float = 0.0
    """For the sign and the name."""
    note: float = 0.0
    """For the note, in its smallest letters."""


class TableLayout(NamedTuple):
    """Boxes of all rows and of the line of piles, None without one."""

    rows: tuple[RowPlace, ...]
    piles: Area | None


class _RowArrangement(NamedTuple):
    """A way to lay out the rows."""

    columns: int
    side_by_side: bool
    """Whether heads are beside their cards or above them."""


def table_layout(
    area: Area,
    rows: Sequence[Sequence[bool]],
    noted: bool,
    piles: bool,
    unit: float,
    heads: Sequence[RowHeadWidths] = (),
) -> TableLayout:
    """Lay out rows in an area of pixels.

    Args:
        area: The area of the table.
        rows: For each card of each row, whether it can be touched.
        noted: Whether rows have a note.
        piles: Whether there is a line of piles.
        unit: Size of one pixel of the seven-inch panel.
        heads: Widths that the heads of the rows need.
    """
    heads = heads or [RowHeadWidths()] * len(rows)
    named = max((head.name for head in heads), default=0.0)
    aside = min(BROADEST * unit, max(BESIDE * unit, named))
    low = PILES * unit + SEAM * unit if piles and rows else 0.0
    upper = Area(area.x, area.y + low, area.width, area.height - low)
    line = Area(area.x, area.y, area.width, PILES * unit) if piles else None
    if not rows:
        return TableLayout((), line)
    ways = [
        _RowArrangement(columns, beside)
        for columns in range(1, min(COLUMNS, len(rows)) + 1)
        for beside in (True, False)
    ]
    sizes = {
        way: _sizes(_plates(upper, len(rows), way, unit)[0], rows, way, noted, unit, aside)
        for way in ways
    }
    best = max(ways, key=lambda way: min(sizes[way].widths) + sum(sizes[way].widths) / len(rows))
    plates, size = _plates(upper, len(rows), best, unit), sizes[best]
    # Names get what cards leave; cards that can be touched may still grow.
    taken = max(
        max(FEWEST, len(cards)) * (width + GAP * unit)
        for cards, width in zip(rows, size.widths, strict=True)
    )
    if any(map(any, rows)):
        spare = 0.0
    else:
        spare = min(WIDER * unit, _room(plates[0], best, unit, aside).width - taken)
    placed = (
        _row_place(
            plate, cards, best, noted, (width, size.height), unit, aside, max(0.0, spare), head
        )
        for plate, cards, width, head in zip(plates, rows, size.widths, heads, strict=True)
    )
    return TableLayout(tuple(placed), line)


def _plates(area: Area, count: int, way: _RowArrangement, unit: float) -> tuple[Area, ...]:
    """Return a plate for each row, from the top left."""
    seam, lines = SEAM * unit, -(-count // way.columns)
    wide, high = (
        (area.width - seam * (way.columns - 1)) / way.columns,
        (area.height - seam * (lines - 1)) / lines,
    )
    top = area.y + area.height
    return tuple(
        Area(
            area.x + at % way.columns * (wide + seam),
            top - (at // way.columns + 1) * high - at // way.columns * seam,
            wide,
            high,
        )
        for at in range(count)
    )


def _room(plate: Area, way: _RowArrangement, unit: float, aside: float) -> Area:
    """Return the room of a plate for cards; `aside` is the width of a head beside them."""
    pad = PAD * unit
    return plate.inner(
        pad + (aside + pad) * way.side_by_side,
        pad,
        pad,
        pad + (0 if way.side_by_side else ABOVE * unit),
    )


class _Sizes(NamedTuple):
    """The height of all cards, and the width of those of each row."""

    height: float
    widths: tuple[float, ...]


def _sizes(
    plate: Area,
    rows: Sequence[Sequence[bool]],
    way: _RowArrangement,
    noted: bool,
    unit: float,
    aside: float,
) -> _Sizes:
    """Return how large cards can be; 0 where words have no room."""
    room, gap = _room(plate, way, unit, aside), GAP * unit
    words = (
        room.height >= (1 + noted) * LINE * unit if way.side_by_side else plate.width >= 150 * unit
    )
    each = [
        max(0.0, (room.width - (count - 1) * gap) / count) if words else 0.0
        for count in (max(FEWEST, len(cards)) for cards in rows)
    ]
    height = max(0.0, min(room.height, TALLEST * unit, min(each) / SLIM))
    return _Sizes(height, tuple(min(width, height * BREADTH) for width in each))


def _row_place(
    plate: Area,
    cards: Sequence[bool],
    way: _RowArrangement,
    noted: bool,
    size: tuple[float, float],
    unit: float,
    aside: float,
    spare: float,
    needs: RowHeadWidths,
) -> RowPlace:
    """Lay out one row.

    A head beside cards is `aside` and `spare` wide. Cards have a size and begin at the left; those
    that can be touched take from the others the width that a finger needs.
    """
    room, gap = _room(plate, way, unit, aside), GAP * unit
    pad, line = PAD * unit, LINE * unit
    if way.side_by_side:
        head = Area(plate.x + pad, plate.y + pad, aside + spare, plate.height - 2 * pad)
        room = room.inner(spare, 0, 0, 0)
        lines = line * (1 + noted)
        low = head.y + (head.height - lines) / 2
        name, note = (
            Area(head.x, low + line * noted, head.width, line),
            Area(head.x, low, head.width, line if noted else 0.0),
        )
    else:
        high = ABOVE * unit
        top = plate.y + plate.height - pad / 2 - high
        # A note is readable as a whole; a name may end in dots.
        wide = (
            max(high, min(needs.name, room.width - pad / 2 - needs.note)) if noted else room.width
        )
        name, note = (
            Area(room.x, top, wide, high),
            Area(room.x + wide + pad / 2, top, room.width - wide - pad / 2 if noted else 0.0, high),
        )
    width, height = size
    widths = _widths(cards, width, room.width - gap * (len(cards) - 1), TARGET * unit)
    low, left, found = room.y + (room.height - height) / 2, room.x, list[Area]()
    for wide in widths:
        found.append(Area(left, low, wide, height))
        left += wide + gap
    return RowPlace(plate, name, note, tuple(found))


def _widths(cards: Sequence[bool], width: float, room: float, target: float) -> list[float]:
    """Return the width of each card: as given, or enough for a finger if it can be touched.

    The others keep at least half of theirs.
    """
    if width >= target or not any(cards):
        return [width] * len(cards)
    lit = sum(cards)
    others = len(cards) - lit
    wide = min(target, (room - others * width / 2) / lit)
    if wide <= width:
        return [width] * len(cards)
    return [wide if one else min(width, (room - lit * wide) / max(1, others)) for one in cards]


def is_crowded(rows: Sequence[int]) -> bool:
    """Return whether rows of so many cards need more than half of a landscape window."""
    return len(rows) > 4 or max(rows, default=0) > FEWEST
