"""A pilot that plays the best whole program of its hand, as if nobody else were there."""

from __future__ import annotations

import random
from typing import Final

from companion.engine.solo_table import GONE
from companion.games.kit.pilot import TURN, Solo, Weighing
from companion.pilots.base import PilotAnswer, Task
from companion.pilots.programs import (
    answer_of_program,
    best,
    best_offer,
    distance_to_marker,
    has_won,
    leads_nowhere,
    other_hand,
    rest_or_not,
    solo_of,
)
from companion.pilots.search import ProgramEnd
from companion.pilots.weighing import best_in_guesses
from companion.words import text

WORN: Final = 5
"""The damage at which it rests: the first slot locks."""
GUESSES: Final = 6
"""Guesses at hidden cards in games without places, for each halving of its answers."""


class Steady:
    """Evaluates every program of its hand by the distance to the next marker after the turn."""

    name = "steady"
    label = text("Steady")
    about = text("Finds the best program for its hand and ignores everybody else.")
    strength = 2

    def choose(self, task: Task, draw: random.Random) -> PilotAnswer:
        """Return the best of all programs, or the answer that does best in this turn.

        If the game cannot say where cards lead, it answers as the random pilot.
        """
        if (weighing := Weighing.of(task.game)) is not None:
            return best_in_guesses(task, weighing, draw, TURN, GUESSES)
        solo = solo_of(task)
        if solo is None or not task.ask.gestures:
            return best_offer(task, draw)
        ending = best(solo, lambda ending: _cost(solo, ending)) if task.ask.program.slots else None
        if ending is None:
            return rest_or_not(task, solo, solo.damage >= WORN)
        return other_hand(task, leads_nowhere(solo, ending)) or answer_of_program(
            task, solo, ending, ending.damage >= WORN
        )


def _cost(solo: Solo, ending: ProgramEnd) -> tuple[bool, int, int, int]:
    """Return a sort key of a program.

    Destroyed comes last, then count markers to go, squares or how soon it is over, and damage.
    """
    if has_won(solo, ending):
        return False, -ending.goal, ending.register, 0
    if ending.pose == GONE:
        return True, -ending.goal, -ending.register, 0
    return (
        False,
        -ending.goal,
        distance_to_marker(solo.table, ending.goal, ending.pose),
        ending.damage,
    )


PILOT = Steady()
