"""Every fault in a scenario of Cardbot Derby has a message with line, found, expected, nearest."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from companion.errors import FormatError
from companion.games.kit.scenario import play_scenario
from tests.recorded import recorded

FOLDER = Path(__file__).parents[2] / "scenarios" / "cardbot"
TEXTS = [file.read_text("utf-8") for file in sorted(FOLDER.glob("*.scenario.toml"))]
PIECES = sorted({word for text in TEXTS[::6] for word in text.split()})
CHARACTERS = "-=[]{}\"'# \n\t,.><^vAKQJTHCDS2134567890NESW\0é_"

GAME = """game = "cardbot"
title = "A game as good as any"
ref = "CB11"
layout = "full"
first = 2

[rules]
belts = "layout"
hurry = 30
draw = 5

[robots]
1 = "E5 E targets=1"
2 = "F5 N"
3 = "G5 N"
4 = "A5 N slide=S"

[piles]
3 = "4D 8D 2D 6D 3D AD KD QD JD TD 9D 7D 5D"

[[round]]
1 = "AH 4H 8H 2H 6H"
2 = "4C 8C 2C 6C 3C"
4 = "4S 8S 2S 6S 3S"
late = [3]
pings = ["1 1 N"]
commands = 1

[expect]
1 = "F5 E targets=1 taken=JH enacted_by=2 slide=none pile=unknown"
winners = []
order = [1, 2, 3, 4]
pings = ["1 1 N"]
refused = []
first = 2
"""
OWN = """grid = '''
.  JH .  .  .  .  JS
.  .  .  >C >C .  .
QC .  KC .  .  .  .
.  JC .  .  .  KS .
<S <S <S <S <S <S <S
.  .  QH .  .  QS .
.  .  KH .  .  JD .
'''
[robots]
1 = "A1 N"
"""

FAULTS = [
    ("title =", "titel =", 2, "key 'titel'", "title, ref", "title"),
    ('"A game as good as any"', "[1]", 2, "title = an array", "text in quotes", None),
    ('layout = "full"', 'layout = "ful"', 4, "layout 'ful'", "basic, full or classic", "full"),
    ("first = 2\n", "first = 5\n", 5, "first = 5, which has no robot", "seats 1, 2, 3 or 4", None),
    ("first = 2\n", 'first = "2"\n', 5, "first = '2'", "a number from 1 to 8", None),
    ("first = 2\n", "players = 1\n", 5, "players = 1", "a number from 2 to 8", None),
    ("first = 2\n", "players = true\n", 5, "players = true", "a number from 2 to 8", None),
    ("[rules]", "[rulez]", 7, "key 'rulez'", "rules", "rules"),
    ('belts = "layout"', 'belt = "on"', 8, "setting 'belt'", "belts", "belts"),
    ('belts = "layout"', "belts = true", 8, "belts = true", "'layout', 'on' or 'off'", None),
    (
        'belts = "layout"',
        'belts = "layuot"',
        8,
        "belts = 'layuot'",
        "'layout', 'on' or 'off'",
        "layout",
    ),
    (
        'belts = "layout"',
        "fill_robots = true",
        8,
        "fill_robots without players",
        "players = ",
        None,
    ),
    ("hurry = 30", "hurry = 20", 9, "hurry = 20", "'off', 15, 30, 45, 60, 90, 120 or 180", None),
    ("hurry = 30", 'hurry = "off"', 25, 'late with hurry = "off"', "no late seats", None),
    ("draw = 5", "draw = true", 10, "draw = true", "5 or 7", None),
    ("draw = 5", 'second_jack = "on"', 10, "second_jack = 'on'", "true or false", None),
    ("[robots]\n", "[robot]\n", 12, "key 'robot'", "robots", "robots"),
    ('1 = "E5 E', '9 = "E5 E', 13, "seat '9'", "1, 2, 3", None),
    ('"E5 E targets=1"', '""', 13, "an empty text", "start", None),
    ('"E5 E targets=1"', '"strat"', 13, "place 'strat'", "start", "start"),
    ('"E5 E targets=1"', '"e5 E"', 13, "place 'e5'", "a square", "E5"),
    ('"E5 E targets=1"', '"H5 E"', 13, "square H5", "A1 to G7", None),
    ('"E5 E targets=1"', '"E8 E"', 13, "square E8", "A1 to G7", None),
    ('"E5 E targets=1"', '"E5"', 13, "E5 without a heading", "N, E, S or W", None),
    ('"E5 E targets=1"', '"E5 east"', 13, "heading 'east'", "N, E, S or W", "E"),
    ('"E5 E targets=1"', '"E5 E target=1"', 13, "key 'target'", "targets or slide", "targets"),
    ('"E5 E targets=1"', '"E5 E targets"', 13, "targets without a value", "targets=", None),
    ('"E5 E targets=1"', '"E5 E targets=4"', 13, "targets=4", "0 to 3", None),
    ('"E5 E targets=1"', '"E5 E targets=3"', 13, "targets=3", "must_end_on_final_target", None),
    (
        '"E5 E targets=1"',
        '"E5 E targets=1 targets=1"',
        13,
        "'targets=1' as a second targets",
        "targets once",
        None,
    ),
    ('"E5 E targets=1"', '"E5 E taken=JH"', 13, "'taken=JH'", "no taken in [robots]", None),
    ('"E5 E targets=1"', '"E5 E slide=N"', 13, "slide on E5", "slippery place only", None),
    ('"F5 N"', '"E5 N"', 14, "seat 2 on E5, where seat 1 stands", "square of its own", None),
    ("slide=S", "slide=none", 16, "slide=none", "N, E, S or W", None),
    ("slide=S", "slide=w", 16, "slide 'w'", "N, E, S or W", "W"),
    ('3 = "4D', '5 = "4D', 19, "seat 5, which has no robot", "seats 1, 2, 3 or 4", None),
    ("TD 9D 7D 5D", "TD 9D 7D", 19, "12 cards in the pile of seat 3", "13 cards", None),
    ("9D 7D 5D", "9D 7D 7D", 19, "7D twice in the pile", "each once", None),
    (
        "9D 7D 5D",
        "9D 7D 5H",
        19,
        "5H in the pile of seat 3, a card of another pile",
        "13 cards",
        "5D",
    ),
    ("9D 7D 5D", "9D 7D 10D", 19, "card '10D'", "AH, TD", "TD"),
    ("[[round]]", "[round]", 21, "one table [round]", "[[round]]", None),
    ('1 = "AH', '5 = "AH', 22, "seat 5, which has no robot", "seats 1", None),
    ('2 = "4C 8C 2C 6C 3C"\n', "", 21, "no program of seat 2", "such as 2 = ", None),
    ("AH 4H 8H 2H 6H", "AH 4H 8H 2H 6H 3H", 22, "6 cards", "at most 5", None),
    ("AH 4H 8H 2H 6H", "AH 4X 8H 2H 6H", 22, "card '4X'", "value and suit", None),
    ("AH 4H 8H 2H 6H", "ah 4H 8H 2H 6H", 22, "card 'ah'", "value and suit", "AH"),
    ("late = [3]", "late = 3", 25, "late = 3", "an array", None),
    ("late = [3]", "late = [5]", 25, "late with seat 5, which has no robot", "seats 1", None),
    ("late = [3]", "late = [3, 3]", 25, "late with seat 3, twice", "once", None),
    ("late = [3]", "late = [1, 2, 3, 4]", 25, "late with every seat that chooses", "in time", None),
    ("late = [3]", "lates = [3]", 25, "key 'lates'", "late", "late"),
    (
        'pings = ["1 1 N"]\ncomm',
        'pings = ["1 1"]\ncomm',
        26,
        "'1 1'",
        "<command> <mover> <side>",
        None,
    ),
    ('pings = ["1 1 N"]\ncomm', 'pings = ["6 1 N"]\ncomm', 26, "command '6'", "1 to 5", None),
    ('pings = ["1 1 N"]\ncomm', 'pings = ["1 9 N"]\ncomm', 26, "seat '9'", "1 to 8", None),
    (
        'pings = ["1 1 N"]\ncomm',
        'pings = ["1 5 N"]\ncomm',
        26,
        "seat 5, which has no robot",
        "seats 1",
        None,
    ),
    ('pings = ["1 1 N"]\ncomm', 'pings = ["1 1 n"]\ncomm', 26, "side 'n'", "N, E, S or W", "N"),
    (
        'pings = ["1 1 N"]\ncomm',
        'pings = ["1 1 E"]\ncomm',
        26,
        "side E for seat 1 in command 1",
        "N or S",
        None,
    ),
    (
        'pings = ["1 1 N"]\ncomm',
        'pings = ["1 1 N", "1 1 N"]\ncomm',
        26,
        "a side for seat 1 in command 1, for which no choice",
        "two empty sides",
        None,
    ),
    (
        'pings = ["1 1 N"]\ncomm',
        'pings = ["1 2 N"]\ncomm',
        26,
        "a side for seat 2 in command 1",
        "two empty sides",
        None,
    ),
    ("commands = 1", "commands = 6", 27, "commands = 6", "1 to 5", None),
    (
        "commands = 1",
        'shuffled = { 3 = "AD" }\ncommands = 1',
        27,
        "shuffled in a round without a reset",
        "where a reset",
        None,
    ),
    (
        "commands = 1",
        'shuffled = { 3 = "AD" }',
        27,
        "shuffled for seat 3, which reaches no target",
        "known pile",
        None,
    ),
    (
        "commands = 1",
        'shuffled = { 1 = "AH" }',
        27,
        "shuffled for seat 1, whose pile is not known",
        "known pile",
        None,
    ),
    ("commands = 1", 'shuffled = { 1 = "AB" }', 27, "card 'AB'", "value and suit", None),
    (
        "commands = 1",
        "commands = 1\n[[round]]\n",
        27,
        "commands in a round that others follow",
        "last round only",
        None,
    ),
    ("[expect]", "[expected]", 29, "key 'expected'", "expect", "expect"),
    ("winners = []", "winner = []", 31, "key 'winner'", "winners", "winners"),
    ("winners = []", "winners = [5]", 31, "winner 5, who does not play", "1, 2, 3 or 4", None),
    ("winners = []", "winners = [2, 1]", 31, "winner 1 after 2", "lowest first", None),
    ("order = [1, 2, 3, 4]", "order = [1, 1]", 32, "order with seat 1, twice", "once", None),
    ("order = [1, 2, 3, 4]", 'order = "1"', 32, "order = '1'", "an array", None),
    ('pings = ["1 1 N"]\nref', 'pings = ["1 1 -"]\nref', 33, "side '-'", "N, E, S or W", None),
    ("refused = []", 'refused = ["1 1 emty"]', 34, "kind 'emty'", "empty, foreign", "empty"),
    ("refused = []", 'refused = ["1 6 empty"]', 34, "slot '6'", "1 to 5", None),
    ("taken=JH", "taken=JX", 30, "card 'JX'", "value and suit", None),
    ("enacted_by=2", "enacted_by=9", 30, "enacted_by=9", "1 to 8", None),
    ("pile=unknown", "piles=unknown", 30, "key 'piles'", "pile", "pile"),
    ("refused = []", "refused = []\ngrid = '''\n. . .\n'''", 37, "1 line", "7 lines", None),
]


def fault_of(text: str) -> FormatError:
    """Return the fault of a file's text, which must have one."""
    with pytest.raises(FormatError) as caught:
        play_scenario(text, "x.scenario.toml")
    return caught.value


