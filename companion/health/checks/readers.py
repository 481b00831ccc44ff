"""Check the card readers: which are plugged in, rights, the header, and their condition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from companion.health.base import BAD, FINE, NOTE, REINSTALL, Finding, check, into_group
from companion.health.process_facts import LONG, RECENT, ReaderStatistics
from companion.health.world import World, fits
from companion.signals import FLOODING
from companion.table.serial.discovery import ReaderPort
from companion.words import Text, count, sentences, term, text, verbatim


@check("readers", term("check", "Readers"))
def readers(world: World) -> Iterator[Finding]:
    """Report each reader on USB, without talking to it, since a game may do so."""
    try:
        ports = world.ports()
    except ImportError as fault:
        yield Finding(
            BAD,
            text(
                "Readers on USB cannot be detected: pyserial is missing ({fault}).",
                fault=str(fault),
            ),
            REINSTALL,
        )
        return
    except OSError as fault:
        words = text("Readers on USB cannot be detected ({fault}).", fault=str(fault))
        yield Finding(BAD, words, text("Do not touch the plugs for a moment, and check again."))
        return
    if not ports:
        yield Finding(FINE, text("No reader is plugged in; all seats play on the screen."))
    yield from (_of(world, port) for port in ports)


def _of(world: World, port: ReaderPort) -> Finding:
    if port.fault:
        # Ports found on USB can have only this fault.
        return Finding(
            BAD,
            text(
                "{device} runs CircuitPython, but not the card reader's firmware.",
                device=port.words,
            ),
            text(
                "Hold its service button while plugging it in, then run `clockwork-derby firmware"
                " install`. If it is something else, unplug it.",
            ),
        )
    if not world.may(port.path):
        who = world.person().name
        words = text(
            "{user} has no right to open the reader {reader} ({port}).",
            user=who,
            reader=port.uid,
            port=port.words,
        )
        return Finding(BAD, words, into_group(who, "dialout"))
    return Finding(
        FINE, text("The reader {reader} is there ({port}).", reader=port.uid, port=port.words)
    )


# ---- Rights --------------------------------------------------------------------------------------


USB: Final = "dialout"
"""The group of readers on USB."""
DEVICES: Final = ((USB, "/dev/ttyACM*"), ("gpio", "/dev/gpiochip*"), ("spi", "/dev/spidev*"))
"""Groups and their devices that readers need; those other than USB are for the header.

