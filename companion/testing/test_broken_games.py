"""Test that a game's errors end nothing: they are shown, and a repaired game continues."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.api import Game
from companion.session.choices import MenuPage
from companion.session.messages import ClosePage, Confirm, Message, notice_words
from companion.session.pages.failed import LeaveRace
from companion.session.past.undo_points import undo_points
from companion.session.session import Session
from companion.session.showing import view_of
from companion.session.steps import step
from companion.session.view import FAILED, View
from companion.signals import REST, HandleMoved
from companion.testing.breaking import FAILURES, WRONG_ANSWERS, Broken, with_game
from companion.testing.people import People
from companion.testing.playing import (
    MemoryJournal,
    begin,
    seats_possible,
    session_on_first_page,
    touches,
)

TURNS = 2
OFTEN = len(FAILURES)
"""The number of times that each answer of a game is broken, each time in another part of it."""


def steps(game: Game) -> Iterator[tuple[Session, Message, Session]]:
    """Yield each kind of step once, of pilots with dealt cards and of people with real ones."""
    possible = seats_possible(game)
    pilots = begin(
        session_on_first_page(game, possible[min(1, len(possible) - 1)], player="novice")
    )
    people = People(game)
    for loop, goes_on in ((pilots, touches(pilots, 60)), (people.loop, people.play(TURNS))):
        memory = loop.record = MemoryJournal()
        for _ in goes_on:
            pass
        known = set[object]()
        for before, message, after in memory.steps:
            assert before.match is not None
            kind = (
                type(message),
                before.page,
                after.page,
                type(before.match.next_step),
                before.match is after.match,
            )
            if kind not in known:
                known.add(kind)
                yield before, message, after


def place(session: Session) -> tuple[str, str]:
    """Return the place of a game: its page, and the fingerprint of its position."""
    assert session.match is not None
    return session.page, session.config.game.fingerprint(session.match.position)


def words_of_failure(view: View) -> str:
    """Return what a view says about the failure, on its page or in a notice."""
    if isinstance(view.body, MenuPage) and view.body.where == FAILED:
        return str(view.body.groups[0].choices[0].label)
    return str(notice_words(view.notice))


def sessions_after(session: Session, message: Message) -> Iterator[Session]:
    """Yield the session after repeating the failed message, and after touching the forward button.

    A handle is moved back first.
    """
    if isinstance(message, HandleMoved):
        session, _ = step(session, HandleMoved(message.seat, REST))
    session, _ = step(session, message)
    yield session
    yield step(session, Confirm(session.revision))[0]


def test_what_a_game_does_wrong_ends_nothing(game: Game) -> None:
    """Break each answer that the session asks for, in every way, at two steps of a game."""
    broken = Counter[str]()
    for before, message, after in steps(game):
        assert before.match is not None
        here = before.match.position
        asked = Broken(game)
        view_of(step(with_game(before, asked), message)[0])
        for name in sorted(asked.asked_for):
            if broken[name] == OFTEN:
                continue
            failure = FAILURES[broken[name]]
            broken[name] += 1
            for wrong in (failure, *WRONG_ANSWERS):
                faulty = Broken(game, name, wrong)
                found, _ = step(with_game(before, faulty), message)
                seen = view_of(found)
                where = f"{name} {wrong.__name__}: {type(message).__name__} on {before.page}"
                if wrong is failure:
                    words = words_of_failure(seen)
                    assert f"{game.title} has failed: {name.split('.')[-1]} ends with" in words, (
                        where,
                        words,
                    )
                left, _ = step(found, LeaveRace(found.revision))
                assert left.match is None and view_of(left).title, where
                mended, _ = step(with_game(found, game), ClosePage(FAILED))
                assert view_of(mended).title
                assert any(point.match.position is here for point in undo_points(mended)), where
                if wrong is failure:
                    assert place(after) in {
                        place(one) for one in sessions_after(mended, message)
                    }, where
    assert broken["next_step"] and broken["scene"]
