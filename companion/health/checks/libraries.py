"""Whether the libraries are there, in versions that are known to work (hardware facts 10 and 12)."""
from __future__ import annotations

import sys
from typing import Final, NamedTuple

from companion import __version__
from companion.health.base import BAD, FINE, NOTE, Finding, State
from companion.health.checks._versions import numbers
from companion.health.world import World

NAME = "libraries"
TITLE = "Libraries"
WATCHED = 0.0

NEWEST_PYTHON: Final = (3, 13)
"""The last one for which Kivy 2 has wheels."""


class Library(NamedTuple):
    """A library: its name, from which version on and below which (0 = any), the extra that brings it, what is not to be had without it."""

    name: str
    first: str
    below: int
    extra: str
    use: str
    needed: bool


LIBRARIES: Final = (
    Library("kivy", "2.3.1", 3, "ui", "a screen", True),
    Library("pyserial", "3.5", 0, "", "readers on USB", True),
    Library("reportlab", "4.2", 6, "print", "printing", False),
    Library("ppf-datamatrix", "0.2", 0, "print", "printing cards for scanners", False),
)


def look(world: World) -> tuple[Finding, ...]:
    """One finding for each library that is missing or not known to work; the versions where all are well."""
    found = [finding for library in LIBRARIES if (finding := _of(world, library)) is not None]
    found += [*_python(world), *_rivals(world)]
    versions = ", ".join(f"{library.name} {world.version(library.name)}" for library in LIBRARIES)
    return tuple(found) or (Finding(NAME, FINE, f"Clockwork Derby {__version__}, Python {'.'.join(map(str, world.python))}, {versions}."),)


def _of(world: World, library: Library) -> Finding | None:
    version = world.version(library.name)
    state: State = BAD if library.needed else NOTE
    extra = f"[{library.extra}]" if library.extra else ""
    remedy = f"pip install 'clockwork-derby{extra}' in the environment of the game (or make setup)."
    if version is None:
        return Finding(NAME, state, f"{library.name} is not installed, which is needed for {library.use}.", remedy)
    # Kivy 3 and others beyond the limit are nothing that this was tried with.
    if numbers(version) < numbers(library.first) or library.below and numbers(version)[0] >= library.below:
        below = f" and below {library.below}" if library.below else ""
        return Finding(NAME, state, f"{library.name} is {version}, expected {library.first} or newer{below}.", remedy)
    return None


def _python(world: World) -> tuple[Finding, ...]:
    if world.python > NEWEST_PYTHON:
        words = f"This is Python {'.'.join(map(str, world.python))}, for which there is no ready Kivy; the last one is {'.'.join(map(str, NEWEST_PYTHON))}."
        return (Finding(NAME, NOTE, words, "Make the environment with an older Python."),)
    # Kivy has no wheels for 32 bits (hardware facts 10).
    if sys.maxsize < 2**32:
        return (Finding(NAME, BAD, "This system is a 32-bit one, for which there is no ready Kivy.", "Put Raspberry Pi OS 64-bit onto the card."),)
    return ()


def _rivals(world: World) -> tuple[Finding, ...]:
    # Both bring the module RPi.GPIO (hardware facts 6).
    if world.version("rpi-lgpio") and world.version("RPi.GPIO"):
        return (Finding(NAME, BAD, "RPi.GPIO and rpi-lgpio are both installed and get in each other's way.", "pip uninstall RPi.GPIO"),)
    return ()
