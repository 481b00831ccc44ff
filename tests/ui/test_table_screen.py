"""Test the table test by touch: readers, lights, seats and faults of emulated readers."""

from __future__ import annotations

import pytest

from companion.app.loop import EventLoop, open_session
from companion.gallery.room import SceneRoom
from companion.session.messages import OpenPage
from companion.session.pages.table import (
    AskSeat,
    CloseTable,
    OpenTable,
    SelectReader,
    TablePage,
    TableRow,
    TryLamp,
)
from companion.session.view import TABLE, SeatSign, View
from companion.signals import (
    FOREIGN,
    HALF,
    OK,
    PLUG,
    PULL,
    SHADE,
    SLOTS,
    SMUDGED,
    SUN,
    TURNED,
    UNPLUG,
    Counters,
    FreeSeat,
    GiveSeat,
    LyingCard,
    Mischief,
    ReaderFound,
    ReaderModel,
    ReaderReport,
    SetAside,
    SettleCard,
    SlotReport,
    StrangerPulled,
)
from companion.testing.screen_checks import screen_faults, visible_widgets
from companion.ui.theme import BRASS_DARK
from companion.ui.widgets.button import Pressable
from tests.recorded import recorded
from tests.scenes import view_of
from tests.ui.readers import CARDS, LYING
from tests.ui.stand import SIZES, Stand, button, on_stand, settle

NAMES = (
    "WESTMINSTER",
    "CHRONOMETER",
    "MAINSPRING",
    "WWWWWWWWWWWW",
    "RUBY",
    "SILVER",
    "UMBER",
    "VIOLET",
)


def words_on(stand: Stand) -> str:
    """Return all words that can be read on the screen."""
    return " | ".join(
        str(words)
        for widget in visible_widgets(stand.screen)
        if (words := getattr(widget, "text", ""))
    )


def page_of(loop: EventLoop) -> TablePage:
    """Return the table test of a session."""
    assert isinstance(loop.view.body, TablePage)
    return loop.view.body


def crowded(seat: int | None = None, notice: str = "") -> View:
    """Return eight emulated readers with long names, large numbers and every fault."""
    read = (
        ("badcode", None),
        ("unstable", None),
        ("dirty", None),
        ("blank", None),
        (OK, CARDS[40].code),
    )
    slots = tuple(SlotReport(status, code, 255) for status, code in read)
    report = ReaderReport(
        1,
        "emulated",
        "E6614C775B0000FF",
        "12.10.3",
        PULL,
        slots,
        Counters(12_345_678, 123_456, 23_456, 3599.0),
    )
    cards = tuple(
        LyingCard(CARDS[40 + at].code, lie)
        for at, lie in enumerate(("well", HALF, SMUDGED, TURNED, FOREIGN))
    )
    model = ReaderModel(
        1, cards, PULL, ((64, 0, 0), (255, 255, 255), (3, 0, 0), (0, 64, 0), (0, 0, 0)), False, True
    )
    why = (
        "the reader does not answer, the port was taken away while it was open. "
        "Until it is back, play on here."
    )
    rows = tuple(
        TableRow(
            number,
            SeatSign(NAMES[number - 1], "brass", "circle"),
            "emulated",
            "set aside, played on this screen",
            f"Seat {number} {NAMES[number - 1]}: {why}",
            False,
            True,
            (2, 1, 0, 2, 1),
            report._replace(seat=number),
            model._replace(seat=number),
        )
        for number in range(1, 9)
    )
    remedy = (
        "bring the reader up to date with clockwork-derby firmware install, then plug it in again."
    )
    trouble = f"/dev/ttyACM12 speaks protocol 3 and this app 4: {remedy}"
    page = TablePage(
        rows, seat, None, ("E6614C775B0000AA",) * 8, (trouble,) * 3, CARDS[40:45], (1, 0)
    )
    hint = "8 readers without a seat: pull their handles to give them seats."
    return View(
        TABLE, "Table test", hint, page, None, 5, "Back", "", "", notice, "8 emulated readers"
    )


@pytest.mark.parametrize("seat", (None, 4), ids=("all", "one"))
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_fullest_pages_are_readable(seat: int | None, size: tuple[int, int]) -> None:
    """Keep the fullest pages readable, and their buttons clear of a notice."""
    for notice in ("", "Seat 4 needs no reader: it is played on this screen."):
        with on_stand(size, crowded(seat, notice)) as stand:
            assert screen_faults(stand.screen) == []
            buttons = [
                widget
                for widget in stand.screen.place.walk(restrict=True)
                if hasattr(widget, "do") or hasattr(widget, "chosen")
            ]
            below = stand.screen.notice
            assert not notice or all(
                one.y >= below.y + below.height or one.y + one.height <= below.y
                for one in buttons
                if one.width > 1
            )


