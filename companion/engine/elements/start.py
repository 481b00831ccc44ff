"""Starting position: where a seat's clank begins; plain floor once the race is on (2.7 [E028, E115])."""
from __future__ import annotations

from dataclasses import dataclass

from companion.art import Disc, Label, Shape, tip
from companion.engine.board import Board
from companion.engine.element import CARRIER, FLOOR, Element, register
from companion.engine.keys import number_key
from companion.words import Text, text


@register
@dataclass(frozen=True, slots=True)
class Start(Element):
    """The starting position of a seat."""

    seat: int

    word = "start"
    layer = FLOOR
    # No seat is the usual one, so there is no default: the entry must say it.
    keys = (number_key("seat", 1, 8, 0, "the seat that begins here, 1 to 8")._replace(default=None),)
    codes = {f"s{seat}": f"start seat={seat}" for seat in range(1, 9)}
    traits = frozenset({"start"})
    excludes = frozenset({CARRIER})
    once = "seat"
    noun = text("Starting position")
    about = text("Here a seat's clank begins, facing north, and comes back while it has touched nothing else. Otherwise plain floor.")
    rule = "2.7"
    example = "A1 start seat=1"

    def title(self) -> Text:
        """Of which seat."""
        return text("Starting position of seat {seat}", seat=self.seat)

    def art(self, board: Board) -> tuple[Shape, ...]:
        """A ring with the seat's number and a tip for the way it faces."""
        return Disc((0.5, 0.5), 0.38, "start", 0.32), tip((0.5, 0.9), 0, 0.2, "start"), Label(str(self.seat), (0.5, 0.5), 0.36, "start")
