"""Every command that prints facts also prints JSON, and its help names the keys."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.app.own_boards import board_path
from companion.certificate.report import CertificateReport
from companion.commands import command, names
from companion.table.serial.probe import FoundReader

WITHOUT = {
    "play": "opens a window",
    "rig": "talks with people",
    "gallery": "writes pictures",
    "print board": "writes sheets",
    "print cards": "writes sheets",
    "print markers": "writes sheets",
    "print stickers": "writes sheets",
    "games resume": "opens a window",
    "games export": "writes a game as JSON lines",
    "games delete": "deletes",
    "decks new": "writes a deck",
    "decks remove": "deletes",
    "firmware install": "writes firmware",
    "update install": "installs",
    "update back": "switches",
    "update try": "is read by the updater",
    "update playing": "says yes or no",
    "completion": "writes words for a shell",
    "conform": "runs tests",
    "new": "writes a package",
    "hardware stl": "writes files for a printer",
    "hardware board": "writes files for a maker of boards",
}
"""The commands that print no facts, and what they do instead."""
SCENARIO = "tests/scenarios/E042-belt-pushes-in-every-register.scenario.toml"
SAMPLES: dict[str, tuple[str, ...]] = {
    "bench": ("bench journal --quick",),
    "board": ("board going-train", "board --list"),
    "certify": (),
    "check": (f"check {SCENARIO}",),
    "decks check": ("decks check HOME/my.toml",),
    "decks import": ("decks import HOME/my.toml --state HOME",),
    "decks list": ("decks list --state HOME",),
    "doctor": ("doctor fonts libraries",),
    "explain": (f"explain {SCENARIO}",),
    "firmware status": (),
    "games list": ("games list --state HOME",),
    "games show": ("games show 1 --state HOME",),
    "games replay": ("games replay 1 --state HOME",),
    "games import": ("games import HOME/race.txt --state HOME",),
    "hardware check": ("hardware check",),
    "hardware make": ("hardware make --out HOME/made",),
    "hardware parts": ("hardware parts", "hardware parts --header --seats 1"),
    "hardware power": ("hardware power",),
    "records": ("records --state HOME",),
    "resolve": (
        f"resolve {SCENARIO}",
        "resolve tests/scenarios/cardbot/CB11-chosen-side.scenario.toml",
    ),
    "simulate": ("simulate --turns 1 --seats 2 --board going-train",),
    "table check": ("table check hardware/tables",),
    "table tags": ("table tags --state HOME",),
    "tournament": (
        "tournament --pilots random,novice --races 1 --turns 1 --boards going-train --workers 1",
    ),
    "update check": (),
    "update status": (),
}
"""Lines whose answers are compared with the help; other tests try what needs readers or an
installed game."""
FAULTY = (
    "check none",
    "board none",
    "resolve none",
    "decks check none",
    "decks import none --state HOME",
    "table check none",
    "games replay none --state HOME",
)
"""Lines that name a file which does not exist."""


def leaves(
    parser: argparse.ArgumentParser, words: str
) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Yield every command with its parser, or its actions if it has some."""
    inner = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    if not inner:
        yield words, parser
    for action in inner:
        for name, below in action.choices.items():
            yield from leaves(below, f"{words} {name}".strip())


def parsers() -> dict[str, argparse.ArgumentParser]:
    """Return all commands by what is typed."""
    top = argparse.ArgumentParser()
    subparsers = top.add_subparsers()
    for name in names():
        command(name).add(subparsers)
    return dict(leaves(top, ""))


def promised(parser: argparse.ArgumentParser) -> set[str]:
    """Return the keys that the help of `--json` names."""
    (action,) = [action for action in parser._actions if "--json" in action.option_strings]
    found = re.match(
        r"print JSON: .*?object.*?, with the keys ([\w, ]+)(?:;|$)",
        str(action.help),
    )
    assert found is not None, action.help
    return set(found[1].split(", "))


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a state folder with a game, records, a deck, a board, and files of game and deck."""
    folder = tmp_path_factory.mktemp("state")
    assert (
        main(
            [
                "simulate",
                "--turns",
                "1",
                "--seats",
                "2",
                "--board",
                "going-train",
                "--db",
                str(folder / "journal.db"),
            ]
        )
        == 0
    )
    assert main(["games", "export", "1", str(folder / "race.txt"), "--state", str(folder)]) == 0
    assert main(["decks", "new", str(folder / "my.toml")]) == 0
    (folder / "records.json").write_text(
        '{"version": 1, "next": 2, "people": [{"number": 1, "name": "ANNA"}], "races": []}', "utf-8"
    )
    board_path(folder, "yard").parent.mkdir()
    board_path(folder, "yard").write_text(
        (Path(__file__).parents[1] / "companion/content/boards/going-train.board.toml").read_text(
            "utf-8"
        ),
        "utf-8",
    )
    return folder


def test_every_command_has_it_or_tells_no_facts() -> None:
    """Give every new command `--json`, or list it here."""
    known = parsers()
    having = {
        words
        for words, parser in known.items()
        if any("--json" in action.option_strings for action in parser._actions)
    }
    assert (
        having == set(SAMPLES) and set(known) - having <= set(WITHOUT) and not having & set(WITHOUT)
    )


@pytest.mark.parametrize("words", [words for words, lines in SAMPLES.items() if lines])
def test_the_help_names_the_keys_that_come(
    words: str, home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Print the promised keys in each object; more only where the help says so."""
    monkeypatch.setenv("XDG_STATE_HOME", str(home / "bench"))
    parser = parsers()[words]
    keys = promised(parser)
    capsys.readouterr()
    for line in SAMPLES[words]:
        assert main([*line.replace("HOME", str(home)).split(), "--json"]) in (0, 1), line
        captured = capsys.readouterr()
        if captured.out.startswith("["):
            objects = json.loads(captured.out)
        else:
            objects = [json.loads(one) for one in captured.out.splitlines()]
        assert objects and captured.err == "", (line, captured.err)
        for one in objects:
            assert keys <= set(one), (line, keys - set(one))
            assert set(one) == keys or words in ("resolve", "simulate"), (line, set(one) - keys)


@pytest.mark.parametrize("line", FAULTY)
def test_a_fault_is_an_object_too(
    line: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Print one object for each file, also a broken one.

    The status says that something is wrong.
    """
    capsys.readouterr()
    assert main([*line.replace("HOME", str(home)).split(), "--json"]) == 2
    captured = capsys.readouterr()
    (answer,) = map(json.loads, captured.out.splitlines())
    assert (
        "none" in (answer.get("file"), answer.get("game"), answer.get("board"))
        and answer["error"]
        and captured.err == ""
    )


def test_the_report_of_a_table() -> None:
    """Name the fields of the report, and its version, in the help."""
    assert promised(parsers()["certify"]) == {*CertificateReport._fields, "version"}


def test_a_reader_that_answers() -> None:
    """Name what is known of a reader in the help of `firmware status`."""
    assert promised(parsers()["firmware status"]) == set(FoundReader._fields)


def test_a_game_with_everything_that_happened(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Name the keys of the events in the help of `games show`."""
    (action,) = [
        action for action in parsers()["games show"]._actions if "--json" in action.option_strings
    ]
    capsys.readouterr()
    assert main(["games", "show", "1", "--events", "--json", "--state", str(home)]) == 0
    for line in capsys.readouterr().out.splitlines():
        assert ", ".join(json.loads(line)) in str(action.help)
