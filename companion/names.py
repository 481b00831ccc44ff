"""Names that people give to themselves, pieces, boards, decks and games.

A typed name must consist of letters that can be shown. A name in a file stays as it is, and a
sentence says which of its letters cannot be shown.
"""

from __future__ import annotations

import unicodedata

from companion.letters import REPLACEMENT, clusters, unshown
from companion.words import NOTHING, Text, listed, text


def tidied(name: str) -> str:
    """Return a name in NFC with single blanks, and none at its ends."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def same_name(one: str, other: str) -> bool:
    """Return whether two names differ at most in blanks and capital letters."""
    return _folded(one) == _folded(other)


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", tidied(name).casefold())


def name_refusal(name: str, most: int) -> Text:
    """Return why a name of up to `most` letters is refused; NOTHING where it is taken."""
    tidy = tidied(name)
    if not tidy or len(tidy) > most:
        return text(
            "A name has 1 to {most} letters: {name!r} has {letters}.",
            most=most,
            name=name,
            letters=len(tidy),
        )
    lacking = _lacking(tidy)
    if lacking:
        return text(
            "No font here has {letters}: type the name in Latin, Greek or Cyrillic letters.",
            letters=lacking,
        )
    return NOTHING


def unshown_words(*names: str) -> Text:
    """Return a sentence about letters that cannot be shown; NOTHING where all can be."""
    lacking = _lacking(" ".join(names))
    if lacking:
        return text(
            "no font here has {letters} of the names in it: {sign} is shown instead",
            letters=lacking,
            sign=REPLACEMENT,
        )
    return NOTHING


def _lacking(name: str) -> Text:
    """Return the letters that cannot be shown, by their numbers where they are invisible."""
    hidden = dict.fromkeys(letter for letter in name if not letter.isprintable())
    return listed(
        [
            letter if letter.isprintable() else f"U+{ord(letter):04X}"
            for letter in dict.fromkeys((*unshown(name), *hidden))
        ]
    )


def initial(name: str) -> str:
    """Return the capital letter that stands for a name, with its marks; "" for an empty one."""
    first = next(clusters(unicodedata.normalize("NFC", name)), "")
    capital = "ẞ" if first == "ß" else unicodedata.normalize("NFC", first.upper())
    # Some small letters have two capitals.
    return capital if len([*clusters(capital)]) == 1 else first


def with_small_letters(name: str) -> str:
    """Return a name that is all capitals as words with one capital each; others as they are."""
    tidy = tidied(name)
    if not tidy.isupper():
        return tidy
    words = []
    for word in tidy.split():
        # In a word with İ as Turkish has them.
        rest = word[1:].replace("I", "ı").replace("İ", "i") if "İ" in word else word[1:]
        words.append(word[:1] + rest.lower())
    return " ".join(words)
