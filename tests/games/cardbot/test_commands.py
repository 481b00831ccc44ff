"""The rule commands with files of Cardbot Derby beside the usual game's: output and status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.content import shipped_text
from tests.formats.test_commands import GOOD as CLOCKWORK
from tests.recorded import recorded

SHOVE = """game = "cardbot"
[robots]
1 = "A4 S"
2 = "A3 E"
[[round]]
1 = "AH 4H 8H 2H 6H"
2 = "4C 8C 2C 6C 3C"
commands = 1
[expect]
1 = "A3 S"
2 = "A2 E"
"""
REFUSED = SHOVE.replace("AH 4H 8H", "AH - 8C")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a folder with a file of either game, and a bad one."""
    monkeypatch.chdir(tmp_path)
    for name, text in (("shove", SHOVE), ("clockwork", CLOCKWORK), ("refused", REFUSED)):
        Path(f"{name}.scenario.toml").write_text(text, "utf-8")


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, list[str], list[str]]:
    """Return a command's status, and the lines on both streams."""
    status = main(words)
    out, err = capsys.readouterr()
    return status, out.splitlines(), err.splitlines()


def test_resolve_takes_files_of_either_game(capsys: pytest.CaptureFixture[str]) -> None:
    """Print one object a line, in the words of its game."""
    status, out, _ = said(
        capsys,
        "resolve",
        "--json",
        "shove.scenario.toml",
        "clockwork.scenario.toml",
        "refused.scenario.toml",
    )
    shove, clockwork, refused = map(json.loads, out)
    assert status == 0 and [*clockwork] == ["file", "turn", "register", "winner", "clanks"]
    robots = {"1": ("A3", "S", 2), "2": ("A2", "E", 1)}
    assert shove == {
        "file": "shove.scenario.toml",
        "game": "cardbot",
        "round": 1,
        "command": 1,
        "reset": False,
        "first": 1,
        "winners": [],
        "order": [1, 2],
        "pings": [],
        "refused": [],
        "grid": [
            recorded("JH-vC-KH"),
            *[". . . vC . . ."] * 3,
            ". . . . . . .",
            ". . QH . . . .",
            ". . . . . . .",
        ],
        "robots": {
            seat: {
                "square": square,
                "heading": heading,
                "targets": 0,
                "slide": None,
                "enacted_by": enactor,
                "taken": [],
                "pile": None,
            }
            for seat, (square, heading, enactor) in robots.items()
        },
    }
    assert [*shove] == [
        "file",
        "game",
        "round",
        "command",
        "reset",
        "first",
        "winners",
        "order",
        "pings",
        "refused",
        "grid",
        "robots",
    ]
    assert (
        refused["round"],
        refused["command"],
        refused["order"],
        refused["robots"]["1"]["square"],
    ) == (1, 0, [], "A4")
    assert refused["refused"] == [
        {"seat": 1, "slot": 2, "card": None, "kind": "empty"},
        {"seat": 1, "slot": 3, "card": "8C", "kind": "foreign"},
    ]


def test_resolve_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    """Print lines of a scenario, refused slots first."""
    assert said(capsys, "resolve", "shove.scenario.toml", "refused.scenario.toml") == (
        0,
        recorded("shove-scenario-toml-round-1-command"),
        [],
    )


def test_check_says_what_differs(capsys: pytest.CaptureFixture[str]) -> None:
    """Print every kind of difference in one line for the file."""
    wrong = SHOVE.replace('"A3 S"', '"A3 N targets=1"').replace(
        '"A2 E"', '"A2 E pile=AH,KH taken=JC"'
    )
    grid = (
        "grid = '''\n. . . . . . .\n"
        + ". . . vC . . .\n" * 3
        + ". . . . . . .\n. . QH . . . .\n. . . . . . .\n'''\n"
    )
    rest = (
        f'winners = [1]\norder = [2, 1]\npings = ["1 1 N"]\nrefused = ["1 1 twice"]\nfirst = '
        f"2\n{grid}"
    )
    Path("wrong.scenario.toml").write_text(wrong + rest, "utf-8")
    status, out, _ = said(
        capsys, "check", "shove.scenario.toml", "wrong.scenario.toml", "clockwork.scenario.toml"
    )
    assert (status, out[1]) == (1, "2 passed, 1 failed")
    assert out[0].removeprefix("wrong.scenario.toml: ").split("; ") == recorded(
        "seat-2-expected-pile-AH-KH"
    )


def test_explain_names_rules_and_rulings(capsys: pytest.CaptureFixture[str]) -> None:
    """Print one event a line with its rule, also for a refused program."""
    status, out, _ = said(capsys, "explain", "shove.scenario.toml")
    assert status == 0 and out == recorded("round-1-begins-BRASS-seat-1")
    status, out, _ = said(capsys, "explain", "refused.scenario.toml")
    assert out[1] == recorded("round-1-slot-3-of-the")


