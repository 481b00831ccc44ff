"""The results of a tournament as a value, as tables and as JSON.

They are ratings, every meeting, and how long pilots thought.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from companion.named_tuples import NamedTuple
from companion.tournament.match import GIVEN_UP, NOBODY, WON, RaceOutcome, ThinkingTimes
from companion.tournament.rating import Rating, Share, ratings, wilson
from companion.tournament.schedule import Meeting, RaceBoard, Schedule, ScheduledRace, Settings

CLEAR: Final = 0.6
"""The share of races that a step of a ladder should win against the one below."""


class FieldResults(NamedTuple):
    """The results of a field."""

    field: tuple[str, ...]
    ground: RaceBoard | None
    """None for all grounds together, as for `settings`."""
    settings: Settings | None
    races: int
    shares: Mapping[str, Share]
    """The shares of the races' points by pilot."""
    won: int
    """The number of races with a winner."""
    nobody: int
    """The number of races that ended without one."""
    given_up: int
    """The number of races that were given up after the last turn."""
    turns: float | None
    """The median of turns to a win, None without any."""
    soon: Share
    """The share of all races that were won within the turns asked for."""


class TournamentReport(NamedTuple):
    schedule: Schedule
    races: int
    """The number of races played, of `planned`."""
    planned: int
    within: int
    """The turns of `FieldResults.soon`."""
    ratings: Mapping[str, Rating]
    """By pilot, the strongest first, as is `thinking`; empty without two pilots."""
    thinking: Mapping[str, ThinkingTimes]
    meetings: tuple[FieldResults, ...]
    slips: Mapping[str, tuple[int, str]]
    """The number of each pilot's answers that chance replaced, with the first case in words."""


def points(race: ScheduledRace, outcome: RaceOutcome) -> dict[str, float]:
    """Return the share of the point for every pilot of a race."""
    # If a seat without a pilot has won, the others share the point.
    first = [seat for seat in outcome.first if seat in race.seated] or [*race.seated]
    return {
        name: sum(race.seated[seat] == name for seat in first) / len(first)
        for name in race.meeting.field
    }


def report_on(
    schedule: Schedule, outcomes: Sequence[RaceOutcome], planned: int, within: int
) -> TournamentReport:
    """Return the report on some outcomes of a schedule."""
    played = [(schedule.race(outcome.number), outcome) for outcome in outcomes]
    heats: dict[tuple[Meeting, int], list[dict[str, float]]] = {}
    for race, outcome in played:
        heats.setdefault((race.meeting, race.heat), []).append(points(race, outcome))
    rated = ratings(heats.values()) if schedule.heat > 1 else {}
    order = sorted(schedule.pilots, key=lambda name: -rated[name].elo if name in rated else 0.0)
    thinking = {name: ThinkingTimes() for name in order}
    for _, outcome in played:
        thinking |= {
            name: thinking[name].and_also(found) for name, found in outcome.thinking.items()
        }
    slips: dict[str, tuple[int, str]] = {}
    for race, outcome in played:
        for slip in outcome.slips:
            here = f"race {race.number} on {race.meeting.ground.title}, {slip.first}"
            before, first = slips.get(slip.pilot, (0, here))
            slips[slip.pilot] = (before + slip.number, first)
    return TournamentReport(
        schedule,
        len(outcomes),
        planned,
        within,
        {name: rated[name] for name in order if name in rated},
        thinking,
        tuple(_meetings(schedule, played, within)),
        slips,
    )


def _meetings(
    schedule: Schedule, played: Sequence[tuple[ScheduledRace, RaceOutcome]], within: int
) -> Iterable[FieldResults]:
    """Yield the results of each field on each ground, then on all of them."""
    found: dict[Meeting, list[tuple[ScheduledRace, RaceOutcome]]] = {}
    for race, outcome in played:
        found.setdefault(race.meeting, []).append((race, outcome))
    for field in schedule.fields:
        own = {
            meeting: found[meeting]
            for meeting in schedule.meetings
            if meeting.field == field and meeting in found
        }
        yield from (
            _field_results(field, meeting.ground, meeting.settings, races, within)
            for meeting, races in own.items()
        )
        if len(own) > 1:
            yield _field_results(
                field, None, None, [race for races in own.values() for race in races], within
            )


