"""The rule commands for people and programs: output, streams and exit status."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeAlias

import pytest

from companion import __version__
from companion.__main__ import main
from companion.commands import command, names
from companion.content import board_names
from tests.formats.test_boards import MILL_RACE
from tests.recorded import recorded

GOOD = """board = '''
+----+----+----+
|              |
+    +    +    +
| >         O  |
+----+----+----+
'''
[clanks]
1 = "A1 N"
2 = "C2 N damage=5"
[[turn]]
registers = 1
[expect]
1 = "B1 N damage=0"
2 = "C2 N damage=5 locked=5 deal=4"
winner = 0
"""


class Answer(NamedTuple):
    """The result of a command: its exit status, and the lines on both streams."""

    status: int
    out: list[str]
    err: list[str]


Run: TypeAlias = Callable[..., Answer]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return what runs a command in a folder of this test, in this process."""
    monkeypatch.chdir(tmp_path)

    def call(*words: str) -> Answer:
        status = main(words)
        out, err = capsys.readouterr()
        return Answer(status, out.splitlines(), err.splitlines())

    return call


def put(name: str, text: str = GOOD) -> str:
    """Write a file into the current folder; return its name."""
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text, "utf-8")
    return name


def test_check_all_pass(run: Run) -> None:
    """Print one line and return 0 when all pass."""
    put("a.scenario.toml")
    answer = run("check", "a.scenario.toml")
    assert (answer.status, answer.out, answer.err) == (0, ["1 passed, 0 failed"], [])


def test_check_names_what_fails(run: Run) -> None:
    """Print a line per failing scenario with file, seat, expected and got; return 1."""
    put("a.scenario.toml")
    put(
        "b.scenario.toml",
        GOOD.replace('"B1 N damage=0"', '"A1 N damage=1"').replace("winner = 0", "winner = 2"),
    )
    answer = run("check", "a.scenario.toml", "b.scenario.toml")
    line = (
        "b.scenario.toml: seat 1: expected A1 N damage=1, got B1 N damage=0; winner: expected "
        "winner=2, got winner=0"
    )
    assert (answer.status, answer.out, answer.err) == (1, [line, "1 passed, 1 failed"], [])


def test_check_goes_on_after_a_file_that_cannot_be_read(run: Run) -> None:
    """Report an unreadable file in one sentence, check the others, and return 2."""
    put("a.scenario.toml", GOOD.replace("winner", "winer"))
    put("b.scenario.toml", GOOD.replace('"B1 N damage=0"', '"A1 N"'))
    put("c.scenario.toml")
    answer = run(
        "check", "a.scenario.toml", "b.scenario.toml", "c.scenario.toml", "d.scenario.toml"
    )
    assert (answer.status, answer.out[-1]) == (2, "1 passed, 1 failed")
    assert len(answer.err) == 2
    assert answer.err[0] == recorded("clockwork-derby-a-scenario-toml-16")
    assert answer.err[1] == recorded("clockwork-derby-d-scenario-toml-found")


def test_check_looks_into_folders(run: Run) -> None:
    """Find scenarios in a folder at any depth, in order, and no other files."""
    bad = GOOD.replace('"B1 N damage=0"', '"A1 N"')
    for name in ("set/b.scenario.toml", "set/deep/er/c.scenario.toml", "set/a.scenario.toml"):
        put(name, bad)
    put("set/notes.toml", "no scenario")
    answer = run("check", "set")
    assert [line.partition(":")[0] for line in answer.out[:-1]] == [
        str(Path("set/a.scenario.toml")),
        str(Path("set/b.scenario.toml")),
        str(Path("set/deep/er/c.scenario.toml")),
    ]
    assert (answer.status, answer.out[-1]) == (1, "0 passed, 3 failed")
    assert run("check", "set/deep").status == 1
    Path("empty").mkdir()
    answer = run("check", "empty")
    assert answer.status == 2 and answer.err[0] == recorded("found-a-folder-expected-a-scenario")


def test_check_passes_the_whole_set(run: Run, repository: Path) -> None:
    """Pass the shipped rule tests by command."""
    answer = run("check", str(repository / "tests" / "scenarios"))
    assert (answer.status, answer.err) == (0, [])
    passed, _, rest = answer.out[0].partition(" ")
    assert int(passed) >= 304 and rest == "passed, 0 failed"


def test_resolve_json(run: Run) -> None:
    """Print one object on one line, with the file as written."""
    put("a.scenario.toml")
    answer = run("resolve", "a.scenario.toml", "--json")
    assert answer.status == 0 and len(answer.out) == 1
    result = json.loads(answer.out[0])
    assert [*result] == ["file", "turn", "register", "winner", "clanks"]
    assert (result["file"], result["turn"], result["register"], result["winner"]) == (
        "a.scenario.toml",
        1,
        1,
        None,
    )
    assert result["clanks"]["2"] == {
        "status": "active",
        "square": "C2",
        "heading": "N",
        "damage": 5,
        "lives": 3,
        "next_flag": 1,
        "checkpoints": ["C2/N"],
        "powered_down": False,
        "locked": [5],
        "deal": 4,
    }


