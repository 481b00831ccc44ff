"""Test the first lesson of a game, if it has one: every deed leads on, every other one is answered.

The lesson is played in a session, on the screen and by a real reader.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.app.loop import EventLoop
from companion.games.api import Game
from companion.games.kit.lesson import played_step, question_of
from companion.games.parts import Lesson, LessonStep
from companion.session.messages import ClosePage, Message, OpenPage
from companion.session.pages.lesson import (
    DONE,
    TASK,
    WATCHED,
    ContinueLesson,
    InsertLessonCard,
    LessonPage,
    LessonState,
    MoveLessonHandle,
    TakeLessonCard,
    TouchLessonOffer,
)
from companion.session.past.spelling import is_kept
from companion.session.view import LESSON
from companion.signals import BLINK, DARK, DIRTY, EMPTY, OK, PULL, PUSH, SLOTS, SlotRead
from companion.table.virtual import ScriptedTable
from companion.testing.people import handle_signals
from companion.testing.playing import session_on_first_page, three_seats

LEAST, MOST = 2, 12
"""The numbers of steps of a lesson."""


@pytest.fixture
def steps(game: Game) -> tuple[LessonStep, ...]:
    """Return the steps of the game's lesson."""
    lesson = Lesson.of(game)
    if lesson is None:
        pytest.skip("the game has no lesson")
    return lesson.steps({seat: f"P{seat}" for seat in game.seats})


def opened(game: Game, table: ScriptedTable | None = None) -> EventLoop:
    """Return a session with the lesson open."""
    loop = session_on_first_page(game, three_seats(game), table=table)
    loop.send(OpenPage(LESSON))
    return loop


def state_of(loop: EventLoop) -> LessonState:
    """Return how far the lesson is."""
    return loop.session.open_state(LESSON, LessonState)


def page_of(loop: EventLoop) -> LessonPage:
    """Return what the screen shows."""
    page = loop.view.body
    assert isinstance(page, LessonPage)
    return page


def test_every_step_asks_the_learner_and_is_played(
    game: Game, steps: tuple[LessonStep, ...]
) -> None:
    """Ask the seat of the learner in each position, with cards and deeds that are possible."""
    assert LEAST <= len(steps) <= MOST
    for step in steps:
        ask = question_of(game, step)
        assert step.title and step.task and step.result
        assert {*step.cards} <= {*ask.program.slots} and not {*step.cards} & {*step.fixed}
        assert {*step.locked} <= {*step.fixed}
        assert not step.gesture or step.offer or step.gesture in dict(ask.gestures)
        assert not step.offer or step.offer in [offer.key for offer in ask.offers]
        passages = played_step(game, step)
        assert any(passage.steps for passage in passages) or step.passages == 0
        assert len(passages) == step.passages + 1


def deeds(state: LessonState) -> Iterator[Message]:
    """Yield the touches of the expected deed."""
    for _, code in sorted(state.step.cards.items()):
        yield InsertLessonCard(code)
    if state.step.offer:
        yield TouchLessonOffer(state.step.offer)
    elif state.step.gesture:
        yield MoveLessonHandle(state.step.gesture)


def test_a_lesson_is_played_on_the_screen(game: Game, steps: tuple[LessonStep, ...]) -> None:
    """Answer every wrong deed in words, and lead on by the expected ones to the end."""
    loop = opened(game)
    before = loop.session
    for number, step in enumerate(steps):
        assert state_of(loop).at == number and page_of(loop).stage == TASK
        assert page_of(loop).words
        _wrong_touches(loop, step)
        for message in deeds(state_of(loop)):
            assert state_of(loop).stage == TASK
            loop.send(message)
        assert state_of(loop).stage in (WATCHED, DONE)
        shown = 0
        while state_of(loop).stage == WATCHED:
            assert page_of(loop).words and not page_of(loop).wrong
            shown += 1
            loop.send(ContinueLesson())
        assert shown <= SLOTS + 3, "a step shows too much"
        assert str(page_of(loop).words) == str(state_of(loop).steps[number].result)
        loop.send(ContinueLesson())
    # Nothing of it is left.
    assert not loop.session.is_open(LESSON) and loop.session.match is None
    assert loop.session.lobby.setup == before.lobby.setup and loop.session.page == before.page


