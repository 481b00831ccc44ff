"""A pilot that looks one register ahead, and errs."""

from __future__ import annotations

import random
from typing import Final

from companion.engine.solo_table import GONE, NO_MOVE
from companion.games.kit.pilot import Solo, Weighing
from companion.pilots.base import PilotAnswer, Task
from companion.pilots.programs import (
    answer_of_program,
    best_offer,
    distance_to_marker,
    leads_nowhere,
    other_hand,
    rest_or_not,
    solo_of,
)
from companion.pilots.search import ProgramEnd
from companion.pilots.weighing import at_sight
from companion.words import text

ERRS: Final = 0.3
"""The probability of playing any card instead of the one that looks best."""
WORN: Final = 6
"""The damage at which it rests."""


class Novice:
    """Plays in each register the card that brings it nearest, and sometimes any other."""

    name = "novice"
    label = text("Novice")
    about = text("Looks one card ahead and sometimes makes mistakes.")
    strength = 1

    def choose(self, task: Task, draw: random.Random) -> PilotAnswer:
        """Return a program chosen register by register, or the answer that looks best.

        If the game cannot say where cards lead, it answers as the random pilot.
        """
        if (weighing := Weighing.of(task.game)) is not None:
            return at_sight(task, weighing, draw, ERRS)
        solo = solo_of(task)
        if solo is None or not task.ask.gestures:
            return best_offer(task, draw)
        if not task.ask.program.slots or solo.pose == GONE:
            return rest_or_not(task, solo, solo.damage >= WORN)
        ending = self._program(solo, draw)
        return other_hand(task, leads_nowhere(solo, ending)) or answer_of_program(
            task, solo, ending, ending.damage >= WORN
        )

    def _program(self, solo: Solo, draw: random.Random) -> ProgramEnd:
        """Return a program chosen card by card; after a loss of the piece the rest is arbitrary."""
        solo_table, left, moves = solo.table, [*solo.moves], list[int]()
        pose, damage, goal = solo.pose, solo.damage, solo.goal
        for register, fixed in enumerate(solo.fixed, 1):
            if fixed is not None:
                move = fixed
            elif not left:
                move = NO_MOVE
            elif draw.random() < ERRS:
                move = draw.choice(left)
            else:
                move = min(
                    sorted(set(left)),
                    key=lambda card: self._looks(solo, register, card, pose, goal),
                )
            if fixed is None and left:
                left.remove(move)
            moves.append(move)
            step = solo_table.step(register, move, pose)
            goal += solo_table.touches(register, move, pose, goal)
            pose, damage = step.pose, max(0, damage + step.hits - step.heals)
            if pose == GONE or goal > len(solo_table.flags):
                return ProgramEnd(tuple(moves), GONE, damage, goal, register)
        return ProgramEnd(tuple(moves), pose, damage, goal, len(moves))

    def _looks(
        self, solo: Solo, register: int, move: int, pose: int, goal: int
    ) -> tuple[bool, int, int]:
        """Return how a card looks: lost, markers touched, and the distance after it."""
        solo_table = solo.table
        step = solo_table.step(register, move, pose)
        touched = solo_table.touches(register, move, pose, goal)
        if step.pose == GONE or goal + touched > len(solo_table.flags):
            return step.pose == GONE and not touched, -touched, 0
        return False, -touched, distance_to_marker(solo_table, goal + touched, step.pose)


PILOT = Novice()
