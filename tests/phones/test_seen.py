"""The view of phones: a private view its own cards only, a second screen none, over whole races."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.app.loop import EventLoop, open_session
from companion.gallery.race import EIGHT, LOCKED, race, until
from companion.games import find_game
from companion.games.asking import Questions, Reading
from companion.games.parts import Preview
from companion.phones.contents import counts_of_seat
from companion.phones.page import PageWriter
from companion.phones.phone_view import private_view, second_screen
from companion.session.lobby.phone_access import SCREEN, Invitation
from companion.session.messages import Begin, ChooseBoard, Confirm, Pick, Uncover
from companion.session.pages.phones import PhoneServiceFound, PhoneServiceReported
from companion.session.pages.table import ShowCards
from companion.session.preferences import Prefer
from companion.session.reader_faults import card_words
from companion.session.remote import HINT, PlayAtPhone
from companion.session.session import Session
from companion.session.view import ASKING, OVER, PLAY, SUMMARY
from companion.signals import PULL, InsertCard, MoveHandle
from companion.words import ENGLISH, NOTHING, text
from tests.phones.looking import joined, words_of
from tests.recorded import recorded
from tests.session.decisions import DECISIONS, LEAFING
from tests.session.evenings import asked, begun, done, fill, play_out, ready, shipped
from tests.session.leak_search import Witness, cards_in
from tests.session.real import FIRST, SECOND, Room
from tests.session.test_any_messages import MESSAGES, TOUCHES, deeds, do
from tests.session.test_any_table import DEEDS, carry_out
from tests.typed import present

GAMES = ("clockwork", "factory_rally", "cardbot", "diesel")


def payload(session: Session, seat: int) -> str:
    """Return the whole page that is sent to a phone."""
    if seat == SCREEN:
        page = second_screen(session)
    else:
        page = private_view(session, seat, counts_of_seat(session, seat))
    return PageWriter("en", ENGLISH).content(page, "/CODE")


def with_ghosts(loop: EventLoop) -> EventLoop:
    """Return the same session, whose private views show where programs lead."""
    loop.send(Prefer(loop.session.lobby.preferences._replace(ghost=True)))
    return loop


def pry(session: Session, witness: Witness, seats: tuple[int, ...]) -> None:
    """Check that no phone shows a card that only another seat may know."""
    secrets = witness.secrets(session)
    for seat in (SCREEN, *seats):
        found = [
            (how, code)
            for how, code in cards_in(words_of(payload(session, seat)))
            if seat not in secrets.get(code, {seat})
        ]
        assert not found, (
            f"the phone of {seat or 'everybody'} is told {found[:2]} on {session.page}"
        )


# ---- What is there -------------------------------------------------------------------------------


def test_a_private_view_has_hand_reader_and_way_and_nobody_else_has() -> None:
    """Show hand, reader and path in the private view only.

    Cards in slots leave the hand; the last word of the path is the game's own.
    """
    loop = with_ghosts(begun())
    codes = fill(loop, 1)
    page, other, everybody = (
        private_view(loop.session, 1),
        private_view(loop.session, 2),
        second_screen(loop.session),
    )
    (own,) = page.own
    assert [str(slot.card) for slot in own.slots] == [
        card for card in map(str, (slot.card for slot in own.slots)) if card
    ] and len(own.hand) == 4
    foreseen = present(Preview.of(loop.session.config.game)).foreseen(
        present(loop.session.match).position, 1, tuple(codes)
    )
    assert own.foreseen == foreseen and own.board is not None and own.board.foreseen == foreseen
    assert all(not slot.card for slot in other.own[0].slots) and other.own[0].foreseen == ()
    assert everybody.own == () and everybody.board is not None and not everybody.board.foreseen


def test_a_hand_that_lies_open_on_the_shared_screen_is_not_on_the_second() -> None:
    """Keep a hand that is open on the shared screen off the second one."""
    loop = begun()
    before = payload(loop.session, SCREEN)
    loop.send(Uncover(1))
    assert (
        present(loop.session.match).question.open_seat == 1
        and payload(loop.session, SCREEN) == before
    )


def test_what_was_programmed_stays_to_be_seen_while_it_is_played() -> None:
    """Show the whole program to its player while it is played, and revealed cards to others."""
    loop = begun()
    codes = fill(loop, 1)
    for seat in (1, 2):
        ready(loop, seat) if seat == 2 else loop.send(MoveHandle(1, PULL))
    assert loop.session.page == PLAY
    (own,) = private_view(loop.session, 1).own
    assert [str(slot.card) for slot in own.slots] == [str(private(loop, code)) for code in codes]
    assert second_screen(loop.session).standings == (), (
        "hands have not carried out yet what the rules know"
    )


def private(loop: EventLoop, code: int) -> object:
    """Return a card's name."""
    face = loop.session.config.game.face(code)
    assert face is not None
    return card_words(face)


