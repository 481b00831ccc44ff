"""Reasons by facts: a chosen program beside the obvious one, both played by the rules.

The obvious program is the one of somebody who sees the piece, the marker and the walls, and nothing
else on the board: of all programs of the hand it touches the marker soonest or ends nearest to it,
if cards alone moved the piece.
"""

from __future__ import annotations

from companion.engine.solo_table import GONE, SoloStep, SoloTable
from companion.games.kit.pilot import Explaining, Foresight, Solo
from companion.geometry import column_row
from companion.pilots.base import PilotAnswer, Task
from companion.pilots.programs import Codes, best, cards_for_moves, solo_of, with_locked_cards
from companion.pilots.search import ProgramEnd
from companion.signals import PUSH
from companion.words import sentences


class BareTable(SoloTable):
    """The tables of a board on which nothing but walls counts."""

    def __init__(self, table: SoloTable) -> None:
        start = table.square(table.start), table.start & 3
        super().__init__(table.squares, table.flags, start, table.shares, table.registers)
        self._table = table

    def away(self, goal: int, pose: int) -> int | None:
        """Count the squares between a pose and a marker, without diagonals."""
        column, row = column_row(self.square(pose))
        across, up = column_row(self.flags[goal - 1])
        return abs(across - column) + abs(up - row)

    def alike(self, register: int) -> int:
        """Return the first register, since all are alike."""
        return 1

    def step(self, register: int, move: int, pose: int) -> SoloStep:
        """Return the effect of the card."""
        return SoloStep(self._table.bare(move, pose), 0, 0, frozenset())

    def touches(self, register: int, move: int, pose: int, goal: int) -> int:
        """Return whether a register ends on the marker."""
        after = self._table.bare(move, pose)
        return int(after != GONE and self.square(after) == self.flags[goal - 1])


def obvious_program(solo: Solo) -> Codes:
    """Return the cards of the obvious program in the free slots, () where there is none."""
    if solo.pose == GONE or not 0 < solo.goal <= len(solo.table.flags):
        return ()
    bare = solo._replace(table=BareTable(solo.table), damage=0)

    def cost(ending: ProgramEnd) -> tuple[bool, int, int]:
        if ending.goal > len(bare.table.flags):
            return False, -ending.goal, ending.register
        if ending.pose == GONE:
            return True, -ending.goal, -ending.register
        return False, -ending.goal, bare.table.away(ending.goal, ending.pose) or 0

    ending = best(bare, cost)
    return () if ending is None else cards_for_moves(solo, ending.moves)


def explained(task: Task, choice: PilotAnswer) -> PilotAnswer:
    """Return a choice with facts as its reason; unchanged where the game can say none."""
    explaining, foresight = Explaining.of(task.game), Foresight.of(task.game)
    if explaining is None or foresight is None or not choice.compared or not task.ask.program.free:
        return choice
    solo = solo_of(task)
    assert solo is not None
    obvious = obvious_program(solo)
    why = explaining.words(
        explaining.claims(
            task.position,
            task.ask.seat,
            with_locked_cards(task, choice.answer.codes),
            with_locked_cards(task, obvious) if obvious else (),
        )
    )
    if not why:
        return choice
    rests = choice.answer.gesture == PUSH and len(task.ask.gestures) > 1
    return choice._replace(why=sentences(choice.why, why) if rests else why)
