"""Every setting holds on plain and extended boards: two of its values differ on a position.

The engine plays a plain board the short way (`engine/turn.py`) and an extended one the long way
(`engine/extended`). A new setting, or a new value, needs a position here; without it
`test_every_setting_has_a_position` fails.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any, Final

import pytest

from companion.content import load_board
from companion.engine.race_tables import race_tables
from companion.engine.rules import EXTENDED_OPTIONS, OPTIONS
from companion.engine.state import Clank, Race
from companion.games.clockwork.scenario import parse_scenario, played_registers
from companion.settings import Option

BOARD: Final = """edge = "wall"
board = '''
+    +    +    +    +    +
  .    .    .    .    .
+    +    +    +    +    +
  .    {b1}   .    .    .
+    +    +    +    +    +
'''
"""
PLAIN, EXTENDED = "", 'elements = ["E2 gas"]\n'
"""The same position on a plain board, and on one that a far corner makes an extended one."""

POSITIONS: Final = {
    "flag_hit": (
        "",
        (
            'flags = ["B1", "D1", "A2"]\n[clanks]\n1 = "A1 E"\n[[turn]]\n1 = "move2@670 '
            'move1@490 back@430 back@440 back@450"\n'
        ),
    ),
    "checkpoint": (
        "",
        (
            'flags = ["B1", "D1", "A2"]\n[clanks]\n1 = "A1 E"\n[[turn]]\n1 = "move2@670 '
            'move1@490 back@430 left@70 right@80"\n'
        ),
    ),
    "healing": (
        "r1",
        (
            '[clanks]\n1 = "B1 E damage=8"\n[[turn]]\n1 = "left@70 right@80 left@90 right@100 '
            'uturn@10"\n'
        ),
    ),
    "power_down": (
        "",
        (
            '[clanks]\n1 = "A1 E damage=3"\n[[turn]]\npush = [1]\n1 = "move1@490 left@70 '
            'right@80 left@90 right@100"\n'
        ),
    ),
    "lives": (
        "O",
        '[clanks]\n1 = "A1 E"\n' + '[[turn]]\n1 = "move1@490"\n' * 3,
    ),
    "card_lock": (
        "",
        (
            '[clanks]\n1 = "A1 E damage=7"\n[[turn]]\n1 = "left@70 right@80 left@90 right@100 '
            'move1@490"\n[[turn]]\n1 = "move1@500"\n'
        ),
    ),
}
"""By setting: what is on B1, and flags, clanks and turns that distinguish all its values."""

# The laser kills seat 1 before it can fire at seat 2, if fire goes step by step.
EXTENDED_POSITIONS: Final = {
    "fire": (
        "",
        (
            'elements = ["A1 laser W", "E2 gas"]\n[clanks]\n1 = "A1 E damage=9"\n2 = "D1 N"\n'
            "[[turn]]\nregisters = 1\n"
        ),
    ),
}


def option_of(key: str) -> Option:
    """Return a setting by its key."""
    return next(option for option in (*OPTIONS, *EXTENDED_OPTIONS) if option.key == key)


def outcome(
    key: str, value: str | int | bool | None, elements: str
) -> tuple[tuple[Clank, ...], ...]:
    """Play the position of a setting; return the clanks after each register and cleanup.

    Lives are left out, since they differ before anything happens.
    """
    on_b1, rest = (POSITIONS | EXTENDED_POSITIONS)[key]
    facts, _, play = rest.partition("[clanks]")
    text = (
        f'title = "{key}"\n'
        f"{BOARD.format(b1=on_b1.ljust(2) or '.')}{elements}{facts}[clanks]{play}[expect]\nwinner "
        f"= 0\n"
    )
    scenario = parse_scenario(text, key, load_board)
    start = scenario.start
    changes: dict[str, Any] = {key: value}
    race = Race(start.race.board, start.race.flags, replace(start.race.rules, **changes))
    assert race_tables(race).plain == (elements == PLAIN and key in POSITIONS)
    clanks = tuple(clank._replace(lives=race.rules.lives) for clank in start.clanks)
    played = played_registers(replace(scenario, start=start._replace(race=race, clanks=clanks)))
    return tuple(
        tuple(clank._replace(lives=None) for clank in steps[-1].state.clanks) for steps in played
    )


def test_every_setting_has_a_position() -> None:
    """Have a position for every setting."""
    assert {option.key for option in OPTIONS} == POSITIONS.keys()
    assert {option.key for option in EXTENDED_OPTIONS} == EXTENDED_POSITIONS.keys()


@pytest.mark.parametrize("elements", [PLAIN, EXTENDED], ids=["plain", "extended"])
@pytest.mark.parametrize("key", POSITIONS)
def test_any_two_values_come_out_differently(key: str, elements: str) -> None:
    """Get different results for any two values, on a plain and an extended board."""
    found = {choice.word: outcome(key, choice.value, elements) for choice in option_of(key).choices}
    assert len(found) > 1
    for one, other in combinations(found, 2):
        assert found[one] != found[other], f"{key} = {one} and {key} = {other} come out alike"


@pytest.mark.parametrize("key", EXTENDED_POSITIONS)
def test_settings_of_extended_boards_hold_there(key: str) -> None:
    """Apply settings of extended boards there, which plain boards do not know."""
    choices = option_of(key).choices
    for one, other in combinations(choices, 2):
        assert outcome(key, one.value, PLAIN) != outcome(key, other.value, PLAIN)


@pytest.mark.parametrize("key", POSITIONS)
def test_both_ways_through_a_register_know_a_setting_alike(key: str) -> None:
    """Play a setting the same with and without the far corner."""
    for choice in option_of(key).choices:
        assert outcome(key, choice.value, PLAIN) == outcome(key, choice.value, EXTENDED), (
            choice.word
        )
