"""Card readers: which are plugged in, whether we may use them, whether the header can take some, and how they fare."""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from companion.health.base import BAD, FINE, NOTE, REINSTALL, Finding, check, into_group
from companion.health.listening import LONG, RECENT
from companion.health.since import Tally
from companion.health.world import World, fits
from companion.signals import FLOODING
from companion.table.serial.discovery import Port


@check("readers", "Readers")
def readers(world: World) -> Iterator[Finding]:
    """One finding for each reader on USB. Nothing is said to them, since a game may be talking with them."""
    try:
        ports = world.ports()
    except ImportError as fault:
        yield Finding(BAD, f"Readers on USB cannot be looked for: pyserial is missing ({fault}).", REINSTALL)
        return
    except OSError as fault:
        yield Finding(BAD, f"Readers on USB cannot be looked for ({fault}).", "Leave the plugs alone for a moment and ask again.")
        return
    if not ports:
        yield Finding(FINE, "No reader is plugged in; seats are played by touch.")
    yield from (_of(world, port) for port in ports)


def _of(world: World, port: Port) -> Finding:
    if port.fault:
        # Faults of ports are written as what is wrong, a colon, and what to do.
        words, _, remedy = port.fault.partition(": ")
        return Finding(BAD, f"{words}.", remedy[:1].upper() + remedy[1:])
    if not world.may(port.path):
        who = world.person().name
        return Finding(BAD, f"{who} may not open the reader {port.uid} ({port.words}).", into_group(who, "dialout"))
    return Finding(FINE, f"The reader {port.uid} is there ({port.words}).")


# ---- Rights ----------------------------------------------------------------------------------------------------------


DEVICES: Final = (
    ("dialout", "/dev/ttyACM*", "readers on USB need"),
    ("gpio", "/dev/gpiochip*", "readers on the header need"),
    ("spi", "/dev/spidev*", "readers on the header need"),
)
"""Group, devices, and what they are needed for; display and touch have checks of their own."""


@check("permissions", "Rights")
def permissions(world: World) -> Iterator[Finding]:
    """Whether the user may use what is plugged in; judged by the devices themselves, so that nobody needs a group for what is not there."""
    who = world.person()
    found = [finding for group, pattern, needs in DEVICES if (finding := _closed(world, who.name, group, pattern, needs)) is not None]
    if who.uid == 0:
        remedy = "Ask as the user who plays: sudo -u derby clockwork-derby doctor. Never play as root: touch stops working."
        yield Finding(NOTE, "You are root, who may do everything; whether the one who plays may is not known.", remedy)
    elif not found:
        yield Finding(FINE, f"{who.name} may use everything that is plugged in.")
    yield from found


def _closed(world: World, user: str, group: str, pattern: str, needs: str) -> Finding | None:
    # Only a Raspberry Pi has a header.
    places = world.places(pattern) if group == "dialout" or world.board else ()
    closed = [place for place in places if not world.may(place)]
    # A chip without pins of ours may be somebody else's; one that is open will do.
    if not closed or group == "gpio" and len(closed) < len(places):
        return None
    return Finding(BAD, f"{user} may not use {closed[0]}, which {needs}.", into_group(user, group))


# ---- The header (hardware facts 6 and 7) -----------------------------------------------------------------------------


GPIOZERO: Final = "2.0.1.post3"
"""The first version that finds the pins of a Pi 5 with kernels from 6.6.45 on."""
UPDATE: Final = f"Update it: pip install 'gpiozero>={GPIOZERO}' in the environment of the game."
LGPIO: Final = "Install it from the system (sudo apt install python3-lgpio), in an environment made with --system-site-packages."
PI_WITH_PIO: Final = 5
CONFIG: Final = "/boot/firmware/config.txt"


@check("gpio", "Header")
def header(world: World) -> Sequence[Finding]:
    """One finding for each thing that stands in the way of readers on the header; on other machines there is no header."""
    if not world.board:
        return (Finding(FINE, "This is no Raspberry Pi, so it has no header to wire readers to; readers on USB work."),)
    found = [finding for part in (_gpiozero, _lgpio, _pins, _spi, _lights) if (finding := part(world)) is not None]
    return found or (Finding(FINE, f"Readers can be wired to the header of this {world.board}."),)


def _gpiozero(world: World) -> Finding | None:
    version = world.version("gpiozero")
    if version is None:
        return Finding(NOTE, "gpiozero is not installed, so readers cannot be wired to the header.", "pip install 'clockwork-derby[gpio]' if you want that.")
    # Debian's own package has the repair under its own number (hardware facts 6).
    if fits(version, f">={GPIOZERO}") or "rpt" in world.run(("dpkg-query", "-W", "-f", "${Version}", "python3-gpiozero")).output:
        return None
    words = f"gpiozero is {version}, expected {GPIOZERO} or newer"
    if world.pi >= PI_WITH_PIO:
        return Finding(BAD, f"{words}: it does not find the pins of a Pi 5.", UPDATE)
    return Finding(NOTE, f"{words}.", UPDATE)


def _lgpio(world: World) -> Finding | None:
    if world.version("gpiozero") is None:
        return None
    source = world.source("lgpio")
    if source is None:
        return Finding(BAD, "lgpio is not installed, without which the pins cannot be reached.", LGPIO)
    # The empty module imports without a complaint (hardware facts 6), so only its text tells.
    if "gpiochip_open" not in source:
        return Finding(BAD, "lgpio is an empty module, as pip installs it where it has none for this Python.", f"pip uninstall lgpio. {LGPIO}")
    return None


