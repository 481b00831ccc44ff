"""Scenes of several races at one table: the people of last time, other boards, a tournament."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any, Final

from companion.app.attract import attract_races
from companion.app.loop import EventLoop
from companion.content.livery import COLOURS, SHAPES
from companion.gallery.ends import NAMES
from companion.gallery.race import Wanted, all_games, race, send, session_after, until
from companion.records.tournament import Placed, Tournament, TournamentGame
from companion.session.lobby.arrangement import PERSON
from companion.session.messages import ChooseBoard, Go, OpenPage, SetName, SetPlayer, SetRule
from companion.session.pages.board import ChooseGame
from companion.session.pages.tournament import SetTournament
from companion.session.view import OVER


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
                for seat, name in enumerate(NAMES)
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
    "last-time-eight": lambda: _with_last_people(session_after(), *NAMES),
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
"""The scenes of this module."""
NEXT_RACE_TOUCHES: Final[dict[str, Callable[[Any], None]]] = {"attract": _attract}
