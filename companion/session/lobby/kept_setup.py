"""The choices for a game as JSON: in the header of a kept game, and kept for the next game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from companion.content.livery import FORMER_COLOURS, NAMES
from companion.games.api import Game
from companion.games.boards import all_options
from companion.names import same_name
from companion.records.book import GUEST, Book
from companion.session.lobby.adaptive_level import level_facts
from companion.session.lobby.arrangement import NOBODY, PERSON, SeatSetup, Setup, TableConfig
from companion.session.lobby.extra_seats import without_extra_seats
from companion.session.lobby.own_boards import without_lost
from companion.session.lobby.setup import LONGEST_NAME, colour_name, with_piece_names
from companion.session.past.kept_names import MARKERS
from companion.session.session import Session
from companion.session.view import BOARD

PINS: Final = "pins"
"""The key of the PINs, by seat number as text; left out without any."""


SEAT_WORDS: Final = "seat_words"
"""The key of the settings of single seats, by seat number as text; empty ones are left out."""
PEOPLE: Final = "people"
"""The key of the people's numbers, by seat number as text, without guests.

Their names are not kept in it.
"""
DECK: Final = "deck"
"""The key of the deck's short name; left out for the deck of the game."""
OWN: Final = ("board", MARKERS, "words")
"""The keys of choices about the game itself, not about its players."""


def own_part(facts: Mapping[str, Any]) -> str:
    """Return the choices about the game itself as JSON, out of the result of `setup_facts`.

    Raises:
        KeyError, TypeError: It is no set-up.
    """
    own = {name: facts[name] for name in OWN}
    return json.dumps({**own, DECK: facts[DECK]} if facts.get(DECK) else own, ensure_ascii=False)


def setup_facts(session: Session) -> dict[str, Any]:
    """Return the choices as JSON values, which are also used for the next session."""
    # Seats that a game fills belong to the race that runs.
    setup = without_extra_seats(session.lobby.setup)
    seats = [
        [
            seat.player,
            seat.name if seat.typed or not seat.person else colour_name(seat.colour),
            seat.colour,
            seat.shape,
        ]
        for seat in setup.seats
    ]
    # Beside the seats, so a version that does not know it can still read them.
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
        "auto": session.lobby.auto,
        "flow": session.lobby.flow,
        "timer": list(session.lobby.timer),
        "even": level_facts(session.lobby.adaptive_level),
    }


def without_name(chosen: str, name: str) -> str | None:
    """Return a kept set-up without a typed name; None where it lacks the name or is unreadable."""
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
    """Return the header of a kept game without the people's numbers.

    At another table the numbers are other people.
    """
    facts = json.loads(header)
    return json.dumps(facts, ensure_ascii=False) if facts["setup"].pop(PEOPLE, None) else header


def setup_from(facts: Mapping[str, Any], game: Game) -> Setup:
    """Return a kept set-up.

    All seats of the game must be there, played or not.

    Raises:
        ValueError, KeyError, TypeError: It cannot be a set-up.
    """
    pins, seat_words, people = facts.get(PINS, {}), facts.get(SEAT_WORDS, {}), facts.get(PEOPLE, {})
    typed, default_names = facts.get("typed"), (*NAMES, *map(colour_name, FORMER_COLOURS))
    seats = list[SeatSetup]()
    for number, seat in enumerate(facts["seats"], 1):
        player, name, colour, shape = map(str, seat)
        chosen = seat_words.get(str(number), {})
        known_words = tuple(
            (option.key, option.choice(chosen[option.key]).word)
            for option in game.seat_options
            if option.key in chosen
        )
        seats.append(
            SeatSetup(
                player,
                name,
                colour,
                shape,
                # In an older text a name counts as typed if it is no default name.
                name not in default_names if typed is None else number in typed,
                pin=str(pins.get(str(number), "")),
                words=known_words,
                person=int(people.get(str(number), GUEST)),
            )
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
    # The caller, who knows the people, adds their names.
    return with_piece_names(_own_from(facts, game, tuple(seats)), Book())


def _own_from(facts: Mapping[str, Any], game: Game, seats: tuple[SeatSetup, ...]) -> Setup:
    """Return a set-up from the result of `own_part` and these seats."""
    # A setting that the text lacks has its default; one that the game lacks is left out.
    words = {
        option.key: option.choice(facts["words"].get(option.key, option.default)).word
        for option in game.options
    }
    # Settings of certain boards only are kept once somebody has chosen.
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


def last_setup(config: TableConfig, chosen: str, seats: tuple[SeatSetup, ...]) -> Setup | None:
    """Return the last set-up of a game, from `own_part`, with these seats.

    None where there is none, or the table lacks a part of it.
    """
    try:
        setup = without_lost(config, _own_from(json.loads(chosen), config.game, seats))
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
        return None
    return setup if fits(config, setup) else None


def fits(config: TableConfig, setup: Setup) -> bool:
    """Return whether the table has the chosen pilots, and a board with these squares."""
    if any(seat.player not in (PERSON, NOBODY, *config.pilot_labels) for seat in setup.seats):
        return False
    if BOARD not in config.game.setup_pages:
        return True
    entry = config.board(setup.board)
    return entry is not None and all(entry.board.has(square) for square in setup.markers)
