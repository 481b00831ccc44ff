"""Word events beside the instructions: a piece's turn in short, news before the registers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import takewhile
from typing import Final

from companion.engine.causes import CRUSHER, EDGE, LASER, PIT, SHOT
from companion.engine.element import kinds
from companion.engine.events import (
    CardVoid,
    CheckpointTouched,
    Damaged,
    Dealt,
    Destroyed,
    Event,
    FlagTouched,
    Healed,
    Moved,
    PowerDownAnnounced,
    PoweredDown,
    RegisterBegan,
    Respawned,
    StatusBegan,
    StayedParked,
    seat_of,
)
from companion.engine.statuses import OF_WORD
from companion.formats.event_sentences import event_sentence
from companion.games.race.ghosts import square_words
from companion.games.race.nouns import noun_of
from companion.games.scene import Instruction
from companion.geometry import Square
from companion.words import NOTHING, Text, count, listed, text, verbatim

DEATHS: Final[Mapping[str, Callable[[Square], Text]]] = {
    PIT: lambda square: text("fell into the pit on {square}", square=square),
    EDGE: lambda square: text("over the edge at {square}", square=square),
    CRUSHER: lambda square: text("crushed on {square}", square=square),
    LASER: lambda square: text("burnt by a laser on {square}", square=square),
    SHOT: lambda square: text("shot on {square}", square=square),
}
"""The words for the destruction of a piece, by the cause."""


# ---- What changed for a piece, and what comes before the registers -------------------------------


def turn_note(events: Iterable[Event], seat: int) -> Text:
    """Return what a turn changed for one piece: "5 squares, flag 2, damage +1, back on C1".

    Squares come first, as a sum. Damage and healing are sums, too, each at the place of its first
    event. Damage from before a destruction is left out. NOTHING if nothing changed.
    """
    mine = [event for event in events if seat_of(event) == seat]
    steps = sum(isinstance(event, Moved) for event in mine)
    notes: dict[object, Text] = (
        {Moved: count("{number} square", "{number} squares", steps)} if steps else {}
    )
    sums = dict.fromkeys((Damaged, Healed), 0)
    for event in mine:
        if isinstance(event, Destroyed):
            sums = dict.fromkeys(sums, 0)
            notes = {what: words for what, words in notes.items() if what not in sums}
        if isinstance(event, (Damaged, Healed)):
            sums[type(event)] += event.points
            if isinstance(event, Damaged):
                words = text("damage +{points}", points=sums[Damaged])
            else:
                words = text("repaired {points}", points=sums[Healed])
            notes[type(event)] = words
        elif words := _event_note(event):
            # The last checkpoint is the one that counts.
            notes[CheckpointTouched if isinstance(event, CheckpointTouched) else words] = words
    return listed(list(notes.values()), "")


def _event_note(event: Event) -> Text:
    if isinstance(event, FlagTouched):
        return text("flag {flag}", flag=event.flag)
    if isinstance(event, Destroyed):
        if event.cause in DEATHS:
            return DEATHS[event.cause](event.square)
        square = square_words(event.square)
        if event.cause in kinds():
            noun = noun_of(event.cause)
            return text("destroyed on {square} ({cause})", cause=noun, square=square)
        cause = verbatim(event.cause)
        return text("destroyed by the {cause} on {square}", cause=cause, square=square)
    if isinstance(event, Respawned):
        return text("back on {square}", square=event.square)
    if isinstance(event, CheckpointTouched):
        return text("checkpoint {square}", square=event.square)
    if isinstance(event, StatusBegan):
        return OF_WORD[event.status].title
    if isinstance(event, CardVoid):
        return text("a card without effect")
    if isinstance(event, PoweredDown):
        if event.repaired:
            return text("rested, repaired {points}", points=event.repaired)
        return text("rested")
    return text("no free checkpoint yet") if isinstance(event, StayedParked) else NOTHING


def turn_intro(events: Iterable[Event], names: Mapping[int, str]) -> tuple[Instruction, ...]:
    """Return notices of rests and locked cards from all events of a turn so far."""
    early = takewhile(lambda event: not isinstance(event, RegisterBegan), events)
    return tuple(
        Instruction(event.seat, words, event.rule, "")
        for event in early
        if isinstance(event, PoweredDown | PowerDownAnnounced | Dealt)
        and (words := _event_words(event, names))
    )


def _event_words(event: PoweredDown | PowerDownAnnounced | Dealt, names: Mapping[int, str]) -> Text:
    """Return the words of an event, NOTHING if it has none.

    The number of cards goes without saying: it follows from the damage.
    """
    if isinstance(event, PoweredDown) and event.repaired:
        return text(
            "{clank} rests and loses {points} damage",
            clank=names[event.seat],
            points=event.repaired,
        )
    if isinstance(event, PoweredDown):
        return text("{clank} rests", clank=names[event.seat])
    if isinstance(event, PowerDownAnnounced):
        return text("{clank} will rest next time", clank=names[event.seat])
    if event.locked:
        slots = count(
            "slot {slots}",
            "slots {slots}",
            len(event.locked),
            slots=", ".join(map(str, sorted(event.locked))),
        )
        return count(
            "{clank} is dealt {number} card; {slots} locked",
            "{clank} is dealt {number} cards; {slots} locked",
            event.count,
            clank=names[event.seat],
            slots=slots,
        )
    return NOTHING


def log_lines(events: Iterable[Event], names: Mapping[int, str]) -> tuple[tuple[str, str], ...]:
    """Return rests and locked cards for a record of the race, as (sentence, rule)."""
    logged = (
        event
        for event in events
        if isinstance(event, (PoweredDown, PowerDownAnnounced))
        or (isinstance(event, Dealt) and event.locked)
    )
    return tuple((str(event_sentence(event, names.__getitem__)), event.rule) for event in logged)
