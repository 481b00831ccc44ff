"""The set-up: board, markers, seats with names, colours and shapes, and settings.

An impossible choice is refused in words. Choices that only together prevent the race, such as a
seat without a start position on the next board, are reported by `start_refusal` when it is to
begin.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import count
from typing import Any, Final

from companion.content.livery import COLOURS, FORMER_COLOURS, NAMES, SHAPES
from companion.errors import SetupError
from companion.games.api import Game, Plan
from companion.games.boards import all_options
from companion.games.parts import starting_squares
from companion.geometry import Square
from companion.names import name_refusal, tidied
from companion.records.book import GUEST, Book
from companion.session.game_guard import game_fault_words
from companion.session.handling import HELD, SETUP, Guarded, Handlers, Precondition
from companion.session.lobby.arrangement import (
    MOST_MARKERS,
    NOBODY,
    PERSON,
    BoardEntry,
    GameOffer,
    SeatSetup,
    Setup,
    TableConfig,
)
from companion.session.lobby.extra_seats import extra_seats, without_extra_seats
from companion.session.lobby.in_turn import seats_in_turn
from companion.session.lobby.opponents import PilotEntry
from companion.session.lobby.own_boards import why_unusable_board, with_usable_board
from companion.session.lobby.own_decks import with_usable_deck
from companion.session.lobby.people_messages import SitDown
from companion.session.messages import (
    ChooseBoard,
    ClearMarkers,
    Go,
    Message,
    SetColour,
    SetName,
    SetPin,
    SetPlayer,
    SetRule,
    SetShape,
    SuggestMarkers,
    TouchSquare,
)
from companion.session.past.kept_names import MARKER_PAGE
from companion.session.readers import Readers, ReaderState
from companion.session.readers_used import used_again
from companion.session.session import Lobby, Result, Session, refuse
from companion.session.view import BOARD, PLACE
from companion.settings import Option
from companion.words import NOTHING, Text, listed, sentence, text


def colour_name(colour: str) -> str:
    """Return the default name of the piece of a colour, the same in every language."""
    return colour.upper()


def colours_of(seats: Iterable[SeatSetup]) -> tuple[str, ...]:
    """Return the colours to choose from: a seat with a former name of a colour keeps that name."""
    former = {
        FORMER_COLOURS[seat.colour]: seat.colour for seat in seats if seat.colour in FORMER_COLOURS
    }
    return tuple(former.get(colour, colour) for colour in COLOURS)


def with_present_colours(setup: Setup) -> Setup:
    """Return the set-up of a former game for a new one, without former names of colours."""
    seats = (
        seat._replace(colour=FORMER_COLOURS.get(seat.colour, seat.colour)) for seat in setup.seats
    )
    return with_names(setup._replace(seats=tuple(seats)))


def with_names(setup: Setup) -> Setup:
    """Return the set-up with default names for pieces without a typed name and a person."""
    taken = {seat.name for seat in setup.seats if seat.typed or seat.person}
    return setup._replace(
        seats=tuple(
            seat
            if seat.typed or seat.person
            else seat._replace(name=_free(colour_name(seat.colour), taken))
            for seat in setup.seats
        )
    )


def _free(name: str, taken: set[str]) -> str:
    """Return the name, or RUBY 2 where a girl called Ruby has typed it for another piece."""
    if name not in taken:
        return name
    return next(other for number in count(2) if (other := f"{name} {number}") not in taken)


def with_name(setup: Setup, seat: int, name: str) -> Setup:
    """Return the set-up with a name for a seat's piece; another piece of that name gets a new one.

    That is the old name, if it was typed, else the name of its colour. The colour's own name counts
    as not typed, and confirming the present name changes nothing.
    """
    mine = setup.seat(seat)
    if name == mine.name:
        return setup
    given = mine._replace(name=name, typed=name != colour_name(mine.colour))
    seats = (
        given
        if number == seat
        else other._replace(name=mine.name, typed=mine.typed)
        if other.typed and other.name == name
        else other
        for number, other in enumerate(setup.seats, 1)
    )
    return with_names(setup._replace(seats=tuple(seats)))


# As many as fit on a small button, in the menu's row of pieces.
LONGEST_NAME: Final = 12
LENGTH_OF_PIN: Final = 4
NO_BOARD: Final = text("This game is not played on a board.")
CLOSED: Final = text("The game has begun: its setup is fixed.")
SETTING_UP: Final = Precondition((SETUP,), refusal=CLOSED)
"""While choices before a race are possible."""


def entry_of(session: Session) -> BoardEntry | None:
    """Return the chosen board, None in games without boards."""
    if BOARD not in session.config.game.setup_pages:
        return None
    return session.config.board(session.lobby.setup.board) or session.config.boards[0]


def plan_of(session: Session) -> Plan:
    """Return the set-up in the form that the game expects."""
    setup, entry = session.lobby.setup, entry_of(session)
    seat_words = {
        number: dict(seat.words) for number, seat in enumerate(setup.seats, 1) if seat.words
    }
    return Plan(
        None if entry is None else entry.board, setup.markers, setup.chosen, setup.words, seat_words
    )


def starts_of(session: Session) -> Mapping[int, Square | None]:
    """Return the possible seats with their start squares, None for a start that is no square."""
    return starting_squares(session.config.game, plan_of(session).board)


def start_refusal(session: Session) -> Text:
    """Return why the race cannot begin; NOTHING when it can."""
    try:
        extra_seats(session)
        session.config.game.begin(plan_of(session))
    except SetupError as fault:
        return sentence(fault.words)
    except Exception as fault:
        # The page of the set-up says so, and can be left.
        words = game_fault_words(session, fault)
        if not words:
            raise
        return words
    return NOTHING


def on_go(session: Session, message: Go) -> Result:
    """Go to another page of the set-up, also back from the start positions."""
    where = message.where
    pages = (*session.config.pages, PLACE)
    if where in ("next", "back"):
        at = pages.index(session.page) + (1 if where == "next" else -1)
        # Only `Begin` leads to the page of the start positions, because it creates the race.
        where = pages[at] if 0 <= at < len(pages) - 1 else session.page
    if where not in pages or where in (PLACE, session.page):
        return session._replace(notice=""), ()
    # Going back from the start positions ends the race; it begins again with other choices.
    return back_to_setup(session, where), used_again(session)


def back_to_setup(session: Session, page: str = "") -> Session:
    """Return the session without its race, on a page of the set-up, by default the first."""
    page = page or session.config.pages[0]
    return with_usable_board(
        with_usable_deck(
            session._replace(
                page=page,
                match=None,
                timeline=session.timeline._replace(resume_check=None, table_sync=None),
                lobby=session.lobby._replace(
                    setup=with_piece_names(
                        without_extra_seats(session.lobby.setup), session.config.records
                    )
                ),
                revision=session.revision + 1,
                notice="",
                readers=session.readers._replace(unused=()),
            )
        )
    )


def on_setup(session: Session, message: Message) -> Result:
    """Make any other choice, or refuse it in words."""
    after = CHOICES[type(message)](session, message)
    if not isinstance(after, Setup):
        return refuse(session, after)
    return session._replace(lobby=session.lobby._replace(setup=after), notice=""), ()


def _choose_board(session: Session, message: ChooseBoard) -> Setup | Text:
    """Return the set-up with another board and its first markers; squares differ between boards."""
    if entry_of(session) is None:
        return NO_BOARD
    entry = session.config.board(message.board)
    if entry is None and (why := why_unusable_board(session, message.board)):
        return why
    if entry is None:
        known = listed([known.key for known in session.config.offered], "")
        return text(
            "There is no board {board!r}: take one of {known}.", board=message.board, known=known
        )
    if entry.key == session.lobby.setup.board:
        return session.lobby.setup
    return session.lobby.setup._replace(
        board=entry.key, markers=entry.markers[0][1] if entry.markers else ()
    )


def _touch_square(session: Session, message: TouchSquare) -> Setup | Text:
    """Return the set-up with a marker put on the square, or removed from it.

    After a removal the later markers move down.
    """
    markers, board = session.lobby.setup.markers, plan_of(session).board
    if session.page != MARKER_PAGE:
        return session.config.game.wording.elsewhere
    if board is None:
        return NO_BOARD
    if message.square not in board.squares:
        return text(
            "{square!r} is not on the board, which ends at {last}: touch a square of the map.",
            square=message.square,
            last=board.squares[-1],
        )
    if message.square in markers:
        return session.lobby.setup._replace(
            markers=tuple(square for square in markers if square != message.square)
        )
    if len(markers) >= MOST_MARKERS:
        return session.config.game.wording.enough(MOST_MARKERS)
    return session.lobby.setup._replace(markers=(*markers, message.square))


def _suggest_markers(session: Session, message: SuggestMarkers) -> Setup | Text:
    """Return the set-up with the suggested markers of the board."""
    entry = entry_of(session)
    if entry is None:
        return NO_BOARD
    suggested = dict(entry.markers)
    if message.difficulty not in suggested:
        return session.config.game.wording.none_suggested(entry.title, message.difficulty)
    return session.lobby.setup._replace(markers=suggested[message.difficulty])


def no_seat(session: Session, seat: int) -> Text:
    """Return why there is no such seat, NOTHING where there is."""
    seats = session.config.game.seats
    if seat in seats:
        return NOTHING
    return text(
        "There is no seat {seat}: the seats are {first} to {last}.",
        seat=seat,
        first=seats[0],
        last=seats[-1],
    )


def with_seat(setup: Setup, seat: int, changed: SeatSetup) -> Setup:
    """Return the set-up with one seat replaced."""
    return setup._replace(
        seats=tuple(changed if number == seat else old for number, old in enumerate(setup.seats, 1))
    )


def _set_player(session: Session, message: SetPlayer) -> Setup | Text:
    """Return the set-up with another player of a seat; a seat without a start stays empty."""
    seat, player = message.seat, message.player
    known = (PERSON, NOBODY, *session.config.pilot_labels)
    if why_not := no_seat(session, seat):
        return why_not
    if player not in known:
        return text(
            "There is no player called {player!r}: it can be {known}, or nobody.",
            player=player,
            known=listed([name for name in known if name], ""),
        )
    if player != NOBODY and seat not in starts_of(session):
        return no_start(session, seat)
    setup = with_seat(session.lobby.setup, seat, played_by(session.lobby.setup.seat(seat), player))
    for other in (
        session.piloted if message.others and player in session.config.pilot_labels else ()
    ):
        setup = with_seat(setup, other, played_by(setup.seat(other), player))
    return with_names(setup)


def _sit_down(session: Session, message: SitDown) -> Setup | Text:
    """Return the set-up with a person on a seat; the person's old seat gets a guest."""
    seat, person = message.seat, message.person
    if why := no_seat(session, seat):
        return why
    if seat not in starts_of(session):
        return no_start(session, seat)
    setup = session.lobby.setup
    for number, other in enumerate(setup.seats, 1):
        if number != seat and person and other.person == person:
            setup = with_seat(setup, number, other._replace(person=GUEST))
    mine = setup.seat(seat)
    # Another person has another PIN, and another name for the piece.
    if mine.person == person:
        mine = played_by(mine, PERSON)
    else:
        mine = played_by(mine, PERSON)._replace(pin="", typed=False)
    return with_piece_names(
        with_seat(setup, seat, mine._replace(person=person)), session.config.records
    )