def test_without_a_fault_it_plays() -> None:
    """Play the undamaged file."""
    assert play_scenario(GAME, "x").differences == ()


@pytest.mark.parametrize(
    ("old", "new", "line", "found", "expected", "near"),
    FAULTS,
    ids=[f"{fault[2]}-{fault[3]}" for fault in FAULTS],
)
def test_fault(old: str, new: str, line: int, found: str, expected: str, near: str | None) -> None:
    """Name the fault of one change."""
    assert GAME.count(old) >= 1
    fault = fault_of(GAME.replace(old, new, 1))
    assert (fault.line, fault.near) == (line, near), str(fault)
    assert found in str(fault.found) and expected in str(fault.expected), str(fault)


@pytest.mark.parametrize(
    ("old", "new", "line", "found", "expected", "near"),
    [
        ("grid = '''", "layout = 'full'\ngrid = '''", 1, "both layout and grid", "either", None),
        (".  .  .  >C >C .  .\n", "", 8, "6 lines", "7 lines of 7 codes", None),
        (
            ".  .  .  >C >C .  .",
            ".  .  .  >C >C .",
            3,
            "6 codes in row 6",
            "7, from column A",
            None,
        ),
        (".  .  .  >C >C .  .", ".  .  .  >c >C .  .", 3, "code '>c'", "one of", ">C"),
        (".  .  .  >C >C .  .", ".  .  .  >C\t>C .  .", 3, r"code '>C\t>C'", "one of", None),
        (
            ".  .  .  >C >C .  .",
            ".  .  >C .  >C .  .",
            3,
            ">C on E6, apart from that on C6",
            "one unbroken line",
            None,
        ),
        (
            ".  .  .  >C >C .  .",
            ".  .  .  >C <C .  .",
            3,
            "<C on E6, but >C on D6",
            "one direction",
            None,
        ),
        (
            ".  .  .  >C >C .  .",
            ".  .  .  ^C ^C .  .",
            3,
            "^C on E6, apart from that on D6",
            "one unbroken line",
            None,
        ),
        (
            ".  .  .  >C >C .  .",
            ".  JH .  >C >C .  .",
            3,
            "JH on B7 and on B6",
            "each card once",
            None,
        ),
        (".  JC .  .", ".  .  .  .", 2, "JS on G7 without JC", "both black Jacks or none", None),
        (
            ".  JH .  .  .  .  JS",
            ".  JH .  .  .  .  .",
            5,
            "JC on B4 without JS",
            "both black Jacks or none",
            None,
        ),
    ],
)
def test_fault_of_a_drawing(
    old: str, new: str, line: int, found: str, expected: str, near: str | None
) -> None:
    """Refuse repeated cards, a single black Jack, and belts that are not one directed line."""
    assert play_scenario('game = "cardbot"\n' + OWN, "x").differences == ()
    fault = fault_of(f'game = "cardbot"\n{OWN.replace(old, new, 1)}')
    assert (fault.line, fault.near) == (line + 1, near), str(fault)
    assert found in str(fault.found) and expected in str(fault.expected), str(fault)


