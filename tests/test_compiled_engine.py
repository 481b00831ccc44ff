"""Machine code of the engine is used only if it was made of the installed sources."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from companion.compiled_engine import BROKEN, LATE, MISSING, OTHER, PACKAGE, digest

SOURCES = ["companion/engine/turn.py", "companion/words.py"]
USE = "from companion.compiled_engine import use_compiled_engine as use; print(use())"
TURN = "import companion.engine.turn as turn; print(turn.__file__)"
CODE = {"0ff__mypyc": b"no machine code", "companion.engine.turn": b"no machine code either"}


def package(folder: Path, hash_of_sources: str, code: dict[str, bytes]) -> Path:
    """Write a package as the wheel has it, with these files of modules."""
    root = folder / PACKAGE
    for name, contents in code.items():
        file = root / f"{name.replace('.', '/')}{EXTENSION_SUFFIXES[0]}"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(contents)
    root.joinpath("__init__.py").write_text(
        f"SOURCES = {SOURCES}\nDIGEST = {hash_of_sources!r}\nMODULES = {[*CODE]}\n", "utf-8"
    )
    return folder


def python(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python with a folder of packages."""
    return subprocess.run(
        [sys.executable, *words],
        env=os.environ | {"PYTHONPATH": str(folder), **environment},
        capture_output=True,
        text=True,
        check=True,
    )


@pytest.mark.parametrize(
    ("hash_of_sources", "code", "before", "reason"),
    [
        (None, {}, "", MISSING),
        ("0", CODE, "", OTHER),
        ("", {"0ff__mypyc": b""}, "", BROKEN),
        ("", CODE, "", BROKEN),
        ("", CODE, "import companion.engine.turn;", LATE),
    ],
)
def test_what_does_not_fit_is_not_used(
    tmp_path: Path,
    repository: Path,
    hash_of_sources: str | None,
    code: dict[str, bytes],
    before: str,
    reason: str,
) -> None:
    """Play from the sources and say why, unless machine code was made of them and can be loaded."""
    if hash_of_sources is not None:
        package(tmp_path, hash_of_sources or digest(repository, SOURCES), code)
    said, file = python(tmp_path, "-c", f"{before}{USE}; {TURN}").stdout.split()
    assert said == reason
    assert Path(file) == repository / "companion/engine/turn.py"


def test_commands_and_doctor_say_so(tmp_path: Path) -> None:
    """Name machine code of other sources, and what to do, and do the work from the sources."""
    package(tmp_path, "0", CODE)
    run = ("-m", "companion", "simulate", "--turns", "1")
    done = python(tmp_path, *run, HOME=str(tmp_path))
    assert "was made of other sources and is not used. Run make compiled again" in done.stderr
    assert done.stdout
    done = python(tmp_path, "-m", "companion", "doctor", "engine", HOME=str(tmp_path))
    assert "was made of other sources and is not used." in done.stdout


def test_every_changed_source_counts(tmp_path: Path) -> None:
    """Get another hash for any change of any file, and none where one is missing."""
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_text(name, "utf-8")
    before = digest(tmp_path, ["a.py", "b.py"])
    (tmp_path / "b.py").write_text("b.py ", "utf-8")
    assert digest(tmp_path, ["a.py", "b.py"]) not in ("", before)
    assert digest(tmp_path, ["a.py", "c.py"]) == ""
