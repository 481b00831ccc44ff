"""Repulsor: throws back pieces that would cross it (B14)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Shape, box, chevron, facing
from companion.engine.causes import BEAM, BOUNCE, CARD, CARRIED, PUSH, THROW
from companion.engine.effects import CARD_LONG, Effect, Remember, Shift, TakeSteps
from companion.engine.element import NO_EFFECTS, BoardView, PieceView, PlayView, register
from companion.engine.keys import number_key
from companion.engine.on_sides import Barrier
from companion.geometry import HEADINGS, Heading, opposite
from companion.words import SIDES, Text, text

_BACK = tuple(Shift(heading, BOUNCE, "", "B14", "B14") for heading in range(4))
_COUNTED = frozenset({CARD, BOUNCE, THROW})
"""The causes of movements with squares left to count."""


_LINE = box(0.0, 0.955, 1.0, 1.045, "ink"), box(0.03, 0.98, 0.97, 1.02, "plum_pale")


@register
@dataclass(frozen=True, slots=True)
class Repulsor(Barrier):
    """A field on a side of its square that lets no piece cross, from either side."""

    force: int = 1

    word = "repulsor"
    keys = (number_key("force", 1, 2, 1, "2 doubles the way back"),)
    noun = text("Repulsor")
    about = text(
        "Throws back clanks that drive across it: they go the rest of their squares the other "
        "way. Belts carry across it and beams pass, pushes do not."
    )
    rule = "B14"
    example = "D4 repulsor N"
    lines: ClassVar[Mapping[str, int]] = {"blocks": 140, "bump": 140}

    def title(self) -> Text:
        if self.force == 2:
            return text("Strong repulsor on the {side} side", side=SIDES[self.side])
        return text("Repulsor on the {side} side", side=SIDES[self.side])

    def blocks(self, direction: Heading, cause: str, view: PlayView) -> bool:
        """Stop pieces except those that a belt carries."""
        return cause != BEAM and cause not in CARRIED

    def bump(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Send the piece back for the squares left, the blocked one included.

        Movements without any go back one square.
        """
        if cause == PUSH:
            return NO_EFFECTS
        left = max(1, view.left) if cause in _COUNTED else 1
        # Between two repulsors a piece might go back and forth for ever: a second meeting with no
        # fewer squares left ends it.
        met = f"repulsor {self.square} {HEADINGS[self.side]} {piece.square}"
        before = view.recall(str(piece.seat), met)
        if before and left >= int(before):
            return NO_EFFECTS
        return Remember(met, str(left), CARD_LONG, "B14"), TakeSteps(
            _BACK[opposite(direction)], left * self.force
        )

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a thin line with arrow heads away from it on both sides.

        A strong one has two rows of them.
        """
        rows = (0.16,) if self.force == 1 else (0.13, 0.25)
        heads = tuple(
            chevron((x, 1 + way * far), 90 - 90 * way, size, colour)
            for size, colour in ((0.25, "ink"), (0.18, "plum_pale"))
            for way in (-1, 1)
            for far in rows
            for x in (0.2, 0.5, 0.8)
        )
        return facing((*_LINE, *heads), self.side)
