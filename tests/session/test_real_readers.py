"""Real readers and real cards: watched deals, late draws, lost readers, doubled cards."""

from __future__ import annotations

import pytest

from companion.app.loop import EventLoop
from companion.app.thinking import AtOnce, PilotQuestion, Thought
from companion.games.api import locks_of
from companion.games.asking import Answer, Ask
from companion.games.programmed.turn import RacePosition
from companion.pilots.base import PilotAnswer
from companion.session.messages import BackToSetup, Begin, Confirm, Go, Uncover
from companion.session.view import DealPage, DealRow, ProgramPage, ReaderPicture
from companion.signals import (
    BADCODE,
    BLANK,
    BLINK,
    DARK,
    DIRTY,
    EMPTY,
    LIT,
    OK,
    PULL,
    PUSH,
    UNSTABLE,
    InsertCard,
    MoveHandle,
    ReaderBack,
    ReaderLost,
    SetAside,
    SlotRead,
)
from tests.english import german
from tests.recorded import recorded
from tests.session.evenings import done
from tests.session.real import FIRST, SECOND, Room
from tests.typed import of_kind, present

PEOPLE = ("person", "person")


def deal_row(loop: EventLoop, seat: int) -> DealRow:
    """Return a seat on the page before a deal."""
    assert isinstance(loop.view.body, DealPage), loop.view.page
    return next(row for row in loop.view.body.rows if row.seat == seat)


def reader(loop: EventLoop, seat: int) -> ReaderPicture:
    """Return a seat's reader while programming."""
    assert isinstance(loop.view.body, ProgramPage), loop.view.page
    return next(picture for picture in loop.view.body.readers if picture.seat == seat)


def second_deal(room: Room) -> None:
    """Play the first turn up to the next deal, with all cards still in the readers."""
    room.put(1, FIRST)
    room.put(2, SECOND)
    room.move(1)
    room.move(2)
    for _ in range(400):
        if room.loop.session.page == "summary":
            return
        done(room.loop)


def test_the_seats_page_says_who_sits_at_a_reader() -> None:
    """As soon as it answers, and no longer."""
    room = Room(PEOPLE, (2,))
    room.loop.send(Go("seats"))
    assert [row.reader for row in room.loop.view.body.rows] == [False, True, *[False] * 6]
    room.say(ReaderLost(2, "its cable is unplugged"))
    assert not any(row.reader for row in room.loop.view.body.rows)


def test_empty_readers_need_no_watching() -> None:
    """The first deal goes on by itself; no hand is known, but the number of cards is shown."""
    room = Room(PEOPLE, (1, 2)).begin()
    assert room.loop.session.page == "program"
    assert reader(room.loop, 1).kind == "reader" and reader(room.loop, 1).dealt == 9
    room.loop.send(Uncover(1))
    assert str(room.loop.session.notice) == recorded("has-its-own-reader")


def test_cards_must_leave_the_readers_before_a_deal() -> None:
    """Full slots blink, the screen says who must take out what; the last card leads on."""
    room = Room(PEOPLE, (1, 2)).begin()
    second_deal(room)
    done(room.loop)
    assert room.loop.session.page == "deal"
    assert str(deal_row(room.loop, 1).words) == recorded("Take-the-cards-out-of-all")
    assert room.readers.lamps.lit[1] == (BLINK,) * 5
    room.put(1, (None, None, None, FIRST[3], None))
    room.clear(2)
    assert (
        str(deal_row(room.loop, 1).words) == recorded("Take-the-card-out-of-slot")
        and str(deal_row(room.loop, 2).words) == ""
    )
    assert room.readers.lamps.lit == {1: (DARK, DARK, DARK, BLINK, DARK)} and str(
        room.loop.view.hint
    ) == recorded("Waiting-for-BRASS")
    room.clear(1)
    assert room.loop.session.page == "program" and room.readers.lamps.lit == {}


