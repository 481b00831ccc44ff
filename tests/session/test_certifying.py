"""The acceptance run in a session: readers, questions, findings, and emulated readers."""

from __future__ import annotations

from typing import Final

import pytest

from companion.certificate.judging import SLOTS_SWAPPED
from companion.certificate.report import FAILED, NOTED, PASSED, UNFINISHED
from companion.certificate.run import (
    FACES,
    PICTURES,
    REST_FIRST,
    TURNED,
    AgainFrom,
    Finish,
    GoOn,
    LightSeen,
    NextPicture,
    following,
)
from companion.games.asking import Questions
from companion.games.codes import TEST_CARDS
from companion.session.messages import Begin, ClosePage, Message, OpenPage
from companion.session.pages.certify import (
    CertificateSaved,
    Certify,
    CertifyState,
    CloseCertify,
    OpenCertify,
    SelectSeat,
)
from companion.session.view import CERTIFY, DOCTOR, LIGHTS, PROGRAM, READERS, VERDICT
from companion.signals import (
    LIT,
    NO_READER,
    PULL,
    REST,
    SLOTS,
    InsertCard,
    Lamps,
    MeasureCells,
    ReaderBack,
    ReaderLost,
    SetAside,
    Watch,
)
from tests.recorded import recorded
from tests.session.certify import (
    answer,
    emulated,
    let_run,
    page_of,
    run_of,
    seat_of,
    under_test,
    whole,
    work,
)
from tests.session.evenings import done, evening
from tests.session.real import FIRST, Room
from tests.typed import of_kind, present

FACE: Final = tuple(face for face, _ in TEST_CARDS)


def passed_readers(room: Room, *seats: int) -> None:
    """Show everything that is asked for."""
    for seat in seats:
        work(room, seat)


# ---- Opening -------------------------------------------------------------------------------------


def test_without_a_reader_it_is_refused_in_words() -> None:
    """Refuse in words without a reader, and change nothing else."""
    loop = evening()
    before = loop.session
    loop.send(OpenCertify())
    assert loop.session == before._replace(notice=loop.session.notice) and str(
        loop.session.notice
    ) == recorded("no-reader-to-certify")


def test_who_takes_part() -> None:
    """Include every present reader and lost ones, but no seats without one or set aside."""
    room = Room(("person",) * 4, (1, 2, 3))
    room.say(ReaderLost(2, "its cable is unplugged"))
    room.loop.send(SetAside(3, True))
    room.loop.send(OpenCertify())
    assert run_of(room.loop).tested() == (1, 2) and room.loop.view.page == CERTIFY
    assert page_of(room.loop).seats[1].state == "gone" and str(
        seat_of(room.loop, 2).gone
    ) == recorded("has-not-answered-yet")


def test_what_was_known_of_a_reader_counts_from_the_beginning() -> None:
    """Count what was known of a reader: a handle at rest, a card in a slot."""
    room = Room(("person", "person"), (1, 2))
    room.put(1, FIRST)
    room.loop.send(OpenCertify())
    assert seat_of(room.loop, 1).task != REST_FIRST and [
        slot.code for slot in seat_of(room.loop, 1).slots
    ] == list(FIRST)
    assert room.readers.done == [Watch(True)]


def test_the_doctor_below_goes_on_listening() -> None:
    """Keep the doctor's reports below, whose bundle has the counters."""
    room = Room(("person", "person"), (1, 2))
    room.loop.send(OpenPage("doctor"))
    room.loop.send(OpenCertify())
    room.loop.send(CloseCertify())
    assert room.loop.session.is_open(DOCTOR) and room.readers.done[-1] == Watch(True)


def test_opening_twice_or_answering_while_it_is_closed_changes_nothing() -> None:
    """Ignore a second opening, and answers while it is closed."""
    room = Room(("person", "person"), (1, 2))
    closed = room.loop.session
    early: tuple[Message, ...] = (
        CloseCertify(),
        Certify(Finish()),
        SelectSeat(1),
        CertificateSaved("today", "somewhere"),
    )
    for message in early:
        room.loop.send(message)
        assert not room.loop.session.is_open(CERTIFY)
    assert room.loop.session.readers.by_seat == closed.readers.by_seat
    room.loop.send(CloseCertify())
    room.loop.send(OpenCertify())
    run = run_of(room.loop)
    late: tuple[Message, ...] = (
        OpenCertify(),
        OpenCertify((1,)),
        SelectSeat(7),
        CertificateSaved("today", "somewhere"),
        Certify(GoOn(7)),
        Certify(NextPicture()),
    )
    for message in late:
        room.loop.send(message)
    assert (
        run_of(room.loop) == run
        and room.loop.session.open_state(CERTIFY, CertifyState).seat is None
    )


# ---- The run -------------------------------------------------------------------------------------


