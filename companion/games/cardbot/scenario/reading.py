"""Scenario files of Cardbot Derby: the position with lines about robots, the rounds, the result."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from companion.errors import near_word
from companion.formats.entries import read_heading, read_square
from companion.formats.misread_error import MisreadError, one_of, quote_value, unknown_word
from companion.formats.toml_text import TomlTable, TomlText
from companion.games.cardbot.engine.cards import (
    COMMANDS,
    SEATS,
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
    Facts,
    Scenario,
    read_facts,
    read_scenario,
    read_seats,
    read_settings,
    turn_tables,
)
from companion.geometry import HEADINGS, Heading, Square
from companion.named_tuples import NamedTuple

START: Final = "start"
UNKNOWN: Final = "unknown"
GIVEN_KEYS: Final = ("targets", "slide")
EXPECTED_KEYS: Final = ("targets", "slide", "enacted_by", "taken", "pile")
MOST_CARDS: Final = 13


def read_robot_line(text: str, keys: tuple[str, ...]) -> Facts:
    """Read a line about a robot; only what it says is in the result.

    `start` is a place in `[robots]` only, with GIVEN_KEYS.

    Raises:
        MisreadError: A place is off the grid, a key is unknown or repeated, or a value is out of
        range.
    """
    words = [word for word in text.split(" ") if word]
    given = keys == GIVEN_KEYS
    if not words:
        raise MisreadError(
            "an empty text", f'"<square> <heading>"{f" or {START}" if given else ""}, and keys'
        )
    if given and words[0] == START:
        facts, rest = Facts(square=None), words[1:]
    else:
        facts, rest = _read_place(words, given), words[2:]
    return facts | read_facts(
        rest, _READERS, keys, "no {key} in [robots], it follows from the rest"
    )


def _read_place(words: list[str], given: bool) -> Facts:
    try:
        square = read_square(words[0])
    except MisreadError as wrong:
        near = wrong.near or (near_word(words[0], (START,)) if given else None)
        raise MisreadError(
            f"place {quote_value(words[0])}",
            f"a square such as E7{f' or {START}' if given else ''}",
            near,
        ) from None
    check_on_grid(square)
    if len(words) < 2:
        raise MisreadError(
            f"{square} without a heading", f'N, E, S or W after it, as in "{square} N"'
        )
    return Facts(square=square, heading=HEADINGS[read_heading(words[1], "heading")])


def check_on_grid(square: Square) -> None:
    """Check that a square is one of the grid's 49.

    Raises:
        MisreadError: It is not.
    """
    if square not in ALL_SQUARES:
        raise MisreadError(f"square {square}", "a square of the grid, from A1 to G7")


def _number_between(low: int, high: int) -> Callable[[str, str], int]:
    def read(key: str, text: str) -> int:
        if len(text) != 1 or text not in "0123456789" or not low <= int(text) <= high:
            raise MisreadError(f"{key}={text}", f"a number from {low} to {high}")
        return int(text)

    return read


def _read_slide(key: str, text: str) -> str | None:
    return None if text == "none" else HEADINGS[read_heading(text, key)]


def _read_cards(key: str, text: str) -> list[str]:
    words = [] if text == "none" else text.split(",")
    if len(words) > MOST_CARDS:
        raise MisreadError(f"{key} of {len(words)} cards", f"at most {MOST_CARDS}")
    return [read_card(word).text for word in words]


def _read_pile(key: str, text: str) -> list[str] | str:
    return text if text == UNKNOWN else _read_cards(key, text)


_READERS: Final[Mapping[str, Callable[[str, str], object]]] = {
    "targets": _number_between(0, 3),
    "slide": _read_slide,
    "enacted_by": _number_between(1, len(SEATS)),
    "taken": _read_cards,
    "pile": _read_pile,
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
        raise MisreadError(
            f"card {quote_value(word)}",
            "value and suit such as AH, TD or 4S, with a 2 behind for the third deck",
            _if_card(meant),
        ) from None


def _if_card(word: str) -> str | None:
    try:
        return card_of(word).text
    except ValueError:
        return None


def spoken(facts: Facts) -> Facts:
    """Return the facts of a robot with the word of files for an unknown pile."""
    return {**facts, "pile": UNKNOWN} if facts["pile"] is None else facts


def heading_letter(heading: Heading | None) -> str | None:
    """Return a heading as in files; None stays None."""
    return None if heading is None else HEADINGS[heading]


SEAT_KEYS: Final = tuple(map(str, SEATS))
KEYS: Final = ("layout", "grid", "players", "first", "rules", "robots", "piles", "round")
ROUND_KEYS: Final = (*SEAT_KEYS, "late", "pings", "shuffled", "commands")
ALL_TARGETS: Final = 3
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
    rest: Mapping[str, Any]
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
    rules = _read_rules(table, people)
    grid = _read_grid(table, rules)
    state = CardbotState(grid, rules, _read_robots(table, people, rules, grid), {}, people)
    return state._replace(first=_read_first(table, state), piles=_read_piles(table, state))


def _read_rules(table: TomlTable, people: int) -> Rules:
    values = read_settings(table, OPTIONS)
    if "fill_robots" in values and not people:
        raise table.fault(
            MisreadError(
                "fill_robots without players", "players = the number of people, or no fill_robots"
            ),
            "rules",
            "fill_robots",
        )
    return Rules(**values)


def _read_grid(table: TomlTable, rules: Rules) -> CardbotGrid:
    """Read the grid in force: a shipped layout, or a drawing that has what the settings need."""
    if "grid" not in table:
        layout = table.word("layout", LAYOUTS[0], LAYOUTS)
        return in_force(layout_grid(layout), rules, layout)
    if "layout" in table:
        raise table.fault(
            MisreadError(
                "both layout and grid", "either the name of a layout, or a drawing under grid"
            ),
            "layout",
        )
    drawing = table.lines("grid")
    with table.text.reading("grid"):
        drawn = read_grid(drawing)
    for key, codes in missing(drawn, rules):
        setting = f"{key} = {quote_value(getattr(rules, key))}"
        raise table.fault(
            MisreadError(
                f"{setting} with a grid that has none of {codes}",
                f"a grid that has it, or no {key}",
            ),
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
        raise table.fault(
            MisreadError("no robot", 'at least one under [robots], such as 1 = "A1 N", or players'),
            "robots",
        )
    for key in lines.data:
        if int(key) not in seats:
            raise lines.fault(
                MisreadError(
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
                raise MisreadError(
                    f"seat {seat} on {robot.square}, where seat {other.seat} stands",
                    "a square of its own for each robot",
                )
            robots.append(robot)
    return tuple(robots)


def _robot(seat: int, lines: TomlTable, rules: Rules, grid: CardbotGrid) -> Robot:
    """Return a robot from its line, with the defaults of the format."""
    said: Facts = read_robot_line(lines.string(str(seat)), GIVEN_KEYS)
    plain = (
        robot_at_start(seat, grid)
        if said["square"] is None
        else robot_at(seat, said["square"], HEADINGS.index(said["heading"]), grid)
    )
    targets = said.get("targets", 0)
    if targets == ALL_TARGETS and not rules.must_end_on_final_target:
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


def _read_first(table: TomlTable, state: CardbotState) -> int:
    if "first" not in table:
        return state.seats[0]
    first = table.number("first", 1, len(SEATS))
    if first not in state.seats:
        raise table.fault(
            MisreadError(
                f"first = {first}, which has no robot",
                f"one of the seats {one_of(map(str, state.seats))}",
            ),
            "first",
        )
    return first


def _read_piles(table: TomlTable, state: CardbotState) -> Mapping[int, tuple[Card, ...] | None]:
    """Read the known piles, None for all others."""
    lines = table.table("piles", SEAT_KEYS, "seat")
    piles: dict[int, tuple[Card, ...] | None] = dict.fromkeys(state.seats)
    for key in lines.data:
        with table.text.reading("piles", key):
            seat = _seat_with_robot(key, state)
            if seat == state.random_seat:
                raise MisreadError(
                    f"a pile of seat {seat}, which plays random cards",
                    "piles of seats whose cards somebody chooses",
                )
            piles[seat] = read_pile(lines.string(key), seat, state.robot(seat).targets)
    return piles


def read_pile(text: str, seat: int, targets: int) -> tuple[Card, ...]:
    """Read a whole pile, the top card first.

    Raises:
        MisreadError: It does not hold exactly the seat's cards that are not under targets.
    """
    cards = [read_card(word) for word in text.split(" ") if word]
    left, out = cards_left(seat, targets), taken_out(seat, targets)
    expected = f"the {len(left)} cards {' '.join(card.text for card in left)}, each once"
    for place, card in enumerate(cards, 1):
        if card in cards[: place - 1]:
            raise MisreadError(f"{card.text} twice in the pile of seat {seat}", expected)
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
            raise MisreadError(f"{card.text} in the pile of seat {seat}, {whose}", expected, near)
    if len(cards) != len(left):
        raise MisreadError(f"{len(cards)} cards in the pile of seat {seat}", expected)
    return tuple(cards)


# ---- Rounds --------------------------------------------------------------------------------------


def _read_rounds(table: TomlTable, start: CardbotState) -> Iterator[ScenarioRound]:
    return (_read_round(one, start) for one in turn_tables(table, "round", ROUND_KEYS, "commands"))


def _read_round(table: TomlTable, start: CardbotState) -> ScenarioRound:
    """Read a round. What depends on earlier play is checked when it is played."""
    late = _read_late(table, start)
    programs = {}
    for key in SEAT_KEYS:
        if key in table:
            with table.text.reading(*table.path, key):
                programs[_seat_with_robot(key, start)] = _read_program(table.string(key))
    for seat in start.seats:
        if seat not in programs and seat not in late:
            raise table.fault(
                MisreadError(
                    f"no program of seat {seat}",
                    f'a line such as {seat} = "AH 4H 8H 2H 6H" with the cards of its pile, or the '
                    f"seat in late",
                )
            )
    commands = table.number("commands", 1, COMMANDS) if "commands" in table else None
    return ScenarioRound(
        programs, late, _read_pings(table, start), _read_shuffled(table, start), commands
    )


def _read_program(text: str) -> tuple[Card | None, ...]:
    """Read cards for slots 1 to 5, `-` for an empty slot; omitted slots at the end are empty.

    Raises:
        MisreadError: A word is no card.
    """
    words = [word for word in text.split(" ") if word]
    if len(words) > COMMANDS:
        raise MisreadError(f"{len(words)} cards", f"at most {COMMANDS}, one for each command")
    cards = [None if word == EMPTY_SLOT else read_card(word) for word in words]
    return (*cards, *(None,) * (COMMANDS - len(cards)))


def _read_late(table: TomlTable, start: CardbotState) -> tuple[int, ...]:
    """Read the late seats; there must be a time limit, and a player in time."""
    late = _read_seats(table, "late", start)
    if not late:
        return ()
    if start.rules.hurry is None:
        raise table.fault(
            MisreadError('late with hurry = "off"', "no late seats, or a limit for them"), "late"
        )
    if start.random_seat in late:
        place = late.index(start.random_seat)
        raise table.fault(
            MisreadError(
                f"seat {start.random_seat} in late, which plays random cards",
                "seats whose cards somebody chooses",
            ),
            "late",
            place,
        )
    choosing = [seat for seat in start.seats if seat != start.random_seat]
    if set(late) >= set(choosing):
        raise table.fault(
            MisreadError(
                f"late with every seat that chooses, {one_of(map(str, choosing))}",
                "one at least that was in time",
            ),
            "late",
        )
    return late


def _read_pings(table: TomlTable, start: CardbotState) -> tuple[Ping, ...]:
    pings = []
    for number, text in enumerate(table.strings("pings")):
        with table.text.reading(*table.path, "pings", number):
            pings.append(_read_ping(text, start))
    return tuple(pings)


def _read_ping(text: str, start: CardbotState) -> Ping:
    """Read an entry such as "1 3 N", or "1 3 -" if nobody chose in time."""
    command, mover, side = _read_entry_words(text, "<command> <mover> <side>", "1 3 N")
    number = _read_number(command, "command", 1, COMMANDS)
    seat = _seat_with_robot(str(_read_number(mover, "seat", 1, len(SEATS))), start)
    return Ping(number, seat, None if side == NOBODY_CHOSE else read_heading(side, "side"))


def _read_shuffled(table: TomlTable, start: CardbotState) -> Mapping[int, str]:
    """Read the piles after shuffles as texts; their sizes are checked in play."""
    lines = table.table("shuffled", SEAT_KEYS, "seat")
    shuffled = {}
    for key in lines.data:
        with table.text.reading(*lines.path, key):
            text = lines.string(key)
            for word in text.split(" "):
                if word:
                    read_card(word)
            shuffled[_seat_with_robot(key, start)] = text
    return shuffled


# ---- What must come out --------------------------------------------------------------------------


def _read_expected(table: TomlTable, start: CardbotState) -> Expected:
    """Read `[expect]`.

    Raises:
        FormatError: It is the result of no game.
    """
    lines = table.table(
        "expect", (*SEAT_KEYS, "winners", "order", "pings", "refused", "first", "grid")
    )
    robots = {}
    for key in SEAT_KEYS:
        if key in lines:
            with table.text.reading("expect", key):
                robots[_seat_with_robot(key, start)] = read_robot_line(
                    lines.string(key), EXPECTED_KEYS
                )
    readers = {
        "winners": _read_winners,
        "order": lambda lines, start: [*_read_seats(lines, "order", start)],
        "pings": _read_expected_pings,
        "refused": _read_refused,
        "first": _read_expected_first,
        "grid": _read_expected_grid,
    }
    return Expected(
        robots, {key: reader(lines, start) for key, reader in readers.items() if key in lines}
    )


def _read_winners(lines: TomlTable, start: CardbotState) -> list[int]:
    people = start.called(start.seats)
    winners: list[int] = []
    for number, value in enumerate(lines.array("winners")):
        person = lines.checked_number(value, "person ", 1, len(SEATS), "winners", number)
        if person not in people:
            raise lines.fault(
                MisreadError(
                    f"winner {person}, who does not play", f"one of {one_of(map(str, people))}"
                ),
                "winners",
                number,
            )
        if winners and person <= winners[-1]:
            raise lines.fault(
                MisreadError(
                    f"winner {person} after {winners[-1]}", "each winner once, lowest first"
                ),
                "winners",
                number,
            )
        winners.append(person)
    return winners


def _read_expected_pings(lines: TomlTable, start: CardbotState) -> list[str]:
    pings = []
    for number, text in enumerate(lines.strings("pings")):
        with lines.text.reading("expect", "pings", number):
            command, mover, side = _read_entry_words(text, "<command> <mover> <side>", "1 3 N")
            seat = _seat_with_robot(str(_read_number(mover, "seat", 1, len(SEATS))), start)
            pings.append(
                f"{_read_number(command, 'command', 1, COMMANDS)} {seat} "
                f"{HEADINGS[read_heading(side, 'side')]}"
            )
    return pings


def _read_refused(lines: TomlTable, start: CardbotState) -> list[str]:
    refused = []
    for number, text in enumerate(lines.strings("refused")):
        with lines.text.reading("expect", "refused", number):
            seat, slot, kind = _read_entry_words(text, "<seat> <slot> <kind>", "1 3 empty")
            if kind not in KINDS:
                raise unknown_word(kind, "kind", KINDS)
            named = _seat_with_robot(str(_read_number(seat, "seat", 1, len(SEATS))), start)
            refused.append(f"{named} {_read_number(slot, 'slot', 1, COMMANDS)} {kind}")
    return refused


def _read_expected_first(lines: TomlTable, start: CardbotState) -> int:
    with lines.text.reading("expect", "first"):
        return _seat_with_robot(str(lines.number("first", 1, len(SEATS))), start)


def _read_expected_grid(lines: TomlTable, start: CardbotState) -> list[str]:
    drawing = lines.lines("grid")
    with lines.text.reading("expect", "grid"):
        return list(read_grid(drawing).lines)


# ---- Words ---------------------------------------------------------------------------------------


def _seat_with_robot(key: str, state: CardbotState) -> int:
    """Return the seat of a key that is a digit.

    Raises:
        MisreadError: The seat has no robot.
    """
    if int(key) not in state.seats:
        raise MisreadError(
            f"seat {key}, which has no robot", f"one of the seats {one_of(map(str, state.seats))}"
        )
    return int(key)


def _read_number(word: str, what: str, low: int, high: int) -> int:
    """Return the one-digit number of a word in an entry.

    Raises:
        MisreadError: It is none; the fault names `what` was expected.
    """
    if len(word) != 1 or word not in "0123456789" or not low <= int(word) <= high:
        raise MisreadError(f"{what} {quote_value(word)}", f"a number from {low} to {high}")
    return int(word)


def _read_entry_words(text: str, form: str, example: str) -> list[str]:
    """Return the three words of an entry such as "1 3 N".

    Raises:
        MisreadError: There are more or fewer; the fault shows the form.
    """
    words = [word for word in text.split(" ") if word]
    if len(words) != len(form.split(" ")):
        raise MisreadError(quote_value(text), f'"{form}" such as "{example}"')
    return words


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
