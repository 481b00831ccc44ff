"""The doctor by touch: readable pages, the field that counts taps, buttons, safe mode's exit."""

from __future__ import annotations

from typing import Any

import pytest

from companion.app.loop import EventLoop
from companion.gallery.computer import DOCTOR_SCENES, ILL, SAVED, WELL, Away
from companion.gallery.race import session_after
from companion.session.commands import CheckResult
from companion.session.messages import ClosePage, OpenPage, StartAsUsual
from companion.session.pages.doctor import (
    AskDoctor,
    DoctorPage,
    HealthExamined,
    SaveBundle,
    TapsCounted,
)
from companion.session.pages.table import OpenTable
from companion.session.view import BOARD, DOCTOR, TABLE
from companion.testing.screen_checks import screen_faults
from companion.ui.theme import u
from companion.words import text, verbatim
from tests.recorded import recorded
from tests.scenes import view_of
from tests.ui.stand import SIZES, Stand, button, on_stand, settle

LYING = SIZES[0]
LATER = 0.3
"""Seconds between two taps of a quick finger."""


def called() -> EventLoop:
    """Return a session with all kinds of findings, and no background work."""
    loop = session_after()
    loop.host.background = Away()
    loop.send(OpenPage("doctor"))
    loop.send(HealthExamined((*WELL, *ILL)))
    return loop


def down(stand: Stand, number: int, shift: float = 0.0, after: float = 0.0) -> Any:
    """Return the finger of a numbered tap, shifted in pixels and late in seconds.

    The times are those of a fast machine.
    """
    from kivy.tests.common import UnitTestTouch

    field = stand.screen.panel.field
    finger = UnitTestTouch(field.x + field.width / 2 + shift, field.y + field.height / 2)
    finger.time_start = 1000.0 + number * LATER + after
    finger.touch_down()
    return finger


def tap(stand: Stand, number: int, shift: float = 0.0, after: float = 0.0) -> None:
    """Make a whole tap with this number, shifted and late as for `down`."""
    down(stand, number, shift, after).touch_up()
    settle()


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", DOCTOR_SCENES)
def test_every_scene_is_readable_and_large_enough(name: str, size: tuple[int, int]) -> None:
    """Show every scene without small or overlapping targets, overflow or cut words."""
    with on_stand(size, view_of(name)) as stand:
        assert screen_faults(stand.screen) == []


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_fullest_page_is_readable(size: tuple[int, int]) -> None:
    """Show forty long findings in safe mode with a notice, and scroll to the last."""
    words, remedy = (
        verbatim("Something is not as it should be at /var/lib/clockwork-derby. " * 3),
        verbatim("Do this. " * 9),
    )
    long = tuple(
        CheckResult("x", text("Installation"), state, words, remedy)
        for state in ("bad", "note", "fine")
        for _ in range(13)
    )
    view = view_of("doctor-safe")
    assert isinstance(view.body, DoctorPage)
    loop = called()
    loop.send(HealthExamined(long))
    full = loop.view.body
    assert isinstance(full, DoctorPage)
    with on_stand(
        size,
        view._replace(
            body=view.body._replace(rows=full.rows, verdict=verbatim("13 problems")), notice=SAVED
        ),
    ) as stand:
        assert screen_faults(stand.screen) == []
        panel, notice = stand.screen.panel, stand.screen.notice
        assert notice.y + notice.height <= panel.y and panel.scroll_list.beyond > 0
        panel.scroll_list.offset = panel.scroll_list.beyond
        settle()
        assert screen_faults(stand.screen) == []


def test_it_is_opened_from_the_table_test_and_led_by_touch() -> None:
    """Open, check again, save and close by touch, and return to the table test."""
    loop = session_after(OpenTable())
    loop.host.background = Away()
    with on_stand(LYING, loop.view, loop) as stand:
        stand.tap(button(stand.screen, "Doctor"))
        assert stand.heard() == [OpenPage("doctor")] and stand.screen.view.page == DOCTOR
        assert button(stand.screen, "Check again").disabled
        stand.tap(button(stand.screen, "Check again"))
        assert stand.heard() == []
        loop.send(HealthExamined(WELL))
        stand.show(loop.view)
        stand.tap(button(stand.screen, "Check again"))
        stand.tap(button(stand.screen, "Fault bundle"))
        assert stand.heard() == [
            AskDoctor(),
            SaveBundle(),
        ] and stand.screen.notice.words.text == recorded("being-written")
        stand.tap(button(stand.screen, "Close"))
        assert stand.heard() == [ClosePage("doctor")] and stand.screen.view.page == TABLE


