"""Races that are kept: their names, and what a list of those that can be gone on with says of each."""
from __future__ import annotations

import json
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from companion.app.recording import Record, game_key
from companion.errors import DerbyError, JournalFault
from companion.folders import JOURNAL
from companion.games import find_game
from companion.journal.base import NAMED, OPEN, RACE, KeptGame
from companion.journal.store import Journal, open_journal
from companion.session.messages import Notice, news
from companion.session.session import NOBODY, PERSON
from companion.words import NOTHING, Text, text

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
    return record.trouble or news(text("The game is kept as “{name}”.", name=name))


def can_be_loaded(journal: Journal) -> bool:
    """Whether any race is kept that is not over."""
    return journal.unfinished() is not None


def races_of(folder: Path) -> RacesListed:
    """The races of a folder that are not over, the one first that was touched last. It opens a connection of its own, so it may run in any thread."""
    from companion.session.pages.load import RacesListed

    try:
        with closing(open_journal(folder / JOURNAL, time.time(), writer=False)) as journal:
            games = [game for game in journal.games() if game.kind == RACE and game.state == OPEN]
    except DerbyError as fault:
        return RacesListed((), fault.words)
    games.sort(key=lambda game: (game.touched, game.id), reverse=True)
    return RacesListed(tuple(map(_race, games[:MOST])))


def _race(kept: KeptGame) -> KeptRace:
    """What a list says of a race, from its beginning alone: to play it again would take too long for each."""
    from companion.session.pages.load import KeptRace

    try:
        facts = json.loads(kept.header)
        names, readers, why = _names(facts), _readers(facts), _changed(kept, facts)
    except (AttributeError, IndexError, KeyError, RecursionError, TypeError, ValueError):
        names, readers, why = (), 0, text("What is kept of its beginning cannot be read.")
    return KeptRace(kept.id, kept.name, kept.title_words, names, readers, kept.note_words, minute_of(kept.touched), why)


def _names(facts: Any) -> tuple[str, ...]:
    """What the pieces are called that somebody plays."""
    return tuple(str(seat[1]) for seat in facts["setup"]["seats"] if seat[0] != NOBODY)


def _readers(facts: Any) -> int:
    """At how many seats of people a reader of their own answered as the race began."""
    people = [number for number, seat in enumerate(facts["setup"]["seats"], 1) if seat[0] == PERSON and number not in facts["touch"]]
    return sum(not facts["readers"][str(number)]["lost"] for number in people)


def _changed(kept: KeptGame, facts: Any) -> Text:
    """Why this version cannot go on with it: its game is not there, or has other rules by now. NOTHING where it can."""
    game = find_game(game_key(kept))
    if game is None:
        return text("Its game is not installed.")
    if facts["rules"] != game.version:
        return text("It was begun by version {rules} of the rules, and this app plays by version {present}.", rules=facts["rules"], present=game.version)
    return NOTHING


def minute_of(seconds: float) -> str:
    """A Unix time as local time, "" for a number that is no time."""
    try:
        return time.strftime(MINUTE, time.localtime(seconds))
    except (OverflowError, ValueError, OSError):
        return ""
