"""Races alone against the best one kept on the same course: its ghost, what is said of it, and such a race as it is kept."""

from __future__ import annotations

from typing import Final

from companion.games.asking import Finished
from companion.games.parts import Results
from companion.games.scene import ACTIVE, Piece
from companion.records.trials import Spot, Trial, best_of
from companion.session.past.moments import corrections, moments
from companion.session.session import Match, Session
from companion.session.trust import checked
from companion.words import NOTHING, Text, sentences, text

GHOST: Final = "best"
"""The kind of its piece: no other piece makes room for it."""
GHOSTS: Final = 30
"""Seat 30 + n is the ghost of seat n: those before are taken by the pieces that a board brings."""


def course_of(session: Session) -> str:
    """The mark of the course on which somebody races alone; "" in every other game."""
    match = session.match
    results = session.house.game.part(Results)
    if match is None or results is None:
        return ""
    return checked("course", results.course(match.position))


def trial_of(session: Session) -> Trial | None:
    """The race that has just ended as it would be kept; None where it is none, or nobody has won."""
    match, course = session.match, course_of(session)
    if (
        match is None
        or not course
        or not isinstance(match.want, Finished)
        or not match.want.winners
    ):
        return None
    # What hands have changed says nothing about how well somebody plays.
    if corrections(session):
        return None
    return Trial(
        course,
        match.turn,
        match.round,
        session.setup.seat(match.want.winners[0]).person,
        track_of(session),
    )


def track_of(session: Session) -> tuple[Spot, ...]:
    """Where the piece of a race alone stood after each of its rounds so far."""
    found: dict[tuple[int, int], Spot] = {}
    for moment in moments(session):
        match = moment.match
        if match.round and (match.turn, match.round) not in found:
            piece = _own(session, match)
            found[match.turn, match.round] = (
                match.turn,
                match.round,
                piece.square or "",
                piece.heading,
            )
    return tuple(found[when] for when in sorted(found))


def _own(session: Session, match: Match) -> Piece:
    return session.house.game.scene(match.position).pieces[0]


# ---- What is seen of it ---------------------------------------------------------------------------------------------------


def rival_of(session: Session) -> Trial | None:
    """The best race on this course, other than the one that runs; None where there is none yet, or nobody races alone."""
    course = course_of(session) if session.house.records.trials else ""
    return best_of(session.house.records.trials, course, trial_of(session)) if course else None


def ghost_of(session: Session) -> tuple[Piece, ...]:
    """The piece of the best race where it stood at this moment; () where it was off the board, and where there is none."""
    match, rival = session.match, rival_of(session)
    spot = None if match is None or rival is None else rival.at(match.turn, match.round)
    if match is None or spot is None or not spot[2]:
        return ()
    own = _own(session, match)
    return (Piece(GHOSTS + own.seat, spot[2], spot[3], ACTIVE, of=own.seat, kind=GHOST),)


def rival_words(session: Session) -> Text:
    """Which race is to be beaten, or how this one compares with it once it is over; NOTHING where nobody races alone."""
    if session.match is None or not course_of(session):
        return NOTHING
    rival, own = rival_of(session), trial_of(session)
    if rival is None:
        return (
            text("It is the first race saved on this course.")
            if own is not None
            else text("No race is saved on this course yet.")
        )
    person = session.house.records.person(rival.person)
    wording = session.house.game.wording
    took = text("{turn}, {part}", turn=wording.turn(rival.turns), part=wording.round(rival.rounds))
    best = (
        text("{name} holds the best race here: {took}.", name=person.name, took=took)
        if person is not None
        else text("The best race here ended in {took}.", took=took)
    )
    if own is None:
        return sentences(best, text("The pale piece is its ghost."))
    if own.took < rival.took:
        return sentences(
            text("This is the best race on this course now."),
            text("The one before ended in {took}.", took=took),
        )
    return sentences(
        text("This race was just as good.")
        if own.took == rival.took
        else text("The best race is unchanged."),
        best,
    )
