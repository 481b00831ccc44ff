"""Scenarios of Diesel Demolition Derby, played and explained: turns, result, differences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Final

from companion.formats.misread_error import MisreadError, quote_value
from companion.formats.toml_text import TomlText
from companion.games.diesel.engine import dealing
from companion.games.diesel.engine import events as engine_events
from companion.games.diesel.engine.asking import NO, CardQuestion, GivenAnswer, questions
from companion.games.diesel.engine.counting import total
from companion.games.diesel.engine.dealing import CHOICE, Refusal, deployment_fault, sorted_cards
from companion.games.diesel.engine.events import Doer, Event
from companion.games.diesel.engine.state import DieselState
from companion.games.diesel.engine.turn import end_turn, resolve, reveal
from companion.games.diesel.scenario.reading import Derby, list_words, read, row_words
from companion.games.kit.scenario import (
    Entries,
    EventWords,
    Facts,
    Namer,
    ScenarioLine,
    ScenarioRun,
    compared,
    line_of,
    value_in_words,
)
from companion.named_tuples import NamedTuple

STRENGTHS: Final = (4, 3, 2, 1, 0)
"""The strengths, in the order in which they act (DD07)."""
NONE_REFUSED: Final = ""


class AskedQuestion(NamedTuple):
    """A question that was asked, with its turn, step and answer."""

    turn: int
    strength: int
    question: CardQuestion
    answer: str


class PlayedStep(NamedTuple):
    """The events of a step."""

    turn: int
    strength: int | None
    """The strength, None at the reveal and at the end of the turn."""
    events: tuple[Event, ...]


class ScenarioResult(NamedTuple):
    """The result of some turns."""

    state: DieselState
    """The last state."""
    steps: tuple[PlayedStep, ...] = ()
    """All events, by turn and step."""
    asked: tuple[AskedQuestion, ...] = ()
    """The questions that were asked."""
    refused: Refusal | None = None
    """The refusal in the last turn, None for nothing."""


def play_text(toml: TomlText) -> ScenarioRun:
    """Play the scenario of a text without the key `game`.

    Raises:
        FormatError: The text is wrong, a choice is never asked for, or a turn follows one that is
            refused.
    """
    scenario = read(toml)
    outcome = ScenarioResult(scenario.start)
    for number in range(len(scenario.turns)):
        if outcome.refused:
            raise toml.fault(
                ("turn", number),
                MisreadError(
                    f"turn {number + 1} of the file after one that was refused",
                    "nothing more after it",
                ),
            )
        outcome = _TurnPlayer(scenario, number, outcome).play()
    facts = _facts_of(outcome)
    return ScenarioRun(
        facts,
        tuple(_summary(facts)),
        tuple(_differences(scenario.expected, facts)),
        partial(_explained, outcome),
    )


# ---- Playing -------------------------------------------------------------------------------------


class _RefusedError(Exception):
    """A choice is not legal, and the whole turn is refused with it (DDR26)."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal


class _TurnPlayer:
    """Plays one turn of a scenario."""

    def __init__(self, scenario: Derby, number: int, before: ScenarioResult) -> None:
        self.turn, self.before = scenario.turns[number], before
        self.choices = Entries(scenario.text, ("turn", number, "choices"), self.turn.choices)
        self.asked: list[AskedQuestion] = []

    def play(self) -> ScenarioResult:
        """Return the outcome of the turn, or only its refusal."""
        refusal = deployment_fault(self.before.state, self.turn.deployed)
        if refusal is not None:
            return self.before._replace(refused=refusal)
        outcome = reveal(self.before.state, self.turn.deployed)
        number = outcome.state.turn
        steps = [PlayedStep(number, None, outcome.events)]
        try:
            for strength in STRENGTHS:
                # Questions come one after the other, in the order of DDR13.
                given: tuple[GivenAnswer, ...] = ()
                while asked := questions(outcome.state, strength, given):
                    answer = self._answer(asked[0])
                    self.asked.append(AskedQuestion(number, strength, asked[0], answer))
                    given = (*given, GivenAnswer(asked[0].seat, asked[0].asker, answer))
                outcome = resolve(outcome.state, strength, given)
                steps.append(PlayedStep(number, strength, outcome.events))
        except _RefusedError as refused:
            return self.before._replace(refused=refused.refusal)
        outcome = end_turn(outcome.state)
        steps.append(PlayedStep(number, None, outcome.events))
        self.choices.check_none_left(
            lambda place, choice: MisreadError(
                f"a choice of seat {choice.seat} for {choice.asker}, which is never asked",
                "choices between two legal answers or more",
            )
        )
        return ScenarioResult(
            outcome.state, (*self.before.steps, *steps), (*self.before.asked, *self.asked)
        )

    def _answer(self, question: CardQuestion) -> str:
        """Return the next choice for a seat and card, by default no or the first legal one."""
        found = self.choices.take(lambda choice: choice[:2] == (question.seat, question.asker))
        if found is None:
            return NO if NO in question.legal else question.legal[0]
        answer = found[1].answer
        if answer not in question.legal:
            raise _RefusedError(Refusal(question.seat, CHOICE, question.asker))
        return answer


