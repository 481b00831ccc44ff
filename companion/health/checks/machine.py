"""The machine itself: power, heat, clock, memory, sound."""
from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from typing import Final

from companion.folders import JOURNAL
from companion.health.base import BAD, FINE, NOTE, Finding, check
from companion.health.since import unknown
from companion.health.world import World

# ---- Power: the firmware's throttle word (hardware facts 11) ---------------------------------------------------------


WORD: Final = "/sys/devices/platform/*/*:firmware/get_throttled"
TOO_LOW, CAPPED, SLOWED, SOFT_LIMIT = 1 << 0, 1 << 1, 1 << 2, 1 << 3
TOO_HOT: Final = CAPPED | SLOWED | SOFT_LIMIT
SINCE: Final = 16
"""How far up the same bits stand once more: what has been so since the Pi was switched on."""
SUPPLY: Final = "Use the official supply of this board, and a powered hub for readers and lights."
FAN: Final = "Give the Pi air or a fan."


@check("power", "Power", watched=10.0)
def power(world: World) -> Iterator[Finding]:
    """Ask the firmware whether the voltage is right, by its file or by its programme; where neither answers, the kernel's own alarm."""
    word, alarm = _word(world), _alarm(world)
    if word is not None:
        yield _voltage(word)
    elif alarm is not None:
        yield Finding(BAD, "The voltage is too low.", SUPPLY) if alarm else Finding(FINE, "The voltage is right.")
    elif world.board:
        yield Finding(FINE, "The firmware does not tell whether the voltage is right.")
    else:
        yield Finding(FINE, "This is no Raspberry Pi, whose firmware would watch the voltage.")


def _voltage(word: int) -> Finding:
    since = word >> SINCE
    # The worst that is so now comes before what has been.
    if word & TOO_LOW:
        return Finding(BAD, "The voltage is too low now.", SUPPLY)
    if word & TOO_HOT:
        return Finding(NOTE, "The firmware keeps the processor slow now, because it is too hot.", FAN)
    if since & TOO_LOW:
        return Finding(NOTE, "The voltage has been too low since the Pi was switched on; it is right now.", SUPPLY)
    if since & TOO_HOT:
        return Finding(NOTE, "The firmware has kept the processor slow since the Pi was switched on, because it was too hot; not now.", FAN)
    return Finding(FINE, "The voltage is right, and has been since the Pi was switched on.")


def _word(world: World) -> int | None:
    texts = [world.text(place) or "" for place in world.places(WORD)]
    if not texts and world.board:
        done = world.run(("vcgencmd", "get_throttled"))
        texts = [done.output.strip().removeprefix("throttled=")] if done.status == 0 else []
    return next((word for text in texts if (word := _number(text, 16)) is not None), None)


def _alarm(world: World) -> bool | None:
    """The kernel's driver rpi_volt: whether the voltage was too low within its last look."""
    for place in world.places("/sys/class/hwmon/hwmon*/name"):
        if world.text(place) == "rpi_volt":
            return world.text(place.replace("/name", "/in0_lcrit_alarm")) == "1"
    return None


# ---- Heat ------------------------------------------------------------------------------------------------------------


WARM: Final = 75.0
"""Degrees Celsius from which on a fan should be thought of."""
HOT: Final = 80.0
"""Degrees at which a Raspberry Pi makes itself slow; other machines bear more."""
HOT_ELSEWHERE: Final = 98.0
"""Degrees from which on other processors are taken to do so."""
SENSIBLE: Final = (-30.0, 150.0)
"""Degrees outside of which a sensor is broken or tells something else."""
AIR: Final = "Give it air: a fan or a heat sink, holes in the table, no sun."


@check("heat", "Heat", watched=10.0)
def heat(world: World) -> Iterator[Finding]:
    """How hot the processor is: the hottest of the sensors that tell something sensible."""
    told = [_number(world.text(place) or "") for place in world.places("/sys/class/thermal/thermal_zone*/temp")]
    degrees = [read / 1000 for read in told if read is not None and SENSIBLE[0] < read / 1000 < SENSIBLE[1]]
    if not degrees:
        yield Finding(FINE, "This machine does not tell how hot it is.")
        return
    most, hot = max(degrees), HOT if world.board else HOT_ELSEWHERE
    words = f"The processor has {most:.0f} °C"
    if most >= hot:
        yield Finding(BAD, f"{words}, which makes it slow.", AIR)
    elif most >= WARM and world.board:
        yield Finding(NOTE, f"{words}; from {hot:.0f} °C on it makes itself slow.", AIR)
    else:
        yield Finding(FINE, f"{words}.")


def _number(text: str, base: int = 10) -> int | None:
    try:
        return int(text, base)
    except ValueError:
        return None


# ---- Clock -----------------------------------------------------------------------------------------------------------


RELEASED: Final = 1_793_491_200.0
"""1 November 2026, before which nobody can have played this: Unix time."""
TOO_LATE: Final = 4_102_444_800.0
"""1 January 2100."""
HEARD: Final = "/run/systemd/timesync/synchronized"
"""There once the network has told the time."""
TOLERANCE: Final = 120.0
"""Seconds by which a file may be newer than the clock, as after a small correction."""
SET: Final = "Set the clock (sudo timedatectl set-time), connect the network once, or fit a battery for the clock; games are kept all the same, with wrong times."


