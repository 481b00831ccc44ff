"""Keep decks that people wrote, each in a file below `decks` in the state folder, by game.

They leave the folder only by their owner's hand.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Final

from companion.errors import FormatError
from companion.folders import read_plain, write_whole
from companion.formats.toml_text import LARGEST, text_of
from companion.games.api import Game
from companion.games.decks import written_deck
from companion.session.commands import KeepDeck
from companion.session.lobby.arrangement import DeckEntry
from companion.words import NOTHING, Text, text

FOLDER: Final = "decks"
"""The folder's name in the state folder."""
ENDING: Final = ".deck.toml"
KEY: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
"""A valid short name of a deck or board, which is also the name of its file."""


def kept_decks(folder: Path) -> tuple[DeckEntry, ...]:
    """Return all readable decks of a state folder, by game and short name; never raises."""
    decks = []
    for path in sorted((folder / FOLDER).glob(f"*/*{ENDING}")):
        key = path.name.removesuffix(ENDING)
        if KEY.fullmatch(key) is None:
            continue
        with suppress(OSError, ValueError, FormatError):
            content = text_of(read_plain(path, LARGEST), str(path))
            decks.append(DeckEntry(path.parent.name, key, content))
    return tuple(decks)


def keep_deck(folder: Path, deck: KeepDeck) -> Text:
    """Write a deck whole or not at all, or delete its file if it has no content.

    Returns why that failed, or NOTHING.
    """
    path = deck_path(folder, deck.game, deck.key)
    try:
        if deck.content:
            write_whole(path, deck.content)
        else:
            path.unlink(missing_ok=True)
    except OSError as fault:
        return text(
            "The deck is lost at the next start: {path} cannot be written ({fault}).",
            path=str(path),
            fault=str(fault.strerror),
        )
    return NOTHING


def deck_path(folder: Path, game: str, key: str) -> Path:
    """Return the path of a deck's file."""
    return folder / FOLDER / game / f"{key}{ENDING}"


def brought_in(folder: Path, game: Game, content: str, source: str) -> str:
    """Keep a deck from a file under the file's name, and return its short name.

    An identical deck is kept once; a different one gets a number.

    Raises:
        FormatError: The deck cannot be played.
        OSError: The file cannot be written.
    """
    written_deck(game, content, source)
    kept = {entry.key: entry.content for entry in kept_decks(folder) if entry.game == game.key}
    same = next((key for key, other in kept.items() if other == content), None)
    if same is not None:
        return same
    key = free_key(Path(source).name.removesuffix(ENDING), "deck", kept)
    write_whole(deck_path(folder, game.key, key), content)
    return key


def free_key(name: str, usual: str, taken: Collection[str]) -> str:
    """Return a short name like that of a file, or `usual`; a number makes it differ from others."""
    stem = re.sub(r"[^a-z0-9]+", "-", name.removesuffix(".toml").lower()).strip("-")[:36] or usual
    key, number = stem, 1
    while key in taken:
        number += 1
        key = f"{stem}-{number}"
    return key
