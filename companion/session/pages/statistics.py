"""The statistics of a finished game, side by side, and the achievements in it.

The page is over the end of the race, or over LAST.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.asking import Finished
from companion.games.kit.story import ACHIEVEMENTS
from companion.games.scene import Fact
from companion.named_tuples import NamedTuple
from companion.records.book import Book, reached_in
from companion.records.medals import medal
from companion.session.handling import Precondition
from companion.session.lobby.people import outcome_of
from companion.session.messages import ClosePage
from companion.session.pages import Page
from companion.session.pages.records import AlbumRow
from companion.session.past.history import recap_of, shown_race
from companion.session.pictures import sign_of, standing_rows
from companion.session.session import Result, Session, show_page
from companion.session.view import LAST, OVER, SeatSign, View
from companion.words import Text, text

NAME: Final = "statistics"


class StatisticsPage(NamedTuple):
    """The counts of a game, and what was reached in it."""

    heads: tuple[Text, ...]
    """The heads of the columns."""
    seats: tuple[tuple[SeatSign, tuple[Fact, ...]], ...]
    """For each seat, the best first, its sign and its numbers."""
    reached: tuple[AlbumRow, ...]
    """The achievements of its people, seat by seat."""
    heard: tuple[int, ...] = ()
    """The seats of people with an achievement, in the order of `reached`."""


def race_of(session: Session) -> Session | None:
    """Return the finished game of this session, or else the last one over LAST, or None."""
    race = shown_race(session)
    if race is not None and race.match is not None and isinstance(race.match.next_step, Finished):
        return race
    return None


def has_statistics(session: Session) -> bool:
    """Return whether there is anything to see."""
    race = race_of(session)
    return race is not None and bool(recap_of(race).statistics)


def on_open(session: Session) -> Result:
    """Open the page, where a game is over and counts anything."""
    if not has_statistics(session):
        return session, ()
    return show_page(session, NAME, ()), ()


def statistics_view(session: Session, state: object) -> View | None:
    """Return the table and the achievements; None where the game is no longer over."""
    race = race_of(session)
    if race is None or race.match is None:
        return None
    recap = recap_of(race)
    found, extra_facts = (
        {one.seat: one for one in recap.statistics},
        {
            one.seat: tuple(fact for fact in one.facts if fact.title in one.extra_heads)
            for one in recap.counts
        },
    )
    seats = [row.seat for row in standing_rows(race, race.match) if row.seat in found]
    table = tuple(
        (sign_of(race, seat), (*extra_facts.get(seat, ()), *found[seat].facts)) for seat in seats
    )
    heads = tuple(fact.title for fact in table[0][1]) if table else ()
    reached = _achievements(session.config.records, race)
    return View(
        NAME,
        text("Statistics"),
        hint=text("Figures of this game, without undone moves."),
        body=StatisticsPage(
            heads,
            table,
            reached=tuple(row for seat in seats for row in reached.get(seat, ())),
            heard=tuple(seat for seat in seats if seat in reached),
        ),
        back=text("Close"),
        on_back=ClosePage(NAME),
    )


def _achievements(book: Book, race: Session) -> Mapping[int, tuple[AlbumRow, ...]]:
    """Return what people reached first in this game, by seat; nothing for guests and pilots."""
    ended = outcome_of(race)
    kept = None if ended is None else book.like(ended)
    if kept is None:
        return {}
    found, seats = reached_in(book, kept), {result.person: result.seat for result in kept.results}
    return {
        seats[person]: tuple(
            AlbumRow(
                one.key,
                text("{name}: {title}", name=_name(book, person), title=one.name),
                about=one.about,
                art=medal(one),
                date="",
                have=1,
                needed=1,
            )
            for one in ACHIEVEMENTS
            if one.key in keys
        )
        for person, keys in found.items()
    }


def _name(book: Book, number: int) -> str:
    person = book.person(number)
    return "" if person is None else person.name


PAGE: Final = Page(statistics_view, opened=on_open, opens=Precondition((OVER, LAST)))
