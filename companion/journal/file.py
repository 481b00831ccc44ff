"""One game as a text file that people can read.

The first line is the header, each following line is one entry, and the last line shows that the
file is complete. Every line is a JSON object. Reading is strict: extensions of Python's reader, and
values that cannot be written again, are refused with file and line. The version of this format is
independent of the version of the journal's tables.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from typing import Any, Final, NoReturn, cast

from companion.errors import FormatError, near_word
from companion.journal.base import KINDS, Entry, KeptGame, Opening, first_sum, next_sum

FORMAT: Final = "clockwork-derby-game"
VERSION: Final = 1
"""The version of a file without a name given by people; every version of the app reads it."""
NAMED: Final = 2
"""The version of a file with such a name."""
_LONGEST_TITLE: Final = 200
"""Maximum length in characters of a title or a name from a file."""
_LARGEST: Final = 2**63 - 1
"""The largest integer that the journal can hold."""
_SHOWN: Final = 40
"""Maximum number of characters that a fault quotes."""


def write_game(game: KeptGame, entries: Iterable[Entry]) -> str:
    """Return a game as the text of a file. `entries` may be an iterator.

    Raises:
        FormatError: The header or an entry is no JSON object; the game's title is the source.
    """
    title = str(game.title_words)
    head = {
        "format": FORMAT,
        "version": NAMED if game.name else VERSION,
        "kind": game.kind,
        "title": title,
        "began": game.began,
    }
    if game.name:
        head["name"] = game.name
    # Sums cover canonical text, as a reader sees it; the journal may spell it differently.
    header = _Line(title, 1, game.header).fields
    lines = [_canonical({**head, "header": header})]
    count, total = 0, first_sum(game.kind, _canonical(header))
    for count, entry in enumerate(entries, 1):
        say = _Line(title, count + 1, entry.text).fields
        lines.append(
            _canonical(
                {"n": entry.number, "say": say, **({"hash": entry.mark} if entry.mark else {})}
            )
        )
        total = next_sum(total, Entry(entry.number, _canonical(say), entry.mark))
    lines.append(_canonical({"entries": count, "sum": total}))
    return "\n".join(lines) + "\n"


def read_game(text: str, source: str) -> tuple[Opening, tuple[Entry, ...], str]:
    """Return a game's opening, its entries and its name ("" for none) from a file's text.

    `source` is what faults call the file. The opening's header and the entries' texts are returned
    in canonical spelling.

    Raises:
        FormatError: A line differs from what was written; the message has file and line.
    """
    # Not splitlines(), which also splits at characters within a text. Other systems or mail may
    # have added carriage returns.
    rows = [row.removesuffix("\r") for row in text.removesuffix("\n").split("\n")]
    opening, name = _parse_opening(_Line(source, 1, rows[0]))
    entries: list[Entry] = []
    total = first_sum(opening.kind, opening.header)
    for number, row in enumerate(rows[1:], 2):
        line = _Line(source, number, row)
        # The last line is known by its content, so that a file cut between two lines is noticed.
        if line.has("entries"):
            line.only("entries", "sum")
            for field, found, expected in (
                ("entries", line.number_of("entries", whole=True), len(entries)),
                ("sum", line.number_of("sum", whole=True), total),
            ):
                if found != expected:
                    raise line.fault(
                        f'"{field}":{found}',
                        f'"{field}":{expected}; something in the file was altered or is missing',
                    )
            if number < len(rows):
                raise FormatError(
                    source, number + 1, "more lines", "nothing after the line that ends the game"
                )
            return opening, tuple(entries), name
        entries.append(_entry(line, len(entries) + 1))
        total = next_sum(total, entries[-1])
    raise FormatError(
        source,
        len(rows),
        "the end of the file",
        'a last line {"entries": …, "sum": …}: the file was cut short',
    )


class _Line:
    """One line, with its object's fields in `fields`.

    Raises:
        FormatError: It is no object, or one that cannot be written again.
    """

    def __init__(self, source: str, number: int, text: str) -> None:
        self.source, self.number = source, number
        try:
            found = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
            # Python's reader accepts half a surrogate pair, which no file can hold.
            _canonical(found).encode()
        except RecursionError:
            raise self.fault(
                "objects within objects within objects", "an entry as the game writes it"
            ) from None
        except ValueError as fault:
            raise self.fault(f"{_short(text)} ({fault})", "a JSON object on one line") from None
        if not isinstance(found, dict):
            raise self.fault(_short(text), "a JSON object on one line")
        self.fields: dict[str, Any] = found

    def fault(self, found: str, expected: str, near: str | None = None) -> FormatError:
        """Return a fault of this line."""
        return FormatError(self.source, self.number, found, expected, near)

    def has(self, name: str) -> bool:
        """Return whether there is a field with this name."""
        return name in self.fields

    def only(self, *names: str) -> None:
        """Raise FormatError for a field with none of these names."""
        strange = next((name for name in self.fields if name not in names), None)
        if strange is not None:
            raise self.fault(
                _short(repr(strange)), f"only {', '.join(names)}", near_word(strange, names)
            )

    def text(self, name: str) -> str:
        """Return a text field; raise FormatError for another type."""
        found = self._field(name)
        return found if isinstance(found, str) else self._wrong(name, found, "text")

    def number_of(self, name: str, *, whole: bool = False) -> float:
        """Return a number, or an integer if `whole`.

        Raises:
            FormatError: The field is missing, of another type, or infinite.
        """
        found = self._field(name)
        # Not isinstance(): true would pass for 1.
        right = (type(found) is int and abs(found) <= _LARGEST) or (
            type(found) is float and math.isfinite(found) and not whole
        )
        if not right:
            self._wrong(name, found, "a whole number" if whole else "a number")
        return cast(float, found)

    def inner(self, name: str) -> dict[str, Any]:
        """Return an object field; raise FormatError for another type."""
        found = self._field(name)
        return found if isinstance(found, dict) else self._wrong(name, found, "an object")

    def _field(self, name: str) -> Any:
        if name not in self.fields:
            raise self.fault(f"no {name!r}", f"a field {name!r}", near_word(name, self.fields))
        return self.fields[name]

    def _wrong(self, name: str, found: object, expected: str) -> NoReturn:
        raise self.fault(f"{name!r} is {_short(repr(found))}", expected)


def _parse_opening(line: _Line) -> tuple[Opening, str]:
    if line.fields.get("format") != FORMAT:
        raise line.fault(
            repr(line.fields.get("format")),
            f'"format":"{FORMAT}"; this is no game of Clockwork Derby',
        )
    version = line.number_of("version", whole=True)
    if version not in (VERSION, NAMED):
        expected = f"version {VERSION} or {NAMED}" + (
            "; a newer Clockwork Derby wrote it, use that one" if version > NAMED else ""
        )
        raise line.fault(f"version {version}", expected)
    line.only(
        "format",
        "version",
        "kind",
        "title",
        "began",
        "header",
        *(("name",) if version == NAMED else ()),
    )
    kind = line.text("kind")
    if kind not in KINDS:
        raise line.fault(f"kind {kind!r}", " or ".join(KINDS))
    title, name = line.text("title"), line.text("name") if version == NAMED else ""
    for field, words in (("title", title), ("name", name)):
        if len(words) > _LONGEST_TITLE:
            raise line.fault(f"'{field}' of {len(words)} signs", f"at most {_LONGEST_TITLE} signs")
    if not name.isprintable() or (version == NAMED and not name.strip()):
        raise line.fault(f"'name' is {_short(repr(name))}", "a name that can be read")
    return Opening(
        kind, title, _canonical(line.inner("header")), float(line.number_of("began"))
    ), name


def _entry(line: _Line, number: int) -> Entry:
    line.only("n", "say", "hash")
    found = line.number_of("n", whole=True)
    if found != number:
        raise line.fault(
            f"entry {found}", f"entry {number}; lines are missing, doubled or out of order"
        )
    mark = line.text("hash") if line.has("hash") else ""
    return Entry(number, _canonical(line.inner("say")), mark)


def _canonical(value: Mapping[str, Any]) -> str:
    """Return the canonical text of a JSON object; raise ValueError for numbers JSON lacks."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object's fields; raise ValueError for a repeated name.

    Python would silently keep the last one, and the sums would be those of another text.
    """
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("a name stands twice in one object")
    return fields


def _no_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number of JSON")


def _short(text: str) -> str:
    shown = text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
    return shown.encode("utf-8", "replace").decode() or "an empty line"
