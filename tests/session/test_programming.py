"""Dealing and programming: who is asked, who is ready, and a named remedy for everything that can be wrong in a reader."""
from __future__ import annotations

from companion.engine.cards import card_of
from companion.games.base import Questions
from companion.games.clockwork import ClockworkDerby
from companion.games.deck import CODES
from companion.session.messages import Begin, Confirm, Cover, Uncover
from companion.session.session import Session, new_session, replace
from companion.session.steps import step
from companion.session.view import ProgramPage, ReaderPicture
from companion.shell import Shell
from companion.signals import PULL, PUSH, REST, HandleMoved, InsertCard, MoveHandle, ReaderBack, ReaderLost, SlotRead, TakeCard
from tests.session.evenings import asked, begun, done, fill, play_out, reads, ready, shipped, swap, yard


def reader(shell: Shell, seat: int) -> ReaderPicture:
    """A seat's reader as it is shown."""
    assert isinstance(shell.view.body, ProgramPage)
    return next(picture for picture in shell.view.body.readers if picture.seat == seat)


def test_everybody_is_dealt_and_asked() -> None:
    """Nine cards for an undamaged clank, nobody ready, the hint names who is awaited (6.2.1)."""
    shell = begun()
    assert [picture.dealt for picture in shell.view.body.readers] == [9, 9]  # type: ignore[union-attr]
    assert all(picture.asked and not picture.ready for picture in shell.view.body.readers)  # type: ignore[union-attr]
    assert "Waiting for BRASS, COPPER" in shell.view.hint


def test_hands_stay_covered_until_their_person_uncovers_them() -> None:
    """One hand at a time lies open; who is ready is covered by itself."""
    shell = begun()
    assert reader(shell, 1).hand == ()
    shell.send(Uncover(1))
    assert len(reader(shell, 1).hand) == 9 and reader(shell, 2).hand == ()
    shell.send(Uncover(2))
    assert reader(shell, 1).hand == () and len(reader(shell, 2).hand) == 9
    shell.send(Cover())
    assert reader(shell, 2).hand == ()
    shell.send(Uncover(1))
    ready(shell, 1)
    assert reader(shell, 1).ready and not reader(shell, 1).uncovered


def test_cards_in_slots_leave_the_hand_and_stay_covered() -> None:
    """A slot shows its card only while the reader lies open."""
    shell = begun()
    shell.send(Uncover(1))
    (first, *_) = asked(shell.session, 1).hand or ()
    shell.send(InsertCard(1, 3, first))
    assert first not in [card.code for card in reader(shell, 1).hand] and len(reader(shell, 1).hand) == 8
    shown = reader(shell, 1).slots[2].card
    assert shown is not None and shown.code == first
    shell.send(Cover())
    assert reader(shell, 1).slots[2].card is None and reader(shell, 1).slots[2].filled


def test_a_gap_is_refused_with_its_slot() -> None:
    """The words of the rule: seat, name, slot, what is missing, what to do (E145)."""
    shell = begun()
    codes = list(asked(shell.session, 2).hand or ())
    for slot in (1, 2, 3, 5):
        shell.send(InsertCard(2, slot, codes.pop()))
    shell.send(MoveHandle(2, PULL))
    assert reader(shell, 2).remedy == "Seat 2 COPPER, slot 4: no card. Put a card in, then pull the handle again."
    assert not reader(shell, 2).ready
    shell.send(InsertCard(2, 4, codes.pop()))
    assert reader(shell, 2).remedy == ""
    shell.send(MoveHandle(2, PULL))
    assert reader(shell, 2).ready


def test_a_card_from_another_hand_is_refused() -> None:
    """Where the app deals it knows who was dealt what."""
    shell = begun()
    fill(shell, 1)
    (stolen, *_) = asked(shell.session, 2).hand or ()
    swap(shell, 1, 2, stolen)
    shell.send(MoveHandle(1, PULL))
    assert reader(shell, 1).remedy.startswith("Seat 1 BRASS, slot 2: ") and "was not dealt to this seat" in reader(shell, 1).remedy


def test_an_unreadable_or_unknown_card_is_refused() -> None:
    """Nothing is guessed: dirty, half in, still moving, foreign (E187)."""
    for status, code, words in (
        ("dirty", None, "cannot be read"), ("blank", None, "wrong way round or half in"), ("unstable", None, "still moving"),
        ("badcode", None, "not in the deck"), ("ok", 255, "not in the deck"), ("ok", None, "not in the deck"), ("odd", 3, "not in the deck"),
    ):
        shell = begun()
        fill(shell, 1)
        shell.send(SlotRead(1, 3, status, code))
        shell.send(MoveHandle(1, PULL))
        assert reader(shell, 1).remedy.startswith("Seat 1 BRASS, slot 3: ") and words in reader(shell, 1).remedy, status
        assert reader(shell, 1).slots[2].fault


