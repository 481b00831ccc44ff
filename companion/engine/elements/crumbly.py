"""Crumbly floor: a clank that turns on it sinks in (B18)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Line, Motion, Polygon, Shape, Thrust, box
from companion.engine.effects import Effect, End, GiveStatus
from companion.engine.element import (
    FLOOR,
    NO_EFFECTS,
    OUR_RULING,
    BoardView,
    Drive,
    Element,
    PieceView,
    PlayView,
    register,
)
from companion.engine.statuses import SUNK
from companion.words import Text, sentences, text

_SINK = (GiveStatus(SUNK, "B18"),)
_DIG = (End(SUNK, "B18"),)

_GAPS = box(0.02, 0.02, 0.98, 0.98, "ink")
_PLATES = (
    Polygon(((0.05, 0.95), (0.36, 0.95), (0.42, 0.7), (0.2, 0.58), (0.05, 0.66)), "bronze_pale"),
    Polygon(((0.41, 0.95), (0.95, 0.95), (0.95, 0.74), (0.7, 0.62), (0.47, 0.7)), "start"),
    Polygon(((0.05, 0.61), (0.2, 0.53), (0.34, 0.3), (0.22, 0.05), (0.05, 0.05)), "start"),
    Polygon(((0.25, 0.56), (0.44, 0.65), (0.67, 0.57), (0.6, 0.34), (0.4, 0.31)), "bronze_pale"),
    Polygon(((0.72, 0.57), (0.95, 0.69), (0.95, 0.3), (0.78, 0.22), (0.65, 0.34)), "start"),
    Polygon(((0.27, 0.05), (0.38, 0.26), (0.61, 0.29), (0.75, 0.17), (0.7, 0.05)), "bronze_pale"),
    Polygon(((0.75, 0.05), (0.8, 0.17), (0.95, 0.25), (0.95, 0.05)), "bronze_pale"),
)
_CRACKS = (
    Line(((0.56, 0.95), (0.6, 0.82), (0.74, 0.74)), "ink", 0.025),
    Line(((0.05, 0.3), (0.16, 0.27), (0.2, 0.14)), "ink", 0.025),
    Line(((0.44, 0.65), (0.49, 0.5), (0.44, 0.42)), "ink", 0.025),
    Line(((0.95, 0.47), (0.84, 0.45), (0.8, 0.35)), "ink", 0.025),
)


@register
@dataclass(frozen=True, slots=True)
class Crumbly(Element):
    """A square of brittle floor."""

    word = "crumbly"
    layer = FLOOR
    spreads = True
    traits = frozenset({"crumbly"})
    noun = text("Crumbly floor")
    about = sentences(
        text(
            "A clank that plays a rotate card here sinks in: beams pass over it, nothing moves "
            "it, and its next movement card only digs it out."
        ),
        OUR_RULING,
    )
    rule = "B18"
    example = "D4 crumbly"
    experimental = True
    lines: ClassVar[Mapping[str, int]] = {"plan": 60, "turned": 180}

    def title(self) -> Text:
        return text("Crumbly floor")

    def turned(self, piece: PieceView, quarters: int, view: PlayView) -> tuple[Effect, ...]:
        """Sink the piece after a rotate card."""
        return _SINK

    def plan(
        self, piece: PieceView, drive: Drive, view: PlayView
    ) -> tuple[Drive | None, tuple[Effect, ...]]:
        """Let a movement card only dig out a sunk piece; rotate cards turn it."""
        if drive.moves and view.wears(piece.seat, SUNK):
            return None, _DIG
        return drive, NO_EFFECTS

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw broken plates with black gaps between them."""
        return _GAPS, *_PLATES, *_CRACKS

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        """Shift the plates apart."""
        ways = (
            (-0.05, 0.05),
            (0.03, 0.06),
            (-0.06, -0.02),
            (0.0, -0.04),
            (0.06, 0.02),
            (0.0, -0.06),
            (0.05, -0.05),
        )
        return _GAPS, *(Thrust((plate,), way) for plate, way in zip(_PLATES, ways, strict=True))
