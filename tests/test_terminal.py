"""Nothing from outside controls the terminal.

Names on boards, of files and of games leave every command as visible signs.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from companion.commands._terminal import escape_control
from companion.folders import JOURNAL
from companion.journal.base import RACE, Batch, Opening
from companion.journal.store import open_journal
from tests import child_process
from tests.child_process import REPOSITORY

EVIL = "A\x1b[2J\x1b]0;x\x07\nclockwork-derby: all is well\r\x7f\x9b31m\u202eB\u2028C\u2066"
"""Clears a screen, sets a title, fakes a line, reverses the order of letters."""
SHOWN = r"A\x1b[2J\x1b]0;x\x07\nclockwork-derby: all is well\x0d\u007f\u009b31m\u202eB\u2028C\u2066"
WORKING = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]"
)
SCENARIO = (
    'title = "T"\nmap = "fountain-circus"\n[clanks]\n1 = "A1 N"\n[[turn]]\n1 = "move1@490"\n'
    "registers = 1\n"
)
SOFTER = (
    EVIL.replace("\x1b", "")
    .replace("\x07", "")
    .replace("\n", "")
    .replace("\r", "")
    .replace("\x7f", "")
)
"""The part of it that a name in a TOML file may hold."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with an evil name, evil files inside, and a journal with an evil title."""
    home = tmp_path / EVIL
    home.mkdir()
    (home / "x.board.toml").write_text(
        f'name = "{SOFTER}"\nboard = """\n+    +    +\n  >    .\n+    +    +\n  .    .\n+ '
        f'   +    +\n"""\n'
    )
    (home / f"{EVIL}.scenario.toml").write_text(
        SCENARIO.replace('"T"', f'"{SOFTER}"') + '[expect]\n1 = "A9 N"\n'
    )
    (home / "bad.scenario.toml").write_text(SCENARIO + f'"{SOFTER}" = 1\n')
    (home / "bad.table.toml").write_text(f'kind = "{SOFTER}"\n')
    journal = open_journal(home / JOURNAL, 0.0)
    journal.append(Batch(1, (), 0.0, Opening(RACE, EVIL, "{}", 0.0), note=EVIL))
    journal.close()
    return home


COMMANDS = (
    "board HOME/x.board.toml",
    "board HOME/none.board.toml",
    "check HOME",
    "explain HOME/NAME.scenario.toml",
    "resolve HOME/NAME.scenario.toml HOME/bad.scenario.toml",
    "resolve --json HOME/NAME.scenario.toml HOME/bad.scenario.toml",
    "games list --all --state HOME",
    "games list --json --all --state HOME",
    "games show 1 --state HOME",
    "games replay NAME HOME/none --state HOME",
    "doctor storage fonts --state HOME",
    "doctor --json storage --state HOME",
    "table check HOME/bad.table.toml",
    "print cards --list HOME/none",
    "simulate --board NAME",
    "simulate --board HOME/x.board.toml --games 1",
    "NAME",
    "board --NAME",
    "games resume NAME",
    "hardware check --plan HOME/bad.table.toml",
    "firmware install HOME",
)


@pytest.mark.parametrize("words", COMMANDS)
def test_no_command_lets_a_control_sign_through(folder: Path, words: str) -> None:
    """Print no control sign, and no line that we have not begun ourselves."""
    line = [word.replace("HOME", str(folder)).replace("NAME", EVIL) for word in words.split(" ")]
    done = child_process.run(line, REPOSITORY, {**os.environ, "COLUMNS": "80"}, 120)
    output = done.stdout + done.stderr
    assert output and not WORKING.search(output) and "Traceback" not in output
    assert not any(text.startswith("clockwork-derby: all is well") for text in output.split("\n"))


def test_the_title_of_a_game_can_still_be_read(folder: Path) -> None:
    """Show the signs of a title instead of dropping them, so that the attempt is visible."""
    line = ["games", "list", "--all", "--state", str(folder)]
    assert SHOWN in child_process.run(line, REPOSITORY, os.environ, 120).stdout


def test_plain_text_stays_as_it_is() -> None:
    """Print letters of all languages and our own signs unchanged."""
    assert (
        escape_control("BRÄSS – “Ω” 棋 🤖 1×2") == "BRÄSS – “Ω” 棋 🤖 1×2"
        and escape_control(EVIL) == SHOWN
    )
