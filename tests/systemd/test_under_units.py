"""App, worker, port for phones and updater under the filters of their units.

`tests.under_unit` applies them. A mock passes where the kernel refuses: the unit of the appliance
forbids setpriority, and for days no pilot could think there.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, TextIO

import pytest

from companion.privileged.phones_port import LETTERBOX
from tests.privileged.places import SYSTEM_PYTHON, roots_code
from tests.recorded import recorded
from tests.systemd.places import DESKTOP, DESKTOP_PHONES, FOLDER, PHONES, PROVED, SERVICE, UPDATE
from tests.under_unit import EMULATED, NOT_EMULATED, RUNNING, command, settings

pytestmark = pytest.mark.usefixtures("display")

PATIENCE = 1000
"""Seconds that a whole game may take on a busy machine."""
REFUSED = "import os; os.nice(10)"


def test_every_directive_of_every_unit_is_known() -> None:
    """Decide for every directive whether it is tried here or by the system test."""
    for unit in FOLDER.glob("*.service"):
        assert settings(unit).keys() <= EMULATED | NOT_EMULATED | RUNNING, unit.name


def test_the_filters_refuse_what_the_units_forbid(repository: Path) -> None:
    """Refuse what the units forbid, so that the tests below prove something."""
    for unit, family in (
        (SERVICE, "AF_INET"),
        (PHONES, "AF_NETLINK"),
        (UPDATE, "AF_INET"),
        (PROVED, "AF_INET"),
    ):
        for script, words in (
            (REFUSED, "Operation not permitted"),
            (f"import socket; socket.socket(socket.{family})", "Address family not supported"),
        ):
            done = subprocess.run(
                command(unit, sys.executable, "-c", script),
                cwd=repository,
                capture_output=True,
                text=True,
                timeout=60,
                check=False,
            )
            assert done.returncode == 1 and words in done.stderr, (unit.name, script)


@pytest.mark.parametrize(
    ("unit", "phones"), [(SERVICE, PHONES), (DESKTOP, DESKTOP_PHONES)], ids=["kiosk", "desktop"]
)
def test_a_game_under_its_unit(unit: Path, phones: Path, tmp_path: Path, repository: Path) -> None:
    """Play three turns with pilots, hints, sounds, speech, a phone, the doctor and a bundle."""
    runtime, sounds = tmp_path / "run", tmp_path / "sound.raw"
    runtime.mkdir(mode=0o700)
    player = (
        sys.executable,
        "-m",
        "tests.ui.unit_player",
        "play",
        "--state",
        tmp_path / "state",
        "--size",
        "800x480",
    )
    order = command(unit, *player, "--table", "virtual:", "--seed", "5", "--phones")
    surroundings = {
        **os.environ,
        "SDL_VIDEODRIVER": "x11",
        "RUNTIME_DIRECTORY": str(runtime),
        "XDG_RUNTIME_DIR": str(runtime),
        "KIVY_HOME": str(tmp_path / "kivy"),
        "SDL_AUDIODRIVER": "disk",
        "SDL_DISKAUDIOFILE": str(sounds),
    }
    with (
        (tmp_path / "log").open("w+", encoding="utf-8") as log,
        subprocess.Popen(
            order,
            cwd=repository,
            env=surroundings,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        ) as game,
    ):
        assert game.stdin is not None and game.stdout is not None
        try:
            with port_for_phones(phones, runtime, tmp_path, repository) as port:
                invited = read_line(game, log)
                assert not invited["trouble"] or "no network" in invited["trouble"]
                assert (
                    fetched(port, f"/{invited['codes']['1']}") == 200
                    and fetched(port, "/nothing") == 404
                )
                ended = read_line(game, log)
                game.stdin.close()
                assert game.wait(PATIENCE) == 0
        finally:
            game.kill()
    said = (tmp_path / "log").read_text("utf-8")
    assert ended["instead"] == [] and ended["thoughts"] >= 7 * 3 and ended["trouble"] == "", said[
        -3000:
    ]
    assert ended["spoken"], "the voice made no sound"
    assert ended["hints"] == 3 and ended["pilots"] == recorded("Pilots-think-in-a-process-of")
    assert list((tmp_path / "state/reports").glob("*.zip")), ended["bundle"]
    assert any(sounds.read_bytes()), "nothing was heard"
    assert "Traceback" not in said and "refused" not in said and "not permitted" not in said, said[
        -3000:
    ]


def read_line(game: subprocess.Popen[str], log: TextIO) -> dict[str, Any]:
    """Return the next line of the player."""
    assert game.stdout is not None
    line = game.stdout.readline()
    if not line:
        log.seek(0)
        raise AssertionError(log.read()[-3000:])
    found: dict[str, Any] = json.loads(line)
    return found


@contextmanager
def port_for_phones(unit: Path, runtime: Path, folder: Path, repository: Path) -> Iterator[int]:
    """Yield the port, as the .path unit does: run the service while the game waits.

    The service runs under its own unit.
    """
    with socket.create_server(("127.0.0.1", 0)) as spare:
        port: int = spare.getsockname()[1]
    code, letterbox, ended = roots_code(folder / "root"), runtime / LETTERBOX, threading.Event()
    order = command(unit, SYSTEM_PYTHON, "-IB", code, "door", letterbox, port)

    def serve() -> None:
        """Start the service again if it has ended and the game waits."""
        while not ended.wait(0.02):
            if letterbox.exists():
                with subprocess.Popen(order, cwd=repository) as service:
                    while service.poll() is None and not ended.wait(0.02):
                        pass
                    service.terminate()

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield port
    finally:
        ended.set()
        thread.join()


def fetched(port: int, path: str) -> int:
    """Request a page as a phone does, once the port is open; return the status."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as line:
            try:
                line.request("GET", path)
                return line.getresponse().status
            except ConnectionRefusedError:
                time.sleep(0.05)
    raise AssertionError("the port is never opened")
