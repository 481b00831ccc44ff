"""What a scenario expects under `[expect]`, read and compared with a result. What is not named is not compared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from companion.formats.entries import read_heading
from companion.formats.misread import Misread, one_of, unknown
from companion.formats.toml_text import TomlTable
from companion.games.base import HEADINGS
from companion.games.cardbot.engine.cards import COMMANDS, SEATS
from companion.games.cardbot.engine.grid import read_grid
from companion.games.cardbot.engine.piles import KINDS
from companion.games.cardbot.engine.state import State
from companion.games.cardbot.scenario.position import (
    SEAT_KEYS,
    read_entry_words,
    read_number,
    read_seats,
    seat_with_robot,
)
from companion.games.cardbot.scenario.robot_lines import (
    EXPECTED_KEYS,
    Facts,
    line_in_words,
    read_robot_line,
)

KEYS: Final = (*SEAT_KEYS, "winners", "order", "pings", "refused", "first", "grid")


class Expected(NamedTuple):
    """What must come out: facts by seat, and everything else by its key, in the words of the result."""

    robots: Mapping[int, Facts]
    rest: Mapping[str, Any]


def read_expected(table: TomlTable, start: State) -> Expected:
    """What `[expect]` says; FormatFault for what could come out of no game."""
    lines = TomlTable(table.text, ("expect",), table.data.get("expect", {}), KEYS)
    robots = {}
    for key in SEAT_KEYS:
        if key in lines:
            with table.text.reading("expect", key):
                robots[seat_with_robot(key, start)] = read_robot_line(
                    lines.string(key), EXPECTED_KEYS
                )
    readers = {
        "winners": _read_winners,
        "order": _read_order,
        "pings": _read_pings,
        "refused": _read_refused,
        "first": _read_first,
        "grid": _read_grid,
    }
    return Expected(
        robots, {key: reader(lines, start) for key, reader in readers.items() if key in lines}
    )


def _read_winners(lines: TomlTable, start: State) -> list[int]:
    people = start.called(start.seats)
    winners: list[int] = []
    for number, value in enumerate(lines.array("winners")):
        person = lines.checked_number(value, "person ", 1, len(SEATS), "winners", number)
        if person not in people:
            raise lines.fault(
                Misread(
                    f"winner {person}, who does not play", f"one of {one_of(map(str, people))}"
                ),
                "winners",
                number,
            )
        if winners and person <= winners[-1]:
            raise lines.fault(
                Misread(f"winner {person} after {winners[-1]}", "each winner once, lowest first"),
                "winners",
                number,
            )
        winners.append(person)
    return winners


def _read_order(lines: TomlTable, start: State) -> list[int]:
    return list(read_seats(lines, "order", start))


def _read_pings(lines: TomlTable, start: State) -> list[str]:
    pings = []
    for number, text in enumerate(lines.strings("pings")):
        with lines.text.reading("expect", "pings", number):
            command, mover, side = read_entry_words(text, "<command> <mover> <side>", "1 3 N")
            seat = seat_with_robot(str(read_number(mover, "seat", 1, len(SEATS))), start)
            pings.append(
                f"{read_number(command, 'command', 1, COMMANDS)} {seat} {HEADINGS[read_heading(side, 'side')]}"
            )
    return pings


def _read_refused(lines: TomlTable, start: State) -> list[str]:
    refused = []
    for number, text in enumerate(lines.strings("refused")):
        with lines.text.reading("expect", "refused", number):
            seat, slot, kind = read_entry_words(text, "<seat> <slot> <kind>", "1 3 empty")
            if kind not in KINDS:
                raise unknown(kind, "kind", KINDS)
            named = seat_with_robot(str(read_number(seat, "seat", 1, len(SEATS))), start)
            refused.append(f"{named} {read_number(slot, 'slot', 1, COMMANDS)} {kind}")
    return refused


def _read_first(lines: TomlTable, start: State) -> int:
    with lines.text.reading("expect", "first"):
        return seat_with_robot(str(lines.number("first", 1, len(SEATS))), start)


def _read_grid(lines: TomlTable, start: State) -> list[str]:
    drawing = lines.lines("grid")
    with lines.text.reading("expect", "grid"):
        return list(read_grid(drawing).lines)


# ---- Comparing --------------------------------------------------------------------------------------------------------


def differences(expected: Expected, result: Mapping[str, Any]) -> tuple[str, ...]:
    """Everything in which a result differs from what is expected, a sentence each, seats first; () where it has passed."""
    found = []
    for seat, facts in expected.robots.items():
        got = result["robots"][str(seat)]
        wrong = [key for key, value in facts.items() if got[key] != value]
        if wrong:
            found.append(
                f"seat {seat}: expected {line_in_words(facts, wrong)}, got {line_in_words(got, wrong)}"
            )
    for key, wanted in expected.rest.items():
        came = (
            [f"{slot['seat']} {slot['slot']} {slot['kind']}" for slot in result["refused"]]
            if key == "refused"
            else result[key]
        )
        if key == "grid":
            found += [
                f"grid row {7 - line}: expected {row}, got {other}"
                for line, (row, other) in enumerate(zip(wanted, came, strict=True))
                if row != other
            ]
        elif came != wanted:
            found.append(f"{key}: expected {_list_in_words(wanted)}, got {_list_in_words(came)}")
    return tuple(found)


def _list_in_words(value: object) -> str:
    return (", ".join(map(str, value)) or "none") if isinstance(value, list) else str(value)
