"""Words of scenario files: seats, lists of cards, rows, choices and questions.

They are read strictly and written as in results.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.errors import near_word
from companion.formats.misread_error import MisreadError, quote_value
from companion.games.diesel.engine.asking import NO
from companion.games.diesel.engine.cards import Deck
from companion.games.diesel.engine.dealing import FOREIGN
from companion.games.diesel.engine.state import RowCard
from companion.named_tuples import NamedTuple

EMPTY: Final = "-"
DOWN: Final = ":down"


class AnswerEntry(NamedTuple):
    """A choice or a question."""

    seat: int
    """The seat before the colon."""
    asker: str
    """The card that asks, before the colon."""
    words: tuple[str, ...]
    """The words behind the colon."""


def read_cards(text: str, deck: Deck, *other_words: str) -> tuple[str, ...]:
    """Read a list of cards between blanks, EMPTY for none.

    Raises:
        MisreadError: A word is no card of the deck and none of the `other_words`.
    """
    return tuple(word if word in other_words else read_card(word, deck) for word in _words(text))


def _words(text: str) -> list[str]:
    words = [word for word in text.split(" ") if word]
    if not words:
        raise MisreadError("an empty text", f'cards between blanks, or "{EMPTY}" for none')
    return [] if text == EMPTY else words


def read_card(word: str, deck: Deck) -> str:
    """Read the id of a card.

    Raises:
        MisreadError: There is none; the fault suggests a similar one.
    """
    ids = [card.id for card in deck.cards]
    if word in ids:
        return word
    if word.endswith("#1") and word[:-2] in ids:
        raise MisreadError(
            f"card {quote_value(word)}", "the first copy without a number", word[:-2]
        )
    if word.removesuffix(DOWN) in ids:
        raise MisreadError(
            f"card {quote_value(word)}", f"{DOWN} only in front of a seat", word.removesuffix(DOWN)
        )
    example = next((id for id in ids if "#" in id), ids[0])
    raise MisreadError(
        f"card {quote_value(word)}",
        f"a card of the deck, such as {ids[0]} or {example}",
        near_word(word, ids),
    )


def read_deployed(text: str, deck: Deck) -> tuple[str, ...]:
    """Read what a seat deploys; FOREIGN stands for a card that is not of the deck."""
    return read_cards(text, deck, FOREIGN)


def read_row(text: str, deck: Deck) -> tuple[RowCard, ...]:
    """Read the row in front of a seat, the oldest combatant first."""
    return tuple(
        RowCard(read_card(word.removesuffix(DOWN), deck), word.endswith(DOWN))
        for word in _words(text)
    )


def read_entry(text: str, deck: Deck, seats: Iterable[int]) -> AnswerEntry:
    """Read `<seat> <card that asks>: <cards>`; the cards can include NO."""
    head, colon, tail = text.partition(":")
    words = [word for word in head.split(" ") if word]
    if not colon or len(words) != 2:
        raise MisreadError(
            quote_value(text), '"<seat> <card that asks>: …" such as "2 brawler: walker"'
        )
    return AnswerEntry(
        read_seat(words[0], seats), read_card(words[1], deck), read_cards(tail.strip(" "), deck, NO)
    )


def read_seat(word: str, seats: Iterable[int]) -> int:
    """Read one of the seats that play."""
    known = tuple(map(str, seats))
    if word not in known:
        raise MisreadError(f"seat {quote_value(word)}", f"a seat from {known[0]} to {known[-1]}")
    return int(word)


def row_words(row: Iterable[RowCard]) -> list[str]:
    """Return a row as in results."""
    return [f"{row_card.card}{DOWN if row_card.down else ''}" for row_card in row]


def list_words(cards: Iterable[str]) -> str:
    """Return a list of cards as in files."""
    return " ".join(cards) or EMPTY
