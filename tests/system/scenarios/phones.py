"""Phones under the real service manager.

They are let in on the screen, play a turn from outside, strangers are kept out, and the port is
closed again.
"""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Callable
from typing import Final
from urllib.parse import urljoin

from companion.ui.virtual_display import VirtualDisplay
from tests.phones.looking import Phone
from tests.system.bench import Bench, Findings
from tests.system.kiosk import SERVICE, again, difference, last_words, shown, wait_for
from tests.system.machine import Machine
from tests.system.pair import ALIKE, OFFERED, ONCE_MORE, Pair, pair
from tests.system.visitor import Visitor, invitation

NAME, TITLE = "phones", "phones are let in by touch, play a turn from outside, and are shut out"
UNTIMED: Final = 6
"""About how many minutes it takes; it measures no time that matters, so it may run beside another
scenario."""
DOOR, PATH = "clockwork-derby-phones.service", "clockwork-derby-phones.path"
PORT: Final = 8137
EXPOSURE: Final = 1.4
"""The highest exposure of 10 that `systemd-analyze security` may find."""
NEAR, FAR = "192.168.77", "203.0.113"
"""The networks of a table's own Wi-Fi, and of the outside world, up to their last dot; the guest is
number 15 in both."""
ADDRESS: Final = "52:54:00:00:00:0"
"""The beginning of the hardware addresses of both cards."""
OTHER: Final = 8138
"""A port of the guest that is open to all, which shows that the far network works."""
CARDS: Final = 5
STEPS: Final = 2
"""Instructions that are carried out after the turn that a phone has programmed."""
UNANSWERED: Final = 15
"""Seconds in which an answer would have come."""
NO_CODE, WRONG = "22222222", "No seat has this code"
"""A code that belongs to no seat, except for a chance of one in a hundred million, and the answer
to it."""
CODES: Final = "/var/lib/clockwork-derby/phones.json"
DRAGS, DRAG = 12, 80
"""The number of drags of the menu until it is at its end, and their reach to both sides of its
middle, in pixels."""
BESIDE: Final = 787
"""The place in which a finger drags the list: right of its rows, in pixels from the left. A drag
there that becomes a tap presses nothing."""
MANUAL: Final = "/manual/"
RULES: Final = {
    f"{MANUAL}games/{name}.html" for name in ("clockwork", "cardbot", "factory", "diesel")
}
"""The pages that a phone must find in the manual."""
GUESSED: Final = 9
"""The number of wrong codes that are tried, more than are answered in a row."""


class Ports:
    """The ports of this machine that lead to the guest, and the one of its twin."""

    def __init__(self) -> None:
        """Choose four free ones."""
        held = [socket.create_server(("127.0.0.1", 0)) for _ in range(4)]
        self.near, self.far, self.other, self.twin = (one.getsockname()[1] for one in held)
        for one in held:
            one.close()

    def devices(self) -> list[str]:
        """Return two network cards for QEMU without a way out."""
        ways = {NEAR: [(self.near, PORT)], FAR: [(self.far, PORT), (self.other, OTHER)]}
        words = list[str]()
        for number, (net, forwards) in enumerate(ways.items(), 1):
            led = "".join(
                f",hostfwd=tcp:127.0.0.1:{here}-{net}.15:{there}" for here, there in forwards
            )
            words += [
                "-netdev",
                f"user,id=net{number},net={net}.0/24,restrict=on{led}",
                "-device",
                f"virtio-net-pci,netdev=net{number},mac={ADDRESS}{number}",
            ]
        return words


def play(bench: Bench) -> Findings:
    """Boot once, and kill the game once."""
    ports, findings = Ports(), bench.findings
    with (
        VirtualDisplay() as display,
        pair(
            bench, bench.fresh_disk(), display, ports.devices(), ("--phones", str(ports.twin))
        ) as both,
    ):
        # The first step does not wait for long.
        both.step()
        _join_networks(both.guest)
        findings.check(
            not _is_open(both.guest) and shown(both.guest, "ActiveState", DOOR) == "inactive",
            "the port is open before anybody wanted phones",
        )
        findings.check(
            shown(both.guest, "ActiveState", PATH) == "active", f"{PATH} does not wait for phones"
        )
        both.steps_until("program")
        _let_in(both)
        guest, twin = _invited(bench, both, ports)
        _unit(findings, both.guest)
        _stranger(findings, both.guest, ports)
        _turn(bench, both, guest, twin)
        _wrong(findings, guest)
        _manual(findings, guest)
        _killed(findings, both, guest)
        _shut_out(bench, both, guest)
        findings.check(
            shown(both.guest, "NRestarts") == "1",
            (
                f"the game was started again {shown(both.guest, 'NRestarts')} times; expected "
                f"once, when it was killed"
            ),
        )
    return findings


