"""Kept things have kept names: renamed classes and fields change no hash and no journal."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from enum import Enum
from itertools import combinations
from pathlib import Path
from types import UnionType
from typing import Any, Final, NamedTuple, get_args, get_origin, get_type_hints

import pytest

from companion.__main__ import main
from companion.games import find_game, game_keys
from companion.games.cardbot.stages import CardbotPosition
from companion.games.corrections import changes_of
from companion.games.diesel.stages import DieselPosition
from companion.kept_names import canonical, from_kept, is_kept, kept_as, kept_facts, mark_of_text
from companion.records.book import Person, RecordedRace, Result, Trial
from companion.session.past.spelling import KEPT
from companion.session.preferences import Preferences
from companion.tournament.schedule import Schedule
from companion.words import Text
from tests import renaming
from tests.child_process import apart
from tests.typed import present

RECORDED: Final = {
    "cardbot": "31de92ee5f3608c2",
    "clockwork": "d9952eb24ec16f84",
    "diesel": "a1efdbf5a614142c",
    "factory_rally": "47b8ba4d92712d04",
}
"""The hash of all hashes of two turns, from the time when they were made of `repr`."""


def words_for(game: str, folder: Path) -> list[str]:
    """Return the words that play pilots into a journal and print the hash after each message."""
    return [
        "simulate",
        "--game",
        game,
        "--games",
        "1",
        "--turns",
        "2",
        "--seed",
        "7",
        "--db",
        str(folder / f"{game}.db"),
    ]


def journal(folder: Path, game: str) -> list[tuple[str, str]]:
    """Return every kept line with its hash."""
    with closing(sqlite3.connect(folder / f"{game}.db")) as kept:
        return kept.execute("SELECT text, mark FROM entries ORDER BY place").fetchall()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Play two turns of each game with the code unchanged."""
    folder = tmp_path_factory.mktemp("played")
    for game in RECORDED:
        assert main(words_for(game, folder)) == 0
    return folder


def test_all_games_are_on_record() -> None:
    """Have a line for every game."""
    assert set(RECORDED) == set(game_keys())


@pytest.mark.parametrize("game", RECORDED)
def test_marks_stay_as_they_were(game: str, played: Path) -> None:
    """Get the same hashes as journals of before."""
    lines = journal(played, game)
    assert len(lines) > 30
    assert mark_of_text(" ".join(mark for _, mark in lines)) == RECORDED[game]


def test_enough_is_renamed() -> None:
    """Rename all classes, and fields of important ones, so that the test below is not empty.

    This comes first: the forks of this process need not read all sources again.
    """
    names = renaming.renames()
    assert set(renaming.kept_classes()) <= names.keys()
    assert {"robots", "targets", "tokens", "by_app", "seconds", "word"} <= names.keys() and len(
        names
    ) > 110


def test_nothing_that_is_kept_notices_other_names_in_the_code(played: Path, tmp_path: Path) -> None:
    """Keep hashes and lines the same after renaming every class and one field of most.

    Another process runs the renamed code.
    """
    line = [word for game in RECORDED for word in ("+", *words_for(game, tmp_path))]
    ran = apart(lambda: renaming.main(line), 200)
    assert ran.returncode == 0, ran.stderr
    for game in RECORDED:
        assert journal(tmp_path, game) == journal(played, game)


def classes(hint: Any, found: set[type]) -> Iterator[type]:
    """Return the named tuples and dataclasses within a type."""
    if get_origin(hint) is not None or isinstance(hint, UnionType):
        for part in get_args(hint):
            yield from classes(part, found)
    elif (
        isinstance(hint, type)
        and hint not in found
        and (hasattr(hint, "_fields") or hasattr(hint, "__dataclass_fields__"))
    ):
        found.add(hint)
        yield hint
        hints = get_type_hints(hint)
        names: Iterable[str] = getattr(hint, "_fields", ()) or getattr(
            hint, "__dataclass_fields__", ()
        )
        for name in names:
            yield from classes(hints[name], found)


def test_all_that_is_kept_says_its_names() -> None:
    """Give kept names to messages, corrections, hashed positions and files."""
    found: set[type] = {Text}
    changes = [change for key in game_keys() for change in changes_of(present(find_game(key)))]
    files = [Person, RecordedRace, Result, Trial, Preferences, Schedule]
    reached = [
        kind
        for start in (*KEPT, *changes, CardbotPosition, DieselPosition, *files)
        for kind in classes(start, found)
    ]
    assert len(reached) > 90
    assert [kind.__qualname__ for kind in reached if not is_kept(kind)] == []


# ---- The canonical text --------------------------------------------------------------------------


@kept_as("Piece square owner? marks?")
class Renamed(NamedTuple):
    """A class with another name in the code than in files."""

    place: str
    seat: int | None = None
    marks: frozenset[int] = frozenset()


class Colour(Enum):
    """An enumeration."""

    RED = 1


def test_a_text_is_made_of_kept_names_and_leaves_usual_values_out() -> None:
    """Write kept names in the order of the class, without default values."""
    assert canonical(Renamed("A1")) == "Piece(square='A1')"
    assert (
        canonical(Renamed("A1", 3, frozenset((2, 1))))
        == "Piece(square='A1', owner=3, marks=frozenset({1, 2}))"
    )
    assert kept_facts(Renamed("A1", 3)) == {"square": "A1", "owner": 3, "marks": frozenset()}
    assert from_kept(Renamed, {"square": "A1", "owner": 3}) == Renamed("A1", 3)


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        7,
        1.5,
        "it's",
        b"x",
        (),
        (1,),
        (1, "a"),
        [1, [2]],
        {"a": 1, 2: ("b",)},
        frozenset(),
        set(),
        {3},
        frozenset({"only"}),
        ((None, {}),),
    ],
    ids=repr,
)
def test_plain_values_are_written_as_python_writes_them(value: object) -> None:
    """Write plain values as `repr` does, of which the first hashes were made."""
    assert canonical(value) == repr(value)


def test_seats_in_a_set_are_written_as_they_always_were() -> None:
    """Write seats in a set as before, for any seats.

    Sort words, since Python has no order for them.
    """
    for count in range(9):
        for seats in combinations(range(1, 9), count):
            assert canonical(frozenset(seats)) == repr(frozenset(seats))
    assert (
        canonical(frozenset("cab")) == "frozenset({'a', 'b', 'c'})"
        and canonical({Colour.RED}) == "{<Colour.RED: 1>}"
    )


def test_what_has_no_text_is_refused_by_its_kind() -> None:
    """Refuse an object without kept names by its type: its `repr` names a place in memory."""
    with pytest.raises(TypeError, match="a object has no canonical text"):
        canonical([object()])


def test_kept_names_fit_their_class() -> None:
    """Have one kept name for each field, and omit only fields with a default."""

    class Pair(NamedTuple):
        first: int
        second: int = 0

    with pytest.raises(
        TypeError, match="Pair has the fields first second, but its kept names are first"
    ):
        kept_as("Pair first")(Pair)
    with pytest.raises(TypeError, match="Pair gives first no usual value"):
        kept_as("Pair first? second")(Pair)


def test_the_mark_of_a_text_is_a_short_hash() -> None:
    """Hash a text to sixteen digits of SHA-256."""
    assert mark_of_text("a") == hashlib.sha256(b"a").hexdigest()[:16]
