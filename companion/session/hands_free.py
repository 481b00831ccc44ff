"""Play without touching the screen: a pull of a handle leads on, a push says it again.

Handles confirm instructions of a round anyway. Where this was chosen, a pull leads on from every
other page of a race that waits for a touch and asks for no cards. Its effect is the message of that
touch, so nothing about it is kept with a game, and journals replay the same wherever they are.
"""

from __future__ import annotations

from typing import Final

from companion.games.asking import Shuffle
from companion.session import view
from companion.session.flow import movers, next_line, not_yours
from companion.session.lobby.start_positions import can_pull
from companion.session.messages import SINGLE, WATCH, CarriedOut, Confirm
from companion.session.reader_faults import wrong_before_deal
from companion.session.session import Match, Session
from companion.words import Text

PAGES: Final = (view.PLAY, view.SUMMARY, view.DEAL)
"""The pages on which a pull leads on: hands have nothing to read there."""
SOONEST: Final = 0.3
"""Seconds after a change in which a pull does not count: two people may pull at the same time."""


def is_hands_free(session: Session) -> bool:
    """Return whether handles take the place of touches on the page that is seen."""
    return (
        session.preferences.hands_free
        and session.page in PAGES
        and session.match is not None
        and not session.is_syncing
        and not session.covered
    )


def pull_message(session: Session, match: Match, seat: int) -> Confirm | CarriedOut | Text | None:
    """Return the touch that the pull of a seat's handle stands for.

    Returns:
        The message, the reason in words why the pull does not count, or None where a pull means
        nothing more than without this choice.
    """
    if not is_hands_free(session) or not session.is_person(seat):
        return None
    if session.page == view.SUMMARY or session.repeated is not None:
        return Confirm(session.step)
    if session.page == view.DEAL:
        return None if _is_wrong(session, match) else Confirm(session.step)
    if session.flow == WATCH:
        return None
    why = not_yours(session, match, seat)
    able = can_pull(session)
    if why and any(mover in able for mover in movers(session, match)):
        return why
    # A page of several instructions is confirmed by their movers, whatever was chosen here.
    return next_line(session, match) if why or session.flow == SINGLE else None


def _is_wrong(session: Session, match: Match) -> bool:
    """Return whether a reader shows other cards than before a deal."""
    asked = match.next_step
    return isinstance(asked, Shuffle) and any(
        wrong_before_deal(session, asked, seat) for seat in asked.held
    )


def soonest(session: Session) -> float:
    """Return the seconds after a change before which a pull leads nowhere, 0.0 for none."""
    return max(SOONEST, session.preferences.seen / 1000) if is_hands_free(session) else 0.0
