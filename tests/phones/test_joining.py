"""Joining by the table's code in the setup: seats, names, choices of the game, and readiness."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from companion.app.loop import EventLoop, open_session
from companion.app.startup import kept_session
from companion.games import find_game
from companion.phones.page import PageWriter
from companion.phones.phone_view import JOIN, LobbySeat, private_view, second_screen
from companion.session.lobby.joining import JoinAtPhone, LeaveAtPhone
from companion.session.lobby.phone_access import SCREEN
from companion.session.messages import BackToSetup, Begin, Go, SetColour, SetName, SetPin, SetPlayer
from companion.session.pages.phones import PhoneServiceFound
from companion.session.remote import LEAVE, NAME, READY, UNREADY, PlayAtPhone, rule_key
from companion.words import ENGLISH
from tests.kept import settled
from tests.phones.looking import joined, words_of
from tests.recorded import recorded
from tests.typed import present

GAMES = ("clockwork", "factory_rally", "cardbot", "diesel")


def lobby(players: Iterable[str] = ("person", "random"), key: str = "clockwork") -> EventLoop:
    """Return the setup of a table that phones may join."""
    loop = open_session(seed=1, players=players, game=find_game(key))
    loop.send(PhoneServiceFound(called=True))
    return loop


def touched(loop: EventLoop, seat: int, act: str, words: str = "") -> None:
    """Send a touch of a seat's phone that is no answer."""
    loop.send(PlayAtPhone(seat, 0, loop.session.revision, act, words))


def seats(loop: EventLoop) -> dict[int, LobbySeat]:
    """Return the seats as phones see them that joined by the table's code."""
    return {seat.seat: seat for seat in second_screen(loop.session).lobby}


def refusal(loop: EventLoop, seat: int, name: str) -> str:
    """Return why a phone cannot have a seat; nothing has changed then."""
    setup = loop.session.lobby.setup
    loop.send(JoinAtPhone(99, seat, name))
    assert loop.session.lobby.setup == setup and 99 not in loop.session.config.phone_access.taken
    words = loop.session.config.phone_access.answers[99]
    assert (
        words_of(PageWriter("en", ENGLISH).content(second_screen(loop.session, 99), "/C")).count(
            str(words)
        )
        == 1
    )
    assert str(words) not in words_of(
        PageWriter("en", ENGLISH).content(second_screen(loop.session, 98), "/C")
    )
    return str(words)


# ---- Taking a seat -------------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("seat", (1, 2, 3))
def test_a_phone_takes_a_free_seat_with_a_name(key: str, seat: int) -> None:
    """Take the seat of a person without a phone, of a pilot, or a free one, under a name.

    The screen and all phones show it.
    """
    loop = lobby(key=key)
    assert seats(loop)[seat].free
    loop.send(JoinAtPhone(7, seat, "  Zoë  M "))
    session = loop.session
    assert session.is_person(seat) and session.lobby.setup.seat(seat).name == "Zoë M"
    assert (
        session.config.phone_access.taken == {7: seat} and session.config.phone_access.answers == {}
    )
    assert str(loop.view.notice) == recorded("Zoe-has-taken-a-seat", seat=seat)
    joined(loop, seat)
    assert (str(seats(loop)[seat].who), seats(loop)[seat].free) == ("on a phone", False)
    loop.send(Go("seats"))
    assert str(loop.view.body.rows[seat - 1].phone) == recorded("on-a-phone")
    loop.send(Begin())
    assert loop.session.match is not None and seat in loop.session.people


def test_the_page_of_the_tables_code_has_a_form_for_a_seat_and_a_name() -> None:
    """Show a form for a seat and a name, an empty seat first, on the table's page only."""
    loop = lobby()
    page = PageWriter("en", ENGLISH).content(second_screen(loop.session), "/CODE", "/CODE/play")
    assert (
        page.count('type="radio" name="seat"') == 8
        and 'name="name"' in page
        and f'value="{JOIN}"' in page
    )
    assert 'value="2" checked' in page and page.count("checked") == 1
    mine = PageWriter("en", ENGLISH).content(private_view(loop.session, 1), "/CODE", "/CODE/play")
    assert f'value="{JOIN}"' not in mine and f'value="{READY}"' in mine


