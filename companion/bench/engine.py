"""How fast the engine plays whole turns, and on what the cost of a register depends.

Boards and programs are those of `dense_board`, and every figure stands beside the loop of `yardstick`.
"""
from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial

from companion.bench.dense_board import dense_board, positions
from companion.bench.yardstick import REFERENCE, Figure, best_seconds, run_loop
from companion.engine.cards import DECK, Card
from companion.engine.dealing import deal, program, start_turn
from companion.engine.state import State
from companion.engine.turn import play_turn

TURNS = 1000


def turns_a_second() -> list[Figure]:
    """Whole turns with the full event trace: eight clanks, all alive, random legal programs, on the dense board, one thread."""
    states = positions(dense_board(), TURNS)
    # Shuffled before anything is timed: chance is the loop's business, and no part of a turn.
    rng = random.Random(3)
    decks = [rng.sample(DECK, len(DECK)) for _ in states]
    events = sum(len(play_turn(state).events) for state in states) / TURNS
    loop, played, whole = best_seconds(run_loop, lambda: _play_all(states), lambda: _whole_turns(states, decks))
    return [
        Figure("yardstick loop", loop, "s", remark=f"the targets are for a machine on which it takes {REFERENCE} s"),
        _speed("five registers and cleanup", played, loop, f"{events:.0f} events a turn"),
        _speed("the same with power downs, dealing and programming", whole, loop, "whole turns as at the table"),
    ]


def _speed(name: str, seconds: float, loop: float, remark: str) -> Figure:
    """Turns a second on this machine, and in the remark what the machine of the targets would make of it: scaled by the loop of both."""
    turns = TURNS / seconds
    return Figure(name, turns, "turns/s", "≥ 5000", f"{remark}; {turns * loop / REFERENCE:.0f} on the reference machine")


def _play_all(states: list[State]) -> None:
    """Play a turn of every state; each answer is dropped at once, as at the table."""
    for state in states:
        play_turn(state)


def _whole_turns(states: list[State], decks: list[list[Card]]) -> None:
    for state, deck in zip(states, decks, strict=True):
        _whole_turn(state._replace(turn=0), deck)


def _whole_turn(state: State, deck: Sequence[Card]) -> State:
    """Start of the turn, card phase, program phase and cleanup (section 5); the first five cards dealt are the program."""
    state = deal(start_turn(state).state, deck).state
    state = program(state, {clank.seat: (clank.hand or ())[:5] for clank in state.clanks}).state
    return play_turn(state).state


def cost_of_a_register() -> list[Figure]:
    """What a register costs by clanks and by the board's size: it grows with the clanks and not with the board.

    The large board has as many clanks on 8.3 times the squares: looking at squares on which nothing happens would show there.
    """
    usual, large = dense_board(), dense_board(40, 40)
    loads = [positions(usual, 200), positions(usual, 200, clanks=2), positions(large, 200)]
    eight, two, wide = best_seconds(*(partial(_play_all, load) for load in loads))
    return [
        Figure("register, 8 clanks, 12×16", eight / 200 / 5 * 1e6, "µs"),
        Figure("8 clanks against 2", eight / two, "times", "about 4"),
        Figure("40×40 squares against 12×16", wide / eight, "times", "≤ 1.2", "8.3 times the squares"),
    ]
