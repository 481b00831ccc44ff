"""Scenario files of Cardbot Derby: the position with lines about robots, the rounds, the result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from companion.formats.entries import read_heading, split_words
from companion.formats.misread_error import MisreadError, one_of, quote_value, unknown_word
from companion.formats.toml_text import TomlTable, TomlText
from companion.games.cardbot.engine.cards import (
    COMMANDS,
    LAST_TARGET,
    SEATS,
    VALUES,
    Card,
    card_of,
    cards_left,
    pile_of,
    taken_out,
)
from companion.games.cardbot.engine.grid import (
    ALL_SQUARES,
    LAYOUTS,
    CardbotGrid,
    in_force,
    layout_grid,
    missing,
    read_grid,
)
from companion.games.cardbot.engine.piles import KINDS
from companion.games.cardbot.engine.rules import OPTIONS, Rules
from companion.games.cardbot.engine.state import (
    CardbotState,
    Robot,
    robot_at,
    robot_at_start,
    robot_seats,
)
from companion.games.kit.scenario import (
    NONE,
    Facts,
    Reader,
    Scenario,
    form_words,
    heading_after,
    number_between,
    number_in,
    read_each,
    read_facts,
    read_lines,
    read_place,
    read_scenario,
    read_seats,
    read_settings,
    seat_of_key,
    turn_tables,
)
from companion.geometry import HEADINGS, Heading
from companion.named_tuples import NamedTuple

START: Final = "start"
UNKNOWN: Final = "unknown"
GIVEN_KEYS: Final = ("targets", "slide")
EXPECTED_KEYS: Final = ("targets", "slide", "enacted_by", "taken", "pile")
PIECE: Final = "robot"


def read_robot_line(text: str, keys: tuple[str, ...]) -> Facts:
    """Read a line about a robot; only what it says is in the result.

    `start` is a place in `[robots]` only, with GIVEN_KEYS.

    Raises:
        MisreadError: A place is off the grid, a key is unknown or repeated, or a value is out of
        range.
    """
    words, given = split_words(text), keys == GIVEN_KEYS
    if not words:
        raise MisreadError(
            "an empty text", f'"<square> <heading>"{f" or {START}" if given else ""}, and keys'
        )
    if given and words[0] == START:
        facts, rest = Facts(square=None), words[1:]
    else:
        square = read_place(words[0], (START,) if given else ())
        if square not in ALL_SQUARES:
            raise MisreadError(f"square {square}", "a square of the grid, from A1 to G7")
        facts, rest = Facts(square=square, heading=heading_after(square, words)), words[2:]
    return facts | read_facts(
        rest, _READERS, keys, "no {key} in [robots], it follows from the rest"
    )


def _read_cards(key: str, text: str) -> list[str]:
    words = [] if text == NONE else text.split(",")
    if len(words) > len(VALUES):
        raise MisreadError(f"{key} of {len(words)} cards", f"at most {len(VALUES)}")
    return [read_card(word).text for word in words]


_READERS: Final[Mapping[str, Reader]] = {
    "targets": number_between(0, LAST_TARGET),
    "slide": lambda key, text: None if text == NONE else HEADINGS[read_heading(text, key)],
    "enacted_by": number_between(1, len(SEATS)),
    "taken": _read_cards,
    "pile": lambda key, text: text if text == UNKNOWN else _read_cards(key, text),
}


def read_card(word: str) -> Card:
    """Return the card that a word names.

    Raises:
        MisreadError: There is none.
    """
    try:
        return card_of(word)
    except ValueError:
        # A ten is written T; lower case and 10 are likely slips.
        meant = word.upper().replace("10", "T")
        known = {card.text for seat in SEATS for card in pile_of(seat)}
        raise MisreadError(
            f"card {quote_value(word)}",
            "value and suit such as AH, TD or 4S, with a 2 behind for the third deck",
            meant if meant in known else None,
        ) from None


def spoken(facts: Facts) -> Facts:
    """Return the facts of a robot with the word of files for an unknown pile."""
    return {**facts, "pile": UNKNOWN} if facts["pile"] is None else facts


SEAT_KEYS: Final = tuple(map(str, SEATS))
KEYS: Final = ("layout", "grid", "players", "first", "rules", "robots", "piles", "round")
ROUND_KEYS: Final = (*SEAT_KEYS, "late", "pings", "shuffled", "commands")
EMPTY_SLOT: Final = "-"
NOBODY_CHOSE: Final = "-"


class Ping(NamedTuple):
    """An answer to a choice between two sides."""

    command: int
    """The command, from 1."""
    mover: int
    """The seat of the mover."""
    side: Heading | None
    """The side, None if time ran out."""


class ScenarioRound(NamedTuple):
    """A round as written."""

    programs: Mapping[int, tuple[Card | None, ...]]
    """The programs, with None for an empty slot."""
    late: tuple[int, ...]
    """The late seats."""
    pings: tuple[Ping, ...]
    shuffled: Mapping[int, str]
    """The piles after shuffles, as texts."""
    commands: int | None
    """The number of commands after which it stops, None for the whole round."""


class Expected(NamedTuple):
    """The results that a scenario expects."""

    robots: Mapping[int, Facts]
    """The expected facts of robots, by seat."""
    rest: Facts
    """Everything else by its key, in the words of the result."""


Game: TypeAlias = Scenario[CardbotState, ScenarioRound, Expected]
"""A scenario as read."""


def read(toml: TomlText) -> Game:
    """Read the scenario of a text without the key `game`.

    Raises:
        FormatError: The text is wrong.
    """
    return read_scenario(toml, KEYS, _read_position, _read_rounds, _read_expected)


# ---- Position ------------------------------------------------------------------------------------


def _read_position(table: TomlTable) -> CardbotState:
    """Read the state before the first round.

    Raises:
        FormatError: The text is wrong.
    """
    people = table.number("players", 2, len(SEATS)) if "players" in table else 0
    values = read_settings(table, OPTIONS)
    if "fill_robots" in values and not people:
        raise table.misread(
            "fill_robots without players",
            "players = the number of people, or no fill_robots",
            "rules",
            "fill_robots",
        )
    rules = Rules(**values)
    grid = _read_grid(table, rules)
    state = CardbotState(grid, rules, _read_robots(table, people, rules, grid), {}, people)
    first = table.number("first", 1, len(SEATS)) if "first" in table else state.seats[0]
    if first not in state.seats:
        raise table.misread(
            f"first = {first}, which has no robot",
            f"one of the seats {one_of(map(str, state.seats))}",
            "first",
        )

    def pile(seat: int, text: str) -> tuple[Card, ...]:
        if seat == state.random_seat:
            raise MisreadError(
                f"a pile of seat {seat}, which plays random cards",
                "piles of seats whose cards somebody chooses",
            )
        return read_pile(text, seat, state.robot(seat).targets)

    known = read_lines(table.table("piles", SEAT_KEYS, "seat"), pile, state.seats, PIECE)
    return state._replace(first=first, piles={**dict.fromkeys(state.seats), **known})


def _read_grid(table: TomlTable, rules: Rules) -> CardbotGrid:
    """Read the grid in force: a shipped layout, or a drawing that has what the settings need."""
    if "grid" not in table:
        layout = table.word("layout", LAYOUTS[0], LAYOUTS)
        return in_force(layout_grid(layout), rules, layout)
    if "layout" in table:
        raise table.misread(
            "both layout and grid", "either the name of a layout, or a drawing under grid", "layout"
        )
    drawing = table.lines("grid")
    with table.text.reading("grid"):
        drawn = read_grid(drawing)
    for key, codes in missing(drawn, rules):
        setting = f"{key} = {quote_value(getattr(rules, key))}"
        raise table.misread(
            f"{setting} with a grid that has none of {codes}",
            f"a grid that has it, or no {key}",
            "rules",
            key,
        )
    return in_force(drawn, rules)


def _read_robots(
    table: TomlTable, people: int, rules: Rules, grid: CardbotGrid
) -> tuple[Robot, ...]:
    """Read the robots in the order of their seats, no two on one square.

    With players, robots without a line are on their starts.
    """
    lines = table.table("robots", SEAT_KEYS, "seat")
    seats = robot_seats(people, rules) if people else tuple(map(int, sorted(lines.data)))
    if not seats:
        raise table.misread(
            "no robot", 'at least one under [robots], such as 1 = "A1 N", or players', "robots"
        )
    for key in lines.data:
        if int(key) not in seats:
            raise lines.misread(
                f"a robot of seat {key} with {people} players",
                f"seats {seats[0]} to {seats[-1]}",
                key,
            )
    robots: list[Robot] = []
    for seat in seats:
        with table.text.reading("robots", str(seat)):
            if str(seat) in lines:
                robot = _robot(seat, lines, rules, grid)
            else:
                robot = robot_at_start(seat, grid)
            other = next((other for other in robots if other.square == robot.square), None)
            if other is not None:
                raise MisreadError(
                    f"seat {seat} on {robot.square}, where seat {other.seat} stands",
                    "a square of its own for each robot",
                )
            robots.append(robot)
    return tuple(robots)


def _robot(seat: int, lines: TomlTable, rules: Rules, grid: CardbotGrid) -> Robot:
    """Return a robot from its line, with the defaults of the format."""
    said: Facts = read_robot_line(lines.string(str(seat)), GIVEN_KEYS)
    if said["square"] is None:
        plain = robot_at_start(seat, grid)
    else:
        plain = robot_at(seat, said["square"], HEADINGS.index(said["heading"]), grid)
    targets = said.get("targets", 0)
    if targets == LAST_TARGET and not rules.must_end_on_final_target:
        raise MisreadError(
            f"targets={targets}",
            "a number from 0 to 2, or must_end_on_final_target = true: otherwise it has won "
            "already",
        )
    if "slide" not in said:
        return plain._replace(targets=targets)
    if plain.slide is None:
        raise MisreadError(
            f"slide on {plain.square}, which is not slippery", "slide on a slippery place only"
        )
    if said["slide"] is None:
        raise MisreadError(
            "slide=none on a slippery place",
            "N, E, S or W, or no slide for the direction in which it heads",
        )
    return plain._replace(targets=targets, slide=HEADINGS.index(said["slide"]))


def read_pile(text: str, seat: int, targets: int) -> tuple[Card, ...]:
    """Read a whole pile, the top card first.

    Raises:
        MisreadError: It does not hold exactly the seat's cards that are not under targets.
    """
    cards = [read_card(word) for word in split_words(text)]
    left, out = cards_left(seat, targets), taken_out(seat, targets)
    expected = f"the {len(left)} cards {' '.join(card.text for card in left)}, each once"
    for place, card in enumerate(cards, 1):
        if card in cards[: place - 1]:
            raise MisreadError(f"{card.text} twice in the pile of seat {seat}", expected)
        if card not in left:
            whose = "which lies under a target" if card in out else "a card of another pile"
            if card not in out:
                near = next(
                    (own.text for own in pile_of(seat) if own in left and own.value == card.value),
                    None,
                )
            else:
                near = None
            raise MisreadError(f"{card.text} in the pile of seat {seat}, {whose}", expected, near)
    if len(cards) != len(left):
        raise MisreadError(f"{len(cards)} cards in the pile of seat {seat}", expected)
    return tuple(cards)


# ---- Rounds --------------------------------------------------------------------------------------


def _read_rounds(table: TomlTable, start: CardbotState) -> Iterator[ScenarioRound]:
    """Read the rounds. What depends on earlier play is checked when it is played."""

    def ping(text: str) -> Ping:
        command, seat, side = _read_ping(text, start)
        return Ping(command, seat, None if side == NOBODY_CHOSE else read_heading(side, "side"))

    choosing = [seat for seat in start.seats if seat != start.random_seat]
    for lines in turn_tables(table, "round", ROUND_KEYS, "commands"):
        late = _read_seats(lines, "late", start)
        if late and start.rules.hurry is None:
            raise lines.misread(
                'late with hurry = "off"', "no late seats, or a limit for them", "late"
            )
        if start.random_seat in late:
            raise lines.misread(
                f"seat {start.random_seat} in late, which plays random cards",
                "seats whose cards somebody chooses",
                "late",
                late.index(start.random_seat),
            )
        if late and set(late) >= set(choosing):
            raise lines.misread(
                f"late with every seat that chooses, {one_of(map(str, choosing))}",
                "one at least that was in time",
                "late",
            )
        programs = read_lines(lines, lambda seat, text: _read_program(text), start.seats, PIECE)
        for seat in start.seats:
            if seat not in programs and seat not in late:
                raise lines.misread(
                    f"no program of seat {seat}",
                    f'a line such as {seat} = "AH 4H 8H 2H 6H" with the cards of its pile, or '
                    f"the seat in late",
                )
        commands = lines.number("commands", 1, COMMANDS) if "commands" in lines else None
        pings = tuple(read_each(lines, "pings", ping))
        piles = lines.table("shuffled", SEAT_KEYS, "seat")
        shuffled = read_lines(piles, _read_shuffled, start.seats, PIECE)
        yield ScenarioRound(programs, late, pings, shuffled, commands)


def _read_program(text: str) -> tuple[Card | None, ...]:
    """Read cards for slots 1 to 5, `-` for an empty slot; omitted slots at the end are empty.

    Raises:
        MisreadError: A word is no card.
    """
    words = split_words(text)
    if len(words) > COMMANDS:
        raise MisreadError(f"{len(words)} cards", f"at most {COMMANDS}, one for each command")
    cards = [None if word == EMPTY_SLOT else read_card(word) for word in words]
    return (*cards, *(None,) * (COMMANDS - len(cards)))


def _read_ping(text: str, start: CardbotState) -> tuple[int, int, str]:
    """Read command and mover of an entry such as "1 3 N"; the side is not checked yet."""
    command, mover, side = form_words(text, "<command> <mover> <side>", "1 3 N")
    return _read_number(command, "command", COMMANDS), _read_seat(mover, start), side


def _read_shuffled(seat: int, text: str) -> str:
    """Read a pile after a shuffle as a text; its size is checked in play."""
    for word in split_words(text):
        read_card(word)
    return text


# ---- What must come out --------------------------------------------------------------------------


def _read_expected(table: TomlTable, start: CardbotState) -> Expected:
    """Read `[expect]`.

    Raises:
        FormatError: It is the result of no game.
    """
    lines = table.table(
        "expect", (*SEAT_KEYS, "winners", "order", "pings", "refused", "first", "grid")
    )

    def ping(text: str) -> str:
        command, seat, side = _read_ping(text, start)
        return f"{command} {seat} {HEADINGS[read_heading(side, 'side')]}"

    def refusal(text: str) -> str:
        seat, slot, kind = form_words(text, "<seat> <slot> <kind>", "1 3 empty")
        if kind not in KINDS:
            raise unknown_word(kind, "kind", KINDS)
        return f"{_read_seat(seat, start)} {_read_number(slot, 'slot', COMMANDS)} {kind}"

    robots = read_lines(
        lines, lambda seat, text: read_robot_line(text, EXPECTED_KEYS), start.seats, PIECE
    )
    rest: Facts = {}
    if "winners" in lines:
        rest["winners"] = _read_winners(lines, start)
    if "order" in lines:
        rest["order"] = [*_read_seats(lines, "order", start)]
    if "pings" in lines:
        rest["pings"] = read_each(lines, "pings", ping)
    if "refused" in lines:
        rest["refused"] = read_each(lines, "refused", refusal)
    if "first" in lines:
        first = lines.number("first", 1, len(SEATS))
        with lines.text.reading("expect", "first"):
            rest["first"] = seat_of_key(str(first), start.seats, PIECE)
    if "grid" in lines:
        drawing = lines.lines("grid")
        with lines.text.reading("expect", "grid"):
            rest["grid"] = list(read_grid(drawing).lines)
    return Expected(robots, rest)


def _read_winners(lines: TomlTable, start: CardbotState) -> list[int]:
    people = start.called(start.seats)
    winners: list[int] = []
    for number, value in enumerate(lines.array("winners")):
        person = lines.checked_number(value, "person ", 1, len(SEATS), "winners", number)
        if person not in people:
            raise lines.misread(
                f"winner {person}, who does not play",
                f"one of {one_of(map(str, people))}",
                "winners",
                number,
            )
        if winners and person <= winners[-1]:
            raise lines.misread(
                f"winner {person} after {winners[-1]}",
                "each winner once, lowest first",
                "winners",
                number,
            )
        winners.append(person)
    return winners


# ---- Words ---------------------------------------------------------------------------------------


def _read_seat(word: str, state: CardbotState) -> int:
    """Return the seat that an entry names, which must have a robot."""
    return seat_of_key(str(_read_number(word, "seat", len(SEATS))), state.seats, PIECE)


def _read_number(word: str, what: str, high: int) -> int:
    """Return the number of a word in an entry, from 1; a fault names `what` was expected."""
    return number_in(word, 1, high, f"{what} {quote_value(word)}")


def _read_seats(table: TomlTable, key: str, state: CardbotState) -> tuple[int, ...]:
    """Read the array of seats under a key, each with a robot and named once."""
    expected = f"each of the seats {one_of(map(str, state.seats))} once"
    return read_seats(
        table,
        key,
        (1, len(SEATS)),
        state.seats,
        lambda seat, twice: MisreadError(
            f"{key} with seat {seat}, {'twice' if twice else 'which has no robot'}", expected
        ),
    )
