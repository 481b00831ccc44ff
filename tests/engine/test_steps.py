"""A register step by step is the register as a whole, and the state after each step shows what its events say."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.asking import Question
from companion.engine.events import Destroyed, Event, Jumped, Moved, Respawned, Turned
from companion.engine.state import ACTIVE, State
from companion.engine.turn import play_register, register_in_steps
from companion.geometry import Heading, Square
from tests.engine.random_boards import random_extended_board, random_extended_state
from tests.engine.random_races import random_board, random_state

Stand = tuple[Square | None, Heading]


def plain_race(rng: Random) -> State:
    """A crowded small board of base elements."""
    return random_state(rng, random_board(rng, rng.randint(2, 7), rng.randint(2, 7)))


def extended_race(rng: Random) -> State:
    """A board full of any elements."""
    return random_extended_state(rng, random_extended_board(rng, number=rng.choice((15, 30, 50))))


def some_answers(seed: int) -> Callable[[Question], str]:
    """Any answers, the same ones for the same seed."""
    rng = Random(seed)
    return lambda question: rng.choice(question.options)


def stands(state: State) -> dict[int, Stand]:
    """Where clanks stand and face; a clank in the parking row faces nowhere."""
    return {
        clank.seat: (clank.square, clank.heading) if clank.status == ACTIVE else (None, 0)
        for clank in state.clanks
    }


def followed(before: dict[int, Stand], events: tuple[Event, ...]) -> dict[int, Stand]:
    """Where clanks stand when moves and turns have been carried out one after another."""
    at = dict(before)
    for event in events:
        # Copies and ghosts have seats of their own, and come with events that are no moves.
        if getattr(event, "seat", None) not in at:
            continue
        if isinstance(event, Moved | Jumped):
            assert at[event.seat][0] == event.start
            at[event.seat] = (event.end, event.heading)
        elif isinstance(event, Turned):
            assert at[event.seat] == (event.square, event.before)
            at[event.seat] = (event.square, event.after)
        elif isinstance(event, Destroyed):
            assert at[event.seat][0] == event.square
            at[event.seat] = (None, 0)
        elif isinstance(event, Respawned):
            at[event.seat] = (event.square, event.heading)
    return at


@pytest.mark.parametrize("race", [plain_race, extended_race])
@given(st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_the_steps_of_a_register_are_the_register(
    race: Callable[[Random], State], seed: int
) -> None:
    """They have its events, each once and in order, and end in its state; between two of them clanks stand where their moves have led."""
    state = race(Random(seed))
    while not state.over and state.register < 5:
        whole = play_register(state, some_answers(seed))
        steps = register_in_steps(state, some_answers(seed))
        assert tuple(event for step in steps for event in step.events) == whole.events
        assert steps[-1].state == whole.state
        assert all(step.events for step in steps)
        at = stands(state)
        for step in steps:
            at = followed(at, step.events)
            assert stands(step.state) == at
        state = whole.state
