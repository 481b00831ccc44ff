"""Turret: shoots, pushes or pulls the first clank in a line that turns with the registers (D2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.art import Arc, Disc, Gear, Motion, Shape, box, facing, gear, tip
from companion.engine.causes import BEAM, DRAW
from companion.engine.drawing import by_way, four, striped
from companion.engine.effects import NOBODY, Effect, Hurt, Shift
from companion.engine.element import (
    CARRIER,
    DEVICE,
    FIRE,
    FLOOR,
    NO_EFFECTS,
    OUR_RULING,
    Beat,
    BoardView,
    Element,
    PieceView,
    PlayView,
    register,
)
from companion.engine.keys import EVERY_REGISTER, REGISTERS, word_key
from companion.engine.statuses import FLYING, SUNK
from companion.geometry import LEFT, RIGHT, Heading, Square, opposite, turn_heading
from companion.words import WAYS, Text, sentences, text

TURRETS = Beat(FIRE, 20, "turrets", "D2")
_TURNS = {"cw": RIGHT, "ccw": LEFT, "none": 0}
_MOVE = tuple((Shift(heading, DRAW, NOBODY, "D2", "D2"),) for heading in range(4))


_TEETH = 16
_BASE = (
    box(0, 0, 1, 1, "ink"),
    *four(striped(0, 0.95, 1, 1, 8)),
    box(0.05, 0.05, 0.95, 0.95, "grave"),
)
_RIM = gear(_TEETH, 0.29, 0.24, "ink")
_BARRELS: dict[str, tuple[Shape, ...]] = {
    # One damage: a muzzle; away: a ram; closer: a claw.
    "damage": (
        box(0.4, 0.5, 0.6, 0.77, "ink"),
        box(0.44, 0.5, 0.56, 0.74, "laser"),
        Disc((0.5, 0.48), 0.09, "ink"),
    ),
    "push": (
        box(0.44, 0.5, 0.56, 0.7, "ink"),
        box(0.3, 0.67, 0.7, 0.77, "ink"),
        box(0.33, 0.69, 0.67, 0.75, "hazard"),
        tip((0.5, 0.52), 0, 0.26, "ink"),
    ),
    "pull": (
        box(0.44, 0.5, 0.56, 0.6, "ink"),
        Arc((0.5, 0.69), 0.1, 50, 310, "ink", 0.1),
        Arc((0.5, 0.69), 0.1, 55, 305, "hazard", 0.05),
        tip((0.5, 0.48), 180, 0.26, "ink"),
    ),
}


@register
@dataclass(frozen=True, slots=True)
class Turret(Element):
    """A turret that fills its square."""

    heading: Heading
    """The direction in which it points in register 1."""
    mode: str = "damage"
    turn: str = "cw"
    registers: tuple[int, ...] = EVERY_REGISTER

    word = "turret"
    layer = DEVICE
    sided = "heading"
    keys = (
        word_key(
            "mode",
            ("damage", "push", "pull"),
            "damage",
            "what it does: one damage, or one square away, or one closer",
        ),
        word_key(
            "turn",
            ("cw", "ccw", "none"),
            "cw",
            "which way it turns from register to register",
            {"cw": "cw", "ccw": "ccw"},
        ),
        REGISTERS,
    )
    # Nobody can stand there, as in a pit.
    traits = frozenset({"turret", "pit", "harmful"})
    excludes = frozenset({FLOOR, CARRIER, DEVICE})
    noun = text("Turret")
    about = sentences(
        text(
            "No clank enters its square. It turns a quarter each register and hits the first clank "
            "in its line: 1 damage, a square away, or a square closer."
        ),
        OUR_RULING,
    )
    rule = "D2"
    example = "D4 turret N mode=damage"
    experimental = True
    lines: ClassVar[Mapping[str, int]] = {"blocks": 990}

    def title(self) -> Text:
        return _TITLES[self.mode](WAYS[self.heading])

    def beats(self) -> tuple[Beat, ...]:
        return (TURRETS,)

    def gates(self) -> tuple[Heading, ...]:
        return 0, 1, 2, 3

    def blocks(self, direction: Heading, cause: str, view: PlayView) -> bool:
        """Stop every piece, since nobody can be inside; beams and shots pass over it."""
        return cause != BEAM

    def reach(self, board: BoardView, register: int | None = None) -> tuple[Square, ...]:
        """Return its line in a register, from the next square to a wall; all its lines for None."""
        if register is None:
            registers = self.registers
        elif register in self.registers:
            registers = (register,)
        else:
            registers = ()
        ways = dict.fromkeys(map(self.points, registers))
        return tuple(
            square
            for direction in ways
            for square in board.beam(self.square, direction, register)[1:]
        )

    def points(self, register: int) -> Heading:
        """Return where it points in a register."""
        return turn_heading(self.heading, _TURNS[self.turn] * (register - 1))

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Act on the first piece in its line by its mode."""
        if piece.seat not in self._first(view):
            return NO_EFFECTS
        if self.mode == "damage":
            return (Hurt(1, self.word, self.square, "D2"),)
        direction = self.points(view.register)
        return _MOVE[direction if self.mode == "push" else opposite(direction)]

    def _first(self, view: PlayView) -> frozenset[int]:
        """Return the seats of the first in its line.

        That is the solid piece of the first occupied square, or all virtual ones there.
        """
        standing: dict[Square, list[PieceView]] = {}
        for piece in view.pieces():
            # Ghosts are not shot, flyers are out of its reach, and shots pass over sunk pieces.
            if (
                piece.kind != "ghost"
                and not view.wears(piece.seat, FLYING)
                and not view.wears(piece.seat, SUNK)
            ):
                standing.setdefault(piece.square, []).append(piece)
        for square in self.reach(view.board, view.register):
            if square in standing:
                solid = view.standing(square)
                return frozenset(
                    (solid.seat,)
                    if solid in standing[square] and solid
                    else (piece.seat for piece in standing[square])
                )
        return frozenset()

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a cogged dome on a striped base, its barrel in its first direction.

        Its registers are at the sides to which it points in them.
        """
        return *_BASE, _RIM, *self._dome()

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        """Turn the rim under the dome, if it turns."""
        direction = {"cw": 1, "ccw": -1, "none": 0}[self.turn]
        if direction:
            return *_BASE, Gear((_RIM,), 90 * direction, 360 / _TEETH * direction), *self._dome()
        return ()

    def _dome(self) -> tuple[Shape, ...]:
        numbers = by_way(
            ((register, self.points(register)) for register in self.registers), 0.855, 0.14, "ink"
        )
        return (
            Disc((0.5, 0.5), 0.22, "ink"),
            Disc((0.5, 0.5), 0.19, "steel"),
            *facing(_BARRELS[self.mode], self.heading),
            *numbers,
        )


_TITLES = {
    "damage": lambda direction: text("Turret, first to the {way}", way=direction),
    "push": lambda direction: text("Pushing turret, first to the {way}", way=direction),
    "pull": lambda direction: text("Pulling turret, first to the {way}", way=direction),
}
