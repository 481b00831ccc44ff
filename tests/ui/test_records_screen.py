"""Test the records of people by touch: adding, renaming, seating, deleting, all pages."""

from __future__ import annotations

from typing import Any

import pytest

from companion.gallery.between_races import RECORD_SCENES, RECORD_TOUCHES, book
from companion.gallery.race import session_after
from companion.records.book import Book
from companion.session.lobby.people_messages import RecordsLoaded, SitDown
from companion.session.messages import Go, OpenPage, SetPin
from companion.session.pages.records import Browse, RecordsState, RenamePerson
from companion.session.pages.statistics import StatisticsPage
from companion.testing.screen_checks import screen_faults
from companion.ui.sounds import SEATS, Sounds
from companion.ui.widgets.album import MedalPlate
from companion.ui.widgets.curve import CurvePlate
from companion.ui.widgets.people_list import PeopleList
from tests.recorded import recorded
from tests.ui.stand import SIZES, Stand, button, on_stand, settle
from tests.ui.test_sounds import Recorder

LYING, *_ = SIZES


def typed(stand: Stand, name: str) -> None:
    """Type a name on the open keyboard, and finish."""
    page = next(
        widget
        for widget in stand.screen.walk(restrict=True)
        if widget.__class__.__name__ == "NamePage"
    )
    for letter in name:
        stand.tap(page.keyboard.keys[letter])
    stand.tap(page.finish)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_everything_can_be_read_and_touched(size: tuple[int, int]) -> None:
    """Keep all scenes of records readable and their targets large, at every size."""
    for name, scene in RECORD_SCENES.items():
        with on_stand(size, scene().view) as stand:
            RECORD_TOUCHES.get(name, lambda screen: None)(stand.screen)
            settle()
            assert screen_faults(stand.screen) == [], name


def test_somebody_is_added_looked_at_renamed_and_deleted_by_touch() -> None:
    """Add, rename and delete people from the first page.

    A name that exists is refused, and deleting asks first.
    """
    loop = session_after()
    with on_stand(LYING, loop.view, loop) as stand:
        stand.tap(stand.screen.offers["records"])
        for name in ("ADA", "JO", "ADA"):
            stand.tap(stand.screen.add)
            typed(stand, name)
        assert [one.name for one in loop.session.config.records.people] == [
            "Ada",
            "Jo",
        ] and str(stand.screen.notice.words.text) == recorded("Ada-is-on-the-list-already")
        stand.tap(stand.screen.names[1])
        for leaf in ("curves", "album", "figures"):
            stand.tap(stand.screen.leaves[leaf])
            assert (
                loop.session.open_state("records", RecordsState).leaf == leaf
                and screen_faults(stand.screen) == []
            )
        stand.tap(stand.screen.rename)
        typed(stand, "JO")
        assert (
            str(stand.screen.notice.words.text) == recorded("Jo-is-on-the-list-already")
            and stand.screen.names[1].text == "Ada"
        )
        stand.tap(stand.screen.rename)
        typed(stand, "ADELE")
        assert [one.name for one in loop.session.config.records.people] == [
            "Adele",
            "Jo",
        ] and stand.screen.names[1].text == "Adele"
        stand.tap(stand.screen.rename)
        typed(stand, "ADA")
        stand.tap(stand.screen.drop)
        assert len(loop.session.config.records.people) == 2
        stand.tap(button(stand.screen, "Keep"))
        stand.tap(stand.screen.drop)
        stand.tap(button(stand.screen, "Delete Ada"))
        assert [one.name for one in loop.session.config.records.people] == ["Jo"]
        stand.tap(stand.screen.footer.back)
        assert loop.session.page == "board" and not loop.session.overlays


def test_a_person_is_renamed_with_its_pin_where_its_seat_has_one() -> None:
    """Ask for the PIN before a person's name is changed, if its seat has one."""
    loop = session_after(
        RecordsLoaded(Book().with_person("ADA").with_person("JO")),
        Go("seats"),
        SitDown(1, 1),
        SetPin(1, "1234"),
        Go("board"),
        OpenPage("records"),
        Browse(1),
    )
    with on_stand(LYING, loop.view, loop) as stand:
        for digits, right in (("9999", False), ("1234", True), ("1234", True)):
            stand.tap(stand.screen.rename)
            assert stand.screen.name_page is None, "the keyboard opens before the PIN is asked"
            page = next(
                widget
                for widget in stand.screen.walk(restrict=True)
                if widget.__class__.__name__ == "PinPage"
            )
            assert screen_faults(stand.screen) == []
            for digit in digits:
                stand.tap(page.keypad.keys[digit])
            assert (stand.screen.name_page is not None) is right
            assert right or str(stand.screen.notice.words.text) == recorded("not-the-PIN-of-ADA")
            if right and loop.session.config.records.people[0].name == "ADA":
                typed(stand, "XQ")
                assert loop.session.config.records.people[0].name == "Xq"
        # Closed without a change, the keyboard asks for the PIN again.
        stand.screen.name_page.hear_key("escape")
        settle()
        assert stand.screen.name_page is None and loop.session.config.records.people[0].name == "Xq"
        loop.send(RenamePerson(1, "Nora"))
        assert loop.session.config.records.people[0].name == "Xq", "nobody has typed the PIN"
        stand.tap(stand.screen.names[2])
        stand.tap(stand.screen.rename)
        typed(stand, "QX")
        assert loop.session.config.records.people[1].name == "Qx"


