"""Card readers of this repository on USB, with serial numbers of their own: found, seated, pulled, plugged in again in another order."""
from __future__ import annotations

import json
import re
from typing import Any, Final

from tests.system.bench import Bench, Findings
from tests.system.firmware import Readers, ports, readers
from tests.system.kiosk import STATE, last_words, shown, started_with, wait_for
from tests.system.machine import Machine
from tests.system.words import SystemTestFault

NAME, TITLE = "readers", "readers on USB: found, seated, pulled, plugged in again in another order"
COUNT: Final = 3
ORDER: Final = f"/opt/clockwork-derby/current/bin/python -I /opt/system-test/pressing.py play --state {STATE} --seed 4"
RUN: Final = "/run/clockwork-derby"
LINKS: Final = "for l in /dev/derby/reader-*; do echo $(basename $l) $(readlink -f $l) $(stat -L -c '%G %a' $l); done"


def play(bench: Bench) -> Findings:
    """From the first boot to readers that have changed their places in USB and kept their seats."""
    findings = bench.findings
    with bench.machine(more=ports(bench.folder, COUNT), words=started_with(ORDER)) as guest:
        guest.ask("true")
        with readers(guest, bench.repository, COUNT) as table:
            try:
                _found(findings, guest, table)
                _seated(bench, guest, table)
                _swapped(bench, guest, table)
            except SystemTestFault as fault:
                findings.fail(f"{fault}; the screen says {_told(guest)}; the log ends: {last_words(guest)}")
            log = guest.ask("journalctl", "-b", "--no-pager", "-o", "cat", "-t", "clockwork-derby").said
            findings.check("Traceback" not in log, f"the app's log has a traceback: {log[-1500:]}")
            findings.check(shown(guest, "NRestarts") == "0", f"the service was started again {shown(guest, 'NRestarts')} times")
    return findings


def _found(findings: Findings, guest: Machine, table: Readers) -> None:
    """Plugged in, and linked by the rule."""
    for number in range(1, COUNT + 1):
        table.plug(number, number - 1)
    wait_for(lambda: len(_links(guest)) == COUNT, "a link for each reader in /dev/derby")
    for name, (device, rights) in _links(guest).items():
        findings.check(rights == "dialout 660", f"{name} leads to {device} with {rights}; expected dialout 660")
        interface = guest.ask("udevadm", "info", "-q", "property", "--property=ID_USB_INTERFACE_NUM", "--value", device).said.strip()
        findings.check(interface == "02", f"{name} leads to interface {interface} of its reader; expected 02")
    findings.tell(f"{COUNT} readers on USB have /dev/derby/reader-SERIAL, group dialout, on interface 02.")


def _seated(bench: Bench, guest: Machine, table: Readers) -> None:
    """The first steps ask for one handle after another."""
    wait_for(lambda: "Readers and seats" in _told(guest)["title"], "the step of the first steps that gives seats")
    for number in (2, 3, 1):
        wait_for(lambda: "Pull the handle" in _told(guest)["hint"], "the question for a handle")
        asked = _told(guest)["hint"]
        if number == 3:
            bench.findings.keep(bench.picture(guest, "readers-giving"))
        table.do(f"pull {number}")
        wait_for(lambda asked=asked: _told(guest)["hint"] != asked, "the next question")  # type: ignore[misc]
    seats = _seats(guest)
    bench.findings.check(list(seats.values()) == [1, 2, 3], f"the seats are {seats}; expected 1, 2 and 3")
    bench.findings.tell("By the first steps: the handles were pulled in the order 2, 3, 1, and these readers have the seats 1, 2 and 3.")
    guest.ask("touch", f"{RUN}/seated")


def _swapped(bench: Bench, guest: Machine, table: Readers) -> None:
    """Pull two and plug them in again in the other order, into the other's socket."""
    seats, before = _seats(guest), _links(guest)
    wait_for(lambda: f"{COUNT} card readers" in _told(guest)["sign"], "the sign of the table to tell of all readers")
    for number in (2, 3):
        table.unplug(number)
    bench.findings.figure("from pulling two cables to the screen saying so", wait_for(lambda: "1 card reader" == _told(guest)["sign"], "the sign"), "s")
    bench.findings.keep(bench.picture(guest, "readers-pulled"))
    table.plug(3, 1)
    wait_for(lambda: len(_links(guest)) == COUNT - 1, "the first link to come back")
    table.plug(2, 2)
    took = wait_for(lambda: f"{COUNT} card readers" in _told(guest)["sign"], "both readers to answer again")
    bench.findings.figure("from plugging them in again to both answering", took, "s")
    after = _links(guest)
    moved = [name for name in before if before[name][0] != after[name][0]]
    bench.findings.check(_seats(guest) == seats, f"the seats were {seats} and are {_seats(guest)}")
    bench.findings.tell(f"After two were plugged in again in the other order {len(moved)} links lead to other ttyACM numbers, and the seats are those of before.")
    bench.findings.keep(bench.picture(guest, "readers-back"))


def _links(guest: Machine) -> dict[str, tuple[str, str]]:
    """The links of the readers: to which device each leads, and its group and rights."""
    rows = [line.split(" ", 2) for line in guest.ask("sh", "-c", LINKS).said.splitlines() if "*" not in line]
    return {name: (device, rights) for name, device, rights in rows}


def _told(guest: Machine) -> dict[str, Any]:
    """What the screen says."""
    said = guest.ask("cat", f"{RUN}/shown")
    return json.loads(said.said) if not said.code else {"title": "", "hint": "", "sign": ""}


def _seats(guest: Machine) -> dict[str, int]:
    """Which reader has which seat, as it is kept."""
    said = guest.ask("sh", "-c", f"cat $(find {STATE} -name seats.toml)").said
    return {serial: int(seat) for serial, seat in re.findall(r'"?([0-9A-F]{16})"? = (\d)', said)}
