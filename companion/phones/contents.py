"""Draw the content of phones, once for all phones of a seat with the same language."""

from __future__ import annotations

import sys
import traceback

from companion.content.languages import words_or_english
from companion.games.kit.story import Counts
from companion.games.parts import Results
from companion.games.scene import Fact
from companion.phones.page import NOT_NOW, PageWriter
from companion.phones.phone_view import private_view, second_screen
from companion.session import view
from companion.session.game_guard import checked_answer
from companion.session.lobby.phone_access import SCREEN
from companion.session.past.history import shown_turn, turn_records
from companion.session.past.undo_points import undo_point_of
from companion.session.session import Session


class Contents:
    """The content of the present session."""

    def __init__(self) -> None:
        self.session: Session | None = None
        self._drawn: dict[tuple[int, str], tuple[Session, str, str]] = {}
        self._counts: dict[int, tuple[object, tuple[Fact, ...]]] = {}
        self._failure = ""

    def of(self, seat: int, place: str, language: str, ticket: int = 0) -> str:
        """Return the content of a seat's phones, made once for all of them."""
        session = self.session
        if session is None:
            return ""
        # Only a phone that asked for a seat in vain reads why.
        if seat == SCREEN and ticket in session.config.phone_access.answers:
            return self._made(session, seat, place, language, ticket)
        known = self._drawn.get((seat, language))
        if known is None or known[0] is not session or known[1] != place:
            known = (session, place, self._made(session, seat, place, language))
            self._drawn[seat, language] = known
        return known[2]

    def _made(self, session: Session, seat: int, place: str, language: str, ticket: int = 0) -> str:
        writer = writer_of(language)
        try:
            if seat == SCREEN:
                page = second_screen(session, ticket)
            else:
                till, known = counted_till(session), self._counts.get(seat)
                if known is None or known[0] != till:
                    # It reads the whole race, so do it once in a turn.
                    self._counts[seat] = known = (till, counts_of_seat(session, seat))
                page = private_view(session, seat, known[1])
            return writer.content(page, place, f"{place}/play")
        # A game is foreign code: phones must not lose the table by its failure.
        except Exception as fault:
            self.log(fault)
            return writer.sentence(NOT_NOW)

    def log(self, fault: BaseException) -> None:
        """Log a failure once, although it would return at every moment."""
        if str(fault) != self._failure:
            self._failure = str(fault)
            traceback.print_exception(fault, file=sys.stderr)


def writer_of(language: str) -> PageWriter:
    """Return the writer of a language; it writes English if that cannot be read."""
    return PageWriter(language, words_or_english(language))


def counts_of_seat(session: Session, seat: int) -> tuple[Fact, ...]:
    """Return the counts of a seat in finished turns, () for none. Reads the whole race."""
    match = session.match
    if match is None or seat not in session.lobby.setup.playing:
        return ()
    records = turn_records(session)
    if not records:
        return ()
    results = Results.of(session.config.game)
    if results is None:
        return ()
    recap = checked_answer("recap", results.recap(records, session.lobby.setup.names))
    found: list[Counts] = [one for one in (*recap.statistics, *recap.counts) if one.seat == seat]
    # The statistics are fuller if there are any.
    return found[0].facts if found else ()


def counted_till(session: Session) -> object:
    """Return what changes when a turn ends or is undone, or a race begins.

    Counts stay valid until then.
    """
    if session.match is None:
        return None
    return (
        session.match.number,
        shown_turn(undo_point_of(session)),
        session.page in (view.SUMMARY, view.OVER),
    )
