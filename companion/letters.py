"""The letters of the two fonts of screen and paper, and which font draws which part of a text.

Barlow Condensed draws every word of which it has all letters; Roboto Condensed, which has Latin
Extended, Greek and Cyrillic, draws the others. A letter that neither has is drawn as REPLACEMENT;
the text keeps it. The tables are those of the font files (`companion.content.fonts`): reading a
font takes long, and a test compares them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

from companion.named_tuples import NamedTuple

FIRST: Final = """
20-7E A1-AC AE-113 116-12B 12D-131 133-137 139-13E 140-148 14A-14D 14F-17E 18F 192 1A0-1A1
1AF-1B0 1CD-1CE 1D4 1E5 1E7 1E9 1EF 1FF 218-21B 21F 228-229 237 259 292 2BB-2BC 2C6-2C7 2C9
2D8-2DD 300-304 306-30C 312-313 31B 323 326-328 335-338 394 3A9 3BC 3C0 1E80-1E85 1EA0-1EF9 2010
2013-2014 2018-201A 201C-201E 2020-2022 2026 2030 2032-2033 2039-203A 2044 2074-2079 20A3 20AC
20BA 20BD 2113 2122 2126 212E 215B-215E 2202 2206 220F 2211-2212 2215 2219-221A 221E 222B 2248
2260 2264-2265 25CA 27E9 FB01-FB02
"""
"""The code points of Barlow Condensed, as ranges."""
SECOND: Final = """
20-7E A1-AC AE-377 37A-37F 384-38A 38C 38E-3A1 3A3-3E1 3F0-52F 1AB0-1ABE 1D00-1DF5 1DFC-1F15
1F18-1F1D 1F20-1F45 1F48-1F4D 1F50-1F57 1F59 1F5B 1F5D 1F5F-1F7D 1F80-1FB4 1FB6-1FC4 1FC6-1FD3
1FD6-1FDB 1FDD-1FEF 1FF2-1FF4 1FF6-1FFE 2010-2027 2030-205E 2070-2071 2074-208E 2090-209C
20A0-20BE 20DB-20DC 20E8 20F0 2100-2101 2103 2105-2106 2109 2113 2116-2117 211E-2123 2125-2126
212A-212B 212E 2132 213B 214D 214F-2189 2202 2206 220F 2211-2212 221A 221E 222B 2248 2260
2264-2265 2423 25CA 27E6-27EF 2B4E-2B4F 2B5A-2B5F 2C60-2C7F 2DE0-2E42 A640-A69D A69F A700-A7AD
A7B0-A7B1 A7F7-A7FF A92E AB30-AB5F AB64-AB65 FB00-FB06 FE20-FE2D FFFC-FFFD 1F16A-1F16B
"""
"""The code points of Roboto Condensed."""
REPLACEMENT: Final = "\N{REPLACEMENT CHARACTER}"
"""Roboto Condensed draws it as a question mark on a dark diamond."""
MARKS: Final = range(0x300, 0x370)
"""Combining marks, over or under the letter before them."""


_WORD: Final = re.compile(r"\s+|\S+")


class Run(NamedTuple):
    """Letters side by side that one font draws."""

    text: str
    second: bool
    """Whether Roboto Condensed draws them."""


def code_points(ranges: str) -> Iterator[int]:
    """Yield every code point of a table such as FIRST."""
    for part in ranges.split():
        low, _, high = part.partition("-")
        yield from range(int(low, 16), int(high or low, 16) + 1)


@cache
def _first() -> frozenset[str]:
    return frozenset(map(chr, code_points(FIRST)))


@cache
def _second() -> frozenset[str]:
    return frozenset(map(chr, code_points(SECOND)))


@cache
def _plain() -> re.Pattern[str]:
    """Return a pattern for texts of Barlow Condensed alone, without combining marks."""
    letters = (
        part.partition("-")
        for part in FIRST.split()
        if int(part.partition("-")[0], 16) not in MARKS
    )
    return re.compile(
        "[\n\u00a0"
        + "".join(f"\\u{low:0>4}-\\u{high or low:0>4}" for low, _, high in letters)
        + "]*"
    )


@lru_cache(maxsize=1024)
def runs(text: str) -> tuple[Run, ...]:
    """Split a text (in NFC) into pieces, each with the font that draws it."""
    if text.isascii() or _plain().fullmatch(text):
        return (Run(text, False),)
    found: list[Run] = []
    for word in _WORD.findall(unicodedata.normalize("NFC", text)):
        # Words are not mixed: Barlow Condensed has four letters of Greek.
        foreign = any(letter not in _first() and letter in _second() for letter in word)
        for letters in clusters(word):
            cluster = "".join(
                REPLACEMENT
                if letter.isprintable() and letter not in _first() and letter not in _second()
                else letter
                for letter in letters
            )
            # A letter that no font has is shown without its marks.
            if cluster[0] == REPLACEMENT:
                cluster = REPLACEMENT
            second = (foreign or REPLACEMENT in cluster) and not _second().isdisjoint(cluster)
            if found and found[-1].second == second:
                found[-1] = Run(found[-1].text + cluster, second)
            else:
                found.append(Run(cluster, second))
    return tuple(found)


def clusters(text: str) -> Iterator[str]:
    """Yield every letter together with its combining marks."""
    cluster = ""
    for letter in text:
        if cluster and not unicodedata.category(letter).startswith("M"):
            yield cluster
            cluster = ""
        cluster += letter
    if cluster:
        yield cluster


def unshown(text: str) -> tuple[str, ...]:
    """Return the printable letters of a text that neither font has, each once, in their order."""
    if text.isascii():
        return ()
    joined = unicodedata.normalize("NFC", text)
    return tuple(
        dict.fromkeys(
            letter
            for letter in joined
            if letter.isprintable() and letter not in _first() and letter not in _second()
        )
    )
