"""Pusher: pushes the clank on its square one square away from its mount (7.6)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.art import Motion, Shape, Thrust, bar, box, facing, moving, numerals
from companion.engine.causes import PUSHER
from companion.engine.effects import Effect, Shift
from companion.engine.element import BOARD, Beat, BoardView, PieceView, PlayView, register
from companion.engine.keys import registers_key, registers_words
from companion.engine.on_sides import Mount
from companion.geometry import opposite
from companion.words import SIDES, Text, text

PUSHERS = Beat(BOARD, 120, "pushers", "7.6")
# It spares nobody, so that clanks on belts are pushed, too (7.6.3 [E084]).
_PUSH = tuple((Shift(heading, PUSHER, "", "7.6.2", "7.6.3"),) for heading in range(4))

_MOUTH = box(0.04, 0.42, 0.96, 0.66, "ink")
# Longer than visible at rest: the part under the housing comes out with the plate.
_RODS = box(0.24, 0.5, 0.34, 0.94, "steel"), box(0.66, 0.5, 0.76, 0.94, "steel")
_PLATE = box(0.06, 0.42, 0.94, 0.55, "ink"), box(0.1, 0.45, 0.9, 0.52, "pusher")


@register
@dataclass(frozen=True, slots=True)
class Pusher(Mount):
    """A pusher on a side of its square."""

    registers: tuple[int, ...]

    word = "pusher"
    keys = (registers_key(None),)
    traits = frozenset({"pusher"})
    noun = text("Pusher")
    about = text(
        "Pushes the clank on its square one square away from the wall it hangs on, in the "
        "registers marked on it."
    )
    rule = "7.6"
    example = "C1 pusher S odd"

    def title(self) -> Text:
        return text(
            "Pusher on the {side} side, in {registers}",
            side=SIDES[self.side],
            registers=registers_words(self.active),
        )

    def beats(self) -> tuple[Beat, ...]:
        return (PUSHERS,)

    def active(self, register: int) -> bool:
        """Say whether it pushes: odd in 1, 3 and 5, even in 2 and 4, or as listed.

        See 7.6.1 [E081, E082].
        """
        return register in self.registers

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Push the clank one square away from the mount (7.6.2, 7.6.3 [E083-E086]).

        It pushes all clanks in the way. The claims of two pushers on one square cancel out (7.6.4
        [E184]).
        """
        return _PUSH[opposite(self.side)]

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a housing on its wall with its registers, two rods and a plate."""
        return facing((_MOUTH, *_RODS, *_PLATE, *self._housing()), self.side)

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        """Let the plate strike over the whole square."""
        return moving((_MOUTH, Thrust((*_RODS, *_PLATE), (0, -0.46)), *self._housing()), self.side)

    def _housing(self) -> tuple[Shape, ...]:
        housing = box(0.04, 0.63, 0.96, 0.96, "ink"), box(0.07, 0.66, 0.93, 0.96, "pusher_body")
        return *housing, *numerals(self.registers, 0.79, 0.2, "paper", self.side), *bar()
