"""`clockwork-derby tournament`: the same races in any processes and interruptions."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image

import companion.games
from companion.__main__ import main
from companion.pilots.base import pilots as shipped
from companion.tournament.match import RaceOutcome
from companion.tournament.schedule import Schedule
from companion.tournament.store import open_store, read_store
from tests.games.conftest import PROOF
from tests.recorded import NUMBER, recorded
from tests.session.evenings import YARD
from tests.tournament.players import HERE, KILL, READY

SMALL = (
    "--boards",
    "fountain-circus",
    "--seats",
    "2",
    "--races",
    "8",
    "--turns",
    "4",
    "--rules",
    "lives=inf",
)
LONG = (*SMALL, "--races", "24")
Run = tuple[int, str, str]


@pytest.fixture
def tournament(capsys: pytest.CaptureFixture[str]) -> Any:
    """Return what runs the command in this process: exit status, output, errors."""

    def run(*words: object) -> Run:
        status = main(
            ["tournament", *(() if "--workers" in words else ("--workers", "1")), *map(str, words)]
        )
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


def pilots(*names: str) -> tuple[str, str]:
    """Return the option for pilots of the tests (in capitals) and shipped ones."""
    return "--pilots", ",".join(f"{HERE}:{name}" if name.isupper() else name for name in names)


def results(file: Path) -> list[Any]:
    """Return the results of every race in a file, without times."""
    with read_store(file) as store:
        return [outcome.result for outcome in store.outcomes()]


def outcomes(file: Path) -> list[RaceOutcome]:
    """Return all that is kept of every race."""
    with read_store(file) as store:
        return store.outcomes()


def elsewhere(file: Path, *words: str, kill: str) -> subprocess.CompletedProcess[str]:
    """Run the command with two workers until a pilot sends a signal; all processes end."""
    # It receives Ctrl+C as in a terminal, although a background shell makes these tests ignore it.
    begun = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); from "
        "companion.__main__ import main; sys.exit(main())"
    )
    command = [sys.executable, "-c", begun, "tournament", *words, "--db", str(file)]
    # Its output is closed only when the last process has ended.
    return subprocess.run(
        command,
        env={**os.environ, KILL: kill},
        capture_output=True,
        text=True,
        timeout=100,
        start_new_session=True,
    )


def scripted(file: Path, script: str) -> None:
    """Write a database by another program."""
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(script)


# ---- The same races ------------------------------------------------------------------------------


def test_processes_play_the_same_races(tournament: Any, tmp_path: Path) -> None:
    """Play to the same last position of each race in one process or two."""
    for workers in (1, 2):
        assert tournament(
            *pilots("SHARP", "random"),
            *SMALL,
            "--workers",
            workers,
            "--db",
            tmp_path / f"{workers}.db",
        )[::2] == (0, "")
    assert (
        results(tmp_path / "1.db") == results(tmp_path / "2.db")
        and len(results(tmp_path / "1.db")) == 8
    )


def test_equal_pilots_win_equally_often(tournament: Any, tmp_path: Path) -> None:
    """Play both races of a pair with exchanged names, so that equal pilots draw; pairs differ."""
    status, out, _ = tournament(
        *pilots("CHANCE", "random"),
        "--races",
        "4",
        "--turns",
        "8",
        "--boards",
        "all",
        "--db",
        tmp_path / "t.db",
        "--json",
    )
    assert status == 0 and {
        meeting["shares"]["random"][0] for meeting in json.loads(out)["meetings"]
    } == {0.5}
    played = outcomes(tmp_path / "t.db")
    assert all(
        first[1:5] == second[1:5] for first, second in zip(played[::2], played[1::2], strict=True)
    )
    assert len({outcome.digest for outcome in played}) == 24


def test_another_seed_plays_other_races(tournament: Any, tmp_path: Path) -> None:
    """Take all chance from the seed."""
    for seed in "ab":
        tournament(
            "--pilots",
            "random",
            "--alone",
            "--boards",
            "going-train",
            "--races",
            "2",
            "--turns",
            "3",
            "--seed",
            seed,
            "--db",
            tmp_path / seed,
        )
    assert not {outcome.digest for outcome in outcomes(tmp_path / "a")} & {
        outcome.digest for outcome in outcomes(tmp_path / "b")
    }


# ---- Stop and go on ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("workers", "kills"), [("1", ("self 9 20", "self 9 20")), ("2", ("parent 9 20", "parent 9 3"))]
)
def test_a_tournament_that_is_killed_goes_on(
    tournament: Any, tmp_path: Path, workers: str, kills: tuple[str, str]
) -> None:
    """Resume after kill -9 in mid-race, twice, without repeating races or leaving workers."""
    words = (*pilots("FATAL", "random"), *LONG)
    assert tournament(*words, "--db", tmp_path / "whole.db")[0] == 0
    killed = tmp_path / "killed.db"
    kept: list[RaceOutcome] = []
    before: list[RaceOutcome] = []
    for kill in kills:
        assert (
            elsewhere(killed, *words, "--workers", workers, kill=kill).returncode == -signal.SIGKILL
        )
        before, kept = kept, outcomes(killed)
        assert before == [outcome for outcome in kept if outcome in before] and len(kept) < 24
    assert workers == "2" or 0 < len(before) < len(kept)
    assert tournament(*words, "--db", killed)[0] == 0
    assert results(killed) == results(tmp_path / "whole.db")
    assert all(outcome in outcomes(killed) for outcome in kept)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_says_what_is_kept(tournament: Any, tmp_path: Path, workers: str) -> None:
    """End by Ctrl-C with one sentence and a shell's status, and resume by the same command."""
    words, file = (*pilots("FATAL", "random"), *LONG), tmp_path / "t.db"
    done = elsewhere(file, *words, "--workers", workers, kill="group 2 20")
    kept = len(outcomes(file))
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr == recorded("clockwork-derby-kept-of-24-races", kept=kept, file=file)
    assert tournament(*words, "--db", file)[0] == 0 and len(outcomes(file)) == 24


