"""The time from switching on to the first screen, the state of the service, and the doctor."""

from __future__ import annotations

import time
from typing import Final

from tests.system.bench import Bench, Findings
from tests.system.kiosk import SERVICE, first_screen, is_active, shown, wait_for
from tests.system.machine import Machine

NAME, TITLE = "boot", "from power to the first screen, and a healthy appliance"
STEADY: Final = 20
"""Seconds for which the service must not be restarted."""
LATER: Final = ("ttyACM", "alsa", "drm")
"""Drivers of what may be plugged in while the game runs, as /proc/devices has them."""
EXPOSURE: Final = 1.3
"""The highest exposure of 10 that `systemd-analyze security` may find."""


def play(bench: Bench) -> Findings:
    """Boot once, wait for the screen, look around as root and as the user that plays."""
    findings = bench.findings
    with bench.machine() as guest:
        guest.ask("true")
        findings.figure(
            "from power to the first command in the guest", time.monotonic() - guest.since, "s"
        )
        first_screen(bench, guest, "boot")
        findings.figure("from power to the first screen", time.monotonic() - guest.since, "s")
        wait_for(lambda: is_active(guest), "the service to be active")
        findings.figure(
            "READY, by the guest's own clock",
            float(shown(guest, "ActiveEnterTimestampMonotonic")) / 1e6,
            "s",
        )
        _steady(guest, findings)
        _units(guest, findings)
        _plugged_in_later(guest, findings)
        _doctor(guest, findings)
        findings.keep(bench.picture(guest, "boot"))
    return findings


def _steady(guest: Machine, findings: Findings) -> None:
    """Check that the process stays the one that was started."""
    before, worked = shown(guest, "MainPID"), float(shown(guest, "CPUUsageNSec"))
    time.sleep(STEADY)
    after, restarts = shown(guest, "MainPID"), shown(guest, "NRestarts")
    findings.figure(
        "one processor's time that it takes while nobody touches it",
        (float(shown(guest, "CPUUsageNSec")) - worked) / STEADY / 1e7,
        "%",
        "emulated",
    )
    findings.figure(f"restarts within {STEADY} s after it", restarts)
    findings.check(
        (after, restarts) == (before, "0"),
        f"after {STEADY} s it is process {after}, {restarts} restarts; expected {before}, 0",
    )


def _units(guest: Machine, findings: Findings) -> None:
    """Check what systemd itself thinks of our units, and of all."""
    verified = guest.ask(
        "systemd-analyze",
        "verify",
        SERVICE,
        "clockwork-derby-devices.service",
        "clockwork-derby-proved.service",
        limit=120,
    )
    findings.check(
        verified.code == 0 and not verified.said,
        f"systemd-analyze verify says: {verified.said.strip()}",
    )
    security = (
        guest.ask("systemd-analyze", "security", "--no-pager", SERVICE, limit=120)
        .said.strip()
        .splitlines()[-1]
    )
    exposure = float(security.partition(": ")[2].split()[0])
    findings.figure("systemd-analyze security, exposure", exposure, "of 10")
    findings.check(exposure <= EXPOSURE, f"the exposure is {exposure}; expected {EXPOSURE} at most")
    failed = guest.ask("systemctl", "--failed", "--plain", "--no-legend", "--no-pager").said.split(
        "\n"
    )
    findings.check(not any(failed), f"units that failed: {'; '.join(filter(None, failed))}")


def _plugged_in_later(guest: Machine, findings: Findings) -> None:
    """Check that the kernel knows the device names that the service may open.

    The guest has neither a sound card nor a reader.
    """
    known = guest.ask("cat", "/proc/devices").said.split()
    missing = [name for name in LATER if name not in known]
    findings.check(
        not missing,
        (
            f"the kernel does not know {', '.join(missing)}: what is plugged in later may not "
            f"be opened"
        ),
    )


def _doctor(guest: Machine, findings: Findings) -> None:
    """Run the doctor beside the running game."""
    said = guest.ask(
        "runuser",
        "-u",
        "derby",
        "--",
        "clockwork-derby",
        "doctor",
        "--state",
        "/var/lib/clockwork-derby",
        limit=120,
    )
    findings.check(
        said.code == 0,
        f"the doctor of a healthy appliance ends with {said.code}: {said.said.strip()}",
    )
    findings.tell("The doctor says:")
    for line in filter(None, map(str.strip, said.said.splitlines())):
        findings.tell(line)
