"""The people of a table and their races in a file of the state folder, written whole; and what a start finds out about races that ended as the power went.

They have a file of their own, and are not worked out from the journal whenever somebody looks: they outlive games that are deleted, and a new version of the
rules by which an old game cannot be told again. The journal is asked only for the race that ended last, which may not have been kept any more.
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
from companion.errors import FormatFault, JournalFault
from companion.folders import NotPlain, read_plain, write_whole
from companion.journal.base import KeptGame
from companion.journal.store import Journal
from companion.named_tuples import NamedTuple
from companion.records.book import Book, Race
from companion.records.written import NewerRecords, book_text, read_book
from companion.session.lobby.kept_setup import without_name
from companion.words import NOTHING, Text, text

FILE: Final = "records.json"
"""The file's name in the state folder."""
BEFORE: Final = ".before"
"""The ending for the file as it was before it was written last."""
ASIDE: Final = ".not-understood"
"""The ending for a file that cannot be read; it is kept, because it may be put right by hand."""
LARGEST: Final = 64_000_000
"""Bytes of a valid file at most: a hundred thousand races."""
DATE: Final = "%Y-%m-%d %H:%M"


class Found(NamedTuple):
    """What is kept, and a sentence about what is wrong with it, NOTHING where nothing is; `closed`: nothing may be written there."""

    book: Book
    trouble: Text = NOTHING
    closed: bool = False


def read_records(folder: Path, aside: bool = True) -> Found:
    """What a state folder keeps. A damaged file is put aside, unless `aside` is False, and what it was before its last change stands for it. It never raises."""
    path = folder / FILE
    try:
        return Found(_read(path))
    except (FileNotFoundError, NotADirectoryError):
        return Found(_before(path) or Book())
    except NewerRecords as fault:
        return Found(
            Book(),
            text(
                "{path} belongs to a newer version of this app ({found}): it is not changed, "
                "and people and their games are not saved. Install the newer version again.",
                path=str(path),
                found=fault.found,
            ),
            closed=True,
        )
    except FormatFault as fault:
        return _put_aside(path, fault.words, aside)
    except NotPlain as fault:
        return _put_aside(path, text("{path} is {kind}", path=str(path), kind=fault.kind), aside)
    except OSError as fault:
        return Found(
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
        raise FormatFault(
            str(path), None, text("no text"), text("people and races, as this app writes them")
        ) from fault
    return read_book(content, str(path))


def _before(path: Path) -> Book | None:
    """What the file was before it was written last; None where nobody knows."""
    try:
        return _read(path.with_name(f"{FILE}{BEFORE}"))
    except (OSError, FormatFault):
        return None


def _put_aside(path: Path, why: Text, aside: bool) -> Found:
    book = _before(path)
    if not aside:
        return Found(book or Book(), why)
    with suppress(OSError):
        path.replace(f"{path}{ASIDE}")
    if book is None:
        return Found(
            Book(),
            text(
                "{why}. The file was moved to {file}, and the list of people is empty now.",
                why=why,
                file=f"{FILE}{ASIDE}",
            ),
        )
    return Found(
        book,
        text(
            "{why}. The file was moved to {file}; people and games are as they were before its last change.",
            why=why,
            file=f"{FILE}{ASIDE}",
        ),
    )


def keep_records(folder: Path, book: Book, spare: bool = True) -> Text:
    """Write them, whole or not at all; NOTHING, or a sentence that says why that cannot be. With `spare` the file as it was is kept, too, else that is gone."""
    path = folder / FILE
    try:
        if spare:
            _set_by(path)
        write_whole(path, book_text(book))
        if not spare:
            path.with_name(f"{FILE}{BEFORE}").unlink(missing_ok=True)
    except OSError as fault:
        return text(
            "People and their games are lost at the next start: {path} cannot be written ({fault}).",
            path=str(path),
            fault=str(fault.strerror),
        )
    return NOTHING


def _set_by(path: Path) -> None:
    """Keep the file as it is under another name, too; where a file cannot have two names it goes without."""
    spare = path.with_name(f"{FILE}{BEFORE}.new")
    with suppress(OSError):
        spare.unlink(missing_ok=True)
        os.link(path, spare)
        spare.replace(path.with_name(f"{FILE}{BEFORE}"))


class Keeper:
    """Keeps the records of a folder for one session: dates races, writes what it is told, and leaves alone what may not be written.

    `key` says by which key the journal knows a race of the session, "" where it does not; then the race is known by the time at which the session began.
    """

    def __init__(
        self,
        folder: Path,
        found: Found,
        key: Callable[[int], str],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._folder, self._found, self._key, self._clock = folder, found, key, clock
        self._began, self._book = clock(), found.book

    def dated(self, race: Race) -> Race:
        """A race with the present time."""
        return race._replace(date=time.strftime(DATE, time.localtime(self._clock())))

    def key(self, number: int) -> str:
        """The key of a race of the session."""
        return self._key(number) or f"alone-{int(self._began * 1000)}-{number}"

    def keep(self, book: Book) -> Text:
        """Write it, where that is allowed. Once somebody has been deleted no older file knows of it."""
        before, self._book = self._book, book
        gone = {person.number for person in before.people} - {
            person.number for person in book.people
        }
        trouble = (
            self._found.trouble
            if self._found.closed
            else keep_records(self._folder, book, spare=not gone)
        )
        # That a race of guests has ended is nothing that anybody would miss.
        return NOTHING if book._replace(ended=before.ended) == before else trouble


def forget_name(journal: Journal, name: str, choose: Callable[[Mapping[str, str]], object]) -> Text:
    """Take a name that people have typed out of the setups for next games, by `choose`, and out of the lines that say where games stand.

    NOTHING, or why that cannot be.
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
    except JournalFault as fault:
        return fault.words
    return NOTHING


def key_of(kept: KeptGame) -> str:
    """The key of a race of the journal: its number and when it began, since another journal begins with the same numbers."""
    return f"{kept.id}-{int(kept.began)}"


def date_of(kept: KeptGame) -> str:
    """When a race of the journal ended."""
    return time.strftime(DATE, time.localtime(kept.touched))