Display and touch have their own checks.
"""


@check("permissions", term("check", "Rights"))
def permissions(world: World) -> Iterator[Finding]:
    """Check whether the user may use what is plugged in; missing devices need no group."""
    who = world.person()
    found = []
    for group, pattern in DEVICES:
        # Only a Raspberry Pi has a header.
        places = world.places(pattern) if group == USB or world.board else ()
        closed = [place for place in places if not world.may(place)]
        # A chip without our pins may have another owner; one open chip is enough.
        if not closed or (group == "gpio" and len(closed) < len(places)):
            continue
        if group == USB:
            words = text(
                "{user} has no right to use {device}; readers on USB need it.",
                user=who.name,
                device=closed[0],
            )
        else:
            words = text(
                "{user} has no right to use {device}; readers on the header need it.",
                user=who.name,
                device=closed[0],
            )
        found.append(Finding(BAD, words, into_group(who.name, group)))
    if who.uid == 0:
        remedy = text(
            "Check as the user who plays: sudo -u derby clockwork-derby doctor. Never play as "
            "root: touch stops working."
        )
        yield Finding(
            NOTE,
            text("You are root, so the rights of the user who plays are not known."),
            remedy,
        )
    elif not found:
        yield Finding(FINE, text("{user} may use everything that is plugged in.", user=who.name))
    yield from found


# ---- The header (hardware facts 6 and 7) ---------------------------------------------------------


GPIOZERO: Final = "2.0.1.post3"
"""The first version that finds the pins of a Pi 5 with kernels from 6.6.45 on."""
UPDATE: Final = text(
    "Update it: pip install 'gpiozero>={version}' in the environment of the game.", version=GPIOZERO
)
LGPIO: Final = text(
    "Install it from the system (sudo apt install python3-lgpio), in an environment made with"
    " --system-site-packages."
)
PI_WITH_PIO: Final = 5
CONFIG: Final = "/boot/firmware/config.txt"


@check("gpio", term("check", "Header"))
def header(world: World) -> Sequence[Finding]:
    """Report each obstacle to readers on the header; other machines have no header."""
    if not world.board:
        return (
            Finding(
                FINE,
                text(
                    "This is no Raspberry Pi, so it has no header to wire readers to; readers on"
                    " USB work."
                ),
            ),
        )
    found = [
        finding
        for part in (_gpiozero, _lgpio, _pins, _spi, _lights)
        if (finding := part(world)) is not None
    ]
    return found or (
        Finding(
            FINE, text("Readers can be wired to the header of this {board}.", board=world.board)
        ),
    )


def _gpiozero(world: World) -> Finding | None:
    version = world.version("gpiozero")
    if version is None:
        words = text("gpiozero is not installed, so readers cannot be wired to the header.")
        return Finding(NOTE, words, text("pip install 'clockwork-derby[gpio]' if you want that."))
    # Debian's package has the repair under its own number (hardware facts 6).
    if (
        fits(version, f">={GPIOZERO}")
        or "rpt" in world.run(("dpkg-query", "-W", "-f", "${Version}", "python3-gpiozero")).output
    ):
        return None
    if world.pi >= PI_WITH_PIO:
        words = text(
            "gpiozero is {version}, expected {first} or newer: it does not find the pins of a Pi"
            " 5.",
            version=version,
            first=GPIOZERO,
        )
        return Finding(BAD, words, UPDATE)
    return Finding(
        NOTE,
        text(
            "{library} is {version}, expected {first} or newer.",
            library="gpiozero",
            version=version,
            first=GPIOZERO,
        ),
        UPDATE,
    )


def _lgpio(world: World) -> Finding | None:
    if world.version("gpiozero") is None:
        return None
    source = world.source("lgpio")
    if source is None:
        return Finding(
            BAD, text("lgpio is not installed; the pins cannot be reached without it."), LGPIO
        )
    # The empty module can be imported (hardware facts 6), so only its text tells.
    if "gpiochip_open" not in source:
        words = text(
            "lgpio is an empty module: pip installs that if it has no lgpio for this Python."
        )
        return Finding(BAD, words, sentences(verbatim("pip uninstall lgpio."), LGPIO))
    return None


def _pins(world: World) -> Finding | None:
    if world.places("/dev/gpiochip*"):
        return None
    remedy = text(
        "Update Raspberry Pi OS and its firmware (sudo apt full-upgrade), and start again."
    )
    return Finding(BAD, text("The kernel shows no pins (/dev/gpiochip*)."), remedy)


def _spi(world: World) -> Finding | None:
    if world.places("/dev/spidev0.*"):
        return None
    words = text("SPI is off (/dev/spidev0.0 is missing); readers on the header need it.")
    return Finding(
        NOTE,
        words,
        text(
            "If you have such readers, write dtparam=spi=on into {file} and start again.",
            file=CONFIG,
        ),
    )


def _lights(world: World) -> Finding | None:
    if world.pi < PI_WITH_PIO:
        return None
    # Lights on a Pi 5's header use its PIO; older ones have other ways (hardware facts 7).
    if not world.places("/dev/pio0"):
        remedy = text(
            "If you have NeoPixels on the header, update the firmware (sudo rpi-eeprom-update -a)"
            " and the kernel."
        )
        return Finding(
            NOTE,
            text("The kernel shows no /dev/pio0; NeoPixels on the header of a Pi 5 need it."),
            remedy,
        )
    if not world.may("/dev/pio0"):
        remedy = text(
            "If you have NeoPixels there, install our udev rules (sudo make install), which give"
            " it to the group gpio."
        )
        return Finding(
            NOTE,
            text(
                "{user} has no right to use /dev/pio0; NeoPixels on the header need it.",
                user=world.person().name,
            ),
            remedy,
        )
    return None


# ---- Condition of the readers --------------------------------------------------------------------


DAMAGED, DAMAGED_SHARE = 5, 0.02
"""Bad count and share of damaged frames: a good cable has none."""
AGAIN, AGAIN_SHARE = 20, 0.1
"""Bad count and share of repeated frames: a busy machine repeats a few."""
LOSSES: Final = 3
"""Losses of a reader within LONG seconds that are no accident."""
UNREADABLE: Final = 5
"""Unread cards of one slot within LONG seconds that point to the slot, not a card."""
MINUTE: Final = 60
CABLE: Final = text("Check plug and cable, or use a powered hub.")
MAD: Final = text(
    "Unplug it and plug it in again. If the fault returns, run `clockwork-derby firmware "
    "install` for it."
)
WIPE: Final = text("Wipe its window and the cards.")


@check("counters", term("check", "Condition of the readers"), watched=15.0)
def counters(world: World) -> Iterator[Finding]:
    """Report each kind of fault that this process has recently observed at readers."""
    tallies = world.since.tallies()
    found = [
        finding
        for judge in (_floods, _losses, _damaged, _sent_again, _unreadable)
        for finding in judge(tallies)
    ]
    yield from found
    heard = [tally for tally in tallies if tally.frames]
    if not found and not heard:
        yield Finding(FINE, text("No reader with a cable has sent anything yet."))
    elif not found:
        yield Finding(
            FINE,
            count(
                "{seats}: all messages of the reader arrive.",
                "{seats}: all messages of the readers arrive.",
                len(heard),
                seats=_seats(heard),
            ),
        )


def _floods(tallies: Sequence[ReaderStatistics]) -> Iterator[Finding]:
    bad = [tally for tally in tallies if FLOODING in tally.losses]
    if bad:
        yield Finding(
            BAD,
            text(
                "{seats}: reader was not used for a while (it sends too many messages).",
                seats=_seats(bad),
            ),
            MAD,
        )


def _losses(tallies: Sequence[ReaderStatistics]) -> Iterator[Finding]:
    # Floods have their own finding, and no cable is to blame for them.
    losses = {tally: [why for why in tally.losses if why != FLOODING] for tally in tallies}
    bad = [tally for tally in tallies if len(losses[tally]) >= LOSSES]
    if bad:
        worst = max(bad, key=lambda tally: len(losses[tally]))
        why = Counter(losses[worst]).most_common(1)[0][0]
        yield Finding(
            BAD,
            text(
                "{seats}: reader lost {times} times in {minutes} minutes ({why}).",
                seats=_seats(bad),
                times=len(losses[worst]),
                minutes=_minutes(LONG),
                why=why,
            ),
            CABLE,
        )


def _damaged(tallies: Sequence[ReaderStatistics]) -> Iterator[Finding]:
    bad = [tally for tally in tallies if _is_damaged(tally)]
    if bad:
        worst = max(bad, key=lambda tally: tally.damaged / (tally.frames + tally.damaged))
        yield Finding(
            BAD,
            text(
                "{seats}: {damaged} of {all} messages damaged in {minutes} minutes.",
                seats=_seats(bad),
                damaged=worst.damaged,
                all=worst.frames + worst.damaged,
                minutes=_minutes(RECENT),
            ),
            CABLE,
        )


def _is_damaged(tally: ReaderStatistics) -> bool:
    """Return whether damaged frames are many and a large share.

    `frames` arrived whole. One damaged frame of ten at the start is no fault of the cable.
    """
    return tally.damaged >= max(DAMAGED, DAMAGED_SHARE * (tally.frames + tally.damaged))


def _sent_again(tallies: Sequence[ReaderStatistics]) -> Iterator[Finding]:
    # Damaged frames are repeated, too: that cable has its own finding.
    bad = [
        tally
        for tally in tallies
        if tally.resends >= max(AGAIN, AGAIN_SHARE * tally.frames) and not _is_damaged(tally)
    ]
    if bad:
        most = max(tally.resends for tally in bad)
        yield Finding(
            BAD,
            text(
                "{seats}: {most} messages sent again in {minutes} minutes.",
                seats=_seats(bad),
                most=most,
                minutes=_minutes(RECENT),
            ),
            CABLE,
        )


def _unreadable(tallies: Sequence[ReaderStatistics]) -> Iterator[Finding]:
    for tally in tallies:
        for slot, times in enumerate(tally.unreadable, 1):
            if times >= UNREADABLE:
                yield Finding(
                    BAD,
                    text(
                        "Seat {seat}, slot {slot}: cards not read {times} times in {minutes}"
                        " minutes.",
                        seat=tally.seat,
                        slot=slot,
                        times=times,
                        minutes=_minutes(LONG),
                    ),
                    WIPE,
                )


def _seats(tallies: Sequence[ReaderStatistics]) -> Text:
    """Name the seats of the readers."""
    return count(
        "Seat {seats}",
        "Seats {seats}",
        len(tallies),
        seats=", ".join(str(tally.seat) for tally in tallies),
    )


def _minutes(seconds: float) -> int:
    return int(seconds // MINUTE)
