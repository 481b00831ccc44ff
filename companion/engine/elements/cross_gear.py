"""Cross gear: turns the piece on its hub and carries those on its four arms on (C13b)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.art import Arc, Bare, Disc, Gear, Motion, Shape, box, on_circle, tip
from companion.engine.causes import GEAR, ROTATOR
from companion.engine.drawing import four
from companion.engine.effects import Effect, Jump, Spin
from companion.engine.element import (
    CARRIER,
    NO_EFFECTS,
    Beat,
    BoardView,
    Element,
    ElementFault,
    PieceView,
    PlayView,
    register,
)
from companion.engine.elements.rotator import ROTATORS
from companion.engine.keys import word_key
from companion.geometry import LEFT, RIGHT, Square, neighbour, opposite, turn_heading
from companion.words import COMPASS, Text, text

_QUARTERS = {"cw": RIGHT, "ccw": LEFT}
_FAR = 1.42
"""The reach of its arms: not quite to the middle of the next square."""


@register
@dataclass(frozen=True, slots=True)
class CrossGear(Element):
    """A turntable with four arms that reach onto the neighbouring squares."""

    turn: str
    carry: str = "yes"

    word = "cross_gear"
    layer = CARRIER
    keys = (
        word_key(
            "turn", ("cw", "ccw"), None, "with the clock or against it", {"cw": "cw", "ccw": "ccw"}
        ),
        word_key("carry", ("yes", "no"), "yes", "whether its arms carry"),
    )
    noun = text("Cross gear")
    about = text(
        "Turns the clank on its hub a quarter, and carries the clanks on the four squares beside "
        "it to the next arm, turning them as well."
    )
    rule = "C13b"
    example = "D4 cross_gear cw"

    def title(self) -> Text:
        return (
            text("Cross gear, turns right") if self.turn == "cw" else text("Cross gear, turns left")
        )

    def beats(self) -> tuple[Beat, ...]:
        return (ROTATORS,)

    def reach(self, board: BoardView, register: int | None = None) -> tuple[Square, ...]:
        """Return its hub and, if they carry, its arms."""
        arms = (
            (board.next(self.square, direction) for direction in range(4))
            if self.carry == "yes"
            else ()
        )
        return (self.square, *(arm for arm in arms if arm is not None))

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Turn the piece on the hub a quarter, and carry one on an arm to the next arm.

        The carried piece turns a quarter, too. A room may have brought the gear to the border, so
        that an arm is off the board; no piece is carried there.
        """
        quarters = _QUARTERS[self.turn]
        if piece.square == self.square:
            return (Spin(quarters, ROTATOR, "C13b"),)
        arm = next(
            direction for direction in range(4) if neighbour(self.square, direction) == piece.square
        )
        target = view.board.next(self.square, turn_heading(arm, quarters))
        if target is None:
            return NO_EFFECTS
        # It arrives in the direction in which it would leave the arm before for the one after,
        # around the hub.
        return (Jump(target, opposite(arm), GEAR, "C13b", quarters=quarters),)

    def faults(self, board: BoardView) -> tuple[ElementFault, ...]:
        """Refuse arms off the board and obstacles between them and the hub."""
        faults = []
        for direction in range(4) if self.carry == "yes" else ():
            side, entry = COMPASS[direction], self.entry()
            if board.next(self.square, direction) is None:
                words = text(
                    "the {side} arm of the cross gear on {square} leaves the board: move it, or "
                    "write carry=no",
                    side=side,
                    square=self.square,
                )
                found = text('"{entry}", whose {side} arm leaves the board', entry=entry, side=side)
                expected = text("four arms on the board: move it, or write carry=no")
                faults.append(ElementFault(words, found, expected))
            elif (self.square, direction) in board.walls or (self.square, direction) in board.gates:
                words = text(
                    "a wall or mount stands between the cross gear on {square} and its {side} arm: "
                    "take it away, or write carry=no",
                    square=self.square,
                    side=side,
                )
                found = text(
                    '"{entry}" with a wall or mount before its {side} arm', entry=entry, side=side
                )
                expected = text(
                    "nothing between hub and arms: take the wall or mount away, or write carry=no"
                )
                faults.append(ElementFault(words, found, expected))
        return tuple(faults)

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a wheel with an arrow around its hub, and four arms.

        They are stumps if they do not carry.
        """
        return *self._arms(), *self._hub()

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        """Turn the arms by a quarter."""
        direction = 1 if self.turn == "cw" else -1
        around = ((0, 0), (0, 1), (1, 0), (0, -1), (-1, 0)) if self.carry == "yes" else ((0, 0),)
        return Bare(around), Gear(self._arms(), 90 * direction), *self._hub()

    def _arms(self) -> tuple[Shape, ...]:
        colour = "gear_right" if self.turn == "cw" else "gear_left"
        if self.carry == "no":
            return four((box(0.36, 0.5, 0.64, 0.98, "ink"), box(0.4, 0.5, 0.6, 0.94, colour)))
        arm = box(0.36, 0.5, 0.64, _FAR, "ink"), Disc((0.5, _FAR), 0.2, "ink")
        return *four(arm), *four(
            (
                box(0.4, 0.5, 0.6, _FAR, colour),
                Disc((0.5, _FAR), 0.16, colour),
                Disc((0.5, _FAR), 0.09, "ink"),
            )
        )

    def _hub(self) -> tuple[Shape, ...]:
        start, end, ahead, head = (
            (-150, 90, 128, 205) if self.turn == "cw" else (-90, 150, -128, -205)
        )
        arrow = (
            Arc((0.5, 0.5), 0.19, start, end, "paper", 0.1),
            tip(on_circle((0.5, 0.5), 0.19, ahead), head, 0.23, "paper"),
        )
        return Disc((0.5, 0.5), 0.34, "ink"), *arrow
