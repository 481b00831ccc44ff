"""Test the page of updates by touch: choosing, installing, and the restart."""

from __future__ import annotations

import pytest
from kivy.uix.widget import Widget

from companion.gallery.computer import DONE, OFFERS, SEEN, UPDATE_SCENES, Away
from companion.gallery.race import session_after
from companion.session.messages import ClosePage, OpenPage
from companion.session.pages.table import OpenTable
from companion.session.pages.update import (
    ChooseUpdate,
    InstallUpdate,
    StartAgain,
    UpdateHeard,
    UpdatePage,
)
from companion.session.view import TABLE, UPDATE
from companion.testing.screen_checks import screen_faults
from companion.words import sentences, text, verbatim
from tests.recorded import recorded
from tests.scenes import view_of
from tests.ui.stand import SIZES, Stand, button, on_stand, settle

LYING = SIZES[0]


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", [*UPDATE_SCENES, "table"])
def test_every_scene_is_readable_and_large_enough(name: str, size: tuple[int, int]) -> None:
    """Keep all targets large and apart, and cut no words, at every size."""
    with on_stand(size, view_of(name)) as stand:
        assert screen_faults(stand.screen) == []


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_fullest_page_is_readable(size: tuple[int, int]) -> None:
    """Keep many updates with long names and reasons readable to the end of the list."""
    long = OFFERS[2]._replace(
        path="/run/media/x/clockwork_derby-1.2.3.post45+with.a.local.name-py3-none-any.whl"
    )
    long = long._replace(
        words=sentences(*[text("{file} is damaged.", file=long.path.rpartition("/")[2])] * 9)
    )
    loop = session_after()
    loop.host.background = Away()
    loop.send(OpenPage("update"))
    loop.send(
        SEEN._replace(
            version="10.20.30.post40",
            offers=(*OFFERS[:2] * 4, *[long] * 4),
            slots=tuple(
                verbatim(f"{slot}, and what there is to say of it" * 3) for slot in SEEN.slots
            ),
        )
    )
    with on_stand(size, loop.view._replace(notice="It cannot be done. " * 4)) as stand:
        scroll_list = stand.screen.panel.scroll_list
        assert screen_faults(stand.screen) == [] and scroll_list.beyond > 0
        scroll_list.offset = scroll_list.beyond
        settle()
        assert screen_faults(stand.screen) == []


def plate(stand: Stand, words: str) -> Widget:
    """Return the update in the list with these words."""
    return next(
        widget
        for widget in stand.screen.panel.scroll_list.shown.values()
        if hasattr(widget, "label") and words in widget.label.text
    )


def test_it_is_opened_from_the_table_test_and_led_by_touch() -> None:
    """Choose and install an update from the table test, and return to it."""
    loop = session_after(OpenTable())
    loop.host.background = Away()
    with on_stand(LYING, loop.view, loop) as stand:
        stand.tap(button(stand.screen, "Update"))
        assert (
            stand.heard() == [OpenPage("update")]
            and stand.screen.view.page == UPDATE
            and button(stand.screen, "Check again").disabled
        )
        loop.send(SEEN)
        stand.show(loop.view)
        stand.tap(plate(stand, "1.4.0"))
        stand.tap(button(stand.screen, "Back"))
        stand.tap(plate(stand, "1.4.0"))
        stand.tap(button(stand.screen, "Install"))
        assert stand.heard() == [
            ChooseUpdate(OFFERS[0].path),
            ChooseUpdate(""),
            ChooseUpdate(OFFERS[0].path),
            InstallUpdate(),
        ]
        for seconds in (1, 2):
            loop.send(UpdateHeard(7, "working", verbatim("It is being tried."), seconds))
            stand.show(loop.view)
        with pytest.raises(LookupError):
            button(stand.screen, "Close")
        loop.send(UpdateHeard(7, "done", DONE))
        stand.show(loop.view)
        stand.tap(button(stand.screen, "Restart now"))
        stand.tap(button(stand.screen, "Later"))
        assert (
            stand.heard() == [StartAgain(), ClosePage("update")] and stand.screen.view.page == TABLE
        )


def test_touching_one_that_is_blocked_says_why() -> None:
    """Explain why an update is blocked during a game."""
    loop = UPDATE_SCENES["update-playing"]()
    with on_stand(LYING, loop.view, loop) as stand:
        stand.tap(plate(stand, "1.4.0"))
        body = stand.screen.view.body
        assert (
            isinstance(body, UpdatePage)
            and body.offers
            and stand.screen.notice.words.text == recorded("A-game-is-being-played")
        )


def test_a_list_stays_where_it_was_rolled_to() -> None:
    """Keep the list's offset until its updates change."""
    loop = UPDATE_SCENES["update-chosen"]()
    with on_stand(LYING, loop.view, loop) as stand:
        scroll_list = stand.screen.panel.scroll_list
        scroll_list.offset = scroll_list.beyond
        rolled = scroll_list.offset
        stand.show(loop.view._replace(hint="Something else."))
        assert scroll_list.offset == rolled > 0
        stand.show(view_of("update-found"))
        assert scroll_list.offset == 0
