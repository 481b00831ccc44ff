"""The code in companion/README.md is real: its session runs, and its element exists."""

from __future__ import annotations

import doctest
import re
from pathlib import Path


def test_the_walk_through_a_register_runs(repository: Path) -> None:
    """Get from every line of the interactive example what the text says."""
    failed, tried = doctest.testfile(str(repository / "companion/README.md"), module_relative=False)
    assert tried > 10
    assert failed == 0


def test_the_element_shown_is_the_element_there_is(repository: Path) -> None:
    """Find every line of the crusher in the text in the crusher's file, in the same order."""
    text = (repository / "companion/README.md").read_text(encoding="utf-8")
    (shown,) = [
        block
        for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL)
        if "class Crusher" in block
    ]
    lines = iter(
        (repository / "companion/engine/elements/crusher.py")
        .read_text(encoding="utf-8")
        .splitlines()
    )
    for line in filter(str.strip, shown.splitlines()):
        assert line in lines, (
            f"companion/README.md shows a line that crusher.py does not have there: {line}"
        )