def test_a_card_changed_after_the_pull_takes_the_commitment_back() -> None:
    """Who takes a card out again is not ready any more, and is told why."""
    shell = begun()
    ready(shell, 1)
    shell.send(TakeCard(1, 5))
    assert not reader(shell, 1).ready and "slot 5: changed after the handle was moved" in reader(shell, 1).remedy
    ready(shell, 2)
    assert shell.view.page == "program"


def test_the_same_reading_again_changes_nothing() -> None:
    """Readers repeat themselves; a repeated slot or handle is no change."""
    shell = begun()
    codes = fill(shell, 1)
    shell.send(MoveHandle(1, PULL))
    before = shell.session
    shell.send(SlotRead(1, 1, "ok", codes[0]))
    shell.send(HandleMoved(1, REST))
    assert shell.session is before and reader(shell, 1).ready


def test_a_handle_that_is_held_counts_once() -> None:
    """Only a movement commits: a handle held since the last turn, or told twice, does not."""
    session = dealt_by_hand()
    session = hear(session, HandleMoved(1, PULL))
    first = session.match
    assert first is not None and "slots 1, 2, 3, 4 and 5 are empty" in first.remedies[1]
    for slot, card in enumerate(("move1@490", "move1@500", "left@70", "left@90", "back@430"), 1):
        session = hear(session, reads(1, slot, card))
    session = hear(session, HandleMoved(1, PULL))
    assert session.match is not None and 1 not in session.match.answers
    session = hear(session, HandleMoved(1, REST), HandleMoved(1, PULL))
    assert session.match is not None and 1 in session.match.answers


def test_pushing_announces_and_pulling_takes_it_back() -> None:
    """Until the last seat is ready the announcement can be undone (6.5.2 [E192])."""
    shell = begun(board=shipped())
    ready(shell, 1, PUSH)
    assert reader(shell, 1).ready and reader(shell, 1).state == "ready, rests next turn"
    shell.send(MoveHandle(1, PULL))
    assert reader(shell, 1).ready and reader(shell, 1).state == "ready"
    ready(shell, 2, PUSH)
    assert shell.view.page == "play"
    play_out(shell, "summary")
    done(shell)
    assert (reader(shell, 1).asked, reader(shell, 2).asked, reader(shell, 2).state) == (True, False, "rests this turn")


def test_who_rests_may_push_again() -> None:
    """Another rest can be announced from the resting turn (6.5.7 [E158])."""
    shell = begun(board=shipped())
    ready(shell, 1, PUSH)
    ready(shell, 2)
    play_out(shell, "summary")
    done(shell)
    assert dict(reader(shell, 1).handles)[PUSH] == "rest next turn, too"
    shell.send(MoveHandle(1, PUSH))
    assert reader(shell, 1).state == "rests next turn, too"
    ready(shell, 2)
    play_out(shell, "summary")
    done(shell)
    assert reader(shell, 1).state == "rests this turn"


def test_a_resting_person_among_pilots_says_when_to_go_on() -> None:
    """Pilots are ready at once; the turn still waits for the person who might push again."""
    shell = begun(("person", "random"), seed=2, board=shipped())
    ready(shell, 1, PUSH)
    play_out(shell, "summary")
    done(shell)
    assert shell.view.page == "program" and shell.view.forward == "Play the turn"
    done(shell)
    assert shell.view.page in ("play", "summary")


def test_when_nobody_is_asked_the_turn_plays_at_once_or_on_a_touch() -> None:
    """With everybody resting the screen asks once whether somebody rests again."""
    shell = begun(("person",), board=shipped())
    ready(shell, 1, PUSH)
    play_out(shell, "summary")
    done(shell)
    assert shell.view.page == "program" and "may push its handle" in shell.view.hint
    shell.send(MoveHandle(1, PUSH))
    assert shell.view.page in ("play", "summary")


def test_resting_this_turn_is_asked_before_the_deal() -> None:
    """Under the setting *this* everybody is asked first; who pushes keeps its cards and gets none (6.5.3 [E152])."""
    shell = begun(words={"power_down": "this"})
    assert shell.view.page == "rest" and shell.view.title == "Turn 1: who rests?"
    shell.send(MoveHandle(1, PUSH))
    assert reader(shell, 1).state == "rests this turn" and shell.view.page == "rest"
    shell.send(MoveHandle(1, PULL))
    shell.send(MoveHandle(1, PUSH))
    shell.send(MoveHandle(2, PULL))
    assert shell.view.page == "program"
    assert (reader(shell, 1).asked, reader(shell, 1).dealt, reader(shell, 2).dealt) == (False, 0, 9)


