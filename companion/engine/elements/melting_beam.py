"""Melting beam: does damage, and locks the slot of the register by burning it (B23, D4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Band, Disc, Line, Motion, Polygon, Shape, bar, box, facing, moving
from companion.engine.drawing import stops
from companion.engine.effects import Effect, GiveStatus, Hurt
from companion.engine.element import FIRE, Beat, BoardView, PieceView, PlayView, register
from companion.engine.on_sides import CrossingBeam
from companion.engine.statuses import BURNT
from companion.words import SIDES, Text, text

MELTING_BEAMS = Beat(FIRE, 40, "melting beams", "D4")


_TORCH = (
    Polygon(
        ((0.14, 0.96), (0.14, 0.82), (0.34, 0.68), (0.66, 0.68), (0.86, 0.82), (0.86, 0.96)), "ink"
    ),
    Polygon(
        ((0.18, 0.96), (0.18, 0.84), (0.36, 0.71), (0.64, 0.71), (0.82, 0.84), (0.82, 0.96)), "rust"
    ),
    box(0.36, 0.64, 0.64, 0.73, "ink"),
    box(0.39, 0.67, 0.61, 0.71, "fire"),
    Disc((0.5, 0.83), 0.06, "fire"),
)
_FIRE = (
    box(0.3, 0, 0.7, 1, "ink"),
    Line(tuple((0.45 if n % 2 else 0.55, n / 12) for n in range(13)), "beam_melt", 0.07),
)
"""A running beam."""


@register
@dataclass(frozen=True, slots=True)
class MeltingBeam(CrossingBeam):
    """An emitter of heat."""

    word = "melting_beam"
    noun = text("Melting beam")
    about = text(
        "A clank that enters it, turns in it or stands in it takes 1 damage, and the slot "
        "of this register is locked at the next deal until damage is repaired."
    )
    rule = "B23"
    example = "D4 melting_beam S"
    lines: ClassVar[Mapping[str, int]] = {"enter": 230, "turned": 230}

    def title(self) -> Text:
        return text("Melting beam on the {side} side", side=SIDES[self.side])

    def beats(self) -> tuple[Beat, ...]:
        return (MELTING_BEAMS,)

    def struck(self, piece: PieceView, view: PlayView) -> tuple[Effect, ...]:
        """Damage a piece and burn its slot, on each square of the beam and for a rotate card."""
        return self._melt(piece, view, "B23")

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Damage a standing piece once more and burn its slot."""
        return self._melt(piece, view, "D4")

    def _melt(self, piece: PieceView, view: PlayView, rule: str) -> tuple[Effect, ...]:
        """Return one damage, and the burnt slot of this register if it is open."""
        hurt = Hurt(1, self.word, self.square, rule)
        burnt = {int(slot) for slot in view.wears(piece.seat, BURNT).split(",") if slot}
        # Only clanks are dealt cards.
        if piece.kind != "clank" or view.register in burnt or view.register in piece.locked:
            return (hurt,)
        slots = ",".join(map(str, sorted(burnt | {view.register})))
        return hurt, GiveStatus(BURNT, rule, value=slots)

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a torch on its wall and a jagged beam over all squares that it reaches."""
        far = len(self.reach(board))
        heights = (0.72, *stops(far, 0.62, 1 / 12), 1 - far)
        jagged = Line(
            tuple((0.5 + (0.05 if n % 2 else -0.05), y) for n, y in enumerate(heights)),
            "beam_melt",
            0.07,
        )
        return facing(
            (Line(((0.5, 0.72), (0.5, 1 - far)), "ink", 0.2), jagged, *_TORCH, *bar()), self.side
        )

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        """Let its teeth run along it."""
        far = len(self.reach(board))
        beam = Band(Line(((0.5, 0.72), (0.5, 1.0 - far)), "", 0.2), _FIRE, far - 0.28)
        return moving((beam, *_TORCH, *bar()), self.side)
