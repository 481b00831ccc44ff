"""A first game, set up in one touch: a small board, easy markers and settings, and players.

It is a series of ordinary messages, so the set-up may refuse them and the journal keeps them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.games.parts import starting_squares
from companion.session.handling import HELD, SETUP, Precondition
from companion.session.lobby.arrangement import NOBODY, PERSON, BoardEntry
from companion.session.lobby.setup import entry_of
from companion.session.messages import ChooseBoard, Go, Message, SetPlayer, SetRule, SuggestMarkers
from companion.session.session import Session
from companion.session.view import SEATS
from companion.words import text

AGAINST = 3
"""The number of pilots against a single person."""
BEFORE_RACE: Final = Precondition(
    (SETUP,),
    unless=(HELD,),
    refusal=text(
        "A game is being played. Finish it first, or leave the first steps and continue it."
    ),
)
"""While a first game can be set up."""


def players(session: Session) -> dict[int, str]:
    """Return the player of each seat, as in `SetPlayer`: a person at every reader.

    With one reader or none, one person against pilots.
    """
    seats = [seat for seat in session.readers.by_seat if not session.on_screen(seat)]
    if len(seats) > 1:
        return {seat: PERSON if seat in seats else NOBODY for seat in session.readers.by_seat}
    person = seats[0] if seats else min(session.readers.by_seat)
    pilots = [seat for seat in session.readers.by_seat if seat != person][:AGAINST]
    pilot = next(iter(session.config.pilot_labels), NOBODY)
    return {
        seat: PERSON if seat == person else pilot if seat in pilots else NOBODY
        for seat in session.readers.by_seat
    }


def board(session: Session) -> BoardEntry | None:
    """Return the smallest board for all of them, else the first one; None if there are none."""
    if entry_of(session) is None:
        return None
    seats = {seat for seat, player in players(session).items() if player != NOBODY}
    fitting = [
        entry
        for entry in session.config.boards
        if seats <= starting_squares(session.config.game, entry.board).keys()
    ] or session.config.boards[:1]
    return min(fitting, key=lambda entry: len(entry.board.squares))


def first_game(session: Session) -> Iterator[Message]:
    """Yield the messages of the set-up; the last one leads to the page of the seats.

    The board comes before the seats, because a seat needs a start position on it.
    """
    chosen = board(session)
    if chosen is not None:
        yield ChooseBoard(chosen.key)
    # A board that is already chosen keeps its markers; the suggestions begin with the easiest ones.
    if chosen is not None and chosen.markers:
        yield SuggestMarkers(chosen.markers[0][0])
    for option in session.config.game.options:
        yield SetRule(option.key, session.config.game.easy.get(option.key, option.default))
    for seat, player in players(session).items():
        yield SetPlayer(seat, player)
    yield Go(SEATS)