def test_a_locked_card_stays_and_is_missed_when_it_goes() -> None:
    """Its light is lit while it is there and blinks otherwise (6.1.1, 6.3)."""
    room = Room(PEOPLE, (1, 2)).begin()
    second_deal(room)
    room.hurt(1, 6)
    done(room.loop)
    room.clear(2)
    room.put(1, (None, None, None, *FIRST[3:]))
    assert room.loop.session.page == "program" and room.readers.lamps.lit[1] == (
        DARK,
        DARK,
        DARK,
        LIT,
        LIT,
    )
    # A touched card is moving: no fault is shown before it is settled.
    room.say(SlotRead(1, 4, UNSTABLE))
    assert (
        room.readers.lamps.lit[1] == (DARK, DARK, DARK, LIT, LIT)
        and str(reader(room.loop, 1).problem) == ""
    )
    room.say(SlotRead(1, 4, EMPTY))
    assert room.readers.lamps.lit[1] == (DARK, DARK, DARK, BLINK, LIT)
    room.say(SlotRead(1, 4, OK, FIRST[3]))
    assert room.readers.lamps.lit[1] == (DARK, DARK, DARK, LIT, LIT)


def test_a_locked_card_taken_out_at_the_deal_is_asked_for() -> None:
    """Seat, slot and card are named, and the deal waits for it."""
    room = Room(PEOPLE, (1, 2)).begin()
    second_deal(room)
    room.hurt(1, 6)
    done(room.loop)
    room.say(SlotRead(1, 5, EMPTY))
    room.clear(2)
    room.put(1, (None, None, None, FIRST[3], None))
    assert room.readers.lamps.lit == {1: (DARK, DARK, DARK, LIT, BLINK)}
    assert str(deal_row(room.loop, 1).words) == recorded("back-into-slot-5-it-is")
    assert [slot for slot, _ in deal_row(room.loop, 1).put] == [5] and room.readers.lamps.lit[1][
        4
    ] == BLINK
    room.say(SlotRead(1, 5, OK, FIRST[4]))
    assert room.loop.session.page == "program"


def test_a_slot_that_cannot_be_read_does_not_hold_up_the_evening() -> None:
    """People look themselves and deal anyway."""
    room = Room(PEOPLE, (1, 2))
    room.say(SlotRead(1, 2, DIRTY))
    room.begin()
    assert deal_row(room.loop, 1).unreadable == (2,) and str(room.loop.view.forward) == recorded(
        "Deal-anyway"
    )
    done(room.loop)
    assert room.loop.session.page == "program"


def test_pilots_draw_last_and_only_what_no_reader_holds() -> None:
    """No pilot is ready before all persons; no card is played twice (6.4.3)."""
    for seed in range(8):
        room = Room(("person", "random", "random"), (1,), seed).begin()
        room.put(1, FIRST)
        assert not any(
            reader(room.loop, seat).ready or reader(room.loop, seat).slots[0].filled
            for seat in (2, 3)
        )
        room.move(1)
        assert room.loop.session.page == "play"
        lying = [
            reading.code
            for known in room.loop.session.readers.by_seat.values()
            for reading in known.row
            if reading.code is not None
        ]
        assert len(lying) == len(set(lying)) == 15


def test_a_person_who_changes_a_card_before_the_pilots_are_done_makes_them_draw_anew() -> None:
    """The drawn cards go back, so the person may play any real card."""
    room = Room(("person", "random"), (1,)).begin()
    room.put(1, FIRST)
    chosen: list[Ask] = []
    room.loop.thinking = _Slow(chosen)
    room.move(1)
    assert chosen and room.loop.session.page == "program"
    theirs = room.loop.session.readers.by_seat[2].row[0].code
    assert theirs is not None and theirs not in FIRST
    room.say(SlotRead(1, 1, OK, theirs))
    assert room.loop.session.readers.by_seat[2].row[0].code is None
    room.move(1)
    assert (
        theirs not in [reading.code for reading in room.loop.session.readers.by_seat[2].row]
        and len(chosen) == 2
    )


