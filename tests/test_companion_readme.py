"""The example in companion/README.md runs."""

from __future__ import annotations

import doctest
from pathlib import Path


def test_the_walk_through_a_register_runs(repository: Path) -> None:
    """Run each line of the example with the result that the text shows."""
    failed, tried = doctest.testfile(str(repository / "companion/README.md"), module_relative=False)
    assert tried > 10
    assert failed == 0
