"""Words for people as values: a template and its arguments, translated only when they are shown.

    text("{clank} goes to {square}", clank="BRASS", square="E7")
    count("{number} card", "{number} cards", 3)
    listed([text("slot {slot}", slot=2), text("slot {slot}", slot=4)])
    term("heading", "east")

Templates are written in English in the source and are gettext's message ids; extraction finds the
first arguments of `text`, `count` and `term`. An argument may be a `Text` itself, which is
translated into the same language. Names, squares and codes are plain strings and stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NoReturn, Protocol, TypeAlias

from companion.named_tuples import NamedTuple

Argument: TypeAlias = "Text | str | int | float"


class Catalogue(Protocol):
    """The translations of one language, such as `gettext.GNUTranslations`."""

    def gettext(self, message: str) -> str:
        """Return the translation of a template, or the template where there is none."""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the translation for this number of things."""

    def pgettext(self, context: str, message: str) -> str:
        """Return the translation of a template in one of its senses."""


class English:
    """The language of the source: every template is its own translation."""

    def gettext(self, message: str) -> str:
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the first template for one thing, else the second."""
        return msgid1 if n == 1 else msgid2

    def pgettext(self, context: str, message: str) -> str:
        return message


ENGLISH: Final = English()

HOLE_AT_FIRST: Final = re.compile(r"\{(\w+)")


class Text(NamedTuple):
    """A template with named holes in braces, and what fills them.

    It is false where the template is empty, and `str` gives the English words.
    """

    template: str
    arguments: tuple[tuple[str, Argument], ...] = ()
    """The values of the holes, by name."""
    many: str = ""
    """The template for other numbers than one; "" where one template does for all."""
    number: int = 0
    """The number of things that `many` is about."""
    sense: str = ""
    """Tells templates apart that are the same in English but not in every language."""

    def said(self, language: Catalogue = ENGLISH) -> str:
        """Return the words in a language, in English where its template names an unknown hole."""
        words = {
            name: value.said(language) if isinstance(value, Text) else value
            for name, value in self.arguments
        }
        if self.sense == CAPITAL:
            sentence = self.template.format_map(words)
            # A sentence that was one already needs no second stop.
            sentence = sentence[:-1] if sentence.endswith(("..", "?.", "!.")) else sentence
            if self._begins_with_a_name(language):
                return sentence
            return sentence[:1].upper() + sentence[1:]
        try:
            return self._template(language).format_map(words)
        except (KeyError, IndexError, ValueError):
            return self._template(ENGLISH).format_map(words)

    def _begins_with_a_name(self, language: Catalogue) -> bool:
        """Tell whether the first word is a name, such as a file's, which keeps its small letter."""
        hole = HOLE_AT_FIRST.match(
            self._template(language) if self.sense != CAPITAL else self.template
        )
        first = dict(self.arguments).get(hole[1], "") if hole else ""
        if isinstance(first, Text):
            return first._begins_with_a_name(language)
        # A bare hole holds a sentence as often as a name.
        return hole is not None and self.template not in ("{words}", "{words}.")

    def _template(self, language: Catalogue) -> str:
        if self.many:
            return language.ngettext(self.template, self.many, self.number)
        if self.sense:
            return language.pgettext(self.sense, self.template)
        # An empty message id stands for the head of a catalogue.
        return language.gettext(self.template) if self.template else ""

    def __str__(self) -> str:
        return self.said()

    def __repr__(self) -> str:
        return f"text({self.said()!r})"

    def __bool__(self) -> bool:
        return self.template != ""

    def __contains__(self, other: object) -> bool:
        raise TypeError("a text has no words before it is said: look into str(text)")

    def __add__(self, other: object) -> NoReturn:
        raise TypeError(
            "texts are put together by a template: text('{first} {second}', …), or sentences(…)"
        )


_made = tuple.__new__
NOTHING: Final = Text("")
"""No words."""


def text(template: str, **arguments: Argument) -> Text:
    """Return the text of a template and what fills its holes."""
    # A register makes dozens of texts, and this takes a third of the time of the constructor.
    return _made(Text, (template, tuple(arguments.items()), "", 0, ""))


