"""Test setup by touch: board, flags, seats, names, settings, and pages before and after a race."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from kivy.uix.widget import Widget

from companion.app.loop import EventLoop, open_session
from companion.content.livery import COLOURS, NAMES, SHAPES
from companion.games.scene import Fact
from companion.session.messages import (
    Again,
    BackToSetup,
    Begin,
    ChooseBoard,
    ClearMarkers,
    Confirm,
    Go,
    OpenPage,
    SetColour,
    SetName,
    SetPlayer,
    SetRule,
    SetShape,
    SetTimer,
    SuggestMarkers,
    TouchSquare,
)
from companion.session.pages.replay import RunReplay, SetSpeed, ShowPicture, ShowTurn
from companion.session.pages.rules import RulesPage
from companion.session.pages.seats import SeatsPage
from companion.session.view import OVER, SUMMARY, SeatSign, StandingRow, SummaryPage, View
from companion.testing.screen_checks import screen_faults
from companion.ui.i18n import set_language
from companion.ui.theme import BRASS, u
from companion.ui.widgets.rows import Beside, ListPlate, ListRow, RowSign
from companion.ui.widgets.scroll_list import ScrollList
from companion.words import NOTHING, text, verbatim
from tests.recorded import recorded
from tests.scenes import view_of
from tests.typed import present
from tests.ui.stand import SIZES, Stand, button, on_stand
from tests.ui.test_hold import hold

LYING, UPRIGHT = SIZES[0], SIZES[2]
EIGHT = ("person", "random", "person", "random", "random", "person", "random", "person")


def evening(*messages: object) -> EventLoop:
    """Return a session for eight players after some messages."""
    loop = open_session(seed=3, players=EIGHT)
    for message in messages:
        loop.send(message)
    return loop


def standing(count: int) -> tuple[StandingRow, ...]:
    """Return a standing with all kinds of notes."""
    notes = (
        "",
        "touched flag 2 in register 3",
        "destroyed by a laser, waits for a free checkpoint",
    )
    return tuple(
        StandingRow(
            at,
            at,
            tuple(
                Fact(text(head), verbatim(figure), verbatim(figure))
                for head, figure in (
                    ("Flags", f"{4 - at // 2} of 4"),
                    ("Damage", str(at)),
                    ("Lives", "no limit" if at == 3 else "2"),
                )
            ),
            text("parked" if at % 3 == 2 else ""),
            NOTHING,
            text(notes[at % 3]),
            text("next hit destroys it" if at == 2 else ""),
            text(f"{4 - at // 2} of 4 flags · damage {at}"),
        )
        for at in range(1, count + 1)
    )


def signs(count: int) -> dict[int, SeatSign]:
    """Return the signs of so many seats."""
    named = zip(NAMES[:count], COLOURS, SHAPES, strict=False)
    return {seat: SeatSign(*sign) for seat, sign in enumerate(named, 1)}


def summary(count: int) -> View:
    """Return the page after a turn."""
    return View(
        SUMMARY,
        "After turn 3",
        "The table now.",
        SummaryPage(3, standing(count), "", ()),
        None,
        7,
        forward="Next turn",
        signs=signs(count),
    )


def over(count: int, winners: tuple[int, ...] = (1,)) -> View:
    """Return the page after a race."""
    who = "BRASS has" if len(winners) == 1 else "BRASS and COPPER have"
    page = SummaryPage(
        3,
        standing(count),
        f"{who} touched all 4 flags and win{'s' if len(winners) == 1 else ''}!",
        winners,
    )
    return View(
        OVER,
        "The game is over",
        "Once more, or another game?",
        page,
        None,
        9,
        back="New setup",
        forward="Play again",
        on_back=BackToSetup(),
        on_forward=Again(),
        signs=signs(count),
    )


def no_start() -> View:
    """Return the seats on a board with too few starts, which needs the longest reason."""
    view = evening(Go("seats")).view
    assert isinstance(view.body, SeatsPage)
    rows = tuple(
        row._replace(start=None, playable=False, player="") if row.seat > 6 else row
        for row in view.body.rows
    )
    return view._replace(body=view.body._replace(rows=rows))


SCREENS: dict[str, Callable[[], View]] = {
    "board": lambda: evening().view,
    "flags": lambda: evening(Go("flags")).view,
    "no flags": lambda: evening(Go("flags"), ClearMarkers()).view,
    "seats": lambda: evening(Go("seats")).view,
    "seats without a start": no_start,
    "settings": lambda: evening(Go("rules"), SetRule("lives", "inf")).view,
    "place": lambda: evening(Begin()).view,
    "summary of eight": lambda: summary(8),
    "summary of one": lambda: summary(1),
    "end of eight": lambda: over(8),
    "end of two": lambda: over(2),
    "end with two winners": lambda: over(8, (1, 2)),
}


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_everything_is_there_readable_and_large_enough(name: str, size: tuple[int, int]) -> None:
    """Keep all targets large and apart, and cut no words, at every size."""
    with on_stand(size, SCREENS[name]()) as stand:
        assert screen_faults(stand.screen) == []


@pytest.mark.parametrize("size", [LYING, UPRIGHT], ids=str)
def test_eight_lines_are_seen_at_once(size: tuple[int, int]) -> None:
    """Show all eight lines after a turn, in letters of at least 18 pixels at 800 × 480."""
    with on_stand(size, view_of("summary-eight")) as stand:
        standing = stand.screen.standing
        assert len(standing.shown) == 8 and standing.beyond < 1
        for words in (words for plate in standing.shown.values() for words in plate.texts):
            assert words.font_size >= u(18)


def test_the_end_is_told_in_sentences_and_in_figures() -> None:
    """Switch between story and counts by one button, and open the replay by another.

    Statistics have a page of their own.
    """
    view = view_of("over-eight")
    with on_stand(LYING, view) as stand:
        screen = stand.screen
        stand.tap(screen.turned)
        assert stand.heard() == [OpenPage("statistics")] and not screen.counted
        stand.show(view._replace(body=view.body._replace(statistics=None)))
        assert (
            len(screen.story.shown) == 5
            and screen.story.beyond < 1
            and screen.map.parent is not None
        )
        stand.tap(screen.turned)
        assert (
            screen.counts.parent is not None
            and screen.map.parent is None
            and screen.story.parent is None
            and screen_faults(screen) == []
        )
        stand.tap(screen.turned)
        assert screen.counts.parent is None and screen.map.parent is not None
        stand.tap(screen.watch)
        assert stand.heard() == [OpenPage("replay")]


def test_a_race_is_led_through_by_touch() -> None:
    """Choose turns on the rail and by buttons, and the speed by chips."""
    with on_stand(LYING, view_of("replay")) as stand:
        screen = stand.screen
        for turn in (5, screen.rail.turns + 1):
            stand.tap((screen.rail.at(turn), screen.rail.center_y))
        for button in (
            screen.earlier,
            screen.back,
            screen.run,
            screen.on,
            screen.later,
            screen.speeds[0],
            screen.speeds[3],
        ):
            stand.tap(button)
        assert stand.heard() == [
            ShowTurn(5),
            ShowTurn(screen.rail.turns + 1),
            ShowTurn(1),
            ShowPicture(-1),
            RunReplay(True),
            ShowPicture(1),
            ShowTurn(3),
            SetSpeed("slow"),
            SetSpeed("fastest"),
        ]


def plate_of(scroll_list: ScrollList, row: ListRow) -> Widget:
    """Return the plate of a row in sight."""
    return next(
        plate
        for plate in scroll_list.shown.values()
        if isinstance(plate, ListPlate) and plate.row == row
    )


def marked(row: ListRow) -> bool:
    """Return whether a value has the mark of the default."""
    assert isinstance(row.content, Beside)
    return any(isinstance(part, RowSign) and part.width for part in row.content.parts)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_setting_shows_its_values_with_their_meanings(size: tuple[int, int]) -> None:
    """Show all values of a setting with their meanings, and mark the default."""
    with on_stand(size, evening(SetTimer(60), Go("rules")).view) as stand:
        page = stand.screen.view.body
        assert isinstance(page, RulesPage) and [option.key for option, _ in page.rows][:4] == [
            "table",
            "timer",
            "timer-start",
            "timer-fill",
        ]
        for option, _ in page.rows:
            # Rows below the window need scrolling.
            row = stand.screen.rows[option.key]
            stand.screen.settings.reach(row)
            stand.tap(plate_of(stand.screen.settings, row))
            shown = stand.screen.values
            assert [[str(text.words) for text in row.texts] for row in shown.values()] == [
                [str(choice.label), str(choice.meaning)] for choice in option.choices
            ]
            assert [word for word, row in shown.items() if marked(row)] == [option.default]
            assert screen_faults(stand.screen) == []
        assert stand.heard() == [], "looking at the values chooses nothing"


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_seat_and_the_keyboard_for_its_name_fit(size: tuple[int, int]) -> None:
    """Keep a seat's page and both pages of its keyboard readable."""
    with on_stand(size, evening(Go("seats")).view) as stand:
        stand.screen.open(3)
        stand.show(stand.screen.view)
        assert screen_faults(stand.screen) == []
        stand.tap(stand.screen.over.rename)
        assert screen_faults(stand.screen) == []
        stand.tap(stand.screen.over.keyboard.keys["other"])
        assert screen_faults(stand.screen) == []


