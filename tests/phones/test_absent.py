"""Players whose phones are gone: the table is asked after a while, and its choice takes effect.

The journal keeps what people would have done at the table.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.app.loop import EventLoop, open_session
from companion.app.startup import kept_session
from companion.games import find_game
from companion.games.asking import Questions
from companion.session.absent import PATIENCE, AbsentState, can_stand_in, open_asks
from companion.session.messages import Begin, Confirm, OpenPage, Pick, SetRule, Uncover
from companion.session.pages.absent import LetPilotPlay, PlayHere, absent_view
from companion.session.session import Session
from companion.session.timing import waits_for_time
from companion.session.view import ASKING, OVER
from companion.signals import MoveHandle
from tests.kept import settled
from tests.phones.looking import joined
from tests.recorded import recorded
from tests.session.evenings import asked, begun, fill, ready
from tests.session.real import Room
from tests.typed import present

GAMES = ("clockwork", "factory_rally", "cardbot", "diesel")


def later(loop: EventLoop, seconds: float, start: float = 1000.0) -> None:
    """Let time pass."""
    loop.poll(start)
    loop.poll(start + seconds)


def asks_about(loop: EventLoop) -> str:
    """Return the title of the question to the table, "" if there is none."""
    if any(overlay.page == "absent" for overlay in loop.session.overlays):
        return str(loop.view.title)
    return ""


def choose(loop: EventLoop, label: str) -> None:
    """Touch one of the choices."""
    (group,) = loop.view.body.groups
    loop.send(next(choice.message for choice in group.choices if str(choice.label) == label))


def gone(seats: tuple[int, ...] = (1, 2), ready_seats: tuple[int, ...] = (1,)) -> EventLoop:
    """Return a race of two people at phones; seat 1 is ready, the phone of seat 2 is gone."""
    loop = joined(begun(("person", "person")), *seats)
    for seat in ready_seats:
        ready(loop, seat)
    return joined(loop, *(seat for seat in seats if seat != 2))


def test_the_table_is_asked_after_a_while() -> None:
    """Ask after a while, when only this seat is missing, and start no clock before."""
    loop = gone(ready_seats=())
    assert not waits_for_time(loop.session)
    later(loop, 10 * PATIENCE)
    assert asks_about(loop) == ""
    ready(loop, 1)
    assert waits_for_time(loop.session)
    later(loop, PATIENCE - 1, 5000.0)
    assert asks_about(loop) == ""
    loop.poll(5000.0 + PATIENCE)
    assert asks_about(loop) == recorded("Where-is-COPPER") and str(loop.view.back) == recorded(
        "Wait"
    )
    assert not any(choice.blocked for group in loop.view.body.groups for choice in group.choices)
    assert [
        str(choice.label) for group in loop.view.body.groups for choice in group.choices
    ] == recorded("A-pilot-for-this-turn")


def test_nobody_is_asked_about_who_has_never_been_at_a_phone_or_is_back() -> None:
    """Ask neither for a seat that never had a phone, nor for one whose phone is back."""
    loop = begun(("person", "person"))
    joined(loop, 1)
    ready(loop, 1)
    later(loop, 10 * PATIENCE)
    assert asks_about(loop) == "" and not waits_for_time(loop.session)
    loop = gone()
    joined(loop, 1, 2)
    later(loop, 10 * PATIENCE)
    assert asks_about(loop) == ""
    joined(loop, 1)
    later(loop, PATIENCE, 9000.0)
    assert asks_about(loop)
    joined(loop, 1, 2)
    assert asks_about(loop) == ""


def test_waiting_asks_again() -> None:
    """Ask again after the same time, but not by a clock that was set back or is missing."""
    loop = gone()
    later(loop, PATIENCE)
    loop.send(loop.view.on_back)
    assert asks_about(loop) == ""
    later(loop, PATIENCE - 1, 3000.0)
    assert asks_about(loop) == ""
    for now in (10.0, float("nan"), float("inf"), 10.0 + PATIENCE - 1):
        loop.poll(now)
        assert asks_about(loop) == "", now
    loop.poll(10.0 + PATIENCE)
    assert asks_about(loop)


def test_on_this_screen_the_seat_is_played_there_and_nobody_asks_again() -> None:
    """Play the seat on this screen with its hand open, and ask no more."""
    loop = gone()
    later(loop, PATIENCE)
    choose(loop, "On this screen")
    later(loop, 10 * PATIENCE, 3000.0)
    assert asks_about(loop) == "" and loop.view.body.readers[1].opens
    loop.send(Uncover(2))
    assert present(loop.session.match).question.open_seat == 2
    ready(loop, 2)
    assert loop.session.page not in ASKING


def test_a_pilot_from_now_on_has_the_seat() -> None:
    """Give the seat to a pilot, as the corrections do."""
    loop = gone()
    later(loop, PATIENCE)
    choose(loop, "A pilot from now on")
    assert (
        not loop.session.is_person(2)
        and loop.session.page not in ASKING
        and loop.session.config.phone_access.gone == {}
    )


def finished(loop: EventLoop, turn: int) -> Session:
    """Return the session when the next turn asks, with any answers for seat 1."""
    for _ in range(400):
        session, match = loop.session, loop.session.match
        assert match is not None
        if session.page == OVER or (match.next_step.turn > turn and session.page in ASKING):
            return session
        if isinstance(match.next_step, Questions) and session.page in ASKING:
            waiting = [
                ask
                for ask in match.next_step.asks
                if ask.player == 1 and ask.seat not in match.question.answers
            ]
        else:
            waiting = []
        for ask in waiting[:1]:
            answer(loop, ask.seat)
        if not waiting:
            loop.send(Confirm(session.revision))
    raise AssertionError(f"the turn has no end: {loop.session.page}")


def answer(loop: EventLoop, seat: int) -> None:
    """Answer for a seat with the first offer."""
    ask = asked(loop.session, seat)
    if ask.gestures:
        fill(loop, seat)
        loop.send(MoveHandle(seat, ask.gestures[0][0]))
    else:
        loop.send(Pick(seat, ask.offers[0].key))


@pytest.mark.parametrize("key", GAMES)
def test_a_pilot_plays_for_one_turn_in_every_game(key: str) -> None:
    """Let a pilot answer all questions of one turn; the person keeps seat, name and PIN."""
    loop = open_session(seed=3, players=("person", "person"), game=find_game(key))
    if key == "cardbot":
        # Its own time would decide first.
        loop.send(SetRule("hurry", "off"))
    loop.send(Begin())
    joined(loop, 1, 2)
    for _ in range(60):
        session = loop.session
        if session.page in ASKING and open_asks(session, 2):
            break
        waiting = open_asks(session, 1)
        if waiting:
            answer(loop, waiting[0].seat)
        else:
            loop.send(Confirm(session.revision))
    match = loop.session.match
    assert match is not None
    turn, seat = match.next_step.turn, loop.session.lobby.setup.seat(2)
    joined(loop, 1)
    while open_asks(loop.session, 1):
        answer(loop, open_asks(loop.session, 1)[0].seat)
    later(loop, PATIENCE)
    assert asks_about(loop).startswith("Where is")
    choose(loop, "A pilot for this turn")
    after = finished(loop, turn)
    assert after.is_person(2) and after.lobby.setup.seat(2) == seat
    if after.page != OVER:
        assert after.config.phone_access.stand_ins == {} and open_asks(after, 2)
        while open_asks(loop.session, 1):
            answer(loop, open_asks(loop.session, 1)[0].seat)
        later(loop, PATIENCE, 8000.0)
        assert (
            asks_about(loop).startswith("Where is")
            or present(loop.session.match).next_step.turn > turn + 1
        )


def test_a_phone_that_is_back_plays_on_by_itself() -> None:
    """Let a returned phone answer the next question."""
    loop = gone()
    later(loop, PATIENCE)
    choose(loop, "A pilot for this turn")
    assert loop.session.config.phone_access.stand_ins
    joined(loop, 1, 2)
    assert loop.session.config.phone_access.stand_ins == {} == loop.session.config.phone_access.gone


def test_no_pilot_can_see_real_cards() -> None:
    """Offer only this screen or a pilot for good with real cards, and say why."""
    room = Room(("person", "person"), (1,)).begin()
    joined(room.loop, 1, 2)
    joined(room.loop, 1)
    assert open_asks(room.loop.session, 2) and not can_stand_in(room.loop.session, 2)
    view = absent_view(room.loop.session, AbsentState(2))
    assert view is not None
    blocked = {
        str(choice.label): str(choice.blocked)
        for group in view.body.groups
        for choice in group.choices
    }
    assert blocked["A pilot for this turn"] and not blocked["On this screen"]


def test_what_is_said_without_the_question_does_nothing() -> None:
    """Ignore a choice without the question, for another seat, or over another page."""
    loop = gone()
    before = loop.session
    for message in (LetPilotPlay(2, True), LetPilotPlay(2, False), PlayHere(2)):
        loop.send(message)
    assert loop.session.match is before.match and loop.session.lobby.setup is before.lobby.setup
    loop.send(OpenPage("history"))
    later(loop, 10 * PATIENCE)
    assert asks_about(loop) == "" and loop.view.page == "history"


def test_what_a_pilot_played_instead_is_kept_as_what_came_of_it(tmp_path: Path) -> None:
    """Keep a pilot's answers in the journal without the question and the phone."""
    loop = kept_session(tmp_path, ("person", "person"))
    settled(loop)
    loop.send(Begin())
    settled(loop)
    loop.send(Confirm(loop.session.revision))
    settled(loop)
    joined(loop, 1, 2)
    ready(loop, 1)
    settled(loop)
    joined(loop, 1)
    settled(loop)
    for now in (1000.0, 1000.0 + PATIENCE):
        loop.poll(now)
        settled(loop)
    choose(loop, "A pilot for this turn")
    settled(loop)
    for now in range(2000, 2010):
        loop.poll(float(now))
        settled(loop)
    assert loop.session.page == "play" and loop.session.match is not None
    where = loop.session.config.game.fingerprint(loop.session.match.position)
    loop.close()
    again = kept_session(tmp_path)
    settled(again)
    assert (
        again.session.match is not None
        and again.session.config.game.fingerprint(again.session.match.position) == where
    )
    again.close()
    kept = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
    assert not any(word in kept for word in (b"AskTable", b"LetPilotPlay", b"CODE2"))