def test_pushing_in_the_program_phase_means_nothing_under_this() -> None:
    """The question was asked before the deal; the remedy says what the handle can do now."""
    shell = begun(words={"power_down": "this"})
    for seat in (1, 2):
        shell.send(MoveHandle(seat, PULL))
    ready(shell, 1, PUSH)
    assert not reader(shell, 1).ready and "means nothing now; pull it (ready)" in reader(shell, 1).remedy


def test_the_order_of_the_seats_does_not_matter() -> None:
    """Whoever is ready first, the same programs lead to the same race."""
    ends = []
    for order in ((1, 2, 3), (3, 1, 2), (2, 3, 1)):
        shell = begun(("person",) * 3, seed=5)
        for _ in range(3):
            for seat in order:
                if shell.view.page == "program" and reader(shell, seat).asked:
                    ready(shell, seat)
            play_out(shell, "summary")
            done(shell)
        assert shell.session.match is not None
        ends.append(shell.session.house.game.fingerprint(shell.session.match.position))
    assert len(set(ends)) == 1


def test_pilots_hands_cannot_be_looked_at() -> None:
    """Neither a pilot's, nor anybody's when no cards are asked for."""
    shell = begun(("person", "random"))
    for seat, words in ((2, "played by a pilot"), (3, "no cards to look at"), (77, "no cards to look at")):
        shell.send(Uncover(seat))
        assert words in shell.view.notice and shell.session.match is not None and shell.session.match.open_seat is None


# ---- Real readers: cards that hands deal, known only by what is read ------------------------------------------------------


def hear(session: Session, *messages: object) -> Session:
    """The evening after some messages, commands left aside."""
    for message in messages:
        session, _ = step(session, message)  # type: ignore[arg-type]
    return session


def dealt_by_hand(seats: int = 2) -> Session:
    """An evening with real readers at its first programming: nobody knows the hands."""
    session = new_session(ClockworkDerby(), (yard(),), (), "Readers", (), ("person",) * seats)
    session = hear(session, Begin())
    return hear(session, Confirm(session.step))


def remedies(session: Session) -> dict[int, str]:
    """What is wrong, by seat."""
    assert session.match is not None
    return dict(session.match.remedies)


FIVE = ("move1@490", "move1@500", "left@70", "left@90", "back@430")
OTHERS = ("move1@510", "move1@520", "left@110", "left@130", "back@440")


def test_unseen_hands_are_taken_as_they_are_read() -> None:
    """Any cards of the deck are legal where hands deal them; the readers are shown as real ones."""
    session = dealt_by_hand()
    assert session.match is not None and isinstance(session.match.want, Questions)
    assert all(ask.hand is None for ask in session.match.want.asks)
    for seat, cards in ((1, FIVE), (2, OTHERS)):
        session = hear(session, *[reads(seat, slot, card) for slot, card in enumerate(cards, 1)], HandleMoved(seat, PULL))
    assert session.page == "play"


def test_a_card_on_the_table_twice_names_both_places() -> None:
    """In one reader, or in two (E147)."""
    session = dealt_by_hand()
    session = hear(session, *[reads(1, slot, card) for slot, card in enumerate((*FIVE[:4], FIVE[0]), 1)], HandleMoved(1, PULL))
    assert remedies(session)[1].startswith("Seat 1 BRASS, slot 5: this card lies in Seat 1 BRASS, slot 1 too")
    session = dealt_by_hand()
    session = hear(session, *[reads(1, slot, card) for slot, card in enumerate(FIVE, 1)], HandleMoved(1, PULL))
    session = hear(session, *[reads(2, slot, card) for slot, card in enumerate((*OTHERS[:4], FIVE[2]), 1)], HandleMoved(2, PULL))
    assert remedies(session)[2].startswith("Seat 2 COPPER, slot 5: this card lies in Seat 1 BRASS, slot 3 too")


def test_readers_that_are_not_asked_count_as_the_table() -> None:
    """A card that lies in the reader of nobody's seat is on the table all the same (6.4.3)."""
    session = dealt_by_hand()
    session = hear(session, reads(7, 1, FIVE[0]), *[reads(1, slot, card) for slot, card in enumerate(FIVE, 1)], HandleMoved(1, PULL))
    assert "lies in Seat 7 UMBER, slot 1 too" in remedies(session)[1]


