"""Connect session and screen: touches go to the loop, changed views come to the screen.

Nothing is drawn while nothing changes. The loop is polled twenty times a second, immediately after
something was saved or a phone was touched, and in every frame while it is behind. Only a view that
differs reaches the screen. Nothing ticks unless the screen shows blinking lock lights.
"""

from __future__ import annotations

import ctypes
import gc
import math
import os
import sys
import time
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from kivy.base import ExceptionHandler, ExceptionManager
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.input import MotionEvent
from kivy.uix.floatlayout import FloatLayout

from companion.app.loop import EventLoop
from companion.errors import ScreenError
from companion.folders import state_folder
from companion.named_tuples import NamedTuple
from companion.session.messages import Message, ShowNotice
from companion.session.preferences import SILENT
from companion.session.view import EVERYBODY, SUMMARY, View
from companion.signals import Deed, InsertCard, Scanned, TakeCard
from companion.ui import theme
from companion.ui.i18n import set_language
from companion.ui.keys import ScanKeys, key_of
from companion.ui.rotation import Turning, rotate
from companion.ui.screens import preload_next, screen_for
from companion.ui.screens.base import Screen
from companion.ui.sounds import SoundPlayer, Sounds, Speaker
from companion.ui.tap_guard import TapGuard
from companion.ui.widgets.button import PRIMARY, PushButton
from companion.ui.widgets.fingers import lift_from_gone
from companion.words import Text, capital, text

if TYPE_CHECKING:
    from companion.speech.voices import Voice
    from companion.ui.speech import Speech
    from companion.ui.widgets.early_sign import EarlySign

POLLS: Final = 1 / 20
"""Seconds between two polls of the table."""
LOCKED: Final = 0.25
"""Seconds after a tap in which another tap counts as bounce (hardware facts, section 10)."""
BLINKS: Final = 1 / 4
"""Seconds that a blinking light is on, and then off: two blinks a second."""
QUICK: Final = (InsertCard, TakeCard)
"""Messages that people send in quick succession; only an identical one is dropped."""


class _Sent(NamedTuple):
    """The last message that a touch has sent."""

    time: float = -1.0
    message: Message | Deed = ()
    screen: Screen | None = None
    """The screen that was touched."""
    place: tuple[float, float] | None = None
    """The place of the finger, None for a key."""


