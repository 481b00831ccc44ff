"""After a race: the same people play again, on another board that one touch chooses.

A board that was not played lately is suggested. The page leads on by ordinary messages, so the
journal needs no new ones.
"""

from __future__ import annotations

from typing import Final

from companion.games.parts import starting_squares
from companion.named_tuples import NamedTuple
from companion.session.commands import SendMessage
from companion.session.handling import HELD, Precondition
from companion.session.lobby.arrangement import BoardEntry
from companion.session.lobby.own_boards import OWN
from companion.session.lobby.setup import entry_of, no_start
from companion.session.messages import BackToSetup, Begin, ChooseBoard, ClosePage
from companion.session.pages import Page
from companion.session.pages.board import BoardChoice, BoardPage
from companion.session.session import Result, Session, pop_pages, refuse, show_page
from companion.session.view import OVER, View
from companion.words import NOTHING, Text, text

NAME: Final = "another"


class AnotherState(NamedTuple):
    """The short names of the boards in the order of the page, the suggested one first."""

    keys: tuple[str, ...]


class PlayAgainOn(NamedTuple):
    """Play again with the same people and settings, on the board with this short name."""

    board: str


def other_boards(session: Session) -> tuple[BoardEntry, ...]:
    """Return the boards of the game without the present one, those not played lately first."""
    entry, config = entry_of(session), session.config
    if entry is None:
        return ()
    played = [race.board for race in config.records.races if race.game == config.game.key]
    lately = {title: number for number, title in enumerate(played)}
    others = [other for other in config.offered if other.key != entry.key]
    return tuple(sorted(others, key=lambda other: lately.get(other.title, -1)))


def on_open(session: Session) -> Result:
    """Show the boards, the first one on which all seats can begin at their head."""
    others = other_boards(session)
    if not others:
        return session, ()
    first = next((one for one in others if not _why_not(session, one)), others[0])
    keys = (first.key, *(one.key for one in others if one.key != first.key))
    return show_page(session, NAME, AnotherState(keys)), ()


def _why_not(session: Session, entry: BoardEntry) -> Text:
    """Return why these people cannot play on a board, NOTHING where they can."""
    starts = starting_squares(session.config.game, entry.board)
    lacking = next((seat for seat in session.lobby.setup.chosen if seat not in starts), None)
    return NOTHING if lacking is None else no_start(session, lacking, entry)


def on_play_on(session: Session, state: AnotherState, message: PlayAgainOn) -> Result:
    """Go back to the set-up, choose the board and begin."""
    entry = session.config.board(message.board) if message.board in state.keys else None
    if entry is None:
        return session, ()
    if why := _why_not(session, entry):
        return refuse(session, why)
    messages = (BackToSetup(), ChooseBoard(entry.key), Begin())
    return pop_pages(session, NAME), tuple(map(SendMessage, messages))


def another_view(session: Session, state: AnotherState) -> View:
    """Return all boards; a touch begins."""
    known = {entry.key: entry for entry in session.config.offered}
    entries = [known[key] for key in state.keys if key in known]
    choices = tuple(
        BoardChoice(
            entry.key, entry.title, about=entry.about, entry=entry, own=entry.key.startswith(OWN)
        )
        for entry in entries
    )
    return View(
        NAME,
        text("Same people, other board"),
        hint=text("Touch a board to play on it at once."),
        body=BoardPage(choices, choices[0].key),
        back=text("Close"),
        forward=text("Play on {board}", board=choices[0].title),
        on_back=ClosePage(NAME),
        on_forward=PlayAgainOn(choices[0].key),
    )


PAGE: Final = Page(
    another_view,
    {PlayAgainOn: on_play_on},
    opened=on_open,
    opens=Precondition((OVER,), unless=(HELD,)),
    of_race=True,
)
