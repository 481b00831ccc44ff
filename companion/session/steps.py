"""The entry to a session: a message goes in, the next session and its commands come out.

`step` refuses an impossible message in words and changes nothing else. It raises only if the
session's own code is at fault. It depends on the session and the message only, so the same messages
lead to the same session on any machine.
"""

from __future__ import annotations

from typing import Final

from companion.session import (
    absent,
    advice,
    corrections,
    flow,
    pages,
    phone_lead,
    race,
    readers,
    remote,
    timing,
)
from companion.session.absent import stand_ins_asked
from companion.session.clock import update_clock
from companion.session.commands import Command, ShowLamps
from companion.session.game_guard import game_fault_words
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
from companion.session.readers import READER_SIGNALS, apply_reader_signal
from companion.session.session import Result, Session, pop_pages, replace
from companion.session.view import FAILED, OVER
from companion.words import NOTHING, Text

PARTS: Final = (
    absent,
    setup,
    seat_rules,
    as_last_time,
    joining,
    device,
    people,
    race,
    flow,
    timing,
    readers,
    remote,
    phone_lead,
    advice,
    rewind,
    corrections,
    pages,
)
"""The modules with handlers of messages that belong to no page."""

HANDLERS: Final = {kind: handler for part in PARTS for kind, handler in part.HANDLERS.items()}
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
            replace(after, readers=replace(after.readers, lamps=lamps)),
            (*commands, ShowLamps(lamps)),
        )
    if words and not after.notice:
        after = replace(after, notice=words)
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
        after = show_failure(apply_reader_signal(session, message), _blame(session, fault))
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
    if type(message) in READER_SIGNALS:
        reported = apply_reader_signal(session, message)
        if reported is session:
            return session, ()
        session = reported
    if session.overlays:
        result = offer_to_overlays(session, message)
        if result is not None:
            return result
    handler = HANDLERS.get(type(message))
    return handle_page_message(session, message) if handler is None else handler(session, message)
