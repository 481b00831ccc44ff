"""The lock lights: what burns and what blinks (rulebook 6.3), and when they must be looked at again.

`lock_lights` makes the one picture that the table is shown and the screen draws.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.asking import Questions, Shuffle
from companion.session import view
from companion.session.alarms import (
    Place,
    awaited_rows,
    faults_now,
    missing,
    places,
    wrong_before_deal,
)
from companion.session.flow import moving_slots, shows_whose_move
from companion.session.lobby.arrangement import PERSON
from companion.session.messages import SINGLE
from companion.session.pages import find_page
from companion.session.session import Match, Session
from companion.session.view import DEAL, PLAY, PROGRAM
from companion.signals import BLINK, DARK, LIT, SLOTS, Lamps


def lamps_after(before: Session, after: Session) -> Lamps:
    """Return the lights after a message: those of before where nothing has changed by which they could."""
    # Identity is enough: whatever changes makes a new value. This is asked for every slot that is read.
    relit = (
        after.layers is not before.layers
        or after.travel is not before.travel
        or after.returning is not before.returning
        or (after.match is not before.match and not _same_slots(before, after))
        or (after.readers is not before.readers and _reads_slots(after))
    )
    return lock_lights(after) if relit else after.lamps


def _reads_slots(session: Session) -> bool:
    """Whether lights depend on what the readers show."""
    if session.held or session.page == DEAL:
        return True
    return session.page == PROGRAM and persons_choose(session)


def lock_lights(session: Session) -> Lamps:
    """The lock lights as they should burn now: while the table is tested or certified only what is tried, else locks and alarms.

    A seat that the picture does not name is dark. In a slot that is locked and wants a hand too the blinking wins. While a
    round is shown those blink whose pieces are moved now.
    """
    for layer in reversed(session.layers):
        lamps = find_page(layer.page).lamps
        burning = lamps(session, layer.state) if lamps is not None else None
        if burning is not None:
            return burning
    match = session.match
    if match is None:
        return Lamps({})
    lit = {
        seat: [LIT if slot in slots else DARK for slot in range(1, SLOTS + 1)]
        for seat, slots in _locks(session, match).items()
        if slots
    }
    moving = moving_slots(session, match) if shows_whose_move(session) else ()
    for seat, slot in (*alarms(session, match), *moving):
        lit.setdefault(seat, [DARK] * SLOTS)[slot - 1] = BLINK
    return Lamps({seat: tuple(lit[seat]) for seat in sorted(lit)})


def _locks(session: Session, match: Match) -> Mapping[int, tuple[int, ...]]:
    """The locks of the last deal; before the next one those cards that stay.

    Seat → slots; a powered-down player's cards stay without a lock, and their lights burn until the deal (6.5.6).
    """
    # Until it is dealt the game still tells the locks of the last deal; what stays follows from the race of now (6.3.2).
    if session.page == view.DEAL and isinstance(match.want, Shuffle):
        return match.want.keep
    return session.house.game.locks(match.position)


def alarms(session: Session, match: Match) -> frozenset[Place]:
    """The slots that want a hand: cards that go back, before a deal those to be emptied or filled, while programming those that are wrong."""
    # The page below may ask for cards as well, but nothing there counts before the readers are in order.
    if (awaited := awaited_rows(session)) is not None:
        return frozenset((found.seat, found.slot) for found in missing(session, awaited))
    if session.page == view.DEAL and isinstance(match.want, Shuffle):
        return frozenset(
            place
            for seat in match.want.held
            for place in wrong_before_deal(session, match.want, seat)
        )
    if (
        session.page == view.PROGRAM
        and isinstance(match.want, Questions)
        and persons_choose(session)
    ):
        # What only a pull can find wrong, such as a gap, blinks from then on; what is wrong whatever else is put in blinks without one.
        marked = (place for remedied in match.marks.values() for place in remedied)
        seen = (
            place
            for ask in match.want.asks
            if session.is_person(ask.player)
            for fault in faults_now(session, ask)
            for place in places(fault)
        )
        return frozenset((*marked, *seen))
    return frozenset()


def persons_choose(session: Session) -> bool:
    """Whether anybody is asked who can make a mistake: pilots make none, and whole games of theirs are played by the thousand."""
    want, seats = session.match.want if session.match is not None else None, session.setup.seats
    return isinstance(want, Questions) and PERSON in [
        seats[ask.player - 1].player for ask in want.asks
    ]


def _same_slots(before: Session, after: Session) -> bool:
    """Whether a race that has moved on wants the same of every slot: so from instruction to instruction, and where a seat gets ready."""
    left, now = before.match, after.match
    if left is None or now is None or after.page != before.page or after.setup is not before.setup:
        return False
    # Lights say whose move it is, but not where each instruction is confirmed by itself.
    still = (
        after.page != PLAY
        or after.flow == before.flow == SINGLE
        or (now.at == left.at and now.script is left.script)
    )
    return (
        still
        and now.position is left.position
        and now.want is left.want
        and now.marks == left.marks
    )
