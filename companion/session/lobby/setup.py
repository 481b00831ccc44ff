"""Setting up: board, markers by touching squares, seats with names, colours and shapes, and the settings (rulebook 2, 3).

A choice that cannot be is refused in words and changes nothing. Some can be made that hinder the race only together with others, such as a seat
without a starting position on the next board: `hindrance` names these when it is to begin.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import count
from typing import Any, Final

from companion.content.livery import COLOURS, NAMES, SHAPES
from companion.errors import SetupFault
from companion.games.api import Game, Plan
from companion.games.boards import all_options
from companion.geometry import Square
from companion.names import name_refusal, tidied
from companion.records.book import GUEST, Book
from companion.session.handling import HELD, SETUP, Guarded, Handlers, When
from companion.session.lobby.arrangement import (
    MOST_MARKERS,
    NOBODY,
    PERSON,
    BoardEntry,
    GameOffer,
    House,
    SeatSetup,
    Setup,
)
from companion.session.lobby.filling import fillings, unfilled
from companion.session.lobby.in_turn import seats_in_turn
from companion.session.lobby.opponents import PilotEntry
from companion.session.lobby.own_boards import board_settled, unfinished
from companion.session.lobby.own_decks import settled
from companion.session.lobby.sitting import SitDown
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
from companion.session.readers_used import used_again
from companion.session.session import Reader, Result, Session, refused, replace
from companion.session.trust import blamed
from companion.session.view import BOARD, PLACE
from companion.settings import Option
from companion.words import NOTHING, Text, listed, sentence, text


def colour_name(colour: str) -> str:
    """What the piece of a colour is called until somebody says otherwise; the same in every language."""
    return colour.upper()


def with_names(setup: Setup) -> Setup:
    """Every name that nobody typed as the piece's colour says; that of a person's piece stays as it is."""
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
    """The name, or with a number where somebody has typed just this one for another piece: RUBY 2 while a girl called Ruby plays violet."""
    return (
        name
        if name not in taken
        else next(other for number in count(2) if (other := f"{name} {number}") not in taken)
    )


def called(setup: Setup, seat: int, name: str) -> Setup:
    """A piece that somebody calls by a name; who was called so takes the old name in exchange, if that was typed, else that of its colour.

    Its colour's own name is as if nobody had typed any, and confirming the name that stands there changes nothing.
    """
    mine = setup.seat(seat)
    if name == mine.name:
        return setup
    given = mine._replace(name=name, typed=name != colour_name(mine.colour))
    seats = (
        given if number == seat else _displaced(other, mine, name)
        for number, other in enumerate(setup.seats, 1)
    )
    return with_names(setup._replace(seats=tuple(seats)))


def _displaced(other: SeatSetup, mine: SeatSetup, name: str) -> SeatSetup:
    if not other.typed or other.name != name:
        return other
    return other._replace(name=mine.name, typed=mine.typed)


# As many as a small button has room for, in the menu's row of pieces.
LONGEST_NAME: Final = 12
LENGTH_OF_PIN: Final = 4
NO_BOARD: Final = text("This game is not played on a board.")
CLOSED: Final = text("The game has begun: its setup stays to the end.")
SETTING_UP: Final = When((SETUP,), refusal=CLOSED)
"""What is chosen before a race."""


def entry_of(session: Session) -> BoardEntry | None:
    """The board that is chosen, None where the game asks for none."""
    if BOARD not in session.house.game.setup_pages:
        return None
    return session.house.board(session.setup.board) or session.house.boards[0]


def plan_of(session: Session) -> Plan:
    """The setup as the game wants it."""
    setup, entry = session.setup, entry_of(session)
    seat_words = {
        number: dict(seat.words) for number, seat in enumerate(setup.seats, 1) if seat.words
    }
    return Plan(
        None if entry is None else entry.board, setup.markers, setup.chosen, setup.words, seat_words
    )


def starts_of(session: Session) -> Mapping[int, Square | None]:
    """The seats that can be played, each with the square on which its piece begins, None where that is no square."""
    return session.house.game.starts(plan_of(session).board)


def hindrance(session: Session) -> Text:
    """Why the race cannot begin as it is set up; NOTHING when it can."""
    try:
        fillings(session)
        session.house.game.begin(plan_of(session))
    except SetupFault as fault:
        return sentence(fault.words)
    except Exception as fault:
        # The page of the setup says it, and can be left.
        words = blamed(session, fault)
        if not words:
            raise
        return words
    return NOTHING


def on_go(session: Session, message: Go) -> Result:
    """Turn a page of the setup; from the placing of the pieces one can still go back."""
    where = message.where
    pages = (*session.house.pages, PLACE)
    if where in ("next", "back"):
        at = pages.index(session.page) + (1 if where == "next" else -1)
        # The page of the placing is reached by `Begin` only, which makes the race.
        where = pages[at] if 0 <= at < len(pages) - 1 else session.page
    if where not in pages or where in (PLACE, session.page):
        return replace(session, notice=""), ()
    # Back from the placing the race is none any more: it begins anew, with what is chosen then.
    return back_to_setup(session, where), used_again(session)


def back_to_setup(session: Session, page: str = "") -> Session:
    """Without the race that ran, with everything as it was chosen: on a page of the setup, by default the first."""
    page = page or session.house.pages[0]
    return board_settled(
        settled(
            replace(
                session,
                page=page,
                match=None,
                returning=None,
                travel=None,
                setup=named(unfilled(session.setup), session.house.records),
                step=session.step + 1,
                notice="",
                aside=(),
            )
        )
    )


def on_setup(session: Session, message: Message) -> Result:
    """Any other choice of the setup; refused in words where it cannot be."""
    after = CHOICES[type(message)](session, message)
    if not isinstance(after, Setup):
        return refused(session, after)
    return replace(session, setup=after, notice=""), ()


def _choose_board(session: Session, message: ChooseBoard) -> Setup | Text:
    """Another board with its own first markers, since the squares of one mean nothing on another."""
    if entry_of(session) is None:
        return NO_BOARD
    entry = session.house.board(message.board)
    if entry is None and (why := unfinished(session, message.board)):
        return why
    if entry is None:
        known = listed([known.key for known in session.house.offered], "")
        return text(
            "There is no board {board!r}: take one of {known}.", board=message.board, known=known
        )
    if entry.key == session.setup.board:
        return session.setup
    return session.setup._replace(
        board=entry.key, markers=entry.markers[0][1] if entry.markers else ()
    )


def _touch_square(session: Session, message: TouchSquare) -> Setup | Text:
    """The next marker goes to the square, or the marker that lies there is taken up and the later ones move down (2.6)."""
    markers, board = session.setup.markers, plan_of(session).board
    if session.page != MARKER_PAGE:
        return session.house.game.wording.elsewhere
    if board is None:
        return NO_BOARD
    if message.square not in board.squares:
        return text(
            "{square!r} is not on the board, which ends at {last}: touch a square of the map.",
            square=message.square,
            last=board.squares[-1],
        )
    if message.square in markers:
        return session.setup._replace(
            markers=tuple(square for square in markers if square != message.square)
        )
    if len(markers) >= MOST_MARKERS:
        return session.house.game.wording.enough(MOST_MARKERS)
    return session.setup._replace(markers=(*markers, message.square))


def _suggest_markers(session: Session, message: SuggestMarkers) -> Setup | Text:
    """The markers that come with the board (2.6)."""
    entry = entry_of(session)
    if entry is None:
        return NO_BOARD
    suggested = dict(entry.markers)
    if message.difficulty not in suggested:
        return session.house.game.wording.none_suggested(entry.title, message.difficulty)
    return session.setup._replace(markers=suggested[message.difficulty])


def _clear_markers(session: Session, message: ClearMarkers) -> Setup | Text:
    return session.setup._replace(markers=())


def no_seat(session: Session, seat: int) -> Text:
    """Why there is no such seat, NOTHING where there is."""
    seats = session.house.game.seats
    return (
        NOTHING
        if seat in seats
        else text(
            "There is no seat {seat}: the seats are {first} to {last}.",
            seat=seat,
            first=seats[0],
            last=seats[-1],
        )
    )


def with_seat(setup: Setup, seat: int, changed: SeatSetup) -> Setup:
    """The setup with another seat in the place of one."""
    return setup._replace(
        seats=tuple(changed if number == seat else old for number, old in enumerate(setup.seats, 1))
    )


def _set_player(session: Session, message: SetPlayer) -> Setup | Text:
    """Somebody sits down, a pilot takes over, or the seat is left; a seat without a starting position stays empty (2.7)."""
    seat, player = message.seat, message.player
    known = (PERSON, NOBODY, *session.house.pilot_labels)
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
    setup = with_seat(session.setup, seat, played_by(session.setup.seat(seat), player))
    for other in session.piloted if message.others and player in session.house.pilot_labels else ():
        setup = with_seat(setup, other, played_by(setup.seat(other), player))
    return with_names(setup)


def _sit_down(session: Session, message: SitDown) -> Setup | Text:
    """A person at a seat, whose piece is called by it; elsewhere it leaves a guest behind."""
    seat, person = message.seat, message.person
    if why := no_seat(session, seat):
        return why
    if seat not in starts_of(session):
        return no_start(session, seat)
    setup = session.setup
    for number, other in enumerate(setup.seats, 1):
        if number != seat and person and other.person == person:
            setup = with_seat(setup, number, other._replace(person=GUEST))
    mine = setup.seat(seat)
    # Another person has another PIN, and calls its piece otherwise.
    mine = (
        played_by(mine, PERSON)
        if mine.person == person
        else played_by(mine, PERSON)._replace(pin="", typed=False)
    )
    return named(with_seat(setup, seat, mine._replace(person=person)), session.house.records)


def named(setup: Setup, book: Book) -> Setup:
    """Every piece that nobody has named called by its person, where that is known, else by its colour.

    The same name that somebody has typed for another piece gives way to the person's own.
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