@pytest.mark.parametrize("rule", ["belts", "teleport", "sticky", "slippery", "second_jack"])
def test_an_own_grid_must_have_what_is_switched_on(rule: str) -> None:
    """Refuse `on` for features and a second Jack that the grid lacks."""
    bare = "grid = '''\n" + ". . . . . . .\n" * 7 + "'''\n[robots]\n1 = \"A1 N\"\n"
    setting = f"[rules]\n{rule} = {'true' if rule == 'second_jack' else chr(34) + 'on' + chr(34)}\n"
    fault = fault_of(f'game = "cardbot"\n{bare}{setting}')
    assert fault.line == 14 and str(fault.found) == recorded(f"{rule}-on-a-grid-that-has-none")
    assert play_scenario(f'game = "cardbot"\n{OWN}{setting}', "x").differences == ()


@pytest.mark.parametrize(
    ("text", "line", "found", "expected", "near"),
    [
        (
            'game = "cardbott"',
            1,
            "game 'cardbott'",
            "cardbot, clockwork, diesel or factory_rally",
            "cardbot",
        ),
        ('title = "x"\ngame = 1', 2, "game = 1", "the name of a game", None),
        ('game = "cardbot"', None, "no robot", "[robots]", None),
        ('game = "cardbot"\n[robots]\n', 2, "no robot", "[robots]", None),
        (
            'game = "cardbot"\nplayers = 3\n[robots]\n5 = "A5 N"',
            4,
            "a robot of seat 5 with 3 players",
            "seats 1 to 4",
            None,
        ),
        (
            'game = "cardbot"\nplayers = 3\n[robots]\n1 = "C1 N"',
            3,
            "seat 2 on C1, where seat 1 stands",
            "square of its own",
            None,
        ),
        (
            'game = "cardbot"\nplayers = 3\n[piles]\n4 = "AS"',
            4,
            "a pile of seat 4, which plays random cards",
            "somebody chooses",
            None,
        ),
        (
            'game = "cardbot"\nplayers = 3\n[[round]]\nlate = [4]',
            4,
            "seat 4 in late, which plays random cards",
            "somebody chooses",
            None,
        ),
        (
            'game = "cardbot"\nplayers = 3\n[[round]]\nlate = [1, 2, 3]',
            4,
            "late with every seat that chooses, 1, 2 or 3",
            "in time",
            None,
        ),
        (
            'game = "cardbot"\nplayers = 2\n[expect]\nwinners = [3]',
            4,
            "winner 3, who does not play",
            "1 or 2",
            None,
        ),
        ('game = "cardbot"\nplayers = 2\nround = 3', 3, "round = 3", "an array", None),
        ('game = "cardbot"\nplayers = 2\nround = [3]', 3, "3", "a table [round.0]", None),
        ('game = "cardbot"\nplayers = 2\nrobots = 3', 3, "3", "a table [robots]", None),
        (
            'game = "cardbot"\nplayers = 2\n[[round]]\nlate = [2]\n1 = ""\n3 = ""\n4 = ""',
            4,
            "no program of seat 2, whose pile is not known",
            "as drawn",
            None,
        ),
    ],
)
def test_fault_of_a_whole_file(
    text: str, line: int | None, found: str, expected: str, near: str | None
) -> None:
    """Name faults that need a file of their own."""
    fault = fault_of(text)
    assert (fault.line, fault.near) == (line, near), str(fault)
    assert found in str(fault.found) and expected in str(fault.expected), str(fault)


