"""Between the session and the screen: what is touched goes to the loop, what changes comes to the screen; the only user of Kivy's clock.

Nothing is drawn while nothing changes: the loop is asked twenty times a second, at once when something has been kept or a phone was touched, and in every frame
while it is behind; only a view that differs reaches a screen. A screen on which lock lights blink is told when; while none does, nothing ticks.
"""

from __future__ import annotations

import gc
import sys
import time
import traceback
from collections.abc import Callable
from typing import Any, Final

from kivy.base import ExceptionHandler, ExceptionManager
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.floatlayout import FloatLayout

from companion.app.loop import EventLoop
from companion.errors import ScreenFault
from companion.session.messages import Message
from companion.session.view import SUMMARY, View
from companion.signals import Deed, InsertCard, Scanned, TakeCard
from companion.ui import theme
from companion.ui.grace import Grace
from companion.ui.keys import key_of
from companion.ui.scanning import ScanKeys
from companion.ui.screens import preload_next, screen_for
from companion.ui.screens.base import Screen
from companion.ui.sounds import Player, Sounds, Speaker
from companion.ui.speech import speak
from companion.ui.turning import turn
from companion.ui.widgets.fingers import lift_from_gone
from companion.words import Text, capital, text

POLLS: Final = 1 / 20
"""Seconds between two questions to the table."""
LOCKED: Final = 0.25
"""Seconds after a tap in which the same tap again is taken for the bouncing of one finger (hardware facts, section 10)."""
BLINKS: Final = 1 / 4
"""Seconds that a blinking light is on, and then off: two blinks a second."""
QUICK: Final = (InsertCard, TakeCard)
"""Touches that people really make in quick succession; only the very same one is held back."""


