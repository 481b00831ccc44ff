"""Air shaft: blows every piece in its line one square away (C3)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.art import (
    Disc,
    Gear,
    Line,
    Motion,
    Polygon,
    Shape,
    bar,
    box,
    facing,
    moving,
    on_circle,
    tip,
)
from companion.engine.causes import DRAW
from companion.engine.drawing import mounted, stops
from companion.engine.effects import NOBODY, Effect, Shift
from companion.engine.element import (
    BOARD,
    OUR_RULING,
    Beat,
    BoardView,
    InRegisters,
    PieceView,
    PlayView,
    register,
)
from companion.engine.keys import EVERY_REGISTER, REGISTERS, number_key, registers_words
from companion.engine.on_sides import Mount
from companion.geometry import Square, opposite
from companion.words import SIDES, Text, sentences, text

AIR_SHAFTS = Beat(BOARD, 30, "air shafts", "C3")
_BLOW = tuple((Shift(heading, DRAW, NOBODY, "C3", "C3"),) for heading in range(4))


_MIDDLE = (0.5, 0.77)
_HOUSING = (
    box(0.1, 0.58, 0.9, 0.97, "ink"),
    box(0.13, 0.61, 0.87, 0.97, "pusher_body"),
    Disc(_MIDDLE, 0.19, "ink"),
)
_FAN = tuple(
    Polygon(
        (
            _MIDDLE,
            on_circle(_MIDDLE, 0.17, angle),
            on_circle(_MIDDLE, 0.17, angle + 25),
            on_circle(_MIDDLE, 0.13, angle + 50),
        ),
        "paper",
    )
    for angle in (0, 90, 180, 270)
)
_HUB = Disc(_MIDDLE, 0.045, "ink")


@register
@dataclass(frozen=True, slots=True)
class AirShaft(InRegisters, Mount):
    """A blower on a side of its square."""

    range: int = 3
    registers: tuple[int, ...] = EVERY_REGISTER

    word = "air_shaft"
    keys = (
        number_key("range", 1, 40, 3, "how many squares it reaches, its own included"),
        REGISTERS,
    )
    traits = frozenset({"mover"})
    noun = text("Air shaft")
    about = sentences(
        text(
            "Blows every clank in front of it one square away, the farthest first, and pushes "
            "nobody."
        ),
        OUR_RULING,
    )
    rule = "C3"
    example = "D4 air_shaft S"
    experimental = True

    def title(self) -> Text:
        return text(
            "Air shaft on the {side} side, in {registers}",
            side=SIDES[self.side],
            registers=registers_words(self.active),
        )

    def beats(self) -> tuple[Beat, ...]:
        return (AIR_SHAFTS,)

    def reach(self, board: BoardView, register: int | None = None) -> tuple[Square, ...]:
        """Return its line as far as its range, or up to a wall."""
        return board.beam(self.square, opposite(self.side), register)[: self.range]

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Blow the piece one square away from the mount."""
        return _BLOW[opposite(self.side)]

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a fan in a housing on its wall, and gusts over all squares that it reaches."""
        gusts: list[Shape] = []
        for y in stops(len(self.reach(board)), 0.2):
            # Three strokes with arrow heads that point away from the fan, in ink with fog over it.
            for colour, width, size in (("ink", 0.1, 0.22), ("fog", 0.05, 0.15)):
                for x in (0.25, 0.5, 0.75):
                    gusts.append(Line(((x, y + 0.22), (x, y - 0.02)), colour, width))
                    gusts.append(tip((x, y - 0.06), 180, size, colour))
        return *facing(tuple(gusts), self.side), *mounted(
            (*_HOUSING, *_FAN, _HUB, *bar()), self.registers, self.side, 0.5
        )

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        return *moving(
            (*_HOUSING, Gear(_FAN, 360, 90, _MIDDLE), _HUB, *bar()), self.side
        ), *mounted((), self.registers, self.side, 0.5)