def test_no_time_is_told_before_a_clock_runs() -> None:
    """Show no time before the first player is ready, from whom a round counts."""
    loop = open_session(seed=7, players=("person", "person", "person"), game=find_game("cardbot"))
    loop.send(Begin())
    while loop.session.page not in ASKING:
        done(loop)
    assert asked(loop.session, 2).deadline is not None
    assert private_view(loop.session, 2).own[0].left is None and "seconds left" not in payload(
        loop.session, 2
    )
    ready(loop, 1)
    assert private_view(loop.session, 2).own[0].left and "seconds left" in payload(loop.session, 2)
    assert private_view(loop.session, 1).own[0].left is None


def test_statistics_are_the_own_ones_of_whole_turns() -> None:
    """Show the own statistics of complete turns, none in the first turn."""
    loop = begun(words={"lives": "inf"})
    assert counts_of_seat(loop.session, 1) == ()
    for seat in (1, 2):
        ready(loop, seat)
    play_out(loop, SUMMARY)
    facts = counts_of_seat(loop.session, 1)
    assert (
        facts
        and facts != ()
        and "Your statistics" in payload(loop.session, 1)
        and "Your statistics" not in payload(loop.session, SCREEN)
    )


def test_a_seat_that_no_person_plays_has_no_private_view() -> None:
    """Give a seat without a person no private view, only what all may see."""
    loop = begun(("person", "random"))
    assert (
        "not played on a phone" in payload(loop.session, 2)
        and private_view(loop.session, 2).own == ()
    )


def test_before_a_game_and_after_it_there_is_something_to_see() -> None:
    """Show the setup before a game, and the verdict after it."""
    loop = open_session(seed=1, players=("person", "random"))
    for seat in (SCREEN, 1):
        assert "Before the game" in words_of(payload(loop.session, seat))
    assert counts_of_seat(loop.session, 1) == ()


# ---- What is not there ---------------------------------------------------------------------------


@settings(max_examples=25)
@given(deeds(MESSAGES, TOUCHES, LEAFING, DECISIONS), st.integers(0, 3))
def test_no_message_leads_another_seats_card_onto_a_phone(said: list[object], seed: int) -> None:
    """Show no other seat's card after any messages at touch readers, undo included."""
    loop = with_ghosts(begun(("person", "random", "person"), seed=seed))
    witness = Witness()
    loop.on_moved = witness.watch
    for deed in said:
        if not isinstance(deed, ShowCards):
            do(loop, deed)
        witness.watch(loop.session)
        pry(loop.session, witness, (1, 3))


@settings(max_examples=25)
@given(DEEDS, st.integers(0, 3))
def test_no_hand_at_a_real_reader_does(done_by_hands: list[object], seed: int) -> None:
    """Show none at real readers either, with lost readers and duplicate cards."""
    room = Room(("person", "person", "person"), (1, 2), seed).begin()
    with_ghosts(room.loop)
    witness = Witness()
    room.loop.on_moved = witness.watch
    for deed in done_by_hands:
        carry_out(room, deed)
        witness.watch(room.loop.session)
        pry(room.loop.session, witness, (1, 2, 3))


