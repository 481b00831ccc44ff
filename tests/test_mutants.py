"""Faults that are put in by hand can still be put in: their place and their tests exist."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mutants import MUTANTS, Mutant


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.title)
def test_a_fault_can_be_made(mutant: Mutant, repository: Path) -> None:
    """Find the text to replace, and every file of tests that must notice it."""
    assert mutant.old in (repository / mutant.path).read_text("utf-8")
    files = [word.split("::")[0] for word in mutant.tests if word.startswith(("tests/", "comp"))]
    assert files and all((repository / file).exists() for file in files)


def test_no_two_faults_have_one_title() -> None:
    """Name each fault once."""
    assert len({mutant.title for mutant in MUTANTS}) == len(MUTANTS)
