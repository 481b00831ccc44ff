"""Tournaments of a game that fills seats by itself: a pilot plays all its seats.

A seat without a player earns no points.
"""

from __future__ import annotations

import pytest

from companion.tournament.match import WON, RaceOutcome, play_races
from companion.tournament.report import points
from companion.tournament.schedule import RaceBoard, Schedule, code_of

FIELD = ("steady", "random")


def schedule(seats: int) -> Schedule:
    """Return a schedule of two pilots on one board, with few turns."""
    return Schedule(
        "cardbot", (FIELD,), (RaceBoard("cardbot-full"),), ((),), seats, 3, "it", code_of(FIELD)
    )


def outcome(*first: int) -> RaceOutcome:
    """Return the end of a race that these seats have won."""
    return RaceOutcome(0, first, 3, WON, "", (), {})


def test_a_pilot_plays_all_its_seats() -> None:
    """Give a pilot all its seats, swapped in the second race of a heat; both can win together."""
    there, back = schedule(2).race(0), schedule(2).race(1)
    assert there.seated == {1: "steady", 2: "random", 3: "steady", 4: "random"} and back.seated == {
        1: "random",
        2: "steady",
        3: "random",
        4: "steady",
    }
    assert points(there, outcome(3)) == {"steady": 1.0, "random": 0.0} and points(
        there, outcome(3, 4)
    ) == {"steady": 0.5, "random": 0.5}


def test_a_seat_that_nobody_plays_wins_for_nobody() -> None:
    """Share the point among the others if an empty seat wins."""
    race = schedule(3).race(0)
    assert race.seated == {1: "steady", 2: "random", 3: "steady"}
    assert points(race, outcome(4, 2)) == {"steady": 0.0, "random": 1.0}
    assert points(race, outcome(4)) == pytest.approx({"steady": 2 / 3, "random": 1 / 3})


@pytest.mark.parametrize("seats", (2, 3))
def test_such_races_are_played(seats: int) -> None:
    """Give every seat that is asked a pilot that answers."""
    found = play_races(schedule(seats).as_json(), (0, 1))
    assert [outcome.turns for outcome in found] == [3, 3] and not any(
        outcome.slips for outcome in found
    )
