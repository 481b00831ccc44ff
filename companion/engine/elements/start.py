"""Starting position of a seat's clank; plain floor once the race is on (2.7 [E028, E115])."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from companion.art import Caption, Disc, Line, Shape, facing, on_circle, tip
from companion.engine.element import CARRIER, FLOOR, BoardView, Element, register
from companion.engine.keys import Key, number_key, read_headings
from companion.geometry import HEADINGS, Heading, N, Square, turn_heading
from companion.words import WAYS, Text, text

HEADING = Key(
    "heading",
    lambda letter: read_headings(letter, "N, E, S or W", 1)[0],
    HEADINGS.__getitem__,
    "N",
    "the way a clank faces there",
    choices=tuple(HEADINGS),
)


@register
@dataclass(frozen=True, slots=True)
class Start(Element):
    """The starting position of a seat; a clank faces north there unless the board differs (2.7)."""

    seat: int
    heading: Heading = N

    word = "start"
    layer = FLOOR
    # No seat is the usual one, so there is no default: the entry must state it.
    keys = (
        number_key("seat", 1, 8, 0, "the seat that begins here, 1 to 8")._replace(default=None),
        HEADING,
    )
    codes: ClassVar[Mapping[str, str]] = {f"s{seat}": f"start seat={seat}" for seat in range(1, 9)}
    traits = frozenset({"start"})
    excludes = frozenset({CARRIER})
    once = "seat"
    noun = text("Starting position")
    about = text(
        "The clank of a seat begins here, facing where the tip points, and comes back here "
        "until it touches another checkpoint. The number of arms is the number of the seat. "
        "For other clanks this is plain floor."
    )
    rule = "2.7"
    example = "A1 start seat=1"

    def begins(self) -> tuple[int, Heading] | None:
        return self.seat, self.heading

    def title(self) -> Text:
        if self.heading == N:
            return text("Starting position of seat {seat}", seat=self.seat)
        return text(
            "Starting position of seat {seat}, facing {way}", seat=self.seat, way=WAYS[self.heading]
        )

    def carried(self, square: Square, quarters: int) -> Element:
        """Turn with a room."""
        return replace(self, square=square, heading=turn_heading(self.heading, quarters))

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a hub with the seat's number and as many arms.

        The first one points where it faces.
        """
        return *facing(arms(self.seat), self.heading), Caption(str(self.seat), _HUB, 0.27, "start")


_HUB: Final = (0.5, 0.5)


def arms(number: int) -> tuple[Shape, ...]:
    """Return a ring with this many arms around it; the first one has a tip, which points north."""
    ends = (
        (on_circle(_HUB, 0.27, angle), on_circle(_HUB, 0.41, angle))
        for angle in (360 * arm / number for arm in range(number))
    )
    return (
        Disc(_HUB, 0.29, "start", 0.23),
        *(Line(points, "start", 0.075) for points in ends),
        tip((0.5, 0.88), 0, 0.2, "start"),
    )
