"""Boards that are allowed but odd get warnings, and good ones do not."""

from __future__ import annotations

import pytest

from companion.content import board_names, load_board
from companion.engine.board import Board
from companion.engine.survey import board_warnings, experimental_words, flag_warnings, reachable
from companion.words import Text
from tests.formats.test_boards import board
from tests.recorded import recorded

STARTS = ", ".join(f'"{column}1 start seat={seat}"' for seat, column in enumerate("ABCDEFGH", 1))


def wide(top: str = "", elements: str = "", walls: str = "", edge: str = "pit") -> Board:
    """Return a board of eight columns with starts in row 1.

    `top` is the line of row 3, `walls` the wall line below it.
    """
    row = "+    " * 8 + "+"
    return board(
        row, top, walls or row, "", row, "", row, elements=f"{STARTS}, {elements}", edge=edge
    )


def said(warnings: tuple[Text, ...]) -> tuple[str, ...]:
    """Return warnings in English."""
    return tuple(map(str, warnings))


@pytest.mark.parametrize("name", board_names())
def test_shipped_boards_are_sound(name: str) -> None:
    """Find nothing odd in shipped boards, except experimental elements."""
    board = load_board(name)
    assert len(board_warnings(board)) == bool(experimental_words(board))


def test_a_sound_board_has_no_warning() -> None:
    """Accept belts over an edge or into a pit, lasers with a lane, and pits."""
    assert (
        board_warnings(wide("  <         >    O", '"H3 laser E beams=2", "C2 pusher S odd"')) == ()
    )


@pytest.mark.parametrize(
    ("odd", "words"),
    [
        (wide("  >       |"), ()),
        (wide("  >  |"), ("belt on A3", "wall", "E side")),
        (wide("  ^", edge="wall"), ("belt on A3", "wall", "N side")),
        (
            wide(elements='"A2 laser W", "H2 belt W", "G2 belt W", "F2 wall E"'),
            ("belt on G2", "wall", "W side"),
        ),
        (wide("  >", '"B3 laser W"'), ("belt on A3", "wall")),
        (
            wide(elements='"A2 laser W", "A2 wall E"'),
            ("laser on the W side of A2", "only its own square"),
        ),
        (wide(elements='"A2 belt E", "B2 belt N inlets=S"'), ("belt on B2", "inlet W", "7.5.5")),
        (wide(elements='"A2 belt E", "B2 belt E inlets=S"'), ()),
        (wide(elements='"A2 belt E", "B2 belt N inlets=S,W"'), ()),
        (
            wide(elements='"A3 wall E", "A3 wall S"'),
            ("these squares cannot be reached from any start: A3",),
        ),
        (wide(walls="+----" * 8 + "+"), ("A3, B3, C3, D3, E3, F3 and 2 more",)),
    ],
)
def test_oddities_of_a_board(odd: Board, words: tuple[str, ...]) -> None:
    """Warn of a belt into a wall, a laser without a lane, an implicit inlet, lost squares."""
    warnings = said(board_warnings(odd))
    assert len(warnings) == (1 if words else 0), warnings
    assert all(word in warnings[0] for word in words)


def test_missing_starts() -> None:
    """Name seats without a start, and how many can play."""
    some = board("+    +    +", "  s1   s3", "+    +    +", "", "+    +    +")
    assert said(board_warnings(some)) == recorded("no-start-for-seats-2-4")
    none = board("+    +    +", "", "+    +    +", "", "+    +    +")
    assert said(board_warnings(none)) == recorded("no-start-for-seats-1-2")


def test_flags_nobody_can_touch() -> None:
    """Warn of a flag on a pit or behind walls [E114, E190]."""
    of = wide("       O", '"A3 wall E", "A3 wall S"')
    assert said(flag_warnings(of, ("A2", "B3", "A3"))) == recorded("flag-2-on-B3-lies-on")


def test_pits_are_no_way() -> None:
    """Take a square behind a pit for unreachable."""
    of = board("+    +    +    +", "  s1   O", "+    +    +    +", "       O", "+    +    +    +")
    assert reachable(of, of.starts.values()) == {"A1", "A2"}
