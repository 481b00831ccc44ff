"""Causes from events: abilities, choices, stand-ins, and the count of a Derby."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from companion.games.api import OfKey
from companion.games.diesel.corrections import GameEvent
from companion.games.diesel.engine.asking import NO
from companion.games.diesel.engine.counting import TO_WIN
from companion.games.diesel.engine.events import (
    BY_ABILITY,
    BY_COMBATANTS,
    BY_SHARED,
    Chosen,
    Claiming,
    Copied,
    Counted,
    DerbyWon,
    Discarded,
    Gained,
    GameWon,
    Idle,
    Kept,
    StoodIn,
    Swapped,
    TokenGiven,
    TurnedDown,
    Weakened,
)
from companion.games.diesel.narration.abilities import ability_words
from companion.games.diesel.narration.wording import NarrationContext
from companion.words import Text, facts, listed, text


def caused(events: Sequence[GameEvent], context: NarrationContext) -> tuple[Text, ...]:
    """Return why the events of one instruction happened, in sentences, each once."""
    found = (
        words
        for event in events
        if type(event) in _CAUSES
        for words in _CAUSES[type(event)](event, events, context)
    )
    return tuple(dict.fromkeys(found))


# ---- Abilities -----------------------------------------------------------------------------------


def _hit(
    event: Discarded | Gained | Kept | TurnedDown,
    events: Sequence[GameEvent],
    context: NarrationContext,
) -> Iterator[Text]:
    """Yield the abilities behind a hit, and who gains what would be discarded."""
    for seat, card in event.by:
        yield _says(seat, card, context)
    if isinstance(event, Kept) or (isinstance(event, Gained) and event.claimed):
        for seat, card in (
            *context.state.claims,
            *((one.seat, one.card) for one in context.events if isinstance(one, Claiming)),
        ):
            if seat == event.seat:
                yield _says(seat, card, context)


def _says(seat: int, card: str, context: NarrationContext) -> Text:
    """Return what a combatant does, or the one that it copies."""
    copied = next(
        (event for event in context.events if isinstance(event, Copied) and event.card == card),
        None,
    )
    doer = context.table.of(seat, card)
    if copied is None:
        return text(
            "{card}: {ability}", card=doer, ability=ability_words(context.state.card(card).ability)
        )
    return text(
        "{card} copies {other}: {ability}",
        card=doer,
        other=context.table.of(*copied.of),
        ability=ability_words(context.state.card(copied.of[1]).ability),
    )


def _chosen(
    event: Chosen, events: Sequence[GameEvent], context: NarrationContext
) -> Iterator[Text]:
    if event.answer == NO or any(
        isinstance(one, Copied) and (one.card, one.of[1]) == (event.asker, event.answer)
        for one in events
    ):
        return
    player, card = context.table.names[event.seat], context.table.called(event.answer)
    if context.table.lies_down(event.answer):
        card = text("a face-down combatant")
    if event.target is None or event.target == event.seat:
        yield text("{player} has chosen {card}.", player=player, card=card)
    else:
        yield text(
            "{player} has chosen {card} of {other}.",
            player=player,
            card=card,
            other=context.table.names[event.target],
        )


def _stood_in(
    event: StoodIn, events: Sequence[GameEvent], context: NarrationContext
) -> Iterator[Text]:
    card = context.table.called(event.card)
    if context.table.lies_down(event.saved):
        yield text("{card} is hit instead of a face-down combatant.", card=card)
    else:
        yield text(
            "{card} is hit instead of {saved}.", card=card, saved=context.table.called(event.saved)
        )


# ---- The end of a Derby --------------------------------------------------------------------------


def _weakened(
    event: Weakened, events: Sequence[GameEvent], context: NarrationContext
) -> Iterator[Text]:
    yield _says(event.seat, event.card, context)
    yield text("{card} lies there too.", card=context.table.called(event.other[1]))


def _counted(
    event: Counted, events: Sequence[GameEvent], context: NarrationContext
) -> Iterator[Text]:
    """Yield the row card by card, from the left."""
    less = {one.card: one.strength for one in context.events if isinstance(one, Weakened)}
    row = [
        text("face down {strength}", strength=context.state.card(card.key).strength)
        if card.down
        else text(
            "{card} {strength}",
            card=context.table.called(card.key),
            strength=less.get(card.key, context.state.card(card.key).strength),
        )
        for card in context.table.row(event.seat)
    ]
    if row:
        yield facts(row)


def _won(event: DerbyWon, events: Sequence[GameEvent], context: NarrationContext) -> Iterator[Text]:
    """Yield what decided: an ability, the highest total, or a tie-break."""
    counted = {one.seat: one for one in context.events if isinstance(one, Counted)}
    if event.by == BY_ABILITY:
        for seat, card in event.cards:
            yield _says(seat, card, context)
        return
    best = max((one.total for one in counted.values()), default=0)
    level = listed(
        [context.table.names[seat] for seat, one in counted.items() if one.total == best]
    )
    if event.by not in (BY_COMBATANTS, BY_SHARED):
        yield text("{total} is the highest total strength.", total=best)
    elif event.by == BY_COMBATANTS:
        yield text(
            "{players} are level with strength {total}; most combatants decide.",
            players=level,
            total=best,
        )
    else:
        yield text(
            "They are level with strength {total} and the same number of combatants.", total=best
        )


def _token(
    event: TokenGiven, events: Sequence[GameEvent], context: NarrationContext
) -> Iterator[Text]:
    """Yield why the game goes on though a seat has enough tokens (DD12)."""
    if event.tokens >= TO_WIN and not any(isinstance(one, GameWon) for one in context.events):
        yield text(
            "Several are level with {tokens} tokens: the game goes on until one has the most.",
            tokens=event.tokens,
        )


_CAUSES: Final[
    Mapping[type, Callable[[OfKey, Sequence[GameEvent], NarrationContext], Iterable[Text]]]
] = {
    Discarded: _hit,
    Gained: _hit,
    Kept: _hit,
    TurnedDown: _hit,
    Swapped: lambda event, events, context: (_says(event.by[0], event.by[1], context),),
    **dict.fromkeys(
        (Idle, Claiming),
        lambda event, events, context: (_says(event.seat, event.card, context),),
    ),
    Chosen: _chosen,
    StoodIn: _stood_in,
    Weakened: _weakened,
    Counted: _counted,
    DerbyWon: _won,
    TokenGiven: _token,
}
