"""Scenario files of Diesel Demolition Derby: a position, some turns, and what must come out. They are read here and played in `scenario`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from companion.formats.misread import Misread, shown
from companion.formats.toml_text import TomlTable, TomlText
from companion.games.diesel.engine.asking import Given
from companion.games.diesel.engine.rules import turns_of
from companion.games.diesel.engine.state import State
from companion.games.diesel.scenario import position
from companion.games.diesel.scenario.expecting import Expected, read_expected
from companion.games.diesel.scenario.position import read_position
from companion.games.diesel.scenario.words import read_deployed, read_entry

KEYS: Final = ("title", "ref", *position.KEYS, "turn", "expect")


@dataclass(frozen=True)
class Turn:
    """One turn as written: what each seat deploys, and its choices in order."""

    deployed: Mapping[int, tuple[str, ...]]
    choices: tuple[Given, ...]


@dataclass(frozen=True)
class Scenario:
    """A scenario as read; `start` is the position before the first turn.

    `text` stays with it, because what depends on the play is found while it is played and wants a line, too.
    """

    title: str
    ref: str
    start: State
    turns: tuple[Turn, ...]
    expected: Expected
    text: TomlText = field(repr=False, compare=False)


def read_scenario(toml: TomlText) -> Scenario:
    """The scenario of a text without the key `game`; FormatFault for whatever is wrong with it."""
    table = TomlTable(toml, (), toml.data, KEYS)
    start = read_position(table)
    return Scenario(
        table.string("title"),
        table.string("ref"),
        start,
        _read_turns(table, start),
        read_expected(table, start),
        toml,
    )


def _read_turns(table: TomlTable, start: State) -> tuple[Turn, ...]:
    """The turns in order, no more than the Derby has left (DD10)."""
    # [turn] instead of [[turn]] is a likely slip, and is named as such.
    if isinstance(table.data.get("turn"), dict):
        raise table.fault(Misread("one table [turn]", "a table [[turn]] for each turn"), "turn")
    tables, left = table.array("turn"), turns_of(len(start.seats)) - start.turn
    if len(tables) > left:
        raise table.fault(
            Misread(
                f"{len(tables)} turns from turn {start.turn + 1} on",
                f"at most {left} before the Derby ends",
            ),
            "turn",
            left,
        )
    known = (*map(str, start.seats), "choices")
    return tuple(
        _read_turn(TomlTable(table.text, ("turn", number), data, known), start)
        for number, data in enumerate(tables)
    )


def _read_turn(table: TomlTable, start: State) -> Turn:
    """One turn; a seat that is left out deploys nothing. What depends on the play is checked when it is played."""
    deployed = {}
    for seat in start.seats:
        with table.text.reading(*table.path, str(seat)):
            deployed[seat] = read_deployed(table.string(str(seat), "-"), start.deck)
    choices = []
    for number, text in enumerate(table.strings("choices")):
        with table.text.reading(*table.path, "choices", number):
            entry = read_entry(text, start.deck, start.seats)
            if len(entry.words) != 1:
                raise Misread(shown(text), 'one answer, such as "2 brawler: walker"')
            choices.append(Given(entry.seat, entry.asker, entry.words[0]))
    return Turn(deployed, tuple(choices))