TURNS = "4H 8H 2H 6H 3H"


@pytest.mark.parametrize(
    ("first", "second", "line", "found"),
    [
        ("AH AH 4H 8H 2H", TURNS, 7, "round 2 after one that was refused"),
        ("AH 4H 8H 2H 6H", TURNS, 7, "round 2 after one that was won"),
    ],
)
def test_rounds_that_cannot_follow(first: str, second: str, line: int, found: str) -> None:
    """Refuse rounds after a refused or won one."""
    text = (
        f'game = "cardbot"\n[robots]\n1 = "F6 N targets=2"\n\n[[round]]\n1 = "{first}"\n'
        f'[[round]]\n1 = "{second}"\n'
    )
    fault = fault_of(text)
    assert fault.line == line and found in str(fault.found)


@pytest.mark.parametrize(
    ("entries", "found"),
    [
        ('pings = ["1 1 N"]', "in a round that is refused"),
        ('shuffled = { 1 = "AH" }', "shuffled in a round that is refused"),
    ],
)
def test_a_refused_round_has_neither_pings_nor_shuffles(entries: str, found: str) -> None:
    """Refuse pings and shuffles of a refused round, which was not played."""
    fault = fault_of(
        f'game = "cardbot"\n[robots]\n1 = "A1 N"\n[[round]]\n1 = "AH AH 4H 8H 2H"\n{entries}\n'
    )
    assert fault.line == 6 and found in str(fault.found)


