"""A board by touch: begun, named, painted, corrected, printed, chosen and raced on.

Every step is shown in a real window of every size.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.app.loop import EventLoop, open_session
from companion.app.own_boards import board_path, keep_board, print_board
from companion.content import SHIPPED
from companion.formats.board import parse_board
from companion.gallery.cardbot import grid
from companion.gallery.editors import DRAWING_SCENES, finished
from companion.gallery.race import Wanted, until
from companion.games.cardbot.places import grid_of_board
from companion.games.painting import Painting, Touch
from companion.session.lobby.arrangement import OwnBoard
from companion.session.messages import Begin, ChooseBoard, Go
from companion.session.pages.draw import (
    DrawBoard,
    DrawState,
    GiveBoardName,
    NewBoard,
    OpenTray,
    PaintStroke,
    PickPaint,
    Resize,
    TurnTo,
)
from companion.session.pages.drawings import BoardsLoaded
from companion.session.view import PROGRAM, SUMMARY
from companion.testing.screen_checks import LEAST_TARGET, screen_faults
from companion.ui.i18n import set_language
from companion.ui.widgets.keyboard import SPACE
from tests.recorded import recorded
from tests.typed import present, serve
from tests.ui.stand import SIZES, Stand, on_stand


def sought(stand: Stand, label: str) -> Any:
    """Return the choice with this label, scrolled into view."""
    scroll_list = stand.screen.scroll_list
    for step in range(40):
        scroll_list.offset = min(scroll_list.beyond, step * scroll_list.height * 0.4)
        stand.show(stand.screen.view)
        for plate in plates(stand.screen):
            if (
                str(plate[1]) == label
                and scroll_list.y
                < plate[0].y + plate[0].height / 2
                < scroll_list.y + scroll_list.height
            ):
                return plate[0]
        if scroll_list.offset >= scroll_list.beyond:
            break
    raise AssertionError(
        f"{label!r} cannot be rolled to: "
        f"there is {[str(words) for _, words in plates(stand.screen)]}"
    )


def plates(screen: Any) -> list[tuple[Any, Any]]:
    """Return every choice beside the board, or on the page of own boards, with its words."""
    panels = screen.groups.made
    found = [
        (plate, plate.choice.label) for panel in panels for plate in getattr(panel, "plates", [])
    ]
    tiles = getattr(screen, "_tiles", None)
    return found + [
        (plate, plate.tile.choice.label) for plate in (tiles.plates if tiles is not None else [])
    ]


def tap(stand: Stand, label: str) -> None:
    """Touch the choice with this label."""
    stand.tap(sought(stand, label))


def less(stand: Stand, title: str) -> None:
    """Take one column or row away."""
    panel = next(panel for panel in stand.screen.groups.made if str(panel.group.title) == title)
    stand.screen.scroll_list.reach(panel)
    stand.show(stand.screen.view)
    stand.tap(
        next(panel for panel in stand.screen.groups.made if str(panel.group.title) == title).plates[
            0
        ]
    )


def typed(stand: Stand, name: str) -> None:
    """Type a name on the keyboard, letter by letter."""
    page = stand.screen.over
    for letter in name:
        stand.tap(page.keyboard.keys[letter if letter != " " else SPACE])
    stand.tap(page.finish)


def board(loop: EventLoop) -> Any:
    """Return the board in work."""
    return loop.session.open_state("draw", DrawState).drawing.board


def paint(stand: Stand, *tiles: str) -> None:
    """Take a paint from the page of all trays."""
    tap(stand, "Paint")
    if stand.screen.view.body.where != "paints ":
        tap(stand, "All elements")
    for tile in tiles:
        tap(stand, tile)


def over(stand: Stand, *squares: str) -> None:
    """Drag a finger over squares."""
    spots = [stand.screen.board.middle(square) for square in squares]
    stand.drag(spots[0], *(spots[1:] or spots))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_board_by_touch(size: tuple[int, int], tmp_path: Path) -> None:
    """Draw a board by touch, and play a turn on it."""
    loop = open_session(seed=3, players=("person", "random"))
    serve(loop.host, keep_board=lambda kept: keep_board(tmp_path, kept))
    with on_stand(size, loop.view, loop) as stand:
        stand.tap(stand.screen.offers["drawings"])
        tap(stand, "An empty board")
        typed(stand, "SMALL YARD")
        tap(stand, "Whole board")
        for title, times in (("Columns", 6), ("Rows", 11)):
            for _ in range(times):
                less(stand, title)
        assert (board(loop).columns, board(loop).rows, board(loop).name) == (6, 5, "Small Yard")
        paint(stand, "Starts")
        over(stand, "A1", "D1")
        paint(stand, "Floors", "Pit")
        over(stand, "C3", "D3")
        paint(stand, "Carriers", "Belt")
        over(stand, "A2", "A4")
        over(stand, "A4", "C4")
        paint(stand, "Walls")
        stand.tap(stand.screen.board.middle("F3", east=-0.42))
        paint(stand, "Flags")
        over(stand, "F5")
        over(stand, "B5")
        assert [
            element.entry()
            for element in board(loop).elements
            if element.word not in ("start", "pit")
        ] == [
            "A2 belt N",
            "A3 belt N",
            "E3 wall E",
            "A4 belt E",
            "B4 belt E",
            "C4 belt E",
        ]
        stand.tap(stand.screen.undo)
        assert board(loop).suggested_flags == ("F5",)
        stand.tap(stand.screen.redo)
        assert board(loop).suggested_flags == ("F5", "B5") and len(board(loop).starts) == 4
        stand.tap(stand.screen.footer.back)
        stand.tap(stand.screen.footer.back)
        scroll_list = stand.screen.boards.scroll_list
        scroll_list.offset = scroll_list.beyond
        stand.tap(stand.screen.boards.tiles["own/board-1"])
        assert (
            loop.session.lobby.setup.board == "own/board-1"
            and loop.session.lobby.setup.markers == ("F5", "B5")
            and screen_faults(stand.screen) == []
        )
    assert (
        parse_board(board_path(tmp_path, "board-1").read_text("utf-8"), "x")
        == present(loop.session.config.board("own/board-1")).board
    )
    loop.send(Go("rules"))
    loop.send(Begin())
    until(loop, Wanted(PROGRAM))
    assert loop.view.board is not None and loop.view.board.board.name == "Small Yard"
    until(loop, Wanted(SUMMARY))


@pytest.mark.parametrize("name", DRAWING_SCENES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_everything_is_there_readable_and_large_enough(name: str, size: tuple[int, int]) -> None:
    """Show every scene without cut words, and small or overlapping targets."""
    with on_stand(size, DRAWING_SCENES[name]().view) as stand:
        assert screen_faults(stand.screen) == []


def many() -> EventLoop:
    """Return a session with the greatest number of own boards."""
    loop = open_session(seed=3)
    loop.send(
        BoardsLoaded(
            tuple(
                OwnBoard(f"board-{number}", finished(f"Board number {number}"))
                for number in range(1, 12)
            )
        )
    )
    return loop


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_first_page_has_room_for_all_of_them(size: tuple[int, int]) -> None:
    """Show all own boards beside those of the game."""
    loop = many()
    with on_stand(size, loop.view, loop) as stand:
        assert (
            len(stand.screen.boards.tiles) == len(SHIPPED) + 11
            and screen_faults(stand.screen) == []
        )


def painting(*messages: object) -> EventLoop:
    """Return an empty board of the usual size with a tool in hand."""
    loop = open_session(seed=3)
    for message in (NewBoard(""), GiveBoardName("YARD"), *messages):
        loop.send(message)
    return loop


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_what_is_near_is_painted_where_the_finger_is(size: tuple[int, int]) -> None:
    """Paint on near squares; move the view by margins and by a finger without a tool."""
    loop = painting(OpenTray("floor"), PickPaint("pit"))
    with on_stand(size, loop.view, loop) as stand:
        canvas = stand.screen.board
        stand.tap(stand.screen.lens)
        if canvas.side > 40:
            assert canvas.side >= 59
        before = canvas.touch_at(canvas.x + canvas.width / 2, canvas.y + canvas.height / 2)
        stand.tap((canvas.x + canvas.width / 2, canvas.y + canvas.height / 2))
        assert f"{before.square} pit" in [element.entry() for element in board(loop).elements]
        stand.tap((canvas.x + canvas.width / 2, canvas.y + 4))
        moved = canvas.touch_at(canvas.x + canvas.width / 2, canvas.y + canvas.height / 2)
        assert int(moved.square[1:]) < int(before.square[1:])
        stand.screen.send(PickPaint(""))
        strokes = len(loop.session.open_state("draw", DrawState).drawing.past)
        stand.drag(
            (canvas.x + canvas.width / 2, canvas.y + canvas.height / 2),
            (canvas.x + canvas.width / 2, canvas.y + canvas.height / 2 - 120),
        )
        again = canvas.touch_at(canvas.x + canvas.width / 2, canvas.y + canvas.height / 2)
        assert (
            int(again.square[1:]) > int(moved.square[1:])
            and len(loop.session.open_state("draw", DrawState).drawing.past) == strokes
        )
        stand.tap(stand.screen.lens)
        assert not canvas.near


def test_what_cannot_be_is_said_on_the_screen(tmp_path: Path) -> None:
    """Refuse a ninth start, a used name and a full disk in words; ask before deleting a board."""
    loop = painting(OpenTray(""), PickPaint("start"))
    with on_stand(SIZES[0], loop.view, loop) as stand:
        over(stand, "A1", "I1")
        over(stand, "A2")
        assert (
            str(stand.screen.notice.words.text) == recorded("Every-seat-has-its-start")
            and stand.screen.notice.parent is not None
        )
        tap(stand, "Whole board")
        tap(stand, "Name")
        typed(stand, "GOING TRAIN")
        assert (
            str(stand.screen.notice.words.text) == recorded("Another-board-is-called-Going-Train")
            and stand.screen.over is not None
            and stand.screen.notice.parent is not None
        )
        stand.tap(
            next(
                child
                for child in stand.screen.over.walk()
                if getattr(child, "symbol", "") == "back"
            )
        )
        (tmp_path / "boards").write_text("no folder", "utf-8")
        serve(loop.host, keep_board=lambda kept: keep_board(tmp_path, kept))
        over(stand, "A1")
        assert str(stand.screen.notice.words.text) == recorded(
            "until-the-next-start", folder=tmp_path
        )
        tap(stand, "Whole board")
        tap(stand, "Delete it")
        tap(stand, "Keep it")
        assert len(loop.session.config.own_boards) == 1
        tap(stand, "Whole board")
        tap(stand, "Delete it")
        tap(stand, "Delete it")
        assert loop.session.config.own_boards == () and not loop.session.is_open("draw")


def test_printing_says_where_the_sheets_lie(tmp_path: Path) -> None:
    """Name the printed files once they are made."""
    loop = painting()
    serve(loop.host, print_board=lambda wanted: print_board(tmp_path, wanted))
    with on_stand(SIZES[0], loop.view, loop) as stand:
        tap(stand, "Whole board")
        tap(stand, "Print it")
        loop.host.background.wait()
        loop.poll(0)
        stand.show(loop.view)
        assert "board-1-a3.pdf" in str(stand.screen.notice.words.text)


def test_the_choice_of_a_board_follows_what_is_painted_on_it() -> None:
    """Follow the painted board on its tile."""
    loop = open_session(seed=3)
    loop.send(BoardsLoaded((OwnBoard("board-1", finished()),)))
    loop.send(ChooseBoard("own/board-1"))
    with on_stand(SIZES[0], loop.view, loop) as stand:
        for message in (DrawBoard("board-1"), PickPaint("pit"), PaintStroke((Touch("A9"),))):
            loop.send(message)
        loop.send(loop.view.on_back)
        stand.show(loop.view)
        assert "A9 pit" in [
            element.entry()
            for element in stand.screen.boards.tiles["own/board-1"].thumb.board.elements
        ]
        assert (
            stand.screen.boards.detail.thumb.board
            == stand.screen.boards.tiles["own/board-1"].thumb.board
        )


@pytest.mark.parametrize("language", ["en", "de"])
def test_all_paints_and_all_forms_can_be_read(language: str) -> None:
    """Show every tray and every element's form on the smallest screen without faults."""
    loop = open_session(seed=3)
    for message in (NewBoard(""), GiveBoardName("YARD")):
        loop.send(message)
    game = Painting.of(loop.session.config.game)
    assert game is not None
    set_language(language)
    try:
        with on_stand(SIZES[0], loop.view, loop) as stand:
            for tray in game.trays:
                stand.screen.send(OpenTray(tray.key))
                assert rolled(stand) == [], tray.key
                for paint in tray.paints:
                    # Only its form is checked, so nothing before it has to be drawn.
                    for touch in (
                        PickPaint(paint.key),
                        PaintStroke((Touch("E5", 1, True),)),
                        TurnTo("square"),
                    ):
                        loop.send(touch)
                    stand.show(loop.view)
                    assert loop.view.body.where == "square" and rolled(stand) == [], paint.key
                    loop.send(TurnTo("paints"))
    finally:
        set_language("en")


