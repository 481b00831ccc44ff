"""The map: the effect of touches, the places of pieces, and rest without motion."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.art import PALETTE
from companion.content import board_names, load_board
from companion.content.livery import COLOURS, NAMES, SHAPES
from companion.engine.element import kinds
from companion.gallery.hard_cases import FLAGGED_SCENES, rests_on_flag
from companion.gallery.scenes import SCENES
from companion.games.scene import MovePicture, Piece
from companion.session.messages import TouchSquare
from companion.session.pages.flags import MarkersPage
from companion.session.past.kept_names import MARKER_PAGE
from companion.session.view import BoardPicture, SeatSign, View
from companion.ui.theme import u
from companion.ui.widgets.map import board_picture, camera
from tests.scenes import view_of
from tests.ui.stand import SIZES, Stand, on_stand, settle

LYING = SIZES[0]
SIGNS = {
    seat: SeatSign(*sign) for seat, sign in enumerate(zip(NAMES, COLOURS, SHAPES, strict=True), 1)
}


def clank(seat: int, square: str | None, heading: int = 0) -> Piece:
    """Return a clank somewhere."""
    return Piece(seat, square, heading, "active")


def board_view(**facts: Any) -> View:
    """Return a page with a map."""
    picture = BoardPicture(load_board("going-train"), signs=SIGNS, **facts)
    return View(MARKER_PAGE, "Flags", "", MarkersPage((), "", ()), picture, 1)


def pixel(stand: Stand, square: str) -> tuple[float, float]:
    """Return the middle of a square in the window."""
    x, y = stand.screen.map._camera.pixel(camera.middle_of(square))
    left, low, _, _ = stand.screen.map._frame()
    return left + x, low + y


def spots(stand: Stand) -> dict[int, tuple[float, float]]:
    """Return where the clanks are now, in squares."""
    stage = stand.screen.map._stage
    return {
        seat: (marker._spot.x / stage._side, marker._spot.y / stage._side)
        for seat, marker in stage._figures.items()
    }


def test_a_touchable_map_looks_closer_first() -> None:
    """Zoom in by the first tap, since squares of the whole board are too small; then send one."""
    with on_stand(LYING, board_view(touchable=True, markers=((1, "L16"),))) as stand:
        assert stand.screen.map._camera.side < u(47)
        stand.tap(pixel(stand, "E7"))
        assert stand.heard() == [] and stand.screen.map._camera.side >= u(47)
        stand.tap(pixel(stand, "E7"))
        stand.tap(pixel(stand, "F8"))
        assert stand.heard() == [TouchSquare("E7"), TouchSquare("F8")]


def test_the_near_map_follows_a_dragging_finger() -> None:
    """Move the view by dragging without a message, and stop at the board's end."""
    with on_stand(LYING, board_view(touchable=True, markers=((1, "L16"),))) as stand:
        stand.tap(pixel(stand, "E7"))
        x, y = pixel(stand, "E7")
        stand.drag((x, y), (x + u(60), y))
        moved = pixel(stand, "E7")
        assert moved[0] == pytest.approx(x + u(60), abs=2) and moved[1] == pytest.approx(y, abs=2)
        for _ in range(6):
            stand.drag((x, y), (x + u(250), y))
        assert stand.screen.map._camera.region.west == pytest.approx(-camera.EDGE)
        assert stand.heard() == []


def test_beside_the_board_nothing_is_touched() -> None:
    """Ignore touches on the parking row and the margins."""
    with on_stand(LYING, board_view(touchable=True, markers=((1, "L16"),))) as stand:
        stand.tap(pixel(stand, "A1"))
        look = stand.screen.map._camera
        left, low, _, _ = stand.screen.map._frame()
        x, y = look.pixel(camera.parking_point(2))
        stand.tap((left + x, low + y))
        stand.tap((stand.screen.map.x + 3, stand.screen.map.y + 3))
        assert stand.heard() == []


