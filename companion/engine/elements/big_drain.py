"""Big drain: holds a piece that enters, and throws it out at the end of the turn (B9, F2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.art import Arc, Disc, Gear, Motion, Shape, Thrust
from companion.engine.cards import QUARTERS, STEPS, card_of
from companion.engine.causes import JUMP
from companion.engine.effects import CARD_DRAWN, AskQuestion, Effect, Halt, Hurt, Jump, Upon
from companion.engine.element import (
    ANY,
    CARRIER,
    END_OF_TURN,
    FLOOR,
    Beat,
    BoardView,
    Drive,
    Element,
    PieceView,
    PlayView,
    register,
)
from companion.engine.keys import number_key
from companion.geometry import Heading, Square, block, opposite, turn_heading, turned_corner
from companion.words import Text, text

GEYSERS = Beat(END_OF_TURN, 20, "geysers", "F2")
_STOP = (Halt("B9"),)
_CARDS = 5
"""The number of cards that decide a flight."""
_LANDING = 2
_HIT = 1
"""The damage of a landing, and of being hit by one."""

_DROPS = ((0.0, 0.55), (0.4, 0.4), (-0.4, 0.4), (0.5, -0.1), (-0.5, -0.1))


@register
@dataclass(frozen=True, slots=True)
class BigDrain(Element):
    """A drain of `size` × `size` squares, from its south-west corner on."""

    size: int = 2

    word = "big_drain"
    layer = FLOOR
    keys = (number_key("size", 1, 3, 2, "its length and width in squares"),)
    traits = frozenset({"big_drain", "harmful"})
    excludes = frozenset({CARRIER})
    noun = text("Big drain")
    about = text(
        "Holds every clank that enters it. At the end of the turn it throws it out: the clank "
        "flies by five random cards and lands with 2 damage."
    )
    rule = "B9"
    example = "D4 big_drain size=2"
    enters_by = ANY
    lines: ClassVar[Mapping[str, int]] = {"plan": 40, "enter": 90}

    def title(self) -> Text:
        if self.size > 1:
            return text("Big drain, {size} by {size} squares", size=self.size)
        return text("Big drain of one square")

    def beats(self) -> tuple[Beat, ...]:
        return (GEYSERS,)

    def covers(self) -> tuple[Square, ...]:
        return block(self.square, self.size)

    def carried(self, square: Square, quarters: int) -> Element:
        """Turn with a room, by its new south-west corner."""
        return replace(self, square=turned_corner(square, self.size, quarters))

    def holds(self, piece: PieceView, direction: Heading, cause: str, view: PlayView) -> bool:
        """Hold against all steps, those within it included; jumps lead out."""
        return cause != JUMP

    def plan(
        self, piece: PieceView, drive: Drive, view: PlayView
    ) -> tuple[Drive | None, tuple[Effect, ...]]:
        """Cancel movement cards; rotate cards work."""
        return None if drive.moves else drive, ()

    def enter(
        self, piece: PieceView, direction: Heading, cause: str, view: PlayView
    ) -> tuple[Effect, ...]:
        """Stop the piece; the rest of its card is lost."""
        return _STOP

    def act(self, piece: PieceView, beat: Beat, view: PlayView) -> tuple[Effect, ...]:
        """Draw five cards, then let the piece fly."""
        return (self._drawing(piece, view, ()),)

    def _drawing(self, piece: PieceView, view: PlayView, drawn: tuple[str, ...]) -> AskQuestion:
        """Ask for the next card, even if the flight will be over before it."""

        def then(word: str) -> tuple[Effect, ...]:
            cards = (*drawn, word)
            if len(cards) < _CARDS:
                return (self._drawing(piece, view, cards),)
            return self._flight(piece, view, cards)

        return AskQuestion(CARD_DRAWN, self.word, (), then, "F2")

    def _flight(
        self, piece: PieceView, view: PlayView, words: tuple[str, ...]
    ) -> tuple[Effect, ...]:
        """Return the flight by the cards over all obstacles.

        The piece lands on the first free square and hurts the pieces before it.
        """
        board, over = view.board, Jump("", piece.heading, JUMP, "F2")
        square, heading, direction = piece.square, piece.heading, piece.heading
        for card in map(card_of, words):
            if card.move in QUARTERS:
                heading = turn_heading(heading, QUARTERS[card.move])
                continue
            steps = STEPS[card.move]
            direction = heading if steps > 0 else opposite(heading)
            for _ in range(abs(steps)):
                beyond = board.next(square, direction)
                # A closed edge ends this card only, an open one the flight.
                if beyond is None and board.board_edge(direction) is not None:
                    return (over,)
                square = beyond or square
        hits: list[Effect] = []
        while (taken := view.occupied(square, piece)) or view.has(square, "turret"):
            if taken:
                hits.append(Upon(square, Hurt(_HIT, self.word, self.square, "F2"), solid=True))
            beyond = board.next(square, direction)
            if beyond is None:
                return *hits, over
            square = beyond
        landing = Jump(square, direction, JUMP, "F2", quarters=(heading - piece.heading) % 4)
        return *hits, landing, Hurt(_LANDING, self.word, self.square, "F2")

    def art(self, board: BoardView) -> tuple[Shape, ...]:
        """Draw a whirl of water around a dark hole, over the whole block."""
        return *self._basin(), *self._whirl()

    def motion(self, board: BoardView) -> tuple[Motion, ...]:
        """Turn the whirl, and let drops fly out of it."""
        middle = self.size / 2
        drop = (
            Disc((middle, middle), 0.08 * self.size, "water"),
            Disc((middle, middle), 0.04 * self.size, "paper"),
        )
        whirl = Gear(self._whirl(), 360, 120, (middle, middle))
        return (
            *self._basin(),
            whirl,
            *(Thrust(drop, (east * self.size, north * self.size)) for east, north in _DROPS),
        )

    def _basin(self) -> tuple[Shape, ...]:
        size, middle = self.size, (self.size / 2, self.size / 2)
        return (
            Disc(middle, 0.48 * size, "ink"),
            Disc(middle, 0.46 * size, "steel"),
            Disc(middle, 0.42 * size, "deep_dark"),
            Disc(middle, 0.4 * size, "water_dark"),
        )

    def _whirl(self) -> tuple[Shape, ...]:
        size, middle = self.size, (self.size / 2, self.size / 2)
        arms = tuple(
            Arc(middle, radius * size, start + lag, start + lag + 95, colour, 0.05 * size)
            for radius, lag, colour in ((0.35, 0, "water"), (0.27, 50, "ice"), (0.19, 100, "water"))
            for start in (0, 120, 240)
        )
        return *arms, Disc(middle, 0.12 * size, "pit")