def test_a_board_is_chosen_by_touch_and_the_way_on_leads_to_the_flags() -> None:
    """Choose a board by its picture, show it large, and go on to the flags."""
    loop = evening()
    with on_stand(LYING, loop.view, loop) as stand:
        stand.tap(stand.screen.boards.tiles["welding-shop"])
        assert stand.heard() == [ChooseBoard("welding-shop")]
        assert stand.screen.boards.detail.title.text == "Welding Shop"
        stand.tap(stand.screen.footer.forward)
        assert stand.heard() == [Go("next")]
        assert type(stand.screen).__name__ == "MarkersScreen"


def test_small_pictures_are_painted_one_at_a_time() -> None:
    """Paint one picture per call, after the page has opened."""
    with on_stand(LYING, evening().view) as stand:
        boards, calls = len(stand.screen.boards.tiles), 1
        while stand.screen.paint_next():
            calls += 1
        assert calls == boards + 1, "the large one and each small one"
        assert stand.screen.paint_next() is False


@pytest.mark.parametrize("size", (LYING, UPRIGHT), ids=str)
def test_flags_are_put_down_by_touching_squares(size: tuple[int, int]) -> None:
    """Set a flag and zoom in by a tap, and remove it by a tap on it."""
    loop = evening(Go("flags"))
    with on_stand(size, loop.view, loop) as stand:
        stand.tap(stand.screen.map)
        assert stand.heard() == [] and stand.screen.map.near, "over flags a tap looks closer first"
        stand.tap(stand.screen.nearer)
        stand.tap(stand.screen.clear)
        assert stand.heard() == [ClearMarkers()] and not stand.screen.map.near
        assert stand.screen.footer.forward.disabled and stand.screen.footer.reason.text
        stand.tap(stand.screen.map)
        (put,) = stand.heard()
        assert stand.screen.map.near
        assert isinstance(put, TouchSquare)
        assert loop.view.board is not None and loop.view.board.markers == ((1, put.square),)
        assert put.square in stand.screen.marker_words.text
        assert not stand.screen.footer.forward.disabled
        stand.tap(stand.screen.map)
        assert stand.heard() == [put] and loop.view.board.markers == ()


