"""Values that seats begin with in turn, such as the model of a robot: no two alike while any are left.

A game marks such a setting (`Option.in_turn`). A seat that somebody begins to play is given a value by
a message, as if somebody had chosen it, so that a kept setup holds it; a setup that was kept before
says nothing of it and stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.api import Game
from companion.named_tuples import NamedTuple
from companion.session.lobby.arrangement import NOBODY, SeatSetup
from companion.settings import Option


class Given(NamedTuple):
    """A value that a seat begins with: the seat, the key of the setting, the word of the value."""

    seat: int
    key: str
    word: str


def given(game: Game, seats: tuple[SeatSetup, ...], beginning: frozenset[int]) -> Iterator[Given]:
    """Yield what the seats that somebody begins to play are given.

    Args:
        game: The game that says which settings are given in turn.
        seats: All seats, from seat 1 on.
        beginning: The seats that somebody begins to play.

    Yields:
        One value for each of these seats and each such setting. A seat that has a value of its own
        keeps it while nobody else has it.
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
            word = own if own is not None and keeps else _next(option, taken)
            taken.append(word)
            if word != own:
                yield Given(number, option.key, word)


def _next(option: Option, taken: list[str]) -> str:
    """Return the first of the values that fewest seats have; the default is none of them."""
    words = [choice.word for choice in option.choices if choice.word != option.default]
    return min(words, key=taken.count)


def seats_in_turn(game: Game, seats: tuple[SeatSetup, ...]) -> tuple[SeatSetup, ...]:
    """Return the seats of a setup of which nothing is chosen yet, each with what it is given."""
    found = list(seats)
    for one in given(game, seats, played(seats)):
        words = {**dict(found[one.seat - 1].words), one.key: one.word}
        found[one.seat - 1] = found[one.seat - 1]._replace(words=tuple(sorted(words.items())))
    return tuple(found)


def unsaid(game: Game, seats: tuple[SeatSetup, ...]) -> frozenset[int]:
    """Return the seats that somebody plays and that lack a value which is given in turn."""
    keys = {option.key for option in game.seat_options if option.in_turn}
    return frozenset(
        number for number in played(seats) if not keys <= dict(seats[number - 1].words).keys()
    )


def played(seats: tuple[SeatSetup, ...]) -> frozenset[int]:
    """Return the seats that somebody plays."""
    return frozenset(number for number, seat in enumerate(seats, 1) if seat.player != NOBODY)
