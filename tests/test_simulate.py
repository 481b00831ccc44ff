"""`clockwork-derby simulate`: whole games by session and touch readers, with a full trace.

The same seed plays the same games.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.__main__ import main
from companion.app.loop import catalogue, open_session, play_to_the_end
from companion.commands._unattended import PlannedRace, RuleGuard, play_race
from companion.content import board_names
from companion.engine.events import Moved
from companion.engine.rules import OPTIONS
from companion.errors import RuleError, TableError
from companion.games import usual_game
from companion.session.commands import RecordEvents
from companion.session.messages import Begin
from tests.recorded import recorded
from tests.session.evenings import YARD, yard
from tests.session.hands import Hands

Run = tuple[int, str, str]


@pytest.fixture
def simulate(capsys: pytest.CaptureFixture[str]) -> Any:
    """Return what runs the command in this process: exit status, output, errors."""

    def run(*words: str) -> Run:
        status = main(["simulate", *words])
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


def games(output: str) -> list[dict[str, Any]]:
    """Return the games of a run with --json, without their times."""
    found = [json.loads(line) for line in output.splitlines()]
    assert all(game.pop("seconds") >= 0 for game in found)
    return found


def test_every_game_is_one_object(simulate: Any) -> None:
    """Print a line per game: seed, board, turns, winner, deaths and hash; take boards in turn."""
    status, out, err = simulate("--games", "8", "--seats", "3", "--seed", "40", "--json")
    assert (status, err) == (0, "")
    found = games(out)
    assert [game["seed"] for game in found] == list(range(40, 48))
    assert [game["board"] for game in found] == list(board_names())[:8]
    for game in found:
        assert (
            set(game) == {"seed", "board", "turns", "winner", "over", "deaths", "hash"}
            and len(game["hash"].partition("-")[0]) == 16
            and game["turns"] >= 1
        )


def test_the_same_seed_plays_the_same_games(simulate: Any) -> None:
    """Repeat the same output by the same seed but for the time, and other games by another one.

    One game of a run can be repeated by its own seed and board.
    """
    words = ("--games", "4", "--seats", "5", "--rules", "lives=1", "--json")
    first = games(simulate(*words, "--seed", "9")[1])
    assert games(simulate(*words, "--seed", "9")[1]) == first
    assert [game["hash"] for game in games(simulate(*words, "--seed", "90")[1])] != [
        game["hash"] for game in first
    ]
    third = first[2]
    alone = (
        "--seats",
        "5",
        "--rules",
        "lives=1",
        "--json",
        "--seed",
        str(third["seed"]),
        "--board",
        third["board"],
    )
    assert games(simulate(*alone)[1]) == [third]


def test_no_other_process_plays_differently(tmp_path: Path) -> None:
    """Play the same in another process, with another hash seed, traces and summary included."""
    seen = set()
    for number in ("0", "4711"):
        trace = tmp_path / f"{number}.jsonl"
        command = [
            sys.executable,
            "-m",
            "companion",
            "simulate",
            "--games",
            "3",
            "--seats",
            "8",
            "--seed",
            "3",
            "--trace",
            str(trace),
        ]
        done = subprocess.run(
            command,
            env={**os.environ, "PYTHONHASHSEED": number},
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        )
        seen.add((done.stdout, done.stderr, trace.read_text("utf-8")))
    assert len(seen) == 1


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.key)
def test_every_setting_plays_to_an_end(simulate: Any, option: Any) -> None:
    """Play eight clanks with each value of each setting, and check the invariants throughout."""
    for choice in option.choices:
        status, out, err = simulate(
            "--games",
            "2",
            "--seats",
            "8",
            "--turns",
            "40",
            "--rules",
            f"{option.key}={choice.word}",
            "--json",
        )
        assert (status, err, len(games(out))) == (0, "", 2)


def test_the_trace_leads_to_the_engines_positions(simulate: Any, tmp_path: Path) -> None:
    """Arrive at the engine's positions by the instructions alone, at every register and cleanup."""
    path = tmp_path / "trace.jsonl"
    assert (
        simulate(
            "--games",
            "7",
            "--seats",
            "8",
            "--seed",
            "5",
            "--rules",
            "lives=inf",
            "--turns",
            "12",
            "--trace",
            str(path),
        )[0]
        == 0
    )
    hands, starts, compared = Hands({}), 0, 0
    for line in map(json.loads, path.read_text("utf-8").splitlines()):
        if "instruction" in line:
            instruction = line["instruction"]
            assert (
                set(instruction) == {"clank", "moves", "words", "turn", "register"}
                and 1 <= instruction["register"] <= 6
            )
            hands.carry_out(instruction["moves"], instruction["words"])
        elif line["register"] == 0:
            hands, starts = (
                Hands({int(seat): place for seat, place in line["positions"].items()}),
                starts + 1,
            )
            assert line["turn"] == 1 and len(hands.places) == 8
        else:
            assert {int(seat): place for seat, place in line["positions"].items()} == hands.places
            compared += 1
    assert starts == 7 and compared >= 7 * 6 * 10


