"""Scenarios of Clockwork Derby, for rule questions and bug reports: position, turns, results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final, TypeAlias

from companion.content import load_board
from companion.engine.board import Board
from companion.engine.cards import Slots
from companion.engine.effects import CARD_DRAWN, CHOICE, SLOT_DRAWN
from companion.engine.events import Event
from companion.engine.extended.dealing import draw_slots, due, to_draw
from companion.engine.keys import LAST_REGISTER
from companion.engine.play import PlayStep
from companion.engine.rule_questions import RuleQuestion
from companion.engine.rules import MODE_OPTION, OPTIONS, Rules
from companion.engine.state import ACTIVE, DEADLY, PARKED, Clank, Race, RaceState
from companion.engine.turn import PlayOutcome, clean_up
from companion.formats.board import DRAWING_KEYS, check_on_board, read_flags
from companion.formats.entries import read_heading, read_square
from companion.formats.misread_error import MisreadError, one_of, quote_value
from companion.formats.toml_text import TomlTable, TomlText
from companion.games.kit.scenario import (
    Entries,
    Facts,
    Scenario,
    ScenarioRun,
    facts_in_words,
    read_scenario,
    read_settings,
    turn_tables,
)
from companion.games.race.scenario_parts import (
    MODE_KEYS,
    SEATS,
    BoardLoader,
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
from companion.geometry import HEADINGS, heading_of
from companion.named_tuples import NamedTuple

KEYS: Final = ("map", *DRAWING_KEYS, "flags", "rules", "clanks", "turn")
SETTINGS: Final = (*OPTIONS, MODE_OPTION)
"""The settings in `[rules]`."""
GIVEN_KEYS: Final = ("damage", "lives", "next_flag", "checkpoints", "powered_down", *MODE_KEYS)
"""The keys in `[clanks]`; locks and deals follow from the damage."""
EXPECTED_KEYS: Final = (*GIVEN_KEYS, "locked", "deal")


class ScenarioTurn(NamedTuple):
    """A turn as written."""

    programs: Mapping[int, Slots]
    """The cards of each seat."""
    pushed: tuple[int, ...] = ()
    """The seats that push the handle."""
    registers: int | None = None
    """The number of registers after which it stops, None for the whole turn."""
    draws: tuple[str, ...] = ()
    """The random draws in it, in order (elements 3.9)."""
    choices: tuple[str, ...] = ()
    """The choices of players in it, in order."""


Derby: TypeAlias = Scenario[RaceState, ScenarioTurn, Expected]
"""A scenario as read."""


def play_text(toml: TomlText) -> ScenarioRun:
    """Play the scenario of a text.

    Raises:
        FormatError: The text is wrong.
    """
    scenario = _read(toml, load_board)
    outcome = play_scenario(scenario)
    facts = result_of(outcome.state)
    return ScenarioRun(
        facts,
        tuple(_summary(facts)),
        differences(scenario, outcome.state),
        partial(explained, outcome.events),
    )


# ---- Reading -------------------------------------------------------------------------------------


def parse_scenario(text: str, source: str, load_board: BoardLoader) -> Derby:
    """Read the scenario in a file's text.

    Raises:
        FormatError: The text is wrong, or names an unknown board.
    """
    return _read(TomlText(text, source), load_board)


def _read(toml: TomlText, load_board: BoardLoader) -> Derby:
    return read_scenario(
        toml, KEYS, partial(_read_position, load_board=load_board), _read_turns, _read_expected
    )


def _read_position(table: TomlTable, load_board: BoardLoader) -> RaceState:
    board = read_map(table, load_board)
    flags = read_flags(table, "flags", board.columns, board.rows)
    rules = Rules(**read_settings(table, SETTINGS))
    clanks, said = _lines(board, flags).read_all(
        table, GIVEN_KEYS, lambda seat, facts: _clank(seat, facts, rules)
    )
    # Pieces destroyed in play follow those parked at the beginning (8.6).
    deaths = max(clank.death for clank in clanks)
    return RaceState(Race(board, flags, rules), clanks, deaths=deaths, memory=remembered_mode(said))


def _lines(board: Board, flags: tuple[str, ...]) -> PieceLines:
    readers = race_readers(DEADLY, len(flags)) | {
        "checkpoints": lambda key, text: _read_checkpoints(text, board)
    }
    return PieceLines(
        board,
        readers,
        "clank",
        "pit",
        "no {key} in [clanks], it follows from the damage",
        "power downs on the board only (rulebook 6.5.8)",
        lives_on_board=True,
    )


def _read_checkpoints(text: str, board: Board) -> list[str]:
    """Read squares with headings, oldest first, each square once (7.11.2)."""
    # They are checked here and kept as written, as in the result.
    entries = text.split(",")
    squares = []
    for entry in entries:
        square, slash, heading = entry.partition("/")
        if not slash:
            raise MisreadError(
                f"checkpoint {quote_value(entry)}",
                "square/heading with commas between, such as A1/N,C3/E",
            )
        check_on_board(read_square(square), board.columns, board.rows)
        read_heading(heading, "heading")
        if square in squares:
            raise MisreadError(
                f"checkpoint {square} twice", "each square once, the one touched last at the end"
            )
        squares.append(square)
    return entries


def _clank(seat: int, said: Facts, rules: Rules) -> Clank:
    """Return a piece from its line, with the defaults of the format.

    Parked pieces died in the order of their seats. `powered_down` becomes an announced power down,
    which takes effect as the first turn begins (6.5.4).
    """
    active = said["status"] == ACTIVE
    if said["status"] == PARKED and "checkpoints" not in said:
        raise MisreadError(
            "a parked clank without checkpoints", "where it can come back, such as checkpoints=A1/N"
        )
    own = [f"{said['square']}/{said['heading']}"] if active else []
    checkpoints = (entry.split("/") for entry in said.get("checkpoints", own))
    return piece_of(
        seat,
        said,
        rules.lives,
        ((square, heading_of(heading)) for square, heading in checkpoints),
        death=0 if active else seat,
    )


def _read_turns(table: TomlTable, start: RaceState) -> Iterator[ScenarioTurn]:
    """Read the turns. What depends on earlier play is checked when it is played."""
    seats = {clank.seat: clank for clank in start.clanks}
    known = (*SEATS, "push", "draws", "choices", "registers")
    tables = turn_tables(table, "turn", known, stop="registers", required=True)
    for number, lines in enumerate(tables):
        programs = {}
        # In the first turn the lines say who is on the board; later only the play can.
        for key in SEATS:
            if key in lines:
                clank = seats.get(int(key))
                if clank is None or (number == 0 and clank.status != ACTIVE):
                    state = "has no clank" if clank is None else f"is {clank.status}"
                    raise lines.misread(
                        f"cards for seat {key}, which {state}", "cards for clanks on the board", key
                    )
                with table.text.reading(*lines.path, key):
                    programs[int(key)] = read_cards(lines.string(key))
        registers = lines.number("registers", 1, LAST_REGISTER) if "registers" in lines else None
        yield ScenarioTurn(
            programs,
            read_seats_by(lines, "push", seats, "each seat that pushes once"),
            registers,
            tuple(lines.strings("draws")),
            tuple(lines.strings("choices")),
        )


def _read_expected(table: TomlTable, start: RaceState) -> Expected:
    race, seats = start.race, [clank.seat for clank in start.clanks]
    expect = table.table("expect", (*SEATS, "winner"))
    return read_expected(expect, seats, _lines(race.board, race.flags), EXPECTED_KEYS)


# ---- Playing -------------------------------------------------------------------------------------


def play_scenario(scenario: Derby) -> PlayOutcome:
    """Return the state after the turns, or after the win that ends them, with all events.

    Raises:
        FormatError: A turn has cards or pushes that its position does not allow.
    """
    state, events = scenario.start, []
    for number, turn in enumerate(scenario.turns):
        if state.over:
            break
        state, begun, answers = _programmed_turn(scenario, number, turn, state)
        state, played = play_registers(state, turn.registers, answers)
        answers.check_nothing_is_left()
        events += [*begun, *played]
    return PlayOutcome(state, tuple(events))


def played_registers(scenario: Derby) -> Iterator[tuple[PlayStep, ...]]:
    """Yield the steps of each register and cleanup, the first with what came before it."""
    state = scenario.start
    for number, turn in enumerate(scenario.turns):
        if state.over:
            return
        state, events, answers = _programmed_turn(scenario, number, turn, state)
        for steps in registers_in_steps(state, events, turn.registers, answers):
            yield steps
            state = steps[-1].state
        if turn.registers is None and not state.over:
            state, cleanup_events = clean_up(state)
            yield (PlayStep(cleanup_events, state),)


def _programmed_turn(
    scenario: Derby, number: int, turn: ScenarioTurn, state: RaceState
) -> tuple[RaceState, list[Event], _Answers]:
    """Play a turn up to its first register."""
    for place, seat in enumerate(turn.pushed):
        status = state.clank(seat).status
        if status != ACTIVE:
            wrong = MisreadError(
                f"push by seat {seat}, which is {status}", "pushes of clanks on the board"
            )
            raise scenario.text.fault(("turn", number, "push", place), wrong)
    programmed = begin_programmed_turn(
        state, number, turn.programs, turn.pushed, partial(_programs, scenario, number, turn)
    )
    answers = _Answers(scenario, number, turn)
    # The cards of a turn are in their slots before anything is drawn.
    state, events = draw_slots(programmed.state, answers)
    for seat, cards in turn.programs.items():
        for slot in to_draw(state, seat):
            written, drawn = cards[slot - 1], state.clank(seat).slots[slot - 1]
            if written not in (None, drawn):
                wrong = MisreadError(
                    f"{written} in slot {slot} of seat {seat}, which a draw fills", f"{drawn} or -"
                )
                raise scenario.text.fault(("turn", number, str(seat)), wrong)
    return state, [*programmed.events, *events], answers


class _Answers:
    """The answers of a turn to questions during play.

    They are its draws and choices in order, then the first option.
    """

    def __init__(self, scenario: Derby, number: int, turn: ScenarioTurn) -> None:
        self._given = {
            key: Entries(scenario.text, ("turn", number, key), entries)
            for key, entries in (("draws", turn.draws), ("choices", turn.choices))
        }

    def __call__(self, question: RuleQuestion) -> str:
        """Return the next entry of the list.

        Raises:
            FormatError: The entry cannot be the answer.
        """
        entries = self._given["choices" if question.kind == CHOICE else "draws"]
        found = entries.take()
        if found is None:
            return question.options[0]
        place, entry = found
        answer = " ".join(entry.split())
        if answer in question.options:
            return answer
        about = f"seat {question.seat} ({question.what})"
        if question.kind == CARD_DRAWN:
            expected = (
                f"a card that is drawn for {about}: one that lies in nobody's slots and was not "
                f"drawn in this turn, such as {question.options[0]}"
            )
        elif question.kind == SLOT_DRAWN:
            expected = f"a slot that is drawn for {about}: {one_of(question.options)}"
        else:
            few = len(question.options) < 8
            some = question.options if few else (*question.options[:2], "…")
            expected = f"what seat {question.seat} is asked ({question.what}): {one_of(some)}"
        raise entries.fault(place, MisreadError(quote_value(answer), expected))

    def check_nothing_is_left(self) -> None:
        """Check that every entry was asked for.

        Raises:
            FormatError: An entry is left; the fault names the first one.
        """
        for key, entries in self._given.items():
            entries.check_none_left(partial(_left_over, key))


def _left_over(key: str, place: int, entry: str) -> MisreadError:
    return MisreadError(
        f"{key} left over, from {quote_value(entry)} on", f"{place} {key} in this turn"
    )


def _programs(
    scenario: Derby, number: int, turn: ScenarioTurn, state: RaceState
) -> dict[int, Slots]:
    """Return the program of each seat with its locked slots.

    Raises:
        FormatError: Nobody could play these cards.
    """
    programs = {}
    for seat, cards in turn.programs.items():
        clank = state.clank(seat)
        with scenario.text.reading("turn", number, str(seat)):
            if clank.status == ACTIVE and not clank.down:
                drawn = to_draw(state, seat)
                programs[seat] = tuple(
                    None if slot in drawn else card
                    for slot, card in enumerate(_programmed(clank, cards), 1)
                )
            # In the first turn they are what is in the reader of a powered-down seat.
            elif number:
                raise not_playing("cards", clank, number)
    return programs


def _programmed(clank: Clank, cards: Slots) -> Slots:
    """Return the cards with those of locked slots, which may be written as `-` (6.3.3)."""
    slots = list(cards)
    for slot in clank.locked:
        written, held = cards[slot - 1], clank.slots[slot - 1]
        if written is not None and written != held:
            expected = f"{held} or -" if held else "-, for nothing lay in it when it locked"
            raise MisreadError(
                f"{written} in slot {slot} of seat {clank.seat}, which is locked", expected
            )
        slots[slot - 1] = held
    return tuple(slots)


# ---- Results -------------------------------------------------------------------------------------


def result_of(state: RaceState) -> Facts:
    """Return the result of a state, with fields in the order of the format and pieces by seat.

    `winner` is None without a winner; the 0 of scenario files is not used here. Locks and deals are
    those of the coming turn (6.2, 6.3): a piece that is not active, or will be powered down, has no
    locks and is dealt nothing.
    """
    clanks = {}
    for clank in sorted(state.clanks):
        # `clank.locked` is from the last deal; only the next one follows the damage (6.3.2).
        coming = due(state, clank._replace(down=False))
        clanks[str(clank.seat)] = {
            **piece_facts(clank),
            "checkpoints": [
                f"{square}/{HEADINGS[heading]}" for square, heading in clank.checkpoints
            ],
            "powered_down": clank.status == ACTIVE and clank.announced,
            "locked": list(coming.locked),
            "deal": coming.dealt,
            **facts_of_mode(state, clank.seat),
        }
    return {
        "turn": state.turn,
        "register": state.register,
        "winner": state.winner,
        "clanks": clanks,
    }


def differences(scenario: Derby, state: RaceState) -> tuple[str, ...]:
    """Return the differences between a state and the expected result, a sentence each."""
    return tuple(compared_race(scenario.expected, result_of(state)["clanks"], state.winner))


def _summary(facts: Facts) -> Iterator[str]:
    """Yield the turn and the winner, then a line for each seat."""
    yield headline(facts)
    for seat, clank in facts["clanks"].items():
        damage = [] if clank["damage"] is None else ["damage"]
        words = [facts_in_words(clank, ["status", *damage, "lives", "next_flag", "checkpoints"])]
        words += ["powered_down"] if clank["powered_down"] else []
        words.append(facts_in_words(clank, ["locked", "deal"] if clank["locked"] else ["deal"]))
        yield f"  seat {seat}: {' '.join(words)}"
