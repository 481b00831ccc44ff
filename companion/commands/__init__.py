"""The commands of `clockwork-derby`, one module each, found here by its file name and imported only when it is asked for.

A command's module has three things:
- `NAME`: what people type, which is the module's name;
- `add(subparsers)`: make its parser, with help and arguments;
- `run(args) -> int`: do it and answer the exit status; a DerbyError that it lets through is printed as one sentence, status 2.

A new command is a new file. The commands of one kind of games lie in a folder of their own. Modules whose names begin with an underscore are no
commands but what several of them need.
"""

from __future__ import annotations

import argparse
import pkgutil
from collections.abc import Mapping
from importlib import import_module
from typing import Protocol, TypeAlias

Subparsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
"""Where a command adds its parser."""


class CommandModule(Protocol):
    """What a command's module offers."""

    NAME: str

    def add(self, subparsers: Subparsers) -> None:
        """Make the command's parser."""

    def run(self, args: argparse.Namespace) -> int:
        """Carry the command out; the exit status."""


def names() -> tuple[str, ...]:
    """The names of all commands, in alphabetical order; imports none of them.

    The order of `--help`.
    """
    return tuple(sorted(_places()))


def command(name: str) -> CommandModule:
    """A command's module, imported now.

    ImportError for a name that is none of `names`.
    """
    module: CommandModule = import_module(_places().get(name, f"{__name__}.{name}"))
    return module


def _places() -> Mapping[str, str]:
    """The module of each command, by its name."""
    folders = {f"{__name__}.": list(__path__)}
    folders |= {
        f"{__name__}.{found.name}.": [f"{path}/{found.name}" for path in __path__]
        for found in pkgutil.iter_modules(__path__)
        if found.ispkg
    }
    return {
        found.name: f"{prefix}{found.name}"
        for prefix, paths in folders.items()
        for found in pkgutil.iter_modules(paths)
        if not (found.ispkg or found.name.startswith("_"))
    }
