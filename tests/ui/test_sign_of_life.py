"""The first screen counts as reached only when it cannot have been lost on its way to the display."""
from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from companion.app.sd_notify import Notifier
from companion.ui import sign_of_life
from companion.ui.sign_of_life import SURE, SignOfLife


class Glass:
    """A window that draws when it is asked to; the first frame goes nowhere, as without a desktop."""

    def __init__(self) -> None:
        """Dark."""
        self.hears: list[Callable[..., None]] = []
        self.asked = 0
        self.canvas = SimpleNamespace(ask_update=self._ask)

    def _ask(self) -> None:
        self.asked += 1

    def bind(self, on_flip: Callable[..., None]) -> None:
        """Somebody wants to know of every frame."""
        self.hears.append(on_flip)

    def unbind(self, on_flip: Callable[..., None]) -> None:
        """No more."""
        self.hears.remove(on_flip)

    def flip(self) -> None:
        """A frame."""
        for hear in [*self.hears]:
            hear(self)


def test_a_first_screen_on_which_nothing_changes_is_drawn_once_more() -> None:
    """Else the frame that SDL loses would be the only one, and the display black until somebody touches it."""
    glass = Glass()
    opened: Any = (glass, SimpleNamespace(screen=object()))
    sign = SignOfLife(*opened, Notifier(), lambda: None)
    sign.expect()
    for frame in range(1, SURE + 1):
        assert glass.asked == frame - 1 and glass.hears
        glass.flip()
    assert glass.asked == SURE - 1 and not glass.hears


def test_a_dialog_in_place_of_the_screen_is_drawn_once_more_too() -> None:
    """Somebody must be able to read why the screen has failed; it is no first screen all the same."""
    glass = Glass()
    opened: Any = (glass, SimpleNamespace(screen=None))
    sign = SignOfLife(*opened, Notifier(), lambda: None)
    sign.expect()
    for _ in range(SURE + 2):
        glass.flip()
    assert glass.asked == SURE - 1 and glass.hears


class Signs(Notifier):
    """Counts the signs of life."""

    count = 0

    def alive(self) -> None:
        """One more."""
        self.count += 1


def test_the_watchdog_is_not_begun_before_a_frame_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its first sign begins it: a slow machine whose first frames take longer than it waits would be started again for ever."""
    beats: list[Callable[[float], None]] = []
    clock = SimpleNamespace(schedule_interval=lambda beat, _: beats.append(beat), schedule_once=lambda *_: None, unschedule=lambda _: None)
    monkeypatch.setattr(sign_of_life, "Clock", clock)
    session = SimpleNamespace(house=SimpleNamespace(safe=""), match=None, page="board")
    glass, signs = Glass(), Signs()
    opened: Any = (glass, SimpleNamespace(screen=object(), loop=SimpleNamespace(session=session)))
    SignOfLife(*opened, signs, lambda: None).start()
    for _ in range(SURE):
        beats[0](0)
        assert not signs.count
        glass.flip()
    beats[0](0)
    assert signs.count == 1
