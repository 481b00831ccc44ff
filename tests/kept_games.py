"""`clockwork-derby games` for the tests: a runner, and a folder with games to run it on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.__main__ import main
from companion.engine.changes import SetDamage
from companion.session.messages import CARD, ApplyCorrection, GoBack
from tests.kept import done, entries_of, evening, exported, games_of, into_play, say

CHANGED = ApplyCorrection(SetDamage(2, 4), "ANNA", "counted wrongly")


class Answer(NamedTuple):
    """The result of a command."""

    status: int
    """The exit status."""
    out: str
    err: str
    """The text on standard error."""


Run = Callable[..., Answer]


def no_window(*_: object) -> None:
    """Fail: the command must be refused before it opens a window."""
    raise AssertionError("a window opens")


def runner(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, home: Path) -> Run:
    """Return what runs `games` in this process, in its own folder.

    The state folder is `kept` in it unless the command names another one.
    """
    monkeypatch.chdir(home)
    monkeypatch.setattr("companion.commands.games.play_in_window", no_window)

    def run(*words: object) -> Answer:
        """Run one command."""
        arguments = [str(word) for word in words]
        status = main(
            ["games", *arguments, *([] if "--state" in arguments else ["--state", "kept"])]
        )
        said = capsys.readouterr()
        return Answer(status, said.out, said.err)

    return run


def three_games(folder: Path) -> Path:
    """Return a folder with three games.

    They are a race with corrections by hand, left in mid-play, one that is over, and its setup.
    """
    with evening(folder, "random", "random", "random", seed=7) as loop:
        into_play(loop)
        say(loop, CHANGED)
        done(loop)
        say(loop, ApplyCorrection(GoBack(CARD), "BEN"))
    words = ("--seats", "2", "--rules", "lives=1", "--seed", "3", "--board", "gorge-crossing")
    assert main(["simulate", *words, "--db", str(folder / "journal.db")]) == 0
    return folder


def race_of(folder: Path, state: str) -> int:
    """Return the number of the race in this state."""
    return next(game.id for game in games_of(folder) if game.kind == "race" and game.state == state)


def with_wrong_hash(folder: Path, number: int) -> tuple[str, str, int]:
    """Write a game as a file with one wrong hash in its middle.

    Returns:
        The text, the right hash, and the number of the message.
    """
    entries = list(entries_of(folder, number))
    marked = [at for at, entry in enumerate(entries) if entry.mark]
    at = marked[len(marked) // 2]
    right, entries[at] = entries[at].mark, entries[at]._replace(mark="0123456789abcdef")
    return exported(folder, number, tuple(entries)), right, entries[at].number
