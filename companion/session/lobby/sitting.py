"""What is said about the people of a table; what it does stands in `companion.session.lobby.setup` and `companion.session.lobby.people`."""

from __future__ import annotations

from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple
from companion.records.book import Book, Race
from companion.records.trials import Trial


@kept_as("SitDown seat person")
class SitDown(NamedTuple):
    """The person of this number sits down at a seat, and leaves the one where it sat; 0 for a guest. A journal knows people by their numbers alone."""

    seat: int
    person: int


class CallRecords(NamedTuple):
    """The people who play here and what is kept of their races, as the app starts, or when somebody has changed it from outside."""

    book: Book


class RaceDated(NamedTuple):
    """A race has ended: its key, and what is kept of it, with the date that it has for its people, and among the best ones alone; None for what is not kept."""

    key: str
    race: Race | None
    trial: Trial | None = None


class RaceUndated(NamedTuple):
    """The race of this key goes on, so that nothing is kept of its end."""

    key: str
