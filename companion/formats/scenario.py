"""Scenarios, the unit of rule questions and bug reports: a position, some turns, and what must come out, as read; `scenario_played` plays them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from companion.engine.board import Board
from companion.engine.cards import MOVES, NO_CARDS, Card, Slots, card_of
from companion.engine.geometry import heading_of
from companion.engine.rules import MODE_OPTION, OPTIONS, Option, Rules
from companion.engine.state import ACTIVE, OUT, PARKED, Clank, Memory, Race, State
from companion.engine.touching import LAST_REGISTER
from companion.errors import UnknownBoard, near_word
from companion.formats.board import DRAWING_KEYS, read_board, read_flags
from companion.formats.facts import (
    EXPECTED_KEYS,
    GIVEN_KEYS,
    INFINITE,
    Facts,
    read_clank_line,
    remembered_mode,
)
from companion.formats.misread import Misread, one_of, shown
from companion.formats.toml_text import TomlTable, TomlText

BoardLoader: TypeAlias = Callable[[str], Board]
"""Finds a shipped board by name; raises UnknownBoard."""

SEATS: Final = ("1", "2", "3", "4", "5", "6", "7", "8")
KEYS: Final = ("title", "ref", "map", *DRAWING_KEYS, "flags", "rules", "clanks", "turn", "expect")
SETTINGS: Final = (*OPTIONS, MODE_OPTION)
"""What `[rules]` can say."""
NOBODY: Final = 0
"""The `winner` of a race that nobody has won."""


@dataclass(frozen=True)
class ScenarioTurn:
    """One turn as written: the cards of each seat, the seats that push the handle, and after how many registers it stops, None for never.

    `draws` and `choices` are what is drawn at random and what players answer in it, in order (elements 3.9).
    """

    programs: Mapping[int, Slots]
    pushed: tuple[int, ...] = ()
    registers: int | None = None
    draws: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Scenario:
    """A scenario as read. `start` is the position before the first turn; `expected` seat → facts; `winner` 0 for nobody, None if not said.

    `text` stays with it, because what depends on the play is found while it is played and wants a line, too.
    """

    source: str
    title: str
    ref: str
    start: State
    turns: tuple[ScenarioTurn, ...]
    expected: Mapping[int, Facts]
    winner: int | None
    text: TomlText = field(repr=False, compare=False)


def parse_scenario(text: str, source: str, load_board: BoardLoader) -> Scenario:
    """The scenario that a file's text describes; FormatFault for whatever is wrong with it, UnknownBoard never."""
    return read_scenario(TomlText(text, source), load_board)


def read_scenario(toml: TomlText, load_board: BoardLoader) -> Scenario:
    """The scenario of a text that is TOML already; otherwise as `parse_scenario`."""
    table = TomlTable(toml, (), toml.data, KEYS)
    board = read_map(table, load_board)
    flags = read_flags(table, "flags", board.columns, board.rows)
    rules = _read_rules(table)
    clanks, memory = _read_clanks(table, board, flags, rules)
    seats = tuple(clank.seat for clank in clanks)
    turns = _read_turns(table, clanks)
    expected, winner = _read_expected(table, board, flags, seats)
    # Deaths to come are later than those of the clanks that are parked at the beginning (8.6).
    start = State(
        Race(board, flags, rules),
        clanks,
        deaths=max(clank.death for clank in clanks),
        memory=memory,
    )
    return Scenario(
        toml.source,
        table.string("title"),
        table.string("ref"),
        start,
        turns,
        expected,
        winner,
        toml,
    )


def read_map(table: TomlTable, load_board: BoardLoader) -> Board:
    """The shipped board under `map`, or the board drawn in the scenario itself."""
    if "map" not in table:
        if "board" not in table:
            raise table.fault(
                Misread(
                    "neither map nor board",
                    "map = the name of a shipped board, or a drawing under board",
                )
            )
        return read_board(table)
    for key in DRAWING_KEYS:
        if key in table:
            raise table.fault(
                Misread(f"both map and {key}", "either map, or board with its elements and edge"),
                key,
            )
    name = table.string("map")
    try:
        return load_board(name)
    except UnknownBoard as fault:
        raise table.fault(
            Misread(f"map {shown(name)}", one_of(fault.known), fault.near), "map"
        ) from None


