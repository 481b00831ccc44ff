"""Before the race: everybody who has a reader may say by the own handle that the own piece stands in its place (REQ-L2).

That proves that the reader works, too. When all of them have said so the race goes on as by Done, unless a person plays at this screen: that
person's word is the touch. Done can be touched at any time, whoever has pulled.
"""

from __future__ import annotations

from companion.session import view
from companion.session.session import Match, Session
from companion.signals import ASIDE, NO_READER
from companion.words import NOTHING, Text, listed, sentences, text


def can_pull(session: Session) -> tuple[int, ...]:
    """The seats of people whose reader answers and is used in this race: their handles say that they are ready, in order of seats."""
    return tuple(
        seat for seat in session.people if seat not in session.aside and not session.on_screen(seat)
    )


def awaited(session: Session, match: Match) -> tuple[int, ...]:
    """Of these the seats whose handle has not been pulled yet."""
    return tuple(seat for seat in can_pull(session) if seat not in match.placed)


def all_in_place(session: Session, match: Match) -> bool:
    """Whether handles alone have said that the race can begin: nobody is awaited, and nobody plays at this screen."""
    return (
        bool(can_pull(session))
        and not awaited(session, match)
        and not any(_at_screen(session, seat) for seat in session.people)
    )


def _at_screen(session: Session, seat: int) -> bool:
    """Whether a person plays at this screen by choice; one whose reader does not answer just now is not waited for."""
    return seat in session.house.touch or session.readers[seat].lost in (NO_READER, ASIDE)


def listens(session: Session) -> bool:
    """Whether a handle says now that a piece is in its place: not while the table is put in order, nor under a page that lies over this one."""
    return (
        session.match is not None
        and session.page == view.PLACE
        and not session.held
        and not session.covered
    )


def waiting_words(session: Session, match: Match) -> Text:
    """Who is waited for, and what says that one is ready; NOTHING where nobody has a reader to say it with."""
    if not can_pull(session):
        return NOTHING
    waiting = [
        seat for seat in awaited(session, match) if seat not in session.house.invited.standing
    ]
    if not waiting:
        return text("All at readers are ready: touch All in place.")
    names = listed([session.setup.names[seat] for seat in waiting], "")
    return sentences(text("Then pull your own handle."), text("Waiting for {names}.", names=names))