def test_a_worker_that_dies_is_named(tmp_path: Path) -> None:
    """Stop with one sentence when a worker dies."""
    done = elsewhere(
        tmp_path / "t.db", *pilots("FATAL", "random"), *LONG, "--workers", "2", kill="self 9 20"
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (
        2,
        "",
        1,
    ) and done.stderr == recorded("a-worker-has-died", folder=tmp_path, kept=NUMBER)


def test_a_full_disk_is_named(tournament: Any, tmp_path: Path) -> None:
    """Name a full disk and what is kept, and resume later to the same end."""
    words = (*pilots("SHARP", "random"), *LONG, "--workers", "1", "--db")
    assert tournament(*words, tmp_path / "whole.db")[0] == 0
    # The plan fits, and a few races.
    command = [
        "sh",
        "-c",
        'ulimit -f 80; exec "$@"',
        "sh",
        sys.executable,
        "-m",
        "companion",
        "tournament",
        *words,
        str(tmp_path / "t.db"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100)
    kept = len(outcomes(tmp_path / "t.db"))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1) and 0 < kept < 24
    assert done.stderr == recorded(
        "the-races-cannot-be-saved-there", folder=tmp_path
    ) and done.stderr == recorded("kept-of-24-races-are-saved", kept=kept, folder=tmp_path)
    assert tournament(*words, tmp_path / "t.db")[0] == 0 and results(tmp_path / "t.db") == results(
        tmp_path / "whole.db"
    )


def test_more_races_play_the_further_ones(tournament: Any, tmp_path: Path) -> None:
    """Play only further races for a larger number; sum up fewer for a smaller one."""
    words = (*pilots("SHARP", "random"), *SMALL, "--db", tmp_path / "t.db", "--json")
    short = json.loads(tournament(*words, "--races", "4")[1])
    first = outcomes(tmp_path / "t.db")
    whole = json.loads(tournament(*words)[1])
    assert (short["races"], whole["races"]) == (4, 8) and outcomes(tmp_path / "t.db")[:4] == first
    assert json.loads(tournament(*words, "--races", "3")[1]) == short


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--seed", "2"), "seed 1 and not 2"),
        (
            ("--turns", "5", "--boards", "going-train"),
            "grounds fountain-circus and not going-train; turns 4 and not 5",
        ),
        (("--rules", "card_lock=off"), "settings "),
        (pilots("random", "CHANCE"), "fields "),
    ],
)
def test_a_file_of_another_tournament_is_refused(
    tournament: Any, tmp_path: Path, words: tuple[str, ...], complaint: str
) -> None:
    """Refuse the file of another tournament with the difference, and lose nothing."""
    tournament(*pilots("SHARP", "random"), *SMALL, "--db", tmp_path / "t.db")
    kept = results(tmp_path / "t.db")
    status, out, err = tournament(
        *pilots("SHARP", "random"), *SMALL, *words, "--db", tmp_path / "t.db"
    )
    assert (
        (status, out, err.count("\n")) == (2, "", 1)
        and "holds another tournament" in err
        and complaint in err
    )
    assert results(tmp_path / "t.db") == kept


