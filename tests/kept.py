"""Kept sessions for the tests: a state folder with games, and a session in this process.

Each touch is waited for until it has taken effect.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from companion.app.loop import EventLoop
from companion.app.startup import kept_session
from companion.folders import JOURNAL
from companion.journal.base import Entry, KeptGame
from companion.journal.file import write_game
from companion.journal.store import Journal, open_journal
from companion.session.messages import Begin, Confirm, Message, SetFlow
from companion.session.view import PLAY
from companion.signals import Deed

LATER = 1_800_000_000.0
"""A moment in Unix time."""


@contextmanager
def evening(folder: Path, *players: str, **how: object) -> Iterator[EventLoop]:
    """Return a session that is kept in a folder; it closes at the end of the block."""
    loop = kept_session(folder, players or None, **how)  # type: ignore[arg-type]
    try:
        settled(loop)
        yield loop
    finally:
        loop.close()


def settled(loop: EventLoop) -> None:
    """Wait until every message has taken effect and is kept."""
    still = 0
    # One round may only hear what the readers say, and show it once it is kept.
    while still < 2:
        if loop.record is not None:
            loop.record.wait()
        before = loop.session
        loop.poll(0.0)
        still = still + 1 if loop.session is before else 0


def say(loop: EventLoop, *messages: Message | Deed) -> None:
    """Send messages, then wait until they have taken effect."""
    for message in messages:
        loop.send(message)
        settled(loop)


def done(loop: EventLoop) -> None:
    """Touch the button that confirms the instruction."""
    say(loop, Confirm(loop.session.revision))


def into_play(loop: EventLoop, instructions: int = 2) -> None:
    """Start a race of pilots, and carry out some instructions of its first register, one by one."""
    say(loop, Begin())
    done(loop)
    say(loop, SetFlow("single"))
    assert loop.session.page == PLAY, loop.session.notice
    for _ in range(instructions):
        done(loop)


@contextmanager
def journal_of(folder: Path) -> Iterator[Journal]:
    """Return the journal of a folder, to read."""
    with closing(open_journal(folder / JOURNAL, LATER, writer=False)) as journal:
        yield journal


def games_of(folder: Path) -> tuple[KeptGame, ...]:
    """Return the games that a folder keeps, the newest first."""
    with journal_of(folder) as journal:
        return journal.games()


def entries_of(folder: Path, number: int) -> tuple[Entry, ...]:
    """Return the messages of one game."""
    with journal_of(folder) as journal:
        return tuple(journal.entries(number))


def exported(
    folder: Path, number: int, entries: tuple[Entry, ...] | None = None, **changes: object
) -> str:
    """Return a game as the text of a file, whole and with the right checksum.

    Entries and facts of the header can be replaced.
    """
    with journal_of(folder) as journal:
        game = journal.game(number)
        assert game is not None
        found = tuple(journal.entries(number)) if entries is None else entries
        return write_game(game._replace(**changes), found)  # type: ignore[arg-type]
