"""A line that damages frames: one direction of a cable with a bad plug, in milliseconds."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final, NamedTuple

HELD: Final = 900
"""Milliseconds for which a frame is held back at most."""


class Faults(NamedTuple):
    """The chances that a frame is damaged, comes twice, or is held back."""

    damage: float = 0.0
    twice: float = 0.0
    late: float = 0.0


QUIET: Final = Faults()


class NoisyLine:
    """Carry frames in one direction.

    `damaged` counts those that came out changed, or not at all.
    """

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
        """Return whether just this line was put in, not too long ago."""
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
        """Put in something that was never sent, as when a plug goes in."""
        self._coming.append(
            (now + 1, self.carried, self.chance.randbytes(self.chance.randrange(1, 200)))
        )

    def arrived(self, now: int) -> bytes:
        """Return what comes out at the other end at this moment."""
        ready = sorted(entry for entry in self._coming if entry[0] <= now)
        self._coming = [entry for entry in self._coming if entry[0] > now]
        return b"" if self.dead else b"".join(piece for _, _, piece in ready)

    @property
    def idle(self) -> bool:
        """Return whether nothing is on its way."""
        return not self._coming

    def _note(self, line: bytes) -> None:
        if len(self._young) > 20_000:
            self._young, self._old = set(), self._young
        self._young.add(line)

    def _fate(self, line: bytes) -> list[tuple[bytes, int]]:
        """Return the pieces of a frame that come out, each with its delay."""
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


# ---- Damage --------------------------------------------------------------------------------------


def flipped(line: bytes, other: bytes, chance: random.Random) -> bytes:
    """Flip one to four bits."""
    spoilt = bytearray(line)
    for _ in range(chance.randrange(1, 5)):
        spoilt[chance.randrange(len(line))] ^= 1 << chance.randrange(8)
    return bytes(spoilt)


def respelt(line: bytes, other: bytes, chance: random.Random) -> bytes:
    """Replace one letter by another that is valid in frames."""
    place = chance.randrange(1, len(line) - 1)
    return (
        line[:place]
        + bytes([chance.choice(b"0123456789abcdefABCDEF OEHPRSLT/")])
        + line[place + 1 :]
    )


def shortened(line: bytes, other: bytes, chance: random.Random) -> bytes:
    """Drop some bytes in the middle."""
    start = chance.randrange(len(line))
    return line[:start] + line[start + chance.randrange(1, 9) :]


def stuttered(line: bytes, other: bytes, chance: random.Random) -> bytes:
    """Repeat some bytes."""
    start = chance.randrange(len(line))
    return line[:start] + line[start : start + chance.randrange(1, 9)] + line[start:]


def swapped(line: bytes, other: bytes, chance: random.Random) -> bytes:
    """Swap two bytes."""
    spoilt = bytearray(line)
    one, two = chance.randrange(len(line)), chance.randrange(len(line))
    spoilt[one], spoilt[two] = spoilt[two], spoilt[one]
    return bytes(spoilt)


def cut(line: bytes, other: bytes, chance: random.Random) -> bytes:
    """Drop the end."""
    return line[: chance.randrange(len(line))]


def headless(line: bytes, other: bytes, chance: random.Random) -> bytes:
    """Drop the beginning."""
    return line[chance.randrange(1, len(line)) :]


def spliced(line: bytes, other: bytes, chance: random.Random) -> bytes:
    """Join the head of one frame with the tail of another."""
    return other[: chance.randrange(len(other) + 1)] + line[chance.randrange(1, len(line)) :]


def scrambled(line: bytes, other: bytes, chance: random.Random) -> bytes:
    """Put noise in the middle."""
    start = chance.randrange(len(line))
    return (
        line[:start]
        + chance.randbytes(chance.randrange(1, 12))
        + line[start + chance.randrange(4) :]
    )


def lost(line: bytes, other: bytes, chance: random.Random) -> bytes:
    """Drop all of it."""
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
