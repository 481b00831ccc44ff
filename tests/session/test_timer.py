"""The timer for choosing cards: when it begins, and what fills empty slots at its end."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.app.loop import EventLoop, catalogue
from companion.app.thinking import AtOnce
from companion.games import find_game
from companion.games.asking import Answer, Ask, Deadline, Reading
from companion.games.programmed.turn import RacePosition
from companion.pilots.base import PilotAnswer, Task
from companion.session.commands import AskFill
from companion.session.messages import (
    ApplyCorrection,
    Begin,
    ClosePage,
    Filled,
    HandSeat,
    Notice,
    OpenPage,
    Resumed,
    SetTimer,
    TakeBack,
    Timer,
    TimeUp,
    Uncover,
)
from companion.session.past.replaying import header_of, mark_of, timer_of
from companion.session.past.replaying import session_of_header as begun_from
from companion.session.session import Session
from companion.session.steps import step
from companion.session.timing import waits_for_time
from companion.session.view import PLAY, PROGRAM, ReaderPicture
from companion.signals import (
    BLINK,
    DARK,
    DIRTY,
    EMPTY,
    OK,
    PULL,
    SLOTS,
    UNSTABLE,
    HandleMoved,
    InsertCard,
    MoveHandle,
    ReaderLost,
    SetAside,
    SlotRead,
    TakeCard,
)
from tests.kept import done as kept_done
from tests.kept import entries_of, games_of, say
from tests.kept import evening as kept_evening
from tests.recorded import recorded
from tests.session.evenings import asked, begun, done, evening, fill, play_out, ready
from tests.session.quiz import NO, YES, ask, cards, quiz, wait
from tests.session.quiz import asked as question
from tests.session.real import FIRST, SECOND, Room
from tests.typed import of_kind, present

PEOPLE = ("person", "person", "person")


def timed(
    start: str = "deal", fills: str = "chance", players: tuple[str, ...] = PEOPLE, seconds: int = 5
) -> EventLoop:
    """Return a session after its first deal, with a timer."""
    loop = evening(players)
    loop.send(SetTimer(seconds, start, fills))
    loop.send(Begin())
    done(loop)
    return loop


def shown(loop: EventLoop) -> tuple[int, bool] | None:
    """Return the seconds on the screen, and whether they run."""
    timer = loop.view.body.timer
    return None if timer is None else (timer.left, timer.runs)


def picture(loop: EventLoop, seat: int) -> ReaderPicture:
    """Return a seat's reader as everybody sees it."""
    return next(reader for reader in loop.view.body.readers if reader.seat == seat)


def codes_in(loop: EventLoop, seat: int) -> list[int | None]:
    """Return what is in a reader."""
    return [reading.code for reading in loop.session.readers.by_seat[seat].row]


def over(loop: EventLoop, *seats: int) -> None:
    """End the time of these seats."""
    loop.send(TimeUp(loop.session.revision, seats))


# ---- When it runs ----


def test_it_begins_with_the_deal_the_first_ready_or_the_last_one_left() -> None:
    """Until then the whole time is shown without a clock; it starts again after a retraction."""
    for start, runs in (
        ("deal", (True, True, True)),
        ("first", (False, True, True)),
        ("last", (False, False, True)),
    ):
        loop, now = timed(start), 10.0
        for number, running in enumerate(runs):
            if number:
                ready(loop, number)
            assert shown(loop) == (5, running) and waits_for_time(loop.session) == running, (
                start,
                number,
            )
        now = wait(loop, now, 2.0)
        assert shown(loop) == (3, True)
        loop.send(TakeBack(2))
        if start == "last":
            assert shown(loop) == (5, False) and not waits_for_time(loop.session)
        else:
            assert shown(loop) == (3, True)
    # A single player waits for nobody.
    for start in ("deal", "first", "last"):
        assert shown(timed(start, players=("person", "random"))) == (5, True)


def test_without_it_nothing_is_shown_and_no_clock_is_looked_at() -> None:
    """Off by default; not for pilots and other questions; a game's own limit comes first."""
    loop = begun()
    assert (
        loop.session.lobby.timer == Timer()
        and shown(loop) is None
        and not waits_for_time(loop.session)
    )
    loop = quiz(question(ask(1, YES, NO), cards(2, 4, deadline=Deadline(9, PULL))))
    loop.send(SetTimer(3))
    assert shown(loop) == (9, True) and [reader.left for reader in loop.view.body.readers] == [0, 9]
    wait(loop, 0.0, 4.0)
    assert not present(loop.session.match).question.answers


