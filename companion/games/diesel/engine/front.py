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
        for laid in state.front.get(seat, ()):
            yield seat, laid


def find_in_front(state: DieselState, card: str) -> FrontCard | None:
    """Return a combatant with its seat, None if it is in front of none."""
    return next((found for found in everything(state) if found[1].card == card), None)


def ability_of(state: DieselState, laid: RowCard) -> Ability:
    """Return the ability of a combatant; face down it has none (DDR05)."""
    return NO_ABILITY if laid.down else state.card(laid.card).ability


def types_of(state: DieselState, laid: RowCard) -> tuple[str, ...]:
    """Return the types of a combatant: none face down (DDR05), or all by an ability (DDR20)."""
    if laid.down:
        return ()
    return TYPES if ability_of(state, laid).verb == EVERY_TYPE else (state.card(laid.card).type,)


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
        state.card(laid.card).strength for _, laid in found
    )
    return tuple((seat, laid) for seat, laid in found if state.card(laid.card).strength == best)


def passes(state: DieselState, one: FrontCard, doer: Doer, wanted: Filter) -> bool:
    """Return whether a combatant passes a filter, apart from its extreme."""
    seat, laid = one
    if (
        (wanted.whose == OWN and seat != doer[0])
        or (wanted.whose == OTHERS and seat == doer[0])
        or (wanted.others and laid.card == doer[1])
    ):
        return False
    if (wanted.deployed and not laid.deployed) or (wanted.up and laid.down):
        return False
    if wanted.types and not set(wanted.types) & set(types_of(state, laid)):
        return False
    return wanted.least <= state.card(laid.card).strength <= wanted.most
