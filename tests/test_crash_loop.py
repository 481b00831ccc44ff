"""Failed starts are counted and lead to safe mode; a broken count never prevents a start."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from companion.app.crash_loop import Starts, why_safe
from companion.commands import play
from companion.errors import DerbyError, JournalError, ScreenError
from companion.folders import STARTS
from tests.recorded import recorded


def test_two_failed_starts_lead_to_safe_mode(tmp_path: Path) -> None:
    """Count the failed starts before each start; a first screen resets the count."""
    folder = tmp_path / "made" / "by the first"
    assert [Starts(folder).begin() for _ in range(4)] == [0, 1, 2, 3]
    assert [bool(why_safe(failed, False)) for failed in range(4)] == [False, False, True, True]
    reached = Starts(folder)
    assert reached.begin() == 4 and str(why_safe(4, False)) == recorded("last-4-starts")
    reached.reached()
    assert not list(folder.iterdir())
    assert Starts(folder).begin() == 0


def test_a_start_that_is_withdrawn_says_nothing(tmp_path: Path) -> None:
    """Restore the count of before, also none, if a start is withdrawn for lack of a display."""
    for failed in range(3):
        for _ in range(2):
            withdrawn = Starts(tmp_path)
            assert withdrawn.begin() == failed
            withdrawn.withdraw()
            assert (tmp_path / STARTS).exists() == bool(failed)
        assert Starts(tmp_path).begin() == failed


def test_safe_mode_can_be_asked_for() -> None:
    """Enter safe mode on request after any starts."""
    assert str(why_safe(0, True)) == recorded("as-requested") and str(
        why_safe(5, True)
    ) == recorded("as-requested-2")


@pytest.mark.parametrize(
    "text",
    [b"", b"two", b"-3", b"1e9", b"\xff\xfe\x00", b"9" * 5000, "²".encode(), b"2 2", b"2\n2"],
)
def test_a_garbled_count_counts_for_nothing(tmp_path: Path, text: bytes) -> None:
    """Start as usual with a garbled count, and count properly from then on."""
    (tmp_path / STARTS).write_bytes(text)
    assert [Starts(tmp_path).begin() for _ in range(3)] == [0, 1, 2]


def test_what_is_no_file_is_no_hindrance(tmp_path: Path) -> None:
    """Start as usual with a folder in place of the count, or a file as the state folder."""
    (tmp_path / STARTS).mkdir()
    (tmp_path / "file").write_text("no folder")
    for folder in (tmp_path, tmp_path / "file"):
        for _ in range(4):
            starts = Starts(folder)
            assert starts.begin() == 0
            starts.reached()
    assert (tmp_path / STARTS).is_dir() and (tmp_path / "file").read_text() == "no folder"


def test_where_nothing_can_be_written_nothing_is_made_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Do not keep safe mode for ever on a disk that has become read-only after two failures.

    They count when it can be written again.
    """
    Starts(tmp_path).begin()
    Starts(tmp_path).begin()

    def refused(path: Path, text: str) -> None:
        """Raise the error of a read-only disk."""
        raise OSError(30, "Read-only file system", str(path))

    with monkeypatch.context() as while_refused:
        while_refused.setattr("companion.app.crash_loop.write_whole", refused)
        starts = Starts(tmp_path)
        assert starts.begin() == 0
        starts.reached()
    assert Starts(tmp_path).begin() == 2


def test_a_screen_must_stand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Count a start that ends soon after the first screen as failed, unless the power went.

    The boot id of the computer tells the two apart.
    """
    boots = [tmp_path / name for name in ("first", "second")]
    for number, boot in enumerate(boots):
        boot.write_text(f"{number:036}\n")
    monkeypatch.setattr("companion.app.crash_loop.BOOT", boots[0])
    for before in range(3):
        starts = Starts(tmp_path)
        assert starts.begin() == before
        starts.screen(False)
    monkeypatch.setattr("companion.app.crash_loop.BOOT", boots[1])
    starts = Starts(tmp_path)
    assert starts.begin() == 2
    monkeypatch.setattr("companion.app.crash_loop.BOOT", boots[0])
    assert Starts(tmp_path).begin() == 3
    starts.screen(True)
    assert not (tmp_path / STARTS).exists()


def test_where_no_run_is_told_a_start_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Count all starts as of one boot if it has no id."""
    monkeypatch.setattr("companion.app.crash_loop.BOOT", tmp_path / "nothing")
    for before in range(2):
        starts = Starts(tmp_path)
        assert starts.begin() == before
        starts.screen(False)


def test_the_first_screen_counts_once(tmp_path: Path) -> None:
    """Count the first screen once.

    A second report, or one without a start, resets no other count.
    """
    mine, other = Starts(tmp_path), Starts(tmp_path)
    mine.begin()
    mine.reached()
    other.begin()
    mine.reached()
    assert (tmp_path / STARTS).exists()
    other.reached()
    assert not (tmp_path / STARTS).exists()


@pytest.mark.parametrize(
    ("failed", "fault", "pauses"),
    [(2, None, 0), (3, None, 1), (0, ScreenError("no display"), 1), (0, JournalError("in use"), 1)],
)
@pytest.mark.parametrize("heard", [True, False])
def test_who_is_started_again_at_once_makes_a_pause_by_itself(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    failed: int,
    fault: DerbyError | None,
    pauses: int,
    heard: bool,
) -> None:
    """Pause before a start that the service manager repeats, but never at a terminal.

    A service manager waits half a second: repeated failures must not fill the log and wear the
    disk.
    """
    slept: list[float] = []
    monkeypatch.setattr("companion.commands.play.time.sleep", slept.append)
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "ear") if heard else "")
    starts = Starts(tmp_path)
    for _ in range(failed):
        starts.begin()
    with suppress(DerbyError), play.count_starts(starts):
        if fault is not None:
            raise fault
    assert slept == [play.PAUSE] * (pauses if heard else 0)
