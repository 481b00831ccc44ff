"""How fast the engine plays whole turns, and on what the cost of a register depends."""
from __future__ import annotations

import random
from collections.abc import Sequence

from companion.bench.dense_board import dense_board, positions
from companion.bench.yardstick import REFERENCE, Figure, loop_seconds, median_seconds
from companion.engine.cards import DECK, Card
from companion.engine.dealing import deal, program, start_turn
from companion.engine.state import State
from companion.engine.turn import play_turn

TURNS = 1000


def turns_a_second() -> list[Figure]:
    """Whole turns with the full event trace: eight clanks, all alive, random legal programs, on the dense board, one thread."""
    states = positions(dense_board(), TURNS)
    rng = random.Random(3)
    decks = [rng.sample(DECK, len(DECK)) for _ in states]
    loop = loop_seconds()
    played = TURNS / median_seconds(lambda: _play_all(states))
    whole = TURNS / median_seconds(lambda: _whole_turns(states, decks))
    events = sum(len(play_turn(state).events) for state in states) / TURNS
    scale = loop / REFERENCE
    return [
        Figure("yardstick loop", loop, "s", remark=f"the targets are for {REFERENCE} s"),
        Figure("five registers and cleanup", played, "turns/s", "≥ 5000", f"{events:.0f} events a turn; {played * scale:.0f} on the reference machine"),
        Figure("the same with power downs, dealing and programming", whole, "turns/s", "≥ 5000", f"{whole * scale:.0f} on the reference machine"),
    ]


def _play_all(states: list[State]) -> None:
    """Play a turn of every state; each answer is dropped at once, as at the table."""
    for state in states:
        play_turn(state)


def _whole_turns(states: list[State], decks: list[list[Card]]) -> None:
    for state, deck in zip(states, decks, strict=True):
        _whole_turn(state._replace(turn=0), deck)


def _whole_turn(state: State, deck: Sequence[Card]) -> State:
    state = deal(start_turn(state).state, deck).state
    state = program(state, {clank.seat: (clank.hand or ())[:5] for clank in state.clanks}).state
    return play_turn(state).state


def cost_of_a_register() -> list[Figure]:
    """What a register costs by clanks and by the board's size: it grows with the clanks and not with the board."""
    usual, large = dense_board(), dense_board(40, 40)
    eight = _turn_cost(positions(usual, 200))
    two = _turn_cost(positions(usual, 200, clanks=2))
    wide = _turn_cost(positions(large, 200))
    return [
        Figure("register, 8 clanks, 12×16", eight / 5 * 1e6, "µs"),
        Figure("8 clanks against 2", eight / two, "times", "about 4"),
        Figure("40×40 squares against 12×16", wide / eight, "times", "≤ 1.2", "8.3 times the squares"),
    ]


def _turn_cost(states: list[State]) -> float:
    return median_seconds(lambda: _play_all(states)) / len(states)
