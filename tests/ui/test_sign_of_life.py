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
        self.hears_of_drawing: list[Callable[..., None]] = []
        self.asked = 0
        self.canvas = SimpleNamespace(ask_update=self._ask)

    def _ask(self) -> None:
        self.asked += 1

    def bind(
        self, on_flip: Callable[..., None], on_draw: Callable[..., None] | None = None
    ) -> None:
        """Somebody wants to know of every frame."""
        self.hears.append(on_flip)
        self.hears_of_drawing += [on_draw] if on_draw else []

    def unbind(self, on_flip: Callable[..., None]) -> None:
        """No more."""
        self.hears.remove(on_flip)

    def draw(self) -> None:
        """A frame is about to be drawn."""
        for hear in [*self.hears_of_drawing]:
            hear(self)

    def flip(self) -> None:
        """A frame is about to be shown."""
        for hear in [*self.hears]:
            hear(self)


class Frame:
    """A bridge that holds its chores, shows this screen, and has this loop."""

    def __init__(self, screen: object, loop: object = None) -> None:
        """Nothing is held yet."""
        self.screen, self.loop, self.held = screen, loop, False

    def hold_chores(self) -> None:
        """No chores for now."""
        self.held = True

    def let_chores(self) -> None:
        """Chores again."""
        self.held = False


def test_a_first_screen_on_which_nothing_changes_is_drawn_once_more() -> None:
    """Else the frame that SDL loses would be the only one, and the display black until somebody touches it."""
    glass = Glass()
    window: Any = glass
    bridge: Any = Frame(object())
    sign = SignOfLife(window, bridge, Notifier(), lambda _: None)
    sign.expect()
    for frame in range(1, SURE + 1):
        assert glass.asked == frame - 1 and glass.hears
        glass.flip()
    assert glass.asked == SURE - 1 and not glass.hears


def test_a_dialog_in_place_of_the_screen_is_drawn_once_more_too() -> None:
    """Somebody must be able to read why the screen has failed; it is no first screen all the same."""
    glass = Glass()
    window: Any = glass
    bridge: Any = Frame(None)
    sign = SignOfLife(window, bridge, Notifier(), lambda _: None)
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


class Moments:
    """Kivy's clock, by hand: what was asked of it, in order."""

    def __init__(self) -> None:
        """Nothing is asked yet."""
        self.beats: list[Callable[[float], None]] = []
        self.later: list[tuple[Callable[[float], None], float]] = []

    def schedule_interval(self, beat: Callable[[float], None], _: float) -> None:
        """Again and again."""
        self.beats.append(beat)

    def schedule_once(self, then: Callable[[float], None], after: float) -> None:
        """Once."""
        self.later.append((then, after))

    def unschedule(self, _: object) -> None:
        """No more."""


@pytest.fixture
def moments(monkeypatch: pytest.MonkeyPatch) -> Moments:
    """Stand in for Kivy's clock."""
    made = Moments()
    monkeypatch.setattr(sign_of_life, "Clock", made)
    return made


def started(glass: Glass, signs: Notifier) -> Frame:
    """A sign of life that has begun, and its bridge."""
    session = SimpleNamespace(house=SimpleNamespace(safe=""), match=None, page="board")
    frame = Frame(object(), SimpleNamespace(session=session))
    window: Any = glass
    bridge: Any = frame
    SignOfLife(window, bridge, signs, lambda _: None).start()
    return frame


def test_the_watchdog_is_not_begun_before_a_frame_is_drawn(moments: Moments) -> None:
    """Its first sign begins it: a slow machine whose first frames take longer than it waits would be started again for ever."""
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
    """What takes long is worked out, drawn and shown: the watchdog waits for the longest of the three, and not for their sum."""
    glass, signs = Glass(), Signs()
    started(glass, signs)
    for _ in range(SURE):
        glass.flip()
    for step in (lambda: moments.beats[0](0), glass.draw, glass.flip):
        before = signs.count
        step()
        assert signs.count == before + 1


def test_chores_wait_until_the_first_screen_is_shown(moments: Moments) -> None:
    """A picture that is painted between its frames would be waited for by everybody at the table."""
    glass = Glass()
    frame = started(glass, Notifier())
    for _ in range(SURE):
        assert frame.held and not moments.later
        glass.flip()
    ((shown, after),) = moments.later
    assert frame.held and after == 0
    shown(0)
    assert not frame.held
