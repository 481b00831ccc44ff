"""The picture turns to the seat that acts: which pages, which side, and who sits where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pytest

from companion.app.loop import EventLoop
from companion.gallery.first_steps import lesson
from companion.games.asking import Roles
from companion.session.choices import Choice
from companion.session.messages import ClosePage, Cover, OpenPage, Pick, TakeBack, Uncover
from companion.session.pages.facts import AskPiece
from companion.session.pages.sides import ChooseSeat, SidesPage
from companion.session.preferences import FAR, LEFT, NEAR, RIGHT, SIDES, Prefer, Preferences
from companion.session.view import (
    BOARD,
    EVERYBODY,
    LANGUAGE,
    LESSON,
    MENU,
    OVER,
    PLAY,
    PROGRAM,
    SEAT_SIDES,
    SUMMARY,
)
from companion.signals import PUSH
from tests.scenes import view_of
from tests.session.evenings import begun, evening, play_out, ready, shipped
from tests.session.quiz import NO, YES, ask, asked, quiz
from tests.session.real import Room

ALL_ROUND: Final = " ".join((NEAR, LEFT, FAR, RIGHT) * 2)
DEGREES: Final[Mapping[str, int]] = {NEAR: 0, LEFT: 90, FAR: 180, RIGHT: 270}


def turning(loop: EventLoop, sides: str = ALL_ROUND) -> EventLoop:
    """Let the picture turn to seats at these sides."""
    loop.send(Prefer(loop.session.lobby.preferences._replace(turns_to_seats=True, sides=sides)))
    return loop


def four() -> EventLoop:
    """Return four people at one screen who choose their cards."""
    return turning(begun(("person",) * 4, board=shipped()))


def seen(loop: EventLoop) -> tuple[str, int | None]:
    """Return the page and the seat that it concerns."""
    return loop.view.page, loop.view.seat


def test_only_an_open_hand_turns_where_several_people_choose() -> None:
    """Concern one seat while its hand is open, and everybody before, between and after."""
    loop = four()
    assert seen(loop) == (PROGRAM, EVERYBODY)
    for seat in (1, 2, 3, 4):
        loop.send(Uncover(seat))
        assert seen(loop) == (PROGRAM, seat)
        assert loop.view.turns[seat] == DEGREES[ALL_ROUND.split()[seat - 1]]
        loop.send(Cover())
        assert seen(loop) == (PROGRAM, EVERYBODY)
        # The last one, too, has chosen at the same time as the others.
        ready(loop, seat)
        assert loop.view.seat == EVERYBODY
    assert seen(loop) == (PLAY, EVERYBODY)
    play_out(loop, SUMMARY)
    assert seen(loop) == (SUMMARY, EVERYBODY)


def test_the_only_person_asked_is_the_seat_until_it_is_ready() -> None:
    """Concern the one person among pilots before the cards are open, and not afterwards."""
    loop = turning(begun(("random", "person", "random")))
    assert seen(loop) == (PROGRAM, 2) and loop.view.turns[2] == 90
    loop.send(Uncover(2))
    assert seen(loop) == (PROGRAM, 2)
    ready(loop, 2)
    assert loop.view.seat == EVERYBODY


def test_one_person_at_a_real_reader_reads_the_question_from_there() -> None:
    """Turn a question to the only person, who has a real reader, too."""
    room = Room(("person", "random"), (1,))
    room.begin()
    turning(room.loop, " ".join([FAR] * 8))
    assert (room.loop.view.page, room.loop.view.seat) == (PROGRAM, 1)
    assert room.loop.view.turns[1] == 180


def test_pages_of_the_set_up_and_the_ends_are_for_everybody() -> None:
    """Concern everybody on the first page, in the set-up, on the table, at the end."""
    loop = turning(evening(("person", "person")))
    assert seen(loop) == (BOARD, EVERYBODY)
    for name in ("flags", "seats", "rules", "over", "play-card"):
        assert view_of(name).seat == EVERYBODY, name
    assert view_of("over").page == OVER


def test_a_page_over_another_one_stays_as_that_was_turned() -> None:
    """Leave the picture where it is under a page of facts and under the menu."""
    loop = turning(begun(("person", "random", "random")))
    loop.send(Uncover(1))
    loop.send(AskPiece(1))
    assert loop.view.page == "facts" and loop.view.seat is None
    loop.send(ClosePage("facts"))
    loop.send(OpenPage(MENU))
    assert seen(loop) == (MENU, None)


def test_a_lesson_turns_to_its_only_learner() -> None:
    """Concern the only person, or the seat whose reader is used; else everybody."""
    assert lesson(1).view.seat == 1
    loop = evening(("person", "person"))
    loop.send(OpenPage(LESSON))
    assert seen(loop) == (LESSON, EVERYBODY)
    room = Room(("person", "person"), (2,))
    room.loop.send(OpenPage(LESSON))
    assert seen(room.loop) == (LESSON, EVERYBODY)
    room.move(2, PUSH)
    assert seen(room.loop) == (LESSON, 2)


def test_switched_off_it_never_turns() -> None:
    """Give no turns by default, wherever seats sit."""
    loop = four()
    loop.send(Prefer(loop.session.lobby.preferences._replace(turns_to_seats=False)))
    loop.send(Uncover(2))
    assert loop.view.turns == {}


def test_a_page_about_the_mounted_screen_is_never_turned() -> None:
    """Concern everybody on the first steps, and where seats are placed, over an open hand, too."""
    loop = four()
    loop.send(Uncover(3))
    loop.send(OpenPage(SEAT_SIDES))
    assert seen(loop) == (SEAT_SIDES, EVERYBODY)
    for name in ("welcome-upright", "welcome-turned"):
        assert view_of(name).seat == EVERYBODY


def test_a_question_turns_to_the_player_who_decides() -> None:
    """Turn a reader's question to its decider, and a further seat to that of its player."""
    loop = turning(
        quiz(asked(ask(1, YES, NO, roles=Roles(2, 3))), players=("person", "person", "random"))
    )
    assert loop.view.seat == 1 and loop.view.turns[1] == DEGREES[LEFT]
    seats = loop.session.lobby.setup.seats
    loop.session = loop.session._replace(
        lobby=loop.session.lobby._replace(
            setup=loop.session.lobby.setup._replace(
                seats=(*seats[:3], seats[3]._replace(owner=3), *seats[4:])
            )
        )
    )
    loop.send(TakeBack(1))
    assert loop.view.turns[4] == loop.view.turns[3] == DEGREES[FAR]


