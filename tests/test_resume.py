"""After a power cut: the offer to go on, the check of the table, the readers slot by slot, and then the very instruction where it stopped."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.startup import kept_session
from companion.games.programmed.deck import CODES
from companion.journal.base import OPEN, RACE
from companion.session.choices import MenuPage
from companion.session.messages import Begin, Confirm, Decide, Decline, GoBack, Repeat, SetName
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
from companion.table.stand_ins import StandIns
from companion.table.virtual import ToldTable, VirtualTable
from tests.lost_and_found import KeptTable
from tests.recorded import recorded
from tests.session.evenings import shipped, yard
from tests.typed import present

AGO = re.compile(r"just now|\d+ \w+ ago")
"""How long the power was out, in a test as slow as its machine."""

FIRST, SECOND = CODES[10:15], CODES[20:25]


class Readers:
    """Real readers of seats 1 and 2, made anew at every start; what lies in them stays."""

    def __init__(self) -> None:
        self.told = ToldTable((1, 2))

    def __call__(self) -> StandIns:
        """The readers as a table that has just been plugged in."""
        self.told = ToldTable((1, 2))
        return StandIns(self.told)


@pytest.fixture
def readers() -> Readers:
    """Two real readers."""
    return Readers()


@pytest.fixture
def touch(tmp_path: Path) -> Iterator[KeptTable]:
    """A person and two pilots at touch readers, about to program the first turn."""
    table = KeptTable(tmp_path, ("person", "random", "random"), shipped(), {}, 4)
    table.done()
    yield table
    table.close()


@pytest.fixture
def real(tmp_path: Path, readers: Readers) -> Iterator[KeptTable]:
    """Two people at real readers, about to program the first turn."""
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
    """The readers say something."""
    readers.told.told += signals
    table.loop.poll(0.0)


def cards(seat: int, codes: tuple[int | None, ...]) -> tuple[SlotRead, ...]:
    """Five cards as a reader tells them."""
    return tuple(
        SlotRead(seat, slot, EMPTY if code is None else OK, code)
        for slot, code in enumerate(codes, 1)
    )


def menu_page(table: KeptTable, where: str) -> MenuPage:
    """The page over the race, which must be at this place."""
    body = table.loop.view.body
    assert isinstance(body, MenuPage) and body.where == where
    return body


def lines(page: MenuPage, title: str) -> tuple[str, ...]:
    """What stands under a title."""
    return tuple(
        str(choice.label)
        for group in page.groups
        if str(group.title) == title
        for choice in group.choices
    )


def test_a_race_goes_on_at_the_very_instruction(touch: KeptTable) -> None:
    """Offer, check with every clank and flag and what was half done, then the same words as before the power failed."""
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
    touch.loop.send(Confirm(touch.loop.session.step))
    check = menu_page(touch, CHECK)
    assert lines(check, "Not finished yet")[0].startswith(str(before.body.instruction.words))
    assert len(lines(check, "Every clank")) == 3 and len(lines(check, "Every flag")) == len(
        touch.loop.session.setup.markers
    )
    touch.board.check(touch.loop)
    touch.loop.send(Confirm(touch.loop.session.step))
    again = touch.loop.view
    assert (str(again.title), again.body, again.board) == (
        str(before.title),
        before.body,
        before.board,
    )


def test_a_clank_that_stands_elsewhere_is_put_right(touch: KeptTable) -> None:
    """Fix leads to that clank in the debugging menu, and back to the check."""
    touch.kill()
    touch.loop.send(Confirm(touch.loop.session.step))
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
    touch.loop.send(Confirm(touch.loop.session.step))
    assert touch.loop.session.page == "program" and not touch.loop.session.held


def test_touch_readers_hold_again_what_they_held(touch: KeptTable) -> None:
    """Cards half put in are there after the start, pilots are as ready as they were, and the turn is played as it would have been."""
    touch.program(range(3), "rest")
    assert sum(reading.code is not None for reading in touch.loop.session.rows[1]) == 3
    rows = touch.loop.session.rows
    touch.kill()
    touch.done()
    touch.done()
    assert touch.loop.session.rows == rows and isinstance(touch.loop.table, VirtualTable)
    assert touch.loop.table.slots(1) == tuple(reading.code for reading in rows[1])
    touch.program(range(9), "pull")
    assert touch.loop.session.page == "play"


def test_readers_are_compared_slot_by_slot(real: KeptTable, readers: Readers) -> None:
    """A card that went elsewhere in the dark is named with its slot and blinks; once it is back the race goes on, ready as it was."""
    say(
        real,
        readers,
        *cards(1, FIRST),
        HandleMoved(1, PULL),
        HandleMoved(1, REST),
        *cards(2, SECOND[:3]),
    )
    assert real.loop.session.match is not None and list(real.loop.session.match.answers) == [1]
    real.kill()
    say(real, readers, *cards(1, (*FIRST[:2], None, *FIRST[3:])), *cards(2, SECOND[:3]))
    real.loop.send(Confirm(real.loop.session.step))
    real.loop.send(Confirm(real.loop.session.step))
    page = real.loop.view.body
    assert isinstance(page, DealPage) and [
        (row.seat, [slot for slot, _ in row.put]) for row in page.rows
    ] == [(1, [3])]
    assert readers.told.lamps == Lamps({1: (0, 0, 2, 0, 0)})
    say(real, readers, SlotRead(1, 3, OK, FIRST[2]))
    assert real.loop.session.page == "program" and not real.loop.session.held
    assert real.loop.session.match is not None and list(real.loop.session.match.answers) == [1]
    say(real, readers, *cards(2, SECOND), HandleMoved(2, PULL))
    assert real.loop.session.page == "play"


def test_whoever_goes_on_anyway_is_asked_once_more(real: KeptTable, readers: Readers) -> None:
    """An answer holds only while the reader shows it; a reader that did not come back is played on the screen."""
    say(real, readers, *cards(1, FIRST), HandleMoved(1, PULL), HandleMoved(1, REST))
    real.kill()
    say(real, readers, ReaderLost(2, "its cable is out"), *cards(1, (*FIRST[:4], None)))
    for _ in range(3):
        real.loop.send(Confirm(real.loop.session.step))
    session = real.loop.session
    assert (
        not session.held
        and session.page == "program"
        and session.match is not None
        and not session.match.answers
    )
    assert session.on_screen(2) and not session.on_screen(1)


def test_a_second_power_cut_in_the_check_loses_nothing(real: KeptTable, readers: Readers) -> None:
    """What the readers must hold is known still, although nobody had put it back."""
    say(real, readers, *cards(1, FIRST), HandleMoved(1, PULL), HandleMoved(1, REST))
    real.kill()
    real.loop.send(Confirm(real.loop.session.step))
    real.kill()
    real.loop.send(Confirm(real.loop.session.step))
    real.loop.send(Confirm(real.loop.session.step))
    page = real.loop.view.body
    assert isinstance(page, DealPage) and [len(row.put) for row in page.rows] == [5]
    say(real, readers, *cards(1, FIRST))
    assert (
        not real.loop.session.held
        and real.loop.session.match is not None
        and list(real.loop.session.match.answers) == [1]
    )


def test_a_power_cut_on_the_way_back_goes_on_the_way_back(touch: KeptTable) -> None:
    """Half of the clanks have been carried back: the other half is told after the start, and nobody twice."""
    touch.program(range(9), "pull")
    while touch.loop.session.page == "play":
        touch.done()
    touch.loop.send(Decide(GoBack("turn")))
    travel = touch.loop.session.travel
    assert travel is not None and len(travel.script) > 1
    touch.done()
    before = touch.loop.view.body
    touch.kill()
    touch.board.check(touch.loop)
    touch.loop.send(Confirm(touch.loop.session.step))
    touch.loop.send(Confirm(touch.loop.session.step))
    assert touch.loop.view.body == before
    while touch.loop.session.travel is not None:
        touch.done()
    touch.board.check(touch.loop)
    assert touch.loop.session.page == "program" and touch.asked()


def test_who_does_not_want_to_go_on_sets_up_another_race(touch: KeptTable) -> None:
    """With everything as it was chosen; the race stays kept, and is unfinished."""
    touch.kill()
    setup = touch.loop.session.setup
    touch.loop.send(Decline())
    assert (
        touch.loop.session.page == "board"
        and touch.loop.session.setup == setup
        and not touch.loop.session.held
    )
    touch.loop.send(SetName(1, "ANNA"))
    touch.loop.send(Begin())
    assert touch.loop.session.page == "place"
    kept = [game for game in touch.journal.games() if game.kind == RACE]
    assert [game.state for game in kept] == [OPEN, OPEN] and kept[0].entries < kept[1].entries


def test_a_race_at_real_readers_goes_on_at_touch_readers(real: KeptTable, readers: Readers) -> None:
    """The readers are not plugged in any more: what lay in them lies on the screen, and nothing is to be put back."""
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
        not session.held
        and mark_of(session) == mark
        and all(session.on_screen(seat) for seat in (1, 2))
    )
    assert (
        [reading.code for reading in session.rows[2]][:2] == list(SECOND[:2])
        and session.match is not None
        and list(session.match.answers) == [1]
    )


def test_a_race_goes_on_in_memory_where_the_journal_cannot_be_written(
    touch: KeptTable, tmp_path: Path
) -> None:
    """What can be read is offered, and every screen says that nothing of it is kept from here on."""
    touch.program(range(9), "pull")
    mark, folder = mark_of(touch.loop.session), touch.folder / "life-0"
    touch.close()
    (folder / "journal.db.lock").unlink()
    (folder / "journal.db.lock").mkdir()
    loop = kept_session(folder)
    assert (
        loop.session.returning is not None and mark_of(loop.session) == mark and loop.record is None
    )
    for _ in range(3):
        assert str(loop.view.notice) == recorded("This-session-is-not-saved", folder=tmp_path)
        loop.send(Confirm(loop.session.step))
    assert loop.session.page == "play" and loop.session.number > 1
    loop.close()


def test_what_is_shown_again_is_kept_too(touch: KeptTable) -> None:
    """Showing an instruction again raises the step that a Done must carry: a race that forgot it would hear none of those after it."""
    touch.program(range(9), "pull")
    touch.done()
    touch.loop.send(Decide(Repeat()))
    assert touch.loop.session.again == 0
    touch.loop.send(Confirm(touch.loop.session.step))
    assert touch.loop.session.again is None
    touch.done()
    before = touch.loop.session
    assert before.match is not None and before.match.at == 2
    touch.kill()
    after = touch.loop.session
    assert (
        (after.number, after.page, mark_of(after)) == (before.number, before.page, mark_of(before))
        and after.match is not None
        and after.match.at == 2
    )
