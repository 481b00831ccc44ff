"""Players whose phones are gone: the wait for them, and the pilots that replace them for a turn.

After a while the table is asked (`companion.session.pages.absent`), so nobody waits without knowing
why. Time comes as `Tick`, which is not kept; the play of such a pilot is kept as its effects at the
table, as everybody's.
"""

from __future__ import annotations

from math import isfinite
from typing import Final

from companion.games.asking import Ask, Questions
from companion.named_tuples import NamedTuple
from companion.session import view
from companion.session.commands import AskPilot, Command, SendMessage
from companion.session.handling import COVERED, Guarded, Handlers, Precondition
from companion.session.lobby.extra_seats import seats_of_player
from companion.session.lobby.joining import with_phone_access
from companion.session.lobby.opponents import ADVISER
from companion.session.lobby.phone_access import PhoneAccess
from companion.session.session import Result, Session, push_page

PATIENCE: Final = 30.0
"""The seconds of waiting for a player without a phone before the table is asked, each time."""


NAME: Final = "absent"
"""The page that asks the table."""


class AbsentState(NamedTuple):
    """The question about one player."""

    seat: int
    """The seat whose player is awaited."""
    known: bool = False
    """Whether a pilot can see its question; the viewer of the page cannot."""


class AskTable(NamedTuple):
    """The game has waited for a while for the player of this seat, whose phone is gone."""

    seat: int


def note_absent(before: PhoneAccess, after: Session) -> Session:
    """Return the session with a record, during a race, of seats without a reader or a phone.

    Seats whose phones are back are removed from it.
    """
    access = after.config.phone_access
    left = before.at_hand - access.at_hand
    gone: dict[int, float | None] = {
        seat: since for seat, since in access.gone.items() if seat not in access.at_hand
    }
    if after.match is not None:
        gone |= {
            seat: None for seat in sorted(left) if seat in after.people and after.on_screen(seat)
        }
    stand_ins = {
        seat: until for seat, until in access.stand_ins.items() if seat not in access.at_hand
    }
    if (gone, stand_ins) == (access.gone, access.stand_ins):
        return after
    return with_phone_access(
        after, after.config.phone_access._replace(gone=gone, stand_ins=stand_ins)
    )


def open_asks(session: Session, seat: int) -> tuple[Ask, ...]:
    """Return the open questions to the player of a seat."""
    match = session.match
    if (
        match is None
        or session.page not in view.ASKING
        or session.timeline.is_syncing
        or not isinstance(match.next_step, Questions)
    ):
        return ()
    mine = seats_of_player(session.lobby.setup, seat)
    return tuple(
        ask
        for ask in match.next_step.asks
        if ask.must
        and ask.player in mine
        and ask.seat not in match.question.answers
        and session.is_person(ask.player)
    )


def absent_seats(session: Session) -> tuple[int, ...]:
    """Return the seats whose phones are gone, where the game waits for nobody else.

    A question to the table holds up no one who is still choosing.
    """
    match, gone = session.match, session.config.phone_access.gone
    if match is None or not gone or session.covered or not isinstance(match.next_step, Questions):
        return ()
    missing = {seat: open_asks(session, seat) for seat in gone}
    theirs = {ask.seat for asks in missing.values() for ask in asks}
    others = any(
        ask.must and ask.seat not in match.question.answers and ask.seat not in theirs
        for ask in match.next_step.asks
    )
    if others:
        return ()
    return tuple(
        seat
        for seat, asks in missing.items()
        if asks and seat not in session.config.phone_access.stand_ins
    )


def count_absence(session: Session, now: float) -> tuple[Session, tuple[Command, ...]]:
    """Count how long the game waits for a player without a phone; ask the table after PATIENCE."""
    gone = session.config.phone_access.gone
    if not gone or not isfinite(now):
        return session, ()
    waited, counted, asked = absent_seats(session), dict[int, float | None](), list[int]()
    for seat, since in gone.items():
        begins = seat in waited and (since is None or now < since)
        counted[seat] = now if begins else since if seat in waited else None
        if seat in waited and not begins and since is not None and now - since >= PATIENCE:
            counted[seat] = None
            asked.append(seat)
    if counted == gone:
        after = session
    else:
        after = with_phone_access(session, session.config.phone_access._replace(gone=counted))
    if not asked:
        return after, ()
    return after, (SendMessage(AskTable(asked[0])),)


# ---- Pilots that play instead ----


def stand_in_for(session: Session) -> str:
    """Return the pilot that plays instead of people: one at the table, else of hints, or ""."""
    pilots = [session.lobby.setup.seat(seat).player for seat in session.piloted]
    known = list(session.config.pilot_labels)
    return next(iter([*pilots, *(name for name in known if name == ADVISER), *known]), "")


def can_stand_in(session: Session, seat: int) -> bool:
    """Return whether a pilot can answer for a seat: it needs to know its cards, if any."""
    asks = open_asks(session, seat)
    return (
        bool(asks)
        and bool(stand_in_for(session))
        and all(not ask.program.slots or ask.hand.codes is not None for ask in asks)
    )


def stand_ins_asked(before: Session, after: Session) -> tuple[Command, ...]:
    """Ask the pilots that play instead, whenever a question is new to them."""
    stand_ins = after.config.phone_access.stand_ins
    if not stand_ins or after.covered or after.timeline.is_syncing:
        return ()
    same = (
        before.revision == after.revision
        and before.config.phone_access.stand_ins is stand_ins
        and before.covered == after.covered
        and before.timeline.is_syncing == after.timeline.is_syncing
    )
    match = after.match
    if same or match is None:
        return ()
    pilot = stand_in_for(after)
    questions = list[AskPilot]()
    for seat in stand_ins:
        if can_stand_in(after, seat):
            questions += [
                AskPilot(
                    match.number,
                    match.next_step.turn,
                    match.question.kind,
                    pilot,
                    ask,
                    after.config.game.redacted(match.position, ask.player),
                    instead=True,
                )
                for ask in open_asks(after, seat)
            ]
    return tuple(questions)


# ---- The question ----


def on_ask(session: Session, message: AskTable) -> Result:
    """Ask, unless the seat is no longer awaited, or another page is over the game."""
    waited = message.seat in session.config.phone_access.gone and bool(
        open_asks(session, message.seat)
    )
    return (
        push_page(session, NAME, AbsentState(message.seat, can_stand_in(session, message.seat)))
        if waited
        else session
    ), ()


HANDLERS: Final[Handlers] = {AskTable: Guarded(on_ask, Precondition(unless=(COVERED,)))}
