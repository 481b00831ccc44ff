"""A game that fails: named on the screen with its name and what it did; the race is kept, and the app goes on."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.app.loop import EventLoop
from companion.games.base import Passage, PlayOn, Shuffle, one_step
from companion.session.choices import MenuPage
from companion.session.messages import (
    INSTRUCTION,
    ClosePage,
    Confirm,
    Decide,
    GoBack,
    OpenPage,
    Pick,
    Tick,
)
from companion.session.pages.failed import LeaveRace
from companion.session.pages.menu import OpenMenu
from companion.session.view import FAILED
from companion.signals import PULL, HandleMoved, InsertCard, MoveHandle
from tests.recorded import recorded
from tests.session.broken import (
    METHODS,
    NONSENSE,
    RAISES,
    RECURSES,
    TOLD,
    WRONG_PASSAGES,
    WRONG_WANTS,
    Broken,
    Endless,
    answers,
    begun,
)
from tests.session.quiz import YES, Said, ask, asked, cards
from tests.typed import present


def told(loop: EventLoop) -> str:
    """What the page says that the game has done; the test fails where no such page is shown."""
    body = loop.view.body
    assert isinstance(body, MenuPage) and body.where == FAILED, (
        f"{loop.view.page}: {loop.view.title} {loop.view.notice}"
    )
    return str(body.groups[0].choices[0].label)


def answer_all(loop: EventLoop) -> None:
    """Both people touch their answer."""
    for seat in (1, 2):
        loop.send(Pick(seat, "yes"))


def use(loop: EventLoop) -> None:
    """Everything that people may do, whatever is shown: nothing of it may raise."""
    for message in (
        Confirm(loop.session.step),
        InsertCard(1, 1, 3),
        MoveHandle(1, PULL),
        HandleMoved(2, PULL),
        OpenMenu(),
        OpenPage("history"),
        OpenPage("table"),
        ClosePage("table"),
        ClosePage("history"),
        Tick(5.0),
        ClosePage(FAILED),
        Pick(1, "yes"),
        Pick(2, "yes"),
        Decide(GoBack(INSTRUCTION)),
    ):
        loop.send(message)
        assert loop.view.title
    loop.poll(1.0)


@pytest.mark.parametrize("name", WRONG_WANTS)
def test_what_no_game_may_want(name: str) -> None:
    """It is found as it comes: the race stays at the question before, nobody's answer is lost, and the way out is open."""
    loop = begun(Broken("want", answers(WRONG_WANTS[name])))
    before = loop.session
    answer_all(loop)
    assert told(loop) == recorded(name)
    assert str(loop.view.title) == recorded("Broken-Game-has-failed")
    assert loop.session.match.position == before.match.position and loop.session.page == before.page  # type: ignore[union-attr]
    assert "saved" in str(loop.view.hint)
    loop.send(ClosePage(FAILED))
    assert loop.view.page == "rest" and present(loop.session.match).answers.keys() == {1}
    use(loop)
    loop.send(LeaveRace(loop.session.step))
    assert loop.session.match is None and loop.view.page == "seats"


@pytest.mark.parametrize("method", ["answered", "play"])
@pytest.mark.parametrize("name", WRONG_PASSAGES)
def test_what_no_input_may_lead_to(method: str, name: str) -> None:
    """Answers and play that lead nowhere, or show a card that the deck does not have."""
    if method == "answered":
        game = Broken("answered", answers(WRONG_PASSAGES[name]), rounds=0)
    else:
        game = Broken("play", answers(WRONG_PASSAGES[name]))
        game.questions = (game.questions[0], PlayOn(1))
    loop = begun(game)
    answer_all(loop)
    assert told(loop) == recorded(f"{method}-{name}")
    use(loop)


@pytest.mark.parametrize("method", METHODS)
def test_a_game_that_recurses_anywhere(method: str) -> None:
    """Neither a step nor a view raises, however deep the stack was."""
    loop = begun(Broken(method, RECURSES))
    answer_all(loop)
    use(loop)
    use(loop)
    loop.send(LeaveRace(loop.session.step))
    assert loop.session.match is None and str(loop.view.title)


