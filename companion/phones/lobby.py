"""What phones see while a game is set up: every seat, who plays it and whether that player is ready; and what the owner of a seat can choose there.

Everything here is for everybody: nothing is dealt yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from companion.session.lobby.arrangement import NOBODY, PERSON
from companion.session.lobby.filling import expected
from companion.session.lobby.joining import seat_refusal
from companion.session.lobby.seat_rules import SeatRule, seat_rules
from companion.session.lobby.setup import entry_of, starts_of
from companion.session.pictures import sign_of
from companion.session.remote import NAME
from companion.session.session import Session
from companion.session.view import SeatSign
from companion.words import NOTHING, Text, listed, sentences, text

JOIN = "join"
"""The key by which a phone takes a free seat (`companion.session.lobby.joining.JoinAtPhone`), with a name."""


class LobbySeat(NamedTuple):
    """A seat as everybody sees it while a game is set up."""

    seat: int
    sign: SeatSign
    who: Text
    """Who plays it."""
    choices: Text = NOTHING
    """What is chosen for it otherwise than usual, such as its model."""
    ready: bool = False
    free: bool = False
    """A phone may take it."""
    mine: bool = False
    """The phone's own."""
    person: bool = False
    """A person plays it, who may be at the table."""


class OwnSeat(NamedTuple):
    """What the owner of a seat can choose at its phone while a game is set up; the keys are those of `companion.session.remote`."""

    name: str
    """What its piece is called now: NAME takes another name."""
    rules: tuple[SeatRule, ...] = ()
    """What the game lets a seat choose: `rule_key` for each value that is not chosen."""
    key: str = NAME


def lobby_of(session: Session, seat: int | None = None) -> tuple[LobbySeat, ...]:
    """Return all seats that are played or can be, `seat` marked as the phone's own; none in a race."""
    if not session.setting_up:
        return ()
    more, starts = expected(session), starts_of(session)
    return tuple(_seats(session, seat, more, frozenset(starts)))


def _seats(
    session: Session, mine: int | None, more: Mapping[int, int | None], starts: frozenset[int]
) -> Iterator[LobbySeat]:
    for number, setup in enumerate(session.setup.seats, 1):
        if setup.player != NOBODY or number in more or number in starts:
            special = [
                choice.label
                for rule in seat_rules(session, number)
                for choice in rule.choices
                if choice.chosen and not choice.usual
            ]
            yield LobbySeat(
                number,
                sign_of(session, number),
                _who(session, number, more),
                listed(special, "") if special else NOTHING,
                number in session.house.invited.ready,
                number != mine and not seat_refusal(session, number),
                number == mine,
                setup.player == PERSON,
            )


def _who(session: Session, seat: int, more: Mapping[int, int | None]) -> Text:
    """Say who plays a seat, and where."""
    player = session.setup.seat(seat).player
    if player == PERSON:
        invited = session.house.invited
        if seat in invited.at_hand or seat in invited.taken.values():
            return text("on a phone")
        return text("at the table") if session.on_screen(seat) else text("at its reader")
    if player != NOBODY:
        return session.house.pilot_labels.get(player, text("a pilot"))
    if seat not in more:
        return text("nobody")
    owner = more[seat]
    return (
        text("by chance")
        if owner is None
        else text("with {piece}", piece=session.setup.seat(owner).name)
    )


def own_seat(session: Session, seat: int) -> OwnSeat | None:
    """Return what the owner of a seat can choose; None in a race, and where no person plays it."""
    if not session.setting_up or seat not in session.people:
        return None
    return OwnSeat(session.setup.seat(seat).name, seat_rules(session, seat))


def lobby_words(session: Session, seat: int | None = None) -> Text:
    """Say what is being set up, and what to do at the phone."""
    entry, game = entry_of(session), session.house.game
    what = (
        text("{game} on {board}.", game=game.title, board=entry.title)
        if entry is not None
        else text("{game}.", game=game.title)
    )
    if seat is None:
        return sentences(what, text("Take a free seat, or watch."))
    ready = seat in session.house.invited.ready
    return sentences(
        what, text("You are ready: the table begins.") if ready else text("Say when you are ready.")
    )
