"""Messages about the people of a table (`companion.session.lobby.setup`, `.people`)."""

from __future__ import annotations

from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple
from companion.records.book import Book, RecordedRace, Trial
from companion.records.tournament import TournamentGame


@kept_as("SitDown seat person")
class SitDown(NamedTuple):
    """A person sits down at a seat and leaves the one before.

    A journal knows people by their numbers alone.
    """

    seat: int
    person: int
    """The number of the person, 0 for a guest."""


class RecordsLoaded(NamedTuple):
    """The people who play here and their races, at the start or after a change from outside."""

    book: Book


class RaceDated(NamedTuple):
    """A race has ended."""

    key: str
    """Its key."""
    race: RecordedRace | None
    """The race that is kept for its people, with the date; None for nothing."""
    trial: Trial | None = None
    """The trial that is kept for the course, None for nothing."""
    game: TournamentGame | None = None
    """The game that counts for a tournament, None for nothing."""


class RaceUndated(NamedTuple):
    """The race of this key goes on, so its result is deleted."""

    key: str
