"""Copy machine: a clank that drives against its button gets a copy beyond the wall (B26)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Disc, Line, Shape, bar, box, facing
from companion.engine.causes import CARD
from companion.engine.effects import Effect, Spawn
from companion.engine.element import (
    MOUNT,
    NO_EFFECTS,
    OUR_RULING,
    BoardView,
    Element,
    PieceView,
    PlayView,
    register,
)
from companion.geometry import Heading
from companion.words import SIDES, Text, sentences, text

COPY = "copy"
FIRST_COPY = 10
"""The seat of a copy is its clank's seat plus ten."""


_MACHINE: tuple[Shape, ...] = (
    box(0.08, 0.64, 0.92, 0.96, "ink"),
    box(0.11, 0.67, 0.89, 0.96, "grave"),
    box(0.11, 0.67, 0.89, 0.71, "steel"),
    *(
        shape
        for x, y in ((0.64, 0.53), (0.72, 0.6))
        for shape in (
            box(x, y, x + 0.2, y + 0.27, "ink"),
            box(x + 0.025, y + 0.025, x + 0.175, y + 0.245, "paper"),
        )
    ),
    *(Line(((0.77, y), (0.87, y)), "ink", 0.03) for y in (0.68, 0.74, 0.8)),
    Disc((0.36, 0.7), 0.19, "ink"),
    Disc((0.36, 0.7), 0.16, "steel"),
    Disc((0.36, 0.7), 0.115, "goal"),
)


@register
@dataclass(frozen=True, slots=True)
class CopyMachine(Element):
    """A wall with a button on a side of its square."""

    side: Heading

    word = "copy_machine"
    layer = MOUNT
    sided = "side"
    noun = text("Copy machine")
    about = sentences(
        text(
            "A wall with a button. A clank that drives against it gets a copy beyond the wall, "
            "which plays the rest of its cards in this turn as well."
        ),
        OUR_RULING,
    )
    rule = "B26"
    example = "D4 copy_machine N"
    experimental = True
    lines: ClassVar[Mapping[str, int]] = {"blocks": 260, "bump": 260}

    def title(self) -> Text:
        return text("Copy machine on the {side} side", side=SIDES[self.side])

    def gates(self) -> tuple[Heading, ...]:
        """Return its side; a plain wall would not know which piece drives against it."""
        return (self.side,)

    def blocks(self, direction: Heading, cause: str, view: PlayView) -> bool:
        return True

    def bump(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Copy a clank that drives against the button to the square beyond.

        A clank has one copy at a time, and needs a free square for it.
        """
        # The button is on the side towards its own square.
        if cause != CARD or piece.kind != "clank" or piece.square != self.square:
            return NO_EFFECTS
        beyond = view.board.next(self.square, self.side)
        if beyond is None or view.standing(beyond) is not None or view.has(beyond, "turret"):
            return NO_EFFECTS
        if any(other.seat == piece.seat + FIRST_COPY for other in view.pieces()):
            return NO_EFFECTS
        return (Spawn(COPY, beyond, piece.heading, "B26"),)

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a machine on its wall with a large button and two sheets."""
        return facing((*_MACHINE, *bar()), self.side)
