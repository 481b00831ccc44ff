"""Scenarios of Factory Rally: a position, some rounds, and what must come out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final, TypeAlias

from companion.content import load_board
from companion.engine.board import OUTSIDE, Board
from companion.engine.cards import (
    PAUSE,
    PAUSE_CARD,
    Slots,
    card_of,
    cards_dealt,
    locked_slots,
)
from companion.engine.events import Event
from companion.engine.keys import LAST_REGISTER
from companion.engine.play import PlayStep
from companion.engine.rules import MODE_OPTION
from companion.engine.state import ACTIVE, OUT, PARKED, Clank, Race, RaceState
from companion.errors import near_word
from companion.formats.board import DRAWING_KEYS, check_on_board, read_flags
from companion.formats.entries import read_entries, read_heading, read_square, split_words
from companion.formats.misread_error import MisreadError, one_of, quote_value, unknown_word
from companion.formats.toml_text import KeyPath, TomlTable, TomlText
from companion.games.factory_rally.models import (
    ABACUS,
    DAWDLE,
    MODELS,
    NO_MODEL,
    models_of,
    with_models,
)
from companion.games.factory_rally.parts import away_from_border
from companion.games.factory_rally.rule_set import DEADLY, KEY, KINDS, OIL, OPTIONS, FactoryRules
from companion.games.kit.scenario import (
    NONE,
    Facts,
    Scenario,
    ScenarioRun,
    compared,
    compared_facts,
    facts_in_words,
    number_between,
    read_lines,
    read_scenario,
    read_settings,
    turn_tables,
    word_among,
)
from companion.games.kit.story import ACHIEVEMENTS, NAMES, Numbers, achieved
from companion.games.race.scenario_parts import (
    MODE_KEYS,
    SEATS,
    Expected,
    PieceLines,
    begin_programmed_turn,
    compared_race,
    explained,
    facts_of_mode,
    headline,
    not_playing,
    piece_facts,
    piece_of,
    play_registers,
    race_readers,
    read_cards,
    read_expected,
    read_map,
    read_seats_by,
    registers_in_steps,
    remembered_mode,
)
from companion.games.race.story import counters_of
from companion.geometry import HEADINGS, N, heading_of
from companion.named_tuples import NamedTuple

KEYS: Final = ("map", *DRAWING_KEYS, "flags", "rules", "clanks", "turn", "before")
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
"""The elements that may share a square with oil, since they are on a side."""
MOST_COUNTED: Final = 999_999
"""The highest total of a counter, enough for a lifetime of games."""
IDS: Final = tuple(achievement.key for achievement in ACHIEVEMENTS)


class RoundPlan(NamedTuple):
    """A round as written."""

    programs: Mapping[int, Slots]
    """The cards by seat."""
    push: tuple[int, ...]
    """The seats that announce a power-down."""
    redraw: tuple[int, ...]
    """The seats that get a new hand."""
    registers: int | None
    """The number of registers after which it stops, None for the whole round."""


class RallyExpected(NamedTuple):
    """The results that a scenario expects."""

    race: Expected
    over: bool | None
    before: Mapping[int, Numbers]
    """The counters before the first round, by seat."""
    counted: Mapping[int, Mapping[str, int]]
    """The expected counters, by seat."""
    reached: Mapping[int, Mapping[str, bool] | None]
    """Whether achievements must hold, by seat and id; None if a seat may have none at all."""


Rally: TypeAlias = Scenario[RaceState, RoundPlan, RallyExpected]
"""A scenario as read."""


def play_text(toml: TomlText) -> ScenarioRun:
    """Play the scenario of a text.

    Raises:
        FormatError: The text is wrong.
    """
    scenario = read_scenario(toml, KEYS, _read_position, _read_rounds, _read_expected)
    state, events = scenario.start, list[Event]()
    for number, plan in enumerate(scenario.turns):
        if state.over:
            break
        state, before = begin_programmed_turn(
            state, number, plan.programs, plan.push, partial(_programs, scenario.text, number, plan)
        )
        state, played = play_registers(state, plan.registers)
        events += (*before, *played)
    counters = counters_of(events, [clank.seat for clank in state.clanks])
    reached = {
        seat: achieved(scenario.expected.before.get(seat, {}), counted) if state.over else ()
        for seat, counted in counters.items()
    }
    facts = {
        "game": KEY,
        "turn": state.turn,
        "register": state.register,
        "over": state.over,
        "winner": state.winner,
        "clanks": {str(clank.seat): _facts_of(state, clank) for clank in state.clanks},
        "statistics": {str(seat): dict(counted) for seat, counted in counters.items()},
        "achievements": {str(seat): list(ids) for seat, ids in reached.items()},
    }
    return ScenarioRun(
        facts,
        tuple(_summary(facts)),
        tuple(_differences(scenario.expected, facts)),
        partial(explained, events),
    )


# ---- Reading -------------------------------------------------------------------------------------


def _read_position(table: TomlTable) -> RaceState:
    board = read_map(table, load_board)
    _check_elements(table, board)
    flags = read_flags(table, "flags", board.columns, board.rows)
    rules = FactoryRules(**read_settings(table, SETTINGS))
    clanks, said = _lines(board, flags).read_all(
        table, GIVEN_KEYS, lambda seat, facts: _clank(seat, facts, board, rules)
    )
    if len(clanks) > 1 and sum(clank.status != OUT for clank in clanks) < 2:
        raise table.misread(
            "all but one seat out",
            "at least two that are not out, for such a race is over (no. 27)",
            "clanks",
        )
    return with_models(
        RaceState(Race(board, flags, rules), clanks, memory=remembered_mode(said)),
        {seat: facts.get("model", NO_MODEL) for seat, facts in said.items()},
    )


def _lines(board: Board, flags: tuple[str, ...]) -> PieceLines:
    readers = race_readers(DEADLY, len(flags)) | {
        "model": word_among(MODELS),
        "burnt": _read_burnt,
        "start": lambda key, text: _read_spot(key, text, board),
        "backup": lambda key, text: _read_spot(key, text, board),
    }
    return PieceLines(
        board,
        readers,
        "robot",
        "hole",
        "no {key} here; keys are {keys}",
        "powered_down on the board only",
        lives_on_board=False,
    )


def _check_elements(table: TomlTable, board: Board) -> None:
    """Check that the board has only elements of this rule set, and oil on bare floor only."""
    if "map" not in table:
        written = {
            element: number
            for number, entry in enumerate(table.strings("elements"))
            for element in read_entries(entry)
        }
    else:
        written = {}
    for element in board.elements:
        others = [
            one
            for one in board.at(element.square)
            if element.word == OIL and one != element and one.word not in ON_OIL
        ]
        if others:
            wrong = MisreadError(
                f'"{element.entry()}" on a square with "{others[0].entry()}"', "oil on bare floor"
            )
        elif element.word not in KINDS or getattr(element, "speed", "") == "hyper":
            wrong = MisreadError(
                f'"{element.entry()}"', f"the elements of Factory Rally: {one_of(KINDS)}"
            )
        else:
            continue
        if element in written:
            raise table.fault(wrong, "elements", written[element])
        raise table.fault(wrong, "map" if "map" in table else "board")


def _read_spot(key: str, text: str, board: Board) -> str | None:
    """Read a start, which is a square, or a backup, which is a square with a heading or none.

    Neither may be a hole.
    """
    if key == "backup" and text == NONE:
        return None
    square, slash, heading = text.partition("/")
    if bool(slash) != (key == "backup"):
        raise MisreadError(
            f"{key}={text}",
            "a square such as C3"
            if key == "start"
            else f"a square and a heading such as C3/E, or {NONE}",
        )
    check_on_board(read_square(square), board.columns, board.rows)
    if slash:
        read_heading(heading, "heading")
    if square in board.having("pit"):
        raise MisreadError(f"{key}={text}, which is a hole", f"a {key} on which a robot can stand")
    return text


def _read_burnt(key: str, text: str) -> list[str]:
    """Read the cards in burnt slots, such as `4:left@70`, in order."""
    if text == NONE:
        return []
    found: dict[str, str] = {}
    for entry in text.split(","):
        slot, colon, card = entry.partition(":")
        if slot not in ("1", "2", "3", "4", "5") or not colon or slot in found:
            raise MisreadError(
                f"{key}={text}",
                f"slots with what they hold, such as burnt=4:left@70,5:- , or burnt={NONE}",
            )
        try:
            held = card if card == "-" else PAUSE_CARD if card == PAUSE else card_of(card)
        except ValueError as fault:
            raise MisreadError(
                quote_value(card),
                f"a card such as move1@490, {PAUSE} or - ({fault})",
                near_word(card, (PAUSE,)),
            ) from None
        found[slot] = f"{slot}:{held}"
    return [entry for _, entry in sorted(found.items())]


def _clank(seat: int, said: Facts, board: Board, rules: FactoryRules) -> Clank:
    """Return a robot from its line, with the defaults of the format.

    Its start is its first checkpoint, its backup the second.
    """
    start = said.get("start") or board.starts.get(seat) or said.get("square")
    if start is None and said["status"] == PARKED:
        raise MisreadError("a parked robot without a start", "where it began, such as start=D1")
    if start is not None and start in board.having("pit"):
        raise MisreadError(
            f"the start {start}, which is a hole", "a start on which a robot can stand"
        )
    checkpoints = [] if start is None else [(start, away_from_border(board, start))]
    if said.get("backup"):
        # The start is always first; a robot that is out needs none.
        checkpoints = checkpoints or [(OUTSIDE, N)]
        square, _, heading = said["backup"].partition("/")
        checkpoints.append((square, heading_of(heading)))
    return piece_of(seat, said, rules.lives, checkpoints)


def _read_rounds(table: TomlTable, start: RaceState) -> Iterator[RoundPlan]:
    seats, models = [clank.seat for clank in start.clanks], models_of(start.memory)
    known = (*SEATS, "push", "redraw", "registers")
    for lines in turn_tables(table, "turn", known, stop="registers", required=True):
        programs = read_lines(
            lines, lambda seat, text: _read_program(seat, text, models), seats, "clank"
        )
        registers = lines.number("registers", 1, LAST_REGISTER) if "registers" in lines else None
        push, redraw = (
            read_seats_by(lines, key, seats, "each such seat once") for key in ("push", "redraw")
        )
        for place, seat in enumerate(redraw):
            if models.get(seat) != ABACUS:
                raise lines.misread(
                    f"redraw by seat {seat}, whose model is {models.get(seat) or 'none'}",
                    f"redraw by {ABACUS} only",
                    "redraw",
                    place,
                )
        yield RoundPlan(programs, push, redraw, registers)


def _read_program(seat: int, text: str, models: Mapping[int, str]) -> Slots:
    """Read five slots; only one model may have a Pause."""
    words = split_words(text)
    if PAUSE in words and models.get(seat) != DAWDLE:
        raise MisreadError(
            f"{PAUSE} for seat {seat}, whose model is {models.get(seat) or 'none'}",
            f"{PAUSE} for {DAWDLE} only (IDR13)",
        )
    cards = read_cards(" ".join("-" if word == PAUSE else word for word in words))
    return tuple(
        PAUSE_CARD if slot < len(words) and words[slot] == PAUSE else card
        for slot, card in enumerate(cards)
    )


def _read_expected(table: TomlTable, start: RaceState) -> RallyExpected:
    race, seats = start.race, [clank.seat for clank in start.clanks]

    def counters(table: TomlTable) -> dict[int, Facts]:
        lines = table.table("statistics", SEATS, "seat")
        return read_lines(lines, _read_counters, seats, "clank")

    before = counters(table.table("before", ("statistics",)))
    expect = table.table("expect", (*SEATS, "winner", "over", "statistics", "achievements"))
    return RallyExpected(
        read_expected(expect, seats, _lines(race.board, race.flags), EXPECTED_KEYS),
        expect.truth("over") if "over" in expect else None,
        before,
        counters(expect),
        read_lines(expect.table("achievements", SEATS, "seat"), _read_achievements, seats, "clank"),
    )


def _read_counters(seat: int, text: str) -> Facts:
    counted = Facts()
    for word in split_words(text):
        name, _, number = word.partition("=")
        if name not in NAMES:
            raise unknown_word(name, "counter", NAMES)
        if name in counted:
            raise MisreadError(f"{quote_value(word)} as a second {name}", f"{name} once")
        counted[name] = number_between(0, MOST_COUNTED)(name, number)
    return counted


def _read_achievements(seat: int, text: str) -> dict[str, bool] | None:
    """Read whether achievements must hold, by id; None for none at all."""
    words = split_words(text)
    if words == [NONE]:
        return None
    said: dict[str, bool] = {}
    for word in words:
        name, equals, answer = word.partition("=")
        if name not in IDS:
            raise unknown_word(name, "id", IDS)
        if (equals and answer not in ("yes", "no")) or name in said:
            raise MisreadError(quote_value(word), f"{name} once, as {name} or {name}=no")
        said[name] = answer != "no"
    return said


# ---- Playing -------------------------------------------------------------------------------------


def played_example(toml: TomlText) -> tuple[RaceState, tuple[tuple[PlayStep, ...], ...]]:
    """Return the start of a scenario and the steps of each register; nothing is expected of it.

    Raises:
        FormatError: The text is wrong.
    """
    scenario = read_scenario(toml, KEYS, _read_position, _read_rounds, lambda table, start: None)
    state, found = scenario.start, list[tuple[PlayStep, ...]]()
    for number, plan in enumerate(scenario.turns):
        state, events = begin_programmed_turn(
            state, number, plan.programs, plan.push, partial(_programs, scenario.text, number, plan)
        )
        for steps in registers_in_steps(state, events, plan.registers):
            found.append(steps)
            state = steps[-1].state
    return scenario.start, tuple(found)


def _programs(
    text: TomlText,
    number: int,
    plan: RoundPlan,
    state: RaceState,
) -> dict[int, Slots]:
    """Return the programs, if cards, pushes and new hands are of robots that play in this round."""
    said: list[tuple[KeyPath, str, int]] = [
        (("turn", number, str(seat)), "cards", seat)
        for seat, cards in plan.programs.items()
        if any(cards)
    ]
    for key, seats in (("push", plan.push), ("redraw", plan.redraw)):
        said += [(("turn", number, key, place), key, seat) for place, seat in enumerate(seats)]
    for path, what, seat in said:
        clank = state.clank(seat)
        if clank.status != ACTIVE or clank.down:
            raise text.fault(path, not_playing(what, clank, number))
    programs = {}
    for seat, cards in plan.programs.items():
        clank = state.clank(seat)
        if clank.status == ACTIVE and not clank.down:
            with text.reading("turn", number, str(seat)):
                programs[seat] = _programmed(clank, cards)
    return programs


def _programmed(clank: Clank, cards: Slots) -> Slots:
    """Return the cards with those of burnt slots, which may be written as the card or `-`.

    An empty burnt slot takes the card that is drawn for it (no. 39).
    """
    slots = list(cards)
    for slot in clank.locked:
        written, held = cards[slot - 1], clank.slots[slot - 1]
        if held is not None and written is not None and written != held:
            raise MisreadError(
                f"{written} in slot {slot} of seat {clank.seat}, which is burnt", f"{held} or -"
            )
        if held is None and written == PAUSE_CARD:
            raise MisreadError(
                f"{PAUSE} drawn for slot {slot} of seat {clank.seat}",
                "a card of the deck, or - (no. 39)",
            )
        slots[slot - 1] = held if held is not None else written
    if (
        sum(card == PAUSE_CARD for slot, card in enumerate(slots, 1) if slot not in clank.locked)
        > 1
    ):
        raise MisreadError(
            f"{PAUSE} in two free slots of seat {clank.seat}", "one in a round (no. 22)"
        )
    return tuple(slots)


# ---- Results -------------------------------------------------------------------------------------


def _facts_of(state: RaceState, clank: Clank) -> Facts:
    """Return the facts of a robot, with burnt slots and deal as in the coming round."""
    active = clank.status == ACTIVE
    playing = active and not clank.announced
    locked = locked_slots(clank.damage, True) if playing else ()
    return {
        "status": clank.status,
        "model": models_of(state.memory).get(clank.seat),
        **piece_facts(clank),
        "backup": next(
            (f"{square}/{HEADINGS[heading]}" for square, heading in clank.checkpoints[1:]), None
        ),
        "start": next((square or None for square, _ in clank.checkpoints[:1]), None),
        "powered_down": active and clank.announced,
        "locked": list(locked),
        "burnt": {
            str(slot): None if (card := clank.slots[slot - 1]) is None else str(card)
            for slot in locked
        },
        "deal": cards_dealt(clank.damage, True) if playing else 0,
        **facts_of_mode(state, clank.seat),
    }


def _summary(facts: Facts) -> Iterator[str]:
    """Yield the round and the winner, then a line for each seat."""
    yield headline(facts)
    keys = ("status", "damage", "lives", "next_flag", "backup", "locked", "deal")
    for seat, robot in facts["clanks"].items():
        yield f"  seat {seat}: {facts_in_words(robot, keys)}"


def _differences(expected: RallyExpected, facts: Facts) -> Iterator[str]:
    pieces = {
        seat: {**robot, "burnt": [f"{slot}:{card or '-'}" for slot, card in robot["burnt"].items()]}
        for seat, robot in facts["clanks"].items()
    }
    yield from compared_race(expected.race, pieces, facts["winner"])
    if expected.over is not None:
        yield from compared_facts("over", {"over": expected.over}, facts)
    for seat, counted in sorted(expected.counted.items()):
        for name, number in counted.items():
            yield from compared_facts(
                f"seat {seat}", {name: number}, facts["statistics"][str(seat)]
            )
    for seat, said in sorted(expected.reached.items()):
        ids = facts["achievements"][str(seat)]
        if said is None:
            yield from compared(f"seat {seat}", "no achievement", " ".join(ids) or "no achievement")
        for name, holds in (said or {}).items():
            if (name in ids) != holds:
                yield (
                    f"seat {seat}: expected {name}{'' if holds else '=no'}, "
                    f"got {' '.join(ids) or NONE}"
                )
