"""Put a session's questions to pilots, and substitute pilots that fail.

A `Thinking` takes questions and returns thoughts when they are ready. `AtOnce` thinks in this
process before `ask` returns, so a race without people has the same result on every machine.
`companion.app.worker` thinks in another process, for a screen that never waits.

If people play and a pilot raises or answers nonsense, another one plays for it (`substitutes`). The
race goes on, and the thought names the substitute.
"""

from __future__ import annotations

import random
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final, Protocol

from companion.games.api import Game, Position, TurnPlayed
from companion.games.asking import Answer, Ask
from companion.games.scene import Review
from companion.kept_words import as_plain, from_plain
from companion.named_tuples import NamedTuple
from companion.pilots.base import Pilot, PilotAnswer, Task, ask_pilot, is_sound, never
from companion.pilots.explaining import explained
from companion.pilots.review import review_of
from companion.words import NOTHING, Text

SUBSTITUTES: Final = ("steady", "random")
"""The substitutes of a failed pilot, in order.

If no worker starts, the first one plays in this process.
"""


class PilotQuestion(NamedTuple):
    """A question to a pilot, with what it needs to know (`companion.pilots.base.Task`)."""

    number: int
    """Identifies the question within its session."""
    pilot: str
    game: Game
    about: str
    ask: Ask
    position: Position
    level: float
    chance: str
    """The seed of the pilot's chance."""

    def task(self, late: Callable[[], bool] = never) -> Task:
        """Return the question as the pilot gets it."""
        return Task(self.game, self.about, self.ask, self.position, late, self.level)


class ReviewTask(NamedTuple):
    """A finished race that is to be reviewed, with a number among those of the questions."""

    number: int
    game: Game
    turns: tuple[TurnPlayed, ...]


class Thought(NamedTuple):
    """The answer to a question or of a review."""

    number: int
    choice: PilotAnswer | None
    """The choice, or None if no pilot could choose."""
    instead: str = ""
    """The pilot that played instead, or ""."""
    review: Review | None = None
    """The result of a review, or None if it could not be computed."""


class PilotError(Exception):
    """A pilot raised or gave an invalid answer; the words are for its developers."""


class Thinking(Protocol):
    """Puts questions to pilots, in this or another process, and returns their choices."""

    @property
    def trouble(self) -> Text | None:
        """The reason why pilots cannot think: NOTHING if they can, None before a first try."""

    def prepare(self, pilots: Sequence[str], game: Game, position: Position) -> None:
        """Let these pilots compute what they need for a race that begins with this position."""

    def ask(self, question: PilotQuestion) -> None:
        """Begin to think about a question; `poll` returns the thought."""

    def review(self, asked: ReviewTask) -> None:
        """Review a race. No pilot does this, and it may take longer."""

    def poll(self) -> Sequence[Thought]:
        """Return the thoughts since the last call, in any order; every question gets one."""

    def close(self) -> None:
        """Stop thinking; open questions get no thought."""


class AtOnce:
    """Thinks in this process without a time limit; the thought is ready when `ask` returns.

    With `substitutes` others play for a pilot that fails. Without, `ask` raises PilotError, because
    a race without people must not hide a failure.
    """

    def __init__(self, pilots: Mapping[str, Pilot], substitutes: bool = False) -> None:
        self._pilots, self._substitutes = pilots, substitutes
        self._thoughts: list[Thought] = []
        self.trouble: Text | None = NOTHING

    def prepare(self, pilots: Sequence[str], game: Game, position: Position) -> None:
        """Do nothing: each pilot prepares when it is asked."""

    def ask(self, question: PilotQuestion) -> None:
        if self._substitutes:
            self._thoughts.append(
                thought_of(
                    self._pilots,
                    question,
                    (question.pilot, *substitutes(question.pilot, self._pilots)),
                )
            )
        else:
            self._thoughts.append(Thought(question.number, choose(self._pilots, question, never)))

    def review(self, asked: ReviewTask) -> None:
        self._thoughts.append(review(asked))

    def poll(self) -> Sequence[Thought]:
        thoughts, self._thoughts = self._thoughts, []
        return thoughts

    def close(self) -> None:
        pass


def substitutes(pilot: str, pilots: Mapping[str, Pilot]) -> Iterator[str]:
    """Return the substitutes of a pilot, in order."""
    return (name for name in SUBSTITUTES if name in pilots and name != pilot)


def thought_of(
    pilots: Mapping[str, Pilot],
    question: PilotQuestion,
    names: Iterable[str],
    late: Callable[[], bool] = never,
) -> Thought:
    """Return the first choice that one of these pilots makes; `late` says when time is over."""
    for name in names:
        try:
            choice = choose(pilots, question._replace(pilot=name), late)
        except PilotError:
            continue
        return Thought(
            question.number,
            explained_choice(question, choice),
            name if name != question.pilot else "",
        )
    return Thought(question.number, None)


def choose(
    pilots: Mapping[str, Pilot], question: PilotQuestion, late: Callable[[], bool]
) -> PilotAnswer:
    """Return the choice of the pilot that is asked.

    Raises:
        PilotError: The pilot raised, which is printed to the log, or its answer is invalid.
    """
    try:
        choice = ask_pilot(
            pilots[question.pilot], question.task(late), random.Random(question.chance)
        )
        sound = type(choice.answer) is Answer and is_sound(question.ask, choice.answer)
    # No failure of a pilot may end the race.
    except Exception as fault:
        traceback.print_exception(fault, file=sys.stderr)
        raise PilotError(
            f"the pilot {question.pilot!r} has failed: {type(fault).__name__}: {fault}"
        ) from fault
    if not sound:
        words = (
            f"the pilot {question.pilot!r} answers {choice.answer!r}, which is no answer to "
            f"{question.ask!r}"
        )
        print(words, file=sys.stderr)
        raise PilotError(words)
    why = NOTHING
    if isinstance(choice.why, Text) and choice.why:
        # A reason that cannot be kept is not shown either.
        with suppress(ValueError):
            why = from_plain(as_plain(choice.why))
    return PilotAnswer(choice.answer, why, choice.compared is True)


def explained_choice(question: PilotQuestion, choice: PilotAnswer) -> PilotAnswer:
    """Return a choice with facts as its reason, for people, where the game can say some."""
    try:
        return explained(question.task(), choice)
    # The choice is good without, and the game may be foreign code.
    except Exception as fault:
        traceback.print_exception(fault, file=sys.stderr)
        return choice


def review(asked: ReviewTask) -> Thought:
    """Return the review of a race; an exception is printed to the log, and there is none."""
    try:
        return Thought(asked.number, None, review=review_of(asked.game, asked.turns))
    except Exception as fault:
        traceback.print_exception(fault, file=sys.stderr)
        return Thought(asked.number, None)
