"""Find what installed packages add: games, pilots, tables, elements and languages.

Each is named by an entry point in the `pyproject.toml` of its package:

    [project.entry-points."clockwork_derby.pilots"]
    careful = "careful_pilot"

The module that is named there defines for which version of the interface it was written, such as
`INTERFACE = 1`. A plugin that cannot be used is skipped; `Plugin.load` says why.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from companion.errors import DerbyError, PluginError
from companion.named_tuples import NamedTuple
from companion.words import Text, text

GAMES: Final = "games"
PILOTS: Final = "pilots"
TABLES: Final = "tables"
ELEMENTS: Final = "elements"
LANGUAGES: Final = "languages"
INTERFACES: Final[Mapping[str, int]] = {GAMES: 1, PILOTS: 1, TABLES: 1, ELEMENTS: 1, LANGUAGES: 1}
"""The version of each interface, by the kind of plugin.

A version counts up when plugins that were written for the one before no longer work.
"""
GROUP: Final = "clockwork_derby."
"""The beginning of the names of the groups of our entry points; the kind of plugin follows."""


class Plugin(NamedTuple):
    """One thing that an installed package adds."""

    kind: str
    """One of `INTERFACES`."""
    name: str
    """A game's key, a pilot's name, a table's scheme, an element's word, a language's code."""
    module: str
    """The module, or the package, that holds it."""
    package: str
    """The installed package, as `pip` calls it."""

    def load(self, part: str = "") -> ModuleType:
        """Import and return the module, or the part of it that has this name.

        Raises:
            PluginError: It cannot be used.
        """
        try:
            module = import_module(self.module)
            ours, theirs = INTERFACES[self.kind], getattr(module, "INTERFACE", None)
            if theirs is None:
                raise self.fault(
                    text(
                        "{module} does not say for which version it was written, "
                        "such as INTERFACE = {ours}",
                        module=self.module,
                        ours=ours,
                    )
                )
            if theirs != ours:
                raise self.fault(
                    text(
                        "it was written for version {theirs} of the interface, "
                        "and this is version {ours}",
                        theirs=str(theirs),
                        ours=ours,
                    )
                )
            return import_module(f"{self.module}.{part}") if part else module
        except PluginError:
            raise
        except DerbyError as fault:
            # Such as a picture of the package that cannot be read: its words name the place.
            raise self.fault(fault.words) from fault
        # Other people's code may fail in any way while it is imported, and must not end the app.
        except (Exception, SystemExit) as fault:
            raise self.fault(f"{type(fault).__name__}: {fault}") from fault

    def found(self, attribute: str, part: str = "") -> Any:
        """Load the module, or a part of it, and return one attribute.

        Raises:
            PluginError: The module cannot be used, or has no such attribute.
        """
        module = self.load(part)
        if not hasattr(module, attribute):
            raise self.fault(text("{module} has no {name}", module=module.__name__, name=attribute))
        return getattr(module, attribute)

    def has(self, part: str) -> bool:
        """Tell whether there is such a module in its package, without importing it."""
        try:
            return find_spec(f"{self.module}.{part}") is not None
        # To look for a module imports the packages above it.
        except (Exception, SystemExit):
            return False

    def files(self) -> tuple[Path, ...]:
        """Return the Python and TOML files of its module."""
        spec = find_spec(self.module)
        folders = list(spec.submodule_search_locations or ()) if spec is not None else []
        found = [file for folder in folders for file in sorted(Path(folder).rglob("*"))]
        if spec is not None and spec.origin and not folders:
            found.append(Path(spec.origin))
        return tuple(file for file in found if file.suffix in (".py", ".toml"))

    def fault(self, words: Text | str) -> PluginError:
        """Return a fault that says whose plugin cannot be used, why, and what to do."""
        return PluginError(
            text(
                "{plugin} of the package {package} cannot be used: {fault}; "
                "update that package or remove it (pip uninstall {package})",
                plugin=_called(self.kind, self.name),
                package=self.package,
                fault=words,
            )
        )


def _called(kind: str, name: str) -> Text:
    if kind == GAMES:
        return text("the game {name}", name=name)
    if kind == PILOTS:
        return text("the pilot {name}", name=name)
    if kind == TABLES:
        return text("the kind of readers {name}", name=name)
    if kind == ELEMENTS:
        return text("the element {name}", name=name)
    return text("the language {name}", name=name)


def plugins(kind: str, own: Collection[str]) -> Mapping[str, Plugin]:
    """Return the plugins of a kind by their names, in alphabetical order. None is imported.

    Args:
        kind: One of `INTERFACES`.
        own: The names that the app uses itself, which no plugin can take.

    Returns:
        Of several plugins with one name only the first on the path.
    """
    found: dict[str, Plugin] = {}
    for plugin in _of_kind(kind):
        if plugin.name not in own:
            found.setdefault(plugin.name, plugin)
    return dict(sorted(found.items()))


def clashes(kind: str, own: Collection[str]) -> Mapping[str, PluginError]:
    """Return why plugins of a kind are skipped whose names are taken, by name and package."""
    used = plugins(kind, own)
    return {
        f"{plugin.name} ({plugin.package})": plugin.fault(text("there is another one of this name"))
        for plugin in _of_kind(kind)
        if used.get(plugin.name) != plugin
    }


def every_plugin() -> tuple[Plugin, ...]:
    """Return the plugins of all kinds in the order of the path. None is imported."""
    return _installed(tuple(map(str, sys.path)))


def _of_kind(kind: str) -> Iterator[Plugin]:
    return (plugin for plugin in every_plugin() if plugin.kind == kind)


@lru_cache(maxsize=8)
def _installed(path: tuple[str, ...]) -> tuple[Plugin, ...]:
    """Return the plugins of the packages whose metadata mention our entry points.

    `importlib.metadata` would read the metadata of all packages, and every start would be 0.05 s
    later.
    """
    seen: dict[str, tuple[Plugin, ...]] = {}
    for folder in path:
        try:
            with os.scandir(folder or ".") as files:
                names = sorted(file.name for file in files)
        # An archive, or a folder that is not there.
        except OSError:
            continue
        for name in names:
            if not name.endswith((".dist-info", ".egg-info")):
                continue
            file = Path(folder or ".", name, "entry_points.txt")
            try:
                mentions = GROUP.encode() in file.read_bytes()
            except OSError:
                continue
            found = tuple(_plugins_of(file.parent)) if mentions else ()
            if found:
                seen.setdefault(found[0].package, found)
    return tuple(plugin for found in seen.values() for plugin in found)


def _plugins_of(metadata: Path) -> Iterator[Plugin]:
    # It takes 55 ms to import, and most installations have no plugins.
    from importlib.metadata import Distribution  # noqa: PLC0415

    try:
        package = Distribution.at(metadata)
        name = package.metadata["name"] or metadata.stem
        for point in package.entry_points:
            kind = point.group.removeprefix(GROUP)
            if kind in INTERFACES and point.group != kind:
                yield Plugin(kind, point.name, point.module, name)
    # What cannot be read adds nothing; pip says what is wrong with it.
    except Exception:
        return
