"""Seats played at phones: whole turns over real sockets, only by what is offered.

A takeover goes on where the phone was lost.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.app.loop import EventLoop
from companion.app.startup import kept_session
from companion.games import find_game
from companion.games.asking import Questions
from companion.phones import server as servers
from companion.phones import server_thread
from companion.session.lobby.phone_access import SCREEN
from companion.session.messages import (
    ApplyCorrection,
    Begin,
    Confirm,
    HandSeat,
    OpenPage,
    SetPin,
    Uncover,
)
from companion.session.pages.phones import DealToAll, LetPhonesIn, PhoneServiceFound
from companion.session.remote import HINT, LAY, PlayAtPhone, acts
from companion.session.session import Session
from companion.session.steps import step
from companion.signals import ASIDE, PULL, InsertCard, MoveHandle
from tests.kept import settled
from tests.phones.looking import OWN, Table, cookies, joined, looked_at
from tests.recorded import recorded
from tests.session.evenings import asked, begun, done, evening, ready
from tests.session.real import Room
from tests.typed import present


@pytest.fixture(autouse=True)
def _quick_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the limit on touches."""
    monkeypatch.setattr(servers, "DEEDS_PER_SECOND", 1e6)
    monkeypatch.setattr(servers, "DEEDS_AT_ONCE", 1_000)


def posted(
    table: Table, seat: int, fields: Mapping[str, object], of: int | None = None, cookie: str = ""
) -> int:
    """Post what the page of a seat posts, perhaps for the seat `of`; return the status."""
    return table.post(
        f"/{table.code(seat)}/play",
        {"seat": of or seat, "revision": table.loop.session.revision, **fields},
        cookie=cookie,
    )[0].status


def touched(table: Table, seat: int, act: str) -> None:
    """Touch a phone, and wait for its effect at the table."""
    before = table.loop.session
    assert posted(table, seat, {"do": act}) == 303
    table.until(lambda: table.loop.session is not before, f"the table takes {act!r}")


def buttons(table: Table, seat: int) -> list[str]:
    """Return everything that can be touched on the page of a seat."""
    return re.findall(r'name="do" value="([^"]*)"', table.get(f"/{table.code(seat)}")[1])


def fingerprint(loop: EventLoop) -> str:
    """Return a short hash of the race."""
    assert loop.session.match is not None
    return loop.session.config.game.fingerprint(loop.session.match.position)


def after_message(session: Session, message: object) -> Session:
    """Return the session after a message."""
    return step(session, message)[0]


# ---- A turn --------------------------------------------------------------------------------------


def test_a_turn_by_touches_on_two_phones_is_the_turn_by_touches_on_the_screen() -> None:
    """Play a turn by two phones as by touches on the screen.

    Cards go into the next free slot and come out again; a ready seat chooses again; the last one
    begins the turn.
    """
    on_screen = begun()
    for seat in (1, 2):
        ready(on_screen, seat)
    with looked_at(begun()) as table:
        for seat in (1, 2):
            hand = asked(table.loop.session, seat).hand.codes or ()
            for code in (hand[6], *hand[1:5]):
                touched(table, seat, f"put {code}")
            # The first one was no good: it comes out, and another takes its place.
            touched(table, seat, "take 1")
            touched(table, seat, f"put {hand[0]}")
            assert not any(
                button.startswith("put ") for button in buttons(table, seat)
            ) and f"handle {PULL}" in buttons(table, seat)
            if seat == 1:
                touched(table, seat, f"handle {PULL}")
                assert buttons(table, seat) == ["back"]
                touched(table, seat, "back")
            touched(table, seat, f"handle {PULL}")
        table.until(lambda: table.loop.session.page == "play", "the turn begins")
        assert fingerprint(table.loop) == fingerprint(on_screen)


def test_a_gap_is_said_on_the_phone() -> None:
    """Name the empty slot of a pull on the phone, as the screen does."""
    with looked_at(begun()) as table:
        for code in (asked(table.loop.session, 1).hand.codes or ())[:4]:
            touched(table, 1, f"put {code}")
        touched(table, 1, f"handle {PULL}")
        assert 1 not in present(table.loop.session.match).question.answers
        assert str(present(table.loop.session.match).question.problems[1]) in table.get(
            f"/{table.code(1)}"
        )[1].replace("&#x27;", "'")


