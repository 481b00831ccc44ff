"""A named pipe, a socket or a device in place of a file is refused with its name; nothing waits."""

from __future__ import annotations

import argparse
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from companion import commands
from companion.__main__ import _parser
from companion.app.preferences import FILE as SCREEN
from companion.folders import JOURNAL, STARTS, NotPlainFileError, open_plain, read_plain
from companion.table.seats import FILE as SEATS
from tests.child_process import run
from tests.recorded import recorded

LIMIT: Final = 200
"""Seconds after which a command counts as hanging."""
OF_FILES: Final = (
    "FILE",
    "N|FILE",
    "NAME",
    "NAME|FILE",
    "BOARD",
    "DIR",
    "FOLDER",
    "DRIVE",
    "FILE|FOLDER",
)
"""Names of arguments that are a file, or may be one."""
NO_FILES: Final = {
    "bench names": "measurements",
    "play state": "opens a window, see `test_a_state_folder_of_pipes`",
    "games resume state": "opens a window",
    "gallery folder": "opens a window",
    "certify out": "is looked at after the run",
    "table test state": "opens a window",
}
"""Arguments that are left out here, and why."""
NEEDED: Final = {
    "--request": "nothing",
    "--answer": "nothing",
    "--state": "nothing",
    "N": "1",
    "NAME": "fountain-circus",
    "NAME|FILE": "fountain-circus",
    "FOLDER": "nothing",
    "FILE": "nothing",
    "KIND": "game",
    "N|FILE": "nothing",
}
ALWAYS: Final = {
    "simulate": ["--games", "1", "--seats", "1", "--turns", "1", "--board", "fountain-circus"],
    "games delete": ["--yes"],
    "bench": ["growth", "--quick"],
    "tournament": [
        "--alone",
        "--boards",
        "fountain-circus",
        "--races",
        "1",
        "--turns",
        "1",
        "--workers",
        "1",
    ],
    "print cards": ["--paper", "a4"],
    "print stickers": ["--game", "diesel"],
}
"""Words that keep a command short where the pipe is not read."""


def leaves(
    parser: argparse.ArgumentParser, words: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], argparse.ArgumentParser]]:
    """Yield every command with its actions from the parser, so that a new one is found."""
    inner = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    if not inner:
        yield words, parser
    for action in inner:
        for name, below in action.choices.items():
            yield from leaves(below, (*words, name))


def cases() -> Iterator[tuple[str, list[str]]]:
    """Yield each argument that may be a file, as a command line in which PIPE stands for it."""
    for words, parser in leaves(_parser(commands.names())):
        if words[0] == "update":
            # Root's own code reads its files, and has its own tests.
            continue
        for action in parser._actions:
            name = f"{' '.join(words)} {action.dest}"
            if action.metavar in OF_FILES and name not in NO_FILES:
                others = [
                    other
                    for other in parser._actions
                    if other is not action and other.required and other.nargs not in ("*", "?")
                ]
                line = [*words, *ALWAYS.get(" ".join(words), [])]
                for other in others:
                    line += [*other.option_strings[:1], NEEDED[str(other.metavar)]]
                yield name, [*line, *action.option_strings[:1], "PIPE"]


CASES: Final = {
    **dict(cases()),
    # Words in place of the first file, which the parser does not know.
    "board import file": ["board", "import", "PIPE", "-o", "fresh"],
    "board import mapping": ["board", "import", "nothing", "--mapping", "PIPE", "-o", "fresh"],
    "board export file": ["board", "export", "PIPE", "-o", "fresh"],
    "board export output": ["board", "export", "fountain-circus", "-o", "PIPE"],
}


def test_commands_with_files_are_found() -> None:
    """Find the commonest commands in the list, and give no reason for a command that is gone."""
    assert {
        "board files",
        "check files",
        "explain file",
        "resolve files",
        "games import files",
        "table check files",
        "print cards list",
    } <= CASES.keys()


@pytest.mark.parametrize("name", CASES)
def test_no_command_waits_for_a_named_pipe(name: str, tmp_path: Path) -> None:
    """End without a traceback."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    line = [str(pipe) if word == "PIPE" else word for word in CASES[name]]
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path / "home")}
    done = run(line, tmp_path, environment, LIMIT)
    assert "Traceback" not in done.stderr and (done.stdout or done.stderr)
    if name.split()[-1] in ("files", "file", "list", "plan") and name not in (
        "games export file",
        "decks new file",
    ):
        assert done.returncode == 2 and f"{pipe}: found a named pipe, expected " in done.stderr


@pytest.mark.parametrize("ending", ["", "-wal", ".lock"])
def test_a_journal_that_is_a_pipe(tmp_path: Path, ending: str) -> None:
    """Name the pipe and say what to do in `games list` and `simulate --db`."""
    os.mkfifo(tmp_path / f"{JOURNAL}{ending}")
    for line in (
        ["games", "list", "--state", str(tmp_path)],
        ["simulate", "--db", str(tmp_path / JOURNAL), *ALWAYS["simulate"]],
    ):
        done = run(line, tmp_path, os.environ, LIMIT)
        assert done.stderr == recorded(
            f"{line[0]}{ending}-is-a-named-pipe", journal=tmp_path / JOURNAL
        )


def test_a_state_folder_of_pipes(tmp_path: Path) -> None:
    """Open a session without waiting although every file is a named pipe, and say so."""
    for name in (JOURNAL, SCREEN, STARTS, SEATS, "health.log"):
        os.mkfifo(tmp_path / name)
    code = (
        "import sys; from pathlib import Path; from companion.app.startup import kept_session; "
        "from companion.app.crash_loop import Starts\n"
        "home = Path(sys.argv[1]); Starts(home).begin(); loop = kept_session(home)\n"
        "from companion.table.seats import remembered_seats; seats = remembered_seats(home); "
        "seats.known(); print(*seats.troubles)\n"
        "print(loop.view.notice, *loop.session.readers.troubles.values()); loop.close()\n"
        "from companion.health.watch import record; record(home, 0.0, 'well')\n"
        "from companion.health.world import World; from companion.app.reports import bundle; "
        "print(len(bundle(World(state=home), None)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        capture_output=True,
        timeout=LIMIT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (
        f"{tmp_path / SCREEN}: found a named pipe" in done.stdout
        and f"A named pipe has the name {tmp_path / JOURNAL}" in done.stdout
    )
    assert f"{tmp_path / SEATS}: found a named pipe" in done.stdout


def test_only_a_plain_file_is_opened(tmp_path: Path) -> None:
    """Open a file or a link to one; refuse pipes, folders, devices, sockets and other links."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").write_bytes(b"12345")
    for name, target in (
        ("to-file", "file"),
        ("to-pipe", "pipe"),
        ("to-nothing", "none"),
        ("to-device", "/dev/zero"),
    ):
        (tmp_path / name).symlink_to(target)
    with socket.socket(socket.AF_UNIX) as ear:
        ear.bind(str(tmp_path / "socket"))
        for name, found in (
            ("pipe", "a named pipe"),
            ("to-pipe", "a named pipe"),
            ("to-device", "a device"),
            ("socket", "a socket"),
            (".", "a folder"),
        ):
            with pytest.raises(NotPlainFileError) as caught:
                open_plain(tmp_path / name)
            assert caught.value.strerror == found
    with pytest.raises(FileNotFoundError):
        open_plain(tmp_path / "to-nothing")
    assert read_plain(tmp_path / "to-file", 5) == b"12345"
    with pytest.raises(NotPlainFileError, match="a file of more than 4 bytes"):
        read_plain(tmp_path / "file", 4)
