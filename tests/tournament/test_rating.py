"""Elo and its error bars: known cases, races of known strengths, and invariants."""

from __future__ import annotations

import random
from math import exp, log

import pytest

from companion.tournament.rating import SCALE, Points, ratings, wilson


def heats(won: int, lost: int, drawn: int = 0) -> list[list[Points]]:
    """Return so many races between A and B, each by itself."""
    first, second, neither = ({"A": share, "B": 1.0 - share} for share in (1.0, 0.0, 0.5))
    races: list[Points] = [*[first] * won, *[second] * lost, *[neither] * drawn]
    return [[points] for points in races]


def test_three_races_of_four_are_191_points() -> None:
    """Rate three wins of four by 400 · log₁₀ 3, half up and half down; draws count half."""
    for found in (ratings(heats(30_000, 10_000)), ratings(heats(25_000, 5_000, 10_000))):
        assert found["A"].elo - found["B"].elo == pytest.approx(SCALE * log(3), abs=0.1)
        assert found["A"].elo + found["B"].elo == pytest.approx(3000)
    assert (found["A"].races, found["A"].points, found["B"].points) == (40_000, 30_000, 10_000)


def test_error_bars_hold_what_they_promise() -> None:
    """Cover the truth in about 95 % of 200 tournaments with known strengths, also in a chain."""
    truth = {"A": -0.8, "B": 0.1, "C": 0.7}
    draw, inside = random.Random(5), 0
    for _ in range(200):
        played = []
        for first, second in (("A", "B"), ("B", "C")):
            chance = 1 / (1 + exp(truth[second] - truth[first]))
            for _ in range(80):
                heat = [draw.random() < chance for _ in range(2)]
                played.append([{first: float(won), second: float(not won)} for won in heat])
        found = ratings(played)
        inside += sum(
            abs(found[name].elo - 1500 - SCALE * truth[name]) <= found[name].error for name in truth
        )
    assert 0.92 <= inside / 600 <= 0.985


def test_races_of_one_heat_are_one_observation() -> None:
    """Count races of one heat once: two equal pairs say no more than two races."""
    alone = ratings(heats(60, 40))["A"].error
    doubled = ratings([heat * 2 for heat in heats(60, 40)])["A"].error
    assert (
        doubled == pytest.approx(alone, rel=0.02)
        and ratings(heats(120, 80))["A"].error < 0.75 * alone
    )


def test_who_wins_always_has_a_number_and_a_wide_bar() -> None:
    """Give a pilot that always wins a finite rating and a wide bar."""
    found = ratings([heat * 2 for heat in heats(250, 0)])
    assert 800 < found["A"].elo - found["B"].elo < 1600 and found["A"].error > 100


def test_all_in_one_race() -> None:
    """Rate half of the races of three as two wins of three against each."""
    races: list[list[Points]] = [
        [{name: float(name == winner) for name in "ABC"}] for winner in "AABC" * 5000
    ]
    found = ratings(races)
    assert found["A"].elo - found["B"].elo == pytest.approx(SCALE * log(2), abs=0.1) and found[
        "B"
    ].elo == pytest.approx(found["C"].elo)


def test_no_race_and_one_race() -> None:
    """Divide nothing by zero; centre pilots that never met within their own groups."""
    assert ratings([]) == {} and wilson(0, 0) == (0.0, 0.0, 1.0)
    assert ratings(heats(1, 0))["A"].elo > 1500
    apart = ratings([*heats(1, 1), [{"C": 1.0, "D": 0.0}], [{"C": 0.0, "D": 1.0}]])
    assert {round(rating.elo) for rating in apart.values()} == {1500}


def test_shares_have_wilsons_interval() -> None:
    """Compute Wilson's interval as in the books: 10 of 20, 0 of 10, all of 10."""
    assert wilson(10, 20) == pytest.approx((0.5, 0.2993, 0.7007), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0.0, 0.0, 0.2775), abs=1e-4) and wilson(10, 10)[
        1:
    ] == pytest.approx((0.7225, 1.0), abs=1e-4)
