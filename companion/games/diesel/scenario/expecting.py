"""What a scenario expects under `[expect]`, read and compared with a result. What is not named is not compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from companion.formats.misread import Misread, shown, unknown
from companion.formats.toml_text import TomlTable
from companion.games.diesel.engine.dealing import COUNT, FAULTS, FOREIGN
from companion.games.diesel.engine.events import BY_ABILITY, BY_COMBATANTS, BY_SHARED, BY_TOTAL
from companion.games.diesel.engine.state import State
from companion.games.diesel.scenario.position import MOST_TOKENS, read_seats, seat_table
from companion.games.diesel.scenario.words import (
    read_card,
    read_cards,
    read_entry,
    read_row,
    read_seat,
    row_words,
)

Expected: TypeAlias = Mapping[str, Any]
"""What must come out by key, in the form of `comparable`; where a table by seat is meant, only seats that are named."""

KEYS: Final = (
    "discard",
    "unused",
    "hands",
    "totals",
    "tokens",
    "over",
    "winners",
    "by",
    "champion",
    "asked",
    "refused",
)
MOST_STRENGTH: Final = 99
"""Total strength that anybody can have in a file."""
NONE_REFUSED: Final = ""


def read_expected(table: TomlTable, start: State) -> Expected:
    """What `[expect]` says; FormatFault for what could come out of no game."""
    lines = TomlTable(
        table.text, ("expect",), table.data.get("expect", {}), (*map(str, start.seats), *KEYS)
    )
    expected = {key: _READERS[key](lines, start) for key in KEYS if key in lines}
    rows = {}
    for seat in start.seats:
        if str(seat) in lines:
            with table.text.reading("expect", str(seat)):
                rows[str(seat)] = sorted(row_words(read_row(lines.string(str(seat)), start.deck)))
    return {"front": rows, **expected}


def _cards(key: str) -> Callable[[TomlTable, State], list[str]]:
    def read(lines: TomlTable, start: State) -> list[str]:
        with lines.text.reading("expect", key):
            return sorted(read_cards(lines.string(key), start.deck))

    return read


def _numbers(key: str, most: int) -> Callable[[TomlTable, State], dict[str, int]]:
    def read(lines: TomlTable, start: State) -> dict[str, int]:
        numbers = seat_table(lines, key, start)
        return {seat: numbers.number(seat, 0, most) for seat in numbers.data}

    return read


def _read_hands(lines: TomlTable, start: State) -> dict[str, list[str]]:
    hands, found = seat_table(lines, "hands", start), {}
    if start.hands is None:
        raise lines.fault(
            Misread("hands, which are not known", "hands only in a file with [hands]"), "hands"
        )
    for seat in hands.data:
        with lines.text.reading("expect", "hands", seat):
            found[seat] = sorted(read_cards(hands.string(seat), start.deck))
    return found


def _read_over(lines: TomlTable, start: State) -> bool:
    over = lines.data["over"]
    if not isinstance(over, bool):
        raise lines.fault(Misread(f"over = {shown(over)}", "true or false"), "over")
    return over


def _read_asked(lines: TomlTable, start: State) -> list[str]:
    asked = []
    for number, text in enumerate(lines.strings("asked")):
        with lines.text.reading("expect", "asked", number):
            entry = read_entry(text, start.deck, start.seats)
            asked.append(f"{entry.seat} {entry.asker}: {' '.join(entry.words)}")
    return asked


def _read_refused(lines: TomlTable, start: State) -> str:
    """`<seat> <fault>` and perhaps the card."""
    text = lines.string("refused")
    words = [word for word in text.split(" ") if word]
    with lines.text.reading("expect", "refused"):
        if len(words) not in (2, 3):
            raise Misread(shown(text), '"<seat> <fault> <card>" such as "2 elsewhere walker"')
        seat = read_seat(words[0], start.seats)
        if words[1] not in FAULTS:
            raise unknown(words[1], "fault", FAULTS)
        if words[1] == COUNT and len(words) == 3:
            raise Misread(shown(text), f"no card with {COUNT}")
        cards = [word if word == FOREIGN else read_card(word, start.deck) for word in words[2:]]
        return " ".join([str(seat), words[1], *cards])


_READERS: Final[Mapping[str, Callable[[TomlTable, State], Any]]] = {
    "discard": _cards("discard"),
    "unused": _cards("unused"),
    "hands": _read_hands,
    "totals": _numbers("totals", MOST_STRENGTH),
    "tokens": _numbers("tokens", MOST_TOKENS),
    "over": _read_over,
    "winners": lambda lines, start: sorted(read_seats(lines, "winners", start)),
    "by": lambda lines, start: lines.word(
        "by", "", (BY_ABILITY, BY_TOTAL, BY_COMBATANTS, BY_SHARED)
    ),
    "champion": lambda lines, start: lines.number("champion", 0, start.seats[-1]),
    "asked": _read_asked,
    "refused": _read_refused,
}


# ---- Comparing --------------------------------------------------------------------------------------------------------


def comparable(result: Mapping[str, Any]) -> Mapping[str, Any]:
    """A result in the form in which expectations are read: piles and rows in one order, questions and refusals as a line each."""
    refused = result["refused"]
    return {
        **result,
        "front": {seat: sorted(row) for seat, row in result["front"].items()},
        "hands": None
        if result["hands"] is None
        else {seat: sorted(hand) for seat, hand in result["hands"].items()},
        "unused": sorted(result["unused"]),
        "discard": sorted(result["discard"]),
        "champion": result["champion"] or 0,
        "asked": [
            f"{one['seat']} {one['card']}: {' '.join(one['legal'])}" for one in result["asked"]
        ],
        "refused": " ".join(str(refused[key]) for key in ("seat", "fault", "card") if refused[key])
        if refused
        else NONE_REFUSED,
    }


def differences(expected: Expected, result: Mapping[str, Any]) -> tuple[str, ...]:
    """Everything in which a result differs from what is expected, a sentence each, rows first; () where it has passed.

    A refusal that nobody expects is a difference, too.
    """
    got = comparable(result)
    found = []
    for key, wanted in {"refused": NONE_REFUSED, **expected}.items():
        came = got[key]
        if isinstance(wanted, dict):
            found += [
                f"{_label(key, seat)}: expected {_in_words(one)}, got {_in_words(came[seat])}"
                for seat, one in wanted.items()
                if came[seat] != one
            ]
        elif key == "refused" and wanted:
            # The card may be left out.
            if came != wanted and came.rpartition(" ")[0] != wanted:
                found.append(f"refused: expected {wanted}, got {_in_words(came)}")
        elif came != wanted:
            found.append(f"{key}: expected {_in_words(wanted)}, got {_in_words(came)}")
    return tuple(found)


def _label(key: str, seat: str) -> str:
    return f"seat {seat}" if key == "front" else f"{key} of seat {seat}"


def _in_words(value: object) -> str:
    if isinstance(value, list):
        # Questions have blanks of their own.
        return ("; " if any(" " in str(one) for one in value) else " ").join(
            map(str, value)
        ) or "none"
    return (
        shown(value) if isinstance(value, bool) else "none" if value in (None, "") else str(value)
    )
