"""The people of the table, and the records of their races.

A session knows neither the time nor the key of its race in the journal, so it asks for both
(`DateRace`) and keeps the race when the answer comes. A replayed session asks nobody, so nothing is
kept twice.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from companion.errors import GameError
from companion.games.asking import Finished
from companion.records.book import Book, RecordedRace, Result, Trial
from companion.records.tournament import OPEN_ENDED, Placed, TournamentGame
from companion.session.commands import Command, DateRace, KeepRecords, UndateRace
from companion.session.game_guard import game_fault_words
from companion.session.handling import Handlers
from companion.session.lobby.extra_seats import seats_of_player
from companion.session.lobby.people_messages import RaceDated, RaceUndated, RecordsLoaded
from companion.session.lobby.setup import entry_of, with_piece_names
from companion.session.past.history import recap_of
from companion.session.session import Result as Reply
from companion.session.session import Session
from companion.session.trials import trial_of
from companion.session.view import OVER
from companion.words import NOTHING, Text, text


def on_records_loaded(session: Session, message: RecordsLoaded) -> Reply:
    """Use these records from now on; pieces are named after their people."""
    book = message.book
    seats = tuple(
        seat if not seat.person or book.person(seat.person) is not None else seat._replace(person=0)
        for seat in session.lobby.setup.seats
    )
    setup = with_piece_names(session.lobby.setup._replace(seats=seats), book)
    return session._replace(
        config=session.config._replace(records=book), lobby=session.lobby._replace(setup=setup)
    ), ()


def on_race_dated(session: Session, message: RaceDated) -> Reply:
    """Keep the result of the race, in place of an earlier one of the same race."""
    return _keep_book(session, session.config.records.with_end(*message))


def on_race_undated(session: Session, message: RaceUndated) -> Reply:
    """Delete the kept result of the race."""
    return _keep_book(session, session.config.records.without_end(message.key))


def _keep_book(session: Session, book: Book) -> Reply:
    if book == session.config.records:
        return session, ()
    after = session._replace(config=session.config._replace(records=book))
    return after, (KeepRecords(after.config.records),)


def race_end_commands(before: Session, after: Session) -> tuple[Command, ...]:
    """Return the commands after a race has ended, ended otherwise, or goes on after its end."""
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
            or before.lobby.setup is not after.lobby.setup
        )
    ):
        return date_commands(after)
    return (UndateRace(now.number),) if again and not over and same and now is not None else ()


def date_commands(session: Session) -> tuple[Command, ...]:
    """Return the command that keeps the result of the finished race, again if it was kept."""
    # Also for races of guests, so a start knows which race was played to its end.
    return () if session.match is None else (DateRace(session.match.number, *_end_of(session)),)


RaceEnd: TypeAlias = tuple[RecordedRace | None, Trial | None, TournamentGame | None]


def end_of(session: Session) -> RaceEnd:
    """Return the finished race for its people, for its course, and for a tournament.

    Raises:
        GameError: The game cannot say how it ended.
    """
    try:
        return _end_of(session)
    except Exception as fault:
        words = game_fault_words(session, fault)
        if not words:
            raise
        raise GameError(words) from fault


def _end_of(session: Session) -> RaceEnd:
    return _counted(session), trial_of(session), tournament_game(session)


def tournament_game(session: Session) -> TournamentGame | None:
    """Return the places of a race for a tournament, each player once; None without players.

    A game without standings knows only winners.
    """
    match, setup = session.match, session.lobby.setup
    if match is None or not setup.chosen:
        return None
    winners = match.next_step.winners if isinstance(match.next_step, Finished) else ()
    found = {one.seat: one.place for one in session.config.game.standings(match.position)}
    last = max(found.values(), default=1) + 1
    best = {
        seat: min(found.get(own, 1 if own in winners else last) for own in own_seats)
        for seat in setup.chosen
        if (own_seats := seats_of_player(setup, seat))
    }
    placed = tuple(
        Placed(
            setup.seat(seat).name,
            setup.seat(seat).colour,
            setup.seat(seat).shape,
            setup.seat(seat).person,
            1 + sum(other < place for other in best.values()),
        )
        for seat, place in best.items()
    )
    entry = entry_of(session)
    return TournamentGame(
        str(session.config.game.title), "" if entry is None else entry.title, placed
    )


def coming_words(session: Session) -> Text:
    """Return which game of a tournament comes next, NOTHING without one."""
    now = session.config.records.tournament
    if now is None or now.is_over:
        return NOTHING
    number = len(now.games) + 1
    if now.length == OPEN_ENDED:
        return text("Tournament: game {number} comes next.", number=number)
    return text("Tournament: game {number} of {all} comes next.", number=number, all=now.length)


def outcome_of(session: Session) -> RecordedRace | None:
    """Return the standings of the race for its people, without key and date.

    None where the game counts nothing, or fails.
    """
    try:
        return _counted(session)
    except Exception as fault:
        if not game_fault_words(session, fault):
            raise
        return None


def _counted(session: Session) -> RecordedRace | None:
    match, game = session.match, session.config.game
    if match is None:
        return None
    counted = {one.seat: one.data for one in recap_of(session).statistics}
    standings = game.standings(match.position)
    if not counted:
        return None
    winners = match.next_step.winners if isinstance(match.next_step, Finished) else ()
    places, entry = {standing.seat: standing.place for standing in standings}, entry_of(session)
    results = tuple(
        Result(
            seat.person,
            number,
            places.get(number, len(places)),
            any(own in winners for own in seats_of_player(session.lobby.setup, number)),
            counted[number],
        )
        for number, seat in enumerate(session.lobby.setup.seats, 1)
        if seat.person
        and not seat.is_extra
        and number in session.lobby.setup.playing
        and number in counted
    )
    return RecordedRace(
        game.key, game.version, "" if entry is None else entry.title, match.shown.turn, results
    )


HANDLERS: Final[Handlers] = {
    RecordsLoaded: on_records_loaded,
    RaceDated: on_race_dated,
    RaceUndated: on_race_undated,
}
"""The handlers of this module's messages."""