def test_the_trace_of_a_turn_is_complete(simulate: Any, tmp_path: Path) -> None:
    """Trace registers 1 to 5 and the cleanup in order, each with its positions."""
    path = tmp_path / "trace.jsonl"
    simulate("--seats", "2", "--board", "Fountain Circus", "--turns", "2", "--trace", str(path))
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    closed = [(line["turn"], line["register"]) for line in lines if "positions" in line]
    assert closed == [
        (1, 0),
        *[(turn, register) for turn in (1, 2) for register in (1, 2, 3, 4, 5, 6)],
    ]


def test_the_summary_counts_the_games(simulate: Any) -> None:
    """Count games by board and in all; those given up are undecided."""
    status, out, err = simulate("--games", "24", "--seats", "2", "--turns", "1")
    assert status == 0 and err == ""
    assert out.startswith(
        "24 games, 2 seats, seed 1\n  fountain-circus: 0 of 2 won, 1 turns in the middle"
    )
    assert (
        "all boards: 0 of 24 won" in out
        and "24 games given up after 1 turn, without a winner" in out
    )


def test_a_board_of_ones_own_can_be_played(simulate: Any, tmp_path: Path) -> None:
    """Play any board file with its suggested flags, to a winner on a board this small."""
    path = tmp_path / "yard.board.toml"
    path.write_text(YARD + 'suggested_flags = ["A2"]\n', "utf-8")
    found = games(
        simulate(
            "--board",
            str(path),
            "--seats",
            "3",
            "--games",
            "5",
            "--rules",
            "lives=inf",
            "flag_hit=pass",
            "--json",
        )[1]
    )
    assert any(game["winner"] in (1, 2, 3) for game in found)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--seats", "9"), "--seats is 9; it must be a whole number, from 1 to 8"),
        (("--seats", "0"), "--seats is 0"),
        (("--games", "0"), "--games is 0; it must be a whole number, 1 or more"),
        (("--turns", "-3"), "--turns is -3"),
        (("--seed", ""), "expected a word or a number"),
        (("--board", "going-tram"), "did you mean 'going-train'?"),
        (("--board", "nowhere.board.toml"), "nowhere.board.toml: found no such file"),
        (("--rules", "lives"), "--rules has 'lives'; write it as key=value"),
        (("--rules", "lives=9"), "lives is '9'; it can be inf, 1, 2, 3"),
        (("--rules", "gravity=1"), "'gravity' is no setting"),
        (("--trace", "no/such/folder/trace.jsonl"), "no way to write there"),
    ],
)
def test_what_cannot_be_is_one_sentence(
    simulate: Any, words: tuple[str, ...], complaint: str
) -> None:
    """Return 2, print nothing on the output, and name the fault in one line."""
    status, out, err = simulate(*words)
    assert (status, out, err.count("\n")) == (2, "", 1) and complaint in err


def test_boards_that_cannot_be_raced_on_are_refused(simulate: Any, tmp_path: Path) -> None:
    """Refuse more seats than starts, and a board without suggested flags."""
    path = tmp_path / "yard.board.toml"
    path.write_text(YARD, "utf-8")
    assert simulate("--board", str(path))[2] == recorded(
        "suggests-no-flags-add-a-line", folder=tmp_path
    )
    path.write_text(YARD + 'suggested_flags = ["A2"]\n', "utf-8")
    status, out, err = simulate("--board", str(path), "--seats", "4")
    assert (status, out) == (
        2,
        "",
    ) and err == recorded("4-seats-are-wanted-but-Yard")


def test_a_broken_rule_stops_the_run() -> None:
    """Report a clank that went through a wall with board, seed, turn and register."""
    race = PlannedRace(usual_game(), yard(), 2, {}, 7, 5)
    loop = open_session(seed=7, boards=(yard(),), players=("random", "random"))
    loop.send(Begin())
    assert loop.session.match is not None
    leap = Moved(1, "A1", "D1", 0, 1, "card", None, "7.2.4")
    with pytest.raises(
        RuleError, match="yard, seed 7, turn 2, register 3: seat 1 went from A1 to D1"
    ):
        RuleGuard(loop, race)(RecordEvents(1, 2, 3, (leap,), (), loop.session.match.position))


def test_an_evening_that_stands_still_is_said_so() -> None:
    """Say what is awaited where a person must act and nobody is there."""
    loop = open_session(seed=7, boards=(yard(),), players=("person", "random"))
    loop.send(Begin())
    with pytest.raises(TableError, match="waits on the page 'program'"):
        play_to_the_end(loop, 3)


def test_the_turn_limit_ends_a_game_after_its_cleanup() -> None:
    """End a game that is given up after a whole turn."""
    ended = play_race(
        PlannedRace(usual_game(), catalogue(["fountain-circus"])[0], 2, {"lives": "inf"}, 1, 3)
    )
    assert (ended.turns, ended.over, ended.winners) == (3, False, ())


def test_no_bar_without_a_terminal(simulate: Any) -> None:
    """Draw no bar into a pipe."""
    assert simulate("--games", "2")[2] == ""
