"""The app is killed, hung, and kept busy: how long until a screen that works."""

from __future__ import annotations

import time
from typing import Final

from companion.ui.virtual_display import VirtualDisplay
from tests.system.bench import Bench, Findings
from tests.system.kiosk import SERVICE, again, shown, wait_for
from tests.system.pair import Pair, pair

NAME, TITLE = "faults", "the app is killed, hangs, and has to share the processor"
BUSY: Final = 24
"""Seconds of work beside it, longer than its watchdog waits."""
BURN: Final = f"for worker in 1 2 3 4; do timeout {BUSY} sh -c 'while :; do :; done' & done; wait"
STOOD: Final = "most recent call first"
"""The words that Python writes to the log about the threads of a hung process."""


def play(bench: Bench) -> Findings:
    """Try one after another, on one machine."""
    findings = bench.findings
    with VirtualDisplay() as display, pair(bench, bench.fresh_disk(), display) as both:
        _ended(findings, both, "SIGKILL", "KILL")
        _ended(findings, both, "a hang (SIGSTOP)", "STOP")
        log = both.guest.ask(
            "journalctl", "-b", "--no-pager", "-o", "cat", "-t", "clockwork-derby"
        ).said
        findings.check(
            STOOD in log, "the log does not tell where the threads of the hung app stood"
        )
        _busy(findings, both)
        failed = shown(both.guest, "Result", "clockwork-derby-proved.service")
        findings.check(failed == "success", f"the unit that proves a start ended with {failed}")
    return findings


def _ended(findings: Findings, both: Pair, words: str, signal: str) -> None:
    """Send a signal to the app, and measure the seconds until its screen works again."""
    before, restarts = shown(both.guest, "MainPID"), int(shown(both.guest, "NRestarts"))
    began = time.monotonic()
    both.guest.ask("systemctl", "kill", "--kill-whom=main", "-s", signal, SERVICE)
    both.renew()
    wait_for(lambda: again(both.guest, before), "the service to be active again")
    both.until_alike()
    screen = time.monotonic() - began
    tapped, _ = both.step()
    findings.figure(f"from {words} to the first screen", screen, "s")
    findings.figure(f"from {words} to the effect of a tap", screen + both.felt, "s", tapped)
    found = int(shown(both.guest, "NRestarts"))
    findings.check(
        found == restarts + 1,
        f"after {words} the service was started {found - restarts} times; expected once",
    )


def _busy(findings: Findings, both: Pair) -> None:
    """Run four processes that use all the processor time they get."""
    before = shown(both.guest, "MainPID")
    both.guest.ask("sh", "-c", BURN, limit=BUSY + 60)
    after = shown(both.guest, "MainPID")
    findings.check(
        after == before,
        f"while four processes burned the processor for {BUSY} s the app was started again",
    )
    findings.tell(
        f"With four busy processes beside it for {BUSY} s, on two processors, the app was "
        f"not started again."
    )
    both.step()
