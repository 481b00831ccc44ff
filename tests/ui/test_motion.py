"""Test what moves on a board, and that it ends as the picture at rest."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from kivy.clock import Clock

from companion.app.loop import open_session
from companion.art import (
    Arc,
    Band,
    Fall,
    Gear,
    Line,
    Point,
    Polygon,
    Thrust,
    on_circle,
    turned_point,
)
from companion.content import board_names, load_board
from companion.engine.element import Element
from companion.games import usual_game
from companion.games.api import Plan
from companion.games.boards import board_part
from companion.games.scene import Instruction, MovePicture, Piece, Works
from companion.session.preferences import Prefer, Preferences
from companion.ui.heartbeat import SELDOM, Frames
from companion.ui.widgets.map.camera import parking_point
from companion.words import NOTHING
from tests.drawing import drawing
from tests.scenes import view_of
from tests.ui.stand import SIZES, on_stand, settle

BOARDS: Final = [load_board(name) for name in board_names()]
LYING: Final = SIZES[0]


def ends(band: Band) -> tuple[Point, Point]:
    """Return the first and the last point of a band."""
    if isinstance(band.along, Line):
        return band.along.points[0], band.along.points[-1]
    return tuple(
        on_circle(band.along.centre, band.along.radius, angle)
        for angle in (band.along.start, band.along.end)
    )  # type: ignore[return-value]


def corners(points: tuple[Point, ...], quarters: int = 0) -> set[Point]:
    """Return the corners of a polygon after quarter turns, rounded."""
    return {
        (round(x, 6), round(y, 6)) for x, y in (turned_point(point, quarters) for point in points)
    }


def test_everything_that_moves_ends_as_it_began() -> None:
    """End every motion of every shipped board in a picture like the first.

    Bands advance by whole faces, plates return, and a rotator looks the same after a quarter turn
    and after a tooth.
    """
    seen = set()
    for board in BOARDS:
        for element in board.elements:
            for motion in element.motion(board):
                seen.add(type(motion))
                if isinstance(motion, Band):
                    assert motion.shift(0) == 0 and motion.shift(1) == int(motion.shift(1)) > 0
                elif isinstance(motion, Thrust):
                    assert (
                        motion.shift(0) == pytest.approx((0, 0)) == motion.shift(1)
                        and max(map(abs, motion.shift(0.3))) > 0.02
                    )
                elif isinstance(motion, Gear):
                    assert motion.angle(1) == motion.degrees
                    if element.word != "rotator":
                        continue
                    (wheel,) = motion.shapes
                    assert (
                        isinstance(wheel, Polygon)
                        and motion.angle(1) % 90 == 0
                        and 0 < abs(motion.tooth) < 90
                    )
                    assert corners(wheel.points) == corners(wheel.points, 1)
                    assert (len(wheel.points) / 4) * abs(motion.tooth) == 360
    assert {Band, Thrust, Gear, Fall} <= seen


def test_belts_run_over_the_side_by_which_they_lead_out() -> None:
    """Run every band of a belt from the middle of a side to its exit, by one face."""
    for board in BOARDS:
        for belt in (element for element in board.elements if element.word == "belt"):
            out = turned_point((0.5, 1.0), belt.heading)  # type: ignore[attr-defined]
            bands = belt.motion(board)
            assert bands and len({ends(band)[0] for band in bands}) == len(bands)  # type: ignore[arg-type]
            for band in bands:
                assert isinstance(band, Band) and band.shift(1) == band.faces == 1
                start, end = ends(band)
                assert (
                    end == pytest.approx(out)
                    and start != pytest.approx(out)
                    and 0.5 in (round(start[0], 6), round(start[1], 6))
                )
                assert isinstance(band.along, (Line, Arc))


def at_work(part: str, round: int, name: str) -> tuple[Works, tuple[Element, ...]]:
    """Return what works in a part of a register, and all elements of the board."""
    board, game = load_board(name), usual_game()
    position = game.begin(Plan(board, board.suggested_flags, (1, 2), {}))
    return board_part(game).at_work(
        position, Instruction(None, NOTHING, "", part), round
    ), board.elements


def test_a_whole_part_of_a_register_is_at_work() -> None:
    """Move the elements of each part of a register, and no others.

    Fast belts move first, then all; pushers in their registers. Gears turn along in every part,
    once.
    """
    works, elements = at_work("fast belts", 1, "welding-shop")
    belts = [element for element in elements if element.word == "belt"]
    assert set(works.acting) == {belt for belt in belts if belt.speed == "fast"} != set()  # type: ignore[attr-defined]
    assert set(at_work("all belts", 2, "welding-shop")[0].acting) == set(belts)
    pushers = [element for element in elements if element.word == "pusher"]
    for register in (1, 2):
        found, _ = at_work("pushers", register, "welding-shop")
        assert set(found.acting) == {pusher for pusher in pushers if register in pusher.registers}  # type: ignore[attr-defined]
    wheels = {element for element in elements if element.word in ("rotator", "repair")}
    assert set(works.along) == wheels and not set(
        at_work("rotators", 1, "welding-shop")[0].along
    ) & set(at_work("rotators", 1, "welding-shop")[0].acting)
    assert at_work("cards", 0, "welding-shop")[0] == Works()


def test_motion_ends_where_a_picture_at_rest_is() -> None:
    """End a motion in exactly the picture of reduced motion, and differ half-way."""
    order = [
        sys.executable,
        "-m",
        "tests.ui.moving_pictures",
        "play-belts",
        "play-lasers",
        "play-flag",
    ]
    done = subprocess.run(
        order,
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=120,
        env=drawing(),
    )
    assert done.returncode == 0, done.stderr
    for name, (half, ended) in json.loads(done.stdout.splitlines()[-1]).items():
        assert half > 1000 and ended == 0, name


def test_nothing_goes_on_by_itself_once_it_has_moved() -> None:
    """Leave no clock event behind when a motion has ended."""
    view = view_of("play-belts")
    with on_stand(LYING, view._replace(preferences=Preferences(calm=True))) as stand:
        board_map, still = stand.screen.map, len(Clock.get_events())
        assert board_map.progress == 1
        stand.show(view_of("play-list")._replace(preferences=Preferences(calm=True)))
        stand.screen.update(view)
        assert board_map.progress < 1 and len(Clock.get_events()) > still
        while board_map.progress < 1:
            settle(1)
        settle(2)
        assert len(Clock.get_events()) <= still and not board_map._stage._works.children


def test_what_only_points_something_out_does_not_move_everything_again() -> None:
    """Keep the pieces where they are when only the marked squares change."""
    view = view_of("play-push")
    assert view.board is not None
    with on_stand(LYING, view) as stand:
        stand.screen.map.finish()
        stand.show(view._replace(board=view.board._replace(marks=("A1",))))
        assert stand.screen.map.progress == 1
        stand.show(view._replace(board=view.board._replace(moves=view.board.moves[:1])))
        assert stand.screen.map.progress < 1


def test_who_falls_gets_smaller_and_comes_back_in_the_parking_row() -> None:
    """Shrink a piece that falls into a pit, and grow it in the parking row."""
    from companion.ui.widgets.map.piece_paths import PiecePath

    move = MovePicture(1, "A1", None, ("A1", "A2"), 0, 0)
    course = PiecePath(Piece(1, "A1", 0, "active"), move, 300)
    shown = [course.at(step / 2) for step in range(course.steps * 2 + 1)]
    assert (
        course.steps == 3
        and shown[0] == ((0.5, 0.5), 0, 1)
        and shown[2][:1] + shown[2][2:] == ((0.5, 1.5), 1)
    )
    assert shown[3][1:] == (150, 0.5) and shown[4][2] == 0 and shown[5][2] == 0.5
    assert shown[6] == (parking_point(1), 0, 1)


def test_the_loop_goes_round_seldom_while_nothing_happens() -> None:
    """Slow down half a second after the last frame or finger, and speed up with the next.

    The rate is restored when it stops.
    """
    with on_stand(LYING, view_of("play-card")) as stand:
        often, frames = Clock._max_fps, Frames(stand.window)
        frames.start()
        try:
            for begin in (lambda: stand.window.dispatch("on_flip"), lambda: stand.tap((1.0, 1.0))):
                begin()
                assert Clock._max_fps == often
                for _ in range(200):
                    settle(1)
                assert Clock._max_fps == SELDOM < often
        finally:
            frames.stop()
        assert Clock._max_fps == often


def test_reduced_motion_is_chosen_for_the_screen() -> None:
    """Apply reduced motion on every page, and ignore values other than yes and no."""
    loop = open_session(seed=1)
    for calm in (True, False):
        loop.send(Prefer(loop.view.preferences._replace(calm=calm)))
        assert loop.view.preferences.calm is calm
        loop.send(Prefer(loop.view.preferences._replace(calm=1)))  # type: ignore[arg-type]
        assert loop.view.preferences.calm is calm