def test_a_seat_is_taken_once() -> None:
    """Give a seat to the first of two phones, and none that is in use, ready, or has a PIN."""
    loop = lobby(("person", "person", "person", "random"))
    loop._waiting.extend((JoinAtPhone(1, 4, "Ada"), JoinAtPhone(2, 4, "Bob")))
    loop.poll(0.0)
    assert (
        loop.session.config.phone_access.taken == {1: 4}
        and loop.session.lobby.setup.seat(4).name == "Ada"
    )
    assert str(loop.session.config.phone_access.answers[2]) == recorded("has-a-player-already")
    loop.send(SetPin(1, "4711"))
    joined(loop, 2)
    touched(loop, 3, READY)
    for seat in (1, 2, 3, 4):
        name = loop.session.lobby.setup.seat(seat).name
        assert refusal(loop, seat, "Cid") == recorded("no-free-seat", name=name)
    assert [seat for seat, one in seats(loop).items() if one.free] == [5, 6, 7, 8]


def test_a_refused_name_or_seat_is_told_to_that_phone_alone() -> None:
    """Tell a refused name or seat to that phone alone, by the rules of the screen."""
    loop = lobby()
    loop.send(SetName(1, "Ada"))
    assert "1 to 12 letters" in refusal(loop, 3, "")
    assert "1 to 12 letters" in refusal(loop, 3, "A" * 13)
    assert "is called ADA" in refusal(loop, 3, " ADA ")
    assert "no seat 9" in refusal(loop, 9, "Bob") and "no seat -1" in refusal(loop, -1, "Bob")
    loop.send(JoinAtPhone(99, 3, "Bob"))
    assert (
        99 not in loop.session.config.phone_access.answers
        and loop.session.config.phone_access.taken == {99: 3}
    )
    for message in (LeaveAtPhone(99), Begin()):
        loop.send(message)
    assert "has begun" in refusal(loop, 4, "Cid")


def test_a_seat_is_free_again_when_its_phone_has_gone() -> None:
    """Free a seat whose phone is gone, or that the table gives to another player.

    Before the phone has opened its page the service reports it, later the loss of connections.
    """
    loop = lobby()
    loop.send(JoinAtPhone(1, 3, "Ada"))
    assert not seats(loop)[3].free
    loop.send(LeaveAtPhone(1))
    assert seats(loop)[3].free and loop.session.config.phone_access.taken == {}
    loop.send(JoinAtPhone(2, 3, "Bob"))
    joined(loop, 3)
    joined(loop)
    assert seats(loop)[3].free and loop.session.config.phone_access.taken == {}
    loop.send(JoinAtPhone(3, 3, "Cid"))
    loop.send(SetPlayer(3, "random"))
    assert seats(loop)[3].free and loop.session.config.phone_access.taken == {}
    loop.send(JoinAtPhone(4, 3, "Dan"))
    loop.send(JoinAtPhone(4, 5, "Dan"))
    assert (
        loop.session.config.phone_access.taken == {4: 5}
        and loop.session.people == (1, 5)
        and loop.session.lobby.setup.seat(5).name == "Dan"
    )


# ---- At the own seat -----------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_a_player_says_that_it_is_ready_until_its_seat_changes(key: str) -> None:
    """Keep a player ready until its own seat changes, on the screen and every phone."""
    loop = lobby(("person", "person"), key)
    joined(loop, 1, 2)
    touched(loop, 1, READY)
    assert (
        seats(loop)[1].ready
        and not seats(loop)[2].ready
        and private_view(loop.session, 2).lobby[0].ready
    )
    loop.send(Go("seats"))
    assert (
        loop.view.body.rows[0].ready
        and str(loop.view.body.rows[0].phone) == "ready"
        and not loop.view.body.rows[1].ready
    )
    touched(loop, 2, NAME, "Bob")
    assert loop.session.config.phone_access.ready == {1}
    for message in (SetColour(1, "violet"), SetName(1, "Ada"), SetPlayer(1, "random")):
        loop.send(message)
        assert loop.session.config.phone_access.ready == frozenset(), message
        loop.send(SetPlayer(1, "person"))
        touched(loop, 1, READY)
        assert loop.session.config.phone_access.ready == {1}
    touched(loop, 1, UNREADY)
    assert loop.session.config.phone_access.ready == frozenset()
    touched(loop, 1, READY)
    loop.send(Begin())
    assert loop.session.match is not None and loop.session.config.phone_access.ready == frozenset()


