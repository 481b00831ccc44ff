"""The report bundle: one file with everything that helps to find a fault at a distance, on a USB stick where there is one.

It holds the doctor's findings, versions, the records of health, what the app has said, the readers, what was chosen, and the last game. Names
that players have typed are replaced by the colours of their seats.
"""
from __future__ import annotations

import io
import json
import platform
import re
import time
import zipfile
from collections.abc import Callable, Mapping
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

from companion import __version__
from companion.app.anonymous import anonymous_game, anonymous_settings
from companion.app.doctor import all_checked
from companion.app.sealed_game import Sealed, lines_of, sealed_game
from companion.engine.rules import VERSION
from companion.folders import JOURNAL, read_plain, write_whole_bytes
from companion.health.sticks import sticks
from companion.health.watch import FILE as HEALTH
from companion.health.watch import MOST
from companion.health.world import World
from companion.journal.base import RACE
from companion.journal.file import write_game
from companion.journal.store import Journal, open_journal
from companion.session.house_messages import Checked, News, Success
from companion.session.session import Session
from companion.session.showing import as_seen
from companion.table.seats import FILE as SEATS

FOLDER: Final = "reports"
"""Where bundles lie in the state folder."""
LINES: Final = 2000
"""So many lines of what the app has said are taken along."""
LOG: Final = ("journalctl", "-t", "clockwork-derby", "-n", str(LINES), "--no-pager", "-o", "short-iso")
"""By the name that both services give it, that of the appliance and that of the desktop."""
SPIED: Final = re.compile(r": +\d+\.\d{3}  .*")
"""What `spy+` writes of a table: the seconds since its beginning, and what passed."""
Kept = TypeVar("Kept")
ABOUT: Final = """A report bundle of Clockwork Derby, for whoever looks for a fault.

doctor.json    what every check has found
versions.json  the app, its rules, Python, the computer
health.log     when something about the computer has changed
app.log        what the app has said lately
readers.json   the card readers and how their cables fare
seats.toml     which card reader has which seat
settings.json  what was chosen for the next evening
game.txt       the last game, up to where all cards are known while it goes on; clockwork-derby games import reads it
covered.txt    what was said since, without the cards; only while a race goes on

Names of players are replaced by the colours of their seats.
"""


def save_bundle(world: World, session: Session | None, taps: Checked | None = None) -> str:
    """Write the bundle on the first stick that takes it, else into the state folder; a sentence that says where it lies, or why it does not.

    `session` is the evening whose readers are told, `taps` what came of tapping on the screen, where that was tried. It may take seconds:
    run as a background task.
    """
    whole, refusals = bundle(world, session, taps), list[str]()
    for folder in (*sticks(world), world.state / FOLDER):
        try:
            path = put(whole, folder, world)
        except OSError as fault:
            refusals.append(f"{folder}: {fault.strerror or fault}")
            continue
        stick = folder != world.state / FOLDER
        # It is on the disk to its end by then.
        after = " The stick can be pulled out now." if stick else " Put a USB stick in, and the next one is written there." if not refusals else ""
        where = f"The bundle lies in {path}.{after}{_refused(refusals)}"
        return News(where) if refusals else Success(where)
    return f"The bundle could not be written.{_refused(refusals)} Free some space, or put a USB stick in."


def _refused(refusals: list[str]) -> str:
    return f" Not possible in {'; '.join(refusals)}." if refusals else ""


def put(whole: bytes, folder: Path, world: World) -> Path:
    """Write a bundle into a folder, whole or not at all, under a name with the time; OSError where that is not possible.

    The folder is made where it is missing. Local time, to the second.
    """
    path = folder / time.strftime("derby-%Y-%m-%d-%H%M%S.zip", time.localtime(world.now()))
    write_whole_bytes(path, whole)
    return path


