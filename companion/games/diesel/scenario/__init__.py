"""Scenarios of Diesel Demolition Derby, played: their turns in order, what comes out, and how that differs from what the file expects."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from companion.formats.misread import Misread
from companion.formats.toml_text import TomlText
from companion.games.diesel.engine.asking import NO, Given, Question
from companion.games.diesel.engine.dealing import CHOICE, Refusal, deployment_fault, sorted_cards
from companion.games.diesel.engine.state import State
from companion.games.diesel.engine.turn import end_turn, questions, resolve, reveal, total
from companion.games.diesel.scenario.expecting import differences
from companion.games.diesel.scenario.explaining import Namer, Told, explained, refusal_in_words
from companion.games.diesel.scenario.file import Scenario, Turn, read_scenario
from companion.games.diesel.scenario.words import list_words, row_words

STRENGTHS: Final = (4, 3, 2, 1, 0)
"""In the order in which they act (DD07)."""


class Asked(NamedTuple):
    """A question that was asked, in which turn and step, and the answer."""

    turn: int
    strength: int
    question: Question
    answer: str


class Played(NamedTuple):
    """What came of a scenario: the last state, all events by turn and step, what was asked, and what was refused in the last turn."""

    scenario: Scenario
    state: State
    told: tuple[Told, ...] = ()
    asked: tuple[Asked, ...] = ()
    refused: Refusal | None = None

    def result(self, source: str) -> dict[str, Any]:
        """The result as a JSON object, fields in the order of the format; `source` is the scenario's file."""
        state, refused = self.state, self.refused
        return {
            "file": source,
            "game": "diesel",
            "turn": state.turn,
            "over": state.over,
            "front": {str(seat): row_words(state.front[seat]) for seat in state.seats},
            "hands": None
            if state.hands is None
            else {str(seat): list(sorted_cards(state, state.hands[seat])) for seat in state.seats},
            "unused": list(sorted_cards(state, state.unused or ())),
            "discard": list(sorted_cards(state, state.discard)),
            "totals": {str(seat): total(state, seat) for seat in state.seats},
            "tokens": {str(seat): state.tokens[seat] for seat in state.seats},
            "winners": list(state.winners),
            "by": state.by or None,
            "champion": state.champion or None,
            "asked": [
                {
                    "turn": turn,
                    "strength": strength,
                    "seat": one.seat,
                    "card": one.asker,
                    "legal": list(one.legal),
                    "answer": answer,
                }
                for turn, strength, one, answer in self.asked
            ],
            "refused": refused
            and {
                "turn": state.turn + 1,
                "seat": refused.seat,
                "fault": refused.fault,
                "card": refused.card,
            },
        }

    def summary(self, source: str) -> Iterator[str]:
        """The result for people: when, who has won, then a line for each seat and the piles."""
        result = self.result(source)
        won = (
            f"seat {' and seat '.join(map(str, result['winners']))} won by {result['by']}"
            if result["winners"]
            else "nobody has won"
        )
        yield f"{source}: turn {result['turn']}, {won}"
        if self.refused is not None:
            card = f" for {self.refused.card}" if self.refused.card else ""
            yield f"  turn {self.state.turn + 1} refused: seat {self.refused.seat}, {self.refused.fault}{card}"
        for seat, row in result["front"].items():
            yield f"  seat {seat}: {list_words(row)}; total {result['totals'][seat]}, tokens {result['tokens'][seat]}"
        yield f"  discard: {list_words(result['discard'])}; unused: {list_words(result['unused'])}"

    def explained(self, name: Namer) -> Iterator[str]:
        """What happened, one event a line with its rule."""
        yield from explained(self.told, name)
        if self.refused is not None:
            yield refusal_in_words(self.refused, self.state.turn + 1, name)

    def differences(self) -> tuple[str, ...]:
        """Everything in which it differs from what the scenario expects, a sentence each; () where it has passed."""
        return differences(self.scenario.expected, self.result(""))


def play_text(toml: TomlText) -> Played:
    """The scenario of a text without the key `game`, played; FormatFault for whatever is wrong with it."""
    return play_scenario(read_scenario(toml))


# ---- Playing ----------------------------------------------------------------------------------------------------------


def play_scenario(scenario: Scenario) -> Played:
    """The turns played; FormatFault for a choice that is never asked, and for a turn after one that is refused."""
    played = Played(scenario, scenario.start)
    for number, turn in enumerate(scenario.turns):
        if played.refused:
            raise scenario.text.fault(
                ("turn", number),
                Misread(
                    f"turn {number + 1} of the file after one that was refused",
                    "nothing more after it",
                ),
            )
        played = _TurnPlayer(scenario, number, turn, played).play()
    return played


class _Refused(Exception):
    """A choice that is not legal; the whole turn is refused with it (DDR26)."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal


class _TurnPlayer:
    """One turn of a scenario; its choices are used up one by one, and what is left at the end is a fault."""

    def __init__(self, scenario: Scenario, number: int, turn: Turn, before: Played) -> None:
        self.text, self.path, self.turn, self.before = (
            scenario.text,
            ("turn", number, "choices"),
            turn,
            before,
        )
        self.left = list(range(len(turn.choices)))
        self.told: list[Told] = []
        self.asked: list[Asked] = []

    def play(self) -> Played:
        """The turn from the reveal to passing; nothing of it where it is refused."""
        refusal = deployment_fault(self.before.state, self.turn.deployed)
        if refusal is not None:
            return self.before._replace(refused=refusal)
        try:
            state = self._played()
        except _Refused as refused:
            return self.before._replace(refused=refused.refusal)
        if self.left:
            choice = self.turn.choices[self.left[0]]
            wrong = Misread(
                f"a choice of seat {choice.seat} for {choice.asker}, which is never asked",
                "choices between two legal answers or more",
            )
            raise self.text.fault((*self.path, self.left[0]), wrong)
        return self.before._replace(
            state=state,
            told=(*self.before.told, *self.told),
            asked=(*self.before.asked, *self.asked),
        )

    def _played(self) -> State:
        outcome = reveal(self.before.state, self.turn.deployed)
        number = outcome.state.turn
        self.told.append(Told(number, None, outcome.events))
        for strength in STRENGTHS:
            outcome = resolve(outcome.state, strength, self._choices(outcome.state, strength))
            self.told.append(Told(number, strength, outcome.events))
        outcome = end_turn(outcome.state)
        self.told.append(Told(number, None, outcome.events))
        return outcome.state

    def _choices(self, state: State, strength: int) -> tuple[Given, ...]:
        """All answers of a step, asked one after the other in the order of DDR13."""
        given: tuple[Given, ...] = ()
        while asked := questions(state, strength, given):
            answer = self._answer(asked[0])
            self.asked.append(Asked(state.turn, strength, asked[0], answer))
            given = (*given, Given(asked[0].seat, asked[0].asker, answer))
        return given

    def _answer(self, question: Question) -> str:
        """The next choice of this seat and card; where it is left out no, or the first legal answer."""
        choices = self.turn.choices
        entry = next(
            (
                number
                for number in self.left
                if choices[number][:2] == (question.seat, question.asker)
            ),
            None,
        )
        if entry is None:
            return NO if NO in question.legal else question.legal[0]
        self.left.remove(entry)
        if choices[entry].answer not in question.legal:
            raise _Refused(Refusal(question.seat, CHOICE, question.asker))
        return choices[entry].answer
