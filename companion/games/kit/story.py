"""The story of a game: counts for each seat, sentences, and achievements.

A game brings tables; this module knows none of its events. A `CountColumn` is a number that is
counted for every seat, with its words. Words are *forms*: texts with blanks, which `filled` fills
in order, a number first. `tally` counts events by a table of rules. A `Sentence` says one thing
about a `Story`, or NOTHING; `sentences_of` chooses among them. Turns that were taken back are left
out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby, islice
from typing import Final, TypeAlias, TypeVar

from companion.games.api import OfKey, P, TurnRecord
from companion.games.scene import Fact
from companion.named_tuples import NamedTuple
from companion.words import NOTHING, Text, count, fill_form, listed, text, verbatim

Names: TypeAlias = Mapping[int, str]
"""The names of the pieces, by seat."""
Numbers: TypeAlias = Mapping[str, int]
"""Numbers by the keys of their columns. A missing key was not counted."""

SENTENCES: Final = 5
CLOSE: Final = 3
"""The maximum distance, in squares, at which somebody has nearly won."""


# ---- Counts --------------------------------------------------------------------------------------


class CountColumn(NamedTuple):
    """A number that is counted for every seat."""

    key: str
    head: Text = NOTHING
    """Its heading, NOTHING if it is not shown."""
    words: Text = NOTHING
    """The meaning of a number, as a form."""
    is_extra: bool = False
    """Whether it is no counter of people (`COUNTERS`) and stands beside them."""


class Counts(NamedTuple):
    """The counts of one seat over a whole game."""

    seat: int
    facts: tuple[Fact, ...]
    """Facts in the same columns for every seat."""
    data: Mapping[str, int] = {}
    """The same numbers by their keys."""
    extra_heads: tuple[Text, ...] = ()
    """The headings of the facts that stand beside the counters of people."""


class Recap(NamedTuple):
    """The story of a game in sentences and counts."""

    sentences: tuple[Text, ...] = ()
    counts: tuple[Counts, ...] = ()
    """Counts for each seat, () if nothing is counted."""
    statistics: tuple[Counts, ...] = ()
    """The counters of people (`NAMES`), as far as the game has them."""


Rules: TypeAlias = Mapping[type, Callable[[OfKey], Iterable[tuple[int, str, int]]]]
"""The additions to counters by an event of a class, as (seat, key, number)."""


def tally(
    keys: Iterable[str], seats: Iterable[int], events: Iterable[object], rules: Rules
) -> Mapping[int, dict[str, int]]:
    """Count events by rules, for these seats only."""
    names = tuple(keys)
    counts = {seat: dict.fromkeys(names, 0) for seat in seats}
    for event in events:
        rule = rules.get(type(event))
        for seat, key, number in () if rule is None else rule(event):
            if seat in counts:
                counts[seat][key] += number
    return counts


def counts_of(columns: Iterable[CountColumn], counted: Mapping[int, Numbers]) -> tuple[Counts, ...]:
    """Return the numbers of each seat in these columns; a missing number is no fact."""
    known = {column.key: column for column in columns}
    shown = [column for column in known.values() if column.head]
    extra_heads = tuple(column.head for column in shown if column.is_extra)
    return tuple(
        Counts(
            seat,
            tuple(
                Fact(column.head, verbatim(str(number)), fill_form(column.words, number))
                for column in shown
                if (number := numbers.get(column.key)) is not None
            ),
            {key: number for key, number in numbers.items() if key in known},
            extra_heads,
        )
        for seat, numbers in counted.items()
    )


# ---- The story -----------------------------------------------------------------------------------


class MarkerTouch(NamedTuple):
    """A piece that reached its next marker."""

    when: int
    """The number of rounds in all turns up to then, from 1."""
    seat: int
    marker: int


@dataclass(frozen=True)
class Story:
    """The facts that sentences are about. Games add their own fields."""

    counts: Mapping[int, Numbers]
    touches: Sequence[MarkerTouch] = ()
    winners: Sequence[int] = ()
    leads: Sequence[tuple[int, int]] = ()
    """Changes of the lead as (turn, seat), with the turn at whose end the seat had it first."""
    behind: Sequence[tuple[int, int]] = ()
    """The seats one marker short at the end, as (squares to go, seat), the nearest first."""


S = TypeVar("S", bound=Story)
Sentence: TypeAlias = Callable[[S, Names], Text]


def leads_of(
    turns: Iterable[TurnRecord[P]], leaders: Callable[[P], Sequence[int]]
) -> tuple[tuple[int, int], ...]:
    """Return who took the lead and in which turn.

    A shared first place does not take the lead from the seat that had it.

    Args:
        turns: The turns, without those that were taken back.
        leaders: Returns the seats in the first place of a position.
    """
    alone = [(turn.turn, first[0]) for turn in turns if len(first := leaders(turn.position)) == 1]
    return tuple(next(same) for _, same in groupby(alone, lambda lead: lead[1]))


def sentences_of(
    main: Sequence[Sentence[S]], spare: Iterable[Sentence[S]], story: S, names: Names
) -> tuple[Text, ...]:
    """Return five sentences, or fewer if less has happened.

    Args:
        main: The sentences in order; the last one stays at the end.
        spare: Replacements for those that have nothing to say.
        story: The game.
        names: The names of the pieces.
    """
    said = [sentence(story, names) for sentence in main]
    more = filter(None, (sentence(story, names) for sentence in spare))
    missing = sum(not words for words in said) + SENTENCES - len(said)
    return tuple(filter(None, (*said[:-1], *islice(more, missing), *said[-1:])))


# ---- Sentences -----------------------------------------------------------------------------------


def most(key: str, words: Text) -> Sentence[Story]:
    """Return a sentence about the highest number, with words by (number, names).

    It says nothing if the number is 0 or the same for all seats.
    """

    def said(story: Story, names: Names) -> Text:
        of = {seat: numbers[key] for seat, numbers in story.counts.items()}
        best = max(of.values(), default=0)
        first = [names[seat] for seat, number in of.items() if number == best]
        fewer = len(first) < len(of) or len(of) == 1
        return fill_form(words, best, listed(first)) if best and fewer else NOTHING

    return said


def lead(changed: Text, always: Text, since: Text) -> Sentence[Story]:
    """Return a sentence about the leader at the end, which says nothing for a single piece.

    Args:
        changed: Words by (how often the lead changed, the name, the turn since when it led).
        always: Words by (the name), for a piece that led all the time.
        since: Words by (the name, the turn), for the only piece that led.
    """

    def said(story: Story, names: Names) -> Text:
        if not story.leads or len(story.counts) < 2:
            return NOTHING
        turn, seat = story.leads[-1]
        changes = len(story.leads) - 1
        if changes:
            return fill_form(changed, changes, names[seat], turn)
        return fill_form(always, names[seat]) if turn == 1 else fill_form(since, names[seat], turn)

    return said


def fastest(words: Text, only: Text) -> Sentence[Story]:
    """Return a sentence about the marker that took the fewest rounds from the previous one.

    Args:
        words: Words by (rounds, the name of the piece, marker).
        only: Words by (the name), for the only piece that reached a marker.
    """

    def said(story: Story, names: Names) -> Text:
        before: dict[int, int] = {}
        legs: list[tuple[int, MarkerTouch]] = []
        for touch in story.touches:
            legs.append((touch.when - before.get(touch.seat, 0), touch))
            before[touch.seat] = touch.when
        if len(legs) < 2:
            alone = len(story.counts) < 2
            return NOTHING if alone or not legs else fill_form(only, names[legs[0][1].seat])
        needed, touch = min(legs, key=lambda leg: leg[0])
        return fill_form(words, max(1, needed), names[touch.seat], touch.marker)

    return said


def duel(same: Text, after: Text) -> Sentence[Story]:
    """Return a sentence about two that reached a marker in the same round or one apart.

    Args:
        same: Words by (name, name, marker), for the same round.
        after: The same, for one round after the other.
    """

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
        return fill_form(words, names[first.seat], names[later.seat], first.marker)

    return said


def closest(words: Text, *others: Sentence[S]) -> Sentence[S]:
    """Return a sentence about how near the second was when the game was won.

    Args:
        words: Words by (squares that the second had to go, the names of the winners, its name).
        others: Sentences to try first if the second was not near, such as `duel`.
    """

    def said(story: S, names: Names) -> Text:
        narrow, squares = NOTHING, 0
        if story.winners and story.behind:
            squares, other = story.behind[0]
            winners = listed([names[seat] for seat in story.winners])
            narrow = fill_form(words, squares, winners, names[other])
        if narrow and squares <= CLOSE:
            return narrow
        return next(filter(None, (other(story, names) for other in others)), narrow)

    return said


# ---- The counters of people ----------------------------------------------------------------------

COUNTERS: Final = (
    CountColumn(
        "fields_forward",
        text("Squares forward"),
        count("{number} square forward", "{number} squares forward", 0),
    ),
    CountColumn(
        "fields_backward",
        text("Squares backward"),
        count("{number} square backward", "{number} squares backward", 0),
    ),
    CountColumn(
        "left_turns",
        text("Left turns"),
        count("{number} turn to the left", "{number} turns to the left", 0),
    ),
    CountColumn(
        "right_turns",
        text("Right turns"),
        count("{number} turn to the right", "{number} turns to the right", 0),
    ),
    CountColumn(
        "uturns",
        text("U-turns"),
        count("{number} U-turn", "{number} U-turns", 0),
    ),
    CountColumn(
        "damage_taken",
        text("Damage taken"),
        text("{points} damage taken", points=0),
    ),
    CountColumn(
        "damage_caused",
        text("Damage caused"),
        text("{points} damage caused", points=0),
    ),
    CountColumn(
        "damage_repaired",
        text("Damage repaired"),
        text("{points} damage repaired", points=0),
    ),
    CountColumn(
        "deaths",
        text("Times destroyed"),
        count("destroyed once", "destroyed {number} times", 0),
    ),
    CountColumn(
        "robots_destroyed",
        text("Others destroyed"),
        count("{number} other destroyed", "{number} others destroyed", 0),
    ),
    CountColumn(
        "opponents_pushed",
        text("Others pushed"),
        count("{number} push", "{number} pushes", 0),
    ),
    CountColumn(
        "power_downs",
        text("Rests"),
        count("{number} rest", "{number} rests", 0),
    ),
)
"""The counters of people, in the order in which they are shown."""
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
"""Their keys, in the order of records and exports."""
TITLES: Final = {column.key: column.head for column in COUNTERS}
"""Their headings, in the order in which they are shown."""


# ---- Achievements --------------------------------------------------------------------------------


class Achievement(NamedTuple):
    """Something that a person can achieve in a game or over all games, by counters."""

    key: str
    """Its id, such as "ACH01"."""
    name: Text
    about: Text
    """Its condition, in words."""
    counters: tuple[str, ...]
    """The counters that it adds up."""
    least: int = 0
    """The least sum over all games."""
    most: int | None = None
    """For those of a single game: the largest sum in it. None for the others."""
    grade: int = 1
    """Its rank among those with the same counters, from 1."""

    def of(self, counted: Mapping[str, int]) -> int:
        """Return the sum of its counters; a missing one adds nothing."""
        return sum(counted.get(name, 0) for name in self.counters)

    def holds(self, before: Mapping[str, int], game: Mapping[str, int]) -> bool:
        """Return whether it is reached after earlier games and the one that has just ended.

        Avoiding something counts only in games in which it can happen.
        """
        if self.most is not None:
            return all(name in game for name in self.counters) and self.of(game) <= self.most
        return self.of(before) + self.of(game) >= self.least


def _steps(
    first: int, counters: tuple[str, ...], about: Text, *names: tuple[Text, int]
) -> tuple[Achievement, ...]:
    """Return achievements with the same counters, each higher than the one before."""
    return tuple(
        Achievement(
            f"ACH{first + at:02}", name, fill_form(about, least), counters, least, grade=at + 1
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
        text("Squares driven: {least}", least=0),
        (text("One Step at a Time"), 10),
        (text("Achilles"), 50),
        (text("Tortoise"), 100),
    ),
    *_steps(
        16,
        ("fields_backward",),
        text("Squares backward: {least}", least=0),
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
        text("Damage caused: {least}", least=0),
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
        text("Rests: {least}", least=0),
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
"""All achievements, in ascending order of their ids."""


def achieved(before: Mapping[str, int], game: Mapping[str, int]) -> tuple[str, ...]:
    """Return the ids of the achievements that hold after a game, in ascending order.

    `before` are the totals of the games before it.
    """
    return tuple(achievement.key for achievement in ACHIEVEMENTS if achievement.holds(before, game))