def no_start(session: Session, seat: int) -> Text:
    """Return why a seat without a starting position stays empty."""
    entry = entry_of(session)
    if entry is None:
        return text("Seat {seat} cannot be played in this game: leave it empty.", seat=seat)
    return text(
        "Seat {seat} has no starting position on {board}: leave it empty or take another board.",
        seat=seat,
        board=entry.title,
    )


def played_by(seat: SeatSetup, player: str) -> SeatSetup:
    """A seat with another player, who does not know the PIN of the one before, and is nobody in particular."""
    return seat if seat.player == player else seat._replace(player=player, pin="", person=GUEST)


def _set_name(session: Session, message: SetName) -> Setup | Text:
    """Call a piece by a name without blanks around it; refused where it is empty, too long or cannot be shown."""
    return (
        name_refusal(message.name, LONGEST_NAME)
        or no_seat(session, message.seat)
        or called(session.setup, message.seat, tidied(message.name))
    )


def _set_colour(session: Session, message: SetColour) -> Setup | Text:
    if message.colour not in COLOURS:
        return text(
            "There is no colour {colour!r}: colours are {known}.",
            colour=message.colour,
            known=listed(COLOURS, ""),
        )
    return _exchanged(session, message.seat, "colour", message.colour)


def _set_shape(session: Session, message: SetShape) -> Setup | Text:
    if message.shape not in SHAPES:
        return text(
            "There is no shape {shape!r}: shapes are {known}.",
            shape=message.shape,
            known=listed(SHAPES, ""),
        )
    return _exchanged(session, message.seat, "shape", message.shape)


