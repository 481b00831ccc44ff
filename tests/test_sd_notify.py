"""The watchdog signal on a real socket, as systemd receives it; no listener can block the app."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import pairwise
from pathlib import Path

import pytest

from companion.app.sd_notify import LONGEST, Notifier


class Clock:
    """A clock that is moved by hand."""

    now = 100.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now


@contextmanager
def ear(address: str | Path) -> Iterator[socket.socket]:
    """Return a socket that listens at an address."""
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as heard:
        heard.bind(str(address))
        heard.setblocking(False)
        yield heard


def words(heard: socket.socket) -> list[str]:
    """Return everything received since the last call."""
    said = []
    try:
        while True:
            said.append(heard.recv(4096).decode("utf-8"))
    except BlockingIOError:
        return said


def test_what_is_said_is_heard_word_by_word(tmp_path: Path) -> None:
    """Send ready, status changes and stopping, each as a short datagram of one line."""
    with ear(tmp_path / "ear") as heard:
        line = Notifier.from_environment({"NOTIFY_SOCKET": str(tmp_path / "ear")})
        assert line.heard
        line.ready()
        for status in (
            "on the page play, turn 3",
            "on the page play, turn 3",
            "Täglich\nMAINPID=1",
            "long " * 100,
        ):
            line.status(status)
        line.stopping()
        said = words(heard)
    assert said[:3] == ["READY=1", "STATUS=on the page play, turn 3", "STATUS=Täglich MAINPID=1"]
    assert len(said[3]) <= len("STATUS=") + LONGEST and said[4:] == ["STOPPING=1"]


def test_a_name_that_belongs_to_no_folder_is_found() -> None:
    """Find the abstract namespace, which systemd writes with @ in front."""
    name = f"derby-{os.getpid()}"
    with ear(f"\0{name}") as heard:
        Notifier.from_environment({"NOTIFY_SOCKET": f"@{name}"}).ready()
        assert words(heard) == ["READY=1"]


def test_the_watchdog_is_fed_eight_times_as_often_as_it_bites(tmp_path: Path) -> None:
    """Feed the watchdog every eighth of its limit, when called twenty times a second.

    It is never later than that and one call.
    """
    clock = Clock()
    with ear(tmp_path / "ear") as heard:
        line = Notifier(str(tmp_path / "ear"), 20.0, clock)
        times = []
        for _ in range(60 * 20):
            line.alive()
            times += [clock.now] * len(words(heard))
            clock.now += 0.05
    gaps = [later - before for before, later in pairwise(times)]
    assert times[0] == 100.0 and len(times) == 24 and all(2.5 <= gap < 2.6 for gap in gaps)


@pytest.mark.parametrize(
    "environment",
    [
        {"WATCHDOG_USEC": "2000000", "WATCHDOG_PID": "1"},
        {"WATCHDOG_USEC": "soon"},
        {"WATCHDOG_USEC": "-5"},
        {"WATCHDOG_USEC": "²"},
        {"WATCHDOG_USEC": "0"},
        {},
    ],
)
def test_no_dog_that_is_not_ours_is_fed(tmp_path: Path, environment: dict[str, str]) -> None:
    """Feed no watchdog of another process, nor one that cannot be read; send all else."""
    with ear(tmp_path / "ear") as heard:
        line = Notifier.from_environment({"NOTIFY_SOCKET": str(tmp_path / "ear"), **environment})
        line.alive()
        line.ready()
        assert words(heard) == ["READY=1"]


def test_our_own_dog_is_known(tmp_path: Path) -> None:
    """Recognise the environment of a service with a watchdog."""
    with ear(tmp_path / "ear") as heard:
        line = Notifier.from_environment(
            {
                "NOTIFY_SOCKET": str(tmp_path / "ear"),
                "WATCHDOG_USEC": "20000000",
                "WATCHDOG_PID": str(os.getpid()),
            }
        )
        line.alive()
        line.alive()
        assert words(heard) == ["WATCHDOG=1"]


@pytest.mark.parametrize("address", ["", "nowhere/at/all", "x" * 300, "@", "nul\0inside"])
def test_nobody_who_listens_is_no_hindrance(address: str) -> None:
    """Raise nothing with any address."""
    line = Notifier(address, 1.0)
    for say in (line.ready, line.alive, line.stopping):
        say()
    line.status("well")
    assert line.heard == bool(address)


def test_one_who_does_not_read_is_not_waited_for(tmp_path: Path) -> None:
    """Go on without waiting if the socket is full."""
    with ear(tmp_path / "ear") as heard:
        line = Notifier(str(tmp_path / "ear"))
        for _ in range(3000):
            line.ready()
        assert 0 < len(words(heard)) < 3000
        line.stopping()
        assert words(heard) == ["STOPPING=1"]
