"""Read a `.po` file as gettext reads a `.mo` file.

Translators of other packages need no compiler.
"""

from __future__ import annotations

import ast
import io
import struct
from collections.abc import Iterator
from gettext import GNUTranslations
from typing import Final

HEAD: Final = (
    "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"
)
"""The head of a file without one: the plural forms of English."""
MAGIC: Final = 0x950412DE


def read_po(text: str) -> GNUTranslations:
    """Return the catalogue of a `.po` file.

    Raises:
        ValueError: A line cannot be read; the message names it.
    """
    found = {b"": HEAD.encode(), **translations(text)}
    # The library reads `.mo` files: a head, two tables of lengths and places, the strings.
    messages = sorted(found)
    strings = [*messages, *(found[message] for message in messages)]
    place = 28 + 8 * len(strings)
    table, whole = b"", b""
    for string in strings:
        table += struct.pack("<II", len(string), place + len(whole))
        whole += string + b"\0"
    number = len(messages)
    head = struct.pack("<7I", MAGIC, 0, number, 28, 28 + 8 * number, 0, place)
    return GNUTranslations(io.BytesIO(head + table + whole))


def translations(text: str) -> dict[bytes, bytes]:
    """Return the messages of a `.po` file that are translated, as a `.mo` file has them.

    Translations that are marked as fuzzy count until they are replaced.

    Raises:
        ValueError: A line cannot be read; the message names it.
    """
    found = {}
    for entry in _entries(text):
        translated = [entry[key] for key in sorted(entry) if key.startswith("msgstr")]
        if any(translated):
            message = entry.get("msgid", "")
            if "msgid_plural" in entry:
                message += "\0" + entry["msgid_plural"]
            if "msgctxt" in entry:
                message = entry["msgctxt"] + "\4" + message
            found[message.encode()] = "\0".join(translated).encode()
    return found


def new_po(templates: str, code: str) -> str:
    """Return the `.po` file with which a translation into a new language begins.

    Args:
        templates: A `.pot` file; its first entry is its head.
        code: The code of the language.
    """
    messages = templates[templates.index("\n\n") + 2 :]
    head = "".join(f'"{line}\\n"\n' for line in (f"Language: {code}", *HEAD.splitlines()))
    return f'msgid ""\nmsgstr ""\n{head}\n{messages}'


def _entries(text: str) -> Iterator[dict[str, str]]:
    """Yield the strings of each entry by keyword, such as `msgid` and `msgstr[0]`."""
    entry: dict[str, str] = {}
    key = ""
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if not line.startswith('"'):
            key, _, line = line.partition(" ")
            # The first keyword of the next entry.
            if key in ("msgctxt", "msgid") and any(one.startswith("msgstr") for one in entry):
                yield entry
                entry = {}
            entry[key] = ""
        try:
            entry[key] += ast.literal_eval(line.strip())
        except (KeyError, SyntaxError, TypeError, ValueError) as fault:
            raise ValueError(f"line {number}: found {line!r}, expected words in quotes") from fault
    if entry:
        yield entry