def test_readers_in_good_order_pass() -> None:
    """Pass good readers by signals and seven pictures; write the report once, with its time."""
    room = under_test()
    passed_readers(room, 1)
    assert page_of(room.loop).stage == READERS and str(room.loop.view.title) == recorded(
        "Certify-1-reader-to-go"
    )
    passed_readers(room, 2)
    assert MeasureCells(2, 5) in room.readers.done and page_of(room.loop).stage == LIGHTS
    room.loop.poll(1000.0)
    for picture in PICTURES:
        assert room.readers.lamps == Lamps(
            {seat: tuple(LIT if lit else 0 for lit in picture.lit) for seat in (1, 2)}
        )
        assert [str(light.about) for light in page_of(room.loop).seats[0].lights] == [
            "lit" if lit else "dark" for lit in picture.lit
        ]
        room.loop.poll(1083.0)
        answer(room.loop, NextPicture())
    page = page_of(room.loop)
    assert (page.stage, str(page.title), page.lines, [seat.state for seat in page.seats]) == (
        VERDICT,
        PASSED,
        (),
        ["done", "done"],
    )
    assert str(room.loop.view.notice) == recorded("no-folder-for-a-certificate") and str(
        page.words
    ) == recorded("1-min-23-s")
    room.loop.send(CertificateSaved("2026-11-22 20:00", "It lies there."))
    assert str(page_of(room.loop).words).startswith("2026-11-22 20:00") and str(
        room.loop.view.notice
    ) == recorded("It-lies-there")


def test_cards_in_the_wrong_slots_are_found() -> None:
    """Find two exchanged sensor boards, with place and remedy."""
    room = under_test(real=(1,))
    work(room, 1, FACES)
    faces = (FACE[1], FACE[0], *FACE[2:])
    room.put(1, faces)
    assert seat_of(room.loop, 1).task == FACES and page_of(room.loop).seats[0].slots == (
        "open",
        "open",
        "right",
        "right",
        "right",
    )
    answer(room.loop, GoOn(1))
    room.say(*whole(1, FACES)[SLOTS:])
    work(room, 1)
    answer(room.loop, *[NextPicture()] * len(PICTURES))
    page = page_of(room.loop)
    assert str(page.title) == FAILED and page.seats[0].state == "bad"
    report = present(room.loop.session.open_state(CERTIFY, CertifyState).report)
    assert [(finding.kind, str(finding.place)) for finding in report.findings] == [
        (SLOTS_SWAPPED, recorded("slots-1-and-2"))
    ]
    assert page.lines[0].grave and str(page.lines[0].repair) == recorded("Exchange-the-plugs")


def test_what_is_asked_stands_there_with_handle_cards_and_slots() -> None:
    """Show each task in words and signs; it may be claimed as done."""
    room = under_test(real=(1,))
    seen = []
    while page_of(room.loop).stage == READERS:
        asked = page_of(room.loop).seats[0]
        seen.append((asked.handle, asked.cards))
        work(room, 1, following(seat_of(room.loop, 1).task))
    assert seen == [
        (PULL, ""),
        (REST, ""),
        ("push", ""),
        (REST, ""),
        ("", "empty"),
        ("", "upright"),
        ("", "turned"),
    ]


def test_readers_are_worked_in_any_order_and_looked_at_by_touch() -> None:
    """Ask for the first unfinished reader or a touched one, then for the next."""
    room = under_test("person", "person", "person", real=(1, 2, 3))
    assert page_of(room.loop).seat == 1
    work(room, 3)
    room.loop.send(SelectSeat(3))
    page = page_of(room.loop)
    assert (
        page.seat == 3
        and str(page.title) == recorded("Seat-3-AZURE")
        and str(page.words) == recorded("is-done")
        and page.choices[0].blocked
    )
    room.loop.send(SelectSeat(2))
    assert page_of(room.loop).seat == 2
    answer(room.loop, GoOn(2))
    assert page_of(room.loop).seat == 1
    room.loop.send(Certify(AgainFrom(3)))
    assert seat_of(room.loop, 3).task == following(REST_FIRST) and not seat_of(room.loop, 3).seen


def test_a_reader_that_is_lost_and_back_leaves_a_note() -> None:
    """Show why a reader is lost, resume when it is back, and note it."""
    room = under_test(real=(1,))
    work(room, 1, TURNED)
    room.say(ReaderLost(1, "its cable is unplugged"))
    assert (
        str(page_of(room.loop).words) == recorded("its-cable-is-out")
        and page_of(room.loop).seats[0].state == "gone"
    )
    room.say(ReaderBack(1))
    work(room, 1)
    answer(room.loop, *[NextPicture()] * len(PICTURES))
    assert str(page_of(room.loop).title) == NOTED and str(
        page_of(room.loop).lines[0].words
    ) == recorded("gone-for-a-while")


