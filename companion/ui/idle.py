"""Show a race by pilots, or dim the screen, while nobody is at the table.

On the first page pilots race for a while, with a sentence how to begin; elsewhere, and later, a
dark layer grows over the page. The first touch only takes that away. Nothing of it reaches the
session: no message, no journal, no record.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

from companion.ui.touch_filter import TouchFilter

if TYPE_CHECKING:
    from kivy.core.window import WindowBase
    from kivy.input import MotionEvent

    from companion.session.pages.story import StoryBeat
    from companion.session.session import Session
    from companion.ui.bridge import ScreenBridge
    from companion.ui.widgets.attract_page import AttractPage

LOOKING: Final = 1.0
"""Seconds between two looks whether anybody is here."""
DARKEST, DIMMING = 0.8, 60.0
"""The opacity of the dark layer in the end, and the seconds in which it grows."""
RACING: Final = 20 * 60.0
"""Seconds for which pilots race; then the screen dims, and the machine rests."""
MOMENT: Final = 2.4
"""Seconds of a moment of their race: slow, since nobody waits and a fanless machine must stay
cool."""


class IdleScreen(TouchFilter):
    """Notices that nobody is here; the first touch afterwards only wakes the screen."""

    def __init__(self, window: WindowBase, bridge: ScreenBridge) -> None:
        """Watch a window and the session of a bridge; nothing happens before `start`."""
        super().__init__(window)
        self._bridge = bridge
        self._since = Clock.get_boottime()
        self._known: Session | None = None
        self._races: Iterator[StoryBeat] | None = None
        self.page: AttractPage | None = None
        self.veil: Widget | None = None
        self._shade = Color(0, 0, 0, 0)

    def start(self) -> None:
        super().start()
        self.window.bind(on_key_down=self._key, size=self._key)
        Clock.schedule_interval(self._look, LOOKING)

    def stop(self) -> None:
        """Show the page again, and let every touch count."""
        super().stop()
        self.window.unbind(on_key_down=self._key, size=self._key)
        Clock.unschedule(self._look)
        self.wake()

    @property
    def is_covering(self) -> bool:
        """Return whether something covers the page, so that a touch only wakes."""
        return self.page is not None or self.veil is not None

    def wake(self) -> None:
        """Take everything away, and begin to wait."""
        self._since = Clock.get_boottime()
        self._end_races()
        if self.veil is not None:
            self.window.remove_widget(self.veil)
            self.veil = None

    # ---- Looks ----

    def _look(self, _: float) -> None:
        session, now = self._bridge.loop.session, Clock.get_boottime()
        if session is not self._known:
            # Cards, handles, phones, time limits and pilots at work all change the session.
            self._known = session
            self.wake()
            return
        minutes = session.lobby.preferences.idle
        alone = now - self._since - 60 * minutes
        if not minutes or alone < 0:
            return
        if alone < RACING and self._can_race(session):
            if self.page is not None:
                return
            # Nobody needs these before the first race.
            from companion.app.attract import attract_races
            from companion.ui.widgets.attract_page import AttractPage

            self._races = attract_races(session)
            self.page = AttractPage(session.config.game.title, not session.lobby.preferences.calm)
            self.page.size = self.window.size
            self.window.add_widget(self.page)
            self._next_moment(0)
        else:
            self._end_races()
            if self.veil is None:
                self.veil = Widget()
                with self.veil.canvas:
                    self._shade = Color(0, 0, 0, 0)
                    Rectangle(pos=(0, 0), size=self.window.size)
                self.window.add_widget(self.veil)
            dimmed = alone - (RACING if self._can_race(session) else 0)
            self._shade.a = DARKEST * min(1.0, dimmed / DIMMING)

    @staticmethod
    def _can_race(session: Session) -> bool:
        """Return whether this is the first page, of a game on a board, and nothing else waits."""
        return (
            session.page == session.config.pages[0]
            and session.match is None
            and session.timeline.resume_check is None
            and not session.overlays
            and bool(session.config.boards)
        )

    def _next_moment(self, _: float) -> None:
        """Show the next moment; pilots think while nothing on the map moves."""
        if self.page is None or self._races is None:
            return
        beat = next(self._races, None)
        if beat is None:
            self.wake()
            return
        self.page.show(beat)
        Clock.schedule_once(self._next_moment, max(MOMENT, self.page.seconds))

    def _end_races(self) -> None:
        Clock.unschedule(self._next_moment)
        self._races = None
        if self.page is not None:
            self.window.remove_widget(self.page)
            self.page = None

    # ---- Touches and keys ----

    def keeps(self, touch: MotionEvent) -> bool:
        """Keep the touch that only wakes the screen."""
        covered = self.is_covering
        self.wake()
        return covered

    def _key(self, *_: Any) -> bool:
        """Wake for a key or another size; a scan or a name that is typed counts all the same."""
        self.wake()
        return False
