"""The general commands play any game: `simulate`, `games`, `print cards`, and `play`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.__main__ import main
from companion.app.startup import kept_session
from companion.folders import JOURNAL
from companion.games import usual_game
from companion.games.api import Game
from companion.journal.base import OPEN, RACE
from companion.journal.store import open_journal
from companion.session.messages import Begin
from tests.games.conftest import PROOF
from tests.recorded import recorded

START = (
    f"import companion.games, sys; companion.games.__path__.append({str(PROOF)!r}); from "
    f"companion.__main__ import main; sys.exit(main(sys.argv[1:]))"
)


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Return exit status, output and errors of a command."""
    status = main(list(words))
    heard = capsys.readouterr()
    return status, heard.out, heard.err


def games(capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, Any]]:
    """Return the games of a run of `simulate`, without their times."""
    status, out, err = said(capsys, "simulate", "--json", *words)
    assert (status, err) == (0, "")
    found = [json.loads(line) for line in out.splitlines()]
    assert all(game.pop("seconds") >= 0 for game in found)
    return found


def test_a_game_without_a_board_is_simulated(
    topcard: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    """Simulate a game without a board by pilots with touch answers, repeatable by seed."""
    found = games(capsys, "--game", "topcard", "--games", "6", "--seats", "5")
    assert found == games(capsys, "--game", "topcard", "--games", "6", "--seats", "5")
    for game in found:
        assert (
            set(game) == {"seed", "board", "turns", "winner", "over", "hash"}
            and game["over"]
            and game["board"] == ""
            and game["winner"] in range(1, 6)
        )
    _, out, _ = said(capsys, "simulate", "--game", "topcard", "--games", "2")
    assert out == recorded("2-games-4-seats-seed-1")


def test_several_winners_are_a_list(sprint: Game, capsys: pytest.CaptureFixture[str]) -> None:
    """List several winners in JSON; each of them has won in the summary."""
    found = games(capsys, "--game", "sprint", "--games", "12", "--seats", "3")
    shared = [game["winner"] for game in found if isinstance(game["winner"], list)]
    assert shared and all(len(winners) == 2 for winners in shared)


def test_a_game_is_kept_and_gone_on_with(
    tmp_path: Path, topcard: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    """Keep a simulated game's steps, list, show, replay, and resume it after a kill."""
    place = tmp_path / JOURNAL
    words = ("--game", "topcard", "--seats", "3", "--seed", "8", "--json", "--db")
    whole = games_of_process(*words, str(tmp_path / "whole.db"))
    assert whole[-1]["over"]
    with subprocess.Popen(
        [sys.executable, "-c", START, "simulate", *words, str(place)],
        stdout=subprocess.PIPE,
        text=True,
    ) as run:
        assert run.stdout is not None
        for _ in range(2):
            assert run.stdout.readline().startswith("step ")
        run.kill()
    assert games_of_process(*words, str(place)) == whole
    status, out, _ = said(capsys, "games", "list", "--state", str(tmp_path))
    assert status == 0 and "Top Card" in out
    number = "1"
    assert said(capsys, "games", "replay", number, "--state", str(tmp_path))[1] == recorded(
        "comes-out-the-same"
    )
    assert (
        "how the game stands" in said(capsys, "games", "show", number, "--state", str(tmp_path))[1]
    )


def games_of_process(*words: str) -> list[dict[str, Any]]:
    """Return the games of a run in another process, without times."""
    done = subprocess.run(
        [sys.executable, "-c", START, "simulate", *words],
        capture_output=True,
        text=True,
        timeout=60,
        env=dict(os.environ),
    )
    assert done.returncode == 0, done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return [{name: value for name, value in game.items() if name != "seconds"} for game in found]


def test_only_what_a_game_has_can_be_asked_for(
    topcard: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    """Refuse an unknown board, setting or game with those that exist."""
    for words, complaint in (
        (("--game", "topcard", "--board", "going-train"), "Top Card is not played on a board"),
        (("--game", "topcard", "--rules", "lives=1"), "'lives' is no setting"),
        (("--game", "chess"), "expected one of cardbot, clockwork"),
        (("--game", "topcart"), "topcard"),
    ):
        status, out, err = said(capsys, "simulate", *words)
        assert (status, out) == (2, "") and complaint in err


def test_help_names_the_settings_of_the_game(
    topcard: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    """Show the settings of the named game in help, else of the usual one."""
    for words, settings in (
        (("simulate", "--help"), "lives=inf|"),
        (("simulate", "--game", "topcard", "-h"), "settingsofthegame:none"),
        (("tournament", "--game", "cardbot", "--help"), "draw=5|7"),
    ):
        assert main(list(words)) == 0
        assert settings in "".join(capsys.readouterr().out.split())


def test_its_cards_are_printed(
    topcard: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Print its cards with their own faces."""
    status, out, _ = said(capsys, "print", "cards", "--game", "topcard", "--svg", str(tmp_path))
    assert status == 0 and "24 drawings" in out and len(list(tmp_path.glob("*.svg"))) == 24


def test_a_named_game_is_played_and_remembered(topcard: Game, tmp_path: Path) -> None:
    """Offer a named game's unfinished race, keep others, and each game's last setup."""
    with closing(kept_session(tmp_path, ("random", "random"), 1)) as loop:
        assert loop.session.config.game is usual_game()
        loop.send(Begin())
    with closing(kept_session(tmp_path, game=topcard)) as loop:
        assert loop.session.config.game is topcard and loop.session.match is None
        loop.send(Begin())
    with closing(open_journal(tmp_path / JOURNAL, 0.0, writer=False)) as journal:
        assert [
            game.title_words for game in journal.games() if game.kind == RACE and game.state == OPEN
        ]
    with closing(kept_session(tmp_path)) as loop:
        assert loop.session.config.game is topcard and loop.session.match is not None
