"""Puddle: slows down as water does, and puts out fire (B7c, B32)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Disc, Shape
from companion.engine.effects import Effect
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
from companion.engine.elements.water import PLACE, eased, is_still
from companion.engine.surfaces import pool, wave
from companion.words import Text, sentences, text

_GLINTS = (
    wave(0.6, "water_dark", 0.05, 0.3, 0.6, 0.03),
    wave(0.42, "water_dark", 0.05, 0.45, 0.75, 0.03),
)
_DROPS = Disc((0.1, 0.12), 0.05, "water"), Disc((0.91, 0.86), 0.06, "water")


@register
@dataclass(frozen=True, slots=True)
class Puddle(Element):
    """A square with a little water; all elements with its trait put out fire."""

    word = "puddle"
    layer = FLOOR
    traits = frozenset({"water"})
    noun = text("Puddle")
    about = sentences(
        text(
            "A movement card that begins in it loses its first square. It puts out a burning clank."
        ),
        OUR_RULING,
    )
    rule = "B32"
    example = "D4 puddle"
    experimental = True
    spreads = True
    lines: ClassVar[Mapping[str, int]] = {"plan": PLACE}

    def title(self) -> Text:
        return text("Puddle")

    def plan(
        self, piece: PieceView, drive: Drive, view: PlayView
    ) -> tuple[Drive | None, tuple[Effect, ...]]:
        """Take a square off a card that begins here."""
        return eased(drive) if is_still(view, self.square) else drive, NO_EFFECTS

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a round sheet of water with floor around it, and drops."""
        return (
            pool(self, board, "water_dark", 0.12, 0.3),
            pool(self, board, "water", 0.17, 0.28),
            *_GLINTS,
            *_DROPS,
        )
