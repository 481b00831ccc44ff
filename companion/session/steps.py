"""The entry to a session: a message goes in, the next session and its commands come out.

`step` refuses an impossible message in words and changes nothing else. It raises only if the
session's own code is at fault. It depends on the session and the message only, so the same messages
lead to the same session on any machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Final

from companion.session import (
    absent,
    advice,
    answers,
    corrections,
    flow,
    pages,
    phone_lead,
    race,
    remote,
    timing,
)
from companion.session.absent import stand_ins_asked
from companion.session.clock import update_clock
from companion.session.commands import Command, ShowLamps
from companion.session.game_guard import game_fault_words
from companion.session.handling import Handlers
from companion.session.lamps import lamps_after
from companion.session.lobby import as_last_time, device, joining, people, seat_rules, setup
from companion.session.lobby.adaptive_level import adapt_level
from companion.session.lobby.joining import in_step
from companion.session.lobby.people import race_end_commands
from companion.session.messages import Message
from companion.session.pages import handle_page_message, notify_overlays, offer_to_overlays
from companion.session.pages.failed import show_failure
from companion.session.past import rewind
from companion.session.past.chapters import log_message, record_undo_point
from companion.session.phone_lead import all_stand
from companion.session.race import with_open_hand
from companion.session.readers import readers_after
from companion.session.session import Result, Session, pop_pages
from companion.session.view import FAILED, OVER
from companion.signals import HandleMoved, SlotRead
from companion.words import NOTHING, Text

PARTS: Final[Mapping[str, Sequence[ModuleType]]] = {
    "lobby": (setup, seat_rules, as_last_time, joining, device, people),
    "match": (race, answers, remote, flow, timing, phone_lead, absent, advice, corrections),
    "timeline": (rewind,),
    "overlays": (pages,),
}
"""The modules with the handlers of messages, under the part of the session that they are about.

A handler may change other parts, too. The readers have none: `readers_after` notes their signals
before anything else sees them.
"""

HANDLERS: Final[Handlers] = {
    kind: handler
    for modules in PARTS.values()
    for module in modules
    for kind, handler in module.HANDLERS.items()
}
"""The handler of each message; those of a page's messages are in its module."""


def step(session: Session, message: Message) -> Result:
    """Return the session after a message, and the commands that follow from it.

    Commands are carried out in order. The lights come last, whenever they change. Where the game
    fails to say how lights burn or how a race ended, everything else goes on with a notice.
    """
    after, commands = step_without_lamps(session, message)
    words, phones = NOTHING, after.config.phone_access
    try:
        following: tuple[Command, ...] = ()
        moved = after.match is not session.match
        if OVER in (session.page, after.page) and (moved or after.page != session.page):
            following = race_end_commands(session, after)
        if phones.standing and (moved or phones is not session.config.phone_access):
            following += all_stand(session, after)
        if phones.stand_ins:
            following += stand_ins_asked(session, after)
        commands += following
    except Exception as fault:
        words = _blame(after, fault)
    try:
        lamps = lamps_after(session, after)
    except Exception as fault:
        lamps, words = after.readers.lamps, _blame(after, fault)
    if lamps != after.readers.lamps:
        after, commands = (
            after._replace(readers=after.readers._replace(lamps=lamps)),
            (*commands, ShowLamps(lamps)),
        )
    if words and not after.notice:
        after = after._replace(notice=words)
    return after, commands


def _blame(session: Session, fault: Exception) -> Text:
    """Return in words what the game did wrong; raise any other fault."""
    words = game_fault_words(session, fault)
    if not words:
        raise fault
    return words


def step_without_lamps(session: Session, message: Message) -> Result:
    """Return the session after a message without its lights, as for a replay that nobody sees.

    Where the game fails, the race stays where it was, the page FAILED says what the game did, and
    what the readers reported still counts.
    """
    try:
        after, commands = _dispatch(session, message)
        if after.page == OVER and session.page != OVER:
            after = adapt_level(after)
        after = in_step(session, after)
    except Exception as fault:
        # Nothing else changes. The failed message is not kept, and does not fail again when the
        # session is replayed from the journal.
        reported = session._replace(readers=readers_after(session.readers, message))
        after = show_failure(reported, _blame(session, fault))
        return log_message(session, after, message, replay_step), ()
    # Not the message that opens a page, nor the one that closes it.
    if session.overlays:
        after, more = notify_overlays(session, after, message)
        commands = (*commands, *more)
    # Last, because covering a hand is no undo point of the race.
    after = with_open_hand(session, record_undo_point(session, update_clock(session, after)))
    return log_message(session, after, message, replay_step), commands


def replay_step(session: Session, message: Message) -> Session:
    """Return the session after a replayed message; a failure of the game is passed over."""
    after, _ = step_without_lamps(session, message)
    return pop_pages(after, FAILED) if after.overlays else after


def _dispatch(session: Session, message: Message) -> Result:
    """Dispatch a message to the page over the race, or else to its handler."""
    readers = readers_after(session.readers, message)
    if readers is not session.readers:
        session = session._replace(readers=readers)
    elif isinstance(message, (SlotRead, HandleMoved)):
        # Readers repeat their state.
        return session, ()
    if session.overlays:
        result = offer_to_overlays(session, message)
        if result is not None:
            return result
    handler = HANDLERS.get(type(message))
    return handle_page_message(session, message) if handler is None else handler(session, message)
