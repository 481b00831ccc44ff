"""The words of a language, from its TOML files: each a table of English texts and what they become."""
from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files


@cache
def catalogue(code: str) -> dict[str, str]:
    """All texts of a language by their English; FileNotFoundError where there is none with this code.

    No English text stands in two of the files, so their order means nothing.
    """
    found: dict[str, str] = {}
    for file in sorted(files(__package__).joinpath(code).iterdir(), key=lambda file: file.name):
        if file.name.endswith(".toml"):
            found |= tomllib.loads(file.read_text(encoding="utf-8"))
    return found
