"""Say what a round changed for a robot, and what comes before its commands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.games.cardbot.engine.events import (
    PING,
    SHOVE,
    TELEPORT,
    GameEvent,
    Moved,
    RoundBegan,
    Visited,
)
from companion.games.scene import Instruction
from companion.words import NOTHING, Text, count, listed, text

FIRST_AMONG_EQUALS = "CBR02"


def turn_note(events: Iterable[GameEvent], seat: int) -> Text:
    """Return what a round changed for one robot: "moved 4 places, target 1, shoved twice".

    NOTHING if nothing changed.
    """
    mine = [event for event in events if getattr(event, "seat", None) == seat]
    moves = [event for event in mine if isinstance(event, Moved)]
    shoved, pinged = (sum(event.cause == cause for event in moves) for cause in (SHOVE, PING))
    notes = [
        count("moved {number} place", "moved {number} places", len(moves)) if moves else NOTHING,
        *(
            text("target {target}", target=event.target)
            for event in mine
            if isinstance(event, Visited)
        ),
        count("shoved once", "shoved {number} times", shoved) if shoved else NOTHING,
        count("pinged once", "pinged {number} times", pinged) if pinged else NOTHING,
        text("teleported") if any(event.cause == TELEPORT for event in moves) else NOTHING,
    ]
    return listed([words for words in notes if words], "")


def turn_intro(events: Iterable[GameEvent], names: Mapping[int, str]) -> tuple[Instruction, ...]:
    """Return who is first among equals in a round, from all its events."""
    return tuple(Instruction(None, words, rule, "") for words, rule in _beginnings(events, names))


def log_lines(events: Iterable[GameEvent], names: Mapping[int, str]) -> tuple[tuple[str, str], ...]:
    """Return who is first among equals for a record of the game, as (sentence, rule)."""
    return tuple((str(words), rule) for words, rule in _beginnings(events, names))


def _beginnings(
    events: Iterable[GameEvent], names: Mapping[int, str]
) -> Iterable[tuple[Text, str]]:
    return [
        (
            text(
                "If all cards are equal, seat {seat} goes first, with {robot}",
                seat=event.first,
                robot=names[event.first],
            ),
            FIRST_AMONG_EQUALS,
        )
        for event in events
        if isinstance(event, RoundBegan)
    ]
