"""Random faults of an emulated table, such as "corrupt=3%,unplug=30s,crash=60s,dirty=2%,half".

`read_faults` parses the words. A `Mangler` is a bad line: frames get lost, come twice or arrive
damaged.
"""

from __future__ import annotations

import re
from random import Random
from typing import Final

from companion.errors import TableError, did_you_mean
from companion.named_tuples import NamedTuple

CHANCE: Final = re.compile(r"(\d+(?:\.\d+)?)%")
TIMED: Final = {"unplug": "30s", "crash": "60s"}
"""The faults that have a time instead of a chance, each with an example."""
TIME: Final = re.compile(r"(\d+(?:\.\d+)?)s")
END: Final = b"\n"
LONGEST: Final = 240
"""Bytes that wait for the end of their frame: twice the longest frame. More are passed on."""


class Faults(NamedTuple):
    """Chances of 0-1 for each frame or each inserted card, and mean times in seconds (0: never)."""

    corrupt: float = 0.0
    """Chance of a damaged frame."""
    drop: float = 0.0
    """Chance of a lost frame."""
    duplicate: float = 0.0
    """Chance of a repeated frame."""
    unplug: float = 0.0
    """Mean time between two pulled cables of the whole table."""
    dirty: float = 0.0
    """Chance of a smudged card."""
    half: float = 0.0
    """Chance of a card that is not fully inserted."""
    crash: float = 0.0
    """Mean time between two chips that enter safe mode."""

    def line(self) -> bool:
        """Return whether frames have faults."""
        return self.corrupt + self.drop + self.duplicate > 0


USUAL: Final = Faults(
    corrupt=0.03, drop=0.01, duplicate=0.01, unplug=30.0, dirty=0.02, half=0.02, crash=60.0
)
"""The values of words without one."""


def read_faults(words: str) -> Faults:
    """Parse faults, separated by commas, with or without a value; none for "".

    Raises:
        TableError: A word is unknown or repeated, or its value is invalid.
    """
    found: dict[str, float] = {}
    for word in words.split(",") if words.strip() else ():
        name, equals, value = (part.strip() for part in word.partition("="))
        if name not in Faults._fields:
            raise TableError(_unknown(name))
        if name in found:
            raise TableError(f"faults: found {name} twice, expected it once; leave one out")
        found[name] = _value(name, value) if equals else getattr(USUAL, name)
    return Faults(**found)


def _unknown(name: str) -> str:
    return (
        f"faults: found {name!r}, expected some of {', '.join(Faults._fields)}, such as"
        f" corrupt=3%,unplug=30s{did_you_mean(name, Faults._fields)}"
    )


def _value(name: str, value: str) -> float:
    """Return per cent as a chance, or seconds."""
    form, example = (TIME, TIMED[name]) if name in TIMED else (CHANCE, "3%")
    match = form.fullmatch(value)
    number = float(match[1]) if match else -1.0
    if name in TIMED and number >= 0.1:
        return number
    if name not in TIMED and 0 <= number <= 100:
        return number / 100
    limits = "0.1 seconds or more" if name in TIMED else "0 to 100 per cent"
    raise TableError(
        f"faults: found {name}={value}, expected {limits}, written as {name}={example}"
    )


class Mangler:
    """One direction of a line. Without line faults it changes and delays nothing.

    All chance comes from `random`.
    """

    def __init__(self, faults: Faults, random: Random) -> None:
        self._faults, self._random = faults, random
        self._rest = b""

    def feed(self, data: bytes) -> bytes:
        """Return the bytes that come out now, in whole frames."""
        if not self._faults.line():
            return data
        *frames, rest = (self._rest + data).split(END)
        out = b"".join(self._carried(frame + END) for frame in frames)
        if len(rest) > LONGEST:
            out, rest = out + rest, b""
        self._rest = rest
        return out

    def cut(self) -> None:
        """Interrupt the line: waiting bytes are lost."""
        self._rest = b""

    def _carried(self, frame: bytes) -> bytes:
        if self._happens(self._faults.drop):
            return b""
        out = self._damaged(frame) if self._happens(self._faults.corrupt) else frame
        return out + frame if self._happens(self._faults.duplicate) else out

    def _happens(self, chance: float) -> bool:
        return chance > 0 and self._random.random() < chance

    def _damaged(self, frame: bytes) -> bytes:
        """Flip bits, cut the tail, cut a hole or add noise; the frame's end may be lost, too."""
        way = self._random.choice(
            (self._flipped, self._flipped, self._without_tail, self._with_hole, self._with_noise)
        )
        return way(frame)

    def _flipped(self, frame: bytes) -> bytes:
        damaged = bytearray(frame)
        for _ in range(self._random.randint(1, 3)):
            damaged[self._random.randrange(len(damaged))] ^= 1 << self._random.randrange(8)
        return bytes(damaged)

    def _without_tail(self, frame: bytes) -> bytes:
        return frame[: self._random.randrange(len(frame))]

    def _with_hole(self, frame: bytes) -> bytes:
        start = self._random.randrange(len(frame))
        return frame[:start] + frame[start + self._random.randint(1, 8) :]

    def _with_noise(self, frame: bytes) -> bytes:
        start = self._random.randrange(len(frame))
        return frame[:start] + self._random.randbytes(self._random.randint(1, 8)) + frame[start:]
