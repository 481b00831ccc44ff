"""Settings that a game has for single seats, such as the model of a robot: chosen on the page of the seats, kept with the setup.

What each means the game says (`Game.seat_options`); a seat for which nobody has chosen has the usual value.
"""

from __future__ import annotations

from typing import Final

from companion.art import Shape
from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple
from companion.session.commands import Say
from companion.session.handling import Guarded, Handlers
from companion.session.lobby.in_turn import given, played
from companion.session.lobby.setup import SETTING_UP, no_choice, no_seat, on_setup, with_seat
from companion.session.lobby.sitting import SitDown
from companion.session.messages import SetPlayer
from companion.session.session import Result, Session, refused, replace
from companion.settings import Option
from companion.words import Text


@kept_as("SetSeatRule seat key word")
class SetSeatRule(NamedTuple):
    """Choose a value, by its word, for one of the settings that a game has for single seats."""

    seat: int
    key: str
    word: str


class SeatChoice(NamedTuple):
    """A value of such a setting as it is offered: its word, its label, what it means, its sign, whether it is chosen, and whether a seat has it unless people choose."""

    word: str
    label: Text
    meaning: Text
    chosen: bool
    art: tuple[Shape, ...] = ()
    usual: bool = False


class SeatRule(NamedTuple):
    """Such a setting of one seat: its key, its title, what it decides, its values."""

    key: str
    title: Text
    about: Text
    choices: tuple[SeatChoice, ...]


def on_seat_rule(session: Session, message: SetSeatRule) -> Result:
    """The seat has this value from now on; refused in words where there is no such seat, setting or value."""
    why_not = no_seat(session, message.seat) or no_choice(
        session.house.game.seat_options, message.key, message.word
    )
    if why_not:
        return refused(session, why_not)
    seat = session.setup.seat(message.seat)
    before = dict(seat.words)
    words = tuple(sorted({**before, message.key: message.word}.items()))
    setup = with_seat(session.setup, message.seat, seat._replace(words=words))
    # The first value comes by itself, and what was just said of the seat is still to be read.
    return replace(session, setup=setup, notice="" if message.key in before else session.notice), ()


def on_player(session: Session, message: SetPlayer | SitDown) -> Result:
    """Seat somebody; a seat that nobody played begins with what the game gives in turn."""
    after, commands = on_setup(session, message)
    beginning = played(after.setup.seats) - played(session.setup.seats)
    return after, (*commands, *says(after, beginning))


def says(session: Session, beginning: frozenset[int]) -> tuple[Say, ...]:
    """Say what the seats begin with that somebody begins to play."""
    found = given(session.house.game, session.setup.seats, beginning)
    return tuple(Say(SetSeatRule(*one)) for one in found)


def seat_rules(session: Session, seat: int) -> tuple[SeatRule, ...]:
    """What can be chosen for a seat, and what is; () in a game without such settings."""
    chosen = dict(session.setup.seat(seat).words)
    return tuple(
        _rule(session, option, chosen.get(option.key, option.default))
        for option in session.house.game.seat_options
        if option.counts(session.setup.words)
    )


def _rule(session: Session, option: Option, word: str) -> SeatRule:
    signs = session.house.game.seat_signs
    choices = (
        SeatChoice(
            choice.word,
            choice.label,
            choice.meaning,
            choice.word == word,
            tuple(signs.get(choice.word, ())),
            choice.word == option.default,
        )
        for choice in option.choices
    )
    return SeatRule(option.key, option.title, option.about, tuple(choices))


HANDLERS: Final[Handlers] = {
    SetPlayer: Guarded(on_player, SETTING_UP),
    SetSeatRule: Guarded(on_seat_rule, SETTING_UP),
    SitDown: Guarded(on_player, SETTING_UP),
}
"""The messages of this module, with what each does."""
