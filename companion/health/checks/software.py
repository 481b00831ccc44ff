"""Check the installation: libraries, fonts, games, pilots, and the appliance with its service."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from companion import __version__
from companion.compiled_engine import REMEDY, UNUSABLE, why_not_compiled
from companion.content.fonts import (
    BOLD_FONT_FILE,
    SECOND_BOLD_FONT_FILE,
    SECOND_TEXT_FONT_FILE,
    TEXT_FONT_FILE,
)
from companion.content.languages import LANGUAGES, broken_languages, catalogue
from companion.engine.element import broken_elements
from companion.errors import WordsError
from companion.folders import STARTS, is_there
from companion.games import broken_games, games_known
from companion.health.base import BAD, FINE, NOTE, REINSTALL, Finding, State, check
from companion.health.process_facts import no_pilots
from companion.health.watch import newest_records
from companion.health.world import World, fits
from companion.named_tuples import NamedTuple
from companion.pilots.base import broken_pilots, pilots
from companion.table.urls import broken_tables
from companion.words import Text, listed, sentence, term, text, verbatim

# ---- Libraries (hardware facts 10 and 12) --------------------------------------------------------


class Library(NamedTuple):
    """A library that the app uses."""

    name: str
    first: str
    """The first good version."""
    below: str
    """The first unknown version, "" for none."""
    extra: str
    """The extra that installs it."""
    missing: Text
    """The sentence for a missing one."""
    needed: bool


LIBRARIES: Final = (
    Library("kivy", "2.3.1", "3", "ui", text("kivy is not installed; the screen needs it."), True),
    Library(
        "packaging",
        "23",
        "",
        "",
        text("packaging is not installed; comparing versions needs it."),
        True,
    ),
    Library(
        "pyserial", "3.5", "", "", text("pyserial is not installed; readers on USB need it."), True
    ),
    Library(
        "reportlab",
        "4.2",
        "6",
        "print",
        text("reportlab is not installed; printing needs it."),
        False,
    ),
    Library(
        "ppf-datamatrix",
        "0.2",
        "",
        "print",
        text("ppf-datamatrix is not installed; printing cards for scanners needs it."),
        False,
    ),
    Library(
        "starlette",
        "0.46",
        "",
        "phones",
        text("starlette is not installed; phones need it."),
        False,
    ),
    Library(
        "uvicorn", "0.34", "", "phones", text("uvicorn is not installed; phones need it."), False
    ),
    Library(
        "segno",
        "1.6",
        "",
        "phones",
        text("segno is not installed; the codes for phones need it."),
        False,
    ),
)
NEWEST_PYTHON: Final = (3, 13)
"""The last one with wheels of Kivy 2."""


@check("libraries", term("check", "Libraries"))
def libraries(world: World) -> Sequence[Finding]:
    """Report each missing or unknown library; list the versions if all are good."""
    found = [finding for library in LIBRARIES if (finding := _of(world, library)) is not None]
    if world.python > NEWEST_PYTHON:
        words = text(
            "There is no Kivy package for Python {version}; the last one is for {last}.",
            version=".".join(map(str, world.python)),
            last=".".join(map(str, NEWEST_PYTHON)),
        )
        found.append(Finding(NOTE, words, text("Make the environment with an older Python.")))
    # Kivy has no wheels for 32 bits (hardware facts 10).
    elif sys.maxsize < 2**32:
        words = text("There is no Kivy package for this 32-bit system.")
        found.append(Finding(BAD, words, text("Put Raspberry Pi OS 64-bit onto the card.")))
    # Both bring the module RPi.GPIO (hardware facts 6).
    if world.version("rpi-lgpio") and world.version("RPi.GPIO"):
        words = text("RPi.GPIO and rpi-lgpio are both installed and block each other.")
        found.append(Finding(BAD, words, verbatim("pip uninstall RPi.GPIO")))
    versions = ", ".join(f"{library.name} {world.version(library.name)}" for library in LIBRARIES)
    return found or (
        Finding(
            FINE,
            verbatim(
                f"Clockwork Derby {__version__}, Python {'.'.join(map(str, world.python))},"
                f" {versions}."
            ),
        ),
    )


def _of(world: World, library: Library) -> Finding | None:
    version = world.version(library.name)
    state: State = BAD if library.needed else NOTE
    extra = f"[{library.extra}]" if library.extra else ""
    remedy = text(
        "pip install 'clockwork-derby{extra}' in the environment of the game (or make setup).",
        extra=extra,
    )
    if version is None:
        return Finding(state, library.missing, remedy)
    # Kivy 3 and others beyond the limit are untested.
    if fits(version, f">={library.first}{f',<{library.below}' if library.below else ''}"):
        return None
    if not library.below:
        return Finding(
            state,
            text(
                "{library} is {version}, expected {first} or newer.",
                library=library.name,
                version=version,
                first=library.first,
            ),
            remedy,
        )
    return Finding(
        state,
        text(
            "{library} is {version}, expected {first} or newer and below {below}.",
            library=library.name,
            version=version,
            first=library.first,
            below=library.below,
        ),
        remedy,
    )


# ---- Fonts ---------------------------------------------------------------------------------------


FONTS: Final = (TEXT_FONT_FILE, BOLD_FONT_FILE, SECOND_TEXT_FONT_FILE, SECOND_BOLD_FONT_FILE)
BEGINNING: Final = b"\0\1\0\0"
"""The first bytes of every TrueType font."""


@check("fonts", term("check", "Fonts"))
def fonts(world: World) -> Iterator[Finding]:
    """Check the fonts of screen and paper, and the catalogue of every language."""
    broken = [path.name for path in FONTS if not _is_font(path)]
    if broken:
        yield Finding(
            BAD, text("Fonts are missing or damaged: {fonts}.", fonts=", ".join(broken)), REINSTALL
        )
    else:
        yield Finding(FINE, text("All fonts are there."))
    for code, name in LANGUAGES:
        try:
            catalogue(code)
        except WordsError as fault:
            words = text(
                "The screen cannot use {language} and uses English instead: {fault}.",
                language=name,
                fault=fault.words,
            )
            yield Finding(NOTE, words, REINSTALL)


def _is_font(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(BEGINNING)) == BEGINNING
    except OSError:
        return False


# ---- Pilots --------------------------------------------------------------------------------------


WORKER: Final = text(
    "Start the app again. If nothing changes, save a bundle and send it with a report."
)


@check("pilots", term("check", "Pilots"), watched=10.0)
def pilot_worker(world: World) -> Iterator[Finding]:
    """Check whether pilots think in their worker, here or by the game's record."""
    if world.since.pilots is no_pilots:
        # A worker of this process says nothing of the game's, which may be a service with fewer
        # rights.
        last = newest_records(world.state).get("pilots")
        if last is None or last.state == FINE:
            yield Finding(FINE, text("The app's log shows no faults of pilots."))
            return
        # The record has the remedy after the finding.
        words = text(
            "The app logged on {date}: {words}",
            date=last.stamp,
            words=last.words.removesuffix(str(WORKER)).strip(),
        )
        yield Finding(BAD, words, WORKER)
        return
    trouble = world.since.pilots()
    if trouble is None:
        yield Finding(FINE, text("No pilot was needed yet."))
    elif trouble:
        yield Finding(BAD, trouble, WORKER)
    else:
        yield Finding(FINE, text("Pilots think in their own process."))


