"""Test the agents of the system test here, against the present app."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.drawing import drawing
from tests.recorded import recorded

PATIENCE = 200.0
"""Seconds."""


def _until(process: subprocess.Popen[str], done: Callable[[], bool]) -> None:
    """Wait for a condition.

    Raises:
        AssertionError: With the errors of the process if it ends or takes too long.
    """
    end = time.monotonic() + PATIENCE
    while not done():
        assert process.poll() is None and time.monotonic() < end, (
            process.communicate(timeout=PATIENCE)[1]
            if process.poll() is not None
            else "it takes too long"
        )
        time.sleep(0.05)


def _played(folder: Path, repository: Path, agent: str, done: Callable[[], bool]) -> None:
    """Play with pilots until a condition holds."""
    order = [
        sys.executable,
        str(repository / "tests" / "system" / agent),
        "play",
        "--state",
        str(folder / "state"),
        "--size",
        "640x384",
        "--seats",
        "random,random",
    ]
    environment = drawing() | {"PYTHONPATH": f"{repository}:{repository / 'firmware'}"}
    with subprocess.Popen(
        order,
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            _until(process, done)
        finally:
            process.kill()


def test_it_plays_by_itself(tmp_path: Path, repository: Path) -> None:
    """Play from the first page into the second turn, and write the number of the turn."""
    turns = tmp_path / "turns"
    _played(
        tmp_path,
        repository,
        "autoplay.py",
        lambda: turns.exists() and turns.read_text("ascii").strip() in ("2", "3"),
    )


def test_it_tells_what_is_shown(tmp_path: Path, repository: Path) -> None:
    """Describe every page as JSON, with its words."""
    shown, pages = tmp_path / "shown", dict[str, object]()

    def is_shown() -> bool:
        """Return whether a page of playback has been described."""
        if shown.exists():
            said = json.loads(shown.read_text("utf-8"))
            pages[said["page"]] = said
        return "play" in pages

    _played(tmp_path, repository, "pressing.py", is_shown)
    assert {"board", "flags", "seats", "rules"} <= set(pages) and str(pages["play"]) == recorded(
        "Turn-1"
    )
