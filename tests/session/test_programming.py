"""The deal and the programs: who is asked, who is ready, and a remedy for every fault."""

from __future__ import annotations

from companion.app.loop import EventLoop
from companion.engine.cards import card_of
from companion.games import usual_game
from companion.games.asking import Questions
from companion.games.programmed.deck import CODES
from companion.games.programmed.turn import RacePosition
from companion.session.lobby.setup import new_session
from companion.session.messages import Begin, Confirm, Cover, Uncover
from companion.session.session import Session
from companion.session.steps import step
from companion.session.view import ProgramPage, ReaderPicture
from companion.signals import (
    PULL,
    PUSH,
    REST,
    HandleMoved,
    InsertCard,
    MoveHandle,
    ReaderBack,
    ReaderLost,
    SlotRead,
    TakeCard,
)
from tests.english import english
from tests.recorded import recorded
from tests.session.evenings import (
    asked,
    begun,
    done,
    fill,
    play_out,
    reads,
    ready,
    shipped,
    swap,
    yard,
)
from tests.typed import of_kind


def reader(loop: EventLoop, seat: int) -> ReaderPicture:
    """Return a seat's reader as it is shown."""
    assert isinstance(loop.view.body, ProgramPage)
    return next(picture for picture in loop.view.body.readers if picture.seat == seat)


def test_everybody_is_dealt_and_asked() -> None:
    """Nine cards for an undamaged clank, nobody ready, the hint names who is awaited (6.2.1)."""
    loop = begun()
    assert [picture.dealt for picture in loop.view.body.readers] == [9, 9]
    assert all(picture.asked and not picture.ready for picture in loop.view.body.readers)
    assert str(loop.view.hint) == recorded("Waiting-for-BRASS-COPPER")


def test_hands_stay_covered_until_their_person_uncovers_them() -> None:
    """One hand at a time is open; an answer covers it."""
    loop = begun()
    assert reader(loop, 1).hand == ()
    loop.send(Uncover(1))
    assert len(reader(loop, 1).hand) == 9 and reader(loop, 2).hand == ()
    loop.send(Uncover(2))
    assert reader(loop, 1).hand == () and len(reader(loop, 2).hand) == 9
    loop.send(Cover())
    assert reader(loop, 2).hand == ()
    loop.send(Uncover(1))
    ready(loop, 1)
    assert reader(loop, 1).ready and not reader(loop, 1).uncovered


def test_cards_in_slots_leave_the_hand_and_stay_covered() -> None:
    """A slot shows its card only while the reader is open."""
    loop = begun()
    loop.send(Uncover(1))
    (first, *_) = asked(loop.session, 1).hand.codes or ()
    loop.send(InsertCard(1, 3, first))
    assert (
        first not in [card.code for card in reader(loop, 1).hand] and len(reader(loop, 1).hand) == 8
    )
    shown = reader(loop, 1).slots[2].card
    assert shown is not None and shown.code == first
    loop.send(Cover())
    assert reader(loop, 1).slots[2].card is None and reader(loop, 1).slots[2].filled


def test_a_gap_is_refused_with_its_slot() -> None:
    """The words of the rule: seat, name, slot, what is missing, what to do (E145)."""
    loop = begun()
    codes = list(asked(loop.session, 2).hand.codes or ())
    for slot in (1, 2, 3, 5):
        loop.send(InsertCard(2, slot, codes.pop()))
    loop.send(MoveHandle(2, PULL))
    assert str(reader(loop, 2).problem) == recorded("Seat-2-COPPER-slot-4-no")
    assert not reader(loop, 2).ready
    loop.send(InsertCard(2, 4, codes.pop()))
    assert str(reader(loop, 2).problem) == ""
    loop.send(MoveHandle(2, PULL))
    assert reader(loop, 2).ready


def test_a_card_from_another_hand_is_refused() -> None:
    """Refuse a card of another hand, since the app knows the hands that it deals."""
    loop = begun()
    fill(loop, 1)
    (stolen, *_) = asked(loop.session, 2).hand.codes or ()
    swap(loop, 1, 2, stolen)
    loop.send(MoveHandle(1, PULL))
    assert str(reader(loop, 1).problem) == recorded("was-not-dealt-to-this-seat")


def test_an_unreadable_or_unknown_card_is_refused() -> None:
    """Nothing is guessed: dirty, half in, still moving, foreign (E187)."""
    for status, code in (
        ("dirty", None),
        ("blank", None),
        ("unstable", None),
        ("badcode", None),
        ("ok", 255),
        ("ok", None),
        ("odd", 3),
    ):
        loop = begun()
        fill(loop, 1)
        loop.send(SlotRead(1, 3, status, code))
        loop.send(MoveHandle(1, PULL))
        assert str(reader(loop, 1).problem) == recorded(f"slot-3-{status}-{code}")
        assert reader(loop, 1).slots[2].fault


