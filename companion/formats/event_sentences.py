"""Events in plain words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from companion.engine import causes, changes, events
from companion.engine.cards import Card
from companion.engine.events import Event
from companion.engine.extended.piece import COPIES, GHOSTS
from companion.geometry import HEADINGS, Heading

Namer: TypeAlias = Callable[[int], str]
"""Returns the name of a seat's clank."""

_TURNS: Final = {1: "to the right", 2: "about", 3: "to the left"}
_MOVES: Final = {
    causes.BOUNCE: "bounces",
    causes.THROW: "is thrown",
    causes.SLOPE: "slides down",
    causes.SLIDE: "slides",
    causes.DRAW: "is drawn",
    causes.GEAR: "is carried round",
}


def event_sentence(event: Event, name: Namer) -> str:
    """Return a sentence about an event, without time and cause.

    Copies and ghosts are named after their clank.
    """
    return _WORDS[type(event)](event, lambda seat: _piece(seat, name))


def _piece(seat: int, name: Namer) -> str:
    if seat < COPIES:
        return name(seat)
    return f"{name(seat % COPIES)}'s {'copy' if seat < GHOSTS else 'ghost'}"


def _plain(word: str) -> str:
    """Return the word of an element or of a part of it as people write it."""
    return word.replace("_", " ")


def _lives(lives: int | None) -> str:
    if lives is None:
        return "goes to the parking row"
    if lives == 0:
        return "is out"
    return f"goes to the parking row with {lives} {'life' if lives == 1 else 'lives'} left"


def _facing(heading: Heading) -> str:
    return f"facing {HEADINGS[heading]}"


def _dealt_sentence(event: events.Dealt, name: Namer) -> str:
    if event.locked:
        locked = (
            f", locked {'slots' if len(event.locked) > 1 else 'slot'} "
            f"{', '.join(map(str, event.locked))}"
        )
    else:
        locked = ""
    return (
        f"{name(event.seat)} is dealt {event.count} "
        f"{'card' if event.count == 1 else 'cards'}{locked}"
    )


def _turned_sentence(event: events.Turned, name: Namer) -> str:
    quarters = _TURNS.get((event.after - event.before) % 4, "")
    verb = "turns" if event.cause == causes.CARD else f"is turned by the {_plain(event.cause)}"
    return f"{name(event.seat)} {verb} {quarters} on {event.square}, {_facing(event.after)}"


def _moved_sentence(event: events.Moved, name: Namer) -> str:
    way = f"from {event.start} to {event.end}"
    if event.cause == causes.CARD:
        if event.direction == event.heading:
            verb = "drives"
        elif (event.direction - event.heading) % 4 == 2:
            verb = "backs up"
        else:
            verb = "moves"
        return f"{name(event.seat)} {verb} {way}"
    if event.by is not None:
        return f"{name(event.seat)} is pushed {way} by {name(event.by)}"
    if event.cause in _MOVES:
        return f"{name(event.seat)} {_MOVES[event.cause]} {way}"
    if event.cause == causes.BELT:
        verb = "carried"
    elif event.cause == causes.PUSHER:
        verb = "pushed"
    else:
        verb = "moved"
    return f"{name(event.seat)} is {verb} {way} by {_one(event.cause)}"


def _one(cause: str) -> str:
    words = _plain(cause)
    return f"{'an' if words[0] in 'aeio' else 'a'} {words}"


def _stopped_sentence(event: events.Stopped, name: Namer) -> str:
    other = "another clank" if event.other is None else name(event.other)
    reason = {
        causes.WALL: "there is no way through",
        causes.ROW: f"{other} ahead cannot be pushed on",
        causes.JAM: f"{other} stays in the way",
        causes.CLAIM: "somebody else wants the same square or edge",
        causes.TORN: "it is wanted in two directions",
    }[event.reason]
    return (
        f"{name(event.seat)} stays on {event.square}, going {HEADINGS[event.direction]}: {reason}"
    )


def _damaged_sentence(event: events.Damaged, name: Namer) -> str:
    if isinstance(event.by, int):
        by = f" of {name(event.by)}"
    elif event.by:
        by = f" on {event.by}"
    else:
        by = ""
    source = f"the {_plain(event.cause)}{by}"
    if event.by == event.seat:
        source = _plain(event.cause)
    elif isinstance(event.by, int) and event.by > COPIES:
        source = name(event.by)
    return (
        f"{name(event.seat)} on {event.square} takes {event.points} damage from {source} and has "
        f"{event.damage}"
    )


def _destroyed_sentence(event: events.Destroyed, name: Namer) -> str:
    how = {
        causes.PIT: f"falls into the pit on {event.square}",
        causes.EDGE: f"goes over the edge of the board from {event.square}",
        causes.CRUSHER: f"is crushed on {event.square}",
    }.get(event.cause, f"is destroyed on {event.square} by {_one(event.cause)}")
    return f"{name(event.seat)} {how} and {_lives(event.lives)}"


