"""Scenarios, the unit of rule questions and bug reports: a position, some turns, and what must come out. Read, played and compared."""
from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeAlias

from companion.engine.asking import Answerer, Question
from companion.engine.board import Board
from companion.engine.cards import MOVES, NO_CARDS, Card, Slots, card_of
from companion.engine.dealing import deal, program, start_turn
from companion.engine.effects import CARD_DRAWN, CHOICE, SLOT_DRAWN
from companion.engine.events import Event
from companion.engine.extended.dealing import draw_slots, to_draw
from companion.engine.geometry import heading_of
from companion.engine.rules import NEXT, OPTIONS, THIS, Option, Rules
from companion.engine.state import ACTIVE, OUT, PARKED, Clank, Race, State
from companion.engine.touching import LAST_REGISTER
from companion.engine.turn import Outcome, play_register, play_turn
from companion.errors import UnknownBoard, near_word
from companion.formats.board import DRAWING_KEYS, read_board, read_flags
from companion.formats.facts import EXPECTED_KEYS, GIVEN_KEYS, INFINITE, Facts, clank_facts, read_clank_line
from companion.formats.misread import Misread, one_of, shown
from companion.formats.toml_text import TomlTable, TomlText

BoardLoader: TypeAlias = Callable[[str], Board]
"""Finds a shipped board by name; raises UnknownBoard."""

SEATS: Final = ("1", "2", "3", "4", "5", "6", "7", "8")
KEYS: Final = ("title", "ref", "map", *DRAWING_KEYS, "flags", "rules", "clanks", "turn", "expect")
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
    board = _read_map(table, load_board)
    flags = read_flags(table, "flags", board.columns, board.rows)
    rules = _read_rules(table)
    clanks = _read_clanks(table, board, flags, rules)
    seats = tuple(clank.seat for clank in clanks)
    turns = _read_turns(table, clanks)
    expected, winner = _read_expected(table, board, flags, seats)
    # Deaths to come are later than those of the clanks that are parked at the beginning (8.6).
    start = State(Race(board, flags, rules), clanks, deaths=max(clank.death for clank in clanks))
    return Scenario(toml.source, table.string("title"), table.string("ref"), start, turns, expected, winner, toml)


def _read_map(table: TomlTable, load_board: BoardLoader) -> Board:
    """The shipped board under `map`, or the board drawn in the scenario itself."""
    if "map" not in table:
        if "board" not in table:
            raise table.fault(Misread("neither map nor board", "map = the name of a shipped board, or a drawing under board"))
        return read_board(table)
    for key in DRAWING_KEYS:
        if key in table:
            raise table.fault(Misread(f"both map and {key}", "either map, or board with its elements and edge"), key)
    name = table.string("map")
    try:
        return load_board(name)
    except UnknownBoard as fault:
        raise table.fault(Misread(f"map {shown(name)}", one_of(fault.known), fault.near), "map") from None


def _read_rules(table: TomlTable) -> Rules:
    words = TomlTable(table.text, ("rules",), table.data.get("rules", {}), tuple(option.key for option in OPTIONS), "setting")
    values = {option.key: read_setting(words, option) for option in OPTIONS if option.key in words}
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
    raise table.fault(Misread(f"{option.key} = {shown(written)}", one_of(map(shown, forms.values())), near), option.key)


def _read_clanks(table: TomlTable, board: Board, flags: tuple[str, ...], rules: Rules) -> tuple[Clank, ...]:
    """The clanks in order of seats, no two on one square and none in a pit."""
    lines = TomlTable(table.text, ("clanks",), table.data.get("clanks", {}), SEATS, "seat")
    if not lines.data:
        raise table.fault(Misread("no clank", 'at least one under [clanks], such as 1 = "A2 E"'), "clanks")
    clanks: list[Clank] = []
    pits = board.having("pit")
    # Seats are single digits, so they sort as numbers do.
    for seat in sorted(lines.data):
        with table.text.reading("clanks", seat):
            clank = _clank(int(seat), read_clank_line(lines.string(seat), GIVEN_KEYS, board, len(flags)), rules)
            if clank.square in pits:
                raise Misread(f"{clank.square}, which is a pit", "a square on which a clank can stand, or parked")
            other = next((other for other in clanks if other.square == clank.square and clank.status == ACTIVE), None)
            if other is not None:
                raise Misread(f"{clank.square}, where seat {other.seat} stands", "a square of its own for each clank")
            clanks.append(clank)
    return tuple(clanks)


