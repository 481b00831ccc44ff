"""What is installed: libraries, fonts, and the appliance with its slots and its service."""
from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from companion import __version__
from companion.content.fonts import BOLD_FONT_FILE, TEXT_FONT_FILE
from companion.content.languages import LANGUAGES, catalogue
from companion.errors import WordsFault
from companion.folders import STARTS
from companion.health.base import BAD, FINE, NOTE, REINSTALL, Finding, State, check
from companion.health.world import World, fits

# ---- Libraries (hardware facts 10 and 12) ----------------------------------------------------------------------------


class Library(NamedTuple):
    """A library: its name, from which version on and below which ("" = any), the extra that brings it, what is not to be had without it."""

    name: str
    first: str
    below: str
    extra: str
    use: str
    needed: bool


LIBRARIES: Final = (
    Library("kivy", "2.3.1", "3", "ui", "a screen", True),
    Library("packaging", "23", "", "", "comparing versions", True),
    Library("pyserial", "3.5", "", "", "readers on USB", True),
    Library("reportlab", "4.2", "6", "print", "printing", False),
    Library("ppf-datamatrix", "0.2", "", "print", "printing cards for scanners", False),
)
NEWEST_PYTHON: Final = (3, 13)
"""The last one for which Kivy 2 has wheels."""


@check("libraries", "Libraries")
def libraries(world: World) -> Sequence[Finding]:
    """One finding for each library that is missing or not known to work; the versions where all are well."""
    found = [finding for library in LIBRARIES if (finding := _of(world, library)) is not None]
    found += [*_python(world), *_rivals(world)]
    versions = ", ".join(f"{library.name} {world.version(library.name)}" for library in LIBRARIES)
    return found or (Finding(FINE, f"Clockwork Derby {__version__}, Python {'.'.join(map(str, world.python))}, {versions}."),)


def _of(world: World, library: Library) -> Finding | None:
    version = world.version(library.name)
    state: State = BAD if library.needed else NOTE
    extra = f"[{library.extra}]" if library.extra else ""
    remedy = f"pip install 'clockwork-derby{extra}' in the environment of the game (or make setup)."
    if version is None:
        return Finding(state, f"{library.name} is not installed, which is needed for {library.use}.", remedy)
    # Kivy 3 and others beyond the limit are nothing that this was tried with.
    if fits(version, f">={library.first}{f',<{library.below}' if library.below else ''}"):
        return None
    below = f" and below {library.below}" if library.below else ""
    return Finding(state, f"{library.name} is {version}, expected {library.first} or newer{below}.", remedy)


def _python(world: World) -> Iterator[Finding]:
    if world.python > NEWEST_PYTHON:
        words = f"This is Python {'.'.join(map(str, world.python))}, for which there is no ready Kivy; the last one is {'.'.join(map(str, NEWEST_PYTHON))}."
        yield Finding(NOTE, words, "Make the environment with an older Python.")
    # Kivy has no wheels for 32 bits (hardware facts 10).
    elif sys.maxsize < 2**32:
        yield Finding(BAD, "This system is a 32-bit one, for which there is no ready Kivy.", "Put Raspberry Pi OS 64-bit onto the card.")


def _rivals(world: World) -> Iterator[Finding]:
    # Both bring the module RPi.GPIO (hardware facts 6).
    if world.version("rpi-lgpio") and world.version("RPi.GPIO"):
        yield Finding(BAD, "RPi.GPIO and rpi-lgpio are both installed and get in each other's way.", "pip uninstall RPi.GPIO")


# ---- Fonts -----------------------------------------------------------------------------------------------------------


FONTS: Final = (TEXT_FONT_FILE, BOLD_FONT_FILE)
BEGINNING: Final = b"\0\1\0\0"
"""The first bytes of every TrueType font."""


@check("fonts", "Fonts")
def fonts(world: World) -> Iterator[Finding]:
    """Whether the fonts that screen and paper are set in are there: each one's file, and how it begins; and the words of every language."""
    broken = [path.name for path in FONTS if not _is_font(path)]
    if broken:
        yield Finding(BAD, f"Fonts are missing or damaged: {', '.join(broken)}.", REINSTALL)
    else:
        yield Finding(FINE, "Both fonts are there.")
    for code, name in LANGUAGES:
        try:
            catalogue(code)
        except WordsFault as fault:
            yield Finding(NOTE, f"The screen cannot speak {name}, and speaks English instead: {fault}.", REINSTALL)


def _is_font(path: Path) -> bool:
    try:
        with open(path, "rb") as file:
            return file.read(len(BEGINNING)) == BEGINNING
    except OSError:
        return False


# ---- The appliance ---------------------------------------------------------------------------------------------------


CURRENT: Final = "/opt/clockwork-derby/current"
UNIT: Final = "clockwork-derby.service"
ENABLED: Final = f"/etc/systemd/system/*.wants/{UNIT}"


@check("install", "Installation")
def install(world: World) -> Iterator[Finding]:
    """Whether the game is installed as an appliance, which slot runs, how its service fares, and whether starts have failed."""
    link = world.path(CURRENT)
    if not link.is_symlink():
        yield Finding(FINE, "The game does not start by itself here; somebody starts it.")
    elif not link.exists():
        words = f"{CURRENT} leads nowhere: the slot {link.readlink().name} is gone."
        yield Finding(BAD, words, "Install again (sudo make install); games stay.")
    else:
        yield _service(world, link.readlink().name)
    if _start_is_counted(world):
        words = "A start has not reached the first screen, or one is going on just now."
        yield Finding(NOTE, words, "After two of them the game starts in safe mode; see the other findings.")


def _service(world: World, slot: str) -> Finding:
    """Asked without root: everybody may read how a service fares. Where systemd does not answer, what is installed is told all the same."""
    if not world.places(ENABLED):
        return Finding(NOTE, f"Slot {slot} is installed, but does not start with the machine.", f"sudo systemctl enable --now {UNIT}")
    shown = world.run(("systemctl", "show", UNIT, "-p", "ActiveState,NRestarts,Result"))
    told = dict(line.split("=", 1) for line in shown.output.splitlines() if "=" in line) if shown.status == 0 else {}
    if told.get("ActiveState") == "failed":
        return Finding(BAD, f"The service has failed ({told.get('Result', '')}).", f"See why: journalctl -b -t clockwork-derby; then sudo systemctl restart {UNIT}")
    again = told.get("NRestarts", "0")
    if again not in ("", "0"):
        return Finding(NOTE, f"Slot {slot} runs; the service was started again {again} times since the machine was switched on.", "See why: journalctl -b -t clockwork-derby")
    return Finding(FINE, f"Slot {slot} is installed and starts with the machine.")


def _start_is_counted(world: World) -> bool:
    try:
        return (world.state / STARTS).exists()
    except OSError:
        # Whose the folder is, the check of the disk says.
        return False
