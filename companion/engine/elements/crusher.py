"""Crusher: destroys the clank on its square, in its registers (7.8 [E026])."""

from __future__ import annotations

from dataclasses import dataclass

from companion.art import Motion, Polygon, Shape, Thrust, box, facing, numerals
from companion.engine.causes import CRUSHER
from companion.engine.effects import Destroy, Effect
from companion.engine.element import (
    BOARD,
    DEVICE,
    Beat,
    BoardView,
    Element,
    InRegisters,
    PieceView,
    PlayView,
    register,
)
from companion.engine.keys import registers_key, registers_words
from companion.words import Text, text

CRUSHERS = Beat(BOARD, 150, "crushers", "7.8")
_CRUSH = (Destroy(CRUSHER, "7.8"),)

_JAW = (
    box(0.02, 0.68, 0.98, 0.99, "ink"),
    box(0.05, 0.71, 0.95, 0.99, "crusher"),
    *(
        Polygon(((n / 4 + 0.03, 0.7), (n / 4 + 0.22, 0.7), (n / 4 + 0.125, 0.55)), "steel")
        for n in range(4)
    ),
)
"""The upper jaw."""
_BITE = 0.17


@register
@dataclass(frozen=True, slots=True)
class Crusher(InRegisters, Element):
    """A press over a square; it stops neither movement nor beams."""

    registers: tuple[int, ...]

    word = "crusher"
    layer = DEVICE
    keys = (registers_key(None),)
    traits = frozenset({"crusher", "harmful"})
    # Everything on a square except floor and belts (2.3 [E188]).
    excludes = frozenset({"rotator", "pit", "start", "repair"})
    noun = text("Crusher")
    about = text(
        "Destroys the clank that stands on its square, in the registers marked on it. In the "
        "others it does nothing."
    )
    rule = "7.8"
    example = "E5 crusher registers=2,4"

    def title(self) -> Text:
        return text("Crusher, in {registers}", registers=registers_words(self.active))

    def beats(self) -> tuple[Beat, ...]:
        return (CRUSHERS,)

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Destroy the piece, powered down or not (8.2 [E134])."""
        return _CRUSH

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw two toothed jaws, the upper one with its registers."""
        return *facing(_JAW, 2), *self._upper()

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        return Thrust(facing(_JAW, 2), (0, _BITE)), Thrust(self._upper(), (0, -_BITE))

    def _upper(self) -> tuple[Shape, ...]:
        return *_JAW, *numerals(self.registers, 0.85, 0.19, "paper")
