"""The lock lights: which are lit, which blink, and when they may have changed.

`lock_lights` makes the one picture that the table shows and the screen draws.
"""

from __future__ import annotations

from companion.games.api import locks_of
from companion.games.asking import Questions, Shuffle
from companion.session import view
from companion.session.flow import moving_slots, shows_whose_move
from companion.session.lobby.arrangement import PERSON
from companion.session.messages import SINGLE
from companion.session.pages import find_page
from companion.session.reader_faults import (
    Place,
    awaited_rows,
    faults_now,
    missing,
    places,
    wrong_before_deal,
)
from companion.session.session import Match, Session
from companion.session.view import DEAL, PLAY, PROGRAM
from companion.signals import BLINK, DARK, LIT, SLOTS, Lamps


def lamps_after(before: Session, after: Session) -> Lamps:
    """Return the lights after a message; those from before where nothing relevant has changed."""
    # Identity is enough, because every change makes a new value; this runs for every slot that is
    # read.
    relit = (
        after.overlays is not before.overlays
        or after.timeline.table_sync is not before.timeline.table_sync
        or after.timeline.resume_check is not before.timeline.resume_check
        or (after.match is not before.match and not _same_slots(before, after))
        or (
            after.readers.by_seat is not before.readers.by_seat
            and (
                after.timeline.is_syncing
                or after.page == DEAL
                or (after.page == PROGRAM and persons_choose(after))
            )
        )
        or after.readers.handle_choice is not before.readers.handle_choice
        or after.lobby.preferences.hands_free != before.lobby.preferences.hands_free
    )
    return lock_lights(after) if relit else after.readers.lamps


def lock_lights(session: Session) -> Lamps:
    """Return the lock lights: locks and alarms, or those under test during a test of the table.

    A seat that is not named is dark. In a locked slot with an alarm the blinking wins. While a
    round is shown, the lights of the pieces that are moved blink.
    """
    for overlay in reversed(session.overlays):
        lamps = find_page(overlay.page).lamps
        burning = lamps(session, overlay.state) if lamps is not None else None
        if burning is not None:
            return burning
    match = session.match
    if match is None:
        return Lamps({})
    # The locked slots of the last deal. Until the next one the game still reports those; the kept
    # cards follow from the race now. A powered-down player's cards stay without a lock, and their
    # lights are lit until the deal.
    if session.page == view.DEAL and isinstance(match.next_step, Shuffle):
        locks = match.next_step.keep
    else:
        locks = locks_of(session.config.game, match.position)
    lit = {
        seat: [LIT if slot in slots else DARK for slot in range(1, SLOTS + 1)]
        for seat, slots in locks.items()
        if slots
    }
    moving = moving_slots(session, match) if shows_whose_move(session) else ()
    for seat, slot in (*alarms(session, match), *moving):
        lit.setdefault(seat, [DARK] * SLOTS)[slot - 1] = BLINK
    lights = {seat: tuple(lit[seat]) for seat in sorted(lit)}
    if session.lobby.preferences.hands_free and session.page in view.ASKING:
        # Most tables are touched: the first screen does not wait for it.
        from companion.session.hands_free import choice_lamps  # noqa: PLC0415

        lights |= choice_lamps(session)
    return Lamps(lights)


def alarms(session: Session, match: Match) -> frozenset[Place]:
    """Return the slots that need a hand.

    Cards to put back, slots to empty or fill before a deal, and wrong slots while programming.
    """
    # The page below may ask for cards as well, but the readers must be in order first.
    if (awaited := awaited_rows(session)) is not None:
        return frozenset((found.seat, found.slot) for found in missing(session, awaited))
    if session.page == view.DEAL and isinstance(match.next_step, Shuffle):
        return frozenset(
            place
            for seat in match.next_step.held
            for place in wrong_before_deal(session, match.next_step, seat)
        )
    if (
        session.page == view.PROGRAM
        and isinstance(match.next_step, Questions)
        and persons_choose(session)
    ):
        # A fault that only a pull finds, such as a gap, blinks after the pull; other faults blink
        # without one.
        marked = (place for places in match.question.marks.values() for place in places)
        seen = (
            place
            for ask in match.next_step.asks
            if session.is_person(ask.player)
            for fault in faults_now(session, ask)
            for place in places(fault)
        )
        return frozenset((*marked, *seen))
    return frozenset()


def persons_choose(session: Session) -> bool:
    """Return whether any person is asked, who can make mistakes.

    Pilots make none, and games of pilots alone are played by the thousand.
    """
    next_step, seats = (
        session.match.next_step if session.match is not None else None,
        session.lobby.setup.seats,
    )
    return isinstance(next_step, Questions) and PERSON in [
        seats[ask.player - 1].player for ask in next_step.asks
    ]


def _same_slots(before: Session, after: Session) -> bool:
    """Return whether a race that has moved on needs the same of every slot.

    As from instruction to instruction, and when a seat becomes ready.
    """
    left, now = before.match, after.match
    if (
        left is None
        or now is None
        or after.page != before.page
        or after.lobby.setup is not before.lobby.setup
    ):
        return False
    # Lights show whose move it is, except where each instruction is confirmed by itself.
    still = (
        after.page != PLAY
        or after.lobby.flow == before.lobby.flow == SINGLE
        or (now.shown.at == left.shown.at and now.shown.script is left.shown.script)
    )
    # The lights of a seat that chooses by its handle go out with its answer.
    answered = (
        after.lobby.preferences.hands_free and now.question.answers is not left.question.answers
    )
    return (
        still
        and not answered
        and now.position is left.position
        and now.next_step is left.next_step
        and now.question.marks == left.question.marks
    )
