"""Keep a table's people and their races in a file of the state folder.

The file is written whole. It is separate from the journal because people and their races outlive
deleted games, and old games that a new version of the rules cannot replay. A start asks the journal
only for the race that ended last, which a power cut may have kept out of this file.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.app.recording import CHOSEN
from companion.app.snapshots import drop
from companion.errors import FormatError, JournalError
from companion.folders import NotPlainFileError, read_plain, write_whole
from companion.journal.base import KeptGame
from companion.journal.store import Journal
from companion.named_tuples import NamedTuple
from companion.records.book import Book, RecordedRace
from companion.records.written import NewerRecordsError, book_text, read_book
from companion.session.lobby.kept_setup import without_name
from companion.words import NOTHING, Text, text

FILE: Final = "records.json"
"""The file's name in the state folder."""
BEFORE: Final = ".before"
"""The suffix of the file before its last change."""
ASIDE: Final = ".not-understood"
"""The suffix of an unreadable file, which is kept because it may be repaired by hand."""
LARGEST: Final = 64_000_000
"""The largest valid file in bytes: a hundred thousand races."""
DATE: Final = "%Y-%m-%d %H:%M"


class ReadRecords(NamedTuple):
    """The records that were read, and what is wrong with them."""

    book: Book
    trouble: Text = NOTHING
    """The fault of the records, or NOTHING."""
    closed: bool = False
    """Whether the file must not be written."""


def read_records(folder: Path, aside: bool = True) -> ReadRecords:
    """Return the records of a state folder; never raises.

    A damaged file is moved aside, unless `aside` is False, and the file before its last change is
    used.
    """
    path = folder / FILE
    try:
        return ReadRecords(_read(path))
    except (FileNotFoundError, NotADirectoryError):
        return ReadRecords(_before(path) or Book())
    except NewerRecordsError as fault:
        return ReadRecords(
            Book(),
            text(
                "{path} belongs to a newer version of this app ({found}). It is not changed, and "
                "people and their games are not saved. Install the newer version again.",
                path=str(path),
                found=fault.found,
            ),
            closed=True,
        )
    except FormatError as fault:
        return _put_aside(path, fault.words, aside)
    except NotPlainFileError as fault:
        return _put_aside(path, text("{path} is {kind}", path=str(path), kind=fault.kind), aside)
    except OSError as fault:
        return ReadRecords(
            Book(),
            text(
                "{path} cannot be read ({fault}): people and their games are not saved.",
                path=str(path),
                fault=str(fault.strerror),
            ),
            closed=True,
        )


def _read(path: Path) -> Book:
    data = read_plain(path, LARGEST)
    try:
        content = data.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise FormatError(
            str(path), None, text("no text"), text("people and races, as this app writes them")
        ) from fault
    return read_book(content, str(path))


def _before(path: Path) -> Book | None:
    """Return the file before its last change, or None if it is unknown."""
    try:
        return _read(path.with_name(f"{FILE}{BEFORE}"))
    except (OSError, FormatError):
        return None


def _put_aside(path: Path, why: Text, aside: bool) -> ReadRecords:
    book = _before(path)
    if not aside:
        return ReadRecords(book or Book(), why)
    with suppress(OSError):
        path.replace(f"{path}{ASIDE}")
    if book is None:
        return ReadRecords(
            Book(),
            text(
                "{why}. The file was moved to {file}, and the list of people is empty now.",
                why=why,
                file=f"{FILE}{ASIDE}",
            ),
        )
    return ReadRecords(
        book,
        text(
            "{why}. The file was moved to {file}; people and games are as they were before its "
            "last change.",
            why=why,
            file=f"{FILE}{ASIDE}",
        ),
    )


def keep_records(folder: Path, book: Book, spare: bool = True) -> Text:
    """Write the records whole or not at all, and return why that failed, or NOTHING.

    With `spare` the previous file is kept under another name; without it, that is deleted.
    """
    path, before = folder / FILE, folder / f"{FILE}{BEFORE}"
    try:
        if spare:
            # Link the current file under a second name, where the file system allows it.
            fresh = path.with_name(f"{FILE}{BEFORE}.new")
            with suppress(OSError):
                fresh.unlink(missing_ok=True)
                os.link(path, fresh)
                fresh.replace(before)
        write_whole(path, book_text(book))
        if not spare:
            before.unlink(missing_ok=True)
    except OSError as fault:
        return text(
            "People and their games are lost at the next start: {path} cannot be written "
            "({fault}).",
            path=str(path),
            fault=str(fault.strerror),
        )
    return NOTHING


class RecordsKeeper:
    """Keeps the records of a folder for one session.

    It dates races, writes the records, and leaves a closed file alone. `key` returns the journal's
    key of a race of the session, or "" if the journal has none; such a race is known by the time
    the session began.
    """

    def __init__(self, folder: Path, found: ReadRecords, key: Callable[[int], str]) -> None:
        self._folder, self._found, self._key = folder, found, key
        self._began, self._book = time.time(), found.book

    def dated(self, race: RecordedRace) -> RecordedRace:
        """Return a race with the present time."""
        return race._replace(date=time.strftime(DATE))

    def key(self, number: int) -> str:
        """Return the key of a race of the session."""
        return self._key(number) or f"alone-{int(self._began * 1000)}-{number}"

    def keep(self, book: Book) -> Text:
        """Write the records if that is allowed, and return what is wrong, or NOTHING.

        When a person was deleted, the older file is deleted too.
        """
        before, self._book = self._book, book
        gone = {person.number for person in before.people} - {
            person.number for person in book.people
        }
        if self._found.closed:
            trouble = self._found.trouble
        else:
            trouble = keep_records(self._folder, book, spare=not gone)
        # Nobody misses the record that a race of guests ended.
        return NOTHING if book._replace(ended=before.ended) == before else trouble


def forget_name(journal: Journal, name: str, choose: Callable[[Mapping[str, str]], object]) -> Text:
    """Delete a typed name from the setups of next games and from the notes on where games stand.

    `choose` saves the changed setups. Returns why that failed, or NOTHING.
    """
    try:
        changed = {
            under: without_name(facts, name)
            for under, facts in journal.settings().items()
            if under.startswith(CHOSEN)
        }
        choose({under: facts for under, facts in changed.items() if facts is not None})
        journal.blank_notes(name)
        drop(journal.path)
    except JournalError as fault:
        return fault.words
    return NOTHING


def key_of(kept: KeptGame) -> str:
    """Return the key of a race in the journal.

    It includes when the race began, because every journal begins with the same numbers.
    """
    return f"{kept.id}-{int(kept.began)}"


def date_of(kept: KeptGame) -> str:
    """Return when a race of the journal ended."""
    return time.strftime(DATE, time.localtime(kept.touched))
