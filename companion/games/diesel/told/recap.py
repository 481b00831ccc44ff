"""What a game was all about: its events folded into a record, five sentences chosen by what happened, and what is counted of each player.

Derbys come as they stand in the end, so that nothing counts that was taken back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from companion.games.counted import Counts, Recap
from companion.games.diesel.engine.events import (
    BY_ABILITY,
    Counted,
    DerbyWon,
    Discarded,
    Doer,
    Gained,
    Kept,
    StoodIn,
)
from companion.games.diesel.engine.state import State
from companion.games.diesel.told.phrases import called
from companion.games.race.recap import five, most
from companion.games.scene import Fact, TurnRecord
from companion.words import NOTHING, Text, count, listed, text, verbatim

CLOSE: Final = 2
"""A Derby was close that was won by so much strength at most."""


# ---- The record ------------------------------------------------------------------------------------------------------------


class Tally(NamedTuple):
    """What is counted of one player: Derbys won, combatants of others that own ones have hit, own ones lost, those gained, the best total of a Derby."""

    derbys: int = 0
    hits: int = 0
    lost: int = 0
    gained: int = 0
    best: int = 0


class Ended(NamedTuple):
    """A Derby that was counted: its number, totals by seat, and who has won it by what; `cards` have won it outright, by their names."""

    derby: int
    totals: Mapping[int, int]
    winners: tuple[int, ...]
    by: str
    cards: tuple[tuple[int, Text], ...]


class Record(NamedTuple):
    """A game in what is told of it; `hitters` counts what combatants have hit, by their names, `saved` how often one was hit instead of another."""

    counts: Mapping[int, Tally]
    derbys: tuple[Ended, ...]
    hitters: Mapping[str, int]
    saved: int


def record_of(turns: Sequence[TurnRecord]) -> Record:
    """The record of some Derbys, at least one, whose positions have a `state`."""
    last: State = turns[-1].position.state
    counts: dict[int, Counter[str]] = {seat: Counter() for seat in last.seats}
    derbys, hitters, saved = list[Ended](), Counter[str](), 0
    for turn in turns:
        totals: dict[int, int] = {}
        for event in turn.events:
            saved += isinstance(event, StoodIn)
            if isinstance(event, (Discarded, Gained, Kept)):
                _count(event, counts, hitters, last)
            elif isinstance(event, Counted):
                totals[event.seat] = event.total
                counts[event.seat]["best"] = max(counts[event.seat]["best"], event.total)
            elif isinstance(event, DerbyWon):
                derbys.append(
                    Ended(
                        event.derby,
                        totals,
                        event.winners,
                        event.by,
                        tuple((seat, called(last.card(card))) for seat, card in event.cards),
                    )
                )
                _won(event.winners, counts)
    tallies = {seat: Tally(**found) for seat, found in counts.items()}
    return Record(tallies, tuple(derbys), hitters, saved)


def _won(winners: tuple[int, ...], counts: Mapping[int, Counter[str]]) -> None:
    """A Derby for each of its winners."""
    for seat in winners:
        counts[seat]["derbys"] += 1


def _count(
    event: Discarded | Gained | Kept,
    counts: Mapping[int, Counter[str]],
    hitters: Counter[str],
    state: State,
) -> None:
    """A combatant that was hit, or came to somebody."""
    owner = event.seat if isinstance(event, (Discarded, Kept)) else event.start
    if isinstance(event, Gained):
        counts[event.seat]["gained"] += event.start != event.seat
    if owner is not None and not isinstance(event, Kept):
        counts[owner]["lost"] += 1
    if isinstance(event, (Discarded, Kept)) or event.claimed:
        _hits(event.by, owner, counts, hitters, state)


def _hits(
    by: tuple[Doer, ...],
    owner: int | None,
    counts: Mapping[int, Counter[str]],
    hitters: Counter[str],
    state: State,
) -> None:
    for seat, card in by:
        counts[seat]["hits"] += seat != owner
        hitters[state.card(card).name.upper()] += 1


def recap(turns: Sequence[TurnRecord], names: Mapping[int, str]) -> Recap:
    """The sentences and the counts, out of Derbys whose positions have a `state`; none of either where none has been played."""
    if not turns:
        return Recap()
    record = record_of(turns)
    return Recap(
        tuple(sentences_of(record, names)),
        tuple(_counted(seat, tally) for seat, tally in record.counts.items()),
    )


def _counted(seat: int, tally: Tally) -> Counts:
    said = (
        (text("Derbys"), tally.derbys, count("{number} Derby", "{number} Derbys", tally.derbys)),
        (text("Hits"), tally.hits, count("{number} hit", "{number} hits", tally.hits)),
        (
            text("Lost"),
            tally.lost,
            count("{number} combatant lost", "{number} combatants lost", tally.lost),
        ),
        (
            text("Gained"),
            tally.gained,
            count("{number} combatant gained", "{number} combatants gained", tally.gained),
        ),
        (text("Best"), tally.best, text("strength {total} at best", total=tally.best)),
    )
    return Counts(
        seat,
        tuple(Fact(head, verbatim(str(number)), words) for head, number, words in said),
        tally._asdict(),
    )


# ---- Sentences -------------------------------------------------------------------------------------------------------------


def sentences_of(record: Record, names: Mapping[int, str]) -> list[Text]:
    """Five sentences, in the order in which a game is told; fewer where less has happened."""
    return five(
        [sentence(record, names) for sentence in TOLD],
        (sentence(record, names) for sentence in SPARE),
    )


def _winners(record: Record, names: Mapping[int, str]) -> Text:
    """Who has won which Derbys."""
    won = {
        seat: [str(one.derby) for one in record.derbys if seat in one.winners]
        for seat in record.counts
    }
    told = [
        count(
            "{player} won Derby {derbys}",
            "{player} won Derbys {derbys}",
            len(derbys),
            player=names[seat],
            derbys=listed(derbys),
        )
        for seat, derbys in sorted(won.items(), key=lambda one: -len(one[1]))
        if derbys
    ]
    return text("{told}.", told=listed(told, "")) if told else NOTHING


def _outright(record: Record, names: Mapping[int, str]) -> Text:
    """The last Derby that a card has won."""
    found = next(
        (one for one in reversed(record.derbys) if one.by == BY_ABILITY and one.cards), None
    )
    if found is None:
        return NOTHING
    seat, card = found.cards[0]
    return text(
        "{player} won Derby {derby} by the ability of {card}.",
        card=card,
        derby=found.derby,
        player=names[seat],
    )


def _closest(record: Record, names: Mapping[int, str]) -> Text:
    """How close the closest Derby was."""
    found = [one for one in record.derbys if one.by != BY_ABILITY and len(one.totals) > 1]
    if not found:
        return NOTHING
    one = min(found, key=lambda one: _apart(one.totals))
    best = max(one.totals.values())
    second = best - _apart(one.totals)
    players = listed([names[seat] for seat in one.winners])
    if best == second:
        return text(
            "Derby {derby} was level with strength {total}; it went to {players}.",
            derby=one.derby,
            total=best,
            players=players,
        )
    if best - second > CLOSE:
        return NOTHING
    return text(
        "Derby {derby} was close: {players} won it with strength {total} against {other}.",
        derby=one.derby,
        players=players,
        total=best,
        other=second,
    )


def _apart(totals: Mapping[int, int]) -> int:
    """By how much the highest total is above the next one."""
    best, second, *_ = sorted(totals.values(), reverse=True)
    return best - second


def _strongest(record: Record, names: Mapping[int, str]) -> Text:
    best = max((total for one in record.derbys for total in one.totals.values()), default=0)
    found = [
        (one.derby, seat)
        for one in record.derbys
        for seat, total in one.totals.items()
        if total == best
    ]
    if not best or not found:
        return NOTHING
    derby, seat = found[0]
    return text(
        "The strongest team was that of {player} in Derby {derby}: strength {total}.",
        player=names[seat],
        derby=derby,
        total=best,
    )


def _hitter(record: Record, names: Mapping[int, str]) -> Text:
    return most(
        record.counts,
        names,
        "hits",
        lambda players, number: text(
            "{players} hit the most combatants of others: {number}.",
            players=players,
            number=number,
        ),
    )


def _machine(record: Record, names: Mapping[int, str]) -> Text:
    """The card that has hit most."""
    best = max(record.hitters.values(), default=0)
    cards = [card for card, number in record.hitters.items() if number == best]
    if best < 2 or len(cards) > 2:
        return NOTHING
    return text(
        "{cards} struck most often: {number} times.", cards=listed(sorted(cards)), number=best
    )


def _lost(record: Record, names: Mapping[int, str]) -> Text:
    return most(
        record.counts,
        names,
        "lost",
        lambda players, number: text(
            "{players} lost the most combatants: {number}.", players=players, number=number
        ),
    )


def _gained(record: Record, names: Mapping[int, str]) -> Text:
    return most(
        record.counts,
        names,
        "gained",
        lambda players, number: text(
            "{players} gained the most combatants: {number}.", players=players, number=number
        ),
    )


def _saved(record: Record, names: Mapping[int, str]) -> Text:
    if not record.saved:
        return NOTHING
    return count(
        "Once one combatant was hit instead of another.",
        "{number} times one combatant was hit instead of another.",
        record.saved,
    )


def _peaceful(record: Record, names: Mapping[int, str]) -> Text:
    return NOTHING if record.hitters else text("Nobody was hit.")


Sentence = Callable[[Record, Mapping[int, str]], Text]
TOLD: Final[tuple[Sentence, ...]] = (_winners, _outright, _strongest, _hitter, _closest)
"""What a game is told by, in this order."""
SPARE: Final[tuple[Sentence, ...]] = (_machine, _lost, _gained, _saved, _peaceful)
"""What takes the place of a sentence that has nothing to say."""
