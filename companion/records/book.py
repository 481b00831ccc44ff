"""The people who play at this table, the records of their races, and the best time trials.

A book is a value. Sums, best values and achievements are computed from its races on demand, so that
a race that is taken back takes everything along. People have numbers, which are never given twice:
saved setups and games refer to a person by number alone, and a deleted person is simply unknown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from companion.games.kit.story import ACHIEVEMENTS, NAMES, Achievement, achieved
from companion.geometry import Heading, Square
from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple
from companion.names import name_refusal, same_name, tidied
from companion.records.tournament import Tournament, TournamentGame
from companion.words import NOTHING, Text, text

Spot: TypeAlias = tuple[int, int, Square, Heading]
"""Turn, round, and the place of the piece then; the square is empty off the board."""
KEPT: Final = 3
"""The number of records kept of each course: one that is taken back has another one after it."""


@kept_as("Trial course turns rounds person track key")
class Trial(NamedTuple):
    """A race alone that reached its end."""

    course: str
    """A hash of board, flags and settings."""
    turns: int
    rounds: int
    """The rounds of the last turn."""
    person: int
    """A number of `companion.records.book`, 0 for a guest."""
    track: tuple[Spot, ...]
    key: str = ""
    """That of the race, empty until set."""

    @property
    def took(self) -> tuple[int, int]:
        """The values to compare: less is better."""
        return self.turns, self.rounds

    def at(self, turn: int, round: int) -> Spot | None:
        """Return the last place of its piece at this moment, None before its first round."""
        return next((spot for spot in reversed(self.track) if spot[:2] <= (turn, round)), None)


def with_trial(trials: tuple[Trial, ...], trial: Trial) -> tuple[Trial, ...]:
    """Return the trials with one more, once; the best of each course are kept.

    Of equal ones the earlier is kept.
    """
    others = without_trial(trials, trial.key)
    if any(_alike(other, trial) for other in others):
        return others
    own = sorted(
        (*(other for other in others if other.course == trial.course), trial),
        key=lambda one: one.took,
    )
    return (*(other for other in others if other.course != trial.course), *own[:KEPT])


def without_trial(trials: tuple[Trial, ...], key: str) -> tuple[Trial, ...]:
    """Return the trials without that of the race of this key, if there is one."""
    return tuple(trial for trial in trials if not key or trial.key != key)


def best_of(trials: tuple[Trial, ...], course: str, but: Trial | None) -> Trial | None:
    """Return the best race on a course except `but`, None without one."""
    return min(
        (
            trial
            for trial in trials
            if trial.course == course and (but is None or not _alike(trial, but))
        ),
        key=lambda one: one.took,
        default=None,
    )


def _alike(one: Trial, other: Trial) -> bool:
    """Say whether they are equal except for their keys."""
    return one._replace(key=other.key) == other


GUEST: Final = 0
"""The number of a guest, of whom nothing is kept."""
LONGEST: Final = 12
"""Letters of a name: as many as one of a piece, which gets it."""
MOST: Final = 40
"""The most people of a table."""


@kept_as("Person number name")
class Person(NamedTuple):
    """A person who plays at this table."""

    number: int
    name: str


@kept_as("Result person seat place won counted")
class Result(NamedTuple):
    """The result of a person in a race."""

    person: int
    seat: int
    place: int
    won: bool
    counted: Mapping[str, int]
    """The counters, by the names of `companion.games.kit.story`."""


@kept_as("Race game version board turns results key date")
class RecordedRace(NamedTuple):
    game: str
    """Its key."""
    version: int
    """The version of its rules."""
    board: str
    """Its title, empty for none."""
    turns: int
    results: tuple[Result, ...]
    key: str = ""
    """Tells it from every other race; empty until set, as is `date`."""
    date: str = ""
    """Local time, as 2026-11-25 20:15."""

    def of(self, person: int) -> Result | None:
        """Return a person's result, None for a person who was not in it."""
        return next((result for result in self.results if result.person == person), None)


