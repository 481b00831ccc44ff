"""Lists of slow tests are up to date, long lists have quick cases, and a change finds its tests."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests import lanes, run
from tests.child_process import apart
from tests.lanes import (
    LONG,
    SAMPLED,
    SEEDED,
    SIZES,
    SLOW,
    TOGETHER,
    TWINS,
    changed_files,
    files_touched,
    is_slow,
)


def test_every_name_is_one_of_a_test(repository: Path) -> None:
    """Name only existing tests; a renamed one would become quick unnoticed."""
    together = [name for group in TOGETHER for name in group]
    for name in (*SLOW, *SAMPLED, *LONG, *SEEDED, *TWINS, *together):
        file, _, test = name.partition("::")
        text = (repository / file).read_text("utf-8")
        last = test.rpartition("::")[2]
        assert not test or f"def {last}(" in text or "TestCase" in text, name
    assert all(SLOW.values()) and not {name.partition("::")[0] for name in LONG} & set(SLOW)


def test_each_page_is_quick_at_one_size() -> None:
    """Draw each page quickly at one of three sizes, not the same for all pages."""
    found = set()
    for page in range(40):
        quick = [
            size
            for size in SIZES
            if not is_slow(f"tests/ui/test_x.py::test_y[{size}-page{page}]", 1)
        ]
        assert len(quick) == 1
        found |= set(quick)
    assert found == set(SIZES)
    cases = [f"{min(TWINS)}[{size}-page{page}]" for size in SIZES for page in range(120)]
    assert 10 < sum(not is_slow(case, 1) for case in cases) < 40


def test_the_first_case_is_quick() -> None:
    """Never leave out a test of many cases as a whole."""
    file = min(SAMPLED)
    assert not is_slow(f"{file}::test_y[case0]", 0)
    assert 0 < sum(is_slow(f"{file}::test_y[case{at}]", at) for at in range(60)) < 60
    seeded = min(SEEDED)
    assert not is_slow(f"{seeded}[diesel-1]", 1) and not is_slow(f"{seeded}[1]", 0)
    assert is_slow(f"{seeded}[diesel-2]", 1) and is_slow(f"{seeded}[11]", 0)
    assert is_slow(min(LONG), 0) and is_slow(f"{min(SLOW)}::test_y", 0)


def test_each_file_is_in_one_process(repository: Path) -> None:
    """Run each file once, and those that share something in one process."""
    files = lanes.test_files(repository)
    batches = run._batches(files)
    assert sorted(path for batch in batches for path in batch) == files
    for group in TOGETHER:
        assert [repository / name for name in group] in batches
    few = files[:3]
    assert [path for batch in run._batches(few) for path in batch] == few


def test_a_change_finds_the_tests_that_it_touches(repository: Path) -> None:
    """Find tests through imports, names, folders of other files, and recorded texts."""

    def touched(*changed: str) -> set[str]:
        found = files_touched(repository, list(changed))
        return {path.relative_to(repository).as_posix() for path in found}

    assert touched() == set()
    diesel = touched("companion/games/diesel/deck.py")
    assert {"tests/games/diesel/test_words.py", "companion/testing/test_playing.py"} <= diesel
    assert "tests/hardware/test_body.py" not in diesel
    button = touched("companion/ui/widgets/button.py")
    assert "tests/ui/test_new_page.py" in button, "an import in the source of another process"
    assert touched("tests/test_unseen.py") <= {"tests/test_lanes.py"}
    assert "tests/test_languages.py" in touched("companion/content/languages/de.po")
    assert "tests/systemd/test_units.py" in touched("systemd/clockwork-derby.service")
    assert "tests/games/diesel/test_words.py" in touched("tests/golden/texts/games/diesel.toml")
    assert "tests/test_games.py" in touched("tests/golden/texts/top.toml")


def test_changes_are_asked_of_git(tmp_path: Path) -> None:
    """Ask git for committed, uncommitted and untracked changes."""

    def git(*words: str) -> None:
        who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True)

    git("init", "-q", "-b", "main")
    for name in ("kept", "committed", "altered"):
        (tmp_path / name).write_text("before")
    git("add", "-A")
    git("commit", "-q", "-m", "Begin")
    git("tag", "base")
    (tmp_path / "committed").write_text("after")
    git("commit", "-q", "-a", "-m", "Change")
    (tmp_path / "altered").write_text("after")
    (tmp_path / "new").write_text("new")
    assert changed_files(tmp_path, "base") == ["altered", "committed", "new"]


def test_a_failed_test_is_a_failed_run(tmp_path: Path) -> None:
    """Print the words of a failed test, name its file, and count what passes."""

    def run_it() -> int:
        run.TOP = tmp_path  # type: ignore[misc]
        return run.main([str(tmp_path / "test_a.py")])

    (tmp_path / "test_a.py").write_text(
        "def test_good():\n    pass\n\n\ndef test_bad():\n    assert 1 == 2, 'as it "
        "should not be'\n"
    )
    done = apart(run_it, 100)
    assert done.returncode == 1, done.stderr
    assert "as it should not be" in done.stdout and "FAILED test_a.py" in done.stdout
    assert "1 tests passed in 1 files, 1 of 1 processes failed" in done.stdout
