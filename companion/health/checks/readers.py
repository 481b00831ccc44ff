"""Which card readers are plugged in, and whether they can be opened; nothing is said to them, since a game may be talking with them."""
from __future__ import annotations

from companion.health.base import BAD, FINE, Finding
from companion.health.world import World
from companion.table.serial.discovery import Port

NAME = "readers"
TITLE = "Readers"
WATCHED = 0.0


def look(world: World) -> tuple[Finding, ...]:
    """One finding for each reader."""
    try:
        ports = world.ports()
    except ImportError as fault:
        return (Finding(NAME, BAD, f"Readers on USB cannot be looked for: pyserial is missing ({fault}).", "Install Clockwork Derby again."),)
    except OSError as fault:
        return (Finding(NAME, BAD, f"Readers on USB cannot be looked for ({fault}).", "Leave the plugs alone for a moment and ask again."),)
    return tuple(_of(world, port) for port in ports) or (Finding(NAME, FINE, "No reader is plugged in; seats are played by touch."),)


def _of(world: World, port: Port) -> Finding:
    if port.fault:
        # Faults of ports are written as what is wrong, a colon, and what to do.
        words, _, remedy = port.fault.partition(": ")
        return Finding(NAME, BAD, f"{words}.", remedy[:1].upper() + remedy[1:])
    if not world.may(port.path):
        who = world.person().name
        remedy = f"Put {who} into the group dialout: sudo usermod -aG dialout {who}, then log in again or start the service again."
        return Finding(NAME, BAD, f"{who} may not open the reader {port.uid} ({port.words}).", remedy)
    return Finding(NAME, FINE, f"The reader {port.uid} is there ({port.words}).")