def test_a_move_is_carried_out_before_ones_eyes() -> None:
    """Move clanks from their old places to their new ones, a pushed one in step with its pusher."""
    moves = (
        MovePicture(1, "E3", "E5", ("E3", "E4", "E5"), 0, 0),
        MovePicture(2, "E5", "E6", ("E5", "E6"), 1, 1),
    )
    clanks = (clank(1, "E3"), clank(2, "E5", 1), clank(3, "H8"))
    with on_stand(LYING, board_view(pieces=clanks)) as stand:
        stand.show(board_view(pieces=clanks, moves=moves))
        board_map = stand.screen.map
        assert board_map.progress < 1
        seen = []
        for share in (0.0, 0.25, 0.5, 0.75, 1.0):
            board_map._stage.at(share)
            seen.append({seat: round(y - 0.5, 6) + 1 for seat, (_, y) in spots(stand).items()})
        assert [rows[1] for rows in seen] == [3, 3.5, 4, 4.5, 5]
        assert [rows[2] for rows in seen] == [5, 5, 5, 5.5, 6]
        assert {rows[3] for rows in seen} == {8}


def test_a_touch_skips_what_moves() -> None:
    """End a motion by a tap that does nothing else."""
    moves = (MovePicture(1, "E3", "E6", ("E3", "E4", "E5", "E6"), 0, 0),)
    with on_stand(LYING, board_view(pieces=(clank(1, "E3"),))) as stand:
        stand.show(board_view(pieces=(clank(1, "E3"),), moves=moves))
        near = stand.screen.map.near
        stand.tap(pixel(stand, "E5"))
        assert stand.screen.map.progress == 1 and spots(stand)[1] == pytest.approx(
            camera.middle_of("E6")
        )
        assert stand.screen.map.near == near
        stand.tap(pixel(stand, "E5"))
        assert stand.screen.map.near != near


def test_what_is_far_apart_is_shown_as_a_whole_until_a_tap_looks_closer() -> None:
    """Show marks in three corners on the whole board; tap to zoom in, and again to zoom out."""
    with on_stand(LYING, board_view(marks=("A1", "L16", "A16"))) as stand:
        board_map = stand.screen.map
        whole = board_map._camera
        assert whole.region.north - whole.region.south >= 17
        stand.tap(pixel(stand, "K15"))
        assert board_map._camera.side > whole.side and board_map._camera.region.north >= 15.5
        stand.tap(pixel(stand, "K15"))
        assert board_map._camera == whole


@pytest.mark.parametrize(
    ("before", "after", "middle"), [(0, 1, 45), (1, 0, 45), (3, 0, 315), (0, 3, -45), (2, 0, 90)]
)
def test_clanks_turn_the_short_way(before: int, after: int, middle: float) -> None:
    """Face a clank halfway as its card turns it; a U-turn goes through east or west."""
    moves = (MovePicture(1, "E3", "E3", ("E3",), before, after),)
    with on_stand(LYING, board_view(pieces=(clank(1, "E3", before),), moves=moves)) as stand:
        stand.screen.map._stage.at(0.5)
        angle = -stand.screen.map._stage._figures[1]._turn.angle % 360
        assert angle == middle % 360 or ((before, after) == (2, 0) and angle in (90, 270))


def test_the_parking_row_is_a_place_like_others() -> None:
    """End a destroyed clank in its place of the parking row; start a returning one there."""
    moves = (
        MovePicture(1, "E3", None, ("E3", "E4"), 0, 0),
        MovePicture(2, None, "H2", ("H2",), 0, 0),
    )
    with on_stand(LYING, board_view(pieces=(clank(1, "E3"), clank(2, None)), moves=moves)) as stand:
        stage = stand.screen.map._stage
        stage.at(0.0)
        assert spots(stand)[2] == pytest.approx(camera.parking_point(2))
        stage.at(1.0)
        assert spots(stand)[1] == pytest.approx(camera.parking_point(1)) and spots(stand)[
            2
        ] == pytest.approx(camera.middle_of("H2"))


@pytest.mark.parametrize("name", [name for name in SCENES if name.startswith("play-")])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_what_an_instruction_names_is_in_view(name: str, size: tuple[int, int]) -> None:
    """Show every square of an instruction, with its letter and number lit on the margins."""
    view = view_of(name)
    with on_stand(size, view) as stand:
        board_map = stand.screen.map
        board_map.finish()
        _, _, width, height = board_map._frame()
        for square in board_map._stage.squares:
            x, y = board_map._camera.pixel(camera.middle_of(square))
            assert 0 < x < width and 0 < y < height, square


def test_the_same_picture_again_changes_nothing() -> None:
    """Leave the map alone when a view differs elsewhere."""
    view = board_view(pieces=(clank(1, "E3"),))
    with on_stand(LYING, view) as stand:
        settle(3)
        stage = stand.screen.map._stage
        stand.screen.map.show(view._replace().board)
        assert stand.screen.map._stage is stage