# ---- The result ----------------------------------------------------------------------------------


def _facts_of(outcome: ScenarioResult) -> Facts:
    state, refused = outcome.state, outcome.refused
    return {
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
            for turn, strength, one, answer in outcome.asked
        ],
        "refused": refused and {"turn": state.turn + 1, **refused._asdict()},
    }


def _summary(facts: Facts) -> Iterator[str]:
    """Yield the turn and the winners, then a line for each seat and the piles."""
    if facts["winners"]:
        won = f"seat {' and seat '.join(map(str, facts['winners']))} won by {facts['by']}"
    else:
        won = "nobody has won"
    yield f"turn {facts['turn']}, {won}"
    if refused := facts["refused"]:
        card = f" for {refused['card']}" if refused["card"] else ""
        yield f"  turn {refused['turn']} refused: seat {refused['seat']}, {refused['fault']}{card}"
    for seat, row in facts["front"].items():
        yield (
            f"  seat {seat}: {list_words(row)}; total {facts['totals'][seat]}, tokens "
            f"{facts['tokens'][seat]}"
        )
    yield f"  discard: {list_words(facts['discard'])}; unused: {list_words(facts['unused'])}"


# ---- Comparing -----------------------------------------------------------------------------------


def _sorted(rows: dict[str, list[str]]) -> dict[str, list[str]]:
    return {seat: sorted(row) for seat, row in rows.items()}


def _differences(expected: Facts, facts: Facts) -> Iterator[str]:
    """Yield the differences, rows first. An unexpected refusal is a difference, too."""
    # The result in the form of expectations: sorted piles and rows, a line for each question.
    refused = facts["refused"] or {}
    got = {
        **facts,
        "front": _sorted(facts["front"]),
        "hands": facts["hands"] and _sorted(facts["hands"]),
        "unused": sorted(facts["unused"]),
        "discard": sorted(facts["discard"]),
        "champion": facts["champion"] or 0,
        "asked": [
            f"{one['seat']} {one['card']}: {' '.join(one['legal'])}" for one in facts["asked"]
        ],
        "refused": " ".join(
            str(refused[key]) for key in ("seat", "fault", "card") if refused.get(key)
        ),
    }
    for key, wanted in {"refused": NONE_REFUSED, **expected}.items():
        came = got[key]
        if isinstance(wanted, dict):
            for seat, one in wanted.items():
                place = f"seat {seat}" if key == "front" else f"{key} of seat {seat}"
                yield from compared(place, one, came[seat], _in_words)
        # The card of a refusal may be left out.
        elif key != "refused" or not wanted or came.rpartition(" ")[0] != wanted:
            yield from compared(key, wanted, came, _in_words)


def _in_words(value: object) -> str:
    if isinstance(value, bool):
        return quote_value(value)
    # Questions contain blanks.
    blanks = isinstance(value, list) and any(" " in str(one) for one in value)
    return value_in_words(value, "; " if blanks else " ")


def _explained(outcome: ScenarioResult, name: Namer) -> Iterator[ScenarioLine]:
    """Yield a line for each event, such as `turn 2 strength 1: … [DDR15]`, and for a refusal."""
    for turn, strength, events in outcome.steps:
        when = f"turn {turn}" if strength is None else f"turn {turn} strength {strength}"
        yield from (line_of(when, event, _WORDS, name) for event in events)
    if (refused := outcome.refused) is not None:
        words = _REFUSED[refused.fault].format(card=refused.card)
        yield ScenarioLine(
            f"turn {outcome.state.turn + 1}",
            f"{name(refused.seat)} {words}, nothing of the turn happens",
            "DDR26",
        )