class _Slow(AtOnce):
    """A pilot that forgets to move its handle."""

    def __init__(self, chosen: list[Ask]) -> None:
        super().__init__({})
        self.chosen, self.thoughts = chosen, list[Thought]()

    def ask(self, question: PilotQuestion) -> None:
        """Put the first five cards in, without a handle."""
        self.chosen.append(question.ask)
        self.thoughts.append(
            Thought(question.number, PilotAnswer(Answer("", (question.ask.hand.codes or ())[:5])))
        )

    def poll(self) -> list[Thought]:
        """Return each answer once."""
        thoughts, self.thoughts = self.thoughts, []
        return thoughts


def test_cards_that_pilots_hold_locked_are_laid_aside() -> None:
    """Their real cards must not be dealt; a player who has one learns where it is."""
    room = next(room for room in map(_after_a_turn, range(50)) if _races_on(room, 2))
    room.hurt(2, 6)
    done(room.loop)
    room.clear(1)
    body = room.loop.view.body
    assert room.loop.session.page == "deal" and isinstance(body, DealPage) and len(body.aside) == 2
    assert str(room.loop.view.hint) == recorded("Put-these-cards-aside")
    done(room.loop)
    assert room.loop.session.page == "program"
    room.put(1, (body.aside[0].code, *SECOND[1:]))
    room.move(1)
    assert str(reader(room.loop, 1).problem) == recorded("the-pilot-of-Seat-2-COPPER")


def _races_on(room: Room, seat: int) -> bool:
    """Return whether a clank keeps its cards: it is alive and does not rest."""
    match = room.loop.session.match
    assert match is not None
    clank = of_kind(RacePosition, match.position).state.clank(seat)
    return not clank.death and not clank.announced


def _after_a_turn(seed: int) -> Room:
    """Return the summary of the first turn of a person and a pilot."""
    room = Room(("person", "random"), (1,), seed).begin()
    room.put(1, FIRST)
    room.move(1)
    while room.loop.session.page != "summary":
        done(room.loop)
    return room


def test_the_same_card_in_two_readers_blinks_at_both() -> None:
    """From the second card on, and only while both are there (E147)."""
    room = Room(PEOPLE, (1, 2)).begin()
    room.put(1, FIRST)
    room.say(SlotRead(2, 3, OK, FIRST[0]))
    assert room.readers.lamps.lit == {
        1: (BLINK, DARK, DARK, DARK, DARK),
        2: (DARK, DARK, BLINK, DARK, DARK),
    }
    assert str(reader(room.loop, 1).problem) == recorded("is-in-Seat-2-COPPER-slot")
    assert str(reader(room.loop, 2).problem) == recorded("is-in-Seat-1-BRASS-slot")
    room.say(SlotRead(2, 3, EMPTY))
    assert room.readers.lamps.lit == {}


def test_what_a_pull_refuses_blinks_until_it_is_mended() -> None:
    """A gap, with its seat and slot in words."""
    room = Room(PEOPLE, (1, 2)).begin()
    room.put(1, (*FIRST[:3], None, FIRST[4]))
    room.move(1)
    assert str(reader(room.loop, 1).problem) == recorded("Seat-1-BRASS-slot-4-no")
    assert room.readers.lamps.lit == {1: (DARK, DARK, DARK, BLINK, DARK)}
    room.say(SlotRead(1, 4, OK, FIRST[3]))
    assert room.readers.lamps.lit == {} and str(reader(room.loop, 1).problem) == ""
    room.move(1)
    assert reader(room.loop, 1).ready


def test_a_pull_names_every_empty_slot() -> None:
    """All in one sentence with all lights; each card leaves one fewer (E145)."""
    room = Room(PEOPLE, (1, 2)).begin()
    room.put(1, (FIRST[0], None, FIRST[2], None, None))
    room.move(1)
    assert str(reader(room.loop, 1).problem) == recorded("Seat-1-BRASS-slots-2-4-and-5")
    assert room.readers.lamps.lit == {1: (DARK, BLINK, DARK, BLINK, BLINK)}
    assert german(reader(room.loop, 1).problem) == recorded("Platz-1-BRASS-Die-Schaechte-2")
    # A card being put in is seen moving, which changes nothing for the others.
    room.say(SlotRead(1, 2, UNSTABLE), SlotRead(1, 2, OK, FIRST[1]))
    assert str(reader(room.loop, 1).problem) == recorded("Seat-1-BRASS-slots-4-and")
    assert room.readers.lamps.lit == {1: (DARK, DARK, DARK, BLINK, BLINK)}
    room.say(SlotRead(1, 2, EMPTY))
    assert str(reader(room.loop, 1).problem) == recorded("Seat-1-BRASS-slots-2-4-and-5")
    room.say(SlotRead(1, 2, OK, FIRST[1]), SlotRead(1, 5, OK, FIRST[4]))
    assert str(reader(room.loop, 1).problem) == recorded("Seat-1-BRASS-slot-4-no")
    room.say(SlotRead(1, 4, OK, FIRST[3]))
    assert room.readers.lamps.lit == {} and str(reader(room.loop, 1).problem) == ""
    room.move(1)
    assert reader(room.loop, 1).ready


