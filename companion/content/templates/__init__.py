"""Packages that play at once, for those who write a game, a pilot or a kind of table of their own.

A template is a folder of files that end in `.txt`. Its folder `package` becomes the module, and
`$key`, `$package`, `$title`, `$class_name` and `$interface` are filled in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from keyword import iskeyword
from string import Template
from typing import Final

from companion.errors import SetupFault
from companion.plugins import GAMES, INTERFACES, PILOTS, TABLES

KINDS: Final = {"game": GAMES, "pilot": PILOTS, "table": TABLES}
"""The kinds of plugins that there is a template for, by their folders."""
ENDING: Final = ".txt"


def key_of(name: str) -> str:
    """Return the key of a new plugin with this name: "Two Lots" is two_lots.

    Raises:
        SetupFault: The name makes no module of Python.
    """
    key = re.sub(r"[\s.-]+", "_", name.strip()).lower()
    if not re.fullmatch(r"[a-z][a-z0-9_]*", key) or iskeyword(key):
        raise SetupFault(
            f"found the name {name!r}, expected a letter, then letters, digits and dashes, "
            "and no word of Python, such as two-lots"
        )
    return key


def filled(kind: str, name: str) -> dict[str, str]:
    """Return the files of a new package: their text by their paths in its folder.

    Args:
        kind: One of `KINDS`.
        name: The name of the plugin.
    """
    key = key_of(name)
    words = key.split("_")
    holes = {
        "key": key,
        "package": key.replace("_", "-"),
        "title": " ".join(words).title(),
        "class_name": "".join(word.capitalize() for word in words),
        "interface": INTERFACES[KINDS[kind]],
    }
    return {
        path.replace("package/", f"{key}/", 1).removesuffix(ENDING): Template(text).substitute(
            holes
        )
        for path, text in _texts(files(__package__).joinpath(kind), "")
    }


def _texts(folder: Traversable, path: str) -> Iterator[tuple[str, str]]:
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.is_dir():
            yield from _texts(file, f"{path}{file.name}/")
        elif file.name.endswith(ENDING):
            yield f"{path}{file.name}", file.read_text(encoding="utf-8")
