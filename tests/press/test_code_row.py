"""The row of cells is where the plan wants it, and moves with the plan."""

from __future__ import annotations

from itertools import pairwise

import pytest

from companion.content.reader import reader_plan
from companion.errors import PressError
from companion.games.codes import TEST_CARDS, WORDS
from companion.games.programmed.deck import CODES
from companion.press.card_face import cell_box, code_row
from companion.press.marks import BLACK, Rectangle
from tests.press.deck_sheets import deck_pdf, face, places
from tests.press.optics import DOTS
from tests.press.prints import picture

PLAN = reader_plan()


def test_cells_lie_as_the_plan_says() -> None:
    """Place cells a pitch apart about the card's middle, the outermost up to its sides, level."""
    boxes = [cell_box(cell, PLAN) for cell in range(1, 9)]
    assert [(left + right) / 2 - 31.75 for left, _, right, _ in boxes[1:-1]] == pytest.approx(
        [-20, -12, -4, 4, 12, 20]
    )
    assert (
        boxes[0][0] == 0
        and boxes[-1][2] == 63.5
        and {(low, high) for _, low, _, high in boxes} == {(2.0, 12.0)}
    )
    assert all(before[2] == after[0] for before, after in pairwise(boxes))


def test_another_plan_is_another_row() -> None:
    """Change the row with the plan."""
    other = PLAN._replace(code=PLAN.code._replace(pitch=7.62, from_edge=3.0, height=8.0))
    assert cell_box(2, other) == pytest.approx((31.75 - 3 * 7.62, 3, 31.75 - 2 * 7.62, 11))


@pytest.mark.parametrize("word", [*WORDS, 0, 255])
def test_black_covers_exactly_the_cells_that_are_nought(word: int) -> None:
    """Cover the cells of zero in black, the highest bit on the left, joined without a seam."""
    bars = [mark for mark in code_row(word, PLAN) if isinstance(mark, Rectangle)]
    middles = [sum(cell_box(cell, PLAN)[::2]) / 2 for cell in range(1, 9)]
    seen = "".join(
        "0" if any(bar.left < x < bar.left + bar.width for bar in bars) else "1" for x in middles
    )
    assert seen == f"{word:08b}" and len(bars) == len([run for run in seen.split("1") if run])
    assert {bar.colour for bar in bars} <= {BLACK}


@pytest.mark.parametrize("word", [-1, 256])
def test_a_word_without_room_is_refused(word: int) -> None:
    """Refuse a word that is too large, with the number and what is expected."""
    with pytest.raises(
        PressError, match=rf"code {word}: found a number of no card, expected one of 0 to 255"
    ):
        code_row(word, PLAN)


def test_the_row_is_on_the_paper_to_a_tenth_of_a_millimetre() -> None:
    """Print the cells of card 7 exact to a tenth of a millimetre, in pure black."""
    sheet = picture(deck_pdf(), 2, dots=20)
    left, _, _, top = places().box
    lower = round((297 - top + 88.9) * 20)
    inside = [
        y
        for y in range(lower - 270, lower)
        if sheet.getpixel((round((left + 4) * 20), y)) == (0, 0, 0)
    ]
    assert (lower - inside[0]) / 20 == pytest.approx(12.0, abs=0.1) and (
        lower - inside[-1] - 1
    ) / 20 == pytest.approx(2.0, abs=0.1)
    assert inside == [*range(inside[0], inside[-1] + 1)]
    across = [
        x for x in range(round((left + 63.4) * 20)) if sheet.getpixel((x, lower - 140)) == (0, 0, 0)
    ]
    assert (across[0] / 20 - left, (across[-1] + 1) / 20 - left) == pytest.approx(
        (0, 31.75 + 8), abs=0.1
    )


def test_nothing_else_is_dark_in_the_row() -> None:
    """Leave all else blank from the lower edge to the clear height on every card."""
    for code in CODES:
        card = face(code)
        for cell in range(1, 9):
            left, low, right, high = cell_box(cell, PLAN)
            inner = (
                round(left * DOTS) + 2,
                card.height - round(high * DOTS) + 2,
                round(right * DOTS) - 2,
                card.height - round(low * DOTS) - 2,
            )
            assert card.crop(inner).getextrema() == (
                (255, 255) if code >> (8 - cell) & 1 else (0, 0)
            ), (code, cell)
        for low, high in ((0.0, 1.6), (12.6, 13.4)):
            assert card.crop(
                (0, card.height - round(high * DOTS), card.width, card.height - round(low * DOTS))
            ).getextrema() == (255, 255)


def test_no_test_word_is_on_a_program_card() -> None:
    """Use no test word for a program card, or a table could be tested with the deck."""
    assert not {word for words in TEST_CARDS for word in words} & {*CODES}