def _return_memory() -> None:
    """Return freed memory to the system: the C library keeps some 80 MB after the first screens."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


class ScreenBridge(ExceptionHandler):
    """Keeps the current screen up to date with the loop's view."""

    def __init__(
        self,
        loop: EventLoop,
        stage: FloatLayout,
        make_screen: Callable[..., Screen] = screen_for,
        player: SoundPlayer | None = None,
        voice: Voice | None = None,
    ) -> None:
        """Prepare the bridge; nothing is shown before `start`.

        Args:
            loop: The event loop of the session.
            stage: The widget that holds the screen and nothing else.
            make_screen: Builds the screen for a view.
            player: Plays sounds, by default through the mixer of the machine.
            voice: Says instructions, by default that of espeak-ng.
        """
        self.loop, self.stage, self._make = loop, stage, make_screen
        self.screen: Screen | None = None
        self._shown: View | None = None
        self._sent = _Sent()
        self._finger: tuple[float, float] | None = None
        """The last place of a finger, None after a key."""
        self._early_sign: EarlySign | None = None
        self._keys = ScanKeys()
        self._tap_guard = TapGuard(self._show_early, self._answer_early_touch)
        self._player = player or Speaker()
        self._sounds = Sounds(self._player)
        self._voice = voice
        self._speech: Speech | None = None
        self._blinking = False
        self._bright = True
        # A trigger of -1 fires before the next frame, 0 in the one after: changes are shown
        # immediately, and between two chores a frame is drawn.
        self._refresh = Clock.create_trigger(self._show_view, -1)
        self._chores = Clock.create_trigger(self._do_chore, 0)
        self._kept = Clock.create_trigger(self._poll, -1)
        # While the loop is behind only this trigger runs, so that a frame is drawn between two
        # rounds.
        self._go_on = Clock.create_trigger(self._go_round, 0)
        self._turning = Turning(Window, self._turn, self._refuse_finger)
        self._faced, self._faced_page = EVERYBODY, ""
        self._successor_state: Any = None
        self._prepared = False
        self._held = False
        self._failed = False

    def start(self) -> None:
        """Show the first screen and begin to listen."""
        ExceptionManager.add_handler(self)
        self._listen()
        self._show_view()
        Clock.schedule_interval(self._poll, POLLS)
        Window.bind(
            on_key_down=self._hear_key,
            on_textinput=self._hear_text,
            on_touch_down=self._note_finger,
            on_touch_up=self._note_finger,
        )
        self._turning.start()

    def stop(self) -> None:
        """Release clock, keyboard and table."""
        ExceptionManager.remove_handler(self)
        Window.unbind(
            on_key_down=self._hear_key,
            on_textinput=self._hear_text,
            on_touch_down=self._note_finger,
            on_touch_up=self._note_finger,
        )
        self._turning.stop()
        Clock.unschedule(self._poll)
        Clock.unschedule(self._blink)
        self._tap_guard.forget()
        if self._speech is not None:
            self._speech.close()
        self._close_loop()

    def take(self, loop: EventLoop) -> None:
        """Go on with another session in the same window and close the one before.

        The new session must be open already. Everything that the old one had to save is written
        when this returns.
        """
        self.reopen(lambda: loop)

    def reopen(self, opened: Callable[[], EventLoop]) -> None:
        """Go on with another session that needs the journal and the readers of this one.

        This session is closed before the other is opened.
        """
        self._close_loop()
        self.loop = opened()
        self._listen()
        self.rebuild()

    def send(self, message: Message | Deed) -> None:
        """Pass on the message of a touch, unless it is a bounce or comes too early.

        The result is shown by `on_change` after it is saved, never by the sender. A second touch
        that would have done something else is answered by the sign for early touches.
        """
        now, last = Clock.get_boottime(), self._sent
        if now - last.time < LOCKED and message == last.message:
            return
        if now - last.time < LOCKED and self._may_bounce(message):
            self._answer_early_touch()
        elif self._tap_guard.allows(message):
            self._sent = _Sent(now, message, self.screen, self._finger)
            self._say(message)

    def resize(self, width: float, height: float) -> None:
        """Rebuild the screen for another window size, or say that the window is too small.

        Also called after a quarter turn of the picture. The session is not informed.
        """
        try:
            theme.fit(width, height)
        except ScreenError as fault:
            self._put_dialog(capital(fault.words), "")
            return
        # Its letters have the size of the window before.
        self._early_sign = None
        self.rebuild()

    def rebuild(self) -> None:
        """Rebuild the screen of the current view."""
        self._failed = False
        self._shown = None
        self._drop_screen()
        self._show_view()

    def handle_exception(self, fault: Exception) -> int:
        """Show a dialog for an error in a screen; the session goes on."""
        if isinstance(fault, (KeyboardInterrupt, SystemExit)):
            return int(ExceptionManager.RAISE)
        self._fail(fault)
        return int(ExceptionManager.PASS)

    def _listen(self) -> None:
        """Listen to changes of the loop, of the record and of the phones."""
        self._sounds.forget()
        self.loop.on_change, self.loop.clock = self._refresh, time.monotonic
        self.loop.on_time_up = self._sounds.time_up
        if self.loop.record is not None:
            # The writing thread calls this. Kivy's triggers may be called from any thread; the loop
            # is polled in this one.
            self.loop.record.on_kept = self._kept
        if self.loop.host.phones is not None:
            # A touch on a phone does not wait for the next regular poll.
            self.loop.host.phones.on_news = self._kept

    def _close_loop(self) -> None:
        """Stop listening, and close the table and the journal once everything is written."""
        self.loop.on_change = self.loop.on_time_up = None
        if self.loop.record is not None:
            self.loop.record.on_kept = None
        if self.loop.host.phones is not None:
            self.loop.host.phones.on_news = None
        self.loop.close()
        # The writing thread may have called the trigger just before it was detached.
        self._kept.cancel()
        self._go_on.cancel()

    def _poll(self, _: float) -> None:
        # It may be behind by a message that did not come through the bridge.
        if self.loop.behind:
            self._go_on()
        else:
            self._go_round()

    def _go_round(self, *_: float) -> None:
        # A clock that only goes forward: setting the time of day must make nothing late or due.
        self.loop.poll(Clock.get_boottime())
        self._catch_up()

    def _may_bounce(self, message: Message | Deed) -> bool:
        """Return whether another message so soon may come from a tap that arrived twice.

        The first tap may have changed what is under the finger. A finger elsewhere on the same
        screen is another one, so that two people can touch at once.
        """
        last = self._sent
        if isinstance(message, QUICK):
            return False
        if self.screen is not last.screen or self._finger is None or last.place is None:
            return True
        return math.dist(self._finger, last.place) < theme.u(theme.TOUCH)

    def _note_finger(self, _: Any, touch: MotionEvent) -> None:
        """Note where a finger is, before any widget hears of it."""
        self._finger = touch.pos

    def _refuse_finger(self, touch: MotionEvent) -> None:
        """Answer a finger that was aimed at the picture before it turned."""
        self._finger = touch.pos
        self._answer_early_touch()

    def _answer_early_touch(self) -> None:
        """Say beside the finger that it came too early; after a key, at the forward button."""
        if self.screen is None:
            return
        if self._early_sign is None:
            # Imported late, since the first screen does not need it.
            from companion.ui.widgets.early_sign import EarlySign

            self._early_sign = EarlySign()
        if self._early_sign.parent is None:
            self.stage.add_widget(self._early_sign)
        self._early_sign.show_at(self._finger or self.screen.footer.forward.center, self.stage)
        self._sounds.refuse()

    def _say(self, message: Message | Deed) -> None:
        self.loop.send(message)
        self._catch_up()

    def _catch_up(self) -> None:
        """Poll again in the next frame where one round was not enough."""
        if self.loop.behind:
            self._go_on()

    def _hear_key(self, _: Any, key: int, code: int | None = None, *rest: Any) -> None:
        """Send scans to the session, past all buttons, and the few known keys to the screen."""
        self._finger = None
        now = Clock.get_boottime()
        busy = self._keys.busy(now)
        scan = self._keys.add_key(code, now) if code is not None else None
        if scan is not None:
            # Not by `send`: a scan is no tap, and would hold back the tap that follows it.
            self._say(Scanned(scan))
        elif (
            self.screen is not None
            and (meaning := key_of(code))
            and (not busy or self.screen.name_page is not None)
        ):
            self.screen.key(meaning)
            self._turn()

    def _hear_text(self, _: Any, typed: str) -> None:
        """Pass typed letters, in the layout of the keyboard, to the page that asks for a name."""
        page = self.screen.name_page if self.screen is not None else None
        if page is not None:
            page.hear_text(typed)

    def _show_early(self, early: bool) -> None:
        """Show in the foot whether the forward button counts yet."""
        if self.screen is not None:
            self.screen.show_early(early)

    def _keep_time(self) -> None:
        """Let lights blink as long as the screen has blinking ones."""
        wanted = self.screen is not None and self.screen.blinks()
        if wanted and not self._blinking:
            self._bright = True
            Clock.schedule_interval(self._blink, BLINKS)
        elif self._blinking and not wanted:
            Clock.unschedule(self._blink)
        self._blinking = wanted

    def _blink(self, _: float) -> None:
        """Switch all blinking lights on or off."""
        self._bright = not self._bright
        if self.screen is not None:
            self.screen.blink(self._bright)
        self._keep_time()

    def _show_view(self, *_: Any) -> None:
        """Update the screen, or replace it where the page has changed."""
        view = self.loop.view
        if view == self._shown or self._failed:
            return
        if view.page != self._faced_page:
            self._face(view)
        turned = rotate(Window, view.preferences, view.turns.get(self._faced, 0))
        if view == self._shown:
            # A window of another size has already rebuilt the screen.
            return
        try:
            # Language and look come first, since they must be set each time. Others need other
            # room or have other colours, and so other widgets.
            translated = set_language(view.preferences.language)
            repainted = theme.use_look(view.preferences.look)
            Window.clearcolor = theme.NIGHT
            if (
                translated
                or repainted
                or turned
                or self.screen is None
                or self._shown is None
                or self._shown.page != view.page
            ):
                self._drop_screen()
                state, self._successor_state = self._successor_state, None
                if state is None:
                    self.screen = self._make(view, self.send)
                else:
                    self.screen = self._make(view, self.send, state)
                self.screen.footer.early_touch = self._tap_guard.note_early_touch
                self.screen.play_effects = self._sounds.play_effects
                self.stage.add_widget(self.screen)
                # Chores wait until the page was drawn once.
                Window.bind(on_flip=self._begin_chores)
            else:
                self.screen.update(view)
            before, self._shown = self._shown, view
            lift_from_gone()
            self._sounds.hear(view)
            if self._speech is not None or view.preferences.speech != SILENT:
                self._speak(view, before)
            self._tap_guard.note_view(view, self.screen.leads_on())
            self._keep_time()
            self._turn()
        # Needed here too: the first screen is built before Kivy's loop runs and calls the handler.
        except Exception as fault:
            self._fail(fault)

    def _face(self, view: View) -> None:
        """Turn the picture with a new page, so that it is built once only."""
        self._faced_page = view.page
        if view.seat is None or self._turning.has_fingers:
            return
        if view.turns.get(view.seat, 0) != view.turns.get(self._faced, 0):
            self._turning.note_turn()
        self._faced = view.seat

    def _turn(self) -> None:
        """Turn the picture to the seat that the screen concerns; its own pages stay open.

        It stays while a finger is down or somebody types.
        """
        screen, view = self.screen, self._shown
        if screen is None or view is None or screen.seat is None:
            return
        turn = view.turns.get(screen.seat, 0)
        if turn == view.turns.get(self._faced, 0):
            self._faced = screen.seat
        elif not self._turning.has_fingers and not screen.is_typing:
            self._faced, self._successor_state = screen.seat, screen.own_state
            self._turning.note_turn()
            rotate(Window, view.preferences, turn)
            if self.screen is screen:
                # From upright to upside down the window keeps its size.
                self.rebuild()

    def _speak(self, view: View, before: View | None) -> None:
        """Let the screen say what it shows; nothing of that is loaded before somebody wants it."""
        if self._speech is None:
            from companion.speech.sherpa import BestVoice, voices_folder
            from companion.ui.speech import Speech

            voices = voices_folder(os.environ, self.loop.host.folder or state_folder())
            self._speech = Speech(
                self._player,
                self._voice or BestVoice(voices),
                lambda words: self.loop.send(ShowNotice(words)),
            )
        chosen = before is not None and before.preferences.speech != view.preferences.speech
        self._speech.hear(view, chosen)

    def hold_chores(self) -> None:
        """Hold chores until `let_chores`: none may come between the frames of a first screen."""
        self._held = True

    def let_chores(self) -> None:
        """Do chores from now on, each between two frames."""
        self._held = False
        self._chores()

    def _begin_chores(self, *_: Any) -> None:
        """Begin chores after the first frame of a page."""
        Window.unbind(on_flip=self._begin_chores)
        if not self._held:
            self._chores()

    def _do_chore(self, _: float) -> None:
        """Do one chore: paint a small picture, preload a screen, prepare sounds, or free memory.

        Memory is freed once after the first screen, and after each turn.
        """
        more = getattr(self.screen, "paint_next", preload_next)
        if more() or (more is not preload_next and preload_next()) or self._sounds.prepare_next():
            self._chores()
        elif not self._prepared:
            self._prepared = True
            _return_memory()
        elif self._shown is not None and self._shown.page == SUMMARY:
            # While nothing moves and people read; survivors are left out of later collections.
            gc.unfreeze()
            gc.collect()
            gc.freeze()
            _return_memory()

    def _drop_screen(self) -> None:
        self.stage.clear_widgets()
        # Another look or size of the window needs another one.
        self._early_sign = None
        self.screen = None

    def _fail(self, fault: Exception) -> None:
        """Show a dialog in place of the screen and write the trace to the log."""
        # An error while drawing comes back in every frame: one report is enough.
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
