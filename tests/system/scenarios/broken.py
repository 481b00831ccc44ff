"""Setups that are broken on purpose: what log and doctor say, and that games survive the repair."""

from __future__ import annotations

import base64
from typing import Final, NamedTuple

from tests.system.bench import Bench, Findings
from tests.system.kiosk import (
    SERVICE,
    STATE,
    again,
    difference,
    first_screen,
    is_active,
    is_kiosk,
    last_words,
    shown,
    wait_for,
)
from tests.system.machine import Machine
from tests.system.words import SystemTestError

NAME, TITLE = "broken", "broken set-ups: what is said, and that the games stay"
UNTIMED: Final = 7
"""About how many minutes it takes; it measures no time, so it may run beside another scenario."""
AS_PLAYER: Final = ("runuser", "-u", "derby", "--")
COMMAND: Final = (*AS_PLAYER, "clockwork-derby")
NO_MOUSE: Final = ("-machine", "i8042=off")
"""Words for QEMU: without the tablet no mouse is left."""
NO_DISPLAY: Final = "modprobe.blacklist=virtio_gpu"
"""Words for the guest's kernel."""
SIGN: Final = (760, 20)
"""The table's sign, in pixels: a tap there opens a page, on any page."""
MAX_DIFFERENCE: Final = 0.004
"""The share of pixels that differ where the screen reports a fault: a line of words has more."""
DOCTORED: Final = 150
"""Seconds within which the screen shows what its own doctor has found, or that all is well
again."""


class Breakage(NamedTuple):
    """A fault of the guest and its repair, as shell commands.

    One of `said` must be in the log, the doctor's words or the names in the state folder.
    """

    words: str
    broken: str
    mended: str
    said: tuple[str, ...]
    starts: bool = True
    """Whether the app reaches a screen nevertheless; if not, it must come by itself after the
    repair."""


SETTINGS, JOURNAL = f"{STATE}/screen.json", f"{STATE}/journal.db"
HOLD: Final = """
import fcntl, os, time
display = os.open(next("/dev/dri/" + name for name in sorted(os.listdir("/dev/dri")) if name.startswith("card")), os.O_RDWR)
fcntl.ioctl(display, 0x641E, 0)
time.sleep(100000)
"""  # noqa: E501
"""A program that becomes the display's master, as a desktop is, and stays."""
DIGEST: Final = """
import hashlib, sqlite3, sys
found = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
games = found.execute("SELECT id, kind, title, header, began FROM games WHERE id = 1").fetchall()
rows = found.execute("SELECT place, text, mark FROM entries WHERE place BETWEEN 1000000000 AND 1999999999 ORDER BY place LIMIT ?", (sys.argv[2],)).fetchall()
print(hashlib.sha256(repr((games, rows)).encode()).hexdigest(), len(rows))
"""  # noqa: E501
"""A program that prints a hash of the first game with its first so many messages (-1 for all), and
their number. Looking at a race adds messages to it."""
DARK: Final = Breakage(
    "there is no display", "true", "modprobe virtio_gpu", ("nor a display of the console",), False
)
BREAKAGES: Final = (
    Breakage(
        "another program has the display",
        (
            f'systemctl stop {SERVICE}; systemd-run --quiet --unit=desktop python3 -c "$(echo '
            f'{base64.b64encode(HOLD.encode()).decode()} | base64 -d)"'
        ),
        "systemctl stop desktop",
        ("another application uses the display",),
        False,
    ),
    Breakage(
        "the settings file is garbage",
        f"echo '{{broken' >{SETTINGS}; chown derby: {SETTINGS}",
        f"rm -f {SETTINGS}*",
        ("screen.json.",),
    ),
    Breakage(
        "the journal is garbage",
        (
            f"systemctl stop {SERVICE}; mkdir /kept; cp -a {JOURNAL}* /kept; rm {JOURNAL}*; "
            f"echo garbage >{JOURNAL}; chown derby: {JOURNAL}"
        ),
        f"systemctl stop {SERVICE}; rm {JOURNAL}*; cp -a /kept/* {STATE}",
        ("journal.db.", "journal-"),
    ),
    Breakage(
        "the disk is read-only",
        f"mount --bind {STATE} {STATE}; mount -o remount,ro,bind {STATE}",
        f"umount -l {STATE}",
        ("read-only",),
    ),
    Breakage(
        "the disk is full",
        (
            "fallocate -l $(df --output=avail -B1 / | tail -1) /full; dd if=/dev/zero "
            "of=/full2 bs=4k 2>/dev/null; true"
        ),
        "rm -f /full /full2",
        ("disk is full",),
    ),
    Breakage(
        "derby has no right to use the display",
        "gpasswd -d derby video; gpasswd -d derby render",
        "usermod -aG video,render derby",
        ("usermod -ag video",),
        False,
    ),
)


