"""Packages that work at once, for authors of games, pilots, tables, elements and languages.

A template is a folder of files that end in `.txt`. Its folder `package` becomes the module, and
`$key`, `$module`, `$package`, `$title`, `$class_name` and `$interface` are filled in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from keyword import iskeyword
from string import Template
from typing import Final

from companion.content.languages import TEMPLATES
from companion.content.languages.po import new_po
from companion.errors import SetupError
from companion.plugins import ELEMENTS, GAMES, INTERFACES, LANGUAGES, PILOTS, TABLES

KINDS: Final = {
    "game": GAMES,
    "pilot": PILOTS,
    "table": TABLES,
    "element": ELEMENTS,
    "language": LANGUAGES,
}
"""The kinds of plugins that there is a template for, by their folders."""
ENDING: Final = ".txt"


def key_of(name: str) -> str:
    """Return the key of a new plugin with this name: "Two Lots" is two_lots.

    Raises:
        SetupError: The name makes no module of Python.
    """
    key = re.sub(r"[\s.-]+", "_", name.strip()).lower()
    if not re.fullmatch(r"[a-z][a-z0-9_]*", key) or iskeyword(key):
        raise SetupError(
            f"found the name {name!r}, expected a letter, then letters, digits and dashes, "
            "and no word of Python, such as two-lots"
        )
    return key


def module_of(kind: str, name: str) -> str:
    """Return the module of a new plugin; a code such as fr says too little for a module."""
    return f"clockwork_{key_of(name)}" if kind == "language" else key_of(name)


def package_files(kind: str, name: str) -> dict[str, str]:
    """Return the files of a new package: their text by their paths in its folder.

    Args:
        kind: One of `KINDS`.
        name: The name of the plugin.
    """
    key, module = key_of(name), module_of(kind, name)
    words = key.split("_")
    holes = {
        "key": key,
        "module": module,
        "package": module.replace("_", "-"),
        "title": " ".join(words).title(),
        "class_name": "".join(word.capitalize() for word in words),
        "interface": INTERFACES[KINDS[kind]],
    }
    found = {
        path.replace("package/", f"{module}/", 1).removesuffix(ENDING): Template(text).substitute(
            holes
        )
        for path, text in _texts(files(__package__).joinpath(kind), "")
    }
    if kind == "language":
        found[f"{module}/{key}.po"] = new_po(TEMPLATES.read_text("utf-8"), key)
    return found


def _texts(folder: Traversable, path: str) -> Iterator[tuple[str, str]]:
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.is_dir():
            yield from _texts(file, f"{path}{file.name}/")
        elif file.name.endswith(ENDING):
            yield f"{path}{file.name}", file.read_text(encoding="utf-8")
