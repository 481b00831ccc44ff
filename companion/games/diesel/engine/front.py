"""What lies in front of whom, and which of these combatants an ability is about (DDR05, DDR18, DDR20)."""

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
from companion.games.diesel.engine.state import Laid, State

Lying: TypeAlias = tuple[int, Laid]
"""A combatant and in front of which seat it lies."""


def everything(state: State, seats: Iterable[int] | None = None) -> Iterator[Lying]:
    """All combatants, seat by seat, each row from the oldest on; only those of `seats` where some are given."""
    for seat in state.seats if seats is None else seats:
        for laid in state.front.get(seat, ()):
            yield seat, laid


def lying(state: State, card: str) -> Lying | None:
    """A combatant and whose it is; None where it does not lie in front of anybody."""
    return next((found for found in everything(state) if found[1].card == card), None)


def ability_of(state: State, laid: Laid) -> Ability:
    """What a combatant can do: nothing while it lies face down (DDR05)."""
    return NO_ABILITY if laid.down else state.card(laid.card).ability


def types_of(state: State, laid: Laid) -> tuple[str, ...]:
    """What types a combatant counts as: none face down (DDR05), all of them for who counts as every type (DDR20)."""
    if laid.down:
        return ()
    return TYPES if ability_of(state, laid).verb == EVERY_TYPE else (state.card(laid.card).type,)


def passing(
    state: State, doer: Doer, wanted: Filter, seats: Iterable[int] | None = None
) -> tuple[Lying, ...]:
    """The combatants that a filter of this doer's ability lets pass; an extreme is that of the combatants of `seats`."""
    found = tuple(one for one in everything(state, seats) if passes(state, one, doer, wanted))
    if not wanted.extreme or not found:
        return found
    best = {LOWEST: min, HIGHEST: max}[wanted.extreme](
        state.card(laid.card).strength for _, laid in found
    )
    return tuple((seat, laid) for seat, laid in found if state.card(laid.card).strength == best)


def passes(state: State, one: Lying, doer: Doer, wanted: Filter) -> bool:
    """Whether a filter lets a combatant pass, its extreme apart."""
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