def _wrong_touches(loop: EventLoop, step: LessonStep) -> None:
    """Try what a learner may try, and check that it is answered and can be taken back."""
    if step.cards:
        loop.send(MoveLessonHandle(PULL))
        assert page_of(loop).wrong and state_of(loop).stage == TASK
        first = min(step.cards)
        for code in page_of(loop).hand:
            if code.code == step.cards[first] or code.move == _move(loop, step.cards[first]):
                continue
            loop.send(InsertLessonCard(code.code))
            assert page_of(loop).wrong and state_of(loop).stage == TASK
            loop.send(TakeLessonCard(first))
            assert not page_of(loop).wrong
    elif step.gesture and not step.offer:
        loop.send(MoveLessonHandle(PULL if step.gesture == PUSH else PUSH))
        assert page_of(loop).wrong and state_of(loop).stage == TASK
    if step.offer:
        for offer in question_of(loop.session.config.game, step).offers:
            if offer.key != step.offer:
                loop.send(TouchLessonOffer(offer.key))
                assert page_of(loop).wrong and state_of(loop).stage == TASK
    for message in (TakeLessonCard(99), InsertLessonCard(-5), TouchLessonOffer("spoon")):
        loop.send(message)
    assert state_of(loop).stage == TASK


def _move(loop: EventLoop, code: int) -> str:
    face = loop.session.config.game.face(code)
    return "" if face is None or face.look is not None else face.move


def test_a_lesson_is_played_by_a_reader(game: Game, steps: tuple[LessonStep, ...]) -> None:
    """Play at the reader that moves, with lights at the slots that wait for a card."""
    table = ScriptedTable(range(1, 9))
    loop = opened(game, table)
    seat = game.seats[-1]
    # Until a reader is used all of them invite, and so does the screen.
    assert len(loop.session.readers.lamps.lit) == len(game.seats) and page_of(loop).hand
    for number, step in enumerate(steps):
        assert state_of(loop).at == number
        if step.cards:
            wanted = min(step.cards)
            loop.send(SlotRead(seat, wanted, DIRTY))
            assert page_of(loop).wrong and not page_of(loop).hand
            assert [*loop.session.readers.lamps.lit] == [seat]
            loop.send(SlotRead(seat, wanted, EMPTY))
            lamps = loop.session.readers.lamps.lit[seat]
            assert [slot for slot, lamp in enumerate(lamps, 1) if lamp == BLINK] == sorted(
                step.cards
            )
            for signal in handle_signals(seat, PULL):
                loop.send(signal)
            assert page_of(loop).wrong and state_of(loop).stage == TASK
        for slot, code in step.cards.items():
            loop.send(SlotRead(seat, slot, OK, code))
        if step.cards and state_of(loop).stage == TASK:
            lamps = loop.session.readers.lamps.lit[seat]
            assert all(lamps[slot - 1] == DARK for slot in step.cards)
        if step.offer:
            loop.send(TouchLessonOffer(step.offer))
        elif step.gesture:
            for signal in handle_signals(seat, step.gesture):
                loop.send(signal)
        # The handle goes on, too.
        while loop.session.is_open(LESSON) and state_of(loop).at == number:
            assert state_of(loop).stage != TASK
            for signal in handle_signals(seat, PULL):
                loop.send(signal)
    assert not loop.session.is_open(LESSON)
    assert not loop.session.readers.lamps.lit


def test_nothing_of_a_lesson_is_recorded(game: Game, steps: tuple[LessonStep, ...]) -> None:
    """Keep only what readers report, so that a power cut ends a lesson and nothing else."""
    table = ScriptedTable(range(1, 9))
    loop = opened(game, table)
    kept = list[Message]()

    def send(message: Message) -> None:
        before = loop.session
        loop.send(message)
        if is_kept(before, message, loop.session):
            kept.append(message)

    for step in steps:
        for slot, code in step.cards.items():
            send(SlotRead(game.seats[0], slot, OK, code))
        send(TouchLessonOffer(step.offer) if step.offer else MoveLessonHandle(step.gesture))
        while loop.session.is_open(LESSON) and state_of(loop).stage != TASK:
            send(ContinueLesson())
    assert not loop.session.is_open(LESSON)
    assert {type(message) for message in kept} <= {SlotRead}
    assert loop.session.match is None


def test_a_lesson_can_be_left_at_any_time(game: Game, steps: tuple[LessonStep, ...]) -> None:
    """Close it in the middle; it begins again from its first step."""
    loop = opened(game)
    for message in deeds(state_of(loop)):
        loop.send(message)
    loop.send(ClosePage(LESSON))
    assert not loop.session.is_open(LESSON)
    loop.send(OpenPage(LESSON))
    assert state_of(loop).at == 0 and page_of(loop).stage == TASK
