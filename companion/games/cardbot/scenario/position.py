"""The position of a scenario file before its first round: settings, grid, robots and piles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.formats.misread import Misread, one_of, shown
from companion.formats.scenario import read_setting
from companion.formats.toml_text import TomlTable
from companion.games.base import HEADINGS
from companion.games.cardbot.engine.cards import SEATS, Card, cards_left, pile_of, taken_out
from companion.games.cardbot.engine.grid import (
    LAYOUTS,
    Grid,
    in_force,
    layout_grid,
    missing,
    read_grid,
)
from companion.games.cardbot.engine.rules import OPTIONS, Rules
from companion.games.cardbot.engine.state import Robot, State, robot_at, robot_at_start, robot_seats
from companion.games.cardbot.scenario.robot_lines import (
    GIVEN_KEYS,
    Facts,
    read_card,
    read_robot_line,
)

KEYS: Final = ("layout", "grid", "players", "first", "rules", "robots", "piles")
"""The keys of a file that say what the position is."""
SEAT_KEYS: Final = tuple(map(str, SEATS))
ALL_TARGETS: Final = 3


def read_position(table: TomlTable) -> State:
    """The state before the first round; FormatFault for whatever is wrong with it."""
    people = table.number("players", 2, len(SEATS)) if "players" in table else 0
    rules = _read_rules(table, people)
    grid = _read_grid(table, rules)
    state = State(grid, rules, _read_robots(table, people, rules, grid), {}, people)
    return state._replace(first=_read_first(table, state), piles=_read_piles(table, state))


# ---- Settings and grid ------------------------------------------------------------------------------------------------


def _read_rules(table: TomlTable, people: int) -> Rules:
    words = TomlTable(
        table.text,
        ("rules",),
        table.data.get("rules", {}),
        tuple(option.key for option in OPTIONS),
        "setting",
    )
    if "fill_robots" in words and not people:
        raise words.fault(
            Misread(
                "fill_robots without players", "players = the number of people, or no fill_robots"
            ),
            "fill_robots",
        )
    return Rules(
        **{option.key: read_setting(words, option) for option in OPTIONS if option.key in words}
    )


def _read_grid(table: TomlTable, rules: Rules) -> Grid:
    """The grid in force: a shipped layout, or an own drawing, which must have what the settings want of it."""
    if "grid" not in table:
        layout = table.word("layout", LAYOUTS[0], LAYOUTS)
        return in_force(layout_grid(layout), rules, layout)
    if "layout" in table:
        raise table.fault(
            Misread("both layout and grid", "either the name of a layout, or a drawing under grid"),
            "layout",
        )
    drawing = table.lines("grid")
    with table.text.reading("grid"):
        drawn = read_grid(drawing)
    for key, codes in missing(drawn, rules):
        setting = f"{key} = {shown(getattr(rules, key))}"
        raise table.fault(
            Misread(
                f"{setting} with a grid that has none of {codes}",
                f"a grid that has it, or no {key}",
            ),
            "rules",
            key,
        )
    return in_force(drawn, rules)


# ---- Robots -----------------------------------------------------------------------------------------------------------


def _read_robots(table: TomlTable, people: int, rules: Rules, grid: Grid) -> tuple[Robot, ...]:
    """The robots in order of seats, no two on one square; with people, those not named stand on their starts."""
    lines = TomlTable(table.text, ("robots",), table.data.get("robots", {}), SEAT_KEYS, "seat")
    seats = robot_seats(people, rules) if people else tuple(map(int, sorted(lines.data)))
    if not seats:
        raise table.fault(
            Misread("no robot", 'at least one under [robots], such as 1 = "A1 N", or players'),
            "robots",
        )
    for key in lines.data:
        if int(key) not in seats:
            raise lines.fault(
                Misread(
                    f"a robot of seat {key} with {people} players",
                    f"seats {seats[0]} to {seats[-1]}",
                ),
                key,
            )
    robots: list[Robot] = []
    for seat in seats:
        with table.text.reading("robots", str(seat)):
            robot = (
                _robot(seat, lines, rules, grid)
                if str(seat) in lines
                else robot_at_start(seat, grid)
            )
            other = next((other for other in robots if other.square == robot.square), None)
            if other is not None:
                raise Misread(
                    f"seat {seat} on {robot.square}, where seat {other.seat} stands",
                    "a square of its own for each robot",
                )
            robots.append(robot)
    return tuple(robots)


def _robot(seat: int, lines: TomlTable, rules: Rules, grid: Grid) -> Robot:
    """A robot as its line says, with the defaults of the format."""
    said: Facts = read_robot_line(lines.string(str(seat)), GIVEN_KEYS)
    plain = (
        robot_at_start(seat, grid)
        if said["square"] is None
        else robot_at(seat, said["square"], HEADINGS.index(said["heading"]), grid)
    )
    targets = said.get("targets", 0)
    if targets == ALL_TARGETS and not rules.must_end_on_final_target:
        raise Misread(
            f"targets={targets}",
            "a number from 0 to 2, or must_end_on_final_target = true: otherwise it has won already",
        )
    if "slide" not in said:
        return plain._replace(targets=targets)
    if plain.slide is None:
        raise Misread(
            f"slide on {plain.square}, which is not slippery", "slide on a slippery place only"
        )
    if said["slide"] is None:
        raise Misread(
            "slide=none on a slippery place",
            "N, E, S or W, or no slide for the direction in which it heads",
        )
    return plain._replace(targets=targets, slide=HEADINGS.index(said["slide"]))


def _read_first(table: TomlTable, state: State) -> int:
    if "first" not in table:
        return state.seats[0]
    first = table.number("first", 1, len(SEATS))
    if first not in state.seats:
        raise table.fault(
            Misread(
                f"first = {first}, which has no robot",
                f"one of the seats {one_of(map(str, state.seats))}",
            ),
            "first",
        )
    return first


# ---- Piles ------------------------------------------------------------------------------------------------------------


def _read_piles(table: TomlTable, state: State) -> Mapping[int, tuple[Card, ...] | None]:
    """The piles that are known, None for all others."""
    lines = TomlTable(table.text, ("piles",), table.data.get("piles", {}), SEAT_KEYS, "seat")
    piles: dict[int, tuple[Card, ...] | None] = dict.fromkeys(state.seats)
    for key in lines.data:
        with table.text.reading("piles", key):
            seat = seat_with_robot(key, state)
            if seat == state.random_seat:
                raise Misread(
                    f"a pile of seat {seat}, which plays by chance",
                    "piles of seats whose cards somebody chooses",
                )
            piles[seat] = read_pile(lines.string(key), seat, state.robot(seat).targets)
    return piles


def read_pile(text: str, seat: int, targets: int) -> tuple[Card, ...]:
    """A whole pile, top card first; Misread unless it holds exactly the cards of the seat that are not yet taken out for so many targets."""
    cards = [read_card(word) for word in text.split(" ") if word]
    left, out = cards_left(seat, targets), taken_out(seat, targets)
    expected = f"the {len(left)} cards {' '.join(card.text for card in left)}, each once"
    for place, card in enumerate(cards, 1):
        if card in cards[: place - 1]:
            raise Misread(f"{card.text} twice in the pile of seat {seat}", expected)
        if card not in left:
            whose = "which lies under a target" if card in out else "a card of another pile"
            near = (
                next(
                    (own.text for own in pile_of(seat) if own in left and own.value == card.value),
                    None,
                )
                if card not in out
                else None
            )
            raise Misread(f"{card.text} in the pile of seat {seat}, {whose}", expected, near)
    if len(cards) != len(left):
        raise Misread(f"{len(cards)} cards in the pile of seat {seat}", expected)
    return tuple(cards)


def seat_with_robot(key: str, state: State) -> int:
    """The seat of a key that is a digit; Misread where it has no robot."""
    if int(key) not in state.seats:
        raise Misread(
            f"seat {key}, which has no robot", f"one of the seats {one_of(map(str, state.seats))}"
        )
    return int(key)


def read_number(word: str, what: str, low: int, high: int) -> int:
    """A number of one digit from a word of an entry; Misread names `what` was wanted."""
    if len(word) != 1 or word not in "0123456789" or not low <= int(word) <= high:
        raise Misread(f"{what} {shown(word)}", f"a number from {low} to {high}")
    return int(word)


def read_entry_words(text: str, form: str, example: str) -> list[str]:
    """The three words of an entry such as "1 3 N"; Misread shows its form."""
    words = [word for word in text.split(" ") if word]
    if len(words) != len(form.split(" ")):
        raise Misread(shown(text), f'"{form}" such as "{example}"')
    return words


def read_seats(table: TomlTable, key: str, state: State) -> tuple[int, ...]:
    """The array of seats under a key, each with a robot and named once."""
    seats: list[int] = []
    for number, value in enumerate(table.array(key)):
        seat = table.checked_number(value, "seat ", 1, len(SEATS), key, number)
        if seat not in state.seats or seat in seats:
            reason = "twice" if seat in seats else "which has no robot"
            raise table.fault(
                Misread(
                    f"{key} with seat {seat}, {reason}",
                    f"each of the seats {one_of(map(str, state.seats))} once",
                ),
                key,
                number,
            )
        seats.append(seat)
    return tuple(seats)
