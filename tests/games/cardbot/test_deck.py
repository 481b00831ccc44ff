"""The deck file: 104 codes, each for a card of one seat's pile, and faults with their lines."""

from __future__ import annotations

import re

import pytest

from companion.content import deck_text
from companion.errors import FormatError
from companion.formats.deck import parse_deck
from companion.games.cardbot.deck import CARD_OF_CODE, CARDS, CODE_OF_CARD, CODES, DECK
from companion.games.cardbot.engine.cards import SEATS, pile_of
from companion.games.codes import TEST_CARDS, WORDS

TEXT = deck_text("cardbot")
NAMES = [card.text for card in CARDS]


def read(text: str) -> object:
    """Return a deck file of this game."""
    return parse_deck(text, "my.deck.toml", "cardbot", WORDS, NAMES)


def test_each_seat_has_thirteen_codes_of_its_own() -> None:
    """Use 104 of the 112 words once; two reversed words of test cards are among the last two."""
    piles = [{CODE_OF_CARD[card] for card in pile_of(seat)} for seat in SEATS]
    assert [len(pile) for pile in piles] == [13] * 8 and len(set().union(*piles)) == 104
    assert set(CODES) == set(CARD_OF_CODE) <= set(WORDS)
    assert (
        {code for code in CODES if any(code in pair for pair in TEST_CARDS)}
        == set(CODES[-2:])
        <= {turned for _, turned in TEST_CARDS}
    )


def test_the_first_deck_is_the_first_four_seats() -> None:
    """Use the first 52 codes for four players, none of them on a test card."""
    assert {CARD_OF_CODE[code].deck for code in CODES[:52]} == {1} and {
        CARD_OF_CODE[code].deck for code in CODES[52:]
    } == {2}
    assert DECK.name == "Command cards"


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        (
            '7 = "AH"',
            '8 = "AH"',
            '7 = "AH"',
            r"found code '8', expected one of the 112 codes for cards, from 7 to 248",
        ),
        ('7 = "AH"', '07 = "AH"', '7 = "AH"', r"found code '07', expected one of the 112 codes"),
        (
            '7 = "AH"',
            '7 = "Ah"',
            '7 = "AH"',
            r"found card 'Ah', expected a card of the game, from AH to 2S2",
        ),
        ('7 = "AH"', "7 = 14", '7 = "AH"', r"found 14, expected a card in quotes, such as 'AH'"),
        (
            '11 = "KH"',
            '11 = "AH"',
            '11 = "KH"',
            r"found card 'AH' again, as for code 7, expected each card once",
        ),
        ('11 = "KH"', '7 = "KH"', '11 = "KH"', r"expected each key and each table once"),
        (
            '11 = "KH"\n13 = "QH"\n',
            "",
            "[cards]",
            r"found no code for KH, QH, expected a code for each of the 104 cards",
        ),
        (
            'game = "cardbot"',
            'game = "clockwork"',
            'game = "cardbot"',
            r"found game = 'clockwork', expected game = 'cardbot'",
        ),
        (
            'name = "Command cards"',
            'nam = "Command cards"',
            'name = "Command cards"',
            r"found key 'nam', expected game, name or cards; did you mean 'name'",
        ),
    ],
)
def test_a_fault_is_named_with_its_line(old: str, new: str, line: str, words: str) -> None:
    """Name file, line, what was found and what was expected."""
    number = TEXT.split("\n").index(line.split("\n")[0]) + 1
    with pytest.raises(FormatError, match=rf"my\.deck\.toml:{number}: .*{words}"):
        read(TEXT.replace(old, new, 1))


def test_a_file_without_cards_is_refused() -> None:
    """Say how many cards are missing, and what a table of cards is."""
    with pytest.raises(
        FormatError, match=re.escape("found no code for AH, KH, QH, JH and 100 more")
    ):
        read('game = "cardbot"\n')
    with pytest.raises(
        FormatError, match=r"my\.deck\.toml:2: found cards = 3, expected a table \[cards\]"
    ):
        read('game = "cardbot"\ncards = 3\n')
    with pytest.raises(FormatError, match=r"found no game, expected game = 'cardbot'"):
        read("[cards]\n")
