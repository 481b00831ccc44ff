"""Scenario files: the position that they describe, and the result of playing and comparing."""

from __future__ import annotations

from typing import Any

from companion.content import load_board
from companion.engine.cards import NO_CARDS, Card
from companion.engine.rules import Rules
from companion.engine.state import ACTIVE, OUT, PARKED, Clank
from companion.games.clockwork.scenario import (
    Derby,
    differences,
    parse_scenario,
    play_scenario,
    result_of,
)
from companion.games.race.scenario_parts import read_cards
from companion.geometry import E, N, W

HEAD = """board = '''
+----+----+----+
|              |
+    +    +    +
|      >    O  |
+----+----+----+
'''
"""


def scenario(text: str) -> Derby:
    """Return a scenario on a small board."""
    return parse_scenario(HEAD + text, "x.scenario.toml", load_board)


def test_the_position_before_the_first_turn() -> None:
    """Read every key of a clank's line, and its defaults."""
    read = scenario("""
flags = ["A1", "B2"]
[rules]
flag_hit = "pass"
checkpoint = "turn"
healing = "register+turn"
power_down = "this"
lives = "inf"
card_lock = false
[clanks]
8 = "A1 E"
2 = "B2 N damage=6 lives=2 next_flag=2 checkpoints=A1/N,C2/E"
3 = "parked lives=1 checkpoints=A1/W"
4 = "C2 W powered_down lives=inf"
5 = "out"
[[turn]]
""")
    assert read.start.race.rules == Rules("pass", "turn", "register+turn", "this", None, False)
    assert read.start.race.flags == ("A1", "B2")
    assert read.start.clanks == (
        Clank(
            2, ACTIVE, "B2", N, damage=6, lives=2, next_flag=2, checkpoints=(("A1", N), ("C2", E))
        ),
        Clank(3, PARKED, lives=1, checkpoints=(("A1", W),), death=3),
        Clank(4, ACTIVE, "C2", W, lives=None, checkpoints=(("C2", W),), announced=True),
        Clank(5, OUT, lives=0, death=5),
        Clank(8, ACTIVE, "A1", E, lives=None, checkpoints=(("A1", E),)),
    )


def test_a_map_is_a_shipped_board() -> None:
    """Find a shipped board by slug or name in `map`."""
    for name in ("going-train", "Going Train"):
        read = parse_scenario(f'map = "{name}"\n[clanks]\n1 = "A1 N"\n[[turn]]\n', "x", load_board)
        assert read.start.race.board == load_board("going-train")


def test_cards_may_be_left_out() -> None:
    """Fill slots from the left, and leave the others empty."""
    assert read_cards("move1@490 - uturn@10") == (
        Card("move1", 490),
        None,
        Card("uturn", 10),
        None,
        None,
    )
    assert read_cards("") == NO_CARDS


def test_a_turn_without_the_cleanup() -> None:
    """Stop after `registers`, without a cleanup even after five."""
    for registers in (1, 3, 5):
        state = play_scenario(
            scenario(f'[clanks]\n1 = "B1 N"\n[[turn]]\nregisters = {registers}\n')
        ).state
        assert (state.turn, state.register, state.clank(1).status) == (1, registers, PARKED)
    state = play_scenario(scenario('[clanks]\n1 = "B1 N"\n[[turn]]\n')).state
    assert (state.turn, state.register, state.clank(1).status) == (1, 5, ACTIVE)


def test_a_won_race_stops() -> None:
    """Stop at a win, in this turn and later ones."""
    played = play_scenario(
        scenario(
            'flags = ["A2"]\n[clanks]\n1 = "A1 N"\n[[turn]]\n1 = "move1@490"\n[[turn]]\n1 '
            '= "move1@500"\n'
        )
    )
    assert (played.state.winner, played.state.turn, played.state.register) == (1, 1, 1)


