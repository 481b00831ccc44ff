"""Pilots with which something is wrong, each in its own way, and a worker that knows them: `python -m tests.odd_pilots`."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Mapping
from typing import Any

from companion.app import worker
from companion.games.asking import Answer
from companion.pilots.base import Choice, Pilot, Task
from companion.pilots.random_pilot import RandomPilot
from companion.words import Text, text

USUAL = (sys.executable, "-c", "from companion.app import worker; worker.NICE = 0; worker.work()")
"""The worker as it is, but for giving way to all others on the machine: the tests wait for it."""


class Good:
    """A pilot that plays at random, and says so."""

    strength = 0
    about = text("It plays.")

    def __init__(self, name: str) -> None:
        self.name, self.label = name, Text(name.title())

    def choose(self, task: Task, draw: random.Random) -> Choice:
        """Like the random pilot, with a reason."""
        return RandomPilot().choose(task, draw)._replace(why=text("It is {name}.", name=self.name))


class Raising(Good):
    """It raises."""

    def choose(self, task: Task, draw: random.Random) -> Choice:
        """No choice at all."""
        raise RuntimeError("a spring has broken")


class Hanging(Good):
    """It never comes back."""

    def choose(self, task: Task, draw: random.Random) -> Choice:
        """Think for ever."""
        while True:
            pass


class Leaving(Good):
    """It takes its whole process along."""

    def choose(self, task: Task, draw: random.Random) -> Choice:
        """End."""
        os._exit(3)


class Babbling(Good):
    """It plays cards that nobody has dealt, and prints what it thinks."""

    def choose(self, task: Task, draw: random.Random) -> Choice:
        """Nonsense."""
        print("I think so.", flush=True)
        return Choice(Answer("pull", (1, 1, 1, 1, 1)))


class Silent(Good):
    """Its answer is none."""

    def choose(self, task: Task, draw: random.Random) -> Any:
        """Nothing."""


class Mumbling(Good):
    """Its reason goes into no pipe."""

    def choose(self, task: Task, draw: random.Random) -> Choice:
        """A sound answer, and a reason that is no words."""
        return super().choose(task, draw)._replace(why=Text("{f}", (("f", lambda: 0),)))  # type: ignore[arg-type]


class Slow(Good):
    """It thinks as long as it may, and then plays."""

    def choose(self, task: Task, draw: random.Random) -> Choice:
        """Until it is late."""
        while not task.late():
            pass
        return super().choose(task, draw)


class Preparing(Good):
    """It says what it was told to prepare for."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.prepared: list[Any] = []

    def prepare(self, game: Any, position: Any) -> None:
        """A race that begins."""
        self.prepared.append(position.state.race)

    def choose(self, task: Task, draw: random.Random) -> Choice:
        """With how many races it knows, and whether this is one of them, so that what was prepared there is at hand."""
        known = sum(race is task.position.state.race for race in self.prepared)
        return (
            super()
            .choose(task, draw)
            ._replace(why=text("{known} of {all}", known=known, all=len(self.prepared)))
        )


class UnpreparedHang(Good):
    """It never ends its preparations."""

    def prepare(self, game: Any, position: Any) -> None:
        """For ever."""
        os._exit(4)


BROKEN = {
    pilot.name: pilot
    for pilot in (
        Raising("raising"),
        Hanging("hanging"),
        Leaving("leaving"),
        Babbling("babbling"),
        Silent("silent"),
    )
}
WELL = {
    pilot.name: pilot
    for pilot in (
        Good("good"),
        Mumbling("mumbling"),
        Slow("slow"),
        Preparing("preparing"),
        UnpreparedHang("unprepared"),
    )
}
ODD: Mapping[str, Pilot] = {**BROKEN, **WELL, "steady": Good("steady"), "random": RandomPilot()}


def found() -> dict[str, Any]:
    """Find the pilots that the command line does not leave out; `--fault` finds none, and `--refuse` stands for a system that refuses `os.nice`."""
    if "--fault" in sys.argv:
        raise RuntimeError("no pilot can be found")
    return {name: pilot for name, pilot in ODD.items() if name not in sys.argv[1:]}


def refused(increment: int) -> int:
    """Say what a service hears that may not set priorities."""
    raise PermissionError(1, "Operation not permitted")


if __name__ == "__main__":
    if "--refuse" in sys.argv:
        os.nice = refused
    # The tests wait for it, however busy the machine is.
    vars(worker)["NICE"] = 0
    worker.work(found)
