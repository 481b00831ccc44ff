"""The question about a player whose phone is gone: wait, let a pilot play, or play here."""

from __future__ import annotations

from typing import Final

from companion.named_tuples import NamedTuple
from companion.session.absent import NAME, AbsentState, can_stand_in, open_asks, stand_in_for
from companion.session.choices import WAYS, Choice, ChoiceGroup, MenuPage
from companion.session.commands import SendMessage
from companion.session.lobby.joining import with_phone_access
from companion.session.messages import ApplyCorrection, ClosePage, HandSeat, Message
from companion.session.pages import Page
from companion.session.pictures import table_picture
from companion.session.session import Result, Session, close_pages, pop_pages
from companion.session.view import MENU, View
from companion.words import NOTHING, text

# ---- Messages ----


class LetPilotPlay(NamedTuple):
    """A pilot plays this seat until the turn ends or the phone is back, or for good (`stays`)."""

    seat: int
    stays: bool


class PlayHere(NamedTuple):
    """Play this seat on the screen; the table is not asked again."""

    seat: int


# ---- Handlers ----


def on_pilot(session: Session, absent: AbsentState, message: LetPilotPlay) -> Result:
    """Hand the seat over for good, as the debugging menu does, or ask a pilot for this turn."""
    match, pilot = session.match, stand_in_for(session)
    if match is None or message.seat != absent.seat or not pilot:
        return session, ()
    after = close_pages(session, NAME)
    if message.stays:
        return after, (SendMessage(ApplyCorrection(HandSeat(message.seat, pilot))),)
    stand_ins = {
        **session.config.phone_access.stand_ins,
        message.seat: (match.number, match.next_step.turn),
    }
    return (
        with_phone_access(after, after.config.phone_access._replace(stand_ins=stand_ins))
        if can_stand_in(session, message.seat)
        else session
    ), ()


def on_here(session: Session, absent: AbsentState, message: PlayHere) -> Result:
    """Ask no more, unless the phone comes and goes again."""
    gone = {
        seat: since
        for seat, since in session.config.phone_access.gone.items()
        if seat != message.seat
    }
    return with_phone_access(
        pop_pages(session, NAME), session.config.phone_access._replace(gone=gone)
    )._replace(notice=""), ()


def on_message(before: Session, after: Session, absent: AbsentState, message: Message) -> Result:
    """Close the page when the phone is back or the seat is no longer awaited."""
    gone = absent.seat not in after.config.phone_access.gone or not open_asks(after, absent.seat)
    return (pop_pages(after, NAME) if gone else after), ()


# ---- View ----


def absent_view(session: Session, absent: AbsentState) -> View | None:
    """Return the three ways, apart from waiting."""
    if session.match is None:
        return None
    seat, piece = absent.seat, session.lobby.setup.names[absent.seat]
    pilot = session.config.pilot_labels.get(stand_in_for(session), NOTHING)
    no_pilot = NOTHING if absent.known else text("A pilot cannot see these cards.")
    for_turn = text("{pilot}: until the phone is back or the turn ends.", pilot=pilot)
    ways = (
        Choice(
            text("A pilot for this turn"),
            for_turn,
            message=LetPilotPlay(seat, False),
            blocked=no_pilot,
            symbol="pilot",
        ),
        Choice(
            text("A pilot from now on"),
            text("{pilot}. Undo this in the menu.", pilot=pilot),
            LetPilotPlay(seat, True),
            symbol="pilot",
        ),
        Choice(
            text("On this screen"),
            text("Somebody at this table chooses the cards."),
            PlayHere(seat),
            symbol="hand",
        ),
    )
    title = text("Where is {piece}?", piece=piece)
    hint = text("The game waits for this player: the phone is gone.")
    return View(
        MENU,
        title,
        hint=hint,
        board=table_picture(session),
        body=MenuPage(NAME, (ChoiceGroup("", WAYS, ways),)),
        back=text("Wait"),
        on_back=ClosePage(NAME),
    )


PAGE: Final = Page(
    absent_view,
    {LetPilotPlay: on_pilot, PlayHere: on_here},
    on_message=on_message,
    of_race=True,
)
"""It keeps the seat, but not with a race: the chosen way is kept as its effects at the table."""
