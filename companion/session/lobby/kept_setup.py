"""What people have chosen for a game, as JSON values: in the header of a kept game, and by itself for their next one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from companion.content.livery import NAMES
from companion.games.api import Game
from companion.games.boards import all_options
from companion.names import same_name
from companion.records.book import GUEST, Book
from companion.session.lobby.arrangement import NOBODY, PERSON, House, SeatSetup, Setup
from companion.session.lobby.even import even_facts
from companion.session.lobby.filling import unfilled
from companion.session.lobby.own_boards import without_lost
from companion.session.lobby.setup import LONGEST_NAME, colour_name, named
from companion.session.past.kept_names import MARKERS
from companion.session.session import Session
from companion.session.view import BOARD

PINS: Final = "pins"
"""Under this name the PINs of seats are written beside them, by the seat's number as text; where there is none nothing is."""


SEAT_WORDS: Final = "seat_words"
"""Under this name stand the settings of single seats, by the seat's number as text; those that have none are left out."""
PEOPLE: Final = "people"
"""Under this name stand the numbers of the people who sit there, by the seat's number as text; guests are left out. Their names are kept nowhere else."""
DECK: Final = "deck"
"""Under this name stands the short name of the deck, where it is not the one that comes with the game."""
OWN: Final = ("board", MARKERS, "words")
"""What is chosen of a game itself: nothing of who plays it."""


def own_part(facts: Mapping[str, Any]) -> str:
    """What is chosen of the game itself, out of the setup in `setup_facts`, as JSON; KeyError or TypeError where it is no setup."""
    own = {name: facts[name] for name in OWN}
    return json.dumps({**own, DECK: facts[DECK]} if facts.get(DECK) else own, ensure_ascii=False)


def setup_facts(session: Session) -> dict[str, Any]:
    """What people have chosen, as JSON values: these hold for their next session too."""
    # Seats that a game fills belong to the race that runs.
    setup = unfilled(session.setup)
    seats = [
        [
            seat.player,
            seat.name if seat.typed or not seat.person else colour_name(seat.colour),
            seat.colour,
            seat.shape,
        ]
        for seat in setup.seats
    ]
    # Beside the seats, so that a version that does not know it still reads these.
    typed = [number for number, seat in enumerate(setup.seats, 1) if seat.typed]
    chosen = {
        "board": setup.board,
        MARKERS: list(setup.markers),
        "seats": seats,
        "typed": typed,
        "words": dict(setup.words),
    }
    pins = {str(number): seat.pin for number, seat in enumerate(setup.seats, 1) if seat.pin}
    if pins:
        chosen[PINS] = pins
    if setup.deck:
        chosen[DECK] = setup.deck
    people = {str(number): seat.person for number, seat in enumerate(setup.seats, 1) if seat.person}
    if people:
        chosen[PEOPLE] = people
    seat_words = {
        str(number): dict(seat.words) for number, seat in enumerate(setup.seats, 1) if seat.words
    }
    if seat_words:
        chosen[SEAT_WORDS] = seat_words
    return {
        "setup": chosen,
        "auto": session.auto,
        "flow": session.flow,
        "timer": list(session.timer),
        "even": even_facts(session.even),
    }


def without_name(chosen: str, name: str) -> str | None:
    """What is kept of a setup, without a name that somebody has typed for a piece; None where it is not in it, or nothing can be read."""
    try:
        facts = json.loads(chosen)
        setup = facts["setup"]
        typed = [
            number
            for number, seat in enumerate(setup["seats"], 1)
            if same_name(str(seat[1]), name) and number in setup.get("typed", ())
        ]
        for number in typed:
            setup["seats"][number - 1][1] = colour_name(str(setup["seats"][number - 1][2]))
            setup["typed"].remove(number)
    except (AttributeError, IndexError, KeyError, RecursionError, TypeError, ValueError):
        return None
    return json.dumps(facts, ensure_ascii=False) if typed else None


def without_people(header: str) -> str:
    """What a kept game starts from, without the people who sat there: at another table their numbers mean other people. As it was where nobody is in it."""
    facts = json.loads(header)
    return json.dumps(facts, ensure_ascii=False) if facts["setup"].pop(PEOPLE, None) else header


def setup_from(facts: Mapping[str, Any], game: Game) -> Setup:
    """The setup as it was chosen; ValueError, KeyError or TypeError where it cannot be one.

    All seats of the game must be there, played or not.
    """
    pins, seat_words, people = facts.get(PINS, {}), facts.get(SEAT_WORDS, {}), facts.get(PEOPLE, {})
    seats = tuple(
        _seat(number, seat, facts.get("typed"))._replace(
            pin=str(pins.get(str(number), "")),
            words=_words_from(seat_words.get(str(number), {}), game),
            person=int(people.get(str(number), GUEST)),
        )
        for number, seat in enumerate(facts["seats"], 1)
    )
    wrong = next(
        (
            seat.name
            for seat in seats
            if len(seat.name) > LONGEST_NAME or not seat.name.isprintable()
        ),
        None,
    )
    if wrong is not None:
        raise ValueError(
            f"the name {wrong[:LONGEST_NAME]!r}… of {len(wrong)} letters, expected at most "
            f"{LONGEST_NAME}"
        )
    if len(seats) != len(game.seats):
        raise ValueError(f"{len(seats)} seats, expected {len(game.seats)}")
    # Whoever knows the people calls them by their names.
    return named(_own_from(facts, game, seats), Book())


def _words_from(words: Mapping[str, str], game: Game) -> tuple[tuple[str, str], ...]:
    """The settings of a single seat; those that the game does not know are left out."""
    return tuple(
        (option.key, option.choice(words[option.key]).word)
        for option in game.seat_options
        if option.key in words
    )


def _own_from(facts: Mapping[str, Any], game: Game, seats: tuple[SeatSetup, ...]) -> Setup:
    """What `own_part` says, with these seats."""
    # A setting that this text does not know yet has its usual value; one that the game does not know any more is left out.
    words = {
        option.key: option.choice(facts["words"].get(option.key, option.default)).word
        for option in game.options
    }
    # Those of some boards only are kept once somebody has chosen.
    words |= {
        option.key: option.choice(facts["words"][option.key]).word
        for option in all_options(game)
        if option.key in facts["words"]
    }
    return Setup(
        str(facts["board"]),
        tuple(map(str, facts[MARKERS])),
        seats,
        words,
        deck=str(facts.get(DECK, "")),
    )


def recalled(house: House, chosen: str, seats: tuple[SeatSetup, ...]) -> Setup | None:
    """What was chosen of a game last, from `own_part`, with these seats; None where there is nothing, or nothing that this house has."""
    try:
        setup = without_lost(house, _own_from(json.loads(chosen), house.game, seats))
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
        return None
    return setup if fits(house, setup) else None


def fits(house: House, setup: Setup) -> bool:
    """Whether the house has what is chosen: the pilots, and the board with its squares where the game asks for one."""
    if any(seat.player not in (PERSON, NOBODY, *house.pilot_labels) for seat in setup.seats):
        return False
    if BOARD not in house.game.setup_pages:
        return True
    entry = house.board(setup.board)
    return entry is not None and all(entry.board.has(square) for square in setup.markers)


def _seat(number: int, facts: Iterable[Any], typed: Iterable[Any] | None) -> SeatSetup:
    """One seat; a text that does not know yet which names were typed has those for it that no piece begins with."""
    player, name, colour, shape = map(str, facts)
    return SeatSetup(
        player, name, colour, shape, name not in NAMES if typed is None else number in typed
    )
