"""How hot the processor is."""
from __future__ import annotations

from typing import Final

from companion.health.base import BAD, FINE, NOTE, Finding
from companion.health.world import World

NAME = "heat"
TITLE = "Heat"
WATCHED = 10.0

WARM: Final = 75.0
"""Degrees Celsius from which on a fan should be thought of."""
HOT: Final = 80.0
"""Degrees at which a Raspberry Pi makes itself slow; other machines bear more."""
HOT_ELSEWHERE: Final = 98.0
"""Degrees from which on other processors are taken to do so."""
SENSIBLE: Final = (-30.0, 150.0)
"""Degrees outside of which a sensor is broken or tells something else."""
REMEDY: Final = "Give it air: a fan or a heat sink, holes in the table, no sun."


def look(world: World) -> tuple[Finding, ...]:
    """The hottest of the sensors that tell something sensible."""
    degrees = [read for place in world.places("/sys/class/thermal/thermal_zone*/temp") if (read := _degrees(world.text(place))) is not None]
    if not degrees:
        return (Finding(NAME, FINE, "This machine does not tell how hot it is."),)
    most, hot = max(degrees), HOT if world.board else HOT_ELSEWHERE
    words = f"The processor has {most:.0f} °C"
    if most >= hot:
        return (Finding(NAME, BAD, f"{words}, which makes it slow.", REMEDY),)
    if most >= WARM and world.board:
        return (Finding(NAME, NOTE, f"{words}; from {hot:.0f} °C on it makes itself slow.", REMEDY),)
    return (Finding(NAME, FINE, f"{words}."),)


def _degrees(text: str | None) -> float | None:
    try:
        degrees = int(text or "") / 1000
    except ValueError:
        return None
    return degrees if SENSIBLE[0] < degrees < SENSIBLE[1] else None
