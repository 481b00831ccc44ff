"""Texts as lines of JSON, so that another process or another day can translate them.

    {"template":"slot {slot} is empty","arguments":{"slot":"a"}}

Any other line is a sentence of an earlier version or of a person, and stays as it is.
"""

from __future__ import annotations

import json
import string
from typing import Any, Final

from companion.words import Argument, Text, verbatim

BEGINNING: Final = '{"template":'
"""The beginning of the line of a text."""
USUAL: Final = ("", (), "", 0, "")
"""The fields of a text that are not written down."""


def kept_words(words: Text) -> str:
    """Return the line of a text; "" for no words."""
    return json.dumps(as_plain(words), ensure_ascii=False, separators=(",", ":")) if words else ""


def words_kept(line: str) -> Text:
    """Return the text of a line, or the line itself as a text; never raises."""
    if line.startswith(BEGINNING):
        try:
            return from_plain(json.loads(line))
        # RecursionError: brackets in brackets without end.
        except (ValueError, RecursionError):
            pass
    return verbatim(line)


def as_plain(words: Text) -> dict[str, Any]:
    """Return a text as values of JSON."""
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
    """Return the text of such values; ValueError where they are none, or its holes do not fit."""
    fields: dict[str, Any] = {
        "arguments": {},
        **dict(zip(Text._fields[2:], USUAL[2:], strict=True)),
        **(plain if isinstance(plain, dict) else {}),
    }
    plain_arguments = fields["arguments"]
    kinds = [type(fields.get(name)) for name in Text._fields]
    if fields.keys() != set(Text._fields) or kinds != [str, dict, str, int, str]:
        raise ValueError(f"found {str(plain)[:60]}, expected {', '.join(Text._fields)}")
    arguments: dict[str, Argument] = {}
    for name, value in plain_arguments.items():
        if isinstance(value, dict):
            arguments[name] = from_plain(value)
        elif type(value) in (str, int, float):
            arguments[name] = value
        else:
            raise ValueError(f"found {str(value)[:40]}, expected words or a number")
    for template in (fields["template"], fields["many"]):
        for _, hole, form, turn in string.Formatter().parse(template):
            # A name and nothing else: a format could ask for more letters than fit into memory.
            if hole is not None and (hole not in plain_arguments or form or turn):
                raise ValueError(
                    f"found the hole {hole[:40]!r}, expected one of {', '.join(plain_arguments)}"
                )
    return Text(
        fields["template"],
        tuple(arguments.items()),
        fields["many"],
        fields["number"],
        fields["sense"],
    )