def test_the_sign_opens_the_test_and_back_leads_to_where_one_was() -> None:
    """Open the table test from the setup, and return to it."""
    loop = open_session(seed=1)
    with on_stand(LYING, loop.view, loop) as stand:
        stand.tap(stand.screen.header.table)
        assert stand.heard() == [OpenPage(TABLE)] and stand.screen.view.page == TABLE
        stand.tap(stand.screen.header.table)
        assert stand.heard() == [], "the sign is words only where one is already"
        stand.tap(button(stand.screen, "Back"))
        assert stand.heard() == [CloseTable()] and stand.screen.view.page == "board"


def test_all_readers_at_a_glance() -> None:
    """Show kind, state, chip, handle, slots and link of every reader."""
    with on_stand(LYING, view_of("table")) as stand:
        tiles = stand.screen.overview.tiles
        assert tiles[2].words.text == recorded("usb-answers") and tiles[2].name.text == recorded(
            "2-COPPER"
        )
        assert tiles[2].link.text == recorded("00266E-at-rest-16k-frames-6")
        assert tiles[5].words.text == recorded("does-not-answer") and tiles[
            5
        ].link.text == recorded("nothing-received")
        assert [str(slot.words) for slot in tiles[2].slots.slots] == recorded("is-read")


def test_troubles_are_read_one_after_another() -> None:
    """Show the next problem at each touch, and start again after the last."""
    with on_stand(LYING, view_of("table")) as stand:
        troubles = stand.screen.overview.troubles
        first = troubles.words.text
        stand.tap(troubles)
        assert (
            "ttyACM1" in first
            and "dialout" in first
            and troubles.words.text == recorded("2-of-2-dev-ttyACM3")
        )
        stand.tap(troubles)
        assert troubles.words.text == first


def test_a_finger_on_the_troubles_is_seen() -> None:
    """Tint the list of problems while it is pressed."""
    with on_stand(LYING, view_of("table")) as stand:
        troubles = stand.screen.overview.troubles
        rest = list(troubles.plate._face.rgba)
        finger = stand.finger(troubles)
        assert list(troubles.plate._face.rgba) == list(BRASS_DARK) != rest
        finger.touch_up()
        # A button stays down for a moment, so that a quick tap is seen too.
        for _ in range(1000):
            if troubles.state == "normal":
                break
            settle()
        assert list(troubles.plate._face.rgba) == rest


@pytest.mark.parametrize(
    "scene",
    ["table", "table-close", "table-lost", "table-rig", "table-rig-close", "table-rig-unplugged"],
)
def test_a_finger_on_any_plate_is_seen(scene: str) -> None:
    """Tint every pressed plate, however it looks at rest."""
    with on_stand(LYING, view_of(scene)) as stand:
        plates = [
            widget
            for widget in stand.screen.walk(restrict=True)
            if isinstance(widget, Pressable) and not widget.disabled
        ]
        assert plates
        for plate in plates:
            plate.state = "down"
            assert list(plate.plate._face.rgba) == list(BRASS_DARK), type(plate).__name__
            plate.state = "normal"
            assert list(plate.plate._face.rgba) != list(BRASS_DARK), type(plate).__name__


def test_one_reader_closely_its_lights_and_its_seat() -> None:
    """Test lights, set a reader aside, use it again and free its seat."""
    room = SceneRoom(("person", "person"), (1, 2)).begin()
    room.program(2)
    room.loop.send(OpenTable())
    room.say(room.report(1), room.report(2))
    with on_stand(LYING, room.loop.view, room.loop) as stand:
        stand.tap(stand.screen.overview.tiles[2])
        close = stand.screen.place.held
        assert close.badge.words.text == recorded("2-COPPER")
        stand.tap(close.probes[2])
        assert close.probes[2].chosen and not close.probes[1].chosen
        stand.tap(close.all_lights)
        assert all(probe.chosen for probe in close.probes)
        stand.tap(close.all_lights)
        stand.tap(button(stand.screen, "Set aside"))
        assert page_of(room.loop).rows[1].aside
        stand.tap(button(stand.screen, "Use it again"))
        stand.tap(button(stand.screen, "Take its seat away"))
        stand.tap(button(stand.screen, "All readers"))
        assert stand.heard() == [
            SelectReader(2),
            TryLamp(2, 3),
            TryLamp(2, 0),
            TryLamp(2, 0),
            SetAside(2, True),
            SetAside(2, False),
            FreeSeat(2),
            SelectReader(None),
        ]
        assert stand.screen.place.held is stand.screen.overview


