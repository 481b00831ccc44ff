"""Each page `docs/develop/add-*.md` is followed step by step, with real installs by `pip`.

A block with a title is a file to write, a block of `diff` with a title changes it; a block of `sh`
is run line by line, and one of `python` as a whole. Nothing else is done.
"""

from __future__ import annotations

import importlib
import os
import re
import shutil
import site
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from companion.__main__ import main
from tests.repository_checks import tracked_files

REPOSITORY: Final = Path(__file__).parent.parent
PAGES: Final = sorted(path.name for path in (REPOSITORY / "docs/develop").glob("add-*.md"))
BLOCK: Final = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
IN_CLONE: Final = ("add-a-page.md",)
"""The pages that work in a clone of the repository."""
FIRST: Final = "add-a-setting.md"
"""The page that `make test` follows to its end: a game that is written, installed and played."""
OFFLINE: Final = {
    "PIP_NO_BUILD_ISOLATION": "false",
    "PIP_NO_DEPS": "1",
    "PIP_NO_INDEX": "1",
    "PIP_QUIET": "1",
}
"""Options by which `pip` finds setuptools and us without a network."""


class Step(NamedTuple):
    """One block of a page."""

    kind: str
    title: str
    text: str


def steps(page: str) -> Iterator[Step]:
    """Yield the blocks of a page in their order."""
    for found in BLOCK.finditer((REPOSITORY / "docs/develop" / page).read_text("utf-8")):
        yield Step(*(part or "" for part in found.groups()))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder to work in, beside an environment that sees all packages of this one."""
    home = tmp_path / "environment"
    venv.create(home, with_pip=False, symlinks=True)
    packages = Path(next((home / "lib").glob("python*")), "site-packages")
    (packages / "ours.pth").write_text(
        f"import site; site.addsitedir({site.getsitepackages()[0]!r})\n", "utf-8"
    )
    script = home / "bin" / "clockwork-derby"
    script.write_text(
        f"#!{home}/bin/python\nimport sys\nfrom companion.__main__ import main\n"
        "if __name__ == '__main__':\n    sys.exit(main())\n"
    )
    script.chmod(0o755)
    work = tmp_path / "work"
    work.mkdir()
    return work


def follow(folder: Path, step: Step) -> None:
    """Carry out a block.

    Raises:
        AssertionError: It fails; the message has its output.
    """
    file = folder / step.title
    if step.kind == "diff":
        file.write_text(changed(file.read_text("utf-8"), step.text), "utf-8")
    elif step.title:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(step.text, "utf-8")
    elif step.kind == "sh":
        for line in step.text.splitlines():
            run(folder, "bash", "-c", line)
    else:
        assert step.kind == "python", f"nobody knows what to do with {step.kind}"
        run(folder, "python", "-c", step.text)


def run(folder: Path, *words: str) -> None:
    """Run a command in the environment beside the folder."""
    path = f"{folder.parent}/environment/bin:{os.environ['PATH']}"
    environment = {**os.environ, **OFFLINE, "PATH": path}
    environment["XDG_STATE_HOME"] = str(folder.parent / "state")
    # In a clone its own files come first.
    if (folder / "companion").exists():
        environment["PYTHONPATH"] = str(folder)
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, f"{words[-1]}\n{done.stdout}\n{done.stderr}"


def changed(text: str, diff: str) -> str:
    """Return a text after a diff; the lines that stay and those that go must occur in it once."""
    old = "".join(line[1:] for line in diff.splitlines(True) if line[0] in " -")
    new = "".join(line[1:] for line in diff.splitlines(True) if line[0] in " +")
    assert text.count(old) == 1, f"{text.count(old)} times in the file:\n{old}"
    return text.replace(old, new)


# The contract of games opens windows, which takes minutes on a busy machine.
@pytest.mark.timeout(900)
@pytest.mark.parametrize("page", sorted(PAGES, key=lambda page: page != FIRST))
def test_each_page_leads_to_what_it_promises(folder: Path, page: str) -> None:
    """Complete all blocks of a page, in order."""
    if page in IN_CLONE:
        for path in tracked_files(REPOSITORY):
            if path.startswith(("companion/", "firmware/")):
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(REPOSITORY / path, folder / path)
    for step in steps(page):
        follow(folder, step)


@pytest.mark.parametrize("page", [page for page in PAGES if page not in IN_CLONE])
def test_the_changes_of_a_page_fit(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Write the package of a page and change it: its modules can be imported, not installed."""
    monkeypatch.chdir(tmp_path)
    for step in steps(page):
        news = [line.split() for line in step.text.splitlines() if " new " in line]
        if step.title:
            follow(tmp_path, step)
        elif step.kind == "sh":
            for words in news:
                assert main(words[1:]) == 0
    modules = sorted(tmp_path.glob("*/*/*.py"))
    assert modules
    before = {*sys.modules}
    try:
        for module in modules:
            monkeypatch.syspath_prepend(module.parents[1])
            more = [] if module.stem == "__init__" else [module.stem]
            importlib.import_module(".".join((module.parent.name, *more)))
    finally:
        for name in {*sys.modules} - before:
            del sys.modules[name]


def test_all_pages_are_there() -> None:
    """Have one page for each kind of thing that can be added, short enough for one sheet."""
    kinds = ("game", "language", "page", "pilot", "setting", "table")
    assert [*(f"add-a-{kind}.md" for kind in kinds), "add-an-element.md"] == PAGES
    for page in PAGES:
        assert len((REPOSITORY / "docs/develop" / page).read_text("utf-8").splitlines()) <= 120


def test_a_change_that_does_not_fit_is_a_fault() -> None:
    """Refuse a diff whose lines are missing, or occur twice."""
    assert changed("a\nb\nc\n", " a\n-b\n+d\n") == "a\nd\nc\n"
    for text in ("b\n", "a\nb\na\nb\n"):
        with pytest.raises(AssertionError):
            changed(text, " a\n-b\n")


def test_the_environment_is_no_other_than_ours(folder: Path) -> None:
    """Keep what is installed there out of our environment."""
    run(
        folder, "python", "-c", f"import sys; assert sys.prefix != {sys.prefix!r}; import companion"
    )
