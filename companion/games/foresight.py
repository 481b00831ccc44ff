"""What will be regretted before a race begins: flags on pits, and flags that no clank can drive to (rulebook 2.6)."""
from __future__ import annotations

from collections.abc import Iterable

from companion.engine.board import Board
from companion.engine.geometry import Square
from companion.games.base import Plan


def warnings_for(plan: Plan) -> tuple[str, ...]:
    """One sentence for each flag that nobody, or not everybody, can touch; such flags are allowed (2.6 [E114])."""
    board = plan.board
    pits = board.having("pit")
    starts = [board.starts[seat] for seat in plan.seats if seat in board.starts]
    reach = reachable(board, starts)
    found = []
    for number, square in enumerate(plan.flags, 1):
        if square in pits:
            found.append(f"Flag {number} lies on the pit on {square}: nobody can touch it there.")
        elif starts and square not in reach:
            found.append(f"Flag {number} on {square} is out of reach: walls and pits cut it off from the starting positions.")
    return tuple(found)


def reachable(board: Board, starts: Iterable[Square]) -> frozenset[Square]:
    """The squares that a clank can drive to from any of the starts without dying; belts are taken for floor."""
    pits = board.having("pit")
    found, waiting = set(starts), list(starts)
    while waiting:
        square = waiting.pop()
        for way in range(4):
            beyond = board.ahead[way].get(square)
            if beyond and beyond not in found and beyond not in pits:
                found.add(beyond)
                waiting.append(beyond)
    return frozenset(found)
