"""The strength of pilots from races: Elo and shares, with error bars.

The pilot of a race's winner scores a point; seats that share a win share the point. A pilot whose
number is r wins against pilots with s, t, … with the probability e^r / (e^r + e^s + e^t + …); for
two that is Bradley and Terry's model, and 400 / ln 10 times r is Elo: 200 points more win three
races of four. The numbers are the most likely ones for the races played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from math import exp, log, sqrt
from operator import mul
from typing import Final, TypeAlias

from companion.named_tuples import NamedTuple

SCALE: Final = 400 / log(10)
MIDDLE: Final = 1500
"""The mean of all that play."""
Z: Final = 1.959964
"""Standard deviations on either side of the mean that hold 95 %."""
PRIOR: Final = 1.0
"""Additional drawn races for each field, so that a pilot that wins every race has a finite number.
"""

PRECISE: Final = 1e-9
"""The last step towards the most likely numbers."""

Points: TypeAlias = Mapping[str, float]
"""The share of a race's point for every pilot in it, 0 for those without any."""
Heat: TypeAlias = tuple[tuple[tuple[str, float], ...], ...]
"""The points of some races with the same luck."""
Heats: TypeAlias = Counter[Heat]
Matrix: TypeAlias = list[list[float]]


class Share(NamedTuple):
    """A share between 0 and 1, and its bounds with 95 %."""

    share: float
    low: float
    high: float


class Rating(NamedTuple):
    elo: float
    """Against the mean of all that play."""
    error: float
    """Half the width of its 95 % interval."""
    races: int
    points: float


def wilson(points: float, races: int) -> Share:
    """Return the share of points in so many races, with Wilson's interval.

    It is from 0 to 1 without a race.
    """
    if not races:
        return Share(0.0, 0.0, 1.0)
    share, spread = points / races, Z * Z / races
    middle, half = share + spread / 2, Z * sqrt(share * (1 - share) / races + spread / (4 * races))
    return Share(
        share, max(0.0, (middle - half) / (1 + spread)), min(1.0, (middle + half) / (1 + spread))
    )


def ratings(heats: Iterable[Sequence[Points]]) -> dict[str, Rating]:
    """Return every pilot's rating, in the order in which they come first.

    A heat is some races with the same luck. Races of a heat are not independent: together they are
    one observation (a sandwich estimator). If that is narrower than the model's own interval for as
    many races, as when a pilot always wins, the wider one counts.
    """
    # Many heats have equal results, and are computed once.
    kinds: Heats = Counter(tuple(tuple(race.items()) for race in heat) for heat in heats if heat)
    names = list(dict.fromkeys(name for heat in kinds for race in heat for name, _ in race))
    fields = {tuple(name for name, _ in race) for heat in kinds for race in heat}
    drawn: Heats = Counter(
        (tuple((name, PRIOR / len(field)) for name in field),) for field in fields
    )
    strength = _most_likely(names, kinds + drawn)
    inverse = _inverse(_curvature(names, strength, kinds + drawn))
    # How much the slopes of heats differ: the sum of their products.
    spread = _zeros(len(names))
    for heat, often in (kinds + drawn).items():
        slope = _slope(names, strength, heat)
        for row, left in zip(spread, slope, strict=True):
            row[:] = [
                before + often * left * right for before, right in zip(row, slope, strict=True)
            ]
    robust = _product(_product(inverse, spread), inverse)
    few = kinds.total() / max(1, kinds.total() - 1)
    errors = {
        name: Z * SCALE * sqrt(max(inverse[index][index], few * robust[index][index], 0.0))
        for index, name in enumerate(names)
    }
    races, points = Counter[str](), dict.fromkeys(names, 0.0)
    for heat, often in kinds.items():
        for name, share in (part for race in heat for part in race):
            races[name] += often
            points[name] += often * share
    return {
        name: Rating(MIDDLE + SCALE * strength[name], errors[name], races[name], points[name])
        for name in names
    }


def _most_likely(names: Sequence[str], heats: Heats) -> dict[str, float]:
    """Return the most likely numbers of these races with the mean 0, by Newton's method."""
    strength = dict.fromkeys(names, 0.0)
    for _ in range(100):
        slope = [0.0] * len(names)
        for heat, often in heats.items():
            slope = [
                before + often * rise
                for before, rise in zip(slope, _slope(names, strength, heat), strict=True)
            ]
        step = [sum(map(mul, row, slope)) for row in _inverse(_curvature(names, strength, heats))]
        longest = max(map(abs, step), default=0.0)
        # A long step may overshoot if a pilot wins nearly always.
        short = 1.0 / max(1.0, longest)
        strength = {
            name: strength[name] + short * change for name, change in zip(names, step, strict=True)
        }
        if longest < PRECISE:
            break
    return strength


def _chances(strength: Mapping[str, float], field: Iterable[str]) -> dict[str, float]:
    weights = {name: exp(strength[name]) for name in field}
    whole = sum(weights.values())
    return {name: weight / whole for name, weight in weights.items()}


def _slope(names: Sequence[str], strength: Mapping[str, float], heat: Heat) -> list[float]:
    """Return how much likelier a heat becomes with each number."""
    slope = dict.fromkeys(names, 0.0)
    for race in heat:
        weight, chances = (
            sum(points for _, points in race),
            _chances(strength, (name for name, _ in race)),
        )
        for name, points in race:
            slope[name] += points - weight * chances[name]
    return list(slope.values())


def _curvature(names: Sequence[str], strength: Mapping[str, float], heats: Heats) -> Matrix:
    """Return how sharply the likelihood falls off around the numbers, all races together."""
    place, total = {name: index for index, name in enumerate(names)}, _zeros(len(names))
    for heat, often in heats.items():
        for race in heat:
            weight, chances = (
                often * sum(points for _, points in race),
                _chances(strength, (name for name, _ in race)),
            )
            for name, other in product(chances, repeat=2):
                total[place[name]][place[other]] += (
                    weight * chances[name] * ((name == other) - chances[other])
                )
    return total


# ---- Small matrices ------------------------------------------------------------------------------


def _zeros(size: int) -> Matrix:
    return [[0.0] * size for _ in range(size)]


def _product(left: Matrix, right: Matrix) -> Matrix:
    return [
        [
            sum(a * b for a, b in zip(row, column, strict=True))
            for column in zip(*right, strict=True)
        ]
        for row in left
    ]


def _inverse(matrix: Matrix) -> Matrix:
    """Return the inverse of a symmetric matrix whose rows add up to 0 (its pseudo-inverse).

    It acts among numbers with the mean 0. Pilots without any connection by races would make it
    infinite; a tiny connection with everybody prevents that.
    """
    size = len(matrix)
    bond = 1e-9
    rows = [
        [entry + 1 / size + bond * (row == column) for column, entry in enumerate(entries)]
        for row, entries in enumerate(matrix)
    ]
    wide = [
        [*entries, *(float(row == column) for column in range(size))]
        for row, entries in enumerate(rows)
    ]
    for pivot in range(size):
        best = max(range(pivot, size), key=lambda row: abs(wide[row][pivot]))
        wide[pivot], wide[best] = wide[best], wide[pivot]
        wide[pivot] = [entry / wide[pivot][pivot] for entry in wide[pivot]]
        for row in range(size):
            if row != pivot and wide[row][pivot]:
                factor = wide[row][pivot]
                wide[row] = [
                    entry - factor * above
                    for entry, above in zip(wide[row], wide[pivot], strict=True)
                ]
    return [[entry - 1 / size for entry in entries[size:]] for entries in wide]