@check("engine", term("check", "Engine"))
def engine(world: World) -> Iterator[Finding]:
    """Check whether machine code of the engine was made of these sources."""
    reason = why_not_compiled()
    if reason in UNUSABLE:
        yield Finding(NOTE, UNUSABLE[reason], REMEDY)
    elif reason:
        yield Finding(FINE, text("The engine runs from its sources."))
    else:
        yield Finding(FINE, text("Pilots and tournaments use the engine as machine code."))


# ---- The appliance -------------------------------------------------------------------------------


CURRENT: Final = "/opt/clockwork-derby/current"
UNIT: Final = "clockwork-derby.service"
ENABLED: Final = f"/etc/systemd/system/*.wants/{UNIT}"


@check("install", term("check", "Installation"))
def install(world: World) -> Iterator[Finding]:
    """Check the appliance: which slot runs, the state of its service, failed starts."""
    link = world.path(CURRENT)
    if not link.is_symlink():
        yield Finding(FINE, text("The app does not start automatically here."))
    elif not link.exists():
        words = text(
            "{link} is a broken link: installation {slot} is missing.",
            link=CURRENT,
            slot=link.readlink().name,
        )
        yield Finding(BAD, words, text("Install again (sudo make install); games stay."))
    else:
        yield _service(world, link.readlink().name)
    # The owner of the folder is a matter of the check of the disk.
    if is_there(world.state / STARTS):
        words = text("A start failed before the first screen, or is still running.")
        yield Finding(
            NOTE,
            words,
            text("After two such starts, the app starts in safe mode; see the other findings."),
        )


def _service(world: World, slot: str) -> Finding:
    """Return a finding about the service. Needs no root; without systemd only the slot is known."""
    if not world.places(ENABLED):
        words = text("Installation {slot} does not start with the computer.", slot=slot)
        return Finding(NOTE, words, verbatim(f"sudo systemctl enable --now {UNIT}"))
    shown = world.run(("systemctl", "show", UNIT, "-p", "ActiveState,NRestarts,Result"))
    if shown.status == 0:
        properties = dict(line.split("=", 1) for line in shown.output.splitlines() if "=" in line)
    else:
        properties = {}
    if properties.get("ActiveState") == "failed":
        words = text("The service failed ({result}).", result=properties.get("Result", ""))
        return Finding(
            BAD,
            words,
            text(
                "Look for the reason: journalctl -b -t clockwork-derby; then sudo systemctl "
                "restart {service}",
                service=UNIT,
            ),
        )
    again = properties.get("NRestarts", "0")
    if again not in ("", "0"):
        words = text(
            "Installation {slot} runs; the service was started again {times} times since the "
            "computer was switched on.",
            slot=slot,
            times=again,
        )
        return Finding(NOTE, words, text("Look for the reason: journalctl -b -t clockwork-derby"))
    return Finding(FINE, text("Installation {slot} starts with the computer.", slot=slot))


# ---- Games and plugins ---------------------------------------------------------------------------


UNHARMED: Final = text("Everything else can be used.")


@check("games", term("check", "Games and pilots"))
def games(world: World) -> Iterator[Finding]:
    """Report what cannot be loaded: games, pilots, and plugins of other packages."""
    broken = [
        *(fault.words for fault in broken_games().values()),
        *broken_pilots().values(),
        *broken_elements().values(),
        *broken_tables().values(),
        *broken_languages().values(),
    ]
    for words in broken:
        # What comes from another package says in its own words what to do.
        is_plugin = "package" in dict(words.arguments)
        yield Finding(BAD, sentence(words), UNHARMED if is_plugin else REINSTALL)
    if not broken:
        titles, labels = (
            [one.title for one in games_known()],
            [pilot.label for pilot in pilots().values()],
        )
        yield Finding(
            FINE,
            text(
                "All games and pilots can be loaded: {games}; {pilots}.",
                games=listed(titles, ""),
                pilots=listed(labels, ""),
            ),
        )
