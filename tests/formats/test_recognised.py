"""A file of another kind is named by its kind, with the right command, by all reading commands."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.app.own_boards import kept_boards
from companion.errors import FormatError
from companion.formats.file_kinds import file_kind
from companion.games import usual_game
from companion.table.gpio.table_file import read_table_file
from tests.recorded import recorded

CONTENT = Path(__file__).parents[2] / "companion" / "content"
HARDWARE = Path(__file__).parents[2] / "hardware"
SCENARIO = (
    'title = "T"\nmap = "fountain-circus"\n[clanks]\n1 = "A1 N"\n[[turn]]\n1 = "move1@490"\n'
    "registers = 1\n"
)
EXPORTED = '{"format":"clockwork-derby-game","version":1}\n{"n":1}\n'

SAMPLES: dict[str, tuple[str | bytes, str]] = {
    "a.scenario.toml": (SCENARIO, "a scenario file"),
    "a.board.toml": (
        (CONTENT / "boards/going-train.board.toml").read_text("utf-8"),
        "a board file",
    ),
    "a.grid.toml": ((CONTENT / "boards/cardbot-full.grid.toml").read_text("utf-8"), "a board file"),
    "a.deck.toml": ((CONTENT / "decks/diesel-house.toml").read_text("utf-8"), "a deck file"),
    "codes.toml": (
        (CONTENT / "decks/cardbot.deck.toml").read_text("utf-8"),
        "a list of a game's card codes",
    ),
    "flags.toml": (
        (CONTENT / "boards/going-train.flags.toml").read_text("utf-8"),
        "the suggested flags of a board",
    ),
    "mapping.toml": ((CONTENT / "tiled/inf112.toml").read_text("utf-8"), "a mapping file"),
    "table.toml": ((HARDWARE / "tables/two-players.toml").read_text("utf-8"), "a table file"),
    "reader.toml": ((HARDWARE / "reader.toml").read_text("utf-8"), "the plan of a card reader"),
    "race.txt": (EXPORTED, "a game that `clockwork-derby games export` wrote"),
    "map.json": ('{"type": "map", "layers": []}', "a map of Tiled"),
    "map.tmx": ('<?xml version="1.0"?>\n<!-- mine -->\n<map/>', "a map of Tiled"),
    "tiles.tsx": ("<tileset/>", "a tileset of Tiled"),
    "page.html": ("<!DOCTYPE html>\n<html></html>", "a web page (HTML)"),
    "package.json": (
        '{"name": "x", "version": "1", "scripts": {}, "image": "x.png", "main": ""}',
        "a JSON object with the keys 'name', 'version', 'scripts', 'image' and 1 more",
    ),
    "records.json": (
        '{"version": 1, "next": 2, "people": [], "races": []}',
        "the records of a table",
    ),
    "board.png": (b"\x89PNG\r\n\x1a\n\0\0\0", "a picture (PNG)"),
    "board.pdf": (b"%PDF-1.4\n%\xe2\xe3", "a document (PDF)"),
    "journal.db": (b"SQLite format 3\0\xff", "a database (SQLite)"),
    "old.toml": ("name = 'ö'".encode("utf-16"), "text saved as UTF-16"),
    "rows.csv": ("name,wins\nANNA,3\n", "a table of values with commas between (CSV)"),
}
"""Files of every kind that people may have, and what each is."""
COMMANDS: dict[str, tuple[str, ...]] = {
    "board FILE": ("a.board.toml", "a.grid.toml"),
    "simulate --board FILE": ("a.board.toml", "a.grid.toml"),
    "print board FILE": ("a.board.toml", "a.grid.toml"),
    "board import FILE -o new.toml": ("map.json", "map.tmx"),
    "board import map.tmx --mapping FILE -o new.toml": ("mapping.toml",),
    "check FILE": ("a.scenario.toml",),
    "explain FILE": ("a.scenario.toml",),
    "decks check FILE": ("a.deck.toml",),
    "decks import FILE --state kept": ("a.deck.toml",),
    "simulate --game diesel --deck FILE": ("a.deck.toml",),
    "print cards --list FILE": (),
    "table check FILE": ("table.toml",),
    "hardware parts --plan FILE": ("reader.toml",),
    "games import FILE --state kept": ("race.txt",),
    "games replay FILE --state kept": ("race.txt",),
}
"""Every command that reads a file, and the samples of its kind."""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with all samples."""
    for name, (content, _) in SAMPLES.items():
        (tmp_path / name).write_bytes(
            content if isinstance(content, bytes) else content.encode("utf-8")
        )
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", SAMPLES)
def test_every_kind_is_recognised(name: str) -> None:
    """Recognise each kind by its bytes and its text."""
    content, words = SAMPLES[name]
    found = file_kind(content)
    assert found is not None and found.words.startswith(words)
    data = content if isinstance(content, bytes) else content.encode("utf-8")
    assert file_kind(data) == found


