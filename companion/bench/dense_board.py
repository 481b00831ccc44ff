"""A board dense with elements, positions and programs on it: the load under which the engine is timed."""
from __future__ import annotations

import random

from companion.engine.board import Board, board_of
from companion.engine.cards import DECK, Card
from companion.engine.element import Element
from companion.engine.elements.belt import Belt
from companion.engine.elements.laser import Laser
from companion.engine.elements.pusher import Pusher
from companion.engine.elements.rotator import Rotator
from companion.engine.geometry import E, N, S, W, square_name
from companion.engine.rules import Rules
from companion.engine.state import Clank, Race, State

COLUMNS, ROWS = 12, 16
FLAGS = ("A1", "L16")


def dense_board(columns: int = COLUMNS, rows: int = ROWS) -> Board:
    """A walled-in board on which most squares carry a belt, a rotator, a pusher or a beam, and nothing kills outright."""
    # Always the same board: figures of two versions are to be compared.
    rng = random.Random(7)
    elements: list[Element] = []
    for column in range(columns):
        for row in range(rows):
            elements += _square(rng, square_name(column, row), (column + row) % 4)
    # Beams both ways, so that some of them cross (7.9.3).
    for row in range(1, rows, 4):
        elements.append(Laser(square_name(0, row), W, 1))
    for column in range(2, columns, 5):
        elements.append(Laser(square_name(column, rows - 1), N, 1))
    return board_of(columns, rows, elements, edge="wall", name="Dense")


def _square(rng: random.Random, square: str, heading: int) -> list[Element]:
    chance = rng.random()
    if chance < 0.45:
        return [Belt(square, rng.choice((heading, N, E, S, W)), rng.choice(("slow", "fast")))]
    if chance < 0.60:
        return [Rotator(square, rng.choice(("cw", "ccw")))]
    if chance < 0.75:
        return [Pusher(square, rng.choice((N, E, S)), rng.choice(((1, 3, 5), (2, 4))))]
    return []


def positions(board: Board, count: int, clanks: int = 8, seed: int = 1) -> list[State]:
    """So many states with all clanks alive and undamaged on random squares, each with a random legal program in its reader.

    Undamaged, so that nothing is locked and every clank has a card in each register; lives without end, so that nobody drops out.
    """
    rng = random.Random(seed)
    race = Race(board, FLAGS, Rules(lives=None))
    return [_position(race, rng, clanks) for _ in range(count)]


def _position(race: Race, rng: random.Random, clanks: int) -> State:
    squares = rng.sample(race.board.squares, clanks)
    deck = rng.sample(DECK, len(DECK))
    pieces = tuple(
        Clank(seat, square=square, heading=rng.randrange(4), lives=None, checkpoints=((square, N),), slots=_program(deck, seat))
        for seat, square in enumerate(squares, 1)
    )
    return State(race, pieces, turn=1)


def _program(deck: list[Card], seat: int) -> tuple[Card, ...]:
    """Five of the nine cards that this seat is dealt from the shuffled deck (6.2.1): no card is in two readers."""
    return tuple(deck[9 * (seat - 1): 9 * (seat - 1) + 5])
