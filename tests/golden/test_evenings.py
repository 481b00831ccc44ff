"""Two turns of every game look as on record, message by message, in English and German."""

from __future__ import annotations

import difflib
import itertools
from pathlib import Path
from typing import Final

import pytest

from tests.golden.evenings import LANGUAGES, RECORD, Evening, evenings, place, played, record

MOST: Final = 5_000_000
"""Bytes of all records together that can be reviewed."""


@pytest.mark.parametrize("evening", evenings(), ids=str)
def test_an_evening_looks_as_it_did(evening: Evening) -> None:
    """Show the same as on record; write intended changes again and review them."""
    views = played(evening)
    for language in LANGUAGES:
        path = place(evening, language)
        kept = path.read_text("utf-8").splitlines()
        now = record(views, language).splitlines()
        changes = list(itertools.islice(difflib.unified_diff(kept, now, lineterm="", n=2), 30))
        assert not changes, "\n".join(
            [f"{path.name} is different; to write all: python -m tests.golden.evenings", *changes]
        )


def test_every_record_is_of_an_evening() -> None:
    """Have no unused record, every event in each, and a size to review."""
    expected = {place(evening, language) for evening in evenings() for language in LANGUAGES}
    assert set(RECORD.iterdir()) == expected
    for path in expected:
        said = Path(path).read_text("utf-8").splitlines()
        assert said.count("# Decide") == 2 and said.count("# power cut") == 1, path.name
    assert sum(path.stat().st_size for path in expected) < MOST
