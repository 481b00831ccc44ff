"""Test the review of a race by touch: opening, turn by turn, everything readable."""

from __future__ import annotations

import pytest

from companion.gallery.scenes import SCENES
from companion.session.messages import ClosePage, OpenPage
from companion.session.pages.review import ReviewPage, ReviewRow, ReviewTurn
from companion.session.view import OVER, REVIEW, SeatSign
from companion.testing.screen_checks import screen_faults
from companion.ui.screens.review import chances_of
from companion.words import text
from tests.recorded import recorded
from tests.scenes import view_of
from tests.ui.stand import SIZES, button, on_stand, settle

REVIEWS = [name for name in SCENES if name.startswith("review")]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_review_can_be_read(size: tuple[int, int]) -> None:
    """Keep every review readable to its end, also while it is calculated."""
    with on_stand(size, view_of(REVIEWS[0])) as stand:
        for name in REVIEWS:
            view = view_of(name)
            waiting = view._replace(body=ReviewPage(0, 0, waits=text("Calculating…")))
            for shown in (view, waiting, view):
                stand.show(shown)
                found = screen_faults(stand.screen)
                stand.screen.scroll_list.offset = stand.screen.scroll_list.beyond
                settle()
                assert [*found, *screen_faults(stand.screen)] == [], name


def test_chances_are_called_so() -> None:
    """Call chances by their name, also unchanged ones."""
    row = ReviewRow(SeatSign("BRASS", "brass", "circle"), 20, 33, ())
    assert str(chances_of(row)) == recorded("chance-20-to-33")
    assert str(chances_of(row._replace(after=20))) == recorded("chance-still-20")


def test_touches_lead_there_and_from_turn_to_turn() -> None:
    """Open the review after the race, and choose turns by buttons and along the rail."""
    loop = SCENES["review"]()
    loop.send(ClosePage(REVIEW))
    with on_stand(SIZES[0], loop.view, loop) as stand:
        assert loop.view.page == OVER
        stand.tap(button(stand.screen, "Review"))
        assert stand.heard() == [OpenPage(REVIEW)] and loop.view.page == REVIEW
        decided = loop.view.body.turn
        assert decided == loop.view.body.decided > 1
        stand.tap(stand.screen.earlier)
        assert stand.heard() == [ReviewTurn(decided - 1)] and loop.view.body.turn == decided - 1
        stand.tap(stand.screen.decisive)
        assert stand.heard() == [ReviewTurn(decided)] and stand.screen.decisive.parent is None
        rail = stand.screen.rail
        stand.tap((rail.at(1), rail.center_y))
        assert stand.heard() == [ReviewTurn(1)] and loop.view.body.turn == 1
        stand.tap((rail.at(loop.view.body.turns), rail.center_y))
        assert stand.heard() == [ReviewTurn(loop.view.body.turns)] and loop.view.body.later is None
        stand.tap(button(stand.screen, "Close"))
        assert loop.view.page == OVER
