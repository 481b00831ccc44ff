"""The language of the screen: every text is drawn as `said` says it; whatever asks a widget for its text still hears English.

What is compared, kept and told is English everywhere; another language begins where letters are drawn.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from companion.content.languages import LANGUAGES, words_or_english
from companion.words import ENGLISH, Catalogue, Text, term

SMALLER: Final = 0.84
"""Other languages are longer than English, so that their letters may be so much smaller before a text is cut off."""

BOUND: Final = "\N{NO-BREAK SPACE}"
"""Stands between a number and its unit, and before a letter that stands for a heading or a slot, so that a line never ends between them."""
_LETTER: Final = re.compile(r"(?<=[^\W\d_]{2}) (?=[A-Z](?!\w))")
_UNIT: Final = re.compile(r"(?<=\d) (?=(?:s|min|h|mm|V|mA|MB|GB|°C|%)(?!\w))")
_POINT: Final = re.compile(rf"(?<![\d.])(\d+)\.(?=\d+{BOUND})")
_THOUSANDS: Final = re.compile(r"(?<=\d),(?=\d{3}(?![\d,.]))")
POINT, THOUSANDS = term("decimal mark", "."), term("thousands mark", ",")
"""What stands in numbers, which the source makes as English writes them; only before a unit a point is one for certain."""


class _Speech:
    """The language that is spoken now; the only state of this module."""

    code = LANGUAGES[0][0]
    catalogue: Catalogue = ENGLISH


def speak(code: str) -> bool:
    """Speak a language from now on, English where there is none with this code; whether it is another one than before.

    `code` is one of `companion.content.languages.LANGUAGES`. Widgets that stand are not told: whoever hears True builds them anew.
    """
    wanted = code if code in dict(LANGUAGES) else LANGUAGES[0][0]
    if wanted == _Speech.code:
        return False
    _Speech.code, _Speech.catalogue = wanted, words_or_english(wanted)
    _spoken.cache_clear()
    return True


def said(words: Text | str) -> str:
    """A text in the language of the screen, with every number bound to its unit and written as the language does.

    A plain string comes back as it is: a name, a number, what people have typed.
    """
    return _spoken(words) if isinstance(words, Text) else _UNIT.sub(BOUND, words)


@lru_cache(maxsize=8192)
def _spoken(words: Text) -> str:
    """Say a text; a page that is arranged measures the same texts hundreds of times."""
    spoken = _LETTER.sub(BOUND, _UNIT.sub(BOUND, words.said(_Speech.catalogue)))
    if _Speech.catalogue is ENGLISH:
        return spoken
    spoken = _THOUSANDS.sub(THOUSANDS.said(_Speech.catalogue), spoken)
    return _POINT.sub(rf"\g<1>{POINT.said(_Speech.catalogue)}", spoken)


def least_letters(size: float) -> float:
    """The smallest letters in the language of the screen, where English has some of this size."""
    return size if _Speech.catalogue is ENGLISH else size * SMALLER
