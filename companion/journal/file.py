"""One game as a text file that people can read: a first line with the header, one line for each entry, and a last line by which a cut file is noticed.

Its version is its own, and has nothing to do with that of the journal's tables.
"""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from companion.errors import FormatFault
from companion.journal import chain
from companion.journal.base import KINDS, Entry, Game, Opening
from companion.journal.lines import Line, canonical

FORMAT: Final = "clockwork-derby-game"
VERSION: Final = 1
LONGEST_TITLE: Final = 200
"""Signs of a game's title that is taken from a file."""


def write_game(game: Game, entries: Iterable[Entry]) -> str:
    """A game as a file's text. FormatFault, in the name of the game's title, where its header or an entry is no JSON object.

    `entries` may come one by one: how many there are is told in the last line.
    """
    head = {"format": FORMAT, "version": VERSION, "kind": game.kind, "title": game.title, "began": game.began}
    # Sums are taken over canonical text, as the reader will have it; what the journal keeps may be spelled otherwise.
    header = _said(game.title, 1, game.header)
    lines = [canonical({**head, "header": header})]
    count, total = 0, chain.begin(game.kind, canonical(header))
    for count, entry in enumerate(entries, 1):
        say = _said(game.title, count + 1, entry.text)
        lines.append(canonical({"n": entry.number, "say": say, **({"hash": entry.mark} if entry.mark else {})}))
        total = chain.go_on(total, Entry(entry.number, canonical(say), entry.mark))
    lines.append(canonical({"entries": count, "sum": total}))
    return "\n".join(lines) + "\n"


def read_game(text: str, source: str) -> tuple[Opening, tuple[Entry, ...]]:
    """A game and its entries from a file's text. FormatFault with file and line at the first thing that is not as it was written.

    `source` is what faults call the file. The opening's header and the entries' texts come back in canonical spelling.
    """
    # Not splitlines(): text within a line may hold letters that it takes for the end of one.
    # Files that went through other systems or mail may have grown a carriage return.
    rows = [row.removesuffix("\r") for row in text.removesuffix("\n").split("\n")]
    opening = _opening(Line(source, 1, rows[0]))
    entries: list[Entry] = []
    total = chain.begin(opening.kind, opening.header)
    for number, row in enumerate(rows[1:], 2):
        line = Line(source, number, row)
        # The last line is known by what it says, so that a file that was cut between two lines is noticed.
        if line.has("entries"):
            _check_end(line, len(entries), total)
            if number < len(rows):
                raise FormatFault(source, number + 1, "more lines", "nothing after the line that ends the game")
            return opening, tuple(entries)
        entries.append(_entry(line, len(entries) + 1))
        total = chain.go_on(total, entries[-1])
    raise FormatFault(source, len(rows), "the end of the file", 'a last line {"entries": …, "sum": …}: the file was cut short')


def _said(source: str, line: int, text: str) -> dict[str, Any]:
    return Line(source, line, text).fields


def _opening(line: Line) -> Opening:
    if line.fields.get("format") != FORMAT:
        raise line.fault(repr(line.fields.get("format")), f'"format":"{FORMAT}"; this is no game of Clockwork Derby')
    version = line.number_of("version", whole=True)
    if version != VERSION:
        expected = f"version {VERSION}" + ("; a newer Clockwork Derby wrote it, use that one" if version > VERSION else "")
        raise line.fault(f"version {version}", expected)
    line.only("format", "version", "kind", "title", "began", "header")
    kind = line.text("kind")
    if kind not in KINDS:
        raise line.fault(f"kind {kind!r}", " or ".join(KINDS))
    title = line.text("title")
    if len(title) > LONGEST_TITLE:
        raise line.fault(f"'title' of {len(title)} signs", f"at most {LONGEST_TITLE} signs")
    return Opening(kind, title, canonical(line.inner("header")), float(line.number_of("began")))


def _entry(line: Line, number: int) -> Entry:
    line.only("n", "say", "hash")
    found = line.number_of("n", whole=True)
    if found != number:
        raise line.fault(f"entry {found}", f"entry {number}; lines are missing, doubled or out of order")
    mark = line.text("hash") if line.has("hash") else ""
    return Entry(number, canonical(line.inner("say")), mark)


def _check_end(line: Line, count: int, total: int) -> None:
    """FormatFault where the count or the sum is not what the lines before it come to."""
    line.only("entries", "sum")
    for name, found, expected in (("entries", line.number_of("entries", whole=True), count), ("sum", line.number_of("sum", whole=True), total)):
        if found != expected:
            raise line.fault(f'"{name}":{found}', f'"{name}":{expected}; something in the file was altered or is missing')
