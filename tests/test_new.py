"""`clockwork-derby new` writes packages that play, and `conform` says what to mend in them."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.commands import conform
from companion.content.languages import WORDS
from companion.content.languages.po import read_po, translations
from companion.plugins import plugins
from companion.signals import (
    BADCODE,
    EMPTY,
    OK,
    PULL,
    REST,
    HandleMoved,
    InsertCard,
    NameTag,
    ReaderBack,
    SlotRead,
)
from companion.table.seats import Seats
from tests.packages import install
from tests.recorded import recorded

NAMES = {
    "game": "lowest-card",
    "pilot": "sorted-out",
    "table": "tag-pipe",
    "element": "merry-go-round",
}


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of the path, which is the current one."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    return tmp_path


def written(kind: str, site: Path, name: str, change: tuple[str, str] = ("", "")) -> str:
    """Write a package and install it, with one change in its code; return its module."""
    assert main(["new", kind, name, "--folder", str(site / "new")]) == 0
    project = tomllib.loads((site / "new" / "pyproject.toml").read_text("utf-8"))
    module = name.replace("-", "_")
    files = {
        path.relative_to(site / "new").as_posix(): path.read_text("utf-8").replace(*change)
        if change[0]
        else path.read_text("utf-8")
        for path in (site / "new" / module).rglob("*")
        if path.is_file()
    }
    points = project["project"]["entry-points"]
    kinds = {group.removeprefix("clockwork_derby."): names for group, names in points.items()}
    install(site, project["project"]["name"], files, kinds)
    return module


def test_a_new_game_is_played(site: Path) -> None:
    """Play a new game to its end, by pilots."""
    key = written("game", site, NAMES["game"])
    assert main(["simulate", "--game", key, "--seats", "4"]) == 0


def test_a_new_element_conforms(site: Path) -> None:
    """Play its scenario, and find all that boards and the list of elements need.

    In another process: the list of elements is made once.
    """
    written("element", site, NAMES["element"])
    for words in (["check", str(site / "new")], ["conform", NAMES["element"]]):
        done = subprocess.run(
            [sys.executable, "-m", "companion", *words],
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONPATH": str(site)},
        )
        assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("Everything conforms.\n")


@pytest.mark.parametrize("kind", ["pilot", "table"])
def test_new_pilots_and_readers_conform(
    site: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Test pilots and readers unchanged."""
    key = written(kind, site, NAMES[kind])
    assert main(["conform", NAMES[kind], "--table", f"{key}:{site / 'pipe'}"]) == 0
    assert capsys.readouterr().out.endswith("Everything conforms.\n")


def test_tags_come_through_a_pipe(site: Path) -> None:
    """Read tags from the lines of a pipe, skip lines without meaning, and name a tag once for all.

    A seat that no line came from is played on the screen.
    """
    key = written("table", site, "other-pipe")
    make = plugins("tables", ())[key].load().table
    for code in (None, 142):
        table = make(str(site / "pipe"), clock=time.monotonic, seats=Seats(site / "seats.toml"))
        table.open()
        table.poll()
        with (site / "pipe").open("w") as pipe:
            pipe.write("2 4 04A2B1\nno card\n1 x\n2 pull\n2 5 -\n9 1 4\n2 1")
        heard = [one for one in table.poll() if getattr(one, "seat", 0) == 2]
        read = SlotRead(2, 4, BADCODE) if code is None else SlotRead(2, 4, OK, code)
        assert SlotRead(2, 5, EMPTY) in heard
        signals = [one for one in heard if getattr(one, "status", "") != EMPTY]
        assert signals == [ReaderBack(2), read, HandleMoved(2, PULL), HandleMoved(2, REST)]
        table.do(NameTag("04A2B1", 142, "move1@490"))
        table.do(InsertCard(1, 1, 7))
        said = table.poll()
        assert SlotRead(2, 4, OK, 142) in said and SlotRead(1, 1, OK, 7) in said
        table.close()


