"""Every fault in a scenario of Diesel Demolition Derby has a message with line and remedy."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from companion.errors import FormatError
from companion.games.kit.scenario import play_scenario
from tests.recorded import recorded

FOLDER = Path(__file__).parents[2] / "scenarios" / "diesel"
TEXTS = [file.read_text("utf-8") for file in sorted(FOLDER.glob("*.scenario.toml"))]
PIECES = sorted({word for text in TEXTS[::6] for word in text.split()})
CHARACTERS = "-=[]{}\"'# \n\t,:?#abcdemnoprstuw0123456789\0é_"

GAME = """game = "diesel"
title = "A Derby as good as any"
ref = "DD13"
players = 4
at_turn = 4
last_winners = [3]
unused = "heavy scout"
discard = "raider"

[rules]
variant = "base"
deck = "house"

[front]
1 = "decoy colossus guard:down"
2 = "copycat"

[tokens]
1 = 2

[hands]
1 = "bulwark hunter ironclaw"
2 = "brawler commander lookout"
3 = "walker underdog duellist"
4 = "fortress goliath chameleon"

[[turn]]
1 = "bulwark"
2 = "brawler"
3 = "walker"
4 = "fortress"
choices = ["2 brawler: bulwark"]

[expect]
asked = ["2 brawler: decoy guard bulwark walker"]
1 = "guard:down colossus bulwark"
discard = "decoy raider"
unused = "heavy scout"
hands = { 1 = "goliath chameleon" }
totals = { 1 = 9 }
tokens = { 1 = 2, 4 = 0 }
over = false
winners = []
champion = 0
"""

FAULTS = [
    ("title =", "titel =", 2, "key 'titel'", "title, ref", "title"),
    ("players = 4\n", "", None, "no players", "from 2 to 6", None),
    ("players = 4", "players = 7", 4, "players = 7", "2 to 6", None),
    ("players = 4", "players = true", 4, "players = true", "2 to 6", None),
    ("at_turn = 4", "at_turn = 6", 5, "at_turn = 6", "1 to 5", None),
    (
        "at_turn = 4",
        "at_turn = 3",
        22,
        "3 cards in the hand of seat 1",
        "4 at the beginning of turn 3",
        None,
    ),
    ("[3]", "[5]", 6, "seat 5", "1 to 4", None),
    ("[3]", "[3, 3]", 6, "seat 3 twice", "once", None),
    ("[3]", "3", 6, "last_winners = 3", "an array", None),
    (
        '"heavy scout"',
        '"heavi scout"',
        7,
        "card 'heavi'",
        "a card of the deck, such as avenger or avenger#2",
        "heavy",
    ),
    ('"heavy scout"', '"heavy#1 scout"', 7, "card 'heavy#1'", "without a number", "heavy"),
    ('"heavy scout"', '"heavy:down"', 7, "card 'heavy:down'", "only in front of a seat", "heavy"),
    ('"heavy scout"', '""', 7, "an empty text", '"-" for none', None),
    ('"heavy scout"', '"heavy heavy"', 7, "heavy again", "once in the whole position", None),
    ('"heavy scout"', '"heavy heavy#2"', 7, "heavy#2, which is not in use", "of 4 in base", None),
    (
        '"heavy scout"',
        '"heavy scout hunter#2 walker"',
        24,
        "walker again",
        "once in the whole position",
        None,
    ),
    ('"heavy scout"', '"heavy scout hunter#2 leveller"', 7, "4 unused cards", "at most 3", None),
    ('discard = "raider"', "discard = 3", 8, "discard = 3", "text in quotes", None),
    ("[rules]", "[rulez]", 10, "key 'rulez'", "rules", "rules"),
    ("variant =", "variants =", 11, "setting 'variants'", "variant or deck", "variant"),
    ('"base"', '"mekk-mania"', 11, "variant 'mekk-mania'", "base or mekk_mania", "mekk_mania"),
    ('"house"', '"owner"', 12, "deck 'owner'", "house", None),
    ('2 = "copycat"', '2 = "-:down"', 16, "card '-'", "a card of the deck", None),
    ('2 = "copycat"', '2 = "copycat :down"', 16, "card ''", "a card of the deck", None),
    ('2 = "copycat"', '5 = "copycat"', 16, "seat '5'", "1, 2, 3 or 4", None),
    ('2 = "copycat"', '2 = "copycat decoy"', 16, "decoy again", "once", None),
    ("guard:down", "guard:up", 15, "card 'guard:up'", "a card of the deck", "guard"),
    ("1 = 2\n", "1 = -1\n", 19, "1 = -1", "0 to 99", None),
    ("1 = 2\n", "1 = 3\n", 19, "seat 1 has won", "still on", None),
    ('4 = "fortress goliath chameleon"\n', "", 21, "no hand of seat 4", "every seat", None),
    (
        "hunter ironclaw",
        "hunter",
        22,
        "2 cards in the hand of seat 1",
        "3 at the beginning of turn 4",
        None,
    ),
    ("[[turn]]", "[turn]", 27, "one table [turn]", "[[turn]]", None),
    ('3 = "walker"\n', '5 = "walker"\n', 30, "key '5'", "1, 2, 3, 4 or choices", None),
    ('1 = "bulwark"\n', '1 = "?:down"\n', 28, "card '?:down'", "a card of the deck", None),
    (
        '"2 brawler: bulwark"',
        '"brawler: bulwark"',
        32,
        "'brawler: bulwark'",
        "<seat> <card that asks>",
        None,
    ),
    (
        '"2 brawler: bulwark"',
        '"2 brawler bulwark"',
        32,
        "'2 brawler bulwark'",
        "<seat> <card that asks>",
        None,
    ),
    ('"2 brawler: bulwark"', '"5 brawler: bulwark"', 32, "seat '5'", "from 1 to 4", None),
    (
        '"2 brawler: bulwark"',
        '"2 brawlr: bulwark"',
        32,
        "card 'brawlr'",
        "a card of the deck",
        "brawler",
    ),
    (
        '"2 brawler: bulwark"',
        '"2 brawler: bullwark"',
        32,
        "card 'bullwark'",
        "a card of the deck",
        "bulwark",
    ),
    (
        '"2 brawler: bulwark"',
        '"2 brawler: guard decoy"',
        32,
        "'2 brawler: guard decoy'",
        "one answer",
        None,
    ),
    ('"2 brawler: bulwark"', '"2 brawler: -"', 32, "'2 brawler: -'", "one answer", None),
    (
        '"2 brawler: bulwark"',
        '"2 brawler: guard", "2 brawler: decoy"',
        32,
        "a choice of seat 2 for brawler, which is never asked",
        "two legal answers",
        None,
    ),
    (
        '"2 brawler: bulwark"',
        '"3 walker: decoy"',
        32,
        "a choice of seat 3 for walker, which is never asked",
        "two legal answers",
        None,
    ),
    (
        "[expect]",
        '[[turn]]\n1 = "goliath"\n[[turn]]\n[expect]',
        36,
        "3 turns from turn 4 on",
        "at most 2",
        None,
    ),
    ("[expect]", "[expected]", 34, "key 'expected'", "expect", "expect"),
    (
        '1 = "guard:down colossus',
        '5 = "guard:down colossus',
        36,
        "key '5'",
        "1, 2, 3, 4, discard",
        None,
    ),
    (
        '1 = "guard:down colossus',
        '1 = "gard:down colossus',
        36,
        "card 'gard'",
        "a card of the deck",
        "guard",
    ),
    (
        '["2 brawler: decoy guard bulwark walker"]',
        '["2 brawler"]',
        35,
        "'2 brawler'",
        "<seat> <card that asks>",
        None,
    ),
    (
        'discard = "decoy raider"',
        'discard = "decoi raider"',
        37,
        "card 'decoi'",
        "a card of the deck",
        "decoy",
    ),
    ('{ 1 = "goliath chameleon" }', '{ 6 = "goliath" }', 39, "seat '6'", "1, 2, 3 or 4", None),
    ("{ 1 = 9 }", "{ 1 = 100 }", 40, "1 = 100", "0 to 99", None),
    ("over = false", "over = 0", 42, "over = 0", "true or false", None),
    ("winners = []", "winners = [1, 1]", 43, "seat 1 twice", "once", None),
    ("champion = 0", "champion = 5", 44, "champion = 5", "0 to 4", None),
    ("champion = 0", 'by = "totals"', 44, "by 'totals'", "ability, total", "total"),
    (
        "champion = 0",
        'refused = "2 elswhere walker"',
        44,
        "fault 'elswhere'",
        "count, unknown",
        "elsewhere",
    ),
    ("champion = 0", 'refused = "2"', 44, "'2'", "<seat> <fault> <card>", None),
    (
        "champion = 0",
        'refused = "2 count walker"',
        44,
        "'2 count walker'",
        "no card with count",
        None,
    ),
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
def test_fault(
    old: str, new: str, line: int | None, found: str, expected: str, near: str | None
) -> None:
    """Name the fault of one change."""
    assert GAME.count(old) >= 1
    fault = fault_of(GAME.replace(old, new, 1))
    assert (fault.line, fault.near) == (line, near), str(fault)
    assert found in str(fault.found) and expected in str(fault.expected), str(fault)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            'game = "diesel"\nplayers = 6\n[rules]\nvariant = "mekk_mania"\n',
            "mekk_mania with 6 players",
        ),
        (
            (
                'game = "diesel"\nplayers = 2\n[rules]\nvariant = "mekk_mania"\n[front]\n1 = '
                '"decoy decoy#2"\n2 = "commander"\n'
            ),
            "commander, one contraption too many",
        ),
        (
            'game = "diesel"\nplayers = 3\n[expect]\nhands = { 1 = "walker" }\n',
            "hands, which are not known",
        ),
        (
            'game = "diesel"\nplayers = 3\n[[turn]]\n1 = "walker"\n[[turn]]\n1 = "walker"\n',
            "turn 2 of the file after one that was refused",
        ),
    ],
)
def test_fault_of_another_position(text: str, found: str) -> None:
    """Name faults that need another position."""
    assert found in str(fault_of(text).found)


@pytest.mark.parametrize(
    ("old", "new", "difference"),
    [
        (
            '1 = "guard:down colossus bulwark"',
            '1 = "guard colossus bulwark"',
            "seat 1: expected bulwark colossus guard, got bulwark colossus guard:down",
        ),
        ('discard = "decoy raider"', 'discard = "-"', "discard: expected none, got decoy raider"),
        (
            '{ 1 = "goliath chameleon" }',
            '{ 1 = "goliath" }',
            "hands of seat 1: expected goliath, got chameleon goliath",
        ),
        ("{ 1 = 9 }", "{ 1 = 9, 2 = 0 }", "totals of seat 2: expected 0, got 3"),
        ("over = false", "over = true", "over: expected true, got false"),
        ("winners = []", "winners = [2]", "winners: expected 2, got none"),
        ("champion = 0", 'by = "total"', "by: expected total, got none"),
        ("champion = 0", 'refused = "1 elsewhere"', "refused: expected 1 elsewhere, got none"),
        (
            'asked = ["2 brawler: decoy guard bulwark walker"]',
            "asked = []",
            "asked: expected none, got 2 brawler: decoy guard bulwark walker",
        ),
        ('2 = "brawler"\n3', '2 = "decoy"\n3', "refused: expected none, got 2 elsewhere decoy"),
    ],
)
def test_a_difference(old: str, new: str, difference: str) -> None:
    """Describe each difference in a sentence."""
    assert GAME.count(old) == 1
    assert difference in play_scenario(GAME.replace(old, new), "x").differences


def test_a_refusal_may_leave_out_its_card() -> None:
    """Accept a refusal without its card, but not with another one."""
    refused = (
        GAME.replace('2 = "brawler"\n3', '2 = "decoy"\n3').partition("[expect]")[0]
        + "[expect]\nrefused = "
    )
    assert (
        play_scenario(refused + '"2 elsewhere"', "x").differences
        == ()
        == play_scenario(refused + '"2 elsewhere decoy"', "x").differences
    )
    assert play_scenario(refused + '"2 elsewhere guard"', "x").differences == recorded(
        "refused-expected-2-elsewhere-guard-got"
    )


@given(some.sampled_from(TEXTS), some.data())
@settings(max_examples=60)
def test_a_damaged_file_is_read_or_refused(text: str, data: some.DataObject) -> None:
    """Play any file, or refuse it with a FormatError."""
    at = data.draw(some.integers(0, len(text)))
    new = data.draw(some.text(CHARACTERS, max_size=4) | some.sampled_from(PIECES))
    damaged = text[:at] + new + text[at + data.draw(some.integers(0, 6)) :]
    try:
        played = play_scenario(damaged, "x")
    except FormatError as fault:
        assert str(fault).startswith("x") and "found" in str(fault)
    else:
        assert (
            played.result("x")["game"]
            and [*played.summary("x")]
            and isinstance(played.differences, tuple)
        )
