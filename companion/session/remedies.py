"""What is wrong at a reader, and what to do about it, in one sentence each: seat, slots, found, remedy (rulebook 6.4.3).

`alarms` blinks the same slots (`places`), so that nobody has to count along the row.
"""
from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from companion.games.base import GAP, LOCKED, NOT_DEALT, TWICE, Face, Fault
from companion.signals import BLANK, DIRTY, UNSTABLE
from companion.words import listed

UNREADABLE: Final[Mapping[str, str]] = {
    BLANK: "this card lies the wrong way round or half in",
    DIRTY: "this card cannot be read, it is dirty or not fully in",
    UNSTABLE: "this card is still moving",
}

FOREIGN: Final = "this card is not in the deck"

SEVERAL: Final[Mapping[str, str]] = {
    BLANK: "lie the wrong way round or half in", DIRTY: "cannot be read, they are dirty or not fully in", UNSTABLE: "are still moving",
}
"""The same of several cards at once."""


def card_words(face: Face) -> str:
    """A card as people call it: "Move 1 (490)".

    With its priority, which is unique in a deck (4). A secret one is not named.
    """
    if face.code < 0:
        return "the same card"
    names = {"uturn": "U-turn", "move1": "Move 1", "move2": "Move 2", "move3": "Move 3"}
    return f"{names.get(face.move, face.move.capitalize())} ({face.priority})"


def remedy(fault: Fault, names: Mapping[int, str], piloted: Collection[int] = ()) -> str:
    """The fault with its place and its remedy: "Seat 2 COPPER, slot 4: no card. Put a card in, then pull the handle again.".

    `piloted` are seats that pilots play, whose cards nobody can take out.
    """
    return f"{_told(fault, names, piloted)}, then pull the handle again."


def complaint(fault: Fault, names: Mapping[int, str], piloted: Collection[int] = ()) -> str:
    """The same before anybody has moved a handle.

    Without the end of the sentence, since there is nothing to be done again.
    """
    return f"{_told(fault, names, piloted)}."


def places(fault: Fault) -> tuple[tuple[int, int], ...]:
    """The slots that a fault is about, as (seat, slot): its own, others with the same fault, and the one where the same card lies too."""
    own = tuple((fault.seat, slot) for slot in (fault.slot, *fault.more))
    return (*own, *([fault.other] if fault.other is not None else []))


def place(seat: int, slot: int, names: Mapping[int, str]) -> str:
    """A slot as people find it: "Seat 2 COPPER, slot 4"."""
    return f"{whose(seat, names)}, slot {slot}"


def whose(seat: int, names: Mapping[int, str]) -> str:
    """A reader as people find it: "Seat 2 COPPER"."""
    return f"Seat {seat} {names.get(seat, '')}".rstrip()


def gaps(seat: int, slots: Sequence[int]) -> Fault:
    """Empty slots of a seat as one fault, from the left (E145); there must be one."""
    first, *more = sorted(slots)
    return Fault(seat, first, GAP, rule="E145", more=tuple(more))


def _told(fault: Fault, names: Mapping[int, str], piloted: Collection[int]) -> str:
    """Where, what, and what to do, without a stop."""
    if not fault.more:
        return f"{place(fault.seat, fault.slot, names)}: {_found(fault, names, piloted)}"
    slots = listed([str(slot) for slot in (fault.slot, *fault.more)])
    if fault.kind == GAP:
        return f"{whose(fault.seat, names)}: slots {slots} are empty. Put a card into each"
    wrong = SEVERAL.get(fault.kind, "are not in the deck")
    again = "Take them out, wipe them and push them in again, or put other cards in"
    return f"{whose(fault.seat, names)}: the cards in slots {slots} {wrong}. {again}"


def _found(fault: Fault, names: Mapping[int, str], piloted: Collection[int]) -> str:
    """What is found in the slot and what to do, without the place and without a stop."""
    if fault.kind == GAP:
        return "no card. Put a card in"
    if fault.kind == LOCKED:
        return _locked(fault)
    # Everybody reads this: the card itself is named nowhere, for its register is not revealed yet.
    if fault.kind == TWICE and fault.other is not None:
        other = place(*fault.other, names)
        # A pilot's card lies in no reader that hands reach; only the real one with its number can give way.
        if fault.other[0] in piloted:
            return f"this card is held by the pilot of {other}. Lay it aside and put another card in"
        return f"this card lies in {other} too. A card exists once: take one of them out and put the right card in"
    if fault.kind == NOT_DEALT:
        return "this card was not dealt to this seat. Put a card from this seat's hand in"
    return f"{UNREADABLE.get(fault.kind, FOREIGN)}. Take it out, wipe it and push it in again, or put another card in"


def _locked(fault: Fault) -> str:
    """A locked slot holds what it held when it locked (6.3.3)."""
    if fault.expected is None:
        return "this slot is locked and empty. Take the card out of it"
    found = "has been taken out" if fault.found is None else "was exchanged for another one"
    return f"the locked card {found}. Put {card_words(fault.expected)} back"


def changed_words(seat: int, slot: int, names: Mapping[int, str]) -> str:
    """A slot that changed after its player was ready."""
    return f"{place(seat, slot, names)}: changed after the handle was moved. Put all cards as they should be, then pull the handle again."
