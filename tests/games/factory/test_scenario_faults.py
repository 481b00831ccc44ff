"""Bad scenario files of Factory Rally: one sentence with line, found and expected."""

from __future__ import annotations

import pytest

from companion.errors import FormatError
from companion.games.kit.scenario import play_scenario

HEAD = (
    'game = "factory_rally"\nboard = """\n+    +    +\n  .    .\n+    +    +\n  .    .\n+    '
    '+    +\n"""\n'
)
GOOD = f'{HEAD}[clanks]\n1 = "A1 E model=dawdle"\n2 = "B1 N"\n[[turn]]\n1 = "move1@490 pause"\n'


def fault_of(text: str) -> FormatError:
    """Return what is wrong with it."""
    with pytest.raises(FormatError) as caught:
        play_scenario(text, "x.scenario.toml")
    return caught.value


def test_the_text_that_the_others_change_is_right() -> None:
    """Accept the unchanged text."""
    assert play_scenario(GOOD, "x.scenario.toml").differences == ()


@pytest.mark.parametrize(
    ("old", "new", "line", "found", "expected", "near"),
    [
        ("model=dawdle", "model=dawdel", 10, "'dawdel'", "boilerplate", "dawdle"),
        ("B1 N", "B1 N damage=9", 11, "damage=9", "from 0 to 8", None),
        ("B1 N", "A1 N", 11, "A1, where seat 1 stands", "a square of its own", None),
        ("B1 N", "parked lives=0", 11, "lives=0", "at least one life", None),
        ("B1 N", "parked", 11, "without a start", "start=D1", None),
        ("B1 N", "out", 9, "all but one seat out", "at least two", None),
        ("B1 N", "B1 N backup=C9/E", 11, "C9", "", None),
        ("B1 N", "B1 N bakup=A1/E", 11, "'bakup'", "model", "backup"),
        ("move1@490 pause", "pause pause", 13, "pause in two free slots", "one in a round", None),
        ('1 = "move1@490 pause"', '2 = "pause"', 13, "pause for seat 2", "for dawdle only", None),
        (
            '1 = "move1@490 pause"',
            "redraw = [2]",
            13,
            "redraw by seat 2, whose model is none",
            "by abacus only",
            None,
        ),
        ('1 = "move1@490 pause"', "push = [3]", 13, "push by seat 3, which has no clank", "", None),
        ("[clanks]", "[rules]\nbelt_oder = 1\n[clanks]", 10, "'belt_oder'", "", "belt_order"),
        (
            "[clanks]",
            "[rules]\nlaser_on_entry = 1\n[clanks]",
            10,
            "laser_on_entry = 1",
            "false",
            None,
        ),
        (
            "[clanks]",
            'elements = ["A1 pusher N odd"]\n[clanks]',
            9,
            '"A1 pusher N odd"',
            "the elements of Factory Rally",
            None,
        ),
        (
            "[clanks]",
            'elements = ["A1 oil", "A1 belt N"]\n[clanks]',
            9,
            '"A1 oil"',
            "oil on bare floor",
            None,
        ),
        ("[[turn]]", "[expect]\nover = 1\n[[turn]]", 13, "1", "true or false", None),
        (
            "[[turn]]",
            '[expect.statistics]\n1 = "uturn=1"\n[[turn]]',
            13,
            "'uturn'",
            "uturns",
            "uturns",
        ),
        (
            "[[turn]]",
            '[expect.achievements]\n1 = "ACH35"\n[[turn]]',
            13,
            "'ACH35'",
            "ACH01",
            "ACH05",
        ),
        (
            "A1 E model=dawdle",
            "A1 E model=dawdle powered_down",
            13,
            "cards for seat 1, which is powered down in turn 1",
            "for those that play",
            None,
        ),
    ],
)
def test_a_fault_has_its_line(
    old: str, new: str, line: int, found: str, expected: str, near: str | None
) -> None:
    """Name line, what was found and expected, and the nearest word."""
    assert old in GOOD
    fault = fault_of(GOOD.replace(old, new, 1))
    assert fault.line == line and found in str(fault.found) and expected in str(fault.expected), (
        str(fault)
    )
    assert near is None or fault.near is not None, str(fault)
