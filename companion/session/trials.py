"""Races of one player against the best kept one on the same course: ghost, words, record."""

from __future__ import annotations

from typing import Final

from companion.games.asking import Finished
from companion.games.parts import Results
from companion.games.scene import ACTIVE, Piece
from companion.records.book import Spot, Trial, best_of
from companion.session.game_guard import checked_answer
from companion.session.past.undo_points import corrections, undo_points
from companion.session.session import Match, Session
from companion.words import NOTHING, Text, sentences, text

GHOST: Final = "best"
"""The kind of its piece, for which no other piece makes room."""
GHOSTS: Final = 30
"""Seat 30 + n is the ghost of seat n; lower numbers belong to pieces of the board."""


def course_of(session: Session) -> str:
    """Return the key of the course of a single player's race; "" in every other game."""
    match = session.match
    results = Results.of(session.config.game)
    if match is None or results is None:
        return ""
    return checked_answer("course", results.course(match.position))


def trial_of(session: Session) -> Trial | None:
    """Return the race that has just ended as a record.

    None where it is no such race, or nobody has won.
    """
    match, course = session.match, course_of(session)
    if (
        match is None
        or not course
        or not isinstance(match.next_step, Finished)
        or not match.next_step.winners
    ):
        return None
    # A race with corrections says nothing about how well somebody plays.
    if corrections(session):
        return None
    return Trial(
        course,
        match.shown.turn,
        match.shown.round,
        session.lobby.setup.seat(match.next_step.winners[0]).person,
        track_of(session),
    )


def track_of(session: Session) -> tuple[Spot, ...]:
    """Return where the piece of a single player's race was after each of its rounds so far."""
    found: dict[tuple[int, int], Spot] = {}
    for point in undo_points(session):
        match = point.match
        if match.shown.round and (match.shown.turn, match.shown.round) not in found:
            piece = _own(session, match)
            found[match.shown.turn, match.shown.round] = (
                match.shown.turn,
                match.shown.round,
                piece.square or "",
                piece.heading,
            )
    return tuple(found[when] for when in sorted(found))


def _own(session: Session, match: Match) -> Piece:
    return session.config.game.scene(match.position).pieces[0]


# ---- What is shown of it ----


def rival_of(session: Session) -> Trial | None:
    """Return the best other race on this course; None without one or with several players."""
    course = course_of(session) if session.config.records.trials else ""
    return best_of(session.config.records.trials, course, trial_of(session)) if course else None


def ghost_of(session: Session) -> tuple[Piece, ...]:
    """Return the ghost where the best race had it at this moment; () when it was off the board."""
    match, rival = session.match, rival_of(session)
    spot = None if match is None or rival is None else rival.at(match.shown.turn, match.shown.round)
    if match is None or spot is None or not spot[2]:
        return ()
    own = _own(session, match)
    return (Piece(GHOSTS + own.seat, spot[2], spot[3], ACTIVE, of=own.seat, kind=GHOST),)


def rival_words(session: Session) -> Text:
    """Return which race is to be beaten, or how this finished one compares with it.

    NOTHING with several players.
    """
    if session.match is None or not course_of(session):
        return NOTHING
    rival, own = rival_of(session), trial_of(session)
    if rival is None:
        if own is not None:
            return text("It is the first race saved on this course.")
        return text("No race is saved on this course yet.")
    person = session.config.records.person(rival.person)
    wording = session.config.game.wording
    took = text("{turn}, {part}", turn=wording.turn(rival.turns), part=wording.round(rival.rounds))
    if person is not None:
        best = text("{name} holds the best race here: {took}.", name=person.name, took=took)
    else:
        best = text("The best race here ended in {took}.", took=took)
    if own is None:
        return sentences(best, text("The pale piece is its ghost."))
    if own.took < rival.took:
        return sentences(
            text("This is the best race on this course now."),
            text("The previous best ended in {took}.", took=took),
        )
    return sentences(
        text("This race was just as good.")
        if own.took == rival.took
        else text("The best race is unchanged."),
        best,
    )
