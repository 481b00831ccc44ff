"""The sign of life that the screen's own loop gives: it is the loop that must go round, whatever else is well."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from kivy.clock import Clock

from companion.app.sd_notify import Notifier

if TYPE_CHECKING:
    from kivy.core.window import WindowBase

    from companion.ui.bridge import Bridge

BEAT: Final = 1 / 4
"""Seconds between two looks whether a sign of life is due."""
STANDS: Final = 5.0
"""Seconds that a first screen must stay, so that a start that ends soon after it counts as one that has failed."""
SURE: Final = 2
"""At least so many frames of a first screen are drawn. Without a desktop the first one of a window is lost: SDL makes the surfaces anew as it is to be
shown, and a screen on which nothing changes would stay black until it is touched."""


class SignOfLife:
    """Feeds a notifier from Kivy's clock; `reached` is called when a first screen was really drawn, and with True once it stands.

    A thread of its own would go on telling that all is well while the screen hangs (hardware facts, section 11).
    """

    def __init__(
        self,
        window: WindowBase,
        bridge: Bridge,
        notifier: Notifier,
        reached: Callable[[bool], None],
    ) -> None:
        """Nothing is told before `start`."""
        self._window, self._bridge = window, bridge
        self._notifier, self._reached = notifier, reached
        self._frames = 0
        self._stands = False

    def start(self) -> None:
        """Begin to tell, and await the first screen."""
        self.expect()
        Clock.schedule_interval(self._beat, BEAT)
        # A round is: work out what is shown, draw it, show it. Where a slow machine has other work each may take seconds, and is a step of its own.
        self._window.bind(on_draw=self._alive, on_flip=self._alive)

    def expect(self) -> None:
        """Await a first screen: the next one that is drawn.

        Called at the start, and again where another session takes the place of one in safe mode.
        """
        self._frames = 0
        Clock.unschedule(self._remains)
        self._window.bind(on_flip=self._drawn)
        self._bridge.hold_chores()

    def stop(self) -> None:
        """The app is on its way out: what it still writes takes as long as it takes."""
        self._window.unbind(on_flip=self._drawn)
        self._window.unbind(on_draw=self._alive, on_flip=self._alive)
        Clock.unschedule(self._beat)
        Clock.unschedule(self._remains)
        self._notifier.stopping()

    def _drawn(self, *_: Any) -> None:
        """A frame is about to be shown; a dialog that stands where the screen has failed is no first screen."""
        self._frames += 1
        if self._frames < SURE:
            self._window.canvas.ask_update()
            return
        # The loop goes round, also with nothing but a dialog to show: the watchdog has no reason to end it, and the start is none that succeeded.
        self._stands = True
        if self._bridge.screen is not None:
            self._window.unbind(on_flip=self._drawn)
            # In the next frame this one has been seen.
            Clock.schedule_once(self._shown, 0)

    def _shown(self, _: float) -> None:
        self._reached(False)
        self._notifier.ready()
        self._bridge.let_chores()
        Clock.schedule_once(self._remains, STANDS)

    def _remains(self, _: float) -> None:
        self._reached(True)

    def _beat(self, _: float) -> None:
        self._alive()
        self._notifier.status(self._words())

    def _alive(self, *_: Any) -> None:
        """Give a sign.

        The first one starts the watchdog, and on a slow machine that has other work the first frames may take longer than it waits. Until they
        are drawn there is the much longer limit of a start.
        """
        if self._stands:
            self._notifier.alive()

    def _words(self) -> str:
        """Where the session is."""
        session = self._bridge.loop.session
        safe = "safe mode, " if session.house.safe else ""
        turn = (
            f", turn {session.match.turn}"
            if session.match is not None and session.match.turn
            else ""
        )
        return f"{safe}on the page {session.page}{turn}"
