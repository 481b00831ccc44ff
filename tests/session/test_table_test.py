"""The table test: everything live, lights one by one, seats given by pulling handles; the race behind it stays as it is."""
from __future__ import annotations

from companion.session.messages import AskSeat, CloseTable, Confirm, LookAt, OpenTable, ShowCards, TryLamp
from companion.session.view import TablePage, TableRow
from companion.shell import Shell
from companion.signals import (
    BLINK, DARK, LIT, OK, Counters, GiveSeat, Lamps, LyingCard, ReaderBack, ReaderFound, ReaderGone, ReaderLost, ReaderModel, ReaderReport,
    SlotReport, StrangerPulled, Trouble, Watch,
)
from tests.session.evenings import evening, going_on_by_itself
from tests.session.real import FIRST, SECOND, Room


def page(shell: Shell) -> TablePage:
    """The table test as it is shown."""
    assert isinstance(shell.view.body, TablePage), shell.view.page
    return shell.view.body


def row(shell: Shell, seat: int) -> TableRow:
    """One reader on it."""
    return page(shell).rows[seat - 1]


def room_on_test(*players: str) -> Room:
    """A table with readers for seats 1 and 2, in its test."""
    room = Room(players or ("person", "person"), (1, 2))
    room.shell.send(OpenTable())
    return room


def report(seat: int, uid: str = "", code: int | None = None) -> ReaderReport:
    """What a reader may say of itself."""
    slots = (SlotReport(OK if code is not None else "empty", code, 90), *[SlotReport("empty", None, 3)] * 4)
    return ReaderReport(seat, "usb", uid, "1.0.0", "rest", slots, Counters(100, 2, 1, 0.2))


def test_it_lies_over_any_page_and_goes_away_again() -> None:
    """Readers report while it is open, and no longer."""
    room = room_on_test()
    assert room.shell.view.page == "table" and room.readers.done == [Watch(True)]
    room.shell.send(CloseTable())
    assert room.shell.view.page == "board" and room.readers.done == [Watch(True), Watch(False)]


def test_nothing_is_confirmed_under_it() -> None:
    """A tap on Done that comes late finds the table test over the instruction."""
    shell = going_on_by_itself()
    before = shell.session
    shell.send(OpenTable())
    shell.send(Confirm(before.step))
    assert shell.session.step == before.step and shell.session.match == before.match


def test_every_seat_has_its_row() -> None:
    """Its kind, its state, what it reports, and the faces of the cards that it reads."""
    room = room_on_test()
    room.say(report(1, "E661", FIRST[0]), ReaderLost(2, "its cable is out"))
    assert row(room.shell, 1).report == report(1, "E661", FIRST[0]) and row(room.shell, 1).own and row(room.shell, 1).state == "answers"
    assert [card.code for card in page(room.shell).cards] == [FIRST[0]]
    assert row(room.shell, 2).state == "does not answer" and "its cable is out" in row(room.shell, 2).remedy
    assert row(room.shell, 3).state == "on this screen" and not row(room.shell, 3).own
    room.say(ReaderBack(2))
    assert row(room.shell, 2).own and row(room.shell, 2).remedy == ""


def test_it_says_what_can_be_tested() -> None:
    """Cards and handles where there are readers; at seats on the screen the lights, and that readers can be plugged in where that helps."""
    room = room_on_test()
    assert room.shell.view.hint == "Put cards in, move handles, try the lights: it shows here at once. Handles mean nothing while you test."
    room.shell.send(LookAt(3))
    assert room.shell.view.hint == "This seat is played on the screen. Touch a slot to try its light."
    room.shell.send(LookAt(1))
    assert "Put cards in" in room.shell.view.hint
    bare = Room(("person",), ())
    bare.shell.send(OpenTable())
    assert bare.shell.view.hint == "All seats are played on this screen: touch one to try its lights. To test card readers, plug them in."
    virtual = evening()
    virtual.send(OpenTable())
    assert virtual.view.hint == "All seats are played on this screen: touch one to try its lights."


def test_a_light_burns_alone_until_it_is_touched_again() -> None:
    """One of five, or all five; the locks of the race burn again afterwards."""
    room = room_on_test()
    room.shell.send(TryLamp(2, 3))
    assert room.readers.lamps == Lamps({2: (DARK, DARK, LIT, DARK, DARK)}) and page(room.shell).lamp == (2, 3)
    room.shell.send(TryLamp(2, 0))
    assert room.readers.lamps == Lamps({2: (LIT,) * 5}) and row(room.shell, 2).lamps == (LIT,) * 5
    room.shell.send(TryLamp(2, 0))
    assert room.readers.lamps == Lamps({}) and page(room.shell).lamp is None
    room.shell.send(TryLamp(2, 1))
    room.shell.send(CloseTable())
    assert room.readers.lamps == Lamps({})


