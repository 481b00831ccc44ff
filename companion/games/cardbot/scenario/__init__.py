"""Scenarios of Cardbot Derby, played and explained: rounds, result, unexpected differences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

from companion.formats.misread_error import MisreadError, one_of
from companion.formats.toml_text import TomlText
from companion.games.cardbot.engine import events as cardbot_events
from companion.games.cardbot.engine import piles
from companion.games.cardbot.engine.cards import COMMANDS, Card, cards_in_words, taken_out
from companion.games.cardbot.engine.events import CommandBegan, Event, PingChosen
from companion.games.cardbot.engine.piles import Refusal, as_drawn, refused
from companion.games.cardbot.engine.state import CardbotState, Robot
from companion.games.cardbot.engine.turn import begin_round, end_round, next_round, play_command
from companion.games.cardbot.scenario.reading import (
    Expected,
    Game,
    read,
    read_pile,
    spoken,
)
from companion.games.kit.scenario import (
    Entries,
    EventWords,
    Facts,
    Namer,
    ScenarioLine,
    ScenarioRun,
    compared,
    compared_facts,
    facts_in_words,
    line_of,
    value_in_words,
)
from companion.geometry import HEADINGS, Heading
from companion.named_tuples import NamedTuple


class ScenarioResult(NamedTuple):
    """The result of some rounds."""

    state: CardbotState
    """The last state."""
    rounds: tuple[tuple[Event, ...], ...] = ()
    """The events of each round."""
    refused: tuple[Refusal, ...] = ()
    """The refused slots of the last round."""


def play_text(toml: TomlText) -> ScenarioRun:
    """Play the scenario of a text without the key `game`.

    Raises:
        FormatError: The text is wrong, a round has entries that its position does not allow, or a
            round follows the end of the game.
    """
    scenario = read(toml)
    outcome = ScenarioResult(scenario.start)
    for number in range(len(scenario.turns)):
        if outcome.refused or outcome.state.over:
            reason = "was refused" if outcome.refused else "was won"
            raise toml.fault(
                ("round", number),
                MisreadError(
                    f"round {number + 1} after one that {reason}", "nothing more after it"
                ),
            )
        outcome = _RoundPlayer(scenario, number).play(outcome)
    facts = _facts_of(outcome)
    return ScenarioRun(
        facts,
        tuple(_summary(facts)),
        tuple(_differences(scenario.expected, facts)),
        partial(_explained, outcome),
    )


# ---- Playing -------------------------------------------------------------------------------------


class _RoundPlayer:
    """Plays one round of a scenario."""

    def __init__(self, scenario: Game, number: int) -> None:
        self.text, self.path, self.round = scenario.text, ("round", number), scenario.turns[number]
        self.pings = Entries(self.text, (*self.path, "pings"), self.round.pings)

    def play(self, before: ScenarioResult) -> ScenarioResult:
        """Return the outcome of the round, or its refusals if there are any.

        The round goes up to its reset, or to the command after which it stops.
        """
        programs = {}
        for seat in before.state.seats:
            # A late seat plays its top five (CBR03).
            program = self.round.programs.get(seat) or as_drawn(before.state, seat)
            if program is None:
                raise self.text.fault(
                    (*self.path, "late"),
                    MisreadError(
                        f"no program of seat {seat}, whose pile is not known",
                        "its five cards as drawn, or a known pile",
                    ),
                )
            programs[seat] = program
        wrong = refused(before.state, programs)
        if wrong:
            self._check_unused("in a round that is refused", "shuffled in a round that is refused")
            return ScenarioResult(next_round(before.state), (*before.rounds, ()), wrong)
        state = begin_round(
            before.state,
            {seat: tuple(card for card in program if card) for seat, program in programs.items()},
        )
        events: list[Event] = []
        for _ in range(self.round.commands or COMMANDS):
            # A command is played again with one more side for each choice.
            sides: list[Heading | None] = []
            outcome = play_command(state)
            while (choice := outcome.choice) is not None:
                sides.append(self._side(state.command + 1, choice.mover, choice.sides))
                outcome = play_command(state, sides)
            state = outcome.state
            events += outcome.events
        self._check_unused(
            "for which no choice comes up",
            "shuffled in a round without a reset" if self.round.commands else "",
        )
        if self.round.commands is None:
            ended = end_round(state, self._shuffled(before.state, state))
            state = ended.state
            events += ended.events
        return ScenarioResult(state, (*before.rounds, tuple(events)))

    def _side(self, command: int, mover: int, sides: tuple[Heading, ...]) -> Heading | None:
        """Return the side in the next entry for this command and mover, None without one."""
        found = self.pings.take(lambda ping: (ping.command, ping.mover) == (command, mover))
        if found is None:
            return None
        place, (_, _, side) = found
        if side is not None and side not in sides:
            expected = (
                f"{one_of(HEADINGS[one] for one in sorted(sides))}, the empty sides, or - for the "
                f"right-hand one"
            )
            raise self.pings.fault(
                place,
                MisreadError(
                    f"side {HEADINGS[side]} for seat {mover} in command {command}", expected
                ),
            )
        return side

    def _check_unused(self, pings: str, shuffled: str) -> None:
        """Check that every answer had its question, and every shuffle its reason.

        Raises:
            FormatError: One is left; the fault names the first one.
        """
        self.pings.check_none_left(
            lambda place, ping: MisreadError(
                f"a side for seat {ping.mover} in command {ping.command}, {pings}",
                "entries only for choices between two empty sides",
            )
        )
        if shuffled and self.round.shuffled:
            raise self.text.fault(
                (*self.path, "shuffled"),
                MisreadError(shuffled, "shuffled only where a reset shuffles"),
            )

    def _shuffled(
        self, before: CardbotState, state: CardbotState
    ) -> Mapping[int, tuple[Card, ...]]:
        """Return the piles after shuffles, for known piles of seats that reach a target (CB17)."""
        shuffled = {}
        for seat, text in self.round.shuffled.items():
            robot = state.robot(seat)
            with self.text.reading(*self.path, "shuffled", str(seat)):
                if before.piles[seat] is None:
                    reason = "whose pile is not known"
                elif not robot.visited:
                    reason = "which reaches no target in this round"
                else:
                    reason = ""
                if reason:
                    raise MisreadError(
                        f"shuffled for seat {seat}, {reason}",
                        "only seats with a known pile that reach a target in this round",
                    )
                shuffled[seat] = read_pile(text, seat, robot.targets + len(robot.visited))
        return shuffled


# ---- The result ----------------------------------------------------------------------------------


def _facts_of(outcome: ScenarioResult) -> Facts:
    state = outcome.state
    # The choices of the last round: command, mover, side.
    command, pings = 0, list[str]()
    for event in outcome.rounds[-1] if outcome.rounds else ():
        if isinstance(event, CommandBegan):
            command = event.command
        elif isinstance(event, PingChosen):
            pings.append(f"{command} {event.mover} {HEADINGS[event.side]}")
    return {
        "game": "cardbot",
        "round": state.round,
        "command": state.command,
        "reset": state.reset,
        "first": state.first,
        "winners": list(state.called(state.winners)),
        "order": list(state.order),
        "pings": pings,
        "refused": [
            {
                "seat": one.seat,
                "slot": one.slot,
                "card": one.card and one.card.text,
                "kind": one.kind,
            }
            for one in outcome.refused
        ],
        "grid": list(state.grid.lines),
        "robots": {str(robot.seat): _robot_facts(robot, state) for robot in state.robots},
    }


def _robot_facts(robot: Robot, state: CardbotState) -> Facts:
    """Return the facts about a robot, as in the result."""
    pile = state.piles[robot.seat]
    return {
        "square": robot.square,
        "heading": HEADINGS[robot.heading],
        "targets": robot.targets,
        "slide": None if robot.slide is None else HEADINGS[robot.slide],
        "enacted_by": state.person(state.enactors[robot.seat]) or robot.seat,
        "taken": [card.text for card in taken_out(robot.seat, robot.targets)],
        "pile": None if pile is None else [card.text for card in pile],
    }


def _summary(facts: Facts) -> Iterator[str]:
    """Yield the round and the winners, then a line for each robot."""
    won = facts["winners"]
    if won:
        winners = f"{'people' if len(won) > 1 else 'person'} {', '.join(map(str, won))} won"
    else:
        winners = "nobody has won"
    yield f"round {facts['round']}, command {facts['command']}, {winners}"
    for slot in facts["refused"]:
        yield (
            f"  seat {slot['seat']} slot {slot['slot']}: {slot['card'] or 'no card'}, refused as "
            f"{slot['kind']}"
        )
    for seat, robot in facts["robots"].items():
        yield f"  seat {seat}: {facts_in_words(spoken(robot), robot)}"


def _differences(expected: Expected, facts: Facts) -> Iterator[str]:
    for seat, robot in expected.robots.items():
        yield from compared_facts(f"seat {seat}", robot, spoken(facts["robots"][str(seat)]))
    refused = [f"{slot['seat']} {slot['slot']} {slot['kind']}" for slot in facts["refused"]]
    for key, wanted in expected.rest.items():
        came = refused if key == "refused" else facts[key]
        if key == "grid":
            for line, (row, other) in enumerate(zip(wanted, came, strict=True)):
                yield from compared(f"grid row {7 - line}", row, other)
        else:
            yield from compared(key, wanted, came, partial(value_in_words, between=", "))


_TURNS: Final = {1: "to the right", 2: "about", 3: "to the left"}
_RESET: Final = (
    cardbot_events.CardsReturned,
    cardbot_events.TargetReached,
    cardbot_events.PileShuffled,
    cardbot_events.Won,
)


def _explained(outcome: ScenarioResult, name: Namer) -> Iterator[ScenarioLine]:
    """Yield a line for each event, such as `round 1 command 2: … [CB10]`, and for refused slots."""
    for number, events in enumerate(outcome.rounds, 1):
        when = f"round {number}"
        for event in events:
            if isinstance(event, cardbot_events.CommandBegan):
                when = f"round {number} command {event.command}"
            elif isinstance(event, _RESET):
                when = f"round {number} reset"
            yield line_of(when, event, _WORDS, name)
    for slot in outcome.refused:
        holds = _KINDS[slot.kind].format(card=slot.card.text if slot.card else "")
        words = f"slot {slot.slot} of the program for {name(slot.seat)} {holds}, nothing begins"
        yield ScenarioLine(f"round {outcome.state.round}", words, "CBR34")


_KINDS: Final[Mapping[str, str]] = {
    piles.EMPTY: "holds no card",
    piles.FOREIGN: "holds {card}, a card of another pile",
    piles.TAKEN: "holds {card}, which lies under a target",
    piles.TWICE: "holds {card}, which lies in an earlier slot",
    piles.UNDRAWN: "holds {card}, which was not drawn",
}


def _card_played(event: cardbot_events.CardPlayed, name: Namer) -> str:
    by = "" if event.enactor == event.seat else f", enacted by seat {event.enactor}"
    return f"{name(event.seat)} acts as number {event.place} with {event.card.text}{by}"


def _turned(event: cardbot_events.Turned, name: Namer) -> str:
    return (
        f"{name(event.seat)} turns {_TURNS[(event.after - event.before) % 4]} on {event.square}, "
        f"facing {HEADINGS[event.after]}"
    )


def _moved(event: cardbot_events.Moved, name: Namer) -> str:
    way = f"from {event.start} to {event.end}"
    verb = {
        cardbot_events.MOVE: f"moves {way}",
        cardbot_events.SHOVE: f"is shoved {way} by {name(event.mover)}",
        cardbot_events.PING: f"pings {way}, out of the way of {name(event.mover)}",
        cardbot_events.SLIDE: f"slides {way}",
        cardbot_events.BELT: f"is carried {way} by a belt",
        cardbot_events.TELEPORT: f"is teleported {way}",
    }[event.cause]
    return f"{name(event.seat)} {verb}"


def _stayed(event: cardbot_events.Stayed, name: Namer) -> str:
    reason = {
        cardbot_events.EDGE: f"going {HEADINGS[event.direction]}, there is no place",
        cardbot_events.BLOCKED: f"going {HEADINGS[event.direction]}, "
        f"there is no empty place for who is in the way",
        cardbot_events.STICKY: "which is sticky, and does not turn",
        cardbot_events.NOTHING: f"facing {HEADINGS[event.direction]} as before",
    }[event.reason]
    return f"{name(event.seat)} stays on {event.square}, {reason}"


def _ping_chosen(event: cardbot_events.PingChosen, name: Namer) -> str:
    how = "as was chosen" if event.chosen else "the right-hand one, for nobody chose"
    return (
        f"who is in the way of {name(event.mover)} goes to the {HEADINGS[event.side]} side, {how}"
    )


def _won(event: cardbot_events.Won, name: Namer) -> str:
    names = " and ".join(map(name, event.seats))
    return f"{names} {'wins' if len(event.seats) == 1 else 'win together'}"


_WORDS: Final[EventWords] = {
    cardbot_events.RoundBegan: lambda event, name: (
        f"begins, {name(event.first)} is first among equals"
    ),
    cardbot_events.CommandBegan: lambda event, name: "begins",
    cardbot_events.CardPlayed: _card_played,
    cardbot_events.Turned: _turned,
    cardbot_events.Moved: _moved,
    cardbot_events.Stayed: _stayed,
    cardbot_events.PingChosen: _ping_chosen,
    cardbot_events.Visited: lambda event, name: (
        f"{name(event.seat)} was on {event.square}, its target {event.target}"
    ),
    cardbot_events.CardsReturned: lambda event, name: (
        f"{cards_in_words(event.cards)} go under the pile of {name(event.seat)}"
    ),
    cardbot_events.TargetReached: lambda event, name: (
        f"{name(event.seat)} has target {event.target}: {event.card.text} leaves its pile and "
        f"lies under {event.square}"
    ),
    cardbot_events.PileShuffled: lambda event, name: f"the pile of {name(event.seat)} is shuffled",
    cardbot_events.Won: _won,
}
