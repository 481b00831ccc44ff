"""Puddle: slows down as water does, and puts out fire (B7c, B32)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.art import Disc, Shape
from companion.engine.element import OUR_RULING, BoardView, register
from companion.engine.elements.water import Slowing
from companion.engine.surfaces import pool, wave
from companion.words import Text, sentences, text

_GLINTS = (
    wave(0.6, "water_dark", 0.05, 0.3, 0.6, 0.03),
    wave(0.42, "water_dark", 0.05, 0.45, 0.75, 0.03),
)
_DROPS = Disc((0.1, 0.12), 0.05, "water"), Disc((0.91, 0.86), 0.06, "water")


@register
@dataclass(frozen=True, slots=True)
class Puddle(Slowing):
    """A square with a little water; all elements with its trait put out fire."""

    word = "puddle"
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

    def title(self) -> Text:
        return text("Puddle")

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a round sheet of water with floor around it, and drops."""
        return (
            pool(self, board, "water_dark", 0.12, 0.3),
            pool(self, board, "water", 0.17, 0.28),
            *_GLINTS,
            *_DROPS,
        )
