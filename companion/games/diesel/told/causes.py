"""Why an instruction has come now: what the combatants that have done it say, what was chosen, and who was hit instead of whom."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.games.diesel.engine.events import Chosen, Copied, Counted, DerbyWon, Discarded, Gained, Idle, Kept, StoodIn, Swapped, TurnedDown
from companion.games.diesel.told.abilities import ability_words
from companion.games.diesel.told.wording import Told
from companion.words import Text, text


def caused(events: Sequence[Any], told: Told) -> tuple[Text, ...]:
    """The reasons for what some events of one instruction say, in sentences, each once."""
    return tuple(dict.fromkeys(words for event in (*events,) for words in _causes(event, events, told)))


def _causes(event: Any, events: Sequence[Any], told: Told) -> Iterator[Text]:
    if isinstance(event, (Discarded, Gained, Kept, TurnedDown, Swapped)):
        for seat, card in (event.by,) if isinstance(event, Swapped) else event.by:
            yield _says(seat, card, events, told)
    elif isinstance(event, Idle):
        yield _says(event.seat, event.card, events, told)
    elif isinstance(event, Chosen) and event.answer != "no":
        yield _chosen(event, told)
    elif isinstance(event, StoodIn):
        yield text("{card} is hit instead of {saved}.", card=told.table.called(event.card), saved=told.table.called(event.saved))


def _says(seat: int, card: str, events: Sequence[Any], told: Told) -> Text:
    """What a combatant does, or what the one does that it copies."""
    copied = next((event for event in events if isinstance(event, Copied) and event.card == card), None)
    doer = told.table.of(seat, card)
    if copied is None:
        return text("{card}: {ability}", card=doer, ability=ability_words(told.state.card(card).ability))
    other = told.state.card(copied.of[1])
    return text("{card} copies {other}: {ability}", card=doer, other=told.table.of(*copied.of), ability=ability_words(other.ability))


def _chosen(event: Chosen, told: Told) -> Text:
    card = told.table.called(event.answer)
    if event.target is None or event.target == event.seat:
        return text("{player} has chosen {card}.", player=told.table.names[event.seat], card=card)
    return text("{player} has chosen {card} of {other}.", player=told.table.names[event.seat], card=card, other=told.table.names[event.target])
