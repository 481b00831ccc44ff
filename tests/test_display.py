"""The tests' display is real: windows open on it and nowhere else, and it ends with the tests."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.ui.virtual_display import NoDisplayError, VirtualDisplay
from tests.drawing import drawing

pytestmark = pytest.mark.usefixtures("display")

FIRST_FRAME = """
from kivy.base import runTouchApp, stopTouchApp
from kivy.core.window import Window
from kivy.uix.label import Label

Window.bind(on_flip=lambda _: stopTouchApp())
runTouchApp(Label(text="one frame"))
print("drawn", *Window.size)
"""


def test_a_window_draws_on_the_tests_display() -> None:
    """Open a real window with GL on the display that the environment of each test names."""
    done = subprocess.run(
        [sys.executable, "-c", FIRST_FRAME],
        capture_output=True,
        text=True,
        timeout=120,
        env=drawing(),
    )
    assert "drawn 800 600" in done.stdout, done.stderr[-2000:]
    assert os.environ["DISPLAY"].startswith(":")


def test_two_displays_do_not_meet() -> None:
    """Let each server find a free number, so that two runs on one machine do not collide."""
    first, second = VirtualDisplay(), VirtualDisplay()
    try:
        assert len({first.name, second.name, os.environ["DISPLAY"]}) == 3
        assert second.environment()["DISPLAY"] == second.name
    finally:
        first.close()
        second.close()


def test_without_xvfb_the_message_names_the_package(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Say in one sentence what to install if Xvfb is missing."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoDisplayError, match="apt install xvfb"):
        VirtualDisplay()
