"""A list that may be longer than its room, and one that knows what nobody has seen yet.

A ScrollView of Kivy's needs every row made, and holds touches back until it knows whether they
drag. Here rows are made when they come into sight, and what is under a finger is pressed
immediately and released if the finger drags.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Final, Protocol, TypeVar

from kivy.animation import Animation
from kivy.graphics import Color, InstructionGroup, Rectangle, ScissorPop, ScissorPush
from kivy.graphics.texture import Texture
from kivy.input import MotionEvent
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from companion.named_tuples import NamedTuple
from companion.ui.layout import arrange, grid
from companion.ui.paint import paint_plate, paint_symbol
from companion.ui.rotation import on_glass
from companion.ui.theme import BRASS, GAP, NIGHT, SEAM, u
from companion.ui.widgets.fingers import Pressing

BAR, BAR_ROOM = 5, 11
"""Width of the bar, and the width that it takes from the rows, as on the seven-inch panel."""
SHADE_HEIGHT = 34
"""Height of the shade, as on the seven-inch panel."""
DRAGGED: Final = 12
"""Distance from which a finger drags, as on the seven-inch panel."""
FLING, QUICK, FRESH = 0.45, 0.05, 0.12
"""Seconds for which a list that is released in motion runs on; of the shortest drag that throws it;
of the last part of a drag that counts."""


class ScrollMarks(InstructionGroup):
    """The drawing of bar and shades; nothing if all rows fit."""

    def place(
        self, box: tuple[float, float, float, float], across: float, total: float, hidden: float
    ) -> None:
        """Draw for a list in a box (x, y, width, height).

        All sizes are pixels; less than one pixel too much counts as none.

        Args:
            box: The box.
            across: Width of the rows.
            total: Height of all rows.
            hidden: Pixels hidden above.
        """
        self.clear()
        x, y, width, height = box
        beyond = total - height
        if beyond < 1:
            return
        if hidden > 1:
            self._shade(x, y + height - u(SHADE_HEIGHT), across, True)
        if hidden < beyond - 1:
            self._shade(x, y, across, False)
        # In a very long list the bar would shrink to nothing.
        wide, length = u(BAR), max(u(24), height * height / total)
        low = y + (height - length) * (1 - hidden / beyond)
        for tint, foot, high in ((SEAM, y, height), (BRASS, low, length)):
            paint_plate(self, x + width - wide, foot, wide, high, tint, wide / 2)

    def _shade(self, x: float, y: float, width: float, upward: bool) -> None:
        """Draw a shade over the end of the list, with an arrow that says that it goes on there."""
        texture, high = _fade_texture(), u(SHADE_HEIGHT)
        corners = tuple(texture.tex_coords)
        self.add(Color(*NIGHT))
        self.add(
            Rectangle(
                texture=texture,
                pos=(x, y),
                size=(width, high),
                tex_coords=(*corners[4:], *corners[:4]) if upward else corners,
            )
        )
        side = high * 0.75
        paint_symbol(
            self,
            "up" if upward else "down",
            x + (width - side) / 2,
            y + (high - side if upward else 0),
            side,
            BRASS,
            NIGHT,
        )


@cache
def _fade_texture() -> Texture:
    """Return white that fades from the bottom to the top, to be tinted; one for all lists."""
    texture = Texture.create(size=(1, 2), colorfmt="rgba")
    texture.blit_buffer(
        bytes((255, 255, 255, 255, 255, 255, 255, 0)), colorfmt="rgba", bufferfmt="ubyte"
    )
    texture.wrap = "clamp_to_edge"
    return texture


class _Drag(NamedTuple):
    """A finger on the list: where it came down, what was hidden then, and its path."""

    start: float
    offset: float
    trail: list[tuple[float, float]]

    def speed(self, now: float) -> float:
        """Return its last speed in pixels a second."""
        fresh = [step for step in self.trail if now - step[0] < FRESH]
        if len(fresh) > 1:
            return (fresh[-1][1] - fresh[0][1]) / max(QUICK / 4, fresh[-1][0] - fresh[0][0])
        return 0.0


class ScrollRow(Protocol):
    """One row of a list."""

    def needed_height(self, width: float) -> float:
        """Return its height in pixels at a width."""

    def widget(self) -> Widget:
        """Return its widget, made whenever the row comes into sight and dropped when it leaves."""


class TileRow(Widget):
    """Tiles side by side, as a row of a list."""

    def __init__(
        self, tiles: Sequence[Widget], across: int, high: Callable[[], float], gap: float = GAP
    ) -> None:
        """Make it with room for `across` tiles; `high` returns its height in pixels.

        `gap` is as on the seven-inch panel.
        """
        super().__init__()
        self.tiles, self._across, self._high, self._apart = tiles, across, high, u(gap)
        for tile in tiles:
            self.add_widget(tile)
        self.bind(pos=self._place, size=self._place)

    def widget(self) -> Widget:
        return self

    def needed_height(self, width: float) -> float:
        return self._high()

    def _place(self, *_: Any) -> None:
        arrange(grid(self.tiles, self._across, gap=self._apart), self)


_Row = TypeVar("_Row", bound=ScrollRow)


class ScrollList(Widget):
    """Rows from top to bottom, made while in sight; `offset` are the pixels hidden above."""

    offset = NumericProperty(0.0)
    clips = True
    """Anything beyond its sides is invisible and cannot be touched."""

    def __init__(self, gap: float = GAP, **rest: Any) -> None:
        """Make it empty; `show` fills it. `gap` between rows is as on the seven-inch panel."""
        super().__init__(**rest)
        self._gap = u(gap)
        self._rows: tuple[ScrollRow, ...] = ()
        self._tops: list[float] = []
        self._heights: list[float] = []
        self.shown: dict[int, Widget] = {}
        self._width = self.total = 0.0
        self._cut, self._marks = ScissorPush(), ScrollMarks()
        self.canvas.before.add(self._cut)
        self.canvas.after.add(ScissorPop())
        self.canvas.after.add(self._marks)
        self._motion: Animation | None = None
        self.bind(size=self._resize, pos=self._place, offset=self._place)

    def first_fitting(self, sizes: Iterable[tuple[_Row, ...]]) -> tuple[_Row, ...]:
        """Return the first rows of ever smaller letters that all have room here, else the last."""
        rows: tuple[_Row, ...] = ()
        for rows in sizes:
            if sum(row.needed_height(self.width) + self._gap for row in rows) <= self.height:
                break
        return rows

    def show(self, rows: Sequence[ScrollRow], offset: float) -> None:
        """Show rows, with so many pixels of them hidden above, as far as possible.

        A row that is equal to the one before in the very same place keeps its widget; a list in
        motion stops.
        """
        self.stop()
        rows = tuple(rows)
        # They keep their widgets, and with them what is pressed or running there.
        same = [
            at for at, (old, new) in enumerate(zip(self._rows, rows, strict=False)) if old == new
        ]
        for at in [at for at in self.shown if at not in same]:
            self.remove_widget(self.shown.pop(at))
        self._rows = rows
        self._measure()
        # What was hidden of the rows before must not count for the new ones.
        held = self._clamp(offset)
        if held != self.offset:
            # Setting it places the rows; the same value again would not.
            self.offset = held
        else:
            self._place()

    def reach(self, row: ScrollRow) -> None:
        """Bring a row into sight, clear of the shades, scrolling no farther than needed.

        Raises:
            ValueError: It is none of the rows.
        """
        at = self._rows.index(row)
        top, foot = (
            self._tops[at] - u(SHADE_HEIGHT),
            self._tops[at] + self._heights[at] + u(SHADE_HEIGHT),
        )
        self.offset = self._clamp(min(top, max(self.offset, foot - self.height)))

    @property
    def first(self) -> ScrollRow | None:
        """Return the uppermost row whose top is in sight, None in an empty list."""
        return next(
            (
                row
                for row, top in zip(self._rows, self._tops, strict=False)
                if top >= self.offset - 1
            ),
            None,
        )

    @property
    def beyond(self) -> float:
        """Return how many pixels do not fit."""
        return max(0.0, self.total - self.height)

    def stop(self) -> None:
        if self._motion is not None:
            self._motion.cancel(self)
            self._motion = None

    # ---- Places ----

    def _measure(self) -> None:
        """Measure every row; the bar takes a little of their width if not all fit."""
        # First without the bar: only if that does not fit are the rows narrower, and so perhaps
        # higher.
        for room in (0.0, u(BAR_ROOM)):
            self._width = max(1.0, self.width - room)
            self._heights = [row.needed_height(self._width) for row in self._rows]
            self.total = sum(self._heights) + self._gap * max(0, len(self._rows) - 1)
            if self.total <= self.height:
                break
        self._tops, top = [], 0.0
        for height in self._heights:
            self._tops.append(top)
            top += height + self._gap

    def _resize(self, *_: Any) -> None:
        self._measure()
        self._place()

    def _clamp(self, offset: float) -> float:
        return min(self.beyond, max(0.0, offset))

    def _place(self, *_: Any) -> None:
        """Place the rows in sight, and remove the others."""
        held = self._clamp(self.offset)
        if held != self.offset:
            # Setting it calls this once more.
            self.offset = held
            return
        self._cut.x, self._cut.y, self._cut.width, self._cut.height = on_glass(
            *self.pos, *self.size
        )
        for at, (row, top, height) in enumerate(
            zip(self._rows, self._tops, self._heights, strict=False)
        ):
            high = self.y + self.height + held - top
            if high <= self.y or high - height >= self.y + self.height:
                if at in self.shown:
                    self.remove_widget(self.shown.pop(at))
                continue
            if at not in self.shown:
                self.shown[at] = row.widget()
                self.add_widget(self.shown[at])
            self.shown[at].size = self._width, max(1.0, height)
            # Letters between two rows of pixels would be blurred while the list runs.
            self.shown[at].pos = self.x, round(high - height)
        self._marks.place((*self.pos, *self.size), self._width, self.total, held)

    # ---- Touches ----

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Press what is under a finger, until the finger turns out to drag."""
        if not self.collide_point(*touch.pos):
            return False
        if touch.is_mouse_scrolling:
            self.offset = self._clamp(
                self.offset + u(60) * (1 if touch.button == "scrollup" else -1)
            )
            return True
        touch.grab(self)
        # Noted first, since what is under the finger may yet be dragged.
        touch.ud[self] = _Drag(touch.y, self.offset, [])
        if self._motion is not None:
            # Stopping a list in motion presses nothing under the finger.
            self.stop()
            touch.ud["dragged"] = True
            return True
        super().on_touch_down(touch)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        drag = touch.ud.get(self)
        if touch.grab_current is not self or not isinstance(drag, _Drag):
            return bool(super().on_touch_move(touch))
        if not touch.ud.get("dragged") and abs(touch.y - drag.start) > u(DRAGGED) and self.beyond:
            touch.ud["dragged"] = True
            self._let_go(touch)
        if touch.ud.get("dragged"):
            drag.trail.append((touch.time_update, touch.y))
            self.offset = self._clamp(drag.offset + touch.y - drag.start)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Let a list that is released in motion run on a little."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        # -1 if nobody has noted the end of the touch.
        now = max(touch.time_end, touch.time_update)
        # A tap of a trembling finger throws nothing.
        drag = touch.ud.get(self)
        if now - touch.time_start > QUICK and isinstance(drag, _Drag):
            self.throw(drag.speed(now))
        return True

    def throw(self, speed: float) -> None:
        """Run on with a speed in pixels a second, slower and slower."""
        end = self._clamp(self.offset + max(-3 * self.height, min(3 * self.height, speed * FLING)))
        if abs(end - self.offset) > u(DRAGGED):
            self._motion = Animation(offset=end, duration=FLING * 1.6, t="out_cubic")
            self._motion.bind(on_complete=lambda *_: self.stop())
            self._motion.start(self)

    def _let_go(self, touch: MotionEvent) -> None:
        """Release everything that a dragging finger has pressed."""
        # Weak references, in a list that changes during the loop. Without its grab a button never
        # gets the end of the touch, so it does not act; but it needs the news that it is up again.
        for known in touch.grab_list[:]:
            widget = known()
            if isinstance(widget, Widget) and widget is not self and self._contains(widget):
                touch.ungrab(widget)
                if isinstance(widget, Pressing):
                    widget.state = "normal"

    def _contains(self, widget: Widget) -> bool:
        """Return whether a widget is somewhere in this list."""
        while widget.parent is not None and widget.parent is not widget:
            if widget.parent is self:
                return True
            widget = widget.parent
        return False


