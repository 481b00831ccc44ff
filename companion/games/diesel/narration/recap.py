"""Tell the story of a game from its events, with the tables of sentences and counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from companion.games.api import TurnRecord
from companion.games.diesel.corrections import GameEvent
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
from companion.games.diesel.narration.phrases import called
from companion.games.diesel.narration.standing import headline, verdict
from companion.games.diesel.stages import DieselPosition
from companion.games.kit.story import (
    CountColumn,
    Names,
    Recap,
    Rules,
    Sentence,
    Story,
    counts_of,
    most,
    sentences_of,
    tally,
)
from companion.games.parts import Results
from companion.named_tuples import NamedTuple
from companion.words import NOTHING, Text, count, facts, listed, text

CLOSE: Final = 2
"""The maximum difference in strength of a close Derby."""
COLUMNS: Final = (
    CountColumn("derbys", text("Derbys"), count("{number} Derby", "{number} Derbys", 0)),
    CountColumn("hits", text("Hits"), count("{number} hit", "{number} hits", 0)),
    CountColumn(
        "lost",
        text("Lost"),
        count("{number} combatant lost", "{number} combatants lost", 0),
    ),
    CountColumn(
        "gained",
        text("Gained"),
        count("{number} combatant gained", "{number} combatants gained", 0),
    ),
    CountColumn("best", text("Best"), text("strength {total} at best", total=0)),
)
"""The columns of a player: Derbys won, hits on others, own combatants lost, gains, best total."""


# ---- The record ----------------------------------------------------------------------------------


class CountedDerby(NamedTuple):
    """A Derby that was counted."""

    derby: int
    """The number of the Derby."""
    totals: Mapping[int, int]
    """The totals, by seat."""
    winners: tuple[int, ...]
    by: str
    """By what it was won."""
    cards: tuple[tuple[int, Text], ...]
    """The cards that won it outright, as (seat, name)."""


@dataclass(frozen=True)
class DieselStory(Story):
    """The record of a game."""

    derbys: Sequence[CountedDerby] = ()
    hitters: Mapping[str, int] = field(default_factory=dict)
    """The number of hits of combatants, by their names."""
    saved: int = 0
    """The number of times that one combatant was hit instead of another."""


def _hit(event: GameEvent) -> tuple[Doer, ...]:
    """Return the combatants that hit another one."""
    if isinstance(event, Discarded | Kept) or (isinstance(event, Gained) and event.claimed):
        return event.by
    return ()


def _lost(event: Discarded | Gained | Kept) -> Iterable[tuple[int, str, int]]:
    """Yield the counts for a combatant that was hit or changed its player."""
    owner = event.start if isinstance(event, Gained) else event.seat
    if isinstance(event, Gained) and owner != event.seat:
        yield event.seat, "gained", 1
    if owner is not None and not isinstance(event, Kept):
        yield owner, "lost", 1
    for seat, _ in _hit(event):
        if seat != owner:
            yield seat, "hits", 1


RULES: Final[Rules] = {
    Discarded: _lost,
    Gained: _lost,
    Kept: _lost,
    DerbyWon: lambda event: ((seat, "derbys", 1) for seat in event.winners),
}


def record_of(turns: Sequence[TurnRecord[DieselPosition, GameEvent]]) -> DieselStory:
    """Return the record of at least one Derby; the positions have a `state`."""
    last = turns[-1].position.state
    events = [event for turn in turns for event in turn.events]
    counts = tally((column.key for column in COLUMNS), last.seats, events, RULES)
    derbys = list[CountedDerby]()
    for turn in turns:
        totals = dict[int, int]()
        for event in turn.events:
            if isinstance(event, Counted):
                totals[event.seat] = event.total
                counts[event.seat]["best"] = max(counts[event.seat]["best"], event.total)
            elif isinstance(event, DerbyWon):
                cards = tuple((seat, called(last.card(card))) for seat, card in event.cards)
                derbys.append(CountedDerby(event.derby, totals, event.winners, event.by, cards))
    return DieselStory(
        counts,
        derbys=derbys,
        hitters=Counter(
            last.card(card).name.upper() for event in events for _, card in _hit(event)
        ),
        saved=sum(isinstance(event, StoodIn) for event in events),
    )


class DieselResults(Results[DieselPosition, GameEvent]):
    """The results of a game: its leader, and the counts Derby by Derby."""

    def headline(self, position: DieselPosition, names: Names) -> Text:
        return headline(position.state, names)

    def verdict(self, position: DieselPosition, winners: tuple[int, ...], names: Names) -> Text:
        """Return who has won."""
        return verdict(position.state, names)

    def recap(self, turns: Sequence[TurnRecord[DieselPosition, GameEvent]], names: Names) -> Recap:
        if not turns:
            return Recap()
        record = record_of(turns)
        return Recap(
            sentences_of(MAIN_SENTENCES, SPARE_SENTENCES, record, names),
            counts_of(COLUMNS, record.counts),
        )

    def turn_note(self, events: Iterable[GameEvent], seat: int) -> Text:
        """Return what a Derby changed for a seat, in a few words: combatants lost and gained."""
        lost = gained = 0
        for event in events:
            if isinstance(event, Gained):
                lost += event.start == seat != event.seat
                gained += event.seat == seat != event.start
            elif isinstance(event, Discarded):
                lost += event.seat == seat
        return facts(
            [
                text("{number} lost", number=lost) if lost else NOTHING,
                text("{number} gained", number=gained) if gained else NOTHING,
            ]
        )

    def tally(self, position: DieselPosition) -> Mapping[str, int]:
        """Return the number of finished Derbys."""
        return {"derbys": position.state.derby - (not position.state.over)}


# ---- Sentences -----------------------------------------------------------------------------------


def _winners(record: DieselStory, names: Names) -> Text:
    """Return who won which Derbys."""
    won = {
        seat: [str(one.derby) for one in record.derbys if seat in one.winners]
        for seat in record.counts
    }
    phrases = [
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
    return text("{words}.", words=listed(phrases, "")) if phrases else NOTHING


def _outright(record: DieselStory, names: Names) -> Text:
    """Return the last Derby that a card won."""
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


def _closest(record: DieselStory, names: Names) -> Text:
    """Return how close the closest Derby was."""
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
    """Return the difference between the highest total and the next one."""
    best, second, *_ = sorted(totals.values(), reverse=True)
    return best - second


def _strongest(record: DieselStory, names: Names) -> Text:
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


def _machine(record: DieselStory, names: Names) -> Text:
    """Return the card with the most hits."""
    best = max(record.hitters.values(), default=0)
    cards = [card for card, number in record.hitters.items() if number == best]
    if best < 2 or len(cards) > 2:
        return NOTHING
    return text(
        "{cards} struck most often: {number} times.", cards=listed(sorted(cards)), number=best
    )


def _saved(record: DieselStory, names: Names) -> Text:
    if not record.saved:
        return NOTHING
    return count(
        "Once one combatant was hit instead of another.",
        "{number} times one combatant was hit instead of another.",
        record.saved,
    )


MAIN_SENTENCES: Final[tuple[Sentence[DieselStory], ...]] = (
    _winners,
    _outright,
    _strongest,
    most(
        "hits",
        text("{players} hit the most combatants of others: {number}.", number=0, players=""),
    ),
    _closest,
)
"""The sentences about a game, in this order."""
SPARE_SENTENCES: Final[tuple[Sentence[DieselStory], ...]] = (
    _machine,
    most(
        "lost",
        text("{players} lost the most combatants: {number}.", number=0, players=""),
    ),
    most(
        "gained",
        text("{players} gained the most combatants: {number}.", number=0, players=""),
    ),
    _saved,
    lambda record, names: NOTHING if record.hitters else text("Nobody was hit."),
)
"""The replacements for sentences that have nothing to say."""
