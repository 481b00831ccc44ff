"""The acceptance test by touch: its requests, readers in any order, lights, and the verdict.

Every page is readable in every window.
"""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from companion.certificate.run import AgainFrom, Finish, GoOn, LightSeen, NextPicture
from companion.content.livery import COLOURS, NAMES, SHAPES
from companion.gallery.certify import CERTIFY_SCENES, CertifyRoom
from companion.gallery.race import session_after
from companion.gallery.room import SceneRoom
from companion.session.choices import Choice
from companion.session.messages import OpenPage
from companion.session.pages.certify import (
    Certify,
    CertifyLine,
    CertifyPage,
    CertifySeat,
    CloseCertify,
    OpenCertify,
    SelectSeat,
)
from companion.session.pages.menu import OpenMenu
from companion.session.pages.table import OpenTable
from companion.session.view import CERTIFY, MENU, READERS, TABLE, VERDICT, SeatSign, View
from companion.signals import PULL
from companion.testing.screen_checks import screen_faults, visible_widgets
from companion.ui.theme import BAD, GOOD, SAND, WARNING
from tests.recorded import recorded
from tests.scenes import view_of
from tests.ui.stand import SIZES, Stand, button, on_stand, settle

LYING = SIZES[0]
LONG = (
    "WESTMINSTER",
    "CHRONOMETER",
    "MAINSPRING",
    "WWWWWWWWWWWW",
    "RUBY",
    "SILVER",
    "UMBER",
    "VIOLET",
)
PATH = (
    "The certificate is in /var/lib/clockwork-derby/state/of/the/hall/certificates: "
    "certificate-2026-11-22-1904.pdf and "
)


def seat(number: int, state: str = "open", **facts: Any) -> CertifySeat:
    """Return a reader with the longest possible name."""
    usual = CertifySeat(
        number,
        SeatSign(LONG[number - 1], COLOURS[number - 1], SHAPES[number - 1]),
        state,
        4,
        8,
        ("",) * 5,
        "",
        "",
        (),
        SelectSeat(number),
    )
    return usual._replace(**facts)


def shown(page: CertifyPage, notice: str = "") -> View:
    """Return a page of the test."""
    return View(
        CERTIFY,
        "Certify: 8 readers to go",
        "In any order.",
        page,
        None,
        3,
        "Close",
        "",
        "",
        notice,
        "8 emulated readers",
        on_back=CloseCertify(),
    )


def lost() -> View:
    """Return the longest reason of a silent reader, with a notice."""
    why = (
        "The reader does not answer: the port was taken away while it was open, "
        "and it has not come back since."
    )
    choices = tuple(
        Choice(label, "", Certify(GoOn(4)))
        for label in ("Skip this step", "Restart reader", "End and report")
    )
    seats = tuple(seat(number, "gone", handle=PULL) for number in range(1, 9))
    return shown(
        CertifyPage(READERS, seats, f"Seat 4 {LONG[3]}", why, choices, (), 4),
        "/dev/ttyACM3 is no reader of ours: unplug it.",
    )


def many() -> View:
    """Return a verdict with forty findings, some with long sentences."""
    words = (
        "slot 1, cell 2: the slot does not read correctly "
        "(code 213 with the task 'head over heels', unstable for 12 seconds)."
    )
    repair = "Clean it; if that is no help, look at its plug. " * 3
    lines = tuple(
        CertifyLine(at % 8 + 1, f"Seat {at % 8 + 1}, {words}", repair, at % 3 == 0)
        for at in range(40)
    )
    seats = tuple(seat(number, "bad" if number % 2 else "noted") for number in range(1, 9))
    return shown(
        CertifyPage(
            VERDICT,
            seats,
            "not finished",
            "2026-11-22 19:04\nmany card readers, 120 min 59 s",
            (),
            lines,
            outcome="not finished",
        ),
        PATH,
    )


def words_on(stand: Stand) -> str:
    """Return all visible words on the screen."""
    return " | ".join(
        str(words)
        for widget in visible_widgets(stand.screen)
        if (words := getattr(widget, "text", ""))
    )


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", CERTIFY_SCENES)
def test_every_scene_is_readable_and_large_enough(name: str, size: tuple[int, int]) -> None:
    """Show every scene without small or overlapping targets, overflow or cut words."""
    with on_stand(size, view_of(name)) as stand:
        assert screen_faults(stand.screen) == []


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_fullest_pages_are_readable(size: tuple[int, int]) -> None:
    """Show the longest names, reasons, findings and paths without faults."""
    for view in (lost(), many()):
        with on_stand(size, view) as stand:
            assert screen_faults(stand.screen) == []
            notice = stand.screen.notice
            assert notice.parent is not None and notice.y + notice.height <= stand.screen.content.y


