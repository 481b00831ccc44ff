"""The memory that the app uses while it plays by itself for as many turns as people play in an hour."""
from __future__ import annotations

import time
from typing import Final

from tests.system.bench import Bench, Findings
from tests.system.kiosk import STATE, first_screen, is_active, memory, shown, started_with, wait_for
from tests.system.machine import Machine

NAME, TITLE = "memory", "an hour's worth of play, and the memory that it takes"
UNTIMED: Final = True
"""Nothing here is measured in seconds, so that it may be played beside another one."""
TURNS: Final = 16
"""More than an hour at the table: four minutes a turn, one to deal and program, three for some forty moves of four clanks by hand."""
SEEN: Final = (1, TURNS // 2, TURNS)
"""Turns at whose beginning it is looked how much memory is used."""
PATIENCE: Final = 900
GROWTH: Final = 20.0
"""MB by which the second half may grow."""
ORDER: Final = f"/opt/clockwork-derby/current/bin/python -I /opt/system-test/autoplay.py play --state {STATE} --seats random,random,random,random --seed 4"


def play(bench: Bench) -> Findings:
    """Four pilots, the real screen, the real journal; the buttons press themselves."""
    findings = bench.findings
    with bench.machine(words=started_with(ORDER)) as guest:
        guest.ask("true")
        first_screen(bench, guest)
        wait_for(lambda: is_active(guest), "the service to be active")
        findings.figure("memory of the app at its first screen", memory(guest), "MB")
        began, found = time.monotonic(), list[float]()
        for turn in SEEN:
            wait_for(lambda turn=turn: _turns(guest) >= turn, f"turn {turn}", PATIENCE, 2)  # type: ignore[misc]
            found.append(memory(guest))
            findings.figure(f"at turn {turn}", found[-1], "MB")
        findings.figure("a turn took, played without a pause", (time.monotonic() - began) / TURNS, "s", "beside another guest")
        findings.check(found[2] - found[1] <= GROWTH, f"between turns {SEEN[1]} and {TURNS} it grew by {found[2] - found[1]:.0f} MB; expected {GROWTH:.0f} at most")
        findings.check(shown(guest, "NRestarts") == "0", "the service was started again meanwhile")
        findings.keep(bench.picture(guest, "after-an-hour"))
    findings.tell(f"{TURNS} turns are reckoned as more than an hour at the table: four minutes a turn, one for dealing and programming, three for moving clanks by hand.")
    return findings


def _turns(guest: Machine) -> int:
    """How many turns have begun."""
    said = guest.ask("cat", "/run/clockwork-derby/turns").said.strip()
    return int(said) if said.isdigit() else 0
