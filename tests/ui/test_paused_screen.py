"""Test a pause by touch, and the seconds left on other pages."""

from __future__ import annotations

import pytest

from companion.session.messages import OpenPage, SetTimer
from companion.session.timing import waits_for_time
from companion.session.view import MENU, PAUSED, PROGRAM
from companion.testing.screen_checks import screen_faults
from tests.ui.readers import LYING, racing
from tests.ui.stand import SIZES, on_stand, settle
from tests.ui.test_hold import hold, wait_until
from tests.ui.test_menu_evening import choice, open_menu


def test_a_pause_is_held_and_a_touch_anywhere_goes_on() -> None:
    """Pause after a held touch only, stop the time, and go on after any touch."""
    loop = racing(("person", "random"), SetTimer(60))
    with on_stand(LYING, loop.view, loop) as stand:
        stand.tap(stand.screen.over.cover)
        open_menu(stand)
        assert stand.screen.header.time.shown.left == 60
        button = choice(stand, "Pause the game")
        stand.tap(button)
        # A button stays down for a moment after the finger is lifted.
        wait_until(lambda: button.filled == 0)
        assert loop.view.page == MENU and waits_for_time(loop.session)
        hold(stand, choice(stand, "Pause the game"), lambda: loop.view.page == PAUSED)
        assert not waits_for_time(loop.session) and screen_faults(stand.screen) == []
        stand.tap(stand.screen.plate)
        assert loop.view.page == PROGRAM and waits_for_time(loop.session)
        open_menu(stand)
        hold(stand, choice(stand, "Pause the game"), lambda: loop.view.page == PAUSED)
        stand.tap(stand.screen.footer.forward)
        assert loop.view.page == PROGRAM


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_pause_and_seconds_are_readable_at_every_size(size: tuple[int, int]) -> None:
    """Cut and cover nothing on the pause page and in heads with seconds."""
    from companion.session.pages.paused import PauseGame

    loop = racing(("person", "random"), SetTimer(60))
    with on_stand(size, loop.view, loop) as stand:
        for page in ("menu", "timer", "history", "table", "doctor", "save"):
            loop.send(OpenPage(page))
            stand.show(loop.view)
            assert stand.screen.header.time is not None, page
            assert screen_faults(stand.screen) == [], page
            stand.tap(stand.screen.footer.back)
        loop.send(PauseGame(True))
        stand.show(loop.view)
        assert screen_faults(stand.screen) == [] and stand.screen.plate.left.text


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_seconds_are_shown_where_a_page_has_no_head(size: tuple[int, int]) -> None:
    """Show the seconds left above crosses, the locked screen and the keyboard."""
    from companion.session.pages.deck import AskName
    from companion.session.pages.save import NameFound
    from companion.session.pages.welcome import StepOn

    opened = {
        "cross": (OpenPage("welcome"), StepOn("next")),
        "locked": (OpenPage("locked"),),
        "save": (OpenPage("save"), NameFound("Fountain Circus", "2026-11-26"), AskName(True)),
    }
    for name, messages in opened.items():
        loop = racing(("person", "random"), SetTimer(60))
        with on_stand(size, loop.view, loop) as stand:
            for message in messages:
                loop.send(message)
            stand.show(loop.view)
            settle()
            said = [str(getattr(one, "text", "")) for one in stand.screen.walk(restrict=True)]
            assert loop.view.page == name and any("60 seconds left" in words for words in said), (
                name
            )
            assert screen_faults(stand.screen) == [], name
