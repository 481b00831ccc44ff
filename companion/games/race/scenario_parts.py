"""What scenarios of all races on a board have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from companion.engine.events import (
    Event,
    RegisterBegan,
    Respawned,
    StayedParked,
    TurnBegan,
    TurnEnded,
)
from companion.formats.explained import in_words
from companion.games.kit.scenario import Line, Namer

_CLEANUP: Final = (Respawned, StayedParked, TurnEnded)


def explained(events: Iterable[Event], name: Namer) -> Iterator[Line]:
    """Yield a line for each event: when it happened, what, and by which rule, such as `turn 1 register 2: … [7.3.1]`.

    Events of a cleanup do not say themselves which turn it is: without the beginning of their turn, or of one of its registers, none is named.
    """
    when, turn = "before the first turn", "a turn"
    for event in events:
        if isinstance(event, TurnBegan):
            turn = when = f"turn {event.turn}"
        elif isinstance(event, RegisterBegan):
            turn, when = f"turn {event.turn}", f"turn {event.turn} register {event.register}"
        elif isinstance(event, _CLEANUP):
            when = f"{turn} cleanup"
        yield Line(when, in_words(event, name), event.rule)