def _jumped_sentence(event: events.Jumped, name: Namer) -> str:
    how = {
        causes.JUMP: "jumps",
        causes.GEAR: "is carried round",
        causes.FALL: "drops",
        causes.THROW: "flies",
    }.get(event.cause, "is brought")
    return f"{name(event.seat)} {how} from {event.start} to {event.end}, {_facing(event.heading)}"


def _status_began(event: events.StatusBegan, name: Namer) -> str:
    # Most statuses have no value except that they are there, which is 1.
    value = "" if event.value == "1" else f" ({event.value})"
    return f"{name(event.seat)} is now {event.status}{value}"


def _into(slot: int, before: Card | None) -> str:
    if not slot:
        return ""
    return f" into slot {slot}" if before is None else f" into slot {slot}, in place of {before}"


def _placed_by_hand(event: changes.PlacedByHand, name: Namer) -> str:
    start = f"from {event.start}" if event.start is not None else "from the parking row"
    return f"{name(event.seat)} is put {start} to {event.square} by hand, {_facing(event.heading)}"


def _set_by_hand(event: changes.SetByHand, name: Namer) -> str:
    whose = f"{name(event.seat)}'s {event.what}" if event.seat is not None else event.what
    return f"{whose} is set from {event.before} to {event.after} by hand"


_WORDS: Final[Mapping[type, Callable[[Any, Namer], str]]] = {
    events.TurnBegan: lambda event, name: "begins",
    events.PoweredDown: lambda event, name: (
        f"{name(event.seat)} is powered down and loses {event.repaired} damage"
    ),
    events.PowerDownAnnounced: lambda event, name: (
        f"{name(event.seat)} announces a power down for the next turn"
    ),
    events.Dealt: _dealt_sentence,
    events.RegisterBegan: lambda event, name: "begins",
    events.BeatBegan: lambda event, name: event.name,
    events.CardPlayed: lambda event, name: f"{name(event.seat)} plays {event.card}",
    events.Turned: _turned_sentence,
    events.Moved: _moved_sentence,
    events.Stopped: _stopped_sentence,
    events.Damaged: _damaged_sentence,
    events.Healed: lambda event, name: (
        f"{name(event.seat)} on {event.square} loses {event.points} damage by "
        f"{_plain(event.cause)} and has {event.damage}"
    ),
    events.Destroyed: _destroyed_sentence,
    events.FlagTouched: lambda event, name: (
        f"{name(event.seat)} touches flag {event.flag} on {event.square}"
    ),
    events.CheckpointTouched: lambda event, name: (
        f"{name(event.seat)} will come back to {event.square}, {_facing(event.heading)}"
    ),
    events.Won: lambda event, name: f"{name(event.seat)} has touched the last flag and wins",
    events.NobodyWon: lambda event, name: "every clank is out, nobody wins",
    events.Respawned: lambda event, name: (
        f"{name(event.seat)} comes back on {event.square}, {_facing(event.heading)}"
    ),
    events.StayedParked: lambda event, name: (
        f"{name(event.seat)} stays in the parking row, all its checkpoints are occupied"
    ),
    events.TurnEnded: lambda event, name: "ends",
    events.Jumped: _jumped_sentence,
    events.CardVoid: lambda event, name: (
        f"{name(event.seat)}'s {event.card} has no effect on {event.square}: {_plain(event.reason)}"
    ),
    events.StatusBegan: _status_began,
    events.StatusEnded: lambda event, name: f"{name(event.seat)} is {event.status} no more",
    events.CardDrawn: lambda event, name: (
        f"{name(event.seat)} draws {event.card}{_into(event.slot, event.before)}"
    ),
    events.CardSet: lambda event, name: (
        f"{name(event.seat)} chooses {event.card}{_into(event.slot, event.before)}"
    ),
    events.CardsSwapped: lambda event, name: (
        f"{name(event.seat)}'s cards in slots {event.slot} and {event.other} change places"
    ),
    events.Remembered: lambda event, name: (
        f"{event.owner}: {event.word} is {event.value or 'nothing'}, before "
        f"{event.before or 'nothing'}"
    ),
    events.PieceCame: lambda event, name: (
        f"{name(event.seat)} comes onto {event.square}, {_facing(event.heading)}"
    ),
    events.PieceGone: lambda event, name: (
        f"{name(event.seat)} leaves the board from {event.square}"
    ),
    changes.PlacedByHand: _placed_by_hand,
    changes.ParkedByHand: lambda event, name: (
        f"{name(event.seat)} is sent from {event.start} to the parking row by hand"
    ),
    changes.SetByHand: _set_by_hand,
    changes.FlagMoved: lambda event, name: (
        f"flag {event.flag} is laid from {event.start} to {event.end} by hand"
    ),
}
