"""Seats that a game fills: more pieces for the same players, or one that nobody plays.

They belong to a race and not to the set-up: they are filled when a race is created, and empty again
after it.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.errors import GameError
from companion.games.parts import added_seats
from companion.session.game_guard import checked_answer, game_fault_words
from companion.session.lobby.arrangement import BY_CHANCE, NOBODY, Setup
from companion.session.session import Session
from companion.words import text


def extra_seats(session: Session) -> Mapping[int, int | None]:
    """Return the seats that the game adds to the chosen ones, each with its owner's seat or None.

    Raises:
        GameError: A seat is chosen already, or does not exist.
    """
    chosen, game = session.lobby.setup.chosen, session.config.game
    found = checked_answer("extra_seats", added_seats(game, chosen, session.lobby.setup.words))
    for seat, owner in found.items():
        if seat not in game.seats or seat in chosen or (owner is not None and owner not in chosen):
            raise GameError(text("it fills seat {seat}, which is not possible", seat=seat))
    return found


def expected_extra_seats(session: Session) -> Mapping[int, int | None]:
    """Return `extra_seats` in the set-up, or none where the game fails; the start reports that."""
    try:
        return extra_seats(session)
    except Exception as fault:
        if not game_fault_words(session, fault):
            raise
        return {}


def with_extra_seats(session: Session) -> Setup:
    """Return the set-up of a race, in which each added seat has the player and PIN of its owner."""
    setup = without_extra_seats(session.lobby.setup)
    seats = list(setup.seats)
    for number, owner in extra_seats(session).items():
        player, pin = (
            (BY_CHANCE, "") if owner is None else (setup.seat(owner).player, setup.seat(owner).pin)
        )
        seats[number - 1] = setup.seat(number)._replace(
            player=player, pin=pin, is_extra=True, owner=owner
        )
    return setup._replace(seats=tuple(seats)) if seats != list(setup.seats) else setup


def without_extra_seats(setup: Setup) -> Setup:
    """Return the set-up as people have chosen it."""
    if not any(seat.is_extra for seat in setup.seats):
        return setup
    free = (
        seat._replace(player=NOBODY, pin="", is_extra=False, owner=None) if seat.is_extra else seat
        for seat in setup.seats
    )
    return setup._replace(seats=tuple(free))


def seats_of_player(setup: Setup, seat: int) -> tuple[int, ...]:
    """Return all seats of a seat's player, or this seat alone where nobody plays it."""
    mine = setup.seat(seat)
    first = mine.owner if mine.is_extra else seat
    if first is None:
        return (seat,)
    return tuple(
        number
        for number, other in enumerate(setup.seats, 1)
        if first in (number, other.owner if other.is_extra else None)
    )
