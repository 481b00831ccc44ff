"""Cards as pages at their true size, fronts and backs in turn: program cards and test cards.

Test cards try out a reader: five with a word at each end, and a white one; none is a program card.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.content.reader import reader_plan
from companion.engine.cards import Card
from companion.errors import PressError
from companion.formats.card_list import parse_card_list
from companion.formats.reader_plan import ReaderPlan
from companion.games import usual_game
from companion.games.api import Game
from companion.games.codes import TEST_CARDS, WORDS
from companion.press.card_face import (
    AIR,
    BAND,
    JADE_INKS,
    SIDE,
    FaceLayout,
    band_title,
    card_back,
    card_face,
    code_row,
    draw_plate,
)
from companion.press.card_sheet import Side, card_sheets, grid
from companion.press.first_sheet import before_cards, first_sheet
from companion.press.letters import draw_centred, fitting_size
from companion.press.marks import BLACK, Document, Mark, MarkGroup, SheetSide
from companion.press.paper import GREY, Paper

CODE_BOOK: Final = frozenset(WORDS).difference(*TEST_CARDS)
"""The codes of program cards.

Test cards have others, so that no table is tested with a deck card.
"""

TITLE, TEST_TITLE = "Program cards", "Test cards"


def read_cards(text: str, source: str) -> dict[int, Card]:
    """Return the cards of a list (`companion.formats.card_list`) by code.

    Raises:
        FormatError: A line is wrong or a code is not in CODE_BOOK.
    """
    return parse_card_list(text, source, CODE_BOOK)


def card_document(
    paper: Paper,
    cards: Mapping[int, Card] | None = None,
    game: Game | None = None,
) -> Document:
    """Return the given cards, or the deck of a game, as a book.

    `cards` has the card of each code, in printing order. `game` is by default the usual one.

    Raises:
        PressError: A code is not for cards, or the paper is too small.
    """
    plan, game = reader_plan(), game or usual_game()
    cards = _shipped_deck(game) if cards is None else cards
    strange = next((code for code in cards if code not in CODE_BOOK), None)
    if strange is not None:
        raise PressError(
            f"card {cards[strange]}: found code {strange}, expected one of the {len(CODE_BOOK)}"
            f" codes for cards, such as {min(CODE_BOOK)}"
        )
    where = grid(paper, plan.card)
    fronts = [card_face(code, card, plan, game.title) for code, card in cards.items()]
    sheets = card_sheets(where, fronts, [card_back(plan)] * len(fronts), TITLE)
    return Document(
        f"{game.title}: {TITLE.lower()}",
        (*first_sheet(paper, plan, before_cards(plan, len(fronts), len(sheets) // 2)), *sheets),
        both_sides=True,
    )


def card_pages(
    cards: Mapping[int, Card] | None = None, game: Game | None = None
) -> dict[str, SheetSide]:
    """Return each face as a page of a card's size, by names for files such as `490-move1`."""
    plan, game = reader_plan(), game or usual_game()
    cards = _shipped_deck(game) if cards is None else cards
    return {
        f"{card.priority:03}-{card.move}": SheetSide(
            plan.card.width, plan.card.height, card_face(code, card, plan, game.title)
        )
        for code, card in cards.items()
    }


def _shipped_deck(game: Game) -> dict[int, Card]:
    """Return the deck of a game."""
    return {
        code: Card(face.move, face.priority)
        for code in game.deck
        if (face := game.face(code)) is not None
    }


# ---- Test cards ----------------------------------------------------------------------------------


def test_card_pages(paper: Paper) -> tuple[SheetSide, ...]:
    """Return fronts and backs of the test cards on as few sheets as possible.

    Raises:
        PressError: The paper is too small.
    """
    plan = reader_plan()
    fronts: list[Side] = []
    for number, (upright, turned) in enumerate(TEST_CARDS, 1):
        codes = f"upright code {upright}, head over heels code {turned}"
        words = f"for slot {number} of a card reader", codes
        # Turned round, the second word is read; each cell is white in one of the two
        # (`games.codes`).
        upside_down = MarkGroup(code_row(turned, plan), plan.card.width, plan.card.height, 180)
        plate = _plate(plan, "TEST CARD", str(number), 32, words)
        fronts.append((*code_row(upright, plan), upside_down, *plate))
    # The card without a word has a frame all the same, between the two rows, which no sensor sees.
    words = "white at both ends", "every slot must call it blank"
    fronts.append(_plate(plan, "WHITE CARD", "no code", 15, words))
    return card_sheets(
        grid(paper, plan.card), fronts, [card_back(plan, JADE_INKS)] * len(fronts), TEST_TITLE
    )


def _plate(
    plan: ReaderPlan, heading: str, figure: str, size: float, words: tuple[str, str]
) -> tuple[Mark, ...]:
    """Draw the part between the rows at both ends, centred."""
    # Both ends alike: as deep as the row, or as the white end of the plan, if that is more.
    end = max(plan.code.from_edge + plan.code.height, plan.code.clear) + AIR
    place = FaceLayout(SIDE, end, plan.card.width - SIDE, plan.card.height - end, end)
    middle, high = plan.card.width / 2, (place.bottom + 17 + place.top - BAND) / 2
    lines = (
        (words[0], 4.4, BLACK),
        (words[1], 3.7, BLACK),
        ("not a program card: keep it with the reader", 3.7, GREY),
    )
    return (
        *draw_plate(place, JADE_INKS.great),
        band_title(heading, 8.6, place.width - 8, place),
        draw_centred(figure, middle, high, size, BLACK),
        *(
            draw_centred(
                line,
                middle,
                place.bottom + 14.4 - 4.7 * number,
                fitting_size(line, letters, place.width - 6),
                colour,
                bold=False,
            )
            for number, (line, letters, colour) in enumerate(lines)
        ),
    )
