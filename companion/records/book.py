"""The people who play at this table, and what is kept of every race that one of them has finished.

A book is a value. Sums, best values and achievements are worked out from its races whenever somebody looks, so that a race that is taken back takes
everything along. People have numbers, which are never given twice: kept setups and games name a person by number alone, and say nothing of one who is gone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from companion.games.kit.story import ACHIEVEMENTS, NAMES, Achievement, achieved
from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple
from companion.names import name_refusal, same_name, tidied
from companion.records.trials import Trial, with_trial, without_trial
from companion.words import NOTHING, Text, text

GUEST: Final = 0
"""The number of nobody in particular, of whom nothing is kept."""
LONGEST: Final = 12
"""Letters of a name: as many as one of a piece, which is called by it."""
MOST: Final = 40
"""As many people as a table keeps."""


@kept_as("Person number name")
class Person(NamedTuple):
    """Somebody who plays here."""

    number: int
    name: str


@kept_as("Result person seat place won counted")
class Result(NamedTuple):
    """How a person came off in a race: at which seat, in which place, whether it has won, and what was counted, by the names of `companion.games.kit.story`."""

    person: int
    seat: int
    place: int
    won: bool
    counted: Mapping[str, int]


@kept_as("Race game version board turns results key date")
class Race(NamedTuple):
    """A race that was finished: when, which game by its key, by which version of its rules, on which board (its title, "" for none), in how many turns.

    `key` tells it from every other; `date` is local time, as 2026-11-25 20:15. Both are "" until somebody who knows them says so.
    """

    game: str
    version: int
    board: str
    turns: int
    results: tuple[Result, ...]
    key: str = ""
    date: str = ""

    def of(self, person: int) -> Result | None:
        """How somebody came off in it, None for who was not in it."""
        return next((result for result in self.results if result.person == person), None)


class Book(NamedTuple):
    """The people in the order in which they came, the races in the order in which they ended; `next` is the number of the next person.

    `trials` are the best races alone, also of guests. `ended` is the key of the race that ended last as far as the book knows, whatever is kept of it, "" for none.
    """

    people: tuple[Person, ...] = ()
    races: tuple[Race, ...] = ()
    next: int = 1
    trials: tuple[Trial, ...] = ()
    ended: str = ""

    def person(self, number: int) -> Person | None:
        """Who has this number, None for nobody any more."""
        return next((person for person in self.people if person.number == number), None)

    def why_not(self, name: str) -> Text:
        """Why nobody can be added under this name; NOTHING where that can be."""
        full = (
            text("There are {most} people: delete one first.", most=MOST)
            if len(self.people) >= MOST
            else NOTHING
        )
        return self.why_not_called(name) or full

    def why_not_called(self, name: str, number: int = GUEST) -> Text:
        """Why the person of this number, or somebody new, cannot be called so; NOTHING where that can be. A person's own name can be spelled otherwise."""
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
                "{name} is on the list already: choose another name, or add a letter to it.",
                name=same.name,
            )
        return NOTHING

    def with_person(self, name: str) -> Book:
        """With somebody more; `why_not` must be NOTHING."""
        return self._replace(
            people=(*self.people, Person(self.next, tidied(name))), next=self.next + 1
        )

    def with_name(self, number: int, name: str) -> Book:
        """With another name of a person, who keeps everything else; `why_not_called` must be NOTHING."""
        return self._replace(
            people=tuple(
                person._replace(name=tidied(name)) if person.number == number else person
                for person in self.people
            )
        )

    def without_person(self, number: int) -> Book:
        """Without a person and everything that is kept of it; races of which nobody is left are gone, too."""
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
            people=people, races=tuple(race for race in races if race.results), trials=trials
        )

    def with_end(self, key: str, race: Race | None, trial: Trial | None) -> Book:
        """With what comes of the end of the race of this key, in the place of whatever was kept of it; None for what does not come of it."""
        book = self.without_race(key) if race is None else self.with_race(race._replace(key=key))
        trials = without_trial(book.trials, key)
        # Whoever is gone meanwhile has nothing kept.
        if trial is not None and (trial.person == GUEST or self.person(trial.person) is not None):
            trials = with_trial(trials, trial._replace(key=key))
        return book._replace(trials=trials, ended=key)

    def without_end(self, key: str) -> Book:
        """Without anything of the end of the race of this key, which goes on."""
        return self.without_race(key)._replace(
            trials=without_trial(self.trials, key), ended="" if self.ended == key else self.ended
        )

    def with_race(self, race: Race) -> Book:
        """With a race once: one with the same key gives way to it, in its place."""
        known = [other.key for other in self.races]
        # Whoever is gone meanwhile has nothing kept.
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
        """Without the race of this key, if there is one."""
        races = tuple(race for race in self.races if race.key != key)
        return self if len(races) == len(self.races) else self._replace(races=races)

    def like(self, race: Race) -> Race | None:
        """The latest race that went just like this one, whenever that was."""
        return next(
            (
                other
                for other in reversed(self.races)
                if other._replace(key="", date="") == race._replace(key="", date="")
            ),
            None,
        )


