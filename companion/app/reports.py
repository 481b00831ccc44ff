"""Write files for people who repair software or tables: reports, bundles and certificates.

A report describes one race and contains its game, so that others can replay the fault. A bundle is
a zip file for a distant fault: the doctor's findings, versions, logs, readers, settings and the
last game, with the names of players replaced by the colours of their seats. A certificate is the
result of an acceptance run.
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
from companion.app.loop import EventLoop
from companion.app.sealed_game import (
    STAYS,
    SealedGame,
    StaysHereError,
    anonymous_game,
    anonymous_settings,
    has_own_deck,
    lines_of,
    sealed_game,
)
from companion.certificate.report import CertificateReport, as_json
from companion.errors import DerbyError, words_of
from companion.folders import JOURNAL, read_plain, write_whole, write_whole_bytes
from companion.games import usual_game
from companion.games.api import Game
from companion.games.decks import own_deck
from companion.health.base import run_checks, title_of
from companion.health.watch import FILE as HEALTH
from companion.health.watch import MOST
from companion.health.world import World, sticks
from companion.journal.base import RACE
from companion.journal.file import write_game
from companion.journal.store import Journal, open_journal
from companion.session.commands import CheckResult
from companion.session.messages import Notice, news, success
from companion.session.past.history import entries, note_words, turns
from companion.session.past.replaying import mark_of
from companion.session.readers import ReaderState
from companion.session.session import Session
from companion.session.showing import as_seen
from companion.table.seats import FILE as SEATS
from companion.words import NOTHING, Text, clauses, sentences, text, verbatim

FOLDER: Final = "reports"
"""The folder for reports and bundles in the state folder."""
CERTIFICATES: Final = "certificates"
LINES: Final = 2000
"""Maximum number of lines of the app's log in a bundle."""
LOG: Final = (
    "journalctl",
    "-t",
    "clockwork-derby",
    "-n",
    str(LINES),
    "--no-pager",
    "-o",
    "short-iso",
)
"""The log of both services, the appliance's and the desktop's, which have the same name."""
SPIED: Final = re.compile(r": +\d+\.\d{3}  .*")
"""A line of `spy+`: the seconds since the table was opened, and the line that passed."""
Kept = TypeVar("Kept")
ABOUT: Final = """A report bundle of Clockwork Derby, for people who look for a fault.

doctor.json    the findings of all checks
versions.json  the versions of the app, its rules, Python and the computer
health.log     changes in the state of the computer
app.log        recent messages of the app
readers.json   the card readers and the quality of their connections
seats.toml     the seat of each card reader
settings.json  the settings of the next game
game.txt       the last game, for clockwork-derby games import; of an unfinished game, the part in
               which all cards are known. A game with a deck that people wrote is left out: such a
               deck stays at its table
covered.txt    what was said since then, without the cards; only during a game

Names of players are replaced by the colours of their seats.
"""


# ---- Reports ----


def save_report(loop: EventLoop, journal: Journal, folder: Path) -> Notice | Text:
    """Write a report into the state folder; return where it is, or why that failed."""
    path = folder / FOLDER / time.strftime("report-%Y-%m-%d-%H-%M-%S.txt")
    try:
        write_whole(path, _report(loop, journal))
    except (OSError, DerbyError) as fault:
        return text(
            "The report could not be written to {path}: {fault}. Free some space, or start with "
            "--state and another folder.",
            path=str(path),
            fault=words_of(fault),
        )
    return success(
        text("The report is in {path}. Attach it when you report the mistake.", path=str(path))
    )


def _report(loop: EventLoop, journal: Journal) -> str:
    """Return the state of race and table, the changes by hand, and the game for `games import`.

    Cards that nobody may see yet are left out, and the report says so.
    """
    session, record = loop.session, loop.record
    number = record.game if record is not None else 0
    if record is not None:
        # The messages of the last moment are part of the fault.
        record.wait()
    game = journal.game(number) if number else None
    seen = as_seen(session)
    if own_deck(session.config.game) or (game is not None and has_own_deck(game)):
        # Sentences of the race may name its cards, too.
        return "\n".join(
            [*_about(session), *_reader_lines(seen), "", f"The game is left out: {STAYS}.", ""]
        )
    problems = seen.match.question.problems if seen.match is not None else {}
    report_lines = [
        *_about(seen),
        f"Table: {seen.config.table}; on the screen: {seen.notice or 'nothing special'}",
        *(f"Trouble at {place}: {words}" for place, words in seen.readers.troubles.items()),
        *(f"Seat {seat} is not ready: {words}" for seat, words in problems.items()),
        *_reader_lines(seen),
        *_by_hand(session),
    ]
    if game is None:
        return "\n".join([*report_lines, "", "no game is saved yet\n"])
    sealed = sealed_game(game, tuple(journal.entries(number)))
    if sealed.covered:
        report_lines += [
            "",
            sealed.words,
            "Without their cards these are:",
            "",
            *lines_of(sealed.covered),
        ]
    whole = write_game(sealed.game, sealed.entries)
    return "\n".join(
        [*report_lines, "", "The game, as `clockwork-derby games import` reads it:", "", whole]
    )


