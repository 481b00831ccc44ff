"""The set-up page for the game, where the table has several, and its board."""

from __future__ import annotations

from typing import Final

from companion.content.livery import SHAPES
from companion.engine.board import Board
from companion.errors import GameError
from companion.games.api import Game
from companion.games.painting import Painting
from companion.games.parts import Lesson, how_to_play_of, manual_of
from companion.games.printing import printing_of
from companion.games.scene import Face
from companion.kept_names import kept_as
from companion.named_tuples import NamedTuple
from companion.session.handling import Guarded
from companion.session.lobby.arrangement import NOBODY, BoardEntry, SeatSetup, TableConfig
from companion.session.lobby.as_last_time import people_of_last_time
from companion.session.lobby.in_turn import unsaid
from companion.session.lobby.kept_setup import last_setup, own_part, setup_facts
from companion.session.lobby.own_boards import OWN, with_own
from companion.session.lobby.own_decks import with_usable_deck
from companion.session.lobby.people import coming_words
from companion.session.lobby.seat_rules import says
from companion.session.lobby.setup import (
    SETTING_UP,
    colour_name,
    colours_of,
    entry_of,
    first_setup,
    played_by,
    starts_of,
    with_names,
)
from companion.session.pages import Page
from companion.session.pages.elements import exhibits_label
from companion.session.pictures import setup_picture
from companion.session.preferences import language_name
from companion.session.readers import ReaderState
from companion.session.session import Result, Session, refuse
from companion.session.view import BOARD, View
from companion.words import NOTHING, Text, listed, sentence, text


@kept_as("ChooseGame game")
class ChooseGame(NamedTuple):
    """Play the game with this key, with its last choices; the players keep their seats."""

    game: str


class GameChoice(NamedTuple):
    """One game to choose."""

    key: str
    title: str
    about: Text


class BoardChoice(NamedTuple):
    """One board to choose."""

    key: str
    """Its short name for `ChooseBoard`."""
    title: str
    about: Text
    """Its description."""
    entry: BoardEntry
    """The board, for a small picture."""
    own: bool = False
    """Whether people have drawn it."""

    @property
    def board(self) -> Board:
        """The board; reading it for the first time takes some hundredths of a second."""
        return self.entry.board


class BoardPage(NamedTuple):
    """The games and the boards to choose from."""

    choices: tuple[BoardChoice, ...]
    chosen: str
    """The short name of the present board."""
    last: Text | str = ""
    """The label of the button to the race that ended last, "" for none."""
    games: tuple[GameChoice, ...] = ()
    """The games, none where there is only one."""
    game: str = ""
    """The key of the present game, which need not have boards."""
    how_to_play: Text | str = ""
    """The label of the button to how the game is played, "" where it does not say."""
    elements: Text | str = ""
    """The label of the button to everything that can be on a board."""
    paint: Text | str = ""
    """The label of the button to own boards, "" where people cannot draw any."""
    records: Text | str = ""
    """The label of the button to the people of the table."""
    load: Text | str = ""
    """The label of the button to unfinished games, "" where there are none."""
    cover: tuple[Face, ...] = ()
    """The cards that are the picture of a game without boards."""
    lesson: Text | str = ""
    """The label of the button to the played first lesson, "" where it is not offered here."""
    rules: Text | str = ""
    """The label of the button to the rules, "" where "How to play" leads there."""
    last_time: Text | str = ""
    """The label of the button that begins with the people of last time, "" without them."""


