"""Tables by URL: `virtual:`, `auto:`, `rig:8`, `serial:/dev/ttyACM1`, `gpio:FILE.toml`, `spy+URL`.

The kind of table interprets the text after the colon. A kind is a module of this package with
`SCHEME: str` and `table(rest, *, clock, seats) -> Table`; only the module asked for is imported.
The scheme of a wrapper is followed by a plus and the URL of the wrapped table.
A kind of another package is such a module too, named by an entry point of the group
`clockwork_derby.tables` under its scheme.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import ModuleType
from typing import Final

import companion.table as package
from companion.errors import PluginError, TableError, near_word
from companion.plugins import TABLES, Plugin, clashes, plugins
from companion.table.base import Table
from companion.table.seats import Seats
from companion.words import Text, text

WRAPPERS: Final = ("spy",)
"""The schemes that are followed by a plus."""


def table_for_url(
    url: str, *, clock: Callable[[], float] = time.monotonic, seats: Seats | None = None
) -> Table:
    """Return the unopened table of a URL.

    `clock` is in seconds, monotonic. Without `seats` the remembered ones are used.

    Raises:
        TableError: The URL names no table; the message lists the schemes.
    """
    scheme, _, rest = url.strip().partition(":")
    wraps = "+" in scheme
    if wraps:
        scheme, _, rest = url.strip().partition("+")
    module = _module(scheme)
    # A wrapper needs a table to wrap, and only a wrapper may have a plus.
    if module is None or (scheme in WRAPPERS) != wraps:
        raise TableError(_unknown(url, scheme))
    made: Table = module.table(rest, clock=clock, seats=seats)
    return made


def schemes() -> tuple[str, ...]:
    """Return the schemes of all tables, sorted. Imports all of them."""
    plugins = [scheme for scheme, one in _loaded().items() if not isinstance(one, PluginError)]
    return tuple(sorted([*_own(), *plugins]))


def broken_tables() -> Mapping[str, Text]:
    """Return the reasons why tables of other packages cannot be used, by scheme. Imports all."""
    found = {**_loaded(), **clashes(TABLES, _own())}
    return {
        scheme: fault.words for scheme, fault in found.items() if isinstance(fault, PluginError)
    }


def _own() -> list[str]:
    return [module.SCHEME for module in _modules() if hasattr(module, "SCHEME")]


def _loaded() -> dict[str, ModuleType | PluginError]:
    found: dict[str, ModuleType | PluginError] = {}
    for scheme, plugin in plugins(TABLES, _own()).items():
        try:
            found[scheme] = _module_of_plugin(plugin)
        except PluginError as fault:
            found[scheme] = fault
    return found


def _module_of_plugin(plugin: Plugin) -> ModuleType:
    """Return the module of a plugin; PluginError if it is no kind of table."""
    module = plugin.load()
    if getattr(module, "SCHEME", None) != plugin.name or not callable(
        getattr(module, "table", None)
    ):
        raise plugin.fault(
            text("it must have SCHEME = {scheme} and a function table", scheme=repr(plugin.name))
        )
    return module


def _module(scheme: str) -> ModuleType | None:
    """Return the module of a scheme: the one of that name or the one with that SCHEME."""
    name = f"{package.__name__}.{scheme}"
    # By name first, since a search imports all tables. A dot in a scheme would reach into other
    # packages.
    if (
        scheme.isidentifier()
        and find_spec(name) is not None
        and getattr(import_module(name), "SCHEME", None) == scheme
    ):
        return import_module(name)
    own = next((module for module in _modules() if getattr(module, "SCHEME", None) == scheme), None)
    plugin = plugins(TABLES, ()).get(scheme) if own is None else None
    if plugin is None:
        return own
    try:
        return _module_of_plugin(plugin)
    except PluginError as fault:
        raise TableError(fault.words) from fault


def _modules() -> Iterator[ModuleType]:
    for found in iter_modules(package.__path__):
        try:
            module = import_module(f"{package.__name__}.{found.name}")
        # A table that cannot be loaded, perhaps for lack of a library, hides no other. Its fault is
        # reported when it is asked for by name.
        except Exception:
            continue
        yield module


def _unknown(url: str, scheme: str) -> str:
    known = schemes()
    near = near_word(scheme, known)
    hint = f"; did you mean {near}:?" if near else ""
    plain = ", ".join(f"{name}+…" if name in WRAPPERS else f"{name}:" for name in known)
    broken = "".join(f"; {words}" for words in broken_tables().values())
    return f"table {url!r}: found scheme {scheme!r}, expected one of {plain}{hint}{broken}"
