"""Check whether a window can open, why it did not, and whether the screen goes dark by itself.

Each cause has its own words, with the device, group, program or package. The check asks before a
window opens what `why_no_window` asks after one has failed (hardware facts 10).
"""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Iterator
from typing import Final

from companion.health.base import BAD, FINE, NOTE, Finding, check, into_group
from companion.health.world import World
from companion.named_tuples import NamedTuple
from companion.words import Text, listed, sentence, term, text

NOWHERE: Final = ("dummy", "offscreen")
"""SDL's drivers that draw for nobody."""
LIBRARIES: Final = (
    ("libdrm.so.2", "libdrm2"),
    ("libgbm.so.1", "libgbm1"),
    ("libEGL.so.1", "libegl1"),
)
"""Libraries that SDL loads to draw on the console, and their packages."""
DRIVERS: Final = ("/usr/lib/*/dri/*_dri.so", "/usr/lib/*/libgallium*.so", "/usr/lib/dri/*_dri.so")
"""The places of Mesa's drivers."""
SOCKETS: Final = "/tmp/.X11-unix"


class WindowCause(NamedTuple):
    """The reason why there is no window."""

    words: Text
    """The end of a sentence without its full stop."""
    remedy: Text
    """A whole sentence that says what to do."""


@check("display", term("check", "Display"))
def display(world: World) -> Iterator[Finding]:
    """Check the desktop or else the console's display, and the graphics chip. Opens no window."""
    yield _screen(world)
    chips = world.places("/dev/dri/renderD*")
    if chips and not any(world.may(chip) for chip in chips):
        who = world.person().name
        words = text(
            "{user} has no right to use the graphics chip ({chips}), so the processor draws, "
            "slowly (llvmpipe).",
            user=who,
            chips=" ".join(chips),
        )
        yield Finding(BAD, words, into_group(who, "render"))
    # Without any display no chip is needed.
    elif not chips and world.places("/dev/dri/card*"):
        words = text("There is no graphics chip to draw with, so the processor draws (llvmpipe).")
        yield Finding(
            NOTE,
            words,
            text(
                "On a Raspberry Pi, /boot/firmware/config.txt must contain "
                "dtoverlay=vc4-kms-v3d; elsewhere it may be slow."
            ),
        )


def _screen(world: World) -> Finding:
    driver = world.environment.get("SDL_VIDEODRIVER", "")
    desktop, wayland = world.environment.get("DISPLAY"), world.environment.get("WAYLAND_DISPLAY")
    if driver in NOWHERE:
        words = text(
            "SDL_VIDEODRIVER is {driver}, so no screen shows the window.",
            driver=repr(driver),
        )
        return Finding(
            BAD, words, text("Remove {variable} from the environment.", variable="SDL_VIDEODRIVER")
        )
    # X before Wayland: with both, X draws our window (hardware facts 10).
    if desktop:
        return Finding(FINE, text("There is a desktop, the display {display}.", display=desktop))
    # The present user of the display is not asked for: it may be the game, whose picture must not
    # be disturbed. Wayland alone is a fault here: SDL in Kivy's wheels does not support it.
    cause = why_no_window(world) if wayland else on_console(world) or _lacking(world)
    if cause is not None:
        return Finding(BAD, sentence(cause.words), cause.remedy)
    return Finding(
        FINE,
        text(
            "There is no desktop here; the app can use the display of the console ({displays}).",
            displays=" ".join(_displays(world)),
        ),
    )


# ---- Why there is no window ----------------------------------------------------------------------


def why_no_window(world: World, sdl_words: str = "") -> WindowCause:
    """Return why a window did not open; the words of SDL are used if no better cause is known.

    Rights and plugs come first, then packages, and other programs last: only that question touches
    the display.
    """
    if world.environment.get("DISPLAY") or world.environment.get("WAYLAND_DISPLAY"):
        return _on_desktop(world, sdl_words)
    return (
        on_console(world)
        or _lacking(world)
        or _occupied_display(world)
        or WindowCause(
            text(
                "there is no desktop here, and SDL cannot use the console's display ({words})",
                words=sdl_words,
            )
            if sdl_words
            else text("there is no desktop here, and SDL cannot use the console's display"),
            text(
                "Start the computer again. Messages of the kernel about the display: sudo "
                "journalctl -b -k -g drm."
            ),
        )
    )


def on_console(world: World) -> WindowCause | None:
    """Return a visible fault of the console's display without touching it, or None."""
    cards = _displays(world)
    if not cards:
        return WindowCause(
            text(
                "there is neither a desktop nor a display of the console (/dev/dri/card* is not"
                " there)"
            ),
            text(
                "Plug the screen in and start again. On a Raspberry Pi, "
                "/boot/firmware/config.txt must contain dtoverlay=vc4-kms-v3d."
            ),
        )
    closed = [card for card in cards if not world.may(card)]
    if len(closed) == len(cards):
        return _closed_device(world, closed[0])
    states = [world.text(place) for place in world.places("/sys/class/drm/card*-*/status")]
    # Not every driver tells its state.
    if states and "connected" not in states:
        return WindowCause(
            text("no screen is plugged into any connector"),
            text("Plug the screen in before the power, and look at its ribbon or HDMI cable."),
        )
    return None