def test_it_opens_from_the_table_test_where_there_is_a_reader() -> None:
    """Open it by a button of the table test, and return there; a table without readers has none."""
    alone = session_after(OpenTable())
    with on_stand(LYING, alone.view) as stand:
        assert "Certify" not in words_on(stand)
    room = SceneRoom(("person", "person"), (1, 2))
    room.loop.send(OpenTable())
    with on_stand(LYING, room.loop.view, room.loop) as stand:
        assert screen_faults(stand.screen) == [] and button(stand.screen, "Give seats")
        stand.tap(button(stand.screen, "Certify"))
        assert stand.heard() == [OpenPage(CERTIFY)] and stand.screen.view.page == CERTIFY
        stand.tap(stand.screen.header.table)
        assert stand.heard() == [], "the sign is words only: the table test lies behind already"
        stand.tap(button(stand.screen, "Leave the test"))
        assert stand.heard() == [CloseCertify()] and stand.screen.view.page == TABLE


def test_it_opens_from_the_menu_and_leads_back_there() -> None:
    """Open it from the menu of a race, and return there."""
    room = SceneRoom(("person", "person"), (1, 2)).begin()
    room.loop.send(OpenMenu())
    chips = [
        choice
        for group in room.loop.view.body.groups
        for choice in group.choices
        if str(choice.label) == "Certify"
    ]
    assert [choice.message for choice in chips] == [OpenPage(CERTIFY)]
    room.loop.send(OpenCertify())
    with on_stand(LYING, room.loop.view, room.loop) as stand:
        assert stand.screen.view.page == CERTIFY
        stand.tap(button(stand.screen, "Leave the test"))
        assert stand.screen.view.page == MENU


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_buttons_of_the_table_test_leave_each_other_room(size: tuple[int, int]) -> None:
    """Show back, seats, certify and doctor side by side."""
    room = SceneRoom(("person", "person"), (1, 2))
    room.loop.send(OpenTable())
    with on_stand(size, room.loop.view) as stand:
        assert screen_faults(stand.screen) == []
        buttons = sorted(
            (button(stand.screen, words) for words in ("Back", "Give seats", "Certify", "Doctor")),
            key=lambda found: found.x,
        )
        assert all(one.x + one.width <= other.x for one, other in itertools.pairwise(buttons))


def test_what_is_asked_is_large_and_changes_by_itself() -> None:
    """Show the request in large letters, and the next one after a pull, without a touch."""
    room = CertifyRoom(2)
    with on_stand(LYING, room.loop.view, room.loop) as stand:
        held = stand.screen.place.held
        assert held.asked.words.text == recorded(
            "Pull-the-handle-towards-you"
        ) and held.asked.name.text == recorded("Seat-1-BRASS")
        assert held.asked.words.font_size > held.tiles[1].name.font_size * 1.4
        room.work(1, "let go")
        stand.show(room.loop.view)
        assert (
            held.asked.words.text == recorded("Let-go-of-the-handle")
            and stand.screen.place.held is held
        )
        assert held.tiles[1].words.text == recorded("2-of-8") and held.tiles[
            2
        ].words.text == recorded("1-of-8")


def test_a_touched_tile_is_the_reader_that_is_shown() -> None:
    """Enlarge the name of a touched reader; show its state by word, symbol and colour."""
    with on_stand(LYING, view_of("certify-handle")) as stand:
        tiles = stand.screen.place.held.tiles
        assert [tiles[number].words.text for number in (1, 2, 7)] == recorded("6-of-8")
        assert [tuple(tiles[number].words.color) for number in (1, 2, 7)] == [GOOD, SAND, WARNING]
        assert tiles[3].chosen and not tiles[2].chosen
        stand.tap(tiles[2])
        assert stand.heard() == [SelectSeat(2)]
        page = stand.screen.view.body
        stand.show(stand.screen.view._replace(body=page._replace(seat=2, title="Seat 2 COPPER")))
        assert (
            tiles[2].chosen
            and not tiles[3].chosen
            and stand.screen.place.held.asked.name.text == recorded("Seat-2-COPPER")
        )


