"""The five test cards and the white one: how readers read both ends.

No one takes them for program cards.
"""

from __future__ import annotations

from functools import cache

import pytest
from card_reader.codes import BLANK, OK
from PIL import Image

from companion.content.reader import reader_plan
from companion.games.codes import TEST_CARDS
from companion.press.card_sheet import grid
from companion.press.cards import test_card_pages as pages_of
from companion.press.marks import Document
from companion.press.paper import PAPERS
from companion.press.pdf import pdf
from tests.press.deck_sheets import grey_pages, sheets
from tests.press.optics import DOTS, SPOTS, View, corners, cut_out
from tests.press.prints import picture, words

WAYS = corners(1.0, 1.0, 2.0)
WHERE = grid(PAPERS["a4"], reader_plan().card)


@cache
def data() -> bytes:
    """Return the test cards on A4."""
    return pdf(Document("Test cards", pages_of(PAPERS["a4"])))


@cache
def pages() -> tuple[Image.Image, ...]:
    """Return both pages in grey."""
    return grey_pages(data())


@pytest.mark.parametrize("spot", SPOTS)
@pytest.mark.parametrize("number", range(1, 6))
def test_both_ends_of_a_test_card_are_read(number: int, spot: float) -> None:
    """Read one word upright and the other reversed, in any position."""
    card = cut_out(pages()[0], WHERE, number - 1)
    upright, turned = View(card, spot), View(card.transpose(Image.Transpose.ROTATE_180), spot)
    assert {upright.answer(*way) for way in WAYS} == {(OK, TEST_CARDS[number - 1][0])}
    assert {turned.answer(*way) for way in WAYS} == {(OK, TEST_CARDS[number - 1][1])}


def test_the_white_card_and_all_backs_are_blank() -> None:
    """Read nothing from the white card and all backs, from both ends."""
    blanks = [
        cut_out(pages()[0], WHERE, 5),
        *(cut_out(pages()[1], WHERE, number) for number in range(6)),
    ]
    for card in (*blanks, *(card.transpose(Image.Transpose.ROTATE_180) for card in blanks)):
        assert {View(card, SPOTS[0]).answer(*way)[0] for way in WAYS} == {BLANK}


def test_they_say_what_they_are() -> None:
    """Print number, slot, codes, and that they are no program cards; the white one has no code."""
    said = " ".join(words(data()).split())
    for number, (face, other) in enumerate(TEST_CARDS, 1):
        assert (
            f"for slot {number} of a card reader" in said
            and f"upright code {face}, head over heels code {other}" in said
        )
    assert (
        said.count("TEST CARD") == 5 and said.count("not a program card") == 6 and "no code" in said
    )


def test_they_have_colours_of_their_own() -> None:
    """Print band and back in green, as on no program card."""
    front, back = (picture(data(), page, dots=4) for page in (0, 1))
    for seen, at in ((front, (9.75 + 6, 15.15 + 17)), (back, (9.75 + 31.75 + 3, 15.15 + 44.45))):
        dot = seen.getpixel((round(at[0] * 4), round(at[1] * 4)))
        assert isinstance(dot, tuple) and dot[1] > dot[0] + 40 and dot[1] > dot[2]


@pytest.mark.parametrize("name", PAPERS)
def test_one_sheet_is_enough(name: str) -> None:
    """Fit a front and a back on one sheet of every paper."""
    both = pages_of(PAPERS[name])
    assert [(page.width, page.height) for page in both] == [
        (PAPERS[name].width, PAPERS[name].height)
    ] * 2


def test_they_are_no_larger_or_smaller_than_program_cards() -> None:
    """Cut them by the same marks as the deck."""
    edge = (0, 0, round(9 * DOTS), pages()[0].height)
    lines = [
        page.crop(edge).point([255] * 128 + [0] * 128).crop((30, 0, 40, page.height)).getbbox()
        for page in (pages()[0], sheets()[2])
    ]
    assert lines[0] and lines[0] == lines[1]
