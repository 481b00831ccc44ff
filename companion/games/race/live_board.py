"""The board in its present state: the printed board and the remembered changes."""

from __future__ import annotations

from typing import Final

from companion.engine.board import Board
from companion.engine.element import Element
from companion.engine.events import Remembered
from companion.engine.extended.register_tables import redrawn
from companion.engine.state import Memory
from companion.games.scene import LoosePart
from companion.named_tuples import NamedTuple
from companion.words import NOTHING, Text, listed, text, verbatim

BASE: Final = frozenset(
    {"belt", "rotator", "pit", "repair", "start", "wall", "laser", "pusher", "crusher"}
)
"""The words of the elements of base boards."""
KEPT: Final = 32
"""The size of the cache of changed boards. Two rooms and a group of belts need that many."""


class LiveBoard(NamedTuple):
    """A printed board and the changes to it."""

    printed: Board
    memory: Memory = ()
    """The changes, as in a state of the engine."""

    def board(self) -> Board:
        """Return the board in its present state."""
        if not self.memory:
            return self.printed
        kept = self.printed.redrawn
        if self.memory not in kept:
            if len(kept) == KEPT:
                kept.clear()
            kept[self.memory] = redrawn(self.printed, self.memory)
        return kept[self.memory]

    def loose(self) -> tuple[LoosePart, ...]:
        """Return the loose parts that are not in their printed position."""
        parts = []
        for (owner, word), (value, _) in self.memory:
            of_it = [
                one
                for one in self.printed.elements
                if one.remembers == word and owner in (one.owner(), one.square)
            ]
            squares = tuple(dict.fromkeys(one.square for one in of_it))
            words = text(
                "{element} on {squares}: set it as the map shows it",
                element=of_it[0].noun if of_it else verbatim(word),
                squares=listed(squares),
            )
            parts.append(LoosePart(f"{owner} {word}", value, words, squares))
        return tuple(parts)


def is_base(board: Board) -> bool:
    """Return whether a board has base elements only, so that the rulebook decides (elements 1)."""
    return board.words <= BASE


def ground_of_race(printed: Board, memory: Memory) -> LiveBoard:
    """Return the board of a state. How long a change lasts has no meaning for hands."""
    if not memory:
        return LiveBoard(printed)
    return LiveBoard(
        printed,
        tuple([(key, (value, 0)) for key, (value, _) in memory if key[1] in printed.remembering]),
    )


def reminder(event: Remembered, live_board: LiveBoard) -> Text:
    """Return what hands do, or people should know, about a change; NOTHING if that is nothing."""
    element = owner_of(event, live_board)
    return NOTHING if element is None else element.remembered(event.word, event.value)


def owner_of(event: Remembered, live_board: LiveBoard) -> Element | None:
    """Return the element that changed, preferably one that has words for it.

    It is looked for on the present board first, then on the printed one. Its owner is found even if
    a room has moved it.
    """
    found = [
        one
        for board in (live_board.board(), live_board.printed)
        for one in board.elements
        if event.owner in (one.owner(), one.square) and one.remembers in ("", event.word)
    ]
    return next(
        (one for one in found if one.remembered(event.word, event.value)), next(iter(found), None)
    )
