"""Pages after a turn and after a game, with the most seats of four games and with long names."""

from __future__ import annotations

from itertools import islice, pairwise
from typing import Any

import pytest

from companion.gallery.hard_cases import CROWDED, begin, summaries
from companion.session.view import View
from companion.testing.screen_checks import screen_faults
from companion.ui.i18n import set_language, translated
from companion.ui.theme import BRASS, SEAM, is_landscape, u
from companion.ui.widgets.badge import NamedSign
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.choice_groups import ChoiceLine
from companion.ui.widgets.choice_plate import TilePlate
from companion.ui.widgets.label import measure
from tests.recorded import recorded
from tests.scenes import view_of
from tests.ui.stand import SIZES, on_stand

TURNS = 12
"""Turns of each game for which the page is checked."""


def cut_rows(standing: Any) -> list[str]:
    """Return the lines of a standing that touch the edge of their row or each other."""
    found = []
    for plate in standing.shown.values():
        for words in plate.texts[1:]:
            rise, low = 0.2 * words.font_size, words.center_y - words.texture_size[1] / 2
            high = words.center_y + words.texture_size[1] / 2 - rise
            if low < plate.y + 0.5 or high > plate.y + plate.height - 0.5:
                found.append(
                    f"{words.text!r} from {low} to {high} in {plate.y} to {plate.y + plate.height}"
                )
    return found


def widest(view: View) -> View:
    """Return the same page with all names of the greatest width."""
    signs = {seat: sign._replace(name="W" * 12) for seat, sign in view.signs.items()}
    return view._replace(signs=signs)


def wrong_places(places: Any) -> list[str]:
    """Return the lines of places that wrap, lack a name or count, or cut one."""
    found = []
    for line in places.lines:
        _, name, count = line.texts
        wide = measure(count.source, count.font_size, count.font_name)[0]
        if (
            not count.source
            or wide > count.width + 1
            or places.signs[line.row.about.seat].name != name.text
            or name.width < min(u(50), measure(name.source, name.font_size, name.font_name)[0])
            or count.texture_size[1] > line.height + 1
            or not name.cut
        ):
            found.append(f"{name.text}: {count.text!r}, {wide} of {count.width}; {name.width}")
    return found


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("game", CROWDED)
def test_all_seats_are_seen_whole_after_every_turn(game: str, size: tuple[int, int]) -> None:
    """Show all seats together after every turn, legible at a metre."""
    played = islice(summaries(begin(game)), TURNS)
    with on_stand(size, next(played).view) as stand:
        for loop in played:
            stand.show(loop.view)
            standing = stand.screen.standing
            assert len(standing.shown) == CROWDED[game][0] and standing.beyond < 1, loop.view.title
            assert cut_rows(standing) == [] and screen_faults(stand.screen) == [], loop.view.title
            assert all(
                words.font_size >= u(18)
                for plate in standing.shown.values()
                for words in plate.texts[1:]
            )


def shows_all_seats(screen: Any, height: int) -> None:
    """Check that each seat has a line and that all sentences are in sight."""
    assert [line.row.about for line in screen.places.lines] == list(screen.view.body.rows)
    assert wrong_places(screen.places) == []
    for line in screen.places.lines:
        assert line.texts[0].text == f"{line.row.about.place}." and line.texts[2].font_size >= u(18)
        assert line.y >= 0 and line.y + line.height <= height
    assert screen.story.beyond < 1
    assert len(screen.story.shown) == len(screen.view.body.sentences) == 5
    assert all(plate.texts[0].font_size >= u(18) for plate in screen.story.shown.values())


def shows_a_large_map_or_none(screen: Any) -> None:
    """Check that a map has legible squares, or leaves its room to the places."""
    if screen.map.parent is not None:
        assert screen.map._camera.side >= u(16)
    elif screen.tables.parent is None:
        assert screen.places.height >= u(25) * len(screen.places.rows)