def test_of_two_kinds_of_faults_the_first_is_named_whole() -> None:
    """An unreadable card before two gaps, two gaps before one, and two unreadable ones."""
    room = Room(PEOPLE, (1, 2)).begin()
    room.put(1, (FIRST[0], None, FIRST[2], None, FIRST[4]))
    room.say(SlotRead(1, 1, DIRTY))
    room.move(1)
    assert str(reader(room.loop, 1).problem) == recorded("Seat-1-BRASS-slot-1-this")
    assert room.readers.lamps.lit[1] == (BLINK, DARK, DARK, DARK, DARK)
    room.say(SlotRead(1, 1, OK, FIRST[0]), SlotRead(1, 5, DIRTY))
    room.move(1)
    assert str(reader(room.loop, 1).problem) == recorded("Seat-1-BRASS-slots-2-and")
    assert room.readers.lamps.lit[1] == (DARK, BLINK, DARK, BLINK, BLINK)
    room.say(SlotRead(1, 1, DIRTY))
    room.move(1)
    assert str(reader(room.loop, 1).problem) == recorded("Seat-1-BRASS-the-cards-in")
    assert room.readers.lamps.lit[1] == (BLINK, DARK, DARK, DARK, BLINK)


def test_a_locked_slot_that_is_empty_is_no_gap() -> None:
    """The card that was taken out must go back, after the gaps (E146)."""
    room = Room(PEOPLE, (1, 2)).begin()
    second_deal(room)
    room.hurt(1, 5)
    done(room.loop)
    room.clear(2)
    room.put(1, (*[None] * 4, FIRST[4]))
    assert room.loop.session.page == "program" and locks_of(
        room.loop.session.config.game, present(room.loop.session.match).position
    ) == {1: (5,)}
    room.put(1, (FIRST[0], None, FIRST[2], None, None))
    room.move(1)
    assert str(reader(room.loop, 1).problem) == recorded("Seat-1-BRASS-slots-2-and")
    room.say(SlotRead(1, 2, OK, FIRST[1]), SlotRead(1, 4, OK, FIRST[3]))
    room.move(1)
    assert str(reader(room.loop, 1).problem) == recorded("the-locked-card-has-been-taken")


def test_a_refusal_because_of_another_reader_ends_when_that_one_is_mended() -> None:
    """The remedy about a card in two readers ends when the other reader is corrected."""
    room = Room(PEOPLE, (1, 2)).begin()
    room.put(1, FIRST)
    room.say(SlotRead(2, 3, OK, FIRST[0]))
    room.move(1)
    assert str(reader(room.loop, 1).problem) == recorded("pull-the-handle-again")
    room.say(SlotRead(2, 3, EMPTY))
    assert (
        str(reader(room.loop, 1).problem) == ""
        and room.readers.lamps.lit == {}
        and not reader(room.loop, 1).ready
    )
    room.move(1)
    assert reader(room.loop, 1).ready


