"""Tables by URL: `virtual:`, `auto:`, `rig:8`, `serial:/dev/ttyACM1`, `gpio:FILE.toml`, `spy+auto:`.

What follows the colon is the kind's own. A kind of table is a module of this package with `SCHEME: str` and
`table(rest, *, clock, seats) -> Table`; only the module that is asked for is imported. A wrapper's scheme stands before a plus, and its
rest is the URL of what it wraps.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import ModuleType
from typing import Final

import companion.table as package
from companion.errors import TableFault, near_word
from companion.table.base import Table
from companion.table.seats import Seats

WRAPPERS: Final = ("spy",)
"""The schemes that stand before a plus."""


def table_for_url(
    url: str, *, clock: Callable[[], float] = time.monotonic, seats: Seats | None = None
) -> Table:
    """The table of a URL, not yet opened; `clock` is in seconds, `seats` None for those that are remembered from evening to evening.

    TableFault for a URL that names no table, with the schemes that there are.
    """
    scheme, rest = _parted(url.strip())
    module = _module(scheme)
    # A wrapper needs something to wrap, and nothing else may stand before a plus.
    if module is None or (scheme in WRAPPERS) != ("+" in url.partition(":")[0]):
        raise TableFault(_unknown(url, scheme))
    made: Table = module.table(rest, clock=clock, seats=seats)
    return made


def schemes() -> tuple[str, ...]:
    """The schemes of all kinds of tables, sorted; imports every one of them."""
    return tuple(sorted(module.SCHEME for module in _modules() if hasattr(module, "SCHEME")))


def _parted(url: str) -> tuple[str, str]:
    head, _, rest = url.partition(":")
    if "+" in head:
        wrapper, _, inner = url.partition("+")
        return wrapper, inner
    return head, rest


def _module(scheme: str) -> ModuleType | None:
    """The module of a scheme: the one of its name, else whichever says so."""
    name = f"{package.__name__}.{scheme}"
    # By its name first, since looking through all kinds imports all of them. A dot in a scheme would reach into other packages.
    if (
        scheme.isidentifier()
        and find_spec(name) is not None
        and getattr(import_module(name), "SCHEME", None) == scheme
    ):
        return import_module(name)
    return next(
        (module for module in _modules() if getattr(module, "SCHEME", None) == scheme), None
    )


def _modules() -> Iterator[ModuleType]:
    for found in iter_modules(package.__path__):
        try:
            module = import_module(f"{package.__name__}.{found.name}")
        # A kind that cannot be loaded, such as for want of a library, hides no other; who asks for it by its name is told.
        except Exception:
            continue
        yield module


def _unknown(url: str, scheme: str) -> str:
    known = schemes()
    near = near_word(scheme, known)
    hint = f"; did you mean {near}:?" if near else ""
    plain = ", ".join(f"{name}+…" if name in WRAPPERS else f"{name}:" for name in known)
    return f"table {url!r}: found scheme {scheme!r}, expected one of {plain}{hint}"
