"""Which tests run when: the quick ones at every `make test`, the slow ones by `make test-all`.

A test is slow by `pytest.mark.slow("the reason")`, whole or for some of its cases. The quick lane
alone notices each fault of `tests/mutants.py`.
"""

from __future__ import annotations

import ast
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

FOLDERS: Final = ("tests", "companion/testing")
"""Where files of tests lie."""

LONGEST: Final = (
    "companion/testing/test_playing.py",
    "companion/testing/test_going_back.py",
)
"""The files that take longest: begun last, one of them would keep the other processors waiting."""

CODE: Final = ("companion", "tests", "firmware")
"""Folders with modules whose imports are followed."""


def test_files(top: Path) -> list[Path]:
    """Return every file of tests, sorted."""
    return sorted(path for name in FOLDERS for path in (top / name).rglob("test_*.py"))


def changed_files(top: Path, against: str = "origin/main") -> list[str]:
    """Return the files that differ from a commit, also those that git does not know yet.

    Raises CalledProcessError if git does not know that commit.
    """
    orders = (
        ["git", "diff", "--name-only", f"{against}...HEAD"],
        ["git", "diff", "--name-only", "HEAD"],
        ["git", "ls-files", "--others", "--exclude-standard"],
    )
    return sorted(
        {
            line
            for order in orders
            for line in subprocess.run(
                order, cwd=top, check=True, capture_output=True, text=True
            ).stdout.splitlines()
        }
    )


def files_touched(top: Path, changed: list[str]) -> list[Path]:
    """Return the files of tests that may come out differently by changes, sorted.

    That is a file that imports what has changed, directly or through other modules, and a file that
    names what has changed, or the folder of something that is not Python.
    """
    importers = _importers(top)
    touched = set(changed)
    waiting = list(changed)
    while waiting:
        for importer in importers[waiting.pop()] - touched:
            touched.add(importer)
            waiting.append(importer)
    words = {word for path in changed for word in _words(path)}
    return [
        path
        for path in test_files(top)
        if path.relative_to(top).as_posix() in touched
        or any(word in path.read_text("utf-8") for word in words)
    ]


def _words(path: str) -> Iterator[str]:
    """Yield how a test names a file that is no module."""
    place = Path(path)
    yield f'"{path}"'
    yield place.name
    if place.suffix != ".py":
        for folder in place.parents:
            if folder.name:
                yield f'"{folder.as_posix()}"'
                yield f'"{folder.name}"'


def _importers(top: Path) -> defaultdict[str, set[str]]:
    """Return for each module's path the paths of the modules that import it."""
    paths = {
        ".".join(path.relative_to(top).with_suffix("").parts).removesuffix(".__init__"): path
        for folder in CODE
        for path in (top / folder).rglob("*.py")
    }
    found: defaultdict[str, set[str]] = defaultdict(set)
    for path in paths.values():
        importer = path.relative_to(top).as_posix()
        for name in _imported(ast.parse(path.read_text("utf-8"))):
            if name in paths:
                found[paths[name].relative_to(top).as_posix()].add(importer)
    return found


def _imported(tree: ast.Module) -> Iterator[str]:
    """Yield the names of all modules that a module may import; the house has no relative imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            for alias in node.names:
                yield f"{node.module}.{alias.name}"
