"""The printed book of cards: sizes, sides, scanner codes, words, and what is refused."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
import zxingcpp
from PIL import Image, ImageChops

from companion.content.card_art import MOVE_WORDS
from companion.content.reader import reader_plan
from companion.engine.cards import Card
from companion.errors import FormatError, PressError
from companion.games.programmed.deck import CARD_OF_CODE, CODE_OF_CARD, CODES
from companion.press.card_face import modules
from companion.press.card_sheet import grid
from companion.press.cards import CODE_BOOK, card_document, card_pages, read_cards
from companion.press.paper import PAPERS, Paper
from companion.press.pdf import pdf
from companion.press.svg import svg
from tests.pixels import edges, lightest
from tests.press.deck_sheets import deck_pdf, face, grey_pages, places, sheets
from tests.press.optics import DOTS
from tests.press.prints import data_matrix, picture, sizes, words

PLAN = reader_plan()
CLEAR = round(PLAN.code.clear * DOTS)


def scanned(sheet: Image.Image) -> list[str]:
    """Return all codes that a scanner finds on a picture."""
    return sorted(
        (found.text for found in zxingcpp.read_barcodes(sheet, formats=data_matrix())),
        key=int,
    )


def test_a_scanner_reads_every_card() -> None:
    """Find all 84 codes by another decoder, nine to a sheet, and nothing else on any page.

    They are what a game looks up.
    """
    found = [scanned(sheet) for sheet in sheets()]
    assert [len(codes) for codes in found] == [0, 0] + [9, 0] * 9 + [3, 0]
    assert [int(code) for codes in found for code in codes] == [*CODES] and {
        len(modules(str(code))) for code in CODES
    } == {10}


@pytest.mark.parametrize("code", CODES[::7])
def test_the_scanners_code_has_white_round_it(code: int) -> None:
    """Leave a white module on all four sides of the code, of modules of a millimetre."""
    (found,) = zxingcpp.read_barcodes(face(code), formats=data_matrix())
    left, top, right, bottom = (
        found.position.top_left.x,
        found.position.top_left.y,
        found.position.bottom_right.x,
        found.position.bottom_right.y,
    )
    assert ((right - left) / DOTS, (bottom - top) / DOTS) == pytest.approx((10, 10), abs=0.5)
    zone = face(code).crop((left - DOTS, top - DOTS, right + DOTS, bottom + DOTS))
    zone.paste(255, (DOTS - 1, DOTS - 1, zone.width - DOTS + 1, zone.height - DOTS + 1))
    assert zone.getextrema() == (255, 255)


def test_all_sides_have_the_paper_size_and_fronts_and_backs_alternate() -> None:
    """Print a first sheet and ten with cards on A4, each with a back for duplex printing."""
    assert sizes(deck_pdf()) == [(210.0, 297.0)] * 22
    notes = [words(deck_pdf(), page) for page in range(2, 22)]
    assert all(
        f"sheet {page // 2 + 1} of 10, {('front', 'back')[page % 2]}" in note
        for page, note in enumerate(notes)
    )


@pytest.mark.parametrize(
    ("name", "room", "lying"),
    [("a4", 9, False), ("letter", 9, False), ("a3", 18, True), ("tabloid", 18, True)],
)
def test_every_paper_takes_as_many_cards_as_it_can(name: str, room: int, lying: bool) -> None:
    """Print nine cards on A4 and letter, eighteen on paper twice as large, within the margins."""
    where = grid(PAPERS[name], PLAN.card)
    left, bottom, right, top = where.box
    margin = PAPERS[name].margin
    assert (where.room, where.lying) == (room, lying)
    assert min(left, bottom, where.paper.width - right, where.paper.height - top) >= margin


@pytest.mark.parametrize("name", ["a4", "a3"])
def test_every_back_is_behind_its_front(name: str) -> None:
    """Print every back exactly behind its front when turned over the long edge, also if few."""
    where = grid(PAPERS[name], PLAN.card)
    cards = {code: CARD_OF_CODE[code] for code in CODES[: where.room + 2]}
    front, back = grey_pages(pdf(card_document(PAPERS[name], cards)))[-2:]
    taken = [
        ImageChops.invert(page).point([0] * 40 + [255] * 216)
        for page in (front, back.transpose(Image.Transpose.FLIP_LEFT_RIGHT))
    ]
    (wide, high), (left, _, _, top) = where.place, where.box
    for number in range(where.room):
        row, column = divmod(number, where.columns)
        x, y = left + column * wide, where.paper.height - top + row * high
        place = edges(*(at * DOTS for at in (x + 1, y + 1, x + wide - 1, y + high - 1)))
        assert [page.crop(place).getbbox() is not None for page in taken] == [number < 2] * 2, (
            number
        )


@pytest.mark.parametrize(
    "card", [Card("uturn", 10), Card("left", 410), Card("back", 430), Card("move3", 840)]
)
def test_a_card_says_in_words_what_it_is(card: Card) -> None:
    """Print the move, the priority three times, the code in digits, and the name in files."""
    code = CODE_OF_CARD[card]
    said = words(pdf(card_document(PAPERS["a4"], {code: card})), 2).split()
    assert said.count(str(card.priority)) == 3 and str(code) in said and str(card) in said
    assert all(word in said for word in str(MOVE_WORDS[card.move]).split())


def test_priorities_are_large_enough_for_the_other_side_of_the_table() -> None:
    """Print figures eleven millimetres high and the sign twenty, readable from 1.5 m."""
    card = face(CODE_OF_CARD[Card("move1", 490)])
    dark = card.point([255] * 60 + [0] * 196)
    figures = dark.crop((33 * DOTS, 35 * DOTS, 57 * DOTS, 60 * DOTS)).getbbox()
    sign = dark.crop((6 * DOTS, 28 * DOTS, 32 * DOTS, 60 * DOTS)).getbbox()
    assert (
        figures
        and sign
        and (figures[3] - figures[1]) / DOTS >= 11
        and (sign[3] - sign[1]) / DOTS >= 20
    )


def test_what_a_reader_could_look_at_by_mistake_is_blank_paper() -> None:
    """Leave the upper end of faces and both ends of backs blank, as deep as the plan wants."""
    for code in CODES:
        assert face(code).crop((0, 0, face(code).width, CLEAR)).getextrema() == (255, 255), code
    left, bottom, right, _ = (round(at * DOTS) for at in places().box)
    for page in sheets()[3::2]:
        for row in range(3):
            lower = page.height - bottom - round(row * 88.9 * DOTS)
            upper = lower - round(88.9 * DOTS)
            for high in (upper + 1, lower - CLEAR + 1):
                assert page.crop((left + 1, high, right - 1, high + CLEAR - 2)).getextrema() == (
                    255,
                    255,
                )


def test_all_backs_are_alike_from_both_ends() -> None:
    """Print equal backs, which look the same from both ends."""
    backs = [
        sheets()[3].crop(
            edges(*(at * DOTS for at in (9.75 + 63.5 * n, 15.15, 73.25 + 63.5 * n, 104.05)))
        )
        for n in range(3)
    ]
    turned = backs[0].transpose(Image.Transpose.ROTATE_180)
    for other in (*backs[1:], turned):
        both = [
            image.resize((64, 90), Image.Resampling.BOX)
            for image in (backs[0], other.resize(backs[0].size))
        ]
        assert lightest(ImageChops.difference(*both)) < 24


def test_cards_of_each_move_look_different_from_across_the_table() -> None:
    """Draw the seven moves so that they differ in a few dozen dots."""
    seen = [
        face(code).resize((32, 45), Image.Resampling.BOX).crop((2, 7, 18, 30))
        for code in {CARD_OF_CODE[code].move: code for code in CODES}.values()
    ]
    assert len(seen) == 7
    for place, one in enumerate(seen):
        assert all(
            sum(ImageChops.difference(one, other).histogram()[64:]) > 12
            for other in seen[place + 1 :]
        )


def test_black_is_pure_and_the_rest_in_colour() -> None:
    """Print cells in pure black (0, 0, 0), and the band in its tint."""
    sheet = picture(deck_pdf(), 2, dots=4)
    left, _, _, top = places().box
    at = {
        name: sheet.getpixel((round((left + x) * 4), round((297 - top + y) * 4)))
        for name, x, y in (("cell", 4, 82), ("band", 6, 15), ("paper", 60, 82))
    }
    assert (
        at["cell"] == (0, 0, 0)
        and at["paper"] == (255, 255, 255)
        and at["band"] == (0xF0, 0x8A, 0x4B)
    )


def test_faces_as_svg() -> None:
    """Write a file for each card, of its size, with the same words."""
    pages = card_pages()
    assert len(pages) == 84 and {(page.width, page.height) for page in pages.values()} == {
        (63.5, 88.9)
    }
    root = ElementTree.fromstring(svg(pages["490-move1"], "Move 1"))
    assert root.get("width") == "63.5mm" and {"490", "MOVE 1", "move1@490"} <= {
        text.strip() for text in root.itertext()
    }


def test_a_list_of_cards_is_printed_and_a_wrong_one_refused() -> None:
    """Print other decks by the same codes; refuse test words and wrong numbers of white cells."""
    cards = read_cards("7 move3@1\n188 left@999\n", "two.txt")
    assert "999" in words(pdf(card_document(PAPERS["letter"], cards)), 2).split()
    with pytest.raises(
        FormatError, match=r"two\.txt:1: found code '199', expected one of the 102 codes for cards"
    ):
        read_cards("199 move1@490", "two.txt")
    with pytest.raises(
        PressError,
        match=r"card left@70: found code 15, expected one of the 102 codes for cards, such as 7",
    ):
        card_document(PAPERS["a4"], {15: Card("left", 70)})
    assert {*CODES} <= CODE_BOOK


def test_paper_without_room_is_refused() -> None:
    """Refuse small paper with its name, the card's size and the remedy."""
    with pytest.raises(
        PressError,
        match=r"paper stamp: found no room for a card of 63.5 × 88.9 mm, expected larger paper",
    ):
        card_document(Paper("stamp", 60, 80))
