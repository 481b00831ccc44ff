"""How fast turns are on a board with thirty kinds of elements, beside the dense base board in the same run."""

from __future__ import annotations

from typing import Final

from companion.bench import REFERENCE, YARDSTICK, Figure, best_seconds, run_loop
from companion.bench.engine import COLUMNS, ROWS, dense_board, play_all, positions
from companion.engine.board import Board, board_of
from companion.engine.turn import play_turn
from companion.formats.entries import read_entries

TURNS: Final = 300
ENTRIES: Final = (
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
"""Thirty kinds, from floors to beams; nothing that destroys at once, as on the dense board."""


def extended_board() -> Board:
    """A walled-in board on which thirty kinds of elements act, of the size of the dense board."""
    return board_of(
        COLUMNS,
        ROWS,
        [element for entry in ENTRIES for element in read_entries(entry)],
        edge="wall",
        name="Thirty kinds",
    )


def turns_on_both_boards() -> list[Figure]:
    """Whole turns with the full event trace, eight clanks, on the dense base board and on the extended one, side by side."""
    board = extended_board()
    loads = [positions(dense_board(), TURNS), positions(board, TURNS)]
    told = [sum(len(play_turn(state).events) for state in load) / TURNS for load in loads]
    loop, base, extended = best_seconds(
        run_loop, lambda: play_all(loads[0]), lambda: play_all(loads[1])
    )
    kinds = len({element.word for element in board.elements})
    return [
        Figure(
            YARDSTICK,
            loop,
            "s",
            remark=f"the target is for a machine on which it takes {REFERENCE} s",
        ),
        Figure(
            "base board",
            TURNS / base,
            "turns/s",
            remark=f"{told[0]:.0f} events a turn; {_scaled(base, loop):.0f} on the reference machine",
        ),
        Figure(
            f"board with {kinds} kinds",
            TURNS / extended,
            "turns/s",
            "≥ 2000",
            f"{told[1]:.0f} events a turn; {_scaled(extended, loop):.0f} on the reference machine",
        ),
    ]


def _scaled(seconds: float, loop: float) -> float:
    """Turns a second on the machine of the targets, by the loop of both."""
    return TURNS / seconds * loop / REFERENCE
