"""The beginning of a race: clanks on their starting positions (rulebook 2.6, 2.7)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from companion.engine.board import Board
from companion.engine.rules import Rules
from companion.engine.state import Clank, Race, RaceState
from companion.errors import SetupError
from companion.geometry import Square
from companion.words import text


def new_race(
    board: Board, flags: Sequence[Square], rules: Rules, seats: Collection[int]
) -> RaceState:
    """Return a race about to begin, at turn 0 with nothing dealt (2.7 [E115]).

    Each seat's clank is on its start, facing north unless the start says otherwise; its start is
    its first checkpoint. Clanks are in the order of seats.

    Raises:
        SetupError: A seat has no start, a flag is off the board or on another flag, or there
            are no seats or no flags (2.6).
    """
    check_flags(board, flags)
    if not seats:
        raise SetupError(text("nobody plays: give at least one seat a player"))
    missing = [seat for seat in sorted(seats) if seat not in board.starts]
    if missing:
        raise SetupError(
            text(
                "{board} has {starts} starts, for seats {seats}, and none for seat {seat}: "
                "leave that seat empty, or choose another board",
                seat=missing[0],
                board=board.name or text("this board"),
                starts=len(board.starts),
                seats=", ".join(map(str, sorted(board.starts))),
            )
        )
    clanks = []
    for seat in sorted(seats):
        square, heading = board.starts[seat], board.start_headings[seat]
        clanks.append(
            Clank(
                seat=seat,
                square=square,
                heading=heading,
                lives=rules.lives,
                checkpoints=((square, heading),),
            )
        )
    return RaceState(Race(board, tuple(flags), rules), tuple(clanks))


def check_flags(board: Board, flags: Sequence[Square]) -> None:
    """Check that there are flags, all on the board and no two on one square (2.6 [E190]).

    Raises:
        SetupError: They are not; the message says what to change.
    """
    if not flags:
        raise SetupError(text("there is no flag on the board: put at least one flag on a square"))
    for number, square in enumerate(flags, 1):
        if not board.has(square):
            raise SetupError(
                text(
                    "flag {flag} on {square} lies off the board, which ends at {last}: put it on a "
                    "square of the board",
                    flag=number,
                    square=square,
                    last=board.squares[-1],
                )
            )
        if square in flags[: number - 1]:
            raise SetupError(
                text(
                    "flags {first} and {second} both lie on {square}: put them on different "
                    "squares",
                    first=flags.index(square) + 1,
                    second=number,
                    square=square,
                )
            )