def _read_rules(table: TomlTable) -> Rules:
    words = TomlTable(
        table.text,
        ("rules",),
        table.data.get("rules", {}),
        tuple(option.key for option in SETTINGS),
        "setting",
    )
    values = {option.key: read_setting(words, option) for option in SETTINGS if option.key in words}
    return Rules(**values)


def read_setting(table: TomlTable, option: Option) -> Any:
    """The value of a setting of any game: numbers and booleans as such, everything else as its word."""
    written = table.data[option.key]
    forms = {}
    for choice in option.choices:
        # In TOML a setting is a number or a boolean where it can be; "inf" or "off" is the word for no number.
        form = choice.word if choice.value is None else choice.value
        # By type, too: to Python true equals 1, and `lives = true` would be one life.
        if type(form) is type(written) and form == written:
            return choice.value
        forms[form if isinstance(form, str) else shown(form)] = form
    near = near_word(written, forms) if isinstance(written, str) else None
    raise table.fault(
        Misread(f"{option.key} = {shown(written)}", one_of(map(shown, forms.values())), near),
        option.key,
    )


def _read_clanks(
    table: TomlTable, board: Board, flags: tuple[str, ...], rules: Rules
) -> tuple[tuple[Clank, ...], Memory]:
    """The clanks in order of seats, no two on one square and none in a pit; and what the race remembers of its mode."""
    lines = TomlTable(table.text, ("clanks",), table.data.get("clanks", {}), SEATS, "seat")
    if not lines.data:
        raise table.fault(
            Misread("no clank", 'at least one under [clanks], such as 1 = "A2 E"'), "clanks"
        )
    clanks: list[Clank] = []
    said: dict[int, Facts] = {}
    pits = board.having("pit")
    # Seats are single digits, so they sort as numbers do.
    for seat in sorted(lines.data):
        with table.text.reading("clanks", seat):
            said[int(seat)] = read_clank_line(lines.string(seat), GIVEN_KEYS, board, len(flags))
            clank = _clank(int(seat), said[int(seat)], rules)
            if clank.square in pits:
                raise Misread(
                    f"{clank.square}, which is a pit",
                    "a square on which a clank can stand, or parked",
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
                    "a square of its own for each clank",
                )
            clanks.append(clank)
    return tuple(clanks), remembered_mode(said)


def _clank(seat: int, said: Facts, rules: Rules) -> Clank:
    """A clank as its line says, with the defaults of the format; those in the parking row died in the order of their seats.

    `powered_down` becomes an announced power down: the first turn begins with it taking effect (6.5.4).
    """
    status = said["status"]
    default = INFINITE if rules.lives is None else rules.lives
    lives = said.get("lives", 0 if status == OUT else default)
    place = (
        {"square": said["square"], "heading": heading_of(said["heading"])}
        if status == ACTIVE
        else {}
    )
    if status == PARKED and "checkpoints" not in said:
        raise Misread(
            "a parked clank without checkpoints", "where it can come back, such as checkpoints=A1/N"
        )
    own = [f"{said['square']}/{said['heading']}"] if status == ACTIVE else []
    checkpoints = (entry.split("/") for entry in said.get("checkpoints", own))
    return Clank(
        seat,
        status,
        **place,
        damage=said.get("damage", 0),
        lives=None if lives == INFINITE else lives,
        next_flag=1 + len(said["touched"]) if "touched" in said else said.get("next_flag", 1),
        checkpoints=tuple((square, heading_of(heading)) for square, heading in checkpoints),
        announced=said.get("powered_down", False),
        death=0 if status == ACTIVE else seat,
    )


def _read_turns(table: TomlTable, clanks: tuple[Clank, ...]) -> tuple[ScenarioTurn, ...]:
    """At least one turn. One that stops early has had no cleanup, so that none could follow it."""
    # [turn] instead of [[turn]] is a likely slip, and is named as such.
    tables = table.array("turn") if isinstance(table.data.get("turn", []), list) else None
    if not tables:
        raise table.fault(
            Misread(
                "no turn" if tables is not None else "one table [turn]",
                "a table [[turn]] for each turn",
            ),
            "turn",
        )
    turns = []
    for number, data in enumerate(tables):
        turn = _read_turn(
            TomlTable(
                table.text,
                ("turn", number),
                data,
                (*SEATS, "push", "draws", "choices", "registers"),
            ),
            number,
            clanks,
        )
        if turn.registers is not None and number < len(tables) - 1:
            raise table.fault(
                Misread(
                    "registers in a turn that others follow", "registers in the last turn only"
                ),
                "turn",
                number,
                "registers",
            )
        turns.append(turn)
    return tuple(turns)


