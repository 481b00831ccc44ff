"""Test the first steps by touch: readable pages, messages, and measured crosses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.gallery.first_steps import WELCOME_SCENES, struck
from companion.gallery.race import session_after
from companion.session.messages import ClosePage, SetName, StartInfo
from companion.session.pages.cross import CROSSES, CorrectTouch, CrossTouch
from companion.session.pages.welcome import SetUpFirstGame, StepOn, TurnScreen
from companion.session.touch_transform import move_point
from companion.session.view import BOARD, CROSS, LANGUAGE, SEATS, WELCOME
from companion.testing.screen_checks import screen_faults
from tests.recorded import recorded
from tests.scenes import view_of
from tests.ui.stand import SIZES, Stand, button, on_stand, settle

LYING = SIZES[0]


def touch(stand: Stand, x: float, y: float, when: float) -> None:
    """Tap a place, in shares of the picture, at a time in seconds."""
    from kivy.tests.common import UnitTestTouch

    finger = UnitTestTouch(x * stand.window.width, y * stand.window.height)
    finger.time_start = when
    finger.touch_down()
    finger.touch_up()
    settle()


def plate(under: Any, words: str) -> Any:
    """Return the large choice with these words."""
    from companion.ui.widgets.choice_plate import OptionPlate

    return next(
        widget
        for widget in under.walk(restrict=True)
        if isinstance(widget, OptionPlate) and widget.label.text == words
    )


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", WELCOME_SCENES)
def test_every_scene_is_readable_and_large_enough(name: str, size: tuple[int, int]) -> None:
    """Keep all targets large and apart, and cut no words, at every size."""
    with on_stand(size, view_of(name)) as stand:
        assert screen_faults(stand.screen) == []


def test_the_picture_is_turned_by_touch() -> None:
    """Turn the picture by touch, confirm it, and offer a way out of each step."""
    loop = session_after(StartInfo(appliance=True))
    with on_stand(LYING, loop.view, loop) as stand:
        for words, rotation in (
            ("Turn right", 90),
            ("Turn right", 180),
            ("Turn round", 0),
            ("Turn left", 270),
        ):
            stand.tap(plate(stand.screen, words))
            assert stand.heard() == [TurnScreen(rotation)]
        stand.tap(button(stand.screen, "Yes, this way up"))
        assert stand.heard() == [StepOn("next")] and stand.screen.view.page == CROSS
        stand.tap(button(stand.screen, "Skip"))
        assert stand.heard() == [StepOn("next")] and stand.screen.view.page == WELCOME
        stand.tap(button(stand.screen, "Leave"))
        assert stand.heard() == [ClosePage("welcome")] and stand.screen.view.page == "board"


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_crosses_are_measured(size: tuple[int, int]) -> None:
    """Measure each touch where it comes down, also if it slides away."""
    loop = session_after(StartInfo(appliance=True), StepOn("next"))
    with on_stand(size, loop.view, loop) as stand:
        for place in CROSSES:
            at = stand.screen.field.middle()
            assert at == pytest.approx((place[0] * size[0], place[1] * size[1]))
            stand.drag(at, (size[0] * 0.7, size[1] * 0.4))
            (said,) = stand.heard()
            assert isinstance(said, CrossTouch) and (said.x, said.y) == pytest.approx(place)
            assert said.wide * size[0] == pytest.approx(said.high * size[1]) and said.doubled == 0
        assert stand.screen.view.page == WELCOME and stand.screen.view.body.rows[0].state == "fine"


def test_a_touch_that_arrives_twice_is_one_touch_of_a_cross() -> None:
    """Count a doubled touch for no cross, and report it with the next one."""
    loop = session_after(StartInfo(appliance=True), StepOn("next"))
    with on_stand(LYING, loop.view, loop) as stand:
        for at, (x, y) in enumerate(CROSSES):
            touch(stand, x, y, 100.0 + at)
            if at < len(CROSSES) - 1:
                touch(stand, x, y, 100.01 + at)
        assert [said.doubled for said in stand.heard() if isinstance(said, CrossTouch)] == [
            0,
            1,
            1,
            1,
            1,
        ]
        assert [row.state for row in stand.screen.view.body.rows] == ["fine", "bad"]


def test_what_is_offered_is_taken_anywhere() -> None:
    """Accept a correction by a touch anywhere, because a mirrored panel misses buttons."""
    loop = session_after(StartInfo(appliance=True), StepOn("next"))
    with on_stand(LYING, loop.view, loop) as stand:
        for at, place in enumerate(CROSSES):
            touch(stand, *move_point("mirrored", *place), 100.0 + at)
        assert not isinstance(stand.heard()[-1], CorrectTouch) and stand.screen.field.offer.text
        touch(stand, 0.93, 0.07, 200.0)
        assert stand.heard() == [CorrectTouch()] and stand.screen.field.offer.parent is None
        assert loop.view.preferences.touch == "mirrored"


def test_the_last_step_lays_out_a_first_game() -> None:
    """Set up a first game by one touch after the last step."""
    loop = session_after(
        StartInfo(appliance=True), StepOn("next"), *struck("straight"), *[StepOn("next")] * 4
    )
    with on_stand(LYING, loop.view, loop) as stand:
        stand.tap(button(stand.screen, "Begin"))
        assert stand.heard() == [SetUpFirstGame()] and stand.screen.view.page == SEATS


def test_names_are_typed_on_the_screen_alone(repository: Path) -> None:
    """Type names by the keys on the screen, and use none of Kivy's text fields."""
    loop = session_after(StartInfo(appliance=True), *[StepOn("next")] * 5, SetUpFirstGame())
    with on_stand(LYING, loop.view, loop) as stand:
        stand.screen.open(1, "name")
        settle()
        for key in "ADA":
            stand.tap(stand.screen.over.keyboard.keys[key])
        stand.tap(button(stand.screen, "Done"))
        assert (
            stand.heard() == [SetName(1, "Ada")] and loop.session.lobby.setup.seat(1).name == "Ada"
        )
    sources = "".join(
        path.read_text("utf-8") for path in (repository / "companion" / "ui").rglob("*.py")
    )
    assert "PushButton" in sources and "uix.textinput" not in sources.lower()


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("appliance", [False, True], ids=["first page", "first step"])
def test_the_language_is_two_touches_away(appliance: bool, size: tuple[int, int]) -> None:
    """Change the language by two touches, and keep it at Close."""
    loop = session_after(StartInfo(appliance=appliance))
    with on_stand(size, loop.view, loop) as stand:
        page = stand.screen.view.page
        assert page == (
            WELCOME if appliance else BOARD
        ) and stand.screen.header.language.text == recorded("English")
        stand.tap(stand.screen.header.language)
        assert stand.screen.view.page == LANGUAGE and screen_faults(stand.screen) == []
        stand.tap(button(stand.screen, "Close"))
        assert stand.screen.view.page == page and loop.session.lobby.preferences.language == "en"
        stand.tap(stand.screen.header.language)
        stand.tap(plate(stand.screen, "Deutsch"))
        assert stand.screen.view.page == page and loop.session.lobby.preferences.language == "de"
        assert (
            stand.screen.header.language.text == recorded("Deutsch")
            and screen_faults(stand.screen) == []
        )


def test_no_language_is_chosen_while_a_turned_picture_is_tried_out() -> None:
    """Offer no languages while a turn is tried, because choosing one would confirm it."""
    loop = session_after(StartInfo(appliance=True), TurnScreen(180))
    with on_stand(LYING, loop.view, loop) as stand:
        assert stand.screen.header.language is None
        stand.tap(button(stand.screen, "Yes, this way up"))
        assert loop.session.lobby.preferences.rotation == 180
