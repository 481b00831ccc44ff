"""A failing game is named on the screen with its error; the race is kept, and the app goes on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import pytest

from companion.app.loop import EventLoop, open_session
from companion.games.api import PlayResult, TextEvent, one_step
from companion.games.asking import PlayOn, Roles, Shuffle
from companion.games.scene import Face, Scene
from companion.session import race
from companion.session.choices import MenuPage
from companion.session.messages import (
    INSTRUCTION,
    ApplyCorrection,
    Begin,
    ClosePage,
    Confirm,
    GoBack,
    OpenPage,
    Pick,
    Tick,
)
from companion.session.pages.failed import LeaveRace
from companion.session.pages.menu import OpenMenu
from companion.session.view import FAILED
from companion.signals import PULL, HandleMoved, InsertCard, MoveHandle
from companion.testing.breaking import Wrong, always, fails, recurses, with_game
from companion.words import text
from tests.recorded import recorded
from tests.session.broken import (
    ROUND,
    WRONG_STEPS,
    Endless,
    answer_all,
    break_game,
    broken_quiz,
)
from tests.session.quiz import YES, Quiz, Said, ask, asked, begin, begun, cards
from tests.typed import any_game, mistyped, present

WRONG_PASSAGES: Final[Mapping[str, object]] = {
    "nothing": None,
    "a position alone": Said(),
    "no events": mistyped(PlayResult, Said(), 1, 1, None),
    "an unknown card": PlayResult(Said(), 1, 1, (), ((1, Face(999, "fly", 3)),)),
    "a card that is another": PlayResult(Said(), 1, 1, (), ((1, Face(3, "fly", 3)),)),
    "a stranger's card": PlayResult(Said(), 1, 1, (), ((7, Face(0, "uturn", 10)),)),
}
"""Passages to which no input may lead."""

WRONG_TYPES: Final[Mapping[str, object]] = {
    "scene": mistyped(Scene, pieces=(None,)),
    "readers": [(1, 2)],
    "sharing": "one deck",
    "standings": 5,
    "tell": [None],
    "turn_note": 7,
    "face": "ace",
    "fingerprint": 12,
    "Results.verdict": 3,
}
"""Answers of a type that a part of a game may not have."""

ELSEWHERE: Final = ("fingerprint", "Components.layout", "turn_intro", "Corrections.words")
"""Parts of a game that other pages ask for than those of the contract for broken games."""

WRONG: Final = [
    *((name, always(value)) for name, value in WRONG_TYPES.items()),
    *((name, recurses) for name in ELSEWHERE),
]


def fault_words(loop: EventLoop) -> str:
    """Return what the game has done by the page, which must be shown."""
    body = loop.view.body
    assert isinstance(body, MenuPage) and body.where == FAILED, (
        f"{loop.view.page}: {loop.view.title} {loop.view.notice}"
    )
    return str(body.groups[0].choices[0].label)


def use(loop: EventLoop) -> None:
    """Do everything that people may do on any page, without an error."""
    for message in (
        Confirm(loop.session.revision),
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
        ApplyCorrection(GoBack(INSTRUCTION)),
    ):
        loop.send(message)
        assert loop.view.title
    loop.poll(1.0)


@pytest.mark.parametrize("name", WRONG_STEPS)
def test_what_no_game_may_want(name: str) -> None:
    """Stop at a wrong next step: answers are kept, and the way out is open."""
    loop = broken_quiz("next_step", always(WRONG_STEPS[name]))
    before = loop.session
    answer_all(loop)
    assert fault_words(loop) == recorded(name)
    assert str(loop.view.title) == recorded("Quiz-has-failed")
    assert loop.session.match.position == before.match.position and loop.session.page == before.page  # type: ignore[union-attr]
    assert "saved" in str(loop.view.hint)
    loop.send(ClosePage(FAILED))
    assert loop.view.page == "rest" and present(loop.session.match).question.answers.keys() == {1}
    use(loop)
    loop.send(LeaveRace(loop.session.revision))
    assert loop.session.match is None and loop.view.page == "seats"


@pytest.mark.parametrize("method", ["answered", "play"])
@pytest.mark.parametrize("name", WRONG_PASSAGES)
def test_what_no_input_may_lead_to(method: str, name: str) -> None:
    """Stop at answers and play without a result, or with a card that the deck lacks."""
    loop = begun(Endless(lambda position: PlayOn(1)))
    break_game(loop, method, always(WRONG_PASSAGES[name]))
    answer_all(loop)
    assert fault_words(loop) == recorded(f"{method}-{name}")
    use(loop)


@pytest.mark.parametrize(("method", "wrong"), WRONG)
def test_a_part_that_is_wrong_from_the_beginning_raises_nowhere(method: str, wrong: Wrong) -> None:
    """Raise nothing if a part is wrong from the start; people leave the game."""
    loop = open_session(seed=1, players=("person", "person"), game=any_game(Quiz(*(ROUND,) * 3)))
    break_game(loop, method, wrong)
    begin(loop)
    answer_all(loop)
    use(loop)
    use(loop)
    loop.send(LeaveRace(loop.session.revision))
    assert loop.session.match is None and str(loop.view.title)


def test_begin_may_fail() -> None:
    """Keep the setup if the game fails to begin."""
    loop = open_session(seed=1, players=("person", "person"), game=any_game(Quiz(ROUND)))
    break_game(loop, "begin", fails)
    loop.send(Begin())
    assert (
        str(loop.view.notice) == recorded("Quiz-has-failed-begin-ends")
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
        lambda position: asked(ask(1, YES, must=False, roles=Roles(2))),
    ],
    ids=["plays on", "shuffles", "asks pilots", "asks nobody", "asks who need not"],
)
def test_a_game_without_an_end_is_stopped(
    how: Callable[[Said], object], players: tuple[str, ...]
) -> None:
    """Stop a game without an end, also if pilots answer it, and say so."""
    loop = begun(Endless(how), players)  # type: ignore[arg-type]
    loop.send(Pick(1, "yes"))
    if loop.view.page != "menu":
        # A question that people are asked waits for them, and that is no failure.
        assert players[1] == "person"
        return
    assert fault_words(loop) == recorded("Endless-Game-has-failed-it-goes")
    use(loop)


def test_a_long_race_that_tells_is_no_failure() -> None:
    """Play a hundred silent rounds with something told in each."""
    event = TextEvent(1, text("Something happened."))
    game = Endless(lambda position: PlayOn(1))
    game.play = lambda position: PlayResult(position, 1, 1, one_step((event,), position))  # type: ignore[method-assign]
    loop = begun(game)
    loop.send(Pick(1, "yes"))
    for _ in range(100):
        loop.send(Confirm(loop.session.revision))
        assert loop.view.page == "play"


def test_a_reader_is_believed_though_the_game_fails() -> None:
    """Trust readers although the game fails; the next movement counts again."""
    game = Quiz(asked(cards(1, 3, 4)))
    loop = begun(game)
    break_game(loop, "fault", fails)
    loop.send(InsertCard(1, 1, 3))
    loop.send(MoveHandle(1, PULL))
    assert (
        fault_words(loop) == recorded("fault-ends-with")
        and loop.session.readers.by_seat[1].row[0].code == 3
    )
    loop.session = with_game(loop.session, game)
    loop.send(ClosePage(FAILED))
    loop.send(MoveHandle(1, PULL))
    assert loop.session.page == "over"


def test_a_failure_of_our_own_is_none_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Raise an error of our own as usual, without blaming the game."""

    def breaks(*arguments: object) -> None:
        raise KeyError("ours")

    loop = begun(Quiz(ROUND))
    loop.send(Pick(1, "yes"))
    monkeypatch.setattr(race, "recheck_answers", breaks)
    with pytest.raises(KeyError):
        loop.send(Pick(2, "yes"))
