"""Random boards, positions and programs for property tests of the engine, and mirror images."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

from companion.engine.board import Board, board_of
from companion.engine.cards import DECK, Card
from companion.engine.element import Element
from companion.engine.elements.belt import Belt
from companion.engine.elements.crusher import Crusher
from companion.engine.elements.laser import Laser
from companion.engine.elements.pit import Pit
from companion.engine.elements.pusher import Pusher
from companion.engine.elements.repair import Repair
from companion.engine.elements.rotator import Rotator
from companion.engine.elements.wall import Wall
from companion.engine.rules import OPTIONS, Rules, rules_from
from companion.engine.state import Clank, Race, RaceState
from companion.geometry import E, Heading, N, S, Square, W, column_row, square_name

HEADINGS = (N, E, S, W)


def random_board(rng: random.Random, columns: int = 6, rows: int = 6) -> Board:
    """Return a crowded small board, mostly of belts."""
    found: list[Element] = []
    for column in range(columns):
        for row in range(rows):
            found += _square(rng, square_name(column, row))
    return board_of(columns, rows, found, edge=rng.choice(("pit", "wall")))


def _square(rng: random.Random, square: Square) -> list[Element]:
    found: list[Element] = []
    chance = rng.random()
    if chance < 0.5:
        found.append(Belt(square, rng.choice(HEADINGS), rng.choice(("slow", "fast"))))
    elif chance < 0.57:
        found.append(Pit(square))
    elif chance < 0.65:
        found.append(Rotator(square, rng.choice(("cw", "ccw"))))
    elif chance < 0.7:
        found.append(Repair(square, rng.choice((1, 2))))
    mounts = rng.sample(HEADINGS, 4)
    if rng.random() < 0.12:
        found.append(Wall(square, mounts[0]))
    if rng.random() < 0.15 and not isinstance(found[0] if found else None, Pit):
        found.append(Pusher(square, mounts[1], rng.choice(((1, 3, 5), (2, 4), (1, 2, 3, 4, 5)))))
        if rng.random() < 0.2:
            found.append(Pusher(square, mounts[2], (1, 2, 3, 4, 5)))
    if rng.random() < 0.04:
        found.append(Laser(square, mounts[3], rng.choice((1, 2, 3))))
    if rng.random() < 0.02:
        found.append(Crusher(square, (2, 4)))
    return found


def random_state(
    rng: random.Random, board: Board, clanks: int = 8, rules: Rules | None = None
) -> RaceState:
    """Return clanks with random squares, damage, cards and flags, about to play register 1.

    No clank is in a pit.
    """
    free = [square for square in board.squares if square not in board.having("pit")]
    squares = rng.sample(free, min(clanks, len(free)))
    flags = tuple(rng.sample(board.squares, 2))
    race = Race(board, flags, rules or random_rules(rng))
    deck = rng.sample(DECK, len(DECK))
    pieces = tuple(
        Clank(
            seat,
            square=square,
            heading=rng.choice(HEADINGS),
            damage=rng.choice((0, 0, 3, 8)),
            lives=race.rules.lives,
            checkpoints=((square, rng.choice(HEADINGS)),),
            down=rng.random() < 0.1,
            slots=tuple(deck[5 * seat : 5 * seat + 5]),
        )
        for seat, square in enumerate(squares, 1)
    )
    return RaceState(race, pieces, turn=1)


def random_rules(rng: random.Random) -> Rules:
    """Return any values of the six settings."""
    return rules_from({option.key: rng.choice(option.choices).word for option in OPTIONS})


def reseated(state: RaceState, order: list[int]) -> RaceState:
    """Return the same race with seats exchanged: the clank of seat n is at order[n - 1]."""
    return state._replace(
        clanks=tuple(sorted(clank._replace(seat=order[clank.seat - 1]) for clank in state.clanks))
    )


def mirrored(state: RaceState) -> RaceState:
    """Return the mirror image of a race, east for west."""
    race = state.race
    board = board_of(
        race.board.columns,
        race.board.rows,
        [_mirrored_element(e, race.board.columns) for e in race.board.elements],
        edge=race.board.edge,
    )
    flags = tuple(mirrored_square(flag, race.board.columns) for flag in race.flags)
    clanks = tuple(_mirrored_clank(clank, race.board.columns) for clank in state.clanks)
    return state._replace(race=Race(board, flags, race.rules), clanks=clanks)


def mirrored_square(square: Square, columns: int) -> Square:
    """Return the mirror image of a square."""
    column, row = column_row(square)
    return square_name(columns - 1 - column, row)


def mirrored_heading(heading: Heading) -> Heading:
    """Return east for west and west for east."""
    return -heading % 4


def _mirrored_element(element: Element, columns: int) -> Element:
    changes: dict[str, Any] = {"square": mirrored_square(element.square, columns)}
    for name in ("heading", "side"):
        if hasattr(element, name):
            changes[name] = mirrored_heading(getattr(element, name))
    if isinstance(element, Rotator):
        changes["turn"] = {"cw": "ccw", "ccw": "cw"}[element.turn]
    return dataclasses.replace(element, **changes)


def _mirrored_clank(clank: Clank, columns: int) -> Clank:
    return clank._replace(
        square=clank.square and mirrored_square(clank.square, columns),
        heading=mirrored_heading(clank.heading),
        checkpoints=tuple(
            (mirrored_square(square, columns), mirrored_heading(heading))
            for square, heading in clank.checkpoints
        ),
        slots=tuple(
            card
            and Card({"left": "right", "right": "left"}.get(card.move, card.move), card.priority)
            for card in clank.slots
        ),
    )
