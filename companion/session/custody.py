"""Who holds the cards of each seat: the app, the hands of a player, or nobody yet.

Cards are real as soon as one person has a reader. Pilots then play on the screen, and draw their
cards when people have put in theirs. Without readers the app deals to everybody for the whole race,
also to people whose readers are plugged in later.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.asking import Custody, Questions
from companion.session.session import Match, Session


def custody_of_people(session: Session) -> Custody:
    """Return who holds the cards of people in the race that begins."""
    people = [seat for seat in session.setup.playing if session.is_person(seat)]
    at_readers = [seat for seat in people if not session.on_screen(seat)]
    # Real cards that are passed on would be visible to nobody when they come to a pilot or to the
    # screen.
    if session.config.game.passes_hands and len(at_readers) < len(session.setup.playing):
        return Custody.APP
    return Custody.HANDS if at_readers else Custody.APP


def custody(session: Session, match: Match) -> Mapping[int, Custody]:
    """Return who holds the cards of each seat that plays, where one deck serves all."""
    return {
        seat: match.people if session.is_person(seat) else match.pilots
        for seat in session.setup.playing
    }


def dealt_by_hand(session: Session, match: Match) -> frozenset[int]:
    """Return the seats to which hands deal; none where the app deals."""
    return frozenset(
        seat for seat, holder in custody(session, match).items() if holder is Custody.HANDS
    )


def must_draw(session: Session, match: Match) -> bool:
    """Return whether pilots are asked for real cards that they have not drawn yet.

    They draw when everybody else is ready, so no number is played twice. Pilots with their own pile
    have their hands already.
    """
    next_step = match.next_step
    if (
        not isinstance(next_step, Questions)
        or not next_step.reads
        or match.pilots is not Custody.NOBODY
    ):
        return False
    hands = [
        ask.hand.codes for ask in next_step.asks if ask.must and not session.is_person(ask.player)
    ]
    return not hands or None in hands
