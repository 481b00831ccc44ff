"""Test the list of instructions: pinned news, and *All done*, which shows unseen rows first."""

from __future__ import annotations

import pytest

from companion.gallery.scenes import SCENES
from companion.session.messages import Confirm
from companion.session.view import PlayPage, View
from companion.testing.screen_checks import screen_faults
from companion.ui.i18n import set_language
from tests.recorded import recorded
from tests.scenes import view_of
from tests.ui.stand import SIZES, Stand, clock, instruction_plates, on_stand, settle


def rows_in_sight(stand: Stand) -> set[int]:
    """Return the numbers of the instructions whose middle is in view."""
    steps = stand.screen.steps
    return {
        plate.row.about.at
        for plate in instruction_plates(stand.screen)
        if steps.y <= plate.y + plate.height / 2 <= steps.y + steps.height
    }


def wait(stand: Stand) -> None:
    """Let the time pass for which an instruction must be seen."""
    clock().skip(stand.screen.view.preferences.seen * 1000 + 1000)
    settle()


def short(view: View) -> View:
    """Return the page with its first two lines alone."""
    assert isinstance(view.body, PlayPage)
    return view._replace(body=view.body._replace(lines=view.body.lines[:2]))


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", ["en", "de"])
def test_news_are_pinned_above_a_list_that_has_no_room_for_all_rows(
    size: tuple[int, int], language: str
) -> None:
    """Pin destroyed clanks and touched flags above a list longer than the window."""
    view = view_of("play-news")
    assert isinstance(view.body, PlayPage)
    assert [str(words) for words in view.body.news] == recorded("MAINSPRING-is-destroyed")
    set_language(language)
    try:
        with on_stand(size, view) as stand:
            news = stand.screen.list.news
            rows = {line.at for line in view.body.lines if "flag 1" in str(line.words)}
            assert rows and not rows & rows_in_sight(stand)
            assert (
                news.parent is not None
                and news.y >= stand.screen.steps.y + stand.screen.steps.height
            )
            assert (
                news.words.plain().count("MAINSPRING")
                == news.words.plain().count("WESTMINSTER")
                == 1
            )
            assert screen_faults(stand.screen) == []
            stand.show(short(view))
            assert news.parent is None and screen_faults(stand.screen) == []
    finally:
        set_language("en")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_list_of_four_robots_is_seen_as_a_whole(size: tuple[int, int]) -> None:
    """Confirm the command of four robots by one touch, in smaller letters or beside less map."""
    with on_stand(size, view_of("cardbot-list")) as stand:
        assert len(stand.screen.view.body.lines) >= 4
        assert rows_in_sight(stand) == {line.at for line in stand.screen.view.body.lines}
        assert stand.screen.steps.beyond < 1 and not stand.screen.steps.unseen
        assert screen_faults(stand.screen) == []


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_all_done_first_rolls_to_what_nobody_has_seen(size: tuple[int, int]) -> None:
    """Scroll to unseen rows at each touch, and confirm only when all were seen."""
    view = view_of("play-news")
    with on_stand(size, view) as stand:
        forward = stand.screen.footer.forward
        seen, touches = rows_in_sight(stand), 0
        everything = {line.at for line in view.body.lines}
        while forward.symbol == "down":
            before = stand.screen.steps.offset
            stand.tap(forward)
            assert forward.early, "a second touch of the same hand must not confirm"
            stand.tap(forward)
            wait(stand)
            assert stand.screen.steps.offset > before, "each touch shows something new"
            seen, touches = seen | rows_in_sight(stand), touches + 1
        assert seen == everything
        assert 0 < touches < len(everything) // 2 and stand.heard() == []
        stand.tap(forward)
        assert stand.heard() == [Confirm(view.revision)]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_one_touch_confirms_what_is_all_in_sight(size: tuple[int, int]) -> None:
    """Confirm a short list, or one scrolled to its end, by one touch."""
    view = view_of("play-news")
    with on_stand(size, short(view)) as stand:
        stand.tap(stand.screen.footer.forward)
        assert stand.heard() == [Confirm(view.revision)]
    with on_stand(size, view) as stand:
        steps = stand.screen.steps
        while steps.offset < steps.beyond - 1:
            steps.offset = min(steps.beyond, steps.offset + steps.height / 2)
            settle()
        stand.tap(stand.screen.footer.forward)
        assert stand.heard() == [Confirm(view.revision)]


def test_enter_shows_first_too() -> None:
    """Scroll to unseen rows by Enter too."""
    view = view_of("play-news")
    with on_stand(SIZES[0], view) as stand:
        stand.screen.key("enter")
        assert stand.heard() == [] and stand.screen.steps.offset > 0


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_list_is_confirmed_to_the_end_of_the_turn(size: tuple[int, int]) -> None:
    """Lead through a session's page by touches, and count the next page as unseen."""
    loop = SCENES["play-news"]()
    with on_stand(size, loop.view, loop) as stand:
        step = loop.session.revision
        for _ in range(20):
            stand.tap(stand.screen.footer.forward)
            wait(stand)
            if loop.session.revision != step:
                break
        assert loop.session.revision != step
        if stand.screen.view.page == "play" and stand.screen.list.parent is not None:
            assert bool(stand.screen.steps.unseen) == (stand.screen.footer.forward.symbol == "down")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_all_correct_first_rolls_to_what_nobody_has_seen(size: tuple[int, int]) -> None:
    """Scroll through every piece and flag before the table is confirmed."""
    view = view_of("clockwork-eight-check")
    with on_stand(size, view) as stand:
        forward, scroll_list, touches = stand.screen.footer.forward, stand.screen.scroll_list, 0
        assert str(view.hint) == recorded("touch-the-line-to-correct-it")
        while scroll_list.offset < scroll_list.beyond - 1:
            assert forward.symbol == "down"
            stand.tap(forward)
            assert stand.heard() == []
            wait(stand)
            touches += 1
        assert (
            (touches > 0) == (scroll_list.beyond > 0) and touches < 5 and forward.symbol == "next"
        )
        stand.tap(forward)
        assert stand.heard() == [view.on_forward]
