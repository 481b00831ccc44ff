"""Speed of the engine: whole turns, and registers, on a dense board and on one of thirty kinds."""

from __future__ import annotations

import random
from functools import partial

from companion.bench import REFERENCE, Figure, best_seconds, run_loop, yardstick
from companion.bench.saved_runs import COMPILED, build
from companion.engine.board import Board, board_of
from companion.engine.cards import DECK, Card
from companion.engine.dealing import deal, program, start_turn
from companion.engine.element import Element
from companion.engine.elements.belt import Belt
from companion.engine.elements.laser import Laser
from companion.engine.elements.pusher import Pusher
from companion.engine.elements.rotator import Rotator
from companion.engine.rules import Rules
from companion.engine.state import Clank, Race, RaceState
from companion.engine.turn import play_turn
from companion.formats.entries import read_entries
from companion.geometry import E, N, S, W, square_name

TURNS = 1000
POINT = 100
"""Turns for one point of a curve."""
COLUMNS, ROWS = 12, 16
FLAGS = ("A1", "L16")
KINDS_TURNS = 300
ENTRIES = (
    "A3 belt E speed=fast",
    "B3 belt E speed=fast",
    "C3 belt N",
    "C4 belt N",
    "F2 rotating_belt dirs=N,E,S,W,N",
    "H2 flip_belt E group=a",
    "I2 flip_belt E group=a",
    "L5 light_barrier E group=a",
    "B6 current N",
    "B7 current N",
    "B10 water to=C12",
    "F4 oil to=G5",
    "J3 ice to=K4",
    "H7 gas",
    "J7 tilted S",
    "C14 deep_water to=D14",
    "F10 puddle",
    "H10 rotator cw",
    "J11 cross_gear cw",
    "F13 piston E odd",
    "H13 flamer odd",
    "J14 napalm even",
    "L14 repeater",
    "A1 energizer",
    "E16 air_shaft N",
    "L1 magnet E",
    "A12 pusher W odd",
    "H16 laser N beams=2",
    "A8 melting_beam W",
    "E2 portal link=red",
    "K12 portal link=red",
    "I5 door N registers=1,3",
    "D6 one_way N",
    "G7 repulsor N",
    "I9 spiky_wall E",
    "K16 repair value=1",
)
"""Thirty kinds, from floors to beams. Like the dense board, none destroys immediately."""


def turns_a_second() -> list[Figure]:
    """Measure whole turns with all events: eight clanks, random legal programs, the dense board."""
    states = positions(dense_board(), TURNS)
    # Shuffled before anything is timed: chance is the loop's part, not that of a turn.
    rng = random.Random(3)
    decks = [rng.sample(DECK, len(DECK)) for _ in states]
    events = sum(len(play_turn(state).events) for state in states) / TURNS
    loop, played, whole = best_seconds(
        run_loop, lambda: play_all(states), lambda: _whole_turns(states, decks)
    )
    return [
        yardstick(loop),
        _speed(
            "five registers and cleanup",
            played,
            loop,
            f"{events:.0f} events a turn",
            "≥ 26000" if build() == COMPILED else "≥ 5000",
        ),
        _speed(
            "the same with power downs, dealing and programming",
            whole,
            loop,
            "whole turns as at the table",
        ),
    ]


def _speed(name: str, seconds: float, loop: float, remark: str, target: str = "≥ 5000") -> Figure:
    """Return turns a second on this machine; the remark has those on the machine of the targets."""
    turns = TURNS / seconds
    return Figure(
        name,
        turns,
        "turns/s",
        target,
        f"{remark}; {_scale(turns, loop):.0f} on the reference machine",
    )


def _scale(turns: float, loop: float) -> float:
    """Return turns a second scaled to the machine of the targets by the yardstick loop."""
    return turns * loop / REFERENCE


def play_all(states: list[RaceState]) -> None:
    """Play a turn of every state, and drop each result immediately, as the table does."""
    for state in states:
        play_turn(state)


def _whole_turns(states: list[RaceState], decks: list[list[Card]]) -> None:
    """Play a whole turn (section 5); the first five cards dealt are the program."""
    for state, deck in zip(states, decks, strict=True):
        state = deal(start_turn(state._replace(turn=0)).state, deck).state
        state = program(state, {clank.seat: (clank.hand or ())[:5] for clank in state.clanks}).state
        play_turn(state)


def cost_of_a_register() -> list[Figure]:
    """Measure a register by clanks and by the size of the board.

    It should grow with the clanks and not with the board. The large board has as many clanks on
    8.3 times the squares: work on squares on which nothing happens would show there.
    """
    usual, large = dense_board(), dense_board(40, 40)
    loads = [positions(usual, 200), positions(usual, 200, clanks=2), positions(large, 200)]
    eight, two, wide = best_seconds(*(partial(play_all, load) for load in loads))
    return [
        Figure("register, 8 clanks, 12×16", eight / 200 / 5 * 1e6, "µs"),
        Figure("8 clanks against 2", eight / two, "times", "about 4"),
        Figure(
            "40×40 squares against 12×16", wide / eight, "times", "≤ 1.2", "8.3 times the squares"
        ),
    ]


