"""Written sentences as people say them: "BRASS moves to B7" is "Brass moves to B seven".

A voice reads letters and signs as it likes. So squares, numbers, names in capitals, compass
letters, short forms and signs become words before any voice sees them. A language without an entry
in `TONGUES` keeps its numbers as digits, which its voice reads.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from companion.named_tuples import NamedTuple

KEPT_CAPITALS: Final = frozenset(("USB", "SD", "LED", "PDF", "CPU", "SVG", "QR"))
"""Short forms that are said letter by letter."""
LARGEST: Final = 999
"""Larger numbers stay digits."""

_SQUARE: Final = re.compile(r"\b([A-Z]{1,2})([1-9][0-9]?)(\+?)(?![\w.,]*\d)(?!\w)")
_CAPITALS: Final = re.compile(r"\b[^\W\d_a-zß-öø-ÿ]{2,}\b")
_OF: Final = re.compile(r"(?<![\d/.,])(\d{1,3})\s?/\s?(\d{1,3})(?![\d/])")
_TIMES: Final = re.compile(r"(?<=\d)\s?[x×]\s?(?=\d)|(?<=\d)\s?[x×](?!\w)|(?<!\w)[x×](?=\s?\d)")
_SECONDS: Final = re.compile(r"(?<=\d)\s?s\b")
_MINUTES: Final = re.compile(r"(?<=\d)\s?min\b")
_DECIMAL: Final = re.compile(r"(?<![\d.,])(\d+)[.,](\d{1,2})(?![\d.,]*\d)")
_MINUS: Final = re.compile(r"(?<!\w)[-−](?=\d)|(?<=\d)\s?−\s?(?=\d)")
_PLUS: Final = re.compile(r"(?<!\w)\+(?=\d)|(?<=\d)\s?\+\s?(?=\d)")
_DEGREES: Final = re.compile(r"(?<=\d)\s?°(?:\s?C\b)?")
_OR_MORE: Final = re.compile(r"(?<![\w.,])(\d+)\+(?![\w+])")
_NUMBER: Final = re.compile(r"(?<![\w.,])\d{1,3}(?![\w]|[.,]\d)")
_BREAKS: Final = re.compile(r"\s*(?:→|⇒|·|;|\s[-–—]\s|[–—]|\n+)\s*")
_BRACKETS: Final = re.compile(r"\s*[(\[{]\s*([^)\]}]*?)\s*[)\]}]")
_DROPPED: Final = re.compile(r"[“”„\"«»*_`<>|\\#^~\[\]{}()]|(?<!\w)[’‘']|[’‘'](?!\w)")
_DOTS: Final = re.compile(r"\s*(?:…|\.\.\.)")
_COMMAS: Final = re.compile(r"\s*,(?:\s*,)+")
_BEFORE_STOP: Final = re.compile(r",\s*([.:;!?,])")
_GAP: Final = re.compile(r"\s+")
_GAP_BEFORE: Final = re.compile(r"\s+([.,:;!?])")


class Tongue(NamedTuple):
    """The words of a language for signs and numbers."""

    number: Callable[[int], str]
    """Returns the words of a number from 0 to LARGEST."""
    signs: Mapping[str, str]
    """The words for: of, times, minus, plus, point, percent, and, above, seconds, minutes, degrees,
    more."""
    compass: Mapping[str, str]
    """The words for a heading's letter where it stands alone."""
    short: Mapping[str, str]
    """Short forms with their words."""
    one: Callable[[str, str], str]
    """Returns the word for 1 between the words before and after it."""


