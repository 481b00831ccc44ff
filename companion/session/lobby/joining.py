"""Joining with the table's code during the set-up: a phone takes a free seat and a name.

Until it has the page of a seat, a phone is known by its ticket, a number of the service for phones.
Its effects on the set-up are the same messages as at the table, so nothing about phones is kept
with a game.
"""

from __future__ import annotations

from typing import Final

from companion.named_tuples import NamedTuple
from companion.names import name_refusal, same_name, tidied
from companion.records.book import GUEST
from companion.session.commands import SendMessage
from companion.session.handling import SETUP, Guarded, Handlers, Precondition
from companion.session.lobby.arrangement import NOBODY, PERSON
from companion.session.lobby.people_messages import SitDown
from companion.session.lobby.phone_access import PhoneAccess
from companion.session.lobby.setup import LONGEST_NAME, no_seat, no_start, starts_of
from companion.session.messages import SetName, SetPlayer, ShowNotice, success
from companion.session.session import Result, Session, all_but
from companion.session.view import PLACE
from companion.words import NOTHING, Text, text

MOST_ANSWERS: Final = 64
"""The number of remembered answers, the newest ones: more than a table has phones."""


class JoinAtPhone(NamedTuple):
    """A phone with the table's code asks for a free seat."""

    ticket: int
    """The service's number for the phone."""
    seat: int
    name: str
    """The name for the seat's piece."""


class LeaveAtPhone(NamedTuple):
    """The service has finished with a ticket: its phone has its seat's page, or is gone."""

    ticket: int


class SetReady(NamedTuple):
    """The player of a seat says on its phone that it is ready for the game, or takes that back."""

    seat: int
    on: bool


# ---- Handlers ----


def on_join(session: Session, message: JoinAtPhone) -> Result:
    """Give the seat to the phone, or answer why not."""
    access = session.config.phone_access
    old = access.taken.get(message.ticket, message.seat)
    why = seat_refusal(session, message.seat, message.ticket) or named_refusal(
        session, message.seat, message.name, old
    )
    if why:
        newest = dict(
            [*all_but(message.ticket, access.answers).items(), (message.ticket, why)][
                -MOST_ANSWERS:
            ]
        )
        return with_phone_access(session, session.config.phone_access._replace(answers=newest)), ()
    taken = {**access.taken, message.ticket: message.seat}
    after = with_phone_access(
        session,
        session.config.phone_access._replace(
            answers=all_but(message.ticket, access.answers), taken=taken
        ),
    )
    name = tidied(message.name)
    notice = success(text("{name} has taken seat {seat} at a phone.", name=name, seat=message.seat))
    left = (
        (SendMessage(SetPlayer(old, NOBODY)),)
        if old != message.seat and old not in access.at_hand
        else ()
    )
    return after, (
        *left,
        SendMessage(SitDown(message.seat, GUEST)),
        SendMessage(SetName(message.seat, name)),
        SendMessage(ShowNotice(notice)),
    )


def on_leave(session: Session, message: LeaveAtPhone) -> Result:
    access = session.config.phone_access
    if message.ticket not in access.answers and message.ticket not in access.taken:
        return session, ()
    return with_phone_access(
        session,
        session.config.phone_access._replace(
            answers=all_but(message.ticket, access.answers),
            taken=all_but(message.ticket, access.taken),
        ),
    ), ()


def on_ready(session: Session, message: SetReady) -> Result:
    """Note it, for a person's seat."""
    seat, access = message.seat, session.config.phone_access
    if seat not in session.people or (seat in access.ready) == message.on:
        return session, ()
    return with_phone_access(
        session,
        session.config.phone_access._replace(
            ready=access.ready | {seat} if message.on else access.ready - {seat}
        ),
    ), ()


def with_phone_access(session: Session, access: PhoneAccess) -> Session:
    """Return the session with other facts about its phones."""
    return session._replace(config=session.config._replace(phone_access=access))


# ---- What is free ----


def seat_refusal(session: Session, seat: int, ticket: int = 0) -> Text:
    """Return why a phone cannot take a seat; NOTHING where the seat is free."""
    if not session.setting_up:
        return text("The game has begun. Watch it, or join with the code of a seat.")
    if why := no_seat(session, seat):
        return why
    if seat not in starts_of(session):
        return no_start(session, seat)
    if is_taken(session, seat, ticket):
        return text(
            "{piece} already has a player: choose another seat.",
            piece=session.lobby.setup.names[seat],
        )
    return NOTHING


def is_taken(session: Session, seat: int, ticket: int = 0) -> bool:
    """Return whether another person plays a seat: on a phone, with a PIN, or ready.

    `ticket` is that of the phone that asks.
    """
    access, mine = session.config.phone_access, session.lobby.setup.seat(seat)
    if any(other == seat and holder != ticket for holder, other in access.taken.items()):
        return True
    return mine.player == PERSON and (
        bool(mine.pin) or seat in access.ready or seat in access.at_hand
    )


def named_refusal(session: Session, seat: int, name: str, left: int = 0) -> Text:
    """Return why a piece cannot have a name; NOTHING where it can. `left` is a seat being left."""
    why = name_refusal(name, LONGEST_NAME)
    if why:
        return why
    # Names are exchanged on the screen only, where everybody sees it.
    if any(
        same_name(session.lobby.setup.names[other], name)
        for other in session.lobby.setup.chosen
        if other not in (seat, left)
    ):
        return text("Somebody else is called {name}: choose another name.", name=tidied(name))
    return NOTHING


# ---- In step with the game ----


def in_step(before: Session, after: Session) -> Session:
    """Withdraw what phones said that no longer holds after a message.

    Seats that have changed are neither ready nor taken. Pieces are not in place any more once the
    race has gone on. Pilots replace people for one turn, and nobody is awaited after the race.
    """
    access, left, match = after.config.phone_access, before.config.phone_access, after.match
    now_access = access
    if access.standing and after.page != PLACE:
        now_access = now_access._replace(standing=frozenset())
    if access.stand_ins or access.gone:
        now = None if match is None else (match.number, match.next_step.turn)
        people = after.people if match is not None else ()
        stand_ins = {
            seat: until
            for seat, until in access.stand_ins.items()
            if until == now and seat in people
        }
        gone = {seat: since for seat, since in access.gone.items() if seat in people}
        now_access = now_access._replace(stand_ins=stand_ins, gone=gone)
    if (access.ready or access.taken or access.replies) and (
        after.lobby.setup is not before.lobby.setup
        or access.codes is not left.codes
        or match is not before.match
    ):
        old, new = before.lobby.setup.seats, after.lobby.setup.seats
        changed = {
            seat
            for seat in {*access.ready, *access.taken.values(), *access.replies}
            if seat > min(len(old), len(new)) or old[seat - 1] != new[seat - 1]
        }
        given_up = {seat for seat in changed if seat in before.people and seat not in after.people}
        given_up |= left.at_hand - access.at_hand
        now_access = now_access._replace(
            ready=frozenset() if match is not None else access.ready - changed,
            taken={ticket: seat for ticket, seat in access.taken.items() if seat not in given_up},
            replies={seat: words for seat, words in access.replies.items() if seat not in changed},
        )
    return after if now_access == access else with_phone_access(after, now_access)


HANDLERS: Final[Handlers] = {
    JoinAtPhone: on_join,
    LeaveAtPhone: on_leave,
    SetReady: Guarded(on_ready, Precondition((SETUP,))),
}
"""The handlers of this module's messages."""
