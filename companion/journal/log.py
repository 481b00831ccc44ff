"""SQLite's write-ahead log, read byte by byte: what is in it, and whether something in its middle is damaged.

SQLite itself drops everything from the first damaged frame on without a word, since it cannot tell damage from a transaction that a power
cut has interrupted. Here that is told apart: each transaction is on the disk before the next one begins.
"""
from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final, NamedTuple

from companion.journal.connecting import PAGE

# Magic number, version, size of a page, round, two salts, two sums.
_HEADER: Final = struct.Struct(">8I")
# Number of the page, pages of the file after the transaction (0 but at its end), the round's salts, two running sums.
_FRAME: Final = struct.Struct(">6I")
_STEP: Final = _FRAME.size + PAGE
_MAGIC: Final = 0x377F0682
"""The last bit says that the sums are taken over numbers with the high byte first."""
_MASK: Final = 0xFFFFFFFF

_Sums = tuple[int, int]


class Frame(NamedTuple):
    """One page as it became in a transaction; `ends` whether it is the transaction's last."""

    page: int
    ends: bool
    salts: _Sums
    sums: _Sums
    start: int


def images(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Every page that the log holds, oldest first, damaged or not, with its number; what an earlier round of the log left is not told.

    `data` is the log's bytes, the numbers count from 1. A frame that a power cut has cut off in its middle is not told.
    """
    for frame in _current(data):
        yield frame.page, data[frame.start:frame.start + PAGE]


def is_damaged(data: bytes) -> bool:
    """Whether something was lost that had been durable: a damaged frame, and after it a transaction to which another one follows."""
    if len(data) < _HEADER.size + _STEP:
        return False
    # The header is on the disk before the first frame counts, so with frames behind it it had been whole.
    if not _header_is_sound(data):
        return True
    # The transaction that was being written may be torn: nobody was told that it is durable. One that another follows was on the disk.
    sound = _sound_frames(data)
    rest = [frame for frame in _current(data) if frame.start >= _HEADER.size + sound * _STEP]
    first_end = next((place for place, frame in enumerate(rest) if frame.ends), len(rest))
    return first_end + 1 < len(rest)


def _current(data: bytes) -> list[Frame]:
    """All frames of the round that the header tells, or the first frame where the header is damaged.

    Each round begins at the front again and changes the salts, so that what still lies behind it is known as older.
    """
    frames = list(_frames(data))
    if not frames:
        return []
    salts = _HEADER.unpack_from(data)[4:6] if _header_is_sound(data) else frames[0].salts
    return [frame for frame in frames if frame.salts == salts and frame.page]


def _frames(data: bytes) -> Iterator[Frame]:
    for start in range(_HEADER.size, len(data) - _STEP + 1, _STEP):
        page, size, salt, pepper, one, two = _FRAME.unpack_from(data, start)
        yield Frame(page, size != 0, (salt, pepper), (one, two), start + _FRAME.size)


def _header_is_sound(data: bytes) -> bool:
    magic, *_, one, two = _HEADER.unpack_from(data)
    return magic & ~1 == _MAGIC and _sums(data[:24], (0, 0), magic) == (one, two)


def _sound_frames(data: bytes) -> int:
    """How many frames SQLite will believe: up to the first one whose sum is wrong, or that an earlier round has left."""
    header = _HEADER.unpack_from(data)
    magic, salts, sums, count = header[0], header[4:6], header[6:8], 0
    for frame in _frames(data):
        begin = frame.start - _FRAME.size
        # Of a frame's own header only the first two numbers are in the sum.
        sums = _sums(data[begin:begin + 8] + data[frame.start:frame.start + PAGE], sums, magic)
        if frame.salts != salts or frame.sums != sums:
            break
        count += 1
    return count


def _sums(data: bytes, before: tuple[int, ...], magic: int) -> _Sums:
    """SQLite's own sum: two numbers that run through all frames, the low or the high byte first as the magic number says."""
    one, two = before
    for even, odd in struct.iter_unpack(">II" if magic & 1 else "<II", data):
        one = (one + even + two) & _MASK
        two = (two + odd + one) & _MASK
    return one, two
