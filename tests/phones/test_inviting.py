"""Codes of phones: requests for other ones, for a seat or for all, and what the table sees."""

from __future__ import annotations

import pytest

from companion.app.loop import EventLoop, open_session
from companion.games import find_game
from companion.phones.codes import Codes
from companion.phones.page import PageWriter
from companion.phones.phone_view import private_view, second_screen
from companion.session.commands import SendMessage
from companion.session.lobby.phone_access import SCREEN, Invitation
from companion.session.messages import Begin, ClosePage, Go, OpenPage
from companion.session.pages.phones import (
    PhoneServiceFound,
    PhoneServiceReported,
    RenewCode,
    RenewCodes,
    ShowInvitation,
    UncoverCode,
)
from companion.session.remote import ALONE, PlayAtPhone
from companion.session.steps import step
from companion.words import ENGLISH, NOTHING
from tests.recorded import recorded
from tests.session.evenings import evening
from tests.typed import present

GAMES = ("clockwork", "factory_rally", "cardbot", "diesel")


def called(loop: EventLoop, codes: str = "ABCD", **joined: int) -> None:
    """Report codes of SCREEN and the first seats, and how many phones are at `seat1` and so on."""
    loop.send(
        PhoneServiceReported(
            "10.0.0.1:8137",
            NOTHING,
            tuple(
                Invitation(seat, f"{code}{seat}", joined.get(f"seat{seat}", 0))
                for seat, code in enumerate(codes)
            ),
        )
    )


def opened(*seats: int) -> EventLoop:
    """Return the page Phones in a setup of three people, after these invitations were shown."""
    loop = evening(("person", "person", "person"))
    for message in (PhoneServiceFound(called=True), OpenPage("phones")):
        loop.send(message)
    called(loop)
    for seat in seats:
        loop.send(ShowInvitation(seat))
    return loop


def keys(loop: EventLoop, seat: int) -> list[str]:
    """Return the keys on the phone of a seat without a question."""
    return [button.act for button in private_view(loop.session, seat).buttons]


def link(loop: EventLoop) -> str:
    """Return the link in the code on the page."""
    return str(loop.view.body.shown.link)


def test_another_code_is_wanted_for_one_seat_or_for_all() -> None:
    """Count requests per seat, for named and existing seats only."""
    loop, codes = evening(("person", "person", "person")), Codes()
    loop.send(PhoneServiceFound(called=True))
    codes.follow(loop.session)
    before = {one.seat: one.code for one in codes.invitations({})}
    for seat in (2, 99, -1):
        loop.send(RenewCode(seat))
    assert loop.session.config.phone_access.renewals == {2: 1} and codes.follow(loop.session)
    after = {one.seat: one.code for one in codes.invitations({})}
    assert {seat for seat in before if before[seat] != after[seat]} == {2}
    loop.send(OpenPage("phones"))
    loop.send(RenewCodes())
    assert loop.session.config.phone_access.renewals == {
        SCREEN: 1,
        **{seat: 1 + (seat == 2) for seat in loop.session.config.game.seats},
    }
    codes.follow(loop.session)
    assert all(one.code != after[one.seat] for one in codes.invitations({}))


# ---- A code is shown once ------------------------------------------------------------------------


def test_a_code_lies_open_the_first_time_and_is_covered_from_then_on() -> None:
    """Show a code openly once; later it is covered until someone holds it."""
    loop = opened(1)
    assert link(loop) == "http://10.0.0.1:8137/B1"
    loop.send(ShowInvitation(1))
    assert link(loop), "a second touch on the same seat does not cover it"
    for messages in (
        (ShowInvitation(2), ShowInvitation(1)),
        (ClosePage("phones"), OpenPage("phones"), ShowInvitation(1)),
    ):
        for message in messages:
            loop.send(message)
        picture = loop.view.body.shown
        assert (picture.link, picture.typed, picture.uncover) == ("", "", UncoverCode()) and str(
            picture.title
        ) == "BRASS"
        loop.send(picture.uncover)
        assert link(loop) == "http://10.0.0.1:8137/B1" and loop.view.body.shown.uncover is None


def test_the_code_for_everybody_is_never_covered() -> None:
    """Never cover the code for everybody."""
    loop = opened(SCREEN, 1, SCREEN, 2, SCREEN)
    assert link(loop) == "http://10.0.0.1:8137/A0"


def test_another_code_of_a_seat_lies_open_again() -> None:
    """Show another code of a seat openly, at once or later."""
    loop = opened(1, 2)
    called(loop, "AXYD")
    assert link(loop) == "http://10.0.0.1:8137/Y2"
    loop.send(ShowInvitation(1))
    assert link(loop) == "http://10.0.0.1:8137/X1"


def test_a_code_is_covered_as_soon_as_its_phone_has_joined() -> None:
    """Cover a code when its own phone has joined, and no other."""
    loop = opened(1)
    called(loop, seat2=1)
    assert link(loop)
    called(loop, seat2=1, seat1=1)
    assert not link(loop) and str(loop.view.body.shown.about) == recorded("1-phone-has-joined")


# ---- More than one phone at a seat ---------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_a_second_phone_at_a_seat_is_told_at_once_and_can_be_thrown_out(key: str) -> None:
    """Report a second phone on the screen, the page Phones and the seat's own phone only.

    It can be thrown out.
    """
    loop = open_session(seed=1, players=("person", "person"), game=find_game(key))
    for message in (PhoneServiceFound(called=True), Begin()):
        loop.send(message)
    called(loop, seat1=1)
    assert not loop.view.notice and ALONE not in keys(loop, 1)
    page = loop.view.page
    called(loop, seat1=2)
    name = loop.session.lobby.setup.names[1]
    assert (
        str(loop.view.notice) == recorded("2-phones-show-name-s-cards", name=name)
        and loop.view.page == page
    )
    mine = private_view(loop.session, 1)
    assert ALONE in keys(loop, 1) and str(mine.notes[0]) == recorded("Another-phone")
    assert ALONE not in keys(loop, 2) and second_screen(loop.session).buttons == ()
    assert 'value="alone"' in PageWriter("en", ENGLISH).content(mine, "/CODE")
    _, commands = step(loop.session, PlayAtPhone(1, 0, loop.session.revision, ALONE))
    assert (
        commands == (SendMessage(RenewCode(1)),)
        and step(loop.session, PlayAtPhone(2, 0, loop.session.revision, ALONE))[1] == ()
    )
    loop.send(PlayAtPhone(1, 0, loop.session.revision, ALONE))
    assert loop.session.config.phone_access.renewals == {1: 1}
    loop.send(OpenPage("phones"))
    (line,) = next(group.choices for group in loop.view.body.groups if group.layout == "lines")
    assert str(line.label) == recorded(
        "show-name-s-cards", name=name
    ) and line.message == RenewCode(1)
    loop.send(line.message)
    assert loop.session.config.phone_access.renewals == {1: 2}


# ---- The way there -------------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_every_page_of_the_set_up_leads_to_the_phones(key: str) -> None:
    """Link to phones from every page of the setup if they can join; in a race from the menu."""
    loop = open_session(seed=1, players=("person", "person"), game=find_game(key))
    assert loop.view.door is None
    loop.send(PhoneServiceFound())
    for page in loop.session.config.pages:
        loop.send(Go(page))
        door = loop.view.door
        assert loop.view.page == page and door is not None and door.message == OpenPage("phones")
    loop.send(present(door).message)
    assert loop.view.page == "phones" and loop.view.door is None
    loop.send(ClosePage("phones"))
    loop.send(Begin())
    assert loop.session.match is not None and loop.view.door is None
