"""Repeater: a movement card that ends on it is executed again (B33)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Arc, Gear, Motion, Shape, box, chevron, on_circle, tip
from companion.engine.causes import PUSH
from companion.engine.effects import REGISTER_LONG, Effect, Remember, RepeatCard
from companion.engine.element import (
    DEVICE,
    MOVE,
    NO_EFFECTS,
    TURN_CARD,
    Beat,
    BoardView,
    Element,
    PieceView,
    PlayView,
    register,
)
from companion.engine.surfaces import device_shapes, is_carried
from companion.geometry import Heading
from companion.words import Text, text

REPEATS = Beat(MOVE, 330, "repeaters", "B33")
_ENDED = "ended on"

_PLATE = box(0.04, 0.04, 0.96, 0.96, "ink"), box(0.07, 0.07, 0.93, 0.93, "navy")
_ROUND = tuple(
    shape
    for start in (0, 180)
    for shape in (
        Arc((0.5, 0.5), 0.33, start + 15, start + 135, "arrow", 0.09),
        tip(on_circle((0.5, 0.5), 0.33, start + 148), start + 238, 0.24, "arrow"),
    )
)
_MOVE = chevron((0.5, 0.61), 0, 0.3, "paper"), chevron((0.5, 0.43), 0, 0.3, "paper")


@register
@dataclass(frozen=True, slots=True)
class Repeater(Element):
    """A plate that reads a card once more."""

    word = "repeater"
    layer = DEVICE
    traits = frozenset({"mover"})
    noun = text("Repeater")
    about = text(
        "After all moves, a clank whose movement card ended here executes it again; and again "
        "where it ends on a repeater, five times at most."
    )
    rule = "B33"
    example = "D4 repeater"
    lines: ClassVar[Mapping[str, int]] = {"rest": 330}

    def title(self) -> Text:
        return text("Repeater")

    def beats(self) -> tuple[Beat, ...]:
        return (REPEATS,)

    def rest(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Note where the card of a piece ended; pieces pushed here repeat nothing."""
        if cause in (TURN_CARD, PUSH):
            return NO_EFFECTS
        return (Remember(_ENDED, self.square, REGISTER_LONG, "B33"),)

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Execute the card once more, if the piece is still where its card ended."""
        if view.drove(piece.seat) and view.recall(str(piece.seat), _ENDED) == self.square:
            return (RepeatCard("B33"),)
        return NO_EFFECTS

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw two arrows in a ring around a double move, on a blue plate."""
        return device_shapes(self, board, (*_PLATE, *_ROUND, *_MOVE))

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        if is_carried(self, board):
            return ()
        return *_PLATE, Gear(_ROUND, 180), *_MOVE
