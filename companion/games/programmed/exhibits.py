"""Examples of elements at work as passages of a race with programs."""

from __future__ import annotations

from companion.engine.events import Event, TurnEnded
from companion.engine.play import PlayStep
from companion.games.api import PlayResult, Step
from companion.games.programmed.turn import REGISTERS, RacePosition
from companion.games.race.phrases import CLEANUP


def passage_of(played: tuple[PlayStep, ...]) -> PlayResult[RacePosition, Event]:
    """Return the steps of a register or of a cleanup as a passage."""
    after = played[-1].state
    ended = any(isinstance(event, TurnEnded) for event in played[-1].events)
    steps = tuple(Step(step.events, RacePosition(step.state, REGISTERS)) for step in played)
    return PlayResult(steps[-1].position, after.turn, CLEANUP if ended else after.register, steps)