def with_piece_names(setup: Setup, book: Book) -> Setup:
    """Return the set-up with pieces named after their persons, or else after their colours.

    Typed names stay, except where another person has that name.
    """
    people = {
        number: person.name
        for number, seat in enumerate(setup.seats, 1)
        if not seat.typed and (person := book.person(seat.person)) is not None
    }
    seats = tuple(
        seat._replace(name=people[number])
        if number in people
        else seat._replace(typed=False)
        if seat.name in people.values() and seat.typed
        else seat
        for number, seat in enumerate(setup.seats, 1)
    )
    taken = {seat.name for number, seat in enumerate(seats, 1) if seat.typed or number in people}
    return setup._replace(
        seats=tuple(
            seat
            if seat.typed or number in people
            else seat._replace(name=_free(colour_name(seat.colour), taken))
            for number, seat in enumerate(seats, 1)
        )
    )


def no_start(session: Session, seat: int, entry: BoardEntry | None = None) -> Text:
    """Return why a seat without a start position stays empty, by default on the present board."""
    entry = entry or entry_of(session)
    if entry is None:
        return text("Seat {seat} cannot be played in this game: leave it empty.", seat=seat)
    return text(
        "Seat {seat} has no starting position on {board}: leave it empty or take another board.",
        seat=seat,
        board=entry.title,
    )


