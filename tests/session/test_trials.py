"""Races of one player: those with corrections count for no record."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.app.loop import EventLoop, open_session
from companion.engine.changes import SetDamage
from companion.games import find_game
from companion.session.messages import (
    ApplyCorrection,
    Begin,
    ChooseBoard,
    ClearMarkers,
    Confirm,
    Go,
    SetRule,
    TouchSquare,
)
from companion.session.trials import ghost_of, trial_of
from companion.session.view import OVER, SUMMARY

ALONE = (
    ChooseBoard("going-train"),
    Go("flags"),
    ClearMarkers(),
    TouchSquare("G15"),
    SetRule("lives", "inf"),
    SetRule("mode", "time_trial"),
    Go("rules"),
    Begin(),
)


def raced(after_turn: Callable[[EventLoop], None]) -> EventLoop:
    """Return a finished race of one player; `after_turn` is called after the first turn."""
    loop, done = open_session(seed=3, players=("racer",), game=find_game("clockwork")), False
    for message in ALONE:
        loop.send(message)
    for _ in range(400):
        if loop.session.page == OVER:
            return loop
        if loop.session.page == SUMMARY and not done:
            done = True
            after_turn(loop)
        loop.send(Confirm(loop.session.revision))
        loop.poll(0.0)
    raise AssertionError(f"the race is on page {loop.session.page}")


@pytest.mark.parametrize(("points", "kept"), [(0, True), (1, False)])
def test_a_race_that_hands_have_changed_is_no_measure(points: int, kept: bool) -> None:
    """One point of damage is enough: the race says nothing about how well somebody plays."""
    loop = raced(lambda loop: loop.send(ApplyCorrection(SetDamage(1, points))) if points else None)
    trial = trial_of(loop.session)
    assert (trial is not None) == kept
    assert trial is None or (trial.track[-1][2] == "G15" and ghost_of(loop.session) == ())