def rolled(stand: Stand) -> list[str]:
    """Return the faults at the top of the list and at its end."""
    scroll_list, found = stand.screen.scroll_list, screen_faults(stand.screen)
    if scroll_list.beyond > 1:
        scroll_list.offset = scroll_list.beyond
        stand.show(stand.screen.view)
        found += screen_faults(stand.screen)
        scroll_list.offset = 0
    return found


def test_the_largest_board_is_seen_whole_and_near() -> None:
    """Show a board of forty squares a side, whole and near."""
    loop = painting(Resize(40, 40), PickPaint("pit"))
    with on_stand(SIZES[0], loop.view, loop) as stand:
        canvas = stand.screen.board
        assert canvas.side >= 8 and screen_faults(stand.screen) == []
        stand.tap(stand.screen.lens)
        assert canvas.side >= LEAST_TARGET
        stand.tap(canvas.middle("T20"))
        assert [element.entry() for element in board(loop).elements] == ["T20 pit"]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_grid_of_cards_is_painted_by_fingers(size: tuple[int, int]) -> None:
    """Paint a grid of cards by touch, and offer it beside those of the game."""
    loop = grid()
    with on_stand(size, loop.view, loop) as stand:
        stand.tap(stand.screen.offers["drawings"])
        tap(stand, "An empty board")
        typed(stand, "TUBE")
        for tray, paint, squares in (
            ("Targets", "Target 1", "A7"),
            ("", "Target 2", "C4"),
            ("", "Target 3", "G5"),
            ("Belts", "Belt of clubs", "B3 E3"),
            ("", "Belt of spades", "F4 F6"),
        ):
            if tray:
                stand.screen.send(OpenTray(""))
                tap(stand, tray)
            tap(stand, paint)
            stand.drag(*(stand.screen.board.middle(square) for square in (squares.split() * 2)[:2]))
        assert screen_faults(stand.screen) == [] and str(stand.screen.view.hint) == recorded(
            "It-has-no-faults-and-can"
        )
        assert grid_of_board(board(loop)).lines == (
            "JH . . . . . .",
            ". . . . . ^S .",
            ". . . . . ^S KH",
            ". . QH . . ^S .",
            ". >C >C >C >C . .",
            ". . . . . . .",
            ". . . . . . .",
        )
        stand.tap(stand.screen.footer.back)
        stand.tap(stand.screen.footer.back)
        stand.tap(stand.screen.boards.tiles["own/board-1"])
        assert loop.session.lobby.setup.board == "own/board-1" and screen_faults(stand.screen) == []


def test_the_way_to_the_faults_is_called_and_marked_as_the_hint_says() -> None:
    """Name the button in the hint, and mark it with a sign."""
    loop = DRAWING_SCENES["draw-grid-faults"]()
    tabs = loop.view.body.groups[0].choices
    faulty = next(choice for choice in tabs if choice.symbol == "warning")
    assert str(loop.view.hint) == recorded("Touch-label", faulty=faulty.label)
    assert {"Square G2", "Whole board"} <= {str(choice.label) for choice in tabs}
