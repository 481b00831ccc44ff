"""Corrections in any race: each is refused or leads to a valid position that plays on.

(rulebook 12, 14)
"""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.cards import DECK
from companion.engine.changes import PutOn
from companion.engine.changing import change
from companion.engine.dealing import deal, start_turn
from companion.engine.state import ACTIVE, OUT, RaceState, state_hash
from companion.engine.survey import squares_near
from companion.engine.turn import clean_up, play_register, play_turn
from companion.errors import RuleError
from companion.games.programmed.invariants import card_breaches, status_breaches
from companion.geometry import N
from tests.engine.random_changes import random_change
from tests.engine.random_races import random_board, random_state

SEEDS = st.integers(0, 2**32)


def reached(rng: random.Random) -> RaceState:
    """Return a race in its first turns: in mid-turn, around a cleanup, or after a deal."""
    state = random_state(
        rng, random_board(rng, rng.randint(2, 6), rng.randint(2, 6)), rng.randint(1, 6)
    )
    for _ in range(rng.randrange(6)):
        if state.over:
            break
        state = play_register(state).state
    if state.register == 5 and not state.over and rng.random() < 0.7:
        state = clean_up(state).state
        if rng.random() < 0.5:
            state = deal(
                start_turn(state).state, rng.choice((None, rng.sample(DECK, len(DECK))))
            ).state
    return state


def sound(state: RaceState) -> None:
    """Check a position: one clank a square, none in a pit, every card once, valid statuses."""
    standing = [clank.square for clank in state.clanks if clank.status == ACTIVE]
    assert len(standing) == len(set(standing)) and not set(standing) & state.race.board.having(
        "pit"
    )
    assert len(state.race.flags) == len(set(state.race.flags))
    assert card_breaches(state) == () and status_breaches(state) == ()


@settings(max_examples=250, deadline=None)
@given(SEEDS)
def test_a_changed_race_is_sound_and_goes_on(seed: int) -> None:
    """Apply any changes at any moment, then play the turn and another one."""
    rng = random.Random(seed)
    state = reached(rng)
    for _ in range(12):
        before, wanted = state_hash(state), random_change(rng, state)
        try:
            after, events = change(state, wanted)
        except RuleError as fault:
            assert state_hash(state) == before and len(str(fault)) < 160
            continue
        assert len(events) == 1 and state_hash(state) == before != state_hash(after)
        sound(after)
        state = after
    for _ in range(2):
        state = state if state.over else play_turn(state).state
        if not state.over:
            state = deal(start_turn(state).state, rng.sample(DECK, len(DECK))).state
        sound(state)


@settings(max_examples=150, deadline=None)
@given(SEEDS)
def test_every_square_that_is_offered_can_be_used(seed: int) -> None:
    """Put the clank on eight of the offered squares, or all."""
    rng = random.Random(seed)
    state = reached(rng)
    state = state._replace(over=False)
    seat = rng.choice(state.clanks).seat
    near = squares_near(state, seat)
    taken = {clank.square for clank in state.clanks} | state.race.board.having("pit")
    free = set(state.race.board.squares) - taken
    assert len(near) == len(set(near)) == min(8, len(free)) and set(near) <= free
    if state.clank(seat).status != OUT:
        for square in near:
            assert change(state, PutOn(seat, square, N)).state.clank(seat).square == square
