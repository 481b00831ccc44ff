"""Smaller parts of games: what one explains, what it says of its course, where cards lead, and what always holds in it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Generic

from companion.games.api import E, Event, Game, P, Step, Told
from companion.games.kit.story import Recap
from companion.games.scene import Foreseen, Instruction, Known, Piece, Scene, Subject, TurnRecord
from companion.words import NOTHING, Text


class Facts(Generic[P, E]):
    """The part of a game that explains something."""

    lesson: tuple[Known, ...] = ()
    """How it is played, for somebody who plays for the first time: thing by thing, with what shows each."""

    def why(self, rule: str, move: str = "") -> Text:
        """Return a rule in one sentence, by its number, about the card with this move where one is played; NOTHING where there is none."""
        return NOTHING

    def causes(
        self, before: P, step: Step[P, E], told: Instruction, names: Mapping[int, str]
    ) -> tuple[Text, ...]:
        """Say why something has happened that an instruction of a step tells, and what did it by name, in sentences; () where nothing is to say.

        Args:
            before: The position in which the step began.
            step: What has happened.
            told: The instruction.
            names: What each seat's piece is called.
        """
        return ()

    def facts(
        self, position: P, scene: Scene, about: Subject, names: Mapping[int, str]
    ) -> tuple[Known, ...]:
        """Return all that is known about one thing; () where there is no such thing, or nothing to say but what can be seen.

        `scene` is the table as hands have left it; in mid-round the position is that in which the step began that is shown, and only the scene says where
        pieces and markers are.
        """
        return ()


def lesson_of(game: Game) -> tuple[Known, ...]:
    """Return how a game is played, () where it says that nowhere on the screen."""
    facts = game.part(Facts)
    return facts.lesson if facts is not None else ()


def why_of(game: Game, rule: str, move: str) -> Text:
    """Return a rule of a game as `Facts.why` does, NOTHING for a game that explains none."""
    facts = game.part(Facts)
    return facts.why(rule, move) if facts is not None else NOTHING


class Results(Generic[P, E]):
    """The part of a game that has more to say of its course than how every seat stands."""

    def headline(self, position: P, names: Mapping[int, str]) -> Text:
        """Say how a game that goes on stands, in a sentence: who leads, by how much; NOTHING where there is nothing to say."""
        return NOTHING

    def recap(self, turns: Sequence[TurnRecord], names: Mapping[int, str]) -> Recap:
        """Say what a game was all about, over or not: `turns` are those that have been played, in order, without what was taken back."""
        return Recap()

    def course(self, position: P) -> str:
        """Return the mark of what is raced alone for the best result: races of equal marks can be compared; "" where nobody races so."""
        return ""

    def tally(self, position: P) -> Mapping[str, int]:
        """Return what the game counts over its whole course, by the word for it in statistics and JSON ("deaths")."""
        return {}

    def prepared(self, events: Iterable[E], names: Mapping[int, str]) -> tuple[Instruction, ...]:
        """Say what people want to know of a turn before it is played, out of all that happened in it; nothing that hands do."""
        return ()

    def recounted(
        self, events: Iterable[E], names: Mapping[int, str]
    ) -> tuple[tuple[str, str], ...]:
        """Say what came before the first round of a turn, for a record of the whole game: sentences, each with the number of its rule.

        By default it is what the events say themselves (`Told`).
        """
        return tuple((str(one.words), "") for one in events if isinstance(one, Told))

    def befell(self, events: Iterable[E], seat: int) -> Text:
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


class Preview(ABC, Generic[P]):
    """Where cards lead that only their player knows."""

    @abstractmethod
    def foreseen(
        self, position: P, seat: int, codes: tuple[int | None, ...]
    ) -> tuple[Foreseen, ...] | None:
        """Say where these cards in a seat's reader would take its piece if nobody else moved, round by round, up to the first empty slot: for its player.

        Five codes, None for an empty slot. The position is one that the seat may know (`Game.redacted`). None where a game cannot say it, or not now.
        """


class Invariants(ABC, Generic[P, E]):
    """The part of a game that finds out where its rules were broken."""

    @abstractmethod
    def breaches(
        self, position: P, events: Iterable[E], pieces: Iterable[Piece]
    ) -> tuple[str, ...]:
        """Say what in some events and the pieces after them breaks the rules, in sentences; () where all is well."""

    @abstractmethod
    def unsound(self, position: P) -> tuple[str, ...]:
        """Say what in a position does not go together, in sentences; () where all is well."""