def test_with_real_cards_it_begins_with_the_first_card_in_a_slot() -> None:
    """No event says that hands have dealt."""
    room = Room(("person", "person"), (1, 2))
    room.loop.send(SetTimer(5))
    room.begin()
    assert shown(room.loop) == (5, False) and not waits_for_time(room.loop.session)
    room.say(SlotRead(2, 3, OK, FIRST[0]))
    assert shown(room.loop) == (5, True) and waits_for_time(room.loop.session)


# ---- Where the app deals ----


def test_chance_fills_what_is_empty_and_the_turn_goes_on() -> None:
    """Cards in slots stay, the others are of the hand; the next page says whose time was up."""
    loop = timed()
    hand = list(asked(loop.session, 1).hand.codes or ())
    loop.send(InsertCard(1, 2, hand[7]))
    loop.send(Uncover(1))
    ready(loop, 2)
    fill(loop, 3)
    wait(loop, 0.0, 5.0)
    assert loop.session.page == PLAY
    assert isinstance(loop.session.notice, Notice)
    assert str(loop.session.notice) == recorded("Time-is-up-Chance-chose-cards")
    program = codes_in(loop, 1)
    assert program[1] == hand[7] and len(set(program)) == 5 and set(program) <= set(hand)
    drawn = {tuple(codes_in(_filled_with(seed), 1)) for seed in range(4)}
    assert len(drawn) == 4, "chance comes from the seed"
    done(loop)
    assert loop.session.notice == ""
    # The draw stays in the history, even after going back.
    assert [str(note.made.words[0]) for note in loop.session.timeline.notes] == recorded(
        "chance-chose-cards-for-BRASS"
    )


def _filled_with(seed: int) -> EventLoop:
    loop = begun(("person", "random"), seed=seed)
    loop.send(SetTimer(5))
    over(loop, 1)
    return loop


class Backwards:
    """A pilot that plays the last cards of its hand, and remembers its tasks."""

    name = label = "random"

    def __init__(self) -> None:
        self.tasks: list[tuple[Ask, Any]] = []

    def choose(self, task: Task, draw: Any) -> PilotAnswer:
        """Choose from the right."""
        self.tasks.append((task.ask, task.position))
        pile = list(task.ask.hand.codes or ())
        return PilotAnswer(
            Answer(
                PULL,
                tuple(
                    None if slot in task.ask.program.locked else pile.pop() for slot in range(1, 6)
                ),
            )
        )


def test_a_pilot_fills_from_what_it_may_know() -> None:
    """Cards in slots are locked in its question, and it sees no other hand."""
    loop = timed(fills="random", players=("person", "person"))
    pilot = Backwards()
    loop.thinking = AtOnce({"random": pilot})  # type: ignore[dict-item]
    hand = asked(loop.session, 1).hand.codes
    assert hand is not None
    loop.send(InsertCard(1, 4, hand[8]))
    over(loop, 1)
    assert codes_in(loop, 1) == [hand[7], hand[6], hand[5], hand[8], hand[4]]
    known, position = pilot.tasks[0]
    assert (
        known.program.locked == (4,)
        and known.program.held[3] == hand[8]
        and known.hand.codes == hand[:8]
    )
    assert position.state.clank(2).hand is None and position.state.clank(1).hand is not None
    assert str(loop.session.notice) == recorded("Time-is-up-A-pilot-chose")
    assert str(picture(loop, 1).state) == recorded("ready-time-was-up")


def test_cards_that_lie_in_wrong_readers_are_not_drawn() -> None:
    """With too few cards left those there go in, and the last slot waits for another one."""
    loop = timed(fills="random", players=("person", "person"))
    hand = asked(loop.session, 1).hand.codes
    assert hand is not None
    for slot in range(1, 6):
        loop.send(SlotRead(2, slot, OK, hand[slot - 1]))
    over(loop, 1)
    assert codes_in(loop, 1)[4] is None and set(codes_in(loop, 1)[:4]) == set(hand[5:])
    assert (
        1 not in present(loop.session.match).question.answers
        and len(loop.session.timeline.notes) == 1
    )
    for slot in range(1, 6):
        loop.send(SlotRead(2, slot, EMPTY))
    over(loop, 1)
    assert codes_in(loop, 1)[4] in hand and 1 in present(loop.session.match).question.answers


