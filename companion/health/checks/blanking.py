"""Check whether the screen goes dark by itself: players watch the board and seldom touch it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Final

from companion.health.base import FINE, NOTE, Finding, check
from companion.health.world import World
from companion.words import Text, term, text

CONSOLE: Final = "/sys/module/kernel/parameters/consoleblank"
"""Seconds without a key until the kernel blanks its console, 0 for never."""
IDLER: Final = "swayidle"
"""The program that turns the screen off on Raspberry Pi OS with labwc."""


@check("blanking", term("check", "Screen blanking"))
def blanking(world: World) -> Iterator[Finding]:
    """Ask the one that draws: a Wayland desktop, an X11 desktop, or the console."""
    if world.environment.get("WAYLAND_DISPLAY"):
        yield _wayland(world)
    elif world.environment.get("DISPLAY"):
        yield _x11(world)
    else:
        yield _console(world)


def _console(world: World) -> Finding:
    told = world.text(CONSOLE) or ""
    if not told.isdecimal():
        return Finding(FINE, text("The kernel does not say whether the console goes dark."))
    if int(told) == 0:
        return Finding(FINE, text("The console does not go dark by itself."))
    words = text(
        "The console goes dark after {minutes} min without a key, even if the screen is touched.",
        minutes=_minutes(int(told)),
    )
    if world.board:
        return Finding(
            NOTE,
            words,
            text(
                "Install the appliance again (sudo make install), or add consoleblank=0 to the"
                " line in /boot/firmware/cmdline.txt; then restart."
            ),
        )
    return Finding(
        NOTE,
        words,
        text(
            "Add consoleblank=0 to GRUB_CMDLINE_LINUX in /etc/default/grub, run sudo update-grub,"
            " then restart."
        ),
    )


def _wayland(world: World) -> Finding:
    """Return a finding for labwc; other desktops have unreadable settings."""
    for place in world.places("/proc/[0-9]*/comm"):
        if world.text(place) == IDLER:
            words = (world.text(place.replace("/comm", "/cmdline")) or "").split("\0")
            seconds = [
                int(after)
                for word, after in itertools.pairwise(words)
                if word == "timeout" and after.isdecimal() and int(after)
            ]
            return Finding(
                NOTE,
                _dark_after(min(seconds))
                if seconds
                else text("swayidle runs, which turns the screen off."),
                text(
                    "Install the appliance again (sudo make install) and log in again, or: sudo"
                    " raspi-config, Display Options, Screen Blanking."
                ),
            )
    return Finding(FINE, text("swayidle, which would turn the screen off, does not run."))


def _x11(world: World) -> Finding:
    done = world.run(("xset", "q"))
    if done.status != 0:
        return Finding(
            FINE,
            text(
                "It is not known whether the desktop turns the screen off: xset is not installed"
                " or gets no answer."
            ),
        )
    covers = re.search(r"timeout:\s+(\d+)", done.output)
    powers = (
        re.search(r"Standby:\s+(\d+)\s+Suspend:\s+(\d+)\s+Off:\s+(\d+)", done.output)
        if "DPMS is Enabled" in done.output
        else None
    )
    seconds = [
        int(number)
        for found in (covers, powers)
        if found
        for number in found.groups()
        if int(number)
    ]
    if not seconds:
        return Finding(FINE, text("The desktop does not turn the screen off."))
    return Finding(
        NOTE,
        _dark_after(min(seconds)),
        text(
            "At once, until the next login: xset s off -dpms. For good: sudo make install, then"
            " log in again."
        ),
    )


def _dark_after(seconds: int) -> Text:
    return text(
        "The desktop turns the screen off after {minutes} min without a touch.",
        minutes=_minutes(seconds),
    )


def _minutes(seconds: int) -> str:
    return f"{seconds / 60:.1f}".removesuffix(".0")
