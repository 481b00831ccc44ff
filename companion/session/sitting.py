"""What is said about the people of a table; what it does stands in `companion.session.setup` and `companion.session.people`."""
from __future__ import annotations

from typing import NamedTuple

from companion.records.book import Book, Race
from companion.records.trials import Trial


class SitDown(NamedTuple):
    """The person of this number sits down at a seat, and leaves the one where it sat; 0 for a guest. A journal knows people by their numbers alone."""

    seat: int
    person: int


class CallRecords(NamedTuple):
    """The people who play here and what is kept of their races, as the app starts, or when somebody has changed it from outside."""

    book: Book


class RaceDated(NamedTuple):
    """A race that has ended, with the key and the date that it has: it is kept for its people."""

    race: Race


class RaceUndated(NamedTuple):
    """The race of this key goes on, so that nothing is kept of its end."""

    key: str


class TrialKept(NamedTuple):
    """A race alone has reached its end, and may be one of the best on its course from now on."""

    trial: Trial


class TrialDropped(NamedTuple):
    """Such a race goes on after all."""

    trial: Trial