def _tidy() -> None:
    """Look for rubbish now, when nothing moves and people read, and leave what lives out of later searches: one in the midst of a turn would be seen."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


class Bridge(ExceptionHandler):
    """Keeps the one screen that stands up to date with the loop's view. `stage` is the widget that holds it, and nothing else.

    `make_screen` builds the screen for a view; the router of `companion.ui.screens` unless told otherwise. `player` makes sounds heard, by default
    those of the machine.
    """

    def __init__(
        self,
        loop: EventLoop,
        stage: FloatLayout,
        make_screen: Callable[..., Screen] = screen_for,
        player: Player | None = None,
    ) -> None:
        """Nothing is shown before `start`."""
        self.loop, self.stage, self._make = loop, stage, make_screen
        self.screen: Screen | None = None
        self._shown: View | None = None
        self._said: tuple[float, Message | Deed] = (-1.0, ())
        self._keys = ScanKeys()
        self._grace = Grace(self._tell_early)
        self._sounds = Sounds(player or Speaker())
        self._blinking = False
        self._bright = True
        # -1 is before the frame that comes next, 0 in the one after: what has changed is seen at once, and between two chores a frame is drawn.
        self._refresh = Clock.create_trigger(self._show_view, -1)
        self._chores = Clock.create_trigger(self._do_chore, 0)
        self._kept = Clock.create_trigger(self._poll, -1)
        # While it is behind only this one goes round, so that a frame is drawn between two rounds.
        self._go_on = Clock.create_trigger(self._go_round, 0)
        self._held = False
        self._failed = False

    def start(self) -> None:
        """Show the first screen and begin to listen."""
        ExceptionManager.add_handler(self)
        self._listen()
        self._show_view()
        Clock.schedule_interval(self._poll, POLLS)
        Window.bind(on_key_down=self._hear_key, on_textinput=self._hear_text)

    def stop(self) -> None:
        """Let go of clock, keyboard and table."""
        ExceptionManager.remove_handler(self)
        Window.unbind(on_key_down=self._hear_key, on_textinput=self._hear_text)
        Clock.unschedule(self._poll)
        Clock.unschedule(self._blink)
        self._grace.forget()
        self._close_loop()

    def take(self, loop: EventLoop) -> None:
        """Go on with another session in the same window; the one before is closed.

        The new one must be open already. Whatever the old one still had to keep has been written when this returns.
        """
        self._close_loop()
        self.loop = loop
        self._listen()
        self.rebuild()

    def reopen(self, opened: Callable[[], EventLoop]) -> None:
        """Go on with another session that wants the journal and the readers of this one, which is closed first."""
        self._close_loop()
        self.loop = opened()
        self._listen()
        self.rebuild()

    def send(self, message: Message | Deed) -> None:
        """Pass a touch's message on, unless it is the same tap once more, or too early for what it answers to have been seen.

        What comes of it is shown by `on_change`, once it is kept: never by who has sent it.
        """
        now, (before, last) = Clock.get_boottime(), self._said
        # The first tap may have changed what lies under the finger, so that its bounce says something else: that is held back, too.
        bouncing = now - before < LOCKED and (message == last or not isinstance(message, QUICK))
        if not bouncing and self._grace.lets(message):
            self._said = (now, message)
            self._say(message)

    def resize(self, width: float, height: float) -> None:
        """Build everything anew for another window, or say that it is too small.

        Also called where the picture was turned by a quarter. The session hears nothing of it.
        """
        try:
            theme.fit(width, height)
        except ScreenFault as fault:
            self._put_dialog(capital(fault.words), "")
            return
        self.rebuild()

    def rebuild(self) -> None:
        """Build the screen of the present view anew."""
        self._failed = False
        self._shown = None
        self._drop_screen()
        self._show_view()

    def handle_exception(self, fault: Exception) -> int:
        """A fault in a screen becomes a dialog; the session is untouched, since it lives elsewhere."""
        if isinstance(fault, (KeyboardInterrupt, SystemExit)):
            return int(ExceptionManager.RAISE)
        self._fail(fault)
        return int(ExceptionManager.PASS)

    def _listen(self) -> None:
        """Hear when something changes, and let nothing keep the next frame waiting for long."""
        self.loop.on_change, self.loop.clock = self._refresh, time.monotonic
        self.loop.on_time_up = self._sounds.time_up
        if self.loop.record is not None:
            # Called by the thread that writes: Kivy's triggers may be pulled from any thread, and the loop is asked in this one.
            self.loop.record.on_kept = self._kept
        if self.loop.host.phones is not None:
            # So that a touch on a phone does not wait for the next regular question.
            self.loop.host.phones.on_news = self._kept

    def _close_loop(self) -> None:
        """Hear nothing more, and let go of the table and the journal once all is written."""
        self.loop.on_change = self.loop.on_time_up = None
        if self.loop.record is not None:
            self.loop.record.on_kept = None
        if self.loop.host.phones is not None:
            self.loop.host.phones.on_news = None
        self.loop.close()
        # The thread that writes may have pulled it just before it was told to be quiet.
        self._kept.cancel()
        self._go_on.cancel()

    def _poll(self, _: float) -> None:
        if not self.loop.behind:
            self._go_round()

    def _go_round(self, *_: float) -> None:
        # Of a clock that only goes forward: setting the time of day must not make anything late or due.
        self.loop.poll(Clock.get_boottime())
        self._catch_up()

    def _say(self, message: Message | Deed) -> None:
        self.loop.send(message)
        self._catch_up()

    def _catch_up(self) -> None:
        """Come again in the next frame where a round was not enough."""
        if self.loop.behind:
            self._go_on()

    def _hear_key(self, _: Any, key: int, code: int | None = None, *rest: Any) -> None:
        """A key went down: what a scanner reads goes to the session past all buttons, and the few keys that mean something go to the screen."""
        now = Clock.get_boottime()
        busy = self._keys.busy(now)
        scan = self._keys.pressed(code, now) if code is not None else None
        if scan is not None:
            # Not by `send`: a scan is no tap, and would hold back the one that follows it.
            self._say(Scanned(scan))
        elif (
            self.screen is not None
            and (meaning := key_of(code))
            and (not busy or self.screen.name_page is not None)
        ):
            self.screen.key(meaning)

    def _hear_text(self, _: Any, typed: str) -> None:
        """Letters were typed on a keyboard, as its layout has them: they go to the name that is asked for, if one is."""
        page = self.screen.name_page if self.screen is not None else None
        if page is not None:
            page.hear_text(typed)

    def _tell_early(self, early: bool) -> None:
        """The foot shows whether what leads on counts yet."""
        if self.screen is not None:
            self.screen.show_early(early)

    def _keep_time(self) -> None:
        """Let lights blink while there are any that do."""
        wanted = self.screen is not None and self.screen.blinks()
        if wanted and not self._blinking:
            self._bright = True
            Clock.schedule_interval(self._blink, BLINKS)
        elif self._blinking and not wanted:
            Clock.unschedule(self._blink)
        self._blinking = wanted

    def _blink(self, _: float) -> None:
        """Light or darken all lights that blink."""
        self._bright = not self._bright
        if self.screen is not None:
            self.screen.blink(self._bright)
        self._keep_time()

    def _show_view(self, *_: Any) -> None:
        """Bring the screen up to date, changing it where the page has changed."""
        view = self.loop.view
        if view == self._shown or self._failed:
            return
        turned = turn(Window, view.preferences)
        if view == self._shown:
            # A window of another size has shown everything anew by itself.
            return
        try:
            # `speak` stands first, since it must be called each time. Words of another language want other room, and so other widgets.
            if (
                speak(view.preferences.language)
                or turned
                or self.screen is None
                or self._shown is None
                or self._shown.page != view.page
            ):
                self._drop_screen()
                self.screen = self._make(view, self.send)
                self.screen.footer.early_touch = self._grace.touched
                self.stage.add_widget(self.screen)
                # Chores wait until the page has been seen once.
                Window.bind(on_flip=self._begin_chores)
            else:
                self.screen.update(view)
            self._shown = view
            lift_from_gone()
            self._sounds.hear(view)
            self._grace.shown(view, self.screen.leads_on())
            self._keep_time()
        # Here as well: the first screen is built before Kivy's loop runs, and with it the handler above.
        except Exception as fault:
            self._fail(fault)

    def hold_chores(self) -> None:
        """Do no chores until `let_chores`: nothing may come between the frames of a first screen."""
        self._held = True

    def let_chores(self) -> None:
        """Do chores from now on, each between two frames."""
        self._held = False
        self._chores()

    def _begin_chores(self, *_: Any) -> None:
        """The screen stands."""
        Window.unbind(on_flip=self._begin_chores)
        if not self._held:
            self._chores()

    def _do_chore(self, _: float) -> None:
        """Between frames: small pictures still to be painted, then screens still to be read, then sounds; after a turn, memory that is no longer used."""
        more = getattr(self.screen, "paint_next", preload_next)
        if more() or (more is not preload_next and preload_next()) or self._sounds.prepare_next():
            self._chores()
        elif self._shown is not None and self._shown.page == SUMMARY:
            _tidy()

    def _drop_screen(self) -> None:
        self.stage.clear_widgets()
        self.screen = None

    def _fail(self, fault: Exception) -> None:
        """Show a dialog in the place of the screen, and the whole trace to whoever reads the log."""
        # What fails while it is drawn does so in every frame: once is enough.
        if self._failed:
            return
        traceback.print_exception(fault, file=sys.stderr)
        frames = traceback.extract_tb(fault.__traceback__)
        place = f" ({frames[-1].filename.rsplit('/', 1)[-1]}:{frames[-1].lineno})" if frames else ""
        self._failed = True
        self._put_dialog(
            text(
                "This page has failed: {fault}. The game itself is unharmed. Touch the "
                "button to see the page again; if it fails again, please report these "
                "words.",
                fault=f"{type(fault).__name__}: {fault}{place}",
            ),
            text("Show it again"),
        )

    def _put_dialog(self, words: Text, button: Text | str) -> None:
        from companion.ui.widgets.button import PRIMARY, PushButton
        from companion.ui.widgets.dialog import Dialog

        self._drop_screen()
        self._shown = None
        buttons = [PushButton(button, self.rebuild, kind=PRIMARY)] if button else []
        self.stage.add_widget(
            Dialog(
                words,
                *buttons,
                warns=True,
                size_hint=(0.94, 0.9),
                pos_hint={"center_x": 0.5, "center_y": 0.5},
            )
        )
