"""After a power cut: the offer, the check of the table, the readers, then the same instruction."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.startup import kept_session
from companion.games.programmed.deck import CODES
from companion.journal.base import OPEN, RACE
from companion.session.choices import MenuPage
from companion.session.messages import (
    ApplyCorrection,
    Begin,
    Confirm,
    Decline,
    GoBack,
    Repeat,
    SetName,
)
from companion.session.pages.menu import CloseMenu, OpenMenu
from companion.session.past.replaying import mark_of
from companion.session.view import CHECK, OFFER, PIECE, DealPage, PlayPage
from companion.signals import (
    EMPTY,
    OK,
    PULL,
    REST,
    HandleMoved,
    Lamps,
    ReaderLost,
    Signal,
    SlotRead,
)
from companion.table.screen_fallback import ScreenFallback
from companion.table.virtual import ScriptedTable, VirtualTable
from tests.kept_table import KeptTable
from tests.recorded import recorded
from tests.session.evenings import shipped, yard
from tests.typed import present

AGO = re.compile(r"just now|\d+ \w+ ago")
"""The time that the power was out, in a test as slow as its machine."""

FIRST, SECOND = CODES[10:15], CODES[20:25]


class Readers:
    """Real readers of seats 1 and 2, new at every start; their cards stay."""

    def __init__(self) -> None:
        self.scripted = ScriptedTable((1, 2))

    def __call__(self) -> ScreenFallback:
        """Return the readers as a table that has just been plugged in."""
        self.scripted = ScriptedTable((1, 2))
        return ScreenFallback(self.scripted)


@pytest.fixture
def readers() -> Readers:
    """Return two real readers."""
    return Readers()


@pytest.fixture
def touch(tmp_path: Path) -> Iterator[KeptTable]:
    """Return a person and two pilots at touch readers, about to program the first turn."""
    table = KeptTable(tmp_path, ("person", "random", "random"), shipped(), {}, 4)
    table.done()
    yield table
    table.close()


@pytest.fixture
def real(tmp_path: Path, readers: Readers) -> Iterator[KeptTable]:
    """Return two people at real readers, about to program the first turn."""
    table = KeptTable(tmp_path, ("person", "person"), yard(), {}, 4, readers)
    table.done()
    assert (
        table.loop.session.page == "program"
        and table.loop.session.match is not None
        and table.loop.session.match.cards_are_real
    )
    yield table
    table.close()


def say(table: KeptTable, readers: Readers, *signals: Signal) -> None:
    """Send signals of the readers."""
    readers.scripted.signals += signals
    table.loop.poll(0.0)


def cards(seat: int, codes: tuple[int | None, ...]) -> tuple[SlotRead, ...]:
    """Return five cards as a reader reports them."""
    return tuple(
        SlotRead(seat, slot, EMPTY if code is None else OK, code)
        for slot, code in enumerate(codes, 1)
    )


def menu_page(table: KeptTable, where: str) -> MenuPage:
    """Return the page over the race, which must be at this place."""
    body = table.loop.view.body
    assert isinstance(body, MenuPage) and body.where == where
    return body


def lines(page: MenuPage, title: str) -> tuple[str, ...]:
    """Return the lines under a title."""
    return tuple(
        str(choice.label)
        for group in page.groups
        if str(group.title) == title
        for choice in group.choices
    )


def test_a_race_goes_on_at_the_very_instruction(touch: KeptTable) -> None:
    """Resume at the same words, after the offer and a check of all pieces and half-done moves."""
    touch.program(range(9), "pull")
    while not (
        isinstance(touch.loop.view.body, PlayPage)
        and touch.loop.view.body.instruction.number == 2
        and present(touch.loop.view.board).moves
    ):
        touch.done()
    before = touch.loop.view
    assert isinstance(before.body, PlayPage)
    touch.kill()
    offer = menu_page(touch, OFFER)
    hint = str(touch.loop.view.hint)
    assert hint == recorded("at-turn-1-register-1", ago=AGO)
    assert str(offer.groups[0].title) == recorded("The-standings-before-register-1")
    touch.loop.send(Confirm(touch.loop.session.revision))
    check = menu_page(touch, CHECK)
    assert lines(check, "Not finished yet")[0].startswith(str(before.body.instruction.words))
    assert len(lines(check, "Every clank")) == 3 and len(lines(check, "Every flag")) == len(
        touch.loop.session.lobby.setup.markers
    )
    touch.board.check(touch.loop)
    touch.loop.send(Confirm(touch.loop.session.revision))
    again = touch.loop.view
    assert (str(again.title), again.body, again.board) == (
        str(before.title),
        before.body,
        before.board,
    )


def test_a_clank_that_stands_elsewhere_is_put_right(touch: KeptTable) -> None:
    """Lead from Fix to the page of that clank, and back to the check."""
    touch.kill()
    touch.loop.send(Confirm(touch.loop.session.revision))
    fix = next(
        choice
        for group in menu_page(touch, CHECK).groups
        for choice in group.choices
        if str(choice.about) == "Fix"
    )
    assert fix.message == OpenMenu(PIECE, 1)
    touch.loop.send(fix.message)
    menu_page(touch, PIECE)
    touch.loop.send(CloseMenu())
    while isinstance(touch.loop.view.body, MenuPage) and touch.loop.view.body.where != CHECK:
        touch.loop.send(CloseMenu())
    touch.loop.send(Confirm(touch.loop.session.revision))
    assert touch.loop.session.page == "program" and not touch.loop.session.timeline.is_syncing


def test_touch_readers_hold_again_what_they_held(touch: KeptTable) -> None:
    """Restore cards and readiness at touch readers, and play the turn as without the cut."""
    touch.program(range(3), "rest")
    assert sum(reading.code is not None for reading in touch.loop.session.readers.rows[1]) == 3
    rows = touch.loop.session.readers.rows
    touch.kill()
    touch.done()
    touch.done()
    assert touch.loop.session.readers.rows == rows and isinstance(touch.loop.table, VirtualTable)
    assert touch.loop.table.slots(1) == tuple(reading.code for reading in rows[1])
    touch.program(range(9), "pull")
    assert touch.loop.session.page == "play"


def test_readers_are_compared_slot_by_slot(real: KeptTable, readers: Readers) -> None:
    """Name and blink a card that changed its slot; resume when it is back."""
    say(
        real,
        readers,
        *cards(1, FIRST),
        HandleMoved(1, PULL),
        HandleMoved(1, REST),
        *cards(2, SECOND[:3]),
    )
    assert real.loop.session.match is not None and list(
        real.loop.session.match.question.answers
    ) == [1]
    real.kill()
    say(real, readers, *cards(1, (*FIRST[:2], None, *FIRST[3:])), *cards(2, SECOND[:3]))
    real.loop.send(Confirm(real.loop.session.revision))
    real.loop.send(Confirm(real.loop.session.revision))
    page = real.loop.view.body
    assert isinstance(page, DealPage) and [
        (row.seat, [slot for slot, _ in row.put]) for row in page.rows
    ] == [(1, [3])]
    assert readers.scripted.lamps == Lamps({1: (0, 0, 2, 0, 0)})
    say(real, readers, SlotRead(1, 3, OK, FIRST[2]))
    assert real.loop.session.page == "program" and not real.loop.session.timeline.is_syncing
    assert real.loop.session.match is not None and list(
        real.loop.session.match.question.answers
    ) == [1]
    say(real, readers, *cards(2, SECOND), HandleMoved(2, PULL))
    assert real.loop.session.page == "play"


def test_whoever_goes_on_anyway_is_asked_once_more(real: KeptTable, readers: Readers) -> None:
    """Ask once more before going on with other cards; play a lost reader on the screen.

    The answer holds only while the reader shows the same.
    """
    say(real, readers, *cards(1, FIRST), HandleMoved(1, PULL), HandleMoved(1, REST))
    real.kill()
    say(real, readers, ReaderLost(2, "its cable is unplugged"), *cards(1, (*FIRST[:4], None)))
    for _ in range(3):
        real.loop.send(Confirm(real.loop.session.revision))
    session = real.loop.session
    assert (
        not session.timeline.is_syncing
        and session.page == "program"
        and session.match is not None
        and not session.match.question.answers
    )
    assert session.on_screen(2) and not session.on_screen(1)


def test_a_second_power_cut_in_the_check_loses_nothing(real: KeptTable, readers: Readers) -> None:
    """Remember what the readers must hold through a second power cut in the check."""
    say(real, readers, *cards(1, FIRST), HandleMoved(1, PULL), HandleMoved(1, REST))
    real.kill()
    real.loop.send(Confirm(real.loop.session.revision))
    real.kill()
    real.loop.send(Confirm(real.loop.session.revision))
    real.loop.send(Confirm(real.loop.session.revision))
    page = real.loop.view.body
    assert isinstance(page, DealPage) and [len(row.put) for row in page.rows] == [5]
    say(real, readers, *cards(1, FIRST))
    assert (
        not real.loop.session.timeline.is_syncing
        and real.loop.session.match is not None
        and list(real.loop.session.match.question.answers) == [1]
    )


def test_a_power_cut_on_the_way_back_goes_on_the_way_back(touch: KeptTable) -> None:
    """Resume an undo that was half carried out, and show only the other half."""
    touch.program(range(9), "pull")
    while touch.loop.session.page == "play":
        touch.done()
    touch.loop.send(ApplyCorrection(GoBack("turn")))
    travel = touch.loop.session.timeline.table_sync
    assert travel is not None and len(travel.script) > 1
    touch.done()
    before = touch.loop.view.body
    touch.kill()
    touch.board.check(touch.loop)
    touch.loop.send(Confirm(touch.loop.session.revision))
    touch.loop.send(Confirm(touch.loop.session.revision))
    assert touch.loop.view.body == before
    while touch.loop.session.timeline.table_sync is not None:
        touch.done()
    touch.board.check(touch.loop)
    assert touch.loop.session.page == "program" and touch.asked()


def test_who_does_not_want_to_go_on_sets_up_another_race(touch: KeptTable) -> None:
    """Set up another race with the same choices, and keep the unfinished one."""
    touch.kill()
    setup = touch.loop.session.lobby.setup
    touch.loop.send(Decline())
    assert (
        touch.loop.session.page == "board"
        and touch.loop.session.lobby.setup == setup
        and not touch.loop.session.timeline.is_syncing
    )
    touch.loop.send(SetName(1, "ANNA"))
    touch.loop.send(Begin())
    assert touch.loop.session.page == "place"
    kept = [game for game in touch.journal.games() if game.kind == RACE]
    assert [game.state for game in kept] == [OPEN, OPEN] and kept[0].entries < kept[1].entries


def test_a_race_at_real_readers_goes_on_at_touch_readers(real: KeptTable, readers: Readers) -> None:
    """Show the cards of unplugged readers on the screen, with nothing to put back."""
    say(
        real,
        readers,
        *cards(1, FIRST),
        HandleMoved(1, PULL),
        HandleMoved(1, REST),
        *cards(2, SECOND[:2]),
    )
    mark = mark_of(real.loop.session)
    real.readers = VirtualTable
    real.kill()
    real.done()
    real.done()
    session = real.loop.session
    assert (
        not session.timeline.is_syncing
        and mark_of(session) == mark
        and all(session.on_screen(seat) for seat in (1, 2))
    )
    assert (
        [reading.code for reading in session.readers.rows[2]][:2] == list(SECOND[:2])
        and session.match is not None
        and list(session.match.question.answers) == [1]
    )


def test_a_race_goes_on_in_memory_where_the_journal_cannot_be_written(
    touch: KeptTable, tmp_path: Path
) -> None:
    """Offer what can be read, and say on every screen that nothing is kept from here on."""
    touch.program(range(9), "pull")
    mark, folder = mark_of(touch.loop.session), touch.folder / "life-0"
    touch.close()
    (folder / "journal.db.lock").unlink()
    (folder / "journal.db.lock").mkdir()
    loop = kept_session(folder)
    assert (
        loop.session.timeline.resume_check is not None
        and mark_of(loop.session) == mark
        and loop.record is None
    )
    for _ in range(3):
        assert str(loop.view.notice) == recorded("This-session-is-not-saved", folder=tmp_path)
        loop.send(Confirm(loop.session.revision))
    assert loop.session.page == "play" and loop.session.timeline.number > 1
    loop.close()


def test_what_is_shown_again_is_kept_too(touch: KeptTable) -> None:
    """Keep a repeated instruction: it raises the step that a Done must carry.

    A race without it would ignore each later Done.
    """
    touch.program(range(9), "pull")
    touch.done()
    touch.loop.send(ApplyCorrection(Repeat()))
    assert touch.loop.session.timeline.repeated == 0
    touch.loop.send(Confirm(touch.loop.session.revision))
    assert touch.loop.session.timeline.repeated is None
    touch.done()
    before = touch.loop.session
    assert before.match is not None and before.match.shown.at == 2
    touch.kill()
    after = touch.loop.session
    assert (
        (after.timeline.number, after.page, mark_of(after))
        == (before.timeline.number, before.page, mark_of(before))
        and after.match is not None
        and after.match.shown.at == 2
    )
