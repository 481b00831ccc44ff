"""Test first lessons by readers and a voice alone: cards and handles, and nothing is touched."""

from __future__ import annotations

import pytest

from companion.gallery.room import SceneRoom
from companion.games import find_game
from companion.games.kit.lesson import question_of
from companion.session.announcements import announcement_of
from companion.session.messages import OpenPage
from companion.session.pages.lesson import TASK, LessonPage, LessonState
from companion.session.preferences import Prefer
from companion.session.view import LESSON
from companion.signals import PULL, PUSH, REST, SLOTS, HandleMoved
from tests.recorded import recorded
from tests.typed import present

GAMES = ("clockwork", "factory_rally", "cardbot", "diesel")


class Learner:
    """Somebody at the reader of seat 1 who does what the voice says."""

    def __init__(self, game: str) -> None:
        self.game = present(find_game(game))
        board = "cardbot-basic" if game == "cardbot" else "fountain-circus"
        room = SceneRoom(("person", "person"), (1, 2), game=self.game, board=board)
        self.room, self.loop = room, room.loop
        self.loop.send(Prefer(self.loop.session.lobby.preferences._replace(hands_free=True)))
        self.loop.send(OpenPage(LESSON))

    @property
    def state(self) -> LessonState:
        """Return the progress of the lesson."""
        state: LessonState = self.loop.session.open_state(LESSON, LessonState)
        return state

    @property
    def page(self) -> LessonPage:
        """Return the page on the screen."""
        page = self.loop.view.body
        assert isinstance(page, LessonPage)
        return page

    def said(self) -> list[str]:
        """Return what the voice says now."""
        return [str(words) for _, words in announcement_of(self.loop.view).lines]

    def move(self, position: str = PULL) -> None:
        """Move the handle, which springs back."""
        self.room.say(HandleMoved(1, position), HandleMoved(1, REST))

    def do(self) -> None:
        """Do the deed of the step."""
        step = self.state.step
        row = {slot: step.cards.get(slot) for slot in range(1, SLOTS + 1)}
        self.room.put(1, row)
        if step.offer:
            keys = [offer.key for offer in question_of(self.game, step).offers]
            for _ in range(keys.index(step.offer)):
                self.move(PUSH)
            self.move()
        elif step.gesture:
            self.move(step.gesture)


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_done_by_cards_and_handles_and_heard(game: str) -> None:
    """Hear every task, instruction and result as the screen shows them, each in its moment."""
    learner = Learner(game)
    moments = set[object]()
    while learner.loop.view.page == LESSON:
        moment = announcement_of(learner.loop.view).moment
        assert moment not in moments
        moments.add(moment)
        assert str(learner.page.words) in learner.said()
        if learner.page.stage == TASK:
            assert learner.said()[0].startswith(str(learner.loop.view.title))
            learner.do()
        else:
            learner.move()
        assert announcement_of(learner.loop.view).moment != moment
    assert len(moments) > 10


def test_a_push_says_it_again_and_a_mistake_is_said() -> None:
    """Say what is wrong at once; after the deed a push only repeats what is shown."""
    learner = Learner("clockwork")
    learner.move(PUSH)
    (wrong,) = [words for key, words in announcement_of(learner.loop.view).lines if "refu" in key]
    assert wrong == learner.page.wrong
    learner.do()
    before, state = announcement_of(learner.loop.view), learner.state
    learner.move(PUSH)
    after = announcement_of(learner.loop.view)
    assert learner.state == state and after.moment != before.moment
    assert after.lines == before.lines


def test_answers_of_a_step_are_said_one_by_one() -> None:
    """Say the present answer, mark it and its light, and say that a wrong one is not meant."""
    learner = Learner("diesel")
    while not learner.state.step.offer:
        if learner.page.stage == TASK:
            learner.do()
        else:
            learner.move()
    while learner.page.stage != TASK:
        learner.move()
    assert learner.said() == recorded("the-first-answer")
    assert [choice.chosen for choice in learner.page.choices].index(True) == 0
    learner.move(PUSH)
    assert learner.said() == recorded("the-second-answer")
    assert [choice.chosen for choice in learner.page.choices].index(True) == 1
    assert learner.loop.session.readers.lamps.lit[1][1]
