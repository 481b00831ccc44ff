"""From samples to status and code: every word is read in any light, and no wrong one."""

from __future__ import annotations

import pytest
from card_reader.codes import BADCODE, BLANK, DIRTY, EMPTY, OK, cells, judge
from hypothesis import given
from hypothesis import strategies as st

from tests.firmware.light import (
    BACK,
    EMPTY_SLOT,
    FULL,
    INK,
    LOWEST,
    PAPER,
    WORDS,
    bits,
    card,
    sample,
    samples,
)

SUN = (0.97,) * 8
CODES = st.sampled_from(WORDS)
LIGHT = st.floats(0, 0.2)


@st.composite
def printed(draw: st.DrawFn) -> tuple[int, tuple[float, ...]]:
    """Draw a word on paper and in ink of any tone, white cells uneven by a factor of 1.5."""
    code, paper = draw(CODES), draw(st.floats(0.35, 0.75))
    ink = paper * draw(st.floats(0, 0.2))
    evenness = draw(st.lists(st.floats(1 / 1.5, 1), min_size=8, max_size=8))
    return code, tuple(
        (paper if bit else ink) * even for bit, even in zip(bits(code), evenness, strict=True)
    )


@pytest.mark.parametrize("code", WORDS)
def test_every_word_is_read(code: int) -> None:
    """Read all 112 words in room light: first cell highest bit, white 1; contrast is the span."""
    status, found, contrast = judge(*samples(card(code)))
    assert (status, found) == (OK, code)
    assert contrast == pytest.approx((PAPER - INK) * (FULL - LOWEST) / 256, abs=2)


@given(printed(), st.lists(LIGHT, min_size=8, max_size=8))
def test_words_are_read_under_any_contrast_and_light(
    word: tuple[int, tuple[float, ...]], ambient: list[float]
) -> None:
    """Read words in any reasonable paper, ink, evenness and light by the slot's own threshold."""
    code, cells = word
    assert judge(*samples(cells, ambient))[:2] == (OK, code)


@given(printed(), st.integers(0, 7), st.floats(0, 1))
def test_one_misread_cell_never_gives_a_wrong_code(
    word: tuple[int, tuple[float, ...]], cell: int, misread: float
) -> None:
    """Read a card right or not at all, whatever one cell shows."""
    code, cells = word
    seen = [misread if number == cell else part for number, part in enumerate(cells)]
    assert judge(*samples(seen))[1] in (code, None)


@given(
    st.lists(st.integers(0, FULL), min_size=8, max_size=8),
    st.lists(st.integers(0, FULL), min_size=8, max_size=8),
)
def test_any_samples_give_an_answer(ambient: list[int], lit: list[int]) -> None:
    """Answer any samples: a code with OK only, a valid word, contrast within a byte."""
    status, code, contrast = judge(ambient, lit)
    assert status in (OK, EMPTY, BLANK, DIRTY, BADCODE)
    assert (code in WORDS) if status == OK else code is None
    assert 0 <= contrast <= 255


@given(
    st.lists(st.integers(0, FULL), min_size=8, max_size=8),
    st.lists(st.integers(0, FULL), min_size=8, max_size=8),
)
def test_cells_are_what_the_slot_is_judged_by(ambient: list[int], lit: list[int]) -> None:
    """Keep levels and rooms within a byte; the slot's contrast is the span of its levels."""
    levels, rooms = cells(ambient, lit)
    assert len(levels) == len(rooms) == 8 and all(
        0 <= number <= 255 for number in (*levels, *rooms)
    )
    assert judge(ambient, lit)[2] == max(levels) - min(levels)


def test_the_sun_takes_room_away() -> None:
    """Give a cell in full light no room, and one in the dark all that a sensor can show."""
    _, rooms = cells(*samples(card(WORDS[0]), (0, 0.5, *SUN[2:7], 1.2)))
    assert rooms[0] == 231 and 100 < rooms[1] < 130 and max(rooms[2:7]) < 32 and rooms[7] == 0


