"""A deck file (`*.deck.toml`): the card of a game for each code.

One row of cells along an edge thus serves several games. Every card of the game is there once, each
with a code of its own.

    game = "…"              the game whose deck it is
    name = "…"              the name of the deck for people
    [cards]
    7 = "AH"                code = card, as the game writes it
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from companion.formats.card_list import read_code
from companion.formats.misread_error import MisreadError, quote_value, unknown_word
from companion.formats.toml_text import LONGEST_NAME, TomlTable, TomlText
from companion.named_tuples import NamedTuple

KEYS: Final = ("game", "name", "cards")
MANY: Final = 4
"""The most missing cards that are named."""


class DeckFile(NamedTuple):
    """A deck as its file describes it."""

    game: str
    """The key of the game."""
    name: str
    """The name of the deck for people."""
    cards: Mapping[int, str]
    """The word of each card by code, in the order of the file."""


def parse_deck(
    text: str, source: str, game: str, book: Collection[int], cards: Collection[str]
) -> DeckFile:
    """Return the deck of a game.

    Args:
        text: The content of the file.
        source: The name of the file in faults.
        game: The key of the game.
        book: The codes that a card may carry.
        cards: The words of all cards of the game.

    Raises:
        FormatError: The game is another one, a code or card is unknown or there twice, or a
            card has no code. The line is named.
    """
    toml = TomlText(text, source)
    table = TomlTable(toml, (), toml.data, KEYS)
    whose = table.string("game")
    if whose != game:
        raise table.misread(
            f"game = {quote_value(whose)}" if whose else "no game",
            f"game = {quote_value(game)}",
            "game",
        )
    return DeckFile(game, table.string("name", longest=LONGEST_NAME), _cards(toml, book, cards))


def _cards(toml: TomlText, book: Collection[int], cards: Collection[str]) -> dict[int, str]:
    """Return the word of each card by code."""
    found: dict[int, str] = {}
    data: Any = toml.data.get("cards", {})
    if not isinstance(data, dict):
        raise toml.fault(
            ("cards",),
            MisreadError(
                f"cards = {quote_value(data)}", 'a table [cards] with lines such as 7 = "AH"'
            ),
        )
    first, last = next(iter(cards)), [*cards][-1]
    for key, card in data.items():
        with toml.reading("cards", key):
            # TOML takes 07 and 7 as two keys.
            code = read_code(key, book, zeros=False)
            if not isinstance(card, str):
                raise MisreadError(
                    quote_value(card), f"a card in quotes, such as {quote_value(first)}"
                )
            if card not in cards:
                wrong = unknown_word(card, "card", cards)
                expected = f"a card of the game, from {first} to {last}"
                raise MisreadError(wrong.found, expected, wrong.near)
            twice = next((other for other, taken in found.items() if taken == card), None)
            if twice is not None:
                raise MisreadError(
                    f"card {quote_value(card)} again, as for code {twice}", "each card once"
                )
            found[code] = card
    missing = [word for word in cards if word not in found.values()]
    if missing:
        more = f" and {len(missing) - MANY} more" if len(missing) > MANY else ""
        raise toml.fault(
            ("cards",),
            MisreadError(
                f"no code for {', '.join(missing[:MANY])}{more}",
                f"a code for each of the {len(cards)} cards",
            ),
        )
    return found
