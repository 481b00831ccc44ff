"""Every command with `--seed` takes any word or whole number, and repeats the same game by it."""

from __future__ import annotations

import argparse
import json

import pytest

from companion.__main__ import main
from companion.commands import command
from tests.recorded import recorded

WITH_SEED = ("play", "rig", "simulate", "tournament")
TURNS = ("simulate", "--turns", "2", "--json", "--seats", "2")


def seed(name: str, word: str) -> object:
    """Return what a command makes of a seed."""
    parser = argparse.ArgumentParser()
    command(name).add(parser.add_subparsers())
    return parser.parse_args([name, "--seed", word]).seed


@pytest.mark.parametrize(
    "word", ["7", "-3", "harvest", "two words", "007", "1e3", "Zürich", "9" * 30]
)
def test_all_take_the_same(word: str) -> None:
    """Take words, and whole numbers as numbers."""
    values = {seed(name, word) for name in WITH_SEED}
    assert values == {int(word) if word in ("7", "-3") else word}


@pytest.mark.parametrize("word", ["", " ", "x" * 61, "a\nb"])
@pytest.mark.parametrize("name", WITH_SEED)
def test_all_refuse_the_same(name: str, word: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Refuse an empty seed, and one too long for the title of a game."""
    assert main([name, "--seed", word]) == 2
    said = capsys.readouterr().err
    assert said == recorded(f"refuses-{word[:3]!r}", name=name) and said.count("\n") == 1


def played(*words: str, capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    """Return the games of a run, without their times."""
    assert main([*TURNS, *words]) == 0
    return [{**json.loads(line), "seconds": 0} for line in capsys.readouterr().out.splitlines()]


def test_a_word_plays_the_same_games_again(capsys: pytest.CaptureFixture[str]) -> None:
    """Repeat the same games by a word, also one of a run by its own seed and board."""
    first, second = played("--seed", "harvest", "--games", "2", capsys=capsys)
    assert (first["seed"], second["seed"]) == ("harvest", "harvest-2") and first["hash"] != second[
        "hash"
    ]
    assert played("--seed", "harvest-2", "--board", str(second["board"]), capsys=capsys) == [second]
    assert played("--seed", "harvest", "--board", str(first["board"]), capsys=capsys) == [first]


def test_a_number_counts_on(capsys: pytest.CaptureFixture[str]) -> None:
    """Count on from a number."""
    assert [game["seed"] for game in played("--seed", "5", "--games", "2", capsys=capsys)] == [5, 6]
