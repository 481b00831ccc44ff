"""The real command as a service manager sees it: ready after the first frame, alive while its screen's loop goes round, safe mode after failures."""

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
"""Microseconds within which the watchdog wants a sign of life."""
NOWHERE = ":77777"
"""A display that is not there."""
Told = Callable[[str], list[str]]


@contextmanager
def watched(
    folder: Path,
    repository: Path,
    part: str,
    *words: str,
    end: int = signal.SIGTERM,
    **environment: str,
) -> Iterator[tuple[subprocess.Popen[str], Told]]:
    """A start with its state in a folder, and what is told until certain words; with the block it is ended by a signal."""
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
                yield process, lambda until: told(ear, until)
            finally:
                process.send_signal(end)
                gone(process, end)
    (folder / "ear").unlink()


@contextmanager
def ignored(*numbers: int) -> Iterator[None]:
    """Whoever is started meanwhile inherits that these signals are ignored."""
    before = {number: signal.signal(number, signal.SIG_IGN) for number in numbers}
    try:
        yield
    finally:
        for number, way in before.items():
            signal.signal(number, way)


def gone(process: subprocess.Popen[str], end: int) -> None:
    """Wait until a process has ended; where a signal does not end it, AssertionError says so, and it is killed."""
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired as fault:
        process.kill()
        raise AssertionError(
            f"{PATIENCE} s after {signal.Signals(end).name} the game still runs"
        ) from fault


def told(ear: socket.socket, until: str) -> list[str]:
    """What is told, up to what begins with certain words; AssertionError with all of it where they do not come."""
    said, last = [ear.recv(4096).decode()], time.monotonic() + PATIENCE
    while not said[-1].startswith(until):
        assert time.monotonic() < last, said
        said.append(ear.recv(4096).decode())
    return said


def test_ready_when_seen_and_alive_while_the_loop_goes_round(
    tmp_path: Path, repository: Path
) -> None:
    """Ready only after a frame; fed while the loop is busy, not while it hangs, again when it is well; a request to stop ends it as it should."""
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
    """Killed, and hung up on as by a console that goes away; also where whoever runs the tests lets no hang-up end them, as nohup does."""
    for count, end in enumerate((signal.SIGKILL, signal.SIGHUP), 1):
        with ignored(signal.SIGHUP), watched(tmp_path, repository, "looks", end=end) as (_, until):
            until("READY=1")
        assert (tmp_path / "state" / STARTS).read_text("ascii").startswith(f"{count} ")


def test_a_request_to_stop_is_heard_whatever_was_ignored_before(
    tmp_path: Path, repository: Path
) -> None:
    """Whoever starts the game may mind no request to stop; that is inherited, and must not become the game's way."""
    with ignored(signal.SIGTERM), watched(tmp_path, repository, "looks") as (process, until):
        until("READY=1")
        process.terminate()
        until("STOPPING=1")
        assert process.wait(PATIENCE) == 0


def test_a_dialog_in_the_place_of_the_screen_is_no_first_screen(
    tmp_path: Path, repository: Path
) -> None:
    """Its loop goes round and frames are seen, but it is not ready, and killed in this state it counts as a start that has failed."""
    with watched(tmp_path, repository, "breaks", end=signal.SIGKILL) as (_, until):
        said = [*until("PLAYER=frame"), *until("WATCHDOG=1"), *until("WATCHDOG=1")]
    assert "READY=1" not in said
    assert Starts(tmp_path / "state").begin() == 1


def test_after_two_failures_safe_mode_and_out_of_it(tmp_path: Path, repository: Path) -> None:
    """Two starts that were killed make the next one safe.

    Between them is one without a display, which says nothing of the game. The next one is in safe mode, writes nothing, says so,
    and is left for the usual session.
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
    """A service offers it on its first page; systemd agrees and ends the app, which puts the journal away as it should before it goes."""
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
    """It ends without a fault, the journal put away as it should; nothing starts it again there."""
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
    """As its service wants it that starts it again: without a fault, the journal put away as it should."""
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
    """A touch on the real display whose screen saver covers it reaches nothing; the one before and the one after do."""
    with watched(tmp_path, repository, "sleeps") as (_, told_until):
        said = [words for words in told_until("PLAYER=over") if words.startswith("PLAYER=touch")]
    assert said == [
        "PLAYER=touch 0: 1 reached",
        "PLAYER=touch 1: 1 reached",
        "PLAYER=touch 2: 2 reached",
    ]


def made_ready(folder: Path) -> Path:
    """The state folder of a table whose first steps were gone."""
    assert keep_preferences(folder / "state", Preferences(welcomed=True)) == NOTHING
    return folder / "state"


def written(state: Path) -> dict[str, Any]:
    """Everything in a state folder but the count of starts, and what readers share."""
    return {
        path.name: path.read_bytes()
        for path in state.iterdir()
        if path.name != STARTS and not path.name.endswith("-shm")
    }


def test_who_reads_why_it_fails_is_not_sent_to_safe_mode(tmp_path: Path, repository: Path) -> None:
    """Somebody in a terminal without a display: one sentence, and no count that a third try would find."""
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
