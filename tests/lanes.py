"""Which tests run when: the quick ones at every `make test`, the others by `make test-all`.

`make test` is to take five minutes on two cores. What waits stands here, each with its reason. The quick
lane alone notices each fault of `tests/mutants.py`; `make test-changed` runs all tests of a change.
"""

from __future__ import annotations

import ast
import subprocess
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final
from zlib import crc32

FOLDERS: Final = ("tests", "companion/testing")
"""Where files of tests lie."""

LONGEST: Final = (
    "companion/testing/test_playing.py",
    "companion/testing/test_going_back.py",
)
"""The files that take longest: begun last, one of them would keep the other processors waiting."""

SLOW: Final[Mapping[str, str]] = {
    "tests/engine/test_compiled.py": "compiles the engine; its races are on record for the sources",
    "tests/test_bench.py": "takes measurements, which decide nothing",
    "tests/ui/test_whole_game.py": "a whole game by real touches; a turn of each game stays",
    "tests/ui/test_whole_turns.py": "whole turns of all games by real touches, one after another",
    "tests/hardware/test_body.py": "renders every part by openscad",
    "tests/hardware/test_array_board.py": "reads the board again from its Gerber files",
    "tests/phones/test_whole_games.py": "whole games in browsers; a turn on phones stays",
    "tests/update/test_attack.py": "attacks on root's updater, one process each",
    "tests/systemd/test_install.py": "installs the appliance",
    "tests/tournament/test_cluster.py": "two workers of a cluster",
    "tests/ui/test_killed_window.py": "windows killed in mid-register; the journal's kills stay",
    "tests/ui/test_turned_window.py": "paints windows in four turns",
}
"""Files, or tests of a file (`file.py::test_name`), that wait as a whole, and why."""

SIZES: Final = ("(800, 480)", "(1280, 800)", "(720, 1280)")
"""How a case of a test says at which size of the window it runs."""

SAMPLED: Final[Mapping[str, int]] = {}
"""Files whose tests ask the same of many cases: one in so many is quick, and the first of each test."""

CODE: Final = ("companion", "tests", "firmware")
"""Folders with modules whose imports are followed."""


def test_files(top: Path) -> list[Path]:
    """Return every file of tests, sorted."""
    return sorted(path for name in FOLDERS for path in (top / name).rglob("test_*.py"))


def is_slow(node: str, number: int) -> bool:
    """Say whether a case waits for `make test-all`.

    Args:
        node: The name by which pytest knows it, such as `tests/test_x.py::test_y[case]`.
        number: How many cases of the same test come before it.
    """
    test, _, case = node.partition("[")
    file = test.partition("::")[0]
    if file in SLOW or test in SLOW:
        return True
    for at, size in enumerate(SIZES):
        if size in case:
            # The same page at one size is quick, at another size than the next page.
            return crc32(f"{test}{case.replace(size, '')}".encode()) % len(SIZES) != at
    if file in SAMPLED:
        return number > 0 and crc32(node.encode()) % SAMPLED[file] != 0
    return False


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