def test_handles_mean_nothing_while_the_table_is_tested() -> None:
    """A pull on the test does not make a seat ready; cards are read all the same."""
    room = Room(("person", "person"), (1, 2)).begin()
    room.put(1, FIRST)
    room.shell.send(OpenTable())
    room.move(1)
    room.put(2, (FIRST[0], *SECOND[1:]))
    match = room.shell.session.match
    assert match is not None and not match.answers and not match.remedies
    room.shell.send(CloseTable())
    assert room.shell.view.page == "program" and room.readers.lamps.lit[1][0] == BLINK
    room.move(1)
    assert room.shell.session.match is not None and set(room.shell.session.match.remedies) == {1}


def test_seats_are_given_by_pulling_handles() -> None:
    """The asked seat gets the reader, then the next seat without one is asked for while there are more strangers."""
    room = room_on_test("person", "person", "person", "person")
    room.say(ReaderFound("AA"), ReaderFound("BB"), ReaderFound("AA"))
    assert page(room.shell).strangers == ("AA", "BB") and "2 readers without a seat" in room.shell.view.hint
    room.shell.send(AskSeat(3))
    assert room.shell.view.hint == "Pull the handle of the reader for seat 3, COBALT."
    room.say(StrangerPulled("BB"))
    assert room.readers.done[-1] == GiveSeat("BB", 3) and page(room.shell).asking == 4
    room.say(ReaderGone("BB"), ReaderBack(3))
    room.say(StrangerPulled("AA"))
    assert room.readers.done[-1] == GiveSeat("AA", 4) and page(room.shell).asking is None
    room.say(ReaderGone("AA"))
    assert page(room.shell).strangers == ()


def test_a_reader_that_has_a_seat_can_get_another() -> None:
    """Its handle is pulled while another seat is asked for."""
    room = room_on_test()
    room.say(report(1, "AA"))
    room.shell.send(AskSeat(5))
    room.move(1)
    assert room.readers.done[-1] == GiveSeat("AA", 5) and page(room.shell).asking is None


def test_a_stranger_pulled_out_of_turn_is_told_what_to_do() -> None:
    """Nothing happens to the race, and the words say where seats are given."""
    room = Room(("person", "person"), (1, 2))
    room.say(ReaderFound("AA"))
    assert "A reader has no seat yet" in room.shell.view.notice
    room.say(StrangerPulled("AA"))
    assert "touch the sign of the table" in room.shell.session.notice and GiveSeat("AA", 1) not in room.readers.done


def test_troubles_are_on_every_page_until_they_are_over() -> None:
    """A sentence each, as the table says it."""
    room = Room(("person", "person"), (1, 2)).begin()
    room.say(Trouble("/dev/ttyACM3", "The port /dev/ttyACM3 may not be opened: add yourself to the group dialout."))
    assert room.shell.view.notice.startswith("The port /dev/ttyACM3")
    room.shell.send(OpenTable())
    assert len(page(room.shell).troubles) == 1
    room.say(Trouble("heat", "It is 85 °C hot in here."))
    room.shell.send(CloseTable())
    assert room.shell.view.notice.endswith("Touch the sign of the table for 1 more.")
    room.shell.send(OpenTable())
    assert len(page(room.shell).troubles) == 2
    room.say(Trouble("/dev/ttyACM3", ""), Trouble("heat", ""), Trouble("elsewhere", ""))
    assert page(room.shell).troubles == ()


def test_what_cannot_be_looked_at_or_tried_changes_nothing() -> None:
    """Seats and lights that are not there; anything while the test is closed."""
    room = room_on_test()
    before = room.shell.session
    for message in (LookAt(9), LookAt(0), TryLamp(0, 1), TryLamp(1, 6), TryLamp(1, -1), AskSeat(9), OpenTable(), report(12)):
        room.shell.send(message)
        assert room.shell.session == before
    room.shell.send(LookAt(2))
    assert page(room.shell).seat == 2
    room.shell.send(CloseTable())
    closed = room.shell.session
    for message in (LookAt(1), TryLamp(1, 1), AskSeat(1), CloseTable(), report(1)):
        room.shell.send(message)
        assert room.shell.session == closed


def test_an_emulated_reader_shows_what_really_is_there() -> None:
    """Its truth stands beside what the firmware reads, and the lamps on the screen are its bulbs."""
    room = Room(("person", "person"), (1, 2)).begin()
    model = ReaderModel(1, (LyingCard(FIRST[0], "half"), *[None] * 4), "rest", ((0, 0, 0),) * 4 + ((60, 0, 0),), True, False)
    room.say(model)
    assert [slot.lamp for slot in room.shell.view.body.readers[0].slots] == [DARK] * 4 + [LIT]  # type: ignore[union-attr]
    room.shell.send(OpenTable())
    covered = model._replace(cards=(LyingCard(-1, "half"), *[None] * 4))
    assert row(room.shell, 1).model == covered and page(room.shell).cards == () and page(room.shell).sealed
    room.shell.send(ShowCards(True))
    assert row(room.shell, 1).model == model and [card.code for card in page(room.shell).cards] == [FIRST[0]]
