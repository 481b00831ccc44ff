"""Scenes of kept games: a name for one, and the list of those to resume."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.app.loop import EventLoop
from companion.gallery.race import Wanted, race, send, session_after, until
from companion.gallery.records import book
from companion.games.race.phrases import RaceWording
from companion.session.lobby.people_messages import RecordsLoaded, SitDown
from companion.session.messages import Message, OpenPage
from companion.session.pages.deck import AskName
from companion.session.pages.load import KeptRace, KeptRacesFound, RacesListed
from companion.session.pages.save import NameFound
from companion.session.view import PROGRAM
from companion.words import Text, count, text

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
"""The scenes of this module."""
