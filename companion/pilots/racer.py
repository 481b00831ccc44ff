"""A pilot that goes where the fewest turns are left, on average over all the hands that may come; damage, deaths and rests have their price."""

from __future__ import annotations

import random
from typing import Final

from companion.engine.lone import GONE
from companion.games.api import Game, Position
from companion.games.kit.pilot import END, Foresight, Solo
from companion.pilots.base import Choice, Task
from companion.pilots.programs import (
    best,
    chosen,
    has_won,
    offered,
    other_hand,
    rest_or_not,
    solo_of,
)
from companion.pilots.search import Ending
from companion.pilots.values import Worth, price_of, price_of_death, values_of, wants_rest
from companion.pilots.weighed import fares_best, weighing_of
from companion.signals import SLOTS
from companion.words import text

GUESSES: Final = 6
"""Where cards have no places: how often it guesses what is hidden, for each halving of its answers."""


class Racer:
    """Looks at every program of its hand, and counts the turns that are left after each."""

    name = "racer"
    label = text("Racer")
    about = text("Thinks of the end, and knows the long-term value of everything.")
    strength = 3

    def choose(self, task: Task, draw: random.Random) -> Choice:
        """The program after which the fewest turns are left, or what fares best to the end; where the game cannot say either, as the random pilot."""
        if (weighing := weighing_of(task)) is not None:
            return fares_best(task, weighing, draw, END, GUESSES)
        solo = solo_of(task)
        if solo is None or not task.ask.gestures:
            return offered(task, draw)
        values = values_of(solo.lone)
        ending = (
            best(solo, lambda ending: turns_left(solo, values, ending))
            if task.ask.program.slots
            else None
        )
        if ending is None:
            return rest_or_not(
                task,
                solo,
                solo.spot != GONE and wants_rest(solo.damage, values.turns(solo.goal, solo.spot)),
            )
        return other_hand(task, is_poor(solo, values, ending)) or chosen(
            task, solo, ending, rests_after(solo, values, ending)
        )

    def prepare(self, game: Game, position: Position) -> None:
        """Work out the values of all squares, before the first turn is asked for."""
        if (foresight := game.part(Foresight)) is not None:
            values_of(foresight.solo(position, game.standings(position)[0].seat).lone)


def turns_left(solo: Solo, values: Worth, ending: Ending) -> float:
    """The turns from now to the last marker, this one included."""
    if has_won(solo, ending):
        return ending.register / SLOTS
    if ending.spot == GONE:
        return 1 + values.turns(ending.goal, solo.home) + price_of_death(solo)
    turns = values.turns(ending.goal, ending.spot)
    return 1 + turns + price_of(ending.damage, turns)


def is_poor(solo: Solo, values: Worth, ending: Ending) -> bool:
    """Whether more turns are left after the best program of a hand than are on average, over all hands that may be dealt here."""
    turns = values.turns(solo.goal, solo.spot)
    return turns_left(solo, values, ending) > turns + price_of(solo.damage, turns)


def rests_after(solo: Solo, values: Worth, ending: Ending) -> bool:
    """Whether a rest pays after a program."""
    return (
        ending.spot != GONE
        and not has_won(solo, ending)
        and wants_rest(ending.damage, values.turns(ending.goal, ending.spot))
    )


PILOT = Racer()
