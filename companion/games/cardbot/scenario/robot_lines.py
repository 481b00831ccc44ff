"""Lines about robots, such as `"C4 N targets=1 slide=W"`, in `[robots]` and `[expect]`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from companion.errors import near_word
from companion.formats.entries import read_heading, read_square
from companion.formats.misread_error import MisreadError, quote_value
from companion.games.cardbot.engine.cards import SEATS, Card, card_of
from companion.games.cardbot.engine.grid import ALL_SQUARES
from companion.games.kit.scenario import Facts, read_facts
from companion.geometry import HEADINGS, Heading, Square

START: Final = "start"
UNKNOWN: Final = "unknown"
GIVEN_KEYS: Final = ("targets", "slide")
EXPECTED_KEYS: Final = ("targets", "slide", "enacted_by", "taken", "pile")
MOST_CARDS: Final = 13


def read_robot_line(text: str, keys: tuple[str, ...]) -> Facts:
    """Read a line about a robot; only what it says is in the result.

    `start` is a place in `[robots]` only, with GIVEN_KEYS.

    Raises:
        MisreadError: A place is off the grid, a key is unknown or repeated, or a value is out of
        range.
    """
    words = [word for word in text.split(" ") if word]
    given = keys == GIVEN_KEYS
    if not words:
        raise MisreadError(
            "an empty text", f'"<square> <heading>"{f" or {START}" if given else ""}, and keys'
        )
    if given and words[0] == START:
        facts, rest = Facts(square=None), words[1:]
    else:
        facts, rest = _read_place(words, given), words[2:]
    return facts | read_facts(
        rest, _READERS, keys, "no {key} in [robots], it follows from the rest"
    )


def _read_place(words: list[str], given: bool) -> Facts:
    try:
        square = read_square(words[0])
    except MisreadError as wrong:
        near = wrong.near or (near_word(words[0], (START,)) if given else None)
        raise MisreadError(
            f"place {quote_value(words[0])}",
            f"a square such as E7{f' or {START}' if given else ''}",
            near,
        ) from None
    check_on_grid(square)
    if len(words) < 2:
        raise MisreadError(
            f"{square} without a heading", f'N, E, S or W after it, as in "{square} N"'
        )
    return Facts(square=square, heading=HEADINGS[read_heading(words[1], "heading")])


def check_on_grid(square: Square) -> None:
    """Check that a square is one of the grid's 49.

    Raises:
        MisreadError: It is not.
    """
    if square not in ALL_SQUARES:
        raise MisreadError(f"square {square}", "a square of the grid, from A1 to G7")


def _number_between(low: int, high: int) -> Callable[[str, str], int]:
    def read(key: str, text: str) -> int:
        if len(text) != 1 or text not in "0123456789" or not low <= int(text) <= high:
            raise MisreadError(f"{key}={text}", f"a number from {low} to {high}")
        return int(text)

    return read


def _read_slide(key: str, text: str) -> str | None:
    return None if text == "none" else HEADINGS[read_heading(text, key)]


def _read_cards(key: str, text: str) -> list[str]:
    words = [] if text == "none" else text.split(",")
    if len(words) > MOST_CARDS:
        raise MisreadError(f"{key} of {len(words)} cards", f"at most {MOST_CARDS}")
    return [read_card(word).text for word in words]


def _read_pile(key: str, text: str) -> list[str] | str:
    return text if text == UNKNOWN else _read_cards(key, text)


_READERS: Final[Mapping[str, Callable[[str, str], object]]] = {
    "targets": _number_between(0, 3),
    "slide": _read_slide,
    "enacted_by": _number_between(1, len(SEATS)),
    "taken": _read_cards,
    "pile": _read_pile,
}


def read_card(word: str) -> Card:
    """Return the card that a word names.

    Raises:
        MisreadError: There is none.
    """
    try:
        return card_of(word)
    except ValueError:
        # A ten is written T; lower case and 10 are likely slips.
        meant = word.upper().replace("10", "T")
        raise MisreadError(
            f"card {quote_value(word)}",
            "value and suit such as AH, TD or 4S, with a 2 behind for the third deck",
            _if_card(meant),
        ) from None


def _if_card(word: str) -> str | None:
    try:
        return card_of(word).text
    except ValueError:
        return None


def spoken(facts: Facts) -> Facts:
    """Return the facts of a robot with the word of files for an unknown pile."""
    return {**facts, "pile": UNKNOWN} if facts["pile"] is None else facts


def heading_letter(heading: Heading | None) -> str | None:
    """Return a heading as in files; None stays None."""
    return None if heading is None else HEADINGS[heading]
