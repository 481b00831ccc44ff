"""The Tab key: what a shell is offered; and pressing it never opens the game."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.app.own_boards import board_path
from companion.commands import names

PATIENCE = 200


def offered(line: str, folder: Path, **more: str) -> list[str]:
    """Return what is offered after a line."""
    answers = folder / "answers"
    answers.write_text("", "utf-8")
    asked = {
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_SHELL": "bash",
        "_ARGCOMPLETE_IFS": "\n",
        "_ARGCOMPLETE_SUPPRESS_SPACE": "1",
        "_ARGCOMPLETE_STDOUT_FILENAME": str(answers),
        "COMP_LINE": line,
        "COMP_POINT": str(len(line.encode())),
        "COMP_TYPE": "9",
    }
    done = subprocess.run(
        [sys.executable, "-m", "companion"],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1]), **asked, **more},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return [word.strip() for word in answers.read_text("utf-8").split("\n") if word.strip()]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a folder with a state folder that has its own board, and a board file."""
    board_path(tmp_path / "state", "yard").parent.mkdir(parents=True)
    content = (
        Path(__file__).parents[1] / "companion/content/boards/going-train.board.toml"
    ).read_text("utf-8")
    board_path(tmp_path / "state", "yard").write_text(content, "utf-8")
    (tmp_path / "mine.board.toml").write_text(content, "utf-8")
    return tmp_path


def test_commands(home: Path) -> None:
    """Offer all commands, or those with the typed beginning."""
    assert set(names()) <= set(offered("clockwork-derby ", home))
    assert offered("clockwork-derby si", home) == ["simulate"] and set(
        offered("clockwork-derby bo", home)
    ) == {"board"}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("clockwork-derby simulate --se", {"--seats", "--seed"}),
        ("clockwork-derby simulate --game ", {"cardbot", "clockwork", "diesel", "factory_rally"}),
        ("clockwork-derby board g", {"going-train", "gorge-crossing"}),
        (
            "clockwork-derby board --game cardbot c",
            {"cardbot-basic", "cardbot-full", "cardbot-classic"},
        ),
        ("clockwork-derby board --state state y", {"yard"}),
        ("clockwork-derby board mi", {"mill-pond", "mine.board.toml"}),
        ("clockwork-derby --game di", {"diesel"}),
        ("clockwork-derby tournament --pilots st", {"steady"}),
        ("clockwork-derby games re", {"resume", "replay"}),
        ("clockwork-derby doctor fo", {"fonts"}),
        ("clockwork-derby bench gro", {"growth"}),
        ("clockwork-derby completion ", {"bash", "zsh", "fish"}),
        ("clockwork-derby nothing ", set()),
    ],
)
def test_words_of_commands(home: Path, line: str, words: set[str]) -> None:
    """Offer options, actions, games, boards, files, pilots and checks.

    Without a command those of play.
    """
    found = {
        word for word in offered(line, home) if not word.startswith("-") or line.endswith("--se")
    }
    assert found == words


def test_the_game_does_not_open_where_the_library_is_missing(home: Path) -> None:
    """Offer nothing and open no window if the library is missing."""
    (home / "argcomplete").mkdir()
    (home / "argcomplete/__init__.py").write_text("raise ImportError('not here')", "utf-8")
    path = os.pathsep.join([str(home), str(Path(__file__).parents[1])])
    assert offered("clockwork-derby ", home, PYTHONPATH=path) == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_words_for_a_shell(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Print words that name the command, without signs that the terminal's guard has changed."""
    assert main(["completion", shell]) == 0
    words = capsys.readouterr().out
    assert (
        "clockwork-derby" in words
        and "_ARGCOMPLETE" in words
        and "\\x" not in words
        and len(words.splitlines()) > 10
    )


def test_bash_completes(home: Path) -> None:
    """Complete in a real bash as when Tab is pressed."""
    (home / "clockwork-derby").write_text(
        f'#!/bin/sh\nexec "{sys.executable}" -m companion "$@"\n', "utf-8"
    )
    (home / "clockwork-derby").chmod(0o755)
    script = (
        'source <(clockwork-derby completion bash); COMP_LINE="clockwork-derby board going"; '
        "COMP_POINT=${#COMP_LINE}; COMP_TYPE=9;"
        " COMP_WORDS=(clockwork-derby board going); COMP_CWORD=2; _python_argcomplete "
        'clockwork-derby going board; echo "${COMPREPLY[0]}"'
    )
    environment = {
        **os.environ,
        "PATH": f"{home}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(Path(__file__).parents[1]),
    }
    done = subprocess.run(
        ["bash", "-c", script],
        env=environment,
        cwd=home,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.stdout.strip() == "going-train", done.stderr


def test_nothing_of_it_is_loaded_otherwise(repository: Path) -> None:
    """Load neither the library nor our part of it for a command without completion."""
    code = (
        "import sys; from companion.__main__ import main; main(['board', '--list']); "
        "print([name for name in sys.modules if 'argcomplete' in name or "
        "name.endswith('_completing')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=repository,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.stdout.splitlines()[-1] == "[]"