def test_what_is_taken_out_afterwards_is_filled_again() -> None:
    """Time stays over: a retracted handle is ready again soon, with new cards in empty slots."""
    loop = timed(players=("person", "person"))
    over(loop, 1)
    before = codes_in(loop, 1)
    loop.send(TakeBack(1))
    loop.send(TakeCard(1, 3))
    assert 1 not in present(loop.session.match).question.answers
    over(loop, 1)
    after = codes_in(loop, 1)
    assert (
        1 in present(loop.session.match).question.answers
        and None not in after
        and after[:2] + after[3:] == before[:2] + before[3:]
    )


@cache
def _second_turn(damage: int) -> Session:
    """Return two people before their second program, some slots of seat 1 locked by damage."""
    for seed in range(20):
        loop = begun(seed=seed)
        loop.send(SetTimer(30))
        ready(loop, 1)
        ready(loop, 2)
        play_out(loop, "summary")
        match = loop.session.match
        assert match is not None
        clank = of_kind(RacePosition, match.position).state.clank(1)
        if clank.status != "active" or clank.down or None in clank.slots:
            continue
        position = of_kind(RacePosition, match.position)._replace(
            state=of_kind(RacePosition, match.position).state.with_clank(
                clank._replace(damage=damage)
            )
        )
        loop.session = loop.session._replace(
            match=match._replace(
                position=position, next_step=loop.session.config.game.next_step(position)
            )
        )
        done(loop)
        if loop.session.page == PROGRAM and asked(loop.session, 1).must:
            return loop.session
    raise AssertionError("seat 1 is never where it is wanted")


LIES = st.one_of(
    st.just(None),
    st.integers(0, 8),
    st.sampled_from((DIRTY, UNSTABLE, "foreign", "theirs", "twin")),
)


@settings(max_examples=60)
@given(
    damage=st.sampled_from((0, 4, 6, 8, 9)),
    lies=st.tuples(*[LIES] * SLOTS),
    gone=st.booleans(),
    draw=st.randoms(use_true_random=False),
)
def test_whatever_lies_there_the_filled_program_is_lawful_and_keeps_what_was(
    damage: int, lies: tuple[Any, ...], gone: bool, draw: Any
) -> None:
    """For any hand, locks and partial program; wrong cards are taken out, locked ones put back."""
    session = _second_turn(damage)
    question, other = asked(session, 1), asked(session, 2)
    hand, before = list(question.hand.codes or ()), list[Reading]()
    for slot, lie in enumerate(lies, 1):
        if slot in question.program.locked:
            before.append(Reading() if gone else session.readers.by_seat[1].row[slot - 1])
        elif isinstance(lie, int):
            before.append(Reading(OK, hand[lie]) if lie < len(hand) else Reading())
        else:
            wrong = {
                "foreign": 1,
                "theirs": (other.hand.codes or (0,))[0],
                "twin": next((one.code for one in before if one.code is not None), None),
            }
            before.append(
                Reading()
                if lie is None
                else Reading(OK, wrong[lie])
                if wrong.get(lie) is not None
                else Reading(lie if lie in (DIRTY, UNSTABLE) else EMPTY)
            )
    session = _with_row(session, before)
    kept = {
        slot: reading.code
        for slot, reading in enumerate(before, 1)
        if slot not in question.program.locked
        and reading.status == OK
        and reading.code in hand
        and reading.code not in [one.code for one in before[: slot - 1]]
        and reading.code not in question.program.held
    }
    session = _worked(session, TimeUp(session.revision, (1,)), draw)
    assert session.match is not None and set(session.match.question.answers) == {1}
    assert session.config.game.fault(session.match.position, 1, session.readers.rows) is None
    codes = session.match.question.answers[1].codes
    assert {slot: codes[slot - 1] for slot in kept} == kept
    assert all(
        codes[slot - 1] == question.program.held[slot - 1] for slot in question.program.locked
    )


def _with_row(session: Session, row: list[Reading]) -> Session:
    for slot, reading in enumerate(row, 1):
        session, _ = step(session, SlotRead(1, slot, reading.status, reading.code))
    return session


