"""Features for foreign boards: turned starts, repair points without checkpoints, open beams."""

from __future__ import annotations

import pytest

from companion.art import Line
from companion.engine.board import board_of
from companion.engine.elements.laser import Laser
from companion.engine.elements.repair import Repair
from companion.engine.elements.start import Start
from companion.engine.rules import Rules
from companion.engine.start import new_race
from companion.formats.entries import read_entry
from companion.geometry import E, N, S, W


@pytest.mark.parametrize(
    "entry",
    ["A1 start seat=1", "C1 repair", "C1 repair value=2", "D7 laser S", "D7 laser S beams=2"],
)
def test_boards_as_they_were_say_nothing_new(entry: str) -> None:
    """Show no new keys with default values in entries."""
    assert read_entry(entry).entry() == entry


def test_a_start_may_face_another_way() -> None:
    """Face a clank and its first checkpoint as its start; a start turns with its room."""
    board = board_of(2, 2, [Start("A1", 1, E), Start("B1", 2)])
    first, second = new_race(board, ("A2",), Rules(), (1, 2)).clanks
    assert (first.heading, first.checkpoints, second.heading, second.checkpoints) == (
        E,
        (("A1", E),),
        N,
        (("B1", N),),
    )
    assert read_entry("A1 start seat=1 heading=E") == Start("A1", 1, E) and Start(
        "A1", 1, E
    ).carried("B2", 2) == Start("B2", 1, W)


@pytest.mark.parametrize("seat", range(1, 9))
def test_a_start_has_as_many_arms_as_its_seat_says(seat: int) -> None:
    """Draw as many arms as the seat's number, one in the start's direction."""
    board = board_of(2, 2, [Start("A1", seat, E)])
    arms = [shape.points[1] for shape in Start("A1", seat, E).art(board) if isinstance(shape, Line)]
    assert len(arms) == len({(round(x, 3), round(y, 3)) for x, y in arms}) == seat
    assert max(arms)[0] > 0.9 and max(arms)[1] == pytest.approx(0.5)


def test_a_repair_point_may_be_no_checkpoint() -> None:
    """Keep a repair point off all lists of checkpoints, and let it repair."""
    point = Repair("B2", 2, "no")
    board = board_of(2, 2, [Start("A1", 1), point, Repair("B1")])
    assert (point.entry(), board.having("checkpoint"), board.having("repair")) == (
        "B2 repair value=2 checkpoint=no",
        {"B1"},
        {"B1", "B2"},
    )


def test_a_beam_may_end_in_the_open() -> None:
    """End a beam after so many squares, its own included, or at a wall before."""
    laser = Laser("C1", S, 2, 3)
    assert laser.entry() == "C1 laser S beams=2 range=3"
    assert laser.reach(board_of(4, 6, [laser])) == ("C1", "C2", "C3")
    assert Laser("C1", S, 1, 9).reach(board_of(4, 6, [])) == tuple(f"C{row}" for row in range(1, 7))
