"""Test the command under a service manager: ready, alive, and safe mode after failures."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from companion.app.crash_loop import Starts
from companion.app.preferences import FILE as CHOSEN
from companion.app.preferences import keep_preferences
from companion.folders import JOURNAL, STARTS
from companion.session.preferences import Preferences
from companion.session.view import BOARD, DOCTOR
from companion.words import NOTHING
from tests.recorded import recorded

PATIENCE = 200
"""Seconds that a window may take on a busy machine."""
DOG = 200_000
"""Microseconds within which the watchdog needs a sign of life."""
NOWHERE = ":77777"
"""A display that does not exist."""
ReadNotices = Callable[[str], list[str]]


@contextmanager
def watched(
    folder: Path,
    repository: Path,
    part: str,
    *words: str,
    end: int = signal.SIGTERM,
    **environment: str,
) -> Iterator[tuple[subprocess.Popen[str], ReadNotices]]:
    """Start the app with its state in a folder, and yield its process and its messages.

    The messages are read up to one that starts with certain words. A signal ends the process after
    the block.
    """
    order = [
        sys.executable,
        "-m",
        "tests.ui.watched_player",
        part,
        "play",
        "--state",
        str(folder / "state"),
        "--size",
        "800x480",
        "--table",
        "virtual:",
        *words,
    ]
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as ear:
        ear.bind(str(folder / "ear"))
        ear.settimeout(PATIENCE)
        surroundings = {
            **os.environ,
            "NOTIFY_SOCKET": str(folder / "ear"),
            "WATCHDOG_USEC": str(DOG),
            **environment,
        }
        with subprocess.Popen(
            order, cwd=repository, env=surroundings, stderr=subprocess.PIPE, text=True
        ) as process:
            try:
                yield process, lambda until: read_notices(ear, until)
            finally:
                process.send_signal(end)
                gone(process, end)
    (folder / "ear").unlink()


@contextmanager
def ignored(*numbers: int) -> Iterator[None]:
    """Ignore some signals, which processes started meanwhile inherit."""
    before = {number: signal.signal(number, signal.SIG_IGN) for number in numbers}
    try:
        yield
    finally:
        for number, way in before.items():
            signal.signal(number, way)


def gone(process: subprocess.Popen[str], end: int) -> None:
    """Wait for the end of a process after a signal.

    Raises:
        AssertionError: If it does not end. It is then killed.
    """
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired as fault:
        process.kill()
        raise AssertionError(
            f"{PATIENCE} s after {signal.Signals(end).name} the game still runs"
        ) from fault


def read_notices(ear: socket.socket, until: str) -> list[str]:
    """Return the messages up to one that starts with certain words.

    Raises:
        AssertionError: With all messages if it does not arrive.
    """
    said, last = [ear.recv(4096).decode()], time.monotonic() + PATIENCE
    while not said[-1].startswith(until):
        assert time.monotonic() < last, said
        said.append(ear.recv(4096).decode())
    return said


def test_ready_when_seen_and_alive_while_the_loop_goes_round(
    tmp_path: Path, repository: Path
) -> None:
    """Report readiness after a frame, and life while the loop is busy but not while it hangs.

    A request to stop ends the app.
    """
    with watched(tmp_path, repository, "looks") as (process, until):
        assert "PLAYER=frame" in until("READY=1")
        assert (tmp_path / "state" / STARTS).read_text("ascii").endswith(" shown\n")
        until("PLAYER=busy")
        assert "WATCHDOG=1" in until("PLAYER=hung")
        assert not {"WATCHDOG=1", "READY=1"}.intersection(until("PLAYER=well"))
        while (tmp_path / "state" / STARTS).exists():
            until("WATCHDOG=1")
        process.terminate()
        until("STOPPING=1")
        assert process.wait(PATIENCE) == 0


def test_who_dies_soon_after_the_first_screen_has_failed(tmp_path: Path, repository: Path) -> None:
    """Count a start as failed if it is killed or hung up soon after its first screen.

    This holds even if the parent process ignores SIGHUP, as under nohup.
    """
    for count, end in enumerate((signal.SIGKILL, signal.SIGHUP), 1):
        with ignored(signal.SIGHUP), watched(tmp_path, repository, "looks", end=end) as (_, until):
            until("READY=1")
        assert (tmp_path / "state" / STARTS).read_text("ascii").startswith(f"{count} ")


def test_a_request_to_stop_is_heard_whatever_was_ignored_before(
    tmp_path: Path, repository: Path
) -> None:
    """Stop on SIGTERM, even if the parent process ignored it."""
    with ignored(signal.SIGTERM), watched(tmp_path, repository, "looks") as (process, until):
        until("READY=1")
        process.terminate()
        until("STOPPING=1")
        assert process.wait(PATIENCE) == 0


def test_a_dialog_in_the_place_of_the_screen_is_no_first_screen(
    tmp_path: Path, repository: Path
) -> None:
    """Count a start that only showed a dialog of a failure as failed."""
    with watched(tmp_path, repository, "breaks", end=signal.SIGKILL) as (_, until):
        said = [*until("PLAYER=frame"), *until("WATCHDOG=1"), *until("WATCHDOG=1")]
    assert "READY=1" not in said
    assert Starts(tmp_path / "state").begin() == 1


def test_after_two_failures_safe_mode_and_out_of_it(tmp_path: Path, repository: Path) -> None:
    """Enter safe mode after two killed starts, and leave it for the usual session.

    A start without a display in between does not count. Safe mode writes nothing.
    """
    state = made_ready(tmp_path)
    for number in (1, 2):
        with watched(tmp_path, repository, "killed") as (process, _):
            assert process.wait(PATIENCE) == -signal.SIGKILL
        before = written(state)
        with watched(tmp_path, repository, "looks", DISPLAY=NOWHERE) as (process, _):
            assert process.wait(PATIENCE) == 2
        assert (
            written(state) == before
            and JOURNAL in before
            and (state / STARTS).read_text("ascii").startswith(f"{number} ")
        )
    with watched(tmp_path, repository, "leaves") as (process, until):
        safe = json.loads(until("PLAYER={")[-1].removeprefix("PLAYER="))
        assert safe["page"] == DOCTOR and not safe["kept"]
        assert (
            safe["head"][1] == recorded("the-last-2-starts-did-not")
            and safe["head"][2] == "Safe mode"
        )
        assert written(state) == before
        usual = json.loads(until("PLAYER={")[-1].removeprefix("PLAYER="))
        assert (
            usual["page"] == BOARD
            and usual["kept"]
            and not any("afe mode" in words for words in usual["head"])
        )
        until("READY=1")
        process.terminate()
        until("STOPPING=1")
        assert process.stderr is not None and process.stderr.read() == recorded(
            "Safe-mode-the-last-2-starts"
        )
    assert process.returncode == 0 and not (state / STARTS).exists()


def test_the_computer_is_switched_off_and_everything_is_put_away(
    tmp_path: Path, repository: Path
) -> None:
    """Power off through systemd, and close the journal before the app ends."""
    systemctl = tmp_path / "systemctl"
    systemctl.write_text(f'#!/bin/sh\necho "$@" > "{tmp_path}/asked"\nkill -TERM $PPID\n')
    systemctl.chmod(0o755)
    made_ready(tmp_path)
    with watched(tmp_path, repository, "off", PATH=f"{tmp_path}:{os.environ['PATH']}") as (
        process,
        until,
    ):
        assert until("PLAYER=")[-1] == recorded("The-computer-switches-off")
        until("STOPPING=1")
        assert process.wait(PATIENCE) == 0
    assert (tmp_path / "asked").read_text() == "--no-ask-password poweroff\n"
    assert {path.name for path in (tmp_path / "state").iterdir()} == {
        JOURNAL,
        f"{JOURNAL}.lock",
        CHOSEN,
    }


def test_the_program_is_left_by_touch_on_a_desktop(tmp_path: Path, repository: Path) -> None:
    """End by touch on a desktop, and close the journal."""
    made_ready(tmp_path)
    with watched(tmp_path, repository, "quits") as (process, until):
        assert until("PLAYER=")[-1] == recorded("The-app-ends")
        until("STOPPING=1")
        assert process.wait(PATIENCE) == 0
    assert {path.name for path in (tmp_path / "state").iterdir()} == {
        JOURNAL,
        f"{JOURNAL}.lock",
        CHOSEN,
    }


def test_the_game_ends_itself_for_another_version(tmp_path: Path, repository: Path) -> None:
    """End without an error for an update, and close the journal; the service restarts it."""
    made_ready(tmp_path)
    with watched(tmp_path, repository, "again") as (process, until):
        assert until("PLAYER=")[-1] == recorded("The-app-ends-and-starts-again")
        until("STOPPING=1")
        assert process.wait(PATIENCE) == 0
    assert {path.name for path in (tmp_path / "state").iterdir()} == {
        JOURNAL,
        f"{JOURNAL}.lock",
        CHOSEN,
    }


def test_the_touch_that_wakes_a_screen_only_wakes(tmp_path: Path, repository: Path) -> None:
    """Ignore the touch that ends the screen saver, but not the ones before and after."""
    with watched(tmp_path, repository, "sleeps") as (_, notices_until):
        said = [words for words in notices_until("PLAYER=over") if words.startswith("PLAYER=touch")]
    assert said == [
        "PLAYER=touch 0: 1 reached",
        "PLAYER=touch 1: 1 reached",
        "PLAYER=touch 2: 2 reached",
    ]


def made_ready(folder: Path) -> Path:
    """Return the state folder of a table that has finished its first steps."""
    assert keep_preferences(folder / "state", Preferences(welcomed=True)) == NOTHING
    return folder / "state"


def written(state: Path) -> dict[str, Any]:
    """Return the files of a state folder, except the count of starts and shared memory."""
    return {
        path.name: path.read_bytes()
        for path in state.iterdir()
        if path.name != STARTS and not path.name.endswith("-shm")
    }


def test_who_reads_why_it_fails_is_not_sent_to_safe_mode(tmp_path: Path, repository: Path) -> None:
    """Explain a missing display in one sentence, and do not count the start."""
    order = [sys.executable, "-m", "companion", "play", "--state", str(tmp_path)]
    surroundings = {
        name: value for name, value in os.environ.items() if name != "NOTIFY_SOCKET"
    } | {"DISPLAY": NOWHERE}
    done = subprocess.run(
        order,
        cwd=repository,
        env=surroundings,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (
        done.returncode == 2
        and done.stderr == recorded("no-window-can-be-opened")
        and done.stderr.count("\n") == 1
    )
    assert not list(tmp_path.iterdir())
