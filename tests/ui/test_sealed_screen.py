"""Test secrets by touch: the table test hides cards, a seat reopens, a PIN opens a hand."""

from __future__ import annotations

from typing import Any

import pytest

from companion.session.messages import (
    Begin,
    ClosePage,
    Confirm,
    Go,
    OpenPage,
    SetPin,
    TakeBack,
    Uncover,
    news,
)
from companion.session.pages.facts import AskPiece
from companion.session.pages.history import HistoryPage
from companion.session.pages.table import CloseTable, OpenTable, ShowCards
from companion.session.view import PROGRAM, TABLE
from companion.signals import PULL
from companion.testing.played_session import tells
from companion.testing.screen_checks import screen_faults
from companion.ui.widgets.cards.card import CardFace
from companion.ui.widgets.keyboard import PinPage
from companion.ui.widgets.seat_editor import SeatEditor
from companion.words import text
from tests.recorded import recorded
from tests.session.evenings import begun, evening, fill, ready
from tests.session.leak_search import Witness, cards_in, leaks
from tests.session.real import Room
from tests.ui.stand import SIZES, Stand, button, on_stand, settle

LYING = SIZES[0]


def on_screen() -> Room:
    """Return two people and a pilot at touch readers: one ready, one with a full program."""
    room = Room(("person", "person", "random"), ()).begin()
    ready(room.loop, 1)
    fill(room.loop, 2)
    return room


def report_cards(stand: Stand, room: Room) -> None:
    """Let time pass until the readers have reported their slots."""
    for second in range(1, 4):
        room.table._report_due = 0.0
        room.loop.poll(float(second))
    stand.show(room.loop.view)


def faces(stand: Stand) -> list[Any]:
    """Return the cards whose faces the table test draws."""
    held = stand.screen.place.held
    return [probe._card for probe in getattr(held, "probes", ()) if probe._card is not None]


def shown(stand: Stand) -> list[bool]:
    """Return the values of `ShowCards` sent since the last call."""
    return [said.on for said in stand.heard() if isinstance(said, ShowCards)]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_touch_readers_and_a_seat_show_no_face(size: tuple[int, int]) -> None:
    """Show no card of a race in the table test, also after a tap on the bar."""
    room = on_screen()
    witness = Witness()
    witness.watch(room.loop.session)
    with on_stand(size, room.loop.view, room.loop) as stand:
        stand.tap(stand.screen.header.table)
        assert stand.screen.view.page == TABLE
        report_cards(stand, room)
        secrets = witness.secrets(room.loop.session)
        for seat in (1, 2, 3):
            assert [str(slot.words) for slot in stand.screen.overview.tiles[seat].slots.slots] == [
                "is read"
            ] * 5
            stand.tap(stand.screen.overview.tiles[seat])
            assert (
                not faces(stand)
                and not leaks(stand.screen.view, secrets, None)
                and not screen_faults(stand.screen)
            )
            assert {probe._slot.status for probe in stand.screen.place.held.probes} == {"ok"}
            stand.tap(stand.screen.cards)
            assert not faces(stand) and not screen_faults(stand.screen)
            stand.tap(button(stand.screen, "All readers"))
        assert not shown(stand)


def test_held_the_bar_shows_cards_and_the_history_says_so() -> None:
    """Show cards while the bar was held, and record it in the history.

    A touch or leaving the page covers them.
    """
    room = on_screen()
    with on_stand(LYING, room.loop.view, room.loop) as stand:
        stand.tap(stand.screen.header.table)
        report_cards(stand, room)
        stand.tap(stand.screen.overview.tiles[1])
        finger = stand.finger(stand.screen.cards)
        for _ in range(400):
            if any(isinstance(said, ShowCards) for said in stand.said):
                break
            settle()
        finger.touch_up()
        settle()
        assert shown(stand) == [True] and len(faces(stand)) == 5 and not screen_faults(stand.screen)
        stand.tap(stand.screen.cards)
        assert shown(stand) == [False] and not faces(stand)
        stand._hear(ShowCards(True))
        assert len(faces(stand)) == 5
        stand.tap(button(stand.screen, "All readers"))
        stand.tap(button(stand.screen, "Back"))
        assert stand.screen.view.page == PROGRAM
        stand._hear(OpenTable())
        report_cards(stand, room)
        assert (
            not list(cards_in(stand.screen.view.body.cards))
            and stand.screen.cards.parent is not None
        )
    room.loop.send(CloseTable())
    room.loop.send(OpenPage("history"))
    page = room.loop.view.body
    assert isinstance(page, HistoryPage) and [str(row.words) for row in page.rows] == recorded(
        "showed-the-cards-twice"
    )


