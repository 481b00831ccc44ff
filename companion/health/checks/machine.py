"""Check the machine: power, heat, clock, memory, sound."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterator
from typing import Final

from companion.folders import JOURNAL
from companion.health.base import BAD, FINE, NOTE, Finding, check, into_group
from companion.health.process_facts import unknown
from companion.health.world import World
from companion.words import NOTHING, sentence, sentences, term, text

# ---- Power: the firmware's throttle word (hardware facts 11) -------------------------------------


WORD: Final = "/sys/devices/platform/*/*:firmware/get_throttled"
TOO_LOW, CAPPED, SLOWED, SOFT_LIMIT = 1 << 0, 1 << 1, 1 << 2, 1 << 3
TOO_HOT: Final = CAPPED | SLOWED | SOFT_LIMIT
SINCE: Final = 16
"""Offset of the same bits for what has happened since the Pi was switched on."""
SUPPLY: Final = text(
    "Use the official supply of this board, and a powered hub for readers and lights."
)
FAN: Final = text("Give the Pi air or a fan.")


@check("power", term("check", "Power"), watched=10.0)
def power(world: World) -> Iterator[Finding]:
    """Check the voltage by the firmware's file or program, else by the kernel's alarm."""
    word, alarm = _word(world), _alarm(world)
    if word is not None:
        yield _voltage(word)
    elif alarm is not None:
        yield (
            Finding(BAD, text("The voltage is too low."), SUPPLY)
            if alarm
            else Finding(FINE, text("The voltage is right."))
        )
    elif world.board:
        yield Finding(FINE, text("The firmware does not report the voltage."))
    else:
        yield Finding(FINE, text("This is no Raspberry Pi, so no firmware watches the voltage."))


def _voltage(word: int) -> Finding:
    since = word >> SINCE
    # The worst of the present comes before the past.
    if word & TOO_LOW:
        return Finding(BAD, text("The voltage is too low now."), SUPPLY)
    if word & TOO_HOT:
        return Finding(
            NOTE, text("The firmware slows the processor now, because it is too hot."), FAN
        )
    if since & TOO_LOW:
        return Finding(
            NOTE,
            text("The voltage has been too low since the Pi was switched on; it is right now."),
            SUPPLY,
        )
    if since & TOO_HOT:
        words = text(
            "The firmware has slowed the processor since the Pi was switched on, because it was"
            " too hot; not now."
        )
        return Finding(NOTE, words, FAN)
    return Finding(
        FINE, text("The voltage is right, and has been right since the Pi was switched on.")
    )


def _word(world: World) -> int | None:
    texts = [world.text(place) or "" for place in world.places(WORD)]
    if not texts and world.board:
        done = world.run(("vcgencmd", "get_throttled"))
        texts = [done.output.strip().removeprefix("throttled=")] if done.status == 0 else []
    return next((word for text in texts if (word := _parsed_int(text, 16)) is not None), None)


def _alarm(world: World) -> bool | None:
    """Return the alarm of the kernel's driver rpi_volt: a low voltage at its last look."""
    for place in world.places("/sys/class/hwmon/hwmon*/name"):
        if world.text(place) == "rpi_volt":
            return world.text(place.replace("/name", "/in0_lcrit_alarm")) == "1"
    return None


# ---- Heat ----------------------------------------------------------------------------------------


WARM: Final = 75.0
"""Degrees Celsius above which to think of a fan."""
HOT: Final = 80.0
"""Degrees Celsius at which a Raspberry Pi slows down; other machines tolerate more."""
HOT_ELSEWHERE: Final = 98.0
"""Degrees Celsius at which other processors are assumed to slow down."""
SENSIBLE: Final = (-30.0, 150.0)
"""Degrees Celsius outside of which a sensor is broken or measures something else."""
AIR: Final = text("Give it air: a fan or a heat sink, holes in the table, no sun.")


@check("heat", term("check", "Heat"), watched=10.0)
def heat(world: World) -> Iterator[Finding]:
    """Check the processor's heat by the hottest sensible sensor."""
    temperatures = [
        _parsed_int(world.text(place) or "")
        for place in world.places("/sys/class/thermal/thermal_zone*/temp")
    ]
    degrees = [
        read / 1000
        for read in temperatures
        if read is not None and SENSIBLE[0] < read / 1000 < SENSIBLE[1]
    ]
    if not degrees:
        yield Finding(FINE, text("This computer does not report its temperature."))
        return
    most, hot = max(degrees), HOT if world.board else HOT_ELSEWHERE
    if most >= hot:
        yield Finding(
            BAD,
            text("The processor is at {degrees} °C and slows down.", degrees=round(most)),
            AIR,
        )
    elif most >= WARM and world.board:
        yield Finding(
            NOTE,
            text(
                "The processor is at {degrees} °C; from {hot} °C it slows down.",
                degrees=round(most),
                hot=round(hot),
            ),
            AIR,
        )
    else:
        yield Finding(FINE, text("The processor is at {degrees} °C.", degrees=round(most)))