def played_by(seat: SeatSetup, player: str) -> SeatSetup:
    """Return a seat with another player, without the PIN and the person of the one before."""
    return seat if seat.player == player else seat._replace(player=player, pin="", person=GUEST)


def _set_name(session: Session, message: SetName) -> Setup | Text:
    """Return the set-up with a trimmed name; empty, long or undisplayable names are refused."""
    return (
        name_refusal(message.name, LONGEST_NAME)
        or no_seat(session, message.seat)
        or with_name(session.lobby.setup, message.seat, tidied(message.name))
    )


def _set_colour(session: Session, message: SetColour) -> Setup | Text:
    """Return the set-up with another colour of a seat; its former owner gets the old one."""
    colours = colours_of(session.lobby.setup.seats)
    if message.colour not in colours:
        return text(
            "There is no colour {colour!r}: colours are {known}.",
            colour=message.colour,
            known=listed(colours, ""),
        )
    return no_seat(session, message.seat) or _exchanged(
        session.lobby.setup,
        message.seat,
        session.lobby.setup.seat(message.seat)._replace(colour=message.colour),
    )


def _set_shape(session: Session, message: SetShape) -> Setup | Text:
    """Return the set-up with another shape of a seat; its former owner gets the old one."""
    if message.shape not in SHAPES:
        return text(
            "There is no shape {shape!r}: shapes are {known}.",
            shape=message.shape,
            known=listed(SHAPES, ""),
        )
    return no_seat(session, message.seat) or _exchanged(
        session.lobby.setup,
        message.seat,
        session.lobby.setup.seat(message.seat)._replace(shape=message.shape),
    )


