"""A pilot that minimises the turns left, on average over all hands that may come.

Damage, deaths and rests have their price.
"""

from __future__ import annotations

import random
from typing import Final

from companion.engine.solo_table import GONE
from companion.games.api import Game, Position
from companion.games.kit.pilot import END, Foresight, Solo, Weighing
from companion.pilots.base import PilotAnswer, Task
from companion.pilots.programs import (
    answer_of_program,
    best,
    best_offer,
    has_won,
    other_hand,
    rest_or_not,
    solo_of,
)
from companion.pilots.search import ProgramEnd
from companion.pilots.values import Worth, damage_cost, death_cost, values_of, wants_rest
from companion.pilots.weighing import best_in_guesses
from companion.signals import SLOTS
from companion.words import text

GUESSES: Final = 6
"""Guesses at hidden cards in games without places, for each halving of its answers."""


class Racer:
    """Evaluates every program of its hand by the turns that are left after it."""

    name = "racer"
    label = text("Racer")
    about = text("Plans for the whole race and knows what everything is worth.")
    strength = 3

    def choose(self, task: Task, draw: random.Random) -> PilotAnswer:
        """Return the program with the fewest turns left, or the answer that does best to the end.

        If the game can say neither, it answers as the random pilot.
        """
        if (weighing := Weighing.of(task.game)) is not None:
            return best_in_guesses(task, weighing, draw, END, GUESSES)
        solo = solo_of(task)
        if solo is None or not task.ask.gestures:
            return best_offer(task, draw)
        values = values_of(solo.table)
        if task.ask.program.slots:
            ending = best(solo, lambda ending: turns_left(solo, values, ending))
        else:
            ending = None
        if ending is None:
            return rest_or_not(
                task,
                solo,
                solo.pose != GONE and wants_rest(solo.damage, values.turns(solo.goal, solo.pose)),
            )
        rests = (
            ending.pose != GONE
            and not has_won(solo, ending)
            and wants_rest(ending.damage, values.turns(ending.goal, ending.pose))
        )
        return other_hand(task, is_poor(solo, values, ending)) or answer_of_program(
            task, solo, ending, rests
        )

    def prepare(self, game: Game, position: Position) -> None:
        """Compute the values of all squares before the first turn."""
        if (foresight := Foresight.of(game)) is not None:
            values_of(foresight.solo(position, game.standings(position)[0].seat).table)


def turns_left(solo: Solo, values: Worth, ending: ProgramEnd) -> float:
    """Return the turns from now to the last marker, this one included."""
    if has_won(solo, ending):
        return ending.register / SLOTS
    if ending.pose == GONE:
        return 1 + values.turns(ending.goal, solo.home) + death_cost(solo)
    turns = values.turns(ending.goal, ending.pose)
    return 1 + turns + damage_cost(ending.damage, turns)


def is_poor(solo: Solo, values: Worth, ending: ProgramEnd) -> bool:
    """Say whether the best program of a hand leaves more turns than the average hand here."""
    turns = values.turns(solo.goal, solo.pose)
    return turns_left(solo, values, ending) > turns + damage_cost(solo.damage, turns)


PILOT = Racer()