def board_view(session: Session, state: object) -> View:
    """Return all games, and all boards of the chosen one with a small picture of each."""
    config, chosen, names = session.config, setup_picture(session), people_of_last_time(session)
    boards = config.offered if entry_of(session) is not None else ()
    choices = tuple(
        BoardChoice(
            entry.key, entry.title, about=entry.about, entry=entry, own=entry.key.startswith(OWN)
        )
        for entry in boards
    )
    if len(config.games) > 1:
        games = tuple(GameChoice(offer.key, offer.title, offer.about) for offer in config.games)
    else:
        games = ()
    page = BoardPage(
        choices,
        session.lobby.setup.board,
        last=text("Last game")
        if session.timeline.last is not None or config.has_finished_race
        else NOTHING,
        games=games,
        game=config.game.key if games else "",
        how_to_play=text("How to play") if how_to_play_of(config.game) else NOTHING,
        elements=exhibits_label(session),
        paint=text("Own boards") if boards and Painting.of(config.game) is not None else NOTHING,
        records=text("People"),
        load=text("Load") if config.has_open_race else NOTHING,
        cover=() if boards else printing_of(config.game).cover,
        # Known people find the first lesson under "How to play".
        lesson=NOTHING
        if config.records.people and how_to_play_of(config.game)
        else lesson_label(session),
        rules=text("Rules")
        if manual_of(config.game) and not how_to_play_of(config.game)
        else NOTHING,
        last_time=text("As last time: {names}", names=names) if names else NOTHING,
    )
    title = text("Choose a game") if games else text("Choose a board")
    if games:
        if choices:
            hint = text("Touch a game, then a board.")
        else:
            hint = text("Touch the game you want to play.")
    else:
        hint = text("Touch a board to play on it.")
    return View(
        BOARD,
        title,
        hint=coming_words(session) or hint,
        board=chosen,
        body=page,
        language=language_name(session.lobby.preferences),
    )


def lesson_label(session: Session) -> Text:
    """Return the label of the button to the played first lesson, NOTHING if there is none."""
    return text("First lesson") if Lesson.of(session.config.game) is not None else NOTHING


def on_choose_game(session: Session, message: ChooseGame) -> Result:
    """Choose another game before the race, and remember the choices for the previous one.

    Refused for a game that does not exist or cannot be loaded.
    """
    config = session.config
    offer = next((offer for offer in config.games if offer.key == message.game), None)
    if offer is None:
        return refuse(
            session,
            text(
                "There is no game {game!r}: take one of {known}.",
                game=message.game,
                known=listed([offer.key for offer in config.games], ""),
            ),
        )
    if offer.key == config.game.key:
        return session._replace(notice=""), ()
    try:
        game, boards = offer.load()
    except GameError as fault:
        return refuse(session, sentence(fault.words))
    # The game is foreign code, and the others are playable even if it is wrong.
    except Exception as fault:
        return refuse(
            session,
            text(
                "{game} cannot be played: {fault}",
                game=offer.title,
                fault=f"{type(fault).__name__}: {fault}",
            ),
        )
    left = own_part(setup_facts(session)["setup"])
    games = tuple(
        other._replace(chosen=left) if other.key == config.game.key else other
        for other in config.games
    )
    return _set_up(
        session,
        with_own(config._replace(game=game, boards=boards, games=games), config.own_boards),
        offer.chosen,
    )


def _set_up(session: Session, config: TableConfig, chosen: str) -> Result:
    """Return the session at a game's first page, with its last choices and the same players."""
    seats = _seats(session.lobby.setup.seats, config.game)
    setup = last_setup(config, chosen, seats) or first_setup(config, seats)
    # Readers that were swapped in this session stay swapped.
    after = session._replace(
        config=config,
        lobby=session.lobby._replace(setup=setup._replace(swaps=session.lobby.setup.swaps)),
        page=config.pages[0],
        revision=session.revision + 1,
        notice="",
    )
    starts = starts_of(after)
    seats = tuple(
        seat if number in starts else played_by(seat, NOBODY)
        for number, seat in enumerate(seats, 1)
    )
    readers = {seat: session.readers.by_seat.get(seat, ReaderState()) for seat in config.game.seats}
    fresh = with_usable_deck(
        after._replace(
            lobby=after.lobby._replace(setup=with_names(after.lobby.setup._replace(seats=seats))),
            readers=after.readers._replace(by_seat=readers),
        )
    )
    return fresh, says(fresh, unsaid(config.game, fresh.lobby.setup.seats))


def _seats(seats: tuple[SeatSetup, ...], game: Game) -> tuple[SeatSetup, ...]:
    """Return the seats of a game: the present ones, then empty ones with free signs."""
    found = list(seats[: len(game.seats)])
    for _ in game.seats[len(found) :]:
        worn = [seat.colour for seat in found]
        colour = next(colour for colour in colours_of(found) if colour not in worn)
        shape = next(shape for shape in SHAPES if shape not in [seat.shape for seat in found])
        found.append(SeatSetup(NOBODY, colour_name(colour), colour, shape))
    return tuple(found)


PAGE: Final = Page(
    board_view,
    always={ChooseGame: Guarded(on_choose_game, SETTING_UP)},
    label=lambda session: (
        text("Board") if BOARD in session.config.game.setup_pages else text("Game")
    ),
)
