"""The screen of a game that has failed: readable at every size, and by touch one comes on from there."""

from __future__ import annotations

import pytest

from companion.games.base import PlayOn
from companion.session.messages import Pick
from companion.session.pages.failed import LeaveRace
from companion.testing.eyes import faults, seen
from companion.ui.widgets.choice_plate import ChoicePlate
from tests.session.broken import RAISES, WRONG_WANTS, Broken, Endless, answers, begun
from tests.session.quiz import Quiz
from tests.ui.stand import SIZES, Stand, on_stand

GAMES = {
    "nonsense": lambda: Broken("want", answers(WRONG_WANTS["a seat that does not play"])),
    "raises": lambda: Broken("answered", RAISES, rounds=0),
    "unseen": lambda: Broken("scene", RAISES),
    "endless": lambda: Endless(lambda position: PlayOn(1)),
}


def words(stand: Stand) -> str:
    """Everything that stands on the screen."""
    return " ".join(getattr(widget, "text", "") for widget in seen(stand.screen))


def way(stand: Stand, label: str) -> ChoicePlate:
    """The choice with this label."""
    return next(
        widget
        for widget in seen(stand.screen)
        if isinstance(widget, ChoicePlate) and str(widget.choice.label) == label
    )


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_failure_is_said_and_can_be_left(size: tuple[int, int], name: str) -> None:
    """The game's name, what it did, that the race is kept; out of it by one touch."""
    game: Quiz = GAMES[name]()
    loop = begun(game)
    with on_stand(size, loop.view, loop) as stand:
        for seat in (1, 2):
            loop.send(Pick(seat, "yes"))
        stand.show(loop.view)
        assert faults(stand.screen) == []
        assert f"{game.title} has failed" in words(stand) and "saved" in words(stand)
        step = loop.session.step
        stand.tap(way(stand, "Leave the game"))
        assert stand.heard() == [LeaveRace(step)] and stand.screen.view.page == "seats"


def test_it_can_be_tried_again() -> None:
    """A touch leads back to where the race stood."""
    loop = begun(Broken("want", answers(None)))
    with on_stand(SIZES[0], loop.view, loop) as stand:
        for seat in (1, 2):
            loop.send(Pick(seat, "yes"))
        stand.show(loop.view)
        stand.tap(way(stand, "Try again"))
        assert (
            stand.screen.view.page == "rest"
            and loop.session.match is not None
            and set(loop.session.match.answers) == {1}
        )