def test_pilots_that_have_changed_are_refused(
    tournament: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Refuse to count races of an earlier version of a pilot."""
    monkeypatch.syspath_prepend(str(tmp_path))
    own = tmp_path / "pilot_of_ones_own.py"
    words = (
        "--pilots",
        "random,pilot_of_ones_own:PILOT",
        *SMALL,
        "--workers",
        "2",
        "--db",
        str(tmp_path / "t.db"),
    )
    for change, status in (("", 0), ("", 0), ("# Better.\n", 2)):
        own.write_text(
            (
                f"from companion.pilots.random_pilot import RandomPilot\nPILOT = "
                f"RandomPilot()\n{change}"
            ),
            "utf-8",
        )
        done = subprocess.run(
            [sys.executable, "-m", "companion", "tournament", *words],
            env={**os.environ, "PYTHONPATH": str(tmp_path)},
            capture_output=True,
            text=True,
            timeout=100,
        )
        assert done.returncode == status
    assert done.stderr == recorded("its-rules-or-pilots-have-been", folder=tmp_path)


def test_a_file_is_one_tournaments_at_a_time(tournament: Any, tmp_path: Path) -> None:
    """Let one tournament write a file at a time; others may read."""
    file = tmp_path / "t.db"
    tournament(*pilots("SHARP", "random"), *SMALL, "--races", "2", "--db", file)
    with read_store(file) as store:
        schedule: Schedule = store.schedule
    with open_store(file, schedule):
        assert tournament(*pilots("SHARP", "random"), *SMALL, "--db", file)[2] == recorded(
            "another-tournament-is-playing-with-this", folder=tmp_path
        )
        assert tournament("--report", "--db", file)[0] == 0
    assert tournament(*pilots("SHARP", "random"), *SMALL, "--db", file)[0] == 0


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (lambda file: file.write_text("# notes\n" * 100), "is no tournament's file"),
        (lambda file: file.mkdir(), "cannot be saved there"),
        (lambda file: os.mkfifo(file), "cannot be saved there"),
        (lambda file: scripted(file, "CREATE TABLE t (x)"), "is no tournament's file"),
        (
            lambda file: scripted(
                file, "PRAGMA application_id=1145393730; PRAGMA user_version=9; CREATE TABLE t (x)"
            ),
            "another version",
        ),
    ],
)
def test_a_file_of_something_else_is_left_alone(
    tournament: Any, tmp_path: Path, spoil: Any, complaint: str
) -> None:
    """Refuse a foreign file in one sentence, and leave it unchanged."""
    file = tmp_path / "t.db"
    spoil(file)
    before = file.read_bytes() if file.is_file() else b""
    status, out, err = tournament(*pilots("SHARP", "random"), *SMALL, "--db", file)
    assert (status, out, err.count("\n")) == (2, "", 1) and complaint in err
    assert not file.is_file() or file.read_bytes() == before


def test_a_plan_that_was_tampered_with_is_refused(tournament: Any, tmp_path: Path) -> None:
    """Refuse an altered plan by its checksum."""
    file = tmp_path / "t.db"
    tournament(*pilots("SHARP", "random"), *SMALL, "--races", "2", "--db", file)
    connection = sqlite3.connect(file)
    connection.execute("UPDATE plan SET schedule = replace(schedule, 'fountain', 'mountain')")
    connection.commit()
    connection.close()
    for words in ((*pilots("SHARP", "random"), *SMALL), ("--report",)):
        assert tournament(*words, "--db", file)[2] == recorded(
            "does-not-match-its-checksum", folder=tmp_path
        )


# ---- What is said --------------------------------------------------------------------------------


def test_the_better_pilot_is_above(tournament: Any) -> None:
    """Print tables of ratings, boards and thinking, the better pilot first."""
    words = (
        *pilots("random", "SHARP"),
        "--boards",
        "fountain-circus,welding-shop",
        "--races",
        "4",
        "--turns",
        "20",
        "--rules",
        "lives=inf",
    )
    status, out, err = tournament(*words)
    found, lines = json.loads(tournament(*words, "--json")[1]), out.splitlines()
    assert (status, err) == (0, "") and lines[0].startswith(
        "8 races, 2 seats, lives=inf, given up after 20 turns, seed 1, code "
    )
    assert lines[2].replace("|", " ").split()[:6] == ["pilot", "Elo", "95", "%", "races", "points"]
    assert (
        lines[4].startswith(f"| {HERE}:SHARP ")
        and lines[5].startswith("| random ")
        and list(found["ratings"]) == [f"{HERE}:SHARP", "random"]
    )
    rows = {
        line.split("|")[1].strip(): line.split("|")[2].strip()
        for line in lines
        if line.startswith("|")
    }
    shares = {meeting["board"]: meeting["shares"][f"{HERE}:SHARP"] for meeting in found["meetings"]}
    assert (
        rows["won on"] == recorded("HERE-SHARP-against-random", HERE=HERE)
        and rows[f"{HERE}:SHARP against random"] == "8"
    )
    for board, place in (
        ("fountain-circus", "fountain-circus"),
        ("welding-shop", "welding-shop"),
        (None, "**all**"),
    ):
        assert rows[place].startswith(f"{100 * shares[board][0]:.1f} % ")
    assert (
        rows["at least 60 %"]
        == f"{sum(share[0] >= 0.6 for board, share in shares.items() if board)} of 2"
    )


def test_a_ladder_goes_from_step_to_step(tournament: Any) -> None:
    """Play each step of a ladder and top against bottom, or all pairs without it."""
    for words, met in (
        (("--ladder",), [("SHARP", "CHANCE"), ("FAULTY", "SHARP"), ("FAULTY", "CHANCE")]),
        ((), [("FAULTY", "SHARP"), ("FAULTY", "CHANCE"), ("SHARP", "CHANCE")]),
    ):
        found = json.loads(
            tournament(
                *pilots("CHANCE", "SHARP", "FAULTY"),
                *SMALL,
                "--races",
                "2",
                "--turns",
                "1",
                "--json",
                *words,
            )[1]
        )
        assert [
            tuple(name.partition(":")[2] for name in meeting["field"])
            for meeting in found["meetings"]
        ] == met


def test_all_in_one_race(tournament: Any) -> None:
    """Play three pilots in three seats, each once in each."""
    found = json.loads(
        tournament(
            *pilots("CHANCE", "SHARP", "random"), "--together", *SMALL, "--seats", "3", "--json"
        )[1]
    )
    (meeting,) = found["meetings"]
    assert found["races"] == 9 and len(meeting["field"]) == 3
    assert sum(rating["points"] for rating in found["ratings"].values()) == pytest.approx(9)


def test_one_among_its_like(tournament: Any, tmp_path: Path) -> None:
    """Show how soon a pilot alone wins on a tiny board, without a rating."""
    (tmp_path / "yard.board.toml").write_text(YARD + 'suggested_flags = ["A2"]\n', "utf-8")
    words = (
        "--alone",
        "--boards",
        tmp_path / "yard.board.toml",
        "--races",
        "20",
        "--turns",
        "40",
        "--rules",
        "lives=inf",
    )
    found = json.loads(
        tournament(*pilots("random", "SHARP"), *words, "--within", "40", "--json")[1]
    )
    slow, fast = found["meetings"]
    assert (
        found["ratings"] == {}
        and found["seats"] == 1
        and fast["won"] == 20 * fast["won_within"][0] > 15
        and fast["turns"] < slow["turns"]
    )
    soon = json.loads(tournament(*pilots("random", "SHARP"), *words, "--within", "2", "--json")[1])[
        "meetings"
    ]
    assert 0 < soon[1]["won_within"][0] < fast["won_within"][0]


def test_boards_markers_and_settings_multiply(tournament: Any) -> None:
    """Multiply two boards, three layouts of flags and two settings; show each, then all."""
    words = (
        "--boards",
        "going-train,packing-hall",
        "--markers",
        "all",
        "--rules",
        "lives=inf",
        "--rules",
        "lives=1",
        "card_lock=off",
        "--races",
        "2",
    )
    found = json.loads(
        tournament(*pilots("CHANCE", "random"), *words, "--turns", "1", "--seats", "2", "--json")[1]
    )["meetings"]
    assert len(found) == 13 and [meeting["races"] for meeting in found] == [2] * 12 + [24]
    assert {meeting["markers"] for meeting in found} == {"away", "beside", "on", None}
    assert found[1]["settings"] == {"lives": "1", "card_lock": "off"}


def test_a_pilot_that_fails_is_named_and_chance_plays(tournament: Any, tmp_path: Path) -> None:
    """Name a pilot that raises or answers nonsense, and play at random: three slips a race."""
    status, out, err = tournament(*pilots("FAULTY", "random"), *SMALL, "--db", tmp_path / "t.db")
    assert (status, err) == (1, "") and (
        f"{HERE}:FAULTY: chance played for it 24 times, first in race 0 on "
        f"fountain-circus, before the race: it raises"
    ) in out
    (slip,) = outcomes(tmp_path / "t.db")[1].slips
    assert slip.number == 3
    assert [outcome.turns for outcome in outcomes(tmp_path / "t.db")] == [4] * 8


def test_pilots_prepare_once_for_races_that_begin_alike(tournament: Any) -> None:
    """Prepare once for equal beginnings, twice for two boards; it may take seconds."""
    known = READY.known
    known.clear()
    status, _, err = tournament(
        *pilots("READY", "random"),
        *SMALL,
        "--boards",
        "fountain-circus,going-train",
        "--turns",
        "30",
    )
    assert (status, err, len(known)) == (0, "", 2)


def test_all_shipped_pilots_climb_the_ladder(tournament: Any, tmp_path: Path) -> None:
    """Rank all shipped pilots on a tiny board, without slips."""
    (tmp_path / "yard.board.toml").write_text(YARD + 'suggested_flags = ["A2"]\n', "utf-8")
    status, out, err = tournament(
        "--ladder",
        "--boards",
        tmp_path / "yard.board.toml",
        "--races",
        "2",
        "--seats",
        "2",
        "--turns",
        "3",
        "--json",
    )
    found = json.loads(out)
    assert (
        (status, err) == (0, "")
        and set(found["ratings"])
        == {pilot.name for pilot in shipped().values() if pilot.strength >= 0}
        and found["races"] == 2 * len(found["meetings"])
    )


def test_another_game_is_played_as_well(tournament: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play a game without a board to its end."""
    monkeypatch.setattr(companion.games, "__path__", [*companion.games.__path__, str(PROOF)])
    found = json.loads(
        tournament(
            "--game",
            "topcard",
            *pilots("CHANCE", "random"),
            "--races",
            "4",
            "--seats",
            "3",
            "--json",
        )[1]
    )
    (meeting,) = found["meetings"]
    assert meeting["board"] == "" and meeting["won"] == 4 and found["slips"] == {}
    assert (
        "--boards: found 'going-train', but"
        in tournament("--game", "topcard", *pilots("CHANCE", "random"), "--boards", "going-train")[
            2
        ]
    )


def test_a_picture(tournament: Any, tmp_path: Path) -> None:
    """Draw the same PNG and SVG for the same races, with names of pilots and boards."""
    words = (*pilots("SHARP", "random"), *SMALL, "--db", tmp_path / "t.db")
    for name in ("a.png", "a.svg", "b.svg"):
        assert tournament(*words, "--plot", tmp_path / name)[0] == 0
    with Image.open(tmp_path / "a.png") as picture:
        assert picture.width > 400 and len(picture.convert("RGB").getcolors(1 << 20) or ()) > 20
    drawn = (tmp_path / "a.svg").read_text("utf-8")
    words_drawn = "".join(ElementTree.fromstring(drawn).itertext())
    assert (
        f"{HERE}:SHARP" in words_drawn
        and "fountain-circus" in words_drawn
        and drawn == (tmp_path / "b.svg").read_text("utf-8")
    )


# ---- What cannot be ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--pilots", "random"), "one pilot (random) meets nobody"),
        (("--pilots", "random,rendom"), "there is no pilot 'rendom'; did you mean 'random'?"),
        (("--pilots", "random,random"), "names 'random' twice"),
        (("--pilots", ","), "name one at least"),
        (("--pilots", "random,nowhere.module:PILOT"), "No module named 'nowhere'"),
        (("--pilots", f"random,{HERE}:NOBODY"), "has no attribute 'NOBODY'"),
        (("--races", "0"), "--races is 0; it must be a whole number, 1 or more"),
        (("--seats", "0"), "--seats is 0"),
        (("--workers", "0"), "--workers is 0"),
        (("--seats", "1"), "2 pilots meet, but there are 1 seats"),
        (("--seats", "9"), "fountain-circus has 8: ask for 8 seats at most"),
        (("--boards", "going-tram"), "did you mean 'going-train'?"),
        (("--markers", "under"), "has no markers 'under'; it has away, beside, on"),
        (("--rules", "lives=9"), "lives is '9'; it can be"),
        (("--report",), "name it with --db FILE"),
        (("--report", "--db", "nowhere.db"), "nowhere.db: found no such file"),
        (("--db", "no/such/folder/t.db"), "cannot be saved there (No such file or directory)"),
        (("--plot", "t.gif"), "expected a name that ends with .png or .svg"),
        (("--plot", "no/such/folder/t.png"), "there is no folder"),
        (("--cluster", "nonsense://"), "found no Dask scheduler at 'nonsense://'"),
    ],
)
def test_what_cannot_be_is_one_sentence(
    tournament: Any, words: tuple[str, ...], complaint: str
) -> None:
    """Return 2 with one sentence before a race is played."""
    status, out, err = tournament(*pilots("CHANCE", "random"), *words)
    assert (status, out, err.count("\n")) == (2, "", 1) and complaint in err