def test_a_late_seat_needs_a_pile_that_is_still_known() -> None:
    """Refuse a late seat whose pile is unknown after a shuffle, at its round."""
    cards = "AH 4H 8H 2H 6H KH QH JH TH 9H 7H 5H 3H"
    text = (
        f'game = "cardbot"\n[robots]\n1 = "B6 N"\n2 = "A1 N"\n[piles]\n1 = "{cards}"\n'
        + "".join(
            f'[[round]]\n2 = "{program}"\nlate = [1]\n'
            for program in ("4C 8C 2C 6C 3C", "5C 7C 9C TC JC")
        )
    )
    fault = fault_of(text)
    assert fault.line == 12 and str(fault.found) == recorded("no-program-of-seat-1-whose")


@some.composite
def damaged(draw: some.DrawFn) -> str:
    """Draw a good file with a few pieces replaced, left out, or doubled."""
    text = draw(some.sampled_from([*TEXTS, GAME]))
    for _ in range(draw(some.integers(1, 3))):
        start = draw(some.integers(0, len(text)))
        end = min(len(text), start + draw(some.sampled_from((0, 1, 1, 2, 5, 30))))
        piece = draw(
            some.one_of(
                some.sampled_from(PIECES),
                some.text(CHARACTERS, max_size=3),
                some.just(text[start:end] * 2),
            )
        )
        text = text[:start] + piece + text[end:]
    return text


@given(damaged())
@settings(max_examples=500)
def test_damaged_scenarios(text: str) -> None:
    """Play, compare and explain a damaged file, or refuse it in one sentence."""
    try:
        played = play_scenario(text, "x")
    except FormatError as fault:
        assert len(str(fault)) < 600 and all(mark >= " " for mark in str(fault))
        return
    assert isinstance(played.differences, tuple)
    assert all(str(line).endswith("]") for line in played.explained(str))
    assert played.result("x")["file"] == "x" and [*played.summary("x")]