def growth() -> list[Figure]:
    """Measure a register by clanks, by the size of the board and by its elements, as curves."""
    usual = dense_board()
    loads: list[tuple[str, str, float, list[RaceState]]] = [
        (
            "clanks on 12×16 squares",
            f"{clanks} clank{'s' if clanks > 1 else ''}",
            clanks,
            positions(usual, POINT, clanks),
        )
        for clanks in range(1, 9)
    ]
    for columns, rows in ((8, 8), (12, 16), (20, 20), (30, 30), (40, 40)):
        loads.append(
            (
                "squares, with 8 clanks",
                f"{columns}×{rows} squares",
                columns * rows,
                positions(dense_board(columns, rows), POINT),
            )
        )
    for quarters in range(5):
        board = dense_board(share=quarters / 4)
        loads.append(
            (
                "elements on 12×16 squares",
                f"{len(board.elements)} elements",
                len(board.elements),
                positions(board, POINT),
            )
        )
    # A busy machine affects short work more.
    times = best_seconds(*(partial(play_all, load) for *_, load in loads), runs=15)
    return [
        Figure(f"register, {name}", each / POINT / 5 * 1e6, "µs", curve=curve, at=at)
        for (curve, name, at, _), each in zip(loads, times, strict=True)
    ]


# ---- Load ----


def dense_board(columns: int = COLUMNS, rows: int = ROWS, share: float = 1) -> Board:
    """Make a walled board of belts, rotators, pushers and beams, on which nothing destroys clanks.

    `share` is how many of these elements it has, from 0 to 1.
    """
    # Always the same board, so that figures of two versions can be compared.
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
    # Elements are left out all over the board.
    left = elements if share == 1 else rng.sample(elements, round(share * len(elements)))
    return board_of(columns, rows, left, edge="wall", name="Dense")


def _square(rng: random.Random, square: str, heading: int) -> list[Element]:
    chance = rng.random()
    if chance < 0.45:
        return [Belt(square, rng.choice((heading, N, E, S, W)), rng.choice(("slow", "fast")))]
    if chance < 0.60:
        return [Rotator(square, rng.choice(("cw", "ccw")))]
    if chance < 0.75:
        return [Pusher(square, rng.choice((N, E, S)), rng.choice(((1, 3, 5), (2, 4))))]
    return []


def positions(board: Board, count: int, clanks: int = 8, seed: int = 1) -> list[RaceState]:
    """Make states with all clanks undamaged on random squares, with random legal programs.

    No slot is locked without damage, and nobody drops out with unlimited lives.
    """
    rng = random.Random(seed)
    race = Race(board, FLAGS, Rules(lives=None))
    found = []
    for _ in range(count):
        squares = rng.sample(board.squares, clanks)
        deck = rng.sample(DECK, len(DECK))
        pieces = tuple(
            Clank(
                seat,
                square=square,
                heading=rng.randrange(4),
                lives=None,
                checkpoints=((square, N),),
                # Five of the nine cards that the seat is dealt (6.2.1).
                slots=tuple(deck[9 * (seat - 1) : 9 * (seat - 1) + 5]),
            )
            for seat, square in enumerate(squares, 1)
        )
        found.append(RaceState(race, pieces, turn=1))
    return found


# ---- Thirty kinds of elements ----


def extended_board() -> Board:
    """Make a walled board of the size of the dense one on which thirty kinds of elements act."""
    return board_of(
        COLUMNS,
        ROWS,
        [element for entry in ENTRIES for element in read_entries(entry)],
        edge="wall",
        name="Thirty kinds",
    )


def turns_on_both_boards() -> list[Figure]:
    """Measure whole turns of eight clanks on the dense base board and on the extended one."""
    board = extended_board()
    loads = [positions(dense_board(), KINDS_TURNS), positions(board, KINDS_TURNS)]
    sizes = [sum(len(play_turn(state).events) for state in load) / KINDS_TURNS for load in loads]
    loop, base, extended = best_seconds(
        run_loop, lambda: play_all(loads[0]), lambda: play_all(loads[1])
    )
    kinds = len({element.word for element in board.elements})
    return [
        yardstick(loop),
        Figure(
            "base board",
            KINDS_TURNS / base,
            "turns/s",
            remark=f"{sizes[0]:.0f} events a turn; {_scale(KINDS_TURNS / base, loop):.0f} on the "
            f"reference machine",
        ),
        Figure(
            f"board with {kinds} kinds",
            KINDS_TURNS / extended,
            "turns/s",
            "≥ 2000",
            f"{sizes[1]:.0f} events a turn; {_scale(KINDS_TURNS / extended, loop):.0f} on the "
            f"reference machine",
        ),
    ]