@pytest.mark.parametrize("size", [SIZES[0], SIZES[1]], ids=str)
def test_who_sits_where_is_chosen_by_touch(size: tuple[int, int]) -> None:
    """Choose the person of a seat from a list, add a new one, and return to a guest."""
    loop = session_after(RecordsLoaded(Book().with_person("ADA")), Go("seats"))
    with on_stand(size, loop.view, loop) as stand:
        screen: Any = stand.screen
        stand.tap(screen.tiles[1].signs.person)
        assert isinstance(screen.over, PeopleList) and screen_faults(screen) == []
        stand.tap(screen.over.names[1])
        assert screen.over is None and (
            loop.session.lobby.setup.seat(1).person,
            loop.session.lobby.setup.seat(1).name,
        ) == (1, "ADA")
        # At a pilot's seat the first touch seats a guest.
        stand.tap(screen.tiles[2].signs.person)
        assert screen.over is None and loop.session.is_person(2)
        stand.tap(screen.tiles[2].signs.person)
        stand.tap(screen.over.new)
        typed(stand, "JO")
        assert (loop.session.lobby.setup.seat(2).person, loop.session.lobby.setup.seat(2).name) == (
            2,
            "Jo",
        ) and len(loop.session.config.records.people) == 2
        stand.tap(screen.tiles[1].signs.person)
        stand.tap(screen.over.names[0])
        assert (loop.session.lobby.setup.seat(1).person, loop.session.lobby.setup.seat(1).name) == (
            0,
            "BRASS",
        )
        # The page of a seat opens the list too.
        stand.tap(screen.tiles[2].token)
        stand.tap(button(screen, "Jo …"))
        assert isinstance(screen.over, PeopleList) and screen.over.names[2].chosen


def test_a_curve_opens_large_and_goes_back() -> None:
    """Enlarge a curve by a touch, and shrink it by another."""
    loop = session_after(RecordsLoaded(book()), OpenPage("records"), Browse(2, "curves"))
    with on_stand(LYING, loop.view, loop) as stand:

        def plates() -> list[CurvePlate]:
            return [
                widget
                for widget in stand.screen.walk(restrict=True)
                if isinstance(widget, CurvePlate)
            ]

        assert len(plates()) == 12
        stand.tap(next(plate for plate in plates() if plate.curve.key == "uturns"))
        assert [plate.large for plate in plates()] == [True] and len(plates()[0].curve.points) == 14
        stand.tap(plates()[0])
        assert len(plates()) == 12


def test_what_is_missing_is_greyed_with_how_far_it_is() -> None:
    """Grey missing achievements, and write their progress."""
    loop = session_after(RecordsLoaded(book(2)), OpenPage("records"), Browse(1, "album"))
    with on_stand(SIZES[2], loop.view, loop) as stand:
        plates = [
            widget for widget in stand.screen.walk(restrict=True) if isinstance(widget, MedalPlate)
        ]
        assert {plate.have for plate in plates} == {True, False}
        missing = next(plate for plate in plates if not plate.have)
        assert (
            " of " in missing.far.text
            and missing.title.color != next(plate for plate in plates if plate.have).title.color
        )


def test_each_seat_is_heard_once_and_only_after_the_game() -> None:
    """Play the chime of each seat once, when the page of statistics opens."""
    view, player = RECORD_SCENES["statistics-reached"]().view, Recorder()
    assert isinstance(view.body, StatisticsPage) and view.body.heard == (1, 2)
    with on_stand(LYING, view):
        sounds = Sounds(player)
        for _ in range(2):
            sounds.hear(view)
        from tests.ui.stand import forward

        for _ in range(4):
            forward()(800_000)
            settle()
        assert player.played == [SEATS[0], SEATS[1]]
