"""The picture that sensors give of cards in any position, read by the firmware's own decoder."""

from __future__ import annotations

from random import Random

import pytest
from card_reader.codes import BADCODE, BLANK, DIRTY, EMPTY, OK, judge

from companion.games.codes import WORDS
from companion.signals import FOREIGN, HALF, SMUDGED, TURNED, WELL, LyingCard
from companion.table.rig.chip.wiring import NOISE
from companion.table.rig.optics import LOWEST, reflected, samples


def judged(
    card: LyingCard | None, sunny: bool = False, random: Random | None = None
) -> tuple[str, int | None]:
    """Return status letter and code that the firmware reads."""
    noise = random or Random(1)
    ambient, lit = (
        [min(65535, sample + noise.randint(-NOISE, NOISE)) for sample in part]
        for part in samples(card, sunny)
    )
    return judge(ambient, lit)[:2]


@pytest.mark.parametrize(
    "lie, letter", [(HALF, BLANK), (TURNED, BLANK), (SMUDGED, DIRTY), (FOREIGN, BADCODE)]
)
def test_a_card_that_lies_badly_says_why(lie: str, letter: str) -> None:
    """Give the right reason, never a code, for every word of the deck in every bad position."""
    assert {judged(LyingCard(code, lie)) for code in WORDS} == {(letter, None)}


def test_a_card_that_lies_well_is_read() -> None:
    """Read all 112 words, each with its own noise."""
    random = Random(3)
    assert [judged(LyingCard(code, WELL), random=random) for code in WORDS] == [
        (OK, code) for code in WORDS
    ]


def test_an_empty_slot_is_empty() -> None:
    """See nothing in an empty slot, whose back is matt black."""
    assert judged(None) == (EMPTY, None)


def test_no_code_is_believed_in_the_sun() -> None:
    """Read no card wrongly in sunlight, and call no slot empty."""
    assert {
        judged(card, sunny=True) for card in (None, *(LyingCard(code, WELL) for code in WORDS))
    } == {(DIRTY, None)}


def test_light_stays_within_what_a_sensor_shows() -> None:
    """Stay between darkness and full light with any card."""
    cards = [
        None,
        *(
            LyingCard(code, lie)
            for code in range(256)
            for lie in (WELL, HALF, SMUDGED, TURNED, FOREIGN)
        ),
    ]
    for card in cards:
        assert all(0 <= part <= 1 for part in reflected(card))
        assert all(
            LOWEST <= sample <= 65535
            for sunny in (False, True)
            for row in samples(card, sunny)
            for sample in row
        )
