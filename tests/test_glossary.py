"""German and Dutch use the words of the glossary for translators, where that can be decided."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from babel.messages.catalog import Message

from tests.catalogues import forms, holes, is_open, language, made, template_catalogue

PAGE: Final = Path(__file__).parent.parent / "docs/develop/glossary.md"
ROW: Final = re.compile(r"^\| (?!English|---)(.+) \|$", re.MULTILINE)
BOLD: Final = re.compile(r"\*\*(.+?)\*\*")
CODES: Final = ("de", "nl")
"""The languages by their columns."""


class Term(NamedTuple):
    """One line of the glossary."""

    english: str
    meaning: str
    words: dict[str, str]
    """The word of each language, with `**` around what every translation must have."""
    banned: dict[str, tuple[str, ...]]
    """The beginnings of words that each language does not use."""

    def stands_in(self, english: str) -> bool:
        """Return whether a sentence has the term, in the singular or the plural."""
        plural = "lives" if self.english == "life" else f"{self.english}s"
        return bool(re.search(rf"\b(?:{self.english}|{plural})\b", english, re.IGNORECASE))


def glossary(page: str) -> tuple[Term, ...]:
    """Return the terms of a page."""
    found = []
    for row in ROW.findall(page):
        english, meaning, german, dutch, banned = (cell.strip() for cell in row.split("|"))
        bans = dict(part.split(": ") for part in banned.split("; ") if part)
        found.append(
            Term(
                english,
                meaning,
                {"de": german, "nl": dutch},
                {code: tuple(words.split(", ")) for code, words in bans.items()},
            )
        )
    return tuple(found)


TERMS: Final = glossary(PAGE.read_text("utf-8"))


def without_holes(words: str) -> str:
    """Return a sentence without what is filled in, whose names are English words."""
    return re.sub(r"\{[^}]*\}", "", words)


def faults(code: str, term: Term, message: Message) -> Iterator[str]:
    """Yield the ways in which a translation does not follow a line of the glossary."""
    english, translated = (" ".join(map(without_holes, words)) for words in forms(message))
    for banned in term.banned.get(code, ()):
        if re.search(rf"\b{banned}", translated):
            yield f"{banned!r} in {translated!r}"
    must = BOLD.search(term.words[code])
    if must and term.stands_in(english) and must[1].casefold() not in translated.casefold():
        yield f"no {must[1]!r} for {term.english!r} in {translated!r}"


@pytest.mark.parametrize("code", CODES)
def test_a_language_follows_the_glossary(code: str) -> None:
    """Use bold words wherever the term stands, and the others' rivals nowhere."""
    confirmed = [message for message in language(code) if message.id and not is_open(message)]
    assert len(confirmed) > 2000
    found = [
        fault for message in confirmed for term in TERMS for fault in faults(code, term, message)
    ]
    assert found == []


def test_the_glossary_is_whole() -> None:
    """Have each term once, in order, with a meaning, and a word in German."""
    names = [term.english for term in TERMS]
    assert len(TERMS) > 30 and names == sorted({*names})
    assert all(term.meaning and term.words["de"] for term in TERMS)
    assert {code for term in TERMS for code in term.banned} <= {*CODES}


def test_each_term_is_one_of_ours() -> None:
    """Explain terms that sentences of the screen have."""
    sentences = [
        without_holes(" ".join(forms(message)[0]))
        for message in template_catalogue(made()[0])
        if message.id
    ]
    unused = [
        term.english for term in TERMS if not any(term.stands_in(words) for words in sentences)
    ]
    assert unused == []


def test_a_sentence_that_does_not_follow_is_found() -> None:
    """Find a word that is not used, and a missing one; filled in words do not count."""
    (slot, laser) = (
        next(term for term in TERMS if term.english == name) for name in ("slot", "laser")
    )
    wrong = Message("{slot} is empty, lasers", "Fach {laser} ist leer, Strahlen")
    assert len([*faults("de", slot, wrong)]) == len([*faults("de", laser, wrong)]) == 1
    right = Message("{laser} slot", "Schacht {slot}, Einfach")
    assert not [*faults("de", slot, right), *faults("de", laser, right)]


def test_sentences_with_words_in_braces_are_flagged() -> None:
    """Let programs for translators name a missing word, by the flag of the template."""
    for message in template_catalogue(made()[0]):
        if message.id:
            assert ("python-brace-format" in message.flags) == bool(holes(*forms(message)[0]))
