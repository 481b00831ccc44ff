"""What presses the buttons in the guest of the system test presses them here too: it knows the app as it stands."""

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
    """Look until it is so; AssertionError with what the process complained of where it ends before, or takes too long."""
    end = time.monotonic() + PATIENCE
    while not done():
        assert process.poll() is None and time.monotonic() < end, (
            process.communicate(timeout=PATIENCE)[1]
            if process.poll() is not None
            else "it takes too long"
        )
        time.sleep(0.05)


def _played(folder: Path, repository: Path, agent: str, done: Callable[[], bool]) -> None:
    """Play with pilots until something is so."""
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
    """From the first screen into the second turn, and says which turn it is."""
    turns = tmp_path / "turns"
    _played(
        tmp_path,
        repository,
        "autoplay.py",
        lambda: turns.exists() and turns.read_text("ascii").strip() in ("2", "3"),
    )


def test_it_tells_what_is_shown(tmp_path: Path, repository: Path) -> None:
    """As JSON, whatever is on the screen, with the words as they are read."""
    shown, pages = tmp_path / "shown", dict[str, object]()

    def told() -> bool:
        """Whether it has told of a race that is played."""
        if shown.exists():
            said = json.loads(shown.read_text("utf-8"))
            pages[said["page"]] = said
        return "play" in pages

    _played(tmp_path, repository, "pressing.py", told)
    assert {"board", "flags", "seats", "rules"} <= set(pages) and str(pages["play"]) == recorded(
        "Turn-1"
    )
