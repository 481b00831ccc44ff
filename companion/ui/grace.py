"""Safe fingers: a touch counts only once what it answers could be seen. One rule for every page, and whatever the touch was made with.

An instruction must have been on the screen for as long as is chosen (`Preferences.seen`): else two people who touch *Done* together take two.
A page with something to read is left only after READING seconds, which begin anew with every touch that came too early: else somebody who
still taps where *Done* was would never see it. The bridge asks `Grace` before it passes anything on. The buttons of the foot show that they
are not ready, and take no finger then; how they do it stands in `companion.ui.widgets.button`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kivy.clock import Clock
from kivy.core.window import Window

from companion.session.messages import Again, CarriedOut, Confirm, Message, NewEvening
from companion.session.view import PLAY, View
from companion.signals import Deed

READING: Final = 1.5
"""Seconds for which a page that has something to read cannot be left."""
LEAVES: Final = (Confirm, CarriedOut, Again, NewEvening)
"""What confirms an instruction, or leaves a page that has something to read."""


def is_read(view: View, forward: Message | None) -> bool:
    """Whether a page has something to read before it is left by its button forward; `forward` is what that button says, None for none."""
    return view.page != PLAY and isinstance(forward, LEAVES)


class Grace:
    """Whether what leads on counts yet.

    `tell` is called with whether it is too `early`, whenever a view was shown and when the time is over.
    """

    def __init__(self, tell: Callable[[bool], object]) -> None:
        """Nothing is shown yet."""
        self.early = False
        self._tell = tell
        self._asked: tuple[object, ...] = ()
        self._seconds, self._read = 0.0, False

    def shown(self, view: View, forward: Message | None) -> None:
        """A view has come to the screen, whose button forward says this; the time begins where it asks for something else than before."""
        self._read = is_read(view, forward)
        asked = (view.page, view.step, type(forward))
        if asked != self._asked:
            self._asked = asked
            self._seconds = (
                READING
                if self._read
                else view.preferences.seen / 1000
                if isinstance(forward, LEAVES)
                else 0.0
            )
            self._begin()
            # It counts from when it can be seen; a frame may take its time.
            Window.bind(on_flip=self._seen)
        self._tell(self.early)

    def forget(self) -> None:
        """Nothing is shown any more."""
        Clock.unschedule(self._ripen)
        Window.unbind(on_flip=self._seen)
        self._asked, self.early = (), False

    def lets(self, message: Message | Deed) -> bool:
        """Whether this counts now; where it comes too early, that was a touch that came too early."""
        if not self.early or not isinstance(message, LEAVES):
            return True
        self.touched()
        return False

    def touched(self) -> None:
        """Somebody has touched too early: who has something to read gets the whole time again."""
        if self.early and self._read:
            self._begin()

    def _begin(self) -> None:
        Clock.unschedule(self._ripen)
        self.early = self._seconds > 0
        if self.early:
            Clock.schedule_once(self._ripen, self._seconds)

    def _seen(self, *_: Any) -> None:
        Window.unbind(on_flip=self._seen)
        if self.early:
            self._begin()

    def _ripen(self, _: float) -> None:
        self.early = False
        self._tell(False)
