"""Padded wall: a clank that drives against it from its padded square bounces back (B13)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Disc, Shape, bar, facing
from companion.engine.causes import BOUNCE, CARD
from companion.engine.effects import CARD_LONG, Effect, Remember, Shift, TakeSteps
from companion.engine.element import (
    NO_EFFECTS,
    OUR_RULING,
    BoardView,
    ElementFault,
    PieceView,
    PlayView,
    register,
)
from companion.engine.on_sides import Barrier
from companion.geometry import Heading, opposite
from companion.words import SIDES, Text, sentences, text

_BACK = tuple(Shift(heading, BOUNCE, "", "B13", "B13") for heading in range(4))
_BOUNCED = "bounced"


_CUSHIONS = tuple(
    Disc((0.125 + 0.25 * n, 0.88), radius, colour)
    for n in range(4)
    for radius, colour in ((0.15, "ink"), (0.12, "rust_pale"), (0.035, "ink"))
)


@register
@dataclass(frozen=True, slots=True)
class PaddedWall(Barrier):
    """A soft wall on a side of a padded square."""

    word = "padded_wall"
    noun = text("Padded wall")
    about = sentences(
        text(
            "A wall. A clank that drives against it from its padded square spends the rest of its "
            "card backwards, once for each card."
        ),
        OUR_RULING,
    )
    rule = "B13"
    example = "D4 padded_wall N"
    experimental = True
    lines: ClassVar[Mapping[str, int]] = {"blocks": 130, "bump": 130}

    def title(self) -> Text:
        return text("Padded wall on the {side} side", side=SIDES[self.side])

    def blocks(self, direction: Heading, cause: str, view: PlayView) -> bool:
        return True

    def bump(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Send the piece back for the squares left, the blocked one included.

        Only steps of a card count, those back from a repulsor included.
        """
        if (
            cause not in (CARD, BOUNCE)
            or piece.square != self.square
            or view.recall(str(piece.seat), _BOUNCED)
        ):
            return NO_EFFECTS
        return Remember(_BOUNCED, "1", CARD_LONG, "B13"), TakeSteps(
            _BACK[opposite(direction)], view.left
        )

    def faults(self, board: BoardView) -> tuple[ElementFault, ...]:
        """Refuse it without a padded square."""
        if any(one.word == "padded" for one in board.at(self.square)):
            return ()
        words = text(
            "the padded wall on {square} has no padding: put padded on its square",
            square=self.square,
        )
        found = text('"{entry}" without padding', entry=self.entry())
        return (
            ElementFault(
                words,
                found,
                text(
                    'a padded wall beside padding: write "{square} padded", too', square=self.square
                ),
            ),
        )

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a wall with a row of buttoned cushions on the inner face."""
        return facing((*_CUSHIONS, *bar(0.05)), self.side)