def _worked(session: Session, message: Any, draw: Any) -> Session:
    """Return the result of a message at obedient readers, for any random order."""
    messages = [message]
    while messages:
        session, commands = step(session, messages.pop(0))
        for command in commands:
            if isinstance(command, AskFill):
                places = list(range(1, command.number + 1))
                draw.shuffle(places)
                messages.append(Filled(command.revision, command.asked.ask.seat, tuple(places)))
            elif isinstance(command, TakeCard):
                messages.append(SlotRead(command.seat, command.slot, EMPTY))
            elif isinstance(command, InsertCard):
                messages.append(SlotRead(command.seat, command.slot, OK, command.code))
    return session


# ---- Real cards ----


def at_readers(fills: str = "chance") -> Room:
    """Return two real readers; the first holds two cards, one of them unreadable."""
    room = Room(("person", "person"), (1, 2))
    room.loop.send(SetTimer(5, "deal", fills))
    room.begin()
    room.say(SlotRead(1, 1, OK, FIRST[0]), SlotRead(1, 4, DIRTY))
    return room


@pytest.mark.parametrize("fills", ["chance", "random"])
def test_hands_are_told_places_in_a_hand_that_nobody_knows(fills: str) -> None:
    """In words and by lights, one slot fewer per card; only readings count, without a pull."""
    room = at_readers(fills)
    loop = room.loop
    over(loop, 1)
    loop.send(Filled(loop.session.revision, 1, tuple(range(1, 9))))
    order = dict(present(loop.session.match).question.orders[1])
    assert list(order) == [2, 3, 4, 5] and all(
        1 <= place <= 8 - number for number, place in enumerate(order.values())
    )
    words = str(picture(loop, 1).problem)
    assert words == recorded(
        "Time-is-up-Take-the-card",
        order=order[2],
        order2=order[3],
        order3=order[4],
        order4=order[5],
    )
    assert (
        codes_in(loop, 1) == [FIRST[0], None, None, None, None]
        and 1 not in present(loop.session.match).question.answers
    )
    assert room.readers.lamps.lit == {1: (DARK, BLINK, BLINK, BLINK, BLINK)} and not waits_for_time(
        loop.session._replace(lobby=loop.session.lobby._replace(timer=Timer()))
    )
    assert str(picture(loop, 1).state) == recorded("time-is-up")
    # A pull gets the same answer.
    room.move(1)
    assert str(picture(loop, 1).problem) == words
    room.say(
        SlotRead(1, 2, UNSTABLE),
        SlotRead(1, 2, OK, FIRST[1]),
        SlotRead(1, 4, EMPTY),
        SlotRead(1, 3, OK, FIRST[0]),
    )
    # A card that is in slot 1, too, does not count.
    assert room.readers.lamps.lit[1][1:] == (DARK, BLINK, BLINK, BLINK)
    room.say(SlotRead(1, 3, OK, FIRST[2]), SlotRead(1, 4, OK, FIRST[3]))
    assert str(picture(loop, 1).problem) == recorded("Time-is-up-BRASS-card-from", order=order[5])
    room.say(SlotRead(1, 5, OK, FIRST[4]))
    assert picture(loop, 1).ready and room.readers.lamps.lit == {}
    room.put(2, SECOND)
    room.move(2)
    assert loop.session.page == PLAY


def test_pilots_draw_when_the_last_told_card_lies_there() -> None:
    """Beside real cards they draw last; the next page still says whose time was up."""
    room = Room(("person", "random"), (1,))
    room.loop.send(SetTimer(5))
    room.begin()
    over(room.loop, 1)
    room.put(1, FIRST)
    assert room.loop.session.page == PLAY and str(room.loop.session.notice) == recorded(
        "Time-is-up-Chance-chose-cards"
    )


def test_another_slot_that_needs_a_card_has_the_rest_drawn_once_more() -> None:
    """A card is taken out later: time is still up, and the order is drawn again soon."""
    room = at_readers()
    over(room.loop, 1)
    room.say(SlotRead(1, 1, EMPTY))
    assert not present(room.loop.session.match).question.orders and waits_for_time(
        room.loop.session
    )
    over(room.loop, 1)
    assert list(dict(present(room.loop.session.match).question.orders[1])) == [1, 2, 3, 4, 5]
    # All readings are right before anything is ordered: the answer counts.
    over(room.loop, 2)
    room.put(2, SECOND)
    assert picture(room.loop, 2).ready


