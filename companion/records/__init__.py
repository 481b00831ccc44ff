"""What is kept of people over their games: one entry for each race that was finished, from which totals, bests and achievements follow.

Entries are values; the file is JSON, and strictly read. They are beside the journal, since they outlive the games that are deleted there. A person is a
name that somebody has typed for a seat; capitals and blanks around it make no difference. Guests, whose pieces bear the names of their colours, are in none.
"""
from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from companion.errors import FormatFault

VERSION: Final = 1
"""Of the file; one of a newer version is left alone."""


class Played(NamedTuple):
    """What one person has done in a race: whether it was won, what was counted, by name, and the achievements that were reached with it."""

    name: str
    won: bool
    counts: Mapping[str, int]
    reached: tuple[str, ...] = ()


class RaceRecord(NamedTuple):
    """A finished race: what tells it from others, its day (YYYY-MM-DD), the key of its game, the version of its rules, its board, and who took part."""

    key: str
    day: str
    game: str
    version: int
    board: str
    people: tuple[Played, ...]


class Person(NamedTuple):
    """Somebody over all races of a game: how many, how many won, the sums, the best of a single race, achievements, and the keys of the races, in order."""

    name: str
    races: int
    won: int
    totals: Mapping[str, int]
    bests: Mapping[str, int]
    reached: tuple[str, ...]
    keys: tuple[str, ...]


Records = tuple[RaceRecord, ...]


def same(one: str, other: str) -> bool:
    """Whether two names are of one person."""
    return " ".join(one.split()).casefold() == " ".join(other.split()).casefold()


def kept(records: Records, race: RaceRecord) -> Records:
    """With one race more; one that is known by its key is replaced, so that no race counts twice."""
    return (*dropped(records, race.key), race)


def dropped(records: Records, key: str) -> Records:
    """Without a race whose end was taken back."""
    return tuple(race for race in records if race.key != key)


def forgotten(records: Records, name: str) -> Records:
    """Without anything about a person; races of which nobody is left are gone, too."""
    without = (race._replace(people=tuple(one for one in race.people if not same(one.name, name))) for race in records)
    return tuple(race for race in without if race.people)


def people_in(records: Iterable[RaceRecord], game: str) -> tuple[Person, ...]:
    """Everybody who has finished a race of a game, by name."""
    found: dict[str, list[tuple[RaceRecord, Played]]] = {}
    for race in records:
        for one in race.people if race.game == game else ():
            found.setdefault(" ".join(one.name.split()).casefold(), []).append((race, one))
    return tuple(_person([*entries]) for _, entries in sorted(found.items()))


def _person(entries: list[tuple[RaceRecord, Played]]) -> Person:
    totals: Counter[str] = Counter()
    bests: dict[str, int] = {}
    reached: dict[str, None] = {}
    for _, one in entries:
        totals.update(one.counts)
        for name, number in one.counts.items():
            bests[name] = max(number, bests.get(name, 0))
        reached.update(dict.fromkeys(one.reached))
    # Names are shown as they were typed last.
    return Person(
        entries[-1][1].name, len(entries), sum(one.won for _, one in entries), dict(totals), bests, tuple(sorted(reached)), tuple(race.key for race, _ in entries),
    )


# ---- The file ---------------------------------------------------------------------------------------------------------------


def text_of(records: Records) -> str:
    """The records as the text of their file."""
    races = [{**race._asdict(), "people": [{**one._asdict(), "reached": list(one.reached)} for one in race.people]} for race in records]
    return json.dumps({"version": VERSION, "races": races}, indent=1, ensure_ascii=False) + "\n"


def read_records(text: str, source: str) -> Records:
    """The records in a text; FormatFault says what is wrong with it, `source` names the file."""
    try:
        said = json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise FormatFault(source, None, "no JSON", "an object with version and races") from fault
    if not isinstance(said, dict) or said.keys() != {"version", "races"} or not isinstance(said["races"], list):
        raise FormatFault(source, None, str(said)[:60], "an object with version and races")
    if said["version"] != VERSION:
        raise FormatFault(source, None, f"version {said['version']!r}", f"version {VERSION}; a newer version of the app has written it")
    try:
        return tuple(map(_race, said["races"]))
    except (KeyError, TypeError, ValueError) as fault:
        raise FormatFault(source, None, f"a race that is none ({type(fault).__name__}: {fault})"[:120], "races as they were written") from fault


def _race(said: Any) -> RaceRecord:
    people = tuple(
        Played(str(one["name"]), _checked(one["won"], bool), {str(name): _checked(number, int) for name, number in one["counts"].items()}, tuple(map(str, one["reached"])))
        for one in said["people"]
    )
    return RaceRecord(str(said["key"]), str(said["day"]), str(said["game"]), _checked(said["version"], int), str(said["board"]), people)


def _checked(value: Any, kind: type) -> Any:
    if type(value) is not kind or kind is int and value < 0:
        raise ValueError(f"{value!r}")
    return value
