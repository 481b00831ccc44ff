"""Checks of every file of the repository; each function names file and line of what breaks it."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

CODE: Final = ("companion", "firmware")

REGISTRIES: Final = re.compile(
    r"p(?:)ypi\.org|python(?:)hosted\.|pi(?:)wheels\.|artifact(?:)registry|deb\.(?:)"
    r"debian\.org|--(?:extra-)?index(?:)-url|--find(?:)-links"
)
LATER: Final = re.compile(r"\b(?:TO" r"DO|FIX" r"ME|X" r"XX)\b")
ABSOLUTE: Final = re.compile(r"""(?:^|[\s"'`(=,:])(/[a-z]+)/[\w.-]+""", re.MULTILINE)

EVERYWHERE: Final = frozenset(
    [
        "/bin",
        "/boot",
        "/dev",
        "/etc",
        "/lib",
        "/opt",
        "/proc",
        "/run",
        "/sbin",
        "/sys",
        "/tmp",
        "/usr",
        "/var",
    ]
)
"""Folders that every Debian has; any other absolute path belongs to one machine only."""


@dataclass(frozen=True)
class Text:
    """One tracked text file."""

    path: str
    text: str

    def lines_with(self, pattern: re.Pattern[str]) -> Iterator[tuple[str, re.Match[str]]]:
        """Yield where a pattern is found: `path:line`, and the match."""
        for found in pattern.finditer(self.text):
            line = (
                self.text.count("\n", 0, found.start() + len(found[0]) - len(found[0].lstrip())) + 1
            )
            yield f"{self.path}:{line}", found


def tracked_files(repository: Path) -> list[str]:
    """Return the paths of all tracked files that exist, relative to the top folder."""
    done = subprocess.run(
        ["git", "ls-files", "-z"],
        cwd=repository,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return [path for path in done.stdout.split("\0") if path and (repository / path).is_file()]


class Texts:
    """Every tracked text file, without pictures and fonts.

    Each is read when its turn comes, since all of them together need 30 MB.
    """

    def __init__(self, repository: Path) -> None:
        """Find the files."""
        self._repository = repository
        self._paths = tracked_files(repository)

    def __iter__(self) -> Iterator[Text]:
        """Yield one after the other."""
        for path in self._paths:
            content = (self._repository / path).read_bytes()
            if b"\0" not in content:
                yield Text(path, content.decode("utf-8"))


def machine_paths(files: Iterable[Text]) -> list[str]:
    """Return absolute paths that exist on one machine only."""
    return [
        f"{place}: {found[0].strip()} is a place on one machine"
        for file in files
        for place, found in file.lines_with(ABSOLUTE)
        if found[1] not in EVERYWHERE
    ]


def registry_names(files: Iterable[Text]) -> list[str]:
    """Return names of package registries: they belong to the machine, not to the repository."""
    return [
        f"{place}: names a package registry, {found[0]}"
        for file in files
        for place, found in file.lines_with(REGISTRIES)
    ]


def put_off(files: Iterable[Text]) -> list[str]:
    """Return comments that put work off."""
    return [
        f"{place}: {found[0]}; do it or open an issue"
        for file in files
        for place, found in file.lines_with(LATER)
    ]


def folders_without_readme(paths: list[str]) -> list[str]:
    """Return top folders that neither a README nor a first page of the documents describes."""
    folders = {path.split("/")[0] for path in paths if "/" in path and not path.startswith(".")}
    return [
        f"{folder}/: has no README.md"
        for folder in sorted(folders)
        if not {f"{folder}/README.md", f"{folder}/index.md"} & {*paths}
    ]


def unpacked_data(paths: list[str], patterns: list[str]) -> list[str]:
    """Return files beside the code that the package data of pyproject.toml leave out."""
    inside = (Path(path) for path in paths if path.startswith("companion/"))
    data = (path for path in inside if path.suffix not in (".py", ".md"))
    return [
        f"{path}: matches no pattern of package-data in pyproject.toml"
        for path in data
        if not any(map(path.match, patterns))
    ]
