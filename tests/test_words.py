"""Texts as values: they are translated only where they are read."""

from __future__ import annotations

import gettext
from typing import ClassVar

import pytest

from companion.words import (
    ENGLISH,
    NOTHING,
    Text,
    capital,
    count,
    listed,
    sentence,
    sentences,
    term,
    text,
    verbatim,
)


class Reversed(gettext.NullTranslations):
    """A language whose words are English in another form."""

    SAID: ClassVar[dict[str, str]] = {
        "{clank} goes to {square}": "to {square} goes {clank}",
        "{list} and {last}": "{list} und {last}",
        "east": "Osten",
        "broken {hole}": "kaputt {other}",
    }

    def gettext(self, message: str) -> str:
        return self.SAID.get(message, message)

    def pgettext(self, context: str, message: str) -> str:
        return self.SAID.get(message, message) if context == "heading" else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        if msgid1 == "{number} card":
            if n == 1:
                return "{number} Karte"
            return "{number} Karten"
        return super().ngettext(msgid1, msgid2, n)


@pytest.mark.parametrize(
    ("words", "english", "other"),
    [
        (
            text("{clank} goes to {square}", clank="BRASS", square="E7"),
            "BRASS goes to E7",
            "to E7 goes BRASS",
        ),
        (count("{number} card", "{number} cards", 1), "1 card", "1 Karte"),
        (count("{number} card", "{number} cards", 3), "3 cards", "3 Karten"),
        (term("heading", "east"), "east", "Osten"),
        (term("wind", "east"), "east", "east"),
        (listed(["A", "B", "C"]), "A, B and C", "A, B und C"),
        (listed(["A", "B"], "or"), "A or B", "A or B"),
        (listed(["A"]), "A", "A"),
        (
            text(
                "Turn {way}: {cards}",
                way=term("heading", "east"),
                cards=count("{number} card", "{number} cards", 2),
            ),
            "Turn east: 2 cards",
            "Turn Osten: 2 Karten",
        ),
        (sentences(text("One."), NOTHING, text("Two.")), "One. Two.", "One. Two."),
        (text("broken {hole}", hole=1), "broken 1", "broken 1"),
        (NOTHING, "", ""),
    ],
)
def test_a_text_is_said_in_each_language(words: Text, english: str, other: str) -> None:
    """Choose arguments, plurals, lists and senses by language.

    Show English for a faulty catalogue.
    """
    assert (words.said(), str(words), words.said(ENGLISH)) == (english,) * 3
    assert words.said(Reversed()) == other


def test_an_argument_with_braces_is_no_template() -> None:
    """Insert typed words unchanged, also with braces."""
    assert str(text("{clank} rests", clank="{0} {x.y}")) == "{0} {x.y} rests"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (text("seat {seat} rests", seat=2), "Seat 2 rests."),
        (text("{file} is damaged", file="game_1.whl"), "game_1.whl is damaged."),
        (verbatim("nothing is kept"), "Nothing is kept."),
        ("nothing is kept", "Nothing is kept."),
        (text("{list} and {last}", list=text("the board"), last="x"), "The board and x."),
    ],
)
def test_a_sentence_has_a_capital_but_a_name_keeps_its_letters(
    words: Text | str, said: str
) -> None:
    """Capitalise a sentence, but not a name that fills a hole."""
    assert str(sentence(words)) == said
    assert f"{capital(words)}." == said


def test_texts_are_values() -> None:
    """Compare and hash texts by value; only the empty one is false."""
    assert text("{n}", n=1) == text("{n}", n=1) != text("{n}", n=2)
    assert len({text("a"), text("a"), term("x", "a")}) == 2
    assert text("a") and not NOTHING and not listed([]) and not sentences(NOTHING)


def test_a_text_is_no_string() -> None:
    """Refuse to search in a text, or to join it with a string."""
    with pytest.raises(TypeError, match="said"):
        assert "a" not in text("a")
    with pytest.raises(TypeError, match="template"):
        text("a") + text("b")
