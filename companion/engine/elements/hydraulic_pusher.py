"""Hydraulic pusher: pushes the piece on its square repeatedly, up to a wall (C12b)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.art import Bare, Motion, Shape, Thrust, bar, box, facing, moving, numerals, tip
from companion.engine.causes import PUSHER
from companion.engine.drawing import striped
from companion.engine.effects import Effect, Shift, TakeSteps
from companion.engine.element import Beat, BoardView, PieceView, PlayView, register
from companion.engine.elements.pusher import Pusher
from companion.engine.keys import EVERY_REGISTER, REGISTERS, registers_words
from companion.geometry import opposite
from companion.words import SIDES, Text, text

FARTHEST = 12
_PUSH = tuple(
    (TakeSteps(Shift(heading, PUSHER, "", "C12b", "C12b"), FARTHEST),) for heading in range(4)
)


# Longer than visible at rest: the part under the housing comes out with the plate.
_ROD = box(0.42, 0.3, 0.58, 0.96, "ink"), box(0.45, 0.3, 0.55, 0.96, "steel")
_CYLINDER = box(0.34, 0.45, 0.66, 1.08, "ink"), box(0.37, 0.48, 0.63, 1.08, "bronze_pale")
_PLATE = box(0.06, 0.13, 0.94, 0.32, "ink"), *striped(0.09, 0.16, 0.91, 0.29, 5)
_FAR = tip((0.34, 0.79), 180, 0.2, "paper"), tip((0.66, 0.79), 180, 0.2, "paper")
"""Shown in place of registers if it acts in all of them."""


@register
@dataclass(frozen=True, slots=True)
class HydraulicPusher(Pusher):
    """A pusher with a long piston on a side of its square."""

    registers: tuple[int, ...] = EVERY_REGISTER

    word = "hydraulic_pusher"
    keys = (REGISTERS,)
    traits = frozenset({"mover"})
    noun = text("Hydraulic pusher")
    about = text(
        "Pushes the clank on its square away from the wall it hangs on, square after square, until "
        "something stops the row."
    )
    rule = "C12b"
    example = "D4 hydraulic_pusher S odd"

    def title(self) -> Text:
        return text(
            "Hydraulic pusher on the {side} side, in {registers}",
            side=SIDES[self.side],
            registers=registers_words(self.active),
        )

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Push the piece away from the mount square by square, in rounds with all others."""
        return _PUSH[opposite(self.side)]

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a housing with its registers, a thick cylinder, and a striped plate."""
        return facing((*_ROD, *_CYLINDER, *_PLATE, *self._housing()), self.side)

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        """Extend the cylinder in two stages, with the plate beyond the square."""
        return moving(
            (
                Bare(),
                Thrust(_ROD, (0, -0.9)),
                Thrust(_CYLINDER, (0, -0.45)),
                Thrust(_PLATE, (0, -0.9)),
                *self._housing(),
            ),
            self.side,
        )

    def _housing(self) -> tuple[Shape, ...]:
        housing = box(0.04, 0.63, 0.96, 0.96, "ink"), box(0.07, 0.66, 0.93, 0.96, "bronze")
        if self.registers != EVERY_REGISTER:
            said = numerals(self.registers, 0.79, 0.2, "paper", self.side)
        else:
            said = _FAR
        return *housing, *said, *bar()
