"""Random boards of twenty kinds of elements: invariants, and what must change nothing.

`DERBY_EXTENDED_TURNS=10000` in the environment plays that many turns in place of the few of every
run.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import Final

import pytest

from companion.engine.cards import card_of
from companion.engine.element import kinds
from companion.engine.events import Event, Respawned
from companion.engine.extended.play import ExtendedPlay
from companion.engine.extended.register_tables import redrawn
from companion.engine.rule_questions import Answerer, RuleQuestion, replay_answers
from companion.engine.state import ACTIVE, OUT, PARKED, Clank, Race, RaceState, state_hash
from companion.engine.statuses import FLYING, OF_WORD, VIRTUAL
from companion.engine.turn import clean_up, play_next_register, play_register, play_turn
from tests.engine.random_boards import random_extended_board, random_extended_state
from tests.engine.random_races import random_board, random_state

TURNS: Final = int(os.environ.get("DERBY_EXTENDED_TURNS", "120"))
A_BOARD: Final = 10
"""Turns on one board."""
KINDS: Final = 20
BY_SEAT: Final = frozenset(
    {"accelerator", "big_drain", "copy_machine", "grave", "randomizer", "reset"}
)
"""Elements whose rules name the seat: equal ways, draws and questions in the order of seats, and
the seats of copies and ghosts."""


def positions(
    turns: int, without: frozenset[str] = frozenset(), seed: str = ""
) -> Iterator[tuple[random.Random, RaceState]]:
    """Yield positions about to play register 1, ten on each board of twenty kinds."""
    wanted = sorted(set(kinds()) - without - {"start"})
    for number in range(-(-turns // A_BOARD)):
        rng = random.Random(f"{seed}{number}")
        board = random_extended_board(rng, 8, 8, 30, rng.sample(wanted, KINDS))
        for _ in range(min(A_BOARD, turns)):
            yield rng, random_extended_state(rng, board, rng.randint(2, 8))


def at_random(rng: random.Random, given: list[str]) -> Answerer:
    """Return what gives any valid answers, kept in the order of the questions."""

    def answer(question: RuleQuestion) -> str:
        assert question.options and len(set(question.options)) == len(question.options), question
        given.append(rng.choice(question.options))
        return given[-1]

    return answer


def registers(state: RaceState, answer: Answerer) -> Iterator[tuple[RaceState, tuple[Event, ...]]]:
    """Yield the turn register by register, and its cleanup."""
    while state.register < 5 and not state.over:
        state, events = play_register(state, answer)
        yield state, events
    if not state.over:
        yield clean_up(state)


def check(state: RaceState) -> None:
    """Check what holds while no clank moves (14)."""
    board = redrawn(state.race.board, state.memory)
    worn = {
        owner: {word for (who, word), _ in state.memory if who == owner}
        for (owner, _), _ in state.memory
    }
    solid = set()
    for piece in (*state.clanks, *state.others):
        statuses = worn.get(str(piece.seat), set())
        if piece.status != ACTIVE:
            assert piece.square is None and piece.status in (PARKED, OUT), piece
            assert not statuses & OF_WORD.keys(), (piece, statuses)
            continue
        assert piece.square is not None and 0 <= piece.damage < 10 and piece.heading in range(4), (
            piece
        )
        _check_place(state, board.at(piece.square.removesuffix("+")), piece, FLYING in statuses)
        if piece.seat < 20 and VIRTUAL not in statuses:
            place = piece.square, FLYING in statuses
            assert place not in solid, f"two pieces on {place}"
            solid.add(place)
    assert state.memory == tuple(sorted(state.memory)) and len(
        {key for key, _ in state.memory}
    ) == len(state.memory)
    now = (state.turn - 1) * 5 + state.register
    assert all(value and (last == 0 or last > now) for _, (value, last) in state.memory), (
        state.memory
    )
    cards = [card for clank in state.clanks for card in clank.slots if card is not None]
    assert len(set(cards)) == len(cards) and all(card_of(str(card)) == card for card in cards)


def _check_place(state: RaceState, elements: tuple[object, ...], piece: Clank, flies: bool) -> None:
    """Check that no clank is in what swallows, nor in a turret; one above stands on something."""
    assert piece.square is not None
    active = [element for element in elements if element.active(state.register or 1)]  # type: ignore[attr-defined]
    if piece.square.endswith("+"):
        assert any(element.above(state.register or 1) for element in active), piece  # type: ignore[attr-defined]
    elif not flies and piece.seat < 20:
        assert not any("pit" in element.traits for element in active), (piece, elements)  # type: ignore[attr-defined]


def test_after_every_register_the_position_is_sound() -> None:
    """Keep positions valid after every register, and replay a turn by the same answers."""
    for rng, start in positions(TURNS):
        given: list[str] = []
        state, events = start, list[Event]()
        for state, more in registers(start, at_random(rng, given)):
            events += more
            # A returning clank is put on its checkpoint, even if a room has carried a pit there
            # (9.5).
            if not state.over and not any(isinstance(event, Respawned) for event in more):
                check(state)
        again = play_turn(start, replay_answers(given))
        assert list(again.events) == events and state_hash(again.state) == state_hash(state)


def test_seats_change_nothing_but_the_seats() -> None:
    """Change only seats when seats are exchanged, since cards decide the order (14 3)."""
    for rng, start in positions(TURNS // 3, BY_SEAT, "seats"):
        seats = [clank.seat for clank in start.clanks]
        renamed = dict(zip(seats, rng.sample(range(1, 9), len(seats)), strict=True))
        moved = start._replace(
            clanks=tuple(sorted(clank._replace(seat=renamed[clank.seat]) for clank in start.clanks))
        )
        one, other = start, moved
        for _ in range(5):
            if one.over:
                break
            one, other = play_register(one).state, play_register(other).state
            assert _placed(one, renamed) == _placed(
                other, {seat: seat for seat in renamed.values()}
            )


def _placed(state: RaceState, names: dict[int, int]) -> list[tuple[object, ...]]:
    return sorted(
        (
            names[c.seat],
            c.status,
            c.square or "",
            c.heading if c.square else 0,
            c.damage if c.square else 0,
            c.next_flag,
        )
        for c in state.clanks
    )


def test_the_order_in_a_file_changes_nothing() -> None:
    """Play the same with any order of elements."""
    for rng, start in positions(TURNS // 6, seed="order"):
        board = start.race.board
        shuffled = board.changed(rng.sample(board.elements, len(board.elements)))
        other = start._replace(race=Race(shuffled, start.race.flags, start.race.rules))
        assert play_turn(start).events == play_turn(other).events


@pytest.mark.parametrize("seed", range(8))
def test_base_boards_come_out_the_same_the_long_way(seed: int) -> None:
    """Play a base board the same by the interpreter of extended boards, event by event."""
    rng = random.Random(seed)
    board = random_board(rng)
    for _ in range(max(1, TURNS // 40)):
        start = random_state(rng, board)
        short, expected = start, list[Event]()
        while short.register < 5 and not short.over:
            short, events = play_register(short)
            expected += events
        play = ExtendedPlay(start, replay_answers(()))
        while play.register < 5 and not play.over:
            play_next_register(play)
        long = play.ended()
        assert play.events == expected
        assert long.clanks == short.clanks
