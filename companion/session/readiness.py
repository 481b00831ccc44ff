"""Who is ready while something is asked, what is waited for, and which cards pilots can draw; nothing here changes anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from companion.games.asking import Ask, Questions, Shuffle
from companion.session.custody import must_draw
from companion.session.session import Match, Session


def all_answered(match: Match) -> bool:
    """Whether every seat that must has answered; a page of questions that is still shown then waits for a touch on the screen."""
    want = match.want
    return isinstance(want, Questions) and all(
        ask.seat in match.answers for ask in want.asks if ask.must
    )


def worth_waiting(session: Session, match: Match) -> bool:
    """Whether only pilots must answer while a person may: then that person says when to go on (6.5.7).

    Pilots answer at once, and a person that rests would have no time to push again.
    """
    assert isinstance(match.want, Questions)
    persons = [ask for ask in match.want.asks if session.is_person(ask.player)]
    idle = [ask for ask in persons if not ask.must and ask.seat not in match.answers]
    return bool(idle) and not any(ask.must for ask in persons)


def time_to_draw(session: Session, match: Match, want: Questions) -> bool:
    """Whether cards are real, everybody but the pilots is ready, and pilots have no cards yet: so that no number is played twice (6.4.3)."""
    if not must_draw(session, match) or all(session.is_person(ask.player) for ask in want.asks):
        return False
    return all(
        ask.seat in match.answers for ask in want.asks if ask.must and session.is_person(ask.player)
    )


def pilots_are_choosing(session: Session, match: Match) -> bool:
    """Whether pilots were asked and not all have answered yet; they answer even where they need not, each at its reader's own pace."""
    return any(ask.seat not in match.answers for ask in asked_pilots(session, match))


def asked_pilots(session: Session, match: Match) -> Iterator[Ask]:
    """What is wanted of pilots, those first that may answer: the last answer that must come starts the turn."""
    asks = match.want.asks if isinstance(match.want, Questions) else ()
    return (
        ask for ask in sorted(asks, key=lambda ask: ask.must) if not session.is_person(ask.player)
    )


def held_by_pilots(session: Session, want: Shuffle) -> tuple[int, ...]:
    """The codes of the cards that stay with pilots: the real cards with these numbers must not be dealt."""
    return tuple(
        code for seat in session.piloted for code in want.held.get(seat, ()) if code is not None
    )


def unseen_cards(session: Session) -> tuple[int, ...]:
    """The codes of the deck that no reader shows, in the deck's order: where cards are real nobody knows more of any hand."""
    lying = {reading.code for reader in session.readers.values() for reading in reader.row}
    return tuple(code for code in session.house.game.deck if code not in lying)


def with_hands(session: Session, want: Questions, codes: Iterable[int]) -> tuple[Ask, ...]:
    """The questions with a hand for each pilot that has none, off these shuffled cards, and with the cards of its own that lie in no reader.

    All draw before anybody draws again who has thrown a hand away: so the others keep theirs. What is thrown away goes under the rest.
    """
    pile = [*codes]
    hands = {
        ask.seat: _drawn(ask, pile)
        for ask in want.asks
        if not session.is_person(ask.player) and ask.hand.codes is None
    }
    for ask in want.asks:
        for _ in range(ask.hand.thrown if ask.seat in hands else 0):
            pile += hands[ask.seat]
            hands[ask.seat] = _drawn(ask, pile)
    lying = {reading.code for reader in session.readers.values() for reading in reader.row}
    return tuple(
        ask.with_hand((*hands[ask.seat], *(code for code in ask.hand.own if code not in lying)))
        if ask.seat in hands
        else ask
        for ask in want.asks
    )


def _drawn(ask: Ask, pile: list[int]) -> tuple[int, ...]:
    """A hand off the pile, which is without it then."""
    hand = tuple(
        islice(
            (code for code in pile if ask.hand.among is None or code in ask.hand.among),
            ask.hand.number,
        )
    )
    pile[:] = [code for code in pile if code not in hand]
    return hand