def test_flags_are_suggested_and_taken_away() -> None:
    """Set the flags of each difficulty and mark it, clear them, and zoom in and out."""
    loop = evening(Go("flags"))
    with on_stand(LYING, loop.view, loop) as stand:
        for difficulty in ("on", "beside", "away"):
            stand.tap(stand.screen.suggestions[difficulty])
            assert stand.heard() == [SuggestMarkers(difficulty)]
            assert [key for key, choice in stand.screen.suggestions.items() if choice.chosen] == [
                difficulty
            ]
        stand.tap(stand.screen.clear)
        assert stand.heard() == [ClearMarkers()] and stand.screen.clear.disabled
        stand.tap(stand.screen.nearer)
        assert stand.screen.map.near and stand.screen.nearer.text == recorded("Whole-board")
        stand.tap(stand.screen.nearer)
        assert not stand.screen.map.near and stand.heard() == []


def test_a_flag_on_a_pit_is_warned_of_in_words() -> None:
    """Warn of a flag on a pit beside the map."""
    loop = evening(ChooseBoard("lighthouse-rock"), Go("flags"), ClearMarkers())
    assert loop.view.board is not None
    loop.send(TouchSquare(min(loop.view.board.board.having("pit"))))
    with on_stand(LYING, loop.view, loop) as stand:
        said = [
            widget.text
            for widget in stand.screen.warnings.walk(restrict=True)
            if getattr(widget, "text", "")
        ]
        assert len(said) == 1 and "pit" in said[0]


def test_who_plays_is_changed_with_one_touch() -> None:
    """Choose person, pilot or nobody by one of three signs beside each seat."""
    loop = evening(Go("seats"))
    with on_stand(LYING, loop.view, loop) as stand:
        tile = stand.screen.tiles[2]
        for sign, player in (
            (tile.signs.person, "person"),
            (tile.signs.nobody, ""),
            (tile.signs.pilot, "random"),
        ):
            stand.tap(sign)
            assert stand.heard() == [SetPlayer(2, player)]
            assert [
                part.chosen for part in (tile.signs.person, tile.signs.pilot, tile.signs.nobody)
            ].count(True) == 1
            assert sign.chosen
        assert stand.screen.over is None, "changing who plays opens nothing"


