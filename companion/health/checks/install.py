"""Whether the game is installed as an appliance, which slot runs, and how its service fares."""
from __future__ import annotations

from typing import Final

from companion.folders import STARTS
from companion.health.base import BAD, FINE, NOTE, Finding
from companion.health.world import World

NAME = "install"
TITLE = "Installation"
WATCHED = 0.0

CURRENT: Final = "/opt/clockwork-derby/current"
UNIT: Final = "clockwork-derby.service"
ENABLED: Final = f"/etc/systemd/system/*.wants/{UNIT}"


def look(world: World) -> tuple[Finding, ...]:
    """The slot, the service, and starts that failed."""
    link = world.path(CURRENT)
    if not link.is_symlink():
        return (Finding(NAME, FINE, "The game does not start by itself here; somebody starts it."), *_starts(world))
    if not link.exists():
        words = f"{CURRENT} leads nowhere: the slot {link.readlink().name} is gone."
        return (Finding(NAME, BAD, words, "Install again (sudo make install); games stay."), *_starts(world))
    return (_service(world, link.readlink().name), *_starts(world))


def _service(world: World, slot: str) -> Finding:
    """Asked without root: everybody may read how a service fares. Where systemd does not answer, what is installed is told all the same."""
    if not world.places(ENABLED):
        return Finding(NAME, NOTE, f"Slot {slot} is installed, but does not start with the machine.", f"sudo systemctl enable --now {UNIT}")
    shown = world.run(("systemctl", "show", UNIT, "-p", "ActiveState,NRestarts,Result"))
    told = dict(line.split("=", 1) for line in shown.output.splitlines() if "=" in line) if shown.status == 0 else {}
    if told.get("ActiveState") == "failed":
        return Finding(NAME, BAD, f"The service has failed ({told.get('Result', '')}).", f"See why: journalctl -b -t clockwork-derby; then sudo systemctl restart {UNIT}")
    again = told.get("NRestarts", "0")
    if again not in ("", "0"):
        return Finding(NAME, NOTE, f"Slot {slot} runs; the service was started again {again} times since the machine was switched on.", "See why: journalctl -b -t clockwork-derby")
    return Finding(NAME, FINE, f"Slot {slot} is installed and starts with the machine.")


def _starts(world: World) -> tuple[Finding, ...]:
    try:
        if not (world.state / STARTS).exists():
            return ()
    except OSError:
        # Whose the folder is, the check of the disk says.
        return ()
    words = "A start has not reached the first screen, or one is going on just now."
    return (Finding(NAME, NOTE, words, "After two of them the game starts in safe mode; see the other findings."),)
