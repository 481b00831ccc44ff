"""Pilots for tournaments in tests, named as `tests.tournament.players:SHARP` and the like.

Other processes find them by these names, too.
"""

from __future__ import annotations

import os
import random
import signal
from contextlib import suppress
from typing import Final

from companion.games.api import Game, Position
from companion.games.asking import Answer
from companion.games.kit.pilot import Foresight
from companion.games.programmed.turn import RacePosition
from companion.pilots.base import PilotAnswer, Task
from companion.pilots.random_pilot import RandomPilot
from tests.typed import of_kind, present

HERE: Final = "tests.tournament.players"
KILL: Final = "DERBY_TEST_KILL"
"""The signal that `FATAL` sends, to which process, and after how many answers in one process: "self
9 40", "parent 9 40", to a whole group "group 2 40"."""
ONCE: Final = "DERBY_TEST_ONCE"
"""The file by which `MORTAL` knows that a process has been killed already."""


class Sharp(RandomPilot):
    """A pilot that plays the best of a few random programs."""

    name, strength = "sharp", 1

    def choose(self, task: Task, draw: random.Random) -> PilotAnswer:
        """Return the program with the best end if no other piece moves."""
        choices = [super(Sharp, self).choose(task, draw) for _ in range(6)]
        if task.ask.program.slots:
            return max(choices, key=lambda choice: self._worth(task, choice.answer))
        return choices[0]

    def _worth(self, task: Task, answer: Answer) -> tuple[int, int]:
        codes = tuple(
            held if code is None else code
            for code, held in zip(answer.codes, task.ask.program.held, strict=True)
        )
        after = present(Foresight.of(task.game)).simulate(task.position, {task.ask.seat: codes})
        found = {standing.seat: standing for standing in task.game.standings(after)}[task.ask.seat]
        return -found.place, found.status == "active"


class Fatal(RandomPilot):
    """A random pilot that sends a signal, if the environment says so."""

    name, answers = "fatal", 0

    def choose(self, task: Task, draw: random.Random) -> PilotAnswer:
        """Return any cards, or send the signal."""
        whom, number, after = (os.environ.get(KILL) or "nobody 0 0").split()
        Fatal.answers += 1
        if Fatal.answers == int(after):
            os.kill({"self": os.getpid(), "parent": os.getppid(), "group": 0}[whom], int(number))
        return super().choose(task, draw)


class Mortal(RandomPilot):
    """A random pilot that kills its process once, while the file of the environment is missing."""

    name = "mortal"

    def choose(self, task: Task, draw: random.Random) -> PilotAnswer:
        """Return any cards, or end the process."""
        with suppress(FileExistsError):
            if mark := os.environ.get(ONCE):
                os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
                os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(task, draw)


class Ready(RandomPilot):
    """A random pilot that requires a preparation, once for equal races, kept by position."""

    name = "ready"

    def __init__(self) -> None:
        self.known: list[object] = []

    def prepare(self, game: Game, position: Position) -> None:
        """Remember the race, which is the same value for all equal beginnings."""
        beginning = of_kind(RacePosition, position).state.race
        if not any(race is beginning for race in self.known):
            self.known.append(beginning)

    def choose(self, task: Task, draw: random.Random) -> PilotAnswer:
        """Return any cards."""
        beginning = of_kind(RacePosition, task.position).state.race
        if not any(race is beginning for race in self.known):
            raise LookupError("not prepared")
        return super().choose(task, draw)


class Faulty(RandomPilot):
    """A pilot that raises before the race and in its first turn, then answers nonsense."""

    name = "faulty"

    def prepare(self, game: Game, position: Position) -> None:
        """Raise."""
        raise ZeroDivisionError("not even that")

    def choose(self, task: Task, draw: random.Random) -> PilotAnswer:
        """Return any cards from the third turn on."""
        turn = task.game.next_step(task.position).turn
        if turn == 1:
            raise ZeroDivisionError("no idea")
        return PilotAnswer(Answer("shake")) if turn == 2 else super().choose(task, draw)


class Chance(RandomPilot):
    """The random pilot under another name."""

    name = "chance"


SHARP, FATAL, MORTAL, READY, FAULTY, CHANCE = (
    Sharp(),
    Fatal(),
    Mortal(),
    Ready(),
    Faulty(),
    Chance(),
)
