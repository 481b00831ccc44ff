"""Small games for the tests of the journal: openings, entries, and successive batches."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from companion.journal.base import OPEN, RACE, Batch, Entry, Opening
from companion.journal.store import Journal, open_journal

NOW = 1795257000.0
"""A time on 2026-11-21."""


def opening(title: str = "Yard", kind: str = RACE, began: float = NOW) -> Opening:
    """Return the opening of a game; its header is longer than a page, as with a board."""
    return Opening(kind, title, said(board="+ . " * 1500, seed=7, title=title), began)


def said(**fields: object) -> str:
    """Return fields as the one text that an entry or a header has."""
    return json.dumps(fields, separators=(",", ":"), ensure_ascii=False)


def entry(number: int) -> Entry:
    """Return an entry by its number.

    All of them differ, some are long, some have a hash, some letters are not ASCII.
    """
    long = "Räder " * (400 if number % 97 == 0 else 1)
    return Entry(
        number,
        said(Confirm={"step": number, "who": long}),
        f"{number:016x}" if number % 5 == 0 else "",
    )


def entries(first: int, last: int) -> tuple[Entry, ...]:
    """Return entries with these numbers, both ends included."""
    return tuple(map(entry, range(first, last + 1)))


def batch(
    game: int, first: int, last: int, *, state: str = OPEN, now: float = NOW, kind: str = RACE
) -> Batch:
    """Return entries of a game from one number to another; the first has the opening, too."""
    begins = opening(f"Game {game}", kind) if first == 1 else None
    return Batch(
        game,
        entries(first, last),
        now,
        begins,
        state,
        f"after entry {last}",
        {"last": f"{game}/{last}"},
    )


def fill(path: Path, games: Iterable[int]) -> None:
    """Write a journal with games of so many entries each, in batches of three, and close it."""
    journal = open_journal(path, NOW)
    for game, count in enumerate(games, 1):
        put(journal, game, count)
    journal.close()


def put(journal: Journal, game: int, count: int, first: int = 1) -> None:
    """Write a game's entries up to a number, in batches of three."""
    for start in range(first, count + 1, 3):
        journal.append(batch(game, start, min(start + 2, count)))


def kept(journal: Journal) -> dict[int, tuple[Entry, ...]]:
    """Return all entries of a journal by their games."""
    return {game.id: tuple(journal.entries(game.id)) for game in journal.games()}
