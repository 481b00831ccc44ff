"""Whole games with a journal, killed at any moment, on a full disk, with their file cut.

They resume from what was promised, to the same end. There are twenty kills; DERBY_KILLS sets
another number, and adds a real file system that is full.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import pytest

from companion.__main__ import main
from tests.fault_injection import COMMAND, PlannedGame, RunOutput, run_output, run_to_end
from tests.recorded import recorded

LONG: Final = "DERBY_KILLS" in os.environ
KILLS: Final = int(os.environ.get("DERBY_KILLS", "20"))
GAMES: Final = (
    PlannedGame(("--seats", "4", "--turns", "6", "--board", "gorge-crossing", "--seed", "7")),
    PlannedGame(
        (
            "--seats",
            "8",
            "--turns",
            "3",
            "--board",
            "going-train",
            "--seed",
            "11",
            "--rules",
            "power_down=this",
            "lives=inf",
        )
    ),
    PlannedGame(
        (
            "--seats",
            "2",
            "--turns",
            "12",
            "--board",
            "fountain-circus",
            "--seed",
            "5",
            "--rules",
            "lives=1",
            "card_lock=off",
        )
    ),
    PlannedGame(
        (
            "--seats",
            "5",
            "--turns",
            "4",
            "--board",
            "welding-shop",
            "--seed",
            "3",
            "--rules",
            "flag_hit=pass",
            "healing=turn",
        )
    ),
)
SOME: Final = GAMES[0]
Kill = Callable[[PlannedGame, Path, Random], RunOutput]
Whole = Callable[[PlannedGame], tuple[RunOutput, int]]


def at_a_line(game: PlannedGame, journal: Path, rng: Random) -> RunOutput:
    """Kill it from outside, some time after one of the next lines."""
    return game.killed_at_line(
        journal, rng.randrange(1, 30), rng.choice((0.0, rng.random() * 0.004, rng.random() * 0.03))
    )


def at_a_statement(game: PlannedGame, journal: Path, rng: Random) -> RunOutput:
    """Kill it within a statement of the journal, also while that is opened or made."""
    return game.killed_at_statement(
        journal, rng.choice((rng.randrange(1, 20), rng.randrange(1, 250)))
    )


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """Return what plays a game undisturbed, once for all tests, with its journal's size."""

    @lru_cache
    def play(game: PlannedGame) -> tuple[RunOutput, int]:
        journal = tmp_path_factory.mktemp("undisturbed") / "journal.db"
        played = game.run(journal)
        assert (
            played.status == 0
            and played.err == ""
            and played.game is not None
            and len(played.steps) > 50
        )
        return played, journal.stat().st_size

    return play


def is_part_of(found: RunOutput, played: RunOutput, last: int) -> int:
    """Check that a run printed steps of the undisturbed one only, once each, after step `last`.

    Returns:
        The last step that it printed.
    """
    known = dict(played.steps)
    for number, mark in found.steps:
        assert known.get(number) == mark, f"step {number} is {mark}, and not {known.get(number)}"
    numbers = [last, *(number for number, _ in found.steps)]
    assert all(later > earlier for earlier, later in pairwise(numbers)), (
        f"steps {numbers} are played twice"
    )
    # Steps between two lines were kept and not printed; between two runs, only the one being
    # written is.
    assert all(later == earlier + 1 for earlier, later in pairwise(numbers[1:])) and (
        len(numbers) == 1 or numbers[1] - last <= 3
    )
    return numbers[-1]