def count(one: str, many: str, number: int, **arguments: Argument) -> Text:
    """Return a text about so many things; `{number}` is a hole of both templates or of none."""
    return Text(one, (("number", number), *arguments.items()), many, number)


def term(sense: str, word: str) -> Text:
    """Return a word that has several senses in English, in the one that `sense` names."""
    return Text(word, (), "", 0, sense)


def fill_form(form: Text, *values: Argument) -> Text:
    """Return a text of a table with values for its first arguments; further ones stay."""
    arguments = (
        *((name, value) for (name, _), value in zip(form.arguments, values, strict=False)),
        *form.arguments[len(values) :],
    )
    number = values[0] if form.many and isinstance(values[0], int) else 0
    return form._replace(arguments=arguments, number=number)


SEAT: Final = "seat {seat}"
"""The template of `seat_words`, by which a screen finds seats that it knows a name for."""


def seat_words(seat: int) -> Text:
    """Return a seat by its number."""
    return text("seat {seat}", seat=seat)


COMPASS: Final = (
    term("heading", "N"),
    term("heading", "E"),
    term("heading", "S"),
    term("heading", "W"),
)
"""The four headings, 0-3."""
WAYS: Final = (term("way", "north"), term("way", "east"), term("way", "south"), term("way", "west"))
"""The four directions in which something leads."""
SIDES: Final = (
    term("side", "north"),
    term("side", "east"),
    term("side", "south"),
    term("side", "west"),
)
"""The four sides of a square."""


def listed(parts: Sequence[Text | str], last: str = "and") -> Text:
    """Return a list within a sentence, "A, B and C"; NOTHING where it is empty.

    Args:
        parts: The entries.
        last: The word before the last entry: "and", "or", or "" for a comma.
    """
    if not parts:
        return NOTHING
    head, *rest = parts
    found = verbatim(head)
    for part in rest[:-1] if last else rest:
        found = text("{list}, {next}", list=found, next=part)
    if not rest or not last:
        return found
    if last == "or":
        return text("{list} or {last}", list=found, last=rest[-1])
    return text("{list} and {last}", list=found, last=rest[-1])


def clauses(parts: Sequence[Text]) -> Text:
    """Join clauses of one sentence with semicolons; NOTHING where there are none."""
    found = parts[0] if parts else NOTHING
    for part in parts[1:]:
        found = text("{clause}; {next}", clause=found, next=part)
    return found


def lines(parts: Sequence[Text | str]) -> Text:
    """Join texts, each on its own line."""
    found = NOTHING
    for part in parts:
        found = text("{lines}\n{next}", lines=found, next=part) if found else verbatim(part)
    return found


def facts(parts: Sequence[Text | str]) -> Text:
    """Join short facts in one line with dots between them, without empty ones."""
    given = [part for part in parts if part]
    found = NOTHING
    for part in given:
        found = text("{list} · {next}", list=found, next=part) if found else verbatim(part)
    return found


def verbatim(words: Text | str) -> Text:
    """Return words that are the same in every language: a name, a number, what somebody typed.

    A text stays as it is.
    """
    if isinstance(words, Text):
        return words
    return Text("{words}", (("words", words),)) if words else NOTHING


CAPITAL: Final = "capital"
"""The sense of words that begin with a capital in every language."""


def sentence(words: Text | str) -> Text:
    """Return words as a whole sentence, with a capital and one stop."""
    return Text("{words}.", (("words", words),), sense=CAPITAL)


def capital(words: Text | str) -> Text:
    """Return words with a capital, without a stop."""
    return Text("{words}", (("words", words),), sense=CAPITAL)


def sentences(*parts: Text) -> Text:
    """Join sentences with blanks, without empty ones."""
    given = [part for part in parts if part]
    if len(given) < 2:
        return given[0] if given else NOTHING
    return Text(
        " ".join(f"{{s{number}}}" for number in range(len(given))),
        tuple((f"s{number}", part) for number, part in enumerate(given)),
    )