def test_a_phone_chooses_what_the_game_lets_its_seat_choose() -> None:
    """Choose the model of the own robot, and nothing for other seats or that is not offered."""
    loop = lobby(("person", "person"), "factory_rally")
    (rule, *_) = present(private_view(loop.session, 1).choices).rules
    word = [choice.word for choice in rule.choices if not choice.chosen][-1]
    assert rule_key(rule.key, word) in PageWriter("en", ENGLISH).content(
        private_view(loop.session, 1), "/C", "/C/play"
    )
    before = loop.session.lobby.setup.seat(1).words
    for act in (rule_key(rule.key, "?"), rule_key("?", word), "rule", "rule  "):
        touched(loop, 1, act)
    assert loop.session.lobby.setup.seat(1).words == before
    touched(loop, 1, rule_key(rule.key, word))
    assert (
        dict(loop.session.lobby.setup.seat(1).words) == {rule.key: word}
        and dict(loop.session.lobby.setup.seat(2).words)[rule.key] != word
    )
    assert str(next(choice.label for choice in rule.choices if choice.word == word)) == str(
        seats(loop)[1].choices
    )
    other = loop.session.lobby.setup.seat(2).words
    loop.send(Begin())
    touched(loop, 2, rule_key(rule.key, word))
    assert loop.session.lobby.setup.seat(2).words == other


def test_a_name_is_changed_at_the_phone_or_refused_there() -> None:
    """Change a name at the phone, or give the reason there alone until the next touch."""
    loop = lobby(("person", "person"))
    joined(loop, 1, 2)
    touched(loop, 1, NAME, "Ada")
    assert (
        loop.session.lobby.setup.seat(1).name == "Ada" and private_view(loop.session, 1).notes == ()
    )
    touched(loop, 2, NAME, "ada")
    assert (
        "is called" in str(private_view(loop.session, 2).notes[0])
        and private_view(loop.session, 1).notes == ()
        and not loop.view.notice
    )
    touched(loop, 2, READY)
    assert private_view(loop.session, 2).notes == () and loop.session.config.phone_access.ready == {
        2
    }


def test_a_player_leaves_its_seat() -> None:
    """Leave a seat empty in the setup, but not in a race."""
    loop = lobby(("person", "person", "random"))
    touched(loop, 2, LEAVE)
    assert loop.session.people == (1,)
    loop.send(Begin())
    for act in (LEAVE, READY, NAME):
        touched(loop, 1, act, "Ada")
    assert loop.session.people == (1,) and loop.session.lobby.setup.seat(1).name == "BRASS"


def test_nothing_of_it_is_offered_to_a_second_screen_or_a_pilots_seat() -> None:
    """Offer choices for people's seats only, not for a second screen or a pilot."""
    loop = lobby()
    before = loop.session.lobby.setup
    for seat in (SCREEN, 2, 3, 9, -1):
        for act in (READY, NAME, LEAVE):
            touched(loop, seat, act, "Ada")
    assert (
        loop.session.lobby.setup is before and loop.session.config.phone_access.ready == frozenset()
    )


# ---- What is kept --------------------------------------------------------------------------------


def test_a_race_of_joined_phones_is_kept_without_a_word_of_them(tmp_path: Path) -> None:
    """Keep a race with joined phones as if people had touched the screen, and restore it."""
    loop = kept_session(tmp_path, ("person", "random"))
    settled(loop)
    for message in (PhoneServiceFound(called=True), JoinAtPhone(7654321, 3, "Zoë")):
        loop.send(message)
        settled(loop)
    joined(loop, 3)
    touched(loop, 3, READY)
    settled(loop)
    loop.send(Begin())
    settled(loop)
    names, people = loop.session.lobby.setup.names, loop.session.people
    assert names[3] == "Zoë" and people == (1, 3)
    loop.close()
    again = kept_session(tmp_path)
    settled(again)
    assert (again.session.lobby.setup.names, again.session.people) == (names, people)
    again.close()
    kept = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
    assert not any(word in kept for word in (b"AtPhone", b"7654321", b"SetReady", b"CODE3"))


def test_after_a_race_nobody_is_ready_any_more() -> None:
    """Reset readiness after a race."""
    loop = lobby(("person", "random"))
    touched(loop, 1, READY)
    loop.send(Begin())
    loop.send(BackToSetup())
    if loop.session.match is not None:
        loop.send(Go("back"))
    assert loop.session.match is None and loop.session.config.phone_access.ready == frozenset()
