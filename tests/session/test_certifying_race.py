"""The acceptance run over a race, which waits, gets its cards back, and survives power cuts."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.app.startup import recall_whole
from companion.certificate.run import FACES, TURNED
from companion.games.codes import TEST_CARDS
from companion.session.messages import Confirm, SetAutoAdvance
from companion.session.pages.certify import CloseCertify, OpenCertify
from companion.session.pages.table import CloseTable, OpenTable
from companion.session.view import CERTIFY, DEAL, PROGRAM, DealPage
from companion.signals import EMPTY, OK, PULL, REST, SLOTS, HandleMoved, Signal, SlotRead, Watch
from companion.table.screen_fallback import ScreenFallback
from companion.table.virtual import ScriptedTable
from tests.kept_table import KeptTable
from tests.recorded import recorded
from tests.session.certify import Emulated, let_run, whole, work
from tests.session.evenings import done, yard
from tests.session.real import FIRST, SECOND, Room
from tests.typed import present

FACE: Final = tuple(face for face, _ in TEST_CARDS)


def test_handles_and_cards_mean_nothing_to_a_race() -> None:
    """Ignore handles and cards of the run in the race, and keep readiness."""
    room = Room(("person", "person"), (1, 2)).begin()
    room.put(1, FIRST)
    room.put(2, SECOND)
    room.move(1)
    before = room.loop.session.match
    assert before is not None and set(before.question.answers) == {1}
    room.loop.send(OpenCertify())
    for seat in (1, 2):
        work(room, seat, TURNED)
    assert room.loop.session.match is before
    room.loop.send(Confirm(room.loop.session.revision))
    assert room.loop.session.match is before


def test_no_deal_begins_because_test_cards_were_taken_out() -> None:
    """Begin no deal because slots are empty in a run."""
    room = Room(("person", "person"), (1, 2)).begin()
    room.put(1, FIRST)
    room.put(2, SECOND)
    room.move(1)
    room.move(2)
    room.play_turn()
    while room.loop.session.page != DEAL:
        room.clear(1, 2) if room.loop.session.page == "rest" else done(room.loop)
    room.loop.send(OpenCertify())
    for seat in (1, 2):
        work(room, seat, FACES)
    assert [slot.status for slot in room.loop.session.readers.by_seat[1].row] == [
        EMPTY
    ] * SLOTS and room.loop.session.page == DEAL
    room.loop.send(CloseCertify())
    assert isinstance(room.loop.view.body, DealPage) and str(room.loop.view.title) == recorded(
        "Check-the-readers"
    )


def test_auto_advance_stands_still() -> None:
    """Keep the race's instruction however much time goes by."""
    room = Room(("person", "person"), (1, 2)).begin()
    room.put(1, FIRST)
    room.put(2, SECOND)
    room.move(1)
    room.move(2)
    room.loop.send(SetAutoAdvance(1.0))
    assert room.loop.session.page == "play"
    room.loop.send(OpenCertify())
    step = room.loop.session.revision
    now = let_run(room.loop, 20.0)
    assert room.loop.session.revision == step
    room.loop.send(CloseCertify())
    let_run(room.loop, 3.0, now)
    assert room.loop.session.revision > step


def test_leaving_it_waits_for_the_cards_of_the_race_slot_by_slot() -> None:
    """Name every slot until the race's cards are back, then go on with readiness kept."""
    room = Room(("person", "person"), (1, 2)).begin()
    room.put(1, FIRST)
    room.put(2, SECOND[:3])
    room.move(1)
    room.loop.send(OpenCertify())
    work(room, 1, TURNED)
    work(room, 2, "pulled")
    room.loop.send(CloseCertify())
    page = room.loop.view.body
    assert (
        isinstance(page, DealPage)
        and room.loop.session.timeline.resume_check is not None
        and room.readers.done[-1] == Watch(False)
    )
    rows = {row.seat: row for row in page.rows}
    assert [slot for slot, _ in rows[1].put] == [1, 2, 3, 4, 5] and 2 not in rows
    room.put(1, (*FIRST[:4], FACE[4]))
    assert room.loop.session.timeline.resume_check is not None
    room.put(1, FIRST)
    assert room.loop.session.timeline.resume_check is None and room.loop.session.page == PROGRAM
    match = room.loop.session.match
    assert match is not None and set(match.question.answers) == {1} and not match.question.problems
    room.put(2, SECOND)
    room.move(2)
    assert room.loop.session.page == "play"


def test_leaving_it_at_once_leads_straight_back() -> None:
    """Return at once if every card is in place; the table test keeps watching."""
    room = Room(("person", "person"), (1, 2)).begin()
    room.put(1, FIRST)
    room.loop.send(OpenTable())
    room.loop.send(OpenCertify())
    room.loop.send(CloseCertify())
    assert (
        room.loop.view.page == "table"
        and room.loop.session.timeline.resume_check is None
        and Watch(False) not in room.readers.done
    )
    room.loop.send(CloseTable())
    assert room.loop.view.page == PROGRAM and room.readers.done[-1] == Watch(False)


