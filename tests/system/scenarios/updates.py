"""Updates from a stick: a good one by touch alone, a broken one that is undone, a damaged one.

The power is also cut in mid-install.
"""

from __future__ import annotations

import shutil
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.ui.virtual_display import VirtualDisplay
from tests.system.bench import Bench, Findings
from tests.system.image import builders_key
from tests.system.kiosk import (
    COMMAND,
    LONG,
    PLACE,
    PLAYER,
    SERVICE,
    STATE,
    again,
    difference,
    first_screen,
    is_active,
    is_kiosk,
    is_there,
    mounted,
    shown,
    update_status,
    wait_for,
)
from tests.system.machine import Machine
from tests.system.pair import ALIKE, Pair
from tests.system.stick import Stick, update
from tests.system.words import SystemTestError

NAME, TITLE = (
    "updates",
    "a good, a broken and a damaged update, and the power cut in the middle of one",
)
UNTIMED: Final = 8
"""About how many minutes it takes; it measures no time that matters to people, so it may run beside
another scenario."""
GOOD, BROKEN, LATER = "90.1.0", "90.2.0", "90.3.0"
WITHDRAWN, NEXT, DAMAGED = (
    " was withdrawn on ",
    ", runs at the next start",
    "it is damaged or cut off",
)
WAITED_FOR: Final = (WITHDRAWN, NEXT, DAMAGED)
"""The sentences that the scenario waits for; each is part of a text of the product."""
DIES: Final = (
    '\n\ndef run(args: argparse.Namespace) -> int:\n    """Broken on purpose."""\n    raise '
    'RuntimeError("broken on purpose")\n'
)
RACE: Final = (
    "simulate",
    "--db",
    f"{STATE}/journal.db",
    "--turns",
    "2",
    "--seats",
    "4",
    "--board",
    "going-train",
    "--seed",
    "11",
)
STAYS: Final = 5
"""Seconds after which the stick must still be there, unused."""
ANOTHER: Final = 0.06
"""The least share of pixels in which two pages differ; a pressed button changes fewer."""
REST: Final = 6
"""Seconds in which nothing changes on a complete page: beside another guest a single frame may take
some."""
AGAIN: Final = 20
"""Seconds after which a tap without effect is repeated."""
LEAVE, SIGN, UPDATE, DOCTOR, CLOSE = (95, 448), (712, 20), (595, 448), (735, 448), (95, 448)
SAVE, FIRST, INSTALL, START = (540, 448), (394, 178), (496, 448), (496, 448)
"""Places on the pages of a table without readers, 800 by 480."""


def play(bench: Bench) -> Findings:
    """Boot twice: for all but the cut, and for what comes after it."""
    findings, disk, stick = bench.findings, bench.fresh_disk(), _stick(bench)
    with bench.machine(disk, more=stick.words()) as guest:
        guest.ask("true")
        first_screen(bench, guest)
        wait_for(lambda: is_active(guest), "the service to be active")
        stick.plug(guest)
        wait_for(lambda: bool(mounted(guest)), "the stick to be mounted")
        findings.tell(
            f"A stick that is plugged in while the game runs is mounted at {mounted(guest)}."
        )
        time.sleep(STAYS)
        findings.check(
            bool(mounted(guest)),
            f"after {STAYS} s in which nobody used the stick it is not mounted any more",
        )
        _by_touch(bench, guest, stick)
        guest.ask("systemctl", "stop", SERVICE)
        guest.ask(*PLAYER, COMMAND, *RACE, limit=240)
        _damaged(findings, guest)
        _broken(bench, guest)
        guest.ask("systemctl", "stop", SERVICE)
        _cut(findings, guest)
    with bench.machine(disk, more=stick.words()) as guest:
        guest.ask("true")
        first_screen(bench, guest)
        _after(findings, guest, stick)
    return findings