def _clank(seat: int, said: Facts, rules: Rules) -> Clank:
    """A clank as its line says, with the defaults of the format; those in the parking row died in the order of their seats.

    `powered_down` becomes an announced power down: the first turn begins with it taking effect (6.5.4).
    """
    status = said["status"]
    default = INFINITE if rules.lives is None else rules.lives
    lives = said.get("lives", 0 if status == OUT else default)
    place = {"square": said["square"], "heading": heading_of(said["heading"])} if status == ACTIVE else {}
    if status == PARKED and "checkpoints" not in said:
        raise Misread("a parked clank without checkpoints", "where it can come back, such as checkpoints=A1/N")
    own = [f"{said['square']}/{said['heading']}"] if status == ACTIVE else []
    checkpoints = (entry.split("/") for entry in said.get("checkpoints", own))
    return Clank(
        seat, status, **place, damage=said.get("damage", 0), lives=None if lives == INFINITE else lives,
        next_flag=said.get("next_flag", 1), checkpoints=tuple((square, heading_of(heading)) for square, heading in checkpoints),
        announced=said.get("powered_down", False), death=0 if status == ACTIVE else seat,
    )


def _read_turns(table: TomlTable, clanks: tuple[Clank, ...]) -> tuple[ScenarioTurn, ...]:
    """At least one turn. One that stops early has had no cleanup, so that none could follow it."""
    # [turn] instead of [[turn]] is a likely slip, and is named as such.
    tables = table.array("turn") if isinstance(table.data.get("turn", []), list) else None
    if not tables:
        raise table.fault(Misread("no turn" if tables is not None else "one table [turn]", "a table [[turn]] for each turn"), "turn")
    turns = []
    for number, data in enumerate(tables):
        turn = _read_turn(TomlTable(table.text, ("turn", number), data, (*SEATS, "push", "draws", "choices", "registers")), number, clanks)
        if turn.registers is not None and number < len(tables) - 1:
            raise table.fault(Misread("registers in a turn that others follow", "registers in the last turn only"), "turn", number, "registers")
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
            if clank is None or number == 0 and clank.status != ACTIVE:
                state = "has no clank" if clank is None else f"is {clank.status}"
                raise table.fault(Misread(f"cards for seat {key}, which {state}", "cards for clanks on the board"), key)
            with table.text.reading(*table.path, key):
                programs[int(key)] = read_cards(table.string(key))
    registers = table.number("registers", 1, LAST_REGISTER) if "registers" in table else None
    return ScenarioTurn(programs, _read_pushed(table, seats), registers, tuple(table.strings("draws")), tuple(table.strings("choices")))


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
            near = near_word(word.partition("@")[0], MOVES) if word.partition("@")[0] not in MOVES else None
            raise Misread(f"{shown(word)} in slot {slot}", f"a card such as move1@490, or - ({fault})", near) from None
        if card is not None and card in cards:
            raise Misread(f"{card} in slots {cards.index(card) + 1} and {slot}", "each card once, as in the deck")
        cards.append(card)
    return (*cards, *NO_CARDS[len(cards) :])


def _read_pushed(table: TomlTable, seats: Mapping[int, Clank]) -> tuple[int, ...]:
    pushed: list[int] = []
    for number, value in enumerate(table.array("push")):
        seat = table.checked_number(value, "seat ", 1, len(SEATS), "push", number)
        if seat not in seats or seat in pushed:
            reason = "twice" if seat in pushed else "which has no clank"
            raise table.fault(Misread(f"push by seat {seat}, {reason}", "each seat that pushes once"), "push", number)
        pushed.append(seat)
    return tuple(pushed)


