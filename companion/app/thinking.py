"""Thinking: how the questions of a session are put to its pilots, and what comes of it when one does not answer.

A `Thinking` takes questions and gives thoughts back, whenever they are there. `AtOnce` thinks in this process, before `ask` returns, so that a race
without people comes out the same on every machine. `companion.app.worker` thinks in another process, beside a screen that never waits for it.

Where people play and a pilot raises or answers nonsense another one plays for it (`substitutes`): the race goes on in any case, and the thought says
who it was.
"""

from __future__ import annotations

import random
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, Protocol

from companion.games.api import Game, Position
from companion.games.asking import Answer, Ask
from companion.games.scene import Review, TurnPlayed
from companion.kept_words import as_plain, from_plain
from companion.named_tuples import NamedTuple
from companion.pilots.base import Choice, Pilot, Task, choice_of, is_sound, never
from companion.pilots.review import review_of
from companion.words import NOTHING, Text

SUBSTITUTES: Final = ("steady", "random")
"""Who plays for a pilot that does not answer, in this order, as far as there are such pilots. Where no worker starts, the first one plays in this process."""


class Question(NamedTuple):
    """What a pilot is asked: its name, what it needs to know (`companion.pilots.base.Task`), and where its chance comes from.

    `number` tells the questions of one session apart.
    """

    number: int
    pilot: str
    game: Game
    about: str
    ask: Ask
    position: Position
    level: float
    chance: str

    def task(self, late: Callable[[], bool] = never) -> Task:
        """The question as the pilot gets it."""
        return Task(self.game, self.about, self.ask, self.position, late, self.level)


class LookBack(NamedTuple):
    """A race that is over is to be reviewed, by its turns; its number is one among those of the questions."""

    number: int
    game: Game
    turns: tuple[TurnPlayed, ...]


class Thought(NamedTuple):
    """The choice for a question, by the pilot that was asked; `instead` names the one that played for it, "" where none had to.

    `choice` is None where nobody could. What comes of a `LookBack` is the `review`, None where it could not be worked out.
    """

    number: int
    choice: Choice | None
    instead: str = ""
    review: Review | None = None


class PilotFault(Exception):
    """A pilot has raised, or its answer is none to the question; the words are for those who mend pilots."""


class Thinking(Protocol):
    """Puts questions to pilots, at once or in another process, and brings back what they choose."""

    @property
    def trouble(self) -> Text | None:
        """Why they cannot think as they should, as a sentence; NOTHING where they do, None where that has not been tried yet."""

    def prepare(self, pilots: Sequence[str], game: Game, position: Position) -> None:
        """A race begins with this position: whatever these pilots want to work out before they are asked can be worked out now."""

    def ask(self, question: Question) -> None:
        """Begin to think about a question; `poll` brings the thought."""

    def review(self, asked: LookBack) -> None:
        """Look back on a race; this is no thinking of a pilot, and may take longer."""

    def poll(self) -> Sequence[Thought]:
        """The thoughts that have come since the last call, in any order; every question gets one."""

    def close(self) -> None:
        """Think no more; what has been asked gets no thought."""


class AtOnce:
    """Thinks in this process, with as much time as a pilot wants, and has its thought when `ask` returns.

    `pilots` go by their names. With `substitutes` others play for a pilot that cannot; without, `ask` raises PilotFault, since a race without people
    must not hide that one has failed.
    """

    def __init__(self, pilots: Mapping[str, Pilot], substitutes: bool = False) -> None:
        self._pilots, self._substitutes = pilots, substitutes
        self._thoughts: list[Thought] = []
        self.trouble: Text | None = NOTHING

    def prepare(self, pilots: Sequence[str], game: Game, position: Position) -> None:
        """Nothing: each pilot works out what it needs when it is asked."""

    def ask(self, question: Question) -> None:
        """Have the pilot choose."""
        if self._substitutes:
            self._thoughts.append(
                thought_of(
                    self._pilots,
                    question,
                    (question.pilot, *substitutes(question.pilot, self._pilots)),
                )
            )
        else:
            self._thoughts.append(Thought(question.number, chosen(self._pilots, question, never)))

    def review(self, asked: LookBack) -> None:
        """Look back at once."""
        self._thoughts.append(reviewed(asked))

    def poll(self) -> Sequence[Thought]:
        """What was asked since the last call."""
        thoughts, self._thoughts = self._thoughts, []
        return thoughts

    def close(self) -> None:
        pass


def substitutes(pilot: str, pilots: Mapping[str, Pilot]) -> Iterator[str]:
    """Who plays for a pilot, one after another."""
    return (name for name in SUBSTITUTES if name in pilots and name != pilot)


def thought_of(
    pilots: Mapping[str, Pilot],
    question: Question,
    names: Iterable[str],
    late: Callable[[], bool] = never,
) -> Thought:
    """Return the choice of the first of these pilots that makes one, in this process; `late` says when its time is up."""
    for name in names:
        try:
            choice = chosen(pilots, question._replace(pilot=name), late)
        except PilotFault:
            continue
        return Thought(question.number, choice, name if name != question.pilot else "")
    return Thought(question.number, None)


def chosen(pilots: Mapping[str, Pilot], question: Question, late: Callable[[], bool]) -> Choice:
    """What the pilot that is asked chooses; PilotFault where it raises, or where its answer is none to the question.

    What it raises is printed for whoever reads the log.
    """
    try:
        choice = choice_of(
            pilots[question.pilot], question.task(late), random.Random(question.chance)
        )
        sound = type(choice.answer) is Answer and is_sound(question.ask, choice.answer)
    # Whatever goes wrong in a pilot: the race does not end by it.
    except Exception as fault:
        traceback.print_exception(fault, file=sys.stderr)
        raise PilotFault(
            f"the pilot {question.pilot!r} has failed: {type(fault).__name__}: {fault}"
        ) from fault
    if not sound:
        words = f"the pilot {question.pilot!r} answers {choice.answer!r}, which is no answer to {question.ask!r}"
        print(words, file=sys.stderr)
        raise PilotFault(words)
    return Choice(choice.answer, _said(choice.why))


def reviewed(asked: LookBack) -> Thought:
    """The review of a race; none where a fault prevents it, which is printed for whoever reads the log."""
    try:
        return Thought(asked.number, None, review=review_of(asked.game, asked.turns))
    except Exception as fault:
        traceback.print_exception(fault, file=sys.stderr)
        return Thought(asked.number, None)


def _said(why: object) -> Text:
    """A reason that can be kept and said, NOTHING in the place of any other."""
    try:
        return from_plain(as_plain(why)) if isinstance(why, Text) and why else NOTHING
    except ValueError:
        return NOTHING
