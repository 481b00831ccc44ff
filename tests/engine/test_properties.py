"""Invariants (rulebook 14), over thousands of random boards, positions and programs."""

from __future__ import annotations

import os
import random
import subprocess
import sys

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import simultaneous
from companion.engine.board import board_of
from companion.engine.events import CardPlayed, Destroyed, Event, Moved, Respawned, Turned
from companion.engine.state import ACTIVE, RaceState, state_hash, state_words
from companion.engine.turn import clean_up, play_register, play_turn
from companion.geometry import neighbour
from tests.engine.random_races import mirrored, random_board, random_rules, random_state, reseated

SEEDS = st.integers(0, 2**32)
MANY = settings(max_examples=250, deadline=None)


def race(seed: int) -> RaceState:
    """Return the race of a seed."""
    rng = random.Random(seed)
    return random_state(
        rng, random_board(rng, rng.randint(2, 7), rng.randint(2, 7)), rng.randint(1, 8)
    )


@MANY
@given(SEEDS)
def test_no_two_clanks_ever_share_a_square_and_nobody_crosses_a_wall(seed: int) -> None:
    """Start each move at the clank's square, cross no wall, and end stages apart (14.1, 14.2)."""
    state = race(seed)
    board = state.race.board
    after, events = play_turn(state)
    at = {clank.seat: clank.square for clank in state.clanks}
    for event in events:
        if isinstance(event, Moved):
            assert at[event.seat] == event.start
            assert (event.start, event.direction) not in board.walls
            assert neighbour(event.start, event.direction) == event.end and board.has(event.end)
            at[event.seat] = event.end
        elif isinstance(event, Destroyed):
            assert at[event.seat] == event.square
            at[event.seat] = None
        elif isinstance(event, Respawned):
            assert event.square not in at.values()
            at[event.seat] = event.square
        elif isinstance(event, CardPlayed):
            standing = [square for square in at.values() if square]
            assert len(standing) == len(set(standing))
    assert at == {clank.seat: clank.square for clank in after.clanks}
    standing = [square for square in at.values() if square]
    assert len(standing) == len(set(standing))


@MANY
@given(SEEDS)
def test_events_alone_tell_every_heading(seed: int) -> None:
    """Know every heading from events of turning and returning alone."""
    state = race(seed)
    after, events = play_turn(state)
    headings = {clank.seat: clank.heading for clank in state.clanks}
    for event in events:
        if isinstance(event, Turned):
            assert headings[event.seat] == event.before
            headings[event.seat] = event.after
        elif isinstance(event, Respawned):
            headings[event.seat] = event.heading
        elif isinstance(event, Moved):
            assert headings[event.seat] == event.heading
    for clank in after.clanks:
        if clank.status == ACTIVE:
            assert headings[clank.seat] == clank.heading


@MANY
@given(SEEDS)
def test_seats_decide_nothing_in_a_register(seed: int) -> None:
    """Exchange only seats in the result when seats are exchanged (14.3)."""
    state = race(seed)
    order = random.Random(seed + 1).sample(range(1, 9), 8)
    direct, exchanged = play_register(state).state, play_register(reseated(state, order)).state
    assert _without_death_order(reseated(direct, order)) == _without_death_order(exchanged)


def _without_death_order(state: RaceState) -> RaceState:
    """Leave out the order of deaths, which goes by seat in one moment (8.6), and the winner."""
    return state._replace(
        clanks=tuple(clank._replace(death=0) for clank in state.clanks), winner=None
    )


@MANY
@given(SEEDS)
def test_a_mirrored_board_gives_the_mirrored_result(seed: int) -> None:
    """Play a mirrored board to the mirrored result (14.4)."""
    state = race(seed)
    direct, image = play_turn(state).state, play_turn(mirrored(state)).state
    assert [clank._replace(slots=()) for clank in mirrored(direct).clanks] == [
        clank._replace(slots=()) for clank in image.clanks
    ]
    assert (direct.winner, direct.over, direct.deaths) == (image.winner, image.over, image.deaths)


@MANY
@given(SEEDS)
def test_the_order_of_elements_in_a_board_changes_nothing(seed: int) -> None:
    """Play the same events with elements in another order (14.6)."""
    state = race(seed)
    board = state.race.board
    shuffled = random.Random(seed).sample(board.elements, len(board.elements))
    again = board_of(board.columns, board.rows, shuffled, edge=board.edge)
    assert again == board
    assert (
        play_turn(
            state._replace(race=type(state.race)(again, state.race.flags, state.race.rules))
        ).events
        == play_turn(state).events
    )


@MANY
@given(SEEDS)
def test_the_short_way_through_a_stage_is_the_long_way(seed: int) -> None:
    """Get the result of 7.4's whole procedure by the short one, if no clank is in the way."""
    state = race(seed)
    quick = play_turn(state)
    short, simultaneous._unhindered = simultaneous._unhindered, lambda play, wishes: None
    try:
        whole = play_turn(state)
    finally:
        simultaneous._unhindered = short
    assert whole.state == quick.state
    assert sorted(map(repr, whole.events)) == sorted(map(repr, quick.events))


@MANY
@given(SEEDS)
def test_registers_one_by_one_are_the_turn(seed: int) -> None:
    """Play registers and cleanup apart as the turn at once, and keep the given state (14.6)."""
    state = race(seed)
    before, whole = state_words(state), play_turn(state)
    current = state
    events: list[Event] = []
    while current.register < 5 and not current.over:
        current, more = play_register(current)
        events += more
    if not current.over:
        current, more = clean_up(current)
        events += more
    assert (current, tuple(events)) == tuple(whole)
    assert state_words(state) == before


@MANY
@given(SEEDS)
def test_every_event_names_a_rule(seed: int) -> None:
    """Give every event the number of its rule."""
    for event in play_turn(race(seed)).events:
        assert event.rule[0].isdigit() or event.rule[0] == "E"


HASHES = """
import random
from companion.engine.state import state_hash
from companion.engine.turn import play_turn
from tests.engine.random_races import random_board, random_rules, random_state
for seed in range(12):
    rng = random.Random(seed)
    print(state_hash(play_turn(random_state(rng, random_board(rng), 8, random_rules(rng))).state))
"""


def test_the_hash_of_a_state_is_the_same_in_every_process() -> None:
    """Get the same twelve hashes in a process with another hash seed."""
    printed = set()
    for seed in ("0", "1", "4711"):
        done = subprocess.run(
            [sys.executable, "-c", HASHES],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        )
        printed.add(done.stdout)
    assert len(printed) == 1
    assert printed.pop().split()[0] == _first_hash()


def _first_hash() -> str:
    rng = random.Random(0)
    return state_hash(play_turn(random_state(rng, random_board(rng), 8, random_rules(rng))).state)
