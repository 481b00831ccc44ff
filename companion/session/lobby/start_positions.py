"""The start positions: players confirm with their handles that their pieces are in place.

This proves that the readers work, too (REQ-L2). After the last of them the race begins as by Done,
unless a person plays on this screen, who has to touch it. Done is possible at any time.
"""

from __future__ import annotations

from companion.session.session import Match, Session
from companion.signals import ASIDE, NO_READER
from companion.words import NOTHING, Text, listed, sentences, text


def can_pull(session: Session) -> tuple[int, ...]:
    """Return the seats of people with a working reader in this race, in order."""
    return tuple(
        seat
        for seat in session.people
        if seat not in session.readers.unused and not session.on_screen(seat)
    )


def seats_not_in_place(session: Session, match: Match) -> tuple[int, ...]:
    """Return those of these seats whose handle was not pulled yet."""
    return tuple(seat for seat in can_pull(session) if seat not in match.question.placed)


def all_in_place(session: Session, match: Match) -> bool:
    """Return whether the handles have confirmed everything, and all people have readers."""
    # Somebody who plays on this screen by choice, not because of a lost reader, has to touch it.
    at_screen = any(
        seat in session.config.touch or session.readers.by_seat[seat].lost in (NO_READER, ASIDE)
        for seat in session.people
    )
    return bool(can_pull(session)) and not seats_not_in_place(session, match) and not at_screen


def waiting_words(session: Session, match: Match) -> Text:
    """Return who is awaited and how to confirm; NOTHING where nobody has a reader."""
    if not can_pull(session):
        return NOTHING
    waiting = [
        seat
        for seat in seats_not_in_place(session, match)
        if seat not in session.config.phone_access.standing
    ]
    if not waiting:
        return text("Everybody at a reader is ready: touch All in place.")
    names = listed([session.lobby.setup.names[seat] for seat in waiting], "")
    return sentences(text("Then pull your own handle."), text("Waiting for {names}.", names=names))