def test_safe_mode_is_left_by_its_button() -> None:
    """Leave safe mode by a button that exists only there."""
    with on_stand(LYING, view_of("doctor-safe")) as stand:
        stand.tap(button(stand.screen, "Start as usual"))
        assert stand.heard() == [StartAsUsual()]
    with on_stand(LYING, view_of("doctor-fine")) as stand, pytest.raises(LookupError):
        button(stand.screen, "Start as usual")


def test_ten_taps_count_ten() -> None:
    """Count taps as they arrive; report ten, and then start again. Findings stay scrolled."""
    loop = called()
    with on_stand(LYING, loop.view, loop) as stand:
        field = stand.screen.panel.field
        for number in range(1, 10):
            tap(stand, number)
            assert field.count.text == str(number) and stand.said == []
        tap(stand, 10)
        assert stand.heard() == [TapsCounted(10, 0)]
        assert any(str(row.title) == "Taps" and row.state == "fine" for row in loop.view.body.rows)
        assert stand.screen.panel.field is field
        tap(stand, 11)
        assert field.count.text == "1"


def test_the_last_finger_may_slide_off_the_field() -> None:
    """End the ten taps with the last finger's lift, wherever it is; ignore other fingers."""
    loop = called()
    with on_stand(LYING, loop.view, loop) as stand:
        for number in range(1, 10):
            tap(stand, number)
        finger, panel = down(stand, 10), stand.screen.panel
        stand.tap(panel.verdict)
        finger.touch_move(panel.scroll_list.x + 30, panel.scroll_list.y + 30)
        assert stand.said == []
        finger.touch_up()
        assert stand.heard() == [TapsCounted(10, 0)]
        tap(stand, 11)
        assert panel.field.count.text == "1" and stand.heard() == []


def test_taps_that_arrive_twice_are_found() -> None:
    """Find taps that two input providers report, close in time and place."""
    loop = called()
    with on_stand(LYING, loop.view, loop) as stand:
        for number in range(1, 11):
            tap(stand, number)
            if number % 2:
                tap(stand, number, shift=3, after=0.02)
        assert stand.heard() == [TapsCounted(10, 5)]
        assert stand.screen.panel.verdict.text.endswith("problems")
        assert loop.view.body.rows[-1].state == "fine"


@pytest.mark.parametrize(
    ("shift", "after"), [(0.0, 0.12), (100.0, 0.02)], ids=["later", "elsewhere"]
)
def test_quick_fingers_are_no_doubles(shift: float, after: float) -> None:
    """Count two later taps, or two at different places, as two."""
    with on_stand(LYING, called().view) as stand:
        tap(stand, 1)
        tap(stand, 1, u(shift), after)
        assert stand.screen.panel.field.count.text == "2"


def test_touches_beside_the_field_do_not_count() -> None:
    """Ignore touches beside the field."""
    with on_stand(LYING, called().view) as stand:
        stand.tap(stand.screen.panel.scroll_list)
        assert stand.screen.panel.field.count.text == "0"


def test_something_new_leaves_the_page_where_it_is() -> None:
    """Keep the list scrolled and taps counted on a notice or the same findings."""
    loop = called()
    with on_stand(LYING, loop.view, loop) as stand:
        panel: Any = stand.screen.panel
        tap(stand, 1)
        panel.scroll_list.offset = panel.scroll_list.beyond
        stand.show(loop.view._replace(notice=SAVED))
        stand.show(loop.view)
        assert panel.scroll_list.offset > 0 and panel.field.count.text == "1"
        stand.tap(button(stand.screen, "Close"))
        assert stand.screen.view.page == BOARD
