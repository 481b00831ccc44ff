"""Test that a race with compressed old turns equals one that keeps every moment."""

from __future__ import annotations

import random

import pytest

from companion.app.loop import EventLoop
from companion.games.api import Game
from companion.session.messages import (
    START,
    TURN,
    ApplyCorrection,
    Confirm,
    GoBack,
    GoForward,
    GoTo,
)
from companion.session.past import chapters
from companion.session.past.history import (
    entries,
    recap_of,
    shown_turn,
    turn_records,
    turns,
    turns_played,
)
from companion.session.past.undo_points import corrections, is_stop, undo_points
from companion.session.session import Chapter, Session
from companion.session.showing import view_of
from companion.session.steps import step
from companion.testing.playing import (
    begin,
    offered_corrections,
    session_on_first_page,
    three_seats,
    touches,
)

TURNS = 7
STOPS = 9
"""Touches between two corrections."""
BACK = 23
"""Touches after which the race is rewound a little, and sometimes forward again."""
PLACES = 20
"""Moments to which both races are rewound."""


def play_race(game: Game) -> EventLoop:
    """Play a race with corrections and rewinds."""
    rng = random.Random(f"chapters {game.key}")
    loop = begin(session_on_first_page(game, three_seats(game), seed=5))
    for number, _ in enumerate(touches(loop, TURNS)):
        changes = list(offered_corrections(loop)) if number % STOPS == STOPS - 1 else []
        if changes:
            loop.send(ApplyCorrection(rng.choice(changes), "ANNA", "counted wrongly"))
        if number % BACK == BACK - 1:
            loop.send(ApplyCorrection(GoBack(rng.choice(("instruction", TURN)))))
            if rng.random() < 0.5:
                loop.send(ApplyCorrection(GoForward()))
        while loop.session.timeline.table_sync is not None:
            loop.send(Confirm(loop.session.revision))
    return loop


def chapters_of(session: Session) -> list[Chapter]:
    """Return the chapters of a race, the last one first."""
    found, link = [], session.timeline.past
    while link is not None:
        if isinstance(link, Chapter):
            found.append(link)
            link = link.opening.timeline.past
        else:
            link = link.past
    return found


def known_past(session: Session) -> object:
    """Return everything that is shown of the past of a race."""
    first, last = turns(session)
    listed = [
        [
            (entry.point.number, str(entry.when), str(entry.words), entry.rule, entry.seat)
            for entry in entries(session, turn)
        ]
        for turn in range(first, last + 1)
    ]
    numbers = [
        (one.number, one.page, one.match.shown.at, one.match.shown.turn)
        for one in undo_points(session)
    ]
    return (
        numbers,
        listed,
        turn_records(session),
        turns_played(session),
        recap_of(session),
        corrections(session),
    )


def compare(whole: Session, short: Session, message: object) -> tuple[Session, Session]:
    """Send a message to both races.

    Raises:
        AssertionError: Their views differ then.
    """
    one, commands = step(whole, ApplyCorrection(message))
    other, others = step(short, ApplyCorrection(message))
    assert commands == others
    assert view_of(one) == view_of(other)
    assert one.timeline.number == other.timeline.number
    return one, other


@pytest.fixture
def both(game: Game, monkeypatch: pytest.MonkeyPatch) -> tuple[Session, Session]:
    """Return the same race with all its moments, and with chapters of one turn each."""
    whole = play_race(game).session
    monkeypatch.setattr(chapters, "TURNS", 1)
    monkeypatch.setattr(chapters, "CHAPTERS", 1)
    short = play_race(game).session
    # A race that is over within three turns may have none.
    assert not chapters_of(whole) and (chapters_of(short) or turns(short)[1] <= 3)
    return whole, short


def test_old_turns_are_replayed_as_they_were(both: tuple[Session, Session]) -> None:
    """History, review, recap, numbers, rewinds and ways forward are the same."""
    whole, short = both
    assert known_past(whole) == known_past(short)
    rng = random.Random("places")
    places = rng.sample(range(whole.timeline.number), min(PLACES, whole.timeline.number))
    for remedy in (*map(GoTo, places), GoBack(TURN), GoBack(START)):
        back = compare(whole, short, remedy)
        compare(*back, GoForward())
    assert known_past(back[0]) == known_past(back[1])


def test_a_race_goes_on_from_an_old_turn(both: tuple[Session, Session]) -> None:
    """After a rewind into a chapter, the race continues the same."""
    whole, short = both
    number = next(
        point.number for point in undo_points(whole) if shown_turn(point) == 1 and is_stop(point)
    )
    whole, short = compare(whole, short, GoTo(number))
    for _ in range(60):
        message = Confirm(whole.revision)
        (whole, commands), (short, others) = step(whole, message), step(short, message)
        assert commands == others and view_of(whole) == view_of(short)
    assert known_past(whole) == known_past(short)