def _read_expected(table: TomlTable, board: Board, flags: tuple[str, ...], seats: tuple[int, ...]) -> tuple[Mapping[int, Facts], int | None]:
    """What must come out, by seat, and the winner: 0 for nobody, None where nothing is said about it."""
    lines = TomlTable(table.text, ("expect",), table.data.get("expect", {}), (*SEATS, "winner"))
    expected = {}
    for key in SEATS:
        if key in lines:
            with table.text.reading("expect", key):
                if int(key) not in seats:
                    raise Misread(f"seat {key}, which has no clank", f"one of the seats {one_of(map(str, seats))}")
                expected[int(key)] = read_clank_line(lines.string(key), EXPECTED_KEYS, board, len(flags))
    if "winner" not in lines:
        return expected, None
    winner = lines.number("winner", NOBODY, len(SEATS))
    if winner != NOBODY and winner not in seats:
        raise lines.fault(Misread(f"winner = {winner}", f"one of the seats {one_of(map(str, seats))}, or 0 for nobody"), "winner")
    return expected, winner


# ---- Playing ----------------------------------------------------------------------------------------------------------


def play_scenario(scenario: Scenario) -> Outcome:
    """The state after the scenario's turns, or after the win that ends them, and every event on the way.

    FormatFault where a turn has cards or pushes that its position does not allow.
    """
    state, events = scenario.start, []
    for number, turn in enumerate(scenario.turns):
        if state.over:
            break
        state, told = _play_scenario_turn(scenario, number, turn, state)
        events += told
    return Outcome(state, tuple(events))


def _play_scenario_turn(scenario: Scenario, number: int, turn: ScenarioTurn, state: State) -> tuple[State, list[Event]]:
    """One turn from its power downs to its cleanup, or to the register at which it stops."""
    setting = state.race.rules.power_down
    _check_pushes(scenario, number, turn, state)
    if number == 0:
        state = _with_old_cards(state, turn)
    began = start_turn(state, turn.pushed if setting == THIS else ())
    # Unseen: a scenario names the cards that are played, not those that were in the hand.
    dealt = deal(began.state, None)
    programs = _programs(scenario, number, turn, dealt.state)
    programmed = program(dealt.state, programs, turn.pushed if setting == NEXT else ())
    answers = _Answers(scenario, number, turn)
    # The cards written for a turn lie in their slots before anything is drawn for it.
    drawn = draw_slots(programmed.state, answers)
    _check_drawn(scenario, number, turn, drawn[0])
    played = _play_registers(drawn[0], turn.registers, answers)
    answers.check_nothing_is_left()
    return played.state, [*began.events, *dealt.events, *programmed.events, *drawn[1], *played.events]


class _Answers:
    """What a turn answers to the questions of its play: its draws and choices in order, then the first answer that can be."""

    def __init__(self, scenario: Scenario, number: int, turn: ScenarioTurn) -> None:
        self._text, self._number = scenario.text, number
        self._given = {"draws": turn.draws, "choices": turn.choices}
        self._used = {"draws": 0, "choices": 0}

    def __call__(self, question: Question) -> str:
        """The next entry of its list; FormatFault where it cannot be the answer."""
        key = "choices" if question.kind == CHOICE else "draws"
        at = self._used[key]
        if at == len(self._given[key]):
            return question.options[0]
        self._used[key] += 1
        answer = " ".join(self._given[key][at].split())
        if answer not in question.options:
            raise self._text.fault(("turn", self._number, key, at), Misread(shown(answer), _answers_to(question)))
        return answer

    def check_nothing_is_left(self) -> None:
        """FormatFault for the first entry that nobody has asked for."""
        for key, used in self._used.items():
            if used < len(self._given[key]):
                raise self._text.fault(
                    ("turn", self._number, key, used), Misread(f"{key} left over, from {shown(self._given[key][used])} on", f"{used} {key} in this turn"),
                )


def _answers_to(question: Question) -> str:
    """What a question of a seat can be answered, in words."""
    if question.kind == CARD_DRAWN:
        return f"a card that is drawn for seat {question.seat} ({question.what}): one that lies in nobody's slots and was not drawn in this turn, such as {question.options[0]}"
    if question.kind == SLOT_DRAWN:
        return f"a slot that is drawn for seat {question.seat} ({question.what}): {one_of(question.options)}"
    some = question.options if len(question.options) < 8 else (question.options[0], question.options[1], "…")
    return f"what seat {question.seat} is asked ({question.what}): {one_of(some)}"


def _check_pushes(scenario: Scenario, number: int, turn: ScenarioTurn, state: State) -> None:
    for place, seat in enumerate(turn.pushed):
        status = state.clank(seat).status
        if status != ACTIVE:
            wrong = Misread(f"push by seat {seat}, which is {status}", "pushes of clanks on the board")
            raise scenario.text.fault(("turn", number, "push", place), wrong)