def says_by_what_places_differ(screen: Any) -> None:
    """Check that lines of different places differ, and lines of a shared place agree."""
    lines = [line for line in screen.places.lines if line.row.about.placed]
    for one, other in pairwise(lines):
        if one.row.about.place == other.row.about.place:
            assert one.texts[0].text == other.texts[0].text
        else:
            assert one.texts[2].text != other.texts[2].text, one.texts[1].text


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(
    "scene",
    [
        *(f"{game}-eight-over" for game in CROWDED),
        "over",
        "over-on-flag",
        "cardbot-two-over",
        "cardbot-three-over",
    ],
)
def test_the_end_shows_all_places_beside_the_story(scene: str, size: tuple[int, int]) -> None:
    """Show places, story and a large enough map, legible at a metre."""
    with on_stand(size, view_of(scene)) as stand:
        game, _, seats = scene.partition("-")
        if seats.startswith("eight"):
            assert len(stand.screen.places.lines) == CROWDED[game][0]
            shows_all_seats(stand.screen, size[1])
        shows_a_large_map_or_none(stand.screen)
        says_by_what_places_differ(stand.screen)
        assert screen_faults(stand.screen) == []


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("scene", ["over", "cardbot-two-over"])
def test_a_line_of_places_keeps_its_count_in_german(scene: str, size: tuple[int, int]) -> None:
    """End a long name in dots, and keep the count in the same line."""
    set_language("de")
    try:
        with on_stand(size, view_of(scene)) as stand:
            assert stand.screen.places.lines and wrong_places(stand.screen.places) == []
    finally:
        set_language("en")


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("page", ["offer", "check"])
@pytest.mark.parametrize("game", CROWDED)
def test_all_seats_are_seen_before_a_game_goes_on(
    game: str, page: str, size: tuple[int, int]
) -> None:
    """Show the whole line of each seat without scrolling when a game is offered and checked."""
    with on_stand(size, view_of(f"{game}-eight-{page}")) as stand:
        scroll_list = stand.screen.scroll_list
        widgets = [
            widget
            for widget in scroll_list.walk(restrict=True)
            if isinstance(widget, ChoiceLine | TilePlate) and widget.token is not None
        ]
        if game != "diesel" or page == "offer":
            assert len(widgets) == CROWDED[game][0] and all(
                scroll_list.y <= widget.y
                and widget.y + widget.height <= scroll_list.y + scroll_list.height
                for widget in widgets
            )
        assert screen_faults(stand.screen) == []


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_two_players_with_two_robots_have_two_places(size: tuple[int, int]) -> None:
    """Show each player's second robot below the first, without a place."""
    with on_stand(size, view_of("cardbot-two-summary")) as stand:
        assert sorted(plate.texts[0].text for plate in stand.screen.standing.shown.values()) == [
            "",
            "",
            "1.",
            "2.",
        ]
        assert screen_faults(stand.screen) == []
    with on_stand(size, view_of("cardbot-two-over")) as stand:
        assert [line.texts[0].text for line in stand.screen.places.lines] == [
            "1.",
            "",
            "2.",
            "",
        ] and screen_faults(stand.screen) == []


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_names_of_eleven_letters_stand_whole_beside_cards(size: tuple[int, int]) -> None:
    """Show names whole beside cards, except twelve of the widest letters."""
    with on_stand(size, view_of("diesel-eight-summary")) as stand:
        signs = [
            widget for widget in stand.screen.walk(restrict=True) if isinstance(widget, NamedSign)
        ]
        assert len(signs) == CROWDED["diesel"][0]
        cut = [
            sign.words.text
            for sign in signs
            if sign.words.line_width(sign.words.font_size) > sign.words.width
        ]
        assert {*cut} <= {"WWWWWWWWWWWW"}


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(
    "scene", ["clockwork-eight-summary", "cardbot-two-summary", "diesel-eight-summary"]
)
def test_no_row_of_a_standing_wraps(scene: str, size: tuple[int, int]) -> None:
    """Shrink letters or names before a row wraps."""
    with on_stand(size, view_of(scene)) as stand:
        plates = stand.screen.standing.shown.values()
        assert plates
        for plate in plates:
            for words in plate.texts:
                assert words.line_width(words.font_size) <= words.width, words.text


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", CROWDED)
def test_the_widest_names_take_no_fact_out_of_sight(
    game: str, language: str, size: tuple[int, int]
) -> None:
    """Show all facts of a seat in one line, with names of the greatest width."""
    set_language(language)
    try:
        with on_stand(size, widest(view_of(f"{game}-eight-summary"))) as stand:
            plates = list(stand.screen.standing.shown.values())
            assert len(plates) == CROWDED[game][0] and stand.screen.standing.beyond < 1
            for plate in plates:
                # The facts are at the other end of the line.
                _, name, brief = plate.texts[:3]
                assert brief.plain() == translated(plate.row.about.brief) and "WW" in name.text
                assert brief.line_width(brief.font_size) <= brief.width
                assert name.width >= min(u(50), name.line_width(name.font_size))
        with on_stand(size, widest(view_of(f"{game}-eight-over"))) as stand:
            assert (
                len(stand.screen.places.lines) == CROWDED[game][0]
                and wrong_places(stand.screen.places) == []
            )
            assert screen_faults(stand.screen) == []
    finally:
        set_language("en")


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_map_after_a_turn_can_be_read(language: str, size: tuple[int, int]) -> None:
    """Keep the squares of the map as large in German as in English; names end in dots first."""
    set_language(language)
    try:
        with on_stand(size, view_of("clockwork-eight-summary")) as stand:
            assert stand.screen.map._camera.side >= (u(17) if is_landscape() else u(13))
    finally:
        set_language("en")


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(
    "scene", ["cardbot-summary", "diesel-summary", "summary", "cardbot-place", "place"]
)
def test_no_button_wraps_beside_the_place_that_stays_free(
    scene: str, size: tuple[int, int]
) -> None:
    """Keep the words of a button in one line where its smallest letters fit."""
    with on_stand(size, view_of(scene)) as stand:
        for button in stand.screen.footer.children:
            if isinstance(button, PushButton):
                words = button.words
                assert measure(words.source, words.font_size, words.font_name)[0] <= words.width, (
                    words.text
                )


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_game_without_boards_shows_some_of_its_cards(size: tuple[int, int]) -> None:
    """Show cards of a game without boards, each large enough."""
    with on_stand(size, view_of("games-diesel")) as stand:
        cover = stand.screen.place.held.cover
        assert [str(card.look.corner) for card in cover.cards] == [
            "0",
            "1",
            "2",
            "3",
            "4",
        ] and screen_faults(stand.screen) == []
        for x, y, width, high in cover.boxes:
            assert (
                high >= u(110)
                and cover.x - 1 <= x
                and x + width <= cover.x + cover.width + 1
                and cover.y - 1 <= y
            )
            assert y + high <= cover.y + cover.height + 1
    assert view_of("games").body.cover == ()


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_squares_of_all_flags_stand_below_the_map(size: tuple[int, int]) -> None:
    """Show the squares of flags below the map without covering coordinates."""
    with on_stand(size, view_of("clockwork-eight-summary")) as stand:
        words, board_map = stand.screen.markers, stand.screen.map
        assert words.text == recorded("Flags-1-on-E6-2-on") and words.font_size >= u(18)
        assert words.y + words.height <= board_map.y + 1 and words.width <= board_map.width
    with on_stand(size, view_of("cardbot-two-summary")) as stand:
        assert stand.screen.markers.parent is None


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", CROWDED)
def test_all_rows_of_an_upright_standing_have_rims(game: str, language: str) -> None:
    """Give the rows of all seats their rims before the map is as large as it can be."""
    set_language(language)
    try:
        with on_stand((720, 1280), view_of(f"{game}-eight-summary")) as stand:
            assert all(
                plate.row.rim in (SEAM, BRASS) for plate in stand.screen.standing.shown.values()
            )
    finally:
        set_language("en")


@pytest.mark.parametrize("size", [size for size in SIZES if size != (1280, 800)], ids=str)
def test_rows_of_a_standing_use_the_height_that_they_have(size: tuple[int, int]) -> None:
    """Leave less room below the last row than each row could use, except in a wide window."""
    with on_stand(size, view_of("diesel-eight-summary")) as stand:
        standing = stand.screen.standing
        assert standing.beyond < 1 and standing.height - standing.total < u(2) * len(standing.shown)
