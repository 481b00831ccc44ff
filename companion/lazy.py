"""Imports that wait until what they import is used, for all that a first screen can do without.

    with lazy_imports():
        from companion.session.race import on_begin

Here `on_begin` is a stand-in. The first call imports its module, and the function takes the place
of the stand-in. mypy, readers and the tests of layers see a usual import. This works for functions,
for modules whose names are read as attributes, and for classes that are only called. Constants,
base classes and the classes of `isinstance` and of fields must be there at once
(`tests/test_lazy.py` reads every such block). A module that is there already is not waited for.

After the first screen the app imports the rest between frames (`import_next`), so that no touch
waits for it.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from threading import Lock
from types import ModuleType
from typing import Any

_LOCK = Lock()
_USUAL = builtins.__import__
_BLOCKS: dict[int, dict[str, Any]] = {}
"""The globals of the modules that are in such a block now, by their identity."""
_WAITING: dict[str, None] = {}
"""The modules that have not been used yet, the first one that was asked for first."""


@contextmanager
def lazy_imports() -> Iterator[None]:
    """Within this block the module that opens it imports nothing yet; others import as usual."""
    # The frames between are those of the block and of `contextmanager`.
    block = sys._getframe(2).f_globals
    with _LOCK:
        _BLOCKS[id(block)] = block
        builtins.__import__ = _import
    try:
        yield
    finally:
        with _LOCK:
            del _BLOCKS[id(block)]
            if not _BLOCKS:
                builtins.__import__ = _USUAL


def import_next() -> bool:
    """Import one more module that still waits; whether there may be more. Called between frames."""
    while _WAITING:
        name = next(iter(_WAITING))
        del _WAITING[name]
        if name not in sys.modules:
            import_module(name)
            return True
    return False


def _import(
    name: str,
    globals: Mapping[str, object] | None = None,
    locals: Mapping[str, object] | None = None,
    fromlist: Sequence[str] | None = (),
    level: int = 0,
) -> ModuleType:
    """Make stand-ins where a block says so, else import as usual."""
    block = _BLOCKS.get(id(globals))
    if block is None or not fromlist or level or _is_there(name, fromlist):
        return _USUAL(name, globals, locals, fromlist or (), level)
    _WAITING.setdefault(name)
    stand_ins = ModuleType(name)
    vars(stand_ins).update({each: StandIn(name, each, block) for each in fromlist})
    return stand_ins


def _is_there(name: str, names: Sequence[str]) -> bool:
    """Whether a module has been imported, and not only begun, with these names in it."""
    module = sys.modules.get(name)
    return (
        module is not None
        and not getattr(module.__spec__, "_initializing", False)
        and all(hasattr(module, each) for each in names)
    )


class StandIn:
    """What a name of another module is until it is used."""

    __slots__ = ("_found", "_globals", "_module", "_name")

    def __init__(self, module: str, name: str, globals: dict[str, Any]) -> None:
        """Stand in for a name of a module, in the globals of the one that imports it."""
        self._module, self._name, self._globals = module, name, globals
        self._found: Any = None

    def __call__(self, *words: Any, **named: Any) -> Any:
        """Call what it stands for."""
        return self.found()(*words, **named)

    def __getattr__(self, name: str) -> Any:
        """Read a name of what it stands for."""
        return getattr(self.found(), name)

    def found(self) -> Any:
        """Return what it stands for, and put that into its place."""
        if self._found is None:
            module = import_module(self._module)
            if hasattr(module, self._name):
                self._found = getattr(module, self._name)
            else:
                self._found = import_module(f"{self._module}.{self._name}")
            for name, value in self._globals.items():
                if value is self:
                    self._globals[name] = self._found
                    break
        return self._found