def test_what_changed_after_everybody_pulled_is_seen_before_the_turn() -> None:
    """A card put into a third reader after its owner was ready takes that seat's commitment back when the last one pulls."""
    session = dealt_by_hand()
    session = hear(session, *[reads(1, slot, card) for slot, card in enumerate(FIVE, 1)], HandleMoved(1, PULL), reads(7, 1, FIVE[0]))
    session = hear(session, *[reads(2, slot, card) for slot, card in enumerate(OTHERS, 1)], HandleMoved(2, PULL))
    assert session.page == "program" and set(remedies(session)) == {1}


def test_a_locked_card_is_missed_and_an_exchanged_one_named() -> None:
    """The remedy says which card belongs there (E146), if everybody has seen it played, and never which one was found."""
    session = dealt_by_hand(1)
    session = hear(session, *[reads(1, slot, card) for slot, card in enumerate(FIVE, 1)])
    assert session.match is not None
    moment = session.match.position
    hurt = moment.state.clank(1)._replace(locked=(5,), damage=5, slots=moment.state.clank(1).slots[:4] + (card_of("back@430"),))
    for seen, name in ((frozenset({card_of("back@430")}), "Back (430)"), (frozenset(), "the same card")):
        position = moment._replace(state=moment.state.with_clank(hurt), seen=seen)
        match = session.match._replace(position=position, want=session.house.game.want(position))
        session = replace(session, match=match)
        for found, words in ((reads(1, 5, "back@440"), "was exchanged for another one"), (SlotRead(1, 5, "empty"), "has been taken out")):
            after = hear(session, found, HandleMoved(1, PULL))
            assert remedies(after)[1] == f"Seat 1 BRASS, slot 5: the locked card {words}. Put {name} back, then pull the handle again."
    assert hear(session, HandleMoved(1, PULL)).page in ("play", "summary")


def test_a_card_in_a_slot_that_locked_empty_is_refused() -> None:
    """Such a slot stays empty (E155)."""
    session = dealt_by_hand(1)
    session = hear(session, *[reads(1, slot, card) for slot, card in enumerate(FIVE, 1)])
    assert session.match is not None
    moment = session.match.position
    position = moment._replace(state=moment.state.with_clank(moment.state.clank(1)._replace(locked=(5,), damage=5)))
    session = replace(session, match=session.match._replace(position=position, want=session.house.game.want(position)))
    assert "slot 5: this slot is locked and empty. Take the card out of it" in remedies(hear(session, HandleMoved(1, PULL)))[1]
    assert hear(session, SlotRead(1, 5, "empty"), HandleMoved(1, PULL)).page in ("play", "summary")


def test_a_lost_reader_is_shown_until_it_is_back() -> None:
    """What was read stays; the screen says which reader does not answer and why."""
    shell = begun()
    ready(shell, 1)
    shell.send(ReaderLost(1, "its cable is out"))
    assert reader(shell, 1).remedy == "Seat 1 BRASS: the reader does not answer, its cable is out. Play on here until it is back." and reader(shell, 1).ready
    shell.send(ReaderBack(1))
    assert reader(shell, 1).remedy == "" and reader(shell, 1).ready


def test_signals_of_unknown_seats_and_slots_change_nothing() -> None:
    """Nothing at the table has such a number."""
    shell = begun()
    before = shell.session
    for signal in (
        SlotRead(9, 1, "ok", CODES[0]), SlotRead(1, 0, "ok", CODES[0]), SlotRead(1, 6, "ok", CODES[0]), HandleMoved(0, PULL),
        ReaderLost(12, "?"), ReaderBack(-1),
    ):
        shell.send(signal)
    assert shell.session is before


def test_a_locked_card_that_was_taken_out_can_be_put_back() -> None:
    """On a touch reader it lies among the hand until it is back, and the remedy names it; no card is ever lost (E146)."""
    shell = begun(("person",), board=shipped(), words={"lives": "inf"})
    ready(shell, 1)
    play_out(shell, "summary")
    assert shell.session.match is not None
    moment = shell.session.match.position
    hurt = moment._replace(state=moment.state.with_clank(moment.state.clank(1)._replace(damage=7)))
    shell.session = replace(shell.session, match=shell.session.match._replace(position=hurt, want=shell.session.house.game.want(hurt)))
    done(shell)
    assert [slot.locked for slot in reader(shell, 1).slots] == [False, False, True, True, True]
    locked = shell.table.slots(1)[4]  # type: ignore[attr-defined]
    shell.send(Uncover(1))
    fill(shell, 1)
    shell.send(TakeCard(1, 5))
    assert locked in [card.code for card in reader(shell, 1).hand]
    shell.send(MoveHandle(1, PULL))
    assert "slot 5: the locked card has been taken out" in reader(shell, 1).remedy
    shell.send(InsertCard(1, 5, locked))
    assert reader(shell, 1).hand == ()
    shell.send(MoveHandle(1, PULL))
    assert shell.view.page in ("play", "summary")