def test_resolve_json_with_faults(run: Run) -> None:
    """Print a line per file in order, also for faulty ones."""
    put("a.scenario.toml")
    put("b.scenario.toml", GOOD.replace("A1 N", "A1 X"))
    put("é.scenario.toml")
    answer = run(
        "resolve", "--json", "a.scenario.toml", "b.scenario.toml", "nowhere", "é.scenario.toml"
    )
    first, second, third, fourth = map(json.loads, answer.out)
    assert answer.status == 2 and answer.err == []
    assert (
        first["file"] == "a.scenario.toml"
        and fourth["file"] == "é.scenario.toml"
        and first["clanks"] == fourth["clanks"]
    )
    assert [*second] == [*third] == ["file", "error"]
    assert second["file"] == "b.scenario.toml" and second["error"] == recorded(
        "b-scenario-toml-9-found-heading"
    )
    assert third["file"] == "nowhere" and third["error"] == recorded("found-no-such-file")


def test_resolve_in_words(run: Run) -> None:
    """Print the state without --json as lines of a scenario."""
    put("a.scenario.toml")
    answer = run("resolve", "a.scenario.toml", "nowhere")
    assert answer.out == [
        recorded("a-scenario-toml-turn-1-register"),
        "  seat 1: B1 N damage=0 lives=3 next_flag=1 checkpoints=A1/N deal=9",
        "  seat 2: C2 N damage=5 lives=3 next_flag=1 checkpoints=C2/N locked=5 deal=4",
    ]
    assert answer.status == 2 and len(answer.err) == 1


def test_explain(run: Run) -> None:
    """Print an event a line with its rule, and clanks by name and seat; return 2 for a bad file."""
    put("a.scenario.toml")
    answer = run("explain", "a.scenario.toml")
    assert answer.status == 0
    assert answer.out == recorded("turn-1-register-1-BRASS-seat")
    assert all(line.endswith("]") for line in answer.out)
    answer = run("explain", "nowhere")
    assert (answer.status, answer.out, len(answer.err)) == (2, [], 1)


def test_board_with_warnings(run: Run) -> None:
    """Print a line for a board, with warnings below it, and return 0."""
    put("mill.board.toml", MILL_RACE)
    answer = run("board", "mill.board.toml")
    assert answer.status == 0 and answer.err == []
    assert answer.out == recorded("mill-board-toml-Mill-Race-4x3")


def test_board_with_a_fault(run: Run) -> None:
    """Return 2 for a damaged board with one sentence, and read the next."""
    put("bad.board.toml", MILL_RACE.replace("laser", "lasr"))
    put("set/mill.board.toml", MILL_RACE)
    answer = run("board", "bad.board.toml", "set", "going-train", "goin-train")
    assert answer.status == 2 and len(answer.err) == 2
    assert answer.err[0] == recorded("bad-board-toml-17-found-element")
    assert answer.err[1] == recorded("goin-train-found-no-such-file")
    assert answer.out[-1] == recorded("going-train-Going-Train-12x16-squares")


def test_board_list(run: Run, tmp_path: Path) -> None:
    """List the boards of a game by the names of commands, with and without --list."""
    answer = run("board", "--state", "none")
    keys = [line.partition(":")[0] for line in answer.out[:-1]]
    assert (answer.status, keys, answer.err) == (0, list(board_names()), []) and answer.out[
        -1
    ] == recorded("no-own-boards-are-saved-in", folder=tmp_path)
    assert answer.out[4] == recorded("going-train-Going-Train-12x16-squares")
    assert run("board", "--list", "--state", "none") == answer
    assert run("board", *keys).status == 0
    assert [
        line.partition(":")[0]
        for line in run("board", "--game", "cardbot", "--state", "none").out[:-1]
    ] == ["cardbot-basic", "cardbot-full", "cardbot-classic"]
    facts = [json.loads(line) for line in run("board", "--json", "--state", "none").out]
    assert [one["board"] for one in facts] == keys and all(
        one["starts"] == 8 and one["own"] is False and one["file"] is None for one in facts
    )
    refused = run("board", "--list", "going-train")
    assert refused.status == 2 and refused.err[0] == recorded("list-lists-all-boards-leave-it")
    assert run("boards").err[0] == recorded("clockwork-derby-there-is-no-command")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("chek",), "there is no command 'chek': did you mean 'check'?"),
        (("check",), "FILE"),
        (("check", "--jsn", "x"), "--jsn"),
        (("explain", "a", "b"), "unrecognized arguments: b"),
    ],
)
def test_wrong_words(run: Run, words: tuple[str, ...], said: str) -> None:
    """Return 2 with one sentence for an invalid command."""
    answer = run(*words)
    assert (answer.status, answer.out, len(answer.err)) == (2, [], 1)
    assert answer.err[0].startswith("clockwork-derby: ") and said in answer.err[0]


