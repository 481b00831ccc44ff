"""Every kind of fault in a scenario file, also while it is played, gives one clear message."""

from __future__ import annotations

import pytest

from companion.content import load_board
from companion.engine.turn import PlayOutcome
from companion.errors import FormatError
from companion.games.clockwork.scenario import parse_scenario, play_scenario
from tests.recorded import recorded

GOOD = """title = "Everything at once"
ref = "E031"
flags = ["C2", "D1"]
board = '''
+----+----+----+----+
|         | >    O  |
+    +    +    +    +
|                   |
+----+----+----+----+
'''

[rules]
lives = 3

[clanks]
1 = "A1 E damage=6"
2 = "B1 N damage=6 lives=2 next_flag=2 checkpoints=A1/N,C2/E"
3 = "parked lives=1 checkpoints=A2/N"
4 = "A2 S powered_down"
5 = "out"

[[turn]]
1 = "move1@490 left@70 - - -"
2 = "back@430"
push = [2]

[[turn]]
1 = "left@90"

[[turn]]
1 = "left@110"
registers = 1

[expect]
1 = "B2 E damage=0"
winner = 0
"""


def play(text: str, source: str = "x.scenario.toml") -> PlayOutcome:
    """Read and play a scenario."""
    return play_scenario(parse_scenario(text, source, load_board))


