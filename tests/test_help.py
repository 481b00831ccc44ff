"""The list of all commands, which is printed without importing them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from companion import commands


def test_each_command_has_its_line(repository: Path) -> None:
    """List the files of the commands, in alphabetical order."""
    files = {
        path.stem
        for path in (repository / "companion/commands").rglob("*.py")
        if not path.stem.startswith("_")
    }
    assert list(commands.SUMMARIES) == sorted(files)


def test_help_imports_no_command() -> None:
    """Import next to nothing of our own for it."""
    code = "import sys; from companion.__main__ import main; main(['--help']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    *lines, modules = done.stdout.splitlines()
    ours = [name for name in modules.split() if name.startswith("companion.")]
    assert all(
        summary in " ".join(" ".join(lines).split()) for summary in commands.SUMMARIES.values()
    )
    assert "companion.commands" in ours and len(ours) <= 8, ours
