"""The repository holds nothing of one machine, and every folder says what is in it.

Every check also runs over a small text that breaks it, so that a blind check is noticed.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from tests.repository_checks import (
    Text,
    Texts,
    folders_without_readme,
    machine_paths,
    put_off,
    registry_names,
    tracked_files,
    unpacked_data,
)

# In two pieces, so that this file itself holds none of it.
ONE, OTHER = "/" + "home", "/" + "srv"
SOURCE, LATER = "--index" + "-url", "TO" + "DO"

OfFiles = Callable[[Iterable[Text]], list[str]]


@pytest.fixture(scope="module")
def files() -> Texts:
    """Return every tracked text file."""
    return Texts(Path(__file__).parent.parent)


def package_data(repository: Path) -> list[str]:
    """Return the package data of pyproject.toml."""
    project = tomllib.loads((repository / "pyproject.toml").read_text("utf-8"))
    return project["tool"]["setuptools"]["package-data"]["*"]


@pytest.mark.parametrize("check", [machine_paths, registry_names, put_off])
def test_files_hold_nothing_foreign(files: Texts, check: OfFiles) -> None:
    """Name no place of one machine, no package registry and no postponed work in tracked files."""
    found = check(files)
    assert not found, "\n" + "\n".join(found)


def test_every_top_folder_says_what_lives_there(repository: Path) -> None:
    """Have a README of more than a headline in each top folder."""
    paths = tracked_files(repository)
    assert not folders_without_readme(paths), folders_without_readme(paths)
    readmes = [path for path in paths if path.count("/") == 1 and path.endswith("/README.md")]
    assert {"companion", "firmware", "hardware", "systemd", "tests"} <= {
        path.split("/")[0] for path in readmes
    }
    for path in readmes:
        assert len((repository / path).read_text("utf-8").split()) > 30, (
            f"{path} says next to nothing"
        )


def test_data_is_packed(repository: Path) -> None:
    """Install boards, fonts and the like that are beside the code."""
    found = unpacked_data(tracked_files(repository), package_data(repository))
    assert not found, "\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("check", "text"),
    [
        (machine_paths, f"see {ONE}/ann/derby for more"),
        (machine_paths, f"open('{OTHER}/derby/board.toml')"),
        (registry_names, f"pip install {SOURCE} https://example.invalid"),
        (put_off, f"# {LATER}: later"),
    ],
)
def test_something_foreign_is_named(check: OfFiles, text: str) -> None:
    """Find foreign things put there on purpose, with file and line."""
    found = check([Text("a/file.txt", "first line\n" + text)])
    assert len(found) == 1 and found[0].startswith("a/file.txt:2: "), found


@pytest.mark.parametrize(
    "text",
    [
        "and/or",
        "/usr/bin/python3",
        "https://example.invalid/home/ann",
        "/.venv/",
        "a / b",
        "one/two/three",
    ],
)
def test_common_ground_is_allowed(text: str) -> None:
    """Accept paths of every Debian, web addresses and fractions."""
    assert not machine_paths([Text("a/file.txt", text)])


def test_a_missing_readme_and_unpacked_data_are_named() -> None:
    """Find a folder without a README and a file that would not be installed."""
    assert folders_without_readme(["a/README.md", "b/file.txt", ".c/file.txt", "file.txt"]) == [
        "b/: has no README.md"
    ]
    assert (
        len(unpacked_data(["companion/content/a.toml", "companion/content/b.bin"], ["*.toml"])) == 1
    )
