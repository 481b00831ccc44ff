"""Find the commands of `clockwork-derby` by file name, and import a command only when it is called.

The module of a command has:
- `NAME`: what people type, which is the module's name;
- `add(subparsers)`: adds its parser, with its arguments;
- `run(args) -> int`: runs it and returns the exit status; a DerbyError is printed as one sentence,
  with status 2.

A new command is a new file, and a line in SUMMARIES. The commands of one kind of games have a
folder. Modules whose names begin with an underscore are no commands but shared by several of them.
"""

from __future__ import annotations

import argparse
import pkgutil
from collections.abc import Mapping
from importlib import import_module
from typing import Final, Protocol, TypeAlias

Subparsers: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
"""The place to which a command adds its parser."""

SUMMARIES: Final[Mapping[str, str]] = {
    "bench": "measure the speed of engine, games, readers, phones and screen",
    "board": "list boards, check board files, import and export maps of Tiled",
    "certify": "test every slot, handle and light of a table, and write a report",
    "check": "play scenarios and compare the results with what they expect",
    "completion": "print the script for completion with the Tab key in bash, zsh or fish",
    "conform": "test a package of your own and report its faults",
    "decks": "check, save and list decks that people write",
    "doctor": "check the machine and say what is wrong and what to do",
    "explain": "print the events of a scenario, each with its rule",
    "firmware": "install firmware on a card reader, or list connected readers",
    "gallery": "write pictures of every screen",
    "games": "list, show, continue, export, import, replay and delete saved games",
    "hardware": "make the files of the card reader's plan, or print parts and power",
    "new": "write a package with a game, a pilot, readers, an element or a language",
    "play": "open the touchscreen (also without a command)",
    "print": "write boards, cards and markers as PDF, true to scale",
    "records": "show the people of the table, their games and achievements",
    "resolve": "play scenarios and print the final positions",
    "rig": "run emulated card readers with the real firmware",
    "simulate": "play whole games with random pilots and sum them up",
    "table": "check table files, and list the tags of cards",
    "tournament": "let pilots play against each other and rate them",
    "update": "install a new version from a stick, or go back to the previous one",
}
"""A line about each command for `--help`, which imports none of them."""


class CommandModule(Protocol):
    """The interface of a command's module."""

    NAME: str

    def add(self, subparsers: Subparsers) -> None:
        """Add the command's parser."""

    def run(self, args: argparse.Namespace) -> int:
        """Run the command and return the exit status."""


def add_command(
    subparsers: Subparsers, name: str, about: str | None, add_help: bool = True
) -> argparse.ArgumentParser:
    """Add a command; its help keeps the lines of `about`."""
    return subparsers.add_parser(
        name,
        description=about,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        add_help=add_help,
    )


def names() -> tuple[str, ...]:
    """Return the names of all commands in the order of `--help`, without importing them."""
    return tuple(SUMMARIES)


def command(name: str) -> CommandModule:
    """Import a command's module and return it.

    Raises:
        ImportError: The name is none of `names`.
    """
    folders = {f"{__name__}.": list(__path__)}
    folders |= {
        f"{__name__}.{found.name}.": [f"{path}/{found.name}" for path in __path__]
        for found in pkgutil.iter_modules(__path__)
        if found.ispkg
    }
    places = {
        found.name: f"{prefix}{found.name}"
        for prefix, paths in folders.items()
        for found in pkgutil.iter_modules(paths)
        if not (found.ispkg or found.name.startswith("_"))
    }
    module: CommandModule = import_module(places.get(name, f"{__name__}.{name}"))
    return module