def test_a_card_that_cannot_be_read_is_told_as_soon_as_it_lies_there() -> None:
    """Its slot blinks, the words say what to do; a moving card is left alone."""
    room = Room(PEOPLE, (1, 2)).begin()
    room.say(SlotRead(1, 3, UNSTABLE))
    assert room.readers.lamps.lit == {} and str(reader(room.loop, 1).problem) == ""
    for status in (DIRTY, BLANK, BADCODE):
        room.say(SlotRead(1, 3, status))
        assert room.readers.lamps.lit == {1: (DARK, DARK, BLINK, DARK, DARK)}
        assert str(reader(room.loop, 1).problem) == recorded(f"slot-3-{status}")
    room.say(SlotRead(1, 3, OK, 255))
    assert str(reader(room.loop, 1).problem) == recorded("not-in-the-deck")
    room.say(SlotRead(1, 3, OK, FIRST[0]))
    assert room.readers.lamps.lit == {} and str(reader(room.loop, 1).problem) == ""


STATES = {
    "well": (OK, FIRST[0]),
    "another": (OK, FIRST[1]),
    "elsewhere": (OK, SECOND[0]),
    "foreign": (OK, 255),
    "none": (EMPTY, None),
    "blank": (BLANK, None),
    "dirty": (DIRTY, None),
    "bad code": (BADCODE, None),
    "moving": (UNSTABLE, None),
}
"""The possible states of a slot while the other reader holds the second program."""


@pytest.mark.parametrize("right", STATES)
@pytest.mark.parametrize("left", STATES)
def test_every_pair_of_card_states(left: str, right: str) -> None:
    """A pull counts if both slots are right; otherwise correcting the named one is enough."""
    room = Room(PEOPLE, (1, 2)).begin()
    room.put(2, SECOND)
    room.put(1, (None, None, *FIRST[2:]))
    room.say(SlotRead(1, 1, *STATES[left]), SlotRead(1, 2, *STATES[right]))
    room.move(1)
    good = {"well", "another"}
    first_wrong = next(
        (slot for slot, state in enumerate((left, right), 1) if state not in good),
        1 if left == right else 0,
    )
    shown = reader(room.loop, 1)
    assert shown.ready == (first_wrong == 0) == (str(shown.problem) == "")
    if first_wrong:
        one = f"Seat 1 BRASS, slot {first_wrong}:" in str(shown.problem) or (
            left == right and "slot 2:" in str(shown.problem)
        )
        # Equal faults of both are named together.
        assert one or (left == right and "slots 1 and 2 " in str(shown.problem))
        room.put(1, FIRST)
        assert str(reader(room.loop, 1).problem) == ""
        room.move(1)
        assert reader(room.loop, 1).ready


def test_a_power_down_is_taken_back_until_the_last_is_ready() -> None:
    """Push, then pull again: the last movement counts."""
    room = Room(PEOPLE, (1, 2)).begin()
    room.put(1, FIRST)
    room.put(2, SECOND)
    room.move(1, PUSH)
    assert str(reader(room.loop, 1).state) == recorded("ready-then-rests")
    room.move(1, PULL)
    room.move(2, PULL)
    match = room.loop.session.match
    assert match is not None and not of_kind(RacePosition, match.position).state.clank(1).announced


def test_a_lost_reader_is_played_on_the_screen_and_no_card_is_lost() -> None:
    """The player finds the other cards on the screen; later the reader reports its real cards.

    The finder also offers cards in other readers, which may not be revealed.
    """
    room = Room(PEOPLE, (1, 2)).begin()
    room.put(1, (*FIRST[:3], None, None))
    room.put(2, SECOND)
    room.move(2)
    room.say(ReaderLost(1, "its cable is unplugged"))
    assert reader(room.loop, 1).kind == "touch" and str(reader(room.loop, 1).problem) == recorded(
        "its-cable-is-out"
    )
    room.loop.send(Uncover(1))
    shown = reader(room.loop, 1)
    assert (
        shown.finder
        and len(shown.hand) == 84 - 3
        and [slot.filled for slot in shown.slots] == [True] * 3 + [False] * 2
    )
    room.loop.send(InsertCard(1, 4, FIRST[3]))
    room.loop.send(InsertCard(1, 5, FIRST[4]))
    room.readers.signals += [
        ReaderBack(1),
        *[SlotRead(1, slot, OK, code) for slot, code in enumerate(FIRST[:4], 1)],
        SlotRead(1, 5, EMPTY),
    ]
    room.loop.poll(0.0)
    assert (
        reader(room.loop, 1).kind == "reader"
        and not reader(room.loop, 1).slots[4].filled
        and not reader(room.loop, 1).uncovered
    )
    room.say(SlotRead(1, 5, OK, FIRST[4]))
    room.move(1)
    assert room.loop.session.page == "play"