@lru_cache(maxsize=512)
def spoken(words: str, language: str) -> str:
    """Return a written sentence as it is said.

    Args:
        words: A sentence of the screen, already in the language.
        language: The code of the language, such as "en".
    """
    tongue = TONGUES.get(language)
    said = words.replace("\N{NO-BREAK SPACE}", " ")
    if tongue is not None:
        for short, whole in tongue.short.items():
            said = re.sub(rf"(?<!\w){re.escape(short)}(?!\w)", whole, said)
        signs, compass = tongue.signs, tongue.compass
        said = _SECONDS.sub(f" {signs['seconds']}", said)
        said = _MINUTES.sub(f" {signs['minutes']}", said)
        said = _OF.sub(rf"\1 {signs['of']} \2", said)
        said = _TIMES.sub(f" {signs['times']} ", said)
        said = _MINUS.sub(f" {signs['minus']} ", said)
        said = _PLUS.sub(f" {signs['plus']} ", said)
        said = _DEGREES.sub(f" {signs['degrees']}", said)
        said = _OR_MORE.sub(rf"\1 {signs['more']}", said)
        said = said.replace("%", f" {signs['percent']}").replace("&", f" {signs['and']} ")
        # A slash between words joins two choices; a voice would read its name.
        said = re.sub(r"(?<=\w)/(?=\w)", ", ", said)
        lone_letter = rf"(?<![\w'])[{''.join(compass)}](?![\w'])"
        said = re.sub(lone_letter, lambda found: compass[found[0]], said)
    said = _BRACKETS.sub(r", \1,", said)
    said = _BREAKS.sub(", ", said)
    said = _DROPPED.sub("", said)
    said = _DOTS.sub("", said)
    said = _SQUARE.sub(lambda found: _square(found, tongue), said)
    if tongue is not None:
        said = _with_numbers(said, tongue)
    # A word in capitals becomes a name, so that no voice spells it.
    said = _CAPITALS.sub(
        lambda found: found[0] if found[0] in KEPT_CAPITALS else found[0].capitalize(), said
    )
    said = _GAP_BEFORE.sub(r"\1", said)
    said = _COMMAS.sub(",", said)
    said = _BEFORE_STOP.sub(r"\1", said)
    return _GAP.sub(" ", said).strip(" ,")


def _with_numbers(said: str, tongue: Tongue) -> str:
    """Return a sentence with its numbers as words."""
    said = _DECIMAL.sub(
        lambda found: (
            f"{tongue.number(int(found[1]))} {tongue.signs['point']} "
            + " ".join(tongue.number(int(digit)) for digit in found[2])
            if int(found[1]) <= LARGEST
            else found[0]
        ),
        said,
    )

    def number(found: re.Match[str]) -> str:
        if int(found[0]) != 1:
            return tongue.number(int(found[0]))
        before = re.search(r"(\S+)\s+$", said[: found.start()])
        after = re.match(r"\s+(\w+)", said[found.end() :])
        return tongue.one(before[1] if before else "", after[1] if after else "")

    return _NUMBER.sub(number, said)


def _square(found: re.Match[str], tongue: Tongue | None) -> str:
    """Return a square as it is said, its letters apart: "AB12" is "A B twelve"."""
    letters, row = " ".join(found[1]), int(found[2])
    if tongue is None:
        return f"{letters} {row}"
    above = f" {tongue.signs['above']}" if found[3] else ""
    return f"{letters} {tongue.number(row)}{above}"


# ---- Numbers -------------------------------------------------------------------------------------


def _split(words: str) -> tuple[str, ...]:
    return tuple(words.split())


_EN: Final = _split(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
)
_EN_TENS: Final = _split("twenty thirty forty fifty sixty seventy eighty ninety")
_DE: Final = _split(
    "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn "
    "fünfzehn sechzehn siebzehn achtzehn neunzehn"
)
_DE_TENS: Final = _split("zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig")
_NL: Final = _split(
    "nul één twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien "
    "zestien zeventien achttien negentien"
)
_NL_TENS: Final = _split("twintig dertig veertig vijftig zestig zeventig tachtig negentig")


