"""Every scenario of Diesel Demolition Derby plays to what it expects; files are numbered cases."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from companion.games.kit.scenario import play_scenario

FOLDER = Path(__file__).parents[2] / "scenarios" / "diesel"
FILES = sorted(FOLDER.rglob("*.scenario.toml"))
SEAT_LINES = re.compile(r"(?:^[1-6] = .*\n)+", re.MULTILINE)


def test_all_scenarios_are_here() -> None:
    """Find the whole set, so that the test below is not empty."""
    assert len(FILES) >= 148


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.removesuffix(".scenario.toml"))
def test_scenario(file: Path) -> None:
    """Play to what the scenario expects, with seats in any order."""
    text = file.read_text("utf-8")
    played = play_scenario(text, file.name)
    assert played.differences == ()
    turned = SEAT_LINES.sub(
        lambda found: "".join(reversed(found[0].splitlines(keepends=True))), text
    )
    result = play_scenario(turned, file.name).result("")
    assert result == played.result("") and [*result["front"]] == sorted(result["front"])
    assert all(str(line).endswith("]") for line in played.explained(lambda seat: f"seat {seat}"))


@pytest.mark.parametrize(
    ("name", "seat", "row"),
    [
        ("DDR17-a-kept-card-stays-in-its-place", "1", "avenger walker"),
        (
            "DDR17-what-is-gained-lies-row-by-row-from-seat-1",
            "3",
            "avenger walker colossus leveller",
        ),
        ("DDR14-avengers-gain-before-others-do", "2", "avenger scout hunter raider lookout"),
        ("DD13-swapped-cards-take-each-others-place", "2", "chameleon walker"),
    ],
)
def test_the_order_in_a_row(name: str, seat: str, row: str) -> None:
    """Check the order in a row, which `[expect]` ignores (DD13, DDR14, DDR17)."""
    played = play_scenario((FOLDER / "own" / f"{name}.scenario.toml").read_text("utf-8"), name)
    assert played.result("")["front"][seat] == row.split()


EXAMPLE = """
game = "diesel"
players = 4
at_turn = 2
unused = "scout heavy"
discard = "raider"
[front]
1 = "decoy colossus guard:down"
2 = "copycat"
[tokens]
1 = 2
[[turn]]
1 = "bulwark"
2 = "brawler"
3 = "walker"
4 = "fortress"
choices = ["2 brawler: bulwark"]
"""


def test_the_result_to_the_letter() -> None:
    """Write keys in the format's order, piles in deck order, rows in their own."""
    result = play_scenario(EXAMPLE, "x").result("a file")
    assert json.dumps(result) == json.dumps(
        {
            "file": "a file",
            "game": "diesel",
            "turn": 2,
            "over": False,
            "front": {
                "1": ["colossus", "guard:down", "bulwark"],
                "2": ["copycat", "brawler"],
                "3": ["walker"],
                "4": ["fortress"],
            },
            "hands": None,
            "unused": ["heavy", "scout"],
            "discard": ["decoy", "raider"],
            "totals": {"1": 9, "2": 3, "3": 3, "4": 4},
            "tokens": {"1": 2, "2": 0, "3": 0, "4": 0},
            "winners": [],
            "by": None,
            "champion": None,
            "asked": [
                {
                    "turn": 2,
                    "strength": 1,
                    "seat": 2,
                    "card": "brawler",
                    "legal": ["decoy", "guard", "bulwark", "walker"],
                    "answer": "bulwark",
                }
            ],
            "refused": None,
        }
    )


def test_the_result_of_a_refused_turn() -> None:
    """Write the position before a refused turn, no questions, and what is wrong."""
    result = play_scenario(EXAMPLE.replace("brawler: bulwark", "brawler: fortress"), "x").result("")
    assert (
        result["refused"] == {"turn": 2, "seat": 2, "fault": "choice", "card": "brawler"}
        and result["asked"] == []
        and result["turn"] == 1
    )
    assert play_scenario(EXAMPLE.replace('3 = "walker"\n', ""), "x").result("")["refused"] == {
        "turn": 2,
        "seat": 3,
        "fault": "count",
        "card": None,
    }


@pytest.mark.parametrize(
    ("turn", "front", "choices", "rows"),
    [
        # Several cards that an Avenger gains in one step come in their former order, from seat 1
        # on.
        (
            {1: "avenger", 2: "hunter", 3: "colossus", 4: "colossus#2"},
            {},
            [],
            {"1": ["avenger", "colossus", "colossus#2"]},
        ),
        # Two that are swapped take each other's place.
        (
            {1: "walker", 2: "chameleon", 3: "colossus", 4: "bulwark"},
            {2: "raider", 3: "goliath"},
            ["2 chameleon: colossus"],
            {
                "2": ["raider", "colossus"],
                "3": ["goliath", "chameleon"],
            },
        ),
        # A card from aside is the last of the row, also after cards played in this turn.
        (
            {1: "scout", 2: "walker", 3: "colossus", 4: "bulwark"},
            {1: "guard"},
            [],
            {"1": ["guard", "scout", "duellist"]},
        ),
    ],
)
def test_where_a_card_comes_to_lie_in_a_row(
    turn: dict[int, str], front: dict[int, str], choices: list[str], rows: dict[str, list[str]]
) -> None:
    """Order a row, which decides what a Decoy saves, and who is asked first."""
    lines = [
        'game = "diesel"',
        "players = 4",
        'unused = "duellist"',
        "[front]",
        *(f'{seat} = "{row}"' for seat, row in front.items()),
        "[[turn]]",
    ]
    lines += [*(f'{seat} = "{card}"' for seat, card in turn.items()), f"choices = {choices}"]
    result = play_scenario("\n".join(lines), "x").result("")
    assert {seat: result["front"][seat] for seat in rows} == rows
