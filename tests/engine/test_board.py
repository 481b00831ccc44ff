"""Squares, edges, beams and the facts of every kind of element (rulebook 2)."""

from __future__ import annotations

import pytest

from companion.art import PALETTE, Arc, Caption, Disc, Line, Polygon, facing, turned_point
from companion.engine.board import OUTSIDE, board_of
from companion.engine.element import BOARD, FIRE, STAGES, Element, kinds
from companion.engine.elements.belt import Belt
from companion.engine.elements.laser import Laser
from companion.engine.elements.pusher import Pusher
from companion.engine.elements.wall import Wall
from companion.engine.race_tables import race_tables
from companion.engine.rules import Rules
from companion.engine.state import Race
from companion.engine.turn import OWN_BEATS
from companion.formats.board import parse_board
from companion.geometry import (
    E,
    N,
    S,
    W,
    column_name,
    column_row,
    heading_of,
    neighbour,
    opposite,
    square_name,
    turn_heading,
)
from tests.recorded import recorded
from tests.typed import of_kind


@pytest.mark.parametrize(
    ("square", "place"),
    [("A1", (0, 0)), ("L16", (11, 15)), ("Z9", (25, 8)), ("AA10", (26, 9)), ("AN40", (39, 39))],
)
def test_squares_are_named_as_people_read_them(square: str, place: tuple[int, int]) -> None:
    """Name columns by letters from the west, rows by numbers from the south, both ways."""
    assert column_row(square) == place
    assert square_name(*place) == square
    assert column_name(place[0]) == square.rstrip("0123456789")


@pytest.mark.parametrize(
    "text", ["", "1A", "a1", "A0", "A01", "A100", "AAA1", "A-1", "Ä1", "A1 ", "A1\n"]
)
def test_what_is_no_square_is_refused(text: str) -> None:
    """Accept only letters and a number from 1 as a square."""
    with pytest.raises(ValueError, match="is not a square such as E7"):
        column_row(text)


def test_headings_turn_and_neighbours_lie_that_way() -> None:
    """Turn west right to north, and end neighbours at the south and west border."""
    assert [heading_of(letter) for letter in "NESW"] == [N, E, S, W]
    assert (turn_heading(W, 1), turn_heading(N, 3), opposite(E)) == (N, W, W)
    assert [neighbour("B2", direction) for direction in (N, E, S, W)] == ["B3", "C2", "B1", "A2"]
    assert (neighbour("A1", S), neighbour("A1", W)) == (None, None)
    with pytest.raises(ValueError, match="not one of N E S W"):
        heading_of("NE")


def test_an_open_border_destroys_and_the_parking_row_stops() -> None:
    """Destroy or stop at the border as the board says, always stop in the south and at walls.

    (2.1, 2.5, E020-E024)
    """
    open_board = board_of(2, 2, [Wall("A2", N)])
    assert open_board.ahead[W]["A1"] == OUTSIDE
    assert open_board.ahead[N]["B2"] == OUTSIDE
    assert open_board.ahead[N]["A2"] is None
    assert open_board.ahead[S]["A1"] is None
    walled = board_of(2, 2, [], edge="wall")
    assert [walled.ahead[direction]["A1"] for direction in (N, E, S, W)] == ["A2", "B1", None, None]


@pytest.mark.parametrize(
    "element", [Wall("A1", E), Wall("B1", W), Pusher("B1", W, (1,)), Laser("A1", E)]
)
def test_a_wall_counts_from_both_sides_and_mounts_are_walls(element: Element) -> None:
    """Count a wall and the mounts of pushers and lasers from both squares.

    (2.4, E003, E004, E091, E191)
    """
    board = board_of(2, 1, [element])
    assert board.ahead[E]["A1"] is None and board.ahead[W]["B1"] is None


def test_a_beam_ends_at_a_wall_or_at_the_end_of_the_board() -> None:
    """Run a beam from the emitter's own square to a wall or the last square.

    (7.9.1, E120, E121, E128)
    """
    board = board_of(5, 1, [Wall("D1", W), Belt("B1", N)])
    assert board.beam("A1", E) == ("A1", "B1", "C1")
    assert board.beam("E1", W) == ("E1", "D1")
    assert Laser("A1", W).reach(board) == ("A1", "B1", "C1")


