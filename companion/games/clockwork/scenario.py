"""Scenarios of Clockwork Derby: `companion.formats.scenario` reads, plays and compares them, and this is what commands see of that."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from companion.content import load_board
from companion.engine.turn import Outcome
from companion.formats.explained import Namer, explained
from companion.formats.facts import result_of
from companion.formats.scenario import Scenario, read_scenario
from companion.formats.scenario_played import Mismatch, differences, play_scenario
from companion.formats.toml_text import TomlText


class Played(NamedTuple):
    """A scenario and what came of it."""

    scenario: Scenario
    outcome: Outcome

    def result(self, source: str) -> dict[str, Any]:
        """The result as a JSON object; `source` is the scenario's file."""
        return result_of(self.outcome.state, source)

    def summary(self, source: str) -> Iterator[str]:
        """The result for people: when, who has won, then a line for each seat."""
        result = self.result(source)
        winner = f"seat {result['winner']} has won" if result["winner"] else "nobody has won"
        yield f"{result['file']}: turn {result['turn']}, register {result['register']}, {winner}"
        for seat, facts in result["clanks"].items():
            yield f"  seat {seat}: {_clank_in_words(facts)}"

    def differences(self) -> tuple[str, ...]:
        """Everything in which it differs from what the scenario expects; () where it has passed."""
        return tuple(map(_in_words, differences(self.scenario, self.outcome.state)))

    def explained(self, name: Namer) -> Iterator[str]:
        """Its events in order, each with its rule."""
        return explained(self.outcome.events, name)


def play_text(toml: TomlText) -> Played:
    """The scenario of a text, played; FormatFault for whatever is wrong with it."""
    scenario = read_scenario(toml, load_board)
    return Played(scenario, play_scenario(scenario))


def _in_words(mismatch: Mismatch) -> str:
    who = "winner" if mismatch.seat is None else f"seat {mismatch.seat}"
    return f"{who}: expected {mismatch.expected}, got {mismatch.got}"


def _clank_in_words(facts: dict[str, Any]) -> str:
    """A clank as the line of a scenario would say it."""
    active = facts["square"] is not None
    words = [
        f"{facts['square']} {facts['heading']} damage={facts['damage']}"
        if active
        else facts["status"]
    ]
    words += [
        f"lives={facts['lives']}",
        f"next_flag={facts['next_flag']}",
        f"checkpoints={','.join(facts['checkpoints']) or 'none'}",
    ]
    words += ["powered_down"] if facts["powered_down"] else []
    words += [f"locked={','.join(map(str, facts['locked']))}"] if facts["locked"] else []
    return " ".join([*words, f"deal={facts['deal']}"])
