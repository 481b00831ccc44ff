"""Scenes of the people of a table: figures, curves, albums, seats, and gains of a race."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.app.loop import EventLoop
from companion.gallery.race import Wanted, race, send, session_after, until
from companion.games.kit.story import NAMES
from companion.records.book import Book, RecordedRace, Result
from companion.session.lobby.people import outcome_of
from companion.session.lobby.people_messages import RaceDated, RecordsLoaded, SitDown
from companion.session.messages import ChooseBoard, Go, Message, OpenPage, SetRule
from companion.session.pages.records import ALBUM, CURVES, Browse, OpenName, ProposeDrop
from companion.session.view import OVER

PEOPLE: Final = ("ANNA", "BERT", "MAXIMILIANE", "ÉTIENNE", "JO")


def book(games: int = 14) -> Book:
    """Return five people, three of whom have played.

    Small sums give the same counters each time.
    """

    def counter(game: int, person: int, place: int) -> int:
        return (game * (3 + place) + person * 7 + place * place) % (
            31 if place == 0 else 3 + 11 * (place in (2, 3)) + 6 * (place in (5, 7, 9))
        )

    found = Book()
    for name in PEOPLE:
        found = found.with_person(name)
    for at in range(games):
        results = tuple(
            Result(
                person,
                person,
                1 + (at + person) % 3,
                (at + person) % 3 == 0,
                {name: counter(at, person, place) for place, name in enumerate(NAMES)},
            )
            for person in (1, 2, 3)
        )
        found = found.with_race(
            RecordedRace(
                "clockwork_derby",
                1,
                "Going Train",
                6 + at % 4,
                results,
                f"{at + 1}-1",
                f"2026-{1 + at // 3:02}-{1 + at * 5 % 28:02} 20:{10 + at}",
            )
        )
    return found


def _records(*messages: Message, kept: Book | None = None) -> EventLoop:
    return session_after(
        RecordsLoaded(book() if kept is None else kept), OpenPage("records"), *messages
    )


def _reached() -> EventLoop:
    """Return a race that two people have finished, the first one for both."""
    loop = until(
        race(ChooseBoard("gorge-crossing"), SetRule("lives", "1"), players=("random", "random")),
        Wanted(OVER),
    )
    loop.send(RecordsLoaded(book(0)))
    seats = tuple(
        seat._replace(person=number if number < 3 else 0)
        for number, seat in enumerate(loop.session.lobby.setup.seats, 1)
    )
    loop.session = loop.session._replace(
        lobby=loop.session.lobby._replace(setup=loop.session.lobby.setup._replace(seats=seats))
    )
    loop.send(RecordsLoaded(book(0)))
    ended = outcome_of(loop.session)
    assert ended is not None and len(ended.results) == 2
    dated = RaceDated("1-1", ended._replace(date="2026-11-25 20:15"))
    return send(loop, dated, OpenPage("statistics"))


SEATED: Final = (RecordsLoaded(book()), Go("seats"), SitDown(1, 1), SitDown(2, 3), SitDown(4, 5))
"""The messages that seat three people, one of them new."""
RECORD_SCENES: Final[dict[str, Callable[[], EventLoop]]] = {
    "records-empty": lambda: _records(kept=Book()),
    "records-figures": _records,
    "records-curves": lambda: _records(Browse(1, CURVES)),
    "records-curve": lambda: _records(Browse(1, CURVES, "fields_forward")),
    "records-album": lambda: _records(Browse(3, ALBUM)),
    "records-delete": lambda: _records(Browse(3), ProposeDrop(True)),
    "records-name": _records,
    "records-rename": lambda: _records(OpenName(1)),
    "people-seats": lambda: session_after(*SEATED),
    "people-chosen": lambda: session_after(*SEATED),
    "statistics-reached": _reached,
    "statistics-numbers": _reached,
}
"""Scenes by name, in the order of a session."""
RECORD_TOUCHES: Final[dict[str, Callable[[Any], None]]] = {
    "records-name": lambda screen: screen.add.do(),
    "people-chosen": lambda screen: screen.open(2, "people"),
    "statistics-numbers": lambda screen: screen.footer.forward.do(),
}
"""The touches on the screen of a scene."""
