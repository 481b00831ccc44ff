"""Find who holds the cards of each seat: the app, the hands of a player, or nobody yet.

Cards are real as soon as one person has a reader. Pilots then play on the screen, and draw their
cards when people have put in theirs. Without readers the app deals to everybody for the whole race,
also to people whose readers are plugged in later.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from companion.games.asking import Custody, Questions
from companion.session.game_guard import checked_answer
from companion.session.session import Match, Session


def custody_of_people(session: Session) -> Custody:
    """Return who holds the cards of people in the race that begins."""
    at_readers = {
        seat
        for seat in session.setup.playing
        if session.is_person(seat) and not session.on_screen(seat)
    }
    holders = _custody(session, at_readers).values()
    return Custody.HANDS if Custody.HANDS in holders else Custody.APP


def custody(session: Session, match: Match) -> Mapping[int, Custody]:
    """Return who holds the cards of each seat that plays when they have been dealt."""
    playing = session.setup.playing
    return _custody(session, {*filter(session.is_person, playing)} if match.cards_are_real else ())


def needs_people(session: Session, seats: Collection[int]) -> bool:
    """Return whether others can hold real cards only if people play these seats."""
    others = {*filter(session.is_person, session.setup.playing)}.difference(seats)
    holders = _custody(session, others)
    return any(holders.get(seat) is not Custody.HANDS for seat in others)


def _custody(session: Session, by_hand: Collection[int]) -> Mapping[int, Custody]:
    sharing = checked_answer("sharing", session.config.game.sharing)
    return sharing.custody(session.setup.playing, by_hand)


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
