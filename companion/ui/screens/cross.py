"""A cross to touch on the otherwise empty picture, or a page that is touched anywhere.

These touches show whether the panel is turned or mirrored, so they may arrive anywhere; what must
work on such a panel is done by a touch anywhere.
"""

from __future__ import annotations

from typing import Any, Final

from kivy.graphics import Color, Ellipse, InstructionGroup, Line, Rectangle
from kivy.input import MotionEvent
from kivy.uix.widget import Widget

from companion.session.messages import Notice
from companion.session.pages.cross import CrossPage, CrossTouch
from companion.session.view import TimerPicture, View
from companion.ui.layout import (
    Area,
    arrange,
    centre,
    leave_empty,
    vbox,
    with_padding,
    with_weight,
)
from companion.ui.screens.base import Screen, body_of
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
from companion.ui.widgets.button import PLAIN, OfferButton
from companion.ui.widgets.fingers import Send
from companion.ui.widgets.label import Label
from companion.ui.widgets.panel import Plate, add_all, toggle_child
from companion.ui.widgets.taps import Arrived
from companion.ui.widgets.timers import seconds_left
from companion.words import Text

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
        self.skip = OfferButton(send, kind=PLAIN)
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
        self.skip.offer(page.skip)
        toggle_child(self, self.skip, page.skip is not None)
        toggle_child(self, self.offer, page.anywhere is not None)
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
                    down[0] / wide,
                    down[1] / high,
                    wide=u(BREADTH) / wide,
                    high=u(BREADTH) / high,
                    doubled=doubled,
                )
            )
        return True

    # ---- Drawing ----

    def middle(self) -> tuple[float, float]:
        """Return the place of the cross, in pixels of the picture."""
        x, y = self._page.place or (0.5, 0.5)
        return self.x + x * self.width, self.y + y * self.height

    def _place(self, *_: Any) -> None:
        """Draw the ground, words in the upper half, and the cross, or the offer below."""
        self._background.clear()
        self._background.add(Color(*NIGHT))
        self._background.add(Rectangle(pos=self.pos, size=self.size))
        self._cross.clear()
        if self._page.place is not None:
            x, y = self.middle()
            arm, ring, dot = u(ARM), u(RING), u(DOT)
            self._cross.add(Color(*BRASS_LIGHT))
            for points in ((x - arm, y, x + arm, y), (x, y - arm, x, y + arm)):
                self._cross.add(Line(points=points, width=u(2)))
            self._cross.add(Line(circle=(x, y, ring), width=u(2)))
            self._cross.add(Color(*IVORY))
            self._cross.add(Ellipse(pos=(x - dot, y - dot), size=(2 * dot, 2 * dot)))

        def offer(area: Area) -> None:
            if self._page.place is None:
                self._plate.place(*area)
                self._cross.add(self._plate)
            arrange(with_padding(self.offer, u(12), area.height / 18), area)

        # Hundredths of the height.
        column = vbox(
            with_weight(leave_empty, 1),
            with_weight(self.left, 9),
            with_weight(self.title, 16),
            with_weight(self.words, 14),
            with_weight(leave_empty, 4),
            with_weight(offer, 36),
            with_weight(leave_empty, 20),
            gap=0,
        )
        arrange(with_padding(column, self.width * 0.2, 0), self)
        lower = Area(*self.pos, self.width, self.height * 0.52)
        arrange(centre(self.skip, u(170), u(64)), lower)


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
        self.field.show(view.title, body_of(view, CrossPage), view.time)

    def arrange(self, *_: Any) -> None:
        """Give the field all the room."""
        arrange(self.content, self)

    def _show_notice(self, notice: Notice | Text | str) -> None:
        """Show no notice, which would be touched instead of a cross; the next page has it."""


SCREEN = CrossScreen
