"""The seat that a page concerns alone, and the turn of the picture for each seat.

The screen carries it out (`companion.ui.rotation`): it knows which page covers a hand, and when a
finger or an unfinished entry is in the way.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.asking import Ask, Questions
from companion.session.preferences import FAR, LEFT, NEAR, RIGHT, SIDES, Preferences
from companion.session.remote import at_phone
from companion.session.session import Match, Session
from companion.session.view import EVERYBODY

DEGREES: Final[Mapping[str, int]] = {NEAR: 0, LEFT: 90, FAR: 180, RIGHT: 270}
"""The clockwise turn of the picture, in degrees, that brings its lower edge to a side."""


def sides_of(preferences: Preferences) -> dict[int, str]:
    """Return the side of each seat."""
    return dict(enumerate(preferences.sides.split(" "), 1))


def with_sides(preferences: Preferences, sides: Mapping[int, str]) -> Preferences:
    """Return the preferences with these seats at other sides."""
    return preferences._replace(sides=" ".join({**sides_of(preferences), **sides}.values()))


def around_table(session: Session) -> Preferences:
    """Return the preferences with all people around the table, in order and evenly.

    Other seats are at the side of the person before them.
    """
    seats = sides_of(session.lobby.preferences)
    people = session.people or tuple(seats)
    places = {seat: max(0, sum(person <= seat for person in people) - 1) for seat in seats}
    sides = {seat: SIDES[at * len(SIDES) // len(people)] for seat, at in places.items()}
    return with_sides(session.lobby.preferences, sides)


def deciding_seat(session: Session, ask: Ask) -> int:
    """Return the seat whose player decides, the first one of a player with several."""
    return session.lobby.setup.seat(ask.player).owner or ask.player


def turns_of(session: Session) -> Mapping[int, int]:
    """Return how far the picture turns for each seat, where it does.

    A seat for which another player decides has that player's side.
    """
    sides = sides_of(session.lobby.preferences)
    deciding = {
        seat: chosen.owner or seat for seat, chosen in enumerate(session.lobby.setup.seats, 1)
    }
    if session.match is not None:
        deciding |= {ask.seat: deciding_seat(session, ask) for ask in _asks(session.match)}
    return {seat: DEGREES[sides.get(player, NEAR)] for seat, player in deciding.items()}


def asked_seat(session: Session, match: Match) -> int:
    """Return the seat that a page of questions concerns alone, or EVERYBODY.

    That is the open one, or the one that is asked while no other person is: somebody who has
    answered before the others still reads the same page as they.
    """
    if match.question.open_seat is not None:
        return match.question.open_seat
    asks = [ask for ask in _asks(match) if session.is_person(ask.player)]
    waiting = [ask.seat for ask in asks if ask.seat not in match.question.answers]
    if len({deciding_seat(session, ask) for ask in asks}) != 1 or not waiting:
        return EVERYBODY
    return EVERYBODY if at_phone(session, waiting[0]) else waiting[0]


def _asks(match: Match) -> tuple[Ask, ...]:
    return match.next_step.asks if isinstance(match.next_step, Questions) else ()
