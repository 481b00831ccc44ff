"""Pit: destroys a clank that enters it (7.2.6, 7.4.5, 8.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Fall, Motion, Polygon, Shape, box, facing
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

_FALL = (Destroy(PIT, "7.2.6"),)

_STRIPES = 5
_RIM = (
    box(0, 0.84, 1, 1, "hazard"),
    *(
        Polygon(
            (
                (n / _STRIPES, 0.84),
                ((n + 0.5) / _STRIPES, 0.84),
                ((n + 1) / _STRIPES, 1),
                ((n + 0.5) / _STRIPES, 1),
            ),
            "ink",
        )
        for n in range(_STRIPES)
    ),
    box(0, 0.8, 1, 0.84, "pit_rim"),
)
"""The rim on the north side."""


@register
@dataclass(frozen=True, slots=True)
class Pit(Element):
    """A hole in the floor."""

    word = "pit"
    layer = FLOOR
    codes: ClassVar[Mapping[str, str]] = {"O": "pit"}
    spreads = True
    traits = frozenset({"pit", "deadly"})
    # A square is a pit or has a belt or rotator, and no pusher is at a pit (2.3 [E188]).
    excludes = frozenset({CARRIER, "pusher"})
    noun = text("Pit")
    about = text(
        "Destroys a clank that drives, is pushed or is carried into it, even in the middle of "
        "a move."
    )
    rule = "8.2"
    example = "D3 pit"
    enters_by = ANY

    def title(self) -> Text:
        return text("Pit")

    def enter(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Destroy the piece at any damage, before it can touch anything there.

        See 8.2 [E134], 7.11.4 [E114].
        """
        return _FALL

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw it black, with a striped rim on the sides where the hole ends."""
        # Neighbouring pits are one hole, and the rim goes around it.
        beyond = [board.next(self.square, side) for side in range(4)]
        rims = [
            side
            for side, square in enumerate(beyond)
            if square is None or not any("pit" in other.traits for other in board.at(square))
        ]
        return box(0, 0, 1, 1, "pit"), *(shape for side in rims for shape in facing(_RIM, side))

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        return (Fall(300),)
