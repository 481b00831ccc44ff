"""What must be held, so that nobody does it in passing: a ring fills while the finger stays, and only a full ring does it.

`Ring` is the drawing, `Hold` the touching; a subclass says where the one lies in the other. `HoldButton` is a button of the foot that is held,
`MenuSign` the sign in the head that opens the debugging menu [12].
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from kivy.animation import Animation
from kivy.graphics import Color, Ellipse, InstructionGroup, Rectangle
from kivy.graphics import Line as Stroke
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from companion.ui.layout import lay
from companion.ui.paint import paint_symbol
from companion.ui.theme import (
    BRASS,
    BRASS_DARK,
    BRASS_LIGHT,
    INK,
    PANEL,
    SEAM,
    SMALL,
    TOUCH,
    Rgba,
    u,
)
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.fingers import Pressing, is_gone
from companion.ui.widgets.panel import Plate, put
from companion.ui.widgets.text import Words
from companion.words import Text, text

if TYPE_CHECKING:
    from kivy.input import MotionEvent

SECONDS: Final = 0.6
"""For how many seconds the sign of the menu is held: longer than a tap, so that nobody opens the menu in passing."""
RADIUS, WRENCH = 20, 22
"""The ring and the symbol of that sign, as on the seven-inch panel; the target is TOUCH wide and high."""
READING: Final = 1.2
"""Seconds for which it says that it is to be held, after a short touch."""


class Ring:
    """The drawing of a round plate with a ring that fills with the clock from the north."""

    def __init__(self, onto: Any, width: float) -> None:
        """Draw onto a canvas or group; `width` of the ring as on the seven-inch panel."""
        self._width, self._face, self._plate = u(width), Color(*PANEL), Ellipse(segments=64)
        self._under, self._over = Stroke(width=u(width) / 2), Stroke(width=u(width) / 2, cap="none")
        for instruction in (
            self._face,
            self._plate,
            Color(*SEAM),
            self._under,
            Color(*BRASS_LIGHT),
            self._over,
        ):
            onto.add(instruction)

    def place(self, x: float, y: float, radius: float, filled: float, down: bool) -> None:
        """Lie about a middle with a radius in pixels, filled to a share from 0 to 1; a plate that is pressed is brighter."""
        inner = radius - self._width / 2
        self._face.rgba = BRASS_DARK if down else PANEL
        self._plate.pos, self._plate.size = (x - inner, y - inner), (2 * inner, 2 * inner)
        self._under.circle = (x, y, inner)
        # A ring of no length would still be drawn as a dot.
        self._over.circle = (
            (x, y, inner, 0, max(0.01, 360 * filled)) if filled else (x, y, 0, 0, 0.01)
        )

    @staticmethod
    def ground(down: bool) -> Rgba:
        """The tint of the plate, for what is painted on it."""
        return BRASS_DARK if down else PANEL


class Holding(Pressing):
    """What is held for `seconds`: `held` is called once when they are over, while the finger is still there.

    Lifting the finger sooner, or sliding off, empties it. Nothing moves unless a finger is on it: the filling is an animation of its own,
    as the map's moves are, that ends with the touch. `filled` goes from 0 to 1.
    """

    filled = NumericProperty(0.0)
    seconds: float = 1.0
    _filling: Animation | None = None

    def held(self) -> None:
        """Carry out what it is for."""

    def too_short(self) -> None:
        """It was touched, but not for long enough; for a subclass that wants to say so."""

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """A finger that slides off has let go."""
        # Kivy's buttons stay down until the finger is lifted, wherever that is.
        if touch.grab_current is self and not self.collide_point(*touch.pos):
            self.state = "normal"
        return bool(super().on_touch_move(touch))

    def on_state(self, _: object, state: str) -> None:
        """A finger has come, or gone: begin to fill, or empty it and say that it was too short."""
        if state == "down":
            self._filling = Animation(filled=1.0, duration=self.seconds)
            self._filling.bind(on_complete=self._full)
            self._filling.start(self)
        elif self._filling is not None:
            # Not `stop`, which says that it is complete and so would do it.
            self._filling.cancel(self)
            self._filling = None
            self.too_short()
        self.filled = 0.0

    def _full(self, *_: Any) -> None:
        """Its time is over."""
        self._filling = None
        # Its screen may have gone from under the finger.
        if not is_gone(self):
            self.held()


class Hold(Holding, Widget):
    """Something to be held for some seconds, drawn by a subclass; `do` is called when they are over."""

    def __init__(self, do: Callable[[], object], seconds: float, **rest: Any) -> None:
        """Further arguments are those of a Kivy widget."""
        self._do, self.seconds = do, seconds
        super().__init__(always_release=False, **rest)
        self.bind(pos=self.draw, size=self.draw, filled=self.draw)

    def held(self) -> None:
        """Carry out what it is for."""
        self._do()

    def draw(self, *_: Any) -> None:
        """Draw it as full as it is."""


class HoldButton(Holding, PushButton):
    """A button that says that it is held, along whose foot a bar fills meanwhile.

    For what would be a loss if somebody touched it in passing. Arguments are those of a button.
    """

    seconds = 1.0
    noted = 0.42

    def __init__(self, *arguments: Any, **rest: Any) -> None:
        """As a button."""
        self._tint, self._bar = Color(*BRASS_LIGHT), Rectangle(size=(0, 0))
        super().__init__(*arguments, **rest)
        self.note = text("hold")
        self.canvas.after.add(self._tint)
        self.canvas.after.add(self._bar)
        self.bind(filled=self._fill, pos=self._fill, size=self._fill)

    def held(self) -> None:
        """Carry out what the button is for, unless it was too early when the finger came."""
        if self.do is not None and not self._dropped:
            self.do()

    def on_release(self) -> None:
        """Lifting the finger does nothing."""

    def _fill(self, *_: Any) -> None:
        pad = u(8)
        self._bar.pos, self._bar.size = (
            (self.x + pad, self.y + u(3)),
            ((self.width - 2 * pad) * self.filled, u(6) if self.filled else 0),
        )


class Bubble(Widget):
    """A word or two on a bright plate, for a moment."""

    def __init__(self, told: Text, **rest: Any) -> None:
        """Not to be seen until `tell`."""
        super().__init__(opacity=0, **rest)
        self._plate = Plate(BRASS_LIGHT, BRASS_LIGHT, radius=6)
        self.canvas.add(self._plate)
        self.words = Words(told, SMALL, bold=True, tint=INK, align="center", least=18)
        self.add_widget(self.words)
        self.bind(pos=self._place, size=self._place)

    def tell(self) -> None:
        """Be seen for a moment."""
        self.hush()
        self.opacity = 1
        (Animation(opacity=1, duration=READING) + Animation(opacity=0, duration=0.2)).start(self)

    def hush(self) -> None:
        """Be seen no more."""
        Animation.cancel_all(self)
        self.opacity = 0

    def _place(self, *_: Any) -> None:
        self._plate.place(*self.pos, *self.size)
        lay(self.words, self)


class MenuSign(Hold):
    """A wrench on a round plate, hung from the top of its box; a short touch says that it wants to be held."""

    def __init__(self, do: Callable[[], object], **rest: Any) -> None:
        """`do` is called once it was held for long enough."""
        self._wrench, self.bubble = InstructionGroup(), Bubble(text("hold"))
        super().__init__(do, SECONDS, size=(u(TOUCH), u(TOUCH)), **rest)
        self._ring = Ring(self.canvas, 4)
        self.canvas.add(self._wrench)
        self.add_widget(self.bubble)
        # `Hold` draws for place and filling only; the plate shows that it is pressed, too.
        self.bind(state=self.draw)
        self.draw()

    def too_short(self) -> None:
        """Say what is to be done."""
        self.bubble.tell()

    def draw(self, *_: Any) -> None:
        """Plate, ring, wrench; the bubble below."""
        radius, side, down = u(RADIUS), u(WRENCH), self.state == "down"
        x, y = self.x + self.width / 2, self.y + self.height - radius - u(2)
        if down:
            self.bubble.hush()
        self._ring.place(x, y, radius, self.filled, down)
        self._wrench.clear()
        paint_symbol(
            self._wrench,
            "wrench",
            x - side / 2,
            y - side / 2,
            side,
            BRASS_LIGHT if down else BRASS,
            Ring.ground(down),
        )
        wide, high = u(58), u(28)
        put(self.bubble, x - wide / 2, self.y + self.height - 2 * radius - u(6) - high, wide, high)
