"""Soap: slows down as water does, and clanks turn twice as far on it (B7d, B10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Disc, Shape
from companion.engine.effects import Effect, Spin
from companion.engine.element import OUR_RULING, BoardView, PieceView, PlayView, register
from companion.engine.elements.water import PLACE, Slowing
from companion.engine.surfaces import pool
from companion.words import Text, sentences, text

_BUBBLES = tuple(
    shape
    for x, y, radius in (
        (0.34, 0.38, 0.17),
        (0.66, 0.6, 0.2),
        (0.32, 0.75, 0.1),
        (0.72, 0.24, 0.09),
    )
    for shape in (
        Disc((x, y), radius, "paper"),
        Disc((x, y), radius, "soap_dark", radius - 0.035),
        Disc((x + radius / 3, y + radius / 3), 0.03, "soap_dark"),
    )
)


@register
@dataclass(frozen=True, slots=True)
class Soap(Slowing):
    """A square with soap on it."""

    word = "soap"
    traits = frozenset({"soap"})
    noun = text("Soap")
    about = sentences(
        text(
            "A movement card that begins on soap loses its first square. Rotate cards turn twice "
            "as far: left and right become a half turn."
        ),
        OUR_RULING,
    )
    rule = "B10"
    example = "D4 soap"
    experimental = True
    lines: ClassVar[Mapping[str, int]] = {"plan": PLACE, "turned": 100}

    def title(self) -> Text:
        return text("Soap")

    def turned(self, piece: PieceView, quarters: int, view: PlayView) -> tuple[Effect, ...]:
        """Turn the piece by the same quarters again, so that a U-turn has no effect."""
        return (Spin(quarters, self.word, "B10"),)

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw pale lather with bubbles."""
        return (
            pool(self, board, "soap_dark", 0.03, 0.2),
            pool(self, board, "soap", 0.07, 0.17),
            *_BUBBLES,
        )
