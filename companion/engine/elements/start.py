"""Starting position: where a seat's clank begins; plain floor once the race is on (2.7 [E028, E115])."""
from __future__ import annotations

from dataclasses import dataclass, replace

from companion.art import Disc, Label, Shape, facing, tip
from companion.engine.board import Board
from companion.engine.element import CARRIER, FLOOR, Element, register
from companion.engine.geometry import HEADINGS, Heading, N, Square, heading_of, turned
from companion.engine.keys import Key, number_key
from companion.words import WAYS, Text, text


def _read_heading(letter: str) -> Heading:
    """The heading; ValueError says which there are."""
    try:
        return heading_of(letter)
    except ValueError:
        raise ValueError("N, E, S or W") from None


def _write_heading(value: Heading) -> str:
    return HEADINGS[value]


HEADING = Key("heading", _read_heading, _write_heading, "N", "the way a clank faces there", choices=tuple(HEADINGS))


@register
@dataclass(frozen=True, slots=True)
class Start(Element):
    """The starting position of a seat; a clank faces north there (2.7) unless the board says otherwise."""

    seat: int
    heading: Heading = N

    word = "start"
    layer = FLOOR
    # No seat is the usual one, so there is no default: the entry must say it.
    keys = (number_key("seat", 1, 8, 0, "the seat that begins here, 1 to 8")._replace(default=None), HEADING)
    codes = {f"s{seat}": f"start seat={seat}" for seat in range(1, 9)}
    traits = frozenset({"start"})
    excludes = frozenset({CARRIER})
    once = "seat"
    noun = text("Starting position")
    about = text(
        "A seat's clank begins here, facing the way the tip points, and comes back here until "
        "it has touched another checkpoint. For other clanks it is plain floor.")
    rule = "2.7"
    example = "A1 start seat=1"

    def title(self) -> Text:
        """Of which seat."""
        if self.heading == N:
            return text("Starting position of seat {seat}", seat=self.seat)
        return text("Starting position of seat {seat}, facing {way}", seat=self.seat, way=WAYS[self.heading])

    def carried(self, square: Square, quarters: int) -> Element:
        """Turned with its room."""
        return replace(self, square=square, heading=turned(self.heading, quarters))

    def art(self, board: Board) -> tuple[Shape, ...]:
        """A ring with the seat's number and a tip for the way it faces."""
        return Disc((0.5, 0.5), 0.38, "start", 0.32), *facing((tip((0.5, 0.9), 0, 0.2, "start"),), self.heading), Label(str(self.seat), (0.5, 0.5), 0.36, "start")