@pytest.mark.parametrize(
    "code", [code for code in range(256) if code not in WORDS and 0 < code < 255]
)
def test_a_word_that_cannot_be_is_a_bad_code(code: int) -> None:
    """Report a weight other than 3 or 5 at good contrast as a bad code.

    It is misread, or of another deck.
    """
    assert judge(*samples(card(code)))[:2] == (BADCODE, None)


@pytest.mark.parametrize(
    ("cells", "status"),
    [
        (EMPTY_SLOT, EMPTY),
        ((PAPER,) * 8, BLANK),
        ((0.72, 0.6, 0.66, 0.7, 0.58, 0.72, 0.65, 0.5), BLANK),
        ((0.72, 0.72, 0.72, 0.46, 0.46, 0.46, 0.46, 0.46), BLANK),
        ((0.2, 0.25, 0.2, 0.25, 0.2, 0.2, 0.25, 0.2), DIRTY),
        ((0.7, 0.3, 0.7, 0.3, 0.7, 0.3, 0.3, 0.3), DIRTY),
        ((0.5, 0.4, 0.3, 0.2, 0.1, 0.5, 0.3, 0.05), DIRTY),
        ((0.02, 0.05, 0.03, 0.04, 0.02, 0.09, 0.03, 0.04), EMPTY),
    ],
)
def test_what_a_slot_shows_without_a_word(cells: tuple[float, ...], status: str) -> None:
    """Name no card, an uneven white edge, smeared print and a wash of greys."""
    assert judge(*samples(cells))[:2] == (status, None)


@pytest.mark.parametrize("cells", [EMPTY_SLOT, card(WORDS[0]), card(WORDS[-1]), (PAPER,) * 8])
def test_sunlight_is_dirt(cells: tuple[float, ...]) -> None:
    """Report dirt where sensors are blinded, not even an empty slot."""
    assert judge(*samples(cells, SUN))[:2] == (DIRTY, None)


@given(
    printed(),
    st.lists(st.floats(0, 1.5), min_size=8, max_size=8),
    st.integers(LOWEST - 3000, LOWEST),
)
def test_sun_on_some_cells_never_gives_a_wrong_code(
    word: tuple[int, tuple[float, ...]], ambient: list[float], lowest: int
) -> None:
    """Read a card right or not at all in any sunlight, and never overlook it."""
    code, cells = word
    dark = [max(lowest, sample(light)) for light in ambient]
    lit = [max(lowest, sample(light + part)) for light, part in zip(ambient, cells, strict=True)]
    status, found, _ = judge(dark, lit)
    assert found in (code, None)
    assert status != EMPTY


@given(CODES, st.floats(0, 0.32), st.sampled_from([-1, 1]), st.sampled_from([BACK, PAPER, INK]))
def test_a_shifted_card_is_never_another_card(
    code: int, shift: float, side: int, beyond: float
) -> None:
    """Read no wrong code from a card shifted by up to three tenths of a cell.

    Cells blur into their neighbours, with anything beyond the edge.
    """
    cells = card(code)
    beside = (*cells[1:], beyond) if side > 0 else (beyond, *cells[:-1])
    blurred = [
        (1 - shift) * own + shift * next_one for own, next_one in zip(cells, beside, strict=True)
    ]
    assert judge(*samples(blurred))[1] in (code, None)


@given(CODES, st.floats(0, 0.2))
def test_a_little_blur_is_forgiven(code: int, blur: float) -> None:
    """Read a word through a fifth of each neighbour."""
    cells = card(code)
    around = (cells[0], *cells, cells[-1])
    blurred = [
        (1 - blur) * around[cell + 1] + blur / 2 * (around[cell] + around[cell + 2])
        for cell in range(8)
    ]
    assert judge(*samples(blurred))[:2] == (OK, code)


@given(st.floats(0.45, 0.9), st.lists(st.floats(0.56, 1), min_size=8, max_size=8))
def test_white_paper_is_never_a_word(paper: float, evenness: list[float]) -> None:
    """Read no code from white paper, uneven by a factor of up to 1.8."""
    assert judge(*samples([paper * even for even in evenness]))[1] is None
