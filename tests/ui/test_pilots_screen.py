"""Test pilots on the screen: icons, list, hints and their reasons after a turn."""

from __future__ import annotations

import pytest

from companion.art import Disc
from companion.gallery.choices import PILOT_SCENES, PILOT_TOUCHES
from companion.gallery.race import session_after
from companion.pilots.base import pilots
from companion.session.advice import AskForHint, InsertHint
from companion.session.messages import Go, SetPlayer
from companion.testing.screen_checks import screen_faults
from companion.ui.pilot_icons import PILOT_ICONS, dots_of, face_of
from tests.recorded import recorded
from tests.scenes import view_of
from tests.typed import of_kind, present
from tests.ui.readers import LYING, UPRIGHT
from tests.ui.stand import SIZES, on_stand, settle


@pytest.mark.parametrize("name", PILOT_SCENES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_everything_is_there_readable_and_large_enough(name: str, size: tuple[int, int]) -> None:
    """Keep all scenes of pilots readable and their targets large, at every size."""
    with on_stand(size, view_of(name)) as stand:
        PILOT_TOUCHES.get(name, lambda screen: None)(stand.screen)
        settle()
        assert screen_faults(stand.screen) == []


def test_every_pilot_has_a_face_of_its_own() -> None:
    """Draw a different icon for each pilot: more dots for more strength, none for adapting."""
    strengths = sorted(pilot.strength for pilot in pilots().values())
    assert len({PILOT_ICONS[face_of(strength)] for strength in strengths}) == len(strengths)
    assert [
        sum(not of_kind(Disc, dot).hole for dot in dots_of(strength))
        for strength in (-1, 0, 2, 4, 9)
    ] == [
        0,
        1,
        3,
        5,
        5,
    ]


@pytest.mark.parametrize("size", (LYING, UPRIGHT), ids=str)
def test_a_touch_on_a_face_shows_all_pilots_and_another_one_chooses(size: tuple[int, int]) -> None:
    """Seat the usual pilot by one touch, and open the list of pilots by a second."""
    loop = session_after(Go("seats"), players=("person", "even"))
    with on_stand(size, loop.view, loop) as stand:
        stand.tap(stand.screen.tiles[3].signs.pilot)
        assert stand.heard() == [SetPlayer(3, "even")] and not stand.screen.over
        stand.tap(stand.screen.tiles[3].signs.pilot)
        page = stand.screen.over
        assert [name for name, plate in page.plates.items() if plate.chosen] == ["even"]
        stand.tap(page.plates["champion"])
        assert stand.heard() == [SetPlayer(3, "champion")] and not stand.screen.over
        assert str(stand.screen.tiles[3].words.text) == recorded("Champion")
        # The next pilot is as strong as the last one.
        stand.tap(stand.screen.tiles[4].signs.pilot)
        assert loop.session.lobby.setup.seat(4).player == "champion"
        stand.tap(stand.screen.tiles[3].signs.pilot)
        stand.tap(stand.screen.over.done)
        assert not stand.screen.over and loop.session.lobby.setup.seat(3).player == "champion"


@pytest.mark.parametrize("size", (LYING, UPRIGHT), ids=str)
def test_one_pilot_for_every_seat_that_pilots_play(size: tuple[int, int]) -> None:
    """Choose one pilot for all pilots' seats by three touches, and keep the people."""
    loop = session_after(Go("seats"), players=("person", "even", "random", "person", "steady"))
    with on_stand(size, loop.view, loop) as stand:
        stand.tap(stand.screen.tiles[2].signs.pilot)
        stand.tap(stand.screen.over.everywhere)
        stand.tap(stand.screen.over.plates["racer"])
        assert [seat.player for seat in loop.session.lobby.setup.seats] == [
            "person",
            "racer",
            "racer",
            "person",
            "racer",
            "",
            "",
            "",
        ]


def test_a_seats_own_page_leads_to_the_pilots_too() -> None:
    """Open the list of pilots from both buttons of a seat's page."""
    loop = session_after(Go("seats"), players=("person", "steady"))
    with on_stand(LYING, loop.view, loop) as stand:
        for seat, words in ((1, "Guest …"), (2, "Steady …")):
            stand.screen.open(seat)
            settle()
            assert (
                stand.screen.over.pilot.text == recorded("Pilot")
                and stand.screen.over.which.text == words
            )
            stand.tap(stand.screen.over.pilot if seat == 1 else stand.screen.over.which)
            stand.tap(stand.screen.over.plates["novice"])
            assert loop.session.lobby.setup.seat(seat).player == "novice"


@pytest.mark.parametrize("size", (LYING, UPRIGHT), ids=str)
def test_a_hint_is_one_touch_away(size: tuple[int, int]) -> None:
    """Mark a hint's card, name it in the head, and insert it by the next touch."""
    loop = PILOT_SCENES["program-hint-later"]()
    loop.session = loop.session._replace(hint=None)
    with on_stand(size, loop.view, loop) as stand:
        page = stand.screen.over
        assert not any(face._advised for face in page.reader.cards.values())
        stand.tap(page.ask)
        assert stand.heard() == [AskForHint(1)]
        assert [code for code, face in page.reader.cards.items() if face._advised] == [
            present(loop.session.hint).code
        ]
        assert str(page.advice.text) == recorded("Hint")
        stand.tap(page.ask)
        assert stand.heard() == [InsertHint(1)]
        settle()
        assert (
            all(reading.code is not None for reading in loop.session.readers.by_seat[1].row)
            and page.ask.parent is None
        )


@pytest.mark.parametrize("size", (LYING, UPRIGHT), ids=str)
def test_what_pilots_thought_is_one_touch_away_after_the_turn(size: tuple[int, int]) -> None:
    """Switch between standing and reasons; have no button if no pilot gives a reason."""
    with on_stand(size, view_of("summary-thought")) as stand:
        screen = stand.screen
        assert screen.standing.parent is not None and screen.reasons.parent is None
        stand.tap(screen.turned)
        assert screen.standing.parent is None and screen.reasons.parent is not None
        stand.tap(screen.turned)
        assert screen.standing.parent is not None
    with on_stand(size, view_of("summary")) as stand:
        assert stand.screen.turned.parent is None


@pytest.mark.parametrize("size", (LYING, UPRIGHT), ids=str)
def test_who_plays_and_with_which_model_stand_apart_in_one_size(size: tuple[int, int]) -> None:
    """Give player and model separate lines in every row, all in one size."""
    with on_stand(size, view_of("factory-seats")) as stand:
        tiles = stand.screen.tiles
        assert [str(tiles[seat].words.text) for seat in (1, 2, 6, 7)] == recorded("Person")
        assert [str(tiles[seat].model.text) for seat in (2, 3, 6, 7)] == [
            "Twinbore",
            "Looking-Glass",
            "Plain",
            "",
        ]
        for line in zip(*(tile.lines for tile in tiles.values()), strict=True):
            assert len({words.font_size for words in line if words.text}) == 1
        assert screen_faults(stand.screen) == []


@pytest.mark.parametrize("size", (LYING, UPRIGHT), ids=str)
def test_a_seat_says_why_it_has_no_pin(size: tuple[int, int]) -> None:
    """Give the reason on a disabled PIN button, and a heading to the models."""
    with on_stand(size, view_of("factory-seats")) as stand:
        for seat, words in ((1, "PIN"), (2, "No PIN: a pilot plays"), (7, "No PIN: nobody plays")):
            stand.screen.open(seat)
            settle()
            page = stand.screen.over
            assert page.pin.text == words and page.pin.disabled is (words != "PIN")
            assert page.heading.text == recorded("Model") and screen_faults(stand.screen) == []