def test_a_seat_without_a_start_can_only_be_left() -> None:
    """Disable a seat without a start, and say why."""
    with on_stand(LYING, no_start()) as stand:
        tile = stand.screen.tiles[7]
        stand.tap(tile.signs.person)
        stand.tap(tile.signs.pilot)
        assert stand.heard() == []
        assert tile.words.text == recorded("no-start")


def test_nobody_at_all_blocks_the_way_on_with_a_reason() -> None:
    """Disable the way on if every seat is empty, and say why."""
    loop = evening(Go("seats"), *(SetPlayer(seat, "") for seat in range(1, 9)))
    with on_stand(LYING, loop.view, loop) as stand:
        assert stand.screen.footer.forward.disabled
        assert stand.screen.footer.reason.text == str(loop.view.blocked) != ""
        stand.tap(stand.screen.footer.forward)
        assert stand.heard() == []


@pytest.mark.parametrize("size", (LYING, UPRIGHT), ids=str)
def test_a_clank_is_dressed_by_touch(size: tuple[int, int]) -> None:
    """Choose colour and shape, swap them with another seat, and name their owner before."""
    loop = evening(Go("seats"))
    with on_stand(size, loop.view, loop) as stand:
        stand.tap(stand.screen.tiles[3].token)
        page = stand.screen.over
        assert page.colours["jade"].owner.text == recorded("now-JADEs")
        stand.tap(page.colours["jade"])
        stand.tap(page.shapes["star"])
        stand.tap(page.players[""])
        assert stand.heard() == [SetColour(3, "jade"), SetShape(3, "star"), SetPlayer(3, "")]
        assert page.colours["jade"].owner.text == "yours" and page.colours[
            "azure"
        ].owner.text == recorded("now-AZUREs")
        stand.tap(page.done)
        assert stand.screen.over is None and stand.screen.tiles[3].signs.nobody.chosen


@pytest.mark.parametrize("size", (LYING, UPRIGHT), ids=str)
def test_a_name_is_typed_on_the_screen(size: tuple[int, int]) -> None:
    """Replace the old name by the first letter, and limit the length."""
    loop = evening(Go("seats"))
    with on_stand(size, loop.view, loop) as stand:
        stand.tap(stand.screen.tiles[1].token)
        stand.tap(stand.screen.over.rename)
        page = stand.screen.over
        for key in ("A", "N", "N", "A", "B", "erase", "space", "K"):
            stand.tap(page.keyboard.keys[key])
        stand.tap(page.keyboard.keys["other"])
        stand.tap(page.keyboard.keys["7"])
        assert page.name == "Anna K7"
        for _ in range(9):
            stand.tap(page.keyboard.keys["7"])
        assert len(page.name) == 12
        stand.tap(page.finish)
        assert stand.heard() == [SetName(1, "Anna K777777")]
        assert stand.screen.over.badge.words.text == "Anna K777777"


def test_a_name_can_be_typed_upright_as_well_as_lying() -> None:
    """Offer the same characters upright and in landscape."""
    keys: list[set[str]] = []
    for size in (LYING, UPRIGHT):
        with on_stand(size, evening(Go("seats")).view) as stand:
            stand.screen.open(1, "name")
            stand.show(stand.screen.view)
            keyboard = stand.screen.over.keyboard
            letters = set(keyboard.keys)
            stand.tap(keyboard.keys["other"])
            keys.append(letters | set(keyboard.keys))
    assert keys[0] == keys[1]


def test_a_name_is_offered_or_left_as_it_was() -> None:
    """Offer the colour's name, keep the name on the way back, and refuse an empty one."""
    loop = evening(Go("seats"), SetName(1, "ANNA"))
    with on_stand(LYING, loop.view, loop) as stand:
        stand.screen.open(1, "name")
        stand.show(loop.view)
        stand.tap(stand.screen.over.offer)
        stand.tap(stand.screen.over.finish)
        assert stand.heard() == [SetName(1, "BRASS")]
        stand.tap(stand.screen.over.rename)
        page = stand.screen.over
        assert page.offer is None
        for _ in "BRASS":
            stand.tap(page.keyboard.keys["erase"])
        assert page.finish.disabled
        stand.tap(button(page, ""))
        assert stand.heard() == [] and loop.view.body.rows[0].sign.name == "BRASS"


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_brown_star_is_called_like_its_colour(language: str) -> None:
    """Rename clanks with default names when their colours change."""
    loop = evening(Go("seats"))
    set_language(language)
    try:
        with on_stand(LYING, loop.view, loop) as stand:
            stand.tap(stand.screen.tiles[1].token)
            stand.tap(stand.screen.over.shapes["star"])
            stand.tap(stand.screen.over.colours["umber"])
            assert stand.screen.over.badge.words.text == "UMBER"
            stand.tap(stand.screen.over.done)
            assert [stand.screen.tiles[seat].name.text for seat in (1, 7)] == ["UMBER", "BRASS"]
            assert [stand.screen.tiles[seat].token._facts for seat in (1, 7)] == [
                ("UMBER", "umber", "star"),
                ("BRASS", "brass", "circle"),
            ]
    finally:
        set_language("en")


