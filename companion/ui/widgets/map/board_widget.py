"""A board in a widget: its picture under a camera, names along the margins, and a finger on it.

The board and what lies on it are painted once; afterwards only the view moves. A subclass chooses
the view and paints its own layers.
"""

from __future__ import annotations

from math import inf
from typing import Any, Final

from kivy.graphics import Color, InstructionGroup, Rectangle, ScissorPop, ScissorPush, Translate
from kivy.input import MotionEvent
from kivy.properties import BooleanProperty
from kivy.uix.widget import Widget

from companion.engine.board import Board
from companion.ui.paint import transform
from companion.ui.rotation import on_glass
from companion.ui.theme import NIGHT, u
from companion.ui.widgets.fingers import is_gone
from companion.ui.widgets.map import camera as views
from companion.ui.widgets.map.board_picture import board_rectangle
from companion.ui.widgets.map.camera import Camera, Region
from companion.ui.widgets.map.map_marks import named_lines, paint_names

MARGIN: Final = 24
"""Width of the margins with the coordinates, as on the seven-inch panel."""
NEAR: Final = 60
"""Side of a square in the near view, as on the seven-inch panel."""
DRAGGED: Final = 14
"""Distance from which a finger drags the view, as on the seven-inch panel."""


class BoardWidget(Widget):
    """A board as a whole, or nearer, where a finger can drag it.

    A subclass overrides `_arrange`, which sets `_camera` and calls `_paint` and `_apply_camera`,
    and handles fingers in `_on_lift`.
    """

    near = BooleanProperty(False)

    def __init__(self, **rest: Any) -> None:
        super().__init__(**rest)
        self.board = Board(1, 1)
        self._camera: Camera | None = None
        """The view; None until a board is shown."""
        self._applied: Camera | None = None
        """The view that the painted board has now."""
        self._scroll, self._names = Translate(0, 0), InstructionGroup()
        self._finger: MotionEvent | None = None
        """The finger that controls the view."""
        self._held: tuple[float, float, Camera] | None = None
        """Where it came down, and the view at that moment."""
        self.bind(pos=self._arrange, size=self._arrange)

    def _arrange(self, *_: Any) -> None:
        """Choose the view and paint everything again."""
        raise NotImplementedError

    # ---- The view ----

    def _frame(self) -> tuple[float, float, float, float]:
        """Return the area inside the margins: x, y, width, height."""
        margin = u(MARGIN)
        return (
            self.x + margin,
            self.y + margin,
            max(1.0, self.width - 2 * margin),
            max(1.0, self.height - 2 * margin),
        )

    @property
    def _has_room(self) -> bool:
        """Return whether there is room for a board between the margins."""
        return self.width >= u(3 * MARGIN) and self.height >= u(3 * MARGIN)

    def _whole_camera(self) -> Camera:
        """Return the view of the whole board."""
        _, _, width, height = self._frame()
        return views.whole(self.board, width, height)

    def _is_whole(self) -> bool:
        """Return whether the whole board is in view, chosen or for lack of a nearer view."""
        return self._camera is not None and self._camera.side == self._whole_camera().side

    # ---- Painting ----

    def _paint(self, finest: float, *layers: InstructionGroup) -> None:
        """Paint everything, from the floor up; afterwards only positions change.

        Args:
            finest: Largest side of a square in pixels for which the board's picture is painted.
            layers: Groups in pixels from the board's south-west corner, the lowest first.
        """
        assert self._camera is not None
        self.canvas.clear()
        self.canvas.add(Color(*NIGHT))
        self.canvas.add(Rectangle(pos=self.pos, size=self.size))
        left, low, across, up = on_glass(*self._frame())
        self.canvas.add(ScissorPush(x=left, y=low, width=across, height=up))
        with transform(self.canvas, self._scroll):
            self.canvas.add(Color(1, 1, 1))
            self.canvas.add(board_rectangle(self.board, self._camera.side, finest))
            for layer in layers:
                self.canvas.add(layer)
        self.canvas.add(ScissorPop())
        # The margins are outside the clipped area.
        self.canvas.add(self._names)
        self._applied = None

    def _apply_camera(self, camera: Camera) -> None:
        """Move the painted board under a view, and the names along the margins."""
        # Mostly only pieces move, and there are many letters.
        if camera == self._applied:
            return
        self._applied = camera
        x, y, _, _ = self._frame()
        # The board's picture is as sharp as it was painted only on whole pixels.
        self._scroll.xy = (
            round(x - camera.west * camera.side),
            round(y - camera.south * camera.side),
        )
        self._names.clear()
        self._paint_margins(camera)

    def _paint_margins(self, camera: Camera) -> None:
        """Paint what is outside the clipped area, above all the names, into the empty `_names`."""
        raise NotImplementedError

    def _lanes(self, camera: Camera, region: Region) -> Region:
        """Return the middles of the margins around a region of the board, in pixels.

        They are at the board where it is smaller than the view, else at the view's border.
        """
        x, y, width, height = self._frame()
        left, low = (max(0.0, pixel) for pixel in camera.pixel((region.west, region.south)))
        right, high = camera.pixel((region.east, region.north))
        half = u(MARGIN) / 2
        return Region(
            west=x + left - half,
            south=y + low - half,
            east=x + min(width, right) + half,
            north=y + min(height, high) + half,
        )

    def _paint_names(
        self,
        camera: Camera,
        lanes: Region,
        size: float,
        lit: frozenset[str] = frozenset(),
        clear: tuple[float, float] = (-inf, inf),
    ) -> None:
        """Paint letters below and above, numbers left and right.

        Args:
            camera: The view.
            lanes: Middles of the margins, in pixels.
            size: Size of the letters in pixels.
            lit: Names that are lit.
            clear: First pixel for names above the board, and last one for names left of it.
        """
        x, y, width, height = self._frame()
        columns, rows = named_lines(self.board, camera, x, y)
        # A square that is cut off by more than a tenth of its side has no name.
        half = camera.side * 0.4
        for lane, start in ((lanes.south, x + half), (lanes.north, max(x + half, clear[0]))):
            end = x + width - half
            paint_names(self._names, columns, start, end, lane, size, across=True, lit=lit)
        for lane, end in (
            (lanes.west, min(y + height - half, clear[1])),
            (lanes.east, y + height - half),
        ):
            paint_names(self._names, rows, y + half, end, lane, size, across=False, lit=lit)

    # ---- Fingers ----

    def _is_hit(self, touch: MotionEvent) -> bool:
        """Return whether a finger is on a board that is shown; a wheel is no finger."""
        return (
            self.collide_point(*touch.pos)
            and self._camera is not None
            and not touch.is_mouse_scrolling
        )

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Note a finger that comes down on the board."""
        if not self._is_hit(touch):
            return False
        # The last finger controls the view: two would pull it apart, and one whose end gets lost
        # would keep it.
        touch.grab(self)
        assert self._camera is not None
        self._finger, self._held = touch, (*touch.pos, self._camera)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self or self._held is None:
            return False
        if touch is self._finger:
            self._on_move(touch)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        if touch is self._finger:
            self._finger = self._held = None
            self._on_lift(touch, counts=not touch.ud.get("dragged") and not is_gone(self))
        return True

    def _on_move(self, touch: MotionEvent) -> None:
        """Drag the view."""
        assert self._held is not None
        x, y, start = self._held
        right, up = touch.x - x, touch.y - y
        if touch.ud.get("dragged") or max(abs(right), abs(up)) > u(DRAGGED):
            touch.ud["dragged"] = True
            self._move(start.dragged(right, up))

    def _move(self, camera: Camera) -> None:
        """Move the view, within the board if possible."""
        self._camera = views.clamp(self.board, camera)
        self._apply_camera(self._camera)

    def _on_lift(self, touch: MotionEvent, *, counts: bool) -> None:
        """Handle a finger that has left; it `counts` if it has not dragged the view."""
