"""Reports as files: one about a mistake, with the whole race in it, from which somebody else sees the same happen again; and certificates."""
from __future__ import annotations

import platform
import time
from itertools import count
from pathlib import Path
from typing import Final

from companion import __version__
from companion.app.loop import EventLoop
from companion.app.sealed_game import lines_of, sealed_game
from companion.certificate.report import Report, as_json
from companion.engine.rules import VERSION
from companion.errors import DerbyError
from companion.folders import write_whole, write_whole_bytes
from companion.journal.file import write_game
from companion.journal.store import Journal
from companion.session.history import entries, note_words, turns
from companion.session.house_messages import Success
from companion.session.replaying import mark_of
from companion.session.session import Session
from companion.session.showing import as_seen

FOLDER: Final = "reports"
CERTIFICATES: Final = "certificates"


def save_report(loop: EventLoop, journal: Journal, folder: Path) -> str:
    """Write a report into the state folder; a sentence that says where it lies, or why it could not be written."""
    path = folder / FOLDER / time.strftime("report-%Y-%m-%d-%H-%M-%S.txt")
    try:
        write_whole(path, report(loop, journal))
    except (OSError, DerbyError) as fault:
        return f"The report could not be written to {path}: {fault}. Free some space, or start with --state and another folder."
    return Success(f"The report lies in {path}. Send it along when you report the mistake.")


def report(loop: EventLoop, journal: Journal) -> str:
    """What happened, where it stands, the table, what people did by hand, and the game as `games import` reads it.

    The last part is what `games export` writes, so that `games import` finds it at the end. Cards that nobody may see yet are left out, and the report
    says so.
    """
    session, record = loop.session, loop.record
    number = record.game if record is not None else 0
    if record is not None:
        # What was said a moment ago is part of the mistake.
        record.wait()
    game = journal.game(number) if number else None
    seen = as_seen(session)
    told = [*_facts(seen), *_readers(seen), *_by_hand(session)]
    if game is None:
        return "\n".join([*told, "", "no game is kept yet\n"])
    sealed = sealed_game(game, tuple(journal.entries(number)))
    if sealed.covered:
        told += ["", sealed.words, "Without their cards these are:", "", *lines_of(sealed.covered)]
    whole = write_game(sealed.game, sealed.entries)
    return "\n".join([*told, "", "The game, as `clockwork-derby games import` reads it:", "", whole])


def _by_hand(session: Session) -> list[str]:
    """What people have done by hand and what was looked at, turn by turn, as the history tells it."""
    if session.match is None:
        return []
    first, last = turns(session)
    told = [
        f"Turn {turn}, {entry.when.lower()}: {entry.words}{f' ({note_words(entry.made)})' if note_words(entry.made) else ''}"
        for turn in range(first, last + 1) for entry in entries(session, turn) if entry.made is not None
    ]
    return ["", "By hand:", *told] if told else []


def _facts(session: Session) -> list[str]:
    match = session.match
    where = f"turn {match.turn}, register {match.register}, moment {session.number}" if match is not None else "setting up"
    return [
        f"Clockwork Derby {__version__}, rules version {VERSION}, Python {platform.python_version()} on {platform.platform()}",
        f"Written {time.strftime('%Y-%m-%d %H:%M:%S %z')} on the page {session.page}: {where}, state {mark_of(session) or 'none'}",
        f"Table: {session.house.table}; on the screen: {session.notice or 'nothing special'}",
        *(f"Trouble at {place}: {words}" for place, words in session.troubles.items()),
        *(f"Seat {seat} is not ready: {words}" for seat, words in (match.remedies if match is not None else {}).items()),
    ]


def _readers(session: Session) -> list[str]:
    lines = []
    for seat in session.setup.playing:
        reader, setup = session.readers[seat], session.setup.seat(seat)
        row = " ".join(str(reading.code) if reading.code is not None and reading.code >= 0 else reading.status for reading in reader.row)
        lines.append(f"Seat {seat} {setup.name}, {setup.player}: {row}, handle {reader.handle}{f', lost: {reader.lost}' if reader.lost else ''}")
    return lines


def keep_certificate(report: Report, folder: Path) -> str:
    """Put a certificate into a folder as PDF and as JSON; a sentence that says where it lies, or why it could not be written.

    Both files have the same name; the JSON comes first, for it needs no library.
    """
    # Only when it is wanted: the print shop's library would make every start longer.
    from companion.press.certificate_sheet import certificate_book
    from companion.press.pdf import pdf

    path = _free(folder / f"certificate-{report.date.replace(' ', '-').replace(':', '')}")
    try:
        write_whole(path.with_suffix(".json"), as_json(report))
        write_whole_bytes(path.with_suffix(".pdf"), pdf(certificate_book(report)))
    except (OSError, DerbyError) as fault:
        return f"The certificate could not be written to {path}.pdf: {fault}. Choose another folder, or free some space."
    return Success(f"The certificate lies in {folder.absolute()}: {path.name}.pdf and {path.name}.json.")


def _free(path: Path) -> Path:
    """The path, or where a certificate of the same minute lies there the next one that is free."""
    paths = (path if number == 1 else path.with_name(f"{path.name}-{number}") for number in count(1))
    return next(free for free in paths if not free.with_suffix(".json").exists())
