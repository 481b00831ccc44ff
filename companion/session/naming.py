"""What clanks are called: as somebody has typed, else as their colour, so that the brown one is never called BRASS.

A name that nobody typed is never kept by itself: it is made of the colour, whenever a colour or another name has changed.
"""
from __future__ import annotations

from itertools import count

from companion.session.session import SeatSetup, Setup


def colour_name(colour: str) -> str:
    """What the clank of a colour is called until somebody says otherwise; the same in every language."""
    return colour.upper()


def with_names(setup: Setup) -> Setup:
    """Every name that nobody typed as the clank's colour says."""
    taken = {seat.name for seat in setup.seats if seat.typed}
    return setup._replace(seats=tuple(seat if seat.typed else seat._replace(name=_free(colour_name(seat.colour), taken)) for seat in setup.seats))


def _free(name: str, taken: set[str]) -> str:
    """The name, or with a number where somebody has typed just this one for another clank: RUBY 2 while a girl called Ruby plays violet."""
    return name if name not in taken else next(other for number in count(2) if (other := f"{name} {number}") not in taken)


def called(setup: Setup, seat: int, name: str) -> Setup:
    """A clank that somebody calls by a name; who was called so takes the old name in exchange, if that was typed, else that of its colour.

    Its colour's own name is as if nobody had typed any, and confirming the name that stands there changes nothing.
    """
    mine = setup.seat(seat)
    if name == mine.name:
        return setup
    given = mine._replace(name=name, typed=name != colour_name(mine.colour))
    seats = (given if number == seat else _displaced(other, mine, name) for number, other in enumerate(setup.seats, 1))
    return with_names(setup._replace(seats=tuple(seats)))


def _displaced(other: SeatSetup, mine: SeatSetup, name: str) -> SeatSetup:
    if not other.typed or other.name != name:
        return other
    return other._replace(name=mine.name, typed=mine.typed)
