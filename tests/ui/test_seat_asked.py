"""Test that a tap on a seat's row after a turn shows its facts."""

from __future__ import annotations

import pytest

from companion.gallery.race import Wanted, race, until
from companion.session.pages.facts import AskPiece
from companion.session.view import SUMMARY
from companion.testing.screen_checks import screen_faults
from tests.ui.stand import SIZES, on_stand
from tests.ui.test_program_screen import words_of


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_row_of_the_standing_asks_about_its_seat(size: tuple[int, int]) -> None:
    """Show a seat's achievements, and return to the same standing."""
    loop = until(race(players=("random",) * 4), Wanted(SUMMARY))
    with on_stand(size, loop.view, loop) as stand:
        plate = next(
            child for child in stand.screen.standing.children if child.row.about.place == 2
        )
        stand.tap(plate)
        assert stand.heard() == [AskPiece(plate.row.about.seat)] and loop.view.page == "facts"
        assert "Achievements" in words_of(stand.screen) and screen_faults(stand.screen) == []
        stand.tap(stand.screen.footer.back)
        assert loop.view.page == SUMMARY
