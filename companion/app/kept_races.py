"""Name saved races, and list those that can be resumed."""

from __future__ import annotations

import json
import time
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from companion.app.recording import GameRecorder, game_key
from companion.app.records import read_records
from companion.errors import DerbyError, GameError, JournalError
from companion.folders import JOURNAL
from companion.games import find_game
from companion.journal.base import NAMED, OPEN, RACE, KeptGame
from companion.journal.store import Journal, open_journal
from companion.records.book import Book
from companion.session.lobby.arrangement import NOBODY, PERSON
from companion.session.lobby.kept_setup import PEOPLE
from companion.session.messages import Notice, news
from companion.session.pages.load import KeptRace, RacesListed
from companion.words import NOTHING, Text, sentence, text

DATE: Final = "%Y-%m-%d"
MINUTE: Final = "%Y-%m-%d %H:%M"
MOST: Final = 40
"""The length of a list of races; nobody looks further back on a screen."""


def name_of(journal: Journal, record: GameRecorder) -> tuple[str, str]:
    """Return the name of the game that is being recorded, "" for none, and today's date."""
    date = time.strftime(DATE)
    try:
        return journal.settings().get(f"{NAMED}{record.game}", ""), date
    except JournalError:
        return "", date


def name_game(record: GameRecorder, name: str) -> Notice | Text:
    """Name the game that is being recorded; return a sentence about the result."""
    if not record.game:
        return text("No game is being played, so there is nothing to name.")
    record.choose({f"{NAMED}{record.game}": name})
    record.wait()
    return record.trouble or news(text("The game is saved as “{name}”.", name=name))


def can_be_loaded(journal: Journal) -> bool:
    """Return whether an unfinished race is saved."""
    return journal.unfinished() is not None


def races_of(folder: Path) -> RacesListed:
    """Return the unfinished races of a folder, the last one touched first.

    Pieces are named by the people of the folder. Any thread may call this, because it opens a
    connection for itself.
    """
    try:
        with closing(open_journal(folder / JOURNAL, time.time(), writer=False)) as journal:
            games = [game for game in journal.games() if game.kind == RACE and game.state == OPEN]
    except DerbyError as fault:
        return RacesListed((), fault.words)
    games.sort(key=lambda game: (game.touched, game.id), reverse=True)
    book = read_records(folder, aside=False).book
    return RacesListed(tuple(_race(kept, book) for kept in games[:MOST]))


def _race(kept: KeptGame, book: Book) -> KeptRace:
    """Return what a list says of a race, from its header; replaying each would take too long."""
    try:
        facts = json.loads(kept.header)
        setup = facts["setup"]
        # The people of the book by their seats as the race began.
        found = {
            int(seat): book.person(int(number)) for seat, number in setup.get(PEOPLE, {}).items()
        }
        people = {seat: person for seat, person in sorted(found.items()) if person is not None}
        # The names of the played pieces: typed names first, else those of their people.
        seats, typed = list(enumerate(setup["seats"], 1)), setup.get("typed", ())
        names = tuple(
            people[number].name if number in people and number not in typed else str(seat[1])
            for number, seat in seats
            if seat[0] != NOBODY
        )
        # How many people's seats had a working reader as the race began.
        readers = sum(
            not facts["readers"][str(number)]["lost"]
            for number, seat in seats
            if seat[0] == PERSON and number not in facts["touch"]
        )
        why = _changed(kept, facts)
    except (AttributeError, IndexError, KeyError, RecursionError, TypeError, ValueError):
        people, names, readers = {}, (), 0
        why = text("The saved start of this game cannot be read.")
    return KeptRace(
        kept.id,
        kept.name,
        kept.title_words,
        names,
        readers,
        kept.note_words,
        minute_of(kept.touched),
        why,
        tuple(person.number for person in people.values()),
    )


def _changed(kept: KeptGame, facts: Any) -> Text:
    """Return why this version cannot resume a race, or NOTHING.

    Its game is missing, cannot be loaded or has other rules now.
    """
    try:
        game = find_game(game_key(kept))
    except GameError as fault:
        return sentence(fault.words)
    if game is None:
        return text("Its game is not installed.")
    if facts["rules"] != game.version:
        return text(
            "It began under version {rules} of the rules, and this app plays version {present}.",
            rules=facts["rules"],
            present=game.version,
        )
    return NOTHING


def minute_of(seconds: float) -> str:
    """Return a Unix time as local time; "" for a number that is no time."""
    try:
        return time.strftime(MINUTE, time.localtime(seconds))
    except (OverflowError, ValueError, OSError):
        return ""