def english_number(number: int) -> str:
    """Return a number from 0 to LARGEST in English: 490 is "four hundred ninety"."""
    if number < 20:
        return _EN[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return _EN_TENS[tens - 2] + (f"-{_EN[ones]}" if ones else "")
    hundreds, rest = divmod(number, 100)
    return f"{_EN[hundreds]} hundred" + (f" {english_number(rest)}" if rest else "")


def german_number(number: int) -> str:
    """Return a number from 0 to LARGEST in German: 490 is "vierhundertneunzig"."""
    if number < 20:
        return _DE[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        before = f"{'ein' if ones == 1 else _DE[ones]}und" if ones else ""
        return before + _DE_TENS[tens - 2]
    hundreds, rest = divmod(number, 100)
    before = f"{'ein' if hundreds == 1 else _DE[hundreds]}hundert"
    return before + (german_number(rest) if rest else "")


def dutch_number(number: int) -> str:
    """Return a number from 0 to LARGEST in Dutch: 490 is "vierhonderdnegentig"."""
    if number < 20:
        return _NL[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        if not ones:
            return _NL_TENS[tens - 2]
        first = "een" if ones == 1 else _NL[ones]
        return f"{first}{'ën' if first.endswith('e') else 'en'}{_NL_TENS[tens - 2]}"
    hundreds, rest = divmod(number, 100)
    before = "honderd" if hundreds == 1 else f"{_NL[hundreds]}honderd"
    return before + ("een" if rest == 1 else dutch_number(rest) if rest else "")


MASCULINE: Final = frozenset(("Schaden", "Punkt", "Zug", "Roboter", "Leser", "Stein", "Griff"))
"""German nouns that are counted with "einen": as objects, which they are in our sentences."""


def _german_one(before: str, after: str) -> str:
    """Return "ein" before the noun that is counted, "eins" where 1 is the name of something."""
    names_something = before.istitle() and before.isalpha() and not before.isupper()
    if not after[:1].isupper() or after.isupper() or names_something:
        return "eins"
    if after in MASCULINE:
        return "einen"
    return "eine" if after.endswith(("e", "ung", "heit")) else "ein"


TONGUES: Final[Mapping[str, Tongue]] = {
    "en": Tongue(
        english_number,
        {
            "of": "of",
            "times": "times",
            "minus": "minus",
            "plus": "plus",
            "point": "point",
            "percent": "percent",
            "and": "and",
            "above": "above",
            "seconds": "seconds",
            "minutes": "minutes",
            "degrees": "degrees",
            "more": "or more",
        },
        {"N": "north", "E": "east", "S": "south", "W": "west"},
        {"e.g.": "for example", "i.e.": "that is"},
        lambda before, after: "one",
    ),
    "de": Tongue(
        german_number,
        {
            "of": "von",
            "times": "mal",
            "minus": "minus",
            "plus": "plus",
            "point": "Komma",
            "percent": "Prozent",
            "and": "und",
            "above": "oben",
            "seconds": "Sekunden",
            "minutes": "Minuten",
            "degrees": "Grad",
            "more": "oder mehr",
        },
        {"N": "Norden", "O": "Osten", "S": "Süden", "W": "Westen"},
        {"z. B.": "zum Beispiel", "z.B.": "zum Beispiel", "bzw.": "beziehungsweise"},
        _german_one,
    ),
    "nl": Tongue(
        dutch_number,
        {
            "of": "van",
            "times": "keer",
            "minus": "min",
            "plus": "plus",
            "point": "komma",
            "percent": "procent",
            "and": "en",
            "above": "boven",
            "seconds": "seconden",
            "minutes": "minuten",
            "degrees": "graden",
            "more": "of meer",
        },
        {"N": "noord", "O": "oost", "Z": "zuid", "W": "west"},
        {"bijv.": "bijvoorbeeld", "d.w.z.": "dat wil zeggen", "enz.": "enzovoort"},
        lambda before, after: "één",
    ),
}
"""The languages with words for signs and numbers, by code."""
