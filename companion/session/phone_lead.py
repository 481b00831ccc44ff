"""Let phones lead a game on: a player's own moves, and the screen's buttons where allowed.

The screen is the shared board. A message of a phone becomes that of the same touch on the screen,
so nothing about phones is kept with a game.
"""

from __future__ import annotations

from typing import Final

from companion.named_tuples import NamedTuple
from companion.session import view
from companion.session.commands import Command, SendMessage
from companion.session.flow import moved_people, next_line
from companion.session.handling import Guarded, Handlers, Precondition
from companion.session.lobby.extra_seats import seats_of_player
from companion.session.lobby.joining import with_phone_access
from companion.session.messages import WATCH, Again, BackToSetup, ClosePage, Confirm
from companion.session.pages.paused import PauseGame
from companion.session.preferences import EVERYBODY, HOST
from companion.session.readiness import all_answered, pilots_are_choosing
from companion.session.session import Match, Result, Session

OWN, STANDS, MOVED, NEXT, AGAIN, NEW_SETUP = "own", "stands", "moved", "next", "again", "anew"
"""The keys of what a phone may say.

OWN: its move is done. STANDS: its piece is in its place. MOVED: it is not, after all. NEXT: the
button forward of the screen. AGAIN: another race. NEW_SETUP: another set-up.
"""
GO_ON: Final = "resume"
"""The key by which a leading phone ends a pause."""
CLOSE: Final = "close"
"""The key by which a leading phone closes the page over the game on the screen."""


class PieceStands(NamedTuple):
    """Before a race a player says on its phone that its piece is in place, or takes that back."""

    seat: int
    on: bool


def host_of(session: Session) -> int | None:
    """Return the host's seat, the chosen one or the first person's; None where nobody plays."""
    people = session.people
    if session.lobby.preferences.host in people:
        return session.lobby.preferences.host
    return next(iter(people), None)


def leads(session: Session, seat: int) -> bool:
    """Return whether the phone of a seat may lead the game on for everybody."""
    chosen = session.lobby.preferences.leads
    return seat in session.people and (
        chosen == EVERYBODY or (chosen == HOST and seat == host_of(session))
    )


def race_acts(session: Session, seat: int) -> dict[str, SendMessage]:
    """Return what the phone of a seat may say about its own piece and, if it leads, for everybody.

    Only the way back while another page is over it; nothing while the table is put in order.
    """
    match = session.match
    if match is None or session.timeline.is_syncing or seat not in session.people:
        return {}
    if session.timeline.game_paused:
        return {GO_ON: SendMessage(PauseGame(False))} if leads(session, seat) else {}
    if session.covered:
        over = next(overlay.page for overlay in reversed(session.overlays) if overlay.seen)
        # The screen is locked for cleaning.
        if leads(session, seat) and over != view.LOCKED:
            return {CLOSE: SendMessage(ClosePage(over))}
        return {}
    found: dict[str, SendMessage] = {}
    if session.page == view.PLACE:
        if seat not in match.question.placed:
            stands = stands_already(session, match, seat)
            found[MOVED if stands else STANDS] = SendMessage(PieceStands(seat, not stands))
    elif (
        session.page == view.PLAY
        and session.lobby.flow != WATCH
        and session.timeline.repeated is None
        and not {*seats_of_player(session.lobby.setup, seat)}.isdisjoint(
            moved_people(session, match)
        )
    ):
        found[OWN] = SendMessage(next_line(session, match))
    if not leads(session, seat):
        return found
    # The screen's button forward and, after the race, its button back.
    if session.page == view.OVER:
        found[AGAIN] = SendMessage(Again())
        found[NEW_SETUP] = SendMessage(BackToSetup())
    elif session.page in (view.PLACE, view.PLAY, view.SUMMARY) or (
        session.page in view.ASKING
        and all_answered(match)
        and not pilots_are_choosing(session, match)
    ):
        found[NEXT] = SendMessage(Confirm(session.revision))
    return found


# ---- Before the race ----


def stands_already(session: Session, match: Match, seat: int) -> bool:
    """Return whether a seat's player has confirmed that its piece is in place."""
    return seat in match.question.placed or seat in session.config.phone_access.standing


def on_stands(session: Session, message: PieceStands) -> Result:
    """Note it; with the last one the race goes on."""
    standing = session.config.phone_access.standing
    if message.seat not in session.people:
        return session, ()
    return with_phone_access(
        session,
        session.config.phone_access._replace(
            standing=standing | {message.seat} if message.on else standing - {message.seat}
        ),
    ), ()


def all_stand(before: Session, after: Session) -> tuple[Command, ...]:
    """Say *All in place* after the last player has, if at least one of them used a phone."""
    if _stands_whole(after) and not _stands_whole(before):
        return (SendMessage(Confirm(after.revision)),)
    return ()


def _stands_whole(session: Session) -> bool:
    match = session.match
    if match is None or session.page != view.PLACE or not session.config.phone_access.standing:
        return False
    return all(stands_already(session, match, seat) for seat in session.people)


LABELS: Final = (CLOSE, GO_ON, OWN, STANDS, NEXT, AGAIN, MOVED, NEW_SETUP)
"""The keys in the order of their buttons."""


HANDLERS: Final[Handlers] = {
    PieceStands: Guarded(on_stands, Precondition((view.PLACE,))),
}
"""The handlers of this module's messages."""
