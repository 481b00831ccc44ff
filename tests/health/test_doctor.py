"""`clockwork-derby doctor` on the machine that runs the tests."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.health.base import checks, run_checks
from companion.health.world import World, run_command, space
from tests.recorded import recorded


def test_it_says_nothing_bad_that_is_not_true(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Find everything fine that the tests need, with a display and what setting up installs."""
    assert (
        main(
            [
                "doctor",
                "--state",
                str(tmp_path),
                "display",
                "fonts",
                "libraries",
                "journal",
                "install",
                "gpio",
                "disk",
                "clock",
            ]
        )
        == 0
    )
    said = capsys.readouterr().out.splitlines()
    assert len(said) == 8
    assert all(line.startswith("fine ") for line in said)
    assert list(tmp_path.iterdir()) == []


def test_every_check_answers_here(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Answer every check on a real machine, and return 1 if something is bad, else 0."""
    status = main(["doctor", "--json", "--state", str(tmp_path)])
    findings = json.loads(capsys.readouterr().out)
    assert {finding["check"] for finding in findings} == set(checks())
    assert status == int(any(finding["state"] == "bad" for finding in findings))
    assert not [
        finding
        for finding in findings
        if "has failed" in finding["words"] or "did not answer" in finding["words"]
    ]


def test_something_bad_makes_it_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Return 1 for a bad journal, with what to do."""
    (tmp_path / "journal.db").write_text("no journal")
    assert main(["doctor", "--state", str(tmp_path), "journal"]) == 1
    assert capsys.readouterr().out.startswith("bad   Journal: ")


def test_a_check_that_is_not_there_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """Refuse an unknown check with status 2 and the nearest name."""
    assert main(["doctor", "fnts"]) == 2
    assert capsys.readouterr().err == recorded("did-you-mean-fonts")


@pytest.mark.parametrize("name", checks())
def test_a_check_says_what_it_is(name: str) -> None:
    """Find each check by name, with a title and a harmless rhythm."""
    found = checks()[name]
    assert found.name == name
    assert found.title
    assert found.watched == 0 or found.watched >= 10


def test_the_real_world_answers(tmp_path: Path) -> None:
    """Answer for this machine's programs, space and rights; missing ones are no fault."""
    assert run_command(("true",)).status == 0
    assert run_command(("no-such-programme-here",)).status is None
    assert space(tmp_path / "not" / "made").writable
    world = World(state=tmp_path)
    assert (
        world.version("no-such-package-here")
        is world.source("no_such_module_here")
        is world.text("no-such-file")
        is None
    )
    assert "def data_ports" in (world.source("companion.table.serial.discovery") or "")
    assert world.person().name


def test_nobody_waits_for_a_programme_that_hangs() -> None:
    """End a program that hangs, as one that could not run."""
    assert run_command(("sleep", "100"), longest=0.1).status is None


def test_an_empty_root_is_no_fault(tmp_path: Path) -> None:
    """Fail on nothing on a machine that reports nothing."""
    found = run_checks(World(root=tmp_path, state=tmp_path, environment={}))
    assert not [finding for finding in found if "has failed" in str(finding.words)]
