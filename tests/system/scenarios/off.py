"""Restart and switch off by touch, and enter safe mode after two starts that died."""

from __future__ import annotations

import time
from typing import Final

from companion.ui.virtual_display import VirtualDisplay
from tests.system.bench import Bench, Findings
from tests.system.kiosk import (
    SERVICE,
    STATE,
    difference,
    first_screen,
    is_active,
    is_kiosk,
    last_words,
    shown,
    wait_for,
)
from tests.system.machine import Machine
from tests.system.pair import ALIKE, OFFERED, Pair, Twin, pair

NAME, TITLE = "off", "restarted and switched off by touch, and safe mode"
UNTIMED: Final = 4
"""About how many minutes it takes; it measures no time that matters to people, so it may run beside
another scenario."""
OFF: Final = 120
"""Seconds within which the computer is off."""
BOOT: Final = "/proc/sys/kernel/random/boot_id"
RACE: Final = (
    "clockwork-derby",
    "simulate",
    "--db",
    f"{STATE}/journal.db",
    "--turns",
    "2",
    "--seats",
    "3",
    "--board",
    "going-train",
    "--seed",
    "11",
)
DIE: Final = f"""
systemctl start --no-block {SERVICE}
for count in 1 2; do
    until grep -q "^$count" {STATE}/starts 2>/dev/null; do sleep 0.05; done
    systemctl kill --kill-whom=main -s KILL {SERVICE}
done
"""
"""Kills two starts as soon as they are counted; the third comes by itself."""
WHY: Final = "Safe mode: the last 2 starts did not reach the first screen"
RECOVERED: Final = "EXT4-fs (vda): recovery complete"
"""The words of the kernel at the next boot if a disk was not unmounted."""


def play(bench: Bench) -> Findings:
    """Boot twice, the second time by touch; then switch off."""
    with VirtualDisplay() as display, pair(bench, bench.fresh_disk(), display) as both:
        both.step()
        _restarted(bench, both)
        _safe(bench, both, display)
        _switched_off(bench, both)
    return bench.findings


def _restarted(bench: Bench, both: Pair) -> None:
    """Restart by touch: off, and on again by itself."""
    guest, before = both.guest, both.guest.ask("cat", BOOT).said
    # The last tap is for the guest alone: its twin would restart the computer that runs the test.
    began = _ended(bench, both, "Restart")
    wait_for(lambda: not is_kiosk(bench.picture(guest, "now")), "the screen to go", pause=0.1)
    first_screen(bench, guest)
    bench.findings.figure(
        "from the tap that restarts it to the first screen",
        time.monotonic() - began,
        "s",
        "beside another guest",
    )
    bench.findings.check(
        guest.ask("cat", BOOT).said != before,
        "the first screen came back, but the computer was not restarted",
    )
    log = guest.ask("journalctl", "-k", "-b", "--no-pager", "-o", "cat").said
    bench.findings.check(
        RECOVERED not in log, "after it was restarted by touch the disk had to be recovered"
    )
    bench.findings.tell("Restarted by touch, the disk was let go of in order.")
    wait_for(lambda: is_active(guest), "the service to be active")


def _ended(bench: Bench, both: Pair, way: str) -> float:
    """Touch the way to the question and answer it; return when it was answered."""
    both.press("Switch off")
    both.press(way)
    at = both.twin.ask(do="find", words=way)["at"]
    bench.findings.keep(bench.picture(both.guest, f"{way.lower().replace(' ', '-')}-question"))
    both.guest.tap(*at)
    return time.monotonic()


def _safe(bench: Bench, both: Pair, display: VirtualDisplay) -> None:
    """Kill two starts before their first screen while a race is kept; leave safe mode by touch."""
    findings, guest = bench.findings, both.guest
    guest.ask("systemctl", "stop", SERVICE)
    begun = guest.ask("runuser", "-u", "derby", "--", *RACE, limit=240)
    findings.check(begun.code == 0, f"no race could be begun: {begun.said}")
    before = _journal(guest)
    guest.ask("sh", "-c", DIE, limit=180)
    wait_for(lambda: is_active(guest), "the first screen of safe mode")
    first_screen(bench, guest)
    log = guest.ask("journalctl", "-b", "--no-pager", "-o", "cat", "-t", "clockwork-derby").said
    findings.check(WHY in log, f"the log does not tell that this is safe mode: {log[-800:]}")
    place = _place_in_safe_mode(bench, display, "Start as usual")
    # The doctor has looked by then.
    wait_for(lambda: _rests(bench, guest), "the doctor to have looked")
    findings.keep(bench.picture(guest, "safe-mode"))
    findings.check(_journal(guest) == before, "safe mode has written into the journal")
    guest.tap(*place)
    wait_for(
        lambda: difference(bench.folder / "safe-mode.png", bench.picture(guest, "now")) > 0.1,
        "the game as usual",
    )
    findings.tell(
        "After two starts that were killed before their first screen the third was in "
        "safe mode, with the doctor on the screen."
    )
    both.renew()
    # A tap before all of it is drawn would be taken for one that has changed something.
    both.until_alike(OFFERED)
    both.press("New game")
    findings.tell("Start as usual: the race from before is offered.")
    restarts = shown(guest, "NRestarts")
    findings.check(
        restarts == "2",
        (
            f"the service was started again {restarts} times; expected 2. The end of its log: "
            f"{last_words(guest)}"
        ),
    )


def _place_in_safe_mode(bench: Bench, display: VirtualDisplay, words: str) -> list[float]:
    """Return where something is on the first page of safe mode."""
    state = bench.folder / "safe"
    state.mkdir(exist_ok=True)
    twin = Twin(bench, display, state, "--safe")
    try:
        place: list[float] = twin.ask(do="find", words=words)["at"]
    finally:
        twin.close()
    return place


def _rests(bench: Bench, guest: Machine) -> bool:
    """Return whether the picture stays the same for some seconds."""
    last = bench.picture(guest, "now").rename(bench.folder / "last.png")
    time.sleep(4)
    return difference(last, bench.picture(guest, "now")) <= ALIKE


def _journal(guest: Machine) -> str:
    return guest.ask("sha256sum", f"{STATE}/journal.db").said


def _switched_off(bench: Bench, both: Pair) -> None:
    """Switch off by touch."""
    began = _ended(bench, both, "Switch off")
    wait_for(lambda: not both.guest.runs, "the computer to be off", OFF)
    bench.findings.figure(
        "from the tap that switches it off to the power being off",
        time.monotonic() - began,
        "s",
        "beside another guest",
    )