@pytest.mark.parametrize(
    "content",
    [
        "",
        " \n",
        "[",
        "{",
        "[1",
        '{"a":',
        "<",
        "x",
        "name = 3",
        "[a]\nb = 1",
        "a,b\nc\n",
        b"\xff",
        b"",
        "[" * 100_000,
        "9" * 5000,
    ],
    ids=str,
)
def test_what_nobody_knows_is_left_to_the_parser(content: str | bytes) -> None:
    """Leave a file with a slip to its parser."""
    assert file_kind(content[:100_000]) is None or not str(content).startswith(("name", "[a]"))


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_says_what_it_was_given(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Name the kind that was found and the one expected, and write nothing."""
    for name, (_, words) in SAMPLES.items():
        if name in COMMANDS[command]:
            continue
        assert main(command.replace("FILE", name).split()) == 2, (command, name)
        said = capsys.readouterr().err.strip()
        assert (
            said.startswith(f"clockwork-derby: {name}: found {words}")
            and ", expected " in said
            and "\n" not in said
        ), (command, name, said)
    assert not Path("new.toml").exists()


def test_the_command_that_takes_it_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """Name the right command with the file, to be typed as shown."""
    main(["board", "a.scenario.toml"])
    assert capsys.readouterr().err == recorded("expected-a-board-file-for-a")
    main(["board", "import", "a.board.toml", "-o", "new.toml"])
    assert capsys.readouterr().err.strip() == recorded("found-a-board-file-expected-a")


def test_a_slip_keeps_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    """Report the fault of a file of the right kind by its line."""
    Path("slip.scenario.toml").write_text(SCENARIO.replace("move1", "mve1"), "utf-8")
    Path("slip.board.toml").write_text("board = 3\nnam = 'x'\n", "utf-8")
    main(["check", "slip.scenario.toml"])
    main(["board", "slip.board.toml"])
    first, second = capsys.readouterr().err.splitlines()
    assert "slip.scenario.toml:6: found 'mve1@490'" in first and second == recorded(
        "slip-board-toml-2-found-key"
    )


def test_a_table_on_the_header_is_no_scenario() -> None:
    """Read the file of `--table gpio:FILE` as a table."""
    with pytest.raises(
        FormatError, match=r"a\.scenario\.toml: found a scenario file, expected a table file"
    ):
        read_table_file("a.scenario.toml")


@pytest.mark.parametrize(
    "command",
    ["simulate --turns 1 --db", "tournament --races 1 --turns 1 --pilots random --alone --db"],
)
def test_a_file_of_mine_is_no_damaged_database(
    command: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Refuse a foreign file in place of a database, and leave it there."""
    before = {path: path.read_bytes() for path in here.iterdir()}
    for name, (_, words) in SAMPLES.items():
        if name == "journal.db":
            continue
        assert main([*command.split(), name]) == 2, name
        assert f"{name}: found {words}" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in here.iterdir()} == before


def test_a_foreign_file_among_own_boards(here: Path) -> None:
    """Leave out a foreign file among own boards, with its kind."""
    (here / "boards").mkdir()
    (here / "boards/deck.board.toml").write_text(str(SAMPLES["a.deck.toml"][0]), "utf-8")
    (here / "boards/picture.board.toml").write_bytes(bytes(SAMPLES["board.png"][0]))  # type: ignore[arg-type]
    trouble = str(kept_boards(here, usual_game()).trouble)
    assert trouble == recorded("picture-board-toml-found-a-picture")


def test_an_update_is_a_wheel(capsys: pytest.CaptureFixture[str]) -> None:
    """Do not call a foreign file an incomplete update."""
    assert main(["update", "check", "board.png"]) == 2
    assert capsys.readouterr().err == recorded("clockwork-derby-board-png-is-no")


def test_an_archive(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Say that an archive must be unpacked."""
    with zipfile.ZipFile(here / "boards.zip", "w") as packed:
        packed.writestr("x", json.dumps({}))
    assert main(["board", "boards.zip"]) == 2
    assert capsys.readouterr().err == recorded("found-an-archive-ZIP-or-a")
