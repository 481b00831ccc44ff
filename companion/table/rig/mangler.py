"""A bad line: frames that get lost, come twice or arrive damaged, by chance."""
from __future__ import annotations

from random import Random
from typing import Final

from companion.table.rig.faults import Faults

END: Final = b"\n"
LONGEST: Final = 240
"""Bytes that wait for the end of their frame, twice what the longest has; more than that is no frame and goes on at once."""


class Mangler:
    """One direction of a line: bytes in, bytes out. All chance comes from `random`; without line faults nothing is changed or held back."""

    def __init__(self, faults: Faults, random: Random) -> None:
        self._faults, self._random = faults, random
        self._rest = b""

    def feed(self, data: bytes) -> bytes:
        """What comes out at the other end now, frame by frame; of a frame whose end has not come yet nothing does."""
        if not self._faults.line():
            return data
        *frames, rest = (self._rest + data).split(END)
        out = b"".join(self._carried(frame + END) for frame in frames)
        if len(rest) > LONGEST:
            out, rest = out + rest, b""
        self._rest = rest
        return out

    def cut(self) -> None:
        """The line was interrupted: what has not come out is lost."""
        self._rest = b""

    def _carried(self, frame: bytes) -> bytes:
        if self._happens(self._faults.drop):
            return b""
        out = self._damaged(frame) if self._happens(self._faults.corrupt) else frame
        return out + frame if self._happens(self._faults.duplicate) else out

    def _happens(self, chance: float) -> bool:
        return chance > 0 and self._random.random() < chance

    def _damaged(self, frame: bytes) -> bytes:
        """Flipped bits, a lost tail, a hole, or noise in the middle; the end of the frame may go with it."""
        way = self._random.choice((self._flipped, self._flipped, self._without_tail, self._with_hole, self._with_noise))
        return way(frame)

    def _flipped(self, frame: bytes) -> bytes:
        damaged = bytearray(frame)
        for _ in range(self._random.randint(1, 3)):
            damaged[self._random.randrange(len(damaged))] ^= 1 << self._random.randrange(8)
        return bytes(damaged)

    def _without_tail(self, frame: bytes) -> bytes:
        return frame[:self._random.randrange(len(frame))]

    def _with_hole(self, frame: bytes) -> bytes:
        start = self._random.randrange(len(frame))
        return frame[:start] + frame[start + self._random.randint(1, 8):]

    def _with_noise(self, frame: bytes) -> bytes:
        start = self._random.randrange(len(frame))
        return frame[:start] + self._random.randbytes(self._random.randint(1, 8)) + frame[start:]
