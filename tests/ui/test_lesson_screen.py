"""The first lesson on the screen: readable at all sizes, played by touches alone."""

from __future__ import annotations

import pytest

from companion.app.game_offers import offers_of
from companion.app.loop import EventLoop, open_session
from companion.gallery.first_steps import deed, lesson
from companion.games import find_game
from companion.session.messages import ClosePage, OpenPage
from companion.session.pages.lesson import (
    DONE,
    TASK,
    ContinueLesson,
    InsertLessonCard,
    LessonPage,
    LessonState,
    MoveLessonHandle,
    TakeLessonCard,
    TouchLessonOffer,
)
from companion.session.view import LESSON
from companion.testing.screen_checks import screen_faults
from companion.ui.i18n import set_language
from companion.ui.keys import ENTER, ESCAPE
from companion.ui.screens.base import body_of
from tests.ui.stand import SIZES, Stand, button, on_stand

GAMES = ("clockwork", "factory_rally", "cardbot", "diesel")


def begun(key: str) -> EventLoop:
    """Return a session with the lesson of a game open."""
    loop = open_session(seed=3, game=find_game(key))
    loop.send(OpenPage(LESSON))
    return loop


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("key", GAMES)
def test_every_moment_can_be_read(key: str, size: tuple[int, int], language: str) -> None:
    """Show each task, a wrong deed, each instruction and each result without faults."""
    loop = begun(key)
    try:
        set_language(language)
        with on_stand(size, loop.view, loop) as stand:
            while loop.view.page == LESSON:
                assert screen_faults(stand.screen) == []
                state = loop.session.open_state(LESSON, LessonState)
                if state.stage == TASK:
                    loop.send(MoveLessonHandle("pull" if state.step.cards else "push"))
                    if loop.session.open_state(LESSON, LessonState).wrong:
                        stand.show(loop.view)
                        assert screen_faults(stand.screen) == []
                for message in deed(state) if state.stage == TASK else (ContinueLesson(),):
                    loop.send(message)
                if loop.view.page == LESSON:
                    stand.show(loop.view)
    finally:
        set_language("en")


def touched(stand: Stand, loop: EventLoop) -> None:
    """Do what the screen asks for, by touches."""
    page, state = body_of(loop.view, LessonPage), loop.session.open_state(LESSON, LessonState)
    if state.stage != TASK:
        stand.tap(stand.screen.buttons[-1])
        return
    cards = stand.screen.cards
    for _, code in sorted(state.step.cards.items()):
        hand = [face.code for face in body_of(loop.view, LessonPage).hand]
        stand.tap(_middle(cards.card_area(hand.index(code))))
        assert stand.heard()[-1] == InsertLessonCard(code)
    if state.step.offer:
        offers = [choice.message for choice in page.choices]
        stand.tap(stand.screen.buttons[offers.index(TouchLessonOffer(state.step.offer))])
    elif state.step.gesture:
        words = "Pull the handle" if state.step.gesture == "pull" else "Push the handle"
        stand.tap(button(stand.screen, words))
    assert loop.session.kept(LESSON) != state, page.words


def _middle(area: tuple[float, float, float, float]) -> tuple[float, float]:
    return area[0] + area[2] / 2, area[1] + area[3] / 2


@pytest.mark.parametrize("key", GAMES)
def test_a_whole_lesson_by_touches(key: str) -> None:
    """Begin on the first page, play every step by a finger, and come back there."""
    loop = open_session(seed=3, game=find_game(key), games=offers_of({}))
    with on_stand((800, 480), loop.view, loop) as stand:
        stand.tap(button(stand.screen, "First lesson"))
        assert stand.heard() == [OpenPage(LESSON)] and loop.view.page == LESSON
        touches = 0
        while loop.view.page == LESSON:
            touched(stand, loop)
            touches += 1
            assert touches < 100
        assert loop.view.page == loop.session.config.pages[0]


def test_a_card_is_taken_back_by_a_touch_and_the_lesson_skipped() -> None:
    """Take the card out of its slot; Skip leads back to the first page."""
    loop = begun("clockwork")
    with on_stand((800, 480), loop.view, loop) as stand:
        stand.tap(_middle(stand.screen.cards.card_area(0)))
        assert body_of(loop.view, LessonPage).wrong
        assert stand.screen.blinks()
        stand.tap(_middle(stand.screen.cards.slot_area(1)))
        assert stand.heard()[-1] == TakeLessonCard(1)
        assert not body_of(loop.view, LessonPage).wrong
        # A slot that the step does not use takes no touch.
        stand.tap(_middle(stand.screen.cards.slot_area(4)))
        assert stand.heard() == []
        stand.tap(button(stand.screen, "Leave"))
        assert stand.heard() == [ClosePage(LESSON)] and loop.view.page == "board"


def test_keys_play_it_too() -> None:
    """Enter pulls the handle and goes on, Escape leaves."""
    loop = begun("clockwork")
    with on_stand((800, 480), loop.view, loop) as stand:
        stand.tap(_middle(stand.screen.cards.card_area(1)))
        stand.screen.key(ENTER)
        assert stand.heard()[-1] == MoveLessonHandle("pull")
        while loop.session.open_state(LESSON, LessonState).at == 0:
            stand.screen.key(ENTER)
        stand.screen.key(ESCAPE)
        assert stand.heard()[-1] == ClosePage(LESSON) and loop.view.page == "board"


def test_slots_stay_in_place_when_the_last_card_leaves_the_hand() -> None:
    """Move nothing under a finger."""
    loop = lesson(7)
    with on_stand((800, 480), loop.view, loop) as stand:
        before = stand.screen.cards.slot_area(1)
        stand.tap(_middle(stand.screen.cards.card_area(0)))
        assert body_of(loop.view, LessonPage).hand == ()
        assert stand.screen.cards.slot_area(1) == before


def test_the_lesson_ends_with_a_finish() -> None:
    """Say Finish after the last step."""
    loop = begun("clockwork")
    last = len(loop.session.open_state(LESSON, LessonState).steps)
    while (
        state := loop.session.open_state(LESSON, LessonState)
    ).at + 1 < last or state.stage != DONE:
        for message in deed(state) if state.stage == TASK else (ContinueLesson(),):
            loop.send(message)
    assert str(body_of(loop.view, LessonPage).choices[-1].label) == "Finish"