@pytest.mark.parametrize(
    ("name", "kind", "change"),
    [
        ("locked-in", "pilot", ("ask.program.free", "()")),
        ("lucky", "pilot", ("sorted(", "list(random.choice([0, 1]) and ")),
        ("outdated", "pilot", ("INTERFACE = 1", "INTERFACE = 0")),
        (
            "silent-tags",
            "table",
            ("return ScreenFallback(", "return (lambda table, clock: table)("),
        ),
    ],
)
def test_what_is_to_be_mended(
    site: Path, name: str, kind: str, change: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Report a pilot that answers nonsense or uses its own chance, and readers without signals."""
    key = written(kind, site, name, change)
    assert main(["conform", key, "--table", f"{key}:{site / 'pipe'}"]) == 1
    assert "  mend: " in capsys.readouterr().out


# The contract opens windows, which takes minutes on a busy machine.
@pytest.mark.timeout(900)
def test_a_game_that_tells_secrets(site: Path) -> None:
    """The contract names the promise that is broken, and by whom, and no other one."""
    change = ("[seat == viewer for seat in position.seats]", "[True for seat in position.seats]")
    key = written("game", site, "leaky-cards", change)
    done = subprocess.run(
        [sys.executable, "-m", "companion", "conform", key],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(site)},
    )
    lines = done.stdout.splitlines()
    mended = [line for line in lines if line.startswith("  mend: ")]
    assert done.returncode == 1 and len(mended) == 2, done.stdout + done.stderr
    assert all("nowhere to be seen" in line and "seat" in line for line in mended)
    assert lines[-1] == "Faults: 2" and sum(line.startswith("  ok ") for line in lines) > 30


def test_words_of_a_language_that_name_other_holes(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Report each translation with other holes, with both sentences."""
    words = 'msgid "{clank} wins"\nmsgstr "{klank} wint"\n\nmsgid "Play"\nmsgstr ""\n'
    files = {"frisian/__init__.py": "INTERFACE = 1\nNAME = 'Frysk'\n", "frisian/fy.po": words}
    install(site, "frisian", files, {"languages": {"fy": "frisian"}})
    assert main(["conform", "frisian"]) == 1
    assert capsys.readouterr().out == recorded("frisian")


def test_a_new_language_has_all_sentences(tmp_path: Path) -> None:
    """They are those of the German file, without their translations."""
    assert main(["new", "language", "fy", "--folder", str(tmp_path / "fy")]) == 0
    text = (tmp_path / "fy/clockwork_fy/fy.po").read_text("utf-8")
    german = (WORDS / "de.po").read_text("utf-8")
    assert [*translations(text)] == [b""]
    for key in ("msgid ", "msgid_plural ", "msgctxt ", "msgstr"):
        assert text.count(f"\n{key}") == german.count(f"\n{key}") - (key == "msgid ")
    filled = text.replace(
        'msgid "Nobody wins."\nmsgstr ""', 'msgid "Nobody wins."\nmsgstr "Nimmen."'
    )
    assert read_po(filled).gettext("Nobody wins.") == "Nimmen."


def test_without_pytest(
    site: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Say what to do if pytest is missing, which tests a game."""
    key = written("game", site, "untested")
    monkeypatch.setattr(conform, "find_spec", lambda name: None)
    assert main(["conform", key]) == 1
    assert "pip install pytest" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["class", "9-lives", "json", "a/b"])
def test_names_that_cannot_be_taken(
    site: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Refuse a keyword of Python, an invalid name and an existing module."""
    assert main(["new", "game", name]) == 2
    assert capsys.readouterr().err == recorded(name)
    assert not [*site.iterdir()]


def test_a_folder_that_is_there(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Overwrite nothing in an existing folder, and test no package that is not installed."""
    (site / "lots" / "mine").mkdir(parents=True)
    assert main(["new", "pilot", "lots"]) == 2
    assert main(["conform", "lots"]) == 2
    assert capsys.readouterr().err == recorded("lots")
