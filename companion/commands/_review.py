"""A kept race in review, in words and as JSON values: what each turn came to, and the turn that decided the race."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.errors import SetupFault
from companion.games.scene import Review, SeatReview
from companion.pilots.review import review_of
from companion.session.alarms import card_words
from companion.session.pages.review import (
    NO_REVIEW,
    NOT_OVER,
    can_be_reviewed,
    decision_words,
    lines_of,
    over_race,
    percent,
)
from companion.session.past.history import turns_played
from companion.session.session import Session


def review_lines(session: Session) -> Iterator[str]:
    """The review for people; SetupFault where there is none."""
    review = _review(session)
    yield str(decision_words(session, review))
    for turn in review.turns:
        yield f"turn {turn.turn}{', which decided the game' if turn.turn == review.decided else ''}"
        for seat in turn.seats:
            said = " ".join(map(str, lines_of(seat)))
            yield f"  {session.setup.names[seat.seat]}, chances {percent(seat.before)} to {percent(seat.after)} %. {said}{_cards(session, seat)}"


def review_facts(session: Session) -> dict[str, Any]:
    """The same as JSON values; the best program by codes, null for an empty slot."""
    review = _review(session)
    return {
        "decided": review.decided,
        "winner": review.winner,
        "turns": [
            {"turn": turn.turn, "seats": [_seat_facts(session, seat) for seat in turn.seats]}
            for turn in review.turns
        ],
    }


def _review(session: Session) -> Review:
    race = over_race(session)
    if race is None:
        raise SetupFault(str(NOT_OVER))
    if not can_be_reviewed(race):
        raise SetupFault(str(NO_REVIEW))
    return review_of(race.house.game, turns_played(race))


def _cards(session: Session, seat: SeatReview) -> str:
    """The cards of the best program, where there was a better one."""
    faces = [None if code is None else session.house.game.face(code) for code in seat.codes]
    return (
        f" ({', '.join('-' if face is None else str(card_words(face)) for face in faces)})"
        if faces
        else ""
    )


def _seat_facts(session: Session, seat: SeatReview) -> dict[str, Any]:
    return {
        "seat": seat.seat,
        "name": session.setup.names[seat.seat],
        "reached": str(seat.reached),
        "alone": str(seat.alone),
        "known": seat.known,
        "best": str(seat.best),
        "codes": list(seat.codes),
        "sooner": round(seat.sooner, 2),
        "chances": [round(seat.before, 4), round(seat.after, 4)],
    }
