"""A guest that passes for a Raspberry Pi with one reader on its header, and the hands there.

The game's own service runs with all its restrictions. The setup adds what a Raspberry Pi has and
this guest lacks: lines, SPI, the groups and rules of Raspberry Pi OS, and the words by which
libraries and the doctor know the board.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from tests.system.kiosk import wait_for
from tests.system.machine import Machine
from tests.system.stick import Stick
from tests.system.words import SystemTestError
from tests.system.workshop import Products

PYTHON: Final = "/opt/clockwork-derby/current/bin/python"
TABLE: Final = (
    "/opt/clockwork-derby/current/share/clockwork-derby/hardware/tables/one-player-leds.toml"
)
FIFO: Final = "/run/header"
READY: Final = "/run/header-is-there"
"""A file that exists once everything is ready; the service does not start before."""
PI: Final = "/run/raspberry-pi"
BOARD, REVISION = "Raspberry Pi 4 Model B Rev 1.4", "c03114"
# Emulated lines and a device in user space hold Python's lock far longer than wires do, so a page
# may take longer than the watchdog of the installed unit waits. A unit with ProtectProc= has its
# own /proc, so a bind mount over a system file is not visible in it.
UNIT: Final = (
    f"[Unit]\nConditionPathExists={READY}\n[Service]\n"
    f"BindReadOnlyPaths=-{PI}/cpuinfo:/proc/cpuinfo\nWatchdogSec=60"
)
RULES: Final = """SUBSYSTEM=="gpio", GROUP="gpio", MODE="0660"
SUBSYSTEM=="cuse", KERNEL=="spi", GROUP="spi", MODE="0660", SYMLINK+="spidev0.0"
"""
"""The first rule is that of Raspberry Pi OS; the second replaces what the kernel does for its SPI
devices."""
MAKE_PI: Final = f"""set -e
groupadd --force --system gpio
groupadd --force --system spi
usermod -aG gpio,spi derby
printf '%s' '{RULES}' >/etc/udev/rules.d/99-com.rules
udevadm control --reload
mkdir {PI}
{{ cat /proc/cpuinfo; printf 'Revision\\t: {REVISION}\\nModel\\t\\t: {BOARD}\\n'; }} >{PI}/cpuinfo
mount --bind {PI}/cpuinfo /proc/cpuinfo
mount -t tmpfs raspberry-pi /sys/firmware
mkdir -p /sys/firmware/devicetree/base
printf '{BOARD}\\0' >/sys/firmware/devicetree/base/model
"""
"""Groups, rules, and words. A PC's kernel has no place for the board's name, so a folder is mounted
over that of its firmware."""
HELD: Final = "/run/held"
HOLD: Final = f"""import sys, time, lgpio
chip, held = lgpio.gpiochip_open(0), False
while not held:
    try:
        held = lgpio.gpio_claim_input(chip, int(sys.argv[1])) == 0
    except lgpio.error:
        time.sleep(0.02)
open("{HELD}", "w").close()
time.sleep(3600)
"""
"""Another program that takes a line as soon as it is free, and says so."""
LONG: Final = 240


class Header:
    """The header of a guest, and the hands at the reader that is wired to it."""

    def __init__(self, guest: Machine) -> None:
        """Use the guest's header, which exists already."""
        self.guest = guest

    def do(self, *lines: str) -> None:
        """Work the reader by commands of `wires_in_guest`."""
        must(self.guest, "sh", "-c", f'printf "%s\\n" "$@" >{FIFO}', "sh", *lines)

    def state(self) -> dict[str, Any]:
        """Return what the header reports."""
        state: dict[str, Any] = json.loads(must(self.guest, "cat", f"{FIFO}.json"))
        return state

    @contextmanager
    def wanted(self, gpio: int) -> Iterator[None]:
        """Let another program take a line when the game releases it, until the end of the block."""
        must(
            self.guest,
            "systemd-run",
            "--quiet",
            "--unit=somebody-else",
            "--working-directory=/run",
            PYTHON,
            "-I",
            "-c",
            HOLD,
            str(gpio),
        )
        try:
            yield
        finally:
            self.guest.ask("systemctl", "stop", "somebody-else")

    def is_held(self) -> bool:
        """Say whether the other program has the line."""
        return not self.guest.ask("test", "-e", HELD).code


def sticks(made: Products, disk: Path) -> Stick:
    """Return a stick with the built products."""
    stick = Stick(disk)
    stick.put(made.module, *made.wheels.iterdir())
    return stick


def header(guest: Machine, stick: Stick) -> Header:
    """Make the guest a Raspberry Pi with a reader on its header.

    Raises:
        SystemTestError: Something that was built does not work.
    """
    stick.plug(guest)
    wait_for(lambda: bool(_mounted(guest)), "the stick to be mounted")
    folder = _mounted(guest)
    must(guest, "sh", "-c", MAKE_PI)
    must(
        guest,
        "env",
        "PIP_NO_INDEX=1",
        f"PIP_FIND_LINKS={folder}",
        PYTHON,
        "-m",
        "pip",
        "install",
        "-q",
        "clockwork-derby[gpio]",
        "lgpio",
    )
    must(guest, "sh", "-c", f"insmod {folder}/simulated_lines.ko")
    must(
        guest,
        "systemd-run",
        "--quiet",
        "--unit=header",
        "--property=CPUSchedulingPolicy=rr",
        PYTHON,
        "-I",
        "/opt/system-test/wires_in_guest.py",
        TABLE,
        FIFO,
    )
    try:
        wait_for(lambda: not guest.ask("test", "-e", f"{FIFO}.json").code, "the header", 60)
    except SystemTestError as fault:
        raise SystemTestError(
            f"{fault}: "
            f"{must(guest, 'journalctl', '-u', 'header', '-o', 'cat', '--no-pager', '-n', '5')}"
        ) from fault
    must(guest, "udevadm", "settle")
    must(guest, "touch", READY)
    return Header(guest)


def must(guest: Machine, *words: str) -> str:
    """Run a command in the guest that must succeed, and return its output."""
    said = guest.ask(*words, limit=LONG)
    if said.code:
        raise SystemTestError(
            f"in the guest {' '.join(words)[:200]} ended with {said.code}: "
            f"{said.said[-1500:].strip()}"
        )
    return said.said


def _mounted(guest: Machine) -> str:
    """Return where the stick is mounted, "" while it is not."""
    rows = [line.split() for line in guest.ask("cat", "/proc/mounts").said.splitlines()]
    return next(
        (row[1] for row in rows if row[1].startswith("/run/media/") and row[2] == "vfat"), ""
    )
