"""What was chosen for the last evening comes out on paper."""
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
from tests.press.printed import words


@pytest.fixture
def chosen(tmp_path: Path) -> Path:
    """A state folder in which somebody has chosen settings and a name."""
    with evening(tmp_path) as loop:
        say(loop, SetRule("lives", "inf"), SetRule("card_lock", "off"), SetName(3, "Ada"), SetColour(3, "jade"))
    return tmp_path


def test_settings_of_the_last_evening(chosen: Path) -> None:
    """Settings, names and colours are those chosen last; what nobody has touched is as usual."""
    rules, (_, _, third, fourth, *_) = chosen_looks(chosen)
    assert rules == Rules(lives=None, card_lock=False)
    assert third == (3, "Ada", "jade", "triangle") and fourth == (4, "COBALT", "cobalt", "diamond")


def test_nothing_chosen_is_as_usual(tmp_path: Path) -> None:
    """An empty folder gives the usual settings, and stays empty."""
    assert chosen_looks(tmp_path) == (Rules(), LIVERIES)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("kept", ["", "[]", "{}", '{"setup": 3}', '{"setup": {"words": {"lives": "nine"}, "seats": []}}', '{"setup": {"words": []}}'])
def test_settings_that_nobody_can_read_are_as_usual(kept: str, tmp_path: Path) -> None:
    """Whatever stands where the last choice is kept, printing goes on."""
    with closing(open_journal(tmp_path / JOURNAL, LATER)) as journal:
        journal.append(Batch(0, (), LATER, settings={CHOSEN: kept}))
        assert journal.settings() == {CHOSEN: kept}
    assert chosen_looks(tmp_path) == (Rules(), LIVERIES)


def test_the_command_prints_them(chosen: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`print markers --only rules,plates --state DIR` has the settings and the name in its file."""
    file = tmp_path / "markers.pdf"
    assert main(["print", "markers", "--only", "rules,plates", "--state", str(chosen), "-o", str(file)]) == 0
    assert "3 pages" in capsys.readouterr().out
    data = file.read_bytes()
    assert "Ada" in words(data, 0) and "No limit" in words(data, 2) and "usual: 3" in words(data, 2)
