"""The program cards as a book: a first sheet that tries the printer, then cards at their true size, fronts and backs in turn."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.content.reader import reader_plan
from companion.engine.cards import Card
from companion.errors import PressFault
from companion.formats.card_list import parse_card_list
from companion.formats.reader_plan import ReaderPlan
from companion.games.deck import CARD_OF_CODE, TEST_CARDS, WORDS
from companion.press.card_back import card_back
from companion.press.card_face import card_face, card_page
from companion.press.card_sheet import card_sheets, grid
from companion.press.first_sheet import first_sheet
from companion.press.marks import Book, Page
from companion.press.paper import Paper

CODE_BOOK: Final = frozenset(WORDS).difference(*TEST_CARDS)
"""The codes that a program card may carry; those of test cards are kept apart, so that a table is never tested with a card of the deck."""

TITLE: Final = "Program cards"


def read_cards(text: str, source: str) -> dict[int, Card]:
    """The cards of a list (`companion.formats.card_list`) by code; FormatFault names the line that is wrong.

    FormatFault also for a code outside of CODE_BOOK.
    """
    return parse_card_list(text, source, CODE_BOOK)


def card_book(paper: Paper, cards: Mapping[int, Card] | None = None, plan: ReaderPlan | None = None) -> Book:
    """All cards by code in their order, or the shipped deck; PressFault for a code that no card carries, or paper without room.

    `cards` has the card of each code, in the order in which they are printed.
    """
    plan, cards = plan or reader_plan(), CARD_OF_CODE if cards is None else cards
    strange = next((code for code in cards if code not in CODE_BOOK), None)
    if strange is not None:
        raise PressFault(f"card {cards[strange]}: found code {strange}, expected one of the {len(CODE_BOOK)} codes for cards, such as {min(CODE_BOOK)}")
    where = grid(paper, plan.card)
    fronts = [card_face(code, card, plan) for code, card in cards.items()]
    sheets = card_sheets(where, fronts, [card_back(plan)] * len(fronts), TITLE)
    return Book(f"Clockwork Derby: {TITLE.lower()}", (*first_sheet(paper, plan, len(fronts), len(sheets) // 2), *sheets))


def card_pages(cards: Mapping[int, Card] | None = None, plan: ReaderPlan | None = None) -> dict[str, Page]:
    """The faces one by one, each a page of a card's size, by names for files such as `490-move1`."""
    plan, cards = plan or reader_plan(), CARD_OF_CODE if cards is None else cards
    return {f"{card.priority:03}-{card.move}": card_page(code, card, plan) for code, card in cards.items()}
