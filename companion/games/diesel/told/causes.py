"""Why an instruction has come now: what the combatants that have done it say, what was chosen, and who was hit instead of whom."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.games.diesel.engine.events import Chosen, Copied, Counted, DerbyWon, Discarded, Gained, Idle, Kept, StoodIn, Swapped, TurnedDown
from companion.games.diesel.told.abilities import ability_words
from companion.games.diesel.told.phrases import Table, called, of
from companion.words import Text, text


def caused(events: Sequence[Any], table: Table) -> tuple[Text, ...]:
    """The reasons for what some events of one instruction say, in sentences, each once."""
    return tuple(dict.fromkeys(words for event in (*events,) for words in _causes(event, events, table)))


def _causes(event: Any, events: Sequence[Any], table: Table) -> Iterator[Text]:
    if isinstance(event, (Discarded, Gained, Kept, TurnedDown, Swapped)):
        for seat, card in (event.by,) if isinstance(event, Swapped) else event.by:
            yield _says(seat, card, events, table)
    elif isinstance(event, Idle):
        yield _says(event.seat, event.card, events, table)
    elif isinstance(event, Chosen) and event.answer != "no":
        yield _chosen(event, table)
    elif isinstance(event, StoodIn):
        yield text("{card} is hit instead of {saved}.", card=called(table.state.card(event.card)), saved=called(table.state.card(event.saved)))


def _says(seat: int, card: str, events: Sequence[Any], table: Table) -> Text:
    """What a combatant does, or what the one does that it copies."""
    copied = next((event for event in events if isinstance(event, Copied) and event.card == card), None)
    doer = of(table.state.card(card), table.names[seat])
    if copied is None:
        return text("{card}: {ability}", card=doer, ability=ability_words(table.state.card(card).ability))
    other = table.state.card(copied.of[1])
    return text("{card} copies {other}: {ability}", card=doer, other=of(other, table.names[copied.of[0]]), ability=ability_words(other.ability))


def _chosen(event: Chosen, table: Table) -> Text:
    card = called(table.state.card(event.answer))
    if event.target is None or event.target == event.seat:
        return text("{player} has chosen {card}.", player=table.names[event.seat], card=card)
    return text("{player} has chosen {card} of {other}.", player=table.names[event.seat], card=card, other=table.names[event.target])
