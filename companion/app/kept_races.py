"""Races that are kept: their names, and what a list of those that can be gone on with says of each."""
from __future__ import annotations

import time
from typing import Final

from companion.app.recording import Record
from companion.errors import JournalFault
from companion.journal.base import NAMED
from companion.journal.store import Journal
from companion.session.messages import Notice, news
from companion.words import Text, text

DATE: Final = "%Y-%m-%d"


def name_of(journal: Journal, record: Record) -> tuple[str, str]:
    """What the game is called that is being recorded, "" for nothing, and today's date."""
    date = time.strftime(DATE)
    try:
        return journal.settings().get(f"{NAMED}{record.game}", ""), date
    except JournalFault:
        return "", date


def name_game(record: Record, name: str) -> Notice | Text:
    """Call the game that is being recorded by a name; a sentence says that it is, or why it is not kept."""
    if not record.game:
        return text("No game is being played that could have a name.")
    record.choose({f"{NAMED}{record.game}": name})
    record.wait()
    return record.trouble or news(text("The game is kept as “{name}”.", name=name))
