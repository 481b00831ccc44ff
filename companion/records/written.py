"""A book of people and races as readable JSON, written whole and read strictly.

Damage is noticed.

    {"version": 1, "next": 3, "people": [{"number": 1, "name": "ANNA"}],
     "races": [{"key": "7-1764106200", "date": "2026-11-25 20:15", …}]}
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from companion.content.livery import COLOURS, SHAPES
from companion.errors import FormatError
from companion.games.kit.story import NAMES
from companion.kept_names import from_kept, kept_facts
from companion.records.book import GUEST, Book, Person, RecordedRace, Result, Trial
from companion.records.tournament import OPEN_ENDED, Placed, Tournament, TournamentGame
from companion.words import Text, text, verbatim

VERSION: Final = 1
"""Of this text. This app must not touch one of a higher version."""


class NewerRecordsError(FormatError):
    """Records of a newer version of the app."""


def book_text(book: Book) -> str:
    """Return a book as text, with one race on each line for readers."""
    people = ",\n".join(f"  {_json_line(kept_facts(person))}" for person in book.people)
    races = ",\n".join(f"  {_json_line(race_facts(race))}" for race in book.races)
    trials = ",\n".join(f"  {_json_line(kept_facts(trial))}" for trial in book.trials)
    # Most tables have none, and their file stays the same.
    more = f',\n "trials": [\n{trials}\n ]' if trials else ""
    more += f',\n "ended": {json.dumps(book.ended)}' if book.ended else ""
    if book.tournament is not None:
        games = [
            {**kept_facts(game), "placed": [kept_facts(one) for one in game.placed]}
            for game in book.tournament.games
        ]
        facts = {**kept_facts(book.tournament), "games": games}
        more += f',\n "tournament": {_json_line(facts)}'
    return (
        f'{{"version": {VERSION}, "next": {book.next},\n "people": [\n{people}\n ],\n'
        f' "races": [\n{races}\n ]{more}}}\n'
    )


def race_facts(race: RecordedRace) -> dict[str, Any]:
    """Return a race as JSON values."""
    facts = kept_facts(race)
    return {
        "key": facts.pop("key"),
        "date": facts.pop("date"),
        **facts,
        "results": [
            {**kept_facts(result), "counted": dict(result.counted)} for result in race.results
        ],
    }


def read_book(content: str, source: str) -> Book:
    """Return the book in a text.

    Raises:
        FormatError: It is none.
        NewerRecordsError: It has a newer version.
    """
    try:
        said = json.loads(content)
    except (ValueError, RecursionError) as fault:
        raise FormatError(
            source, None, text("no JSON"), text("people and races, as this app writes them")
        ) from fault
    version = said.get("version") if isinstance(said, dict) else None
    if type(version) is not int or version < 1:
        raise _fault(source, text("at the top"), said, text("an object with a version"))
    if version > VERSION:
        raise NewerRecordsError(
            source,
            None,
            text("version {version}", version=version),
            text("version {known} at most", known=VERSION),
        )
    people = tuple(
        _person(source, number, one) for number, one in enumerate(_list(source, said, "people"), 1)
    )
    numbers = [person.number for person in people]
    races = tuple(
        _race(source, number, one, numbers)
        for number, one in enumerate(_list(source, said, "races"), 1)
    )
    if len(set(numbers)) < len(numbers) or len({race.key for race in races}) < len(races):
        raise _fault(source, text("in it"), numbers, text("every person and every race once"))
    following = said.get("next")
    if type(following) is not int or following <= max(numbers, default=GUEST):
        raise _fault(
            source, text("at {place}", place="next"), following, text("a number that no person has")
        )
    trials = tuple(
        _trial(source, number, one, numbers)
        for number, one in enumerate(_list(source, said, "trials") if "trials" in said else [], 1)
    )
    ended = said.get("ended", "")
    if not isinstance(ended, str):
        raise _fault(source, text("at {place}", place="ended"), ended, text("a word"))
    tournament = _tournament(source, said["tournament"]) if "tournament" in said else None
    return Book(people, races, following, trials, ended, tournament)


def _json_line(facts: Mapping[str, Any]) -> str:
    return json.dumps(facts, ensure_ascii=False)


def _fault(source: str, place: Text, found: Any, expected: Text) -> FormatError:
    return FormatError(
        source, None, text("{place} {found}", place=place, found=repr(found)[:60]), expected
    )


def _list(source: str, said: Mapping[str, Any], name: str) -> list[Any]:
    if not isinstance(said.get(name), list):
        raise _fault(source, text("at {place}", place=name), said.get(name), text("a list"))
    return list(said[name])


def _person(source: str, number: int, said: Any) -> Person:
    place = text("at person {number}", number=number)
    if (
        not isinstance(said, dict)
        or type(said.get("number")) is not int
        or said["number"] <= GUEST
        or not isinstance(said.get("name"), str)
    ):
        raise _fault(source, place, said, text("a number and a name"))
    if not said["name"].strip() or not said["name"].isprintable():
        raise _fault(source, place, said, text("a name that can be read"))
    return Person(said["number"], said["name"])


_OF_RACE: Final[Mapping[str, type]] = {
    "game": str,
    "version": int,
    "board": str,
    "turns": int,
    "key": str,
    "date": str,
}
_OF_RESULT: Final[Mapping[str, type]] = {"person": int, "seat": int, "place": int, "won": bool}


def _race(source: str, number: int, said: Any, people: list[int]) -> RecordedRace:
    place = text("at race {number}", number=number)
    facts = _plain(source, place, said, _OF_RACE)
    results = tuple(_result(source, place, one, people) for one in _list(source, said, "results"))
    if not results or not facts["key"]:
        raise _fault(source, place, said, text("a key and a result"))
    return from_kept(RecordedRace, {**facts, "results": results})


_OF_TRIAL: Final[Mapping[str, type]] = {
    "course": str,
    "turns": int,
    "rounds": int,
    "person": int,
    "key": str,
}


def _trial(source: str, number: int, said: Any, people: list[int]) -> Trial:
    place = text("at trial {number}", number=number)
    # An earlier version wrote no key.
    facts = _plain(
        source, place, {"key": "", **said} if isinstance(said, dict) else said, _OF_TRIAL
    )
    track = _list(source, said, "track")
    for spot in track:
        if (
            not isinstance(spot, list)
            or [type(part) for part in spot] != [int, int, str, int]
            or not 0 <= spot[3] < 4
        ):
            raise _fault(source, place, spot, text("turn, round, square and heading"))
    if facts["person"] not in (GUEST, *people):
        raise _fault(source, place, facts["person"], text("the number of a person"))
    return from_kept(
        Trial,
        {
            **facts,
            "track": tuple(
                (turn, round, square, heading) for turn, round, square, heading in track
            ),
        },
    )


_OF_TOURNAMENT: Final[Mapping[str, type]] = {"length": int, "ended": bool, "after": str}
_OF_GAME: Final[Mapping[str, type]] = {"game": str, "board": str, "key": str}
_OF_PLACED: Final[Mapping[str, type]] = {
    "name": str,
    "colour": str,
    "shape": str,
    "person": int,
    "place": int,
}


def _tournament(source: str, said: Any) -> Tournament:
    place = text("at {place}", place="tournament")
    facts = _plain(source, place, said, _OF_TOURNAMENT)
    games = []
    for one in _list(source, said, "games"):
        game = _plain(source, place, one, _OF_GAME)
        placed = []
        for other in _list(source, one, "placed"):
            placed_facts = _plain(source, place, other, _OF_PLACED)
            # Another version may have other signs.
            if placed_facts["colour"] not in COLOURS:
                placed_facts["colour"] = COLOURS[0]
            if placed_facts["shape"] not in SHAPES:
                placed_facts["shape"] = SHAPES[0]
            placed.append(from_kept(Placed, placed_facts))
        if not game["key"] or not placed:
            raise _fault(source, place, one, text("a key and a result"))
        games.append(from_kept(TournamentGame, {**game, "placed": tuple(placed)}))
    if facts["length"] < OPEN_ENDED or len({game.key for game in games}) < len(games):
        raise _fault(source, place, facts, text("every person and every race once"))
    return from_kept(Tournament, {**facts, "games": tuple(games)})


def _result(source: str, place: Text, said: Any, people: list[int]) -> Result:
    facts = _plain(source, place, said, _OF_RESULT)
    counted = said.get("counted")
    if not isinstance(counted, dict) or not all(
        name in NAMES and type(value) is int and value >= 0 for name, value in counted.items()
    ):
        raise _fault(source, place, counted, text("counters and numbers"))
    if facts["person"] not in people:
        raise _fault(source, place, facts["person"], text("the number of a person"))
    return from_kept(Result, {**facts, "counted": counted})


def _plain(source: str, place: Text, said: Any, kinds: Mapping[str, type]) -> dict[str, Any]:
    """Return the facts if they have exactly these types: true is no number."""
    if not isinstance(said, dict) or any(
        type(said.get(name)) is not kind for name, kind in kinds.items()
    ):
        raise _fault(source, place, said, verbatim(", ".join(kinds)))
    return {name: said[name] for name in kinds}
