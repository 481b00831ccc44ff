"""The map: the board with all pieces, near or as a whole, and the current moves in motion.

It draws only when the picture changes, while something moves, and while a finger drags it. A tap on
a touchable map first looks closer and then sends `TouchSquare`, so that every square is large
enough to touch, unless `at_once` says that the first tap does both. A map that `asks` sends the
question about what was tapped, or first looks closer if squares are too small to hit, and the lens
in its corner changes between near and whole; on every other map each tap does.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, Final

from kivy.animation import Animation
from kivy.graphics import InstructionGroup
from kivy.input import MotionEvent
from kivy.properties import NumericProperty

from companion.engine.board import Board
from companion.geometry import Square, column_name
from companion.session.messages import Message, TouchSquare
from companion.session.pages.facts import asked_about
from companion.session.view import BoardPicture
from companion.ui.paint import paint_rimmed, paint_symbol
from companion.ui.theme import BRASS, BRASS_DARK, NIGHT, RAISED, is_wide, u
from companion.ui.widgets.map import camera as views
from companion.ui.widgets.map.board_widget import MARGIN, NEAR, BoardWidget
from companion.ui.widgets.map.camera import BoardPoint, Camera
from companion.ui.widgets.map.map_marks import paint_joined, paint_parking
from companion.ui.widgets.map.map_play import Stage, moves_anything
from companion.ui.widgets.map.map_rings import LEGEND, legend, paint_legend
from companion.words import Text

NAME: Final = 21
"""Size of the letters in the margins, as on the seven-inch panel."""
TO_TOUCH, CLOSE = 60, 84
"""Sides of a square where squares can be touched, and round a drama, as on the seven-inch panel. A
drama is shown by the picture for the near view, which is fine enough."""
WHOLE: Final = 24
"""Side of a square, as on the seven-inch panel, from which a wide window shows the whole board."""
LENS, AIMED = 48, 47
"""Side of the lens that is a button, and of the smallest square that a finger hits reliably, as on
the seven-inch panel."""
LOOKING: Final = 0.25
"""Seconds in which the view moves to a new place."""


class BoardMap(BoardWidget):
    """The map of a `BoardPicture`.

    `progress` goes from 0 to 1 while the view and pieces move, and is 1 at rest. The parking row is
    south of row 1. `at_once`: a tap on the whole board looks closer and touches the square,
    too, where a wrong square costs nothing.
    """

    progress = NumericProperty(1.0)

    def __init__(
        self,
        send: Callable[[Message], object] = lambda _: None,
        *,
        lively: bool = True,
        **rest: Any,
    ) -> None:
        """Make an empty map; `show` fills it.

        Args:
            send: Gets the touches of a touchable map, and the questions of a map that asks.
            lively: Whether pictures move; otherwise each is shown at rest.
            rest: Arguments of a Kivy widget.
        """
        super().__init__(**rest)
        self._send, self.lively = send, lively
        self.picture: BoardPicture | None = None
        self.near = True
        self.at_once = self.asks = False
        self._asked = False
        self._from: Camera | None = None
        self._stage: Stage | None = None
        self._legend: list[tuple[str, Text]] = []
        self._moving: Animation | None = None

    def show(self, picture: BoardPicture) -> None:
        """Show another picture; the same one again changes nothing."""
        if picture == self.picture:
            return
        first = self.picture is None or self.picture.board != picture.board
        # A picture that only points out other squares does not repeat all movements.
        has_moved = self.picture is not None and _motion(self.picture) == _motion(picture)
        # With the next picture the view follows the moves again, even after somebody has moved it.
        self.picture, self.board, self._asked = picture, picture.board, False
        self._legend = legend(picture)
        if first:
            # Where squares can be touched the whole board is shown first, and the first tap looks
            # closer.
            self.near = not picture.touchable
            self._camera = None
        self._arrange(lively=self.lively and not has_moved and moves_anything(picture))

    def finish(self) -> None:
        """End all movements; nothing happens at rest."""
        if self._moving is not None:
            self._moving.cancel(self)
            self._moving = None
            self.progress = 1.0

    @property
    def motion_seconds(self) -> float:
        """Return the seconds of the movement that has just begun, 0 at rest."""
        if self._moving is None or self._stage is None:
            return 0.0
        return LOOKING + self._stage.seconds

    def halt(self, share: float) -> None:
        """Show the picture after a share of its motion until the next one, for screenshots."""
        self._arrange(lively=True)
        if self._moving is not None and self._stage is not None:
            self._moving.cancel(self)
            self._moving = None
            self.progress = (LOOKING + share * self._stage.seconds) / (
                LOOKING + self._stage.seconds
            )

    def _frame(self) -> tuple[float, float, float, float]:
        """Return the area inside the margins, below the legend."""
        x, y, width, height = super()._frame()
        return x, y, width, max(1.0, height - self._legend_height)

    @property
    def _legend_height(self) -> float:
        return u(LEGEND) if self._legend else 0.0

    @staticmethod
    def whole_width(board: Board, height: float) -> float:
        """Return the width in pixels in which a map of this height shows the whole board."""
        region, margin = views.world(board), 2 * u(MARGIN)
        side = int((height - margin) / (region.north - region.south))
        return (region.east - region.west) * side + margin

    def _arrange(self, *_: Any, lively: bool = False) -> None:
        """Paint everything again and start its movement if there is one."""
        if self.picture is None or not self._has_room:
            return
        self.finish()
        before, self._camera = self._camera, self._target_camera()
        # Everything is painted for one size of squares, so the view can move only where the size
        # stays.
        if lively and before is not None and before.side == self._camera.side:
            self._from = before
        else:
            self._from = self._camera
        self._stage = Stage(self.picture, self._camera.side, lively=lively)
        # From the floor up; afterwards only positions change.
        board, side = self.board, self._camera.side
        around = InstructionGroup()
        if board.parking:
            paint_parking(around, board, side)
        if board.joined:
            paint_joined(around, board, side)
        self._paint(max(u(NEAR), u(TO_TOUCH)), around, self._stage)
        if self._legend:
            line = InstructionGroup()
            paint_legend(line, self._legend, self.x, self.y + self.height - u(LEGEND), self.width)
            self.canvas.add(line)
        if lively:
            # First the view moves, then the pieces: nobody can follow both together.
            seconds = LOOKING + self._stage.seconds
            self.progress = 0.0
            self._moving = Animation(progress=1.0, duration=seconds)
            self._moving.start(self)
        else:
            self.progress = 1.0
            # Where it was 1 already Kivy does not call it.
            self.on_progress()

    def _target_camera(self) -> Camera:
        """Return the view for the current picture."""
        assert self.picture is not None
        board, everything = self.board, self._whole_camera()
        _, _, width, height = self._frame()
        side = u(TO_TOUCH if self.picture.touchable else NEAR)
        # Where the whole board is nearly as large, a closer look would only cut something off;
        # joined sides must both be visible.
        if everything.side < u(CLOSE) and (closer := self._close_camera(width, height)) is not None:
            return closer
        enough = u(WHOLE) if is_wide() and not self._asked else 0.9 * side
        if not self.near or everything.side >= enough or (board.joined and not self._asked):
            return everything
        camera = self._camera
        if (
            camera is None
            or camera.side != side
            or (camera.width, camera.height) != (width, height)
        ):
            camera = views.close(
                board,
                width,
                height,
                side,
                (board.columns / 2, 0) if camera is None else camera.middle,
            )
        points = Stage.points(self.picture)
        # Where people choose their view, nothing moves away from under the finger.
        if self.picture.touchable or self._asked or not points:
            return views.clamp(board, camera)
        # As many squares around the moves as possible; where not even the moves fit, the whole
        # board is shown.
        regions = [views.region_of(points, margin) for margin in (2.0, 1.0, 0.5, 0.0)]
        region = next((region for region in regions if views.fits(camera, region)), None)
        return everything if region is None else views.follow(board, camera, region)

    def _close_camera(self, width: float, height: float) -> Camera | None:
        """Return the view round a drama.

        None for no drama, after somebody has changed the view, and where other squares of the
        picture would not fit.
        """
        picture = self.picture
        assert picture is not None
        if picture.focus is None or picture.touchable or not self.near or self._asked:
            return None
        middle = views.middle_of(picture.focus)
        camera = views.close(self.board, width, height, u(CLOSE), middle)
        region = views.region_of([middle, *Stage.points(picture)], 0.0)
        return views.follow(self.board, camera, region) if views.fits(camera, region) else None

    def on_progress(self, *_: Any) -> None:
        """Move view and pieces to this moment; Kivy calls it whenever `progress` changes."""
        if self._camera is None or self._from is None or self._stage is None:
            return
        total = LOOKING + self._stage.seconds
        passed = self.progress * total
        self._apply_camera(views.interpolate(self._from, self._camera, min(1.0, passed / LOOKING)))
        self._stage.at(
            1.0
            if self.progress >= 1
            else max(0.0, passed - LOOKING) / max(0.01, self._stage.seconds)
        )

    def _paint_margins(self, camera: Camera) -> None:
        """Paint the lens and the names, of which those of the moves are lit."""
        assert self._stage is not None
        lanes, size = self._lanes(camera, views.world(self.board)), min(u(NAME), camera.side * 0.95)
        lit = [views.place_of(square) for square in self._stage.squares]
        # The lens in the corner of the margins: a tap changes between near and whole.
        zoom, x, y = u(NAME) * 0.8, lanes.west - u(MARGIN) / 2, lanes.north - u(MARGIN) / 2
        if self._has_lens:
            left, low, side = self._lens()
            paint_rimmed(self._names, left, low, side, side, BRASS_DARK, RAISED, u(1.5), u(8))
            zoom, x, y = side * 0.56, left + (side - u(MARGIN)) / 2, low + (side - u(MARGIN)) / 2
        paint_symbol(
            self._names,
            "zoom" if self._is_whole() else "whole",
            x + (u(MARGIN) - zoom) / 2,
            y + (u(MARGIN) - zoom) / 2,
            zoom,
            BRASS,
            NIGHT,
        )
        self._paint_names(
            camera,
            lanes,
            size,
            lit=frozenset([*(column_name(c) for c, _ in lit), *(str(r + 1) for _, r in lit)]),
            clear=self._clear_of_lens(lanes.west, lanes.north, size),
        )

    @property
    def _has_lens(self) -> bool:
        """Return whether the lens is a button over a corner of the map."""
        return self.asks and self.picture is not None and not self.picture.touchable

    def _clear_of_lens(self, beside: float, above: float, size: float) -> tuple[float, float]:
        """Return limits for names that the lens does not cover.

        Args:
            beside: Middle of the margin on the left, in pixels.
            above: Middle of the margin above, in pixels.
            size: Size of the letters in pixels.

        Returns:
            The first pixel for names above the board, and the last one for names left of it.
        """
        if not self._has_lens:
            return -inf, inf
        left, low, side = self._lens()
        reach = size * 0.6
        return (
            left + side + reach if above > low - reach else -inf,
            low - reach if beside < left + side + reach else inf,
        )

    def _move(self, camera: Camera) -> None:
        # A view that still moves would pull against the finger.
        self.finish()
        super()._move(camera)
        # Both ends of the movement, so that the view stays where the finger has it.
        self._from = self._camera

    def _on_lift(self, touch: MotionEvent, *, counts: bool) -> None:
        """Handle a tap: end movements, touch a square, or change the view."""
        if counts:
            self._handle_tap(*touch.pos)

    def _handle_tap(self, across: float, up: float) -> None:
        """Handle a tap at a pixel of the window.

        It ends a movement, if there is one. Otherwise it touches a square, if that has a meaning
        and squares are large enough. Otherwise it looks closer there, or at the whole.
        """
        assert self.picture is not None and self._camera is not None
        if self.progress < 1:
            self.finish()
            return
        x, y, width, height = self._frame()
        point, whole = self._camera.point_at(across - x, up - y), self._is_whole()
        if self._has_lens:
            # The lens changes the view, a small square comes closer, all else is asked about.
            left, low, side = self._lens()
            if left <= across <= left + side and low <= up <= low + side:
                points = Stage.points(self.picture)
                middle = self.board.columns / 2, self.board.rows / 2
                self.zoom(whole, (points[0] if points else middle) if whole else None)
            elif whole and self._camera.side < u(AIMED):
                self.zoom(True, point)
            elif (found := self._target_at(point)) is not None:
                self._send(asked_about(found))
            return
        touched = self.picture.touchable and (self.at_once or not whole)
        if whole or not touched:
            self.zoom(whole, point)
        if touched:
            square = views.square_at(self.board, point)
            # The board continues under the margins, where nobody sees which square a finger hits.
            if square is not None and 0 <= across - x <= width and 0 <= up - y <= height:
                self._send(TouchSquare(square))

    def _lens(self) -> tuple[float, float, float]:
        """Return corner and side of the lens that is a button."""
        return (
            self.x,
            self.y + self.height - u(LENS) - self._legend_height,
            u(LENS),
        )

    def _target_at(self, point: BoardPoint) -> Square | int | None:
        """Return the square at a point, or the seat of the piece there in the parking row."""
        assert self.picture is not None
        square, (across, up) = views.square_at(self.board, point), point
        if square is not None or not self.board.parking or not 0 <= up - views.PARKING_ROW < 1:
            return square
        return next(
            (
                piece.seat
                for piece in self.picture.pieces
                if piece.square is None and (piece.of or piece.seat) - 1 == across // 1
            ),
            None,
        )

    def zoom(self, near: bool, point: BoardPoint | None = None) -> None:
        """Look nearer, about a point in squares if there is one, or at the whole board.

        Nothing happens before a picture was shown.
        """
        if self.picture is None or self._camera is None:
            return
        self.near, self._asked = near, near and point is not None
        if near and point is not None:
            _, _, width, height = self._frame()
            side = u(TO_TOUCH if self.picture.touchable else NEAR)
            self._camera = views.close(self.board, width, height, side, point)
        self._arrange()


def _motion(picture: BoardPicture) -> tuple[object, ...]:
    """Return what moves in a picture, and from where."""
    return (
        picture.board,
        picture.pieces,
        picture.moves,
        picture.beams,
        picture.works,
        picture.focus,
    )