@pytest.mark.parametrize("method", NONSENSE)
def test_a_game_that_answers_nonsense(method: str) -> None:
    """Wrong types from the first moment on: what cannot be shown is said instead."""
    loop = begun(Broken(method, answers(NONSENSE[method]), rounds=0))
    answer_all(loop)
    use(loop)
    use(loop)
    loop.send(LeaveRace(loop.session.step))
    assert loop.session.match is None and str(loop.view.title)


@pytest.mark.parametrize(
    ("method", "words"),
    [
        ("scene", "Broken Game has failed: scene ends with ZeroDivisionError: division by zero."),
        ("redacted", "redacted ends with"),
        ("locks", "locks ends with"),
    ],
)
def test_what_cannot_be_seen_is_said(method: str, words: str) -> None:
    """The view names the method that fails; one can go back to where it did not. Without lights a race goes on."""
    loop = begun(Broken(method, RAISES))
    answer_all(loop)
    if method == "locks":
        assert words in str(loop.view.notice)
    else:
        assert words in told(loop)
        loop.send(Decide(GoBack(INSTRUCTION)))
        assert present(loop.session.match).position == Said()


def test_begin_may_fail() -> None:
    """The setup stays, and can be gone on with."""
    loop = begun(Broken("begin", RAISES))
    assert (
        str(loop.view.notice) == recorded("Broken-Game-has-failed-begin-ends")
        and loop.session.match is None
    )
    assert loop.view.page == "seats" and str(loop.view.blocked) == recorded("begin-ends-with")


@pytest.mark.parametrize("players", [("person", "random"), ("person", "person")], ids=str)
@pytest.mark.parametrize(
    "how",
    [
        lambda position: PlayOn(1),
        lambda position: Shuffle(1, {1: (None,) * 5, 2: (None,) * 5}),
        lambda position: asked(ask(2, YES), turn=len(position.rounds)),
        lambda position: asked(),
        lambda position: asked(ask(1, YES, must=False, decider=2)),
    ],
    ids=["plays on", "shuffles", "asks pilots", "asks nobody", "asks who need not"],
)
def test_a_game_without_an_end_is_stopped(
    how: Callable[[Said], object], players: tuple[str, ...]
) -> None:
    """Also where pilots answer it all the time: the loop comes back, and the screen says what the matter is."""
    loop = begun(Endless(how), players)  # type: ignore[arg-type]
    loop.send(Pick(1, "yes"))
    if loop.view.page != "menu":
        # A question that people are asked waits for them, and that is no failure.
        assert players[1] == "person"
        return
    assert told(loop) == recorded("Endless-Game-has-failed-it-goes")
    use(loop)


def test_a_long_race_that_tells_is_no_failure() -> None:
    """A hundred silent rounds with something told in each are played."""
    game = Endless(lambda position: PlayOn(1))
    game.play = lambda position: Passage(position, 1, 1, one_step((TOLD,), position))  # type: ignore[method-assign]
    loop = begun(game)
    loop.send(Pick(1, "yes"))
    for _ in range(100):
        loop.send(Confirm(loop.session.step))
        assert loop.view.page == "play"


def test_a_reader_is_believed_though_the_game_fails() -> None:
    """What lies there and where the handle is is remembered; the next movement counts again."""
    game = Broken("fault", RAISES, rounds=0)
    game.questions = (asked(cards(1, 3, 4)),)
    loop = begun(game)
    loop.send(InsertCard(1, 1, 3))
    loop.send(MoveHandle(1, PULL))
    assert told(loop) == recorded("fault-ends-with") and loop.session.readers[1].row[0].code == 3
    game.method = ""
    loop.send(ClosePage(FAILED))
    loop.send(MoveHandle(1, PULL))
    assert loop.session.page == "over"


def test_a_failure_of_our_own_is_none_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is raised as ever, so that nobody takes a sound game for a broken one."""
    from companion.session import race

    def fails(*arguments: object) -> None:
        raise KeyError("ours")

    loop = begun(Broken("", RAISES))
    loop.send(Pick(1, "yes"))
    monkeypatch.setattr(race, "rechecked", fails)
    with pytest.raises(KeyError):
        loop.send(Pick(2, "yes"))
