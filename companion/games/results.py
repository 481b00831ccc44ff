"""What a game says of its course: who leads, what it was all about, and what is counted of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.api import Position
from companion.games.kit.story import Recap
from companion.games.scene import TurnRecord
from companion.words import NOTHING, Text


class Results:
    """The part of a game that has more to say of its course than how every seat stands."""

    def headline(self, position: Position, names: Mapping[int, str]) -> Text:
        """Say how a game that goes on stands, in a sentence: who leads, by how much; NOTHING where there is nothing to say."""
        return NOTHING

    def recap(self, turns: Sequence[TurnRecord], names: Mapping[int, str]) -> Recap:
        """Say what a game was all about, over or not: `turns` are those that have been played, in order, without what was taken back."""
        return Recap()

    def course(self, position: Position) -> str:
        """Return the mark of what is raced alone for the best result: races of equal marks can be compared; "" where nobody races so."""
        return ""

    def tally(self, position: Position) -> Mapping[str, int]:
        """Return what the game counts over its whole course, by the word for it in statistics and JSON ("deaths")."""
        return {}