def test_every_element_draws_with_known_colours() -> None:
    """Draw every element of the shipped boards in known colours, and show every kind somewhere."""
    seen = set()
    for name in board_names():
        board = load_board(name)
        for element in board.elements:
            art = element.art(board)
            assert art and {shape.colour for shape in art} <= set(PALETTE), element.entry()
            seen.add(element.word)
    assert seen >= set(kinds()) - {"crusher"}


def test_belts_bend_where_they_are_fed_from_the_side(
    board_of_text: Callable[[list[str]], Any],
) -> None:
    """Draw corners as curves, straight belts and merges as lines, fast belts with two chevrons."""
    from companion.art import Arc, Line, Polygon

    board = board_of_text(
        ["B1 belt N", "B2 belt E", "C2 belt E", "C1 belt N", "D2 belt E speed=fast"]
    )
    belts = {element.square: element.art(board) for element in board.elements}
    assert any(isinstance(shape, Arc) for shape in belts["B2"]) and not any(
        isinstance(shape, Line) for shape in belts["B2"]
    )
    assert not any(isinstance(shape, Arc) for shape in belts["B1"])
    assert {Arc, Line} <= {type(shape) for shape in belts["C2"]}
    assert [
        sum(isinstance(shape, Polygon) for shape in belts[square]) for square in ("B1", "D2")
    ] == [1, 2]


@pytest.fixture
def board_of_text() -> Callable[[list[str]], Any]:
    """Return a builder of small boards from entries as in a board file."""
    from companion.engine.board import board_of
    from companion.formats.entries import read_entry

    return lambda entries: board_of(6, 6, [read_entry(entry) for entry in entries])


@pytest.mark.timeout(1200)
def test_names_are_painted_on_their_map_in_every_scene(repository: Path) -> None:
    """Paint names on their map at every size, in every frame: shifted letters mislead players."""
    order = [sys.executable, "-m", "tests.ui.painted_names"]
    done = subprocess.run(order, cwd=repository, capture_output=True, text=True, timeout=1200)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout.splitlines()[-1])
    assert {
        name: painted
        for name, painted in result.items()
        if painted[0] < 4 or painted[1] or painted[2]
    } == {}
    assert {name for name in FLAGGED_SCENES if f"{name} 800×480" not in result} == set(), (
        "each draws a map"
    )


def test_pieces_rest_on_flags() -> None:
    """Rest pieces on flags in each of the scenes made for it."""
    for name in FLAGGED_SCENES:
        assert rests_on_flag(view_of(name)), name


def test_the_matrix_is_saved_in_one_place_alone(repository: Path) -> None:
    """Displace painting by `placed` alone, which restores everything."""
    found = [
        path.name
        for path in (repository / "companion").rglob("*.py")
        if re.search(r"\b(Push|Pop)Matrix\b", path.read_text("utf-8"))
    ]
    assert found == ["paint.py"]


def test_pictures_of_boards_are_cached_up_to_a_number_of_bytes() -> None:
    """Forget the picture that was used least recently, but never the one that is needed now."""
    assert board_picture.CACHE.max_bytes <= 48_000_000, "a Pi with 1 GB has no more for them"
    boards = [load_board(name) for name in board_names()[:3]]
    with on_stand(LYING, board_view()):
        sizes = [painted.width * painted.height * 4 for painted in map(painted_board, boards)]
        cache = board_picture.TextureCache(sizes[0] + max(sizes[1:]))
        first = cache.find(boards[0], 8, board_picture.painted_board)
        for board in (boards[1], boards[0], boards[2], boards[0]):
            picture = cache.find(board, 8, board_picture.painted_board)
        assert picture is first and cache.painted == 3, "the second one made room for the third"
        assert (len(cache), cache.bytes) == (2, sizes[0] + sizes[2])
        cache.find(boards[1], 8, board_picture.painted_board)
        assert cache.painted == 4 and cache.bytes == sizes[0] + sizes[1]
        large = cache.find(boards[0], 40, board_picture.painted_board)
        assert cache.find(boards[0], 40, board_picture.painted_board) is large
        assert (len(cache), cache.painted) == (1, 5), "larger than all that may be cached"
        cache.clear()
        assert (len(cache), cache.bytes) == (0, 0)


def painted_board(board: Any) -> Any:
    """Return a picture of a board with squares of 8 pixels."""
    return board_picture.painted_board(board, 8)
