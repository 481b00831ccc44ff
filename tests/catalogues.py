"""Read every `Text` of the source and compare it with the catalogues of the other languages.

    python -m tests.catalogues

brings every `.po` and the `.pot` up to date, and compiles the `.mo`. A new template gets the
translation of a similar one that is gone, marked as fuzzy, which is shown until somebody confirms
it. Translations that nothing needs any more stay at the end of the file (`#~`).
"""

from __future__ import annotations

import ast
import io
import os
import string
from collections.abc import Iterator, Sequence
from functools import cache
from gettext import GNUTranslations
from pathlib import Path
from typing import Any, Final, NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.content.languages import COMPLETE, OWN, TEMPLATES, WORDS
from tests.source_trees import parse_source

REPOSITORY: Final = Path(__file__).parent.parent
MAKERS: Final = {"text": (0,), "count": (0, 1), "term": (1,)}
"""The functions of `companion.words` that make a text, and which of their arguments are
templates."""
LEFT_OUT: Final = (
    '"POT-',
    '"PO-',
    '"Last-',
    '"Language-Team',
    '"Report',
    '"Generated',
)
"""Headers that say nothing about the translations and differ with every day and release of
Babel."""
OTHERS: Final = tuple(code for code, _ in OWN[1:])


class Made(NamedTuple):
    """A text of the source; None for what is not written out as a literal."""

    path: str
    line: int
    maker: str
    """The function that makes it."""
    templates: tuple[str, ...]
    sense: str
    names: frozenset[str] | None
    """The names of its arguments."""

    def __str__(self) -> str:
        """Return the text with its place, as an editor opens it."""
        return f"{self.path}:{self.line}: {' | '.join(self.templates)}"


class Unreadable(NamedTuple):
    """A text that cannot be extracted, since its template or sense is no literal."""

    path: str
    line: int

    def __str__(self) -> str:
        """Return the place, as an editor opens it."""
        return f"{self.path}:{self.line}: the template is no literal"


def texts_of(source: str, path: str) -> Iterator[Made | Unreadable]:
    """Yield the texts of a module that imports their makers from `companion.words`, in order."""
    module = parse_source(source)
    if path == "companion/words.py":
        makers = {"text": "text", "term": "term"}
    else:
        makers = {
            name.asname or name.name: name.name
            for node in module.of(ast.ImportFrom)
            if node.module == "companion.words"
            for name in node.names
            if name.name in MAKERS
        }
    calls = [
        node
        for node in module.of(ast.Call)
        if isinstance(node.func, ast.Name) and node.func.id in makers
    ]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        assert isinstance(call.func, ast.Name)
        yield _read(call, makers[call.func.id], path)


def _read(call: ast.Call, maker: str, path: str) -> Made | Unreadable:
    literals = [
        one.value if isinstance(one, ast.Constant) and isinstance(one.value, str) else None
        for one in call.args
    ]
    wanted = [literals[place] if place < len(literals) else None for place in MAKERS[maker]]
    sense = literals[0] if maker == "term" else ""
    if None in wanted or sense is None:
        return Unreadable(path, call.lineno)
    given = frozenset(keyword.arg for keyword in call.keywords if keyword.arg is not None)
    written_out = all(keyword.arg is not None for keyword in call.keywords)
    names = (given | {"number"} if maker == "count" else given) if written_out else None
    return Made(
        path, call.lineno, maker, tuple(template or "" for template in wanted), sense, names
    )


def made(root: Path = REPOSITORY) -> tuple[list[Made], list[Unreadable]]:
    """Return all texts of a source tree like ours, and those that cannot be read."""
    found: list[Made] = []
    unreadable: list[Unreadable] = []
    for path in sorted((root / "companion").rglob("*.py")):
        if path.is_relative_to(root / "companion" / "gallery"):
            # Names of boards and people that no player meets.
            continue
        source = path.read_text("utf-8")
        # Most modules make none, and parsing is what takes the time.
        if "companion.words import" in source or path.name == "words.py":
            for one in texts_of(source, path.relative_to(root).as_posix()):
                (found if isinstance(one, Made) else unreadable).append(one)  # type: ignore[arg-type]
    return found, unreadable


