"""Words are values: a text is a template and its arguments, and becomes words in a language only where it is shown, printed or spoken.

    text("{clank} goes to {square}", clank="BRASS", square="E7")
    count("{number} card", "{number} cards", 3)
    listed([text("slot {slot}", slot=2), text("slot {slot}", slot=4)])
    term("heading", "east")

The templates stand in the source in English and are what gettext calls message ids: extraction finds the first arguments of these four.
An argument may be a text itself, which is then said in the same language. Names, squares and codes are plain strings, said as they are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple, NoReturn, Protocol, TypeAlias

Argument: TypeAlias = "Text | str | int | float"


class Catalogue(Protocol):
    """The words of a language; `gettext.NullTranslations` and `gettext.GNUTranslations` are such catalogues."""

    def gettext(self, message: str) -> str:
        """A template in this language; itself where the catalogue has none."""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """One of the templates for this number."""

    def pgettext(self, context: str, message: str) -> str:
        """A template in this language, in the sense that the context names."""


class English:
    """The language of the source: every template is said as it stands."""

    def gettext(self, message: str) -> str:
        """The template itself."""
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The first template for one, else the second."""
        return msgid1 if n == 1 else msgid2

    def pgettext(self, context: str, message: str) -> str:
        """The template itself."""
        return message


ENGLISH: Final = English()

HOLE_AT_FIRST: Final = re.compile(r"\{(\w+)")


class Text(NamedTuple):
    """A template with holes in braces, and what comes into them by name.

    `many` is the template for other numbers than one, and `number` decides; "" where it is the same for all. `sense` tells apart templates that
    are the same in English and not elsewhere. A text is true unless its template is empty; `str` says it in English. Two texts are equal when
    template and arguments are.
    """

    template: str
    arguments: tuple[tuple[str, Argument], ...] = ()
    many: str = ""
    number: int = 0
    sense: str = ""

    def said(self, language: Catalogue = ENGLISH) -> str:
        """The words in a language; a template of the catalogue that names another hole is a fault of the catalogue, and then English is said."""
        words = {
            name: value.said(language) if isinstance(value, Text) else value
            for name, value in self.arguments
        }
        if self.sense == CAPITAL:
            told = self.template.format_map(words)
            # A sentence that was one already needs no second stop.
            told = told[:-1] if told.endswith(("..", "?.", "!.")) else told
            return told if self._begins_with_a_name(language) else told[:1].upper() + told[1:]
        try:
            return self._template(language).format_map(words)
        except (KeyError, IndexError, ValueError):
            return self._template(ENGLISH).format_map(words)

    def _begins_with_a_name(self, language: Catalogue) -> bool:
        """Whether a name stands first, such as that of a file, which keeps its small letter."""
        hole = HOLE_AT_FIRST.match(
            self._template(language) if self.sense != CAPITAL else self.template
        )
        first = dict(self.arguments).get(hole[1], "") if hole else ""
        if isinstance(first, Text):
            return first._begins_with_a_name(language)
        # What is said as it stands is a sentence as often as a name, and a bare one begins like any other.
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
"""No words at all."""


def text(template: str, **arguments: Argument) -> Text:
    """A text of a template and what comes into its holes."""
    # A register makes dozens of them, and this way takes a third of the time.
    return _made(Text, (template, tuple(arguments.items()), "", 0, ""))


def count(one: str, many: str, number: int, **arguments: Argument) -> Text:
    """A text about so many things; `{number}` is a hole of both templates, or of none."""
    return Text(one, (("number", number), *arguments.items()), many, number)


def term(sense: str, word: str) -> Text:
    """A word that means something else elsewhere: what it is about, and the word in English."""
    return Text(word, (), "", 0, sense)


SEAT: Final = "seat {seat}"
"""The template of a seat, by which whoever knows its name finds it."""


def seat_words(seat: int) -> Text:
    """A seat by its number; whoever shows it may know a name for it too."""
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
    """Several things in one sentence, "A, B and C", "A, B or C", or with commas only where nothing stands before the last; NOTHING for none."""
    if not parts:
        return NOTHING
    head, *rest = parts
    found = head if isinstance(head, Text) else verbatim(head)
    for part in rest[:-1] if last else rest:
        found = text("{list}, {next}", list=found, next=part)
    if not rest or not last:
        return found
    return (
        text("{list} or {last}", list=found, last=rest[-1])
        if last == "or"
        else text("{list} and {last}", list=found, last=rest[-1])
    )


def clauses(parts: Sequence[Text]) -> Text:
    """Several clauses of one sentence, with semicolons between them; NOTHING for none."""
    found = parts[0] if parts else NOTHING
    for part in parts[1:]:
        found = text("{clause}; {next}", clause=found, next=part)
    return found


def lines(parts: Sequence[Text | str]) -> Text:
    """Each on a line of its own."""
    found = NOTHING
    for part in parts:
        found = (
            text("{lines}\n{next}", lines=found, next=part)
            if found
            else part
            if isinstance(part, Text)
            else verbatim(part)
        )
    return found


def facts(parts: Sequence[Text | str]) -> Text:
    """Several short facts in one line, with dots between them; empty ones are left out."""
    told = [part for part in parts if part]
    found = NOTHING
    for part in told:
        found = (
            text("{list} · {next}", list=found, next=part)
            if found
            else part
            if isinstance(part, Text)
            else verbatim(part)
        )
    return found


def verbatim(words: str) -> Text:
    """What is said as it stands in every language: a name, a number, what people have typed."""
    return Text("{words}", (("words", words),)) if words else NOTHING


CAPITAL: Final = "capital"
"""The sense of words that stand at the beginning, whatever they are: their first letter is a capital in every language."""


def sentence(words: Text | str) -> Text:
    """Words as a sentence of their own, with a capital and one stop."""
    return Text("{words}.", (("words", words),), sense=CAPITAL)


def capital(words: Text | str) -> Text:
    """Words that stand alone, with a capital."""
    return Text("{words}", (("words", words),), sense=CAPITAL)


def sentences(*parts: Text) -> Text:
    """Sentences one behind the other, with a blank between; empty ones are left out."""
    told = [part for part in parts if part]
    if len(told) < 2:
        return told[0] if told else NOTHING
    return Text(
        " ".join(f"{{s{number}}}" for number in range(len(told))),
        tuple((f"s{number}", part) for number, part in enumerate(told)),
    )