CLANK, CARDS = '"A1 E damage=6"', '"move1@490 left@70 - - -"'
FAULTS = [
    ("title =", "titel =", 1, "key 'titel'", "title, ref", "title"),
    ('"Everything at once"', "[1]", 1, "title = an array", "text in quotes", None),
    ('ref = "E031"', 'map = "gorge-crossing"', 4, "both map and board", "either map", None),
    ('["C2", "D1"]', '["C2", "E1"]', 3, "square E1", "from A1 to D2", None),
    (
        '["C2", "D1"]',
        '["C2", "C2"]',
        3,
        "flag 2 on C2, where flag 1 lies",
        "square of its own",
        None,
    ),
    ("| >    O  |", "| >    o  |", 6, "code 'o' on D2", "one of", "O"),
    ("[rules]\n", "[rulez]\n", 12, "key 'rulez'", "rules", "rules"),
    ("[rules]\nlives = 3", "rules = 3", 12, "3", "a table [rules]", None),
    ("lives = 3", "lifes = 3", 13, "setting 'lifes'", "lives", "lives"),
    ("lives = 3", 'lives = "3"', 13, "lives = '3'", "'inf', 1, 2 or 3", "3"),
    ("lives = 3", "lives = 4", 13, "lives = 4", "'inf', 1, 2 or 3", None),
    ("lives = 3", "lives = true", 13, "lives = true", "'inf', 1, 2 or 3", None),
    ("lives = 3", "lives = 3.0", 13, "lives = 3.0", "'inf', 1, 2 or 3", None),
    ("lives = 3", 'card_lock = "on"', 13, "card_lock = 'on'", "true or false", None),
    ("lives = 3", "card_lock = 1", 13, "card_lock = 1", "true or false", None),
    (
        "lives = 3",
        'healing = "register+tun"',
        13,
        "healing = 'register+tun'",
        "'register+turn'",
        "register+turn",
    ),
    ("lives = 3", 'power_down = "now"', 13, "power_down = 'now'", "'next' or 'this'", None),
    ("lives = 3", "flag_hit = nan", 13, "flag_hit = nan", "'pass', 'register' or 'turn'", None),
    ("[clanks]", "[[clanks]]", 15, "an array", "a table [clanks]", None),
    (f"1 = {CLANK}", f"9 = {CLANK}", 16, "seat '9'", "7 or 8", None),
    (f"1 = {CLANK}", f"01 = {CLANK}", 16, "seat '01'", "7 or 8", "1"),
    (CLANK, "5", 16, "1 = 5", "text in quotes", None),
    (CLANK, '""', 16, "an empty text", "<square> <heading>", None),
    (CLANK, '"A1"', 16, "A1 without a heading", "N, E, S or W", None),
    (CLANK, '"a1 E"', 16, "place 'a1'", "square such as E7", "A1"),
    (CLANK, '"A1 e"', 16, "heading 'e'", "N, E, S or W", "E"),
    (CLANK, '"A1 east"', 16, "heading 'east'", "N, E, S or W", "E"),
    (CLANK, '"E1 E"', 16, "square E1", "from A1 to D2", None),
    (CLANK, '"D2 E"', 16, "D2, which is a pit", "on which a clank can stand", None),
    (CLANK, '"B1 E"', 17, "B1, where seat 1 stands", "of its own", None),
    (CLANK, '"A1 E damage=10"', 16, "damage=10", "number from 0 to 9", None),
    (CLANK, '"A1 E damage=-1"', 16, "damage=-1", "number from 0 to 9", None),
    (CLANK, '"A1 E damage"', 16, "damage without a value", "damage=…", None),
    (CLANK, '"A1 E dmage=6"', 16, "key 'dmage'", "damage, lives", "damage"),
    (CLANK, '"A1 E damage=1 damage=1"', 16, "'damage=1' as a second damage", "once", None),
    (CLANK, '"A1 E locked=5"', 16, "'locked=5'", "follows from the damage", None),
    (CLANK, '"A1 E deal=5"', 16, "'deal=5'", "follows from the damage", None),
    (CLANK, '"A1 E lives=0"', 16, "lives=0 for a clank that is active", "at least one life", None),
    (CLANK, '"A1 E lives=x"', 16, "lives=x", "or inf", None),
    (CLANK, '"A1 E next_flag=4"', 16, "next_flag=4", "number from 1 to 3", None),
    (CLANK, '"A1 E checkpoints="', 16, "checkpoint ''", "square/heading", None),
    (CLANK, '"A1 E checkpoints=A1"', 16, "checkpoint 'A1'", "square/heading", None),
    (CLANK, '"A1 E checkpoints=A1/N,A1/S"', 16, "checkpoint A1 twice", "each square once", None),
    (CLANK, '"A1 E checkpoints=A1/N,Z1/S"', 16, "square Z1", "from A1 to D2", None),
    (CLANK, '"A1 E checkpoints=A1/X"', 16, "heading 'X'", "N, E, S or W", None),
    (CLANK, '"A1 E powered_down=maybe"', 16, "powered_down=maybe", "powered_down=no", None),
    (CLANK, '"parkd"', 16, "place 'parkd'", "parked or out", "parked"),
    (CLANK, '"parked"', 16, "without checkpoints", "where it can come back", None),
    (
        "parked lives=1",
        "parked damage=1",
        18,
        "damage for a clank that is parked",
        "on the board only",
        None,
    ),
    (
        "parked lives=1",
        "parked powered_down",
        18,
        "powered_down for a clank that is parked",
        "6.5.8",
        None,
    ),
    (
        "parked lives=1",
        "parked lives=0",
        18,
        "lives=0 for a clank that is parked",
        "or the place out",
        None,
    ),
    ('"out"', '"out lives=1"', 20, "lives=1 for a clank that is out", "lives=0", None),
    (CARDS, "4", 23, "1 = 4", "text in quotes", None),
    (CARDS, '"move1@491"', 23, "'move1@491' in slot 1", "490, 500 … 660", None),
    (CARDS, '"- mov1@490"', 23, "'mov1@490' in slot 2", "a card such as", "move1"),
    (CARDS, '"move1"', 23, "'move1' in slot 1", "move1@490", None),
    (CARDS, '"- - - - - -"', 23, "6 cards", "at most 5", None),
    (CARDS, '"left@70 - left@70"', 23, "left@70 in slots 1 and 3", "each card once", None),
    (f"1 = {CARDS}", '3 = "left@70"', 23, "seat 3, which is parked", "clanks on the board", None),
    (f"1 = {CARDS}", '5 = "left@70"', 23, "seat 5, which is out", "clanks on the board", None),
    (
        f"1 = {CARDS}",
        '6 = "left@70"',
        23,
        "seat 6, which has no clank",
        "clanks on the board",
        None,
    ),
    ("push = [2]", "pull = [2]", 25, "key 'pull'", "push, draws, choices or registers", None),
    ("push = [2]", "push = 2", 25, "push = 2", "an array", None),
    ("push = [2]", "push = [2, 2]", 25, "seat 2, twice", "once", None),
    ("push = [2]", "push = [9]", 25, "seat 9", "number from 1 to 8", None),
    ("push = [2]", "push = [2.0]", 25, "seat 2.0", "number from 1 to 8", None),
    ("push = [2]", "push = [7]", 25, "seat 7, which has no clank", "each seat", None),
    ("push = [2]", "push = [3]", 25, "seat 3, which is parked", "clanks on the board", None),
    (
        "push = [2]",
        "registers = 1",
        25,
        "registers in a turn that others follow",
        "last turn only",
        None,
    ),
    ("registers = 1", "registers = 6", 32, "registers = 6", "number from 1 to 5", None),
    ("registers = 1", "registers = 0", 32, "registers = 0", "number from 1 to 5", None),
    ("registers = 1", "registers = true", 32, "registers = true", "number from 1 to 5", None),
    (
        '1 = "left@90"',
        '2 = "left@90"',
        28,
        "seat 2, which is powered down in turn 2",
        "those that play",
        None,
    ),
    (
        '1 = "left@90"',
        '5 = "left@90"',
        28,
        "seat 5, which is out in turn 2",
        "those that play",
        None,
    ),
    (
        '1 = "left@90"',
        '1 = "- - - left@90"',
        28,
        "left@90 in slot 4 of seat 1, which is locked",
        "nothing lay in it",
        None,
    ),
    (
        '"left@110"',
        '"left@110 - - - back@430"',
        31,
        "back@430 in slot 5 of seat 1, which is locked",
        "nothing lay in it",
        None,
    ),
    ("[expect]", "[[expect]]", 34, "an array", "a table [expect]", None),
    (
        '1 = "B2 E damage=0"',
        '6 = "B2 E"',
        35,
        "seat 6, which has no clank",
        "1, 2, 3, 4 or 5",
        None,
    ),
    ('"B2 E damage=0"', '"B2 E locked=6"', 35, "locked=6", "locked=none", None),
    ('"B2 E damage=0"', '"B2 E locked=4,4"', 35, "locked=4,4", "locked=none", None),
    ('"B2 E damage=0"', '"B2 E deal=10"', 35, "deal=10", "number from 0 to 9", None),
    ('"B2 E damage=0"', '"B2 E dela=9"', 35, "key 'dela'", "deal", "deal"),
    (
        '"B2 E damage=0"',
        '"parked damage=0"',
        35,
        "damage for a clank that is parked",
        "on the board only",
        None,
    ),
    ("winner = 0", "winer = 0", 36, "key 'winer'", "winner", "winner"),
    ("winner = 0", "winner = 9", 36, "winner = 9", "number from 0 to 8", None),
    ("winner = 0", "winner = 8", 36, "winner = 8", "or 0 for nobody", None),
    ("winner = 0", 'winner = "1"', 36, "winner = '1'", "number from 0 to 8", None),
    ('[[turn]]\n1 = "left@90"\n\n[[turn]]', "[turn2]", 27, "key 'turn2'", "turn", "turn"),
    (GOOD[GOOD.index("[clanks]") :], "", None, "no clank", "at least one under [clanks]", None),
    (GOOD[GOOD.index("[[turn]]") :], "", None, "no turn", "[[turn]]", None),
    (GOOD[GOOD.index("[[turn]]") :], "[turn]\n", 22, "one table [turn]", "[[turn]]", None),
    (
        GOOD[GOOD.index("board =") : GOOD.index("[rules]")],
        "",
        None,
        "neither map nor board",
        "shipped board",
        None,
    ),
    (
        GOOD[GOOD.index("board =") : GOOD.index("[rules]")],
        'map = "gorge-crosing"\n',
        4,
        "map 'gorge-crosing'",
        "gorge-crossing",
        "gorge-crossing",
    ),
    (
        GOOD[GOOD.index("board =") : GOOD.index("[rules]")],
        'map = "welding-shop"\nedge = "pit"\n',
        5,
        "both map and edge",
        "either map",
        None,
    ),
]


