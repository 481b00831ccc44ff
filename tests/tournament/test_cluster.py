"""A tournament on a Dask cluster of two local worker processes plays the same races."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from distributed import LocalCluster

from companion.__main__ import main
from companion.tournament.store import read_store
from tests.tournament.players import HERE, ONCE

WORDS = (
    "tournament",
    "--pilots",
    f"{HERE}:SHARP,random",
    "--boards",
    "fountain-circus,going-train",
    "--seats",
    "2",
    "--races",
    "8",
    "--turns",
    "4",
)

HOST: Final = "127.0.0.1"


@pytest.fixture(scope="module")
def mark(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file that exists as soon as a worker has been killed."""
    return tmp_path_factory.mktemp("cluster") / "killed"


@pytest.fixture(scope="module")
def address(mark: Path) -> Iterator[str]:
    """Return the address of a local scheduler with two workers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(ONCE, str(mark))
        # Of all its ports none is seen from outside, and each is any free one.
        cluster = LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            host=HOST,
            dashboard_address=f"{HOST}:0",
            worker_dashboard_address=f"{HOST}:0",
        )
        patch.delenv(ONCE)
        with cluster:
            yield cluster.scheduler_address


def test_a_cluster_plays_the_same_races(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Play the same races on a cluster, and resume a tournament begun without one."""
    here, there = tmp_path / "here.db", tmp_path / "there.db"
    assert main([*WORDS, "--workers", "1", "--db", str(here)]) == 0
    assert main([*WORDS, "--workers", "1", "--db", str(there), "--races", "2"]) == 0
    assert main([*WORDS, "--cluster", address, "--db", str(there)]) == 0
    assert capsys.readouterr().err == ""
    with read_store(here) as one, read_store(there) as other:
        assert [outcome.result for outcome in one.outcomes()] == [
            outcome.result for outcome in other.outcomes()
        ] and len(one.finished) == 16


def test_a_worker_of_a_cluster_may_die(address: str, mark: Path, tmp_path: Path) -> None:
    """Let another worker play the races of a dead one, with the same results."""
    words = ["tournament", "--pilots", f"{HERE}:MORTAL,random", *WORDS[3:]]
    assert (
        main([*words, "--cluster", address, "--db", str(tmp_path / "there.db")]) == 0
        and mark.exists()
    )
    assert main([*words, "--workers", "1", "--db", str(tmp_path / "here.db")]) == 0
    with read_store(tmp_path / "here.db") as one, read_store(tmp_path / "there.db") as other:
        assert [outcome.result for outcome in one.outcomes()] == [
            outcome.result for outcome in other.outcomes()
        ] and len(one.finished) == 16


def test_a_worker_with_other_pilots_is_refused(
    address: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Refuse a worker with other pilots in one sentence, with what to do."""
    monkeypatch.setattr("companion.commands.tournament.code_of", lambda *_: "0123456789abcdef")
    assert main([*WORDS, "--cluster", address]) == 2
    said = capsys.readouterr().err
    assert (
        said.count("\n") == 1
        and "a worker has other rules or pilots" in said
        and "install the same version on every worker" in said
    )
