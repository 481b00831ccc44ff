"""Scenario files of Cardbot Derby: a position, some rounds, and what must come out. They are read here and played in `scenario`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from companion.formats.entries import read_heading
from companion.formats.misread import Misread, one_of
from companion.formats.toml_text import TomlTable, TomlText
from companion.games.base import Heading
from companion.games.cardbot.engine.cards import COMMANDS, SEATS, Card
from companion.games.cardbot.engine.state import State
from companion.games.cardbot.scenario import position
from companion.games.cardbot.scenario.expecting import Expected, read_expected
from companion.games.cardbot.scenario.position import (
    SEAT_KEYS,
    read_entry_words,
    read_number,
    read_position,
    read_seats,
    seat_with_robot,
)
from companion.games.cardbot.scenario.robot_lines import read_card

KEYS: Final = ("title", "ref", *position.KEYS, "round", "expect")
ROUND_KEYS: Final = (*SEAT_KEYS, "late", "pings", "shuffled", "commands")
EMPTY_SLOT: Final = "-"
NOBODY_CHOSE: Final = "-"


class Ping(NamedTuple):
    """An answer to a choice between two sides: in which command, for which mover; the side is None when the time ran out."""

    command: int
    mover: int
    side: Heading | None


@dataclass(frozen=True)
class Round:
    """One round as written.

    It has programs with None for an empty slot, late seats, sides chosen, piles after shuffles as texts, and after how many
    commands it stops, None for never.
    """

    programs: Mapping[int, tuple[Card | None, ...]]
    late: tuple[int, ...]
    pings: tuple[Ping, ...]
    shuffled: Mapping[int, str]
    commands: int | None


@dataclass(frozen=True)
class Scenario:
    """A scenario as read; `start` is the position before the first round.

    `text` stays with it, because what depends on the play is found while it is played and wants a line, too.
    """

    title: str
    ref: str
    start: State
    rounds: tuple[Round, ...]
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
        _read_rounds(table, start),
        read_expected(table, start),
        toml,
    )


def _read_rounds(table: TomlTable, start: State) -> tuple[Round, ...]:
    """The rounds in order. One that stops early has had no reset, so that none could follow it."""
    # [round] instead of [[round]] is a likely slip, and is named as such.
    if isinstance(table.data.get("round"), dict):
        raise table.fault(Misread("one table [round]", "a table [[round]] for each round"), "round")
    tables = table.array("round")
    rounds = []
    for number, data in enumerate(tables):
        one = TomlTable(table.text, ("round", number), data, ROUND_KEYS)
        if "commands" in one and number < len(tables) - 1:
            raise one.fault(
                Misread(
                    "commands in a round that others follow", "commands in the last round only"
                ),
                "commands",
            )
        rounds.append(_read_round(one, start))
    return tuple(rounds)


def _read_round(table: TomlTable, start: State) -> Round:
    """One round; what depends on the play before it is checked when it is played."""
    late = _read_late(table, start)
    programs = {}
    for key in SEAT_KEYS:
        if key in table:
            with table.text.reading(*table.path, key):
                programs[seat_with_robot(key, start)] = read_program(table.string(key))
    for seat in start.seats:
        if seat not in programs and seat not in late:
            raise table.fault(
                Misread(
                    f"no program of seat {seat}",
                    f'a line such as {seat} = "AH 4H 8H 2H 6H" with the cards of its pile, or the seat in late',
                )
            )
    commands = table.number("commands", 1, COMMANDS) if "commands" in table else None
    return Round(programs, late, _read_pings(table, start), _read_shuffled(table, start), commands)


def read_program(text: str) -> tuple[Card | None, ...]:
    """Cards for slots 1 to 5, `-` for an empty slot; those left out at the end are empty too. Misread for what is no card."""
    words = [word for word in text.split(" ") if word]
    if len(words) > COMMANDS:
        raise Misread(f"{len(words)} cards", f"at most {COMMANDS}, one for each command")
    cards = [None if word == EMPTY_SLOT else read_card(word) for word in words]
    return (*cards, *(None,) * (COMMANDS - len(cards)))


def _read_late(table: TomlTable, start: State) -> tuple[int, ...]:
    """The seats that are late; there is no being late without a limit, and somebody must have been in time."""
    late = read_seats(table, "late", start)
    if not late:
        return ()
    if start.rules.hurry is None:
        raise table.fault(
            Misread('late with hurry = "off"', "no late seats, or a limit for them"), "late"
        )
    if start.random_seat in late:
        place = late.index(start.random_seat)
        raise table.fault(
            Misread(
                f"seat {start.random_seat} in late, which plays by chance",
                "seats whose cards somebody chooses",
            ),
            "late",
            place,
        )
    choosing = [seat for seat in start.seats if seat != start.random_seat]
    if set(late) >= set(choosing):
        raise table.fault(
            Misread(
                f"late with every seat that chooses, {one_of(map(str, choosing))}",
                "one at least that was in time",
            ),
            "late",
        )
    return late


def _read_pings(table: TomlTable, start: State) -> tuple[Ping, ...]:
    pings = []
    for number, text in enumerate(table.strings("pings")):
        with table.text.reading(*table.path, "pings", number):
            pings.append(read_ping(text, start))
    return tuple(pings)


def read_ping(text: str, start: State) -> Ping:
    """An entry such as "1 3 N", or "1 3 -" where nobody chose in time."""
    command, mover, side = read_entry_words(text, "<command> <mover> <side>", "1 3 N")
    number = read_number(command, "command", 1, COMMANDS)
    seat = seat_with_robot(str(read_number(mover, "seat", 1, len(SEATS))), start)
    return Ping(number, seat, None if side == NOBODY_CHOSE else read_heading(side, "side"))


def _read_shuffled(table: TomlTable, start: State) -> Mapping[int, str]:
    """The piles after shuffles as texts: how many cards they must hold, only the play can say. What is no card is a fault at once."""
    lines = TomlTable(
        table.text, (*table.path, "shuffled"), table.data.get("shuffled", {}), SEAT_KEYS, "seat"
    )
    shuffled = {}
    for key in lines.data:
        with table.text.reading(*lines.path, key):
            text = lines.string(key)
            for word in text.split(" "):
                if word:
                    read_card(word)
            shuffled[seat_with_robot(key, start)] = text
    return shuffled
