"""Test rings on the map: a line explains them, and pieces on one square stay visible."""

from __future__ import annotations

from companion.engine.board import board_of
from companion.games.scene import Badge, Piece
from companion.session.view import BoardPicture, SeatSign
from companion.words import text
from tests.recorded import recorded

SIGNS = {seat: SeatSign(f"P{seat}", "brass", "circle") for seat in range(1, 24)}


def piece(seat: int, square: str | None, *rings: str, kind: str = "") -> Piece:
    """Return a piece on the map with some rings."""
    badges = tuple(Badge(text("a ring"), text("ring"), ring=ring) for ring in rings)
    return Piece(seat, square, 0, "active", badges=badges, kind=kind)


def test_the_line_names_every_ring_once_with_all_who_wear_it() -> None:
    """Name each ring once with all its pieces, and explain copies by their look.

    A piece in the parking row has no ring.
    """
    from companion.ui.widgets.map.map_rings import legend

    pieces = (
        piece(1, "A1", "flying"),
        piece(2, "B1", "flying", "burning"),
        piece(3, None, "flying"),
        piece(11, "C1", kind="copy"),
    )
    found = [
        (ring, str(words))
        for ring, words in legend(BoardPicture(board_of(4, 4, ()), (), pieces, SIGNS))
    ]
    assert found == [("burning", "a ring: P2"), ("flying", "a ring: P1, P2"), ("", "small: copies")]
    assert legend(BoardPicture(board_of(4, 4, ()), (), (piece(1, "A1"),))) == []


def test_nobody_hides_anybody() -> None:
    """Draw pieces of one square at different places, and a single one in the middle.

    A piece on the upper level is shifted up.
    """
    from companion.ui.widgets.map.map_rings import asides

    pieces = (
        piece(1, "A1"),
        piece(2, "A1", "flying"),
        piece(3, "A1", "virtual"),
        piece(21, "A1", kind="ghost"),
        piece(4, "B2"),
        piece(5, "C3+"),
        piece(6, "D4"),
        piece(7, "D4+"),
    )
    found = asides({one.seat: one.square for one in pieces}, pieces)
    assert 4 not in found and len({found[seat] for seat in (1, 2, 3, 21)}) == 4
    assert found[5].up > 0 and found[6] != found[7]
    ghosts = (
        piece(21, "A1", kind="ghost"),
        piece(22, "A1", kind="ghost"),
        piece(23, "A1", kind="ghost"),
    )
    assert len(set(asides({one.seat: one.square for one in ghosts}, ghosts).values())) == 3


def test_nobody_makes_room_for_the_best_race() -> None:
    """Move only the piece of the best race aside, and explain it below the map."""
    from companion.ui.widgets.map.map_rings import asides, legend

    here, elsewhere = (
        (piece(31, "A1", kind="best"), piece(1, "A1")),
        (piece(31, "B1", kind="best"), piece(1, "A1")),
    )
    assert (
        set(asides({one.seat: one.square for one in here}, here)) == {31}
        and asides({one.seat: one.square for one in elsewhere}, elsewhere) == {}
    )
    assert [
        str(words) for _, words in legend(BoardPicture(board_of(3, 3, ()), pieces=here))
    ] == recorded("pale-the-best-race")