def _exchanged(setup: Setup, seat: int, changed: SeatSetup) -> Setup:
    """Return the set-up with a changed seat; the former owner of its colour or shape gets the old.

    Default names follow their colours.
    """
    old = setup.seat(seat)
    for other, row in enumerate(setup.seats, 1):
        if row.colour == changed.colour:
            setup = with_seat(setup, other, row._replace(colour=old.colour))
        elif row.shape == changed.shape:
            setup = with_seat(setup, other, row._replace(shape=old.shape))
    return with_names(with_seat(setup, seat, changed))


def _set_pin(session: Session, message: SetPin) -> Setup | Text:
    """Return the set-up with four digits that open a seat on this screen, or without."""
    seat, pin = message.seat, message.pin
    if why_not := no_seat(session, seat):
        return why_not
    # The refusal does not repeat what was typed, because everybody reads it.
    if pin and not (len(pin) == LENGTH_OF_PIN and pin.isascii() and pin.isdigit()):
        return text("A PIN has {number} digits.", number=LENGTH_OF_PIN)
    if pin and (not session.on_screen(seat) or not session.is_person(seat)):
        return text("Seat {seat} needs no PIN: nobody opens it on this screen.", seat=seat)
    return with_seat(session.lobby.setup, seat, session.lobby.setup.seat(seat)._replace(pin=pin))


