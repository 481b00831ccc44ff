"""Whole games without a screen: valid, repeatable, and refused for impossible tables."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.__main__ import main


def simulated(capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, Any]]:
    """Return the games of a run, without their times."""
    assert main(["simulate", "--game", "diesel", "--json", *words]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    return [{key: value for key, value in game.items() if key != "seconds"} for game in found]


@pytest.mark.parametrize(
    ("players", "variant"), [(2, "base"), (6, "base"), (3, "mekk_mania"), (5, "mekk_mania")]
)
def test_games_are_played_to_their_end(
    capsys: pytest.CaptureFixture[str], players: int, variant: str
) -> None:
    """Play to three tokens without a broken invariant."""
    for game in simulated(
        capsys,
        "--seats",
        str(players),
        "--games",
        "2",
        "--seed",
        "7",
        "--rules",
        f"variant={variant}",
    ):
        assert game["over"] and game["winner"] in range(1, players + 1) and game["derbys"] >= 3


def test_the_same_seed_plays_the_same_game(capsys: pytest.CaptureFixture[str]) -> None:
    """Play the same by a seed, to the last card."""
    words = ("--seats", "4", "--seed", "11")
    assert (
        simulated(capsys, *words)
        == simulated(capsys, *words)
        != simulated(capsys, *words[:3], "12")
    )


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--seats", "1"), "at least two players"),
        (("--seats", "7"), "at most six players"),
        (("--seats", "6", "--rules", "variant=mekk_mania"), "two to five players"),
        (("--board", "fountain-circus"), "not played on a board"),
    ],
)
def test_a_table_that_cannot_be_is_refused(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], complaint: str
) -> None:
    """Refuse an impossible table in one sentence, with status 2."""
    assert main(["simulate", "--game", "diesel", *words]) == 2
    said = capsys.readouterr()
    assert said.out == "" and complaint in said.err


def test_pilots_meet_in_a_tournament(capsys: pytest.CaptureFixture[str]) -> None:
    """Play a tournament with swapped seats, without a missing answer."""
    words = (
        "tournament",
        "--game",
        "diesel",
        "--pilots",
        "novice,random",
        "--races",
        "4",
        "--seats",
        "3",
        "--workers",
        "1",
        "--json",
    )
    assert main(words) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["races"] == 4 and result["slips"] == {} and result["meetings"][0]["won"] == 4