def test_answers_that_are_no_cards_are_touched_too() -> None:
    """Offer each answer of a question as a button on the own phone only."""
    loop = evening(("person", "person", "person"), game=find_game("cardbot"))
    loop.send(Begin())
    with looked_at(loop) as table:
        for _ in range(200):
            next_step = loop.session.match and loop.session.match.next_step
            if isinstance(next_step, Questions):
                ask = next(
                    (
                        ask
                        for ask in next_step.asks
                        if ask.offers
                        and ask.seat not in present(loop.session.match).question.answers
                    ),
                    None,
                )
            else:
                ask = None
            if ask is not None:
                break
            for each in next_step.asks if isinstance(next_step, Questions) else ():
                for act in sorted(
                    (
                        key
                        for key in acts(loop.session, present(loop.session.match), each)
                        if key not in (HINT, LAY)
                    ),
                    key=lambda key: key.startswith("handle"),
                ):
                    if each.seat not in present(loop.session.match).question.answers:
                        touched(table, each.player, act)
            done(loop)
        assert ask is not None, "nobody is ever asked"
        mine = [f"pick {offer.key}" for offer in ask.offers]
        assert [button for button in buttons(table, ask.player) if button in mine] == mine
        others = [seat for seat in loop.session.people if seat != ask.player]
        before = loop.session
        assert posted(table, others[0], {"do": mine[0]}, of=ask.seat) == 409
        loop.poll(0.0)
        assert (
            present(loop.session.match).question.answers == present(before.match).question.answers
        )
        touched(table, ask.player, mine[0])
        assert (
            present(loop.session.match).next_step is not next_step
            or ask.seat in present(loop.session.match).question.answers
        )


# ---- What is not offered -------------------------------------------------------------------------


@settings(max_examples=60)
@given(
    st.integers(-1, 12),
    st.integers(-1, 12),
    st.integers(0, 3),
    st.sampled_from(
        (
            "put 0",
            "put 999",
            "take 1",
            "take 9",
            "handle pull",
            "handle push",
            "handle up",
            "pick x",
            "back",
            "",
            "put",
            "put 1 2",
            "\0",
            "put ²",
            "handle rest",
        ),
    ),
)
def test_whatever_a_phone_says_does_only_what_is_offered(
    player: int, seat: int, late: int, act: str
) -> None:
    """Keep the session for another seat, an old step or an unknown key."""
    session = begun().session
    message = PlayAtPhone(player, seat, session.revision - late, act)
    after, commands = step(session, message)
    assert after.match is session.match and after.readers.by_seat is session.readers.by_seat
    if commands:
        ask = asked(session, seat)
        assert player == seat and late == 0 and act in acts(session, session.match, ask)  # type: ignore[arg-type]