def test_what_a_slot_shows_is_live() -> None:
    """Update a slot when its next report arrives."""
    with on_stand(LYING, view_of("table-close")) as stand:
        view = stand.screen.view
        page = view.body
        row = page.rows[1]
        assert stand.screen.place.held.probes[2]._slot.status == "dirty"
        better = row.report._replace(
            slots=(*row.report.slots[:2], SlotReport(OK, 12, 203), *row.report.slots[3:])
        )
        rows = (page.rows[0], row._replace(report=better), *page.rows[2:])
        stand.show(view._replace(body=page._replace(rows=rows)))
        assert stand.screen.place.held.probes[2]._slot == SlotReport(OK, 12, 203)


def test_seats_are_given_by_pulling_handles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Assign the named seat to the reader whose handle is pulled, then name the next."""
    room = SceneRoom(("person",) * 3, ()).begin()
    room.loop.send(OpenTable())
    room.say(*(ReaderFound(uid) for uid in ("AA01", "AA02", "AA03")))
    with on_stand(LYING, room.loop.view, room.loop) as stand:
        stand.tap(button(stand.screen, "Give seats"))
        assert words_on(stand) == recorded("Pull-the-handle-of-the-reader")
        assert words_on(stand) == recorded("3-readers-without-a-seat-AA01")
        given: list[object] = []
        monkeypatch.setattr(room.readers, "do", given.append)
        room.say(StrangerPulled("AA02"))
        stand.show(room.loop.view)
        assert given == [GiveSeat("AA02", 1)] and words_on(stand) == recorded("for-seat-2-COPPER")
        stand.tap(stand.screen.place.held.choices[3])
        assert words_on(stand) == recorded("for-seat-3-AZURE")
        stand.tap(button(stand.screen, "Done"))
        assert (
            stand.heard() == [AskSeat(1), AskSeat(3), AskSeat(None)]
            and stand.screen.place.held is stand.screen.overview
        )


def test_mischief_at_an_emulated_reader() -> None:
    """Cause and correct faults of the touched slot or the whole reader.

    The actual state stands below the reported one.
    """
    with on_stand(LYING, view_of("table-rig-close")) as stand:
        close = stand.screen.place.held
        assert close.real.text == recorded("cable-in-in-the-shade")
        stand.tap(close.truths[1])
        for words in (
            "Half in",
            "Smudge it",
            "Turn it",
            "Put it right",
            "Pull the cable",
            "Into the sun",
        ):
            stand.tap(button(stand.screen, words))
        assert stand.heard() == [
            Mischief(4, HALF, 2),
            Mischief(4, SMUDGED, 2),
            Mischief(4, TURNED, 2),
            SettleCard(4, 2),
            Mischief(4, UNPLUG),
            Mischief(4, SUN),
        ]
        stand.tap(close.truths[4])
        stand.tap(button(stand.screen, "Half in"))
        assert stand.heard() == [], "there is no card in slot 5"
        page = stand.screen.view.body
        model = page.rows[3].model._replace(plugged=False, sunny=True)
        rows = tuple(row._replace(model=model) if row.seat == 4 else row for row in page.rows)
        stand.show(stand.screen.view._replace(body=page._replace(rows=rows)))
        for words in ("Plug it in", "Into the shade"):
            stand.tap(button(stand.screen, words))
        assert stand.heard() == [Mischief(4, PLUG), Mischief(4, SHADE)]


def test_a_bulb_shines_in_its_own_colour_and_a_weak_one_is_seen() -> None:
    """Draw a bulb at a quarter of its power bright, and keep a weak one visible."""
    from companion.ui.widgets.cards.table_close import bulb_tint

    with on_stand(LYING, view_of("table-rig-close")):
        assert bulb_tint((64, 0, 0)) == (1.0, 0.0, 0.0, 1.0) and bulb_tint((0, 0, 0)) is None
        weak = bulb_tint((0, 4, 0))
        assert weak is not None and weak[0] == 0 and 0.2 < weak[1] < 0.5


def test_readers_that_say_nothing_are_shown_too() -> None:
    """Show dashes before the first report, and disable buttons without an effect."""
    room = SceneRoom(("person",), ()).begin()
    room.loop.send(OpenTable())
    with on_stand(LYING, room.loop.view, room.loop) as stand:
        stand.tap(stand.screen.overview.tiles[4])
        close = stand.screen.place.held
        assert [one.disabled for one in (close.aside, close.give, close.free)] == [True] * 3
        assert (
            all(probe._slot.status in ("", "empty") for probe in close.probes)
            and len(close.probes) == SLOTS
        )
