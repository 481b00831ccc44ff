"""The heartbeat of the screen's own loop, which runs beside everything else in the program.

Kivy's loop runs for every frame that could be drawn, even if none is: at sixty times a second that
takes three per cent of a core.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from kivy.clock import Clock

from companion.app.sd_notify import Notifier

if TYPE_CHECKING:
    from kivy.core.window import WindowBase

    from companion.ui.bridge import ScreenBridge


BEAT: Final = 1 / 4
"""Seconds between two checks whether a heartbeat is due."""
STANDS: Final = 5.0
"""Seconds that a first screen must stay; a start that ends earlier counts as failed."""
SURE: Final = 2
"""Frames of a first screen that are drawn at least. Without a desktop the first frame of a window
is lost, since SDL makes the surfaces again before the window is shown: an unchanging screen would
stay black until it is touched."""


class Heartbeat:
    """Sends heartbeats to a notifier from Kivy's clock.

    A separate thread would go on reporting while the screen hangs (hardware facts, section 11).
    """

    def __init__(
        self,
        window: WindowBase,
        bridge: ScreenBridge,
        notifier: Notifier,
        reached: Callable[[bool], None],
    ) -> None:
        """Call `reached` when a first screen was drawn, and with True when it has stayed."""
        self._window, self._bridge = window, bridge
        self._notifier, self._reached = notifier, reached
        self._frames = 0
        self._stands = False

    def start(self) -> None:
        """Begin to report, and await the first screen."""
        self.expect()
        Clock.schedule_interval(self._beat, BEAT)
        # A round has three steps: work out what is shown, draw it, show it. On a busy slow machine
        # each may take seconds, so each is reported.
        self._window.bind(on_draw=self._alive, on_flip=self._alive)

    def expect(self) -> None:
        """Await the next first screen.

        Called at the start, and again when another session replaces the one in safe mode.
        """
        self._frames = 0
        Clock.unschedule(self._remains)
        self._window.bind(on_flip=self._count_frame)
        self._bridge.hold_chores()

    def stop(self) -> None:
        """Report that the app is stopping: its last writes may take any time."""
        self._window.unbind(on_flip=self._count_frame)
        self._window.unbind(on_draw=self._alive, on_flip=self._alive)
        Clock.unschedule(self._beat)
        Clock.unschedule(self._remains)
        self._notifier.stopping()

    def _count_frame(self, *_: Any) -> None:
        """Count a frame about to be shown; the dialog of a failed screen is no first screen."""
        self._frames += 1
        if self._frames < SURE:
            self._window.canvas.ask_update()
            return
        # The loop runs even if a dialog is all that it shows: the watchdog must not end it, but the
        # start has not succeeded.
        self._stands = True
        if self._bridge.screen is not None:
            self._window.unbind(on_flip=self._count_frame)
            # In the next frame this one has been seen.
            Clock.schedule_once(self._note_shown, 0)

    def _note_shown(self, _: float) -> None:
        self._reached(False)
        self._notifier.ready()
        self._bridge.let_chores()
        Clock.schedule_once(self._remains, STANDS)

    def _remains(self, _: float) -> None:
        self._reached(True)

    def _beat(self, _: float) -> None:
        self._alive()
        session = self._bridge.loop.session
        safe = "safe mode, " if session.config.safe else ""
        turn = session.match.shown.turn if session.match is not None else 0
        after = f", turn {turn}" if turn else ""
        self._notifier.status(f"{safe}on the page {session.page}{after}")

    def _alive(self, *_: Any) -> None:
        """Send a heartbeat.

        The first one starts the watchdog. On a busy slow machine the first frames may take longer
        than it waits; until they are drawn the much longer limit of a start holds.
        """
        if self._stands:
            self._notifier.alive()


SELDOM: Final = 15.0
"""Rounds a second while nothing happens; a first touch waits for one of them at most."""
SOON: Final = 0.5
"""Seconds after the last frame or touch until the slow pace begins."""


class Frames:
    """Sets the pace of Kivy's clock for a window."""

    def __init__(self, window: WindowBase) -> None:
        self._window, self._often = window, Clock._max_fps
        self._calm = Clock.create_trigger(self._rest, SOON)

    def start(self) -> None:
        """Begin to watch frames and touches."""
        self._window.bind(on_flip=self._hurry, on_touch_down=self._hurry)
        self._calm()

    def stop(self) -> None:
        """Restore the pace of Kivy."""
        self._window.unbind(on_flip=self._hurry, on_touch_down=self._hurry)
        self._calm.cancel()
        Clock._max_fps = self._often

    def _hurry(self, *_: Any) -> None:
        # Kivy has no public access to it.
        Clock._max_fps = self._often
        self._calm.cancel()
        self._calm()

    def _rest(self, _: float) -> None:
        Clock._max_fps = SELDOM