def test_a_whole_race_with_every_page_of_every_phone() -> None:
    """Show none in three whole turns on every page, with readers, touch, a pilot, locked slots."""
    room = Room(("person", "person", "random"), (1, 2)).begin()
    with_ghosts(room.loop)
    witness = Witness()
    for first, second in ((FIRST, SECOND), (SECOND, FIRST)):
        room.put(1, first)
        room.put(2, second)
        witness.watch(room.loop.session)
        pry(room.loop.session, witness, (1, 2))
        assert (
            len([slot for slot in private_view(room.loop.session, 1).own[0].slots if slot.card])
            == 5
        )
        room.move(1)
        room.move(2)
        for _ in range(400):
            witness.watch(room.loop.session)
            pry(room.loop.session, witness, (1, 2))
            if room.loop.session.page not in (PLAY, SUMMARY):
                break
            done(room.loop)
        room.clear(1, 2)


@pytest.mark.parametrize("key", GAMES)
def test_a_private_view_is_the_same_whatever_others_hold(key: str) -> None:
    """Show the same private view for any hidden cards of others, in every game and moment."""
    loop = with_phones(
        with_ghosts(
            open_session(seed=7, players=("person", "person", "steady"), game=find_game(key))
        )
    )
    loop.send(Begin())
    seen = 0
    for session in moments(loop, 150):
        for seat in (1, 2) if seen % 15 == 0 else ():
            loop.send(PlayAtPhone(seat, seat, session.revision, HINT))
        for seat in (SCREEN, 1, 2):
            seen += 1
            assert payload(session, seat) == payload(with_others(session, seat), seat), (
                f"{seat} on {session.page}"
            )
    assert seen > 100


@pytest.mark.parametrize("key", GAMES)
def test_a_hint_of_one_phone_is_seen_on_no_other_one(key: str) -> None:
    """Show a hint on one phone only, and not on the shared screen, whenever there is one."""
    loop = with_phones(
        open_session(seed=7, players=("person", "person", "steady"), game=find_game(key))
    )
    loop.send(Begin())
    hinted = 0
    for session in moments(loop, 60):
        before = payload(session, 2), payload(session, SCREEN), loop.view
        loop.send(PlayAtPhone(1, 1, session.revision, HINT))
        hinted += any(own.hint for own in private_view(loop.session, 1).own)
        assert (payload(loop.session, 2), payload(loop.session, SCREEN), loop.view) == before
    assert hinted


def with_phones(loop: EventLoop) -> EventLoop:
    """Return the session with two phones each at seats 1 and 2, so that everything is shown."""
    loop.send(PhoneServiceFound(called=True))
    loop.send(
        PhoneServiceReported(
            "10.0.0.1:8137",
            NOTHING,
            tuple(Invitation(seat, f"CODE{seat}", 2) for seat in (SCREEN, 1, 2)),
        )
    )
    return loop


def moments(loop: EventLoop, many: int) -> Iterator[Session]:
    """Yield moments of a game in which people answer with any cards."""
    for _ in range(many):
        yield loop.session
        session, match = loop.session, loop.session.match
        next_step = match.next_step if match is not None and session.page in ASKING else None
        if isinstance(next_step, Questions):
            waiting = [
                ask
                for ask in next_step.asks
                if session.is_person(ask.player) and ask.seat not in present(match).question.answers
            ]
        else:
            waiting = []
        if session.page == OVER:
            return
        if not waiting:
            loop.send(Confirm(session.revision))
            continue
        ask = waiting[0]
        free = ask.program.free
        for slot, code in zip(free, ask.hand.codes or (), strict=False):
            loop.send(InsertCard(ask.seat, slot, code))
            yield loop.session
        loop.send(
            MoveHandle(ask.seat, ask.gestures[0][0])
            if ask.gestures
            else Pick(ask.seat, ask.offers[0].key)
        )