def _field_results(
    field: tuple[str, ...],
    ground: RaceBoard | None,
    settings: Settings | None,
    played: Sequence[tuple[ScheduledRace, RaceOutcome]],
    within: int,
) -> FieldResults:
    scores = [points(race, outcome) for race, outcome in played]
    ends = [outcome.ending for _, outcome in played]
    turns = [outcome.turns for _, outcome in played if outcome.ending == WON]
    shares = {name: wilson(sum(score[name] for score in scores), len(scores)) for name in field}
    soon = wilson(sum(number <= within for number in turns), len(played))
    middle = statistics.median(turns) if turns else None
    return FieldResults(
        field,
        ground,
        settings,
        len(played),
        shares,
        len(turns),
        ends.count(NOBODY),
        ends.count(GIVEN_UP),
        middle,
        soon,
    )


# ---- Tables --------------------------------------------------------------------------------------


def tables(report: TournamentReport) -> list[str]:
    """Return the report as lines of Markdown: the pilots, the wins, and the races."""
    schedule = report.schedule
    if report.races == report.planned:
        played = f"{report.races} races"
    else:
        played = f"{report.races} of {report.planned} races"
    seats = f"{schedule.seats} seat{'s' if schedule.seats > 1 else ''}"
    words = " or ".join(_setting_words(one) for one in schedule.settings)
    head = (
        f"{played}, {seats}, {words}, given up after {schedule.turns} turns, seed {schedule.seed}, "
        f"code {schedule.code}"
    )
    slips = [
        f"{name}: chance played for it {number} times, first in {first}"
        for name, (number, first) in report.slips.items()
    ]
    parts = [
        [head],
        _pilots_table(report),
        _wins_table(report),
        _races_table(report),
        *([line] for line in slips),
    ]
    return [
        line
        for number, part in enumerate(part for part in parts if part)
        for line in ([""] if number else []) + part
    ]


def _pilots_table(report: TournamentReport) -> list[str]:
    """Return the table of strengths and thinking times."""
    rows = []
    for name, found in report.thinking.items():
        rating = report.ratings.get(name)
        rated = (
            ()
            if rating is None
            else (
                f"{rating.elo:.0f}",
                f"± {rating.error:.0f}",
                f"{rating.races}",
                f"{100 * rating.points / rating.races:.1f} %",
            )
        )
        if found.answers:
            times = (
                found.seconds / found.answers,
                found.quantile(0.5),
                found.quantile(0.99),
                found.longest,
            )
            rows.append(
                (name, *rated, f"{found.answers}", *(f"{1000 * seconds:.3g}" for seconds in times))
            )
    heads = ("Elo", "95 %", "races", "points") if report.ratings else ()
    return _table(
        ("pilot", *heads, "answers", "ms each", "half within", "99 % within", "longest"), rows
    )


def _wins_table(report: TournamentReport) -> list[str]:
    """Return the shares of races: of two pilots that of the first, of several that of each."""
    fields = list(dict.fromkeys(met.field for met in report.meetings if len(met.field) > 1))
    columns = [
        (field, name) for field in fields for name in (field[:1] if len(field) == 2 else field)
    ]
    if not columns:
        return []
    cells = {
        (_board_title(met, report), met.field, name): _share(share)
        for met in report.meetings
        for name, share in met.shares.items()
    }
    places = sorted(
        {_board_title(met, report): met.ground is None for met in report.meetings}.items(),
        key=lambda place: place[1],
    )
    rows = [
        (place, *(cells.get((place, *column), "") for column in columns)) for place, _ in places
    ]
    if all(len(field) == 2 for field in fields):
        # On how many boards the first of two wins clearly.
        clear = [
            [
                met.shares[field[0]].share >= CLEAR
                for met in report.meetings
                if met.field == field and met.ground is not None
            ]
            for field in fields
        ]
        rows.append(
            (f"at least {100 * CLEAR:.0f} %", *(f"{sum(wins)} of {len(wins)}" for wins in clear))
        )
    return _table(
        (
            "won on",
            *(f"{name} against {field[1]}" if len(field) == 2 else name for field, name in columns),
        ),
        rows,
    )


