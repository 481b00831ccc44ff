"""One element as text: an entry of the element list, or a code of the drawing.

Both follow from the declarations of the elements.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING, fields, replace
from functools import cache
from typing import Any, Final

from companion.engine.element import Element, kinds
from companion.engine.elements.belt import Belt
from companion.engine.elements.pit import Pit
from companion.engine.elements.repair import Repair
from companion.engine.elements.rotator import Rotator
from companion.engine.elements.start import Start
from companion.engine.keys import Key
from companion.errors import near_word
from companion.formats.misread_error import MisreadError, one_of, quote_value, unknown_word
from companion.geometry import HEADINGS, Heading, Square, column_row, square_name

_LONGEST: Final = 200
TO: Final = "to="
"""The prefix of the opposite corner of a rectangle in an entry."""
_FORM: Final = "<square> <element> [<side>] [key=value …]"

_DRAWN: Final = (Belt, Pit, Repair, Rotator, Start)
"""Kinds with codes in most drawings; a code of another kind is looked up among all kinds."""


def split_words(text: str) -> list[str]:
    """Return the words of an entry, which only blanks separate."""
    # Other white space looks the same to people and would hide in an entry.
    return [word for word in text.split(" ") if word]


def read_entries(text: str) -> tuple[Element, ...]:
    """Return the elements that an entry describes.

    There is one, or with `to=` one on each square of a rectangle (elements 5).

    Raises:
        MisreadError: The entry is wrong; the message says how.
    """
    words = split_words(text)
    corners = [word for word in words[2:] if word.startswith(TO)]
    if not corners:
        return (read_entry(text),)
    if len(corners) > 1:
        raise MisreadError(
            f"both {quote_value(corners[0])} and {quote_value(corners[1])}", f"{TO} once"
        )
    words.remove(corners[0])
    element = read_entry(" ".join(words))
    if not element.spreads:
        raise MisreadError(
            f"{quote_value(corners[0])} for {element.word}",
            f"{TO} with floors and areas only: "
            f"{one_of(word for word, kind in kinds().items() if kind.spreads)}",
        )
    return tuple(
        replace(element, square=square)
        for square in rectangle(element.square, read_square(corners[0].removeprefix(TO)))
    )


def squares_of_entry(text: str) -> tuple[Square, ...]:
    """Return the squares that an entry names: its own, and with `to=` the opposite corner."""
    words = split_words(text)
    return (words[0], *(word.removeprefix(TO) for word in words[2:] if word.startswith(TO)))


def rectangle(corner: Square, opposite: Square) -> tuple[Square, ...]:
    """Return the squares between any two opposite corners, row by row from the south."""
    (one, low), (other, high) = column_row(corner), column_row(opposite)
    return tuple(
        square_name(column, row)
        for row in range(min(low, high), max(low, high) + 1)
        for column in range(min(one, other), max(one, other) + 1)
    )


def read_entry(text: str) -> Element:
    """Return the element that an entry such as `C1 pusher S odd` describes.

    Raises:
        MisreadError: The entry is wrong; the message says how.
    """
    words = split_words(text)
    if len(text) > _LONGEST or len(words) < 2:
        raise MisreadError(quote_value(text), f'an entry "{_FORM}" such as "C3 wall N"')
    values: dict[str, Any] = {"square": read_square(words[0])}
    kind = kinds().get(words[1])
    if kind is None:
        raise unknown_word(words[1], "element", kinds())
    words = words[2:]
    # A kind may have a default for its side; then a word that is no direction is its first key. No
    # element of the base game has one.
    has_default = any(
        field.name == kind.sided and field.default is not MISSING for field in fields(kind)
    )
    if kind.sided and not (has_default and (not words or words[0] not in HEADINGS)):
        if not words:
            raise MisreadError(
                f"no {kind.sided} for {kind.word}", f'N, E, S or W after it, as in "{kind.example}"'
            )
        values[kind.sided] = read_heading(words[0], f"{kind.sided} of {kind.word}")
        words = words[1:]
    texts: dict[str, tuple[str, str]] = {}
    for word in words:
        name, value = _key_and_text(kind, word)
        if name in texts:
            raise MisreadError(
                f"both {quote_value(texts[name][0])} and {quote_value(word)}",
                f"{name} of {kind.word} once",
            )
        texts[name] = (word, value)
    for key in kind.keys:
        values[key.attribute] = _value(kind, key, texts)
    return kind(**values)


def read_square(word: str) -> Square:
    """Return the name of a square as written; MisreadError if it is none."""
    try:
        column_row(word)
    except ValueError:
        # A name in small letters is meant.
        near = word.upper() if re.fullmatch(r"[A-Za-z]{1,2}[1-9][0-9]?", word) else None
        raise MisreadError(
            f"square {quote_value(word)}", "a column letter and a row number such as E7", near
        ) from None
    return word


def read_heading(word: str, what: str) -> Heading:
    """Return the heading of N, E, S or W; MisreadError names `what` was expected."""
    if len(word) != 1 or word not in HEADINGS:
        near = (
            word.upper()
            if len(word) == 1 and word.upper() in HEADINGS
            else near_word(word, ("north", "east", "south", "west"))
        )
        # A direction that is spelt out begins with its letter.
        raise MisreadError(f"{what} {quote_value(word)}", "N, E, S or W", near and near[0].upper())
    return HEADINGS.index(word)


def _key_and_text(kind: type[Element], word: str) -> tuple[str, str]:
    """Return the key that a word such as `beams=2` or `odd` gives, and the text of its value."""
    name, equals, text = word.partition("=")
    for key in kind.keys:
        if equals and name == key.name:
            return name, text
        if not equals and name in key.flags:
            return key.name, key.flags[name]
    if not kind.keys:
        raise MisreadError(
            f"{quote_value(word)} after {kind.word}", f'nothing more, as in "{kind.example}"'
        )
    if any(name == key.name for key in kind.keys):
        raise MisreadError(
            f"{quote_value(word)} without a value", f'{name}=…, as in "{kind.example}"'
        )
    forms = [form for key in kind.keys for form in (*key.flags, f"{key.name}=")]
    raise MisreadError(
        f"key {quote_value(name + equals)} of {kind.word}",
        one_of(forms),
        near_word(name + equals, forms),
    )


def _value(kind: type[Element], key: Key, texts: Mapping[str, tuple[str, str]]) -> Any:
    if key.name not in texts and key.default is None:
        forms = one_of([*key.flags, f"{key.name}=…"])
        raise MisreadError(
            f"{kind.word} without {key.name}", f'{forms} ({key.about}), as in "{kind.example}"'
        )
    word, text = texts.get(key.name, ("", key.default or ""))
    try:
        return key.read(text)
    except ValueError as fault:
        # The possible words of the value are in the sentence about the expected form.
        near = near_word(text, re.findall("[a-z]{3,}", str(fault))) if text.isalpha() else None
        raise MisreadError(f"{quote_value(word)} for {kind.word}", str(fault), near) from None


def codes() -> Mapping[str, tuple[type[Element], dict[str, Any]]]:
    """Return every code of the drawing, with the kind and the values that it means."""
    return _codes_of(tuple(kinds().values()))


# Computed once, since every square asks.
@cache
def _codes_of(
    drawn: tuple[type[Element], ...],
) -> Mapping[str, tuple[type[Element], dict[str, Any]]]:
    table = {}
    for kind in drawn:
        for code, rest in kind.codes.items():
            element = read_entry(f"A1 {rest}")
            table[code] = (
                kind,
                {
                    field.name: getattr(element, field.name)
                    for field in fields(kind)
                    if field.name != "square"
                },
            )
    return table


def code_of(element: Element) -> str | None:
    """Return the code of an element in drawings, or None."""
    return _codes_by_entry(element.word).get(_rest(element))


def codes_by_entry() -> Mapping[str, str]:
    """Return the code of every entry that has one, by the entry without its square.

    Equal elements have equal entries, however they were written.
    """
    return {entry: code for word in kinds() for entry, code in _codes_by_entry(word).items()}


@cache
def _codes_by_entry(word: str) -> Mapping[str, str]:
    kind = kinds()[word]
    return {_rest(kind("A1", **values)): code for code, (_, values) in _codes_of((kind,)).items()}


def _rest(element: Element) -> str:
    return element.entry().partition(" ")[2]


def read_code(code: str, square: Square) -> Element | None:
    """Return the element that a code of the drawing means on a square, None for floor.

    Raises:
        MisreadError: There is no such code.
    """
    if code in ("", "."):
        return None
    found = _codes_of(_DRAWN).get(code) or codes().get(code)
    if found is None:
        known = codes()
        near = near_word(code, known)
        raise MisreadError(
            f"code {quote_value(code)} on {square}", f"one of . {' '.join(known)}", near
        )
    kind, values = found
    return kind(square, **values)