def test_without_a_race_cards_are_seen_and_nothing_is_held() -> None:
    """Show cards without holding anything if there is no race."""
    room = Room(("person", "person"), (1,))
    room.put(1, (7, 11, None, None, None))
    with on_stand(LYING, room.loop.view, room.loop) as stand:
        stand.tap(stand.screen.header.table)
        assert stand.screen.cards.parent is None and [
            card.code for card in stand.screen.view.body.cards
        ] == [7, 11]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_ready_seat_is_taken_back_by_its_own_handle(size: tuple[int, int]) -> None:
    """Reopen a ready seat by its own button, and show no card before it is uncovered."""
    loop = begun(("person", "person"))
    ready(loop, 1)
    with on_stand(size, loop.view, loop) as stand:
        stand.tap(stand.screen.over.inner.leave)
        tile = stand.screen.overview.tiles[1]
        stand.tap((tile.x + 30, tile.y + tile.height / 2))
        assert stand.heard() == [AskPiece(1)] and not screen_faults(stand.screen)
        assert not any(isinstance(part, CardFace) for part in stand.screen.walk(restrict=True))
        stand.tap(stand.screen.footer.back)
        assert stand.heard() == [ClosePage("facts")]
        stand.tap(stand.screen.over.inner.leave)
        tile = stand.screen.overview.tiles[1]
        stand.tap(tile.ends["back"])
        assert stand.heard() == [TakeBack(1)] and not stand.screen.over and not tile.ends
        stand.tap(tile)
        stand.tap(stand.screen.over.inner.uncover)
        assert stand.heard() == [Uncover(1)] and len(stand.screen.over.reader.picture.hand) == 4


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_pin_is_chosen_and_asked_for(size: tuple[int, int]) -> None:
    """Choose a PIN in the setup, open the hand by it only, and explain a wrong one."""
    loop = evening(("person", "person"))
    loop.send(Go("seats"))
    with on_stand(size, loop.view, loop) as stand:
        stand.tap(stand.screen.tiles[2])
        assert isinstance(stand.screen.over, SeatEditor) and not stand.screen.over.pin.chosen
        stand.tap(stand.screen.over.pin)
        pad = stand.screen.over
        assert isinstance(pad, PinPage) and pad.finish.disabled and not screen_faults(stand.screen)
        type_in(stand, pad, "7380")
        assert pad.field.text == "7 3 8 0" and not screen_faults(stand.screen)
        stand.tap(pad.finish)
        assert (
            stand.heard()[-1] == SetPin(2, "7380")
            and stand.screen.over.pin.chosen
            and not screen_faults(stand.screen)
        )
    loop.send(Begin())
    loop.send(Confirm(loop.session.revision))
    with on_stand(size, loop.view, loop) as stand:
        stand.tap(stand.screen.over.inner.leave)
        stand.tap(stand.screen.overview.tiles[2])
        stand.tap(stand.screen.over.inner.uncover)
        pad = stand.screen.over.inner
        assert (
            isinstance(pad, PinPage)
            and pad.words.text == recorded("Type-your-PIN")
            and not screen_faults(stand.screen)
        )
        stand.show(loop.view._replace(notice=news(text("The report is saved."))))
        assert pad.words.text == recorded("Type-your-PIN-2"), "good news is no fault of the PIN"
        type_in(stand, pad, "7381")
        assert (
            pad.words.text == recorded("That-is-not-the-PIN-of")
            and loop.session.match.question.open_seat is None
            and not screen_faults(stand.screen)
        )
        stand.tap(pad.leave)
        stand.tap(stand.screen.overview.tiles[2])
        stand.tap(stand.screen.over.inner.uncover)
        pad = stand.screen.over.inner
        assert pad.words.text == recorded("Type-your-PIN-3"), (
            "a PIN is not wrong before it is typed"
        )
        stand.show(loop.view)
        assert pad.words.text == recorded("Type-your-PIN-3")
        type_in(stand, pad, "7382")
        assert pad.words.text == recorded("That-is-not-the-PIN-of-2")
        type_in(stand, pad, "738")
        assert "7" not in pad.field.text and pad.field.text.count("•") == 3
        type_in(stand, pad, "0")
        assert (
            loop.session.match.question.open_seat == 2
            and len(stand.screen.over.reader.picture.hand) == 9
        )
        ready(loop, 2, PULL)
        stand.show(loop.view)
        assert not tells(repr(loop.view), "7380")


def type_in(stand: Stand, pad: PinPage, digits: str) -> None:
    """Touch the keys of some digits."""
    for digit in digits:
        stand.tap(pad.keypad.keys[digit])
