"""A clank, a copy or a ghost in the middle of play on an extended board."""

from __future__ import annotations

from typing import Final

from companion.engine.play import PlayPiece
from companion.engine.race_tables import Place
from companion.engine.state import Clank
from companion.geometry import ABOVE, Heading, Square

CLANK: Final = "clank"
COPY: Final = "copy"
GHOST: Final = "ghost"
COPIES: Final = 10
GHOSTS: Final = 20
"""Seat 10 + n is the copy of seat n, 20 + n its ghost."""


def kind_of(seat: int) -> str:
    """Return the kind of piece that a seat has."""
    return CLANK if seat < COPIES else COPY if seat < GHOSTS else GHOST


class ExtendedPiece(PlayPiece):
    """A `PlayPiece` with fields for extended boards.

    Its flags say what its statuses allow.
    """

    __slots__ = (
        "at",
        "bare",
        "cause",
        "direction",
        "drives",
        "fires",
        "flies",
        "grounded",
        "hit",
        "kind",
        "lit",
        "steps",
        "sunk",
    )
    kind: str
    at: list[PlayPiece | None]
    """The pieces of its own plane by place; a mover looks only there."""
    drives: bool
    fires: bool
    hit: bool
    lit: bool
    grounded: bool
    flies: bool
    sunk: bool
    bare: bool
    """Whether it has no status."""
    steps: int
    """The number of times that it came onto another square."""
    direction: Heading
    """The direction of its last movement."""
    cause: str
    """The cause of its last movement."""

    def __init__(
        self, clank: Clank, places: dict[Square, Place], at: list[PlayPiece | None]
    ) -> None:
        super().__init__(clank, places)
        self.kind = kind_of(clank.seat)
        self.at = at
        self.drives = self.fires = self.hit = self.lit = self.grounded = True
        self.flies = self.sunk = False
        self.bare = True
        self.steps, self.direction, self.cause = 0, clank.heading, ""

    @property
    def owner(self) -> int:
        """The seat of the clank that it is, or whose copy or ghost it is."""
        return self.seat % 10

    @property
    def is_above(self) -> bool:
        """Return whether it is on a bridge or a raised elevator."""
        return self.square.endswith(ABOVE)