def _stick(bench: Bench) -> Stick:
    """Return a stick with a good update at its top, and others in folders.

    The screen does not look into folders.
    """
    made = bench.folder / "updates"
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir()
    key = builders_key(bench.scratch)
    good = update(bench.repository, made / "good", GOOD, key)
    broken, later = (
        update(bench.repository, made / "broken", BROKEN, key, DIES),
        update(bench.repository, made / "later", LATER, key),
    )
    damaged = Path(shutil.copytree(later, made / "damaged"))
    wheel = next(damaged.glob("*.whl"))
    content = bytearray(wheel.read_bytes())
    content[len(content) // 2] ^= 1
    wheel.write_bytes(content)
    stick = Stick(bench.folder / "stick.img")
    stick.put(*good.iterdir(), broken, later, damaged)
    return stick


# ---- By touch ------------------------------------------------------------------------------------


def _by_touch(bench: Bench, guest: Machine, stick: Stick) -> None:
    """Go by touch from the first steps to the bundle on the stick, and to the new version."""
    findings = bench.findings
    for place in (LEAVE, SIGN, DOCTOR):
        _tap(bench, guest, place)
    _until(guest, (SAVE,), lambda: _bundle(stick) != "", "the bundle on the stick")
    findings.keep(bench.picture(guest, "bundle"))
    with zipfile.ZipFile(stick.get(_bundle(stick), bench.folder)) as packed:
        findings.check(
            packed.testzip() is None and "doctor.json" in packed.namelist(),
            f"the bundle holds {packed.namelist()}",
        )
    findings.tell(f"By touch, Fault bundle: {_bundle(stick)} lies on the stick and is whole.")
    _tap(bench, guest, CLOSE)
    _tap(bench, guest, UPDATE)
    before = shown(guest, "MainPID")
    _until(
        guest, (FIRST, INSTALL), lambda: bool(_answer(guest)), "the system to take up the update"
    )
    took = wait_for(lambda: '"working"' not in _answer(guest), "the end of the update", LONG)
    findings.check('"done"' in _answer(guest), f"the update by touch ended with {_answer(guest)}")
    findings.figure("an update by touch, from the last tap to Ready", took, "s")
    time.sleep(3)
    findings.keep(bench.picture(guest, "update-ready"))
    _until(guest, (START,), lambda: shown(guest, "MainPID") != before, "the game to start again")
    wait_for(lambda: again(guest, before), "the new version's first screen")
    wait_for(lambda: not is_there(guest, "trial"), "the new version to be proved")
    version = guest.ask(*PLAYER, COMMAND, "--version").said.strip()
    findings.check(
        version == f"{COMMAND} {GOOD}", f"after the update by touch {version} runs; expected {GOOD}"
    )
    findings.check(is_kiosk(bench.picture(guest, "now")), "the new version shows no first screen")
    findings.tell(
        f"By touch alone {version} was installed from the stick, started, and proved by "
        f"its first screen."
    )


def _tap(bench: Bench, guest: Machine, place: tuple[int, int]) -> None:
    """Touch a place until another page is there and at rest."""
    before = bench.picture(guest, "before")
    _until(
        guest,
        (place,),
        lambda: difference(before, bench.picture(guest, "now")) > ANOTHER,
        f"another page after a tap at {place}",
    )
    while True:
        last = bench.picture(guest, "now").rename(bench.folder / "last.png")
        time.sleep(REST)
        if difference(last, bench.picture(guest, "now")) <= ALIKE:
            return


def _until(
    guest: Machine, places: tuple[tuple[int, int], ...], asked: Callable[[], bool], what: str
) -> None:
    """Touch these places in turn until something is so, at most every AGAIN seconds."""
    for _ in range(6):
        for number, place in enumerate(places):
            time.sleep(3 * bool(number))
            guest.tap(*place)
        end = time.monotonic() + AGAIN
        while time.monotonic() < end:
            if asked():
                return
            time.sleep(0.5)
    raise SystemTestError(f"touched again and again, and there is still not {what}")


def _bundle(stick: Stick) -> str:
    return next(
        (name for name in stick.names() if name.startswith("derby-") and name.endswith(".zip")), ""
    )


# ---- On a terminal -------------------------------------------------------------------------------


def _damaged(findings: Findings, guest: Machine) -> None:
    """Refuse a wheel with one changed bit."""
    before = update_status(guest)
    said = guest.ask(
        COMMAND, "update", "install", f"{mounted(guest)}/damaged", "--state", STATE, limit=LONG
    )
    findings.check(
        said.code != 0 and DAMAGED in said.said and "Traceback" not in said.said,
        f"a damaged update ends with {said.code}: {said.said.strip()}",
    )
    findings.check(
        update_status(guest) == before,
        f"a damaged update has changed the slots from {before} to {update_status(guest)}",
    )
    findings.tell(f"A damaged update: {said.said.strip()}")


def _broken(bench: Bench, guest: Machine) -> None:
    """Install a version that passes its examination and dies at each start."""
    findings = bench.findings
    said = guest.ask(
        COMMAND, "update", "install", f"{mounted(guest)}/broken", "--state", STATE, limit=LONG
    )
    findings.check(said.code == 0, f"the broken update is not even installed: {said.said.strip()}")
    began = time.monotonic()
    guest.ask("systemctl", "start", "--no-block", SERVICE)
    wait_for(
        lambda: f"{BROKEN}{WITHDRAWN}" in update_status(guest),
        "the broken version to be taken back",
    )
    wait_for(lambda: is_active(guest), "the old version's first screen")
    findings.figure(
        "from starting a broken version to the old one's first screen",
        time.monotonic() - began,
        "s",
    )
    findings.check(
        guest.ask(*PLAYER, COMMAND, "--version").said.split() == [COMMAND, GOOD],
        f"after a broken version the slots hold {update_status(guest)}",
    )
    findings.tell(f"A version that dies at its start: {update_status(guest).splitlines()[-1]}.")
    with VirtualDisplay() as display:
        both = Pair(bench, guest, display)
        try:
            # The two clocks differ in how long it has been paused, so only what follows the offer
            # is alike.
            tapped, _ = both.step()
            findings.check(
                tapped.endswith(": Go on"),
                f"the race from before the broken version is not offered, but {tapped}",
            )
        finally:
            both.twin.close()
    findings.tell("The race from before it is offered again, and goes on as on the host.")


def _cut(findings: Findings, guest: Machine) -> None:
    """Cut the power while a slot is being built."""
    guest.ask(
        "systemd-run",
        "--quiet",
        "--unit=cut-update",
        COMMAND,
        "update",
        "install",
        f"{mounted(guest)}/later",
        "--state",
        STATE,
    )
    wait_for(
        lambda: guest.ask("sh", "-c", f"ls {PLACE}/*.unfinished").code == 0,
        "the mark of an installation",
        pause=0.1,
    )
    time.sleep(2)
    findings.check(
        shown(guest, "ActiveState", "cut-update.service") == "active",
        "the installation came to its end before the power was cut",
    )
    guest.cut()


def _after(findings: Findings, guest: Machine, stick: Stick) -> None:
    """Check that the old version has booted; install the same update."""
    version, status = guest.ask(*PLAYER, COMMAND, "--version").said.strip(), update_status(guest)
    findings.check(version == f"{COMMAND} {GOOD}", f"after the cut {version} runs; expected {GOOD}")
    findings.tell(
        f"After a power cut in the middle of an installation {version} boots, and: "
        f"{'; '.join(status.splitlines())}."
    )
    guest.ask("systemctl", "stop", SERVICE)
    stick.plug(guest)
    wait_for(lambda: bool(mounted(guest)), "the stick to be mounted")
    said = guest.ask(
        COMMAND, "update", "install", f"{mounted(guest)}/later", "--state", STATE, limit=LONG
    )
    findings.check(
        said.code == 0 and f"version {LATER}{NEXT}" in update_status(guest),
        f"after the cut an update ends with {said.code}: {said.said.strip()}",
    )
    findings.tell("The same update is then installed.")


def _answer(guest: Machine) -> str:
    """Return the system's answer about an update that was requested on the screen."""
    return guest.ask("sh", "-c", "cat /run/clockwork-derby-update/answer.json 2>/dev/null").said
