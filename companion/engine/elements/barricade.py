"""Barricade: a wall that beams and ramming clanks destroy (B2f)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.art import Disc, Line, Shape, facing
from companion.engine.causes import CARD
from companion.engine.effects import GAME_LONG, Effect, Remember
from companion.engine.element import (
    NO_EFFECTS,
    OUR_RULING,
    BoardView,
    Element,
    PieceView,
    PlayView,
    register,
)
from companion.engine.keys import number_key
from companion.engine.on_sides import Barrier
from companion.geometry import HEADINGS, Heading, Square, turn_heading
from companion.words import SIDES, Text, count, sentences, text

GONE = "0"
RAM = "move3"


_PLANKS = tuple(
    Line(points, colour, width)
    for points in (
        ((0.0, 0.93), (0.5, 1.07)),
        ((0.5, 0.93), (1.0, 1.07)),
        ((0.0, 1.07), (0.5, 0.93)),
        ((0.5, 1.07), (1.0, 0.93)),
        ((-0.05, 1.0), (1.05, 1.0)),
    )
    for width, colour in ((0.13, "ink"), (0.08, "bronze_pale"))
)


@register
@dataclass(frozen=True, slots=True)
class Barricade(Barrier):
    """A wall of planks on a side of its square."""

    hits: int = 2
    """The hits that it can still take."""
    home: tuple[Square, Heading] | None = None
    """Its place in the board file, once a room has carried it."""

    word = "barricade"
    keys = (number_key("hits", 1, 3, 2, "the hits that it bears"),)
    noun = text("Barricade")
    about = sentences(
        text(
            "A wall that takes some hits: each beam that ends at it, and each clank it stops "
            "on a Move 3, is one. After the last hit it is gone."
        ),
        OUR_RULING,
    )
    rule = "B2f"
    example = "D4 barricade N hits=2"
    experimental = True
    lines: ClassVar[Mapping[str, int]] = {"blocks": 20, "bump": 20}

    # Most kinds have one word for all; here each element has its own.
    @property
    def remembers(self) -> str:  # type: ignore[override]
        """The word for its hits, with its side, since a square may have several."""
        return f"hits {HEADINGS[self._home()[1]]}"

    def title(self) -> Text:
        return count(
            "Barricade on the {side} side, {hits} hit",
            "Barricade on the {side} side, {hits} hits",
            self.hits,
            side=SIDES[self.side],
            hits=self.hits,
        )

    def blocks(self, direction: Heading, cause: str, view: PlayView) -> bool:
        return True

    def bump(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Count a clank that rams it with a Move 3 as a hit; the clank takes no damage."""
        rams = (
            cause == CARD
            and piece.kind == "clank"
            and view.card is not None
            and view.card.move == RAM
        )
        return self._hit(1) if rams else NO_EFFECTS

    def lit(self, beams: int, view: PlayView) -> tuple[Effect, ...]:
        """Count a hit for every beam and shot that ended at it in this register."""
        return self._hit(beams)

    def _hit(self, number: int) -> tuple[Effect, ...]:
        left = max(0, self.hits - number)
        return (Remember(self.remembers, str(left), GAME_LONG, "B2f", self.owner()),)

    def _home(self) -> tuple[Square, Heading]:
        """Return its place in the board file, which names it for the whole game."""
        return self.home or (self.square, self.side)

    def owner(self) -> str:
        """Return its square in the board file, even if a room has moved it."""
        return self._home()[0]

    def redraw(self, elements: tuple[Element, ...], value: str) -> Iterable[Element]:
        """Return the elements with its remaining hits, or without it."""
        mine = self._home()
        kept = (
            replace(one, hits=int(value))
            if isinstance(one, Barricade) and one._home() == mine
            else one
            for one in elements
        )
        return (one for one in kept if not (isinstance(one, Barricade) and not one.hits))

    def carried(self, square: Square, quarters: int) -> Element:
        """Keep its name when a room carries it."""
        return replace(
            self, square=square, side=turn_heading(self.side, quarters), home=self._home()
        )

    def placed(self, square: Square, quarters: int) -> Element:
        return replace(self, square=square, side=turn_heading(self.side, quarters), home=None)

    def remembered(self, word: str, value: str) -> Text:
        if value == GONE:
            return text(
                "take away the barricade on the {side} side of {square}",
                side=SIDES[self.side],
                square=self.square,
            )
        return text(
            "the barricade on the {side} side of {square} bears {hits} more",
            side=SIDES[self.side],
            square=self.square,
            hits=value,
        )

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw crossed planks with a lamp for each remaining hit."""
        step = 0.24
        places = [0.5 + step * (hit - (self.hits - 1) / 2) for hit in range(self.hits)]
        lamps = (
            Disc((x, 0.8), radius, colour)
            for x in places
            for radius, colour in ((0.09, "ink"), (0.06, "hazard"))
        )
        return facing((*_PLANKS, *lamps), self.side)
