"""A power loss of the whole product within a register, and the resumed game after a restart."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.recorded import recorded

PATIENCE = 1000
"""Seconds that a window may take on a busy machine."""


def command(part: str, *words: object) -> list[str]:
    """Return the command of a player with a part at a window."""
    return [
        sys.executable,
        "-m",
        "tests.ui.kept_player",
        part,
        *map(str, words),
        "--size",
        "800x480",
        "--table",
        "virtual:",
    ]


def killed(part: str, folder: Path, repository: Path) -> dict[str, Any]:
    """Return what the screen showed at the end of the part, when the app was killed."""
    order = command(part, "play", "--state", folder, "--seats", "4", "--seed", "9")
    with subprocess.Popen(
        order, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=repository
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        line = process.stdout.readline()
        process.send_signal(signal.SIGKILL)
        complaints = process.stderr.read()
    assert process.returncode == -signal.SIGKILL and line, complaints[-3000:]
    result: dict[str, Any] = json.loads(line)
    return result


@pytest.mark.parametrize(
    "again", [("play", "--seats", "4"), ("games", "resume", "1")], ids=["play", "resume"]
)
def test_a_killed_window_goes_on_at_the_very_instruction(
    tmp_path: Path, repository: Path, again: tuple[str, ...]
) -> None:
    """Offer to resume, check the table, and go on from the same instruction."""
    before = killed("into", tmp_path, repository)
    assert before["page"] == "play" and before["instruction"][0] == 3 <= before["instruction"][1]
    number = next(race["number"] for race in listed(tmp_path, repository))
    words = [str(number) if word == "1" else word for word in again]
    done = subprocess.run(
        command("on", *words, "--state", tmp_path),
        capture_output=True,
        text=True,
        cwd=repository,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    offer, check, there, later = map(json.loads, done.stdout.splitlines())
    assert (offer["page"], offer["title"]) == (
        "menu",
        recorded("Continue-the-game"),
    ) and "It stopped" in offer["hint"]
    assert (check["page"], check["title"]) == ("menu", recorded("Check-the-table"))
    assert there == before
    assert later["instruction"] != before["instruction"] or later["title"] != before["title"]
    (race,) = listed(tmp_path, repository)
    assert race["state"] == "open" and race["note"] != ""


def test_a_window_killed_in_a_pause_comes_back_paused(tmp_path: Path, repository: Path) -> None:
    """Offer to resume first, and stay paused until a touch; then choose cards again."""
    before = killed("pause", tmp_path, repository)
    assert before["page"] == "paused"
    done = subprocess.run(
        command("end-pause", "play", "--seats", "4", "--state", tmp_path),
        capture_output=True,
        text=True,
        cwd=repository,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    offer, there, later = map(json.loads, done.stdout.splitlines())
    assert offer["title"] == recorded("Continue-the-game")
    assert there == before and later["page"] == "program"


def listed(folder: Path, repository: Path) -> list[dict[str, Any]]:
    """Return the races in a folder."""
    order = [sys.executable, "-m", "companion", "games", "list", "--json", "--state", str(folder)]
    done = subprocess.run(
        order, capture_output=True, text=True, cwd=repository, timeout=PATIENCE, check=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()]
