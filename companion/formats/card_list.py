"""A list of cards to print, one on each line: `7 uturn@10` is code, move and priority.

`#` begins a remark. The list may be of a private deck: any code of the code book, any priority from
1 to 999.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from companion.engine.cards import MOVES, Card
from companion.errors import FormatError
from companion.formats.misread_error import MisreadError, quote_value, unknown_word

MOST: Final = 999
"""The highest priority that fits on a card."""
LONGEST: Final = 10_000
"""Lines; there are 112 codes."""
FORM: Final = "a line such as '7 uturn@10': code, move, @, priority"


def parse_card_list(text: str, source: str, book: Collection[int]) -> dict[int, Card]:
    """Return the cards of a list by code.

    Args:
        text: The list.
        source: The name of the file in faults.
        book: The codes that a card may carry.

    Raises:
        FormatError: A line is no card, a code or card is there twice, or there is no card.
    """
    # Not splitlines(), which finds ends of lines that editors do not, so that line numbers would
    # differ. `split()` drops the \r.
    lines = text.removeprefix("\ufeff").split("\n")
    if len(lines) > LONGEST:
        raise FormatError(
            source, None, f"{len(lines)} lines", f"at most {LONGEST}, a line for each card"
        )
    cards: dict[int, Card] = {}
    places: dict[int | Card, int] = {}
    for number, line in enumerate(lines, 1):
        words = line.partition("#")[0].split()
        if words:
            try:
                if len(words) != 2:
                    raise MisreadError(quote_value(" ".join(words)), FORM)
                code = read_code(words[0], book)
                move, _, priority = words[1].partition("@")
                if move not in MOVES:
                    raise unknown_word(move, "move", MOVES)
                value = _number(priority)
                if value is None or not 1 <= value <= MOST:
                    raise MisreadError(
                        f"priority {quote_value(priority)} of {move}",
                        f"a number from 1 to {MOST}, as in {move}@100",
                    )
                card = Card(move, value)
                _once(places, code, f"code {code}", number)
                _once(places, card, f"card {card}", number)
            except MisreadError as wrong:
                raise FormatError(source, number, wrong.found, wrong.expected, wrong.near) from None
            cards[code] = card
    if not cards:
        raise FormatError(source, None, "no card", FORM)
    return cards


def read_code(word: str, book: Collection[int], zeros: bool = True) -> int:
    """Return the code that a word writes; `zeros` says whether others may precede it.

    Raises:
        MisreadError: It is none of the codes in the book.
    """
    code = _number(word)
    if code is None or code not in book or not (zeros or word == str(code)):
        raise MisreadError(
            f"code {quote_value(word)}",
            f"one of the {len(book)} codes for cards, from {min(book)} to {max(book)}, with 3 or 5 "
            f"white cells of 8",
        )
    return code


def _number(word: str) -> int | None:
    # int() alone would take other digits, signs and blanks, and Python refuses numbers of thousands
    # of digits.
    return int(word) if word.isascii() and word.isdigit() and len(word) <= 3 else None


def _once(places: dict[int | Card, int], what: int | Card, words: str, line: int) -> None:
    if what in places:
        raise MisreadError(
            f"{words} again, as on line {places[what]}", "each code and each card once"
        )
    places[what] = line
