"""A pilot without a plan: any cards of its hand in any order.

Sometimes it rests, if it may and is damaged, and sometimes it takes an additional action.
"""

from __future__ import annotations

import random
from typing import Final

from companion.games.asking import Answer
from companion.games.kit.pilot import Foresight
from companion.pilots.base import PilotAnswer, Task
from companion.signals import PUSH
from companion.words import text

REST_CHANCE: Final = 0.1
"""The probability that it powers down where it can."""
BESIDES_CHANCE: Final = 0.3
"""The probability that it first takes an additional action."""


class RandomPilot:
    """Plays random legal programs."""

    name = "random"
    label = text("Random pilot")
    about = text("Any cards in any order.")
    strength = 0

    def choose(self, task: Task, draw: random.Random) -> PilotAnswer:
        """Return random cards for every free slot, and a possible move of the handle.

        If it has no gesture it takes any offer. Whether it takes an additional action is drawn
        last, so that all other draws are the same if there is none, and also after one.
        """
        ask = task.ask
        gestures = [gesture for gesture, _ in ask.gestures]
        if not gestures:
            return PilotAnswer(Answer("", offer=draw.choice(ask.offers).key))
        rests = gestures == [PUSH]
        if PUSH in gestures and len(gestures) > 1 and draw.random() < REST_CHANCE:
            # A rest would repair something, or the game cannot say it.
            foresight = Foresight.of(task.game)
            rests = foresight is None or foresight.solo(task.position, ask.seat).damage > 0
        gesture = PUSH if rests else next(gesture for gesture in gestures if gesture != PUSH)
        free = ask.program.free
        drawn = iter(draw.sample(ask.hand.codes or (), len(free)) if free else ())
        codes = tuple(next(drawn) if slot in free else None for slot in range(1, 6))
        if ask.actions and draw.random() < BESIDES_CHANCE:
            return PilotAnswer(Answer("", offer=draw.choice(ask.actions).key))
        return PilotAnswer(Answer(gesture, codes))


PILOT = RandomPilot()
