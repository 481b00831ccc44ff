"""The people of the table and a session: who they are, what becomes of a race that ends, and of one that goes on after its end.

A session knows neither the time nor which race of the journal it plays, so that it asks for both (`DateRace`) and keeps the race when it is told. Told again
from the journal it asks nobody, and keeps nothing twice.
"""

from __future__ import annotations

from typing import Final

from companion.errors import GameFault
from companion.games.asking import Finished
from companion.records.book import Book, Race, Result
from companion.records.trials import Trial
from companion.session.commands import Command, DateRace, KeepRecords, UndateRace
from companion.session.handling import Handlers
from companion.session.lobby.filling import seats_of_player
from companion.session.lobby.setup import entry_of, named
from companion.session.lobby.sitting import CallRecords, RaceDated, RaceUndated
from companion.session.past.history import recap_of
from companion.session.session import Result as Reply
from companion.session.session import Session, replace
from companion.session.trials import trial_of
from companion.session.trust import blamed
from companion.session.view import OVER


def on_call_records(session: Session, message: CallRecords) -> Reply:
    """As they are kept, from now on; pieces are called by their people."""
    book = message.book
    seats = tuple(
        seat if not seat.person or book.person(seat.person) is not None else seat._replace(person=0)
        for seat in session.setup.seats
    )
    setup = named(session.setup._replace(seats=seats), book)
    return replace(session, house=replace(session.house, records=book), setup=setup), ()


def on_race_dated(session: Session, message: RaceDated) -> Reply:
    """What comes of its end is kept, once, in the place of whatever was kept of it."""
    return _kept(session, session.house.records.with_end(*message))


def on_race_undated(session: Session, message: RaceUndated) -> Reply:
    """What was kept of its end is gone."""
    return _kept(session, session.house.records.without_end(message.key))


def _kept(session: Session, book: Book) -> Reply:
    if book == session.house.records:
        return session, ()
    after = replace(session, house=replace(session.house, records=book))
    return after, (KeepRecords(after.house.records),)


def ended(before: Session, after: Session) -> tuple[Command, ...]:
    """What is asked for where a race has just ended, has another end now, or goes on after its end."""
    then, now = before.match, after.match
    over, again = now is not None and after.page == OVER, then is not None and before.page == OVER
    same = then is not None and now is not None and now.number == then.number
    if (
        over
        and now is not None
        and (
            not again
            or not same
            or then is None
            or then.position is not now.position
            or before.setup is not after.setup
        )
    ):
        # Races of guests, too: so that a start knows which race has been seen to its end.
        return (DateRace(now.number, _counted(after), trial_of(after)),)
    return (UndateRace(now.number),) if again and not over and same and now is not None else ()


def end_of(session: Session) -> tuple[Race | None, Trial | None]:
    """Return a race that has ended, for its people and for its course; GameFault says in words where the game cannot say it."""
    try:
        return _counted(session), trial_of(session)
    except Exception as fault:
        words = blamed(session, fault)
        if not words:
            raise
        raise GameFault(words) from fault


def outcome_of(session: Session) -> Race | None:
    """The race as it stands, for its people, without key and date; None where the game counts nothing, or cannot say it."""
    try:
        return _counted(session)
    except Exception as fault:
        if not blamed(session, fault):
            raise
        return None


def _counted(session: Session) -> Race | None:
    match, game = session.match, session.house.game
    if match is None:
        return None
    counted = {one.seat: one.data for one in recap_of(session).statistics}
    standings = game.standings(match.position)
    if not counted:
        return None
    winners = match.want.winners if isinstance(match.want, Finished) else ()
    places, entry = {standing.seat: standing.place for standing in standings}, entry_of(session)
    results = tuple(
        Result(
            seat.person,
            number,
            places.get(number, len(places)),
            any(own in winners for own in seats_of_player(session.setup, number)),
            counted[number],
        )
        for number, seat in enumerate(session.setup.seats, 1)
        if seat.person and not seat.filled and number in session.setup.playing and number in counted
    )
    return Race(game.key, game.version, "" if entry is None else entry.title, match.turn, results)


HANDLERS: Final[Handlers] = {
    CallRecords: on_call_records,
    RaceDated: on_race_dated,
    RaceUndated: on_race_undated,
}
"""The messages of this module, with what each does."""