def _join_networks(guest: Machine) -> None:
    """Give both cards their addresses, by systemd's own service for that."""
    for number, net in enumerate((NEAR, FAR), 1):
        said = (
            f"[Match]\nMACAddress={ADDRESS}{number}\n[Network]\nAddress={net}.15/24\n"
            f"LinkLocalAddressing=no\nIPv6AcceptRA=no\n"
        )
        guest.ask(
            "sh",
            "-c",
            (
                f"mkdir -p /run/systemd/network && printf '%s' '{said}' "
                f">/run/systemd/network/1{number}-net.network"
            ),
        )
    guest.ask("systemctl", "start", "systemd-networkd.service")
    wait_for(
        lambda: all(
            f"{net}.15" in guest.ask("cat", "/proc/net/fib_trie").said for net in (NEAR, FAR)
        ),
        "both networks",
    )


def _is_open(guest: Machine) -> bool:
    """Return whether the kernel has a listener at the port."""
    rows = [line.split() for line in guest.ask("cat", "/proc/net/tcp").said.splitlines()[1:]]
    return any(row[1].endswith(f":{PORT:04X}") and row[3] == "0A" for row in rows)


# ---- On the screen -------------------------------------------------------------------------------


def _to_phones(both: Pair) -> None:
    """Open the page for phones by touch: hold the sign, then the end of the list."""
    both.open_menu()
    _to_end(both)
    both.touch("Phones")


def _to_end(both: Pair) -> None:
    """Drag the list to its end on both.

    Each drag waits until the one before it is drawn and at rest: the kernel drops unread moves once
    they are too many, and a drag without moves is a tap.

    Raises:
        SystemTestError: The guest's list does not arrive there.
    """
    across, down = both.twin.ask(do="list")["at"]
    both.twin.ask(do="drag", at=[across, down])
    wanted = both.twin.picture()
    for _ in range(DRAGS):
        began, found = (both.bench.picture(both.guest, name) for name in ("began", "guest"))
        both.guest.press(BESIDE, down + DRAG)
        for step in (DRAG / 2, 0, -DRAG / 2, -DRAG):
            both.guest.move(BESIDE, down + step)
        both.guest.lift()
        end, stands = time.monotonic() + ONCE_MORE, False
        while not stands and time.monotonic() < end:
            before, found = (
                found.rename(both.bench.folder / "before.png"),
                both.bench.picture(both.guest, "guest"),
            )
            stands = difference(before, found) <= ALIKE < difference(began, found)
        if difference(found, wanted) <= ALIKE:
            break
    both.until_alike()


def _let_in(both: Pair) -> None:
    """Let phones in.

    The twin got its port by its command line, and has let phones in; it does so again together with
    the guest.
    """
    _to_phones(both)
    both.twin.press("No")
    both.until_alike()
    both.touch("Yes")


def _invited(bench: Bench, both: Pair, ports: Ports) -> tuple[Visitor, Visitor]:
    """Return two people, at the guest and at its twin, who have read the invitation to seat 1.

    The page is closed again.
    """
    shared = _read(bench, both, "")
    bench.findings.tell(
        f"Phones are let in by touch: the screen of the guest invites to "
        f"{shared.rpartition('/')[0]}, read off its picture as by a camera."
    )
    bench.findings.check(
        shared.startswith(f"http://{NEAR}.15:{PORT}/"),
        f"the guest invites to {shared}; expected its own address on the near network",
    )
    # The twin has closed its own port for a moment, too, and has no seats to choose before it is
    # open again.
    wait_for(lambda: bool(invitation(both.twin.picture())), "an invitation on the twin's screen")
    both.touch("BRASS")
    mine = _read(bench, both, shared)
    bench.findings.keep((bench.folder / "guest.png").rename(bench.folder / "phone-invited.png"))
    found = (
        Visitor.invited(mine, ports.near),
        Visitor.invited(invitation(both.twin.picture()), ports.twin),
    )
    # The page, then the menu.
    for _ in range(2):
        both.press("Close")
    return found


