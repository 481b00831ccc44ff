"""A line that spoils what it carries: one direction of a cable with a bad plug, in milliseconds that the test counts."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final, NamedTuple

HELD: Final = 900
"""Milliseconds for which a frame is held back at most."""


class Faults(NamedTuple):
    """With what chance a frame is damaged, comes twice, or is held back and let through late."""

    damage: float = 0.0
    twice: float = 0.0
    late: float = 0.0


QUIET: Final = Faults()


class NoisyLine:
    """Carries frames in one direction. `damaged` counts those that did not come out as they went in, the ones that were lost included."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.faults = QUIET
        self.dead = False
        self.damaged = self.carried = 0
        self._coming: list[tuple[int, int, bytes]] = []
        self._last = b""
        self._young: set[bytes] = set()
        self._old: set[bytes] = set()

    def was_sent(self, line: bytes) -> bool:
        """Whether just this line was put in, not too long ago."""
        return line in self._young or line in self._old

    def send(self, data: bytes, now: int) -> None:
        """Put some whole frames in."""
        for line in data.splitlines(keepends=True):
            self.carried += 1
            self._note(line)
            for piece, delay in self._fate(line):
                self._coming.append((now + delay, self.carried, piece))
            self._last = line

    def noise(self, now: int) -> None:
        """Something that nobody sent, as when a plug goes in."""
        self._coming.append(
            (now + 1, self.carried, self.chance.randbytes(self.chance.randrange(1, 200)))
        )

    def arrived(self, now: int) -> bytes:
        """What comes out at the other end at this moment."""
        ready = sorted(entry for entry in self._coming if entry[0] <= now)
        self._coming = [entry for entry in self._coming if entry[0] > now]
        return b"" if self.dead else b"".join(piece for _, _, piece in ready)

    @property
    def idle(self) -> bool:
        """Whether nothing is under way."""
        return not self._coming

    def _note(self, line: bytes) -> None:
        if len(self._young) > 20_000:
            self._young, self._old = set(), self._young
        self._young.add(line)

    def _fate(self, line: bytes) -> list[tuple[bytes, int]]:
        """What becomes of a frame: the pieces that come out, each with its delay."""
        drawn = self.chance.random()
        if self.dead or drawn < self.faults.damage:
            spoilt = (
                b"" if self.dead else self.chance.choice(DAMAGES)(line, self._last, self.chance)
            )
            self.damaged += spoilt != line
            return [(spoilt, 3)]
        if drawn < self.faults.damage + self.faults.twice:
            return [(line, 3), (line, self.chance.randrange(3, HELD))]
        if drawn < self.faults.damage + self.faults.twice + self.faults.late:
            return [(line, self.chance.randrange(3, HELD))]
        return [(line, 3)]


# ---- Damage ------------------------------------------------------------------------------------------------------------


def flipped(line: bytes, other: bytes, chance: random.Random) -> bytes:
    """One to four bits fall over."""
    spoilt = bytearray(line)
    for _ in range(chance.randrange(1, 5)):
        spoilt[chance.randrange(len(line))] ^= 1 << chance.randrange(8)
    return bytes(spoilt)


def respelt(line: bytes, other: bytes, chance: random.Random) -> bytes:
    """One letter becomes another that a frame might have there."""
    place = chance.randrange(1, len(line) - 1)
    return (
        line[:place]
        + bytes([chance.choice(b"0123456789abcdefABCDEF OEHPRSLT/")])
        + line[place + 1 :]
    )


def shortened(line: bytes, other: bytes, chance: random.Random) -> bytes:
    """Some bytes in the middle are lost."""
    start = chance.randrange(len(line))
    return line[:start] + line[start + chance.randrange(1, 9) :]


def stuttered(line: bytes, other: bytes, chance: random.Random) -> bytes:
    """Some bytes come twice."""
    start = chance.randrange(len(line))
    return line[:start] + line[start : start + chance.randrange(1, 9)] + line[start:]


def swapped(line: bytes, other: bytes, chance: random.Random) -> bytes:
    """Two bytes change places."""
    spoilt = bytearray(line)
    one, two = chance.randrange(len(line)), chance.randrange(len(line))
    spoilt[one], spoilt[two] = spoilt[two], spoilt[one]
    return bytes(spoilt)


def cut(line: bytes, other: bytes, chance: random.Random) -> bytes:
    """The rest of it never comes."""
    return line[: chance.randrange(len(line))]


def headless(line: bytes, other: bytes, chance: random.Random) -> bytes:
    """Its beginning never came."""
    return line[chance.randrange(1, len(line)) :]


def spliced(line: bytes, other: bytes, chance: random.Random) -> bytes:
    """The head of one frame on the tail of another."""
    return other[: chance.randrange(len(other) + 1)] + line[chance.randrange(1, len(line)) :]


def scrambled(line: bytes, other: bytes, chance: random.Random) -> bytes:
    """Noise in the middle."""
    start = chance.randrange(len(line))
    return (
        line[:start]
        + chance.randbytes(chance.randrange(1, 12))
        + line[start + chance.randrange(4) :]
    )


def lost(line: bytes, other: bytes, chance: random.Random) -> bytes:
    """Nothing of it comes."""
    return b""


DAMAGES: Final[tuple[Callable[[bytes, bytes, random.Random], bytes], ...]] = (
    flipped,
    respelt,
    shortened,
    stuttered,
    swapped,
    cut,
    headless,
    spliced,
    scrambled,
    lost,
)
