"""Rotating room: a block of squares that turns with everything in it (C14)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.art import Arc, Disc, Gear, Line, Motion, Polygon, Shape, gear, on_circle, tip
from companion.engine.causes import GEAR
from companion.engine.drawing import move_shapes, plate
from companion.engine.effects import GAME_LONG, Effect, Jump, Remember
from companion.engine.element import (
    BOARD,
    DEVICE,
    OUR_RULING,
    Beat,
    BoardView,
    Element,
    ElementFault,
    InRegisters,
    PieceView,
    PlayView,
    register,
)
from companion.engine.keys import EVERY_REGISTER, REGISTERS, number_key, registers_words, word_key
from companion.geometry import ABOVE, LEFT, RIGHT, Square, block, column_row, square_name
from companion.words import Text, sentences, text

ROOMS = Beat(BOARD, 140, "rooms", "C14")
TURNED = "turned"
"""Under this word its present clockwise quarter turns are remembered."""
_QUARTERS = {"cw": RIGHT, "ccw": LEFT}


_CORNER = (0.3, 0.3)
"""The middle of the wheel, in the south-west."""


@register
@dataclass(frozen=True, slots=True)
class Room(InRegisters, Element):
    """A block of `size` by `size` squares, of which its own square is the south-west corner."""

    turn: str
    size: int = 3
    registers: tuple[int, ...] = EVERY_REGISTER

    word = "room"
    layer = DEVICE
    traits = frozenset({"room"})
    keys = (
        word_key(
            "turn", ("cw", "ccw"), None, "with the clock or against it", {"cw": "cw", "ccw": "ccw"}
        ),
        number_key("size", 2, 6, 3, "the length of its sides in squares"),
        REGISTERS,
    )
    noun = text("Rotating room")
    about = sentences(
        text(
            "The whole block turns a quarter, with all clanks and devices in it. Drawn walls "
            "stay. Turning with it does not count as entering a square."
        ),
        OUR_RULING,
    )
    rule = "C14"
    example = "B2 room cw size=3 odd"
    experimental = True
    remembers = TURNED

    def title(self) -> Text:
        if self.turn == "cw":
            return text(
                "Rotating room, turns right in {registers}", registers=registers_words(self.active)
            )
        return text(
            "Rotating room, turns left in {registers}", registers=registers_words(self.active)
        )

    def beats(self) -> tuple[Beat, ...]:
        return (ROOMS,)

    def covers(self) -> tuple[Square, ...]:
        return block(self.square, self.size)

    def minds(self, hook: str, board: BoardView, register: int) -> tuple[Square, ...]:
        """Return the whole block, and the bridges in it."""
        return *self.covers(), *(
            square + ABOVE for square in self.covers() if square + ABOVE in board.decks
        )

    def always(self, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Remember a quarter turn of the block, with or without pieces, for the whole game."""
        quarters = (int(view.recall(self.square, TURNED) or 0) + _QUARTERS[self.turn]) % 4
        return (Remember(TURNED, str(quarters) if quarters else "", GAME_LONG, "C14", self.square),)

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Move and turn the piece with the block; since the ground moves, it enters no square."""
        quarters = _QUARTERS[self.turn]
        square = self._round(piece.square.removesuffix(ABOVE), quarters)
        if piece.square.endswith(ABOVE):
            square += ABOVE
        return (Jump(square, piece.heading, GEAR, "C14", quarters=quarters, enters=False),)

    def redraw(self, elements: tuple[Element, ...], value: str) -> Iterable[Element]:
        """Turn all elements on squares of the block with it.

        The block itself stays, and so do drawn walls (`Wall.stays`).
        """
        inside, quarters = set(self.covers()), int(value or 0)

        def turned(one: Element) -> Element:
            """Return an element of the board at its present place."""
            # An element across the border of the block stays.
            if not inside.issuperset(one.covers()) or (
                isinstance(one, Room) and one.square == self.square
            ):
                return one
            return one.carried(self._round(one.square, quarters), quarters)

        return map(turned, elements)

    def _round(self, square: Square, quarters: int) -> Square:
        """Return where a square of the block is after clockwise quarter turns."""
        (column, row), (left, bottom) = column_row(square), column_row(self.square)
        east, north = column - left, row - bottom
        for _ in range(quarters % 4):
            east, north = north, self.size - 1 - east
        return square_name(left + east, bottom + north)

    def remembered(self, word: str, value: str) -> Text:
        if self.turn == "cw":
            return text(
                "turn the room whose south-west corner is {square} a quarter to the right, with "
                "everything on it",
                square=self.square,
            )
        return text(
            "turn the room whose south-west corner is {square} a quarter to the left, with "
            "everything on it",
            square=self.square,
        )

    def faults(self, board: BoardView) -> tuple[ElementFault, ...]:
        """Refuse rooms that overlap."""
        inside = set(self.covers())
        others = [
            one
            for one in board.elements
            if isinstance(one, Room) and one != self and not inside.isdisjoint(one.covers())
        ]
        return tuple(
            ElementFault(
                text(
                    "the rooms on {square} and {other} overlap: move one of them",
                    square=self.square,
                    other=other.square,
                ),
                text(
                    '"{entry}" over squares of "{other}"', entry=self.entry(), other=other.entry()
                ),
                text("rooms that do not overlap: move one of them, or make it smaller"),
            )
            for other in others
        )

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a double frame around the block with bent arrows, a wheel, and its registers.

        The wheel is in its own corner.
        """
        return *self._frame(), *self._wheel(), *self._said()

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        """Turn the wheel in the corner; people turn the block."""
        direction = 1 if self.turn == "cw" else -1
        bed, rim = self._wheel()
        return (
            *self._frame(),
            bed,
            Gear((rim,), 90 * direction, 30 * direction, _CORNER),
            *self._said(),
        )

    def _frame(self) -> tuple[Shape, ...]:
        low, high, middle = 0.08, self.size - 0.08, self.size / 2
        frame = tuple(
            Line(
                ((low, low), (high, low), (high, high), (low, high), (low, low), (high, low)),
                colour,
                width,
            )
            for colour, width in (("ink", 0.15), ("plum_pale", 0.09))
        )
        # An arrow head in the middle of each side shows how the block turns.
        turn = 90 if self.turn == "cw" else -90
        heads = tuple(
            tip((x, y), angle + turn, size, colour)
            for x, y, angle in (
                (middle, high, 0),
                (high, middle, 90),
                (middle, low, 180),
                (low, middle, 270),
            )
            for size, colour in ((0.42, "ink"), (0.28, "plum_pale"))
        )
        return *frame, *heads

    def _wheel(self) -> tuple[Shape, Shape]:
        rim = tuple(
            (x - 0.5 + _CORNER[0], y - 0.5 + _CORNER[1]) for x, y in gear(12, 0.21, 0.15, "").points
        )
        return Disc(_CORNER, 0.23, "ink"), Polygon(rim, "plum_pale")

    def _said(self) -> tuple[Shape, ...]:
        start, end, ahead, head = (
            (-150, 90, 128, 205) if self.turn == "cw" else (-90, 150, -128, -205)
        )
        arrow = (
            Arc(_CORNER, 0.075, start, end, "paper", 0.04),
            tip(on_circle(_CORNER, 0.075, ahead), head, 0.1, "paper"),
        )
        return Disc(_CORNER, 0.135, "ink"), *arrow, *move_shapes(plate(self.registers, 0.3), 0.52)