@check("clock", "Clock", watched=60.0)
def clock(world: World) -> Iterator[Finding]:
    """Whether the clock can be right: a Raspberry Pi without a battery wakes in the past until the network tells it the time.

    The clock is compared with what must lie in the past: the journal's last change, and the release. A clock behind the last game is bad until
    the next is kept: the time since then, and the order of games by their times, are wrong.
    """
    now = world.now()
    today = time.strftime("%Y-%m-%d %H:%M", time.localtime(now))
    # What is played last is in the log until the journal is closed.
    written = max(_written(world, JOURNAL), _written(world, f"{JOURNAL}-wal"))
    if written > now + TOLERANCE:
        last = time.strftime("%Y-%m-%d %H:%M", time.localtime(written))
        yield Finding(BAD, f"The clock is behind: it says {today}, but the last game was kept at {last}.", SET)
    elif not RELEASED <= now < TOO_LATE:
        yield Finding(NOTE, f"The clock is wrong: it says {today}.", SET)
    elif world.board and not world.places("/sys/class/rtc/rtc*") and not world.path(HEARD).exists():
        yield Finding(NOTE, f"It is {today}, unless the clock is behind: it has no battery, and no network has set it since the start.", SET)
    else:
        yield Finding(FINE, f"It is {today}.")


def _written(world: World, name: str) -> float:
    """Unix time; 0 where it is not there."""
    try:
        return (world.state / name).stat().st_mtime
    except OSError:
        return 0.0


# ---- Memory ----------------------------------------------------------------------------------------------------------


LITTLE, MODEST = 64, 160
"""Megabytes that should be left: below the first the system begins to end programmes."""
LARGE: Final = 700
"""Megabytes that this process should never need."""
GROWN, MUCH = 100, 250
"""Megabytes by which it may grow once it has settled until that is noted, and until it is bad."""
KILOBYTES: Final = 1000
# The kernel keeps fifteen letters of a name, which is just what this one has.
PROGRAMME, SIZE = "clockwork-derby", "VmRSS"
AGAIN: Final = "End the game and start it again; a race goes on."


@check("memory", "Memory", watched=30.0)
def memory(world: World) -> Iterator[Finding]:
    """Whether the game takes more memory than it should, here or in another process, and whether the machine has any left."""
    # Where nobody remembers a size this process is not the game but a doctor's.
    yield _of_another(world) if world.since.settled is unknown else _of_this(world)
    free, whole = (_megabytes(world.text("/proc/meminfo"), name) for name in ("MemAvailable", "MemTotal"))
    if free is None or whole is None:
        yield Finding(FINE, "The system does not tell how much memory is left.")
        return
    words = f"{free} MB of {whole} MB of memory are left"
    if free < LITTLE:
        yield Finding(BAD, f"Only {words}.", f"End other programmes. {AGAIN}")
    elif free < MODEST:
        yield Finding(NOTE, f"Only {words}.", "End other programmes, or start without a desktop.")
    else:
        yield Finding(FINE, f"{words}.")


def _of_this(world: World) -> Finding:
    """How large the game is, and how much larger than once it had settled, where that is known."""
    own = _megabytes(world.text("/proc/self/status"), SIZE)
    if own is None:
        return Finding(FINE, "The system does not tell how much memory the game takes.")
    then = world.since.settled(own)
    grown = 0 if then is None else own - then
    words = f"The game takes {own} MB of memory" + ("" if then is None else f", {then} MB some minutes after its start")
    if own > LARGE or grown > MUCH:
        return Finding(BAD, f"{words}.", AGAIN)
    if grown > GROWN:
        return Finding(NOTE, f"{words}.", f"If it goes on growing: {AGAIN[0].lower()}{AGAIN[1:]}")
    return Finding(FINE, f"{words}.")


def _of_another(world: World) -> Finding:
    """The game that runs in another process, of which it is not known how large it has been."""
    places = [place for place in world.places("/proc/[0-9]*/comm") if world.text(place) == PROGRAMME and place.split("/")[2] != str(os.getpid())]
    sizes = [size for place in places if (size := _megabytes(world.text(place.replace("/comm", "/status")), SIZE)) is not None]
    if not sizes:
        return Finding(FINE, "No game is running whose memory could be looked at.")
    words = f"The game that is running takes {max(sizes)} MB of memory"
    return Finding(BAD, f"{words}.", AGAIN) if max(sizes) > LARGE else Finding(FINE, f"{words}.")


def _megabytes(text: str | None, name: str) -> int | None:
    found = re.search(rf"^{name}:\s*(\d+) kB", text or "", re.MULTILINE)
    return int(found[1]) // KILOBYTES if found else None


# ---- Sound -----------------------------------------------------------------------------------------------------------


@check("sound", "Sound")
def sound(world: World) -> Iterator[Finding]:
    """The names of ALSA's cards. The game makes no sound yet, so none of them is missed."""
    cards = re.findall(r"^ *\d+ \[.*?\]: (.+)$", world.text("/proc/asound/cards") or "", re.MULTILINE)
    yield Finding(FINE, f"Sound devices: {', '.join(cards)}." if cards else "There is no sound device; the game makes no sound anyway.")