def test_a_reader_that_is_lost_when_time_is_over_is_played_on_the_screen() -> None:
    """Its player puts the real cards in there, known to that player only."""
    room = at_readers()
    room.say(ReaderLost(1, "no answer"))
    over(room.loop, 1)
    assert picture(room.loop, 1).opens and str(picture(room.loop, 1).problem) == recorded(
        "from-the-left-into-slot-2"
    )
    room.loop.send(Uncover(1))
    room.loop.send(TakeCard(1, 4))
    for slot in (2, 3, 4, 5):
        room.loop.send(InsertCard(1, slot, FIRST[slot - 1]))
    assert picture(room.loop, 1).ready and codes_in(room.loop, 1) == list(FIRST)


def known_hands() -> Room:
    """Return a table on which the app has dealt before the reader of seat 1 was used."""
    room = Room(("person", "person"), (1,))
    room.loop.send(SetTimer(5))
    room.loop.send(SetAside(1, True))
    room.begin()
    assert room.loop.session.match is not None and not room.loop.session.match.cards_are_real
    room.loop.send(SetAside(1, False))
    assert not room.loop.session.on_screen(1)
    return room


def test_known_cards_are_named_to_their_player_only() -> None:
    """Publicly only the slots; the cards on the seat's own page. Another card does not count."""
    room = known_hands()
    loop = room.loop
    loop.send(Uncover(1))
    assert str(loop.session.notice) == recorded("has-its-own-reader")
    over(loop, 1)
    order = dict(loop.session.match.question.orders[1])  # type: ignore[union-attr]
    assert str(picture(loop, 1).problem) == recorded("Time-is-up-BRASS-its-own")
    loop.send(Uncover(1))
    face = loop.session.config.game.face(order[1])
    assert face is not None and str(picture(loop, 1).problem) == recorded(
        "priority-into-slot-1", priority=face.priority
    )
    other = next(
        code for code in asked(loop.session, 1).hand.codes or () if code not in order.values()
    )
    room.say(
        *(SlotRead(1, slot, OK, other if slot == 2 else code) for slot, code in order.items()),
        HandleMoved(1, PULL),
    )
    assert 1 not in present(loop.session.match).question.answers and room.readers.lamps.lit == {
        1: (DARK, BLINK, DARK, DARK, DARK)
    }
    room.say(SlotRead(1, 2, OK, order[2]))
    assert picture(loop, 1).ready


def test_a_reader_that_is_lost_later_has_the_rest_put_in() -> None:
    """As soon as the screen can, where hands stopped."""
    room = known_hands()
    over(room.loop, 1)
    order = dict(present(room.loop.session.match).question.orders[1])
    room.say(SlotRead(1, 1, OK, order[1]))
    room.say(ReaderLost(1, "no answer"))
    assert (
        codes_in(room.loop, 1) == [order[slot] for slot in range(1, 6)]
        and picture(room.loop, 1).ready
    )


# ---- What is kept ----


def test_a_kept_race_comes_out_the_same_and_a_killed_one_goes_on(tmp_path: Path) -> None:
    """The draw is in the journal; the next race has the timer; an old header means none."""
    with kept_evening(tmp_path, "person", "person") as loop:
        say(loop, SetTimer(30, "last", "random"), Begin())
        kept_done(loop)
        say(loop, TimeUp(loop.session.revision, (1,)))
        assert 1 in present(loop.session.match).question.answers
        lying, mark = codes_in(loop, 1), mark_of(loop.session)
    with kept_evening(tmp_path) as loop:
        while loop.session.timeline.resume_check is not None:
            kept_done(loop)
        assert (codes_in(loop, 1), mark_of(loop.session)) == (
            lying,
            mark,
        ) and 1 in present(loop.session.match).question.answers
        assert loop.session.lobby.timer == Timer(30, "last", "random") and shown(loop) == (30, True)
        say(loop, TimeUp(loop.session.revision, (2,)))
        assert loop.session.page == PLAY
        mark = mark_of(loop.session)
    kept = games_of(tmp_path)[0]
    assert [entry.text for entry in entries_of(tmp_path, kept.id) if "Filled" in entry.text]
    with kept_evening(tmp_path) as loop:
        assert mark_of(loop.session) == mark
    with kept_evening(tmp_path, fresh=True) as loop:
        assert loop.session.lobby.timer == Timer(30, "last", "random")