def _races_table(report: TournamentReport) -> list[str]:
    """Return how the races of each field went, of pilots alone board by board."""
    rows = []
    for field in report.schedule.fields:
        met = [one for one in report.meetings if one.field == field]
        # The sum of all is last; with only one board there is none.
        for one in met if len(field) == 1 else met[-1:]:
            if len(field) == 1:
                who = f"{field[0]}, {_board_title(one, report)}"
            else:
                who = " against ".join(field)
            rows.append(
                (
                    who,
                    f"{one.races}",
                    "–" if one.turns is None else f"{one.turns:g}",
                    _share(one.soon),
                    f"{one.nobody}",
                    f"{one.given_up}",
                )
            )
    if rows:
        return _table(
            ("races", "number", "turns", f"won within {report.within}", "nobody left", "given up"),
            rows,
        )
    return []


def _setting_words(settings: Settings) -> str:
    return " ".join(f"{key}={word}" for key, word in settings) or "the usual settings"


def _board_title(met: FieldResults, report: TournamentReport) -> str:
    if met.ground is None:
        return "**all**"
    if len(report.schedule.settings) > 1:
        return f"{met.ground.title} ({_setting_words(met.settings or ())})"
    return met.ground.title


def _share(share: Share) -> str:
    return f"{100 * share.share:.1f} % ({100 * share.low:.1f}–{100 * share.high:.1f})"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    # Words to the left, numbers to the right.
    lines = [
        " | ".join(
            cell.ljust(width) if not index else cell.rjust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in (heads, *rows)
    ]
    rule = " | ".join(
        "-" * width if not index else "-" * (width - 1) + ":" for index, width in enumerate(widths)
    )
    return [f"| {line} |" for line in (lines[0], rule, *lines[1:])]


# ---- JSON ----------------------------------------------------------------------------------------


def as_json(report: TournamentReport) -> dict[str, Any]:
    """Return the report as JSON values; shares from 0 to 1, times in milliseconds."""
    schedule = report.schedule
    return {
        "races": report.races,
        "planned": report.planned,
        "seats": schedule.seats,
        "turns": schedule.turns,
        "seed": schedule.seed,
        "code": schedule.code,
        "game": schedule.game,
        "within": report.within,
        "ratings": {
            name: {
                "elo": round(rating.elo, 1),
                "error": round(rating.error, 1),
                "races": rating.races,
                "points": rating.points,
            }
            for name, rating in report.ratings.items()
        },
        "meetings": [
            {
                "field": met.field,
                "board": met.ground and met.ground.board,
                "markers": met.ground and met.ground.markers,
                "settings": None if met.settings is None else dict(met.settings),
                "races": met.races,
                "shares": {name: _round_values(share) for name, share in met.shares.items()},
                "won": met.won,
                "nobody": met.nobody,
                "given_up": met.given_up,
                "turns": met.turns,
                "won_within": _round_values(met.soon),
            }
            for met in report.meetings
        ],
        "thinking": {
            name: {
                "answers": found.answers,
                "mean": _ms(found.seconds / found.answers),
                "p50": _ms(found.quantile(0.5)),
                "p99": _ms(found.quantile(0.99)),
                "longest": _ms(found.longest),
            }
            for name, found in report.thinking.items()
            if found.answers
        },
        "slips": {
            name: {"number": number, "first": first}
            for name, (number, first) in report.slips.items()
        },
    }


def _round_values(share: Share) -> list[float]:
    return [round(bound, 4) for bound in share]


def _ms(seconds: float) -> float:
    return round(1000 * seconds, 4)
