"""The open hand on the screen, and a single player who need not look away."""

from __future__ import annotations

from companion.games.asking import Questions
from companion.session.session import Match, Session, replace


def lone_hand(session: Session, match: Match, next_step: Questions) -> int | None:
    """Return the seat whose hand opens for the only person at the table, or None.

    Only where the app has dealt to this screen. With several pieces the hands open one after
    another.
    """
    people = session.people
    if (
        len(people) != 1
        or match.cards_are_real
        or people[0] not in session.config.touch
        or session.setup.seat(people[0]).pin
    ):
        return None
    asks = (
        ask
        for ask in next_step.asks
        if session.is_person(ask.player)
        and ask.must
        and ask.program.slots
        and ask.seat not in match.answers
    )
    return next((ask.seat for ask in asks if session.on_screen(ask.seat)), None)


def with_open_hand(before: Session, after: Session) -> Session:
    """Return the session with the hand that may be open after a message.

    Other pages cover a hand, since another viewer may return from them. A single player finds the
    cards as they were, and sees the next hand once the open one is ready.
    """
    left, match = before.match, after.match
    if match is None:
        return after
    if match.open_seat is not None:
        if not (after.covered or after.is_syncing) or len(after.people) == 1:
            return after
        return replace(after, match=match._replace(open_seat=None))
    if left is None or left.open_seat is None or not isinstance(match.next_step, Questions):
        return after
    if left.open_seat not in match.answers or left.open_seat in left.answers:
        return after
    opened = lone_hand(after, match, match.next_step)
    return after if opened is None else replace(after, match=match._replace(open_seat=opened))
