"""The shipped plan of the card reader: `hardware/reader.toml`.

It is in a checkout or where pip put it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from companion.errors import FormatError
from companion.folders import shipped_folders
from companion.formats.reader_plan import SOURCE, ReaderPlan, parse_reader_plan

NAME: Final = "reader.toml"


def plan_file() -> Path:
    """Return the path of the plan, a checkout first; FormatError if it is nowhere."""
    places = [folder / NAME for folder in shipped_folders("hardware")]
    found = next((place for place in places if place.is_file()), None)
    if found is None:
        raise FormatError(
            SOURCE,
            None,
            "no such file",
            f"it in {' or '.join(str(place.parent) for place in places)}: install clockwork-derby "
            f"again",
        )
    return found


@cache
def reader_plan() -> ReaderPlan:
    """Return the shipped plan, read once; FormatError if it is missing or wrong."""
    return parse_reader_plan(plan_file().read_text(encoding="utf-8"))
