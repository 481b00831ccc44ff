"""A pilot that plays its best programs against the probable programs of the others.

It guesses their hands, plays their best programs against its own in the engine, and takes the one
that does best.
"""

from __future__ import annotations

import random
from math import exp, log1p
from typing import Final

from companion.engine.solo_table import GONE
from companion.games.api import Game, Position
from companion.games.kit.pilot import KEEN, Foresight, Solo, Weighing
from companion.named_tuples import NamedTuple
from companion.pilots.base import PilotAnswer, Task
from companion.pilots.programs import (
    Codes,
    answer_of_program,
    cards_for_moves,
    other_hand,
    programs,
    solo_of,
    with_locked_cards,
)
from companion.pilots.racer import PILOT as RACER
from companion.pilots.racer import is_poor, turns_left
from companion.pilots.search import ProgramEnd
from companion.pilots.values import Worth, damage_cost, death_cost, values_of, wants_rest
from companion.pilots.weighing import best_in_guesses
from companion.words import text

GUESSES: Final = 48
"""The number of its guesses at the hands of the others, divided by the number of players, so that a
decision takes about as long in any company."""
HALVING: Final = 10
"""The number of its guesses in games without places, for each halving of its answers."""
PROGRAMS: Final = 16
"""The number of its own programs that it tries against each guess: those that are best alone."""
WEAK: Final = 6
"""For how many of these it also tries to play the weakest cards first, since sometimes it is better
to come last."""
CLOSE: Final = 1.5
"""Turns by which a race is close: a lead or deficit of more turns matters less, and the own way
more."""
PACE: Final = 0.2
"""The cost of an own turn in addition, regardless of the others."""
LOST: Final = 12.0
"""Turns that count if another seat has won."""


class _TriedProgram(NamedTuple):
    """A program that is tried."""

    ending: ProgramEnd
    """The end that it has alone."""
    codes: Codes
    costs: list[float]
    """The turns that it cost in each guess."""
    rests: list[bool]
    """For each guess, whether a rest pays after it."""


class Champion:
    """Plays its best programs against those of the others."""

    name = "champion"
    label = text("Champion")
    about = text("Expects the moves of the others and gets in their way.")
    strength = 4

    def choose(self, task: Task, draw: random.Random) -> PilotAnswer:
        """Return the answer that does best on average.

        Alone on a board, or without a question for a program, it plays as the racer.
        """
        if (weighing := Weighing.of(task.game)) is not None:
            return best_in_guesses(task, weighing, draw, KEEN, HALVING)
        solo, foresight = solo_of(task), Foresight.of(task.game)
        if solo is None or foresight is None or not task.ask.program.slots or solo.pose == GONE:
            return RACER.choose(task, draw)
        rivals = foresight.rivals(task.position, solo.seat)
        values = values_of(solo.table)
        tries = _tries(solo, values)
        if len(tries) < 2 or not rivals:
            return RACER.choose(task, draw)
        if (thrown := other_hand(task, is_poor(solo, values, tries[0].ending))) is not None:
            return thrown
        for _ in range(GUESSES // (1 + len(rivals))):
            guess = foresight.guessed(
                task.position,
                solo.seat,
                solo.hand,
                draw.sample(task.game.deck, len(task.game.deck)),
            )
            theirs = {seat: _as_racer(foresight.solo(guess, seat), values) for seat in rivals}
            for tried in tries:
                after = foresight.simulate(
                    guess, {**theirs, solo.seat: with_locked_cards(task, tried.codes)}
                )
                # Programs are asked for, so the turn has an end.
                assert after is not None
                cost, rests = _turn_cost(foresight, solo, values, after, rivals)
                tried.costs.append(cost)
                tried.rests.append(rests)
            if task.late():
                break
        found = min(tries, key=lambda tried: sum(tried.costs))
        return answer_of_program(
            task, solo, found.ending, 2 * sum(found.rests) > len(found.rests), found.codes
        )

    def prepare(self, game: Game, position: Position) -> None:
        RACER.prepare(game, position)


def _tries(solo: Solo, values: Worth) -> list[_TriedProgram]:
    """Return the best programs alone, each with its strongest cards first."""
    found = sorted(programs(solo), key=lambda ending: turns_left(solo, values, ending))[:PROGRAMS]
    strong = [
        _TriedProgram(ending, cards_for_moves(solo, ending.moves), [], []) for ending in found
    ]
    weak = [
        _TriedProgram(ending, cards_for_moves(solo, ending.moves, weak=True), [], [])
        for ending in found[:WEAK]
    ]
    known = {tried.codes for tried in strong}
    return strong + [tried for tried in weak if tried.codes not in known]


def _as_racer(rival: Solo, values: Worth) -> Codes:
    """Return the program that a rival would play with the guessed hand."""
    found = programs(rival)
    if found and rival.hand:
        return cards_for_moves(
            rival, min(found, key=lambda ending: turns_left(rival, values, ending)).moves
        )
    return cards_for_moves(rival, ())


def _turn_cost(
    foresight: Foresight, solo: Solo, values: Worth, after: Position, rivals: tuple[int, ...]
) -> tuple[float, bool]:
    """Return the cost of a turn, and whether a rest pays after it.

    The cost is the own turns that are left, and how far behind each of the rivals they are.
    """
    own = foresight.solo(after, solo.seat)
    if own.goal > len(solo.table.flags):
        return 0.0, False
    others = [_turns_left(foresight.solo(after, seat), values) for seat in rivals]
    mine = _turns_left(own, values)
    if own.deaths > solo.deaths:
        mine += death_cost(solo)
    if min(others) == 0.0:
        mine += LOST
    # The turns behind each rival, smoothly: none far ahead, half of each turn if they are level,
    # and all of it far behind.
    behind = [CLOSE * log1p(exp((mine - theirs) / CLOSE)) for theirs in others]
    rests = own.pose != GONE and wants_rest(own.damage, values.turns(own.goal, own.pose))
    return PACE * mine + sum(behind) / len(others), rests


def _turns_left(solo: Solo, values: Worth) -> float:
    """Return the turns that a piece has left; 0 if it has won."""
    turns = values.turns(solo.goal, solo.home if solo.pose == GONE else solo.pose)
    return turns + damage_cost(solo.damage, turns)


PILOT = Champion()
