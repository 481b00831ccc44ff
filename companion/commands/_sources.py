"""Kept games wherever they lie, in the journal or in a file, and what comes out when they are played again."""
from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from companion.app.loop import catalogue
from companion.app.recording import Recalled, told_again
from companion.commands._files import read_text
from companion.commands._terminal import complain
from companion.errors import FormatFault
from companion.folders import JOURNAL
from companion.games.clockwork import ClockworkDerby
from companion.journal.base import Entry, Game, Opening
from companion.journal.file import FORMAT, read_game
from companion.journal.store import Journal, open_journal
from companion.session.beginning import Begun, begun

LARGEST: Final = 100_000_000
"""Bytes of a file with a game; five hundred turns at eight seats need a tenth of it."""
HIGHEST: Final = 2**63 - 1
"""The highest number that the journal can count to."""
START: Final = f'{{"format":"{FORMAT}"'


class Source(NamedTuple):
    """A kept game: what it is called ("game 3", or its file's name), how it begins, and its entries."""

    name: str
    opening: Opening
    entries: tuple[Entry, ...]


@contextmanager
def journal_in(folder: Path, *, writer: bool = False) -> Iterator[Journal]:
    """The journal of a state folder, for reading unless told otherwise; JournalFault says who is in the way, and what was found is told.

    A game that is started while this is its writer goes without a journal, so it is held no longer than needed. What was found is printed to standard
    error.
    """
    journal = open_journal(folder / JOURNAL, time.time(), writer=writer)
    try:
        for words in journal.findings:
            complain(words)
        yield journal
    finally:
        journal.close()


def add_number(parser: argparse.ArgumentParser) -> None:
    """The number of one game."""
    parser.add_argument("number", type=number_of, metavar="N", help="the game's number, as list shows it")


def number_of(text: str) -> int:
    """A game's number; ArgumentTypeError says what was expected.

    Also refuses what the database could not count to.
    """
    if not is_number(text) or not 1 <= int(text) <= HIGHEST:
        raise argparse.ArgumentTypeError(f"found {text!r}, expected the number of a game, as `clockwork-derby games list` shows it")
    return int(text)


def is_number(text: str) -> bool:
    """Whether a word on the command line is meant as a game's number rather than as a file."""
    return text.isascii() and text.isdigit() and len(text) < 20


def from_journal(journal: Journal, game: Game) -> Source:
    """A game of the journal, whole; JournalFault where some of it is not as it was kept."""
    return Source(f"game {game.id}", Opening(game.kind, game.title, game.header, game.began), tuple(journal.entries(game.id)))


def from_file(path: str) -> Source:
    """A game from a file that `export` wrote, or from a report, in which it comes last; FormatFault with the line of what is wrong."""
    text = read_text(path, "a game that `clockwork-derby games export` wrote, or a report", LARGEST)
    # A report has the game behind words for people; where there is none the fault is that of the first line.
    before = 0 if text.startswith(START) else text.find(f"\n{START}") + 1
    try:
        return Source(path, *read_game(text[before:], path))
    except FormatFault as fault:
        # Counted in the whole file, as an editor counts.
        line = None if fault.line is None else fault.line + text.count("\n", 0, before)
        raise FormatFault(path, line, fault.found, fault.expected, fault.near) from None


def begun_by(source: Source) -> Begun:
    """The evening from which a game starts; FormatFault where it cannot be read."""
    return begun(source.opening.header, ClockworkDerby(), catalogue(), source.name)


def recalled(source: Source) -> Recalled:
    """A game played again, with the hash of every register compared; FormatFault where what it starts from cannot be read."""
    return told_again(begun_by(source), source.entries, every=True)