def _parsed_int(text: str, base: int = 10) -> int | None:
    try:
        return int(text, base)
    except ValueError:
        return None


# ---- Clock ---------------------------------------------------------------------------------------


RELEASED: Final = 1_793_491_200.0
"""1 November 2026 in Unix time; nobody can have played before."""
TOO_LATE: Final = 4_102_444_800.0
"""1 January 2100 in Unix time."""
HEARD: Final = "/run/systemd/timesync/synchronized"
"""This file exists once the network has set the time."""
TOLERANCE: Final = 120.0
"""Seconds by which a file may be newer than the clock, as after a small correction."""
SET: Final = text(
    "Set the clock (sudo timedatectl set-time), connect the network once, or fit a clock "
    "battery. Games are saved, but with wrong times.",
)


@check("clock", term("check", "Clock"), watched=60.0)
def clock(world: World) -> Iterator[Finding]:
    """Check whether the clock is plausible: a Raspberry Pi without a battery starts in the past.

    The clock is compared with times in the past: the journal's last change, and the release. A
    clock behind the last game is bad until the next one is kept: durations, and the order of games
    by time, are wrong.
    """
    now = world.now()
    today = time.strftime("%Y-%m-%d %H:%M", time.localtime(now))
    # The newest entries are in the log until the journal is closed.
    written = max(_modified_at(world, JOURNAL), _modified_at(world, f"{JOURNAL}-wal"))
    if written > now + TOLERANCE:
        last = time.strftime("%Y-%m-%d %H:%M", time.localtime(written))
        yield Finding(
            BAD,
            text(
                "The clock is behind: it says {now}, but the last game was saved at {last}.",
                now=today,
                last=last,
            ),
            SET,
        )
    elif not RELEASED <= now < TOO_LATE:
        yield Finding(NOTE, text("The clock is wrong: it says {now}.", now=today), SET)
    elif world.board and not world.places("/sys/class/rtc/rtc*") and not world.path(HEARD).exists():
        words = text(
            "It is {now}, unless the clock is behind: it has no battery, and no network has set"
            " it since the start.",
            now=today,
        )
        yield Finding(NOTE, words, SET)
    else:
        yield Finding(FINE, text("It is {now}.", now=today))


def _modified_at(world: World, name: str) -> float:
    """Return a file's Unix time, 0 if it does not exist."""
    try:
        return (world.state / name).stat().st_mtime
    except OSError:
        return 0.0


# ---- Memory --------------------------------------------------------------------------------------


LITTLE, MODEST = 64, 160
"""Megabytes that should be free: below the first, the system begins to end programs."""
LARGE: Final = 700
"""Megabytes that this process should never need."""
GROWN, MUCH = 100, 250
"""Megabytes of growth after settling that are noted, and that are bad."""
KILOBYTES: Final = 1000
# The kernel keeps fifteen letters of a name, which this one has.
PROGRAMME, SIZE = "clockwork-derby", "VmRSS"
AGAIN: Final = text("Stop the app and start it again; a game continues.")


@check("memory", term("check", "Memory"), watched=30.0)
def memory(world: World) -> Iterator[Finding]:
    """Check the memory of the game, here or in another process, and of the machine."""
    # Without a remembered size this process is not the game but a doctor's.
    yield _of_another(world) if world.since.settled is unknown else _of_this(world)
    free, whole = (
        _megabytes(world.text("/proc/meminfo"), name) for name in ("MemAvailable", "MemTotal")
    )
    if free is None or whole is None:
        yield Finding(FINE, text("The system does not report the free memory."))
        return
    little = text("Only {free} MB of {all} MB of memory are left.", free=free, all=whole)
    if free < LITTLE:
        yield Finding(BAD, little, sentences(text("End other applications."), AGAIN))
    elif free < MODEST:
        yield Finding(NOTE, little, text("End other applications, or start without a desktop."))
    else:
        yield Finding(FINE, text("{free} MB of {all} MB of memory are left.", free=free, all=whole))


