"""The languages that the screen speaks. English stands in the source; a `.po` beside this file has the words of one other language each.

Building the package compiles it into the `.mo` that is read here (`setup.py`, with Babel). `python -m tests.catalogues` brings every `.po` up to
date with the source.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from companion.errors import WordsFault
from companion.words import ENGLISH, Catalogue, text

LANGUAGES: Final = (("en", "English"), ("de", "Deutsch"))
"""Code and own name of every language there is to choose, the first one spoken until somebody chooses."""
WORDS: Final = Path(__file__).parent
"""Where the words of all languages lie, as `CODE.po` and `CODE.mo`."""


def catalogue(code: str) -> Catalogue:
    """The words of a language; English for a code that is none of `LANGUAGES`. WordsFault where its file is missing or damaged."""
    if code == LANGUAGES[0][0] or code not in dict(LANGUAGES):
        return ENGLISH
    file = WORDS / f"{code}.mo"
    try:
        known = file.stat()
        return _read(file, known.st_mtime_ns, known.st_size)
    # What gettext raises at a damaged file depends on where it is damaged.
    except Exception as fault:
        words = (
            text(
                "{file} is damaged ({fault})",
                file=file.name,
                fault=getattr(fault, "strerror", None) or str(fault),
            )
            if file.exists()
            else text("{file} is missing", file=file.name)
        )
        raise WordsFault(words) from fault


@lru_cache(maxsize=len(LANGUAGES))
def _read(file: Path, when: int, size: int) -> Catalogue:
    """A compiled file as it stands since `when`, in nanoseconds: read once, however often the language changes."""
    # Only who speaks another language needs its words, and the first screen waits for them.
    from gettext import GNUTranslations

    with file.open("rb") as compiled:
        return GNUTranslations(compiled)


def words_or_english(code: str) -> Catalogue:
    """The words of a language, and English where they cannot be read; the doctor says why."""
    try:
        return catalogue(code)
    except WordsFault:
        return ENGLISH
