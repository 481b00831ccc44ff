"""A pilot without a plan: any cards of its hand in any order, a rest now and then where it may and is damaged, and now and then what it may do besides."""

from __future__ import annotations

import random
from typing import Final

from companion.games.asking import Answer
from companion.games.kit.pilot import Foresight
from companion.pilots.base import Choice, Task
from companion.signals import PUSH
from companion.words import text

REST_CHANCE: Final = 0.1
"""How often it powers down where it can, as a probability."""
BESIDES_CHANCE: Final = 0.3
"""How often it first does what it may do besides, as a probability."""


class RandomPilot:
    """Plays random legal programs."""

    name = "random"
    label = text("Random pilot")
    about = text("Any cards in any order.")
    strength = 0

    def choose(self, task: Task, draw: random.Random) -> Choice:
        """Cards drawn from the hand for every slot that is not locked, and a handle's move that means something; else anything that is offered.

        Whether it does something besides is drawn last: so all else is drawn as ever where nothing can be done, and afterwards as if nothing had been.
        """
        ask = task.ask
        gestures = [gesture for gesture, _ in ask.gestures]
        if not gestures:
            return Choice(Answer("", offer=draw.choice(ask.offers).key))
        rests = PUSH in gestures and (
            len(gestures) == 1 or (draw.random() < REST_CHANCE and _is_worn(task))
        )
        gesture = PUSH if rests else next(gesture for gesture in gestures if gesture != PUSH)
        free = ask.program.free
        drawn = iter(draw.sample(ask.hand.codes or (), len(free)) if free else ())
        codes = tuple(next(drawn) if slot in free else None for slot in range(1, 6))
        if ask.actions and draw.random() < BESIDES_CHANCE:
            return Choice(Answer("", offer=draw.choice(ask.actions).key))
        return Choice(Answer(gesture, codes))


def _is_worn(task: Task) -> bool:
    """Whether there is anything that a rest repairs; where the game cannot say it there may be."""
    foresight = task.game.part(Foresight)
    return foresight is None or foresight.solo(task.position, task.ask.seat).damage > 0


PILOT = RandomPilot()
