"""A register step by step is the whole register, and each state agrees with its events."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.events import Destroyed, Event, Jumped, Moved, Respawned, Turned
from companion.engine.rule_questions import RuleQuestion
from companion.engine.state import ACTIVE, RaceState
from companion.engine.turn import play_register, register_in_steps
from companion.geometry import Heading, Square
from tests.engine.random_boards import random_extended_board, random_extended_state
from tests.engine.random_races import random_board, random_state

Stand = tuple[Square | None, Heading]


def plain_race(rng: Random) -> RaceState:
    """Return a crowded small board of base elements."""
    return random_state(rng, random_board(rng, rng.randint(2, 7), rng.randint(2, 7)))


def extended_race(rng: Random) -> RaceState:
    """Return a board full of any elements."""
    return random_extended_state(rng, random_extended_board(rng, number=rng.choice((15, 30, 50))))


def some_answers(seed: int) -> Callable[[RuleQuestion], str]:
    """Return what gives any answers, the same ones for the same seed."""
    rng = Random(seed)
    return lambda question: rng.choice(question.options)


def stands(state: RaceState) -> dict[int, Stand]:
    """Return squares and headings of clanks; a parked clank has no heading."""
    return {
        clank.seat: (clank.square, clank.heading) if clank.status == ACTIVE else (None, 0)
        for clank in state.clanks
    }


def followed(before: dict[int, Stand], events: tuple[Event, ...]) -> dict[int, Stand]:
    """Return where clanks are after all moves and turns in order."""
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
    race: Callable[[Random], RaceState], seed: int
) -> None:
    """Have the register's events once, in order, and its state; clanks follow their moves."""
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
