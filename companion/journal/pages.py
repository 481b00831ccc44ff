"""Read rows from the bytes of a SQLite file and its write-ahead log, however damaged.

This follows SQLite's published file format. A page of rows has its type in its first byte and lists
where its rows begin, so each page can be read without a directory, a root or a neighbour. A row is
a header of types followed by the values; a long row continues in a chain of overflow pages. The log
is a header followed by frames, each with one page as a transaction changed it.

SQLite drops everything from the first damaged frame on, since it cannot distinguish damage from a
transaction that a power cut interrupted. Here all frames count. `docs/decisions` says why SQLite's
own `.recover` does not replace this module.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from typing import Final

from companion.journal.disk import PAGE
from companion.named_tuples import NamedTuple

Value = None | int | float | str | bytes
_Pair = tuple[int, int]

_TABLE_ROWS: Final = 0x0D
_KEYED_ROWS: Final = 0x0A
_KEYED_BRANCH: Final = 0x02
_FIRST_HEADER: Final = 100
"""Bytes at the beginning of the first page that belong to the whole file."""
_LONGEST: Final = 1 << 24
"""Longest accepted row, in bytes."""
# The least and the most bytes of a long row that stay on its page, by the formulas of SQLite's file
# format for pages without reserved bytes; the most differs for keyed pages and pages of tables.
_LEAST: Final = (PAGE - 12) * 32 // 255 - 23
_MOST_KEYED: Final = (PAGE - 12) * 64 // 255 - 23
_MOST_TABLE: Final = PAGE - 35
# Bytes of a number by its type. Types 7, 8 and 9 are a float, 0 and 1; from 12 on, even types are
# bytes and odd ones text.
_WIDTHS: Final = (0, 1, 2, 3, 4, 6, 8)

# Magic number, version, page size, round, two salts, two sums.
_LOG_HEADER: Final = struct.Struct(">8I")
# Page number, pages of the file after the transaction (0 except in its last frame), the salts of
# the round, two running sums.
_FRAME_HEADER: Final = struct.Struct(">6I")
_STEP: Final = _FRAME_HEADER.size + PAGE
_MAGIC: Final = 0x377F0682
"""Its last bit says that the sums read numbers with the high byte first."""
_MASK: Final = 0xFFFFFFFF


class StoredRow(NamedTuple):
    """The values of one row."""

    id: int | None
    """The row id, None in a table with its own key."""
    values: tuple[Value, ...]


def rows(data: bytes, logged: bytes) -> Iterator[StoredRow]:
    """Yield every readable row of a file and its log, oldest first; later rows win.

    Unused pages are read, too, so old versions of a row may appear. Nonsense is skipped; nothing is
    raised.
    """
    whole = data.ljust(-(-len(data) // PAGE) * PAGE, b"\0")
    pages = {at // PAGE + 1: whole[at : at + PAGE] for at in range(0, len(whole), PAGE)}
    later = [
        (frame.page, logged[frame.start : frame.start + PAGE]) for frame in _current_frames(logged)
    ]
    latest = {**pages, **dict(later)}
    for page, image in (*pages.items(), *later):
        begin = _FIRST_HEADER if page == 1 else 0
        kind, count = image[begin], int.from_bytes(image[begin + 3 : begin + 5], "big")
        if kind not in (_TABLE_ROWS, _KEYED_ROWS, _KEYED_BRANCH):
            continue
        first = begin + (12 if kind == _KEYED_BRANCH else 8)
        # A damaged count must not lead beyond the page.
        for place in range(first, min(first + 2 * count, PAGE - 1), 2):
            at = int.from_bytes(image[place : place + 2], "big")
            try:
                yield _stored_row(kind, image, at, latest)
            except (IndexError, KeyError, ValueError, struct.error):
                continue


# ---- The log -------------------------------------------------------------------------------------


class _Frame(NamedTuple):
    """One page as a transaction changed it."""

    page: int
    ends: bool
    """Whether it is the transaction's last."""
    salts: _Pair
    sums: _Pair
    start: int
    """Offset of the page."""


