"""The languages of the screen. English is in the source, each other language in a `.po` here.

Building the package compiles it into the `.mo` that is read here (`setup.py`, with Babel).
`python -m tests.catalogues` brings every `.po` up to date with the source.

Another package adds a language by an entry point of the group `clockwork_derby.languages`, with the
name of the language's code: a package with the language's own `NAME` and a file `CODE.po`. A
package with a game, a pilot, an element or a kind of table has the translations of its own
sentences in a folder `languages` next to its module (`languages/de.po`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from companion.errors import PluginError, WordsError
from companion.named_tuples import NamedTuple
from companion.plugins import LANGUAGES as KIND
from companion.plugins import Plugin, clashes, every_plugin, plugins
from companion.words import ENGLISH, Catalogue, Text, text

OWN: Final = (("en", "English"), ("de", "Deutsch"), ("nl", "Nederlands"))
"""The languages that come with the app."""
COMPLETE: Final = ("en", "de")
"""Those in which everything is translated; tests demand it."""
WORDS: Final = Path(__file__).parent
"""The folder with the words of all languages, as `CODE.po` and `CODE.mo`."""
TEMPLATES: Final = WORDS / "clockwork-derby.pot"
"""The templates of all texts, with which a translation begins."""


def _plugins() -> dict[str, Plugin]:
    return dict(plugins(KIND, dict(OWN)))


def _name_of(plugin: Plugin) -> str:
    """Return the own name of a language of another package.

    Raises:
        PluginError: The language cannot be used.
    """
    name = plugin.found("NAME")
    if not isinstance(name, str):
        raise plugin.fault(text("its NAME must be words, found {found}", found=repr(name)))
    if _file_in(plugin.module, "", plugin.name) is None:
        raise plugin.fault(text("it has no file {file}", file=f"{plugin.name}.po"))
    return name


def _others() -> Iterator[tuple[str, str]]:
    for code, plugin in _plugins().items():
        with suppress(PluginError):
            yield code, _name_of(plugin)


def broken_languages() -> Mapping[str, Text]:
    """Return why languages and sentences of other packages cannot be used.

    They are named by their codes and packages.
    """
    found = {**clashes(KIND, dict(OWN))}
    for code, plugin in _plugins().items():
        try:
            _name_of(plugin)
        except PluginError as fault:
            found[code] = fault
    for plugin, file in _files([code for code, _ in LANGUAGES]):
        try:
            _translations(file)
        except WordsError as fault:
            found[f"{plugin.module}/{file.name}"] = plugin.fault(fault.words)
    return {name: fault.words for name, fault in found.items()}


def _files(codes: Iterable[str]) -> Iterator[tuple[Plugin, Path]]:
    """Yield the files with the words of other packages, languages first."""
    for code in codes:
        plugin = _plugins().get(code)
        file = None if plugin is None else _file_in(plugin.module, "", code)
        if plugin is not None and file is not None:
            yield plugin, file
        for other in every_plugin():
            file = None if other.kind == KIND else _file_in(other.module, "languages", code)
            if file is not None:
                yield other, file


def _file_in(module: str, folder: str, code: str) -> Path | None:
    """Return the file with the words of a language in a package, or None."""
    try:
        spec = find_spec(module)
    # Looking for a module imports the packages above it.
    except (Exception, SystemExit):
        return None
    for place in (spec.submodule_search_locations or ()) if spec is not None else ():
        for ending in ("mo", "po"):
            file = Path(place, folder, f"{code}.{ending}")
            if file.is_file():
                return file
    return None


def catalogue(code: str) -> Catalogue:
    """Return the words of a language; English for a code that is not in `LANGUAGES`.

    Raises:
        WordsError: Its file is missing or damaged.
    """
    if code == LANGUAGES[0][0] or code not in dict(LANGUAGES):
        return ENGLISH
    found: list[Catalogue] = [_translations(WORDS / f"{code}.mo")] if code in dict(OWN) else []
    for _, file in _files([code]):
        # A bad file of another package does not affect the others; the doctor reports it.
        with suppress(WordsError):
            found.append(_translations(file))
    return found[0] if len(found) == 1 else Several(tuple(found))


class Several(NamedTuple):
    """Several catalogues of one language; the first one with a translation counts."""

    catalogues: tuple[Catalogue, ...]

    def gettext(self, message: str) -> str:
        """Return the first translation, or the template itself."""
        said = (one.gettext(message) for one in self.catalogues)
        return next((words for words in said if words != message), message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the first translation for this number, or a template."""
        english = ENGLISH.ngettext(msgid1, msgid2, n)
        said = (one.ngettext(msgid1, msgid2, n) for one in self.catalogues)
        return next((words for words in said if words != english), english)

    def pgettext(self, context: str, message: str) -> str:
        """Return the first translation in this sense, or the template itself."""
        said = (one.pgettext(context, message) for one in self.catalogues)
        return next((words for words in said if words != message), message)


def _translations(file: Path) -> Catalogue:
    """Return the words of a file; WordsError if it is missing or damaged."""
    try:
        known = file.stat()
        return _read(file, known.st_mtime_ns, known.st_size)
    # The exception of gettext at a damaged file depends on where it is damaged.
    except Exception as fault:
        if file.exists():
            words = text(
                "{file} is damaged ({fault})",
                file=file.name,
                fault=getattr(fault, "strerror", None) or str(fault),
            )
        else:
            words = text("{file} is missing", file=file.name)
        raise WordsError(words) from fault


@lru_cache(maxsize=16)
def _read(file: Path, when: int, size: int) -> Catalogue:
    """Return a file as modified at `when`, in nanoseconds; each version is read once."""
    # Only other languages need their words, and the first screen waits for them.
    if file.suffix == ".po":
        from companion.content.languages.po import read_po  # noqa: PLC0415

        return read_po(file.read_text("utf-8"))
    from gettext import GNUTranslations  # noqa: PLC0415

    with file.open("rb") as compiled:
        return GNUTranslations(compiled)


def words_or_english(code: str) -> Catalogue:
    """Return the words of a language, or English if they cannot be read; the doctor says why."""
    try:
        return catalogue(code)
    except WordsError:
        return ENGLISH


LANGUAGES: Final = (*OWN, *_others())
"""Code and own name of every language to choose from; the first one is the default."""


@cache
def language_label(code: str) -> str:
    """Return the name of a language in a list, with its share if it is not complete."""
    name = dict(LANGUAGES).get(code, code)
    plugin = _plugins().get(code)
    file = WORDS / f"{code}.mo" if plugin is None else _file_in(plugin.module, "", code)
    if file is None or code in COMPLETE:
        return name
    try:
        share = 100 * _size(file) // _size(WORDS / f"{COMPLETE[-1]}.mo")
    # A file that cannot be read translates nothing; the doctor says what is wrong with it.
    except (OSError, ValueError, ZeroDivisionError):
        share = 0
    return name if share >= 100 else f"{name}, {share} %"


def _size(file: Path) -> int:
    """Return the number of messages that a file translates."""
    if file.suffix == ".po":
        # Only languages of other packages are read from such files.
        from companion.content.languages.po import translations  # noqa: PLC0415

        return len(translations(file.read_text("utf-8")).keys() - {b""})
    # The third number of a `.mo` file counts its messages, of which the head is one.
    return int.from_bytes(file.read_bytes()[8:12], "little") - 1
