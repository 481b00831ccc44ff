"""What a game was about: counts of each seat, sentences about it, and what people achieve by it. A game gives tables; nothing here knows its events.

A `Column` is a number that is counted of every seat, with its words. Words are *forms*: texts whose arguments are blanks, which `filled` fills in
their order, a number first. `tally` counts events by a table of rules. A `Sentence` says one thing about a
`Story`, or NOTHING; `sentences_of` chooses among them. Turns come as they stand in the end, so that nothing counts that was taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby, islice
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from companion.games.scene import Fact, TurnRecord
from companion.words import NOTHING, Argument, Text, count, listed, text, verbatim

Names: TypeAlias = Mapping[int, str]
"""What the piece of a seat is called."""
Numbers: TypeAlias = Mapping[str, int]
"""Numbers by the keys of their columns; one that is missing was not counted."""

SENTENCES: Final = 5
CLOSE: Final = 3
"""From so many squares before the last marker somebody has nearly won."""


def filled(form: Text, *values: Argument) -> Text:
    """Return a form with values in the place of its first arguments; further ones stay as they are."""
    arguments = (
        *((name, value) for (name, _), value in zip(form.arguments, values, strict=False)),
        *form.arguments[len(values) :],
    )
    number = values[0] if form.many and isinstance(values[0], int) else 0
    return form._replace(arguments=arguments, number=number)


# ---- Counts --------------------------------------------------------------------------------------


class Column(NamedTuple):
    """A number that is counted of every seat: its key, its head, NOTHING for one that is not shown, and what a number means in words."""

    key: str
    head: Text = NOTHING
    words: Text = NOTHING
    beside: bool = False
    """Whether it stands beside the counters of people, since it is none of them."""


class Counts(NamedTuple):
    """What is counted of one seat over a whole game: facts in the same columns for every seat, and the same numbers by their keys.

    `besides` are the heads of those facts that stand beside the counters of people.
    """

    seat: int
    facts: tuple[Fact, ...]
    data: Mapping[str, int] = {}
    besides: tuple[Text, ...] = ()


class Recap(NamedTuple):
    """What a game was about: a few sentences, counts for each seat, none where nothing is counted, and the counters of people."""

    sentences: tuple[Text, ...] = ()
    counts: tuple[Counts, ...] = ()
    statistics: tuple[Counts, ...] = ()
    """By `NAMES`, as far as the game has them."""


Rules: TypeAlias = Mapping[type, Callable[[Any], Iterable[tuple[int, str, int]]]]
"""What an event of a type adds to whose numbers: (seat, key, number)."""


def tally(
    keys: Iterable[str], seats: Iterable[int], events: Iterable[Any], rules: Rules
) -> Mapping[int, dict[str, int]]:
    """Count events by rules, for these seats and no others."""
    names = tuple(keys)
    counts = {seat: dict.fromkeys(names, 0) for seat in seats}
    for event in events:
        rule = rules.get(type(event))
        for seat, key, number in () if rule is None else rule(event):
            if seat in counts:
                counts[seat][key] += number
    return counts


def counts_of(columns: Iterable[Column], counted: Mapping[int, Numbers]) -> tuple[Counts, ...]:
    """Return the numbers of each seat in these columns; a number that is missing is no fact."""
    known = {column.key: column for column in columns}
    shown = [column for column in known.values() if column.head]
    besides = tuple(column.head for column in shown if column.beside)
    return tuple(
        Counts(
            seat,
            tuple(
                Fact(column.head, verbatim(str(number)), filled(column.words, number))
                for column in shown
                if (number := numbers.get(column.key)) is not None
            ),
            {key: number for key, number in numbers.items() if key in known},
            besides,
        )
        for seat, numbers in counted.items()
    )


# ---- The story -----------------------------------------------------------------------------------


class Touch(NamedTuple):
    """A piece came to its next marker; `when` counts the rounds of all turns from 1."""

    when: int
    seat: int
    marker: int


@dataclass(frozen=True)
class Story:
    """A game in what is said of it. Games add fields of their own."""

    counts: Mapping[int, Numbers]
    touches: Sequence[Touch] = ()
    winners: Sequence[int] = ()
    leads: Sequence[tuple[int, int]] = ()
    """Those that took the lead: (turn, seat), the turn at whose end it had it first."""
    behind: Sequence[tuple[int, int]] = ()
    """Those that needed only the last marker when another one won: (squares to go, seat), the nearest first."""


S = TypeVar("S", bound=Story)
Sentence: TypeAlias = Callable[[S, Names], Text]


def leads_of(
    turns: Iterable[TurnRecord], leaders: Callable[[Any], Sequence[int]]
) -> tuple[tuple[int, int], ...]:
    """Return who took the lead and in which turn; where several share it nobody takes it from the one that had it.

    Args:
        turns: as they stand in the end.
        leaders: the seats in the first place of a position.
    """
    alone = [(turn.turn, first[0]) for turn in turns if len(first := leaders(turn.position)) == 1]
    return tuple(next(same) for _, same in groupby(alone, lambda lead: lead[1]))


def sentences_of(
    told: Sequence[Sentence[S]], spare: Iterable[Sentence[S]], story: S, names: Names
) -> tuple[Text, ...]:
    """Return five sentences, fewer where less has happened.

    Args:
        told: the sentences in their order; the last one stays at the end.
        spare: sentences in the place of those that have nothing to say.
        story: the game.
        names: of the pieces.
    """
    said = [sentence(story, names) for sentence in told]
    more = filter(None, (sentence(story, names) for sentence in spare))
    missing = sum(not words for words in said) + SENTENCES - len(said)
    return tuple(filter(None, (*said[:-1], *islice(more, missing), *said[-1:])))


# ---- Sentences -----------------------------------------------------------------------------------


def most(key: str, words: Text) -> Sentence[Story]:
    """Say who has the most of a number, with words by (number, names); nothing where nobody has any, or nobody has less."""

    def said(story: Story, names: Names) -> Text:
        of = {seat: numbers[key] for seat, numbers in story.counts.items()}
        best = max(of.values(), default=0)
        first = [names[seat] for seat, number in of.items() if number == best]
        fewer = len(first) < len(of) or len(of) == 1
        return filled(words, best, listed(first)) if best and fewer else NOTHING

    return said


def lead(changed: Text, always: Text, since: Text) -> Sentence[Story]:
    """Say who led at the end; a piece by itself leads nobody.

    Args:
        changed: (how often the lead changed, the name, the turn since when it led).
        always: (the name) of the one that led all the time.
        since: (the name, the turn since when) of the one that led first.
    """

    def said(story: Story, names: Names) -> Text:
        if not story.leads or len(story.counts) < 2:
            return NOTHING
        turn, seat = story.leads[-1]
        changes = len(story.leads) - 1
        if changes:
            return filled(changed, changes, names[seat], turn)
        return filled(always, names[seat]) if turn == 1 else filled(since, names[seat], turn)

    return said


def fastest(words: Text, only: Text) -> Sentence[Story]:
    """Say which marker took the fewest rounds, from the one before or from the start.

    Args:
        words: (rounds, the name of the piece, marker).
        only: (the name) of the only piece that came to a marker.
    """

    def said(story: Story, names: Names) -> Text:
        before: dict[int, int] = {}
        legs: list[tuple[int, Touch]] = []
        for touch in story.touches:
            legs.append((touch.when - before.get(touch.seat, 0), touch))
            before[touch.seat] = touch.when
        if len(legs) < 2:
            alone = len(story.counts) < 2
            return NOTHING if alone or not legs else filled(only, names[legs[0][1].seat])
        needed, touch = min(legs, key=lambda leg: leg[0])
        return filled(words, max(1, needed), names[touch.seat], touch.marker)

    return said


def duel(same: Text, after: Text) -> Sentence[Story]:
    """Say which two came to a marker in the same round, or one round after the other; both words by (name, name, marker)."""

    def said(story: Story, names: Names) -> Text:
        pairs = [
            (later.when - first.when, -first.marker, first, later)
            for first, later in combinations(story.touches, 2)
            if first.marker == later.marker
            and first.seat != later.seat
            and later.when - first.when <= 1
        ]
        if not pairs:
            return NOTHING
        apart, _, first, later = min(pairs)
        words = after if apart else same
        return filled(words, names[first.seat], names[later.seat], first.marker)

    return said


def closest(words: Text, *others: Sentence[S]) -> Sentence[S]:
    """Say how near another one was when the game was won; where it was not near, one of the other sentences first.

    Args:
        words: (squares that the other one had to go, the names of the winners, its name).
        others: such as two at a marker at once.
    """

    def said(story: S, names: Names) -> Text:
        narrow, squares = NOTHING, 0
        if story.winners and story.behind:
            squares, other = story.behind[0]
            winners = listed([names[seat] for seat in story.winners])
            narrow = filled(words, squares, winners, names[other])
        if narrow and squares <= CLOSE:
            return narrow
        return next(filter(None, (other(story, names) for other in others)), narrow)

    return said


# ---- The counters of people ----------------------------------------------------------------------

COUNTERS: Final = (
    Column(
        "fields_forward",
        text("Squares forward"),
        count("{number} square forward", "{number} squares forward", 0),
    ),
    Column(
        "fields_backward",
        text("Squares backward"),
        count("{number} square backward", "{number} squares backward", 0),
    ),
    Column(
        "left_turns",
        text("Left turns"),
        count("{number} turn to the left", "{number} turns to the left", 0),
    ),
    Column(
        "right_turns",
        text("Right turns"),
        count("{number} turn to the right", "{number} turns to the right", 0),
    ),
    Column(
        "uturns",
        text("U-turns"),
        count("{number} U-turn", "{number} U-turns", 0),
    ),
    Column(
        "damage_taken",
        text("Damage taken"),
        text("{points} damage taken", points=0),
    ),
    Column(
        "damage_caused",
        text("Damage caused"),
        text("{points} damage caused", points=0),
    ),
    Column(
        "damage_repaired",
        text("Damage repaired"),
        text("{points} damage repaired", points=0),
    ),
    Column(
        "deaths",
        text("Times destroyed"),
        count("destroyed once", "destroyed {number} times", 0),
    ),
    Column(
        "robots_destroyed",
        text("Others destroyed"),
        count("{number} other destroyed", "{number} others destroyed", 0),
    ),
    Column(
        "opponents_pushed",
        text("Others pushed"),
        count("{number} push", "{number} pushes", 0),
    ),
    Column(
        "power_downs",
        text("Rests"),
        count("{number} rest", "{number} rests", 0),
    ),
)
"""The counters that are kept of people, in the order in which they read them."""
NAMES: Final = (
    "fields_forward",
    "fields_backward",
    "left_turns",
    "right_turns",
    "uturns",
    "damage_taken",
    "deaths",
    "damage_caused",
    "robots_destroyed",
    "damage_repaired",
    "power_downs",
    "opponents_pushed",
)
"""Their keys in the order of records and exports."""
TITLES: Final = {column.key: column.head for column in COUNTERS}
"""Their heads, in the order in which people read them."""


# ---- Achievements --------------------------------------------------------------------------------


class Achievement(NamedTuple):
    """One achievement: its id, its name, what it takes in words, the counters that it adds up, and the least that they must come to over all games.

    `most` is set for those of a single game: then they may come to no more in it. `grade` counts from 1 among those that look at the same counters.
    """

    key: str
    name: Text
    about: Text
    counters: tuple[str, ...]
    least: int = 0
    most: int | None = None
    grade: int = 1

    def of(self, counted: Mapping[str, int]) -> int:
        """What its counters come to; one that is missing was not counted, and adds nothing."""
        return sum(counted.get(name, 0) for name in self.counters)

    def holds(self, before: Mapping[str, int], game: Mapping[str, int]) -> bool:
        """Whether it is reached by what was counted in earlier games and in the one that has just ended.

        To have done something not once is nothing in a game in which nobody can.
        """
        if self.most is not None:
            return all(name in game for name in self.counters) and self.of(game) <= self.most
        return self.of(before) + self.of(game) >= self.least


def _steps(
    first: int, counters: tuple[str, ...], about: Text, *names: tuple[Text, int]
) -> tuple[Achievement, ...]:
    """Several that look at the same counters, each higher than the one before."""
    return tuple(
        Achievement(
            f"ACH{first + at:02}", name, filled(about, least), counters, least, grade=at + 1
        )
        for at, (name, least) in enumerate(names)
    )


ACHIEVEMENTS: Final[tuple[Achievement, ...]] = (
    *_steps(
        1,
        ("robots_destroyed",),
        text("Others destroyed: {least}", least=0),
        (text("First Oil"), 1),
        (text("Oil Rush"), 5),
        (text("Wrecking Spree"), 10),
    ),
    *_steps(
        4,
        ("uturns",),
        text("U-turns: {least}", least=0),
        (text("Town Councillor"), 1),
        (text("Member of Parliament"), 5),
        (text("Head of Government"), 10),
    ),
    *_steps(
        7,
        ("damage_taken",),
        text("Damage taken: {least}", least=0),
        (text("Ouch"), 5),
        (text("Just a Scratch"), 20),
        (text("Structural Integrity at Risk"), 50),
    ),
    *_steps(
        10,
        ("deaths",),
        text("Times destroyed: {least}", least=0),
        (text("For a Higher Purpose"), 1),
        (text("Zombie"), 5),
        (text("I Shall Live On"), 10),
    ),
    *_steps(
        13,
        ("fields_forward", "fields_backward"),
        text("Squares walked: {least}", least=0),
        (text("One Step at a Time"), 10),
        (text("Achilles"), 50),
        (text("Tortoise"), 100),
    ),
    *_steps(
        16,
        ("fields_backward",),
        text("Squares walked backward: {least}", least=0),
        (text("Tactical Retreat"), 5),
        (text("Headlong Flight"), 10),
        (text("Advance in the Other Direction"), 20),
    ),
    *_steps(
        19,
        ("left_turns", "right_turns", "uturns"),
        text("Turns: {least}", least=0),
        (text("Dizzy"), 5),
        (text("Vertigo"), 20),
        (text("Utterly Lost"), 50),
    ),
    *_steps(
        22,
        ("damage_caused",),
        text("Damage to others: {least}", least=0),
        (text("Boiler-Room Bruiser"), 5),
        (text("Steam Hammer"), 20),
        (text("Walking Disaster"), 50),
    ),
    *_steps(
        25,
        ("damage_repaired",),
        text("Damage repaired: {least}", least=0),
        (text("Fresh Paint"), 1),
        (text("Oil Change"), 5),
        (text("Full Overhaul"), 20),
    ),
    *_steps(
        28,
        ("power_downs",),
        text("Power-downs: {least}", least=0),
        (text("A Break Does You Good"), 1),
        (text("Well Slept"), 5),
        (text("Well Rested"), 10),
    ),
    *_steps(
        31,
        ("opponents_pushed",),
        text("Others pushed: {least}", least=0),
        (text("Make Way, Here I Come"), 10),
    ),
    Achievement(
        "ACH32", text("Untouchable"), text("No damage taken in one game"), ("damage_taken",), most=0
    ),
    Achievement(
        "ACH33", text("Who Needs Backups?"), text("Not destroyed in one game"), ("deaths",), most=0
    ),
    Achievement(
        "ACH34",
        text("Pacifist"),
        text("No damage to others in one game"),
        ("damage_caused",),
        most=0,
    ),
)
"""All of them, by their ids in ascending order."""


def achieved(before: Mapping[str, int], game: Mapping[str, int]) -> tuple[str, ...]:
    """The ids of those that hold after a game that is over, given the totals of the games before it, in ascending order."""
    return tuple(achievement.key for achievement in ACHIEVEMENTS if achievement.holds(before, game))