def test_an_open_question_to_two_people_turns_to_nobody() -> None:
    """Concern everybody while two are asked, also when one has answered."""
    loop = turning(quiz(asked(ask(1, YES, NO, secret=False), ask(2, YES, NO, secret=False))))
    assert loop.view.seat == EVERYBODY
    loop.send(Pick(1, "yes"))
    assert loop.view.seat == EVERYBODY


# ---- The page of the sides -----------------------------------------------------------------------


def page(loop: EventLoop) -> SidesPage:
    """Return the page of the sides."""
    assert isinstance(loop.view.body, SidesPage)
    return loop.view.body


def choice(loop: EventLoop, words: str) -> Choice:
    """Return the choice with these words."""
    return next(
        one for group in page(loop).groups for one in group.choices if str(one.label) == words
    )


def test_a_seat_is_placed_by_two_touches() -> None:
    """Choose a seat, then a side; say where it sits."""
    loop = evening(("person",) * 3)
    loop.send(OpenPage(LANGUAGE))
    (way,) = (
        one.message
        for group in loop.view.body.groups
        for one in group.choices
        if one.message == OpenPage(SEAT_SIDES)
    )
    loop.send(way)
    assert [place.seat for place in page(loop).seats if place.chosen] == [1]
    loop.send(ChooseSeat(3))
    loop.send(page(loop).sides[LEFT].message)
    assert {place.seat: place.side for place in page(loop).seats} == {
        seat: LEFT if seat == 3 else NEAR for seat in range(1, 9)
    }
    assert str(loop.view.hint).startswith("AZURE sits on the left.")
    assert page(loop).sides[LEFT].chosen
    loop.send(ChooseSeat(9))
    assert [place.seat for place in page(loop).seats if place.chosen] == [3]
    loop.send(choice(loop, "Turns to the seat").message)
    loop.send(choice(loop, "Everybody near").message)
    assert loop.view.preferences == Preferences(turns_to_seats=True)
    loop.send(ClosePage(SEAT_SIDES))
    assert loop.view.page == LANGUAGE
    assert "nothing turns yet" in str(loop.view.body.groups[-1].note)


@pytest.mark.parametrize("people", (1, 2, 5, 8))
def test_around_the_table_shares_people_out(people: int) -> None:
    """Share people out evenly, in order, the first one near."""
    loop = evening(("person",) * people, board=shipped())
    loop.send(OpenPage(SEAT_SIDES))
    loop.send(choice(loop, "Around the table").message)
    sides = [place.side for place in page(loop).seats][:people]
    counts = [sides.count(side) for side in SIDES]
    assert sides == sorted(sides, key=SIDES.index) and sides[0] == NEAR
    assert max(counts) - min(counts) <= 1
    if people == 2:
        assert sides == [NEAR, FAR]


@pytest.mark.parametrize(
    "sides", ["", NEAR, " ".join([NEAR] * 7), " ".join([*[NEAR] * 7, "above"]), 8]
)
def test_only_sides_that_there_are_are_taken(sides: str) -> None:
    """Ignore sides that are unknown, too few or no words."""
    loop = evening()
    before = loop.view.preferences
    loop.send(Prefer(before._replace(sides=sides)))
    loop.send(Prefer(before._replace(turns_to_seats=1)))  # type: ignore[arg-type]
    assert loop.view.preferences == before
