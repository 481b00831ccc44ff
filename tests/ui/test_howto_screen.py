"""The page on how to play, from the menu of a race: readable at all sizes, with one touch back."""

from __future__ import annotations

import pytest

from companion.app.loop import EventLoop, open_session
from companion.games import find_game, usual_game
from companion.session.messages import Begin, ClosePage, OpenPage
from companion.session.pages.menu import OpenMenu
from companion.testing.screen_checks import screen_faults
from tests.recorded import recorded
from tests.ui.stand import SIZES, button, on_stand, settle


def racing(key: str) -> EventLoop:
    """Return a race of this game."""
    loop = open_session(seed=3, players=("person", "random", "random"), game=find_game(key))
    loop.send(Begin())
    return loop


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_everything_can_be_read(size: tuple[int, int]) -> None:
    """Show the list from top to end, and its entry in the menu, without faults."""
    loop = racing("cardbot")
    loop.send(OpenMenu())
    with on_stand(size, loop.view, loop) as stand:
        assert screen_faults(stand.screen) == []
        loop.send(OpenPage("howto"))
        stand.show(loop.view)
        found = screen_faults(stand.screen)
        stand.screen.scroll_list.offset = stand.screen.scroll_list.beyond
        settle()
        assert [*found, *screen_faults(stand.screen)] == []
        stand.tap(button(stand.screen, "Close"))
        assert stand.heard() == [ClosePage("howto")] and loop.view.page == "menu"


def test_a_game_that_does_not_say_it_has_no_such_page() -> None:
    """Offer neither the page nor an entry where the game does not say how it is played."""
    loop = racing(usual_game().key)
    loop.send(OpenMenu())
    assert "How to play" not in [
        str(choice.label) for group in loop.view.body.groups for choice in group.choices
    ]
    loop.send(OpenPage("howto"))
    assert loop.view.page == "menu"
    loop = racing("cardbot")
    loop.send(OpenMenu())
    assert (
        [str(choice.label) for group in loop.view.body.groups for choice in group.choices]
    ) == recorded("How-to-play")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_first_page_leads_there(size: tuple[int, int]) -> None:
    """Offer the page in the footer of a game that says how it is played."""
    loop = open_session(seed=3, game=find_game("cardbot"))
    with on_stand(size, loop.view, loop) as stand:
        assert screen_faults(stand.screen) == []
        stand.tap(button(stand.screen, "How to play"))
        assert stand.heard() == [OpenPage("howto")]
        loop.send(OpenPage("howto"))
        assert loop.view.page == "howto"
        loop.send(ClosePage("howto"))
        assert loop.view.page == "board"
    assert not open_session(seed=3).view.body.how_to_play