def test_the_order_of_a_register_is_that_of_the_rulebook() -> None:
    """Play the beats in the order of 7.1, with healing only after register 5 (E180)."""
    entries = "\n".join(
        f'  "{letter}1 {rest}",'
        for letter, rest in zip(
            "ABCDEF",
            (
                "belt E speed=fast",
                "pusher N registers=1,5",
                "rotator cw",
                "crusher registers=1,5",
                "laser N",
                "repair value=1",
            ),
            strict=True,
        )
    )
    empty = "+    +    +    +    +    +    +\n" + " " * 31 + "\n"
    board = parse_board(
        (
            f"name = \"All\"\nboard = '''\n{empty * 2}+    +    +    +    +    +    +\n'''\n"
            f"elements = [\n{entries}\n]\n"
        ),
        "all",
    )
    tables = race_tables(Race(board, ("A2",), Rules()))
    assert [moment.beat.name for moment in tables.order(OWN_BEATS, 1)] == [
        "cards",
        "fast belts",
        "all belts",
        "pushers",
        "rotators",
        "crushers",
        "board lasers",
        "clank lasers",
        "flags",
        "repair",
    ]
    assert [moment.beat.name for moment in tables.order(OWN_BEATS, 2)][3:5] == [
        "rotators",
        "board lasers",
    ]
    assert tables.order(OWN_BEATS, 5)[-1].beat.name == recorded("repair-at-the-end-of-the")


BESIDE = {
    "light_barrier": ("B2 flip_belt E group=a",),
    "padded_wall": ("D4 padded",),
    "platform": ("D4 platform group=a",),
    "portal": ("B2 portal link=red",),
    "sluice": ("D4 water",),
}
"""The elements that some kinds need beside them."""


@pytest.mark.parametrize("word", sorted(kinds()))
def test_every_kind_of_element_explains_and_draws_itself(word: str) -> None:
    """Give every element help, a rule, an example that reads back, known beats and valid art."""
    kind = kinds()[word]
    listed = ", ".join(f'"{entry}"' for entry in (kind.example, *BESIDE.get(word, ())))
    board = parse_board(f"name = \"One\"\nboard = '''\n{BLANK}'''\nelements = [{listed}]\n", "one")
    element = next(one for one in board.elements if one.word == word)
    assert type(element) is kind
    assert str(kind.about).endswith(".") and len(str(kind.about)) > 20
    assert kind.rule[0].isdigit() or kind.rule[0] in "ABCDEF"
    assert set(element.entry().split()) >= {element.square, word}
    assert all(0 <= beat.stage < len(STAGES) for beat in element.beats())
    assert kind.layer == "barrier" or element.art(board), "an element that cannot be seen"
    for shape in element.art(board):
        assert isinstance(shape, (Arc, Disc, Caption, Line, Polygon))
        assert shape.colour in PALETTE


BLANK = ("+" + "    +" * 5 + "\n" + " " * 26 + "\n") * 7 + "+" + "    +" * 5 + "\n"


def test_art_turns_with_its_element() -> None:
    """Turn a point of art from north to east by a quarter, and back by four."""
    assert turned_point((0.5, 1.0), 1) == (1.0, 0.5)
    line = Line(((0.2, 0.1), (0.5, 0.9)), "ink", 0.1)
    assert facing((line,), 0) == (line,)
    (about,) = facing((line,), 2)
    assert [pytest.approx(point) for point in of_kind(Line, about).points] == [
        (0.8, 0.9),
        (0.5, 0.1),
    ]


def test_belts_and_lasers_act_in_their_stages() -> None:
    """Move fast belts in two beats, slow ones in the second, and fire lasers after all moves."""
    assert [beat.order for beat in Belt("A1", N, "fast").beats()] == [60, 70]
    assert [beat.order for beat in Belt("A1", N).beats()] == [70]
    assert Belt("A1", N).beats()[0].stage == BOARD
    assert Laser("A1", N).beats()[0].stage == FIRE
