"""What else is to know about the cards on the table in the middle of a step, when hands have carried out the first instructions of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.games.diesel.engine.events import Deployed, LastDiscarded, Passed, TokenGiven
from companion.games.diesel.told.by_hand import TokensByHand
from companion.games.diesel.told.table import Led, TableNow


def own_after(own: TableNow, events: Iterable[Any]) -> TableNow:
    """The same after some events: who has laid down what, how often hands were passed on, the last cards, and tokens."""
    events = tuple(events)
    own = next((event.own for event in reversed(events) if isinstance(event, Led)), own)
    laid = [event for event in events if isinstance(event, Deployed)]
    if laid:
        each = len(laid) // max(1, len({event.seat for event in laid}))
        own = own._replace(
            turn=own.turn + 1,
            laid={**own.laid, **{event.card: (event.seat, own.turn + 1) for event in laid}},
            hand=max(0, own.hand - each),
        )
    passed = sum(isinstance(event, Passed) for event in events)
    last = [event for event in events if isinstance(event, LastDiscarded)]
    if last:
        own = own._replace(hand=0, lost=own.lost + sum(event.card is None for event in last))
    tokens = dict(own.tokens) | {
        event.seat: event.tokens
        for event in events
        if isinstance(event, (TokenGiven, TokensByHand))
    }
    return own._replace(passes=own.passes + passed, tokens=tuple(tokens.items()))