def test_parked_clanks_come_back_in_the_order_of_their_seats() -> None:
    """Give two dead clanks their common checkpoint by seat; the other gets the one before."""
    state = play_scenario(
        scenario(
            '[clanks]\n7 = "parked checkpoints=A2/N,A1/W"\n6 = "parked '
            'checkpoints=A2/E,A1/E"\n[[turn]]\n'
        )
    ).state
    assert [(clank.seat, clank.square, clank.heading) for clank in state.clanks] == [
        (6, "A1", E),
        (7, "A2", N),
    ]


def test_the_result_has_the_fields_of_the_format_in_its_order() -> None:
    """Write results in the format's order, for clanks in play, parked, out and powering down."""
    read = scenario("""
[rules]
lives = "inf"
[clanks]
1 = "A1 E damage=7"
2 = "B1 N checkpoints=A1/E,B2/S"
3 = "out checkpoints=A1/N"
4 = "A2 N damage=6"
[[turn]]
push = [4]
registers = 1
""")
    result = result_of(play_scenario(read).state)
    expected: dict[str, Any] = {
        "turn": 1,
        "register": 1,
        "winner": None,
        "clanks": {
            "1": {
                "status": "active",
                "square": "A1",
                "heading": "E",
                "damage": 7,
                "lives": "inf",
                "next_flag": 1,
                "checkpoints": ["A1/E"],
                "powered_down": False,
                "locked": [3, 4, 5],
                "deal": 2,
            },
            "2": {
                "status": "parked",
                "square": None,
                "heading": None,
                "damage": None,
                "lives": "inf",
                "next_flag": 1,
                "checkpoints": ["A1/E", "B2/S"],
                "powered_down": False,
                "locked": [],
                "deal": 0,
            },
            "3": {
                "status": "out",
                "square": None,
                "heading": None,
                "damage": None,
                "lives": 0,
                "next_flag": 1,
                "checkpoints": ["A1/N"],
                "powered_down": False,
                "locked": [],
                "deal": 0,
            },
            "4": {
                "status": "active",
                "square": "A2",
                "heading": "N",
                "damage": 6,
                "lives": "inf",
                "next_flag": 1,
                "checkpoints": ["A2/N"],
                "powered_down": True,
                "locked": [],
                "deal": 0,
            },
        },
    }
    assert result == expected
    assert [*result] == [*expected] and [*result["clanks"]] == [*expected["clanks"]]
    for seat, facts in result["clanks"].items():
        assert [*facts] == [*expected["clanks"][seat]]


def test_a_clank_that_is_down_now_is_dealt_again() -> None:
    """Lock and deal by the damage taken in a power-down turn (6.5.5)."""
    result = result_of(
        play_scenario(scenario('[clanks]\n1 = "A1 N damage=9 powered_down"\n[[turn]]\n')).state
    )
    facts = result["clanks"]["1"]
    assert (facts["damage"], facts["powered_down"], facts["locked"], facts["deal"]) == (
        0,
        False,
        [],
        9,
    )


def test_differences_name_what_is_wrong_only() -> None:
    """Name differences only, places as a whole, and the winner last."""
    read = scenario("""
[clanks]
1 = "A1 N damage=5"
2 = "C2 W lives=2"
[[turn]]
1 = "move1@490"
registers = 1
[expect]
1 = "B2 N damage=6 lives=3 locked=none deal=4"
2 = "C1 W lives=2 powered_down"
winner = 2
""")
    assert differences(read, play_scenario(read).state) == (
        "seat 1: expected B2 N locked=none deal=4, got A2 N locked=4,5 deal=3",
        "seat 2: expected C1 W powered_down=yes, got C2 W powered_down=no",
        "winner: expected winner=2, got winner=0",
    )


def test_no_difference_where_nothing_is_expected() -> None:
    """Compare only what is named."""
    read = scenario('[clanks]\n1 = "A1 N"\n[[turn]]\n[expect]\n1 = "A1 N"\n')
    assert differences(read, play_scenario(read).state) == ()
