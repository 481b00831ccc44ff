"""Random extended boards: any elements on any squares and sides, as far as such a board loads."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations, product

from companion.engine.board import Board, board_of
from companion.engine.element import Element, kinds, may_share
from companion.engine.keys import Key
from companion.engine.state import RaceState
from companion.engine.survey import board_faults
from companion.formats.entries import read_entry
from companion.formats.misread_error import MisreadError
from companion.geometry import HEADINGS, square_name
from tests.engine.random_races import random_state

PAIRED = frozenset({"link", "group"})
"""The keys that need a second element with the same word."""
NOT_WANTED = frozenset({"start"})
BENEATH = {"padded_wall": "padded", "sluice": "water"}
"""The elements that must be on the square of some others."""
TRIES = 40


def random_extended_board(
    rng: random.Random, columns: int = 8, rows: int = 8, number: int = 40, words: Iterable[str] = ()
) -> Board:
    """Return a board with about so many elements, of these kinds or of all; others are left out."""
    found: list[Element] = []
    wanted = sorted(words) or [word for word in kinds() if word not in NOT_WANTED]
    edge = rng.choice(("pit", "wall"))
    for _ in range(number):
        some = _some(rng, rng.choice(wanted), columns, rows)
        pairs = [*product(some, found), *combinations(some, 2)]
        if all(
            may_share(one, other)
            for one, other in pairs
            if not set(one.covers()).isdisjoint(other.covers())
        ):
            board = _loads(columns, rows, [*found, *some], edge)
            found = list(board.elements) if board is not None else found
    return board_of(columns, rows, found, edge=edge)


def _some(rng: random.Random, word: str, columns: int, rows: int) -> list[Element]:
    """Return an element with any keys, or two or three that belong together."""
    kind = kinds()[word]
    paired = next((key.name for key in kind.keys if key.name in PAIRED), "")
    link = f"{rng.choice('abc')}{rng.randrange(100)}" if paired == "link" else rng.choice("abc")
    number = 2 if paired == "link" else rng.choice((1, 2, 3)) if paired else 1
    others = [word] * number
    if word in ("flip_belt", "light_barrier"):
        others += ["light_barrier" if word == "flip_belt" else "flip_belt"]
    found = [one for each in others if (one := _one(rng, each, link, columns, rows)) is not None]
    return [
        *found,
        *(read_entry(f"{one.square} {BENEATH[one.word]}") for one in found if one.word in BENEATH),
    ]


def _one(rng: random.Random, word: str, link: str, columns: int, rows: int) -> Element | None:
    kind = kinds()[word]
    for _ in range(TRIES):
        said = [square_name(rng.randrange(columns), rng.randrange(rows)), word]
        if kind.sided:
            said.append(rng.choice(HEADINGS))
        said += [
            f"{key.name}={value}"
            for key in kind.keys
            if (value := _value(rng, key, link, kind.example))
        ]
        try:
            return read_entry(" ".join(said))
        except MisreadError:
            continue
    return None


def _value(rng: random.Random, key: Key, link: str, example: str) -> str:
    """Return a value for a key, "" for its default."""
    if key.name in PAIRED:
        return link
    if key.choices and (key.default is None or rng.random() < 0.4):
        return rng.choice(key.choices)
    if key.name == "registers" and rng.random() < 0.6:
        return ",".join(map(str, sorted(rng.sample(range(1, 6), rng.randint(1, 4)))))
    if key.default is None:
        written = re.search(rf"{key.name}=(\S+)", example)
        return written[1] if written else rng.choice(tuple(key.flags.values()) or ("",))
    return ""


def _loads(columns: int, rows: int, found: list[Element], edge: str) -> Board | None:
    """Return the board of these elements, None if something about it is forbidden."""
    squares = {square_name(column, row) for column in range(columns) for row in range(rows)}
    if not all(squares.issuperset(one.covers()) for one in found):
        return None
    board = board_of(columns, rows, found, edge=edge)
    return None if board_faults(board) else board


def random_extended_state(rng: random.Random, board: Board, clanks: int = 6) -> RaceState:
    """Return clanks on such a board, about to play register 1 of turn 1 or 2.

    There are none if no square or only a deck is free.
    """
    state = random_state(rng, board, clanks)
    hurting = board.having("pit") | board.having("deadly")
    free = [square for square in board.squares if square not in hurting]
    squares = rng.sample(free, min(len(free), len(state.clanks)))
    placed = tuple(
        clank._replace(square=square, checkpoints=((square, clank.heading),))
        for clank, square in zip(state.clanks, squares, strict=False)
    )
    race = replace(state.race, flags=tuple(rng.sample(free if len(free) > 1 else board.squares, 2)))
    return state._replace(race=race, clanks=placed, turn=rng.choice((1, 2)))