def _of_this(world: World) -> Finding:
    """Return a finding about the game's size and its growth, if known."""
    own = _megabytes(world.text("/proc/self/status"), SIZE)
    if own is None:
        return Finding(FINE, text("The system does not report the memory of the app."))
    then = world.since.settled(own)
    grown = 0 if then is None else own - then
    if then is None:
        words = text("The app uses {size} MB of memory.", size=own)
    else:
        words = text(
            "The app uses {size} MB of memory; a few minutes after its start it was {then} MB.",
            size=own,
            then=then,
        )
    if own > LARGE or grown > MUCH:
        return Finding(BAD, words, AGAIN)
    if grown > GROWN:
        return Finding(
            NOTE,
            words,
            text("If it keeps growing, stop the app and start it again; a game continues."),
        )
    return Finding(FINE, words)


def _of_another(world: World) -> Finding:
    """Return a finding about the game in another process, whose growth is unknown."""
    places = [
        place
        for place in world.places("/proc/[0-9]*/comm")
        if world.text(place) == PROGRAMME and place.split("/")[2] != str(os.getpid())
    ]
    sizes = [
        size
        for place in places
        if (size := _megabytes(world.text(place.replace("/comm", "/status")), SIZE)) is not None
    ]
    if not sizes:
        return Finding(FINE, text("The app is not running, so its memory cannot be checked."))
    words = text("The running app uses {size} MB of memory.", size=max(sizes))
    return Finding(BAD, words, AGAIN) if max(sizes) > LARGE else Finding(FINE, words)


def _megabytes(text: str | None, name: str) -> int | None:
    found = re.search(rf"^{name}:\s*(\d+) kB", text or "", re.MULTILINE)
    return int(found[1]) // KILOBYTES if found else None


# ---- Sound ---------------------------------------------------------------------------------------


@check("sound", term("check", "Sound"))
def sound(world: World) -> Iterator[Finding]:
    """Check whether there is a sound card that we may use.

    Without one the timer is only visible.
    """
    cards = re.findall(
        r"^ *\d+ \[.*?\]: (.+)$", world.text("/proc/asound/cards") or "", re.MULTILINE
    )
    devices = world.places("/dev/snd/pcm*p")
    if devices and not any(world.may(device) for device in devices):
        who = world.person().name
        words = text(
            "{user} has no right to use the sound devices ({devices}), so nothing can be heard.",
            user=who,
            devices=" ".join(devices),
        )
        yield Finding(NOTE, words, into_group(who, "audio"))
    elif devices and not world.loads("libasound.so.2"):
        yield Finding(
            NOTE,
            text(
                "ALSA's library is not installed, so nothing can be heard without a desktop: "
                "{devices}.",
                devices=", ".join(cards),
            ),
            text("Install it: sudo apt install {packages}.", packages="alsa-utils"),
        )
    elif cards:
        yield Finding(FINE, text("Sound devices: {devices}.", devices=", ".join(cards)))
    else:
        yield Finding(
            FINE,
            text(
                "There is no sound device, so nothing can be heard. A device that you plug in plays"
                " the next sound."
            ),
        )


@check("voice", term("check", "Voice"))
def voice(world: World) -> Iterator[Finding]:
    """Check whether a voice is installed; most tables do without one."""
    if world.run(("espeak-ng", "--version")).status == 0:
        words = text("A voice can say instructions.")
    else:
        words = text(
            "No voice is installed. To hear instructions, install one: sudo apt install espeak-ng."
        )
    yield Finding(FINE, words)
    # The voices of sherpa-onnx, which somebody has put into a folder: most tables have none.
    from companion.speech.sherpa import INSTEAD, MODULE, files_fault, voices_folder

    folder = voices_folder(world.environment, world.state)
    found = sorted(place for place in folder.glob("*") if place.is_dir())
    version = world.version("sherpa-onnx") if found else None
    for place in found:
        remedy = NOTHING
        if why := files_fault(place):
            words = why
        elif version is None or int(version.split(".")[0]) < 2:
            words = text("{folder} needs sherpa-onnx 2 or later.", folder=str(place))
            remedy = text("Install it: pip install 'clockwork-derby[voice]'.")
        elif (tried := world.try_out((sys.executable, "-m", MODULE, str(place)))).status == 0:
            words = text("sherpa-onnx has loaded the voice in {folder}.", folder=str(place))
            yield Finding(FINE, words)
            continue
        else:
            last = (tried.output.strip().splitlines() or [""])[-1]
            words = text(
                "sherpa-onnx cannot use the voice in {folder}: {fault}",
                folder=str(place),
                fault=last or text("it took too long"),
            )
        yield Finding(NOTE, sentences(sentence(words), INSTEAD), remedy)
