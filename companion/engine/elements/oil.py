"""Oil: slows down as water does, and a piece that comes to rest on it slides on (B7e, B31)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Disc, Shape
from companion.engine.causes import SLIDE
from companion.engine.effects import CARD_LONG, Effect, Remember, Shift, TakeSteps
from companion.engine.element import (
    NO_EFFECTS,
    STAY,
    TURN_CARD,
    BoardView,
    PieceView,
    PlayView,
    register,
)
from companion.engine.elements.water import PLACE, Slowing
from companion.engine.surfaces import pool
from companion.geometry import LARGEST, Heading
from companion.words import Text, text

SLID = "slid on oil"
"""Remembered of a piece for one card or beat: the direction in which it slid to the end of a slick.
"""
_SLIDES = tuple(
    (
        Remember(SLID, str(direction), CARD_LONG, "B31"),
        TakeSteps(Shift(direction, SLIDE, "", "B31", "B31"), 2 * LARGEST, on="oil"),
    )
    for direction in range(4)
)

_SHEEN = (
    Disc((0.47, 0.5), 0.3, "oil_sheen"),
    Disc((0.49, 0.52), 0.245, "energy"),
    Disc((0.51, 0.54), 0.19, "hazard"),
    Disc((0.53, 0.56), 0.13, "oil"),
    Disc((0.8, 0.22), 0.07, "oil_sheen"),
    Disc((0.8, 0.22), 0.035, "oil"),
)


@register
@dataclass(frozen=True, slots=True)
class Oil(Slowing):
    """A square of an oil slick."""

    word = "oil"
    traits = frozenset({"oil"})
    noun = text("Oil")
    about = text(
        "A movement that ends on oil slides on to the first square without oil. A movement card "
        "that begins on oil loses its first square."
    )
    rule = "B31"
    example = "D4 oil"
    rests_pushed = True
    lines: ClassVar[Mapping[str, int]] = {"plan": PLACE, "rest": 310}

    def title(self) -> Text:
        return text("Oil")

    def rest(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Slide the piece to the end of the slick, unless nothing moved it."""
        # After a stopped slide the next square of the slick is asked, too; the same obstacle still
        # stops the piece.
        if cause in (STAY, TURN_CARD) or (
            cause == SLIDE and view.recall(str(piece.seat), SLID) == str(direction)
        ):
            return NO_EFFECTS
        return _SLIDES[direction]

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a dark slick with rings of three colours."""
        return (
            pool(self, board, "oil_sheen", 0.04, 0.28),
            pool(self, board, "oil", 0.08, 0.25),
            *_SHEEN,
        )