def _set_rule(session: Session, message: SetRule) -> Setup | Text:
    """Return the set-up with a value for one of the settings (3)."""
    why_not = no_choice(all_options(session.config.game), message.key, message.word)
    return why_not or session.lobby.setup._replace(
        words={**session.lobby.setup.words, message.key: message.word}
    )


def no_choice(options: Iterable[Option], key: str, word: str) -> Text:
    """Return why there is no such setting or value, NOTHING where there is."""
    option = next((option for option in options if option.key == key), None)
    if option is None:
        known = listed([option.key for option in options], "")
        return text("There is no setting {key!r}: settings are {known}.", key=key, known=known)
    if word not in (choice.word for choice in option.choices):
        return text(
            "{option} cannot be {word!r}: it can be {known}.",
            option=option.title,
            word=word,
            known=listed([choice.word for choice in option.choices], ""),
        )
    return NOTHING


CHOICES: Final[Mapping[type, Callable[[Session, Any], Setup | Text]]] = {
    ChooseBoard: _choose_board,
    TouchSquare: _touch_square,
    SuggestMarkers: _suggest_markers,
    ClearMarkers: lambda session, message: session.lobby.setup._replace(markers=()),
    SetPlayer: _set_player,
    SitDown: _sit_down,
    SetName: _set_name,
    SetColour: _set_colour,
    SetShape: _set_shape,
    SetPin: _set_pin,
    SetRule: _set_rule,
}
"""For each choice the function that returns the new set-up, or why it is refused."""


def new_session(
    game: Game,
    boards: Iterable[BoardEntry],
    pilots: Iterable[PilotEntry],
    table: Text | str = "",
    touch: Iterable[int] = range(1, 9),
    players: Iterable[str] = (),
    games: Iterable[GameOffer] = (),
) -> Session:
    """Return a session at the beginning of its set-up.

    Args:
        game: The game.
        boards: At least one for a game that has boards; the first one is chosen, with its markers.
        pilots: The pilots.
        table: The kind of readers that the table has.
        touch: The seats that are always played on the screen.
        players: The players of the seats, from seat 1.
        games: All games to choose from; with one or none there is no choice.

    Returns:
        The session. Its readers count as empty: the table reports what is in them.
    """
    config = TableConfig(
        game,
        tuple(boards),
        tuple(PilotEntry(*pilot) for pilot in pilots),
        table,
        frozenset(touch),
        games=tuple(games),
    )
    who = [*players, *[NOBODY] * len(NAMES)]
    seats = tuple(SeatSetup(*seat) for seat in zip(who, NAMES, COLOURS, SHAPES, strict=False))[
        : len(game.seats)
    ]
    return Session(
        config,
        Lobby(first_setup(config, seats_in_turn(game, seats))),
        config.pages[0],
        readers=Readers({seat: ReaderState() for seat in game.seats}),
    )


def first_setup(config: TableConfig, seats: tuple[SeatSetup, ...]) -> Setup:
    """Return the default set-up of a game: first board, first suggested markers, usual settings."""
    first = config.boards[0] if BOARD in config.game.setup_pages else None
    words = {option.key: option.default for option in config.game.options}
    return Setup(
        "" if first is None else first.key,
        first.markers[0][1] if first is not None and first.markers else (),
        seats,
        words,
    )


HANDLERS: Final[Handlers] = {
    Go: Guarded(on_go, Precondition((SETUP, PLACE), unless=(HELD,), refusal=CLOSED)),
    ChooseBoard: Guarded(on_setup, SETTING_UP),
    TouchSquare: Guarded(on_setup, SETTING_UP),
    SuggestMarkers: Guarded(on_setup, SETTING_UP),
    ClearMarkers: Guarded(on_setup, SETTING_UP),
    SetName: Guarded(on_setup, SETTING_UP),
    SetColour: Guarded(on_setup, SETTING_UP),
    SetShape: Guarded(on_setup, SETTING_UP),
    SetPin: Guarded(on_setup, SETTING_UP),
    SetRule: Guarded(on_setup, SETTING_UP),
}
"""The handlers of this module's messages."""
