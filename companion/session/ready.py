"""Who is ready, who is waited for, and which readers and cards a race has to do with: questions about an evening, answered without changing it."""
from __future__ import annotations

from collections.abc import Iterator

from companion.games.base import PROGRAM, Ask, Questions, Shuffle
from companion.session.commands import Command
from companion.session.remedies import places, remedy
from companion.session.sealed import unnamed
from companion.session.session import Match, Session
from companion.signals import ASIDE, SLOTS, CollectCards, SetAside


def unused_readers(session: Session) -> tuple[tuple[int, ...], bool]:
    """Which readers a race will not use, and whether the app deals the cards.

    Cards are real as soon as one person has a reader of its own; pilots play on the screen then, and else everybody does, also those whose
    reader comes in mid-race. The first of the two are the seats whose readers the race sets aside.
    """
    playing = [seat for seat in session.setup.playing if seat not in session.house.touch]
    deals = all(session.on_screen(seat) for seat in session.setup.playing if session.is_person(seat))
    unused = (seat for seat in playing if deals or not session.is_person(seat))
    # What people have set aside themselves is left out, so that it stays aside after the race.
    return tuple(seat for seat in unused if session.readers[seat].lost != ASIDE or seat in session.aside), deals


def all_answered(match: Match) -> bool:
    """Whether every seat that must has answered; a page of questions that is still shown then waits for a touch on the screen."""
    want = match.want
    return isinstance(want, Questions) and all(ask.seat in match.answers for ask in want.asks if ask.must)


def worth_waiting(session: Session, match: Match) -> bool:
    """Whether only pilots must answer while a person may: then that person says when to go on (6.5.7).

    Pilots answer at once, and a person that rests would have no time to push again.
    """
    assert isinstance(match.want, Questions)
    persons = [ask for ask in match.want.asks if session.is_person(ask.seat)]
    idle = [ask for ask in persons if not ask.must and ask.seat not in match.answers]
    return bool(idle) and not any(ask.must for ask in persons)


def time_to_draw(session: Session, match: Match, want: Questions) -> bool:
    """Whether cards are real, everybody but the pilots is ready, and pilots have no cards yet: so that no number is played twice (6.4.3)."""
    if match.deals or match.drawn or want.about != PROGRAM or all(session.is_person(ask.seat) for ask in want.asks):
        return False
    return all(ask.seat in match.answers for ask in want.asks if ask.must and session.is_person(ask.seat))


def pilots_are_choosing(session: Session, match: Match) -> bool:
    """Whether pilots were asked and not all have answered yet; they answer even where they need not, each at its reader's own pace."""
    return any(ask.seat not in match.answers for ask in asked_pilots(session, match))


def asked_pilots(session: Session, match: Match) -> Iterator[Ask]:
    """What is wanted of pilots, those first that may answer: the last answer that must come starts the turn."""
    asks = match.want.asks if isinstance(match.want, Questions) else ()
    return (ask for ask in sorted(asks, key=lambda ask: ask.must) if not session.is_person(ask.seat))


def rechecked(session: Session, match: Match) -> Match | None:
    """The race with those seats not ready any more whose readers are not in order; None when all are."""
    faulty, rows = match, session.rows
    for seat in match.answers:
        fault = session.house.game.fault(match.position, seat, rows)
        if fault is not None:
            faulty = faulty.remedied(seat, remedy(unnamed(session, fault), session.setup.names, session.piloted), places(fault))
    return None if faulty is match else faulty


def undrawn(session: Session, match: Match) -> tuple[Match, tuple[Command, ...]]:
    """Pilots that drew cards from real ones give them back: a person is not ready after all, and might put one of them in."""
    if not match.drawn or not isinstance(match.want, Questions):
        return match, ()
    # Locked cards were not drawn: they stay where they are, and so does everything in front of people.
    held = {ask.seat: tuple(ask.locked) for ask in match.want.asks}
    keep = {seat: tuple(range(1, SLOTS + 1)) if session.is_person(seat) else held.get(seat, ()) for seat in session.readers}
    asks = tuple(ask if session.is_person(ask.seat) else ask._replace(hand=None) for ask in match.want.asks)
    match = match._replace(drawn=False, want=match.want._replace(asks=asks))
    for seat in session.piloted:
        match = match.without(seat)
    return match, (CollectCards(keep),)


def held_by_pilots(session: Session, want: Shuffle) -> tuple[int, ...]:
    """The codes of the cards that stay with pilots: the real cards with these numbers must not be dealt."""
    return tuple(code for seat in session.piloted for code in want.held.get(seat, ()) if code is not None)


def used_again(session: Session) -> tuple[SetAside, ...]:
    """The readers that a race did without are used again."""
    return tuple(SetAside(seat, False) for seat in session.aside)


def unseen_cards(session: Session) -> tuple[int, ...]:
    """The codes of the deck that no reader shows, in the deck's order: where cards are real nobody knows more of any hand."""
    lying = {reading.code for reader in session.readers.values() for reading in reader.row}
    return tuple(code for code in session.house.game.deck if code not in lying)
