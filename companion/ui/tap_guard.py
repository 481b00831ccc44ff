"""Ignore touches that come before their page could be read: one rule for all pages and devices.

An instruction must have been on the screen for a chosen time (`Preferences.seen`): otherwise two
people who touch *Done* together would confirm two. A page with something to read is left only after
READING seconds, which start again with every early touch: otherwise somebody who still taps where
*Done* was would never see it. The bridge asks `TapGuard` before it passes a message on. The buttons
of the foot show that they are not ready, and ignore touches (`companion.ui.widgets.button`). Each
ignored touch is answered by a sign beside the finger (`companion.ui.widgets.early_sign`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kivy.clock import Clock
from kivy.core.window import Window

from companion.session.messages import (
    Again,
    BackToSetup,
    CarriedOut,
    Confirm,
    ConfirmRound,
    Message,
)
from companion.session.view import PLAY, View
from companion.signals import Deed

READING: Final = 1.5
"""Seconds for which a page with something to read cannot be left."""
LEAVES: Final = (Confirm, CarriedOut, ConfirmRound, Again, BackToSetup)
"""Messages that confirm an instruction, or leave a page with something to read."""


def is_read(view: View, forward: Message | None) -> bool:
    """Return whether a page must be read before its forward button leaves it.

    `forward` is the message of that button, None without one.
    """
    return view.page != PLAY and isinstance(forward, LEAVES)


class TapGuard:
    """Knows whether the forward button counts yet."""

    def __init__(self, notify: Callable[[bool], object], answer: Callable[[], object]) -> None:
        """Watch no view yet.

        Args:
            notify: Called with whether it is too early, after every view and at the end.
            answer: Called after each touch that came too early.
        """
        self.early = False
        self._notify, self._answer = notify, answer
        self._asked: tuple[object, ...] = ()
        self._seconds, self._read = 0.0, False

    def note_view(self, view: View, forward: Message | None) -> None:
        """Note a new view with the message of its forward button.

        The time starts again where the view asks for something else than before.
        """
        self._read = is_read(view, forward)
        asked = (view.page, view.revision, type(forward))
        if asked != self._asked:
            self._asked = asked
            if self._read:
                self._seconds = READING
            elif isinstance(forward, LEAVES):
                self._seconds = view.preferences.seen / 1000
            else:
                self._seconds = 0.0
            self._begin()
            # The time counts from the first frame that shows the page, which may come late.
            Window.bind(on_flip=self._note_first_frame)
        self._notify(self.early)

    def forget(self) -> None:
        """Stop the time: nothing is shown any more."""
        Clock.unschedule(self._end_wait)
        Window.unbind(on_flip=self._note_first_frame)
        self._asked, self.early = (), False

    def allows(self, message: Message | Deed) -> bool:
        """Return whether a message counts now; an early one is noted as an early touch."""
        if not self.early or not isinstance(message, LEAVES):
            return True
        self.note_early_touch()
        return False

    def note_early_touch(self) -> None:
        """Answer an early touch; on a page to read the whole time starts again."""
        if self.early and self._read:
            self._begin()
        self._answer()

    def _begin(self) -> None:
        Clock.unschedule(self._end_wait)
        self.early = self._seconds > 0
        if self.early:
            Clock.schedule_once(self._end_wait, self._seconds)

    def _note_first_frame(self, *_: Any) -> None:
        Window.unbind(on_flip=self._note_first_frame)
        if self.early:
            self._begin()

    def _end_wait(self, _: float) -> None:
        self.early = False
        self._notify(False)
