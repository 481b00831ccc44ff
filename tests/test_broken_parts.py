"""A game, a pilot or a kind of readers that cannot be loaded hides no other.

Lists name the working ones and say what is wrong with the broken one.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import companion.games
import companion.pilots
import companion.table
from companion.__main__ import main
from companion.app.game_offers import offers_of
from companion.errors import GameError, TableError
from companion.games import broken_games, find_game, game_keys, games_known, keys_with
from companion.health.base import BAD, run_checks
from companion.health.world import World
from companion.pilots.base import broken_pilots, pilots
from companion.table.urls import schemes, table_for_url
from tests.recorded import recorded

SOUND = ("cardbot", "clockwork", "diesel", "factory_rally")


@pytest.fixture(autouse=True)
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install two games, a pilot and a kind of readers that fail when they are imported."""
    folders = {
        "games": ("hollow/__init__.py", "hollow/game.py", "rotten/__init__.py", "rotten/game.py"),
        "pilots": ("sleepy.py",),
        "table": ("loose.py",),
    }
    for folder, files in folders.items():
        for file in files:
            (tmp_path / folder / file).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / folder / file).write_text(
                "" if file == "hollow/__init__.py" else "raise RuntimeError('it is broken')\n",
                "utf-8",
            )
    for package in (companion.games, companion.pilots, companion.table):
        monkeypatch.setattr(
            package,
            "__path__",
            [*package.__path__, str(tmp_path / package.__name__.rpartition(".")[2])],
        )


@pytest.mark.parametrize(
    "words",
    [
        "simulate --game typo",
        "simulate --game clockwrk",
        "play --game typo",
        "tournament --game typo",
        "board --game typo",
        "decks list --game typo",
        "print cards --game typo",
        "rig --game typo",
    ],
)
def test_a_game_that_is_not_there(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Name in one sentence the games that exist, and why two of them cannot be loaded."""
    assert main(words.split()) == 2
    said = capsys.readouterr().err
    assert ", ".join(SOUND) in said and said.count("\n") == 1
    assert said == recorded(f"there-is-no-{words.split()[-1]}")


@pytest.mark.parametrize("key", ["hollow", "rotten"])
def test_a_broken_game_says_so(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Explain a broken game in one sentence to a caller that asks for it."""
    assert main(["simulate", "--game", key]) == 2
    assert capsys.readouterr().err == recorded("clockwork-derby-the-game-key-cannot", key=key)
    with pytest.raises(GameError):
        find_game(key)


def test_lists_of_games_have_the_sound_ones() -> None:
    """List the working games by key, by title, by module and on the first page."""
    assert game_keys() == SOUND and set(broken_games()) == {"hollow", "rotten"}
    titles = [one.key for one in games_known()]
    assert titles[0] == "clockwork" and sorted(titles) == list(SOUND)
    assert set(keys_with("scenario")) == set(SOUND)
    assert {offer.key for offer in offers_of({})} == set(SOUND)


def test_everything_else_is_played(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Play a game, a scenario that names no game, and boards of all games by their names."""
    assert main(["simulate", "--turns", "1", "--board", "going-train"]) == 0
    assert main(["board", "cardbot-full", "going-train"]) == 0
    assert capsys.readouterr().err == ""


def test_pilots(capsys: pytest.CaptureFixture[str]) -> None:
    """Let the working pilots play, and name the broken one in a list."""
    assert list(pilots()) == ["even", "random", "novice", "steady", "racer", "champion"] and set(
        broken_pilots()
    ) == {"sleepy"}
    for words in ("play --seats person,steadi", "tournament --pilots steady,racr --races 1"):
        assert main(words.split()) == 2
        assert capsys.readouterr().err == recorded(words.split()[0])


def test_kinds_of_readers() -> None:
    """Refuse an unknown scheme with those that exist."""
    assert "loose" not in schemes() and "rig" in schemes()
    with pytest.raises(TableError, match=r"found scheme 'rgi', expected one of .*rig:"):
        table_for_url("rgi:8")


def test_the_doctor_tells(tmp_path: Path) -> None:
    """Report one finding for each broken part."""
    found = run_checks(World(state=tmp_path), ["games"], 60.0)
    assert [finding.state for finding in found] == [BAD] * 3
    assert [str(finding.words) for finding in found] == recorded("The-game-hollow-cannot-be-loaded")