def with_others(session: Session, seat: int) -> Session:
    """Return the same moment with everything else that this seat may not know.

    In the race it is unknown; the cards in others' readers are exchanged for others of the same
    hand.
    """
    match, game = session.match, session.config.game
    if match is None or session.page == OVER:
        return session
    asks = match.next_step.asks if isinstance(match.next_step, Questions) else ()
    mine = {seat, *(ask.seat for ask in asks if ask.player == seat)}
    position = game.redacted(match.position, seat or None)
    seen = {
        code
        for reader in game.readers(position).values()
        for code in reader.codes
        if code is not None
    }
    hands = {
        ask.seat: tuple(code for code in ask.hand.codes or () if code not in seen)
        for ask in asks
        if ask.seat not in mine
    }
    changed: dict[int | None, int] = {
        code: other for hand in hands.values() for code, other in zip(hand, hand[::-1], strict=True)
    }
    readers = {
        number: reader._replace(
            row=tuple(
                Reading(slot.status, changed.get(slot.code, slot.code)) for slot in reader.row
            )
        )
        for number, reader in session.readers.by_seat.items()
    }
    answers = {
        number: answer._replace(codes=tuple(changed.get(code, code) for code in answer.codes))
        for number, answer in match.question.answers.items()
    }
    access = session.config.phone_access
    # The hints of others would say other cards.
    hints = {
        number: hint
        if number in mine or hint is None
        else hint._replace(code=changed.get(hint.code, hint.code), why=text("?"))
        for number, hint in access.hints.items()
    }
    config = session.config._replace(phone_access=access._replace(hints=hints))
    return session._replace(
        match=match._replace(position=position, question=match.question._replace(answers=answers)),
        readers=session.readers._replace(by_seat=readers),
        config=config,
    )


def test_the_eyes_of_these_tests_see_a_leak() -> None:
    """Find secrets on a seat's page when it is checked as another's, so these tests see a leak."""
    loop = with_ghosts(begun())
    fill(loop, 1)
    witness = Witness()
    witness.watch(loop.session)
    secrets = witness.secrets(loop.session)
    mine = [
        code for _, code in cards_in(words_of(payload(loop.session, 1))) if secrets.get(code) == {1}
    ]
    assert (
        len(set(mine)) >= 9
        and asked(loop.session, 1).hand.codes is not None
        and shipped().board.columns
    )


def test_the_own_phone_leaves_out_what_its_player_knows() -> None:
    """Leave out on the own phone what its player knows.

    The others that are waited for are in the lines; that a player uses a phone is news to others
    only.
    """
    loop = joined(begun(("person", "person")), 1, 2)
    page = private_view(loop.session, 1)
    assert "Waiting for" not in str(page.said) and str(page.own[0].state) == recorded(
        "choosing-cards"
    )
    lines = [str(line.words) for line in page.lines]
    assert lines == recorded("choosing-cards-2")
    ready(loop, 1)
    assert str(private_view(loop.session, 1).said) == recorded("Waiting-for-COPPER")


def test_burnt_commands_of_others_are_on_phones_from_the_start() -> None:
    """Show burnt commands of others from the start, as tiles do, and nothing of free slots.

    The own ones are among the own cards.
    """
    loop = until(
        race(ChooseBoard("welding-shop"), players=("person", "person", *EIGHT[2:]), seed=2), LOCKED
    )
    locked = {
        (loop.view.signs[reader.seat].name, number): str(card_words(face))
        for reader in loop.view.body.readers
        for number, slot in enumerate(reader.slots, 1)
        if slot.locked
        and slot.card is not None
        and (face := loop.session.config.game.face(slot.card.code)) is not None
    }
    assert len(locked) > 2
    for seat in (SCREEN, 1, 2):
        page = second_screen(loop.session) if seat == SCREEN else private_view(loop.session, seat)
        own = {own.sign.name for own in page.own}
        lines = [line for line in page.lines if line.sign is not None]
        shown = {
            (present(line.sign).name, slot.number): str(slot.card)
            for line in lines
            for slot in line.cards
        }
        assert shown == {place: words for place, words in locked.items() if place[0] not in own}
        read = words_of(payload(loop.session, seat))
        assert read.count("Locked slots:") == len({name for name, _ in shown})
        assert shown or "BRASS" in own
