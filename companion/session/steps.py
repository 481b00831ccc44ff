"""The session's one door: a message comes in, the session after it and what is to be done go out.

`step` never raises for a message: what cannot be done is refused in words and changes nothing else. It looks at the session and the message only, so
that the same messages lead to the same session, on any machine and at any speed.
"""

from __future__ import annotations

from typing import Final

from companion.session import (
    advice,
    deciding,
    flow,
    going_on,
    pages,
    race,
    readers,
    remote,
    timing,
)
from companion.session.absent import stand_ins_asked, without_old
from companion.session.clock import clocked
from companion.session.commands import Command, ShowLamps
from companion.session.going_on import all_stand, without_standing
from companion.session.lamps import lamps_after
from companion.session.lobby import house, joining, people, seat_rules, setup
from companion.session.lobby.even import evened
from companion.session.lobby.joining import in_step
from companion.session.lobby.people import ended
from companion.session.lone import with_open_hand
from companion.session.messages import Message
from companion.session.pages import handled, heard_by_all, taken
from companion.session.pages.failed import failed
from companion.session.past import travel
from companion.session.past.chapters import logged, remembered
from companion.session.readers import BELIEVED_FIRST, believed
from companion.session.session import Result, Session, lifted, replace
from companion.session.trust import blamed
from companion.session.view import FAILED
from companion.words import NOTHING, Text

PARTS: Final = (
    setup,
    seat_rules,
    joining,
    house,
    people,
    race,
    flow,
    timing,
    readers,
    remote,
    going_on,
    advice,
    travel,
    deciding,
    pages,
)
"""The modules with handlers of messages that belong to no page."""

HANDLERS: Final = {kind: handler for part in PARTS for kind, handler in part.HANDLERS.items()}
"""What each of these messages does; those of a page stand with it (`companion.session.pages`)."""


FOLLOWING: Final = (evened, in_step, without_standing, without_old)
"""What changes in the lobby because of any message: each looks at the session before it and after it."""


def step(session: Session, message: Message) -> Result:
    """The session after a message, and the commands that follow from it; the lock lights are shown anew whenever they change.

    Commands are to be carried out in order; the lights come last, as they should burn after all of them. Where the game cannot say how lights burn,
    or how a race has ended, everything else goes on, and a notice tells people of it.
    """
    after, commands = stepped(session, message)
    words = NOTHING
    try:
        commands = (*commands, *_following(session, after))
    except Exception as fault:
        words = _blame(after, fault)
    try:
        lamps = lamps_after(session, after)
    except Exception as fault:
        lamps, words = after.lamps, _blame(after, fault)
    if lamps != after.lamps:
        after, commands = replace(after, lamps=lamps), (*commands, ShowLamps(lamps))
    if words and not after.notice:
        after = replace(after, notice=words)
    return after, commands


def _blame(session: Session, fault: Exception) -> Text:
    """Return in words what the game has done wrong; raise what was no fault of the game."""
    words = blamed(session, fault)
    if not words:
        raise fault
    return words


def _following(session: Session, after: Session) -> tuple[Command, ...]:
    """Return what is to be done where a race ends or goes on, and for people whose phones are gone."""
    commands: tuple[Command, ...] = ()
    if after.match is not session.match or after.page != session.page:
        commands = ended(session, after)
    if after.house.invited is not session.house.invited or after.match is not session.match:
        commands = (*commands, *all_stand(session, after))
    if after.house.invited.stand_ins:
        commands = (*commands, *stand_ins_asked(session, after))
    return commands


def stepped(session: Session, message: Message) -> Result:
    """The same, whatever becomes of the lights: where a session is only told again nobody sees them."""
    after, commands = _reached(session, message)
    return logged(session, after, message, retold), commands


def _reached(session: Session, message: Message) -> Result:
    """What a message leads to.

    Where the game fails the race stays where it was, and the page FAILED says what the game has done; what readers have said is believed all the same.
    """
    try:
        after, commands = _done(session, message)
        for follow in FOLLOWING:
            after = follow(session, after)
    except Exception as fault:
        words = blamed(session, fault)
        if not words:
            raise
        # Nothing else changes, so that what has failed is not kept, and does not fail again when the session is told from the journal.
        return failed(believed(session, message), words), ()
    # Not the message that lays a page, nor the one that lifts it.
    if session.layers:
        after, more = heard_by_all(session, after, message)
        commands = (*commands, *more)
    # Last: that a hand is covered is no moment of the race.
    after = with_open_hand(session, remembered(session, clocked(session, after)))
    return after, commands


def retold(session: Session, message: Message) -> Session:
    """The session after a message that was kept: nobody sees then what failed, and it holds nothing up."""
    after, _ = stepped(session, message)
    return lifted(after, FAILED) if after.layers else after


def _done(session: Session, message: Message) -> Result:
    """What a message does: what a page that lies over the race makes of it, else what it does by itself."""
    if type(message) in BELIEVED_FIRST:
        heard = believed(session, message)
        if heard is session:
            return session, ()
        session = heard
    if session.layers:
        result = taken(session, message)
        if result is not None:
            return result
    handler = HANDLERS.get(type(message))
    return handled(session, message) if handler is None else handler(session, message)
