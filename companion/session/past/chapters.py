"""The past of a race, and how a long one is kept small.

The past leads from undo point to undo point (`UndoPoint.past`). The last CHAPTERS chapters keep
their undo points; an earlier `Chapter` is a session and the messages after it, which are replayed
when somebody goes back that far. The result is the same, only later: equal messages lead to equal
sessions.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Final

from companion.session.messages import Message
from companion.session.pages import find_page
from companion.session.past.history import records_of, shown_turn
from companion.session.past.spelling import PAGES_THAT_MATTER, is_kept
from companion.session.past.undo_points import is_worth_keeping, turn_on, undo_point_of
from companion.session.readers import Readers
from companion.session.session import (
    Chapter,
    Log,
    Packed,
    Session,
    Timeline,
    TurnStart,
    UndoPoint,
    pop_pages,
)
from companion.session.view import OVER

TURNS: Final = 5
"""The least number of turns in a chapter."""
CHAPTERS: Final = 2
"""The number of complete chapters that keep undo points, so that the last ten turns have theirs."""


def record_undo_point(before: Session, after: Session) -> Session:
    """Return the session with the undo point that it left as its past; a new race has none."""
    left, now = before.match, after.match
    # A step without another page or position leaves no place to go back to.
    if now is left and after.page == before.page:
        return after
    # Travels and the menu belong to the race that is gone.
    if now is None or left is None or now.number != left.number:
        # A finished race can be viewed as it was: without pages over it, and without anything
        # before it.
        ended = before.page == OVER and left is not None
        last = (
            before._replace(timeline=before.timeline._replace(last=None), overlays=(), notice="")
            if ended
            else after.timeline.last
        )
        gone = [overlay.page for overlay in after.overlays if find_page(overlay.page).of_race]
        fresh = Timeline(last=last, reviewed=after.timeline.reviewed)
        return pop_pages(after, *gone)._replace(timeline=fresh)
    # Going back and corrections have handled the past already.
    if (
        after.revision == before.revision
        or after.timeline.past is not before.timeline.past
        or not is_worth_keeping(before)
    ):
        return after
    return after._replace(timeline=after.timeline.after(undo_point_of(before)))


def log_message(
    before: Session,
    after: Session,
    message: Message,
    replay_step: Callable[[Session, Message], Session],
) -> Session:
    """Return the session with the message in its log, and old turns as chapters.

    `replay_step` returns the session after a message.
    """
    now, log = after.match, before.log
    if now is None:
        return after if after.log is None else after._replace(log=None)
    if before.match is None or before.match.number != now.number:
        return after._replace(log=log_from(after))
    if log is None or not is_kept(before, message, after):
        return after
    if log.openings:
        log = Log(log.openings, log.messages.with_one(message))
    past = after.timeline.past
    if past is before.timeline.past:
        return after._replace(log=log)
    openings, messages = log
    number, turn = after.timeline.number, max(1, turn_on(after.page, now))
    # Going back leads to a past that does not lead to later openings.
    while openings and openings[-1].session.timeline.number > number:
        openings = openings[:-1]
    if openings is not log.openings:
        log = Log(openings, messages) if openings else Log()
    chapter_is_long = not openings or turn >= openings[-1].turn + TURNS
    if chapter_is_long and isinstance(past, UndoPoint) and shown_turn(past) < turn:
        log = Log((*openings, _turn_start(after, len(log.messages))), log.messages)
        if len(log.openings) > CHAPTERS + 1:
            log = _folded(past, log, replay_step)
    return after._replace(log=log)


def log_from(session: Session) -> Log:
    """Return a log that begins with a session at the beginning of a turn."""
    return Log((_turn_start(session, 0),))


def at_last_opening(
    session: Session, replay_step: Callable[[Session, Message], Session]
) -> Session | None:
    """Return the session as it was at the beginning of the last turn in its log.

    Its past has a chapter for each turn before that, which is replayed only if people go back into
    it. None if the log has no beginning of a turn.
    """
    if session.log is None or not session.log.openings:
        return None
    openings, messages = session.log
    past = openings[0].session.timeline.past
    # After going back into a chapter its undo points exist, and it is unknown which messages led to
    # them.
    if isinstance(past, UndoPoint):
        return None
    for first, second in pairwise(openings):
        known = first._replace(
            session=first.session._replace(timeline=first.session.timeline._replace(past=past))
        )
        past = _chapter(known, second, messages.between(first.at, second.at), replay_step)
    return openings[-1].session._replace(timeline=openings[-1].session.timeline._replace(past=past))


def _turn_start(session: Session, at: int) -> TurnStart:
    """Return the start with what the journal restores, without views and chapter notes."""
    assert session.match is not None
    bare = Session(
        session.config,
        session.lobby,
        session.page,
        session.revision,
        session.match,
        session.timeline._replace(last=None, reviewed=None),
        readers=Readers(
            {
                seat: reader._replace(report=None, model=None)
                for seat, reader in session.readers.by_seat.items()
            },
            session.readers.unused,
        ),
        overlays=tuple(
            overlay for overlay in session.overlays if overlay.page in PAGES_THAT_MATTER
        ),
    )
    return TurnStart(max(1, turn_on(session.page, session.match)), at, bare)


def _folded(past: UndoPoint, log: Log, replay_step: Callable[[Session, Message], Session]) -> Log:
    """Return the log without its oldest opening, whose undo points become a chapter of `past`."""
    first, second, *others = log.openings
    before, later = second.session.timeline.past, past
    while isinstance(later.past, UndoPoint) and later.number > second.session.timeline.number:
        later = later.past
    assert later.past is before and isinstance(before, UndoPoint)
    chapter = _chapter(first, second, log.messages.between(0, second.at), replay_step)
    # The undo point leads to the same past as before in another object, so all references to it can
    # share that.
    object.__setattr__(later, "past", chapter)
    return Log(
        (
            TurnStart(
                second.turn,
                0,
                second.session._replace(timeline=second.session.timeline._replace(past=chapter)),
            ),
            *(one._replace(at=one.at - second.at) for one in others),
        ),
        log.messages.since(second.at),
    )


def _chapter(
    first: TurnStart,
    second: TurnStart,
    messages: tuple[Message, ...],
    replay_step: Callable[[Session, Message], Session],
) -> Chapter:
    """Return the chapter between two openings, with the messages that came between them."""
    points, link = list[UndoPoint](), second.session.timeline.past
    while isinstance(link, UndoPoint) and link.number >= first.session.timeline.number:
        points.append(link)
        link = link.past
    return Chapter(
        second.session.timeline.number - 1,
        first.session.timeline.number,
        first.turn,
        first.session,
        Packed(messages),
        tuple(
            (record.turn, record.position, Packed(record.events))
            for record in records_of(points[::-1])
        ),
        sum(one.left_by is not None and one.left_by.corrects for one in points),
        replay_step,
    )
