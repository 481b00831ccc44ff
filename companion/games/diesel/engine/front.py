"""The combatants in front of seats, and which of them pass a filter (DDR05, DDR18, DDR20)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from companion.games.diesel.engine.cards import (
    EVERY_TYPE,
    HIGHEST,
    LOWEST,
    NO_ABILITY,
    OTHERS,
    OWN,
    TYPES,
    Ability,
    Filter,
)
from companion.games.diesel.engine.events import Doer
from companion.games.diesel.engine.state import DieselState, RowCard

FrontCard: TypeAlias = tuple[int, RowCard]
"""A combatant with the seat in front of which it is."""


def everything(state: DieselState, seats: Iterable[int] | None = None) -> Iterator[FrontCard]:
    """Yield all combatants, or those of some seats: seat by seat, each row from the oldest on."""
    for seat in state.seats if seats is None else seats:
        for row_card in state.front.get(seat, ()):
            yield seat, row_card


def find_in_front(state: DieselState, card: str) -> FrontCard | None:
    """Return a combatant with its seat, None if it is in front of none."""
    return next((found for found in everything(state) if found[1].card == card), None)


def ability_of(state: DieselState, row_card: RowCard) -> Ability:
    """Return the ability of a combatant; face down it has none (DDR05)."""
    return NO_ABILITY if row_card.down else state.card(row_card.card).ability


def types_of(state: DieselState, row_card: RowCard) -> tuple[str, ...]:
    """Return the types of a combatant: none face down (DDR05), or all by an ability (DDR20)."""
    if row_card.down:
        return ()
    if ability_of(state, row_card).verb == EVERY_TYPE:
        return TYPES
    return (state.card(row_card.card).type,)


def passing(
    state: DieselState, doer: Doer, wanted: Filter, seats: Iterable[int] | None = None
) -> tuple[FrontCard, ...]:
    """Return the combatants that pass the filter of a doer's ability.

    An extreme is that of the combatants of `seats`.
    """
    found = tuple(one for one in everything(state, seats) if passes(state, one, doer, wanted))
    if not wanted.extreme or not found:
        return found
    best = {LOWEST: min, HIGHEST: max}[wanted.extreme](
        state.card(row_card.card).strength for _, row_card in found
    )
    return tuple(
        (seat, row_card) for seat, row_card in found if state.card(row_card.card).strength == best
    )


def passes(state: DieselState, one: FrontCard, doer: Doer, wanted: Filter) -> bool:
    """Return whether a combatant passes a filter, apart from its extreme."""
    seat, row_card = one
    if (
        (wanted.whose == OWN and seat != doer[0])
        or (wanted.whose == OTHERS and seat == doer[0])
        or (wanted.others and row_card.card == doer[1])
    ):
        return False
    if (wanted.deployed and not row_card.deployed) or (wanted.up and row_card.down):
        return False
    if wanted.types and not set(wanted.types) & set(types_of(state, row_card)):
        return False
    return wanted.least <= state.card(row_card.card).strength <= wanted.most
