"""Test starts without a window: one clear sentence, exit status 2, and what to do."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from companion.ui.window import has_chip
from tests.recorded import recorded

COMMAND = (sys.executable, "-m", "companion")
PATIENCE = 200
"""Seconds within which every process here must have ended."""


def run(*words: str, **changes: str | None) -> subprocess.CompletedProcess[str]:
    """Run the command with some environment variables changed, or removed (None)."""
    environment = {
        name: value for name, value in {**os.environ, **changes}.items() if value is not None
    }
    try:
        return subprocess.run(
            [*COMMAND, *words], capture_output=True, text=True, timeout=PATIENCE, env=environment
        )
    except subprocess.TimeoutExpired as fault:
        raise AssertionError(
            f"with {changes} {' '.join(words)} did not end within {PATIENCE} s: "
            "a window is open, or it waits for a display"
        ) from fault


def sentence(done: subprocess.CompletedProcess[str]) -> str:
    """Return the one sentence on standard error, without the graphics libraries' output."""
    assert done.returncode == 2, done.stderr
    lines = [line for line in done.stderr.splitlines() if not line.startswith(("libGL", "glx:"))]
    assert len(lines) == 1 and "Traceback" not in done.stderr, done.stderr
    return lines[0]


@pytest.mark.parametrize("words", [("play",), ("gallery", "pictures")])
def test_a_display_that_is_not_there(words: tuple[str, ...], tmp_path: Path) -> None:
    """Name the display, where to start instead, and what works without a screen."""
    said = sentence(
        run(*(str(tmp_path) if word == "pictures" else word for word in words), DISPLAY=":4711")
    )
    assert said == recorded("no-desktop-at-4711")


def test_a_display_that_never_answers() -> None:
    """Name a display that accepts a connection but never answers, and the time waited."""
    number = 100_000 + os.getpid()
    place = Path(f"/tmp/.X11-unix/X{number}")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(place))
        try:
            server.listen()
            said = sentence(run("play", DISPLAY=f":{number}"))
        finally:
            place.unlink()
    assert said == recorded("the-desktop-at-the-display-number", number=number)


def test_a_console_without_a_display() -> None:
    """Report that desktop and graphics device are missing, not that rights are."""
    said = sentence(run("play", DISPLAY=None, SDL_VIDEODRIVER=None))
    assert said == recorded("neither-a-desktop-nor-a-display")


def test_a_display_without_gl() -> None:
    """Name the packages that install a driver.

    Mesa is made to use a driver that does not exist. The variable for its search path only works up
    to Mesa 24.
    """
    said = sentence(run("play", GALLIUM_DRIVER="nowhere"))
    assert "no OpenGL 2" in said and "libgl1" in said


def test_a_window_too_small() -> None:
    """Name the size found, the size needed, and what to do."""
    said = sentence(run("play", "--size", "320x240"))
    assert "320 × 240" in said and "at least 640 × 384" in said and "--size 800x480" in said


@pytest.mark.parametrize("text", ["800", "800x", "x480", "0x0", "wide", "800*480"])
def test_a_size_that_is_none(text: str) -> None:
    """Name the text found and the format expected."""
    said = sentence(run("play", "--size", text))
    assert repr(text) in said and "such as 800x480" in said


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("person,randon", "did you mean 'random'?"),
        ("9", "found '9'"),
        ("0", "found '0'"),
        ("person," * 8 + "person", "found 9 players"),
    ],
)
def test_players_that_do_not_exist(text: str, words: str) -> None:
    """Name the unknown player, and the one probably meant."""
    assert words in sentence(run("play", "--seats", text))


def test_without_kivy_the_sentence_says_how_to_install_it() -> None:
    """Say how to install Kivy if it is missing."""
    code = (
        "import sys; sys.modules['kivy'] = None; "
        "from companion.__main__ import main; sys.exit(main(['play']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (
        sentence(done) == recorded("Kivy-which-draws-the-screen-is") and "make setup" in done.stderr
    )


def test_a_gallery_that_cannot_be_written(tmp_path: Path) -> None:
    """Refuse a folder whose place a file takes."""
    (tmp_path / "taken").write_text("here")
    said = sentence(run("gallery", str(tmp_path / "taken")))
    assert said == recorded("cannot-be-written", folder=tmp_path) and "taken" in said


@pytest.mark.parametrize(("driver", "chip"), [("v3d", True), ("virtio_gpu", False), ("", False)])
def test_the_display_of_a_virtual_machine_has_no_graphics_chip(
    tmp_path: Path, driver: str, chip: bool
) -> None:
    """Find a graphics chip on a Pi, but not in a virtual machine: smooth edges need one."""
    if driver:
        (tmp_path / "dev/dri").mkdir(parents=True)
        (tmp_path / "dev/dri/renderD128").touch()
        device = tmp_path / "sys/class/drm/renderD128/device"
        device.mkdir(parents=True)
        (tmp_path / driver).mkdir()
        (device / "driver").symlink_to(tmp_path / driver)
    assert has_chip(tmp_path) == chip