_REFUSED: Final[Mapping[str, str]] = {
    dealing.COUNT: "does not lay down as many cards as the turn needs",
    dealing.UNKNOWN: "lays down a card that is not of this deck",
    dealing.NOT_IN_USE: "lays down {card}, which is not in use with so many players",
    dealing.ELSEWHERE: "lays down {card}, which lies elsewhere",
    dealing.NOT_IN_HAND: "lays down {card}, which is not in this hand",
    dealing.TOO_MANY: "lays down {card}, and all cards of its type are known already",
    dealing.CHOICE: "gives {card} an answer that is not legal",
}


def _by(doers: Iterable[Doer]) -> str:
    return " and ".join(f"{card} of seat {seat}" for seat, card in doers)


_IDLE: Final[Mapping[str, str]] = {
    engine_events.NO_TARGET: "finds nothing to act on",
    engine_events.NOT_ALONE: "does not act, there is another one of its type",
    engine_events.DECLINED: "is not used",
    engine_events.CONTESTED: "gets nothing, another one wants the same combatant",
    engine_events.GONE: "comes too late, what it wants was hit in the same step",
}


def _gained(event: engine_events.Gained, name: Namer) -> str:
    start = "what lies aside" if event.start is None else name(event.start)
    instead = ", instead of its being discarded" if event.claimed else ""
    return f"{name(event.seat)} gains {event.card} from {start}{instead}, by {_by(event.by)}"


def _chosen(event: engine_events.Chosen, name: Namer) -> str:
    return (
        f"{name(event.seat)} chooses {'not to use it' if event.answer == NO else event.answer} "
        f"for {event.asker}"
    )


def _won(event: engine_events.DerbyWon, name: Namer) -> str:
    names = " and ".join(map(name, event.winners))
    how = {
        engine_events.BY_ABILITY: f"by {_by(event.cards)}",
        engine_events.BY_TOTAL: "with the highest total",
        engine_events.BY_COMBATANTS: "level on strength, with most combatants",
        engine_events.BY_SHARED: "level on strength and combatants",
    }[event.by]
    return f"{names} {'wins' if len(event.winners) == 1 else 'win'} Derby {event.derby}, {how}"


_WORDS: Final[EventWords] = {
    engine_events.Deployed: lambda event, name: f"{name(event.seat)} reveals {event.card}",
    engine_events.Claiming: lambda event, name: (
        f"{name(event.seat)} gains by {event.card} what would be discarded, to the end of the turn"
    ),
    engine_events.Chosen: _chosen,
    engine_events.Copied: lambda event, name: (
        f"{event.card} of {name(event.seat)} does what {_by([event.of])} says"
    ),
    engine_events.Idle: lambda event, name: (
        f"{event.card} of {name(event.seat)} {_IDLE[event.why]}"
    ),
    engine_events.Discarded: lambda event, name: (
        f"{event.card} of {name(event.seat)} is discarded, by {_by(event.by)}"
    ),
    engine_events.StoodIn: lambda event, name: (
        f"{event.card} of {name(event.seat)} is hit instead of {event.saved}, by {_by(event.by)}"
    ),
    engine_events.Gained: _gained,
    engine_events.Kept: lambda event, name: (
        f"{name(event.seat)} keeps {event.card}, which would be discarded by {_by(event.by)}"
    ),
    engine_events.Swapped: lambda event, name: (
        f"{event.card} of {name(event.seat)} and {event.other_card} of {name(event.other_seat)} "
        f"change places"
    ),
    engine_events.TurnedDown: lambda event, name: (
        f"{event.card} of {name(event.seat)} is turned face down, by {_by(event.by)}"
    ),
    engine_events.Looked: lambda event, name: (
        f"{name(event.seat)} looks at what lies aside, for {event.card}"
    ),
    engine_events.Passed: lambda event, name: "everybody passes the hand to the left",
    engine_events.LastDiscarded: lambda event, name: (
        f"{name(event.seat)} discards {event.card or 'the last card'} from the hand"
    ),
    engine_events.Weakened: lambda event, name: (
        f"{event.card} of {name(event.seat)} counts {event.strength}, because of "
        f"{_by([event.other])}"
    ),
    engine_events.Counted: lambda event, name: (
        f"{name(event.seat)} has a total of {event.total} with {event.combatants} combatants"
    ),
    engine_events.DerbyWon: _won,
    engine_events.TokenGiven: lambda event, name: (
        f"{name(event.seat)} has {event.tokens} token{'s' if event.tokens > 1 else ''} now"
    ),
    engine_events.GameWon: lambda event, name: (
        f"{name(event.seat)} wins the game with {event.tokens} tokens"
    ),
}