def test_the_good_one_is_good() -> None:
    """Play the good scenario, so that each fault below is the one that was put in."""
    state = play(GOOD).state
    assert (state.turn, state.register) == (3, 1)


@pytest.mark.parametrize(("old", "new", "line", "found", "expected", "near"), FAULTS)
def test_a_fault_is_one_clear_message(
    old: str, new: str, line: int | None, found: str, expected: str, near: str | None
) -> None:
    """Name file, line, what was found and expected, and the nearest word."""
    assert old in GOOD
    with pytest.raises(FormatError) as caught:
        play(GOOD.replace(old, new, 1))
    fault = caught.value
    assert (fault.source, fault.line, fault.near) == ("x.scenario.toml", line, near)
    assert found in fault.found and expected in fault.expected
    assert "\n" not in str(fault) and ("did you mean" in str(fault)) == (near is not None)


def test_a_locked_slot_takes_its_own_card_only() -> None:
    """Accept the locked card or a dash in a locked slot, and refuse another card with its line."""
    text = """board = '''
+----+----+
|         |
+    +    +
|         |
+----+----+
'''
[clanks]
1 = "A1 N damage=5"
[[turn]]
1 = "- - - - left@70"
[[turn]]
1 = "- - - - {}"
[expect]
1 = "A1 S locked=5"
"""
    assert play(text.format("left@70")) == play(text.format("-"))
    with pytest.raises(FormatError) as caught:
        play(text.format("left@90"))
    assert caught.value.line == 13
    assert (
        "left@90 in slot 5 of seat 1" in caught.value.found
        and "left@70 or -" in caught.value.expected
    )


def test_a_powered_down_seat_under_this_has_no_cards() -> None:
    """Accept no cards for a seat that powers down under "this" in a later turn."""
    text = (
        GOOD.replace("lives = 3", 'power_down = "this"')
        .replace("push = [2]\n", "")
        .replace('1 = "left@90"', '1 = "left@90"\npush = [1]')
    )
    with pytest.raises(FormatError) as caught:
        play(text)
    assert caught.value.line == 27 and caught.value.found == recorded(
        "seat-1-which-is-powered-down"
    )
