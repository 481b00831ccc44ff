"""After a game: all that is counted of everybody side by side, and what each has reached with it; over the page of the end, or over the last game."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from companion.games.base import Fact, Finished
from companion.session.history import recap_of
from companion.session.messages import ClosePage
from companion.session.pages import Page
from companion.session.pages.facts import FactRow
from companion.session.pictures import sign_of, standing_rows
from companion.session.records import before_this
from companion.session.session import Result, Session, laid, replace
from companion.session.view import LAST, OVER, SeatSign, View
from companion.words import Text, text

NAME: Final = "statistics"


class StatisticsPage(NamedTuple):
    """The counters: their heads, and for each seat, the best first, its sign and its numbers; and what was reached, seat by seat."""

    heads: tuple[Text, ...]
    seats: tuple[tuple[SeatSign, tuple[Fact, ...]], ...]
    reached: tuple[FactRow, ...]


def race_of(session: Session) -> Session | None:
    """The game that is told about: the one that is over here, else the last one that is looked at again; None where there is none."""
    looking = session.kept(LAST)
    race: Session | None = session if looking is None else looking.race
    return race if race is not None and race.match is not None and isinstance(race.match.want, Finished) else None


def has_statistics(session: Session) -> bool:
    """Whether there is anything to see."""
    race = race_of(session)
    return race is not None and bool(recap_of(race).statistics)


def on_open(session: Session) -> Result:
    """Only where a game is over, and where it counts anything."""
    if session.page != OVER and session.kept(LAST) is None or not has_statistics(session):
        return session, ()
    return replace(laid(session, NAME, ()), notice=""), ()


def statistics_view(session: Session, state: object) -> View | None:
    """The table, and what was reached; None where the game is not over any more."""
    race = race_of(session)
    if race is None or race.match is None:
        return None
    found = {one.seat: one for one in recap_of(race).statistics}
    seats = [row.seat for row in standing_rows(race, race.match) if row.seat in found]
    table = tuple((sign_of(race, seat), found[seat].facts) for seat in seats)
    heads = tuple(fact.title for fact in table[0][1]) if table else ()
    return View(
        NAME, text("Statistics"), text("What was counted in this game. What was taken back does not count."), None,
        StatisticsPage(heads, table, tuple(row for seat in seats for row in _reached(race, seat, found[seat].data))), session.step, text("Close"), "", "",
        session.notice, session.house.table, on_back=ClosePage(NAME),
    )


def _reached(race: Session, seat: int, game: Mapping[str, int]) -> tuple[FactRow, ...]:
    """What people have reached with this game; pilots reach nothing."""
    if not race.is_person(seat):
        return ()
    name = race.setup.seat(seat).name
    return tuple(
        FactRow(text("{name}: {title}", name=name, title=one.title), one.about, "", None, None, one.art)
        for one in race.house.game.achieved(before_this(race, name), game)
    )


PAGE: Final = Page(statistics_view, opened=on_open)
