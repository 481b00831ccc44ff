"""Big gear: a round floor of two squares whose halves change places (C13c)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.art import (
    Arc,
    Bare,
    Disc,
    Gear,
    Motion,
    Shape,
    bar,
    box,
    facing,
    moving,
    on_circle,
    tip,
)
from companion.engine.causes import GEAR
from companion.engine.effects import Effect, Jump
from companion.engine.element import (
    BOARD,
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
from companion.geometry import ABOUT, Heading, Square, neighbour, opposite
from companion.words import COMPASS, WAYS, Text, text

BIG_GEARS = Beat(BOARD, 135, "big gears", "C13c")


_MIDDLE = (0.5, 1.0)
_DISC = (
    *(
        shape
        for radius, colour in ((0.48, "ink"), (0.45, "gear_right"), (0.37, "steel"))
        for shape in (
            Disc((0.5, 0.5), radius, colour),
            Disc((0.5, 1.5), radius, colour),
            box(0.5 - radius, 0.5, 0.5 + radius, 1.5, colour),
        )
    ),
    *(
        shape
        for turn in (0, 180)
        for shape in (
            Arc(_MIDDLE, 0.68, turn + 150, turn + 205, "ink", 0.13),
            tip(on_circle(_MIDDLE, 0.68, turn + 212), turn + 301, 0.34, "ink"),
            Arc(_MIDDLE, 0.68, turn + 152, turn + 205, "paper", 0.07),
            tip(on_circle(_MIDDLE, 0.68, turn + 211), turn + 301, 0.24, "paper"),
        )
    ),
)
"""Two round ends and the part between, with an arrow in each half; its other half is in the north.
"""


@register
@dataclass(frozen=True, slots=True)
class BigGear(Element):
    """A disc under its square and the next one in its `heading`, with a wall across its middle."""

    heading: Heading

    word = "big_gear"
    layer = CARRIER
    sided = "heading"
    noun = text("Big gear")
    about = text(
        "A round floor of two squares with a wall between. Its halves change places, and every "
        "clank on it is turned round."
    )
    rule = "C13c"
    example = "D4 big_gear N"

    def title(self) -> Text:
        return text("Big gear, other half to the {way}", way=WAYS[self.heading])

    def beats(self) -> tuple[Beat, ...]:
        return (BIG_GEARS,)

    def covers(self) -> tuple[Square, ...]:
        other = neighbour(self.square, self.heading)
        return (self.square,) if other is None else (self.square, other)

    def walls(self) -> tuple[Heading, ...]:
        """Return the wall between the halves, which comes with the gear."""
        return (self.heading,)

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Move the piece to the other half, turned around."""
        other = neighbour(self.square, self.heading)
        if other is None:
            return NO_EFFECTS
        if piece.square == self.square:
            return (Jump(other, self.heading, GEAR, "C13c", quarters=ABOUT),)
        return (Jump(self.square, opposite(self.heading), GEAR, "C13c", quarters=ABOUT),)

    def faults(self, board: BoardView) -> tuple[ElementFault, ...]:
        """Refuse a half that is off the board."""
        if board.next(self.square, self.heading) is not None:
            return ()
        words = text(
            "the {side} half of the big gear on {square} leaves the board: move it",
            side=COMPASS[self.heading],
            square=self.square,
        )
        found = text(
            '"{entry}", whose {side} half leaves the board',
            entry=self.entry(),
            side=COMPASS[self.heading],
        )
        return (
            ElementFault(words, found, text("both halves on the board: move it, or turn it round")),
        )

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a long disc with two arrows around it, and the wall across its middle."""
        return facing((*_DISC, *bar()), self.heading)

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        """Turn the disc by half with its wall."""
        return moving(
            (
                Bare(((0, 0), (0, 1))),
                Gear((*_DISC, *bar()), 180, 0, _MIDDLE),
            ),
            self.heading,
        )
