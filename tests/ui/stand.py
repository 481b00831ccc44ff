"""A screen in a real window with a session behind it, and a finger that uses Kivy's event loop."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import lru_cache
from typing import Any, Final

from kivy.uix.widget import Widget

from companion.app.loop import EventLoop
from companion.session.messages import Message
from companion.session.view import View
from companion.signals import ReaderTouch
from companion.ui import theme
from companion.ui.window import Wish, open_window
from tests.memory import keep_small

SIZES: Final = ((800, 480), (1280, 800), (720, 1280))
"""Sizes of the windows in which every screen must be right."""
Place = Widget | tuple[float, float]


class Stand:
    """One screen in the window. Its messages are kept in `said` and passed to its session."""

    def __init__(self, window: Any, view: View, loop: EventLoop | None) -> None:
        """Put the screen for a view into a window; `loop` runs its session, if any."""
        self.window, self.loop = window, loop
        self.said: list[Message | ReaderTouch] = []
        self.screen: Any = None
        self._build(view)

    def _build(self, view: View) -> None:
        from companion.ui.screens import screen_for

        self.clear()
        self.screen = screen_for(view, self._hear)
        self.window.add_widget(self.screen)
        settle()

    def _hear(self, message: Message | ReaderTouch) -> None:
        self.said.append(message)
        if self.loop is not None:
            self.loop.send(message)
            self.show(self.loop.view)

    def show(self, view: View) -> None:
        """Show another view, of the same page or of another one."""
        if view.page == self.screen.view.page:
            self.screen.update(view)
            settle()
        else:
            self._build(view)

    def clear(self) -> None:
        """Take the screen out of the window."""
        if self.screen is not None:
            self.window.remove_widget(self.screen)

    def heard(self) -> list[Message | ReaderTouch]:
        """Return the messages since the last call."""
        heard, self.said = self.said, []
        return heard

    # ---- The finger -----------------------------------------------------------------------------

    def tap(self, place: Place) -> None:
        """Touch a widget's middle, or a point, and lift the finger."""
        self.drag(place, place)

    def drag(self, start: Place, end: Place, *stops: Place) -> None:
        """Put the finger down at one place, move it over all others, and lift it at the last."""
        finger = self.finger(start)
        for place in (end, *stops):
            if middle(place) != (finger.x, finger.y):
                x, y = middle(place)
                for share in (0.25, 0.5, 0.75, 1.0):
                    finger.touch_move(
                        finger.ox + (x - finger.ox) * share, finger.oy + (y - finger.oy) * share
                    )
        finger.touch_up()
        settle()

    def finger(self, place: Place, later: float = 0.0) -> Any:
        """Return a finger that has just come down, `later` seconds from now.

        Move and lift it with `touch_move` and `touch_up`.
        """
        from kivy.tests.common import UnitTestTouch

        finger = UnitTestTouch(*middle(place))
        finger.time_start += later
        finger.touch_down()
        return finger


def middle(place: Place) -> tuple[float, float]:
    """Return the middle of a widget, or the point itself."""
    if isinstance(place, Widget):
        return place.x + place.width / 2, place.y + place.height / 2
    return place


def settle(rounds: int = 2) -> None:
    """Let layouts settle as in so many frames, without drawing (a third of the time)."""
    from kivy.base import EventLoop
    from kivy.clock import Clock
    from kivy.lang import Builder

    for _ in range(rounds):
        Clock.tick()
        EventLoop.dispatch_input()
        Builder.sync()
        Clock.tick_draw()
        Builder.sync()
    # Rows that were scrolled out of sight are gone, as are maps of other boards and screens of
    # other pages.
    keep_small()


def live(rounds: int = 2) -> None:
    """Run an app for some rounds, and draw all changes once, in the last."""
    from kivy.base import EventLoop

    settle(rounds - 1)
    EventLoop.idle()


class PushedClock:
    """Kivy's clock as tests put it forward; it never goes backwards."""

    def __init__(self) -> None:
        """Take the place of the clock's own time."""
        from kivy.clock import Clock

        self._ahead, self._real = 0.0, Clock.time
        self._stopped: float | None = None
        Clock.time = self._now

    def _now(self) -> float:
        return (self._real() if self._stopped is None else self._stopped) + self._ahead

    def skip(self, microseconds: float) -> None:
        """Put the clock forward."""
        self._ahead += microseconds / 1e6

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Stop the clock except where it is put forward, however slow the machine is."""
        if self._stopped is not None:
            yield
            return
        self._stopped = self._real()
        try:
            yield
        finally:
            self._ahead -= self._real() - self._stopped
            self._stopped = None


@lru_cache
def clock() -> PushedClock:
    """Return the one clock of a process."""
    return PushedClock()


def forward() -> Callable[[float], None]:
    """Return the function that puts Kivy's clock forward by so many microseconds."""
    return clock().skip


@contextmanager
def hurry(asleep: float = 0.0, *, stopped: bool = False) -> Iterator[None]:
    """Sleep only a share of the time between two frames, and put Kivy's clock forward by the rest.

    Waits on that clock take as many frames as always. Threads do not: waiting for one needs real
    sleep. A `stopped` clock, as always without sleep, goes by frames alone: it has 60 frames a
    second on the slowest machine.
    """
    from kivy.clock import Clock

    sleep, skip = Clock.usleep, forward()
    stopped = stopped or not asleep

    def usleep(microseconds: float) -> None:
        sleep(microseconds * asleep)
        skip(microseconds * (1 if stopped else 1 - asleep))

    Clock.usleep = usleep if asleep else skip
    try:
        with clock().stopped() if stopped else nullcontext():
            yield
    finally:
        del Clock.usleep


@contextmanager
def on_stand(size: tuple[int, int], view: View, loop: EventLoop | None = None) -> Iterator[Stand]:
    """Show a view in a window of this size; with a loop its touches reach the session."""
    window = open_window(Wish(size, smooth=False))
    from kivy.base import EventLoop

    EventLoop.ensure_window()
    EventLoop.start()
    with hurry():
        if tuple(window.size) != size:
            window.size = size
            settle()
        theme.fit(*size)
        stand = Stand(window, view, loop)
        try:
            yield stand
            # Draw once for each screen, after its last change.
            live(1)
        finally:
            stand.clear()
            settle(1)
            # A test that looks at many screens would keep them all.
            del stand
            keep_small()


def instruction_plates(screen: Any) -> list[Any]:
    """Return the plates of the instructions in sight, without the heads of their parts."""
    shown = sorted(screen.steps.shown.items())
    return [plate for _, plate in shown if plate.row.about is not None]


def button(under: Widget, words: str) -> Any:
    """Return the button below a widget that carries these words.

    Raises:
        LookupError: There is no such button; the message names the ones that there are.
    """
    from companion.ui.widgets.button import PushButton

    buttons = [widget for widget in under.walk(restrict=True) if isinstance(widget, PushButton)]
    for found in buttons:
        if found.text == words:
            return found
    raise LookupError(f"no button says {words!r}; there are {[found.text for found in buttons]}")
