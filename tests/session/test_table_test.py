"""The table test: live readers, single lights, seats by handles, over an unchanged race."""

from __future__ import annotations

from companion.app.loop import EventLoop
from companion.session.messages import Confirm
from companion.session.pages.table import (
    AskSeat,
    CloseTable,
    OpenTable,
    SelectReader,
    ShowCards,
    TablePage,
    TableRow,
    TryLamp,
)
from companion.signals import (
    BLINK,
    DARK,
    LIT,
    OK,
    Counters,
    GiveSeat,
    Lamps,
    LyingCard,
    ReaderBack,
    ReaderFound,
    ReaderGone,
    ReaderLost,
    ReaderModel,
    ReaderReport,
    SlotReport,
    StrangerPulled,
    TableProblem,
    Watch,
)
from tests.recorded import recorded
from tests.session.evenings import evening, going_on_by_itself
from tests.session.real import FIRST, SECOND, Room


def page(loop: EventLoop) -> TablePage:
    """Return the page of the table test."""
    assert isinstance(loop.view.body, TablePage), loop.view.page
    return loop.view.body


def row(loop: EventLoop, seat: int) -> TableRow:
    """Return one reader on it."""
    return page(loop).rows[seat - 1]


def room_on_test(*players: str) -> Room:
    """Return a table with readers for seats 1 and 2, in its test."""
    room = Room(players or ("person", "person"), (1, 2))
    room.loop.send(OpenTable())
    return room


def report(seat: int, uid: str = "", code: int | None = None) -> ReaderReport:
    """Return a report of a reader."""
    slots = (
        SlotReport(OK if code is not None else "empty", code, 90),
        *[SlotReport("empty", None, 3)] * 4,
    )
    return ReaderReport(seat, "usb", uid, "1.0.0", "rest", slots, Counters(100, 2, 1, 0.2))


def test_it_lies_over_any_page_and_goes_away_again() -> None:
    """Readers report while it is open, and no longer."""
    room = room_on_test()
    assert room.loop.view.page == "table" and room.readers.done == [Watch(True)]
    room.loop.send(CloseTable())
    assert room.loop.view.page == "board" and room.readers.done == [Watch(True), Watch(False)]


def test_nothing_is_confirmed_under_it() -> None:
    """A late touch on Done finds the table test over the instruction."""
    loop = going_on_by_itself()
    before = loop.session
    loop.send(OpenTable())
    loop.send(Confirm(before.revision))
    assert loop.session.revision == before.revision and loop.session.match == before.match


def test_every_seat_has_its_row() -> None:
    """Its kind, its state, its report, and the faces of its cards."""
    room = room_on_test()
    room.say(report(1, "E661", FIRST[0]), ReaderLost(2, "its cable is unplugged"))
    assert (
        row(room.loop, 1).report == report(1, "E661", FIRST[0])
        and row(room.loop, 1).own
        and str(row(room.loop, 1).state) == "answers"
    )
    assert [card.code for card in page(room.loop).cards] == [FIRST[0]]
    assert str(row(room.loop, 2).state) == recorded("does-not-answer") and str(
        row(room.loop, 2).remedy
    ) == recorded("its-cable-is-out")
    assert str(row(room.loop, 3).state) == recorded("on-this-screen") and not row(room.loop, 3).own
    room.say(ReaderBack(2))
    assert row(room.loop, 2).own and str(row(room.loop, 2).remedy) == ""


def test_it_says_what_can_be_tested() -> None:
    """Cards and handles with readers; lights on the screen, and whether plugging one in helps."""
    room = room_on_test()
    assert str(room.loop.view.hint) == recorded("Put-cards-in-move-handles-try")
    room.loop.send(SelectReader(3))
    assert str(room.loop.view.hint) == recorded("This-seat-is-played-on-the")
    room.loop.send(SelectReader(1))
    assert str(room.loop.view.hint) == recorded("Put-cards-in")
    bare = Room(("person",), ())
    bare.loop.send(OpenTable())
    assert str(bare.loop.view.hint) == recorded("All-seats-are-played-on-this")
    virtual = evening()
    virtual.send(OpenTable())
    assert str(virtual.view.hint) == recorded("All-seats-are-played-on-this-screen")


def test_a_light_burns_alone_until_it_is_touched_again() -> None:
    """One of five, or all five; the locks of the race are lit again afterwards."""
    room = room_on_test()
    room.loop.send(TryLamp(2, 3))
    assert room.readers.lamps == Lamps({2: (DARK, DARK, LIT, DARK, DARK)}) and page(
        room.loop
    ).lamp == (2, 3)
    room.loop.send(TryLamp(2, 0))
    assert room.readers.lamps == Lamps({2: (LIT,) * 5}) and row(room.loop, 2).lamps == (LIT,) * 5
    room.loop.send(TryLamp(2, 0))
    assert room.readers.lamps == Lamps({}) and page(room.loop).lamp is None
    room.loop.send(TryLamp(2, 1))
    room.loop.send(CloseTable())
    assert room.readers.lamps == Lamps({})


