"""The handle of a reader on the screen: pulling commits, pushing powers down.

It is dragged, or one of its ends is touched. The picture says in words what pulling and pushing
mean; ends without a meaning now are not offered.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from kivy.graphics import Color, Ellipse, InstructionGroup
from kivy.input import MotionEvent
from kivy.uix.widget import Widget

from companion.signals import PULL, PUSH, REST
from companion.ui.layout import arrange, hbox, vbox, with_padding, with_size
from companion.ui.paint import paint_plate, paint_symbol
from companion.ui.theme import (
    BRASS,
    BRASS_DARK,
    BRASS_LIGHT,
    INK,
    LARGE,
    NIGHT,
    PANEL,
    SAND,
    SEAM,
    SMALL,
    Rgba,
    u,
)
from companion.ui.widgets.button import PLAIN, PRIMARY, PushButton
from companion.ui.widgets.fingers import is_gone
from companion.ui.widgets.label import Label
from companion.ui.widgets.panel import Plate, add_all, toggle_child
from companion.words import Text, text

ENDS: Final = {
    PUSH: (text("Push"), PLAIN, 1),
    REST: (text("Back"), PLAIN, 0),
    PULL: (text("Pull"), PRIMARY, -1),
}
"""Position → its word, the rank of its button, and the direction of the knob."""
FAR: Final = 0.55
"""Share of its way that the knob must go to have an effect: more than half, so that a slip of the
finger commits nothing."""
KNOB: Final = 62
"""Width of the knob, as on the seven-inch panel."""
LEVER: Final = 200
"""Height of a tall handle below which it has no track, as on the seven-inch panel."""


def paint_knob(onto: InstructionGroup, x: float, y: float, side: float, tint: Rgba) -> None:
    """Paint the knob of a handle, `side` pixels wide, around a point."""
    for share, colour in ((1.0, NIGHT), (0.94, BRASS_DARK), (0.84, tint)):
        onto.add(Color(*colour))
        onto.add(
            Ellipse(
                pos=(x - side * share / 2, y - side * share / 2),
                size=(side * share, side * share),
                segments=48,
            )
        )


class Lever(Widget):
    """The knob in its track between the two ends."""

    def __init__(self, moved: Callable[[str], object], **rest: Any) -> None:
        """Call `moved` with the end at which the knob was released."""
        super().__init__(**rest)
        self._moved, self._home, self._offset = moved, REST, 0.0
        self._finger: MotionEvent | None = None
        self.ends: tuple[str, ...] = ()
        self._drawing = InstructionGroup()
        self.canvas.add(self._drawing)
        self.bind(pos=self._draw, size=self._draw)

    def show(self, position: str, ends: tuple[str, ...]) -> None:
        """Show the handle's position, and the positions that have a meaning now."""
        if (position, ends) != (self._home, self.ends):
            self._home, self.ends = position, ends
            self._draw()

    @property
    def travel(self) -> float:
        """Return how far the knob can go either way, in pixels."""
        return max(1.0, (self.height - u(KNOB)) / 2 - u(4))

    @property
    def knob(self) -> tuple[float, float]:
        """Return the middle of the knob, in pixels of the window."""
        return (
            self.x + self.width / 2,
            self.y + self.height / 2 + self._rest_position() + self._offset,
        )

    def _rest_position(self) -> float:
        return ENDS[self._home][2] * self.travel

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Take the knob, which follows the last finger; a touch beside it has no effect."""
        x, y = self.knob
        reach = u(KNOB) * 0.75
        if not self.ends or abs(touch.x - x) > reach or abs(touch.y - y) > reach:
            return False
        touch.grab(self)
        self._finger = touch
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Follow the finger along the track."""
        if touch.grab_current is not self:
            return False
        if touch is not self._finger:
            return True
        # A handle may be held at an end already: its way starts there.
        low, high = -self.travel - self._rest_position(), self.travel - self._rest_position()
        self._offset = min(high, max(low, touch.y - touch.oy))
        self._draw()
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Release: near an end with a meaning it is moved there, else it springs back."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        if touch is not self._finger:
            return True
        reached, self._finger = self.aim(), None
        self._offset = 0.0
        self._draw()
        if reached is not None and not is_gone(self):
            # The knob is back already: the table decides where the handle stays, by `show`.
            self._moved(reached)
        return True

    def aim(self) -> str | None:
        """Return the position that a release now would mean, or None."""
        at = (self._rest_position() + self._offset) / self.travel
        for position in self.ends:
            if position != self._home and abs(at - ENDS[position][2]) <= 1 - FAR:
                return position
        return None

    def _draw(self, *_: Any) -> None:
        """Draw track, groove and knob."""
        self._drawing.clear()
        x, y = self.knob
        broad, side = u(22), u(KNOB)
        middle = self.x + self.width / 2
        paint_plate(self._drawing, middle - broad / 2, self.y, broad, self.height, NIGHT, broad / 2)
        paint_plate(
            self._drawing, middle - u(3), self.y + u(6), u(6), self.height - u(12), SEAM, u(3)
        )
        # Arrows on the knob show its ways, a tick that a release now would commit.
        aimed = self.aim()
        paint_knob(self._drawing, x, y, side, BRASS_LIGHT if aimed else BRASS)
        sign = side * 0.4
        if aimed is not None and aimed != REST:
            paint_symbol(self._drawing, "tick", x - sign / 2, y - sign / 2, sign, INK, BRASS)
            return
        for name, up in (("north", 0.02), ("south", -0.98)):
            if (PUSH if name == "north" else PULL) in self.ends:
                paint_symbol(self._drawing, name, x - sign / 2, y + up * sign, sign, INK, BRASS)


