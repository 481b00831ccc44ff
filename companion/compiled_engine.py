"""Play by the engine as machine code, where the wheel `clockwork-derby-engine-compiled` fits.

Its modules stand in a package of their own, so that an installed wheel changes nothing by itself. A
process that wants it calls `use_compiled_engine` before it imports the engine, or is started with
`CLOCKWORK_DERBY_ENGINE=compiled` in its environment. Then a finder leads each import of a compiled
module to its machine code. That happens only if the machine code was made of the very sources that
are installed: all of it is used or nothing.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

from companion.words import Text, text

PACKAGE: Final = "clockwork_derby_engine_compiled"
SOURCES: Final = Path(__file__).parent.parent
ENGINE: Final = "CLOCKWORK_DERBY_ENGINE"
COMPILED: Final = "compiled"
MISSING, OTHER, BROKEN, LATE = "missing", "other", "broken", "late"
"""The reasons for which the machine code is not used: it is not installed, was made of other
sources, cannot be loaded, or the engine has been imported from its sources already."""
UNUSABLE: Final[Mapping[str, Text]] = {
    OTHER: text("The engine as machine code was made of other sources and is not used."),
    BROKEN: text("The engine as machine code cannot be loaded by this Python and is not used."),
}
"""The sentences for people, by the reason."""
REMEDY: Final = text(
    "Run make compiled again, or remove it: pip uninstall clockwork-derby-engine-compiled."
)


class _Finder(MetaPathFinder):
    """Finds compiled modules by their full names."""

    def __init__(self, files: Mapping[str, Path]) -> None:
        self.files = files

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        file = self.files.get(name)
        return None if file is None else spec_from_file_location(name, file)


def digest(root: Path, paths: Iterable[str]) -> str:
    """Return a hash of these files, "" if one is missing."""
    found = sha256()
    try:
        for path in paths:
            found.update(b"%s\0%s\0" % (path.encode(), (root / path).read_bytes()))
    except OSError:
        return ""
    return found.hexdigest()


def why_not_compiled() -> str:
    """Return why the installed machine code does not fit this program, "" if it does."""
    try:
        package = import_module(PACKAGE)
    except ImportError:
        return MISSING
    if digest(SOURCES, package.SOURCES) != package.DIGEST:
        return OTHER
    return "" if len(_files(package)) == len(package.MODULES) else BROKEN


def use_compiled_engine() -> str:
    """Use the machine code in this process and in those that it starts; return why not, or ""."""
    os.environ[ENGINE] = COMPILED
    if any(isinstance(finder, _Finder) for finder in sys.meta_path):
        return ""
    reason = why_not_compiled()
    if reason:
        return reason
    files = _files(import_module(PACKAGE))
    if not files.keys().isdisjoint(sys.modules):
        return LATE
    finder = _Finder(files)
    sys.meta_path.insert(0, finder)
    try:
        # It holds the code of all modules, and can be loaded before any of them.
        import_module(next(name for name in files if name.endswith("__mypyc")))
    except Exception:
        sys.meta_path.remove(finder)
        return BROKEN
    return ""


def _files(package: ModuleType) -> dict[str, Path]:
    """Return the file of each compiled module that is there, for this Python."""
    folder = Path(package.__path__[0])
    places = {
        name: folder / f"{name.replace('.', '/')}{EXTENSION_SUFFIXES[0]}"
        for name in package.MODULES
    }
    return {name: file for name, file in places.items() if file.is_file()}