def _read(bench: Bench, both: Pair, before: str) -> str:
    """Return the next invitation on the guest's screen."""
    wait_for(
        lambda: invitation(bench.picture(both.guest, "guest")) not in ("", before),
        f"an invitation on the screen; the end of the log: {last_words(both.guest)}",
    )
    return invitation(bench.folder / "guest.png")


# ---- From outside --------------------------------------------------------------------------------


def _unit(findings: Findings, guest: Machine) -> None:
    """Check the service that opens the port, as systemd sees it."""
    findings.check(
        _is_open(guest) and shown(guest, "ActiveState", DOOR) == "active",
        f"phones are let in, and {DOOR} does not run: {last_words(guest)}",
    )
    user = guest.ask("ps", "-o", "user=", "-p", shown(guest, "MainPID", DOOR)).said.strip()
    findings.check(user == "derby", f"{DOOR} runs as {user}; expected derby")
    said = (
        guest.ask("systemd-analyze", "security", "--no-pager", DOOR, limit=120)
        .said.strip()
        .splitlines()[-1]
    )
    findings.tell(said.lstrip("→ "))
    findings.check(
        float(said.partition(": ")[2].split()[0]) <= EXPOSURE,
        f"{said}; expected {EXPOSURE} at most",
    )


def _stranger(findings: Findings, guest: Machine, ports: Ports) -> None:
    """Get no answer from an outside address, although that network works."""
    guest.ask(
        "systemd-run",
        "--collect",
        "--unit=other",
        "--property=WorkingDirectory=/usr/share/doc",
        "python3",
        "-m",
        "http.server",
        str(OTHER),
    )
    wait_for(lambda: _status(Visitor(ports.other, ""), "/") == 200, "the far network to work")
    guest.ask("systemctl", "stop", "other.service")
    findings.check(
        _status(Visitor(ports.far, ""), "/", UNANSWERED) == 0,
        f"somebody at {FAR}.2, out in the world, is answered",
    )
    findings.tell(
        f"Somebody at {FAR}.2, out in the world, gets no answer at the port, while "
        f"another port answers there."
    )


def _status(visitor: Visitor, path: str | None = None, patience: float = 5.0) -> int:
    """Return the status of an answer, 0 for none."""
    try:
        return visitor.get(path, patience)[0]
    except OSError:
        return 0


def _turn(bench: Bench, both: Pair, guest: Visitor, twin: Visitor) -> None:
    """Program seat 1 on a phone, at the guest and at its twin, and go on alike.

    The guest's screen says so.
    """
    findings = bench.findings
    phones = [Phone(visitor.port, f"/{visitor.code}/news") for visitor in (guest, twin)]
    try:
        findings.check(
            [phone.answer.status for phone in phones] == [200, 200], "the phone does not join"
        )
        both.until_alike()
        findings.keep((bench.folder / "guest.png").rename(bench.folder / "phone-chooses.png"))
        for _ in range(CARDS):
            act = next(act for act in twin.offered() if act.startswith("put "))
            for visitor in (guest, twin):
                _touched(visitor, act, lambda visitor, act=act: act not in visitor.offered())  # type: ignore[misc]
        for visitor in (guest, twin):
            _touched(visitor, "handle pull", lambda visitor: "handle pull" not in visitor.offered())
        for _ in range(STEPS):
            both.until_alike()
            findings.check(
                both.step()[0].startswith("play:"),
                "the turn that the phone has programmed is not played",
            )
        findings.check(WRONG not in guest.get()[1], "the phone has lost its seat")
    finally:
        for phone in phones:
            phone.close()
    findings.tell(
        "Seat 1 was programmed on a phone, card by card, and its turn is played as on the "
        "host, picture by picture."
    )


def _touched(visitor: Visitor, act: str, done: Callable[[Visitor], bool]) -> None:
    """Touch a phone, and wait until the table has taken it."""
    wait_for(lambda: act in visitor.offered(), f"{act} to be offered")
    assert visitor.touch(act) == 303
    wait_for(lambda: done(visitor), f"the table to take {act}")