def _about(session: Session) -> list[str]:
    """Return what was played, and where in it the session is."""
    match = session.match
    if match is not None:
        round_words = session.config.game.wording.round(match.shown.round)
        where = f"turn {match.shown.turn}, {round_words}, moment {session.timeline.number}"
    else:
        where = "setting up"
    return [
        f"Clockwork Derby {__version__}, rules version {session.config.game.version}, Python "
        f"{platform.python_version()} on {platform.platform()}",
        f"Written {time.strftime('%Y-%m-%d %H:%M:%S %z')} on the page {session.page}: {where}, "
        f"state {mark_of(session) or 'none'}",
    ]


def _reader_lines(session: Session) -> list[str]:
    lines = []
    for seat in session.lobby.setup.playing:
        reader, setup = session.readers.by_seat[seat], session.lobby.setup.seat(seat)
        lost = f", lost: {reader.lost}" if reader.lost else ""
        lines.append(
            f"Seat {seat} {setup.name}, {setup.player}: {' '.join(_slot_readings(reader))}, handle "
            f"{reader.handle}{lost}"
        )
    return lines


def _slot_readings(reader: ReaderState) -> list[str]:
    """Return what each slot reads: a card's code, or the status of the slot."""
    return [
        str(reading.code) if reading.code is not None and reading.code >= 0 else reading.status
        for reading in reader.row
    ]


def _by_hand(session: Session) -> list[str]:
    """Return the corrections and what people looked at, turn by turn, as the history shows it."""
    if session.match is None:
        return []
    first, last = turns(session)
    hand_lines = [
        f"Turn {turn}, {str(entry.when).lower()}: "
        f"{entry.words}{f' ({note_words(entry.made)})' if note_words(entry.made) else ''}"
        for turn in range(first, last + 1)
        for entry in entries(session, turn)
        if entry.made is not None
    ]
    return ["", "By hand:", *hand_lines] if hand_lines else []


# ---- Doctor ----


def all_checked(world: World) -> tuple[CheckResult, ...]:
    """Return the findings of all checks for the session; may take seconds, never raises."""
    return tuple(
        CheckResult(finding.check, title_of(finding), finding.state, finding.words, finding.remedy)
        for finding in run_checks(world)
    )


# ---- Bundles ----


def save_bundle(
    world: World, session: Session | None, taps: CheckResult | None = None
) -> Notice | Text:
    """Write a bundle on the first stick that takes it, else into the state folder.

    It may take seconds: run it as a background task.

    Args:
        world: The machine.
        session: The session whose readers are described.
        taps: The result of the tap test, if it was made.

    Returns:
        Where the bundle is, or why it could not be written.
    """
    whole, refusals = bundle(world, session, taps), list[str]()
    for folder in (*sticks(world), world.state / FOLDER):
        try:
            path = write_bundle_file(whole, folder, world)
        except OSError as fault:
            refusals.append(f"{folder}: {fault.strerror or fault}")
            continue
        stick = folder != world.state / FOLDER
        # The whole file is on the stick by now.
        if stick:
            after = text("You can pull the stick out now.")
        elif not refusals:
            after = text("Put a USB stick in: the app then writes to it.")
        else:
            after = NOTHING
        where = sentences(
            text("The bundle is in {path}.", path=str(path)), after, _refused(refusals)
        )
        return news(where) if refusals else success(where)
    return sentences(
        text("The bundle could not be written."),
        _refused(refusals),
        text("Free some space, or put a USB stick in."),
    )


def _refused(refusals: list[str]) -> Text:
    if refusals:
        return text(
            "Not possible in {places}.", places=clauses([verbatim(refusal) for refusal in refusals])
        )
    return NOTHING


def write_bundle_file(whole: bytes, folder: Path, world: World) -> Path:
    """Write a bundle into a folder, which is made if needed, whole or not at all.

    The name has the local time to the second.

    Raises:
        OSError: The bundle could not be written.
    """
    path = folder / time.strftime("derby-%Y-%m-%d-%H%M%S.zip", time.localtime(world.now()))
    write_whole_bytes(path, whole)
    return path


def bundle(world: World, session: Session | None, taps: CheckResult | None = None) -> bytes:
    """Return a bundle as the bytes of a zip file. It names the parts that are missing."""
    game = cache(lambda: _from_journal(world, _last_game))
    # Functions, so that a part that fails keeps no other out.
    parts: dict[str, Callable[[], str | None]] = {
        "doctor.json": lambda: _json(
            [
                # In English, in any language of the screen.
                {name: str(value) for name, value in found._asdict().items()}
                for found in (*all_checked(world), *((taps,) if taps is not None else ()))
            ]
        ),
        "versions.json": lambda: _json(
            _versions(world, usual_game() if session is None else session.config.game)
        ),
        HEALTH: lambda: _text(world.state / HEALTH),
        "app.log": lambda: _log(world, game),
        "readers.json": lambda: None if session is None else _json(_reader_facts(as_seen(session))),
        SEATS: lambda: _text(world.state / SEATS),
        "settings.json": lambda: _from_journal(
            world, lambda journal: _json(anonymous_settings(journal.settings()))
        ),
        "game.txt": lambda: (
            None
            if (last := game()) is None
            else write_game(*anonymous_game(last.game, last.entries))
        ),
    }
    held, missing = io.BytesIO(), list[str]()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, make in parts.items():
            text, why = _part_or_fault(make)
            if text is None:
                missing.append(f"{name}: {why}")
            else:
                packed.writestr(name, text)
        covered, _ = _part_or_fault(lambda: _covered(game()))
        if covered is not None:
            packed.writestr("covered.txt", covered)
        # Last, because it names what is missing.
        packed.writestr(
            "README.txt",
            ABOUT + "".join(f"\nNot here: {line}" for line in missing) + "\n" * bool(missing),
        )
    return held.getvalue()