def test_every_scenario_can_be_explained(
    capsys: pytest.CaptureFixture[str], repository: Path
) -> None:
    """Explain every scenario with rules or rulings; together they have all kinds of events."""
    lines: list[str] = []
    for file in sorted((repository / "tests" / "scenarios" / "cardbot").rglob("*.scenario.toml")):
        lines += said(capsys, "explain", str(file))[1]
    assert all(line[line.rindex("[") :].startswith("[CB") and line.endswith("]") for line in lines)
    for part in (
        "is shoved",
        "pings from",
        "slides from",
        "by a belt",
        "is teleported",
        "turns about",
        "to the left on",
        "to the right on",
        "there is no place",
        "no empty place",
        "is sticky",
        "as was chosen",
        "nobody chose",
        "its target 2",
        "go under the pile",
        "has target 1",
        "is shuffled",
        "win together",
        "seat 1) wins",
        "was not drawn",
        "lies under a target, nothing",
        "in an earlier slot",
        "holds no card",
    ):
        assert any(part in line for line in lines), part


def test_a_game_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    """Name line and nearest game of an unknown one; the usual game may be named, too."""
    Path("other.scenario.toml").write_text(SHOVE.replace("cardbot", "cardbots"), "utf-8")
    status, _, err = said(capsys, "check", "other.scenario.toml")
    assert status == 2 and err == recorded("clockwork-derby-other-scenario-toml-1")
    Path("usual.scenario.toml").write_text(f'game = "clockwork"\n{CLOCKWORK}', "utf-8")
    assert said(capsys, "check", "usual.scenario.toml")[0] == 0


# ---- Boards --------------------------------------------------------------------------------------


def test_shipped_grids(capsys: pytest.CaptureFixture[str]) -> None:
    """List shipped grids by name, without warnings."""
    _, listed, _ = said(capsys, "board", "--list", "--game", "cardbot")
    *names, own = [line.partition(":")[0] for line in listed]
    assert names == ["cardbot-basic", "cardbot-full", "cardbot-classic"] and own.startswith(
        "no own boards are saved"
    )
    status, out, _ = said(capsys, "board", "--game", "cardbot", *names)
    assert status == 0 and out == [
        f"{name}: {name[8:].capitalize()}, 7×7 squares, 8 starts, no warnings" for name in names
    ]


def test_odd_grids(capsys: pytest.CaptureFixture[str]) -> None:
    """Warn of a missing name or target, belts against the edge, and starts on cards."""
    rows = [
        ". JH . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . QH . . vC .",
        "QC . . . . vC QS",
    ]
    Path("odd.grid.toml").write_text("grid = '''\n" + "\n".join(rows) + "\n'''\n", "utf-8")
    bare = [". JH . . . . .", *[". . . . . . ."] * 3, "KH QC QH . . . .", *[". . . . . . ."] * 2]
    Path("bare.grid.toml").write_text(
        'game = "cardbot"\nname = "Bare"\ngrid = \'\'\'\n' + "\n".join(bare) + "\n'''\n", "utf-8"
    )
    status, out, err = said(capsys, "board", "--game", "cardbot", ".")
    assert (status, err) == (0, []) and out == recorded("what-is-odd-in-two-grids")


def test_faulty_grids(capsys: pytest.CaptureFixture[str]) -> None:
    """Name line or nearest name of a fault, and read the other grids."""
    Path("bad.grid.toml").write_text(shipped_text("cardbot-full")[0].replace("JC", "JD"), "utf-8")
    Path("alien.grid.toml").write_text(
        shipped_text("cardbot-full")[0].replace('"cardbot"', '"cardbox"'), "utf-8"
    )
    Path("long.grid.toml").write_text(
        shipped_text("cardbot-full")[0].replace('"Full"', f'"{"Full" * 20}"'), "utf-8"
    )
    status, out, err = said(
        capsys,
        "board",
        "--game",
        "cardbot",
        "bad.grid.toml",
        "cardbot-ful",
        "alien.grid.toml",
        "long.grid.toml",
        "cardbot-basic",
    )
    assert status == 2 and len(out) == 1
    assert err[0] == recorded("bad-grid-toml-15-found-JD")
    assert err[1] == recorded("cardbot-ful-found-no-such-file")
    assert (
        "alien.grid.toml:3: found game = 'cardbox'" in err[2]
        and "did you mean 'cardbot'?" in err[2]
    )
    assert err[3] == recorded("long-grid-toml-4-found-name")
