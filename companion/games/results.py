"""What a game says of its course: what came of a turn, who leads, what it was all about, and what is counted of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.games.api import Event, Game, Position, Told
from companion.games.kit.story import Recap
from companion.games.scene import Instruction, TurnRecord
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

    def prepared(
        self, events: Iterable[Event], names: Mapping[int, str]
    ) -> tuple[Instruction, ...]:
        """Say what people want to know of a turn before it is played, out of all that happened in it; nothing that hands do."""
        return ()

    def recounted(
        self, events: Iterable[Event], names: Mapping[int, str]
    ) -> tuple[tuple[str, str], ...]:
        """Say what came before the first round of a turn, for a record of the whole game: sentences, each with the number of its rule.

        By default it is what the events say themselves (`Told`).
        """
        return tuple((str(one.words), "") for one in events if isinstance(one, Told))

    def befell(self, events: Iterable[Event], seat: int) -> Text:
        """Say what has changed for one seat by these events, in a few words; NOTHING where nothing is worth saying, by default the last that was told of it."""
        return next(
            (
                one.words
                for one in reversed(tuple(events))
                if isinstance(one, Told) and one.seat == seat
            ),
            NOTHING,
        )


def befell(game: Game, events: Iterable[Event], seat: int) -> Text:
    """Return what has changed for one seat as `Results.befell` does, NOTHING for a game that does not say."""
    results = game.part(Results)
    return results.befell(events, seat) if results is not None else NOTHING
