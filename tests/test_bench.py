"""`clockwork-derby bench`: measurements measure what they say they do.

The speed of this machine decides nothing here.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from companion.__main__ import main
from companion.app.loop import EventLoop, open_session
from companion.bench import MEASUREMENTS, engine, games
from companion.content import board_names
from tests.recorded import recorded


def test_games_are_played_on_every_shipped_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Play one game on each board in turn, the same in every round, with stable figure names."""
    played: list[EventLoop] = []

    def opened(*table: Any, **choices: Any) -> EventLoop:
        """Return a session as usual, and remember it."""
        played.append(open_session(*table, **choices))
        return played[-1]

    monkeypatch.setattr(games, "open_session", opened)
    monkeypatch.setattr(games, "TURNS", 1)
    assert main(["bench", "games", "--json", "--state", str(tmp_path)]) == 0
    result = json.loads(capsys.readouterr().out)
    assert [figure["name"] for figure in result["figures"]] == recorded(
        "turns-through-session-and-table"
    )
    boards = [loop.session.lobby.setup.board for loop in played if loop.session.match is not None]
    rounds = len(boards) // len(board_names())
    assert rounds > 1 and boards == [*board_names()] * rounds


@pytest.fixture
def growth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the shortest command that measures the curves.

    Its figures are kept in the test's folder.
    """
    monkeypatch.setattr(engine, "POINT", 1)
    return ["bench", "growth", "--quick", "--state", str(tmp_path / "state")]


def test_figures_are_kept_and_compared(
    tmp_path: Path, growth: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Keep a line per run with all that a comparison needs, and say how much faster the next is.

    Damaged lines and those of another build are skipped.
    """
    file = tmp_path / "state/bench.jsonl"
    assert main(growth) == 0
    assert "on 20" not in capsys.readouterr().out
    first = json.loads(file.read_text("utf-8"))
    assert (
        first["when"][:10] == datetime.now(UTC).date().isoformat()
        and first["measurement"] == "growth"
        and first["build"] == "plain"
    )
    assert first["yardstick"] > 0 and {"version", "python"} <= first.keys()
    slow = {
        **first,
        "when": "2020-02-29T12:00:00+00:00",
        "figures": [{**figure, "value": figure["value"] * 1000} for figure in first["figures"]],
    }
    others = [
        {**slow, "build": "compiled", "when": "2020-03-01"},
        {**slow, "measurement": "turns"},
        {**slow, "figures": [{"name": 3}]},
        [],
        {},
    ]
    file.write_text(
        "\n".join([json.dumps(slow), *map(json.dumps, others), '{"when": "20']), "utf-8"
    )
    assert main([*growth, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert {figure["name"] for figure in result["figures"]} == {
        figure["name"] for figure in first["figures"]
    }
    assert all("% faster than on 2020-02-29" in figure["compared"] for figure in result["figures"])
    assert json.loads(file.read_text("utf-8").splitlines()[-1])["figures"] != first["figures"], (
        "it stands on a line of its own, behind one that was cut"
    )


def test_figures_that_cannot_be_kept_are_said_all_the_same(
    tmp_path: Path, growth: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Print the figures although the folder cannot be made; one sentence names the file."""
    (tmp_path / "state").write_text("no folder", "utf-8")
    assert main(growth) == 1
    captured = capsys.readouterr()
    assert (
        "register, 8 clanks: " in captured.out
        and captured.err == recorded("cannot-be-saved-in-tmp_path-state", tmp_path=tmp_path)
        and "--state" in captured.err
    )


def test_curves_are_drawn(tmp_path: Path, growth: list[str]) -> None:
    """Draw one panel for clanks, squares and elements, with the earlier run in the background."""
    for _ in range(2):
        assert main([*growth, "--plot", str(tmp_path / "growth.svg")]) == 0
    drawn = (tmp_path / "growth.svg").read_text("utf-8")
    assert all(
        title in drawn
        for title in (
            "clanks on 12×16 squares",
            "squares, with 8 clanks",
            "elements on 12×16 squares",
        )
    )
    assert drawn.count(datetime.now(UTC).date().isoformat()) == 2


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("growth.pdf", "found 'growth.pdf', expected a name that ends with .png or .svg"),
        ("nowhere/growth.svg", "there is no folder"),
        ("growth.svg", "install the extra plots"),
    ],
)
def test_a_picture_that_cannot_be_is_refused_at_once(
    name: str,
    words: str,
    tmp_path: Path,
    growth: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Refuse the picture before anything is measured; a missing library is named with its extra."""
    monkeypatch.setattr("companion.tournament.plot.find_spec", lambda module: None)
    assert main([*growth, "--plot", str(tmp_path / name)]) == 2
    captured = capsys.readouterr()
    assert words in captured.err and not captured.out


def test_a_picture_needs_its_measurement(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Name the measurement with curves if only others are asked for."""
    assert main(["bench", "turns", "--plot", str(tmp_path / "growth.svg")]) == 2
    assert capsys.readouterr().err == recorded("plot-draws-the-measurement-growth-name")


SMALLEST: dict[str, dict[str, object]] = {
    "turns": {"engine.TURNS": 3},
    "register": {},
    "extended": {"engine.KINDS_TURNS": 3},
    "growth": {"engine.POINT": 1},
    "games": {"games.TURNS": 1, "games.board_names": lambda: ("fountain-circus",)},
    "readers": {"readers.SEATS": 2, "readers.ROUNDS": 1, "readers.IDLE": 0.1},
    "journal": {"games.COMMITS": 5, "games.LONG": 100},
    "flood": {"screen.FLOODS": 1, "screen.FLOOD": 0.5, "screen.SETTLED": 0.0},
    "resume": {"games.KEPT_TURNS": 1},
    "startup": {"screen.STARTS": 1},
    "playback": {"playback.STILL": 0.1, "playback.PIECES": 2},
    "pilots": {"pilots.TURNS": 1, "pilots.FIELDS": (2,), "pilots.BOARDS": ("fountain-circus",)},
    "answers": {"pilots.QUESTIONS": 1, "pilots.PLAYERS": (2,)},
    "thinking": {"thinking.TURNS": 1},
    "phones": {"phones.TAPS": 9, "phones.REST": 0.01, "phones.FLOOD": 0.5, "phones.SETTLED": 0.0},
}
"""The measurements, and what makes each of them as short as possible."""


@pytest.mark.parametrize("name", MEASUREMENTS)
def test_every_measurement_can_be_taken(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Take each measurement once, as small as possible, and get figures.

    A window that no longer opens, or a page that is never reached, shows here.
    """
    for place, value in SMALLEST[name].items():
        monkeypatch.setattr(f"companion.bench.{place}", value)
    monkeypatch.setattr(
        "companion.bench._YARDSTICK", compile("for i in range(1000): pass", "<yardstick>", "exec")
    )
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    status, captured = (
        main(["bench", name, "--quick", "--json", "--state", str(tmp_path / "state")]),
        capsys.readouterr(),
    )
    assert (status, captured.err) == (0, "")
    figures = json.loads(captured.out)["figures"]
    assert figures and all(figure["value"] >= 0 for figure in figures)
