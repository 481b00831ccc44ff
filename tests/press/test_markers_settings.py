"""The choices of the last session are printed."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.app.recording import CHOSEN
from companion.commands.race._sheets import chosen_looks
from companion.engine.rules import Rules
from companion.folders import JOURNAL
from companion.journal.base import Batch
from companion.journal.store import open_journal
from companion.press.clanks import LIVERIES
from companion.session.messages import SetColour, SetName, SetRule
from tests.kept import LATER, evening, say
from tests.press.prints import words
from tests.recorded import recorded


@pytest.fixture
def chosen(tmp_path: Path) -> Path:
    """Return a state folder with chosen settings and a name."""
    with evening(tmp_path) as loop:
        say(
            loop,
            SetRule("lives", "inf"),
            SetRule("card_lock", "off"),
            SetName(3, "Ada"),
            SetColour(3, "jade"),
        )
    return tmp_path


def test_settings_of_the_last_evening(chosen: Path) -> None:
    """Print settings, names and colours as last chosen, and defaults for the others."""
    rules, (_, _, third, fourth, *_) = chosen_looks(chosen)
    assert rules == Rules(lives=None, card_lock=False)
    assert third == (3, "Ada", "jade", "triangle") and fourth == (4, "AZURE", "azure", "diamond")


def test_nothing_chosen_is_as_usual(tmp_path: Path) -> None:
    """Print the defaults for an empty folder, which stays empty."""
    assert chosen_looks(tmp_path) == (Rules(), LIVERIES)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "kept",
    [
        "",
        "[]",
        "{}",
        '{"setup": 3}',
        '{"setup": {"words": {"lives": "nine"}, "seats": []}}',
        '{"setup": {"words": []}}',
    ],
)
def test_settings_that_nobody_can_read_are_as_usual(kept: str, tmp_path: Path) -> None:
    """Print the defaults if the last choices cannot be read."""
    with closing(open_journal(tmp_path / JOURNAL, LATER)) as journal:
        journal.append(Batch(0, (), LATER, settings={CHOSEN: kept}))
        assert journal.settings() == {CHOSEN: kept}
    assert chosen_looks(tmp_path) == (Rules(), LIVERIES)


def test_the_command_prints_them(
    chosen: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Print the settings and the name by `print markers --only rules,plates --state DIR`."""
    file = tmp_path / "markers.pdf"
    assert (
        main(
            ["print", "markers", "--only", "rules,plates", "--state", str(chosen), "-o", str(file)]
        )
        == 0
    )
    assert "3 pages" in capsys.readouterr().out
    data = file.read_bytes()
    assert "Ada" in words(data, 0) and "No limit" in words(data, 2) and "usual: 3" in words(data, 2)


def test_names_in_every_alphabet_are_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Print names as chosen; report what no font has, and draw a sign in its place."""
    names = ("ŁUKASZ", "ΓΙΩΡΓΟΣ", "ЕКАТЕРИНА", "DVOŘÁK")
    with evening(tmp_path) as loop:
        say(loop, *(SetName(seat, name) for seat, name in enumerate(names, 1)))
    order, file = (
        [
            "print",
            "markers",
            "--only",
            "plates",
            "--state",
            str(tmp_path),
            "-o",
            str(tmp_path / "markers.pdf"),
        ],
        tmp_path / "markers.pdf",
    )
    assert main(order) == 0 and "warning" not in capsys.readouterr().out
    assert all(name in words(file.read_bytes(), 0) for name in names)
    with closing(open_journal(tmp_path / JOURNAL, LATER)) as journal:
        journal.append(
            Batch(
                0,
                (),
                LATER,
                settings={CHOSEN: journal.settings()[CHOSEN].replace("DVOŘÁK", "李🤖 X")},
            )
        )
    assert main(order) == 0
    assert capsys.readouterr().out == recorded("file-warning-no-font-here-has", file=file)