class EndButton(PushButton):
    """An end of the handle in several lines, which keep clear of its frame."""

    inset = 6


class HandlePanel(Widget):
    """A handle with its two ends in words.

    In a landscape window the ends are above and below the track; in an upright one they are beside
    it.
    """

    def __init__(self, move: Callable[[str], object], **rest: Any) -> None:
        """Call `move` with PULL, REST or PUSH."""
        super().__init__(**rest)
        self._plate = Plate(PANEL, BRASS_DARK, rivets=True)
        self.canvas.before.add(self._plate)
        self._labels: dict[str, Text] = {}
        self.lever = Lever(move)
        self.caption = Label(text("HANDLE"), SMALL, bold=True, tint=SAND, align="center", least=16)
        self.ends = {
            position: EndButton("", partial(move, position), kind=kind, size=LARGE)
            for position, (_, kind, _) in ENDS.items()
        }
        self.bind(pos=self._place, size=self._place)

    def show(self, position: str, handles: tuple[tuple[str, Text], ...]) -> None:
        """Show the handle's position, and its meanings as in `ReaderPicture.handles`."""
        self._labels = dict(handles)
        self.lever.show(position, tuple(self._labels))
        wanted: list[Widget] = [self.lever] if self._has_lever else []
        for end, words in self._labels.items():
            self.ends[end].text = text("{end}:\n{words}", end=ENDS[end][0], words=words)
            wanted.append(self.ends[end])
        if not self._labels:
            wanted = [self.caption]
            self.caption.text = text("Nothing to do here now")
        if self.children[::-1] != wanted:
            self.clear_widgets()
            add_all(self, *wanted)
        self._place()

    @property
    def _has_lever(self) -> bool:
        """Return whether there is room for a track long enough to avoid mistakes."""
        return self.height >= u(LEVER) or self.height <= self.width

    def _place(self, *_: Any) -> None:
        """Place the ends above and below a track that is higher than wide, else beside it."""
        self._plate.place(*self.pos, *self.size)
        pad = u(8)
        toggle_child(self, self.lever, self._has_lever and bool(self._labels))
        arrange(with_padding(self.caption, pad), self)
        # Pushing is above and pulling below, as the knob goes.
        above, below = (
            [self.ends[end] for end in ends if end in self._labels]
            for ends in ((PUSH, REST), (PULL,))
        )
        if self.height <= self.width:
            shown = hbox(with_size(self.lever, u(96)), vbox(*above, *below, gap=pad), gap=pad)
        elif self._has_lever:
            high = min(u(112), self.height * 0.28)
            above_lever, below_lever = (
                [with_size(end, high) for end in ends] for ends in (above, below)
            )
            shown = vbox(*above_lever, self.lever, *below_lever, gap=pad)
        else:
            shown = vbox(*above, *below, gap=pad)
        arrange(with_padding(shown, pad), self)