def test_a_ready_seat_whose_reader_goes_stays_ready() -> None:
    """Mid-turn too: the race goes on with what was read."""
    room = Room(PEOPLE, (1, 2)).begin()
    room.put(1, FIRST)
    room.move(1)
    room.say(ReaderLost(1, "its cable is unplugged"))
    room.put(2, SECOND)
    room.move(2)
    assert room.loop.session.page == "play"
    room.play_turn()
    room.clear(2)
    assert room.loop.session.page == "program" and not reader(room.loop, 1).slots[0].filled


def test_a_reader_that_was_swapped_while_it_was_lost_is_noticed() -> None:
    """A ready seat whose reader comes back with another card is not ready; the slot is named."""
    room = Room(PEOPLE, (1, 2)).begin()
    room.put(1, FIRST)
    room.move(1)
    room.say(ReaderLost(1, "its cable is unplugged"))
    room.readers.signals += [
        ReaderBack(1),
        *[SlotRead(1, slot, OK, code) for slot, code in enumerate((*FIRST[:4], SECOND[0]), 1)],
    ]
    room.loop.poll(0.0)
    assert not reader(room.loop, 1).ready and str(reader(room.loop, 1).problem) == recorded(
        "slot-5-changed-after-the-handle"
    )


def test_without_readers_the_app_deals_and_late_readers_wait_for_the_next_race() -> None:
    """A reader that is plugged in during a race changes nothing in it."""
    room = Room(PEOPLE, ()).begin()
    assert reader(room.loop, 1).kind == "touch" and not reader(room.loop, 1).finder
    room.loop.send(Uncover(1))
    hand = reader(room.loop, 1).hand
    assert len(hand) == 9
    room.loop.send(InsertCard(1, 1, hand[0].code))
    room.say(ReaderBack(1))
    assert (
        reader(room.loop, 1).kind == "touch"
        and reader(room.loop, 1).slots[0].filled
        and len(reader(room.loop, 1).hand) == 8
    )


def test_pilots_play_on_the_screen_although_their_seat_has_a_reader() -> None:
    """Its reader is set aside for the race, and used again after it."""
    room = Room(("person", "random"), (1, 2)).begin()
    assert reader(room.loop, 2).kind == "pilot" and room.loop.session.readers.unused == (2,)
    room.put(1, FIRST)
    room.move(1)
    assert room.loop.session.page == "play"


def test_a_reader_can_be_set_aside_by_hand_and_taken_again() -> None:
    """A broken reader never ends a game."""
    room = Room(PEOPLE, (1, 2)).begin()
    room.put(1, FIRST[:2])
    room.loop.send(SetAside(1, True))
    assert (
        reader(room.loop, 1).aside
        and reader(room.loop, 1).kind == "touch"
        and reader(room.loop, 1).finder
    )
    for slot, code in enumerate(FIRST[2:], 3):
        room.loop.send(InsertCard(1, slot, code))
    room.loop.send(MoveHandle(1, PULL))
    assert reader(room.loop, 1).ready
    room.loop.send(SetAside(1, False))
    assert reader(room.loop, 1).kind == "reader" and not reader(room.loop, 1).ready


def test_cards_are_real_or_dealt_by_the_app_for_a_whole_race() -> None:
    """Going back to the set-up and beginning again decides anew."""
    room = Room(PEOPLE, ()).begin()
    match = room.loop.session.match
    assert match is not None and not match.cards_are_real
    room.loop.send(BackToSetup())
    assert str(room.loop.session.notice) == recorded("not-over")
    room.loop.send(Confirm(-1))
    other = Room(PEOPLE, (2,))
    other.loop.send(Begin())
    assert other.loop.session.match is not None and other.loop.session.match.cards_are_real
