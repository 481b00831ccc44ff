"""What is kept of people who race: the eleven counters as facts, and the achievements with their pictures and how far somebody is."""
from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final

from companion.art import Disc, Line, Polygon, Shape, box
from companion.engine.events import Event
from companion.games.base import Achievement, Counts, Fact
from companion.games.race.achievements import ACHIEVEMENTS, achieved
from companion.games.race.counters import Counters, counters_of
from companion.words import Text, count, text, verbatim

HEADS: Final[tuple[tuple[str, Text, Callable[[int], Text]], ...]] = (
    ("fields_forward", text("Squares forward"), lambda number: count("{number} square forward", "{number} squares forward", number)),
    ("fields_backward", text("Squares backward"), lambda number: count("{number} square backward", "{number} squares backward", number)),
    ("left_turns", text("Left turns"), lambda number: count("{number} turn to the left", "{number} turns to the left", number)),
    ("right_turns", text("Right turns"), lambda number: count("{number} turn to the right", "{number} turns to the right", number)),
    ("uturns", text("U-turns"), lambda number: count("{number} U-turn", "{number} U-turns", number)),
    ("damage_taken", text("Damage taken"), lambda number: text("{points} damage taken", points=number)),
    ("damage_caused", text("Damage caused"), lambda number: text("{points} damage caused", points=number)),
    ("damage_repaired", text("Damage repaired"), lambda number: text("{points} damage repaired", points=number)),
    ("deaths", text("Times destroyed"), lambda number: count("destroyed once", "destroyed {number} times", number)),
    ("robots_destroyed", text("Others destroyed"), lambda number: count("{number} other destroyed", "{number} others destroyed", number)),
    ("opponents_pushed", text("Others pushed"), lambda number: count("{number} push", "{number} pushes", number)),
    ("power_downs", text("Rests"), lambda number: count("{number} rest", "{number} rests", number)),
)
"""The counters in the order in which people read them: the name, the head of the line, and what a number means in words."""


def statistics_of(events: Iterable[Event], seats: Iterable[int]) -> tuple[Counts, ...]:
    """The counters of each seat, as facts and as numbers by their names."""
    return tuple(Counts(seat, facts_of(counted._asdict()), counted._asdict()) for seat, counted in counters_of(events, seats).items())


def facts_of(numbers: Mapping[str, int]) -> tuple[Fact, ...]:
    """Numbers by the names of counters as facts; a counter that is missing counts as 0."""
    return tuple(Fact(head, verbatim(str(numbers.get(name, 0))), say(numbers.get(name, 0))) for name, head, say in HEADS)


def reached(before: Mapping[str, int], game: Mapping[str, int]) -> tuple[Achievement, ...]:
    """What holds after a game that is over, by the sums of the games before it."""
    keys = achieved(counted(before), counted(game))
    return tuple(one for one in known(before, ()) if one.key in keys)


def known(totals: Mapping[str, int], keys: Collection[str]) -> tuple[Achievement, ...]:
    """All achievements with how far somebody is; those of single games count as reached by their `keys`."""
    numbers = counted(totals)
    return tuple(
        Achievement(one.key, one.name, one.about, picture(one.key), min(one.of(numbers), one.least), one.least) if one.most is None
        else Achievement(one.key, one.name, one.about, picture(one.key), int(one.key in keys), 1 if one.key in keys else 0)
        for one in ACHIEVEMENTS
    )


def counted(numbers: Mapping[str, int]) -> Counters:
    """Counters by their names; names that they do not have are left out."""
    return Counters(**{name: number for name, number in numbers.items() if name in Counters._fields})


# ---- Pictures ---------------------------------------------------------------------------------------------------------------

_PLATE: Final = (Disc((0.5, 0.5), 0.5, "ink"), Disc((0.5, 0.5), 0.46, "paper"))
_SIGNS: Final[tuple[tuple[Shape, ...], ...]] = (
    # A drop of oil, half a turn, a crack, a cross, steps, steps back, a ring, a beam, a plate, a pause, a push.
    (Polygon(((0.5, 0.86), (0.33, 0.5), (0.67, 0.5)), "ink"), Disc((0.5, 0.44), 0.19, "ink")),
    (Line(((0.36, 0.34), (0.36, 0.66), (0.64, 0.66), (0.64, 0.44)), "ink", 0.09), Polygon(((0.64, 0.26), (0.5, 0.46), (0.78, 0.46)), "ink")),
    (Line(((0.6, 0.82), (0.44, 0.6), (0.58, 0.48), (0.4, 0.26)), "ink", 0.09),),
    (box(0.45, 0.28, 0.55, 0.82, "ink"), box(0.3, 0.58, 0.7, 0.68, "ink")),
    (Polygon(((0.5, 0.82), (0.28, 0.56), (0.72, 0.56)), "ink"), box(0.44, 0.3, 0.56, 0.58, "ink")),
    (Polygon(((0.5, 0.28), (0.28, 0.54), (0.72, 0.54)), "ink"), box(0.44, 0.52, 0.56, 0.8, "ink")),
    (Disc((0.5, 0.56), 0.26, "ink"), Disc((0.5, 0.56), 0.17, "paper"), Polygon(((0.74, 0.72), (0.58, 0.62), (0.8, 0.48)), "ink")),
    (Line(((0.24, 0.56), (0.7, 0.56)), "ink", 0.1), Polygon(((0.84, 0.56), (0.66, 0.7), (0.66, 0.42)), "ink")),
    (box(0.28, 0.36, 0.72, 0.78, "ink"), box(0.46, 0.42, 0.54, 0.72, "paper"), box(0.36, 0.53, 0.64, 0.61, "paper")),
    (box(0.34, 0.34, 0.46, 0.78, "ink"), box(0.54, 0.34, 0.66, 0.78, "ink")),
    (box(0.24, 0.42, 0.46, 0.68, "ink"), Polygon(((0.5, 0.36), (0.8, 0.55), (0.5, 0.74)), "ink")),
)
"""By what is counted, in the order of the ids: three achievements each, but for the last."""
_SINGLE: Final[Mapping[str, tuple[Shape, ...]]] = {
    "ACH32": (Polygon(((0.5, 0.24), (0.76, 0.5), (0.72, 0.8), (0.28, 0.8), (0.24, 0.5)), "ink"),),
    "ACH33": (Disc((0.5, 0.56), 0.24, "ink"), Disc((0.42, 0.6), 0.05, "paper"), Disc((0.58, 0.6), 0.05, "paper"), box(0.4, 0.42, 0.6, 0.47, "paper")),
    "ACH34": (Disc((0.5, 0.55), 0.27, "ink"), Disc((0.5, 0.55), 0.2, "paper"), Line(((0.5, 0.8), (0.5, 0.3)), "ink", 0.07), Line(((0.5, 0.55), (0.32, 0.4)), "ink", 0.07),
              Line(((0.5, 0.55), (0.68, 0.4)), "ink", 0.07)),
}
MOST_DOTS: Final = 3


def picture(key: str) -> tuple[Shape, ...]:
    """A medal: what was counted, and below it a dot for each step."""
    if key in _SINGLE:
        return (*_PLATE, *_SINGLE[key])
    at = int(key.removeprefix("ACH")) - 1
    dots = at % MOST_DOTS + 1
    left = 0.5 - 0.06 * (dots - 1)
    return (*_PLATE, *_SIGNS[at // MOST_DOTS], *(Disc((left + 0.12 * dot, 0.14), 0.045, "ink") for dot in range(dots)))
