"""Test that the first screen counts as shown only when a frame cannot have been lost."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from companion.app.sd_notify import Notifier
from companion.ui import heartbeat
from companion.ui.heartbeat import SURE, Heartbeat


class Glass:
    """A window that counts requests to draw, and whose frames the test draws and shows."""

    def __init__(self) -> None:
        self.hears: list[Callable[..., None]] = []
        self.hears_of_drawing: list[Callable[..., None]] = []
        self.asked = 0
        self.canvas = SimpleNamespace(ask_update=self._ask)

    def _ask(self) -> None:
        self.asked += 1

    def bind(
        self, on_flip: Callable[..., None], on_draw: Callable[..., None] | None = None
    ) -> None:
        """Add a listener for shown frames, and perhaps one for drawn frames."""
        self.hears.append(on_flip)
        self.hears_of_drawing += [on_draw] if on_draw else []

    def unbind(self, on_flip: Callable[..., None]) -> None:
        """Remove a listener for shown frames."""
        self.hears.remove(on_flip)

    def draw(self) -> None:
        """Report that a frame is about to be drawn."""
        for hear in [*self.hears_of_drawing]:
            hear(self)

    def flip(self) -> None:
        """Report that a frame is about to be shown."""
        for hear in [*self.hears]:
            hear(self)


class Frame:
    """A bridge with a screen and a loop that records whether its chores are held."""

    def __init__(self, screen: object, loop: object = None) -> None:
        self.screen, self.loop, self.held = screen, loop, False

    def hold_chores(self) -> None:
        """Hold chores."""
        self.held = True

    def let_chores(self) -> None:
        """Let chores run again."""
        self.held = False


def test_a_first_screen_on_which_nothing_changes_is_drawn_once_more() -> None:
    """Draw the first screen again, because SDL can lose a frame.

    If it were the only one, the display would stay black until it is touched.
    """
    glass = Glass()
    window: Any = glass
    bridge: Any = Frame(object())
    sign = Heartbeat(window, bridge, Notifier(), lambda _: None)
    sign.expect()
    for frame in range(1, SURE + 1):
        assert glass.asked == frame - 1 and glass.hears
        glass.flip()
    assert glass.asked == SURE - 1 and not glass.hears


def test_a_dialog_in_place_of_the_screen_is_drawn_once_more_too() -> None:
    """Draw a dialog of a failure again too, but do not count it as the first screen."""
    glass = Glass()
    window: Any = glass
    bridge: Any = Frame(None)
    sign = Heartbeat(window, bridge, Notifier(), lambda _: None)
    sign.expect()
    for _ in range(SURE + 2):
        glass.flip()
    assert glass.asked == SURE - 1 and glass.hears


class Signs(Notifier):
    """A notifier that counts the signs of life."""

    count = 0

    def alive(self) -> None:
        """Count a sign."""
        self.count += 1


class Moments:
    """A stand-in for Kivy's clock that records requests in order."""

    def __init__(self) -> None:
        self.beats: list[Callable[[float], None]] = []
        self.later: list[tuple[Callable[[float], None], float]] = []

    def schedule_interval(self, beat: Callable[[float], None], _: float) -> None:
        """Record a repeated call."""
        self.beats.append(beat)

    def schedule_once(self, then: Callable[[float], None], after: float) -> None:
        """Record a single call and its delay."""
        self.later.append((then, after))

    def unschedule(self, _: object) -> None:
        """Ignore the request."""


@pytest.fixture
def moments(monkeypatch: pytest.MonkeyPatch) -> Moments:
    """Replace Kivy's clock, and return the stand-in."""
    made = Moments()
    monkeypatch.setattr(heartbeat, "Clock", made)
    return made


def started(glass: Glass, signs: Notifier) -> Frame:
    """Start a sign of life, and return its bridge."""
    session = SimpleNamespace(config=SimpleNamespace(safe=""), match=None, page="board")
    frame = Frame(object(), SimpleNamespace(session=session))
    window: Any = glass
    bridge: Any = frame
    Heartbeat(window, bridge, signs, lambda _: None).start()
    return frame


def test_the_watchdog_is_not_begun_before_a_frame_is_drawn(moments: Moments) -> None:
    """Send the first sign, which starts the watchdog, only after the first frames.

    On a slow machine they take longer than its limit, and it would restart the app for ever.
    """
    glass, signs = Glass(), Signs()
    started(glass, signs)
    for _ in range(SURE):
        moments.beats[0](0)
        glass.draw()
        assert not signs.count
        glass.flip()
    moments.beats[0](0)
    assert signs.count


def test_a_round_gives_a_sign_at_each_of_its_steps(moments: Moments) -> None:
    """Send a sign after calculating, drawing and showing.

    The watchdog's limit then applies to the longest step, not to their sum.
    """
    glass, signs = Glass(), Signs()
    started(glass, signs)
    for _ in range(SURE):
        glass.flip()
    for step in (lambda: moments.beats[0](0), glass.draw, glass.flip):
        before = signs.count
        step()
        assert signs.count == before + 1


def test_chores_wait_until_the_first_screen_is_shown(moments: Moments) -> None:
    """Hold chores until the first screen is shown, because they would delay it."""
    glass = Glass()
    frame = started(glass, Notifier())
    for _ in range(SURE):
        assert frame.held and not moments.later
        glass.flip()
    ((shown, after),) = moments.later
    assert frame.held and after == 0
    shown(0)
    assert not frame.held
