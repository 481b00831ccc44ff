"""Test corrections by touch: a bumped clank, a register played again, a wiped screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.app.loop import EventLoop
from companion.gallery.race import EIGHT, LONG_NAMES, in_part, playing, race, until
from companion.session.messages import ChooseBoard, SetName
from companion.session.pages.history import HistoryPage
from companion.session.view import HISTORY, LOCKED, MENU, PLAY, PlayPage
from companion.ui.widgets.choice_plate import ChoicePlate
from companion.ui.widgets.map import camera
from companion.ui.widgets.rows import ListPlate
from tests.recorded import recorded
from tests.ui.stand import SIZES, Stand, button, on_stand, settle
from tests.ui.test_hold import hold

LYING = SIZES[0]


def session_after() -> EventLoop:
    """Return a session of three people and five pilots in the middle of a register."""
    named = (SetName(seat, name) for seat, name in enumerate(LONG_NAMES, 1))
    loop = race(
        *named, ChooseBoard("going-train"), players=("person", "person", "person", *EIGHT[3:])
    )
    moving = in_part("cards")
    return until(loop, playing(lambda view, page: page.round == 2 and moving(view, page)))


def choice(stand: Stand, words: str) -> Any:
    """Return the choice with these words, scrolled into view.

    Raises:
        LookupError: If there is none.
    """
    scroll_list = stand.screen.scroll_list
    while True:
        for found in scroll_list.walk(restrict=True):
            if (
                isinstance(found, ChoicePlate)
                and str(found.choice.label) == words
                and scroll_list.y <= found.y <= scroll_list.y + scroll_list.height - found.height
            ):
                return found
        if scroll_list.offset >= scroll_list.beyond:
            raise LookupError(f"nothing to choose says {words!r}")
        scroll_list.offset = min(scroll_list.beyond, scroll_list.offset + scroll_list.height / 3)
        settle()


def open_menu(stand: Stand) -> None:
    """Hold the wrench until the menu opens."""
    hold(stand, stand.screen.header.menu, lambda: stand.screen.view.page == MENU)


def tap_square(stand: Stand, square: str, done: Callable[[], bool]) -> None:
    """Tap a square of the map up to three times: the first tap may only zoom in."""
    board_map = stand.screen.map
    for _ in range(3):
        if done():
            return
        x, y, _, _ = board_map._frame()
        across, up = board_map._camera.pixel(camera.middle_of(square))
        stand.tap((x + across, y + up))
    assert done()


def carry_out(stand: Stand) -> list[str]:
    """Touch Done until the race goes on, and return the instructions shown on the way."""
    lines = []
    while stand.screen.view.page == PLAY and stand.screen.view.body.part == "back":
        lines.append(stand.screen.view.body.instruction.words)
        stand.tap(button(stand.screen, "Done"))
    return lines


def test_a_bumped_clank_is_put_back_by_touch() -> None:
    """Correct a clank's square and heading, and mark the correction in the history."""
    loop = session_after()
    with on_stand(LYING, loop.view, loop) as stand:
        open_menu(stand)
        stand.tap(choice(stand, "CHRONOMETER"))
        free = next(
            square
            for square in ("F9", "F8", "G9", "H9")
            if square not in {clank.square for clank in stand.screen.view.board.pieces}
        )
        tap_square(stand, free, lambda: stand.screen.view.body.preview is not None)
        stand.tap(choice(stand, "S"))
        stand.tap(
            next(
                fold
                for fold in stand.screen.scroll_list.walk()
                if getattr(getattr(fold, "label", None), "text", "") == "Why?"
            )
        )
        stand.tap(choice(stand, "bumped"))
        assert stand.screen.view.body.preview.words[0].said() == recorded(
            "to-free-facing-S", free=free
        )
        stand.tap(button(stand.screen, "Put it there"))
        assert stand.screen.view.page == PLAY
        open_menu(stand)
        stand.tap(choice(stand, "History"))
        assert stand.screen.view.page == HISTORY
        rows = stand.screen.view.body.rows
        (changed,) = [row for row in rows if row.by_hand]
        assert free in str(changed.words) and "bumped" in str(changed.note)
        assert (
            any(
                isinstance(widget, ListPlate) and widget.row.about == changed
                for widget in stand.screen.scroll_list.children
            )
            or len(rows) > 5
        )


def test_a_register_is_taken_back_and_the_table_follows_by_touch() -> None:
    """Go back one register by touch, with instructions for the pieces on the table."""
    loop = session_after()
    with on_stand(LYING, loop.view, loop) as stand:
        stand.tap(button(stand.screen, "Back"))
        stand.tap(choice(stand, "One register"))
        assert (
            str(stand.screen.view.title) == recorded("Going-back")
            and stand.screen.rounds.parent is None
        )
        assert carry_out(stand)
        page = stand.screen.view.body
        assert (
            isinstance(page, PlayPage)
            and page.part != "back"
            and stand.screen.rounds.parent is not None
        )
        assert page.round == 1


def test_going_back_from_the_history_by_touch() -> None:
    """Go back to an entry chosen in the history."""
    loop = session_after()
    with on_stand(LYING, loop.view, loop) as stand:
        open_menu(stand)
        stand.tap(choice(stand, "History"))
        scroll_list = stand.screen.scroll_list
        scroll_list.offset = 0
        settle()
        wanted = next(row for row in stand.screen.view.body.rows if str(row.when) == "Register 1")
        stand.tap(
            next(
                w
                for w in scroll_list.children
                if isinstance(w, ListPlate) and w.row.about == wanted
            )
        )
        assert (
            isinstance(stand.screen.view.body, HistoryPage)
            and stand.screen.view.body.chosen is not None
        )
        stand.tap(button(stand.screen, "Back to here"))
        carry_out(stand)
        page = stand.screen.view.body
        assert (
            isinstance(page, PlayPage)
            and page.round == 1
            and str(page.instruction.words) == str(wanted.words)
        )


def test_the_screen_is_locked_and_unlocked_by_touch() -> None:
    """Ignore wiping while the screen is locked, and unlock it to the page before."""
    loop = session_after()
    before = loop.view
    with on_stand(LYING, loop.view, loop) as stand:
        open_menu(stand)
        stand.tap(choice(stand, "Clean screen"))
        assert stand.screen.view.page == LOCKED
        stand.drag((30.0, 30.0), (700.0, 400.0), (30.0, 400.0))
        assert stand.screen.view.page == LOCKED
        hold(stand, stand.screen.calm.unlock, lambda: stand.screen.view.page != LOCKED)
        assert stand.screen.view == before
