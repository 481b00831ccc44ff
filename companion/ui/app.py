"""The touchscreen app: a window, a session and the bridge between them."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.app.host import Process, switch_off
from companion.app.sd_notify import Notifier
from companion.errors import DerbyError
from companion.games.api import Game
from companion.named_tuples import NamedTuple
from companion.session.messages import Notice, ShowNotice, news
from companion.ui.window import Wish, open_window
from companion.words import Text, text

if TYPE_CHECKING:
    from kivy.core.window import WindowBase

    from companion.app.loop import EventLoop
    from companion.table.base import Table
    from companion.ui.bridge import ScreenBridge

SETTLED: Final = 10.0
"""Seconds after which the screen begins to watch whether anybody is here."""


class Opened(NamedTuple):
    """An open app: its window and its bridge."""

    window: WindowBase
    bridge: ScreenBridge


def open_app(wish: Wish, start_loop: Callable[[], EventLoop]) -> Opened:
    """Open the window, begin the session and show its first screen.

    The window comes first: without one, the journal is not touched and no race is resumed that
    nobody could see.

    Raises:
        ScreenError: No window can be opened.
    """
    window = open_window(wish)
    # These import Kivy's widgets, which need the window.
    from kivy.uix.floatlayout import FloatLayout

    from companion.ui.bridge import ScreenBridge

    stage = FloatLayout()
    window.add_widget(stage)
    bridge = ScreenBridge(start_loop(), stage)
    window.bind(size=lambda _, size: bridge.resize(*size))
    bridge.start()
    return Opened(window, bridge)


class StartDuties(NamedTuple):
    """The callbacks of a start: reports to those who watch it, and ways to open other sessions."""

    notifier: Notifier = Notifier()
    """Watches that the app is alive."""
    reached: Callable[[bool], None] = lambda stands: None
    """Called once the first screen is drawn, and with True after it has stayed for a while."""
    usual: Callable[[], EventLoop] | None = None
    """Opens the usual session in place of one in safe mode; None outside safe mode."""
    load: Callable[[int], EventLoop] | None = None
    """Opens the session of a saved race by its number; None where none can be loaded."""


NO_DUTIES: Final = StartDuties()


def play(wish: Wish, start_loop: Callable[[], EventLoop], start: StartDuties = NO_DUTIES) -> None:
    """Play until the window is closed. Errors of `start_loop` pass through.

    Raises:
        ScreenError: No window can be opened.
    """
    # Objects made during the start stay alive, so that garbage collection would only delay it.
    gc.disable()
    opened = open_app(wish, start_loop)
    # Objects that exist now live as long as the app: later collections skip them.
    gc.freeze()
    gc.enable()
    from kivy.base import runTouchApp
    from kivy.clock import Clock

    from companion.ui.heartbeat import Frames, Heartbeat
    from companion.ui.idle import IdleScreen
    from companion.ui.sleep import Waking, dark_check

    waking, frames = Waking(opened.window, dark_check()), Frames(opened.window)
    sign = Heartbeat(*opened, start.notifier, start.reached)
    opened.bridge.loop.host.process = InWindow(opened.bridge, start, sign.expect)
    idle = IdleScreen(*opened)
    late = Clock.schedule_once(lambda _: idle.start(), SETTLED)
    waking.start()
    frames.start()
    sign.start()
    try:
        runTouchApp()
    finally:
        sign.stop()
        late.cancel()
        idle.stop()
        frames.stop()
        waking.stop()
        # This also closes the loop, and with it the journal, once everything is written.
        opened.bridge.stop()


class InWindow(Process):
    """The process behind a window: it can be ended, and its session replaced."""

    def __init__(
        self, bridge: ScreenBridge, start: StartDuties, expect: Callable[[], None] = lambda: None
    ) -> None:
        """Call `expect` before the first screen of another session."""
        self._bridge, self._start, self._expect = bridge, start, expect

    def switch_off(self, restart: bool) -> Notice | Text:
        return switch_off(restart)

    def start_again(self) -> Notice | Text:
        return self._end(text("The app ends and starts again."))

    def quit(self) -> Notice | Text:
        return self._end(text("The app ends."))

    def _end(self, words: Text) -> Notice:
        """Close the window after the current round of the loop."""
        from kivy.base import stopTouchApp

        self._soon(stopTouchApp)
        return news(words)

    def leave_safe_mode(self) -> Notice | Text:
        if self._start.usual is None:
            return super().leave_safe_mode()
        self._soon(partial(self._as_usual, self._start.usual))
        return news(text("Starting normally."))

    def _as_usual(self, usual: Callable[[], EventLoop]) -> None:
        """Replace safe mode by the usual session. If that fails, safe mode stays and says why."""
        try:
            self._bridge.take(usual())
        except DerbyError as fault:
            self._bridge.loop.send(
                ShowNotice(text("It cannot start normally: {fault}", fault=fault.words))
            )
        else:
            self._bridge.loop.host.process = self
            self._expect()

    def load(self, number: int) -> Notice | Text:
        if self._start.load is None:
            return super().load(number)
        self._soon(partial(self._loaded, partial(self._start.load, number)))
        return news(text("The game is being loaded."))

    def _loaded(self, race: Callable[[], EventLoop]) -> None:
        self._bridge.reopen(race)
        self._bridge.loop.host.process = self

    def _soon(self, do: Callable[[], None]) -> None:
        """Call a function between two frames."""
        from kivy.clock import Clock

        Clock.schedule_once(lambda _: do(), 0)


def usual_session(
    folder: Path | None = None,
    players: Iterable[str] | None = None,
    seed: int | str | None = None,
    readers: Table | str = "virtual:",
    fresh: bool = False,
    game: Game | None = None,
    number: int | None = None,
) -> EventLoop:
    """Return the session that is saved in a folder: at its unfinished race, or at the setup.

    Args:
        folder: Where the session is saved; the state folder by default.
        players: The players from seat 1 on; by default those of the last setup, at first one
            person against three pilots.
        seed: The seed of a new session.
        readers: A table or its URL.
        fresh: Resume no race.
        game: The game to play; the usual one by default.
        number: The saved race to resume.

    Raises:
        JournalError: The race `number` cannot be resumed.
        TableError: The URL is wrong.
    """
    from companion.app.startup import HomeServices, kept_session
    from companion.folders import state_folder
    from companion.health.late import LateWatch
    from companion.health.monitored_table import MonitoredTable
    from companion.health.process_facts import ProcessFacts, SettledSize

    home = state_folder() if folder is None else folder
    loop = kept_session(home, players, seed, readers, number, fresh, game)
    loop.table = heard = MonitoredTable(loop.table)
    since = ProcessFacts(heard.tallies, SettledSize(), lambda: loop.thinking.trouble)
    loop.host.watch = LateWatch(home, since=since)
    assert isinstance(loop.host, HomeServices)
    loop.host.since = since
    return loop