# ---- Kept ----------------------------------------------------------------------------------------


class Readers:
    """Real readers of seats 1 and 2, new at every start."""

    def __init__(self) -> None:
        self.scripted = ScriptedTable((1, 2))

    def __call__(self) -> ScreenFallback:
        """Return the readers as a table that has just been plugged in."""
        self.scripted = ScriptedTable((1, 2))
        return ScreenFallback(self.scripted)


def kept_race(folder: Path, readers: Readers) -> KeptTable:
    """Return a race at real readers that hold two programs, one of them ready."""
    table = KeptTable(folder, ("person", "person"), yard(), {}, 4, readers)
    table.done()
    for seat, codes in ((1, FIRST), (2, SECOND)):
        say(table, readers, *(SlotRead(seat, slot, OK, code) for slot, code in enumerate(codes, 1)))
    say(table, readers, HandleMoved(1, PULL), HandleMoved(1, REST))
    return table


def say(table: KeptTable, readers: Readers, *signals: Signal) -> None:
    """Send signals of the readers."""
    readers.scripted.signals += signals
    table.loop.poll(0.0)


def in_test(table: KeptTable, readers: Readers) -> None:
    """Open the run with test cards in the first reader."""
    table.loop.send(OpenCertify())
    for task in ("pulled", "let go", "pushed", "let go again", "empty", "faces"):
        say(table, readers, *whole(1, task))


def test_the_journal_brings_the_same_evening_back(tmp_path: Path) -> None:
    """Replay opening and leaving from the journal, and wait for the same cards."""
    readers = Readers()
    table = kept_race(tmp_path, readers)
    try:
        in_test(table, readers)
        table.loop.send(CloseCertify())
        lived = table.loop.session
        assert lived.timeline.resume_check is not None and table.loop.record is not None
        table.loop.record.wait()
        kept = table.journal.unfinished()
        assert kept is not None
        recalled = recall_whole(table.journal, kept, (table.entry,), every=True).session
        assert (
            recalled.timeline.resume_check,
            recalled.page,
            recalled.revision,
            recalled.readers.rows,
        ) == (
            lived.timeline.resume_check,
            lived.page,
            lived.revision,
            lived.readers.rows,
        )
        assert (
            recalled.match is not None
            and lived.match is not None
            and recalled.match.question.answers == lived.match.question.answers
        )
    finally:
        table.close()


def test_a_power_cut_in_the_middle_loses_nothing_of_the_race(tmp_path: Path) -> None:
    """Ask for the race's cards at the check after a power cut, not for test cards."""
    readers = Readers()
    table = kept_race(tmp_path, readers)
    try:
        in_test(table, readers)
        assert [slot.code for slot in table.loop.session.readers.by_seat[1].row] == list(FACE)
        table.kill()
        returning = table.loop.session.timeline.resume_check
        assert returning is not None and not table.loop.session.is_open(CERTIFY)
        assert [[slot.code for slot in returning.rows[seat]] for seat in (1, 2)] == [
            list(FIRST),
            list(SECOND),
        ]
        match = table.loop.session.match
        assert match is not None and set(match.question.answers) == {1}
        table.done()
        table.done()
        assert isinstance(table.loop.view.body, DealPage)
        for seat, codes in ((1, FIRST), (2, SECOND)):
            say(
                table,
                readers,
                *(SlotRead(seat, slot, OK, code) for slot, code in enumerate(codes, 1)),
            )
        assert table.loop.session.timeline.resume_check is None and set(
            present(table.loop.session.match).question.answers
        ) == {1}
    finally:
        table.close()


class Rig:
    """Emulated readers of seats 1 and 2, new and empty at every start."""

    def __init__(self) -> None:
        self.scripted = Emulated((1, 2))

    def __call__(self) -> ScreenFallback:
        """Return the readers as the app makes them."""
        self.scripted = Emulated((1, 2))
        self.scripted.signals += [self.scripted.model(seat) for seat in (1, 2)]
        return ScreenFallback(self.scripted, self.scripted.hands, emulated=(1, 2))


def test_a_power_cut_while_the_app_works_emulated_readers(tmp_path: Path) -> None:
    """Return the race's cards to emulated readers after a power cut."""
    rig = Rig()
    table = KeptTable(tmp_path, ("person", "person"), yard(), {}, 4, rig)
    try:
        table.done()
        table.program(range(5), PULL)
        table.loop.send(OpenCertify())
        rows = {seat: list(row) for seat, row in rig.scripted.cards.items()}
        let_run(table.loop, 5.0)
        assert rig.scripted.cards != rows and table.loop.session.is_open(CERTIFY)
        table.kill()
        returning = table.loop.session.timeline.resume_check
        assert (
            returning is not None
            and {seat: [slot.code for slot in returning.rows[seat]] for seat in (1, 2)} == rows
        )
        table.loop.poll(0.0)
        assert rig.scripted.cards == rows
    finally:
        table.close()
