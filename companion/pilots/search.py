"""Every program of a hand at once: what each would come to if nobody else moved, exactly.

Cards of one move do the same to a lone piece, and programs that have led to the same place with the same cards left are one from there on. So the
programs of nine cards, 15,120 of them, are walked in a few thousand steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.engine.lone import GONE, NO_MOVE, Lone
from companion.named_tuples import NamedTuple

# Of one number: 13 bits for the spot (40 × 40 squares with four headings are 6,400), 4 for the damage, 4 for the goal, then 3 for the cards played of
# each move.
_DAMAGE, _GOAL, _USED = 13, 17, 21
_SPOTS: Final = (1 << _DAMAGE) - 1


class Ending(NamedTuple):
    """Where a program leads: the moves of its registers, then spot (GONE where it destroys), damage, and the number of the marker to touch next.

    `register` is that in which it is over, by a death or by the last marker; the last one where the piece lives on. The moves end there.
    """

    moves: tuple[int, ...]
    spot: int
    damage: int
    goal: int
    register: int


def endings(
    lone: Lone, start: tuple[int, int, int], counts: Sequence[int], fixed: Sequence[int | None]
) -> list[Ending]:
    """All that can become of a piece in a turn, each with one program that leads there.

    `start` is spot, damage and goal. `counts` says how many cards of each move there are, the last ones NO_MOVE where there are cards that do nothing; `fixed` the
    move of each register that is locked (NO_MOVE for none), None where a card can be chosen. An empty slot is played where the cards do not last.
    """
    spot, damage, goal = start
    last = len(lone.flags)
    found: list[Ending] = []
    over: set[tuple[int, int, int]] = set()
    layer: dict[int, int] = {goal << _GOAL | damage << _DAMAGE | spot: 1}
    for register in range(1, lone.registers + 1):
        then: dict[int, int] = {}
        chosen = fixed[register - 1]
        for key, program in layer.items():
            spot, damage, goal, used = (
                key & _SPOTS,
                key >> _DAMAGE & 15,
                key >> _GOAL & 15,
                key >> _USED,
            )
            for move in _moves(chosen, counts, used):
                after, hits, heals, _ = lone.step(register, move, spot)
                moves = program << 3 | move
                touched = goal + lone.touches(register, move, spot, goal)
                # Whoever has touched the last marker has won, whatever comes then in this register.
                if touched > last or after == GONE or damage + hits >= lone.deadly:
                    mark = (touched, register, after if touched > last else GONE)
                    if mark not in over:
                        over.add(mark)
                        found.append(Ending(_unpacked(moves), mark[2], 0, touched, register))
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
        Ending(
            _unpacked(program), key & _SPOTS, key >> _DAMAGE & 15, key >> _GOAL & 15, lone.registers
        )
        for key, program in ends.items()
    ]
    return found


def _moves(chosen: int | None, counts: Sequence[int], used: int) -> Sequence[int]:
    """The moves that a register can have, with so many cards of each played before."""
    if chosen is not None:
        return (chosen,)
    return [move for move, count in enumerate(counts) if (used >> 3 * move & 7) < count] or (
        NO_MOVE,
    )


def _unpacked(program: int) -> tuple[int, ...]:
    """The moves out of one number of three bits each, behind a leading 1."""
    moves = []
    while program > 1:
        moves.append(program & 7)
        program >>= 3
    return tuple(reversed(moves))