NO_BOOK: Final = Book()


# ---- What comes of it ------------------------------------------------------------------------------------------------------


class Figures(NamedTuple):
    """A person's games, how many of them it has won, and for each counter the sum over all and the most in a single one; a counter that no game had is missing."""

    games: int
    won: int
    totals: Mapping[str, int]
    most: Mapping[str, int]


def results_of(book: Book, person: int) -> Iterator[tuple[Race, Result]]:
    """Every race of a person, in their order."""
    for race in book.races:
        result = race.of(person)
        if result is not None:
            yield race, result


def figures_of(book: Book, person: int) -> Figures:
    """What a person's games come to."""
    results = [result for _, result in results_of(book, person)]
    totals: dict[str, int] = {}
    most: dict[str, int] = {}
    for name in NAMES:
        values = [result.counted[name] for result in results if name in result.counted]
        if values:
            totals[name], most[name] = sum(values), max(values)
    return Figures(len(results), sum(result.won for result in results), totals, most)


def series_of(book: Book, person: int, names: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """What some counters came to in each game that had them, as (date, number)."""
    return tuple(
        (race.date, sum(result.counted[name] for name in names if name in result.counted))
        for race, result in results_of(book, person)
        if any(name in result.counted for name in names)
    )


def reached(book: Book, person: int) -> Mapping[str, Race]:
    """The achievements of a person by their ids, each with the race in which it was reached first."""
    totals: dict[str, int] = {}
    found: dict[str, Race] = {}
    for race, result in results_of(book, person):
        for key in achieved(totals, result.counted):
            found.setdefault(key, race)
        for name, number in result.counted.items():
            totals[name] = totals.get(name, 0) + number
    return found


def reached_in(book: Book, race: Race) -> Mapping[int, tuple[str, ...]]:
    """What was reached in a race of the book and not before, by person, in ascending order; only who has reached something."""
    found = {
        result.person: tuple(
            sorted(
                key for key, first in reached(book, result.person).items() if first.key == race.key
            )
        )
        for result in race.results
    }
    return {person: keys for person, keys in found.items() if keys}


class Stamp(NamedTuple):
    """An achievement in somebody's album: when it was reached, "" for not yet, and how far it is: so much of so much."""

    achievement: Achievement
    date: str | None
    have: int
    needed: int


def album_of(book: Book, person: int) -> tuple[Stamp, ...]:
    """All achievements of a person, those too that are still missing."""
    totals, found = figures_of(book, person).totals, reached(book, person)
    return tuple(_stamp(one, totals, found.get(one.key)) for one in ACHIEVEMENTS)


def _stamp(one: Achievement, totals: Mapping[str, int], race: Race | None) -> Stamp:
    needed = 1 if one.most is not None else one.least
    have = int(race is not None) if one.most is not None else min(one.of(totals), one.least)
    return Stamp(one, None if race is None else race.date, have, needed)