def _with_old_cards(state: State, turn: ScenarioTurn) -> State:
    """The cards of the first turn lie in the readers before it begins: locked slots and powered-down seats keep them."""
    return state._replace(clanks=tuple(clank._replace(slots=turn.programs.get(clank.seat, NO_CARDS)) for clank in state.clanks))


def _programs(scenario: Scenario, number: int, turn: ScenarioTurn, state: State) -> dict[int, Slots]:
    """What each seat that programs puts into its reader, locked slots as they are; FormatFault for cards nobody could play."""
    programs = {}
    for seat, cards in turn.programs.items():
        clank = state.clank(seat)
        with scenario.text.reading("turn", number, str(seat)):
            if clank.status == ACTIVE and not clank.down:
                drawn = to_draw(state, seat)
                programs[seat] = tuple(None if slot in drawn else card for slot, card in enumerate(_programmed(clank, cards), 1))
            # In the first turn they are what lies in the reader of a powered-down seat.
            elif number:
                condition = "powered down" if clank.down else clank.status
                raise Misread(f"cards for seat {seat}, which is {condition} in turn {number + 1}", "cards for those that play")
    return programs


def _programmed(clank: Clank, cards: Slots) -> Slots:
    """The cards with those of the locked slots; a locked slot may be written with its own card or `-` (6.3.3)."""
    slots = list(cards)
    for slot in clank.locked:
        written, held = cards[slot - 1], clank.slots[slot - 1]
        if written is not None and written != held:
            expected = f"{held} or -" if held else "-, for nothing lay in it when it locked"
            raise Misread(f"{written} in slot {slot} of seat {clank.seat}, which is locked", expected)
        slots[slot - 1] = held
    return tuple(slots)


def _check_drawn(scenario: Scenario, number: int, turn: ScenarioTurn, state: State) -> None:
    """A slot that a draw has filled at the deal is written `-`, or with the very card; FormatFault for another one."""
    for seat, cards in turn.programs.items():
        for slot in to_draw(state, seat):
            written, drawn = cards[slot - 1], state.clank(seat).slots[slot - 1]
            if written not in (None, drawn):
                with scenario.text.reading("turn", number, str(seat)):
                    raise Misread(f"{written} in slot {slot} of seat {seat}, which a draw fills", f"{drawn} or -")


def _play_registers(state: State, registers: int | None, answer: Answerer) -> Outcome:
    """The whole turn for None; so many registers otherwise, without the cleanup even after all five."""
    if registers is None:
        return play_turn(state, answer)
    events: list[Event] = []
    for _ in range(registers):
        if not state.over:
            state, told = play_register(state, answer)
            events += told
    return Outcome(state, tuple(events))


# ---- Comparing --------------------------------------------------------------------------------------------------------


class Mismatch(NamedTuple):
    """What a scenario expects and what came out instead; `seat` is None for the winner."""

    seat: int | None
    expected: str
    got: str


def differences(scenario: Scenario, state: State) -> tuple[Mismatch, ...]:
    """Everything in which a state differs from what the scenario expects, in order of seats; () where it has passed.

    What the scenario does not name is not compared.
    """
    found = []
    for seat, facts in sorted(scenario.expected.items()):
        got = clank_facts(state, state.clank(seat))
        wrong = [key for key, value in facts.items() if got[key] != value]
        if wrong:
            found.append(Mismatch(seat, _words(facts, wrong), _words(got, wrong)))
    if scenario.winner is not None and scenario.winner != (state.winner or NOBODY):
        found.append(Mismatch(None, f"winner={scenario.winner}", f"winner={state.winner or NOBODY}"))
    return tuple(found)


def _words(facts: dict[str, object], keys: list[str]) -> str:
    """Facts as the line of a scenario says them."""
    place = {"status", "square", "heading"}
    words = []
    if not place.isdisjoint(keys):
        words.append(f"{facts['square']} {facts['heading']}" if facts["status"] == ACTIVE else str(facts["status"]))
    return " ".join([*words, *(f"{key}={_value(facts[key])}" for key in keys if key not in place)])


def _value(value: object) -> str:
    if isinstance(value, list):
        return ",".join(map(str, value)) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
