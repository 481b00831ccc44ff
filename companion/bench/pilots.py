"""How long pilots think: each is asked the same questions, out of races in full company and of races of two."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Final

from companion.app.loop import catalogue
from companion.bench import REFERENCE, Figure, best_seconds, run_loop, within
from companion.games import usual_game
from companion.games.api import Game, Plan
from companion.games.asking import Draw, Finished, Questions, Shuffle
from companion.pilots.base import Pilot, Preparing, Task, pilots

PLAYS: Final = "racer"
"""Who plays the races out of which the questions come."""
BOARDS: Final = ("fountain-circus", "gorge-crossing", "welding-shop")
TURNS: Final = 6
FIELDS: Final = (8, 2)
"""How many race."""
MOST: Final[dict[str, str]] = {"steady": "≤ 10", "racer": "≤ 10", "champion": "≤ 150"}
"""Milliseconds that a decision may take here, 99 of 100."""


def decision_times() -> list[Figure]:
    """Median and 99 of 100 for each pilot of the ladder, in a field of eight and in a duel; tables and values of the race are ready, as they are at a table."""
    game, known = usual_game(), pilots()
    (loop,) = best_seconds(run_loop, runs=3)
    found = [
        Figure(
            "yardstick loop",
            loop,
            "s",
            remark=f"the targets are for a machine on which it takes {REFERENCE} s",
        )
    ]
    for seats in FIELDS:
        tasks = [task for board in BOARDS for task in _asked(game, board, seats, known[PLAYS])]
        for pilot in known.values():
            if pilot.strength >= 0:
                found += _measured(pilot, tasks, seats, loop)
    return [*found, *_prepared(game)]


def _measured(pilot: Pilot, tasks: list[Task], seats: int, loop: float) -> list[Figure]:
    """The times of one pilot for all questions, which it hears for the second time: at the first it may work out what it keeps."""
    times = []
    for measured in (False, True):
        for number, task in enumerate(tasks):
            before = time.perf_counter()
            pilot.choose(task, random.Random(number))
            if measured:
                times.append(1000 * (time.perf_counter() - before))
    times.sort()
    what, most = f"{pilot.name}, {seats} seats", MOST.get(pilot.name, "")
    late = within(0.99, times)
    return [
        Figure(f"{what}, median", within(0.5, times), "ms"),
        Figure(
            f"{what}, 99 of 100",
            late,
            "ms",
            most,
            f"{late * REFERENCE / loop:.3g} on the reference machine",
        ),
    ]


def _prepared(game: Game) -> list[Figure]:
    """What is worked out once for a race, while pieces are placed."""
    entry = next(entry for entry in catalogue((BOARDS[0],)))
    pilot = pilots()[PLAYS]
    assert isinstance(pilot, Preparing)
    # A race of its own each time, since what was worked out stays with it.
    races = [game.begin(Plan(entry.board, entry.markers[0][1], (1, 2), {})) for _ in range(3)]
    times = []
    for race in races:
        before = time.perf_counter()
        pilot.prepare(game, race)
        times.append(time.perf_counter() - before)
    return [
        Figure(
            "values of all squares, once for a race",
            min(times),
            "s",
            remark="in the background, while the race is laid out",
        )
    ]


def _asked(game: Game, board: str, seats: int, plays: Pilot) -> Iterator[Task]:
    """What pilots are asked for programs in a race, from its first turn on."""
    entry = next(entry for entry in catalogue((board,)))
    position = game.begin(Plan(entry.board, entry.markers[0][1], tuple(range(1, seats + 1)), {}))
    while not isinstance(want := game.want(position), Finished) and want.turn <= TURNS:
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
            yield from (task for task in tasks if task.ask.program.slots)
            position = game.answered(
                position,
                {task.ask.seat: plays.choose(task, random.Random(0)).answer for task in tasks},
            ).position
        else:
            position = game.played(position)
