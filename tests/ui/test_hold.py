"""Controls to be held: the sign of the menu and the lock of the screen.

Too short a hold, a slide or a touch elsewhere does nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.session.messages import ClosePage, OpenPage
from companion.testing.screen_checks import screen_faults
from tests.scenes import view_of
from tests.ui.menus import locked, playback, with_way_back
from tests.ui.stand import SIZES, Stand, on_stand, settle

LYING = SIZES[0]
PATIENCE = 2000


def wait_until(true: Callable[[], object]) -> None:
    """Let the app run until a condition holds; fail if it never does."""
    for _ in range(PATIENCE):
        if true():
            return
        settle(1)
    raise AssertionError("that never came")


def hold(stand: Stand, widget: Any, done: Callable[[], object]) -> None:
    """Keep a finger on a widget until a condition holds, then lift it."""
    finger = stand.finger(widget)
    wait_until(done)
    finger.touch_up()
    settle()


def test_the_menu_opens_when_its_sign_is_held() -> None:
    """Fill the ring while the finger stays; open the menu once when it is full."""
    with on_stand(LYING, with_way_back(playback())) as stand:
        sign = stand.screen.header.menu
        finger = stand.finger(sign)
        wait_until(lambda: 0 < sign.filled < 1)
        assert stand.said == [], "a ring that is not full does nothing yet"
        wait_until(lambda: stand.said)
        finger.touch_up()
        # A button stays down for a moment after the finger is lifted.
        wait_until(lambda: sign.filled == 0)
        assert stand.heard() == [OpenPage("menu")]


def test_a_short_touch_says_that_it_is_to_be_held() -> None:
    """Send nothing, empty the ring, and show "hold" for a while."""
    with on_stand(LYING, with_way_back(playback())) as stand:
        sign = stand.screen.header.menu
        stand.tap(sign)
        # A button stays down for a moment, which makes a quick touch visible.
        wait_until(lambda: sign.filled == 0)
        assert stand.heard() == []
        assert sign.bubble.opacity == 1 and sign.bubble.words.text == "hold"
        wait_until(lambda: sign.bubble.opacity == 0)
        assert stand.heard() == []


def test_a_finger_that_slides_off_has_let_go() -> None:
    """Send nothing after a slide off the sign, even with a return onto it."""
    with on_stand(LYING, with_way_back(playback())) as stand:
        sign = stand.screen.header.menu
        finger = stand.finger(sign)
        wait_until(lambda: sign.filled > 0)
        finger.touch_move(sign.x - 80, sign.y - 80)
        assert sign.state == "normal" and sign.filled == 0
        finger.touch_move(sign.x + 20, sign.y + 20)
        finger.touch_up()
        settle(60)
        assert stand.heard() == []


def test_a_screen_that_goes_takes_the_hold_with_it() -> None:
    """Stop the ring of a screen that is no longer shown."""
    with on_stand(LYING, with_way_back(playback())) as stand:
        sign = stand.screen.header.menu
        stand.finger(sign)
        wait_until(lambda: sign.filled > 0)
        stand.show(view_of("summary"))
        wait_until(lambda: sign.filled == 1)
        assert stand.heard() == []


def test_the_sign_is_there_only_where_the_menu_can_be_opened() -> None:
    """Show the sign only where the menu can be opened, with room for the title."""
    with on_stand(LYING, view_of("board")) as stand:
        assert stand.screen.header.menu is None
    view = with_way_back(playback())
    with on_stand(LYING, view) as stand:
        header = stand.screen.header
        assert (
            header.title.x + header.title.width <= header.menu.x
            and header.menu.x + header.menu.width <= header.table.x + 1
        )
        stand.show(view._replace(menu=False))
        assert stand.screen.header.menu is None


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_locked_screen_is_unlocked_by_holding_its_button(size: tuple[int, int]) -> None:
    """Show readable words, and send the view's message after a hold of the button."""
    with on_stand(size, locked()) as stand:
        assert screen_faults(stand.screen) == []
        hold(stand, stand.screen.calm.unlock, lambda: stand.said)
        assert stand.heard() == [ClosePage("locked")]


def test_wiping_the_locked_screen_does_nothing() -> None:
    """Ignore taps and wipes all over the screen, and a tap on the button."""
    with on_stand(LYING, locked()) as stand:
        unlock = stand.screen.calm.unlock
        for x in range(20, 800, 60):
            for y in range(20, 480, 60):
                stand.tap((float(x), float(y)))
        stand.drag((10.0, 10.0), (790.0, 470.0), (10.0, 470.0), (790.0, 10.0))
        stand.drag(unlock, (790.0, 10.0))
        stand.tap(unlock)
        settle(30)
        assert stand.heard() == [] and unlock.filled == 0
