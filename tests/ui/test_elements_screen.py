"""The page of elements: opened from the choice of boards, readable, with examples by touch."""

from __future__ import annotations

import pytest

from companion.app.loop import open_session
from companion.session.messages import ClosePage, OpenPage, Tick
from companion.session.pages.elements import SECONDS, ElementsPage, ListExhibits, ShowExhibit
from companion.testing.screen_checks import screen_faults
from companion.ui.screens.base import body_of
from tests.ui.stand import SIZES, button, on_stand, settle


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_everything_can_be_read(size: tuple[int, int]) -> None:
    """Show the list from top to end; a touched row shows its picture and words."""
    loop = open_session(seed=3)
    with on_stand(size, loop.view, loop) as stand:
        stand.tap(button(stand.screen, "Elements"))
        assert stand.heard() == [OpenPage("elements")]
        loop.send(OpenPage("elements"))
        stand.show(loop.view)
        assert screen_faults(stand.screen) == []
        stand.tap(button(stand.screen, "All elements"))
        assert stand.heard() == [ListExhibits(True)]
        loop.send(ListExhibits(True))
        stand.show(loop.view)
        found = screen_faults(stand.screen)
        stand.screen.scroll_list.offset = stand.screen.scroll_list.beyond
        settle()
        last = max(stand.screen.scroll_list.shown.items())[1]
        stand.tap(last)
        said = stand.heard()
        assert said == [body_of(loop.view, ElementsPage).rows[-1].tells]
        loop.send(said[0])
        stand.show(loop.view)
        assert body_of(loop.view, ElementsPage).rows[-1].chosen
        assert [*found, *screen_faults(stand.screen)] == []
        stand.tap(button(stand.screen, "Close"))
        assert stand.heard() == [ClosePage("elements")]


def test_the_example_runs_round_and_round() -> None:
    """Repeat the example's pictures as time passes, even if the clock is set back."""
    loop = open_session(seed=3)
    loop.send(OpenPage("elements"))
    loop.send(ShowExhibit("belt"))
    seen, now = [], 100.0
    for _ in range(8):
        loop.send(Tick(now))
        seen.append(loop.view)
        now += SECONDS
    sentences = [body_of(view, ElementsPage).sentences for view in seen]
    assert any(sentences) and any(
        sentences[at] == sentences[0] and sentences[at + 1] == sentences[1] for at in range(2, 7)
    )
    loop.send(Tick(5.0))
    loop.send(ShowExhibit("spoon"))
    assert (
        next(row for row in body_of(loop.view, ElementsPage).rows if row.chosen).exhibit.key
        == "belt"
    )