def test_what_was_told_and_not_put_in_is_put_in_after_a_start() -> None:
    """Killed between the draw and the cards."""
    loop = timed(players=("person", "person"))
    cut, commands = step(loop.session, Filled(loop.session.revision, 1, tuple(range(1, 10))))
    assert (
        len([one for one in commands if isinstance(one, InsertCard)]) == 5
        and cut.match is not None
        and 1 in cut.match.question.orders
    )
    loop.session = cut

    loop.send(Resumed(tuple(range(1, 9)), "Touch readers"))
    while loop.session.timeline.resume_check is not None:
        done(loop)
    assert 1 in present(loop.session.match).question.answers and None not in codes_in(loop, 1)


def test_old_headers_and_strange_ones_have_no_timer() -> None:
    """A journal without a timer, or with an unknown one, is still readable."""
    header = header_of(
        begun().session._replace(
            lobby=begun().session.lobby._replace(timer=Timer(45, "first", "random"))
        ),
        1,
    )
    assert begun_from(header, find_game, catalogue(), "it").session.lobby.timer == Timer(
        45, "first", "random"
    )
    old = header.replace('"timer": [45, "first", "random"], ', "")
    assert (
        old != header
        and begun_from(old, find_game, catalogue(), "it").session.lobby.timer == Timer()
    )
    for strange in (
        None,
        [1],
        [True, "deal", "chance"],
        [-1, "deal", "chance"],
        [5, "never", "chance"],
        {"seconds": 5},
        [5, "deal", "chance", 1],
    ):
        assert timer_of({"timer": strange}) == Timer()


def test_it_is_changed_and_switched_off_in_mid_race() -> None:
    """A page over the race has the present choice; time goes on below it."""
    loop = timed()
    now = wait(loop, 0.0, 2.0)
    loop.send(OpenPage("timer"))
    assert loop.session.covered and waits_for_time(loop.session)
    groups = loop.view.body.groups
    assert [str(group.title) for group in groups] == recorded("Timer")
    loop.send(
        next(choice.message for choice in groups[2].choices if str(choice.label) == "Last one left")
    )
    loop.send(ClosePage("timer"))
    assert shown(loop) == (5, False) and loop.session.lobby.timer == Timer(5, "last", "chance")
    wait(loop, now, 2.0)
    loop.send(OpenPage("timer"))
    loop.send(SetTimer(0))
    assert len(loop.view.body.groups) == 2
    loop.send(ClosePage("timer"))
    assert shown(loop) is None


# ---- Bad input ----


def test_what_comes_too_late_or_means_nobody_changes_nothing() -> None:
    """An old step, a ready or unused seat, places outside of the hand."""
    loop = timed(players=("person", "random", "person"))
    ready(loop, 3)
    session = loop.session
    nine = tuple(range(1, 10))
    for message in (
        TimeUp(session.revision - 1, (1,)),
        TimeUp(session.revision, (3, 2, 9)),
        Filled(session.revision - 1, 1, nine),
        Filled(session.revision, 3, nine),
        Filled(session.revision, 2, nine),
        Filled(session.revision, 1, nine[1:]),
        Filled(session.revision, 1, (*nine[1:], 9)),
        Filled(session.revision, 1, ()),
        Filled(session.revision, 7, nine),
        SetTimer(-1),
        SetTimer(4000),
        SetTimer(5, "never"),
        SetTimer(5, "deal", "nobody"),
    ):
        after, commands = step(session, message)
        assert (after.match, after.lobby.timer, commands) == (
            session.match,
            session.lobby.timer,
            (),
        ), message
    # Ready at the moment of the draw.
    drawn = Filled(session.revision, 1, nine)
    fill(loop, 1)
    loop.send(MoveHandle(1, PULL))
    before = loop.session
    loop.send(drawn)
    assert loop.session is before or loop.session.match == before.match


def test_who_hands_a_seat_over_or_goes_back_has_nothing_told() -> None:
    """A pilot that takes the seat chooses itself; a repeated question starts again."""
    room = at_readers()
    over(room.loop, 1)
    assert present(room.loop.session.match).question.orders
    room.loop.send(ApplyCorrection(HandSeat(1, "random")))
    assert (
        not present(room.loop.session.match).question.orders
        and str(picture(room.loop, 1).problem) == ""
    )