def _wrong(findings: Findings, guest: Visitor) -> None:
    """Try wrong codes: they open nothing and lock no one out.

    The right one opens from the same address.
    """
    answers = [guest.get(f"/{NO_CODE}") for _ in range(GUESSED)]
    findings.check(
        all(status == 404 and WRONG in page for status, page in answers),
        f"wrong codes are answered by {[status for status, _ in answers]}; expected 404",
    )
    findings.check(
        guest.get()[0] == 200, f"after {GUESSED} wrong codes the right one does not open"
    )
    findings.tell(
        f"A wrong code is refused, and after {GUESSED} of them the right one opens from "
        f"the same address."
    )


def _manual(findings: Findings, guest: Visitor) -> None:
    """Follow the links from a phone's own page to the manual, and on to every page it leads to."""
    findings.check(f'href="{MANUAL}"' in guest.get()[1], "a phone's page has no link to the manual")
    seen, unread = set[str](), [MANUAL]
    while unread:
        path = unread.pop()
        seen.add(path)
        status, page = guest.get(path)
        findings.check(status == 200, f"{path} is answered by {status}; expected 200")
        links = {urljoin(path, link) for link in re.findall(r'href="([^":#]+\.html)', page)}
        unread += sorted(links - seen - set(unread))
    findings.check(seen >= RULES, f"the manual does not lead to {', '.join(sorted(RULES - seen))}")
    findings.tell(
        f"A phone reads the manual at the table, {len(seen)} pages, with the rules of every game."
    )


# ---- The end -------------------------------------------------------------------------------------


def _killed(findings: Findings, both: Pair, guest: Visitor) -> None:
    """Kill the game: the port closes, and comes back with the page of every phone.

    The codes are the same, and no one else can read them.
    """
    before, door = shown(both.guest, "MainPID"), shown(both.guest, "MainPID", DOOR)
    both.guest.ask("systemctl", "kill", "--kill-whom=main", "-s", "KILL", SERVICE)
    wait_for(lambda: again(both.guest, before), "the service to be active again")
    took = wait_for(
        lambda: _status(guest, "/") == 200,
        f"the port to be open again; the end of the log: {last_words(both.guest)}",
    )
    findings.check(
        shown(both.guest, "MainPID", DOOR) not in (door, "0"),
        f"{DOOR} is the one of the game that was killed",
    )
    findings.check(_status(guest) == 200, "the code of before the kill does not open any more")
    mode = both.guest.ask("stat", "-c", "%a %U", CODES).said.strip()
    findings.check(mode == "600 derby", f"{CODES} is {mode}; expected 600 derby")
    findings.tell(
        f"Killed and started again, the game lets phones in by itself, {took:.0f} s after "
        f"its first screen, by the codes of before."
    )


def _shut_out(bench: Bench, both: Pair, guest: Visitor) -> None:
    """Shut phones out by touch: the service ends, and there is no port."""
    findings = bench.findings
    both.renew()
    both.until_alike(OFFERED)
    both.steps_until("play")
    _to_phones(both)
    _read(bench, both, "")
    began = time.monotonic()
    both.touch("No")
    both.until_alike()
    wait_for(
        lambda: shown(both.guest, "ActiveState", DOOR) == "inactive" and not _is_open(both.guest),
        "the port to be closed",
    )
    findings.figure("from No to the port being closed, at most", time.monotonic() - began, "s")
    findings.check(_status(guest, "/") == 0, "somebody is answered after phones were shut out")
    letterbox = both.guest.ask("test", "-e", "/run/clockwork-derby/phones").code
    findings.check(
        letterbox == 1 and shown(both.guest, "ActiveState", PATH) == "active",
        "the place at which the game waits for the port is still there",
    )
    failed = both.guest.ask(
        "systemctl", "--failed", "--plain", "--no-legend", "--no-pager"
    ).said.split("\n")
    findings.check(not any(failed), f"units that failed: {'; '.join(filter(None, failed))}")
    findings.tell(
        "Phones are shut out by touch: the service has ended, there is no port, and the "
        "way to open it waits again."
    )
