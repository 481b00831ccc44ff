"""Tents: a sign with two sides that stands by itself, folded from one strip with a floor."""
from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from companion.press.folding import cut, folds, hatched, upside_down
from companion.press.leaves import CREAM
from companion.press.marks import Group, Mark, Plate


class Tent(NamedTuple):
    """The measures of a tent in millimetres: width, height of a side, depth of its floor, and of the flap that is glued.

    Floor and flap make the strip a closed triangle, which stands by itself.
    """

    width: float
    side: float
    floor: float
    flap: float

    @property
    def strip(self) -> float:
        """How long the strip is."""
        return self.flap + self.floor + 2 * self.side

    def marks(self, front: Iterable[Mark], back: Iterable[Mark]) -> tuple[Mark, ...]:
        """The strip from its lower end: flap, floor, front, and the back upside down; both sides are drawn from their lower left corner."""
        ground = self.flap + self.floor
        return (
            Plate(0, 0, self.width, ground, 0, CREAM), *hatched((0, 0, self.width, self.flap), "glue here", CREAM),
            Group(tuple(front), 0, ground), upside_down(back, self.width, ground + self.side, self.side),
            *folds(self.width, (self.flap, ground, ground + self.side)), cut(self.width, self.strip),
        )
