"""What a game was all about: its events folded into a record, five sentences chosen by what happened, and what is counted of each robot.

Rounds come as they stand in the end, so that nothing counts that was taken back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from companion.games.cardbot.engine.cards import COMMANDS
from companion.games.cardbot.engine.events import (
    BELT,
    MOVE,
    PING,
    SHOVE,
    TELEPORT,
    CommandBegan,
    Moved,
    RoundBegan,
    Turned,
    Visited,
)
from companion.games.cardbot.engine.state import State
from companion.games.cardbot.told.standing import LAST, leaders, player_of, to_go
from companion.games.counted import Counts, Recap
from companion.games.race.recap import five, most
from companion.games.race.statistics import statistics_of
from companion.games.scene import Fact, TurnRecord
from companion.words import NOTHING, Text, count, listed, text, verbatim

CLOSE: Final = 3
"""From so many moves before the last target somebody has nearly won."""


# ---- The record ------------------------------------------------------------------------------------------------------------


class Tally(NamedTuple):
    """What is counted of one robot: places that it came to, how often it shoved others and made them ping, how often it was moved so itself.

    `carried` are places on belts, `teleports` how often it was teleported, `targets` those that it has been on.
    """

    places: int = 0
    shoves: int = 0
    pings: int = 0
    pushed: int = 0
    carried: int = 0
    teleports: int = 0
    targets: int = 0


class Visit(NamedTuple):
    """A robot was on its next target; `when` counts commands from the beginning of the game, the first one is 1."""

    when: int
    seat: int
    target: int


class Record(NamedTuple):
    """A game in what is told of it; `leads` are those that took the lead, each with the round at whose end it had it first.

    `behind` are those that needed only the last target when others won, each with the moves that it had to go, the nearest first.
    """

    counts: Mapping[int, Tally]
    visits: tuple[Visit, ...] = ()
    leads: tuple[tuple[int, int], ...] = ()
    winners: tuple[int, ...] = ()
    behind: tuple[tuple[int, int], ...] = ()


def record_of(turns: Sequence[TurnRecord]) -> Record:
    """The record of some rounds, at least one, whose positions are states."""
    last: State = turns[-1].position
    counts: dict[int, Counter[str]] = {seat: Counter() for seat in last.seats}
    visits: list[Visit] = []
    when = 0
    for turn in turns:
        for event in turn.events:
            if isinstance(event, RoundBegan):
                when = (event.round - 1) * COMMANDS
            elif isinstance(event, CommandBegan):
                when += 1
            elif isinstance(event, Moved):
                _count(counts, event)
            elif isinstance(event, Visited):
                counts[event.seat]["targets"] += 1
                visits.append(Visit(when, event.seat, event.target))
    tallies = {seat: Tally(**found) for seat, found in counts.items()}
    return Record(tallies, tuple(visits), _leads(turns), last.winners, _behind(last))


def _count(counts: Mapping[int, Counter[str]], event: Moved) -> None:
    counts[event.seat]["places"] += 1
    if event.cause in (SHOVE, PING):
        counts[event.seat]["pushed"] += 1
        counts[event.mover]["shoves" if event.cause == SHOVE else "pings"] += 1
    elif event.cause in (BELT, TELEPORT):
        counts[event.seat]["carried" if event.cause == BELT else "teleports"] += 1


def _leads(turns: Iterable[TurnRecord]) -> tuple[tuple[int, int], ...]:
    """Which player took the lead, and at the end of which round; where several share it nobody takes it from who had it."""
    found: list[tuple[int, int]] = []
    for turn in turns:
        first = leaders(turn.position)
        if len(first) == 1 and (not found or found[-1][1] != first[0]):
            found.append((turn.turn, first[0]))
    return tuple(found)


def _behind(last: State) -> tuple[tuple[int, int], ...]:
    away = to_go(last)
    won = {player_of(last, seat) for seat in last.winners}
    near = [
        (away[robot.seat], robot.seat)
        for robot in last.robots
        if player_of(last, robot.seat) not in won
        and robot.targets == LAST - 1
        and robot.seat in away
    ]
    return tuple((seat, moves) for moves, seat in sorted(near)) if last.winners else ()


def recap(turns: Sequence[TurnRecord], names: Mapping[int, str]) -> Recap:
    """The sentences and the counts, out of rounds whose positions are states; none of either where none has been played."""
    if not turns:
        return Recap()
    record = record_of(turns)
    counts = tuple(_counted(seat, tally) for seat, tally in record.counts.items())
    return Recap(tuple(sentences_of(record, names)), counts, statistics_of(counted_of(turns)))


def _counted(seat: int, tally: Tally) -> Counts:
    said = (
        (
            text("Moved"),
            tally.places,
            count("moved {number} place", "moved {number} places", tally.places),
        ),
        (text("Shoves"), tally.shoves, count("{number} shove", "{number} shoves", tally.shoves)),
        (text("Pings"), tally.pings, count("{number} ping", "{number} pings", tally.pings)),
        (
            text("Shoved"),
            tally.pushed,
            count("moved by others once", "moved by others {number} times", tally.pushed),
        ),
        (
            text("On belts"),
            tally.carried,
            count("{number} place on belts", "{number} places on belts", tally.carried),
        ),
        (
            text("Targets"),
            tally.targets,
            count("{number} target", "{number} targets", tally.targets),
        ),
    )
    facts = tuple(Fact(head, verbatim(str(number)), words) for head, number, words in said)
    return Counts(seat, facts, tally._asdict(), (text("Shoved"), text("On belts"), text("Targets")))


# ---- What is counted of people ---------------------------------------------------------------------------------------------


def counted_of(turns: Sequence[TurnRecord]) -> Mapping[int, Mapping[str, int]]:
    """The counters that this game has (`companion.games.counting`): places by own cards, turns, others that were shoved or made to ping.

    Nothing is damaged or destroyed in it, and nobody goes backward or rests.
    """
    last: State = turns[-1].position
    counts = {
        seat: dict.fromkeys(("fields_forward", *TURNS.values(), "opponents_pushed"), 0)
        for seat in last.seats
    }
    for event in (event for turn in turns for event in turn.events):
        if isinstance(event, Turned):
            counts[event.seat][TURNS[(event.after - event.before) % 4]] += 1
        elif isinstance(event, Moved) and event.cause == MOVE:
            counts[event.seat]["fields_forward"] += 1
        elif isinstance(event, Moved) and event.cause in (SHOVE, PING):
            counts[event.mover]["opponents_pushed"] += 1
    return counts


TURNS: Final[Mapping[int, str]] = {3: "left_turns", 1: "right_turns", 2: "uturns"}
"""What a turn counts as, by its quarters with the clock."""


# ---- Sentences -------------------------------------------------------------------------------------------------------------


def sentences_of(record: Record, names: Mapping[int, str]) -> list[Text]:
    """Five sentences, in the order in which a game is told; fewer where less has happened."""
    return five(
        [sentence(record, names) for sentence in TOLD],
        (sentence(record, names) for sentence in SPARE),
    )


def _lead(record: Record, names: Mapping[int, str]) -> Text:
    if not record.leads:
        return NOTHING
    turn, seat = record.leads[-1]
    changes = len(record.leads) - 1
    if changes:
        return count(
            "The lead changed once: {robot} had it from round {round} on.",
            "The lead changed {number} times; {robot} had it from round {round} on.",
            changes,
            robot=names[seat],
            round=turn,
        )
    if turn == 1:
        return text("{robot} led after every round.", robot=names[seat])
    return text("{robot} led from round {round} on, nobody before.", robot=names[seat], round=turn)


def _fastest(record: Record, names: Mapping[int, str]) -> Text:
    """The target for which somebody needed the fewest commands, from the one before or from the start."""
    before: dict[int, int] = {}
    legs: list[tuple[int, Visit]] = []
    for visit in record.visits:
        legs.append((visit.when - before.get(visit.seat, 0), visit))
        before[visit.seat] = visit.when
    if len(legs) < 2:
        return (
            text("Only {robot} reached a target.", robot=names[legs[0][1].seat])
            if legs and len(record.counts) > 1
            else NOTHING
        )
    needed, visit = min(legs, key=lambda leg: leg[0])
    return count(
        "The fastest target: {robot} reached target {target} within {number} command.",
        "The fastest target: {robot} reached target {target} within {number} commands.",
        max(1, needed),
        robot=names[visit.seat],
        target=visit.target,
    )


def _shover(record: Record, names: Mapping[int, str]) -> Text:
    return most(
        record.counts,
        names,
        "shoves",
        lambda robots, number: count(
            "{robots} shoved others once.",
            "{robots} shoved others {number} times.",
            number,
            robots=robots,
        ),
    )


def _carried(record: Record, names: Mapping[int, str]) -> Text:
    return most(
        record.counts,
        names,
        "carried",
        lambda robots, number: count(
            "Belts carried {robots} {number} place.",
            "Belts carried {robots} {number} places.",
            number,
            robots=robots,
        ),
    )


def _closest(record: Record, names: Mapping[int, str]) -> Text:
    """How close it was: somebody nearly won too, or two were on the same target at nearly the same time."""
    narrow = NOTHING
    if record.behind:
        other, moves = record.behind[0]
        narrow = count(
            "When {robots} won, {other} was {number} move from target {target}.",
            "When {robots} won, {other} was {number} moves from target {target}.",
            moves,
            robots=listed([names[seat] for seat in record.winners]),
            other=names[other],
            target=LAST,
        )
        if moves <= CLOSE:
            return narrow
    return _duel(record, names) or narrow


def _duel(record: Record, names: Mapping[int, str]) -> Text:
    """Two that were on the same target in the same command, or one after the other."""
    pairs = [
        (later.when - first.when, -first.target, first, later)
        for first, later in combinations(record.visits, 2)
        if first.target == later.target
        and first.seat != later.seat
        and later.when - first.when <= 1
    ]
    if not pairs:
        return NOTHING
    apart, _, first, later = min(pairs)
    both = {"robot": names[first.seat], "other": names[later.seat], "target": str(first.target)}
    if apart:
        return text("{robot} reached target {target} just one command before {other}.", **both)
    return text("{robot} and {other} reached target {target} in the same command.", **both)


def _pinger(record: Record, names: Mapping[int, str]) -> Text:
    return most(
        record.counts,
        names,
        "pings",
        lambda robots, number: count(
            "{robots} pushed others aside once.",
            "{robots} pushed others aside {number} times.",
            number,
            robots=robots,
        ),
    )


def _pushed(record: Record, names: Mapping[int, str]) -> Text:
    return most(
        record.counts,
        names,
        "pushed",
        lambda robots, number: count(
            "Others moved {robots} once.",
            "Others moved {robots} {number} times.",
            number,
            robots=robots,
        ),
    )


def _furthest(record: Record, names: Mapping[int, str]) -> Text:
    return most(
        record.counts,
        names,
        "places",
        lambda robots, number: count(
            "{robots} came furthest: {number} place.",
            "{robots} came furthest: {number} places.",
            number,
            robots=robots,
        ),
    )


def _teleported(record: Record, names: Mapping[int, str]) -> Text:
    return most(
        record.counts,
        names,
        "teleports",
        lambda robots, number: count(
            "Teleports moved {robots} once.",
            "Teleports moved {robots} {number} times.",
            number,
            robots=robots,
        ),
    )


def _untouched(record: Record, names: Mapping[int, str]) -> Text:
    return (
        NOTHING
        if any(tally.pushed for tally in record.counts.values()) or len(record.counts) < 2
        else text("Nobody got in anybody's way.")
    )


Sentence = Callable[[Record, Mapping[int, str]], Text]
TOLD: Final[tuple[Sentence, ...]] = (_lead, _fastest, _shover, _carried, _closest)
"""What a game is told by, in this order."""
SPARE: Final[tuple[Sentence, ...]] = (_furthest, _pushed, _pinger, _teleported, _untouched)
"""What takes the place of a sentence that has nothing to say."""