def play(bench: Bench) -> Findings:
    """Break one thing after another on one guest, and repair each."""
    with bench.machine(more=NO_MOUSE, words=NO_DISPLAY) as guest:
        # The folder is made by the first start.
        guest.ask(
            "sh",
            "-c",
            (
                f"until [ -d {STATE} ]; do sleep 0.2; done; systemctl stop {SERVICE}; rm -f "
                f"{STATE}/starts"
            ),
            limit=200,
        )
        begun = guest.ask(
            *COMMAND, "simulate", "--db", JOURNAL, "--turns", "2", "--seats", "3", limit=120
        )
        bench.findings.check(begun.code == 0, f"no race could be begun: {begun.said}")
        count = _games(guest).split()[-1]
        before = _games(guest, count)
        bench.findings.tell(f"A race has been begun: {count} messages are kept.")
        for breakage in (DARK, *BREAKAGES):
            guest.ask("sh", "-c", breakage.broken)
            _look(bench, guest, breakage)
            guest.ask("sh", "-c", breakage.mended)
            if not breakage.starts:
                _comes_back(bench, guest, breakage)
            if breakage is DARK:
                _untouched(bench, guest)
            # The starts that failed here are not the next one's.
            guest.ask("rm", "-f", f"{STATE}/starts")
            after = _games(guest, count)
            bench.findings.check(
                after == before, f"{breakage.words}: the games were {before!r} and are {after!r}"
            )
        guest.ask("systemctl", "restart", "--no-block", SERVICE)
        wait_for(lambda: is_active(guest), "the service to be active")
        first_screen(bench, guest)
        bench.findings.tell(
            "All put right again, the first screen is there, and the games are those of "
            "before, message by message."
        )
    return bench.findings


def _look(bench: Bench, guest: Machine, breakage: Breakage) -> None:
    """Check log, screen and doctor for what is said."""
    since = guest.ask("date", "+%s").said.strip()
    guest.ask("systemctl", "restart", "--no-block", SERVICE)
    if breakage.starts:
        before = shown(guest, "MainPID")
        wait_for(lambda: again(guest, before), f"the screen although {breakage.words}")
    else:
        wait_for(lambda: "derby" in _log(guest, since), f"a word in the log that {breakage.words}")
    name = breakage.words.replace(" ", "-")
    log = _log(guest, since)
    doctor = guest.ask(*COMMAND, "doctor", "--state", STATE, limit=120).said
    lies = guest.ask("ls", STATE).said
    (bench.folder / f"{name}.txt").write_text(f"LOG\n{log}\nDOCTOR\n{doctor}\nFOLDER\n{lies}")
    bench.findings.check(
        breakage.starts == _is_seen(bench, guest, name),
        f"{breakage.words}: see the picture {name}.png",
    )
    bench.findings.check(
        "Traceback" not in log + doctor, f"{breakage.words}: a traceback: {(log + doctor)[-800:]}"
    )
    spoken = [
        line
        for line in (*log.splitlines(), *doctor.splitlines(), *lies.splitlines())
        if any(word in line.lower() for word in breakage.said)
    ]
    bench.findings.check(
        bool(spoken), f"{breakage.words}: nobody says so. {last_words(guest)[-500:]}"
    )
    bench.findings.tell(f"{breakage.words}: {spoken[0] if spoken else 'nothing is said'}")


def _is_seen(bench: Bench, guest: Machine, name: str) -> bool:
    """Return whether the display shows the app; without a display, nothing does."""
    try:
        return is_kiosk(bench.picture(guest, name))
    except SystemTestError:
        return False


def _comes_back(bench: Bench, guest: Machine, breakage: Breakage) -> None:
    """Repair it, and check that the app comes back by itself."""
    wait_for(
        lambda: is_active(guest) and _is_seen(bench, guest, "now"),
        f"the screen by itself, after it was put right that {breakage.words}",
    )
    bench.findings.tell(f"{breakage.words}: put right, and the screen was there by itself.")


def _untouched(bench: Bench, guest: Machine) -> None:
    """Pull out the only touch device, then plug it in again."""
    findings, before = bench.findings, bench.picture(guest, "before")
    guest.order("device_del", id="tablet")
    wait_for(
        lambda: (
            guest.ask("grep", "-q", "touch bad: There is neither", f"{STATE}/health.log").code == 0
        ),
        "a line in health.log",
        DOCTORED,
    )
    wait_for(
        lambda: difference(before, bench.picture(guest, "there-is-no-touch")) > MAX_DIFFERENCE,
        "the screen to say that there is no touch",
        DOCTORED,
    )
    findings.keep(bench.folder / "there-is-no-touch.png")
    doctor = guest.ask(*COMMAND, "doctor", "touch").said
    findings.check(
        "neither touchscreen nor mouse" in doctor,
        f"there is nothing to touch, and the doctor says {doctor}",
    )
    findings.tell(f"there is no touch: {doctor.splitlines()[0]}")
    guest.order("device_add", driver="virtio-tablet-pci", id="tablet", bus="socket")
    wait_for(
        lambda: difference(before, bench.picture(guest, "now")) < MAX_DIFFERENCE,
        "the screen to be as before, with touch",
        DOCTORED,
    )
    guest.tap(*SIGN)
    wait_for(
        lambda: difference(before, bench.picture(guest, "touched-again")) > 0.05,
        "a page after a tap",
        60,
    )
    findings.tell(
        "there is no touch: plugged in again, the screen is as before, and a tap opens a page."
    )


def _log(guest: Machine, since: str) -> str:
    """Return what the app has written since then."""
    said = guest.ask(
        "journalctl", f"--since=@{since}", "--no-pager", "-o", "cat", "-t", "clockwork-derby"
    ).said
    return "" if "No entries" in said else said


def _games(guest: Machine, count: str = "-1") -> str:
    """Return the race's status in the list, a hash of its header, and its number of messages.

    `count` is as in DIGEST.
    """
    listed = (
        guest.ask(*COMMAND, "games", "list", "--state", STATE, limit=120)
        .said.rstrip()
        .rsplit("  ", 1)[-1]
    )
    return f"{listed} {guest.ask(*AS_PLAYER, 'python3', '-c', DIGEST, JOURNAL, count).said}"