def test_handles_mean_nothing_while_the_table_is_tested() -> None:
    """A pull does not make a seat ready; cards are read all the same."""
    room = Room(("person", "person"), (1, 2)).begin()
    room.put(1, FIRST)
    room.loop.send(OpenTable())
    room.move(1)
    room.put(2, (FIRST[0], *SECOND[1:]))
    match = room.loop.session.match
    assert match is not None and not match.question.answers and not match.question.problems
    room.loop.send(CloseTable())
    assert room.loop.view.page == "program" and room.readers.lamps.lit[1][0] == BLINK
    room.move(1)
    assert room.loop.session.match is not None and set(
        room.loop.session.match.question.problems
    ) == {1}


def test_seats_are_given_by_pulling_handles() -> None:
    """The asked seat gets the reader, then the next seat is asked for the next stranger."""
    room = room_on_test("person", "person", "person", "person")
    room.say(ReaderFound("AA"), ReaderFound("BB"), ReaderFound("AA"))
    assert page(room.loop).strangers == ("AA", "BB") and str(room.loop.view.hint) == recorded(
        "2-readers-without-a-seat"
    )
    room.loop.send(AskSeat(3))
    assert str(room.loop.view.hint) == recorded("Pull-the-handle-of-the-reader")
    room.say(StrangerPulled("BB"))
    assert room.readers.done[-1] == GiveSeat("BB", 3) and page(room.loop).asking == 4
    room.say(ReaderGone("BB"), ReaderBack(3))
    room.say(StrangerPulled("AA"))
    assert room.readers.done[-1] == GiveSeat("AA", 4) and page(room.loop).asking is None
    room.say(ReaderGone("AA"))
    assert page(room.loop).strangers == ()


def test_a_reader_that_has_a_seat_can_get_another() -> None:
    """Its handle is pulled while another seat is asked for."""
    room = room_on_test()
    room.say(report(1, "AA"))
    room.loop.send(AskSeat(5))
    room.move(1)
    assert room.readers.done[-1] == GiveSeat("AA", 5) and page(room.loop).asking is None


def test_a_stranger_pulled_out_of_turn_is_told_what_to_do() -> None:
    """The race is unchanged, and the words say where seats are given."""
    room = Room(("person", "person"), (1, 2))
    room.say(ReaderFound("AA"))
    assert str(room.loop.view.notice) == recorded("A-reader-has-no-seat-yet")
    room.say(StrangerPulled("AA"))
    assert (
        str(room.loop.view.notice) == recorded("touch-the-sign-of-the-table")
        and GiveSeat("AA", 1) not in room.readers.done
    )


def test_troubles_are_on_every_page_until_they_are_over() -> None:
    """A sentence each, from the table."""
    room = Room(("person", "person"), (1, 2)).begin()
    room.say(
        TableProblem(
            "/dev/ttyACM3",
            "The port /dev/ttyACM3 may not be opened: add yourself to the group dialout.",
        )
    )
    assert str(room.loop.view.notice) == recorded("The-port-dev-ttyACM3")
    room.loop.send(OpenTable())
    assert len(page(room.loop).troubles) == 1
    room.say(TableProblem("heat", "It is 85 °C hot in here."))
    room.loop.send(CloseTable())
    assert str(room.loop.view.notice) == recorded("Touch-the-sign-of-the-table")
    room.loop.send(OpenTable())
    assert len(page(room.loop).troubles) == 2
    room.say(
        TableProblem("/dev/ttyACM3", ""), TableProblem("heat", ""), TableProblem("elsewhere", "")
    )
    assert page(room.loop).troubles == ()


def test_what_cannot_be_looked_at_or_tried_changes_nothing() -> None:
    """Unknown seats and lights; anything while the test is closed."""
    room = room_on_test()
    before = room.loop.session
    for message in (
        SelectReader(9),
        SelectReader(0),
        TryLamp(0, 1),
        TryLamp(1, 6),
        TryLamp(1, -1),
        AskSeat(9),
        OpenTable(),
        report(12),
    ):
        room.loop.send(message)
        assert room.loop.session == before
    room.loop.send(SelectReader(2))
    assert page(room.loop).seat == 2
    room.loop.send(CloseTable())
    closed = room.loop.session
    for late in (SelectReader(1), TryLamp(1, 1), AskSeat(1), CloseTable()):
        room.loop.send(late)
        assert room.loop.session == closed
    room.loop.send(report(1))
    readers = room.loop.session.readers
    assert room.loop.session._replace(readers=closed.readers) == closed
    assert readers.rows == closed.readers.rows


def test_an_emulated_reader_shows_what_really_is_there() -> None:
    """Its real state is beside its readings, and the lamps on the screen are its bulbs."""
    room = Room(("person", "person"), (1, 2)).begin()
    model = ReaderModel(
        1,
        (LyingCard(FIRST[0], "half"), *[None] * 4),
        "rest",
        ((0, 0, 0),) * 4 + ((60, 0, 0),),
        True,
        False,
    )
    room.say(model)
    assert [slot.lamp for slot in room.loop.view.body.readers[0].slots] == [DARK] * 4 + [LIT]
    room.loop.send(OpenTable())
    covered = model._replace(cards=(LyingCard(-1, "half"), *[None] * 4))
    assert (
        row(room.loop, 1).model == covered
        and page(room.loop).cards == ()
        and page(room.loop).sealed
    )
    room.loop.send(ShowCards(True))
    assert row(room.loop, 1).model == model and [card.code for card in page(room.loop).cards] == [
        FIRST[0]
    ]