class Book(NamedTuple):
    """The people in the order in which they came, and the races in order of their ends."""

    people: tuple[Person, ...] = ()
    races: tuple[RecordedRace, ...] = ()
    next: int = 1
    """The number of the next person."""
    trials: tuple[Trial, ...] = ()
    """The best races alone, also of guests."""
    ended: str = ""
    """The key of the race that ended last, kept or not; empty for none."""
    tournament: Tournament | None = None
    """The tournament that is played, or that ended last."""

    def person(self, number: int) -> Person | None:
        """Return the person with this number, None for a deleted one."""
        return next((person for person in self.people if person.number == number), None)

    def why_not(self, name: str) -> Text:
        """Return why nobody can be added under this name; NOTHING if it is possible."""
        if len(self.people) >= MOST:
            full = text("There are {most} people: delete one first.", most=MOST)
        else:
            full = NOTHING
        return self.why_not_called(name) or full

    def why_not_called(self, name: str, number: int = GUEST) -> Text:
        """Return why a person cannot have this name; NOTHING if it is possible.

        `number` is GUEST for a new person. A person's own name can be spelled differently.
        """
        if why := name_refusal(name, LONGEST):
            return why
        same = next(
            (
                person
                for person in self.people
                if person.number != number and same_name(person.name, name)
            ),
            None,
        )
        if same is not None:
            return text(
                "{name} is already on the list: choose another name, or add a letter.",
                name=same.name,
            )
        return NOTHING

    def with_person(self, name: str) -> Book:
        """Return the book with another person; `why_not` must be NOTHING."""
        return self._replace(
            people=(*self.people, Person(self.next, tidied(name))), next=self.next + 1
        )

    def with_name(self, number: int, name: str) -> Book:
        """Return the book with another name of a person; `why_not_called` must be NOTHING."""
        book = self._replace(
            people=tuple(
                person._replace(name=tidied(name)) if person.number == number else person
                for person in self.people
            )
        )
        if book.tournament is None:
            return book
        names = {number: tidied(name)}
        return book._replace(tournament=book.tournament.with_names(names))

    def without_person(self, number: int) -> Book:
        """Return the book without a person and all its records.

        Races of which nobody is left go, too.
        """
        races = [
            race._replace(
                results=tuple(result for result in race.results if result.person != number)
            )
            for race in self.races
        ]
        people, trials = (
            tuple(person for person in self.people if person.number != number),
            tuple(trial for trial in self.trials if trial.person != number),
        )
        return self._replace(
            people=people,
            races=tuple(race for race in races if race.results),
            trials=trials,
            tournament=self.tournament and self.tournament.without_person(number),
        )

    def with_end(
        self,
        key: str,
        race: RecordedRace | None,
        trial: Trial | None,
        game: TournamentGame | None = None,
    ) -> Book:
        """Return the book with the records of a race's end, in place of earlier ones of its key.

        None for `race` or `trial` removes that record. `game` counts for a tournament that is
        played.
        """
        book = self.without_race(key) if race is None else self.with_race(race._replace(key=key))
        trials = without_trial(book.trials, key)
        # Nothing is kept of a person deleted since.
        if trial is not None and (trial.person == GUEST or self.person(trial.person) is not None):
            trials = with_trial(trials, trial._replace(key=key))
        tournament = book.tournament
        if tournament is not None and game is not None:
            tournament = tournament.with_game(game._replace(key=key))
        return book._replace(trials=trials, ended=key, tournament=tournament)

    def without_end(self, key: str) -> Book:
        """Return the book without the end of the race of this key, which goes on."""
        return self.without_race(key)._replace(
            trials=without_trial(self.trials, key),
            ended="" if self.ended == key else self.ended,
            tournament=self.tournament and self.tournament.without_game(key),
        )

    def with_race(self, race: RecordedRace) -> Book:
        """Return the book with a race once: it replaces one with the same key, in its place."""
        known = [other.key for other in self.races]
        # Nothing is kept of a person deleted since.
        race = race._replace(
            results=tuple(
                result for result in race.results if self.person(result.person) is not None
            )
        )
        if not race.results:
            return self.without_race(race.key)
        if race.key in known:
            return self._replace(
                races=tuple(race if other.key == race.key else other for other in self.races)
            )
        return self._replace(races=(*self.races, race))

    def without_race(self, key: str) -> Book:
        """Return the book without the race of this key, if there is one."""
        races = tuple(race for race in self.races if race.key != key)
        return self if len(races) == len(self.races) else self._replace(races=races)

    def like(self, race: RecordedRace) -> RecordedRace | None:
        """Return the latest race that is equal to this one, except for its key and date."""
        return next(
            (
                other
                for other in reversed(self.races)
                if other._replace(key="", date="") == race._replace(key="", date="")
            ),
            None,
        )


