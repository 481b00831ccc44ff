"""Card readers of this repository on USB, with their own serial numbers.

They are found, seated, raced with, pulled, and plugged in again.
"""

from __future__ import annotations

import json
import re
from functools import partial
from typing import Any, Final

from tests.system.bench import Bench, Findings
from tests.system.firmware import Readers, ports, readers
from tests.system.kiosk import STATE, last_words, shown, started_with, wait_for
from tests.system.machine import Machine
from tests.system.words import SystemTestError

NAME, TITLE = (
    "readers",
    "readers on USB: found, seated, raced with, pulled, plugged in again in another order",
)
UNTIMED: Final = 3
"""About how many minutes it takes; it measures no time that matters to people, so it may run beside
another scenario."""
COUNT: Final = 3
ORDER: Final = (
    f"/opt/clockwork-derby/current/bin/python -I /opt/system-test/pressing.py play --state "
    f"{STATE} --seed 4 --seats person,person,person"
)
PULLED: Final = (2, 3, 1)
"""The readers in the order in which their handles are pulled: so they get the seats 1, 2 and 3."""
SWAPS: Final = 3
"""Maximum number of times that two readers are plugged in again, until one has another number."""
CARDS: Final = tuple(range(490, 640, 10))
"""Cards by their priority: each moves one field."""
READER: Final = "reader"
"""The kind of player of a seat with a reader."""
RUN: Final = "/run/clockwork-derby"
LINKS: Final = (
    "for l in /dev/derby/reader-*; do echo $(basename $l) $(readlink -f $l) $(stat -L -c '%G "
    "%a' $l); done"
)


def play(bench: Bench) -> Findings:
    """Play from the first boot to a race over readers that have changed their places in USB."""
    findings = bench.findings
    with bench.machine(more=ports(bench.folder, COUNT), words=started_with(ORDER)) as guest:
        guest.ask("true")
        with readers(guest, bench.repository, COUNT) as table:
            try:
                _found(findings, guest, table)
                _seated(bench, guest, table)
                _swapped(bench, guest, table)
                _raced(bench, guest, table)
            except SystemTestError as fault:
                findings.fail(
                    f"{fault}; the screen says {_shown(guest)}; the log ends: {last_words(guest)}"
                )
            log = guest.ask(
                "journalctl", "-b", "--no-pager", "-o", "cat", "-t", "clockwork-derby"
            ).said
            findings.check("Traceback" not in log, f"the app's log has a traceback: {log[-1500:]}")
            findings.check(
                shown(guest, "NRestarts") == "0",
                f"the service was started again {shown(guest, 'NRestarts')} times",
            )
    return findings


def _found(findings: Findings, guest: Machine, table: Readers) -> None:
    """Plug readers in, and check their links by the rule."""
    for number in range(1, COUNT + 1):
        table.plug(number, number - 1)
    wait_for(lambda: len(_links(guest)) == COUNT, "a link for each reader in /dev/derby")
    for name, (device, rights) in _links(guest).items():
        findings.check(
            rights == "dialout 660", f"{name} leads to {device} with {rights}; expected dialout 660"
        )
        interface = guest.ask(
            "udevadm",
            "info",
            "-q",
            "property",
            "--property=ID_USB_INTERFACE_NUM",
            "--value",
            device,
        ).said.strip()
        findings.check(
            interface == "02", f"{name} leads to interface {interface} of its reader; expected 02"
        )
    findings.tell(
        f"{COUNT} readers on USB have /dev/derby/reader-SERIAL, group dialout, on interface 02."
    )


def _seated(bench: Bench, guest: Machine, table: Readers) -> None:
    """Pull one handle after another in the first steps; then begin a race."""
    wait_for(
        lambda: "Readers and seats" in _shown(guest)["title"],
        "the step of the first steps that gives seats",
    )
    for seat, number in enumerate(PULLED, 1):
        wait_for(
            partial(lambda seat: f"in front of seat {seat}" in _shown(guest)["hint"], seat),
            f"the question for the handle of seat {seat}",
        )
        if seat == 2:
            bench.findings.keep(bench.picture(guest, "readers-giving"))
        table.do(f"pull {number}")
    wait_for(
        lambda: f"{COUNT} card readers" in _shown(guest)["sign"],
        "the table symbol to tell of all readers",
    )
    seats = _seats(guest)
    expected = {table.serials[number - 1]: seat for seat, number in enumerate(PULLED, 1)}
    bench.findings.check(seats == expected, f"the seats are {seats}; expected {expected}")
    bench.findings.tell(
        "By the first steps: the handles were pulled in the order 2, 3, 1, and these "
        "readers have the seats 1, 2 and 3."
    )
    guest.ask("touch", f"{RUN}/seated")
    wait_for(
        lambda: list(_shown(guest)["readers"].values()) == [[READER, True, False, ""]] * COUNT,
        "a race that waits for all readers",
    )


def _swapped(bench: Bench, guest: Machine, table: Readers) -> None:
    """Swap two readers while the race waits for programs, until a number has changed.

    They are pulled, and plugged into the other's socket in the other order.
    """
    seats, before = _seats(guest), _links(guest)
    for swap in range(1, SWAPS + 1):
        _changed(bench, guest, table, first=swap == 1)
        after = _links(guest)
        moved = [name for name in before if before[name][0] != after[name][0]]
        bench.findings.check(
            _seats(guest) == seats, f"the seats were {seats} and are {_seats(guest)}"
        )
        if moved:
            break
    # The numbers depend on when the kernel has released the old ones; if none has changed, nothing
    # is proved.
    bench.findings.check(
        bool(moved),
        (
            f"plugged in again {SWAPS} times the links were {before} and are {after}; "
            f"expected one at least to lead elsewhere"
        ),
    )
    bench.findings.tell(
        f"After two were plugged in again in the other order {len(moved)} of {len(after)} "
        f"links lead to other ttyACM numbers, and the seats are those of before."
    )


