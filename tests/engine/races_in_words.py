"""Random races over all rules and elements, one line each, and a game of pilots, to compare builds.

`python tests/engine/races_in_words.py` prints them, by the build of `companion` that Python finds
first; its first line says which.
"""

from __future__ import annotations

import hashlib
import random
import sys
from collections.abc import Iterator
from pathlib import Path

# Last: the engine of the Python that runs this comes before the sources.
sys.path.append(str(Path(__file__).parents[2]))

from companion.app.loop import catalogue, open_session, play_to_the_end
from companion.engine import turn
from companion.engine.board import Board, board_of
from companion.engine.cards import DECK, Card
from companion.engine.dealing import deal, program, start_turn
from companion.engine.events import Event
from companion.engine.state import ACTIVE, Clank, RaceState, state_hash
from companion.engine.turn import play_register, play_turn
from companion.session.messages import Begin
from companion.session.past.replaying import mark_of
from tests.engine.random_races import random_board, random_state
from tests.engine.test_new_elements import (
    Current,
    Curtain,
    Door,
    Molasses,
    Siren,
    Slide,
    Sling,
    Trap,
)

RACES = 250
TURNS = 3
PILOTS_TURNS = 5


def race(seed: int) -> str:
    """Return seed, number of events, hash of the events, and hash of the last state."""
    rng = random.Random(seed)
    board = random_board(rng)
    state = random_state(
        rng, with_hooks(board, rng) if seed % 2 else board, clanks=rng.randrange(1, 9)
    )
    events: list[Event] = []
    for _ in range(TURNS):
        state = _turn(state, rng, events)
        if state.over:
            break
    return (
        f"{seed} {len(events)} {hashlib.sha256(repr(events).encode()).hexdigest()[:16]} "
        f"{state_hash(state)}"
    )


def with_hooks(board: Board, rng: random.Random) -> Board:
    """Return the board with elements for the hooks that no shipped element needs."""
    found = list(board.elements)
    for make in (Molasses, Slide, Sling, Current, Siren):
        found += [make(square) for square in rng.sample(board.squares, 2)]
    for square in rng.sample(board.squares, 3):
        found.append(rng.choice((Door, Curtain))(square, rng.randrange(4)))
    found += [
        Trap(square, rng.choice(("plan", "turned", "rest", "bump")))
        for square in rng.sample(board.squares, 2)
    ]
    return board_of(board.columns, board.rows, found, edge=board.edge)


def _turn(state: RaceState, rng: random.Random, events: list[Event]) -> RaceState:
    """Play a turn, the first one from its registers on, sometimes register by register."""
    if state.register or state.turn > 1:
        state, more = start_turn(state, pushed=rng.sample(range(1, 9), 1))
        events += more
        state, more = deal(state, rng.sample(DECK, len(DECK)))
        events += more
        state, more = program(
            state,
            {clank.seat: _filled(clank) for clank in state.clanks if clank.status == ACTIVE},
            announced=rng.sample(range(1, 9), 1),
        )
        events += more
    if rng.random() < 0.3:
        state, more = play_register(state)
        events += more
    if state.over:
        return state
    state, more = play_turn(state)
    events += more
    return state


def _filled(clank: Clank) -> tuple[Card | None, ...]:
    hand = iter(clank.hand or ())
    return tuple(
        card if slot in clank.locked else next(hand, None)
        for slot, card in enumerate(clank.slots, 1)
    )


def pilots_at_play() -> str:
    """Return the hash of a game after some turns by thinking pilots without a time limit."""
    loop = open_session(
        boards=catalogue(("fountain-circus",)), seed=3, players=("racer", "steady", "novice")
    )
    loop.send(Begin())
    play_to_the_end(loop, PILOTS_TURNS)
    loop.close()
    return mark_of(loop.session)


def lines() -> Iterator[str]:
    """Yield where the engine comes from, then a line for each race, and one for the pilots."""
    yield str(turn.__file__)
    for seed in range(RACES):
        yield race(seed)
    yield pilots_at_play()


if __name__ == "__main__":
    print(*lines(), sep="\n")
