"""The people of last time at their seats, by one touch on the first page of the set-up.

Like a first game it is a series of ordinary messages, so the set-up may refuse them and the journal
keeps them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.named_tuples import NamedTuple
from companion.records.book import GUEST
from companion.session.commands import SendMessage
from companion.session.handling import Guarded, Handlers
from companion.session.lobby.arrangement import NOBODY, PERSON, SeatSetup
from companion.session.lobby.extra_seats import without_extra_seats
from companion.session.lobby.people_messages import SitDown
from companion.session.lobby.seat_rules import SetSeatRule
from companion.session.lobby.setup import SETTING_UP, colour_name, no_start, starts_of
from companion.session.messages import (
    Begin,
    Message,
    SetColour,
    SetName,
    SetPlayer,
    SetShape,
)
from companion.session.session import Result, Session, refuse
from companion.words import NOTHING, Text, listed, text

MOST_LETTERS: Final = 36
"""The most letters of the names on the button."""


class PlayAsLastTime(NamedTuple):
    """Seat the people of last time, and begin with what else is chosen."""

    seated: bool = False
    """Whether they sit already; sent by the session itself."""


def last_seats(session: Session) -> tuple[SeatSetup, ...]:
    """Return the seats of the race that ended last, else those of the last session; () for none."""
    if session.timeline.last is not None:
        return without_extra_seats(session.timeline.last.lobby.setup).seats
    return session.config.last_seats


def people_of_last_time(session: Session) -> Text:
    """Return the names of last time's people, NOTHING where nobody sat at this table.

    Of many people only the first ones are named.
    """
    names = []
    for seat in last_seats(session):
        if seat.player == PERSON:
            person = session.config.records.person(seat.person)
            names.append(seat.name if person is None or seat.typed else person.name)
    if not names:
        return NOTHING
    shown = len(names)
    while shown > 1 and sum(map(len, names[:shown])) > MOST_LETTERS:
        shown -= 1
    if shown == len(names):
        return listed(names, "")
    return text(
        "{names} and {number} more", names=listed(names[:shown], ""), number=len(names) - shown
    )


def on_as_last_time(session: Session, message: PlayAsLastTime) -> Result:
    """Send the messages, or refuse where a seat of last time has no start on the chosen board."""
    seats, starts = last_seats(session), starts_of(session)
    if not any(seat.player == PERSON for seat in seats):
        return session, ()
    lacking = (
        number
        for number, seat in enumerate(seats, 1)
        if seat.player != NOBODY and number not in starts
    )
    if why := next((no_start(session, number) for number in lacking), NOTHING):
        return refuse(session, why)
    if message.seated:
        # The settings of their seats that the game has, and that are not chosen already.
        keys = {option.key for option in session.config.game.seat_options}
        pairs = zip(session.lobby.setup.seats, seats, strict=False)
        rules = list[SendMessage]()
        for number, (now, then) in enumerate(pairs, 1):
            chosen = dict(now.words)
            for key, word in then.words:
                if key in keys and chosen.get(key) != word:
                    rules.append(SendMessage(SetSeatRule(number, key, word)))
        return session, (*rules, SendMessage(Begin()))
    # New players get the settings of their seats in turn; those of last time come after them.
    again = SendMessage(PlayAsLastTime(seated=True))
    return session, (*map(SendMessage, _seating(session, seats)), again)


def _seating(session: Session, seats: tuple[SeatSetup, ...]) -> Iterator[Message]:
    """Yield the messages that lead to these seats, without what is so already."""
    present = session.lobby.setup.seats
    pairs = [
        (number, now, seats[number - 1] if number <= len(seats) else now._replace(player=NOBODY))
        for number, now in enumerate(present, 1)
    ]
    # Names follow colours, so these come first.
    for number, now, then in pairs:
        if now.colour != then.colour:
            yield SetColour(number, then.colour)
        if now.shape != then.shape:
            yield SetShape(number, then.shape)
    records, pilots = session.config.records, session.config.pilot_labels
    for number, now, then in pairs:
        player = then.player if then.player in (PERSON, *pilots) else NOBODY
        person = then.person if records.person(then.person) is not None else GUEST
        others = (now.player, now.person) != (player, person)
        if player == PERSON and others:
            yield SitDown(number, person)
        elif player != now.player:
            yield SetPlayer(number, player)
        if then.typed and (others or now.name != then.name):
            yield SetName(number, then.name)
        elif not then.typed and now.typed and not others:
            known = records.person(person)
            yield SetName(number, colour_name(then.colour) if known is None else known.name)


HANDLERS: Final[Handlers] = {PlayAsLastTime: Guarded(on_as_last_time, SETTING_UP)}
"""The handlers of this module's messages."""
