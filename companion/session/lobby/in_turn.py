"""Default values that differ from seat to seat, such as the model of a robot.

A game marks such a setting (`Option.in_turn`). A seat that somebody begins to play gets its value
by a message, as if somebody had chosen it, so a kept set-up contains it. An older set-up without it
stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.api import Game
from companion.named_tuples import NamedTuple
from companion.session.lobby.arrangement import NOBODY, SeatSetup


class SeatValue(NamedTuple):
    """A value that a seat begins with: the seat, the key of the setting, the word of the value."""

    seat: int
    key: str
    word: str


def values_in_turn(
    game: Game, seats: tuple[SeatSetup, ...], beginning: frozenset[int]
) -> Iterator[SeatValue]:
    """Yield the values for the seats that somebody begins to play.

    Args:
        game: The game, which marks the settings.
        seats: All seats, from seat 1.
        beginning: The seats that somebody begins to play.

    Yields:
        One value for each of these seats and each such setting. A seat with a value keeps it while
            nobody else has it.
    """
    for option in game.seat_options:
        if not option.in_turn:
            continue
        taken = [
            dict(seat.words).get(option.key, option.default)
            for number, seat in enumerate(seats, 1)
            if seat.player != NOBODY and number not in beginning
        ]
        for number in sorted(beginning):
            own = dict(seats[number - 1].words).get(option.key)
            keeps = own == option.default or own not in taken
            if own is not None and keeps:
                word = own
            else:
                # The first of the least used values; the default is not among them.
                words = [choice.word for choice in option.choices if choice.word != option.default]
                word = min(words, key=taken.count)
            taken.append(word)
            if word != own:
                yield SeatValue(number, option.key, word)


def seats_in_turn(game: Game, seats: tuple[SeatSetup, ...]) -> tuple[SeatSetup, ...]:
    """Return the seats of a new set-up, each with its values."""
    found = list(seats)
    for one in values_in_turn(game, seats, occupied_seats(seats)):
        words = {**dict(found[one.seat - 1].words), one.key: one.word}
        found[one.seat - 1] = found[one.seat - 1]._replace(words=tuple(sorted(words.items())))
    return tuple(found)


def unsaid(game: Game, seats: tuple[SeatSetup, ...]) -> frozenset[int]:
    """Return the seats with a player that lack such a value."""
    keys = {option.key for option in game.seat_options if option.in_turn}
    return frozenset(
        number
        for number in occupied_seats(seats)
        if not keys <= dict(seats[number - 1].words).keys()
    )


def occupied_seats(seats: tuple[SeatSetup, ...]) -> frozenset[int]:
    return frozenset(number for number, seat in enumerate(seats, 1) if seat.player != NOBODY)
