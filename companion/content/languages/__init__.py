"""The languages that the screen speaks; the words themselves lie in folders beside this file, one for each language but English."""
from __future__ import annotations

from collections.abc import Callable
from typing import Final

LANGUAGES: Final = (("en", "English"), ("de", "Deutsch"))
"""Code and own name of every language there is to choose, the first one spoken until somebody chooses."""


def translator(code: str) -> Callable[[str], str] | None:
    """What turns English texts into a language; None for English, and for a language that there is not."""
    if code == LANGUAGES[0][0] or code not in dict(LANGUAGES):
        return None
    # Only who speaks another language needs its words, and the first screen waits for them.
    from companion.content.languages.reading import catalogue
    from companion.content.languages.translating import Translator

    return Translator(catalogue(code))
