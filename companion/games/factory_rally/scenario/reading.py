"""Scenarios of Factory Rally as files, read strictly: a position, some rounds, and what must come out (formats of the rule set)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from companion.content import load_board
from companion.engine.board import OUTSIDE, Board
from companion.engine.cards import PAUSE, PAUSE_CARD, Card, Slots, card_of
from companion.engine.geometry import N, heading_of
from companion.engine.rules import MODE_OPTION
from companion.engine.state import ACTIVE, OUT, PARKED, Clank, Memory, Race, State
from companion.engine.touching import LAST_REGISTER
from companion.errors import near_word
from companion.formats.board import DRAWING_KEYS, check_on_board, read_flags
from companion.formats.entries import read_entries, read_heading, read_square
from companion.formats.facts import (
    INFINITE,
    MODE_KEYS,
    Facts,
    number_in,
    read_line,
    read_lives,
    read_locked,
    read_of_mode,
    read_powered_down,
    remembered_mode,
)
from companion.formats.misread import Misread, one_of, shown, unknown
from companion.formats.scenario import NOBODY, SEATS, read_cards, read_map, read_setting
from companion.formats.toml_text import TomlTable, TomlText
from companion.games.factory_rally.models import ABACUS, DAWDLE, MODELS, NO_MODEL, with_models
from companion.games.factory_rally.parts import away_from_border
from companion.games.factory_rally.rule_set import DEADLY, KINDS, OIL, OPTIONS, FactoryRules
from companion.games.race.achievements import ACHIEVEMENTS
from companion.games.race.counters import Counters

KEYS: Final = (
    "title",
    "ref",
    "map",
    *DRAWING_KEYS,
    "flags",
    "rules",
    "clanks",
    "turn",
    "before",
    "expect",
)
SETTINGS: Final = (*OPTIONS, MODE_OPTION)
GIVEN_KEYS: Final = (
    "model",
    "damage",
    "lives",
    "next_flag",
    "powered_down",
    "backup",
    "start",
    *MODE_KEYS,
)
EXPECTED_KEYS: Final = (
    "damage",
    "lives",
    "next_flag",
    "powered_down",
    "backup",
    "locked",
    "burnt",
    "deal",
    *MODE_KEYS,
)
ON_OIL: Final = ("wall", "laser")
"""What may share a square with oil: what stands on its sides."""
NONE: Final = "none"
MOST_COUNTED: Final = 999_999
"""The highest total of a counter; people play many games in a lifetime."""
IDS: Final = tuple(achievement.key for achievement in ACHIEVEMENTS)


class RoundPlan(NamedTuple):
    """A round as written: cards by seat, who announces a power-down, who draws anew, and after how many registers it stops, None for never."""

    programs: Mapping[int, Slots]
    push: tuple[int, ...]
    redraw: tuple[int, ...]
    registers: int | None


@dataclass(frozen=True)
class Scenario:
    """A scenario as read; `expected` are facts by seat, `counted` counters by seat, `reached` ids by seat with whether they must hold."""

    source: str
    title: str
    start: State
    rounds: tuple[RoundPlan, ...]
    before: Mapping[int, Counters]
    expected: Mapping[int, Facts]
    winner: int | None
    over: bool | None
    counted: Mapping[int, Mapping[str, int]]
    reached: Mapping[int, Mapping[str, bool] | None]
    text: TomlText = field(repr=False, compare=False)


# ---- Reading ----------------------------------------------------------------------------------------------------------------


def read_scenario(toml: TomlText) -> Scenario:
    """The scenario of a text; FormatFault for whatever is wrong with it."""
    table = TomlTable(toml, (), toml.data, KEYS)
    board = read_map(table, load_board)
    _check_elements(table, board)
    flags = read_flags(table, "flags", board.columns, board.rows)
    words = TomlTable(
        toml,
        ("rules",),
        table.data.get("rules", {}),
        tuple(option.key for option in SETTINGS),
        "setting",
    )
    rules = FactoryRules(
        **{option.key: read_setting(words, option) for option in SETTINGS if option.key in words}
    )
    clanks, models, memory = _read_clanks(table, board, flags, rules)
    seats = {clank.seat: clank for clank in clanks}
    rounds = _read_rounds(table, seats, models)
    before = _read_before(table, seats)
    expect = TomlTable(
        toml,
        ("expect",),
        table.data.get("expect", {}),
        (*SEATS, "winner", "over", "statistics", "achievements"),
    )
    expected = {}
    for key in _seats_of(expect, seats):
        with toml.reading("expect", key):
            expected[int(key)] = _read_facts(expect.string(key), EXPECTED_KEYS, board, len(flags))
    winner = expect.number("winner", NOBODY, len(SEATS)) if "winner" in expect else None
    if winner is not None and winner != NOBODY and winner not in seats:
        raise expect.fault(
            Misread(
                f"winner = {winner}", f"one of the seats {one_of(map(str, seats))}, or 0 for nobody"
            ),
            "winner",
        )
    over = _read_over(expect)
    start = with_models(State(Race(board, flags, rules), clanks, memory=memory), models)
    counted = _read_counters(expect, ("expect", "statistics"), seats)
    return Scenario(
        toml.source,
        table.string("title"),
        start,
        rounds,
        before,
        expected,
        winner,
        over,
        counted,
        _read_achievements(expect, seats),
        toml,
    )


def _read_over(expect: TomlTable) -> bool | None:
    if "over" not in expect:
        return None
    said = expect.data["over"]
    if type(said) is not bool:
        raise expect.fault(Misread(f"over = {shown(said)}", "true or false"), "over")
    return said


def _check_elements(table: TomlTable, board: Board) -> None:
    """Only what this rule set has, and oil on bare floor."""
    written = (
        {
            element: number
            for number, entry in enumerate(table.strings("elements"))
            for element in read_entries(entry)
        }
        if "map" not in table
        else {}
    )
    for element in board.elements:
        wrong = None
        if element.word not in KINDS or getattr(element, "speed", "") == "hyper":
            wrong = Misread(
                f'"{element.entry()}"', f"the elements of Factory Rally: {one_of(KINDS)}"
            )
        under = (
            next(
                (
                    one
                    for one in board.at(element.square)
                    if one != element and one.word not in ON_OIL
                ),
                None,
            )
            if element.word == OIL
            else None
        )
        if under is not None:
            wrong = Misread(
                f'"{element.entry()}" on a square with "{under.entry()}"', "oil on bare floor"
            )
        if wrong is not None:
            place = (
                ("elements", written[element])
                if element in written
                else ("map",)
                if "map" in table
                else ("board",)
            )
            raise table.fault(wrong, *place)


def _seats_of(lines: TomlTable, seats: Mapping[int, Clank]) -> list[str]:
    """The seats that a table has lines for; FormatFault for one that nobody has."""
    found = [key for key in SEATS if key in lines]
    for key in found:
        if int(key) not in seats:
            raise lines.fault(
                Misread(
                    f"seat {key}, which has no clank", f"one of the seats {one_of(map(str, seats))}"
                ),
                key,
            )
    return found


def _read_facts(text: str, keys: tuple[str, ...], board: Board, flags: int) -> Facts:
    """A line about a robot; Misread for what cannot be true of any."""
    facts = read_line(text, board, lambda word: _read_key(word, keys, board, flags))
    status, lives = facts["status"], facts.get("lives")
    if status != ACTIVE:
        for key in ("damage", "powered_down"):
            if facts.get(key):
                raise Misread(f"{key} for a robot that is {status}", f"{key} on the board only")
    if status != ACTIVE and "damage" in facts:
        raise Misread(f"damage for a robot that is {status}", "damage on the board only")
    if status == OUT and lives not in (None, 0):
        raise Misread(f"lives={lives} for a robot that is out", "lives=0")
    if status == PARKED and lives == 0:
        raise Misread("lives=0 for a robot that is parked", "at least one life, or the place out")
    return facts


def _read_key(word: str, keys: tuple[str, ...], board: Board, flags: int) -> tuple[str, Any]:
    key, equals, text = word.partition("=")
    if key not in keys:
        if key in (*GIVEN_KEYS, *EXPECTED_KEYS):
            raise Misread(shown(word), f"no {key} here; keys are {', '.join(keys)}")
        raise unknown(key, "key", keys)
    if not equals and key != "powered_down":
        raise Misread(f"{key} without a value", f"{key}=…")
    if key == "model":
        if text not in MODELS:
            raise unknown(text, "model", tuple(MODELS))
        return key, text
    if key in MODE_KEYS:
        return key, read_of_mode(key, text, flags)
    if key == "damage":
        return key, number_in(key, text, 0, DEADLY - 1)
    if key == "next_flag":
        return key, number_in(key, text, 1, flags + 1)
    if key == "deal":
        return key, number_in(key, text, 0, 9)
    if key == "lives":
        return key, read_lives(key, text)
    if key == "powered_down":
        return key, read_powered_down(key, text)
    if key == "locked":
        return key, read_locked(key, text)
    if key == "burnt":
        return key, _read_burnt(text)
    return key, _read_spot(key, text, board)


def _read_spot(key: str, text: str, board: Board) -> str | None:
    """A start, which is a square, or a backup, which is a square with a heading or none; neither may be a hole."""
    if key == "backup" and text == NONE:
        return None
    square, slash, heading = text.partition("/")
    if bool(slash) != (key == "backup"):
        raise Misread(
            f"{key}={text}",
            "a square such as C3"
            if key == "start"
            else f"a square and a heading such as C3/E, or {NONE}",
        )
    check_on_board(read_square(square), board.columns, board.rows)
    if slash:
        read_heading(heading, "heading")
    if square in board.having("pit"):
        raise Misread(f"{key}={text}, which is a hole", f"a {key} on which a robot can stand")
    return text


def _read_burnt(text: str) -> list[str]:
    """What burnt slots hold, such as `4:left@70`, in their order."""
    if text == NONE:
        return []
    found: dict[str, str] = {}
    for entry in text.split(","):
        slot, colon, card = entry.partition(":")
        if slot not in ("1", "2", "3", "4", "5") or not colon or slot in found:
            raise Misread(
                f"burnt={text}",
                f"slots with what they hold, such as burnt=4:left@70,5:- , or burnt={NONE}",
            )
        found[slot] = entry if card == "-" else f"{slot}:{_read_card(card)}"
    return [entry for _, entry in sorted(found.items())]


def _read_card(word: str) -> Card:
    if word == PAUSE:
        return PAUSE_CARD
    try:
        return card_of(word)
    except ValueError as fault:
        raise Misread(
            shown(word),
            f"a card such as move1@490, {PAUSE} or - ({fault})",
            near_word(word, (PAUSE,)),
        ) from None


def _read_clanks(
    table: TomlTable, board: Board, flags: tuple[str, ...], rules: FactoryRules
) -> tuple[tuple[Clank, ...], dict[int, str], Memory]:
    """The robots in order of seats with their models, no two on one square and none in a hole; and what the race remembers of its mode."""
    lines = TomlTable(table.text, ("clanks",), table.data.get("clanks", {}), SEATS, "seat")
    if not lines.data:
        raise table.fault(
            Misread("no clank", 'at least one under [clanks], such as 1 = "A2 E"'), "clanks"
        )
    clanks: list[Clank] = []
    models: dict[int, str] = {}
    said: dict[int, Facts] = {}
    for seat in sorted(lines.data):
        with table.text.reading("clanks", seat):
            facts = said[int(seat)] = _read_facts(lines.string(seat), GIVEN_KEYS, board, len(flags))
            clank = _clank(int(seat), facts, board, rules)
            if clank.square in board.having("pit"):
                raise Misread(
                    f"{clank.square}, which is a hole",
                    "a square on which a robot can stand, or parked",
                )
            other = next(
                (
                    other
                    for other in clanks
                    if other.square == clank.square and clank.status == ACTIVE
                ),
                None,
            )
            if other is not None:
                raise Misread(
                    f"{clank.square}, where seat {other.seat} stands",
                    "a square of its own for each robot",
                )
            clanks.append(clank)
            models[int(seat)] = facts.get("model", NO_MODEL)
    if len(clanks) > 1 and sum(clank.status != OUT for clank in clanks) < 2:
        raise table.fault(
            Misread(
                "all but one seat out",
                "at least two that are not out, for such a race is over (no. 27)",
            ),
            "clanks",
        )
    return tuple(clanks), models, remembered_mode(said)


def _clank(seat: int, said: Facts, board: Board, rules: FactoryRules) -> Clank:
    """A robot as its line says, with the defaults of the format; its start stands first among its checkpoints, its backup behind it."""
    status = said["status"]
    lives = said.get(
        "lives", 0 if status == OUT else INFINITE if rules.lives is None else rules.lives
    )
    start = said.get("start") or board.starts.get(seat) or said.get("square")
    if start is None and status == PARKED:
        raise Misread("a parked robot without a start", "where it began, such as start=D1")
    if start is not None and start in board.having("pit"):
        raise Misread(f"the start {start}, which is a hole", "a start on which a robot can stand")
    checkpoints = [] if start is None else [(start, away_from_border(board, start))]
    if said.get("backup"):
        # The start always comes first. Of a robot that is out nobody needs to know it.
        checkpoints = checkpoints or [(OUTSIDE, N)]
        square, _, heading = said["backup"].partition("/")
        checkpoints.append((square, heading_of(heading)))
    place = (
        {"square": said["square"], "heading": heading_of(said["heading"])}
        if status == ACTIVE
        else {}
    )
    return Clank(
        seat,
        status,
        **place,
        damage=said.get("damage", 0),
        lives=None if lives == INFINITE else lives,
        next_flag=1 + len(said["touched"]) if "touched" in said else said.get("next_flag", 1),
        checkpoints=tuple(checkpoints),
        announced=said.get("powered_down", False),
    )


def _read_rounds(
    table: TomlTable, seats: Mapping[int, Clank], models: Mapping[int, str]
) -> tuple[RoundPlan, ...]:
    tables = table.array("turn") if isinstance(table.data.get("turn", []), list) else None
    if not tables:
        raise table.fault(
            Misread(
                "no turn" if tables is not None else "one table [turn]",
                "a table [[turn]] for each turn",
            ),
            "turn",
        )
    rounds = []
    for number, data in enumerate(tables):
        lines = TomlTable(
            table.text, ("turn", number), data, (*SEATS, "push", "redraw", "registers")
        )
        programs = {int(key): _read_program(lines, key, models) for key in _seats_of(lines, seats)}
        registers = lines.number("registers", 1, LAST_REGISTER) if "registers" in lines else None
        if registers is not None and number < len(tables) - 1:
            raise lines.fault(
                Misread(
                    "registers in a turn that others follow", "registers in the last turn only"
                ),
                "registers",
            )
        push, redraw = (_read_seats(lines, key, seats) for key in ("push", "redraw"))
        for place, seat in enumerate(redraw):
            if models[seat] != ABACUS:
                raise lines.fault(
                    Misread(
                        f"redraw by seat {seat}, whose model is {models[seat] or 'none'}",
                        f"redraw by {ABACUS} only",
                    ),
                    "redraw",
                    place,
                )
        rounds.append(RoundPlan(programs, push, redraw, registers))
    return tuple(rounds)


def _read_program(lines: TomlTable, key: str, models: Mapping[int, str]) -> Slots:
    """Five slots; a Pause for the model that has one only."""
    with lines.text.reading(*lines.path, key):
        words = [word for word in lines.string(key).split(" ") if word]
        if PAUSE in words and models[int(key)] != DAWDLE:
            raise Misread(
                f"{PAUSE} for seat {key}, whose model is {models[int(key)] or 'none'}",
                f"{PAUSE} for {DAWDLE} only (IDR13)",
            )
        cards = read_cards(" ".join("-" if word == PAUSE else word for word in words))
        return tuple(
            PAUSE_CARD if slot < len(words) and words[slot] == PAUSE else card
            for slot, card in enumerate(cards)
        )


def _read_seats(lines: TomlTable, key: str, seats: Mapping[int, Clank]) -> tuple[int, ...]:
    found: list[int] = []
    for number, value in enumerate(lines.array(key)):
        seat = lines.checked_number(value, "seat ", 1, len(SEATS), key, number)
        if seat not in seats or seat in found:
            reason = "twice" if seat in found else "which has no clank"
            raise lines.fault(
                Misread(f"{key} by seat {seat}, {reason}", "each such seat once"), key, number
            )
        found.append(seat)
    return tuple(found)


def _read_before(table: TomlTable, seats: Mapping[int, Clank]) -> Mapping[int, Counters]:
    before = TomlTable(table.text, ("before",), table.data.get("before", {}), ("statistics",))
    return {
        seat: Counters(**counted)
        for seat, counted in _read_counters(before, ("before", "statistics"), seats).items()
    }


def _read_counters(
    table: TomlTable, path: tuple[str, ...], seats: Mapping[int, Clank]
) -> dict[int, dict[str, int]]:
    """Seat → the counters that its line names."""
    lines = TomlTable(table.text, path, table.data.get("statistics", {}), SEATS, "seat")
    found: dict[int, dict[str, int]] = {}
    for key in _seats_of(lines, seats):
        with table.text.reading(*path, key):
            found[int(key)] = counted = {}
            for word in (word for word in lines.string(key).split(" ") if word):
                name, _, number = word.partition("=")
                if name not in Counters._fields:
                    raise unknown(name, "counter", Counters._fields)
                if name in counted:
                    raise Misread(f"{shown(word)} after {name} was said", f"{name} once")
                counted[name] = number_in(name, number, 0, MOST_COUNTED)
    return found


def _read_achievements(
    expect: TomlTable, seats: Mapping[int, Clank]
) -> dict[int, dict[str, bool] | None]:
    """Seat → id → whether it must hold; None where no id at all may."""
    lines = TomlTable(
        expect.text, ("expect", "achievements"), expect.data.get("achievements", {}), SEATS, "seat"
    )
    found: dict[int, dict[str, bool] | None] = {}
    for key in _seats_of(lines, seats):
        with expect.text.reading("expect", "achievements", key):
            words = [word for word in lines.string(key).split(" ") if word]
            if words == [NONE]:
                found[int(key)] = None
                continue
            said: dict[str, bool] = {}
            for word in words:
                name, equals, answer = word.partition("=")
                if name not in IDS:
                    raise unknown(name, "id", IDS)
                if (equals and answer not in ("yes", "no")) or name in said:
                    raise Misread(shown(word), f"{name} once, as {name} or {name}=no")
                said[name] = answer != "no"
            found[int(key)] = said
    return found