def test_a_card_changed_after_the_pull_takes_the_commitment_back() -> None:
    """Taking a card out makes a seat unready, with the reason."""
    loop = begun()
    ready(loop, 1)
    loop.send(TakeCard(1, 5))
    assert not reader(loop, 1).ready and str(reader(loop, 1).problem) == recorded(
        "slot-5-changed-after-the-handle"
    )
    ready(loop, 2)
    assert loop.view.page == "program"


def test_the_same_reading_again_changes_nothing() -> None:
    """Readers repeat themselves; a repeated slot or handle is no change."""
    loop = begun()
    codes = fill(loop, 1)
    loop.send(MoveHandle(1, PULL))
    before = loop.session
    loop.send(SlotRead(1, 1, "ok", codes[0]))
    loop.send(HandleMoved(1, REST))
    assert loop.session is before and reader(loop, 1).ready


def test_a_handle_that_is_held_counts_once() -> None:
    """Only a movement commits: not a handle held since the last turn, or reported twice."""
    session = dealt_by_hand()
    session = hear(session, HandleMoved(1, PULL))
    first = session.match
    assert first is not None and str(first.question.problems[1]) == recorded("slots-1-2-3-4-and")
    for slot, card in enumerate(("move1@490", "move1@500", "left@70", "left@90", "back@430"), 1):
        session = hear(session, reads(1, slot, card))
    session = hear(session, HandleMoved(1, PULL))
    assert session.match is not None and 1 not in session.match.question.answers
    session = hear(session, HandleMoved(1, REST), HandleMoved(1, PULL))
    assert session.match is not None and 1 in session.match.question.answers


def test_pushing_announces_and_pulling_takes_it_back() -> None:
    """Until the last seat is ready the announcement can be undone (6.5.2 [E192])."""
    loop = begun(board=shipped())
    ready(loop, 1, PUSH)
    assert reader(loop, 1).ready and str(reader(loop, 1).state) == recorded("ready-then-rests")
    loop.send(MoveHandle(1, PULL))
    assert reader(loop, 1).ready and str(reader(loop, 1).state) == "ready"
    ready(loop, 2, PUSH)
    assert loop.view.page == "play"
    play_out(loop, "summary")
    done(loop)
    assert (reader(loop, 1).asked, reader(loop, 2).asked, str(reader(loop, 2).state)) == (
        True,
        False,
        recorded("rests-this-turn"),
    )


def test_who_rests_may_push_again() -> None:
    """Another rest can be announced from the resting turn (6.5.7 [E158])."""
    loop = begun(board=shipped())
    ready(loop, 1, PUSH)
    ready(loop, 2)
    play_out(loop, "summary")
    done(loop)
    assert str(dict(reader(loop, 1).handles)[PUSH]) == recorded("rest-next-turn-too")
    loop.send(MoveHandle(1, PUSH))
    assert str(reader(loop, 1).state) == recorded("rests-next-turn-too")
    ready(loop, 2)
    play_out(loop, "summary")
    done(loop)
    assert str(reader(loop, 1).state) == recorded("rests-this-turn")


def test_a_resting_person_among_pilots_says_when_to_go_on() -> None:
    """Pilots are ready immediately; the turn waits for the person who might push again."""
    loop = begun(("person", "random"), seed=2, board=shipped())
    ready(loop, 1, PUSH)
    play_out(loop, "summary")
    done(loop)
    assert loop.view.page == "program" and str(loop.view.forward) == recorded("Play-the-turn")
    done(loop)
    assert loop.view.page in ("play", "summary")


def test_when_nobody_is_asked_the_turn_plays_at_once_or_on_a_touch() -> None:
    """With everybody resting the screen asks once whether somebody rests again."""
    loop = begun(("person",), board=shipped())
    ready(loop, 1, PUSH)
    play_out(loop, "summary")
    done(loop)
    assert loop.view.page == "rest" and str(loop.view.hint) == recorded("may-push-its-handle")
    loop.send(MoveHandle(1, PUSH))
    assert loop.view.page in ("play", "summary")


def test_resting_this_turn_is_asked_before_the_deal() -> None:
    """With the setting *this* a player who pushes keeps its cards, and gets none (6.5.3 [E152])."""
    loop = begun(words={"power_down": "this"})
    assert loop.view.page == "rest" and str(loop.view.title) == recorded("Turn-1-who-rests")
    loop.send(MoveHandle(1, PUSH))
    assert str(reader(loop, 1).state) == recorded("rests-this-turn") and loop.view.page == "rest"
    loop.send(MoveHandle(1, PULL))
    loop.send(MoveHandle(1, PUSH))
    loop.send(MoveHandle(2, PULL))
    assert loop.view.page == "program"
    assert (reader(loop, 1).asked, reader(loop, 1).dealt, reader(loop, 2).dealt) == (False, None, 9)


