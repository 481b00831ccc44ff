"""Settings of single seats, such as the model of a robot.

They are chosen on the page of the seats and kept with the set-up. The game explains them
(`Game.seat_options`); a seat without a choice has the default.
"""

from __future__ import annotations

from typing import Final

from companion.art import Shape
from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple
from companion.session.commands import SendMessage
from companion.session.handling import Guarded, Handlers
from companion.session.lobby.in_turn import occupied_seats, values_in_turn
from companion.session.lobby.people_messages import SitDown
from companion.session.lobby.setup import SETTING_UP, no_choice, no_seat, on_setup, with_seat
from companion.session.messages import SetPlayer
from companion.session.session import Result, Session, refuse
from companion.words import Text


@kept_as("SetSeatRule seat key word")
class SetSeatRule(NamedTuple):
    """Choose a value, by its word, for one of the settings of a seat."""

    seat: int
    key: str
    word: str


class SeatChoice(NamedTuple):
    """A value of such a setting."""

    word: str
    label: Text
    meaning: Text
    chosen: bool
    art: tuple[Shape, ...] = ()
    """Its picture."""
    usual: bool = False
    """Whether it is the default."""


class SeatRule(NamedTuple):
    """A setting of one seat."""

    key: str
    title: Text
    about: Text
    choices: tuple[SeatChoice, ...]


def on_seat_rule(session: Session, message: SetSeatRule) -> Result:
    """Choose the value, or refuse an unknown seat, setting or value."""
    why_not = no_seat(session, message.seat) or no_choice(
        session.config.game.seat_options, message.key, message.word
    )
    if why_not:
        return refuse(session, why_not)
    seat = session.lobby.setup.seat(message.seat)
    before = dict(seat.words)
    words = tuple(sorted({**before, message.key: message.word}.items()))
    setup = with_seat(session.lobby.setup, message.seat, seat._replace(words=words))
    # A first value is no choice of people, whose last message may have left a notice.
    return session._replace(
        lobby=session.lobby._replace(setup=setup),
        notice="" if message.key in before else session.notice,
    ), ()


def on_player(session: Session, message: SetPlayer | SitDown) -> Result:
    """Give a seat to somebody; a new player's seat gets its default values in turn."""
    after, commands = on_setup(session, message)
    beginning = occupied_seats(after.lobby.setup.seats) - occupied_seats(session.lobby.setup.seats)
    return after, (*commands, *says(after, beginning))


def says(session: Session, beginning: frozenset[int]) -> tuple[SendMessage, ...]:
    """Return the messages with the default values of seats with new players."""
    found = values_in_turn(session.config.game, session.lobby.setup.seats, beginning)
    return tuple(SendMessage(SetSeatRule(*one)) for one in found)


def seat_rules(session: Session, seat: int) -> tuple[SeatRule, ...]:
    """Return the settings of a seat; () in a game without such settings."""
    chosen, game = dict(session.lobby.setup.seat(seat).words), session.config.game
    rules = []
    for option in game.seat_options:
        if not option.counts(session.lobby.setup.words):
            continue
        word = chosen.get(option.key, option.default)
        choices = tuple(
            SeatChoice(
                choice.word,
                choice.label,
                meaning=choice.meaning,
                chosen=choice.word == word,
                art=tuple(game.seat_signs.get(choice.word, ())),
                usual=choice.word == option.default,
            )
            for choice in option.choices
        )
        rules.append(SeatRule(option.key, option.title, option.about, choices))
    return tuple(rules)


HANDLERS: Final[Handlers] = {
    SetPlayer: Guarded(on_player, SETTING_UP),
    SetSeatRule: Guarded(on_seat_rule, SETTING_UP),
    SitDown: Guarded(on_player, SETTING_UP),
}
"""The handlers of this module's messages."""
