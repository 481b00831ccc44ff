"""What a game explains: its rules in words, and all that is known about one thing on the table."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.api import Game, Position, Step
from companion.games.scene import Instruction, Known, Scene, Subject
from companion.words import NOTHING, Text


class Facts:
    """The part of a game that explains something."""

    lesson: tuple[Known, ...] = ()
    """How it is played, for somebody who plays for the first time: thing by thing, with what shows each."""

    def why(self, rule: str, move: str = "") -> Text:
        """Return a rule in one sentence, by its number, about the card with this move where one is played; NOTHING where there is none."""
        return NOTHING

    def causes(
        self, before: Position, step: Step, told: Instruction, names: Mapping[int, str]
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
        self, position: Position, scene: Scene, about: Subject, names: Mapping[int, str]
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
