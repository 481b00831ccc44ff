"""A board to paint on: as large as its room allows, or nearer.

A stroke is reported as a whole after the finger has left. Its squares are marked meanwhile, which
costs nothing, while painting the board again takes a small computer some hundredths of a second. In
the near view, touches of the margins move the view, and so does a finger that does not paint.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final

from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.graphics import Line as Outline
from kivy.input import MotionEvent

from companion.games.painting import Touch
from companion.geometry import Square, column_row, square_name
from companion.session.lobby.drawing import DrawPage
from companion.session.pages.draw import PaintStroke
from companion.ui.paint import paint_symbol
from companion.ui.theme import BAD, BRASS, BRASS_LIGHT, NIGHT, WARNING, Rgba, faded, u
from companion.ui.widgets.map import camera as views
from companion.ui.widgets.map.board_picture import FINER
from companion.ui.widgets.map.board_widget import MARGIN, NEAR, BoardWidget
from companion.ui.widgets.map.camera import BoardPoint, Camera, Region
from companion.ui.widgets.map.map_marks import paint_mark, paint_marker

NAME: Final = 20
"""Size of the letters in the margins, as on the seven-inch panel."""
EDGE: Final = 0.27
"""Distance from a side of a square, in squares, in which a finger means that side."""
WIDEST: Final = 4096
"""Longest side of a picture, in pixels, that a small computer's graphics can hold."""
STEP: Final = 3
"""Squares by which a touch on the margin moves the view."""
WAYS: Final = {"west": (-1, 0), "east": (1, 0), "south": (0, -1), "north": (0, 1)}


class BoardCanvas(BoardWidget):
    """The board of a `DrawPage`."""

    def __init__(self, send: Callable[[PaintStroke], object], **rest: Any) -> None:
        """Make it empty; `show` fills it.

        Args:
            send: Gets the strokes.
            rest: Arguments of a Kivy widget.
        """
        super().__init__(**rest)
        self._send = send
        self.page: DrawPage | None = None
        self._middle: BoardPoint | None = None
        self.touches: list[Touch] = []
        self._marks = InstructionGroup()

    def show(self, page: DrawPage) -> None:
        """Show a page; the same one again changes nothing."""
        if page == self.page:
            return
        self.page = page
        # Parking places cannot be painted on.
        self.board = replace(page.board, parking=False)
        self._arrange()

    def zoom(self, near: bool) -> None:
        """Show the chosen square, or the middle of the board, from near; or the whole board."""
        self.near = near
        if self.page is not None and self.page.square:
            self._middle = views.middle_of(self.page.square)
        else:
            self._middle = None
        self._camera = None
        self._arrange()

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

    def _target_camera(self) -> Camera:
        """Return the view as it should be now; a near one stays where it is."""
        everything = self._whole_camera()
        width, height = everything.width, everything.height
        # Large enough for a finger, limited by the largest possible picture.
        most = WIDEST // (FINER * (max(self.board.columns, self.board.rows) + 1))
        side = float(min(u(NEAR), most))
        if not self.near or everything.side >= side:
            return everything
        old = self._camera
        if old is not None and old.side == side and (old.width, old.height) == (width, height):
            return views.clamp(self.board, old)
        return views.close(
            self.board,
            width,
            height,
            side,
            self._middle or (self.board.columns / 2, self.board.rows / 2),
        )

    def _arrange(self, *_: Any) -> None:
        if self.page is None or not self._has_room:
            return
        self._camera = self._target_camera()
        side, over = self.side, InstructionGroup()
        for number, square in enumerate(self.page.markers, 1):
            paint_marker(over, number, square, side)
        for squares, tint in ((self.page.odd, WARNING), (self.page.wrong, BAD)):
            _frames(over, (square for square in squares if self.board.has(square)), side, tint)
        if self.page.square:
            paint_mark(over, self.page.square, side)
        self._paint(side, over, self._marks)
        self._mark()
        self._apply_camera(self._camera)

    # ---- Drawing ----

    def _mark(self) -> None:
        """Mark the squares of the stroke."""
        self._marks.clear()
        self._marks.add(Color(*faded(BRASS_LIGHT, 0.5)))
        for touch in self.touches:
            column, row = column_row(touch.square)
            self._marks.add(
                Rectangle(pos=(column * self.side, row * self.side), size=(self.side, self.side))
            )

    def _paint_margins(self, camera: Camera) -> None:
        """Paint the names, and in the near view arrows in the middle of the margins."""
        lanes = self._lanes(camera, Region(0, 0, self.board.columns, self.board.rows))
        self._paint_names(camera, lanes, min(u(NAME), camera.side * 0.9))
        for line, (east, north) in () if self._is_whole() else WAYS.items():
            corner = (
                self.x + (self.width - u(MARGIN)) * (1 + east) / 2,
                self.y + (self.height - u(MARGIN)) * (1 + north) / 2,
            )
            self._names.add(Color(*NIGHT))
            self._names.add(Rectangle(pos=corner, size=(u(MARGIN), u(MARGIN))))
            paint_symbol(self._names, line, *corner, u(MARGIN), BRASS, NIGHT)

    # ---- Touches ----

    def touch_at(self, x: float, y: float) -> Touch | None:
        """Return what a finger at a pixel of the window touches; None beside the board."""
        left, low, width, height = self._frame()
        if self._camera is None or not (0 <= x - left <= width and 0 <= y - low <= height):
            return None
        point = self._camera.point_at(x - left, y - low)
        square = views.square_at(self.board, point)
        if square is None:
            return None
        east, north = point[0] % 1, point[1] % 1
        far = (1 - north, 1 - east, north, east)
        side = far.index(min(far))
        return Touch(square, side, far[side] < EDGE)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Begin a stroke or a drag; a second finger does neither."""
        if self._held is not None:
            return self._is_hit(touch)
        if not super().on_touch_down(touch):
            return False
        first = self.touch_at(*touch.pos)
        self.touches = [first] if first is not None else []
        if first is None and self._camera is not None and not self._is_whole():
            # A touch of a margin moves the near view there.
            left, low, width, height = self._frame()
            east = (touch.x > left + width) - (touch.x < left)
            north = (touch.y > low + height) - (touch.y < low)
            west, south = self._camera.west + STEP * east, self._camera.south + STEP * north
            self._move(self._camera._replace(west=west, south=south))
        self._mark()
        return True

    def _on_move(self, touch: MotionEvent) -> None:
        """Add further squares, each once; a finger that does not paint drags the near view."""
        if self.page is None or not self.page.paints:
            if not self._is_whole():
                super()._on_move(touch)
            return
        found = self.touch_at(*touch.pos)
        if found is not None and self.touches:
            self.touches += [
                Touch(square, self.touches[0].side) for square in self._way_to(found.square)
            ]
            self._mark()

    def _on_lift(self, touch: MotionEvent, *, counts: bool) -> None:
        """Send the stroke."""
        done, self.touches = tuple(self.touches), []
        self._mark()
        if done and counts:
            self._send(PaintStroke(done))

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
