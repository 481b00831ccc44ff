"""Scenarios played and compared: the turns of a scenario, what they answer to the questions of the play, and what came out other than expected."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.engine.asking import Answerer, Question
from companion.engine.cards import NO_CARDS, Slots
from companion.engine.dealing import deal, program, start_turn
from companion.engine.effects import CARD_DRAWN, CHOICE, SLOT_DRAWN
from companion.engine.events import Event
from companion.engine.extended.dealing import draw_slots, to_draw
from companion.engine.play import Step
from companion.engine.rules import NEXT, THIS
from companion.engine.state import ACTIVE, Clank, State
from companion.engine.touching import LAST_REGISTER
from companion.engine.turn import (
    Outcome,
    clean_up,
    play_register,
    play_turn,
    register_in_steps,
)
from companion.formats.facts import clank_facts
from companion.formats.misread import Misread, one_of, shown
from companion.formats.scenario import NOBODY, Scenario, ScenarioTurn


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


def played_registers(scenario: Scenario) -> Iterator[tuple[Step, ...]]:
    """Yield the steps of each register and cleanup of a scenario, the first of them with what came before it: for those who show them."""
    state = scenario.start
    for number, turn in enumerate(scenario.turns):
        state, events, answers = _programmed_turn(scenario, number, turn, state)
        for _ in range(turn.registers or LAST_REGISTER):
            if state.over:
                return
            first, *others = register_in_steps(state, answers)
            yield first._replace(events=(*events, *first.events)), *others
            state, events = (others or [first])[-1].state, []
        if turn.registers is None and not state.over:
            state, told = clean_up(state)
            yield (Step(told, state),)


def _play_scenario_turn(
    scenario: Scenario, number: int, turn: ScenarioTurn, state: State
) -> tuple[State, list[Event]]:
    """One turn from its power downs to its cleanup, or to the register at which it stops."""
    state, events, answers = _programmed_turn(scenario, number, turn, state)
    played = _play_registers(state, turn.registers, answers)
    answers.check_nothing_is_left()
    return played.state, [*events, *played.events]


def _programmed_turn(
    scenario: Scenario, number: int, turn: ScenarioTurn, state: State
) -> tuple[State, list[Event], _Answers]:
    """A turn up to its first register."""
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
    return drawn[0], [*began.events, *dealt.events, *programmed.events, *drawn[1]], answers


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
            raise self._text.fault(
                ("turn", self._number, key, at), Misread(shown(answer), _answers_to(question))
            )
        return answer

    def check_nothing_is_left(self) -> None:
        """FormatFault for the first entry that nobody has asked for."""
        for key, used in self._used.items():
            if used < len(self._given[key]):
                raise self._text.fault(
                    ("turn", self._number, key, used),
                    Misread(
                        f"{key} left over, from {shown(self._given[key][used])} on",
                        f"{used} {key} in this turn",
                    ),
                )


def _answers_to(question: Question) -> str:
    """What a question of a seat can be answered, in words."""
    if question.kind == CARD_DRAWN:
        return f"a card that is drawn for seat {question.seat} ({question.what}): one that lies in nobody's slots and was not drawn in this turn, such as {question.options[0]}"
    if question.kind == SLOT_DRAWN:
        return f"a slot that is drawn for seat {question.seat} ({question.what}): {one_of(question.options)}"
    some = (
        question.options
        if len(question.options) < 8
        else (question.options[0], question.options[1], "…")
    )
    return f"what seat {question.seat} is asked ({question.what}): {one_of(some)}"


def _check_pushes(scenario: Scenario, number: int, turn: ScenarioTurn, state: State) -> None:
    for place, seat in enumerate(turn.pushed):
        status = state.clank(seat).status
        if status != ACTIVE:
            wrong = Misread(
                f"push by seat {seat}, which is {status}", "pushes of clanks on the board"
            )
            raise scenario.text.fault(("turn", number, "push", place), wrong)


def _with_old_cards(state: State, turn: ScenarioTurn) -> State:
    """The cards of the first turn lie in the readers before it begins: locked slots and powered-down seats keep them."""
    return state._replace(
        clanks=tuple(
            clank._replace(slots=turn.programs.get(clank.seat, NO_CARDS)) for clank in state.clanks
        )
    )


def _programs(
    scenario: Scenario, number: int, turn: ScenarioTurn, state: State
) -> dict[int, Slots]:
    """What each seat that programs puts into its reader, locked slots as they are; FormatFault for cards nobody could play."""
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
            # In the first turn they are what lies in the reader of a powered-down seat.
            elif number:
                condition = "powered down" if clank.down else clank.status
                raise Misread(
                    f"cards for seat {seat}, which is {condition} in turn {number + 1}",
                    "cards for those that play",
                )
    return programs


def _programmed(clank: Clank, cards: Slots) -> Slots:
    """The cards with those of the locked slots; a locked slot may be written with its own card or `-` (6.3.3)."""
    slots = list(cards)
    for slot in clank.locked:
        written, held = cards[slot - 1], clank.slots[slot - 1]
        if written is not None and written != held:
            expected = f"{held} or -" if held else "-, for nothing lay in it when it locked"
            raise Misread(
                f"{written} in slot {slot} of seat {clank.seat}, which is locked", expected
            )
        slots[slot - 1] = held
    return tuple(slots)


def _check_drawn(scenario: Scenario, number: int, turn: ScenarioTurn, state: State) -> None:
    """A slot that a draw has filled at the deal is written `-`, or with the very card; FormatFault for another one."""
    for seat, cards in turn.programs.items():
        for slot in to_draw(state, seat):
            written, drawn = cards[slot - 1], state.clank(seat).slots[slot - 1]
            if written not in (None, drawn):
                with scenario.text.reading("turn", number, str(seat)):
                    raise Misread(
                        f"{written} in slot {slot} of seat {seat}, which a draw fills",
                        f"{drawn} or -",
                    )


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
        found.append(
            Mismatch(None, f"winner={scenario.winner}", f"winner={state.winner or NOBODY}")
        )
    return tuple(found)


def _words(facts: dict[str, object], keys: list[str]) -> str:
    """Facts as the line of a scenario says them."""
    place = {"status", "square", "heading"}
    words = []
    if not place.isdisjoint(keys):
        words.append(
            f"{facts['square']} {facts['heading']}"
            if facts["status"] == ACTIVE
            else str(facts["status"])
        )
    return " ".join([*words, *(f"{key}={_value(facts[key])}" for key in keys if key not in place)])


def _value(value: object) -> str:
    if isinstance(value, list):
        return ",".join(map(str, value)) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
