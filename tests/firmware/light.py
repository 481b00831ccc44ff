"""Views of sensors: samples of lit cells, and a reader's pins over a world of cards and hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import combinations
from typing import Final

from card_reader.sensors import AnalogPin, Delay, DigitalPin, SensorArrays

FULL: Final = 65535
LOWEST: Final = 5500
"""Samples without light, and with more than a sensor can resolve."""

WORDS: Final = tuple(
    sorted(
        sum(1 << bit for bit in bits)
        for weight in (3, 5)
        for bits in combinations(range(8), weight)
    )
)
"""All 112 valid words, by the rule and not by the code under test."""

PAPER, INK, BACK = 0.75, 0.07, 0.03
EMPTY_SLOT: Final[tuple[float, ...]] = (BACK,) * 8
ROOM: Final = (0.04,) * 8


def sample(light: float) -> int:
    """Return the converter's value for so much light, 1.0 being all that a sensor can resolve."""
    return round(FULL - (FULL - LOWEST) * min(1.0, max(0.0, light)))


def samples(cells: Sequence[float], ambient: Sequence[float] = ROOM) -> tuple[list[int], list[int]]:
    """Return samples without and with the slot's light of cells that reflect so much of it."""
    return [sample(light) for light in ambient], [
        sample(light + part) for light, part in zip(ambient, cells, strict=True)
    ]


def bits(code: int) -> list[int]:
    """Return a word's cells from the first to the last, 1 for white."""
    return [code >> (7 - cell) & 1 for cell in range(8)]


def card(code: int, paper: float = PAPER, ink: float = INK) -> tuple[float, ...]:
    """Return what the cells of a card reflect."""
    return tuple(paper if bit else ink for bit in bits(code))


class World:
    """Five slots with cards, the light around them, a handle, and the pins of a reader."""

    def __init__(self) -> None:
        self.slots = [EMPTY_SLOT] * 5
        self.ambient = ROOM
        self.pull, self.push, self.led = DigitalPin(), DigitalPin(), DigitalPin()
        self.address, self.bulbs = (
            [DigitalPin() for _ in range(4)],
            [DigitalPin() for _ in range(5)],
        )
        self.most_lit, self.scans, self.slept = 0, 0, 0.0
        self.rest()
        self.comb = SensorArrays(
            self.address, self.bulbs, [Sum(self, number) for number in range(3)], Counted(self)
        )

    def rest(self) -> None:
        """Release the handle: both switches open, so both pins high."""
        self.pull.value = self.push.value = True

    @contextmanager
    def pulled(self) -> Iterator[None]:
        """Hold the handle pulled."""
        self.pull.value = False
        yield
        self.rest()


class Counted(Delay):
    """Notes scans and their seconds instead of waiting."""

    def __init__(self, world: World) -> None:
        self._world = world

    def wait(self, seconds: float) -> None:
        """Count one more scan."""
        self._world.scans += 1
        self._world.slept += seconds


class Sum(AnalogPin):
    """The output of one multiplexer: the voltage of the addressed cell."""

    def __init__(self, world: World, number: int) -> None:
        self._world, self._number = world, number

    @property
    def value(self) -> int:
        """Return a sample of the chosen cell; an unconnected channel floats high."""
        world = self._world
        world.most_lit = max(world.most_lit, sum(bulb.value for bulb in world.bulbs))
        channel = self._number * 16 + sum(
            line.value << bit for bit, line in enumerate(world.address)
        )
        slot, cell = divmod(channel, 8)
        if slot > 4:
            return FULL
        return sample(
            world.ambient[cell] + (world.slots[slot][cell] if world.bulbs[slot].value else 0)
        )
