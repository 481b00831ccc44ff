"""A first game, laid out in one touch: a small board with its easiest markers, easy settings, and whoever has a reader in front of them.

It is said as people would say it, message by message, so that the setup refuses and the journal keeps it like any other choice.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.session.lobby.arrangement import NOBODY, PERSON, BoardEntry
from companion.session.lobby.setup import entry_of
from companion.session.messages import ChooseBoard, Go, Message, SetPlayer, SetRule, SuggestMarkers
from companion.session.session import Session
from companion.session.view import SEATS
from companion.words import NOTHING, Text, text

AGAINST = 3
"""Pilots that play where one person alone would."""


def in_the_way(session: Session) -> Text:
    """Why no game can be laid out now, NOTHING where one can."""
    return (
        NOTHING
        if session.setting_up and not session.held
        else text(
            "A game is being played. Finish it first, or leave the first steps and continue it."
        )
    )


def players(session: Session) -> dict[int, str]:
    """Who plays each seat: a person at every reader; one person against pilots where there is one reader or none.

    Seat → a player as in `SetPlayer`, for all seats.
    """
    seats = [seat for seat in session.readers if not session.on_screen(seat)]
    if len(seats) > 1:
        return {seat: PERSON if seat in seats else NOBODY for seat in session.readers}
    person = seats[0] if seats else min(session.readers)
    pilots = [seat for seat in session.readers if seat != person][:AGAINST]
    pilot = next(iter(session.house.pilot_labels), NOBODY)
    return {
        seat: PERSON if seat == person else pilot if seat in pilots else NOBODY
        for seat in session.readers
    }


def board(session: Session) -> BoardEntry | None:
    """The smallest board on which all of them can play, the first one where there is none such; None where the game asks for none."""
    if entry_of(session) is None:
        return None
    seats = {seat for seat, player in players(session).items() if player != NOBODY}
    fitting = [
        entry
        for entry in session.house.boards
        if seats <= session.house.game.starts(entry.board).keys()
    ] or session.house.boards[:1]
    return min(fitting, key=lambda entry: len(entry.board.squares))


def first_game(session: Session) -> Iterator[Message]:
    """What people would say to lay it out, one after another; the last word leads to the seats.

    The board comes before the seats, since a seat without a starting position on it cannot be taken (2.7).
    """
    chosen = board(session)
    if chosen is not None:
        yield ChooseBoard(chosen.key)
    # A board that is chosen already keeps its markers as people have laid them; suggestions stand with the easiest first.
    if chosen is not None and chosen.markers:
        yield SuggestMarkers(chosen.markers[0][0])
    for option in session.house.game.options:
        yield SetRule(option.key, session.house.game.easy.get(option.key, option.default))
    for seat, player in players(session).items():
        yield SetPlayer(seat, player)
    yield Go(SEATS)
