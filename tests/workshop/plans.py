"""The shipped plan of the card reader, and others that differ in one place."""

from __future__ import annotations

from companion.content.reader import plan_file
from companion.formats.reader_plan import ReaderPlan, parse_reader_plan
from companion.workshop.made import made_files

TEXT = plan_file().read_text("utf-8")
SHIPPED = parse_reader_plan(TEXT)
FILES = made_files(SHIPPED)
"""All files that the shipped plan makes."""


def changed_text(old: str, new: str) -> str:
    """Return the shipped plan's text with its first `old` replaced, which must exist."""
    assert old in TEXT, old
    return TEXT.replace(old, new, 1)


def changed(old: str, new: str) -> ReaderPlan:
    """Return the plan of that text."""
    return parse_reader_plan(changed_text(old, new), "mine.toml")
