"""Pilots for tournaments in tests: named on the command line as `tests.tournament.players:SHARP` and the like, also in other processes."""

from __future__ import annotations

import os
import random
import signal
from contextlib import suppress
from typing import Final

from companion.games.api import Game, Position
from companion.games.asking import Answer
from companion.games.kit.pilot import Foresight
from companion.pilots.base import Choice, Task
from companion.pilots.random_pilot import RandomPilot
from tests.typed import present

HERE: Final = "tests.tournament.players"
KILL: Final = "DERBY_TEST_KILL"
"""Which signal `FATAL` sends to whom after how many answers in one process: "self 9 40", "parent 9 40", to a whole group "group 2 40"."""
ONCE: Final = "DERBY_TEST_ONCE"
"""The file by which `MORTAL` knows that a process has been killed already."""


class Sharp(RandomPilot):
    """Of a few random programs plays the one that ends nearest to where its game wants it."""

    name, strength = "sharp", 1

    def choose(self, task: Task, draw: random.Random) -> Choice:
        """The program after which it stands best among all, if nobody else moves."""
        choices = [super(Sharp, self).choose(task, draw) for _ in range(6)]
        return (
            max(choices, key=lambda choice: self._worth(task, choice.answer))
            if task.ask.program.slots
            else choices[0]
        )

    def _worth(self, task: Task, answer: Answer) -> tuple[int, int]:
        codes = tuple(
            held if code is None else code
            for code, held in zip(answer.codes, task.ask.program.held, strict=True)
        )
        after = present(task.game.part(Foresight)).simulate(task.position, {task.ask.seat: codes})
        found = {standing.seat: standing for standing in task.game.standings(after)}[task.ask.seat]
        return -found.place, found.status == "active"


class Fatal(RandomPilot):
    """Plays at random until it sends a signal, where the environment says so."""

    name, answers = "fatal", 0

    def choose(self, task: Task, draw: random.Random) -> Choice:
        """Any cards, and perhaps the end."""
        whom, number, after = (os.environ.get(KILL) or "nobody 0 0").split()
        Fatal.answers += 1
        if Fatal.answers == int(after):
            os.kill({"self": os.getpid(), "parent": os.getppid(), "group": 0}[whom], int(number))
        return super().choose(task, draw)


class Mortal(RandomPilot):
    """Plays at random, but kills its process once, where the environment names a file that is not there yet."""

    name = "mortal"

    def choose(self, task: Task, draw: random.Random) -> Choice:
        """Any cards, or the end."""
        with suppress(FileExistsError):
            if mark := os.environ.get(ONCE):
                os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
                os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(task, draw)


class Ready(RandomPilot):
    """Plays at random, in races that it has prepared for; it prepares once for all that begin alike, and keeps that with the position."""

    name = "ready"

    def __init__(self) -> None:
        self.known: list[object] = []

    def prepare(self, game: Game, position: Position) -> None:
        """Remember the race, which is the same value for all that begin alike."""
        if not any(race is position.state.race for race in self.known):
            self.known.append(position.state.race)

    def choose(self, task: Task, draw: random.Random) -> Choice:
        """Any cards."""
        if not any(race is task.position.state.race for race in self.known):
            raise LookupError("not prepared")
        return super().choose(task, draw)


class Faulty(RandomPilot):
    """Raises before the race and at every question of its first turn, and answers nonsense in its second."""

    name = "faulty"

    def prepare(self, game: Game, position: Position) -> None:
        """It cannot."""
        raise ZeroDivisionError("not even that")

    def choose(self, task: Task, draw: random.Random) -> Choice:
        """Any cards, from the third turn on."""
        turn = task.game.want(task.position).turn
        if turn == 1:
            raise ZeroDivisionError("no idea")
        return Choice(Answer("shake")) if turn == 2 else super().choose(task, draw)


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