def test_pushing_in_the_program_phase_means_nothing_under_this() -> None:
    """The question was asked before the deal; the remedy says which moves are possible."""
    loop = begun(words={"power_down": "this"})
    for seat in (1, 2):
        loop.send(MoveHandle(seat, PULL))
    ready(loop, 1, PUSH)
    assert not reader(loop, 1).ready and str(reader(loop, 1).problem) == recorded(
        "does-nothing-now-pull-it-ready"
    )


def test_the_order_of_the_seats_does_not_matter() -> None:
    """In any order of answers, equal programs lead to the same race."""
    ends = []
    for order in ((1, 2, 3), (3, 1, 2), (2, 3, 1)):
        loop = begun(("person",) * 3, seed=5)
        for _ in range(3):
            for seat in order:
                if loop.view.page == "program" and reader(loop, seat).asked:
                    ready(loop, seat)
            play_out(loop, "summary")
            done(loop)
        assert loop.session.match is not None
        ends.append(loop.session.config.game.fingerprint(loop.session.match.position))
    assert len(set(ends)) == 1


def test_pilots_hands_cannot_be_looked_at() -> None:
    """Neither a pilot's, nor anybody's while no cards are asked for."""
    loop = begun(("person", "random", "person"))
    for seat in (2, 4, 77):
        loop.send(Uncover(seat))
        assert (
            str(loop.view.notice) == recorded(f"no-hand-at-seat-{seat}")
            and loop.session.match is not None
            and loop.session.match.question.open_seat is None
        )


# ---- Real readers: cards that hands deal, known only by what is read ----


def hear(session: Session, *messages: object) -> Session:
    """Return the session after some messages, without their commands."""
    for message in messages:
        session, _ = step(session, message)
    return session


def dealt_by_hand(seats: int = 2) -> Session:
    """Return real readers at the first programming, with unknown hands."""
    session = new_session(usual_game(), (yard(),), (), "Readers", (), ("person",) * seats)
    session = hear(session, Begin())
    return hear(session, Confirm(session.revision))


def remedies(session: Session) -> dict[int, str]:
    """Return what is wrong, by seat."""
    assert session.match is not None
    return english(dict(session.match.question.problems))


FIVE = ("move1@490", "move1@500", "left@70", "left@90", "back@430")
OTHERS = ("move1@510", "move1@520", "left@110", "left@130", "back@440")


def test_unseen_hands_are_taken_as_they_are_read() -> None:
    """Any cards of the deck are legal where hands deal; the readers are shown as real ones."""
    session = dealt_by_hand()
    assert session.match is not None and isinstance(session.match.next_step, Questions)
    assert all(ask.hand.codes is None for ask in session.match.next_step.asks)
    for seat, cards in ((1, FIVE), (2, OTHERS)):
        session = hear(
            session,
            *[reads(seat, slot, card) for slot, card in enumerate(cards, 1)],
            HandleMoved(seat, PULL),
        )
    assert session.page == "play"


def test_a_card_on_the_table_twice_names_both_places() -> None:
    """In one reader, or in two (E147)."""
    session = dealt_by_hand()
    session = hear(
        session,
        *[reads(1, slot, card) for slot, card in enumerate((*FIVE[:4], FIVE[0]), 1)],
        HandleMoved(1, PULL),
    )
    assert remedies(session)[1] == recorded("Seat-1-BRASS-slot-5-this")
    session = dealt_by_hand()
    session = hear(
        session, *[reads(1, slot, card) for slot, card in enumerate(FIVE, 1)], HandleMoved(1, PULL)
    )
    session = hear(
        session,
        *[reads(2, slot, card) for slot, card in enumerate((*OTHERS[:4], FIVE[2]), 1)],
        HandleMoved(2, PULL),
    )
    assert remedies(session)[2] == recorded("Seat-2-COPPER-slot-5-this")


def test_readers_that_are_not_asked_count_as_the_table() -> None:
    """A card in the reader of an empty seat is on the table, too (6.4.3)."""
    session = dealt_by_hand()
    session = hear(
        session,
        reads(7, 1, FIVE[0]),
        *[reads(1, slot, card) for slot, card in enumerate(FIVE, 1)],
        HandleMoved(1, PULL),
    )
    assert remedies(session)[1] == recorded("is-in-Seat-7-UMBER-slot")


def test_what_changed_after_everybody_pulled_is_seen_before_the_turn() -> None:
    """A card put into a third reader after its owner's answer takes that answer back at the end."""
    session = dealt_by_hand()
    session = hear(
        session,
        *[reads(1, slot, card) for slot, card in enumerate(FIVE, 1)],
        HandleMoved(1, PULL),
        reads(7, 1, FIVE[0]),
    )
    session = hear(
        session,
        *[reads(2, slot, card) for slot, card in enumerate(OTHERS, 1)],
        HandleMoved(2, PULL),
    )
    assert session.page == "program" and set(remedies(session)) == {1}


