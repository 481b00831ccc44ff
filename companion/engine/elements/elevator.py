"""Elevator: takes clanks one level up, and down again (B3b)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.art import Motion, Polygon, Shape, Thrust, box, numerals, tip
from companion.engine.causes import CRUSHER, FALL, JUMP, SLIDE
from companion.engine.effects import NOBODY, Destroy, Effect, Jump, Shift
from companion.engine.element import (
    DEVICE,
    DEVICES,
    NO_EFFECTS,
    OUR_RULING,
    Beat,
    BoardView,
    Element,
    PieceView,
    PlayView,
    register,
)
from companion.engine.keys import EVERY_REGISTER, REGISTERS, registers_listed
from companion.engine.statuses import SUNK
from companion.geometry import ABOVE, Square
from companion.words import Text, sentences, text

_ASIDE = tuple((Shift(direction, SLIDE, NOBODY, "B3b", "B3b"),) for direction in range(4))
_CRUSHED = (Destroy(CRUSHER, "B3b"),)

_SHAFT = (
    box(0.05, 0.05, 0.95, 0.95, "ink"),
    *(
        Polygon(((x, y), (x + dx, y), (x, y + dy)), "hazard")
        for x, dx in ((0.07, 0.24), (0.93, -0.24))
        for y, dy in ((0.07, 0.24), (0.93, -0.24))
    ),
)
_CABIN = (
    box(0.11, 0.11, 0.89, 0.89, "ink"),
    box(0.14, 0.14, 0.86, 0.86, "pusher"),
    tip((0.5, 0.72), 0, 0.2, "ink"),
    tip((0.5, 0.28), 180, 0.2, "ink"),
)


@register
@dataclass(frozen=True, slots=True)
class Elevator(Element):
    """A platform that is up in `registers`."""

    registers: tuple[int, ...] = EVERY_REGISTER

    word = "elevator"
    layer = DEVICE
    keys = (REGISTERS._replace(about="the registers in which it is up"),)
    traits = frozenset({"deck"})
    excludes = frozenset({"deck"})
    noun = text("Elevator")
    about = sentences(
        text(
            "Goes up with the clank on it in the registers marked on it, and down in the others. "
            "When it comes down, a clank beneath is moved or destroyed."
        ),
        OUR_RULING,
    )
    rule = "B3b"
    example = "D4 elevator registers=2,4"
    experimental = True

    def title(self) -> Text:
        return text("Elevator, up in {registers}", registers=registers_listed(self.registers))

    def beats(self) -> tuple[Beat, ...]:
        return (DEVICES,)

    def minds(self, hook: str, board: BoardView, register: int) -> tuple[Square, ...]:
        """Act on pieces on it and on pieces beneath."""
        return (self.square, self.square + ABOVE) if hook == "act" else self.covers()

    def above(self, register: int) -> bool:
        return register in self.registers

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Take the piece up or down with it, or push one beneath aside."""
        up, high = self.above(view.register), piece.square != self.square
        if high:
            return NO_EFFECTS if up else (Jump(self.square, piece.heading, FALL, "B3b"),)
        # At the start of the race it is down, unless a piece was put on it up there.
        before = view.register - 1 or len(EVERY_REGISTER)
        was_up = view.standing(self.square + ABOVE) is not None or (
            (view.turn, view.register) != (1, 1) and self.above(before)
        )
        # A piece sunk into the floor stays in it.
        if up == was_up or (up and view.wears(piece.seat, SUNK)):
            return NO_EFFECTS
        if up:
            return (Jump(self.square + ABOVE, piece.heading, JUMP, "B3b", enters=False),)
        return self._aside(piece, view)

    def _aside(self, piece: PieceView, view: PlayView) -> tuple[Effect, ...]:
        """Move the piece beneath to the first free side without a barrier, else destroy it.

        A piece that is held on the square is destroyed, too.
        """
        holding = [one for one in view.board.at(self.square) if one.active(view.register)]
        for direction in range(4):
            if view.wears(piece.seat, SUNK) or any(
                one.holds(piece, direction, SLIDE, view) for one in holding
            ):
                break
            beyond = view.board.next(self.square, direction)
            if (
                beyond is not None
                and view.passable(self.square, direction, SLIDE)
                and not view.occupied(beyond, piece)
            ):
                return _ASIDE[direction]
        return _CRUSHED

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a platform in its shaft with arrows, and the registers in which it is up."""
        return *_SHAFT, *self._cabin()

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        return *_SHAFT, Thrust(self._cabin(), (0, 0.14))

    def _cabin(self) -> tuple[Shape, ...]:
        return *_CABIN, *(
            () if self.registers == EVERY_REGISTER else numerals(self.registers, 0.5, 0.16, "ink")
        )