def _set_pin(session: Session, message: SetPin) -> Setup | Text:
    """A seat that is opened on this screen opens with four digits only, or with none any more."""
    seat, pin = message.seat, message.pin
    if why_not := no_seat(session, seat):
        return why_not
    # Nothing that was typed stands in the answer: a refusal is read by everybody.
    if pin and not (len(pin) == LENGTH_OF_PIN and pin.isascii() and pin.isdigit()):
        return text("A PIN has {number} digits.", number=LENGTH_OF_PIN)
    if pin and (not session.on_screen(seat) or not session.is_person(seat)):
        return text("Seat {seat} needs no PIN: nobody opens it on this screen.", seat=seat)
    return with_seat(session.setup, seat, session.setup.seat(seat)._replace(pin=pin))


def _exchanged(session: Session, seat: int, trait: str, value: str) -> Setup | Text:
    """A trait that no two pieces share: who has it takes the old one in exchange, so that nobody has to free it first.

    Names that nobody typed go along with the colours.
    """
    if why_not := no_seat(session, seat):
        return why_not
    setup, old = session.setup, getattr(session.setup.seat(seat), trait)
    for other, row in enumerate(setup.seats, 1):
        if other != seat and getattr(row, trait) == value:
            setup = with_seat(setup, other, replace(row, **{trait: old}))
    return with_names(with_seat(setup, seat, replace(setup.seat(seat), **{trait: value})))


def _set_rule(session: Session, message: SetRule) -> Setup | Text:
    """A value for one of the settings (3)."""
    why_not = no_choice(all_options(session.house.game), message.key, message.word)
    return why_not or session.setup._replace(
        words={**session.setup.words, message.key: message.word}
    )


def no_choice(options: Iterable[Option], key: str, word: str) -> Text:
    """Why there is no such setting or value, NOTHING where there is."""
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
    ClearMarkers: _clear_markers,
    SetPlayer: _set_player,
    SitDown: _sit_down,
    SetName: _set_name,
    SetColour: _set_colour,
    SetShape: _set_shape,
    SetPin: _set_pin,
    SetRule: _set_rule,
}
"""How each choice changes the setup, or why it does not."""


def new_session(
    game: Game,
    boards: Iterable[BoardEntry],
    pilots: Iterable[PilotEntry],
    table: Text | str = "",
    touch: Iterable[int] = range(1, 9),
    players: Iterable[str] = (),
    games: Iterable[GameOffer] = (),
) -> Session:
    """A session about to be set up: the first board with its first suggested markers, and `players` on the seats from seat 1.

    `games` are all that can be chosen; with this one alone, or none, nothing is asked.

    `boards` holds one at least for a game that is played on a board. `touch` are the seats whose readers are worked through the screen whatever happens. The readers
    are taken for empty: the table tells what lies in them.
    """
    house = House(
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
        house,
        first_setup(house, seats_in_turn(game, seats)),
        house.pages[0],
        readers={seat: Reader() for seat in game.seats},
    )


def first_setup(house: House, seats: tuple[SeatSetup, ...]) -> Setup:
    """The setup of a game of which nothing is chosen: the first board with its first suggested markers, and the usual settings."""
    first = house.boards[0] if BOARD in house.game.setup_pages else None
    words = {option.key: option.default for option in house.game.options}
    return Setup(
        "" if first is None else first.key,
        first.markers[0][1] if first is not None and first.markers else (),
        seats,
        words,
    )


HANDLERS: Final[Handlers] = {
    Go: Guarded(on_go, When((SETUP, PLACE), unless=(HELD,), refusal=CLOSED)),
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
"""The messages of this module, with what each does."""
