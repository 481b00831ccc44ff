"""Whether the user may use what is plugged in; judged by the devices themselves, so that nobody needs a group for what is not there."""
from __future__ import annotations

from typing import Final

from companion.health.base import BAD, FINE, NOTE, Finding
from companion.health.world import World

NAME = "permissions"
TITLE = "Rights"
WATCHED = 0.0

DEVICES: Final = (
    ("dialout", "/dev/ttyACM*", "readers on USB need"),
    ("gpio", "/dev/gpiochip*", "readers on the header need"),
    ("spi", "/dev/spidev*", "readers on the header need"),
)
"""Group, devices, and what they are needed for; display and touch have checks of their own."""


def look(world: World) -> tuple[Finding, ...]:
    """Whoever is missing in a group, once for each; root is told that its answer says nothing about the one who plays.

    Also silent where a device is not there: it may be plugged in later, and then this says so.
    """
    who = world.person()
    found = [finding for group, pattern, what in DEVICES if (finding := _missing(world, who.name, group, pattern, what)) is not None]
    if who.uid == 0:
        remedy = "Ask as the user who plays: sudo -u derby clockwork-derby doctor. Never play as root: touch stops working."
        return (Finding(NAME, NOTE, "You are root, who may do everything; whether the one who plays may is not known.", remedy), *found)
    return tuple(found) or (Finding(NAME, FINE, f"{who.name} may use everything that is plugged in."),)


def _missing(world: World, user: str, group: str, pattern: str, needs: str) -> Finding | None:
    places = world.places(pattern) if _matters(world, group) else ()
    closed = [place for place in places if not world.may(place)]
    # A chip without pins of ours may be somebody else's; one that is open will do.
    if not closed or group == "gpio" and len(closed) < len(places):
        return None
    remedy = f"Put {user} into the group {group}: sudo usermod -aG {group} {user}, then log in again or start the service again."
    return Finding(NAME, BAD, f"{user} may not use {closed[0]}, which {needs}.", remedy)


def _matters(world: World, group: str) -> bool:
    """Whether such devices are used here: only a Raspberry Pi has a header."""
    return group not in ("gpio", "spi") or bool(world.board)
