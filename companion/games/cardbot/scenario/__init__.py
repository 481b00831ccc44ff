"""Scenarios of Cardbot Derby, played: their rounds in order, what comes out, and how that differs from what the file expects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from companion.formats.misread import Misread, one_of
from companion.formats.toml_text import TomlText
from companion.games.base import HEADINGS, Heading
from companion.games.cardbot.engine.cards import COMMANDS, Card, taken_out
from companion.games.cardbot.engine.events import CommandBegan, Event, PingChosen
from companion.games.cardbot.engine.piles import Refusal, as_drawn, refused
from companion.games.cardbot.engine.state import Robot, State
from companion.games.cardbot.engine.turn import begin_round, end_round, next_round, play_command
from companion.games.cardbot.scenario.expecting import differences
from companion.games.cardbot.scenario.explaining import Namer, explained, refusals_in_words
from companion.games.cardbot.scenario.file import Round, Scenario, read_scenario
from companion.games.cardbot.scenario.position import read_pile
from companion.games.cardbot.scenario.robot_lines import heading_letter, line_in_words


class Played(NamedTuple):
    """What came of a scenario: the last state, all events by round, and what was refused in the last round."""

    scenario: Scenario
    state: State
    rounds: tuple[tuple[Event, ...], ...] = ()
    refused: tuple[Refusal, ...] = ()

    def result(self, source: str) -> dict[str, Any]:
        """The result as a JSON object, fields in the order of the format; `source` is the scenario's file."""
        state = self.state
        return {
            "file": source,
            "game": "cardbot",
            "round": state.round,
            "command": state.command,
            "reset": state.reset,
            "first": state.first,
            "winners": list(state.called(state.winners)),
            "order": list(state.order),
            "pings": list(_pings_of(self.rounds[-1] if self.rounds else ())),
            "refused": [
                {
                    "seat": one.seat,
                    "slot": one.slot,
                    "card": one.card and one.card.text,
                    "kind": one.kind,
                }
                for one in self.refused
            ],
            "grid": list(state.grid.lines),
            "robots": {str(robot.seat): robot_facts(robot, state) for robot in state.robots},
        }

    def summary(self, source: str) -> Iterator[str]:
        """The result for people: when, who has won, then a line for each robot."""
        result = self.result(source)
        won = result["winners"]
        winners = (
            f"{'people' if len(won) > 1 else 'person'} {', '.join(map(str, won))} won"
            if won
            else "nobody has won"
        )
        yield f"{source}: round {result['round']}, command {result['command']}, {winners}"
        for slot in result["refused"]:
            yield f"  seat {slot['seat']} slot {slot['slot']}: {slot['card'] or 'no card'}, refused as {slot['kind']}"
        for seat, facts in result["robots"].items():
            yield f"  seat {seat}: {line_in_words(facts, [*facts])}"

    def explained(self, name: Namer) -> Iterator[str]:
        """What happened, one event a line with its rule."""
        for number, events in enumerate(self.rounds, 1):
            yield from explained(events, number, name)
        yield from refusals_in_words(self.refused, self.state.round, name)

    def differences(self) -> tuple[str, ...]:
        """Everything in which it differs from what the scenario expects, a sentence each; () where it has passed."""
        return differences(self.scenario.expected, self.result(""))


def robot_facts(robot: Robot, state: State) -> dict[str, Any]:
    """What can be said about a robot, as the result says it."""
    pile = state.piles[robot.seat]
    return {
        "square": robot.square,
        "heading": HEADINGS[robot.heading],
        "targets": robot.targets,
        "slide": heading_letter(robot.slide),
        "enacted_by": state.person(state.enactors[robot.seat]) or robot.seat,
        "taken": [card.text for card in taken_out(robot.seat, robot.targets)],
        "pile": None if pile is None else [card.text for card in pile],
    }


def _pings_of(events: tuple[Event, ...]) -> Iterator[str]:
    """Every choice of a round, with the side gone to."""
    command = 0
    for event in events:
        if isinstance(event, CommandBegan):
            command = event.command
        elif isinstance(event, PingChosen):
            yield f"{command} {event.mover} {HEADINGS[event.side]}"


def play_text(toml: TomlText) -> Played:
    """The scenario of a text without the key `game`, played; FormatFault for whatever is wrong with it."""
    return play_scenario(read_scenario(toml))


# ---- Playing ----------------------------------------------------------------------------------------------------------


def play_scenario(scenario: Scenario) -> Played:
    """The rounds played; FormatFault where one has entries that its position does not allow, or follows one after which nothing can."""
    played = Played(scenario, scenario.start)
    for number, one in enumerate(scenario.rounds):
        if played.refused or played.state.over:
            reason = "was refused" if played.refused else "was won"
            raise scenario.text.fault(
                ("round", number),
                Misread(f"round {number + 1} after one that {reason}", "nothing more after it"),
            )
        played = _RoundPlayer(scenario, number, one).play(played)
    return played


