"""Before real cards are dealt: every seat has its task or is done; nothing covers the button."""

from __future__ import annotations

import pytest

from companion.content.livery import COLOURS, SHAPES
from companion.gallery.room import SceneRoom
from companion.games.scene import Face
from companion.session.messages import Confirm, OpenPage
from companion.session.view import DEAL, DealPage, DealRow, SeatSign, View
from companion.signals import BLINK, DARK, LIT, SLOTS
from companion.testing.screen_checks import screen_faults, visible_widgets
from tests.recorded import recorded
from tests.ui.readers import CARDS, LYING
from tests.ui.stand import SIZES, Stand, button, on_stand

LONG = (
    "WESTMINSTER",
    "CHRONOMETER",
    "MAINSPRING",
    "WWWWWWWWWWWW",
    "COPPER",
    "JADE",
    "SILVER",
    "UMBER",
)
SIGNS = {
    seat: SeatSign(*sign) for seat, sign in enumerate(zip(LONG, COLOURS, SHAPES, strict=True), 1)
}


def row(
    seat: int,
    kind: str = "reader",
    take: tuple[int, ...] = (),
    put: tuple[tuple[int, Face], ...] = (),
    words: str = "",
) -> DealRow:
    """Return one seat, with lights as its words say."""
    lamps = tuple(
        BLINK if slot in take or slot in dict(put) else DARK for slot in range(1, SLOTS + 1)
    )
    return DealRow(
        seat,
        kind,
        take,
        put,
        take[:1],
        lamps,
        words,
    )


def deal(*rows: DealRow, aside: tuple[Face, ...] = (), notice: str = "") -> View:
    """Return the page of a deal."""
    hint = (
        "Take the card out of each blinking slot. Leave cards where the light is steady. "
        f"Waiting for {', '.join(LONG)}."
    )
    page = DealPage(13, rows, aside)
    return View(
        DEAL,
        "Turn 13: deal",
        hint,
        page,
        None,
        7,
        "",
        "Deal anyway",
        "",
        notice,
        "3 card readers, 5 on screen",
        signs=SIGNS,
    )


def worst() -> tuple[DealRow, ...]:
    """Return eight seats with the longest words."""
    back = (
        "put Move 1 (490) back into slot 3, it is locked; "
        "put U-turn (20) back into slot 4, it is locked."
    )
    words = f"Take the cards out of slots 1, 2; {back}"
    return tuple(
        row(seat, take=(1, 2), put=((3, CARDS[40]), (4, CARDS[2])), words=words)
        for seat in range(1, 9)
    )


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_fullest_pages_are_readable(size: tuple[int, int]) -> None:
    """Show eight seats without their locked cards, and those of five pilots, without faults."""
    pilots = tuple(row(seat, "pilot") for seat in range(4, 9))
    notice = (
        "A handle was pulled on a reader without a seat: touch the table symbol to give it one."
    )
    for view in (
        deal(*worst()),
        deal(*worst()[:3], *pilots, aside=CARDS[:25]),
        deal(*worst()[:2], aside=CARDS[:3], notice=notice),
    ):
        with on_stand(size, view) as stand:
            assert screen_faults(stand.screen) == []


def test_a_notice_covers_no_seat_and_no_button() -> None:
    """Make room for a notice, and take it back afterwards."""
    notice = (
        "The scanner read '999', which is not a card of this deck: scan the code of a program card."
    )
    with on_stand(LYING, deal(*worst(), notice=notice)) as stand:
        screen = stand.screen
        lowest = min(tile.y for tile in screen.seats.tiles.values())
        assert screen.notice.parent is not None and screen.notice.y + screen.notice.height <= lowest
        assert screen.notice.y >= screen.footer.y + screen.footer.height
        stand.tap(screen.notice)
        assert (
            screen.notice.parent is None
            and min(tile.y for tile in screen.seats.tiles.values()) < lowest
        )


def test_what_hands_do_is_seen_at_once_and_no_seat_moves() -> None:
    """Mark a done seat in its place, and a pilot's reader only when it has a task."""
    full, fourth = (
        row(1, take=(1, 2), words="Take the cards out of slots 1, 2."),
        row(3, take=(4,), words="Take the card out of slot 4."),
    )
    before = deal(full, row(2, "pilot"), fourth)
    with on_stand(LYING, before) as stand:
        tiles = stand.screen.seats.tiles
        assert [tile.words.text for tile in tiles.values()] == recorded(
            "Take-the-cards-out-of-slots"
        )
        places = {seat: tuple(tile.pos) for seat, tile in tiles.items()}
        page = before.body
        assert isinstance(page, DealPage)
        stand.show(before._replace(body=page._replace(rows=(row(1), *page.rows[1:]))))
        assert (
            tiles[1].words.text == recorded("Done")
            and {seat: tuple(tile.pos) for seat, tile in tiles.items()} == places
        )


def lights(stand: Stand) -> list[bool]:
    """Return for each widget with blinking lights whether they are lit."""
    return [
        widget.lamps.bright
        for widget in stand.screen.walk(restrict=True)
        if hasattr(widget, "lamps") and widget.lamps.blinks
    ]


def test_lights_that_blink_go_dark_and_burn_again_and_others_stay() -> None:
    """Blink only slots with a task; light a locked slot in order steadily."""
    steady = row(2)._replace(lamps=(DARK, DARK, DARK, LIT, LIT))
    with on_stand(
        LYING, deal(row(1, take=(1,), words="Take the card out of slot 1."), steady)
    ) as stand:
        assert stand.screen.blinks() and lights(stand) == [True]
        stand.screen.blink(False)
        assert lights(stand) == [False]
        stand.screen.blink(True)
        assert lights(stand) == [True]
        stand.show(deal(row(1), steady))
        assert not stand.screen.blinks()


def test_a_real_deal_goes_on_by_itself_or_by_the_button() -> None:
    """Go on after the last card, or past an unreadable slot by the button; open the table test."""
    room = SceneRoom(("person", "person"), (1, 2)).begin().until(lambda view: view.page == DEAL)
    with on_stand(LYING, room.loop.view, room.loop) as stand:
        stand.tap(stand.screen.header.table)
        assert stand.heard() == [OpenPage("table")] and stand.screen.view.page == "table"
        stand.tap(button(stand.screen, "Back"))
        room.put(1, dict.fromkeys(range(1, SLOTS + 1)))
        stand.show(room.loop.view)
        assert [tile.words.text for tile in stand.screen.seats.tiles.values()] == recorded("Done")
        step = room.loop.view.revision
        stand.heard()
        stand.tap(button(stand.screen, "Deal anyway"))
        assert stand.heard() == [Confirm(step)] and room.loop.view.page == "program"
        assert not any(
            getattr(widget, "text", "").startswith("Take the cards")
            for widget in visible_widgets(stand.screen)
        )
