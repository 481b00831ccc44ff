"""A text as one line of JSON, for what is read on another day or in another process: each reader says it in the language of its own screen.

    {"template":"slot {slot} is empty","arguments":{"slot":"a"}}

What is no such line is a sentence that an earlier version has kept, or a person has typed: it is said as it stands.
"""

from __future__ import annotations

import json
import string
from typing import Any, Final

from companion.words import Argument, Text, verbatim

BEGINNING: Final = '{"template":'
"""By this a line is known before it is read."""
USUAL: Final = ("", (), "", 0, "")
"""The fields of a text that are not written down."""


def kept_words(words: Text) -> str:
    """The line for a text; "" for no words at all."""
    return json.dumps(as_plain(words), ensure_ascii=False, separators=(",", ":")) if words else ""


def words_kept(line: str) -> Text:
    """The text of a line, or the line itself as a text; it never raises."""
    if line.startswith(BEGINNING):
        try:
            return from_plain(json.loads(line))
        # Brackets in brackets without end are no text either.
        except (ValueError, RecursionError):
            pass
    return verbatim(line)


def as_plain(words: Text) -> dict[str, Any]:
    """A text as values that JSON knows."""
    plain = {
        name: value
        for name, value, usual in zip(Text._fields, words, USUAL, strict=True)
        if value != usual
    }
    if words.arguments:
        plain["arguments"] = {
            name: as_plain(value) if isinstance(value, Text) else value
            for name, value in words.arguments
        }
    return {"template": words.template, **plain}


def from_plain(plain: Any) -> Text:
    """The text of such values; ValueError where they are none, or one that could not be said."""
    fields: dict[str, Any] = {
        "arguments": {},
        **dict(zip(Text._fields[2:], USUAL[2:], strict=True)),
        **(plain if isinstance(plain, dict) else {}),
    }
    told = fields["arguments"]
    kinds = [type(fields.get(name)) for name in Text._fields]
    if fields.keys() != set(Text._fields) or kinds != [str, dict, str, int, str]:
        raise ValueError(f"found {str(plain)[:60]}, expected {', '.join(Text._fields)}")
    arguments = tuple((name, _argument(value)) for name, value in told.items())
    for template in (fields["template"], fields["many"]):
        for _, hole, form, turn in string.Formatter().parse(template):
            # A name and nothing else: a form could ask for more letters than there is memory for.
            if hole is not None and (hole not in told or form or turn):
                raise ValueError(f"found the hole {hole[:40]!r}, expected one of {', '.join(told)}")
    return Text(fields["template"], arguments, fields["many"], fields["number"], fields["sense"])


def _argument(value: Any) -> Argument:
    if isinstance(value, dict):
        return from_plain(value)
    if type(value) not in (str, int, float):
        raise ValueError(f"found {str(value)[:40]}, expected words or a number")
    argument: Argument = value
    return argument
