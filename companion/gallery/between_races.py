"""Scenes between races: people and their figures, the next race, tournaments, and kept games."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any, Final

from companion.app.attract import attract_races
from companion.app.loop import EventLoop
from companion.content.livery import COLOURS, SHAPES
from companion.gallery.hard_cases import LONGEST_NAMES
from companion.gallery.race import Wanted, all_games, race, send, session_after, until
from companion.games.kit.story import NAMES as COUNTERS
from companion.games.race.phrases import RaceWording
from companion.records.book import Book, RecordedRace, Result
from companion.records.tournament import Placed, Tournament, TournamentGame
from companion.session.lobby.arrangement import PERSON
from companion.session.lobby.people import outcome_of
from companion.session.lobby.people_messages import RaceDated, RecordsLoaded, SitDown
from companion.session.messages import (
    ChooseBoard,
    Go,
    Message,
    OpenPage,
    SetName,
    SetPlayer,
    SetRule,
)
from companion.session.pages.board import ChooseGame
from companion.session.pages.deck import AskName
from companion.session.pages.load import KeptRace, KeptRacesFound, RacesListed
from companion.session.pages.records import ALBUM, CURVES, Browse, OpenName, ProposeDrop
from companion.session.pages.save import NameFound
from companion.session.pages.tournament import SetTournament
from companion.session.view import OVER, PROGRAM
from companion.words import Text, count, text

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
                {name: counter(at, person, place) for place, name in enumerate(COUNTERS)},
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
"""People and their records, in the order of a session."""
RECORD_TOUCHES: Final[dict[str, Callable[[Any], None]]] = {
    "records-name": lambda screen: screen.add.do(),
    "people-chosen": lambda screen: screen.open(2, "people"),
    "statistics-numbers": lambda screen: screen.footer.forward.do(),
}
"""The touches on the screen of a scene."""


def _with_last_people(loop: EventLoop, *names: str) -> EventLoop:
    """Return a session in whose last one these people have sat."""
    for seat, name in enumerate(names, 1):
        send(loop, SetPlayer(seat, "person"), SetName(seat, name))
    session = loop.session
    loop.session = session._replace(
        config=session.config._replace(last_seats=session.lobby.setup.seats)
    )
    return loop


def _end_race() -> EventLoop:
    """Return the end of a short race on a small board."""
    players = ("random", "random", "racer")
    return until(
        race(ChooseBoard("gorge-crossing"), SetRule("lives", "1"), players=players), Wanted(OVER)
    )


def _tournament(length: int, games: int, *messages: OpenPage) -> EventLoop:
    """Return the end of a game in a tournament of eight people, after some messages."""
    loop = _end_race()
    played = tuple(
        TournamentGame(
            "Clockwork Derby",
            "Going Train",
            tuple(
                Placed(name, COLOURS[seat], SHAPES[seat], 0, 1 + (seat * 3 + number * 5) % 8)
                for seat, name in enumerate(LONGEST_NAMES)
            ),
            str(number),
        )
        for number in range(games)
    )
    records = loop.session.config.records._replace(
        tournament=Tournament(length, played), ended=played[-1].key if played else ""
    )
    loop.session = loop.session._replace(config=loop.session.config._replace(records=records))
    return send(loop, *messages)


def _offered() -> EventLoop:
    """Return the end of a game of people, which offers a tournament."""
    loop = _end_race()
    setup = loop.session.lobby.setup
    seats = tuple(seat._replace(player=PERSON) for seat in setup.seats[:2]) + setup.seats[2:]
    loop.session = loop.session._replace(
        lobby=loop.session.lobby._replace(setup=setup._replace(seats=seats))
    )
    return loop


def _attract(screen: Any) -> None:
    """Cover a screen with the page that is shown while nobody is at the table."""
    # Imported late, since only this scene needs a window.
    from companion.ui.widgets.attract_page import AttractPage

    session = all_games().session
    beats = (beat for beat in attract_races(session) if beat.board is not None and beat.lines)
    page = AttractPage(session.config.game.title, lively=False)
    page.size = screen.size
    screen.add_widget(page)
    for beat in islice(beats, 12):
        page.show(beat)


NEXT_RACE_SCENES: Final[dict[str, Callable[[], EventLoop]]] = {
    "attract": all_games,
    "last-time": lambda: _with_last_people(session_after(), "ANNA", "BEN", "CARO"),
    "last-time-eight": lambda: _with_last_people(session_after(), *LONGEST_NAMES),
    "last-time-games": lambda: _with_last_people(all_games(), "ANNA", "BEN", "CARO", "DORA"),
    "last-time-diesel": lambda: _with_last_people(all_games(ChooseGame("diesel")), "ANNA", "BEN"),
    "another": lambda: send(_end_race(), OpenPage("another")),
    "tournament-begin": lambda: session_after(Go("seats"), OpenPage("tournament")),
    "tournament-offered": _offered,
    "tournament-next": lambda: session_after(SetTournament("3"), Go("seats")),
    "tournament": lambda: _tournament(3, 2, OpenPage("tournament")),
    "tournament-won": lambda: _tournament(3, 3, OpenPage("tournament")),
    "tournament-open": lambda: _tournament(0, 9, OpenPage("tournament")),
    "tournament-over": lambda: _tournament(3, 2),
}
"""People of last time, other boards, and tournaments, in the order of a session."""
NEXT_RACE_TOUCHES: Final[dict[str, Callable[[Any], None]]] = {"attract": _attract}


PLACE: Final = RaceWording().turn_round(4, 3)


def _title(board: str, seats: int) -> Text:
    return count("{board}, {number} seat", "{board}, {number} seats", seats, board=board)


RACES: Final = (
    KeptRace(31, "", _title("Going Train", 2), ("BRASS", "COPPER"), 0, PLACE, "2026-11-24 21:40"),
    KeptRace(
        27,
        "ANNA 30",
        _title("Fountain Circus", 4),
        ("ANNA", "BERT", "CLARA", "JADE"),
        0,
        PLACE,
        "2026-11-20 18:05",
        people=(1, 2),
    ),
    KeptRace(
        22,
        "",
        _title("Welding Shop", 3),
        ("MAXIMILIANE", "BERT", "ÉTIENNE"),
        0,
        PLACE,
        "2026-11-02 20:30",
        people=(3, 2, 4),
    ),
    KeptRace(
        19,
        "LIGA 2",
        _title("Lighthouse Rock", 8),
        ("ANNA", "JO", "CLARA", "JADE", "RUBY", "SILVER", "UMBER", "VIOLET"),
        4,
        PLACE,
        "2026-10-31 22:15",
        people=(1, 5),
    ),
    KeptRace(
        3,
        "",
        _title("Gorge Crossing", 3),
        ("BRASS", "COPPER", "AZURE"),
        0,
        PLACE,
        "2026-03-01 17:00",
        text(
            "It began under version {rules} of the rules, and this app plays version {present}.",
            rules=2,
            present=3,
        ),
    ),
)


def _saving(*messages: Message) -> EventLoop:
    loop = until(race(players=("person", "person", "random")), Wanted(PROGRAM))
    named = NameFound("Fountain Circus, 2026-11-26", "2026-11-26")
    return send(loop, OpenPage("menu"), OpenPage("save"), named, *messages)


def _loading(*races: KeptRace) -> EventLoop:
    loop = session_after(
        KeptRacesFound(), RecordsLoaded(book(0)), SitDown(1, 1), SitDown(2, 2), OpenPage("load")
    )
    # Background look-ups find nothing here.
    loop.host.background.wait()
    loop.poll(0.0)
    return send(loop, RacesListed(races))


KEPT_SCENES: Final[dict[str, Callable[[], EventLoop]]] = {
    "board-load": lambda: session_after(KeptRacesFound()),
    "save": _saving,
    "save-typing": lambda: _saving(AskName(True)),
    "load": lambda: _loading(*RACES),
    "load-none": _loading,
}
"""A name for a game, and the list of those to resume."""
