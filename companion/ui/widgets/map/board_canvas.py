"""A board to paint on: as large as its room allows, or nearer.

A stroke is reported as a whole after the finger has left. Its squares are marked meanwhile, which
costs nothing, while painting the board again takes a small computer some hundredths of a second. In
the near view, touches of the margins move the view, and so does a finger that does not paint.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from kivy.graphics import Color, InstructionGroup, Rectangle, ScissorPop, ScissorPush, Translate
from kivy.graphics import Line as Outline
from kivy.input import MotionEvent
from kivy.uix.widget import Widget

from companion.engine.board import Board
from companion.games.painting import Touch
from companion.geometry import Square, column_row, square_name
from companion.session.lobby.drawing import DrawPage
from companion.session.session import replace
from companion.ui.paint import paint_symbol, transform
from companion.ui.rotation import on_glass
from companion.ui.theme import BAD, BRASS, BRASS_LIGHT, NIGHT, WARNING, Rgba, faded, u
from companion.ui.widgets.fingers import is_gone
from companion.ui.widgets.map import camera as views
from companion.ui.widgets.map.board_picture import FINER, board_rectangle
from companion.ui.widgets.map.camera import BoardPoint, Camera
from companion.ui.widgets.map.map_marks import (
    named_lines,
    paint_mark,
    paint_marker,
    paint_names,
)

MARGIN, NAME, NEAR = 24, 20, 60
"""Width of the margins with the coordinates, size of their letters, and side of a square in the
near view, as on the seven-inch panel."""
EDGE: Final = 0.27
"""Distance from a side of a square, in squares, in which a finger means that side."""
DRAGGED: Final = 14
"""Distance from which a finger drags the view, as on the seven-inch panel."""
WIDEST: Final = 4096
"""Longest side of a picture, in pixels, that a small computer's graphics can hold."""
STEP: Final = 3
"""Squares by which a touch on the margin moves the view."""
WAYS: Final = {"west": (-1, 0), "east": (1, 0), "south": (0, -1), "north": (0, 1)}


