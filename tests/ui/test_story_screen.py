"""The story of a round on the screen: it plays by itself, pauses, and confirms the round."""

from __future__ import annotations

import pytest
from kivy.clock import Clock

from companion.gallery.scenes import SCENES
from companion.session.messages import ClosePage, ConfirmRound
from companion.session.pages.story import WATCHED
from companion.session.view import PLAY, STORY
from companion.testing.screen_checks import screen_faults
from companion.ui.i18n import set_language
from tests.ui.stand import SIZES, Stand, button, clock, on_stand, settle

LYING = SIZES[0]


def wait(seconds: float) -> None:
    """Let so many seconds pass."""
    until = Clock.get_time() + seconds
    while Clock.get_time() < until:
        clock().skip(100_000)
        settle()


def watch(stand: Stand) -> None:
    """Play the story to its end."""
    for _ in range(300):
        if not stand.screen.plays:
            return
        wait(0.2)
    raise AssertionError("the story does not end")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_round_is_watched_twice_and_then_confirmed(size: tuple[int, int]) -> None:
    """Touch Watch, see every moment, watch again, and touch All done once for everything."""
    loop = SCENES["play-news"]()
    with on_stand(size, loop.view, loop) as stand:
        stand.tap(button(stand.screen, "Watch"))
        assert stand.heard() == [WATCHED] and stand.screen.view.page == STORY
        shown: set[int] = set()
        while stand.screen.plays:
            if stand.screen.at not in shown:
                shown.add(stand.screen.at)
                assert screen_faults(stand.screen) == []
                beat = stand.screen.beat
                assert stand.screen.map.picture == beat.board
                assert (stand.screen.drama.parent is not None) == bool(beat.drama)
            wait(0.2)
        assert len(shown) == len(stand.screen.page.beats) > 5
        stand.screen.map.finish()
        assert screen_faults(stand.screen) == [] and stand.heard() == []
        stand.tap(button(stand.screen, "Watch again"))
        assert stand.screen.plays and stand.screen.at == 0
        watch(stand)
        while stand.screen.view.page == STORY:
            stand.tap(stand.screen.footer.forward)
        assert [type(message) for message in stand.heard()] == [ConfirmRound]
        assert loop.view.page == PLAY and loop.view.body.lines[0].state == "now"


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_touch_pauses_and_goes_on(language: str) -> None:
    """Pause by a touch of the map or the sentence, go on by the next one, skip to the moves."""
    set_language(language)
    try:
        loop = SCENES["story"]()
        with on_stand(LYING, loop.view, loop) as stand:
            screen = stand.screen
            stand.tap(screen.map)
            paused = screen.at
            wait(8)
            assert screen.paused and screen.at == paused and screen_faults(screen) == []
            stand.tap(screen.lines)
            assert not screen.paused and screen.at == paused + 1
            wait(4)
            assert screen.at > paused + 1
            stand.tap(screen.run)
            assert screen.paused
            stand.tap(screen.footer.forward)
            assert not screen.plays and stand.heard() == [] and screen_faults(screen) == []
            stand.tap(screen.footer.back)
            assert stand.heard() == [ClosePage(STORY)] and loop.view.page == PLAY
    finally:
        set_language("en")


def test_a_moment_lasts_about_a_second_and_longer_for_a_drama() -> None:
    """Play at a speed that people can follow, and stop when the page closes."""
    loop = SCENES["story"]()
    with on_stand(LYING, loop.view, loop) as stand:
        screen, begun = stand.screen, Clock.get_time()
        dramas = sum(bool(beat.drama) for beat in screen.page.beats)
        watch(stand)
        each = (Clock.get_time() - begun) / len(screen.page.beats)
        assert 0.9 < each < 2.2 and dramas
        screen.begin()
        stand.clear()
        at = screen.at
        wait(5)
        assert screen.at == at


def test_reduced_motion_tells_the_same_at_rest() -> None:
    """Jump to each result where nothing on the map may move."""
    loop = SCENES["story"]()
    calm = loop.view._replace(
        preferences=loop.view.preferences._replace(calm=True), revision=loop.view.revision
    )
    with on_stand(LYING, calm) as stand:
        screen = stand.screen
        screen.begin()
        for at, beat in enumerate(screen.page.beats):
            assert screen.at == at and screen.map.picture == beat.board
            assert screen.map.progress == 1 and screen.map.motion_seconds == 0
            while screen.at == at:
                wait(0.2)
        assert not screen.plays


@pytest.mark.parametrize("name", ["play-pit", "play-flag", "play-large"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_drama_is_large_and_on_the_map(name: str, size: tuple[int, int]) -> None:
    """Look closely at its square, with a headline, for about a second; the rest stays usable."""
    loop = SCENES[name]()
    with on_stand(size, loop.view, loop) as stand:
        screen, board = stand.screen, loop.view.board
        assert screen.drama.parent is not None and board is not None and board.focus
        screen.map.finish()
        assert screen_faults(screen) == []
        side = screen.map._camera.side
        screen.map.show(board._replace(drama="", focus=None))
        # Another piece far away is in the sentence of the flag: both must be in view.
        assert screen.map._camera.side < side or name == "play-flag"
        screen.map.show(board)
        assert 1.0 <= screen.map.motion_seconds <= 2.5 and screen.map._camera.side == side
        screen.map.finish()
        for _ in range(9):
            if loop.session.match is None or loop.view.body.drama == "":
                break
            at = loop.session.match.shown.at
            stand.tap(screen.footer.forward)
            assert loop.session.match.shown.at != at or screen.to_see is not None
