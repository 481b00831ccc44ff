"""Random positions for tests of symmetry: crowded boards, clanks with statuses, and images."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from companion.engine.board import WALL
from companion.engine.cards import DECK, Card
from companion.engine.element import kinds
from companion.engine.extended.ghosts import RISES_IN
from companion.engine.race_tables import race_tables
from companion.engine.rules import STEPWISE, TOGETHER
from companion.engine.state import RaceState
from companion.engine.statuses import BURNING, ENERGY, FLYING, SHUT_DOWN, SUNK, VIRTUAL
from companion.formats.board import parse_board, write_board
from tests.engine.random_boards import random_extended_board, random_extended_state
from tests.engine.symmetry import MIRRORED, PARTNERS, REVERSED, TURNED, Image, exchanged

BY_SEAT: Final = frozenset({"accelerator", "big_drain"})
"""Elements whose rules go by seat: equal ways along one track (C1), and flights out of drains
(F2)."""
BY_COMPASS: Final = frozenset({"elevator"})
"""Elements whose rules go by the compass: a piece under an elevator that comes down goes to the
first of N E S W (B3b)."""
GRAVE: Final = "grave"
"""Ghosts rise at the start of turn 2, by seat, on the nearest grave, of equal ones on the lower row
and further west (B0, D9)."""


def start_of(seed: object) -> RaceState:
    """Return a position on a board of few or many kinds, about to play register 1."""
    rng = random.Random(f"symmetry {seed}")
    apart = BY_SEAT | BY_COMPASS | {"start"}
    known = sorted(set(kinds()) - ({"start"} if rng.random() < 0.2 else apart))
    words = rng.sample(known, rng.choice((2, 4, 6, 12, 20, len(known))))
    if rng.random() < 0.1:
        # Walls are everywhere, and what turns them is rare.
        words = ["room", "wall", "wall", *words[:2]]
    columns, rows, number = rng.randint(3, 7), rng.randint(3, 7), rng.randint(6, 40)
    board = random_extended_board(rng, columns, rows, number, words)
    board = parse_board(
        write_board(replace(board, edge=rng.choice((WALL, WALL, "pit")))), f"board {seed}"
    )
    state = random_extended_state(rng, board, rng.randint(2, 8))
    cards = _cards(rng)
    clanks = tuple(
        clank._replace(slots=tuple(cards[5 * at : 5 * at + 5]))
        for at, clank in enumerate(state.clanks)
    )
    fire = random.Random(f"fire {seed}").choice((STEPWISE, TOGETHER))
    race = replace(state.race, rules=replace(state.race.rules, fire=fire))
    state = state._replace(clanks=clanks, race=race)
    return state if race_tables(state.race).plain else _worn(rng, state)


def _cards(rng: random.Random) -> list[Card]:
    """Return the deck, shuffled, with one of every two partners."""
    out = {rng.choice((card, partner)) for card, partner in PARTNERS.items() if card.move == "left"}
    return rng.sample([card for card in DECK if card not in out], len(DECK) - len(out))


def _worn(rng: random.Random, state: RaceState) -> RaceState:
    """Give statuses to some clanks, which may then share a square."""
    first, clanks, memory = (state.turn - 1) * 5, list(state.clanks), []
    for at, clank in enumerate(clanks):
        if rng.random() < 0.7:
            continue
        word = rng.choice((VIRTUAL, VIRTUAL, FLYING, FLYING, BURNING, ENERGY, SHUT_DOWN, SUNK))
        value = {BURNING: "0"}.get(word, "1")
        memory.append(
            (
                (str(clank.seat), word),
                (value, first + rng.randint(1, 5) if word in (VIRTUAL, SHUT_DOWN) else 0),
            )
        )
        if word == VIRTUAL:
            clanks[at] = clank._replace(square=rng.choice(clanks).square)
    return state._replace(clanks=tuple(clanks), memory=tuple(sorted(memory)))


def images_of(seed: object, start: RaceState) -> Iterator[Image]:
    """Yield images in which a race must be alike, except for rules by seat and compass."""
    rng = random.Random(f"images {seed}")
    words = {element.word for element in start.race.board.elements}
    yield REVERSED
    if GRAVE in words and start.turn == RISES_IN:
        return
    if not words & BY_COMPASS:
        yield MIRRORED
        # The parking row is a wall in the south, so that only a board with walls all round can be
        # turned.
        if start.race.board.edge == WALL:
            yield TURNED
    if not words & BY_SEAT:
        seats = [clank.seat for clank in start.clanks]
        yield exchanged(dict(zip(seats, rng.sample(range(1, 9), len(seats)), strict=True)))
