"""Drain: a pit by another name (B4a)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Disc, Fall, Motion, Polygon, Shape, on_circle
from companion.engine.causes import PIT
from companion.engine.effects import Destroy, Effect
from companion.engine.element import (
    ANY,
    CARRIER,
    FLOOR,
    BoardView,
    Element,
    PieceView,
    PlayView,
    register,
)
from companion.geometry import Heading
from companion.words import Text, text

_FALL = (Destroy(PIT, "B4a"),)

_TICKS = tuple(
    Polygon(
        (
            on_circle((0.5, 0.5), 0.36, angle),
            on_circle((0.5, 0.5), 0.46, angle - 8),
            on_circle((0.5, 0.5), 0.46, angle + 16),
        ),
        "ink",
    )
    for angle in range(0, 360, 30)
)
_HOLE: tuple[Shape, ...] = (
    Disc((0.5, 0.5), 0.48, "ink"),
    Disc((0.5, 0.5), 0.46, "hazard"),
    *_TICKS,
    Disc((0.5, 0.5), 0.37, "pit_rim"),
    Disc((0.5, 0.5), 0.34, "pit"),
)


@register
@dataclass(frozen=True, slots=True)
class Drain(Element):
    """A round hole in the floor."""

    word = "drain"
    layer = FLOOR
    spreads = True
    traits = frozenset({"pit", "deadly"})
    excludes = frozenset({CARRIER})
    noun = text("Drain")
    about = text(
        "Destroys a clank that drives, is pushed or is carried into it, even in the middle of "
        "a move."
    )
    rule = "B4a"
    example = "D4 drain"
    enters_by = ANY
    lines: ClassVar[Mapping[str, int]] = {"enter": 40}

    def title(self) -> Text:
        return text("Drain")

    def enter(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Destroy the piece before it can touch anything on the square."""
        return _FALL

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a round black hole in a striped ring."""
        return _HOLE

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        return (Fall(540),)
