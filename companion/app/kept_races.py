"""Races that are kept: their names, and what a list of those that can be gone on with says of each."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from companion.app.recording import Record, game_key
from companion.app.records import read_records
from companion.errors import DerbyError, GameFault, JournalFault
from companion.folders import JOURNAL
from companion.games import find_game
from companion.journal.base import NAMED, OPEN, RACE, KeptGame
from companion.journal.store import Journal, open_journal
from companion.records.book import Book, Person
from companion.session.lobby.arrangement import NOBODY, PERSON
from companion.session.lobby.kept_setup import PEOPLE
from companion.session.messages import Notice, news
from companion.words import NOTHING, Text, sentence, text

if TYPE_CHECKING:
    # The first screen does not wait for the modules of pages that are rarely opened.
    from companion.session.pages.load import KeptRace, RacesListed

DATE: Final = "%Y-%m-%d"
MINUTE: Final = "%Y-%m-%d %H:%M"
MOST: Final = 40
"""Races in a list: nobody looks further back on a screen."""


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
    return record.trouble or news(text("The game is saved as “{name}”.", name=name))


def can_be_loaded(journal: Journal) -> bool:
    """Whether any race is kept that is not over."""
    return journal.unfinished() is not None


def races_of(folder: Path) -> RacesListed:
    """The races of a folder that are not over, the one first that was touched last; pieces are called by the people whom the folder keeps.

    It opens a connection of its own, so it may run in any thread.
    """
    from companion.session.pages.load import RacesListed

    try:
        with closing(open_journal(folder / JOURNAL, time.time(), writer=False)) as journal:
            games = [game for game in journal.games() if game.kind == RACE and game.state == OPEN]
    except DerbyError as fault:
        return RacesListed((), fault.words)
    games.sort(key=lambda game: (game.touched, game.id), reverse=True)
    book = read_records(folder, aside=False).book
    return RacesListed(tuple(_race(kept, book) for kept in games[:MOST]))


def _race(kept: KeptGame, book: Book) -> KeptRace:
    """What a list says of a race, from its beginning alone: to play it again would take too long for each."""
    from companion.session.pages.load import KeptRace

    try:
        facts = json.loads(kept.header)
        people = _people(facts, book)
        names, readers, why = _names(facts, people), _readers(facts), _changed(kept, facts)
    except (AttributeError, IndexError, KeyError, RecursionError, TypeError, ValueError):
        people, names, readers, why = (
            {},
            (),
            0,
            text("The saved start of this game cannot be read."),
        )
    numbers = tuple(person.number for person in people.values())
    return KeptRace(
        kept.id,
        kept.name,
        kept.title_words,
        names,
        readers,
        kept.note_words,
        minute_of(kept.touched),
        why,
        numbers,
    )


def _people(facts: Any, book: Book) -> dict[int, Person]:
    """Who of the book sat at which seat as the race began."""
    found = {
        int(seat): book.person(int(number))
        for seat, number in facts["setup"].get(PEOPLE, {}).items()
    }
    return {seat: person for seat, person in sorted(found.items()) if person is not None}


def _names(facts: Any, people: Mapping[int, Person]) -> tuple[str, ...]:
    """What the pieces are called that somebody plays: by their people, unless somebody has typed another name."""
    typed = facts["setup"].get("typed", ())
    seats = [
        (number, *seat[:2])
        for number, seat in enumerate(facts["setup"]["seats"], 1)
        if seat[0] != NOBODY
    ]
    return tuple(
        people[number].name if number in people and number not in typed else str(name)
        for number, _, name in seats
    )


def _readers(facts: Any) -> int:
    """At how many seats of people a reader of their own answered as the race began."""
    people = [
        number
        for number, seat in enumerate(facts["setup"]["seats"], 1)
        if seat[0] == PERSON and number not in facts["touch"]
    ]
    return sum(not facts["readers"][str(number)]["lost"] for number in people)


def _changed(kept: KeptGame, facts: Any) -> Text:
    """Return why this version cannot go on with it: its game is not there, cannot be loaded or has other rules by now. NOTHING where it can."""
    try:
        game = find_game(game_key(kept))
    except GameFault as fault:
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
    """A Unix time as local time, "" for a number that is no time."""
    try:
        return time.strftime(MINUTE, time.localtime(seconds))
    except (OverflowError, ValueError, OSError):
        return ""