def _part_or_fault(make: Callable[[], str | None]) -> tuple[str | None, str]:
    """Return a part, or why it is missing."""
    try:
        text = make()
    except Exception as fault:
        # People want a bundle just when something is wrong.
        return None, f"{type(fault).__name__}: {fault}"
    return text, "there is none"


def _json(facts: object) -> str:
    return json.dumps(facts, ensure_ascii=False, indent=2) + "\n"


def _text(path: Path) -> str | None:
    return read_plain(path, MOST).decode("utf-8", "replace") if path.exists() else None


def _versions(world: World, game: Game) -> Mapping[str, Any]:
    return {
        "written": time.strftime("%Y-%m-%d %H:%M:%S %z", time.localtime(world.now())),
        "app": __version__,
        "game": game.key,
        "rules": game.version,
        "python": platform.python_version(),
        "system": platform.platform(),
        "board": world.board,
    }


def _log(world: World, game: Callable[[], SealedGame | None]) -> str | None:
    """Return the app's log, or None if journalctl has none.

    If the last game has cards that nobody may see yet, or stays at its table, lines of `spy+` are
    left out, because they name cards.
    """
    try:
        last = game()
        secret = last is not None and bool(last.covered)
    except StaysHereError:
        secret = True
    done = world.run(LOG)
    if done.status != 0 or not done.output.strip():
        return None
    return (
        done.output if not secret else SPIED.sub(": (left out while the game goes on)", done.output)
    )


def _reader_facts(session: Session) -> list[Mapping[str, Any]]:
    entries: list[Mapping[str, Any]] = []
    for seat, reader in session.readers.by_seat.items():
        report = reader.report
        if report is not None and report.counters is not None:
            counters = report.counters._asdict()
        else:
            counters = None
        if report is not None:
            facts = {"kind": report.kind, "uid": report.uid, "version": report.version}
        else:
            facts = {}
        entries.append(
            {
                "seat": seat,
                "lost": str(reader.lost),
                "slots": _slot_readings(reader),
                "handle": reader.handle,
                **facts,
                "counters": counters,
            }
        )
    return entries


def _from_journal(world: World, ask: Callable[[Journal], Kept | None]) -> Kept | None:
    """Return something from the journal, which may be in use; None without a journal.

    Changes nothing.
    """
    path = world.state / JOURNAL
    if not path.exists():
        return None
    with closing(open_journal(path, world.now(), writer=False)) as journal:
        return ask(journal)


def _last_game(journal: Journal) -> SealedGame | None:
    """Return the race touched last, else the last setup, without secrets."""
    last = max(journal.games(), key=lambda game: (game.kind == RACE, game.touched), default=None)
    return None if last is None else sealed_game(last, tuple(journal.entries(last.id)))


def _covered(game: SealedGame | None) -> str | None:
    """Return the messages after the sealed part of a running race, without cards, or None."""
    if game is None or not game.covered:
        return None
    _, anonymous = anonymous_game(game.game, (*game.entries, *game.covered))
    return "\n".join([game.words, "", *lines_of(anonymous[len(game.entries) :]), ""])


# ---- Certificates ----


def keep_certificate(report: CertificateReport, folder: Path) -> Notice | Text:
    """Write a certificate into a folder as PDF and JSON; return where it is, or why that failed."""
    # Only few runs need the PDF library.
    from companion.press.certificate_sheet import certificate_document
    from companion.press.pdf import pdf

    name = f"certificate-{report.date.replace(' ', '-').replace(':', '')}"
    path, number = folder / name, 1
    # There may be a certificate of the same minute.
    while path.with_suffix(".json").exists():
        number += 1
        path = folder / f"{name}-{number}"
    try:
        # The JSON first, because it needs no library.
        write_whole(path.with_suffix(".json"), as_json(report))
        write_whole_bytes(path.with_suffix(".pdf"), pdf(certificate_document(report)))
    except (OSError, DerbyError) as fault:
        return text(
            "The certificate could not be written to {path}: {fault}. Choose another folder, or "
            "free some space.",
            path=f"{path}.pdf",
            fault=words_of(fault),
        )
    return success(
        text(
            "The certificate is in {folder}: {sheet} and {data}.",
            folder=str(folder.absolute()),
            sheet=f"{path.name}.pdf",
            data=f"{path.name}.json",
        )
    )
