"""Every command that a page shows works; tests/commands.py says how each kind is proved."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.commands import Command, commands, proof, run
from tests.repository_checks import tracked_files
from tests.test_develop import PAGES

READMES = (
    "CONTRIBUTING.md",
    "README.md",
    "companion/README.md",
    "docs/appliance.md",
    "docs/build/certify.md",
    "docs/build/flash.md",
    "docs/build/print.md",
    "docs/build/wire.md",
    "docs/play.md",
    "docs/reference/board.md",
    "docs/reference/command-line.md",
    "docs/reference/deck.md",
    "docs/reference/readers.md",
    "docs/reference/scenario.md",
    "docs/reference/speed.md",
    "docs/reference/tiled.md",
    "docs/reference/tournament.md",
    "docs/table.md",
    "tests/README.md",
)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a writable copy of the tracked files, with this checkout's environment."""
    repository = Path(__file__).parent.parent
    home = tmp_path_factory.mktemp("clone") / "clockwork-derby"
    for path in [*tracked_files(repository), *READMES]:
        if (repository / path).exists():
            (home / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(repository / path, home / path)
    (home / ".venv").symlink_to(sys.prefix)
    return home


def block(folder: Path, *lines: str, shell: str = "sh") -> Path:
    """Write a README with one block of commands, which begins on line 3."""
    readme = folder / "README.md"
    readme.write_text("\n".join(["# A title", "", f"```{shell}", *lines, "```", ""]), "utf-8")
    return readme


# Some pages have dozens of commands: minutes on a busy machine.
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", READMES)
def test_every_command_works(copy: Path, name: str) -> None:
    """Run all commands of a page in order."""
    for command in commands(copy / name, name):
        run(command, copy, Path(sys.executable).parent)


def test_the_front_page_shows_the_two_commands(copy: Path) -> None:
    """Show a newcomer on the front page how to play and how to test."""
    shown = {" ".join(command.words) for command in commands(copy / "README.md", "README.md")}
    assert {"make play", "make test"} <= shown


def test_commands_are_found_with_their_lines(tmp_path: Path) -> None:
    """Skip remarks and empty lines, and name a command by its line in the file."""
    readme = block(
        tmp_path,
        "# a remark",
        "",
        "make play  # opens a window",
        "clockwork-derby check tests/scenarios",
    )
    assert [command.place for command in commands(readme, "README.md")] == [
        "README.md:6",
        "README.md:7",
    ]


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("git clone https://example.invalid/clockwork-derby.git", ""),
        ("cd clockwork-derby", ""),
        ("sudo apt install python3-venv libgl1", ""),
        ("make", "make help"),
        ("make play", "make -n play"),
        ("sudo make install", "make -n install"),
        ("clockwork-derby", "clockwork-derby --help"),
        (".venv/bin/clockwork-derby play", ".venv/bin/clockwork-derby play --help"),
        ("clockwork-derby games resume 1", "clockwork-derby games resume 1 --help"),
        ("clockwork-derby games list --state kept", "clockwork-derby games list --state kept"),
        (
            "clockwork-derby bench growth --plot growth.svg",
            "clockwork-derby bench growth --plot growth.svg --quick",
        ),
        (
            "clockwork-derby simulate --games 2 > games.txt",
            "clockwork-derby simulate --games 2 > games.txt",
        ),
    ],
)
def test_each_kind_has_its_proof(repository: Path, line: str, shown: str) -> None:
    """Replace each kind by its proof; run what writes and prints unchanged."""
    assert proof(Command("README.md:1", line), repository) == shown


@pytest.mark.parametrize(
    "line",
    [
        "curl https://example.invalid | sh",
        "cd nowhere",
        "sudo apt install libnothing",
        "git clone there",
    ],
)
def test_an_unknown_command_is_a_fault(repository: Path, line: str) -> None:
    """Refuse a command that cannot be tested, or is plainly wrong."""
    with pytest.raises(ValueError, match=r"README\.md:1: "):
        proof(Command("README.md:1", line), repository)


@pytest.mark.parametrize(
    "line",
    ["make plya", "clockwork-derby no-such-command"],
)
def test_a_wrong_command_is_a_fault(copy: Path, line: str) -> None:
    """Name a failing command with its output."""
    with pytest.raises(ValueError, match=r"README\.md:1: .* ended with"):
        run(Command("README.md:1", line), copy, Path(sys.executable).parent)


def test_a_block_of_another_shell_is_a_fault(tmp_path: Path) -> None:
    """Refuse a block under another name, which would hide its commands."""
    with pytest.raises(ValueError, match=r"README\.md:3: call the block sh"):
        commands(block(tmp_path, "make play", shell="console"), "README.md")


def test_every_page_with_commands_is_run(repository: Path) -> None:
    """Run every page with commands that people read."""
    shown = {
        name
        for name in tracked_files(repository)
        if name.endswith(".md") and commands(repository / name, name)
    }
    followed = {f"docs/develop/{page}" for page in PAGES}
    assert shown - followed == {*READMES}