def test_what_is_no_wish_is_refused_by_its_status(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse malformed, oversized, partial and unauthorised posts by their status."""
    with looked_at(begun()) as table:
        before = fingerprint(table.loop)
        for fields in (
            {"do": ""},
            {"seat": "x", "do": "back"},
            {"revision": "-1", "do": "back"},
            {"revision": "²", "do": "back"},
            {"seat": "1" * 30, "do": "back"},
        ):
            assert posted(table, 1, fields) == 400
        assert posted(table, 1, {"do": "x" * 600}) == 413
        assert posted(table, SCREEN, {"do": "back"}, of=1) == 400
        path = f"/{table.code(1)}"
        for sent, status in (
            (f"POST {path} HTTP/1.1\r\n{OWN}\r\n", b"405"),
            (f"POST {path}/news HTTP/1.1\r\n{OWN}\r\n", b"405"),
            (f"GET {path}/play HTTP/1.1\r\n{OWN}\r\n", b"405"),
            (f"POST {path}/play HTTP/1.1\r\n{OWN}Content-Length: +5\r\n\r\ndo=ab", b"400"),
            (f"POST /WRNG2222/play HTTP/1.1\r\n{OWN}Content-Length: 4\r\n\r\ndo=a", b"404"),
        ):
            assert table.raw(sent.encode()).split(b" ")[1] == status, sent
        # Only half of what it promises comes.
        monkeypatch.setattr(servers, "PATIENCE", 0.01)
        half = f"POST {path}/play HTTP/1.1\r\n{OWN}Content-Length: 19\r\n\r\nseat=1&do"
        assert table.raw(half.encode()).split(b" ")[1] == b"408"
        assert (
            fingerprint(table.loop) == before
            and not present(table.loop.session.match).question.answers
        )


def test_a_seat_with_a_pin_is_played_by_who_knows_it() -> None:
    """Play a seat with a PIN only by those who know it; a touch without it asks for it."""
    loop = evening()
    loop.send(SetPin(1, "4711"))
    with looked_at(loop) as table:
        loop.send(Begin())
        done(loop)
        code = (asked(loop.session, 1).hand.codes or ())[0]
        assert (
            posted(table, 1, {"do": f"put {code}"}) == 403
            and posted(table, 1, {"do": f"put {code}"}, cookie="phone=x; seat1=4711") == 403
        )
        loop.poll(0.0)
        assert all(reading.code is None for reading in loop.session.readers.by_seat[1].row)
        opened = table.post(f"/{table.code(1)}/pin", {"pin": "4711"})[0]
        assert opened.status == 303 and opened.getheader("Location") == f"/{table.code(1)}"
        assert posted(table, 1, {"do": f"put {code}"}, cookie=cookies(opened)) == 303
        table.until(lambda: loop.session.readers.by_seat[1].row[0].code == code, "the card is in")


def test_more_than_hands_can_touch_is_told_to_come_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse touches beyond a limit, and accept them later."""
    monkeypatch.setattr(server_thread, "MOST_WAITING", 3)
    with looked_at(begun()) as table:
        wish = {"do": f"put {(asked(table.loop.session, 1).hand.codes or ())[0]}"}
        statuses = [posted(table, 1, wish) for _ in range(6)]
        assert statuses[:3] == [303] * 3 and statuses[-1] == 503
        before = table.loop.session
        table.until(lambda: table.loop.session is not before, "the card is in")
        assert posted(table, 1, {"do": "take 1"}) == 303


# ---- At the table --------------------------------------------------------------------------------


def test_a_seat_on_a_phone_keeps_its_cards_off_the_screen_until_that_takes_over() -> None:
    """Hide a phone's cards on the screen until that takes over.

    The tile says so. After a loss, or at once, the screen opens the hand and goes on with its
    cards.
    """
    loop = begun()
    joined(loop, 1)
    hand = asked(loop.session, 1).hand.codes or ()
    loop.send(PlayAtPhone(1, 1, loop.session.revision, f"put {hand[0]}"))
    mine, other = loop.view.body.readers[:2]
    assert (
        mine.phone and str(mine.state) == recorded("on-a-phone") and mine.opens and not other.phone
    )
    joined(loop)
    assert not loop.view.body.readers[0].phone
    loop.send(Uncover(1))
    assert loop.view.body.readers[0].slots[0].card.code == hand[0]
    for slot, code in enumerate(hand[1:5], 2):
        loop.send(InsertCard(1, slot, code))
    loop.send(MoveHandle(1, PULL))
    assert 1 in present(loop.session.match).question.answers


def test_a_pilot_takes_over_a_lost_phone() -> None:
    """Let a pilot take over a lost phone's seat, which then can do nothing."""
    loop = begun()
    joined(loop, 1)
    loop.send(ApplyCorrection(HandSeat(1, "random")))
    assert 1 in present(loop.session.match).question.answers and not loop.view.body.readers[0].phone
    after = after_message(loop.session, PlayAtPhone(1, 1, loop.session.revision, "back"))
    assert after.match is loop.session.match


def test_cards_of_a_reader_are_put_in_by_hands_alone() -> None:
    """Show the cards of an answering reader without buttons, and those of a lost one with all."""
    room = Room(("person", "person"), (1,)).begin()
    joined(room.loop, 1, 2)
    match = room.loop.session.match
    assert match is not None and match.cards_are_real
    assert acts(room.loop.session, match, asked(room.loop.session, 1)) == {}
    found = acts(room.loop.session, match, asked(room.loop.session, 2))
    assert sum(key.startswith("put ") for key in found) == 84 and f"handle {PULL}" in found


def test_the_app_deals_to_all_where_somebody_is_not_at_the_table() -> None:
    """Set all readers aside by one touch before the race, so that the app deals.

    Undo by another.
    """
    room = Room(("person", "person"), (1,))
    for message in (PhoneServiceFound(), OpenPage("phones"), LetPhonesIn(True), DealToAll(True)):
        room.loop.send(message)
    room.loop.poll(0.0)
    assert room.loop.session.readers.by_seat[1].lost == ASIDE
    room.loop.send(DealToAll(False))
    room.loop.poll(0.0)
    assert not room.loop.session.readers.by_seat[1].lost
    room.loop.send(DealToAll(True))
    room.loop.poll(0.0)
    room.begin()
    assert room.loop.session.match is not None and not room.loop.session.match.cards_are_real
    room.loop.send(OpenPage("phones"))
    room.loop.send(DealToAll(False))
    assert room.loop.session.readers.by_seat[1].lost == ASIDE


def test_a_kept_race_knows_nothing_of_phones(tmp_path: Path) -> None:
    """Keep what phones did without naming a phone, and restore the race after a cut."""
    loop = kept_session(tmp_path, ("person", "person"))
    settled(loop)
    for message in (Begin(),):
        loop.send(message)
        settled(loop)
    loop.send(Confirm(loop.session.revision))
    settled(loop)
    joined(loop, 1, 2)
    for seat in (1, 2):
        for code in (asked(loop.session, seat).hand.codes or ())[:5]:
            loop.send(PlayAtPhone(seat, seat, loop.session.revision, f"put {code}"))
            settled(loop)
        loop.send(PlayAtPhone(seat, seat, loop.session.revision, f"handle {PULL}"))
        settled(loop)
    assert loop.session.page == "play"
    where = fingerprint(loop)
    loop.close()
    again = kept_session(tmp_path)
    settled(again)
    assert fingerprint(again) == where
    again.close()


def test_without_scripts_the_answer_leads_back_to_the_page() -> None:
    """Redirect every form's answer to the phone's own page without scripts."""
    with looked_at(begun()) as table:
        page = table.get(f"/{table.code(1)}")[1]
        assert set(re.findall(r'action="([^"]*)"', page)) == {f"/{table.code(1)}/play"}
        card = f"put {(asked(table.loop.session, 1).hand.codes or ())[0]}"
        answer, _ = table.post(
            f"/{table.code(1)}/play",
            {"seat": 1, "revision": table.loop.session.revision, "do": card},
        )
        assert answer.status == 303 and answer.getheader("Location") == f"/{table.code(1)}"
