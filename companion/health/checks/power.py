"""Whether the Raspberry Pi gets the voltage it needs, now and since it was switched on: the firmware's throttle word (hardware facts 11)."""
from __future__ import annotations

from typing import Final

from companion.health.base import BAD, FINE, NOTE, Finding
from companion.health.world import World

NAME = "power"
TITLE = "Power"
WATCHED = 10.0

WORD: Final = "/sys/devices/platform/*/*:firmware/get_throttled"
TOO_LOW, CAPPED, SLOWED, SOFT_LIMIT = 1 << 0, 1 << 1, 1 << 2, 1 << 3
SINCE: Final = 16
"""How far up the same bits stand once more: what has been so since the Pi was switched on."""
SUPPLY: Final = "Use the official supply of this board, and a powered hub for readers and lights."
AIR: Final = "Give the Pi air or a fan."


def look(world: World) -> tuple[Finding, ...]:
    """Ask the firmware, by its file or by its programme; where neither answers, the kernel's own alarm."""
    word = _word(world)
    if word is not None:
        return (_judged(word),)
    alarm = _alarm(world)
    if alarm is None:
        words = "The firmware does not tell whether the voltage is right." if world.board else "This is no Raspberry Pi, whose firmware would watch the voltage."
        return (Finding(NAME, FINE, words),)
    return (Finding(NAME, BAD, "The voltage is too low.", SUPPLY) if alarm else Finding(NAME, FINE, "The voltage is right."),)


def _judged(word: int) -> Finding:
    since = word >> SINCE
    # The worst that is so now comes before what has been.
    if word & TOO_LOW:
        return Finding(NAME, BAD, "The voltage is too low now.", SUPPLY)
    if word & (CAPPED | SLOWED | SOFT_LIMIT):
        return Finding(NAME, NOTE, "The firmware keeps the processor slow now, because it is too hot.", AIR)
    if since & TOO_LOW:
        return Finding(NAME, NOTE, "The voltage has been too low since the Pi was switched on; it is right now.", SUPPLY)
    if since & (CAPPED | SLOWED | SOFT_LIMIT):
        return Finding(NAME, NOTE, "The firmware has kept the processor slow since the Pi was switched on, because it was too hot; not now.", AIR)
    return Finding(NAME, FINE, "The voltage is right, and has been since the Pi was switched on.")


def _word(world: World) -> int | None:
    texts = [world.text(place) or "" for place in world.places(WORD)]
    if not texts and world.board:
        done = world.run(("vcgencmd", "get_throttled"))
        texts = [done.output.strip().removeprefix("throttled=")] if done.status == 0 else []
    for text in texts:
        try:
            return int(text, 16)
        except ValueError:
            continue
    return None


def _alarm(world: World) -> bool | None:
    """The kernel's driver rpi_volt: whether the voltage was too low within its last look."""
    for place in world.places("/sys/class/hwmon/hwmon*/name"):
        if world.text(place) == "rpi_volt":
            return world.text(place.replace("/name", "/in0_lcrit_alarm")) == "1"
    return None
