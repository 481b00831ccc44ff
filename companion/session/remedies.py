"""What is wrong at a reader, and what to do about it, in one sentence each: seat, slots, found, remedy (rulebook 6.4.3).

`alarms` blinks the same slots (`places`), so that nobody has to count along the row.
"""
from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from companion.games.base import GAP, LOCKED, NOT_DEALT, TWICE, Face, Fault
from companion.signals import BLANK, DIRTY, UNSTABLE
from companion.words import listed, Text, text

UNREADABLE: Final[Mapping[str, Text]] = {
    BLANK: text("this card lies the wrong way round or half in"),
    DIRTY: text("this card cannot be read, it is dirty or not fully in"),
    UNSTABLE: text("this card is still moving"),
}

FOREIGN: Final = text("this card is not in the deck")

_CARDS: Final[Mapping[str, Text]] = {
    "move1": text("Move 1"), "move2": text("Move 2"), "move3": text("Move 3"), "back": text("Back"), "left": text("Left"), "right": text("Right"),
    "uturn": text("U-turn"),
}


def card_words(face: Face) -> Text:
    """A card as people call it: "Move 1 (490)".

    With its priority, which is unique in a deck (4). A secret one is not named.
    """
    if face.code < 0:
        return text("the same card")
    return text("{card} ({priority})", card=_CARDS.get(face.move, face.move), priority=face.priority)


def remedy(fault: Fault, names: Mapping[int, str], piloted: Collection[int] = ()) -> Text:
    """The fault with its place and its remedy: "Seat 2 COPPER, slot 4: no card. Put a card in, then pull the handle again.".

    `piloted` are seats that pilots play, whose cards nobody can take out.
    """
    return text("{remedy}, then pull the handle again.", remedy=_told(fault, names, piloted))


def complaint(fault: Fault, names: Mapping[int, str], piloted: Collection[int] = ()) -> Text:
    """The same before anybody has moved a handle.

    Without the end of the sentence, since there is nothing to be done again.
    """
    return text("{remedy}.", remedy=_told(fault, names, piloted))


def places(fault: Fault) -> tuple[tuple[int, int], ...]:
    """The slots that a fault is about, as (seat, slot): its own, others with the same fault, and the one where the same card lies too."""
    own = tuple((fault.seat, slot) for slot in (fault.slot, *fault.more))
    return (*own, *([fault.other] if fault.other is not None else []))


def place(seat: int, slot: int, names: Mapping[int, str]) -> Text:
    """A slot as people find it: "Seat 2 COPPER, slot 4"."""
    return text("{reader}, slot {slot}", reader=whose(seat, names), slot=slot)


def whose(seat: int, names: Mapping[int, str]) -> Text:
    """A reader as people find it: "Seat 2 COPPER"."""
    name = names.get(seat)
    return text("Seat {seat} {name}", seat=seat, name=name) if name else text("Seat {seat}", seat=seat)


def gaps(seat: int, slots: Sequence[int]) -> Fault:
    """Empty slots of a seat as one fault, from the left (E145); there must be one."""
    first, *more = sorted(slots)
    return Fault(seat, first, GAP, rule="E145", more=tuple(more))


def _told(fault: Fault, names: Mapping[int, str], piloted: Collection[int]) -> Text:
    """Where, what, and what to do, without a stop."""
    if not fault.more:
        return text("{place}: {found}", place=place(fault.seat, fault.slot, names), found=_found(fault, names, piloted))
    slots = listed([str(slot) for slot in (fault.slot, *fault.more)])
    if fault.kind == GAP:
        return text("{reader}: slots {slots} are empty. Put a card into each", reader=whose(fault.seat, names), slots=slots)
    wrong = _several(fault.kind, slots)
    again = text("Take them out, wipe them and push them in again, or put other cards in")
    return text("{reader}: {wrong}. {again}", reader=whose(fault.seat, names), wrong=wrong, again=again)


def _several(kind: str, slots: Text) -> Text:
    """What is wrong with several cards at once."""
    if kind == BLANK:
        return text("the cards in slots {slots} lie the wrong way round or half in", slots=slots)
    if kind == DIRTY:
        return text("the cards in slots {slots} cannot be read, they are dirty or not fully in", slots=slots)
    if kind == UNSTABLE:
        return text("the cards in slots {slots} are still moving", slots=slots)
    return text("the cards in slots {slots} are not in the deck", slots=slots)


def _found(fault: Fault, names: Mapping[int, str], piloted: Collection[int]) -> Text:
    """What is found in the slot and what to do, without the place and without a stop."""
    if fault.kind == GAP:
        return text("no card. Put a card in")
    if fault.kind == LOCKED:
        return _locked(fault)
    # Everybody reads this: the card itself is named nowhere, for its round is not revealed yet.
    if fault.kind == TWICE and fault.other is not None:
        other = place(*fault.other, names)
        # A pilot's card lies in no reader that hands reach; only the real one with its number can give way.
        if fault.other[0] in piloted:
            return text("this card is held by the pilot of {other}. Lay it aside and put another card in", other=other)
        return text("this card lies in {other} too. A card exists once: take one of them out and put the right card in", other=other)
    if fault.kind == NOT_DEALT:
        return text("this card was not dealt to this seat. Put a card from this seat's hand in")
    return text("{wrong}. Take it out, wipe it and push it in again, or put another card in", wrong=UNREADABLE.get(fault.kind, FOREIGN))


def _locked(fault: Fault) -> Text:
    """A locked slot holds what it held when it locked (6.3.3)."""
    if fault.expected is None:
        return text("this slot is locked and empty. Take the card out of it")
    card = card_words(fault.expected)
    if fault.found is None:
        return text("the locked card has been taken out. Put {card} back", card=card)
    return text("the locked card was exchanged for another one. Put {card} back", card=card)


def changed_words(seat: int, slot: int, names: Mapping[int, str]) -> Text:
    """A slot that changed after its player was ready."""
    return text("{place}: changed after the handle was moved. Put all cards as they should be, then pull the handle again.", place=place(seat, slot, names))