def test_a_picture_is_not_drawn_into_a_pipe(tournament: Any, tmp_path: Path) -> None:
    """Draw no picture into a pipe, which would wait for ever."""
    os.mkfifo(tmp_path / "t.png")
    assert tournament(*pilots("CHANCE", "random"), *SMALL, "--plot", tmp_path / "t.png")[
        2
    ] == recorded("is-no-plain-file", folder=tmp_path)


@pytest.mark.parametrize(
    ("library", "words", "extra"),
    [
        ("matplotlib", ("--plot", "t.png"), "clockwork-derby[plots]"),
        ("distributed", ("--cluster", "tcp://127.0.0.1:1"), "clockwork-derby[cluster]"),
    ],
)
def test_a_library_that_is_missing_is_named_with_its_extra(
    tournament: Any,
    monkeypatch: pytest.MonkeyPatch,
    library: str,
    words: tuple[str, ...],
    extra: str,
) -> None:
    """Name the extra of a missing library first, for these options only."""
    monkeypatch.setitem(sys.modules, library, None)
    status, out, err = tournament(*pilots("CHANCE", "random"), *SMALL, *words)
    assert (status, out, err.count("\n")) == (2, "", 1) and extra in err
    assert tournament(*pilots("CHANCE", "random"), *SMALL, "--turns", "1")[0] == 0
