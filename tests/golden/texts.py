"""Write the recorded sentences: `python -m tests.golden.texts [FILE …]` prints differences.

It runs the tests that compare with records, all or those of the named files, and keeps the actual
texts. Review the differences: no other run writes a record, and a wrong sentence is as easily
written as a right one.
"""

from __future__ import annotations

import ast
import difflib
import json
import os
import re
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from tests import run
from tests.recorded import TEXTS, WRITES, Labels, in_toml, place

TOP: Final = Path(__file__).resolve().parents[2]
USES: Final = "from tests.recorded import"
"""The mark by which a file of tests with records is recognised."""


def main(words: Sequence[str]) -> int:
    """Run tests, write their records and print what differs.

    Return 0 if all of them have passed.
    """
    files = [Path(word).resolve() for word in words] or users()
    tests = " or ".join(sorted({test for file in files for test in _tests(file)}))
    with tempfile.TemporaryDirectory() as folder:
        os.environ[WRITES] = folder
        status = run.main(["--option=-k", f"--option={tests}", *map(str, files)])
        came = [json.loads(path.read_text()) for path in Path(folder).iterdir()]
    found: dict[str, Labels] = dict(came)
    for path in sorted({*TEXTS.rglob("*.toml"), *map(place, found)}):
        sys.stdout.writelines(f"{line}\n" for line in _update(path, found))
    return status


def users() -> list[Path]:
    """Return all files of tests that have records."""
    paths = sorted((TOP / "tests").rglob("test_*.py"))
    return [path for path in paths if USES in path.read_text("utf-8")]


def _tests(file: Path) -> set[str]:
    """Return the tests of a file that compare with records, also in functions that they call."""
    tree = ast.parse(file.read_text("utf-8"))
    names = {
        function.name: set(re.findall(r"\w+", ast.unparse(function)))
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.ClassDef)
    }
    found, before = {"recorded"}, set[str]()
    while found != before:
        before = found
        found = before | {name for name in names if names[name] & before}
    return {name for name in found if name.startswith("test_")}


def lost() -> Iterator[str]:
    """Yield the records of missing tests."""
    for path in sorted(TEXTS.rglob("*.toml")):
        for name, tests in tomllib.loads(path.read_text("utf-8")).items():
            file = _folder(path) / f"{name}.py"
            source = file.read_text("utf-8") if file.exists() else ""
            for test in tests:
                if USES not in source or f"def {test.rpartition('-')[2]}(" not in source:
                    yield f"{_name(path)}: [{name}.{test}]"


def _update(path: Path, came: Mapping[str, Labels]) -> list[str]:
    """Write the actual texts into the records of a folder; return the lines of differences.

    Files that failed or did not run keep theirs while they use any.
    """
    old = path.read_text("utf-8") if path.exists() else ""
    names = {file.stem: _name(file) for file in users() if file.parent == _folder(path)}
    kept = {name: labels for name, labels in tomllib.loads(old).items() if name in names}
    found = {**kept, **{name: came[file] for name, file in names.items() if file in came}}
    new = in_file(found)
    if new and new != old:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(new, "utf-8")
    if not new:
        path.unlink(missing_ok=True)
    lines = (old.splitlines(), new.splitlines())
    return list(difflib.unified_diff(*lines, _name(path), _name(path), lineterm="", n=1))


def in_file(found: Mapping[str, Labels]) -> str:
    """Return the records of a folder by file name, as they are kept."""
    blocks = [
        f"\n[{name}.{test}]\n"
        + "".join(f"{_key(label)} = {in_toml(words)}\n" for label, words in labels.items())
        for name in sorted(found)
        for test, labels in sorted(found[name].items())
    ]
    return "".join(["# Written by: python -m tests.golden.texts\n", *blocks]) if blocks else ""


def _key(label: str) -> str:
    return label if re.fullmatch(r"[A-Za-z0-9_-]+", label) else json.dumps(label)


def _folder(path: Path) -> Path:
    """Return the folder of tests whose records are in a file."""
    inside = path.relative_to(TEXTS).with_suffix("")
    return TOP / "tests" / ("" if inside.as_posix() == "top" else inside)


def _name(path: Path) -> str:
    return path.relative_to(TOP).as_posix()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
