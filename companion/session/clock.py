"""The clock of a question: whose time runs, how much is left, and when it stops.

Time goes on when a page is over the race (REQ-U6, T1). It stops while the game is paused, while the
table is checked or brought to another position, while a reader does not answer, and when the game
itself has failed.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Final

from companion.games.asking import Ask, Deadline, Questions
from companion.session import view
from companion.session.handling import STANDING, STATES
from companion.session.lobby.extra_seats import seats_of_player
from companion.session.messages import AT_DEAL, AT_FIRST, AT_LAST
from companion.session.session import Clock, Match, Session
from companion.session.view import TimerPicture
from companion.signals import ASIDE, EMPTY, NO_READER
from companion.words import NOTHING, Text, count, listed, text

STARTS: Final = (AT_DEAL, AT_FIRST, AT_LAST)


# ---- Whose time runs ----


def timed_questions(session: Session) -> tuple[Ask, ...]:
    """Return the unanswered questions to people whose time runs."""
    match = session.match
    if match is None or session.page not in view.ASKING:
        return ()
    limited = tuple(
        ask
        for ask in with_deadline(session, match)
        if ask.deadline is not None and deadline_runs(session, match, ask.deadline)
    )
    if keeps_own_time(session) or not timer_runs(session, match):
        return limited
    return (*limited, *without_orders(session, match))


def keeps_own_time(session: Session) -> bool:
    """Return whether a time limit is among the game's own settings; it replaces the table's."""
    return any(option.is_timer for option in session.config.game.options)


def with_deadline(session: Session, match: Match) -> tuple[Ask, ...]:
    """Return the unanswered questions to people with a time limit."""
    asks = match.next_step.asks if isinstance(match.next_step, Questions) else ()
    return tuple(
        ask
        for ask in asks
        if ask.deadline is not None
        and ask.seat not in match.question.answers
        and session.is_person(ask.player)
    )


def deadline_runs(session: Session, match: Match, deadline: Deadline) -> bool:
    """Return whether the seconds of a deadline are counted already."""
    return not deadline.after_first or somebody_is_ready(session, match)


def somebody_is_ready(session: Session, match: Match) -> bool:
    """Return whether a person has answered all its questions, at all its seats.

    Pilots answer immediately and start nobody's time.
    """
    asks = match.next_step.asks if isinstance(match.next_step, Questions) else ()
    ready = {
        ask.player
        for ask in asks
        if ask.seat in match.question.answers and session.is_person(ask.player)
    }
    missing = {ask.player for ask in asks if ask.must and ask.seat not in match.question.answers}
    return any(missing.isdisjoint(seats_of_player(session.lobby.setup, seat)) for seat in ready)


def seconds_left(match: Match, deadline: Deadline) -> int:
    """Return how many seconds are left for an answer."""
    gone = match.question.clock.answered if deadline.after_first else match.question.clock.asked
    return max(0, ceil(deadline.seconds) - gone)


def timer_left(session: Session, match: Match) -> int:
    """Return how many seconds are left on the timer."""
    return max(0, session.lobby.timer.seconds - match.question.clock.timer)


def update_clock(before: Session, after: Session) -> Session:
    """Return the session with its clocks as they must be after a message.

    A change of the instruction, its visibility or its pace gives it the full time again. The clock
    of a question stops where no time runs, and starts with a new second; so does the time that
    begins with the first answer.
    """
    match = after.match
    if match is None or (match.shown.since is None and match.question.clock == Clock()):
        return after
    left = before.match
    shown_anew = left is not None and (
        (before.covered and not after.covered)
        or (match.shown.at, after.page) != (left.shown.at, before.page)
        or match.shown.script is not left.shown.script
        or (before.lobby.flow, before.lobby.auto, before.lobby.auto_paused)
        != (after.lobby.flow, after.lobby.auto, after.lobby.auto_paused)
    )
    shown_at = None if shown_anew else match.shown.since
    if somebody_is_ready(after, match):
        clock = match.question.clock
    else:
        clock = match.question.clock._replace(answered=0)
    clock = clock if timer_runs(after, match) else clock._replace(timer=0)
    if clock.at is not None and (clock_stands(after) or not timed_questions(after)):
        clock = clock._replace(at=None)
    if shown_at == match.shown.since and clock == match.question.clock:
        return after
    return after._replace(
        match=match._replace(
            shown=match.shown._replace(since=shown_at),
            question=match.question._replace(clock=clock),
        )
    )


# ---- When it stops ----


def clock_stands(session: Session) -> bool:
    """Return whether no time runs now, because nobody can answer or a reader is silent."""
    if any(STATES[state](session) for state in STANDING):
        return True
    return session.match is not None and bool(silent_seats(session, session.match))


def silent_seats(session: Session, match: Match) -> tuple[int, ...]:
    """Return the seats whose reader has stopped answering while they choose.

    Without those whose players go on at the screen or a phone, or whose readers are set aside.
    """
    asks = (*with_deadline(session, match), *timer_questions(session, match))
    waiting = dict.fromkeys(
        ask.seat for ask in asks if ask.gestures and ask.seat not in match.question.answers
    )
    at_hand = session.config.phone_access.at_hand
    return tuple(
        seat
        for seat in waiting
        if session.readers.by_seat[seat].lost not in ("", ASIDE, NO_READER)
        and not session.readers.by_seat[seat].taken_over
        and seat not in session.config.touch
        and at_hand.isdisjoint(seats_of_player(session.lobby.setup, seat))
    )


# ---- The timer for choosing cards ----


def timer_questions(session: Session, match: Match) -> tuple[Ask, ...]:
    """Return the questions that the timer limits.

    They are those for cards that people must put in, where the game itself sets no limit.
    """
    if not session.lobby.timer.seconds or not isinstance(match.next_step, Questions):
        return ()
    return tuple(
        ask
        for ask in match.next_step.asks
        if ask.must
        and ask.program.slots
        and ask.gestures
        and not ask.program.blind
        and ask.deadline is None
        and session.is_person(ask.player)
    )


def timer_runs(session: Session, match: Match) -> bool:
    """Return whether the timer has begun and somebody is not ready.

    For a single person it always begins with the deal.
    """
    asks = timer_questions(session, match)
    missing = sum(ask.seat not in match.question.answers for ask in asks)
    if not missing:
        return False
    if len(asks) > 1 and session.lobby.timer.start != AT_DEAL:
        return missing == 1 if session.lobby.timer.start == AT_LAST else missing < len(asks)
    # No event says that hands have dealt real cards: the first card in a slot does.
    return not match.cards_are_real or any(
        session.readers.by_seat[ask.seat].row[slot - 1].status != EMPTY
        for ask in asks
        for slot in ask.program.free
    )


def without_orders(session: Session, match: Match) -> Iterator[Ask]:
    """Return the questions that are not answered, of seats without ordered cards."""
    return (
        ask
        for ask in timer_questions(session, match)
        if ask.seat not in match.question.answers and ask.seat not in match.question.orders
    )


# ---- The picture of the timer ----


def timer_picture(session: Session) -> TimerPicture | None:
    """Return the timer, or the game's shortest limit, where somebody in question is not ready."""
    match = session.match
    if match is None or session.page not in view.ASKING:
        return None
    stands = clock_stands(session)
    if keeps_own_time(session) or all(
        ask.seat in match.question.answers for ask in timer_questions(session, match)
    ):
        hurries = []
        for ask in with_deadline(session, match):
            if ask.deadline is None:
                continue
            left = seconds_left(match, ask.deadline)
            runs = deadline_runs(session, match, ask.deadline)
            words = NOTHING
            if not runs:
                words = text("{seconds} s once one player is ready", seconds=left)
            elif stands:
                words = _standing_words(session, match, left)
            hurries.append(
                TimerPicture(
                    left,
                    runs,
                    ceil(ask.deadline.seconds),
                    changes=False,
                    stands=stands and runs,
                    words=words,
                )
            )
        return min(hurries, key=lambda hurry: (not hurry.runs, hurry.left), default=None)
    left, runs = timer_left(session, match), timer_runs(session, match)
    if not runs:
        words = _start_words(session, match)
    elif stands:
        words = _standing_words(session, match, left)
    else:
        words = NOTHING
    return TimerPicture(
        left, runs, session.lobby.timer.seconds, stands=stands and runs, words=words
    )


def _start_words(session: Session, match: Match) -> Text:
    """Say when the timer begins, where it has not."""
    seconds, start = session.lobby.timer.seconds, session.lobby.timer.start
    if len(timer_questions(session, match)) > 1 and start == AT_FIRST:
        return text("{seconds} s once one player is ready", seconds=seconds)
    if len(timer_questions(session, match)) > 1 and start == AT_LAST:
        return text("{seconds} s for the last player", seconds=seconds)
    return text("{seconds} s from the first card in a slot", seconds=seconds)


def _standing_words(session: Session, match: Match, left: int) -> Text:
    """Say how much time is left, and why the clock is stopped."""
    names = [session.lobby.setup.seat(seat).name for seat in silent_seats(session, match)]
    if not names:
        return text("Time stands, {seconds} s left", seconds=left)
    return count(
        "{seconds} s left, waiting for the reader of {names}",
        "{seconds} s left, waiting for the readers of {names}",
        len(names),
        seconds=left,
        names=listed(names),
    )