class BoardCanvas(Widget):
    """The board of a `DrawPage`."""

    def __init__(
        self, done: Callable[[tuple[Touch, ...]], object], looked: Callable[[], object], **rest: Any
    ) -> None:
        """Make it empty; `show` fills it.

        Args:
            done: Gets the touches of a stroke.
            looked: Called when the view has changed between near and whole.
            rest: Arguments of a Kivy widget.
        """
        super().__init__(**rest)
        self._done, self._on_zoom = done, looked
        self.page: DrawPage | None = None
        self.near = False
        self._board = Board(1, 1)
        self._camera: Camera | None = None
        self._middle: BoardPoint | None = None
        self.touches: list[Touch] = []
        self._held: tuple[float, float, Camera] | None = None
        self._scroll, self._marks, self._names = (
            Translate(0, 0),
            InstructionGroup(),
            InstructionGroup(),
        )
        self.bind(pos=self._arrange, size=self._arrange)

    def show(self, page: DrawPage) -> None:
        """Show a page; the same one again changes nothing."""
        if page == self.page:
            return
        self.page = page
        # Parking places cannot be painted on.
        self._board = replace(page.board, parking=False)
        self._arrange()

    def zoom(self, near: bool) -> None:
        """Show the chosen square, or the middle of the board, from near; or the whole board."""
        self.near = near
        self._middle = (
            views.middle_of(self.page.square)
            if self.page is not None and self.page.square
            else None
        )
        self._camera = None
        self._arrange()
        self._on_zoom()

    @property
    def side(self) -> float:
        """Return the side of a square in pixels."""
        return self._camera.side if self._camera is not None else 0.0

    def middle(self, square: Square, east: float = 0.0) -> BoardPoint:
        """Return the pixel of the window at the middle of a square, or some squares east of it."""
        assert self._camera is not None
        x, y, _, _ = self._frame()
        across, up = views.middle_of(square)
        right, high = self._camera.pixel((across + east, up))
        return x + right, y + high

    def _frame(self) -> tuple[float, float, float, float]:
        margin = u(MARGIN)
        return (
            self.x + margin,
            self.y + margin,
            max(1.0, self.width - 2 * margin),
            max(1.0, self.height - 2 * margin),
        )

    def _target_camera(self) -> Camera:
        """Return the view as it should be now; a near one stays where it is."""
        _, _, width, height = self._frame()
        everything = views.whole(self._board, width, height)
        # Large enough for a finger, limited by the largest possible picture.
        most = WIDEST // (FINER * (max(self._board.columns, self._board.rows) + 1))
        side = float(min(u(NEAR), most))
        if not self.near or everything.side >= side:
            return everything
        old = self._camera
        if old is not None and old.side == side and (old.width, old.height) == (width, height):
            return views.clamp(self._board, old)
        return views.close(
            self._board,
            width,
            height,
            side,
            self._middle or (self._board.columns / 2, self._board.rows / 2),
        )

    def _arrange(self, *_: Any) -> None:
        if self.page is None or self.width < u(3 * MARGIN) or self.height < u(3 * MARGIN):
            return
        self._camera = self._target_camera()
        self._paint()
        self._apply_camera()

    # ---- Drawing ----

    def _paint(self) -> None:
        """Paint everything, from the floor up; afterwards only the view and the marks change."""
        assert self.page is not None and self._camera is not None
        board, side = self._board, self._camera.side
        self.canvas.clear()
        self.canvas.add(Color(*NIGHT))
        self.canvas.add(Rectangle(pos=self.pos, size=self.size))
        left, low, across, up = on_glass(*self._frame())
        self.canvas.add(ScissorPush(x=left, y=low, width=across, height=up))
        with transform(self.canvas, self._scroll):
            self.canvas.add(Color(1, 1, 1))
            self.canvas.add(board_rectangle(board, side, side))
            over = InstructionGroup()
            for number, square in enumerate(self.page.markers, 1):
                paint_marker(over, number, square, side)
            for squares, tint in ((self.page.odd, WARNING), (self.page.wrong, BAD)):
                _frames(over, (square for square in squares if board.has(square)), side, tint)
            if self.page.square:
                paint_mark(over, self.page.square, side)
            self.canvas.add(over)
            self.canvas.add(self._marks)
        self.canvas.add(ScissorPop())
        self.canvas.add(self._names)
        self._mark()

    def _mark(self) -> None:
        """Mark the squares of the stroke."""
        self._marks.clear()
        self._marks.add(Color(*faded(BRASS_LIGHT, 0.5)))
        for touch in self.touches:
            column, row = column_row(touch.square)
            self._marks.add(
                Rectangle(pos=(column * self.side, row * self.side), size=(self.side, self.side))
            )

    def _apply_camera(self) -> None:
        """Place the painted board under the view, and letters and numbers along the margins."""
        assert self._camera is not None
        camera, (x, y, width, height) = self._camera, self._frame()
        self._scroll.xy = (
            round(x - camera.west * camera.side),
            round(y - camera.south * camera.side),
        )
        size, half, board = min(u(NAME), camera.side * 0.9), camera.side * 0.4, self._board
        left, low = x + max(0.0, camera.pixel((0, 0))[0]), y + max(0.0, camera.pixel((0, 0))[1])
        right, high = (
            x + min(width, camera.pixel((board.columns, 0))[0]),
            y + min(height, camera.pixel((0, board.rows))[1]),
        )
        columns, rows = named_lines(board, camera, x, y)
        aside = u(MARGIN) / 2
        self._names.clear()
        for names, start, end, lanes, across in (
            (columns, x + half, x + width - half, (low - aside, high + aside), True),
            (rows, y + half, y + height - half, (left - aside, right + aside), False),
        ):
            paint_names(self._names, names, start, end, lanes, size, across=across, lit=frozenset())
        for line, (east, north) in WAYS.items() if self._is_near() else ():
            corner = (
                self.x + (self.width - u(MARGIN)) * (1 + east) / 2,
                self.y + (self.height - u(MARGIN)) * (1 + north) / 2,
            )
            self._names.add(Color(*NIGHT))
            self._names.add(Rectangle(pos=corner, size=(u(MARGIN), u(MARGIN))))
            paint_symbol(self._names, line, *corner, u(MARGIN), BRASS, NIGHT)

    def _is_near(self) -> bool:
        return (
            self._camera is not None
            and self._camera.side != views.whole(self._board, *self._frame()[2:]).side
        )

    # ---- Touches ----

    def touch_at(self, x: float, y: float) -> Touch | None:
        """Return what a finger at a pixel of the window touches; None beside the board."""
        left, low, width, height = self._frame()
        if self._camera is None or not (0 <= x - left <= width and 0 <= y - low <= height):
            return None
        point = self._camera.point_at(x - left, y - low)
        square = views.square_at(self._board, point)
        if square is None:
            return None
        east, north = point[0] % 1, point[1] % 1
        far = (1 - north, 1 - east, north, east)
        side = far.index(min(far))
        return Touch(square, side, far[side] < EDGE)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Begin a stroke or a drag; a wheel does neither, and a second finger does not paint."""
        if (
            not self.collide_point(*touch.pos)
            or self.page is None
            or self._camera is None
            or touch.is_mouse_scrolling
        ):
            return False
        if self._held is not None:
            return True
        touch.grab(self)
        self._held = (*touch.pos, self._camera)
        first = self.touch_at(*touch.pos)
        self.touches = [first] if first is not None else []
        if first is None and self._is_near():
            # A touch of a margin moves the near view there.
            left, low, width, height = self._frame()
            east = (touch.x > left + width) - (touch.x < left)
            north = (touch.y > low + height) - (touch.y < low)
            west, south = self._camera.west + STEP * east, self._camera.south + STEP * north
            self._move(self._camera._replace(west=west, south=south))
        self._mark()
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Add further squares, each once; a finger that does not paint drags the near view."""
        if touch.grab_current is not self or self._held is None or self.page is None:
            return False
        if not self.page.paints:
            x, y, start = self._held
            right, up = touch.x - x, touch.y - y
            far = touch.ud.get("dragged") or max(abs(right), abs(up)) > u(DRAGGED)
            if far and self._is_near():
                touch.ud["dragged"], self.touches = True, []
                self._mark()
                self._move(start.dragged(right, up))
            return True
        found = self.touch_at(*touch.pos)
        if found is not None and self.touches:
            self.touches += [
                Touch(square, self.touches[0].side) for square in self._way_to(found.square)
            ]
            self._mark()
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._held = None
        done, self.touches = tuple(self.touches), []
        self._mark()
        if done and not touch.ud.get("dragged") and not is_gone(self):
            self._done(done)
        return True

    def _way_to(self, goal: Square) -> list[Square]:
        """Return the squares from the last one to another, step by step: a quick finger omits none.

        No square comes twice in a stroke.
        """
        column, row = column_row(self.touches[-1].square)
        (east, north), line = column_row(goal), []
        while (column, row) != (east, north):
            if abs(east - column) >= abs(north - row):
                column += 1 if east > column else -1
            else:
                row += 1 if north > row else -1
            line.append(square_name(column, row))
        known = {touch.square for touch in self.touches}
        return [square for square in line if square not in known]

    def _move(self, camera: Camera) -> None:
        self._camera = views.clamp(self._board, camera)
        self._apply_camera()


def _frames(onto: InstructionGroup, squares: Iterable[Square], side: float, tint: Rgba) -> None:
    """Paint a frame within each square and a sign in its lower corner, which no card covers."""
    for square in squares:
        column, row = column_row(square)
        for ink, width in ((NIGHT, side * 0.06), (tint, side * 0.035)):
            onto.add(Color(*ink))
            onto.add(
                Outline(
                    rectangle=(
                        column * side + side * 0.03,
                        row * side + side * 0.03,
                        side * 0.94,
                        side * 0.94,
                    ),
                    width=max(1.0, width),
                )
            )
        paint_symbol(
            onto,
            "warning",
            column * side + side * 0.08,
            row * side + side * 0.08,
            side * 0.34,
            tint,
            NIGHT,
        )
