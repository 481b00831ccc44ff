"""Queries: who holds the cards, who is ready, what is awaited, and which cards pilots can draw.

Cards are real as soon as one person has a reader. Pilots then play on the screen, and draw their
cards when people have put in theirs. Without readers the app deals to everybody for the whole race,
also to people whose readers are plugged in later.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import islice

from companion.games.asking import Ask, Custody, Questions, Shuffle
from companion.session.game_guard import checked_answer
from companion.session.session import Match, Session

# ---- Who holds the cards ----


def custody_of_people(session: Session) -> Custody:
    """Return who holds the cards of people in the race that begins."""
    at_readers = {
        seat
        for seat in session.lobby.setup.playing
        if session.is_person(seat) and not session.on_screen(seat)
    }
    holders = _custody(session, at_readers).values()
    return Custody.HANDS if Custody.HANDS in holders else Custody.APP


def custody(session: Session, match: Match) -> Mapping[int, Custody]:
    """Return who holds the cards of each seat that plays when they have been dealt."""
    playing = session.lobby.setup.playing
    return _custody(session, {*filter(session.is_person, playing)} if match.cards_are_real else ())


def needs_people(session: Session, seats: Collection[int]) -> bool:
    """Return whether others can hold real cards only if people play these seats."""
    others = {*filter(session.is_person, session.lobby.setup.playing)}.difference(seats)
    holders = _custody(session, others)
    return any(holders.get(seat) is not Custody.HANDS for seat in others)


def _custody(session: Session, by_hand: Collection[int]) -> Mapping[int, Custody]:
    sharing = checked_answer("sharing", session.config.game.sharing)
    return sharing.custody(session.lobby.setup.playing, by_hand)


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


# ---- Who is ready ----


def all_answered(match: Match) -> bool:
    """Return whether every seat that must answer has; a page still shown then waits for a touch."""
    next_step = match.next_step
    return isinstance(next_step, Questions) and all(
        ask.seat in match.question.answers for ask in next_step.asks if ask.must
    )


def worth_waiting(session: Session, match: Match) -> bool:
    """Return whether only pilots must answer while a person may, who then decides when.

    Pilots answer immediately, and a person that rests would have no time to push again.
    """
    assert isinstance(match.next_step, Questions)
    persons = [ask for ask in match.next_step.asks if session.is_person(ask.player)]
    idle = [ask for ask in persons if not ask.must and ask.seat not in match.question.answers]
    return bool(idle) and not any(ask.must for ask in persons)


def time_to_draw(session: Session, match: Match, next_step: Questions) -> bool:
    """Return whether only pilots without cards are missing, where cards are real.

    They draw last, so no number is played twice.
    """
    if not must_draw(session, match) or all(
        session.is_person(ask.player) for ask in next_step.asks
    ):
        return False
    return all(
        ask.seat in match.question.answers
        for ask in next_step.asks
        if ask.must and session.is_person(ask.player)
    )


def pilots_are_choosing(session: Session, match: Match) -> bool:
    """Return whether pilots were asked and have not all answered yet.

    They answer even where they need not, each at its reader's own pace.
    """
    return any(ask.seat not in match.question.answers for ask in asked_pilots(session, match))


def asked_pilots(session: Session, match: Match) -> Iterator[Ask]:
    """Yield the questions to pilots, optional ones first: the last required one starts the turn."""
    asks = match.next_step.asks if isinstance(match.next_step, Questions) else ()
    return (
        ask for ask in sorted(asks, key=lambda ask: ask.must) if not session.is_person(ask.player)
    )


# ---- The cards of pilots ----


def held_by_pilots(session: Session, next_step: Shuffle) -> tuple[int, ...]:
    """Return the codes of cards that stay with pilots; their real cards must not be dealt."""
    return tuple(
        code
        for seat in session.piloted
        for code in next_step.held.get(seat, ())
        if code is not None
    )


def unseen_cards(session: Session) -> tuple[int, ...]:
    """Return the codes that no reader shows, in the deck's order.

    Where cards are real, this is all that is known about any hand.
    """
    in_readers = {
        reading.code for reader in session.readers.by_seat.values() for reading in reader.row
    }
    return tuple(code for code in session.config.game.deck if code not in in_readers)


def with_hands(session: Session, next_step: Questions, codes: Iterable[int]) -> tuple[Ask, ...]:
    """Return the questions with a hand for each pilot that has none, from these shuffled cards.

    Each hand also has the pilot's own cards that are in no reader. All draw before anybody discards
    a hand and draws again, so the others keep theirs. Discarded cards go to the bottom.
    """
    pile = [*codes]
    hands = {
        ask.seat: _draw_hand(ask, pile)
        for ask in next_step.asks
        if not session.is_person(ask.player) and ask.hand.codes is None
    }
    for ask in next_step.asks:
        for _ in range(ask.hand.thrown if ask.seat in hands else 0):
            pile += hands[ask.seat]
            hands[ask.seat] = _draw_hand(ask, pile)
    in_readers = {
        reading.code for reader in session.readers.by_seat.values() for reading in reader.row
    }
    return tuple(
        ask.with_hand(
            (*hands[ask.seat], *(code for code in ask.hand.own if code not in in_readers))
        )
        if ask.seat in hands
        else ask
        for ask in next_step.asks
    )


def _draw_hand(ask: Ask, pile: list[int]) -> tuple[int, ...]:
    """Return a hand from the pile, and remove it there."""
    hand = tuple(
        islice(
            (code for code in pile if ask.hand.among is None or code in ask.hand.among),
            ask.hand.number,
        )
    )
    pile[:] = [code for code in pile if code not in hand]
    return hand
