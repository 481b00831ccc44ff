"""Measure how long pilots think about the same questions.

The questions come from races of eight and of two, and from games without a board for several
numbers of players.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from itertools import islice
from math import inf
from typing import Final

from companion.app.loop import catalogue
from companion.bench import REFERENCE, Figure, best_seconds, run_loop, within, yardstick
from companion.games import find_game, game_keys, usual_game
from companion.games.api import Game, Plan
from companion.games.asking import Draw, Finished, Questions, Shuffle
from companion.games.kit.pilot import Weighing
from companion.games.parts import position_after_play
from companion.pilots.base import Pilot, Preparing, Task, pilots

RACER: Final = "racer"
"""The pilot in the races from which the questions come."""
BOARDS: Final = ("fountain-circus", "gorge-crossing", "welding-shop")
TURNS: Final = 6
FIELDS: Final = (8, 2)
"""Numbers of racers."""
MOST: Final[dict[str, str]] = {"steady": "≤ 10", "racer": "≤ 10", "champion": "≤ 150"}
"""Targets in milliseconds for a decision in a race, 99 of 100."""

PLAYER: Final = "novice"
"""The pilot in the games without a board from which the questions come."""
PLAYERS: Final = (2, 4, 6)
QUESTIONS: Final = 24
"""Questions for each pilot at each table, the first ones of a game."""
MOST_WEIGHED: Final[dict[str, str]] = {"steady": "≤ 150", "racer": "≤ 400", "champion": "≤ 800"}
"""Targets in milliseconds for weighing answers (99 %); at a table a slow computer guesses less."""


def decision_times() -> list[Figure]:
    """Measure median and 99 % of each pilot's decisions, in a field of eight and in a duel.

    Tables and values of the race are ready, as they are at a table; their preparation is the last
    figure.
    """
    game, known = usual_game(), pilots()
    (loop,) = best_seconds(run_loop, runs=3)
    found = [yardstick(loop)]
    for seats in FIELDS:
        tasks = [
            task
            for board in BOARDS
            for task in _pilot_tasks(
                game, _race(board, tuple(range(1, seats + 1))), known[RACER], TURNS
            )
            if task.ask.program.slots
        ]
        for pilot in known.values():
            if pilot.strength >= 0:
                # Caches are filled before timing.
                for number, task in enumerate(tasks):
                    pilot.choose(task, random.Random(number))
                found += _measure_pilot(pilot, tasks, f"{pilot.name}, {seats} seats", MOST, loop)
    # The computation once per race, which runs while pieces are placed. A new race each time,
    # because a race keeps the result.
    racer, times = known[RACER], []
    assert isinstance(racer, Preparing)
    for race in [game.begin(_race(BOARDS[0], (1, 2))) for _ in range(3)]:
        before = time.perf_counter()
        racer.prepare(game, race)
        times.append(time.perf_counter() - before)
    found.append(
        Figure(
            "values of all squares, once for a race",
            min(times),
            "s",
            remark="in the background, while the race is laid out",
        )
    )
    return found


def answering_times() -> list[Figure]:
    """Measure median and 99 % of each pilot's decisions in every game with `Weighing`."""
    (loop,) = best_seconds(run_loop, runs=3)
    found = [yardstick(loop)]
    for game in filter(None, map(find_game, game_keys())):
        for players in PLAYERS if Weighing.of(game) is not None else ():
            plan = Plan(None, (), tuple(range(1, players + 1)), {})
            tasks = [*islice(_pilot_tasks(game, plan, pilots()[PLAYER]), QUESTIONS)]
            for pilot in pilots().values():
                if pilot.strength >= 0:
                    what = f"{pilot.name}, {game.title}, {players} players"
                    found += _measure_pilot(pilot, tasks, what, MOST_WEIGHED, loop)
    return found


def _measure_pilot(
    pilot: Pilot, tasks: list[Task], what: str, most: dict[str, str], loop: float
) -> list[Figure]:
    """Measure one pilot for all questions; targets by pilot."""
    times = []
    for number, task in enumerate(tasks):
        before = time.perf_counter()
        pilot.choose(task, random.Random(number))
        times.append(1000 * (time.perf_counter() - before))
    times.sort()
    late = within(0.99, times)
    return [
        Figure(f"{what}, median", within(0.5, times), "ms"),
        Figure(
            f"{what}, 99 of 100",
            late,
            "ms",
            most.get(pilot.name, ""),
            f"{late * REFERENCE / loop:.3g} on the reference machine",
        ),
    ]


def _race(board: str, seats: tuple[int, ...]) -> Plan:
    entry = next(iter(catalogue((board,))))
    return Plan(entry.board, entry.markers[0][1], seats, {})


def _pilot_tasks(game: Game, plan: Plan, plays: Pilot, turns: float = inf) -> Iterator[Task]:
    """Yield the tasks of pilots in a game, from its first question, for `turns` turns."""
    position = game.begin(plan)
    while (
        not isinstance(next_step := game.next_step(position), Finished) and next_step.turn <= turns
    ):
        if isinstance(next_step, Shuffle):
            position = game.dealt(
                position, tuple(random.Random(next_step.turn).sample(game.deck, len(game.deck)))
            ).position
        elif isinstance(next_step, Draw):
            position = game.dealt(position, (0,)).position
        elif isinstance(next_step, Questions):
            tasks = [
                Task(game, next_step.about, ask, game.redacted(position, ask.player))
                for ask in next_step.asks
            ]
            yield from tasks
            position = game.answered(
                position,
                {task.ask.seat: plays.choose(task, random.Random(0)).answer for task in tasks},
            ).position
        else:
            position = position_after_play(game, position)