def log_is_damaged(data: bytes) -> bool:
    """Return whether a log has lost something durable.

    That is a damaged frame, followed by a transaction that another one follows.
    """
    if len(data) < _LOG_HEADER.size + _STEP:
        return False
    # The header is on the disk before the first frame counts, so with frames after it, it was
    # valid.
    if not _header_is_sound(data):
        return True
    # The transaction being written may be torn: it was not confirmed. Each is on the disk before
    # the next begins.
    # Frames are sound as far as SQLite would use them: up to a wrong sum or an earlier round.
    header = _LOG_HEADER.unpack_from(data)
    magic, salts, sums, sound = header[0], header[4:6], header[6:8], _LOG_HEADER.size
    for frame in _frames(data):
        begin = frame.start - _FRAME_HEADER.size
        # Of a frame's own header only the first two numbers are in the sum.
        sums = _sums(data[begin : begin + 8] + data[frame.start : frame.start + PAGE], sums, magic)
        if frame.salts != salts or frame.sums != sums:
            break
        sound += _STEP
    rest = [frame for frame in _current_frames(data) if frame.start >= sound]
    first_end = next((place for place, frame in enumerate(rest) if frame.ends), len(rest))
    return first_end + 1 < len(rest)


def _current_frames(data: bytes) -> list[_Frame]:
    """Return all frames, damaged or not, of the round that the header names.

    If the header is damaged, the first frame's round counts. Each round begins at the front and
    changes the salts, so older frames after it are recognised.
    """
    frames = list(_frames(data))
    if not frames:
        return []
    salts = _LOG_HEADER.unpack_from(data)[4:6] if _header_is_sound(data) else frames[0].salts
    return [frame for frame in frames if frame.salts == salts and frame.page]


def _frames(data: bytes) -> Iterator[_Frame]:
    """Yield all frames except one that is cut off."""
    for start in range(_LOG_HEADER.size, len(data) - _STEP + 1, _STEP):
        page, size, salt, pepper, one, two = _FRAME_HEADER.unpack_from(data, start)
        yield _Frame(page, size != 0, (salt, pepper), (one, two), start + _FRAME_HEADER.size)


def _header_is_sound(data: bytes) -> bool:
    magic, *_, one, two = _LOG_HEADER.unpack_from(data)
    return magic & ~1 == _MAGIC and _sums(data[:24], (0, 0), magic) == (one, two)


def _sums(data: bytes, before: tuple[int, ...], magic: int) -> _Pair:
    """Return SQLite's sum: two numbers through all frames; `magic` tells the byte order."""
    one, two = before
    for even, odd in struct.iter_unpack(">II" if magic & 1 else "<II", data):
        one = (one + even + two) & _MASK
        two = (two + odd + one) & _MASK
    return one, two


# ---- Pages ---------------------------------------------------------------------------------------


def _stored_row(kind: int, image: bytes, at: int, pages: Mapping[int, bytes]) -> StoredRow:
    # A branch of a keyed table holds rows, too, each after the number of the page to its left.
    size, at = _varint(image, at + 4 if kind == _KEYED_BRANCH else at)
    id = None
    if kind == _TABLE_ROWS:
        id, at = _varint(image, at)
    most = _MOST_TABLE if kind == _TABLE_ROWS else _MOST_KEYED
    return StoredRow(id, _values(_payload(image, at, size, most, pages)))


def _payload(image: bytes, at: int, size: int, most: int, pages: Mapping[int, bytes]) -> bytes:
    """Return the bytes of a row, including those on overflow pages."""
    if not 0 < size <= _LONGEST:
        raise ValueError("no row is that long")
    if size <= most:
        return image[at : at + size]
    # The part on this page is chosen so that the last overflow page is full, if there is room.
    here = _LEAST + (size - _LEAST) % (PAGE - 4)
    here = here if here <= most else _LEAST
    parts, have = [image[at : at + here]], here
    following = int.from_bytes(image[at + here : at + here + 4], "big")
    # A circular chain ends, too: each page adds to a size that is limited.
    while have < size:
        page = pages[following]
        following = int.from_bytes(page[:4], "big")
        parts.append(page[4 : 4 + size - have])
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
    # The strictest test: bytes that are no row hardly ever fit exactly.
    if place != len(payload):
        raise ValueError("the values do not fill their row")
    return tuple(values)


def _value(payload: bytes, kind: int, at: int) -> tuple[Value, int]:
    """Return one value by its type, and the offset after it."""
    if kind == 0:
        return None, at
    if kind in (8, 9):
        return kind - 8, at
    if kind == 7:
        return float(struct.unpack_from(">d", payload, at)[0]), at + 8
    if kind < 7:
        return int.from_bytes(payload[at : at + _WIDTHS[kind]], "big", signed=True), at + _WIDTHS[
            kind
        ]
    if kind < 12:
        raise ValueError("no such type")
    end = at + (kind - 12) // 2
    if end > len(payload):
        raise ValueError("the value is longer than its row")
    return payload[at:end].decode() if kind % 2 else payload[at:end], end


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Return a number of one to nine bytes, and the offset after it."""
    value = 0
    for place in range(at, at + 8):
        byte = data[place]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, place + 1
    return value << 8 | data[at + 8], at + 9