def template_catalogue(texts: Sequence[Made]) -> Catalog:
    """Return the templates of the source as a catalogue of Babel."""
    catalogue = Catalog(
        project="Clockwork Derby",
        version="",
        charset="utf-8",
        header_comment="# Templates of Clockwork Derby.",
        fuzzy=False,
    )
    for one in texts:
        message = one.templates if len(one.templates) > 1 else one.templates[0]
        if one.templates[0]:
            catalogue.add(message, locations=[(one.path, one.line)], context=one.sense or None)
    return catalogue


def holes(*templates: str) -> frozenset[str]:
    """Return the names in the holes of templates.

    Raises:
        ValueError: A template is malformed.
    """
    return frozenset(
        name
        for template in templates
        for _, name, _, _ in string.Formatter().parse(template)
        if name is not None
    )


@cache
def language(code: str) -> Catalog:
    """Return the catalogue of a language from its `.po`, read once per process."""
    return _read_language(code)


def _read_language(code: str) -> Catalog:
    with (WORDS / f"{code}.po").open("rb") as file:
        return read_po(file, locale=code)


def forms(message: Message) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the templates of a message, one or two for a plural, and their translations."""
    ids, words = (
        (part,) if isinstance(part, str) else tuple(part or ())
        for part in (message.id, message.string)
    )
    return ids, words


def is_open(message: Message) -> bool:
    """Return whether a message has no translation, or one that nobody has confirmed."""
    words = forms(message)[1]
    return bool(message.id) and (message.fuzzy or not words or not all(words))


def keys(catalogue: Catalog) -> set[tuple[Any, str]]:
    """Return the templates and senses that a catalogue has translations for."""
    return {(message.id, message.context or "") for message in catalogue if message.id}


@cache
def spoken(code: str) -> GNUTranslations:
    """Return the translations of a language straight from its `.po`, read once per process."""
    compiled = io.BytesIO()
    write_mo(compiled, language(code), use_fuzzy=True)
    compiled.seek(0)
    return GNUTranslations(compiled)


def compile_changed() -> None:
    """Compile every `.po` that is newer than its `.mo`, as building the package does."""
    for code in OTHERS:
        source, compiled = WORDS / f"{code}.po", WORDS / f"{code}.mo"
        if compiled.exists() and compiled.stat().st_mtime_ns >= source.stat().st_mtime_ns:
            continue
        # Several test processes may compile at the same time.
        fresh = WORDS / f"{code}.{os.getpid()}.new"
        with fresh.open("wb") as file:
            write_mo(file, _read_language(code), use_fuzzy=True)
        fresh.rename(compiled)


def updated(catalogue: Catalog, templates: Catalog) -> Catalog:
    """Bring a catalogue up to date with the templates, and keep every translation."""
    catalogue.update(templates)
    for message in catalogue:
        ids, words = forms(message)
        # A guess whose holes differ would be said with gaps.
        if message.fuzzy and message.id and holes(*ids) != holes(*words):
            message.string = ("",) * len(words) if message.pluralizable else ""
            message.flags.discard("fuzzy")
    return catalogue


def write(catalogue: Catalog, path: Path) -> None:
    """Write a catalogue, the same bytes on every day and by every release of Babel."""
    for message in catalogue:
        # A per cent sign is no hole.
        message.flags.discard("python-format")
    written = io.BytesIO()
    write_po(written, catalogue, width=0, include_lineno=False)
    text = written.getvalue().decode().replace("Clockwork Derby VERSION", "Clockwork Derby")
    lines = text.splitlines(keepends=True)
    path.write_text("".join(line for line in lines if not line.startswith(LEFT_OUT)), "utf-8")


def main() -> None:
    """Bring every language up to date with the source."""
    texts, unreadable = made()
    if unreadable:
        raise SystemExit("\n".join(map(str, unreadable)))
    write(template_catalogue(texts), TEMPLATES)
    for code in OTHERS:
        catalogue = updated(_read_language(code), template_catalogue(texts))
        write(catalogue, WORDS / f"{code}.po")
        open_ones = [
            f"{'fuzzy: ' if message.fuzzy else ''}{message.id}"
            for message in catalogue
            if is_open(message)
        ]
        print(f"{code}: {len(catalogue)} templates, {len(open_ones)} without words")
        if code in COMPLETE:
            print(*(f"  {one}" for one in open_ones), sep="\n")
    compile_changed()


if __name__ == "__main__":
    main()
