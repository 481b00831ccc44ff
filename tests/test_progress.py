"""A long command shows its progress at a terminal, but not in a pipe or during a question."""

from __future__ import annotations

import argparse
import io
import sys
import threading

import pytest

from companion.__main__ import main
from companion.commands import _progress, command
from companion.commands._progress import ProgressBar, StatusLine
from companion.commands._terminal import EscapingStream, complain, guard_output, take_terminal
from tests.typed import noted

PATIENCE = 200.0
"""Seconds in which a line must appear, on a busy machine."""


class Terminal(io.StringIO):
    """A stream that claims to be a terminal, and signals when something is printed."""

    def __init__(self) -> None:
        super().__init__()
        self.changed = threading.Condition()

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        """Keep the text, and signal."""
        with self.changed:
            count = super().write(text)
            self.changed.notify_all()
        return count

    def awaited(self, words: str) -> None:
        """Wait until it has printed these words."""
        with self.changed:
            assert self.changed.wait_for(lambda: words in self.getvalue(), PATIENCE), (
                self.getvalue()
            )


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Return a terminal on which lines appear without delay.

    pytest replaces standard error before a test, so each test installs it itself.
    """
    made = Terminal()
    monkeypatch.setattr(_progress, "PATIENCE", 0.0)
    monkeypatch.setattr(_progress, "TICK", 0.001)
    return made


def test_a_command_that_takes_long_says_so(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Show name and time, clear the line before output, show it again, and leave nothing."""

    def slow(args: argparse.Namespace) -> int:
        terminal.awaited("check: 0 s")
        complain("one thing")
        start = len(terminal.getvalue())
        with terminal.changed:
            assert terminal.changed.wait_for(
                lambda: "check: " in terminal.getvalue()[start:], PATIENCE
            )
        return 0

    monkeypatch.setattr(command("check"), "run", slow)
    monkeypatch.setattr(sys, "stderr", terminal)
    assert main(["check", "x"]) == 0
    shown = terminal.getvalue()
    assert (
        "\r\x1b[Kclockwork-derby: one thing\n" in shown
        and shown.endswith("\r\x1b[K")
        and EscapingStream.line is None
    )


def test_a_bar_where_the_steps_are_known(terminal: Terminal) -> None:
    """Show a bar where the number of steps is known, then the line of the command again."""
    with StatusLine(terminal, "simulate"):
        with ProgressBar(4, "games") as bar:
            bar.step(2)
            terminal.awaited("[###############...............] 2/4 games, 0 s")
        terminal.awaited("\rsimulate: ")


def test_nothing_is_drawn_once_people_are_asked(terminal: Terminal) -> None:
    """Draw nothing over a question."""
    with guard_output(), StatusLine(terminal, "games") as line:
        terminal.awaited("games: ")
        take_terminal()
        assert terminal.getvalue().endswith("\r\x1b[K")
        line._thread.join(PATIENCE)
        assert not line._thread.is_alive() and terminal.getvalue().endswith("\r\x1b[K")


def test_the_window_is_never_waited_for(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Start the game itself without such a line."""
    found: list[object] = []
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(command("play"), "run", lambda args: noted(found, EscapingStream.line, 0))
    assert main(["play"]) == 0 and found == [None] and terminal.getvalue() == ""


def test_no_line_without_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Print the output alone into a pipe."""
    found: list[object] = []
    monkeypatch.setattr(command("check"), "run", lambda args: noted(found, EscapingStream.line, 0))
    assert main(["check", "x"]) == 0 and found == [None] and capsys.readouterr().err == ""


def test_a_run_of_hours_says_how_long_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Estimate the time of a long run by what this run did; earlier work took no time of it."""
    clock = iter([0.0, 600.0, 1200.0])
    monkeypatch.setattr("companion.commands._progress.time.monotonic", lambda: next(clock))
    bar = ProgressBar(40, "races", 20)
    bar.step(2)
    assert bar.words() == "[################..............] 22/40 races, 600 s, 1 h 30 min left"
    bar.step(16)
    assert bar.words().endswith("38/40 races, 1200 s, 2 min left")