def _pins(world: World) -> Finding | None:
    if world.places("/dev/gpiochip*"):
        return None
    return Finding(BAD, "The kernel shows no pins (/dev/gpiochip*).", "Update Raspberry Pi OS and its firmware (sudo apt full-upgrade), and start again.")


def _spi(world: World) -> Finding | None:
    if world.places("/dev/spidev0.*"):
        return None
    words = "SPI is off (/dev/spidev0.0 is not there), which readers on the header need."
    return Finding(NOTE, words, f"If you have such readers, write dtparam=spi=on into {CONFIG} and start again.")


def _lights(world: World) -> Finding | None:
    if world.pi < PI_WITH_PIO:
        return None
    # Lights on a Pi 5's header go by its PIO; older ones have other ways (hardware facts 7).
    if not world.places("/dev/pio0"):
        remedy = "If you have NeoPixels on the header, update the firmware (sudo rpi-eeprom-update -a) and the kernel."
        return Finding(NOTE, "The kernel shows no /dev/pio0, which NeoPixels on the header of a Pi 5 need.", remedy)
    if not world.may("/dev/pio0"):
        remedy = "If you have NeoPixels there, install our udev rules (sudo make install), which give it to the group gpio."
        return Finding(NOTE, f"{world.person().name} may not use /dev/pio0, which NeoPixels on the header need.", remedy)
    return None


# ---- How readers fare ------------------------------------------------------------------------------------------------


DAMAGED, DAMAGED_SHARE = 5, 0.02
"""Damaged frames from which on something is wrong, and their share of what is heard: on a good cable there are none."""
AGAIN, AGAIN_SHARE = 20, 0.1
"""Frames sent again from which on something is wrong, and their share: a busy machine sends a few again."""
LOSSES: Final = 3
"""Times that a reader is lost, within LONG seconds, from which on it is no accident."""
UNREADABLE: Final = 5
"""Cards of one slot that lay unread for a while, within LONG seconds, from which on it is the slot rather than a card."""
MINUTE: Final = 60
CABLE: Final = "Look at plug and cable, or use a powered hub."
MAD: Final = "Unplug it and plug it in again; if that comes back, run `clockwork-derby firmware install` for it."
WIPE: Final = "Wipe its window and the cards."


@check("counters", "How readers fare", watched=15.0)
def counters(world: World) -> Iterator[Finding]:
    """What has been heard of readers lately, by whoever listens to the table in this process; one finding for each kind of fault."""
    tallies = world.since.tallies()
    found = [finding for judge in (_floods, _losses, _damaged, _sent_again, _unreadable) for finding in judge(tallies)]
    yield from found
    heard = [tally for tally in tallies if tally.frames]
    if not found and not heard:
        yield Finding(FINE, "No reader with a cable has been listened to here.")
    elif not found:
        yield Finding(FINE, f"{_seats(heard)}: what the reader{'s' if len(heard) > 1 else ''} tell{'' if len(heard) > 1 else 's'} arrives.")


def _floods(tallies: Sequence[Tally]) -> Iterator[Finding]:
    bad = [tally for tally in tallies if FLOODING in tally.losses]
    if bad:
        yield Finding(BAD, f"{_seats(bad)}: reader set aside lately ({FLOODING}).", MAD)


def _losses(tallies: Sequence[Tally]) -> Iterator[Finding]:
    # Floods have been told of already, and no cable is to blame for them.
    losses = {tally: [why for why in tally.losses if why != FLOODING] for tally in tallies}
    bad = [tally for tally in tallies if len(losses[tally]) >= LOSSES]
    if bad:
        worst = max(bad, key=lambda tally: len(losses[tally]))
        why = Counter(losses[worst]).most_common(1)[0][0]
        yield Finding(BAD, f"{_seats(bad)}: reader lost {len(losses[worst])} times {_within(LONG)} ({why}).", CABLE)


def _damaged(tallies: Sequence[Tally]) -> Iterator[Finding]:
    bad = [tally for tally in tallies if _is_damaged(tally)]
    if bad:
        worst = max(bad, key=lambda tally: tally.damaged / (tally.frames + tally.damaged))
        words = f"{worst.damaged} of {worst.frames + worst.damaged} messages damaged {_within(RECENT)}"
        yield Finding(BAD, f"{_seats(bad)}: {words}.", CABLE)


def _is_damaged(tally: Tally) -> bool:
    """`frames` are those that arrived whole. A share of many, and at least a few: one damaged frame of ten at the start is no fault of the cable."""
    return tally.damaged >= max(DAMAGED, DAMAGED_SHARE * (tally.frames + tally.damaged))


def _sent_again(tallies: Sequence[Tally]) -> Iterator[Finding]:
    # Damaged frames are sent again as well: that cable has been told of already.
    bad = [tally for tally in tallies if tally.resends >= max(AGAIN, AGAIN_SHARE * tally.frames) and not _is_damaged(tally)]
    if bad:
        most = max(tally.resends for tally in bad)
        yield Finding(BAD, f"{_seats(bad)}: {most} messages sent again {_within(RECENT)}.", CABLE)


def _unreadable(tallies: Sequence[Tally]) -> Iterator[Finding]:
    for tally in tallies:
        for slot, times in enumerate(tally.unreadable, 1):
            if times >= UNREADABLE:
                yield Finding(BAD, f"Seat {tally.seat}, slot {slot}: cards not read {times} times {_within(LONG)}.", WIPE)


def _seats(tallies: Sequence[Tally]) -> str:
    """Whose readers they are."""
    return f"Seat{'s' if len(tallies) > 1 else ''} {', '.join(str(tally.seat) for tally in tallies)}"


def _within(seconds: float) -> str:
    return f"in {seconds // MINUTE:.0f} minutes"
