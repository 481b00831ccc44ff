"""The squares that are offered for putting a clank beside its checkpoint (rulebook 12.1)."""

from __future__ import annotations

from companion.engine.board import board_of
from companion.engine.element import Element
from companion.engine.elements.belt import Belt
from companion.engine.elements.crusher import Crusher
from companion.engine.elements.laser import Laser
from companion.engine.elements.pit import Pit
from companion.engine.elements.wall import Wall
from companion.engine.rules import Rules
from companion.engine.state import Clank, Race, RaceState
from companion.engine.survey import squares_near
from companion.geometry import E, Heading, N, S, Square


def near(
    *elements: Element,
    place: Square = "D4",
    heading: Heading = N,
    others: tuple[Square, ...] = (),
    size: int = 7,
) -> tuple[Square, ...]:
    """Return the squares for a parked clank with its checkpoint on `place`.

    The board has these elements and other clanks.
    """
    board = board_of(size, size, elements)
    parked = Clank(1, "parked", checkpoints=(("A1", N), (place, heading)))
    standing = (
        Clank(seat, square=square, checkpoints=((square, N),))
        for seat, square in enumerate(others, 2)
    )
    return squares_near(RaceState(Race(board, ("A7",), Rules()), (parked, *standing)), 1)


def test_the_checkpoint_comes_first_and_then_what_lies_ahead() -> None:
    """Offer eight squares: the checkpoint, ahead, ahead right, ahead left, beside, behind."""
    assert near() == ("D4", "D5", "E5", "C5", "E4", "C4", "D3", "E3")
    assert near(heading=E) == ("D4", "E4", "E3", "E5", "D3", "D5", "C4", "C3")
    assert near(heading=S)[1:4] == ("D3", "C3", "E3")


def test_squares_that_are_taken_are_not_offered() -> None:
    """Offer no clank's square and no pit, but squares behind walls."""
    assert near(Pit("D5"), Wall("D4", E), others=("D4", "E5")) == (
        "C5",
        "E4",
        "C4",
        "D3",
        "E3",
        "C3",
        "D6",
        "E6",
    )


def test_dangerous_squares_come_last_in_their_ring() -> None:
    """Offer belts, beams and crushers last in their ring, before the next one."""
    found = near(Belt("D5", N), Laser("A4", 3), Crusher("E5", (1,)), others=("D4",))
    assert found == ("C5", "D3", "E3", "C3", "D5", "E5", "E4", "C4")


def test_a_small_full_board_offers_what_there_is() -> None:
    """Offer fewer than eight on a small full board."""
    assert near(place="A1", size=2, others=("A1", "B1")) == ("A2", "B2")
