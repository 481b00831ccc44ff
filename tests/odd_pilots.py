"""Pilots each of which misbehaves in its own way, and their worker.

It runs as `python -m tests.odd_pilots`.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Mapping
from typing import Any

from companion.app import worker
from companion.games.asking import Answer
from companion.games.programmed.turn import RacePosition
from companion.pilots.base import Pilot, PilotAnswer, Task
from companion.pilots.random_pilot import RandomPilot
from companion.words import Text, text
from tests.typed import of_kind

USUAL = (sys.executable, "-c", "from companion.app import worker; worker.NICE = 0; worker.work()")
"""The usual worker without low priority, since the tests wait for it."""


class Good:
    """A pilot that plays at random, and says so."""

    strength = 0
    about = text("It plays.")

    def __init__(self, name: str) -> None:
        self.name, self.label = name, Text(name.title())

    def choose(self, task: Task, draw: random.Random) -> PilotAnswer:
        """Return the choice of the random pilot, with a reason."""
        return RandomPilot().choose(task, draw)._replace(why=text("It is {name}.", name=self.name))


class Raising(Good):
    """A pilot that raises an exception."""

    def choose(self, task: Task, draw: random.Random) -> PilotAnswer:
        """Raise."""
        raise RuntimeError("a spring has broken")


class Hanging(Good):
    """A pilot that never answers."""

    def choose(self, task: Task, draw: random.Random) -> PilotAnswer:
        """Think for ever."""
        while True:
            pass


class Leaving(Good):
    """A pilot that ends its whole process."""

    def choose(self, task: Task, draw: random.Random) -> PilotAnswer:
        """End the process."""
        os._exit(3)


class Babbling(Good):
    """A pilot that prints and plays cards that were not dealt."""

    def choose(self, task: Task, draw: random.Random) -> PilotAnswer:
        """Return nonsense."""
        print("I think so.", flush=True)
        return PilotAnswer(Answer("pull", (1, 1, 1, 1, 1)))


class Silent(Good):
    """A pilot that answers with None."""

    def choose(self, task: Task, draw: random.Random) -> Any:
        """Return None."""


class Mumbling(Good):
    """A pilot whose reason cannot be sent through a pipe."""

    def choose(self, task: Task, draw: random.Random) -> PilotAnswer:
        """Return a valid answer with a reason that is no text."""
        return super().choose(task, draw)._replace(why=Text("{f}", (("f", lambda: 0),)))  # type: ignore[arg-type]


class Slow(Good):
    """A pilot that thinks until its time is up, and then plays."""

    def choose(self, task: Task, draw: random.Random) -> PilotAnswer:
        """Answer when the time is up."""
        while not task.late():
            pass
        return super().choose(task, draw)


class Preparing(Good):
    """A pilot that says what it has prepared."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.prepared: list[Any] = []

    def prepare(self, game: Any, position: Any) -> None:
        """Remember the race."""
        self.prepared.append(position.state.race)

    def choose(self, task: Task, draw: random.Random) -> PilotAnswer:
        """Return a choice with a reason.

        It says how many races were prepared, and whether this is one of them.
        """
        known = sum(
            race is of_kind(RacePosition, task.position).state.race for race in self.prepared
        )
        return (
            super()
            .choose(task, draw)
            ._replace(why=text("{known} of {all}", known=known, all=len(self.prepared)))
        )


class UnpreparedHang(Good):
    """A pilot that never ends its preparations."""

    def prepare(self, game: Any, position: Any) -> None:
        """Prepare for ever."""
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
    """Return the pilots that the command line does not leave out.

    `--fault` finds none, and `--refuse` makes `os.nice` fail as where the system refuses it.
    """
    if "--fault" in sys.argv:
        raise RuntimeError("no pilot can be found")
    return {name: pilot for name, pilot in ODD.items() if name not in sys.argv[1:]}


def refused(increment: int) -> int:
    """Raise the error of a service that may not set priorities."""
    raise PermissionError(1, "Operation not permitted")


if __name__ == "__main__":
    if "--refuse" in sys.argv:
        os.nice = refused
    # The tests wait for it, however busy the machine is.
    vars(worker)["NICE"] = 0
    worker.work(found)