def test_the_choices_of_a_reader() -> None:
    """Skip a step, restart a reader or end the test; disable Skip at the end, without any move."""
    room = CertifyRoom(2)
    with on_stand(LYING, room.loop.view, room.loop) as stand:
        before = [(one.text, one.x) for one in stand.screen.buttons]
        stand.tap(button(stand.screen, "Skip this step"))
        stand.tap(button(stand.screen, "Restart reader"))
        assert stand.heard() == [Certify(GoOn(1)), Certify(AgainFrom(1))]
        room.work(1)
        stand.show(room.loop.view)
        stand.tap(stand.screen.place.held.tiles[1])
        assert [(one.text, one.x) for one in stand.screen.buttons] == before
        stand.heard()
        stand.tap(button(stand.screen, "Skip this step"))
        assert stand.heard() == []
        stand.tap(button(stand.screen, "End and report"))
        assert stand.heard() == [Certify(Finish())] and str(stand.screen.view.title) == recorded(
            "Certificate-not-finished"
        )


def test_lights_are_touched_where_they_are_otherwise() -> None:
    """Cross a light by a touch and clear it by another; count crosses on the button."""
    room = CertifyRoom(8)
    for number in range(1, 9):
        room.work(number)
    with on_stand(LYING, room.loop.view, room.loop) as stand:
        light = stand.screen.place.held.rows[6].lights[2]
        plain = len(light.sign.children)
        stand.tap(light)
        assert light.chosen and len(light.sign.children) > plain
        onward = button(stand.screen, "All but 1 as shown")
        stand.tap(light)
        assert not light.chosen and onward.text == recorded("All-as-shown")
        stand.tap(onward)
        assert stand.heard() == [
            Certify(LightSeen(6, 3)),
            Certify(LightSeen(6, 3)),
            Certify(NextPicture()),
        ]
        assert (
            str(stand.screen.view.title) == recorded("Lights-2-of-7")
            and [str(one._choice.about) for one in stand.screen.place.held.rows[1].lights]
            == ["lit"] + ["dark"] * 4
        )


def test_a_run_that_is_ended_early_promises_nothing() -> None:
    """Promise nothing of untested parts."""
    room = CertifyRoom(1)
    with on_stand(LYING, room.loop.view, room.loop) as stand:
        room.work(1)
        stand.show(room.loop.view)
        stand.tap(button(stand.screen, "End and report"))
        assert "Not finished" in words_on(stand) and words_on(stand) == recorded(
            "No-problem-was-found"
        )


def test_readers_lights_and_verdict_follow_each_other() -> None:
    """Lead through all stages on one screen, and leave only the way out at the end."""
    room = CertifyRoom(1)
    with on_stand(LYING, room.loop.view, room.loop) as stand:
        room.work(1)
        stand.show(room.loop.view)
        for _ in range(7):
            stand.tap(button(stand.screen, "All as shown"))
        assert (
            "Passed" in words_on(stand)
            and words_on(stand) == recorded("Nothing-needs-repair")
            and stand.screen.foot.parent is None
        )
        stand.heard()
        stand.tap(button(stand.screen, "Close"))
        assert stand.heard() == [CloseCertify()] and stand.screen.view.page == TABLE


def test_the_verdict_tells_what_to_do_and_rolls_to_a_reader() -> None:
    """Give each finding its remedy; scroll to a touched reader's finding; disable sound readers."""
    with on_stand(LYING, view_of("certify-failed")) as stand:
        verdict = stand.screen.place.held
        assert tuple(verdict.verdict.color) == BAD and verdict.verdict.text == recorded("Failed")
        first = verdict.scroll_list.first
        what, remedy = first.texts
        assert str(what.words) == recorded("Seat-2") and str(remedy.words) in words_on(stand)
        marks = {mark.seat.seat: mark for mark in verdict.marks}
        assert marks[1].disabled and not marks[7].disabled
        stand.tap(marks[7])
        settle()
        mine = [at for at in verdict.scroll_list.shown if verdict.lines[at].seat == 7]
        assert mine and verdict.scroll_list.offset > 0
        assert {line.seat for line in verdict.lines} == {2, 5, 7}


def test_where_the_certificate_lies_is_told_below() -> None:
    """Name folder and files in the notice, and the date beside the verdict, once known."""
    with on_stand(LYING, view_of("certify-passed")._replace(notice="")) as stand:
        assert stand.screen.notice.parent is None
        stand.show(view_of("certify-passed"))
        assert "certificates: certificate-2026-11-22-1904.pdf" in words_on(
            stand
        ) and "2026-11-22 19:04" in words_on(stand)
        assert set(NAMES) >= {mark.seat.sign.name for mark in stand.screen.place.held.marks}