STRIP: Final = 48
"""Height of a strip of a row that is noted separately, as on the seven-inch panel."""


class ListPart(NamedTuple):
    """A part of the list: its name, its top and its height in pixels."""

    mark: Hashable
    top: float
    height: float


class TrackedList(ScrollList):
    """Rows that are noted once they were in sight; high rows are noted strip by strip."""

    def __init__(self, **rest: Any) -> None:
        self._seen = set[Hashable]()
        # Nothing is in sight before it has its place.
        super().__init__(**{"size": (1, 1), **rest})

    def parts(self) -> Iterator[ListPart]:
        """Yield all parts from the top; a subclass may have others."""
        for at, (top, height) in enumerate(zip(self._tops, self._heights, strict=False)):
            strips = max(1, round(height / u(STRIP)))
            for strip in range(strips):
                yield ListPart((at, strip), top + height * strip / strips, height / strips)

    def forget(self) -> None:
        """Forget which parts were seen."""
        self._seen.clear()

    @property
    def unseen(self) -> tuple[ListPart, ...]:
        """Return the parts below the fold that were never in sight."""
        fold = self.offset + self.height
        return tuple(
            one
            for one in self.parts()
            if one.top + one.height > fold + 1 and one.mark not in self._seen
        )

    def show_unseen(self) -> bool:
        """Scroll to the first part that nobody has seen yet; return whether there is one."""
        if not (unseen := self.unseen):
            return False
        self.stop()
        # Clear of the shade above it.
        self.offset = self._clamp(unseen[0].top - u(SHADE_HEIGHT))
        # A part higher than the list is never in sight as a whole.
        self._seen.add(unseen[0].mark)
        return True

    def _place(self, *_: Any) -> None:
        """Place the rows, and note the parts in sight: at least the middle, clear of the shade."""
        super()._place()
        fold = self.offset + self.height
        clear = fold if fold >= self.total - 1 else fold - u(SHADE_HEIGHT)
        for part in self.parts():
            if part.top >= self.offset - part.height / 2 and part.top + part.height / 2 <= clear:
                self._seen.add(part.mark)
