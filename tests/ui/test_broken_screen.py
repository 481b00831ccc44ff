"""The screen of a failed game: readable at every size, with a way on by touch."""

from __future__ import annotations

import pytest

from companion.games.asking import PlayOn
from companion.session.pages.failed import LeaveRace
from companion.testing.breaking import always, fails, nothing
from companion.testing.screen_checks import screen_faults, visible_widgets
from companion.ui.widgets.choice_plate import ChoicePlate
from tests.session.broken import WRONG_STEPS, Endless, answer_all, broken_quiz
from tests.session.quiz import begun
from tests.ui.stand import SIZES, Stand, on_stand

GAMES = {
    "nonsense": lambda: broken_quiz("next_step", always(WRONG_STEPS["a seat that does not play"])),
    "raises": lambda: broken_quiz("answered", fails),
    "unseen": lambda: broken_quiz("scene", fails),
    "endless": lambda: begun(Endless(lambda position: PlayOn(1))),
}


def words(stand: Stand) -> str:
    """Return all words on the screen."""
    return " ".join(getattr(widget, "text", "") for widget in visible_widgets(stand.screen))


def way(stand: Stand, label: str) -> ChoicePlate:
    """Return the choice with this label."""
    return next(
        widget
        for widget in visible_widgets(stand.screen)
        if isinstance(widget, ChoicePlate) and str(widget.choice.label) == label
    )


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_failure_is_said_and_can_be_left(size: tuple[int, int], name: str) -> None:
    """Name the game, its failure and the saved race; leave by one touch."""
    loop = GAMES[name]()
    title = loop.session.config.game.title
    with on_stand(size, loop.view, loop) as stand:
        answer_all(loop)
        stand.show(loop.view)
        assert screen_faults(stand.screen) == []
        assert f"{title} has failed" in words(stand) and "saved" in words(stand)
        step = loop.session.revision
        stand.tap(way(stand, "Leave the game"))
        assert stand.heard() == [LeaveRace(step)] and stand.screen.view.page == "seats"


def test_it_can_be_tried_again() -> None:
    """Return to the last position of the race by a touch."""
    loop = broken_quiz("next_step", nothing)
    with on_stand(SIZES[0], loop.view, loop) as stand:
        answer_all(loop)
        stand.show(loop.view)
        stand.tap(way(stand, "Try again"))
        assert (
            stand.screen.view.page == "rest"
            and loop.session.match is not None
            and set(loop.session.match.question.answers) == {1}
        )