def _displays(world: World) -> tuple[str, ...]:
    """Return the devices of displays, such as /dev/dri/card1.

    Chips without connectors are left out if there are others.
    """
    cards = world.places("/dev/dri/card*")
    # Pi 4 and 5 show two cards, one of which only computes (hardware facts 10).
    with_connectors = tuple(
        card for card in cards if world.places(f"/sys/class/drm/{card.rsplit('/', 1)[1]}-*")
    )
    return with_connectors or cards


def _lacking(world: World) -> WindowCause | None:
    """Return the missing packages for drawing on the console."""
    missing = [package for library, package in LIBRARIES if not world.loads(library)]
    if not any(world.places(pattern) for pattern in DRIVERS):
        missing.append("libgl1-mesa-dri")
    if not missing:
        return None
    return WindowCause(
        text(
            "packages for drawing on the console are not installed: {packages}",
            packages=", ".join(missing),
        ),
        text("Install it: sudo apt install {packages}.", packages=" ".join(missing)),
    )


def _closed_device(world: World, card: str) -> WindowCause:
    """Return the cause of a device that we may not open."""
    who, owner = world.person(), world.owner(card)
    if owner is None:
        return WindowCause(
            text("{user} has no right to use the display {display}", display=card, user=who.name),
            into_group(who.name, "video"),
        )
    words = text(
        "{user} has no right to use the display {display}: it is for {owner} and the group "
        "{group} ({rights}), and {user} is in the groups {groups}",
        display=card,
        user=who.name,
        owner=owner.user,
        group=owner.group,
        rights=owner.rights,
        groups=", ".join(sorted(who.groups)) or term("groups", "none"),
    )
    # Then no group helps: the device belongs to root, or the service is barred from it.
    if owner.group in who.groups or owner.group == "root":
        return WindowCause(
            words,
            text(
                "Find out why udev has not given it to the group video: ls -l /dev/dri; on an "
                "appliance the service must allow it (DeviceAllow=char-drm).",
            ),
        )
    return WindowCause(words, into_group(who.name, owner.group))


def _occupied_display(world: World) -> WindowCause | None:
    """Return that another program draws there, by name if visible."""
    for card in _displays(world):
        # The visible processes that have the device open.
        holders: dict[int, Text | str] = {}
        for place in world.places("/proc/[0-9]*/fd/*"):
            try:
                target = str(world.path(place).readlink())
            except OSError:
                continue
            if target == card:
                process = place.split("/")[2]
                name = world.text(f"/proc/{process}/comm")
                holders[int(process)] = name or text("without a name")
        # A window of our own has it, too, and is not meant.
        if os.getpid() not in holders and world.taken(world.path(card)):
            named = listed(
                [
                    text("{programme}, process {number}", programme=programme, number=number)
                    for number, programme in sorted(holders.items())
                ],
                last="",
            )
            return WindowCause(
                text(
                    "another application uses the display {display} ({programmes})",
                    display=card,
                    programmes=named,
                )
                if named
                else text("another application uses the display {display}", display=card),
                text(
                    "End it: a desktop with sudo systemctl isolate multi-user.target, this "
                    "app as a service with sudo systemctl stop clockwork-derby; to find "
                    "it: sudo fuser -v {display}.",
                    display=card,
                ),
            )
    return None


def _on_desktop(world: World, sdl_words: str) -> WindowCause:
    """Return the cause on a desktop's display."""
    display, user = world.environment.get("DISPLAY", ""), world.person().name
    if not display:
        return WindowCause(
            text(
                "the desktop {desktop} offers no X11, which the window needs (DISPLAY is not set)",
                desktop=world.environment["WAYLAND_DISPLAY"],
            ),
            text(
                "Install XWayland (sudo apt install xwayland) and log in again, or start without a"
                " desktop."
            ),
        )
    own = text("Start it in a terminal of the desktop itself, as the user who is logged in there.")
    number = re.match(r"(?:unix)?:(\d+)", display)
    if number is not None and not world.path(f"{SOCKETS}/X{number[1]}").exists():
        words = text(
            "there is no desktop at the display {display} ({socket} is not there)",
            display=repr(display),
            socket=f"{SOCKETS}/X{number[1]}",
        )
        return WindowCause(words, own)
    if sdl_words:
        return WindowCause(
            text(
                "the desktop at the display {display} does not let {user} in ({words})",
                display=repr(display),
                user=user,
                words=sdl_words,
            ),
            own,
        )
    return WindowCause(
        text(
            "the desktop at the display {display} does not let {user} in",
            display=repr(display),
            user=user,
        ),
        own,
    )


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
    setting = world.text(CONSOLE) or ""
    if not setting.isdecimal():
        return Finding(FINE, text("The kernel does not say whether the console goes dark."))
    if int(setting) == 0:
        return Finding(FINE, text("The console does not go dark by itself."))
    words = text(
        "The console goes dark after {minutes} min without a key, even if the screen is touched.",
        minutes=_minutes(int(setting)),
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
    if "DPMS is Enabled" in done.output:
        powers = re.search(r"Standby:\s+(\d+)\s+Suspend:\s+(\d+)\s+Off:\s+(\d+)", done.output)
    else:
        powers = None
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
