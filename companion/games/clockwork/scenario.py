"""Scenarios of Clockwork Derby: `companion.formats.scenario` reads, plays and compares them, and this is what commands see of that."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from companion.content import load_board
from companion.formats.facts import result_of
from companion.formats.scenario import read_scenario
from companion.formats.scenario_played import Mismatch, differences, play_scenario
from companion.formats.toml_text import TomlText
from companion.games.kit.scenario import Facts, Played, facts_in_words
from companion.games.race.scenario_parts import explained


def play_text(toml: TomlText) -> Played:
    """Play the scenario of a text; FormatFault for anything wrong with it."""
    scenario = read_scenario(toml, load_board)
    outcome = play_scenario(scenario)
    facts = result_of(outcome.state)
    return Played(
        facts,
        tuple(_summary(facts)),
        tuple(map(_in_words, differences(scenario, outcome.state))),
        partial(explained, outcome.events),
    )


def _in_words(mismatch: Mismatch) -> str:
    who = "winner" if mismatch.seat is None else f"seat {mismatch.seat}"
    return f"{who}: expected {mismatch.expected}, got {mismatch.got}"


def _summary(facts: Facts) -> Iterator[str]:
    """When, who has won, then a line for each seat."""
    winner = f"seat {facts['winner']} has won" if facts["winner"] else "nobody has won"
    yield f"turn {facts['turn']}, register {facts['register']}, {winner}"
    for seat, clank in facts["clanks"].items():
        damage = [] if clank["damage"] is None else ["damage"]
        words = [facts_in_words(clank, ["status", *damage, "lives", "next_flag", "checkpoints"])]
        words += ["powered_down"] if clank["powered_down"] else []
        words.append(facts_in_words(clank, ["locked", "deal"] if clank["locked"] else ["deal"]))
        yield f"  seat {seat}: {' '.join(words)}"
