"""Every program of a hand together: the exact result of each if nobody else moved.

Cards of one move have the same effect on a lone piece, and programs that have led to the same place
with the same cards left are one from there on. So the 15,120 programs of nine cards are walked in a
few thousand steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.engine.solo_table import GONE, NO_MOVE, SoloTable
from companion.named_tuples import NamedTuple

# Fields of one number: 13 bits for the pose (40 × 40 squares with four headings are 6,400), 4 for
# the damage, 4 for the goal, then 3 for the cards played of each move.
_DAMAGE, _GOAL, _USED = 13, 17, 21
_SPOTS: Final = (1 << _DAMAGE) - 1


class ProgramEnd(NamedTuple):
    """The end of a program."""

    moves: tuple[int, ...]
    """The moves of its registers, up to `register`."""
    pose: int
    """GONE if it destroys."""
    damage: int
    goal: int
    """The number of the next marker."""
    register: int
    """The register in which it is over, by a death or by the last marker; the last one if the piece
    lives on."""


def program_ends(
    solo_table: SoloTable,
    start: tuple[int, int, int],
    counts: Sequence[int],
    fixed: Sequence[int | None],
) -> list[ProgramEnd]:
    """Return all ends of a turn for a piece, each with one program that leads there.

    An empty slot is played where the cards do not last.

    Args:
        solo_table: The tables of the piece.
        start: Spot, damage and goal.
        counts: How many cards of each move there are, at the end NO_MOVE if there are cards
            without effect.
        fixed: The move of each locked register (NO_MOVE for none), None where a card can be
            chosen.
    """
    pose, damage, goal = start
    last = len(solo_table.flags)
    found: list[ProgramEnd] = []
    over: set[tuple[int, int, int]] = set()
    layer: dict[int, int] = {goal << _GOAL | damage << _DAMAGE | pose: 1}
    for register in range(1, solo_table.registers + 1):
        then: dict[int, int] = {}
        chosen = fixed[register - 1]
        for key, program in layer.items():
            pose, damage, goal, used = (
                key & _SPOTS,
                key >> _DAMAGE & 15,
                key >> _GOAL & 15,
                key >> _USED,
            )
            for move in _moves(chosen, counts, used):
                after, hits, heals, _ = solo_table.step(register, move, pose)
                moves = program << 3 | move
                touched = goal + solo_table.touches(register, move, pose, goal)
                # A piece that has touched the last marker has won, regardless of the rest of this
                # register.
                if touched > last or after == GONE or damage + hits >= solo_table.deadly:
                    mark = (touched, register, after if touched > last else GONE)
                    if mark not in over:
                        over.add(mark)
                        found.append(
                            ProgramEnd(_unpack_moves(moves), mark[2], 0, touched, register)
                        )
                    continue
                left = damage + hits - heals
                spent = used if chosen is not None else used + (1 << 3 * move)
                then.setdefault(
                    spent << _USED
                    | touched << _GOAL
                    | (left if left > 0 else 0) << _DAMAGE
                    | after,
                    moves,
                )
        layer = then
    ends: dict[int, int] = {}
    for key, program in layer.items():
        ends.setdefault(key & ((1 << _USED) - 1), program)
    found += [
        ProgramEnd(
            _unpack_moves(program),
            key & _SPOTS,
            key >> _DAMAGE & 15,
            key >> _GOAL & 15,
            solo_table.registers,
        )
        for key, program in ends.items()
    ]
    return found


def _moves(chosen: int | None, counts: Sequence[int], used: int) -> Sequence[int]:
    """Return the possible moves of a register after so many cards of each were played."""
    if chosen is not None:
        return (chosen,)
    return [move for move, count in enumerate(counts) if (used >> 3 * move & 7) < count] or (
        NO_MOVE,
    )


def _unpack_moves(program: int) -> tuple[int, ...]:
    """Return the moves in a number of three bits each, after a leading 1."""
    moves = []
    while program > 1:
        moves.append(program & 7)
        program >>= 3
    return tuple(reversed(moves))