def test_help_and_version(run: Run) -> None:
    """Name every command in help, and its arguments in its own help."""
    answer = run("--help")
    assert answer.status == 0 and all(
        any(line.split()[:1] == [name] for line in answer.out) for name in names()
    )
    assert run("--version").out == [f"clockwork-derby {__version__}"]
    for name in names():
        assert run(name, "--help").status == 0


@pytest.mark.parametrize("name", names())
def test_every_command_keeps_its_promise(name: str) -> None:
    """Make each module of the folder a command of that name, with a parser and a function."""
    module = command(name)
    assert name == module.NAME and callable(module.add) and callable(module.run)


def test_files_that_are_none(run: Run, tmp_path: Path) -> None:
    """Refuse folders, other encodings and empty files in one sentence, by every reading command."""
    put("empty")
    Path("empty").write_bytes(b"")
    Path("latin").write_bytes("title = 'é'".encode("latin-1"))
    Path("folder").mkdir()
    for name in ("resolve", "explain", "check", "board"):
        for file, words in (
            ("empty", "an empty file"),
            ("latin", "latin:1: found byte 0xe9"),
            ("folder", "a folder"),
            ("a\0b", "no such file"),
        ):
            answer = run(name, file)
            assert answer.status == 2 and len(answer.err) == 1 and words in answer.err[0], (
                name,
                file,
            )


def test_the_script_in_a_process(repository: Path, tmp_path: Path) -> None:
    """Print UTF-8 in any locale, and load no Kivy for a command without a screen."""
    Path(tmp_path / "u.scenario.toml").write_text(GOOD.replace("A1 N", "A1 ☃"), "utf-8")
    environment = {
        **os.environ,
        "PYTHONPATH": str(repository),
        "LC_ALL": "C",
        "PYTHONIOENCODING": "ascii",
        "PYTHONUTF8": "0",
    }
    script = [sys.executable, "-m", "companion", "check", "u.scenario.toml"]
    done = subprocess.run(
        script,
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (2, "0 passed, 0 failed\n")
    assert (
        done.stderr == recorded("clockwork-derby-u-scenario-toml-9")
        and done.stderr.count("\n") == 1
    )


def test_no_kivy_without_a_screen(repository: Path) -> None:
    """Check scenarios without Kivy or other commands' modules."""
    code = (
        "import sys; from companion.__main__ import main; status = main(['board', '--list']);"
        "print(status, *sorted(name for name in sys.modules if 'kivy' in name.lower() or "
        "name.startswith('companion.commands.')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=repository, capture_output=True, text=True, timeout=60
    )
    assert done.stdout.splitlines()[-1].split() == [
        "0",
        *(
            f"companion.commands.{name}"
            for name in ("_boards", "_files", "_options", "_terminal", "board")
        ),
    ]


def test_a_reader_that_goes_away(repository: Path) -> None:
    """End silently when a pipe is closed."""
    with subprocess.Popen(
        [
            sys.executable,
            "-m",
            "companion",
            "explain",
            "tests/scenarios/G016-pusher-alley-2.scenario.toml",
        ],
        cwd=repository,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as child:
        assert child.stdout is not None and child.stderr is not None
        child.stdout.close()
        assert child.stderr.read() == b""
        assert child.wait(timeout=60) == 141


def test_a_full_disk(repository: Path) -> None:
    """Return 2 with one sentence if the output cannot be written."""
    with Path("/dev/full").open("w") as full:
        script = [sys.executable, "-m", "companion", "board", "--list"]
        done = subprocess.run(
            script, cwd=repository, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60
        )
    assert (
        done.returncode == 2
        and done.stderr.startswith("clockwork-derby: ")
        and done.stderr.count("\n") == 1
    )


def test_a_huge_file(run: Run) -> None:
    """Refuse a file of many megabytes without reading all of it."""
    Path("huge").write_bytes("é".encode() * 3_000_000)
    answer = run("check", "huge")
    assert answer.status == 2 and answer.err[0] == recorded("a-file-of-more-than")


def test_an_interrupted_command(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    """End silently by Ctrl-C, with the status that shell loops expect."""

    def interrupted(args: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(command("check"), "run", interrupted)
    answer = run("check", "x")
    assert (answer.status, answer.out, answer.err) == (130, [], [])
