"""The touchscreen app: a window, a session, and the bridge between them."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Final

from companion.app.host import Process, switch_off
from companion.app.sd_notify import Notifier
from companion.errors import DerbyError
from companion.named_tuples import NamedTuple
from companion.session.messages import Notice, Noticed, news
from companion.ui.window import Wish, open_window
from companion.words import Text, text

if TYPE_CHECKING:
    from pathlib import Path

    from kivy.core.window import WindowBase

    from companion.app.loop import EventLoop
    from companion.games.api import Game
    from companion.table.base import Table
    from companion.ui.bridge import Bridge


class Opened(NamedTuple):
    """An app that stands: its window and its bridge."""

    window: WindowBase
    bridge: Bridge


def open_app(wish: Wish, evening: Callable[[], EventLoop]) -> Opened:
    """Open the window, begin the session and show its first screen. Raises ScreenFault where no window can be opened.

    The window comes first: where there is none the journal is not touched, and no race is taken up that nobody could see.
    """
    window = open_window(wish)
    # These import Kivy's widgets, which want the window.
    from kivy.uix.floatlayout import FloatLayout

    from companion.ui.bridge import Bridge

    stage = FloatLayout()
    window.add_widget(stage)
    bridge = Bridge(evening(), stage)
    window.bind(size=lambda _, size: bridge.resize(*size))
    bridge.start()
    return Opened(window, bridge)


class StartDuties(NamedTuple):
    """What a start owes to those who watch it: the notifier, what is called once the first screen is seen, and how safe mode is left.

    `reached` is called with True once that screen has stood for a while. `usual` opens the usual session in place of one in safe mode, None where this is no safe mode.
    `load` opens the session of a kept race, by its number, None where none can be loaded.
    """

    notifier: Notifier = Notifier()
    reached: Callable[[bool], None] = lambda stands: None
    usual: Callable[[], EventLoop] | None = None
    load: Callable[[int], EventLoop] | None = None


NO_DUTIES: Final = StartDuties()


def play(wish: Wish, evening: Callable[[], EventLoop], start: StartDuties = NO_DUTIES) -> None:
    """Play until the window is closed; what `evening` raises comes through. Raises ScreenFault without a window."""
    # What is made while starting stays, so looking for rubbish would only make it late.
    gc.disable()
    opened = open_app(wish, evening)
    # What stands now lives as long as the app: later searches leave it out.
    gc.freeze()
    gc.enable()
    from kivy.base import runTouchApp

    from companion.ui.frames import Frames
    from companion.ui.sign_of_life import SignOfLife
    from companion.ui.sleep import Waking, sleeping

    waking, frames = Waking(opened.window, sleeping()), Frames(opened.window)
    sign = SignOfLife(*opened, start.notifier, start.reached)
    opened.bridge.loop.host.process = InWindow(opened.bridge, start, sign.expect)
    waking.start()
    frames.start()
    sign.start()
    try:
        runTouchApp()
    finally:
        sign.stop()
        frames.stop()
        waking.stop()
        # Closes the loop too, and with it the journal, once all is written.
        opened.bridge.stop()


class InWindow(Process):
    """The process behind a window: it can be ended, and another session can take the place of the one that is shown."""

    def __init__(
        self, bridge: Bridge, start: StartDuties, expect: Callable[[], None] = lambda: None
    ) -> None:
        """Call `expect` whenever the first screen of another session is to be waited for."""
        self._bridge, self._start, self._expect = bridge, start, expect

    def switch_off(self, restart: bool) -> Notice | Text:
        return switch_off(restart)

    def start_again(self) -> Notice | Text:
        return self._end(text("The app ends and starts again."))

    def quit(self) -> Notice | Text:
        return self._end(text("The app ends."))

    def _end(self, words: Text) -> Notice:
        """Close the window once what goes on now is at its end."""
        from kivy.base import stopTouchApp

        self._soon(stopTouchApp)
        return news(words)

    def leave_safe_mode(self) -> Notice | Text:
        if self._start.usual is None:
            return super().leave_safe_mode()
        self._soon(partial(self._as_usual, self._start.usual))
        return news(text("Starting as usual."))

    def _as_usual(self, usual: Callable[[], EventLoop]) -> None:
        """Open the usual session first: where that fails, the one in safe mode still stands and says why."""
        try:
            self._bridge.take(usual())
        except DerbyError as fault:
            self._bridge.loop.send(
                Noticed(text("It cannot be started as usual: {fault}", fault=fault.words))
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
        """Do something between two frames."""
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
    """The session that is kept in a folder, the state folder unless told otherwise: at the race that was not finished, else at the setup.

    `readers` are a table or its URL; who plays is chosen as last time, one person against three pilots at first. `fresh`: no race is gone
    on with. `game` is the one that is wanted, by default the usual one; `number` is the kept race that is wanted, JournalFault where it cannot be gone on with. TableFault for a wrong URL.
    """
    from companion.app.startup import HomeServices, kept_session
    from companion.folders import state_folder
    from companion.health.late import LateWatch
    from companion.health.listening import Overheard
    from companion.health.since import Settled, Since

    home = state_folder() if folder is None else folder
    loop = kept_session(home, players, seed, readers, number, fresh, game)
    loop.table = heard = Overheard(loop.table)
    since = Since(heard.tallies, Settled(), lambda: loop.thinking.trouble)
    loop.host.watch = LateWatch(home, since=since)
    assert isinstance(loop.host, HomeServices)
    loop.host.since = since
    return loop
