"""The language of the screen: texts are translated by `translated` where letters are drawn.

Everywhere else texts are English: in comparisons, in files and in what widgets return as their
text.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from companion.content.languages import LANGUAGES, words_or_english
from companion.words import ENGLISH, Catalogue, Text, term

SMALLER: Final = 0.84
"""Other languages are longer than English: their letters may be so much smaller before a text is
cut off."""

BOUND: Final = "\N{NO-BREAK SPACE}"
"""Joins a number to its unit, and a word to a letter for a heading or a slot, so that no line ends
between them."""
_LETTER: Final = re.compile(r"(?<=[^\W\d_]{2}) (?=[A-Z](?!\w))")
_UNIT: Final = re.compile(r"(?<=\d) (?=(?:s|min|h|mm|V|mA|MB|GB|°C|%)(?!\w))")
_POINT: Final = re.compile(rf"(?<![\d.])(\d+)\.(?=\d+{BOUND})")
_THOUSANDS: Final = re.compile(r"(?<=\d),(?=\d{3}(?![\d,.]))")
POINT, THOUSANDS = term("decimal mark", "."), term("thousands mark", ",")
"""Marks in numbers. The source writes them in English; a point is certainly one only before a
unit."""


class _Language:
    """The current language; the only state of this module."""

    code = LANGUAGES[0][0]
    catalogue: Catalogue = ENGLISH


def set_language(code: str) -> bool:
    """Set the language and return whether it has changed.

    `code` is one of `companion.content.languages.LANGUAGES`; for an unknown code the language is
    English. Existing widgets keep their texts: the caller rebuilds them after a change.
    """
    wanted = code if code in dict(LANGUAGES) else LANGUAGES[0][0]
    if wanted == _Language.code:
        return False
    _Language.code, _Language.catalogue = wanted, words_or_english(wanted)
    _translate.cache_clear()
    return True


def translated(words: Text | str) -> str:
    """Return a text in the language of the screen, with its numbers bound to their units.

    Numbers are written as in the language. A plain string, such as a name or typed letters, is not
    translated.
    """
    return _translate(words) if isinstance(words, Text) else _UNIT.sub(BOUND, words)


@lru_cache(maxsize=8192)
def _translate(words: Text) -> str:
    """Translate a text, cached: a page measures the same texts hundreds of times."""
    spoken = _LETTER.sub(BOUND, _UNIT.sub(BOUND, words.said(_Language.catalogue)))
    if _Language.catalogue is ENGLISH:
        return spoken
    spoken = _THOUSANDS.sub(THOUSANDS.said(_Language.catalogue), spoken)
    return _POINT.sub(rf"\g<1>{POINT.said(_Language.catalogue)}", spoken)


def min_letter_size(size: float) -> float:
    """Return the smallest letter size in the language of the screen for a size in English."""
    return size if _Language.catalogue is ENGLISH else size * SMALLER
