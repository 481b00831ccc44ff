"""The alphabets of the keyboard on the screen: letters in rows, and variants of held keys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from companion.letters import unshown
from companion.named_tuples import NamedTuple


class Alphabet(NamedTuple):
    """The letters of one alphabet, in rows of keys as on the keyboards of countries that use it."""

    label: str
    """Its first letters, the text of the key that leads to it."""
    landscape: tuple[str, ...]
    portrait: tuple[str, ...]
    """At most ten in a row, so that no key is too small to be hit in a narrow window."""
    variants: Mapping[str, str]
    """Variants of a letter, offered while its key is held, the usual ones first."""

    def letters(self) -> Iterator[str]:
        """Yield all letters that can be typed with it."""
        for row in (*self.landscape, *self.portrait, *self.variants.values()):
            yield from row


_MARKS: Final = {"-": "'’.&+"}
LATIN: Final = Alphabet(
    "ABC",
    ("QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM-"),
    ("QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM-"),
    {
        "A": "ÄÁÀÂÃÅÆĄĂĀǍẠẢẤẦẨẪẬẮẰẲẴẶ",
        "B": "Ɓ",
        "C": "ÇČĆĈĊ",
        "D": "ĎĐÐƉƊ",
        "E": "ÉÈÊËĘĚĖĒĔƏƎƐẸẺẼẾỀỂỄỆ",
        "F": "Ƒ",
        "G": "ĞĢĜĠǦǤƔ",
        "H": "ĦĤȞ",
        "I": "ÍÌÎÏİĪĮĨĬĲƗƖǏỈỊ",
        "J": "Ĵ",
        "K": "ĶǨƘ",
        "L": "ŁĽĹĻĿ",
        "N": "ÑŃŇŅŊƝ",
        "O": "ÖÓÒÔÕØŐŒŌŎƠƆƟǑỌỎỐỒỔỖỘỚỜỞỠỢ",
        "P": "Ƥ",
        "R": "ŘŔŖ",
        "S": "ŠŚŞȘŜẞƩ",
        "T": "ŤȚŢÞŦƬ",
        "U": "ÜÚÙÛŰŮŪŲŨŬƯƱǓỤỦỨỪỬỮỰ",
        "V": "Ʋ",
        "W": "ŴẀẂẄ",
        "Y": "ÝŸŶƳỲỴỶỸ",
        "Z": "ŽŹŻƵƷǮ",
        **_MARKS,
    },
)
GREEK: Final = Alphabet(
    "ΑΒΓ",
    ("ΕΡΤΥΘΙΟΠ", "ΑΣΔΦΓΗΞΚΛ", "ΖΧΨΩΒΝΜ-"),
    ("ΕΡΤΥΘΙΟΠ", "ΑΣΔΦΓΗΞΚΛ", "ΖΧΨΩΒΝΜ-"),
    {
        "Α": "Ά",
        "Ε": "Έ",
        "Η": "Ή",
        "Ι": "ΊΪ",
        "Ο": "Ό",
        "Σ": "ς",
        "Υ": "ΎΫ",
        "Ω": "Ώ",
        **_MARKS,
    },
)
CYRILLIC: Final = Alphabet(
    "АБВ",
    ("ЙЦУКЕНГШЩЗХЪ", "ФЫВАПРОЛДЖЭ", "ЯЧСМИТЬБЮ-"),
    ("ЙЦУКЕНГШ", "ЩЗХЪФЫВА", "ПРОЛДЖЭЯ", "ЧСМИТЬБЮ"),
    {
        "А": "ӐӒӔ",
        "Г": "ҐЃҒӶҔӺ",
        "Д": "Ђ",
        "Е": "ЁЄЀӖӘӚ",
        "Ж": "ҖӁӜ",
        "З": "ЅҘӞӠ",
        "И": "ІЇЍӢӤӀ",
        "Й": "ЈҊ",
        "К": "ЌҚҜҞҠӃ",
        "Л": "ЉӅ",
        "М": "Ӎ",
        "Н": "ЊҢҤӇӉ",
        "О": "ӨӦӪҨ",
        "П": "Ҧ",
        "Р": "Ҏ",
        "С": "Ҫ",
        "Т": "ЋҬ",
        "У": "ЎҮҰӮӰӲ",
        "Х": "ҺҲӼӾ",
        "Ц": "ЏҴ",
        "Ч": "ҶҸӋӴҼҾ",
        "Ы": "Ӹ",
        "Ь": "Ҍ",
        "Э": "Ӭ",
        **_MARKS,
    },
)
ALPHABETS: Final = tuple(
    alphabet for alphabet in (LATIN, GREEK, CYRILLIC) if not unshown("".join(alphabet.letters()))
)
"""The alphabets that the fonts can show."""


@cache
def small(letter: str) -> str:
    """Return the small form of a letter, or the letter itself if that is no single known letter."""
    found = letter.lower()
    return found if len(found) == 1 and not unshown(found) else letter


def alphabet_of(name: str) -> Alphabet:
    """Return the alphabet of most letters of a name, the first one for a name without letters."""
    return max(
        ALPHABETS, key=lambda alphabet: sum(map({*alphabet.letters()}.__contains__, name.upper()))
    )