def _changed(bench: Bench, guest: Machine, table: Readers, first: bool) -> None:
    """Pull two readers, and plug in first the one with the higher number.

    The lowest free number is then another one than its own.
    """
    links = _links(guest)
    order = sorted(
        (2, 3),
        key=lambda number: -int(re.sub(r"\D", "", links[f"reader-{table.serials[number - 1]}"][0])),
    )
    for number in order:
        table.unplug(number)
    took = wait_for(lambda: _played_here(guest) == [1, 2], "the screen to play both seats")
    if first:
        bench.findings.figure(
            "from pulling two cables to both seats being played on the screen", took, "s"
        )
        bench.findings.keep(bench.picture(guest, "readers-pulled"))
    wait_for(lambda: len(_links(guest)) == COUNT - 2, "both links to go")
    for count, (number, other) in enumerate(zip(order, reversed(order), strict=True), COUNT - 1):
        table.plug(number, other - 1)
        wait_for(
            partial(lambda count: len(_links(guest)) == count, count),
            "the link of a reader to come back",
        )
    took = wait_for(
        lambda: not _played_here(guest) and f"{COUNT} card readers" in _shown(guest)["sign"],
        "both readers to answer again",
    )
    if first:
        bench.findings.figure("from plugging them in again to both being used", took, "s")


def _raced(bench: Bench, guest: Machine, table: Readers) -> None:
    """Program by cards and handles; pull a reader in mid-register, and plug it in next turn."""
    guest.ask("touch", f"{RUN}/hold")
    for number in range(1, COUNT + 1):
        table.do(
            *(f"insert {number} {slot} {CARDS[number * 5 + slot - 6]}" for slot in range(1, 6))
        )
    # A pull counts for what the reader has read by then.
    wait_for(
        lambda: _committed(guest, table, PULLED),
        "the first register, after all handles were pulled",
        pause=2,
    )
    table.unplug(PULLED[-1])
    wait_for(
        lambda: _shown(guest)["sign"] == f"{COUNT - 1} card readers",
        "the screen to say that a reader was pulled in the middle of a register",
    )
    bench.findings.keep(bench.picture(guest, "readers-pulled-in-a-register"))
    guest.ask("rm", f"{RUN}/hold")
    wait_for(
        lambda: _shown(guest)["turn"] == 2 and _played_here(guest) == [COUNT],
        f"turn 2, with seat {COUNT} on the screen",
    )
    bench.findings.keep(bench.picture(guest, "readers-played-on-the-screen"))
    bench.findings.tell(
        f"A reader was pulled in the middle of a register: the turn was played to its "
        f"end, and seat {COUNT} is played on the screen in the next one."
    )
    table.plug(PULLED[-1], PULLED[-1] - 1)
    took = wait_for(
        lambda: not _played_here(guest), "the reader that is plugged in again to be used"
    )
    bench.findings.figure("from plugging it in again to its seat being programmed by it", took, "s")
    wait_for(lambda: _committed(guest, table, PULLED), "turn 2, programmed by all handles", pause=2)
    listed = guest.ask(
        "runuser", "-u", "derby", "--", "clockwork-derby", "games", "list", "--state", STATE
    ).said
    # The game has gone on meanwhile.
    turns = [int(turn) for turn in re.findall(r"turn (\d+)", listed)]
    bench.findings.check(
        max(turns, default=0) >= 2, f"the race is not kept as far as turn 2: {listed}"
    )
    bench.findings.tell(
        f"Turn 2 was programmed by all {COUNT} readers again; kept is: "
        f"{listed.rstrip().rsplit('  ', 1)[-1]}"
    )


def _committed(guest: Machine, table: Readers, numbers: tuple[int, ...]) -> bool:
    """Return whether the race has gone on to moving.

    If not, pull the handles that are not ready.
    """
    shown = _shown(guest)
    for seat, (_, asked, ready, _) in shown["readers"].items():
        if asked and not ready:
            table.do(f"pull {numbers[int(seat) - 1]}")
    return bool(shown["page"] == "play")


def _played_here(guest: Machine) -> list[int]:
    """Return the seats with silent readers, which are programmed on the screen."""
    return [
        int(seat)
        for seat, (kind, _, _, lost) in _shown(guest)["readers"].items()
        if kind != READER and lost
    ]


def _links(guest: Machine) -> dict[str, tuple[str, str]]:
    """Return the links of the readers: the device of each, and its group and rights.

    A link whose device goes while it is read has no rights, and counts as gone.
    """
    rows = [line.split(" ", 2) for line in guest.ask("sh", "-c", LINKS).said.splitlines()]
    return {row[0]: (row[1], row[2]) for row in rows if "*" not in row[0] and len(row) == 3}


def _shown(guest: Machine) -> dict[str, Any]:
    """Return what the screen shows."""
    said = guest.ask("cat", f"{RUN}/shown")
    if not said.code:
        return json.loads(said.said)
    return {"page": "", "title": "", "hint": "", "sign": "", "turn": 0, "readers": {}}


def _seats(guest: Machine) -> dict[str, int]:
    """Return the kept seats of the readers."""
    said = guest.ask("sh", "-c", f"cat $(find {STATE} -name seats.toml)").said
    return {serial: int(seat) for serial, seat in re.findall(r'"?([0-9A-F]{16})"? = (\d)', said)}
