"""Answers in games without places: the one that looks best, or does best in guesses.

The guesses are about all hidden cards.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

from companion.games.kit.pilot import END, KEEN, TURN, Weighing
from companion.pilots.base import PilotAnswer, Task

TRUST: Final[Mapping[int, float]] = {TURN: 8.0, END: 12.0, KEEN: 12.0}
"""For how many guesses the looks of an answer count: the further it is followed, the more each
guess is luck."""


def at_sight(task: Task, weighing: Weighing, draw: random.Random, errs: float) -> PilotAnswer:
    """Return the answer that looks best, or any with the probability `errs`."""
    found = weighing.answers(task.position, task.ask)
    if draw.random() < errs:
        return PilotAnswer(draw.choice(found))
    best = max(found, key=lambda answer: weighing.looks(task.position, task.ask, answer))
    return PilotAnswer(best, weighing.reason(task.position, task.ask, best, None))


def best_in_guesses(
    task: Task, weighing: Weighing, draw: random.Random, reach: int, guesses: int
) -> PilotAnswer:
    """Return the answer that does best in guesses; its looks count, too.

    The better half of the answers is tried against as many guesses again, and so on while there are
    several, so that most of the time goes to close ones.

    Args:
        task: The question.
        weighing: How the game values answers.
        draw: All chance.
        reach: How far answers are followed (`companion.games.kit.pilot`).
        guesses: The number of guesses for each halving.
    """
    position, ask, deck = task.position, task.ask, task.game.deck
    looks = {
        answer: TRUST[reach] * weighing.looks(position, ask, answer)
        for answer in weighing.answers(position, ask)
    }
    tries = dict.fromkeys(looks, 0.0)
    tried, late = 0, False
    while len(tries) > 1 and not late:
        for _ in range(guesses):
            guess = weighing.guessed(position, ask, draw.sample(deck, len(deck)))
            for answer, came_to in zip(
                tries,
                weighing.outcomes(guess, ask, tuple(tries), reach, draw.random),
                strict=False,
            ):
                tries[answer] += came_to
            tried += 1
            late = task.late()
            if late:
                break
        better = sorted(tries, key=lambda answer: -looks[answer] - tries[answer])
        tries = {
            answer: tries[answer]
            for answer in better[: (len(better) + 1) // 2 if len(better) > 2 and not late else 1]
        }
    best, came_to = next(iter(tries.items()))
    return PilotAnswer(
        best, weighing.reason(position, ask, best, came_to / tried if tried else None)
    )
