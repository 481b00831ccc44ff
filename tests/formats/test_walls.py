"""Walls belong to the square that names them: which turn with a room, and how they are written.

See 2.4 and elements C14.
"""

from __future__ import annotations

import pytest

from companion.engine.board import Board
from companion.engine.elements.room import TURNED
from companion.engine.elements.wall import Wall
from companion.engine.extended.register_tables import redrawn
from companion.formats.board import parse_board, write_board
from companion.games.painting import Touch
from companion.games.race.painting import RacePainting
from companion.geometry import HEADINGS, opposite
from tests.typed import of_kind

FLOOR = (
    "board = '''\n"
    + "+    +    +    +    +    +\n  .    .    .    .    .\n" * 5
    + "+    +    +    +    +    +\n'''\n"
)
ROOM = '"B2 room cw size=3"'
BESIDE = {"N": ("C5", "C4"), "E": ("E3", "D3"), "S": ("C1", "C2"), "W": ("A3", "B3")}
"""By side of the room: the square outside of the middle of its border, and the one inside."""


def board(*entries: str, drawing: str = FLOOR) -> Board:
    """Return a board of five by five squares with a room in the middle."""
    return parse_board(
        (
            f"{drawing}elements = "
            f"[{', '.join([ROOM, *(f'{chr(34)}{entry}{chr(34)}' for entry in entries)])}]\n"
        ),
        "room",
    )


def walls(before: Board, quarters: int) -> frozenset[tuple[str, int]]:
    """Return the walled edges when the room has turned."""
    return redrawn(before, ((("B2", TURNED), (str(quarters), 0)),)).walls


@pytest.mark.parametrize("side", HEADINGS)
def test_a_wall_named_from_outside_stays_on_every_side(side: str) -> None:
    """Keep a wall that the square outside names, in any notation."""
    outside, inside = BESIDE[side]
    way = HEADINGS.index(side)
    named = board(f"{outside} wall {HEADINGS[opposite(way)]}")
    for quarters in range(1, 4):
        assert walls(named, quarters) == {(outside, opposite(way)), (inside, way)}


@pytest.mark.parametrize("side", HEADINGS)
def test_a_wall_named_inside_turns_on_every_side(side: str) -> None:
    """Turn a wall that the square inside names to the next border."""
    named = board(f"{BESIDE[side][1]} wall {side}")
    for quarters in range(4):
        way = (HEADINGS.index(side) + quarters) % 4
        outside, inside = BESIDE[HEADINGS[way]]
        assert walls(named, quarters) == {(outside, opposite(way)), (inside, way)}


def test_drawn_walls_stay_and_all_come_back_from_a_file() -> None:
    """Keep drawn walls, and read all back, around the room, inside, and at the border."""
    rows = FLOOR.split("\n")
    rows[6] = "  .    .  | .    .    .    "
    drawn = board("B4 wall N", "C5 wall S", "D3 wall W", "B2 wall W", drawing="\n".join(rows))
    assert ("B3", 1) in drawn.walls and ("B3", 1) in walls(drawn, 1)
    assert ("D4", 1) in walls(drawn, 1) and ("C4", 0) in walls(drawn, 1)
    assert parse_board(write_board(drawn), "again") == drawn


def test_away_from_rooms_a_wall_is_one_however_it_was_written() -> None:
    """Have one place for each wall on boards without rooms."""
    floor = f"{FLOOR}elements = ["
    assert parse_board(f'{floor}"B2 wall N"]', "one") == parse_board(
        f'{floor}"B3 wall S", "B2 wall N"]', "other"
    )


def test_a_painted_room_takes_no_wall_along_that_lay_there() -> None:
    """Paint a wall that stays when a room is put over it, removed and put back."""
    painting = RacePainting()
    bare = parse_board(FLOOR, "bare")
    walled = painting.painted(bare, "wall", Touch("C3", 1, True), 0)
    roomed = painting.painted(walled, "room", Touch("B2", 0, False), 0)
    assert any(element.word == "room" for element in roomed.elements)
    assert walls(roomed, 1) == walled.walls == roomed.walls
    assert parse_board(write_board(roomed), "again") == roomed
    assert painting.painted(roomed, "wall", Touch("D3", 3, True), 0).walls == frozenset()
    room = next(element for element in roomed.elements if element.word == "room")
    assert walled.elements == tuple(
        Wall(wall.square, of_kind(Wall, wall).side) for wall in walled.elements
    )
    assert painting.painted(roomed, "eraser", Touch(room.square, 0, False), 0) == walled


def test_painting_leaves_a_listed_wall_in_its_room() -> None:
    """Keep a listed wall in its room, whatever is painted, and turn it."""
    listed = board("C4 wall N")
    painted = RacePainting().painted(listed, "pit", Touch("A1", 0, False), 0)
    turned = RacePainting().painted(painted, "room", Touch("B2", 0, False), 0)
    assert '"C4 wall N"' in write_board(turned) and "room ccw" in write_board(turned)