def test_settings_are_chosen_by_touch() -> None:
    """Choose a value by touch, and mark the setting as changed."""
    loop = evening(Go("rules"))
    with on_stand(LYING, loop.view, loop) as stand:
        stand.tap(plate_of(stand.screen.settings, stand.screen.rows["power_down"]))
        stand.tap(plate_of(stand.screen.choices, stand.screen.values["this"]))
        assert stand.heard() == [SetRule("power_down", "this")]
        row = stand.screen.rows["power_down"]
        _, value, changed = (str(text.words) for text in row.texts)
        assert value == recorded("This-turn") and changed == "changed"
        ticked = [word for word, value in stand.screen.values.items() if value.face == BRASS]
        assert ticked == ["this"]
        stand.tap(stand.screen.footer.forward)
        assert stand.heard() == [Begin()]
        assert type(stand.screen).__name__ == "PlaceScreen"


def test_placing_lists_every_clank_and_flag_and_goes_on() -> None:
    """List eight clanks and four flags, and confirm the shown step."""
    loop = evening(Begin())
    with on_stand(UPRIGHT, loop.view, loop) as stand:
        assert len(stand.screen.lines.children) == 12
        step = loop.view.revision
        stand.tap(stand.screen.footer.forward)
        assert stand.heard() == [Confirm(step)]


def test_after_a_turn_and_after_a_race_the_buttons_say_what_they_promise() -> None:
    """Confirm a turn by a tap; play again or set up by holding."""
    with on_stand(LYING, summary(4)) as stand:
        stand.tap(stand.screen.footer.forward)
        assert stand.heard() == [Confirm(7)]
    with on_stand(LYING, over(4)) as stand:
        for held in (stand.screen.footer.forward, stand.screen.footer.back):
            stand.tap(held)
            assert str(held.note) == "hold" and stand.said == [], "a short touch does nothing"
        hold(stand, stand.screen.footer.forward, lambda: len(stand.said) == 1)
        hold(stand, stand.screen.footer.back, lambda: len(stand.said) == 2)
        assert stand.heard() == [Again(), BackToSetup()]


def test_a_refusal_is_shown_until_it_is_put_away() -> None:
    """Show a notice above the page until it is touched."""
    view = evening(Go("flags")).view._replace(
        notice="All 8 flags lie on the board: touch one to take it away."
    )
    with on_stand(LYING, view) as stand:
        notice = stand.screen.notice
        assert notice.parent is not None and notice.words.text == str(view.notice)
        stand.tap(notice)
        assert notice.parent is None and stand.heard() == []


def test_the_stand_goes_to_the_next_page_by_itself() -> None:
    """Make the stand of these tests follow the session from page to page."""
    loop = evening()
    with on_stand(LYING, loop.view, loop) as stand:
        assert isinstance(stand, Stand)
        for page in ("MarkersScreen", "SeatsScreen", "RulesScreen", "PlaceScreen", "ProgramScreen"):
            stand.tap(stand.screen.footer.forward)
            assert type(stand.screen).__name__ == page


def test_a_name_shrinks_before_it_ends_in_dots() -> None:
    """Shrink a name to the smallest letters before it is cut."""
    from companion.ui.theme import LARGE, SMALL
    from companion.ui.widgets.label import Label

    with on_stand(LYING, no_start()):
        whole = 0
        for width in range(60, 200):
            name = Label("WESTMINSTER", LARGE, bold=True, least=SMALL, cut="right")
            name.size = width, 40
            name.draw()
            drawn = "".join(
                word.text for line in present(name._label)._cached_lines for word in line.words
            )
            whole += drawn == "WESTMINSTER"
            assert drawn == "WESTMINSTER" or name.font_size == name._least, (
                width,
                drawn,
                name.font_size,
            )
        assert 0 < whole < 140
