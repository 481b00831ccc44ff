"""The sheet that tries out a printer: ruler, strips, marks on both sides, on every paper."""

from __future__ import annotations

import pytest
from card_reader.codes import OK
from PIL import Image, ImageChops

from companion.content.reader import reader_plan
from companion.games.codes import TEST_CARDS, WORDS
from companion.games.programmed.deck import CODES
from companion.press.first_sheet import (
    SHADES,
    STRIP_WORD,
    before_cards,
    first_sheet,
    grey,
    ruler,
    strips,
)
from companion.press.marks import Document, SheetSide
from companion.press.paper import PAPERS
from companion.press.pdf import pdf
from tests.pixels import edges
from tests.press.deck_sheets import deck_pdf, grey_pages, sheets
from tests.press.optics import DOTS, SPOTS, View, corners
from tests.press.prints import words

PLAN = reader_plan()
SAID = (
    "100 %",
    "long edge",
    "0.35 mm",
    "950 nm",
    "Toner",
    "dye ink",
    f"code {STRIP_WORD}",
    "CC BY-SA 4.0",
    "84 program cards",
    "10 sheets",
)


def test_it_says_how_to_print() -> None:
    """Print scale, sides, ink, cutting and licence, with this plan's measures."""
    said = " ".join(words(deck_pdf(), 0).split())
    assert [text for text in SAID if text not in said] == []


@pytest.mark.parametrize("name", PAPERS)
def test_nothing_leaves_the_paper_or_lies_on_other_things(name: str) -> None:
    """Keep the margin of every paper blank, and end above the line at the foot."""
    paper = PAPERS[name]
    both = grey_pages(pdf(Document("Test", first_sheet(paper, PLAN, before_cards(PLAN, 84, 10)))))
    for page in both:
        box = ImageChops.invert(page).getbbox()
        assert (
            box
            and min(box[0], box[1], page.width - box[2], page.height - box[3])
            >= paper.margin * DOTS
        )
    foot = both[0].crop(
        (0, round((paper.height - 15) * DOTS), both[0].width, round((paper.height - 11) * DOTS))
    )
    assert foot.getextrema() == (255, 255)


def test_the_ruler_is_a_hundred_millimetres_long() -> None:
    """Draw a ruler of 100 mm, measured in the printed picture."""
    (page,) = grey_pages(pdf(Document("Test", (SheetSide(120, 10, ruler(100)),))))
    box = (
        ImageChops.invert(page).crop((0, page.height - 3 * DOTS, page.width, page.height)).getbbox()
    )
    assert box and box[2] / DOTS == pytest.approx(100.1, abs=0.4)
    # The ruler is not scaled on the sheet: only one line has this length.
    lengths = {_longest(sheets()[0], row) / DOTS for row in range(sheets()[0].height)}
    assert max(length for length in lengths if length < 120) == pytest.approx(100.2, abs=0.3)


def _longest(page: Image.Image, row: int) -> int:
    """Return the longest dark run in a row of dots."""
    dark = page.crop((0, row, page.width, row + 1)).point([49] * 200 + [48] * 56).tobytes().decode()
    return max(map(len, dark.split("0")))


def test_the_marks_of_both_sides_lie_on_each_other() -> None:
    """Print three crosses on the back exactly behind those in front."""
    front, back = (ImageChops.invert(page).point([0] * 100 + [255] * 156) for page in sheets()[:2])
    box = back.crop((0, 0, back.width, back.height - 20 * DOTS)).getbbox()
    assert box and (box[3] - box[1]) / DOTS == pytest.approx(9, abs=0.5)
    for middle in (-60, 0, 60):
        window = (
            round((105 + middle - 8) * DOTS),
            box[1] - DOTS,
            round((105 + middle + 8) * DOTS),
            box[3] + DOTS,
        )
        seen = [
            page.crop(window).getbbox()
            for page in (front, back.transpose(Image.Transpose.FLIP_LEFT_RIGHT))
        ]
        assert (
            seen[0]
            and seen[1]
            and max(abs(one - other) for one, other in zip(*seen, strict=True)) <= 1
        )


def test_the_strips_read_as_they_say() -> None:
    """Read black, 90 and 80 per cent in all positions; read or refuse 70 per cent.

    No strip is taken for another code.
    """
    page = SheetSide(127.0, 68.0, strips(PLAN))
    (seen,) = grey_pages(pdf(Document("Test", (page,))))
    for number, shade in enumerate(SHADES):
        x, y = number % 2 * 63.5, number // 2 * 34
        strip = seen.crop(edges(*(at * DOTS for at in (x, y, x + 63.5, y + 34))))
        answers = {
            View(strip, spot).answer(*way) for spot in SPOTS for way in corners(1.0, 1.0, 2.0)
        }
        assert (
            answers == {(OK, STRIP_WORD)}
            if shade.black >= 80
            else {code for _, code in answers} <= {STRIP_WORD, None}
        ), shade


def test_the_word_on_the_strips_is_nobodys() -> None:
    """Use a word on the strips that is neither a card of the deck nor a test card."""
    assert (
        STRIP_WORD in WORDS
        and STRIP_WORD not in CODES
        and all(STRIP_WORD not in card for card in TEST_CARDS)
    )


def test_shades_are_greys() -> None:
    """Write shares of black as colour codes."""
    assert [grey(black) for black in (100, 90, 50, 0)] == [
        "#000000",
        "#1a1a1a",
        "#808080",
        "#ffffff",
    ]