@pytest.mark.parametrize("kill", [at_a_line, at_a_statement], ids=lambda kill: kill.__name__)
@pytest.mark.parametrize("number", range(len(GAMES)))
def test_a_game_that_is_killed_goes_on_to_the_same_end(
    tmp_path: Path,
    whole: Whole,
    number: int,
    kill: Kill,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Resume after each kill, print steps of the undisturbed game once, and end the same."""
    game, rng = GAMES[number], Random(f"{kill.__name__} {number}")
    played, _ = whole(game)
    kills, round_, last, ends = 0, 0, -1, 0
    while kills < KILLS / (2 * len(GAMES)) or not ends:
        journal = tmp_path / str(round_) / "journal.db"
        found = kill(game, journal, rng) if kills < KILLS / (2 * len(GAMES)) else game.run(journal)
        assert found.err == "" and found.status in (0, -9)
        last, kills = is_part_of(found, played, last), kills + (found.status == -9)
        if found.status == 0:
            assert found.game == played.game
            assert (
                main(["games", "replay", "1", "--state", str(journal.parent)]) == 0
                and "comes out the same" in capsys.readouterr().out
            )
            round_, last, ends = round_ + 1, -1, ends + 1
    assert kills >= KILLS / (2 * len(GAMES)) and ends


# ---- A full disk ---------------------------------------------------------------------------------


class Limit(NamedTuple):
    """A limit for every file, as a share of what the whole game needs."""

    share: float

    def run(self, folder: Path, most: int) -> tuple[RunOutput, RunOutput]:
        """Play the game, whose journal becomes so long, on the full disk, and again with room."""
        journal = folder / "full" / "journal.db"
        assert SOME.run(journal, "--turns", "1").status == 0
        least = journal.stat().st_size
        shutil.rmtree(journal.parent)
        return SOME.cramped(journal, int(least + self.share * (most - least))), SOME.run(journal)


class SmallDisk(NamedTuple):
    """A file system of this size, in namespaces that any user may make."""

    size: str

    def run(self, folder: Path, _: int) -> tuple[RunOutput, RunOutput]:
        """Play the game on the full disk, and again when it has been enlarged."""
        disk, errors = folder / "disk", folder / "errors"
        disk.mkdir()
        command = [*COMMAND, *SOME.command(disk / "journal.db")]
        done = run_to_end(
            [
                "unshare",
                "-rm",
                "sh",
                "-c",
                ON_A_SMALL_DISK,
                "sh",
                str(disk),
                self.size,
                str(errors),
                *command,
            ]
        )
        first, _said, second = done.stdout.partition("no room\n")
        full = run_output(
            subprocess.CompletedProcess([], 1 if second else 0, first, errors.read_text("utf-8"))
        )
        return full, run_output(
            subprocess.CompletedProcess([], done.returncode, second, done.stderr)
        )


ON_A_SMALL_DISK: Final = """
disk="$1" errors="$3"; mount -t tmpfs -o size="$2" tmpfs "$disk"; shift 3
"$@" 2> "$errors"; test $? = 1 && echo "no room"
mount -o remount,size=64m "$disk" && "$@"
"""
NAMESPACES: Final = (
    LONG
    and shutil.which("unshare")
    and not run_to_end(["unshare", "-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).returncode
)
"""Whether any user can make file systems on this machine; only asked in the long form."""
DISKS: Final = (
    *map(Limit, (0.2, 0.5, 0.9)),
    *(map(SmallDisk, ("150k", "250k")) if NAMESPACES else ()),
)


@pytest.mark.parametrize("disk", DISKS, ids=str)
def test_a_full_disk_ends_no_game(tmp_path: Path, whole: Whole, disk: Limit | SmallDisk) -> None:
    """Finish in memory on a full disk, say so once and in the status; resume from what was kept."""
    played, length = whole(SOME)
    full, again = disk.run(tmp_path, length)
    assert full.status == 1 and full.game == played.game
    assert (
        full.err.count("\n") == 1 and "the journal" in full.err and "cannot be written" in full.err
    )
    assert full.err.endswith("The games are played to their end.\n")
    # Steps that could not be kept are not reported as kept.
    last = is_part_of(full, played, -1)
    assert 0 < last < played.steps[-1][0]
    assert (again.status, again.err, again.game) == (0, "", played.game) and is_part_of(
        again, played, last
    ) == played.steps[-1][0]


def test_a_disk_without_any_room_is_said_at_once(tmp_path: Path) -> None:
    """Refuse to play as if kept where not even a new journal can be made."""
    found = SOME.cramped(tmp_path / "full" / "journal.db", 0)
    assert (found.status, found.steps, found.game) == (2, (), None)
    assert found.err.count("\n") == 1 and found.err == recorded("cannot-be-opened", folder=tmp_path)


# ---- A damaged file ------------------------------------------------------------------------------


@pytest.mark.parametrize("case", range(max(6, KILLS // 10)))
def test_a_journal_that_was_cut_goes_on_from_what_is_left(
    tmp_path: Path, whole: Whole, case: int
) -> None:
    """Resume from an earlier step if the file lost its end between two runs, and say so."""
    rng = Random(f"cut {case}")
    (played, _), journal = whole(SOME), tmp_path / "cut" / "journal.db"
    first = SOME.run(journal, "--turns", "3")
    is_part_of(first, played, -1)
    length = journal.stat().st_size
    os.truncate(
        journal,
        rng.choice((0, rng.randrange(100), rng.randrange(length), length - rng.randrange(1, 5000))),
    )
    second = SOME.run(journal)
    assert (second.status, second.game) == (0, played.game), second.err
    assert is_part_of(second, played, second.steps[0][0] - 1) == played.steps[-1][0]
    if second.err or second.steps[0][0] != first.steps[-1][0] + 1:
        assert (
            second.err.startswith("clockwork-derby: The journal was damaged")
            and second.steps[0][0] <= first.steps[-1][0] + 1
        )
        assert any(path.name.startswith("journal-damaged-") for path in journal.parent.iterdir())
    third = SOME.run(journal)
    assert (third.status, third.game, third.steps) == (0, played.game, ())
