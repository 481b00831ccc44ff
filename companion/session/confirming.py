"""Done: what the screen asked for has been carried out; what that means depends on what lies on top."""
from __future__ import annotations

from companion.session.cards_back import awaited_rows, missing
from companion.session.messages import Confirm
from companion.session.race import on_confirm
from companion.session.returning import on_return_confirmed, returned
from companion.session.session import Result, Session, replace
from companion.session.travel import carried_on, on_travel_confirmed


def on_done(session: Session, message: Confirm) -> Result:
    """A number that is not the one shown changes nothing: a second tap comes with the number of what is gone already."""
    if message.step != session.step or session.covered:
        return session, ()
    # The order in which `showing` lays these over one another: the number is that of the uppermost.
    if session.returning is not None:
        return on_return_confirmed(session, session.returning)
    if session.travel is not None:
        return on_travel_confirmed(session, session.travel)
    return on_confirm(session, message)


def if_cards_are_back(session: Session) -> Result:
    """Where cards are awaited in the readers, the race goes on by itself as soon as they lie there.

    Nothing changes while one is missing, or while none is awaited.
    """
    awaited = awaited_rows(session)
    if awaited is None or missing(session, awaited):
        return session, ()
    # A Done touched in this very moment was meant for the cards, not for what comes next.
    session = replace(session, step=session.step + 1)
    return returned(session) if session.returning is not None else carried_on(session, ())
