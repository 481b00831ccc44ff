"""The memory of the app while it plays by itself.

It plays some turns in the guest, and more than an hour's worth on this machine.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from companion.app.preferences import keep_preferences
from companion.session.lobby.device import SEEN as SEEN_FOR
from companion.session.preferences import Preferences
from companion.ui.virtual_display import VirtualDisplay
from tests.system.bench import Bench, Findings
from tests.system.kiosk import (
    STATE,
    first_screen,
    is_active,
    memory,
    resident,
    shown,
    started_with,
    wait_for,
)
from tests.system.machine import SIZE, Machine

NAME, TITLE = "memory", "an hour's worth of play, and the memory that it takes"
UNTIMED: Final = 5
"""About how many minutes it takes; it measures no time, so it may run beside another scenario."""
IN_GUEST: Final = (1, 3)
"""Turns at whose beginning the memory in the guest is measured, where all drawing is emulated and a
turn takes long."""
TURNS: Final = 20
"""More than an hour at the table: three minutes a turn, one to deal and program, two for some forty
moves of four clanks by hand."""
SEEN: Final = (1, TURNS // 2, TURNS)
"""The same for the game on this machine, in a window of a virtual display."""
PATIENCE: Final = 900
GROWTH: Final = 20.0
"""MB by which the second half may grow."""
WORDS: Final = ("--seats", "random,random,random,random", "--seed", "4")
ORDER: Final = (
    f"/opt/clockwork-derby/current/bin/python -I /opt/system-test/autoplay.py play --state "
    f"{STATE} {' '.join(WORDS)}"
)


def play(bench: Bench) -> Findings:
    """Play four pilots on the real screen with the real journal; the buttons press themselves."""
    findings = bench.findings
    with bench.machine(words=started_with(ORDER)) as guest:
        guest.ask("true")
        with _beside(bench) as process:
            _an_hour(findings, process, bench.folder / "beside" / "turns")
        first_screen(bench, guest)
        wait_for(lambda: is_active(guest), "the service to be active")
        findings.figure("memory of the app in the guest, by now", memory(guest), "MB")
        for turn in IN_GUEST:
            _until(lambda: _turns_of(guest), turn)
            findings.figure(f"in the guest, at turn {turn} or later", memory(guest), "MB")
        findings.check(shown(guest, "NRestarts") == "0", "the service was started again meanwhile")
        findings.keep(bench.picture(guest, "playing-by-itself"))
    findings.tell(
        f"{TURNS} turns are reckoned as more than an hour at the table: three minutes a "
        f"turn, one for dealing, two for moves by hand."
    )
    return findings


@contextmanager
def _beside(bench: Bench) -> Iterator[subprocess.Popen[bytes]]:
    """Start the game on this machine, with its buttons pressed, too."""
    folder = bench.folder / "beside"
    folder.mkdir(exist_ok=True)
    (folder / "turns").unlink(missing_ok=True)
    player = Path(__file__).parents[1] / "autoplay.py"
    with VirtualDisplay() as display:
        state = folder / f"state-{time.time_ns()}"
        # There is no reader for these instructions.
        keep_preferences(state, Preferences(seen=min(SEEN_FOR)))
        words = ["play", "--size", f"{SIZE[0]}x{SIZE[1]}", "--state", str(state), *WORDS]
        process = subprocess.Popen(
            [sys.executable, "-I", str(player), *words],
            cwd=folder,
            env=display.environment(),
            stderr=subprocess.DEVNULL,
        )
        try:
            yield process
        finally:
            process.kill()
            process.wait()


def _an_hour(findings: Findings, process: subprocess.Popen[bytes], turns: Path) -> None:
    """Measure its memory now and then."""
    found, began = list[float](), time.monotonic()
    for turn in SEEN:
        _until(lambda: _read(turns), turn)
        found.append(resident(Path(f"/proc/{process.pid}/status").read_text("ascii")))
        findings.figure(f"on this machine, at turn {turn}", found[-1], "MB")
    findings.figure(
        "a turn there took, without a pause",
        (time.monotonic() - began) / TURNS,
        "s",
        "beside two guests",
    )
    findings.check(
        found[2] - found[1] <= GROWTH,
        (
            f"between turns {SEEN[1]} and {TURNS} it grew by {found[2] - found[1]:.0f} MB; "
            f"expected {GROWTH:.0f} at most"
        ),
    )


def _until(count: Callable[[], int], turn: int) -> None:
    wait_for(lambda: count() >= turn, f"turn {turn}", PATIENCE, 2)


def _read(turns: Path) -> int:
    said = turns.read_text("ascii").strip() if turns.exists() else ""
    return int(said) if said.isdigit() else 0


def _turns_of(guest: Machine) -> int:
    """Return how many turns have begun."""
    said = guest.ask("cat", "/run/clockwork-derby/turns").said.strip()
    return int(said) if said.isdigit() else 0
