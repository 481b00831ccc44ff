"""Rows from the bare pages of a SQLite file, whatever of it is still there: no directory, no root and no neighbour is needed.

After SQLite's published file format: a page of rows says what it is in its first byte and lists where its rows begin; a row is a header of
types and then the values; what does not fit goes on in a chain of overflow pages.
"""
from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from companion.journal.connecting import PAGE

Value = None | int | float | str | bytes

_TABLE_ROWS: Final = 0x0D
_KEYED_ROWS: Final = 0x0A
_KEYED_BRANCH: Final = 0x02
_FIRST_HEADER: Final = 100
"""Bytes at the beginning of the first page that belong to the whole file."""
_LONGEST: Final = 1 << 24
"""Bytes of the longest row that is believed."""
# How much of a long row stays on its page, by the formulas of SQLite's file format for pages without anything reserved: at least so much,
# and at most so much on keyed pages and on those of tables.
_LEAST: Final = (PAGE - 12) * 32 // 255 - 23
_MOST_KEYED: Final = (PAGE - 12) * 64 // 255 - 23
_MOST_TABLE: Final = PAGE - 35
# Bytes of a number by its type; types 7, 8 and 9 are a float, 0 and 1, and from 12 on even ones are bytes and odd ones text.
_WIDTHS: Final = (0, 1, 2, 3, 4, 6, 8)


class Row(NamedTuple):
    """The values of one row; `id` is its row id, or None for a row of a table that has a key of its own."""

    id: int | None
    values: tuple[Value, ...]


def rows(page: int, image: bytes, pages: Mapping[int, bytes]) -> Iterator[Row]:
    """Every row on a page that can be read; `pages` has what overflows. Nonsense is passed over, and never raises."""
    begin = _FIRST_HEADER if page == 1 else 0
    kind, count = image[begin], int.from_bytes(image[begin + 3:begin + 5], "big")
    if kind not in (_TABLE_ROWS, _KEYED_ROWS, _KEYED_BRANCH):
        return
    first = begin + (12 if kind == _KEYED_BRANCH else 8)
    # A damaged count must not lead beyond the page.
    for place in range(first, min(first + 2 * count, PAGE - 1), 2):
        try:
            yield _row(kind, image, int.from_bytes(image[place:place + 2], "big"), pages)
        except (IndexError, KeyError, ValueError, struct.error):
            continue


def _row(kind: int, image: bytes, at: int, pages: Mapping[int, bytes]) -> Row:
    # A branch of a keyed table holds rows, too, each behind the number of the page to its left.
    size, at = _varint(image, at + 4 if kind == _KEYED_BRANCH else at)
    id = None
    if kind == _TABLE_ROWS:
        id, at = _varint(image, at)
    most = _MOST_TABLE if kind == _TABLE_ROWS else _MOST_KEYED
    return Row(id, _values(_payload(image, at, size, most, pages)))


def _payload(image: bytes, at: int, size: int, most: int, pages: Mapping[int, bytes]) -> bytes:
    """The bytes of a row, those on overflow pages too."""
    if not 0 < size <= _LONGEST:
        raise ValueError("no row is that long")
    if size <= most:
        return image[at:at + size]
    # What stays here is chosen so that the last overflow page is full, as far as the page has room for it.
    here = _LEAST + (size - _LEAST) % (PAGE - 4)
    here = here if here <= most else _LEAST
    parts, have = [image[at:at + here]], here
    following = int.from_bytes(image[at + here:at + here + 4], "big")
    # A chain that has become a circle ends, too: each page brings it nearer to the size, which is limited.
    while have < size:
        page = pages[following]
        following = int.from_bytes(page[:4], "big")
        parts.append(page[4:4 + size - have])
        have += len(parts[-1])
    return b"".join(parts)


def _values(payload: bytes) -> tuple[Value, ...]:
    end, at = _varint(payload, 0)
    if end > len(payload):
        raise ValueError("the header is longer than its row")
    values: list[Value] = []
    place = end
    while at < end:
        kind, at = _varint(payload, at)
        value, place = _value(payload, kind, place)
        values.append(value)
    # The strictest test that there is: bytes that are no row hardly ever come out even.
    if place != len(payload):
        raise ValueError("the values do not fill their row")
    return tuple(values)


def _value(payload: bytes, kind: int, at: int) -> tuple[Value, int]:
    """One value by its type, and where the next one begins."""
    if kind == 0:
        return None, at
    if kind in (8, 9):
        return kind - 8, at
    if kind == 7:
        return float(struct.unpack_from(">d", payload, at)[0]), at + 8
    if kind < 7:
        return int.from_bytes(payload[at:at + _WIDTHS[kind]], "big", signed=True), at + _WIDTHS[kind]
    if kind < 12:
        raise ValueError("no such type")
    end = at + (kind - 12) // 2
    if end > len(payload):
        raise ValueError("the value is longer than its row")
    return payload[at:end].decode() if kind % 2 else payload[at:end], end


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where what follows it begins."""
    value = 0
    for place in range(at, at + 8):
        byte = data[place]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, place + 1
    return value << 8 | data[at + 8], at + 9
