"""Kept evenings for the tests: a state folder with games in it, and an evening in one process whose every touch is waited for."""

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
"""Some time, in Unix time."""


@contextmanager
def evening(folder: Path, *players: str, **how: object) -> Iterator[EventLoop]:
    """An evening that is kept in a folder; it ends with the block as when the window is closed."""
    loop = kept_session(folder, players or None, **how)  # type: ignore[arg-type]
    try:
        settled(loop)
        yield loop
    finally:
        loop.close()


def settled(loop: EventLoop) -> None:
    """Let everything take effect that was said, and be kept."""
    still = 0
    # One round may only hear what the readers say, and show it once it is kept.
    while still < 2:
        if loop.record is not None:
            loop.record.wait()
        before = loop.session
        loop.poll(0.0)
        still = still + 1 if loop.session is before else 0


def say(loop: EventLoop, *messages: Message | Deed) -> None:
    """Say something and see what comes of it."""
    for message in messages:
        loop.send(message)
        settled(loop)


def done(loop: EventLoop) -> None:
    """Touch the button that says that it is done."""
    say(loop, Confirm(loop.session.step))


def into_play(loop: EventLoop, instructions: int = 2) -> None:
    """Begin a race of pilots, and carry out some instructions of its first register, each by itself."""
    say(loop, Begin())
    done(loop)
    say(loop, SetFlow("single"))
    assert loop.session.page == PLAY, loop.session.notice
    for _ in range(instructions):
        done(loop)


@contextmanager
def journal_of(folder: Path) -> Iterator[Journal]:
    """What a folder keeps, to look at."""
    with closing(open_journal(folder / JOURNAL, LATER, writer=False)) as journal:
        yield journal


def games_of(folder: Path) -> tuple[KeptGame, ...]:
    """The games that a folder keeps, the newest first."""
    with journal_of(folder) as journal:
        return journal.games()


def entries_of(folder: Path, number: int) -> tuple[Entry, ...]:
    """The messages of one game."""
    with journal_of(folder) as journal:
        return tuple(journal.entries(number))


def exported(
    folder: Path, number: int, entries: tuple[Entry, ...] | None = None, **changes: object
) -> str:
    """A game as a file's text, whole and with the right sum; with other entries or facts where they are given."""
    with journal_of(folder) as journal:
        game = journal.game(number)
        assert game is not None
        found = tuple(journal.entries(number)) if entries is None else entries
        return write_game(game._replace(**changes), found)  # type: ignore[arg-type]
