"""Find the commands that a page shows, and prove each one right by running it.

A command is a line of a block marked `sh`. Kinds, by the first word:

- `git clone`, `cd`: not run. The copy in which the rest runs stands for the clone; the folder must
  exist.
- `sudo apt`: not run. Every package must be one that the setup knows.
- `make`: `make help` is run. Every other target, also behind `sudo`, is checked with `make -n`,
  since it would set up, play, test or install.
- `clockwork-derby`: run. One that opens a window (no subcommand, `play`, `games resume`) or needs a
  reader (`firmware`) is only asked for its `--help`; other tests open the window and write a
  reader's drive. The first command and those that need a shell run as written, the others in forks
  of a process that has imported the modules.
- `python -m pytest`: collects the tests that it names.

Anything else is a fault of the page, or a kind to add here.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests import child_process

FENCE: Final = re.compile(r"^ *```(\w*)[^\n]*\n(.*?)^ *```\s*$", re.MULTILINE | re.DOTALL)

OTHER_SHELLS: Final = frozenset({"bash", "console", "shell", "shellsession", "zsh"})
"""Names of blocks whose commands no test would run."""

ONLY_HELP: Final = (("play",), ("games", "resume"), ("firmware",))
"""Commands that are only asked for their help: they open a window or need a reader."""

SHELL: Final = re.compile(r"[|&;<>$`*?\\#~]")
"""Characters that make a line need a shell."""

PATIENCE: Final = 120.0
"""Seconds that one command may take."""


@dataclass(frozen=True)
class Command:
    """One command of a page, with its place."""

    place: str
    line: str

    @property
    def words(self) -> list[str]:
        """Return the command split as the shell splits it."""
        return shlex.split(self.line, comments=True)


def commands(path: Path, name: str) -> list[Command]:
    """Return every command in the `sh` blocks of a file, in order.

    Raises:
        ValueError: A block is of another shell; the message names its line.
    """
    text = path.read_text("utf-8")
    found = []
    for block in FENCE.finditer(text):
        first = text.count("\n", 0, block.start()) + 2
        if block[1] in OTHER_SHELLS:
            raise ValueError(
                f"{name}:{first - 1}: call the block sh, so that its commands are tested"
            )
        if block[1] == "sh":
            found += [
                Command(f"{name}:{first + row}", line.strip())
                for row, line in enumerate(block[2].splitlines())
            ]
    return [command for command in found if command.words]


def proof(command: Command, repository: Path) -> str:
    """Return the line to run in place of a command to prove it right; "" if looking was enough.

    Raises:
        ValueError: The command is wrong.
    """
    match command.words:
        case ["git", "clone", address] if address.removesuffix(".git").endswith("/clockwork-derby"):
            return ""
        case ["cd", folder] if folder == "clockwork-derby" or (repository / folder).is_dir():
            return ""
        case ["sudo", "apt", "install", *packages] if packages:
            return _known_packages(command, packages, repository)
        case ["make", "help"] | ["make"]:
            return "make help"
        case ["sudo", "make", *_]:
            return command.line.replace("sudo make", "make -n", 1)
        case ["make", *_]:
            return command.line.replace("make", "make -n", 1)
        case ["clockwork-derby", "bench", *_]:
            # That it measures is what is proved; how well does not matter here.
            return f"{command.line} --quick"
        case ["clockwork-derby" | ".venv/bin/clockwork-derby" as programme, *words]:
            if _needs_more_than_a_test(words):
                return shlex.join([programme, *words, "--help"])
            return command.line
        case ["python" | ".venv/bin/python", "-m", "pytest", *_]:
            return command.line.replace("pytest", "pytest --collect-only", 1)
    raise ValueError(
        f"{command.place}: nobody knows how to test '{command.line}'; see tests/commands.py"
    )


def _needs_more_than_a_test(words: list[str]) -> bool:
    return not words or any(tuple(words[: len(known)]) == known for known in ONLY_HELP)


def _known_packages(command: Command, packages: list[str], repository: Path) -> str:
    known = set(re.findall(r"[\w-]+", (repository / ".ci/packages").read_text("utf-8")))
    if unknown := sorted(set(packages) - known):
        raise ValueError(f"{command.place}: setting up knows nothing of {', '.join(unknown)}")
    return ""


def run(command: Command, home: Path, programmes: Path) -> None:
    """Prove a command right in a copy of the repository.

    `programmes` is the folder of `clockwork-derby` and `python`, put first on the PATH.

    Raises:
        ValueError: It fails; the message has its output.
    """
    line = proof(command, home)
    if not line:
        return
    surroundings = {
        name: value for name, value in os.environ.items() if not name.startswith("MAKE")
    }
    surroundings["PATH"] = f"{programmes}{os.pathsep}{os.environ['PATH']}"
    programme, *words = shlex.split(line)
    if programme == "clockwork-derby" and words != ["--help"] and not SHELL.search(line):
        done = child_process.run(words, home, surroundings, PATIENCE)
    else:
        order = ["bash", "-euo", "pipefail", "-c", line]
        done = subprocess.run(
            order,
            cwd=home,
            env=surroundings,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
    if done.returncode:
        raise ValueError(
            f"{command.place}:"
            f" '{line}' ended with {done.returncode}\n{(done.stdout + done.stderr)[-2000:]}"
        )
