"""How long pilots think in games without places: each is asked the same questions, at tables of all sizes."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from itertools import islice
from typing import Final

from companion.bench import REFERENCE, Figure, best_seconds, run_loop, within
from companion.games import find_game, game_keys
from companion.games.api import Game, Plan
from companion.games.asking import Draw, Finished, Questions, Shuffle
from companion.games.kit.pilot import Weighing
from companion.pilots.base import Pilot, Task, pilots

PLAYS: Final = "novice"
"""Who plays the games out of which the questions come."""
PLAYERS: Final = (2, 4, 6)
QUESTIONS: Final = 24
"""Questions for each pilot at each table, the first ones of a game."""
MOST: Final[dict[str, str]] = {"steady": "≤ 150", "racer": "≤ 400", "champion": "≤ 800"}
"""Milliseconds that a decision may take here, 99 of 100; at a table, where a pilot has a second, a slow computer guesses less often."""


def answering_times() -> list[Figure]:
    """Median and 99 of 100 for each pilot of the ladder in every game whose answers pilots weigh."""
    (loop,) = best_seconds(run_loop, runs=3)
    found = [
        Figure(
            "yardstick loop",
            loop,
            "s",
            remark=f"the targets are for a machine on which it takes {REFERENCE} s",
        )
    ]
    for game in filter(None, map(find_game, game_keys())):
        for players in PLAYERS if game.part(Weighing) is not None else ():
            tasks = [*islice(_asked(game, players, pilots()[PLAYS]), QUESTIONS)]
            for pilot in pilots().values():
                if pilot.strength >= 0:
                    found += _measured(
                        pilot, tasks, f"{pilot.name}, {game.title}, {players} players", loop
                    )
    return found


def _measured(pilot: Pilot, tasks: list[Task], what: str, loop: float) -> list[Figure]:
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
            MOST.get(pilot.name, ""),
            f"{late * REFERENCE / loop:.3g} on the reference machine",
        ),
    ]


def _asked(game: Game, players: int, plays: Pilot) -> Iterator[Task]:
    """What pilots are asked in a game, from its first question on."""
    position = game.begin(Plan(None, (), tuple(range(1, players + 1)), {}))
    while not isinstance(want := game.want(position), Finished):
        if isinstance(want, Shuffle):
            position = game.dealt(
                position, tuple(random.Random(want.turn).sample(game.deck, len(game.deck)))
            ).position
        elif isinstance(want, Draw):
            position = game.dealt(position, (0,)).position
        elif isinstance(want, Questions):
            tasks = [
                Task(game, want.about, ask, game.redacted(position, ask.player))
                for ask in want.asks
            ]
            yield from tasks
            position = game.answered(
                position,
                {task.ask.seat: plays.choose(task, random.Random(0)).answer for task in tasks},
            ).position
        else:
            position = game.played(position)
