"""Updates on a stick: it is plugged in while the game runs and mounted, and a damaged update on it is refused."""
from __future__ import annotations

import shutil
import time
from typing import Final

from tests.system.bench import Bench, Findings
from tests.system.kiosk import STATE, first_screen, is_active, wait_for
from tests.system.machine import Machine
from tests.system.stick import Stick, update

NAME, TITLE = "updates", "a stick with updates is mounted, and a damaged one is refused"
GOOD, DAMAGED = "90.1.0", "90.2.0"
COMMAND: Final = "clockwork-derby"
STAYS: Final = 5
"""Seconds after which the stick must still be there, unused."""


def play(bench: Bench) -> Findings:
    """One boot."""
    findings, disk, stick = bench.findings, bench.fresh_disk(), _stick(bench)
    with bench.machine(disk, more=stick.words()) as guest:
        guest.ask("true")
        first_screen(bench, guest)
        wait_for(lambda: is_active(guest), "the service to be active")
        stick.plug(guest)
        wait_for(lambda: bool(_mounted(guest)), "the stick to be mounted")
        time.sleep(STAYS)
        findings.check(bool(_mounted(guest)), f"after {STAYS} s in which nobody used the stick it is not mounted any more")
        findings.tell(f"A stick that is plugged in while the game runs is mounted at {_mounted(guest)}.")
        _damaged(findings, guest)
    return findings


def _stick(bench: Bench) -> Stick:
    """A stick with a good update at its top, and a damaged one in a folder."""
    made = bench.folder / "updates"
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir()
    good, damaged = update(bench.repository, made / "good", GOOD), update(bench.repository, made / "damaged", DAMAGED)
    wheel = next(damaged.glob("*.whl"))
    content = bytearray(wheel.read_bytes())
    content[len(content) // 2] ^= 1
    wheel.write_bytes(content)
    stick = Stick(bench.folder / "stick.img")
    stick.put(*good.iterdir(), damaged)
    return stick


def _damaged(findings: Findings, guest: Machine) -> None:
    """One bit of a wheel is another one."""
    before = _status(guest)
    said = guest.ask(COMMAND, "update", "install", f"{_mounted(guest)}/damaged", "--state", STATE, limit=240)
    findings.check(said.code != 0 and "damaged" in said.said and "Traceback" not in said.said, f"a damaged update ends with {said.code}: {said.said.strip()}")
    findings.check(_status(guest) == before, f"a damaged update has changed the slots from {before} to {_status(guest)}")
    findings.tell(f"A damaged update: {said.said.strip()}")


def _mounted(guest: Machine) -> str:
    """Where the stick is mounted, "" while it is not; what is only mounted when somebody looks there does not count, since the game would not see it."""
    rows = [line.split() for line in guest.ask("cat", "/proc/mounts").said.splitlines()]
    return next((row[1] for row in rows if row[1].startswith("/run/media/") and row[2] == "vfat"), "")


def _status(guest: Machine) -> str:
    return guest.ask(COMMAND, "update", "status", limit=120).said.strip()
