"""A pilot that is as strong as people want, by playing like pilots of fixed strength.

The level comes with the question (`Task.level`): with 2.4 it plays each turn like strength 2 in 60
of 100 cases, else like strength 3.
"""

from __future__ import annotations

import random
from functools import cache

from companion.games.api import Game, Position
from companion.pilots.base import Pilot, PilotAnswer, Preparing, Task, own_pilots
from companion.words import text


class EvenPilot:
    """Plays like one of the others, by the level and by chance."""

    name = "even"
    label = text("As strong as us")
    about = text("It plays better after you win, and worse after you lose.")
    strength = -1

    def choose(self, task: Task, draw: random.Random) -> PilotAnswer:
        """Return the choice of one of the two pilots around the level."""
        # The ladder begins with the weakest.
        weaker, stronger = ladder()[0], ladder()[-1]
        for pilot in ladder():
            if weaker.strength < pilot.strength <= task.level:
                weaker = pilot
            if task.level <= pilot.strength < stronger.strength:
                stronger = pilot
        between = stronger.strength - weaker.strength
        return (
            stronger if draw.random() * between < task.level - weaker.strength else weaker
        ).choose(task, draw)

    def prepare(self, game: Game, position: Position) -> None:
        """Make the tables of all other pilots."""
        for pilot in ladder():
            if isinstance(pilot, Preparing):
                pilot.prepare(game, position)


@cache
def ladder() -> tuple[Pilot, ...]:
    """Return our own pilots of fixed strength, the weakest first.

    With pilots of other packages the same level would play differently.
    """
    return tuple(pilot for pilot in own_pilots() if pilot.strength >= 0)


PILOT = EvenPilot()