def test_a_locked_card_is_missed_and_an_exchanged_one_named() -> None:
    """The remedy names the public card that belongs there (E146), and never the found one."""
    session = dealt_by_hand(1)
    session = hear(session, *[reads(1, slot, card) for slot, card in enumerate(FIVE, 1)])
    assert session.match is not None
    moment = of_kind(RacePosition, session.match.position)
    hurt = moment.state.clank(1)._replace(
        locked=(5,), damage=5, slots=(*moment.state.clank(1).slots[:4], card_of("back@430"))
    )
    for seen, name in ((frozenset({card_of("back@430")}), "Back-430"), (frozenset(), "the-same")):
        position = moment._replace(state=moment.state.with_clank(hurt), seen=seen)
        match = session.match._replace(
            position=position, next_step=session.config.game.next_step(position)
        )
        session = session._replace(match=match)
        for found, how in (
            (reads(1, 5, "back@440"), "exchanged"),
            (SlotRead(1, 5, "empty"), "gone"),
        ):
            after = hear(session, found, HandleMoved(1, PULL))
            assert remedies(after)[1] == recorded(f"slot-5-{how}-put-{name}-back")
    assert hear(session, HandleMoved(1, PULL)).page in ("play", "summary")


def test_a_card_in_a_slot_that_locked_empty_is_refused() -> None:
    """Such a slot stays empty (E155)."""
    session = dealt_by_hand(1)
    session = hear(session, *[reads(1, slot, card) for slot, card in enumerate(FIVE, 1)])
    assert session.match is not None
    moment = of_kind(RacePosition, session.match.position)
    position = moment._replace(
        state=moment.state.with_clank(moment.state.clank(1)._replace(locked=(5,), damage=5))
    )
    session = session._replace(
        match=session.match._replace(
            position=position, next_step=session.config.game.next_step(position)
        )
    )
    assert remedies(hear(session, HandleMoved(1, PULL)))[1] == recorded(
        "slot-5-this-slot-is-locked"
    )
    assert hear(session, SlotRead(1, 5, "empty"), HandleMoved(1, PULL)).page in ("play", "summary")


def test_a_lost_reader_is_shown_until_it_is_back() -> None:
    """Its readings stay; the screen says which reader is lost, and why."""
    loop = begun()
    ready(loop, 1)
    loop.send(ReaderLost(1, "its cable is unplugged"))
    assert (
        str(reader(loop, 1).problem) == recorded("Seat-1-BRASS-the-reader-does")
        and reader(loop, 1).ready
    )
    loop.send(ReaderBack(1))
    assert str(reader(loop, 1).problem) == "" and reader(loop, 1).ready


def test_signals_of_unknown_seats_and_slots_change_nothing() -> None:
    """Nothing at the table has such a number."""
    loop = begun()
    before = loop.session
    for signal in (
        SlotRead(9, 1, "ok", CODES[0]),
        SlotRead(1, 0, "ok", CODES[0]),
        SlotRead(1, 6, "ok", CODES[0]),
        HandleMoved(0, PULL),
        ReaderLost(12, "?"),
        ReaderBack(-1),
    ):
        loop.send(signal)
    assert loop.session is before


def test_a_locked_card_that_was_taken_out_can_be_put_back() -> None:
    """On a touch reader it is in the hand until it is back, and the remedy names it (E146)."""
    loop = begun(("person",), board=shipped(), words={"lives": "inf"})
    ready(loop, 1)
    play_out(loop, "summary")
    assert loop.session.match is not None
    moment = of_kind(RacePosition, loop.session.match.position)
    hurt = moment._replace(state=moment.state.with_clank(moment.state.clank(1)._replace(damage=7)))
    loop.session = loop.session._replace(
        match=loop.session.match._replace(
            position=hurt, next_step=loop.session.config.game.next_step(hurt)
        )
    )
    done(loop)
    assert [slot.locked for slot in reader(loop, 1).slots] == [False, False, True, True, True]
    locked = loop.table.slots(1)[4]  # type: ignore[attr-defined]
    loop.send(Uncover(1))
    fill(loop, 1)
    loop.send(TakeCard(1, 5))
    assert locked in [card.code for card in reader(loop, 1).hand]
    loop.send(MoveHandle(1, PULL))
    assert str(reader(loop, 1).problem) == recorded("slot-5-the-locked-card-has")
    loop.send(InsertCard(1, 5, locked))
    assert reader(loop, 1).hand == ()
    loop.send(MoveHandle(1, PULL))
    assert loop.view.page in ("play", "summary")