def bundle(world: World, session: Session | None, taps: Checked | None = None) -> bytes:
    """The bundle as a zip file's bytes. What cannot be had is named in it, and keeps nothing else out."""
    game = cache(lambda: _kept(world, _last_game))
    # Made one by one, each by itself, so that what cannot be had keeps nothing else out.
    parts: dict[str, Callable[[], str | None]] = {
        "doctor.json": lambda: _json([found._asdict() for found in (*all_checked(world), *((taps,) if taps is not None else ()))]),
        "versions.json": lambda: _json(_versions(world)),
        HEALTH: lambda: _text(world.state / HEALTH),
        "app.log": lambda: _said(world, game()),
        "readers.json": lambda: None if session is None else _json(_readers(as_seen(session))),
        SEATS: lambda: _text(world.state / SEATS),
        "settings.json": lambda: _kept(world, _settings),
        "game.txt": lambda: None if (last := game()) is None else write_game(*anonymous_game(last.game, last.entries)),
    }
    held, missing = io.BytesIO(), list[str]()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, make in parts.items():
            text, why = _tried(make)
            if text is None:
                missing.append(f"{name}: {why}")
            else:
                packed.writestr(name, text)
        covered, _ = _tried(lambda: _covered(game()))
        if covered is not None:
            packed.writestr("covered.txt", covered)
        # Last, when it is known what is missing.
        packed.writestr("README.txt", ABOUT + "".join(f"\nNot here: {line}" for line in missing) + "\n" * bool(missing))
    return held.getvalue()


def _tried(make: Callable[[], str | None]) -> tuple[str | None, str]:
    """A part, or why it is not there."""
    try:
        text = make()
    except Exception as fault:
        # A bundle is wanted just when something is wrong.
        return None, f"{type(fault).__name__}: {fault}"
    return text, "there is none"


def _json(facts: object) -> str:
    return json.dumps(facts, ensure_ascii=False, indent=2) + "\n"


def _text(path: Path) -> str | None:
    return read_plain(path, MOST).decode("utf-8", "replace") if path.exists() else None


def _versions(world: World) -> Mapping[str, Any]:
    return {
        "written": time.strftime("%Y-%m-%d %H:%M:%S %z", time.localtime(world.now())), "app": __version__, "rules": VERSION,
        "python": platform.python_version(), "system": platform.platform(), "board": world.board,
    }


def _said(world: World, game: Sealed | None) -> str | None:
    """What the app has said, where we may read the system's journal; what a table's spy wrote names cards, and is left out while a race goes on.

    None also where journalctl is not there or has nothing of it.
    """
    done = world.run(LOG)
    if done.status != 0 or not done.output.strip():
        return None
    return done.output if game is None or not game.covered else SPIED.sub(": (left out while the race goes on)", done.output)


def _readers(session: Session) -> list[Mapping[str, Any]]:
    told: list[Mapping[str, Any]] = []
    for seat, reader in session.readers.items():
        report = reader.report
        counters = report.counters._asdict() if report is not None and report.counters is not None else None
        facts = {"kind": report.kind, "uid": report.uid, "version": report.version} if report is not None else {}
        row = [str(reading.code) if reading.code is not None and reading.code >= 0 else reading.status for reading in reader.row]
        told.append({"seat": seat, "lost": reader.lost, "slots": row, "handle": reader.handle, **facts, "counters": counters})
    return told


def _kept(world: World, ask: Callable[[Journal], Kept | None]) -> Kept | None:
    """Something out of the journal, which may be in use; nothing of it is changed."""
    path = world.state / JOURNAL
    if not path.exists():
        return None
    with closing(open_journal(path, world.now(), writer=False)) as journal:
        return ask(journal)


def _settings(journal: Journal) -> str | None:
    return _json(anonymous_settings(journal.settings()))


def _covered(game: Sealed | None) -> str | None:
    """What was said in a race that goes on since the end of its game, without cards; None where nothing was left out."""
    if game is None or not game.covered:
        return None
    _, entries = anonymous_game(game.game, (*game.entries, *game.covered))
    return "\n".join([game.words, "", *lines_of(entries[len(game.entries):]), ""])


def _last_game(journal: Journal) -> Sealed | None:
    """The race that was touched last, or what was touched before any, without what nobody may know yet."""
    last = max(journal.games(), key=lambda game: (game.kind == RACE, game.touched), default=None)
    return None if last is None else sealed_game(last, tuple(journal.entries(last.id)))