NO_BOOK: Final = Book()


# ---- What comes of it ----------------------------------------------------------------------------


class Figures(NamedTuple):
    """Sums over a person's games."""

    games: int
    won: int
    totals: Mapping[str, int]
    """For each counter the sum over all games; a counter that no game had is missing."""
    most: Mapping[str, int]
    """For each counter the most in a single game."""


def results_of(book: Book, person: int) -> Iterator[tuple[RecordedRace, Result]]:
    """Yield every race of a person, in their order."""
    for race in book.races:
        result = race.of(person)
        if result is not None:
            yield race, result


def figures_of(book: Book, person: int) -> Figures:
    """Return the sums over a person's games."""
    results = [result for _, result in results_of(book, person)]
    totals: dict[str, int] = {}
    most: dict[str, int] = {}
    for name in NAMES:
        values = [result.counted[name] for result in results if name in result.counted]
        if values:
            totals[name], most[name] = sum(values), max(values)
    return Figures(len(results), sum(result.won for result in results), totals, most)


def series_of(book: Book, person: int, names: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """Return the sums of some counters in each game that had them, as (date, number)."""
    return tuple(
        (race.date, sum(result.counted[name] for name in names if name in result.counted))
        for race, result in results_of(book, person)
        if any(name in result.counted for name in names)
    )


def achievements_reached(book: Book, person: int) -> Mapping[str, RecordedRace]:
    """Return the achievements of a person by id, each with the race that first reached it."""
    totals: dict[str, int] = {}
    found: dict[str, RecordedRace] = {}
    for race, result in results_of(book, person):
        for key in achieved(totals, result.counted):
            found.setdefault(key, race)
        for name, number in result.counted.items():
            totals[name] = totals.get(name, 0) + number
    return found


def reached_in(book: Book, race: RecordedRace) -> Mapping[int, tuple[str, ...]]:
    """Return the new achievements of a race of the book, by person, in ascending order.

    Only people with new ones are in it.
    """
    found = {
        result.person: tuple(
            sorted(
                key
                for key, first in achievements_reached(book, result.person).items()
                if first.key == race.key
            )
        )
        for result in race.results
    }
    return {person: keys for person, keys in found.items() if keys}


class Stamp(NamedTuple):
    """An achievement in a person's album."""

    achievement: Achievement
    date: str | None
    """The date on which it was reached, empty if the race has no date, None for not yet."""
    have: int
    """The progress, of `needed`."""
    needed: int


def album_of(book: Book, person: int) -> tuple[Stamp, ...]:
    """Return all achievements of a person, missing ones included."""
    totals, found = figures_of(book, person).totals, achievements_reached(book, person)
    stamps = []
    for one in ACHIEVEMENTS:
        race = found.get(one.key)
        if one.most is None:
            have, needed = min(one.of(totals), one.least), one.least
        else:
            have, needed = int(race is not None), 1
        stamps.append(Stamp(one, None if race is None else race.date, have, needed))
    return tuple(stamps)
