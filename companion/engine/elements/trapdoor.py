"""Trapdoor: a pit in its registers, plain floor in the others (B4d, A4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Fall, Motion, Shape, Thrust, box, facing, shrunk
from companion.engine.causes import PIT
from companion.engine.drawing import number_band
from companion.engine.effects import Destroy, Effect
from companion.engine.element import (
    ANY,
    CARRIER,
    DEVICE,
    DEVICES,
    FLOOR,
    Beat,
    BoardView,
    Element,
    InRegisters,
    PieceView,
    PlayView,
    register,
)
from companion.engine.keys import EVERY_REGISTER, REGISTERS, Key, registers_words
from companion.geometry import Heading
from companion.words import Text, text

TRAPDOOR = "trapdoor"
"""The trait of floors that are pits while they are open. They lack the trait of pits, since they
may be crossed."""

STRIPES = 6
_SHAFT: tuple[Shape, ...] = (
    box(0.02, 0.02, 0.98, 0.98, "hazard"),
    *(
        box(low + n / STRIPES, y, low + (n + 0.5) / STRIPES, y + 0.1, "ink")
        for y, low in ((0.02, 0.02), (0.88, 0.06))
        for n in range(STRIPES - 1)
    ),
    box(0.07, 0.1, 0.93, 0.9, "pit"),
)
_WEST = (
    box(0.07, 0.1, 0.485, 0.9, "steel"),
    box(0.11, 0.14, 0.45, 0.86, "rail"),
    box(0.36, 0.44, 0.42, 0.56, "ink"),
)
_EAST = (
    box(0.515, 0.1, 0.93, 0.9, "steel"),
    box(0.55, 0.14, 0.89, 0.86, "rail"),
    box(0.58, 0.44, 0.64, 0.56, "ink"),
)
_OPENS = 0.36


def carries(element: Element, board: BoardView) -> bool:
    """Say whether a belt or gear is on a trapdoor."""
    return any(one.layer == CARRIER for square in element.covers() for one in board.at(square))


def brackets(size: float = 1) -> tuple[Shape, ...]:
    """Return the corners, the visible parts of a trapdoor under a belt."""
    corner = (
        box(0.02, 0.02, 0.3, 0.1, "ink"),
        box(0.02, 0.02, 0.1, 0.3, "ink"),
        box(0.04, 0.04, 0.28, 0.08, "hazard"),
        box(0.04, 0.04, 0.08, 0.28, "hazard"),
    )
    ends = ((0, 0), (0, size - 1), (size - 1, size - 1), (size - 1, 0))
    # The size of the corners stays.
    return tuple(
        shape
        for quarters, (east, north) in enumerate(ends)
        for shape in shrunk(facing(corner, quarters), 1, (0.5 + east, 0.5 + north))
    )


@register
@dataclass(frozen=True, slots=True)
class Trapdoor(InRegisters, Element):
    """A square of floor that opens downwards; the base of larger and slower ones."""

    registers: tuple[int, ...] = EVERY_REGISTER

    word = "trapdoor"
    layer = FLOOR
    drawn_among = DEVICE
    keys: ClassVar[tuple[Key, ...]] = (REGISTERS,)
    spreads = True
    traits = frozenset({TRAPDOOR, "harmful"})
    noun = text("Trapdoor")
    about = text(
        "A pit in its registers: a clank that enters then, or stands there as it opens, is "
        "destroyed. In the others it is plain floor."
    )
    rule = "B4d"
    example = "D4 trapdoor even"
    enters_by = ANY
    lines: ClassVar[Mapping[str, int]] = {"enter": 40}

    def title(self) -> Text:
        return text("Trapdoor, open in {registers}", registers=registers_words(self.active))

    def beats(self) -> tuple[Beat, ...]:
        return (DEVICES,)

    def enter(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Destroy a piece that enters while it is open."""
        return (Destroy(PIT, self.rule),)

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Destroy a piece that stands on it when it opens."""
        return (Destroy(PIT, "A4"),)

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw two leaves over a shaft, with their registers; only corners under a belt."""
        if carries(self, board):
            return *brackets(), *shrunk(self._numbers(), 0.7, (0.5, -0.06))
        return *_SHAFT, *_WEST, *_EAST, *self._numbers()

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        """Open the leaves, and swallow destroyed pieces."""
        if carries(self, board):
            return (Fall(120),)
        return (
            *_SHAFT,
            Thrust(_WEST, (-_OPENS, 0)),
            Thrust(_EAST, (_OPENS, 0)),
            *self._numbers(),
            Fall(120),
        )

    def _numbers(self) -> tuple[Shape, ...]:
        """Draw its registers unless it is open in all."""
        return number_band(self.registers, box(0.1, 0.63, 0.9, 0.89, "ink"), 0.76, 0.2, "paper")