def test_lights_that_are_otherwise_are_touched_and_touched_again() -> None:
    """Mark a differing light by touch, unmark it by a second; count and report it."""
    room = under_test(real=(1,))
    work(room, 1)
    answer(
        room.loop,
        LightSeen(1, 3),
        LightSeen(1, 4),
        LightSeen(1, 4),
        LightSeen(1, 6),
        LightSeen(9, 1),
    )
    page = page_of(room.loop)
    assert [light.chosen for light in page.seats[0].lights] == [
        False,
        False,
        True,
        False,
        False,
    ] and str(page.choices[0].label) == recorded("All-but-1-as-shown")
    answer(room.loop, NextPicture())
    assert str(page_of(room.loop).choices[0].label) == recorded("All-as-shown")
    for at in range(1, len(PICTURES)):
        answer(room.loop, *([LightSeen(1, 3)] if PICTURES[at].lit[2] else []), NextPicture())
    assert str(page_of(room.loop).title) == FAILED and str(
        page_of(room.loop).lines[0].words
    ) == recorded("Seat-1-light-3-a-lock")


def test_ending_early_is_told() -> None:
    """Report what was not tried, unchanged by later events."""
    room = under_test()
    work(room, 1)
    answer(room.loop, Finish())
    page = page_of(room.loop)
    assert str(page.title) == UNFINISHED and [seat.state for seat in page.seats] == ["done", "bad"]
    room.say(*whole(2, "pulled"))
    answer(room.loop, NextPicture(), GoOn(2))
    assert page_of(room.loop) == page and room.readers.lamps == Lamps(
        dict.fromkeys((1, 2), (0,) * SLOTS)
    )


# ---- Emulated readers ----------------------------------------------------------------------------


def test_the_app_works_emulated_readers_itself() -> None:
    """Work emulated readers by the app: handles, cards, lights, and the verdict."""
    for dark, verdict in ((frozenset[tuple[int, int]](), PASSED), (frozenset({(2, 4)}), FAILED)):
        loop, readers = emulated(dark=dark)
        loop.send(OpenCertify())
        assert str(loop.view.hint) == recorded("The-app-works-these-emulated-readers")
        let_run(loop, 60.0)
        page = page_of(loop)
        assert (page.stage, str(page.title)) == (VERDICT, verdict), page.lines
        loop.send(CloseCertify())
        assert readers.cards == {1: [None] * SLOTS, 2: [None] * SLOTS} and loop.view.page == "board"


def test_what_lay_in_emulated_readers_lies_there_again() -> None:
    """Return the race's cards to emulated readers, also after an early end."""
    loop, readers = emulated()
    loop.send(Begin())
    done(loop)
    hands = {
        ask.seat: list(ask.hand.codes or ())[:SLOTS]
        for ask in of_kind(Questions, present(loop.session.match).next_step).asks
    }
    for seat, hand in hands.items():
        for slot, code in enumerate(hand, 1):
            loop.send(InsertCard(seat, slot, code))
    now = 100.0
    for seconds in (1.5, 60.0):
        loop.send(OpenCertify())
        now = let_run(loop, seconds, now)
        assert readers.cards != hands
        loop.send(CloseCertify())
        now = let_run(loop, 2.0, now)
        assert (
            readers.cards == hands
            and loop.session.page == PROGRAM
            and loop.session.timeline.resume_check is None
        )


def test_test_cards_do_not_stay_in_emulated_readers_while_a_race_is_set_up() -> None:
    """Take test cards out after an early end before any race."""
    loop, readers = emulated()
    loop.send(OpenCertify())
    now = let_run(loop, 5.0)
    assert any(code is not None for row in readers.cards.values() for code in row)
    loop.send(CloseCertify())
    let_run(loop, 1.0, now)
    assert readers.cards == {1: [None] * SLOTS, 2: [None] * SLOTS} and loop.view.page == "board"


@pytest.mark.parametrize("reason", (NO_READER, "its cable is unplugged"))
def test_an_emulated_reader_that_goes_is_told(reason: str) -> None:
    """Wait for a lost emulated reader no longer than someone says."""
    loop, readers = emulated()
    loop.send(OpenCertify())
    now = let_run(loop, 0.5)
    readers.signals.append(ReaderLost(2, reason))
    now = let_run(loop, 20.0, now)
    assert str(seat_of(loop, 2).gone) == reason
    let_run(loop, 60.0, now)
    assert str(page_of(loop).title) in (FAILED, UNFINISHED) and any(
        line.seat == 2 for line in page_of(loop).lines
    )


def test_it_is_opened_and_closed_by_its_name_with_messages_that_are_kept() -> None:
    """Open by name and close by kept messages, with the present readers."""
    room = Room(("person", "person"), (1, 2))
    for _ in range(2):
        room.loop.send(OpenPage(CERTIFY))
        assert run_of(room.loop).tested() == (1, 2)
        room.loop.send(ClosePage(CERTIFY))
        assert not room.loop.session.is_open(CERTIFY) and room.loop.view.page == "board"
