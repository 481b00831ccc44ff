"""A cross to touch on the otherwise empty picture, or a page that is touched anywhere.

These touches show whether the panel is turned or mirrored, so they may arrive anywhere; what must
work on such a panel is done by a touch anywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kivy.graphics import Color, Ellipse, InstructionGroup, Line, Rectangle
from kivy.uix.widget import Widget

from companion.session.choices import Choice
from companion.session.messages import Notice
from companion.session.pages.cross import CrossPage, CrossTouch
from companion.session.view import TimerPicture, View
from companion.ui.layout import arrange
from companion.ui.screens.base import Screen, Send
from companion.ui.theme import (
    BRASS,
    BRASS_LIGHT,
    HEADING,
    HEADLINE,
    IVORY,
    LARGE,
    NIGHT,
    RAISED,
    u,
    window_size,
)
from companion.ui.widgets.button import PLAIN, PushButton
from companion.ui.widgets.label import Label
from companion.ui.widgets.panel import Plate, add_all, place_widget, toggle_child
from companion.ui.widgets.taps import Arrived
from companion.ui.widgets.timers import seconds_left
from companion.words import Text, text

if TYPE_CHECKING:
    from kivy.input import MotionEvent

BREADTH: Final = 70
"""Greatest distance of a touch from its cross, as on the seven-inch panel: a finger's width of
nearly 14 mm."""
ARM, RING, DOT = 44, 26, 5
"""Half the length of the cross, and the radius of its ring and of its dot, as on the seven-inch
panel."""


class CrossField(Widget):
    """One cross with words, and a button to skip crosses; or words to touch anywhere."""

    def __init__(self, send: Send, **rest: Any) -> None:
        """Call `send` after the finger has left."""
        super().__init__(**rest)
        self._send = send
        self._page = CrossPage("")
        self._last: Arrived | None = None
        self._doubled = 0
        self._background, self._cross, self._plate = (
            InstructionGroup(),
            InstructionGroup(),
            Plate(RAISED, BRASS, width=2.5),
        )
        self.canvas.add(self._background)
        self.title = Label("", HEADING, bold=True, tint=BRASS_LIGHT, align="center", least=24)
        self.words = Label("", LARGE, tint=IVORY, align="center", least=24)
        self.offer = Label("", HEADLINE, bold=True, tint=BRASS_LIGHT, align="center", least=26)
        self.skip = PushButton(text("Skip"), self._skip, kind=PLAIN)
        self.canvas.add(self._cross)
        self.left = Label("", LARGE, bold=True, tint=BRASS_LIGHT, align="center", least=24)
        add_all(self, self.title, self.words, self.left)
        self.bind(pos=self._place, size=self._place)

    def show(self, title: Text | str, page: CrossPage, time: TimerPicture | None) -> None:
        """Show another cross, or an offer that is taken by a touch anywhere, without a cross.

        `page.place` is None for an offer; `time` is the timer below this page.
        """
        self._page = page
        self.left.text = seconds_left(time)
        self.title.text, self.words.text = title, page.words
        self.offer.text = page.anywhere.label if page.anywhere is not None else ""
        for part, wanted in (
            (self.skip, page.skip is not None),
            (self.offer, page.anywhere is not None),
        ):
            toggle_child(self, part, wanted)
        self._place()

    # ---- Touches ----

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Note the place; a double of the same finger is counted."""
        arrived = Arrived(touch.time_start, *touch.pos)
        last, self._last = self._last, arrived
        # Before the button, so that the double of a touch does not press it.
        if last is not None and arrived.is_again(last):
            self._doubled += 1
            return True
        if self.skip.parent is not None and self.skip.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        # A finger slides while it leaves: the place where it came down counts.
        touch.ud[self] = touch.pos
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Report where it came down; its double, if there is one, has mostly arrived by then."""
        down = touch.ud.pop(self, None)
        if not isinstance(down, tuple):
            return bool(super().on_touch_up(touch))
        if self._page.anywhere is not None:
            self._send(self._page.anywhere.message)
        else:
            wide, high = window_size()
            doubled, self._doubled = self._doubled, 0
            self._send(
                CrossTouch(
                    down[0] / wide, down[1] / high, u(BREADTH) / wide, u(BREADTH) / high, doubled
                )
            )
        return True

    def _skip(self) -> None:
        """Go on without crosses."""
        skip: Choice | None = self._page.skip
        if skip is not None:
            self._send(skip.message)

    # ---- Drawing ----

    def middle(self) -> tuple[float, float]:
        """Return the place of the cross, in pixels of the picture."""
        x, y = self._page.place or (0.5, 0.5)
        return self.x + x * self.width, self.y + y * self.height

    def _place(self, *_: Any) -> None:
        """Draw the ground, words in the upper half, and the cross, or the offer below."""
        wide, high = self.width, self.height
        self._background.clear()
        self._background.add(Color(*NIGHT))
        self._background.add(Rectangle(pos=self.pos, size=self.size))
        self._cross.clear()
        left, across = self.x + wide * 0.2, wide * 0.6
        place_widget(self.title, left, self.y + high * 0.74, across, high * 0.16)
        place_widget(self.words, left, self.y + high * 0.6, across, high * 0.14)
        if self._page.place is not None:
            self._draw_cross(*self.middle())
        else:
            self._plate.place(left, self.y + high * 0.2, across, high * 0.36)
            self._cross.add(self._plate)
        place_widget(self.left, left, self.y + high * 0.9, across, high * 0.09)
        place_widget(self.offer, left + u(12), self.y + high * 0.22, across - u(24), high * 0.32)
        button = u(170), u(64)
        place_widget(
            self.skip,
            self.x + (wide - button[0]) / 2,
            self.y + high * 0.26 - button[1] / 2,
            *button,
        )

    def _draw_cross(self, x: float, y: float) -> None:
        """Draw two strokes, a ring, and a dot in the middle as the target."""
        arm, ring, dot = u(ARM), u(RING), u(DOT)
        self._cross.add(Color(*BRASS_LIGHT))
        for points in ((x - arm, y, x + arm, y), (x, y - arm, x, y + arm)):
            self._cross.add(Line(points=points, width=u(2)))
        self._cross.add(Line(circle=(x, y, ring), width=u(2)))
        self._cross.add(Color(*IVORY))
        self._cross.add(Ellipse(pos=(x - dot, y - dot), size=(2 * dot, 2 * dot)))


class CrossScreen(Screen):
    """The field covers everything; there is neither head nor foot.

    Touches may arrive anywhere, so that no button is reliable, and none may be hit by mistake.
    """

    def __init__(self, send: Send, view: View) -> None:
        super().__init__(send, view)
        self.remove_widget(self.header)
        self.remove_widget(self.footer)

    def make(self, view: View) -> Widget:
        self.field = CrossField(self.send)
        return self.field

    def show(self, view: View) -> None:
        """Show another cross, or the offer."""
        assert isinstance(view.body, CrossPage)
        self.field.show(view.title, view.body, view.time)

    def arrange(self, *_: Any) -> None:
        """Give the field all the room."""
        arrange(self.content, self)

    def _show_notice(self, notice: Notice | Text | str) -> None:
        """Show no notice, which would be touched instead of a cross; the next page has it."""


SCREEN = CrossScreen