class _RoundPlayer:
    """One round of a scenario; its entries are used up one by one, and what is left at the end is a fault."""

    def __init__(self, scenario: Scenario, number: int, one: Round) -> None:
        self.text, self.path, self.round = scenario.text, ("round", number), one
        self.unused = list(range(len(one.pings)))

    def play(self, played: Played) -> Played:
        """The round from its programs to its reset, or to the command after which it stops; nothing but the refusals where there are any."""
        programs = {seat: self._program(seat, played.state) for seat in played.state.seats}
        wrong = refused(played.state, programs)
        if wrong:
            self._check_unused("in a round that is refused", "shuffled in a round that is refused")
            return Played(played.scenario, next_round(played.state), (*played.rounds, ()), wrong)
        state = begin_round(
            played.state,
            {seat: tuple(card for card in program if card) for seat, program in programs.items()},
        )
        events: list[Event] = []
        for _ in range(self.round.commands or COMMANDS):
            state = self._command(state, events)
        self._check_unused(
            "for which no choice comes up",
            "shuffled in a round without a reset" if self.round.commands else "",
        )
        if self.round.commands is None:
            ended = end_round(state, self._shuffled(played.state, state))
            state = ended.state
            events += ended.events
        return Played(played.scenario, state, (*played.rounds, tuple(events)))

    def _program(self, seat: int, state: State) -> tuple[Card | None, ...]:
        """The program of a seat as written; of who is late and has no line, the top five as drawn (CBR03)."""
        if seat in self.round.programs:
            return self.round.programs[seat]
        drawn = as_drawn(state, seat)
        if drawn is None:
            wrong = Misread(
                f"no program of seat {seat}, whose pile is not known",
                "its five cards as drawn, or a known pile",
            )
            raise self.text.fault((*self.path, "late"), wrong)
        return drawn

    def _command(self, state: State, events: list[Event]) -> State:
        """The next command, played again with one side more for each choice that comes up."""
        sides: list[Heading | None] = []
        outcome = play_command(state)
        while (choice := outcome.choice) is not None:
            sides.append(self._side(state.command + 1, choice.mover, choice.sides))
            outcome = play_command(state, sides)
        events += outcome.events
        return outcome.state

    def _side(self, command: int, mover: int, sides: tuple[Heading, ...]) -> Heading | None:
        """The side that the next entry of this command and mover says; None where there is none."""
        pings = self.round.pings
        entry = next(
            (
                number
                for number in self.unused
                if (pings[number].command, pings[number].mover) == (command, mover)
            ),
            None,
        )
        if entry is None:
            return None
        self.unused.remove(entry)
        side = pings[entry].side
        if side is not None and side not in sides:
            expected = f"{one_of(HEADINGS[one] for one in sorted(sides))}, the empty sides, or - for the right-hand one"
            raise self.text.fault(
                (*self.path, "pings", entry),
                Misread(f"side {HEADINGS[side]} for seat {mover} in command {command}", expected),
            )
        return side

    def _check_unused(self, pings: str, shuffled: str) -> None:
        """Nothing is silently passed over: a fault at the first answer without its question, and for piles that are not shuffled."""
        if self.unused:
            ping = self.round.pings[self.unused[0]]
            expected = "entries only for choices between two empty sides"
            raise self.text.fault(
                (*self.path, "pings", self.unused[0]),
                Misread(
                    f"a side for seat {ping.mover} in command {ping.command}, {pings}", expected
                ),
            )
        if shuffled and self.round.shuffled:
            raise self.text.fault(
                (*self.path, "shuffled"), Misread(shuffled, "shuffled only where a reset shuffles")
            )

    def _shuffled(self, before: State, state: State) -> Mapping[int, tuple[Card, ...]]:
        """The piles after the shuffles; only of seats whose pile is known and that reach a target in this round (CB17)."""
        shuffled = {}
        for seat, text in self.round.shuffled.items():
            robot = state.robot(seat)
            with self.text.reading(*self.path, "shuffled", str(seat)):
                reason = (
                    "whose pile is not known"
                    if before.piles[seat] is None
                    else "which reaches no target in this round"
                    if not robot.visited
                    else ""
                )
                if reason:
                    raise Misread(
                        f"shuffled for seat {seat}, {reason}",
                        "only seats with a known pile that reach a target in this round",
                    )
                shuffled[seat] = read_pile(text, seat, robot.targets + len(robot.visited))
        return shuffled
