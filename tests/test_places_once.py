"""A sentence about a fault names the place once: a port, a file, a folder."""

from __future__ import annotations

import os
import pty
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.app.own_boards import board_path, kept_boards
from companion.errors import FormatError
from companion.games import usual_game
from companion.table.serial.discovery import ReaderPort
from companion.table.serial.probe import FoundReader, probe_ports
from companion.table.serial.serial_loop import NOBODY
from companion.words import text
from tests.recorded import recorded


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a file where a folder is due, and a faulty deck and board."""
    (tmp_path / "plain").write_text("x", "utf-8")
    (tmp_path / "state/decks/diesel").mkdir(parents=True)
    (tmp_path / "state/decks/diesel/mine.deck.toml").write_text(
        'name = "Mine"\ncards = 3\n', "utf-8"
    )
    board_path(tmp_path / "state", "slip").parent.mkdir()
    board_path(tmp_path / "state", "slip").write_text('name = "Slip"\nboard = 3\n', "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("board plain/x", "plain/x"),
        ("board export going-train -o plain/x", "plain/x"),
        ("decks new plain/x.toml", "plain/x"),
        ("check plain/x", "plain/x"),
        ("records export plain/x.csv --state state", "plain/x"),
        ("games import plain/x --state state", "plain/x"),
        ("simulate --trace plain/x --turns 1", "plain/x"),
        ("print cards -o plain/x", "plain/x"),
        ("doctor --bundle plain/x", "plain/x"),
        ("simulate --db plain/x --turns 1", "plain/x"),
        ("tournament --db plain/x --races 1 --turns 1 --pilots random --alone", "plain/x"),
        ("hardware parts --plan plain/x", "plain/x"),
        ("play --table gpio:plain/x", "plain/x"),
    ],
)
def test_commands(words: str, place: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Name once what a command cannot read or write."""
    assert main(words.split()) in (1, 2)
    said = capsys.readouterr().err
    assert said.count(place) == 1 and "Errno" not in said and said.count("\n") == 1, said


def test_a_port_is_named_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Name a port once: no reader there, no permission, or the chip id of another reader."""
    ours, theirs = pty.openpty()
    path = os.ttyname(theirs)
    try:
        os.write(ours, b"hello\r\n" * 20)
        (found,) = probe_ports(3.0, lambda: (ReaderPort(path),))
    finally:
        os.close(ours)
        os.close(theirs)
    assert str(found).count(path) == 1, str(found)
    assert str(
        FoundReader(
            "/dev/ttyACM0", "", "", None, text("{path}: no permission", path="/dev/ttyACM0")
        )
    ) == recorded("dev-ttyACM0-no-permission")
    assert str(FoundReader("/dev/ttyACM0", "E6", "1.0", 3, text("answers"))) == recorded(
        "dev-ttyACM0-reader-E6-firmware-1"
    )
    assert (
        str(
            FoundReader(
                "/dev/ttyACM0", "E6", "", 3, text("Pico at /dev/ttyACM0: {what}", what=NOBODY)
            )
        ).count("/dev/ttyACM0")
        == 1
    )


def test_what_is_kept_is_named_once(
    here: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Name the line only in a list that names the deck or the board."""
    assert main(["decks", "list", "--state", "state"]) == 0
    line = capsys.readouterr().out.splitlines()[0]
    assert (
        line == recorded("mine-not-to-be-played-yet", folder=tmp_path)
        and line.count("mine") == 2
        and line.endswith("decks/diesel/mine.deck.toml")
    ), line
    trouble = str(kept_boards(here / "state", usual_game()).trouble)
    assert trouble.count("slip") == 1 and trouble == recorded("slip-board-toml-line-2-found"), (
        trouble
    )


def test_inside_a_file() -> None:
    """Name the line of a fault within a file, if there is one, and the nearest word."""
    assert (
        str(FormatError("x.toml", 3, "a", "b", "c").inside)
        == "line 3: found a, expected b; did you mean 'c'?"
    )
    assert str(FormatError("x.toml", None, "a", "b").inside) == "found a, expected b"