def _read_turn(table: TomlTable, number: int, clanks: tuple[Clank, ...]) -> ScenarioTurn:
    """One turn; what depends on the play before it is checked when it is played."""
    seats = {clank.seat: clank for clank in clanks}
    programs = {}
    # In the first turn the lines say who is on the board; later only the play can.
    for key in SEATS:
        if key in table:
            clank = seats.get(int(key))
            if clank is None or (number == 0 and clank.status != ACTIVE):
                state = "has no clank" if clank is None else f"is {clank.status}"
                raise table.fault(
                    Misread(
                        f"cards for seat {key}, which {state}", "cards for clanks on the board"
                    ),
                    key,
                )
            with table.text.reading(*table.path, key):
                programs[int(key)] = read_cards(table.string(key))
    registers = table.number("registers", 1, LAST_REGISTER) if "registers" in table else None
    return ScenarioTurn(
        programs,
        _read_pushed(table, seats),
        registers,
        tuple(table.strings("draws")),
        tuple(table.strings("choices")),
    )


def read_cards(text: str) -> Slots:
    """Cards for slots 1 to 5, `-` for an empty slot, those left out at the end empty too; Misread for what is no card of the deck."""
    words = [word for word in text.split(" ") if word]
    if len(words) > len(NO_CARDS):
        raise Misread(f"{len(words)} cards", f"at most {len(NO_CARDS)}, one for each slot")
    cards: list[Card | None] = []
    for slot, word in enumerate(words, 1):
        try:
            card = None if word == "-" else card_of(word)
        except ValueError as fault:
            near = (
                near_word(word.partition("@")[0], MOVES)
                if word.partition("@")[0] not in MOVES
                else None
            )
            raise Misread(
                f"{shown(word)} in slot {slot}", f"a card such as move1@490, or - ({fault})", near
            ) from None
        if card is not None and card in cards:
            raise Misread(
                f"{card} in slots {cards.index(card) + 1} and {slot}",
                "each card once, as in the deck",
            )
        cards.append(card)
    return (*cards, *NO_CARDS[len(cards) :])


def _read_pushed(table: TomlTable, seats: Mapping[int, Clank]) -> tuple[int, ...]:
    pushed: list[int] = []
    for number, value in enumerate(table.array("push")):
        seat = table.checked_number(value, "seat ", 1, len(SEATS), "push", number)
        if seat not in seats or seat in pushed:
            reason = "twice" if seat in pushed else "which has no clank"
            raise table.fault(
                Misread(f"push by seat {seat}, {reason}", "each seat that pushes once"),
                "push",
                number,
            )
        pushed.append(seat)
    return tuple(pushed)


def _read_expected(
    table: TomlTable, board: Board, flags: tuple[str, ...], seats: tuple[int, ...]
) -> tuple[Mapping[int, Facts], int | None]:
    """What must come out, by seat, and the winner: 0 for nobody, None where nothing is said about it."""
    lines = TomlTable(table.text, ("expect",), table.data.get("expect", {}), (*SEATS, "winner"))
    expected = {}
    for key in SEATS:
        if key in lines:
            with table.text.reading("expect", key):
                if int(key) not in seats:
                    raise Misread(
                        f"seat {key}, which has no clank",
                        f"one of the seats {one_of(map(str, seats))}",
                    )
                expected[int(key)] = read_clank_line(
                    lines.string(key), EXPECTED_KEYS, board, len(flags)
                )
    if "winner" not in lines:
        return expected, None
    winner = lines.number("winner", NOBODY, len(SEATS))
    if winner != NOBODY and winner not in seats:
        raise lines.fault(
            Misread(
                f"winner = {winner}", f"one of the seats {one_of(map(str, seats))}, or 0 for nobody"
            ),
            "winner",
        )
    return expected, winner
