"""Whole races through emulated readers on bad lines, with bad cables and dirty cards, end as they do without any of that."""

from __future__ import annotations

import json

import pytest

from companion.__main__ import main

FAULTS = "corrupt=3%,drop=1%,unplug=5s,dirty=5%,duplicate,half"


def ends(capsys: pytest.CaptureFixture[str], *readers: str) -> list[str]:
    """The final state of a race of eight over eight turns."""
    assert (
        main(
            [
                "simulate",
                "--seats",
                "8",
                "--games",
                "1",
                "--turns",
                "8",
                "--seed",
                "30",
                "--json",
                *readers,
            ]
        )
        == 0
    )
    return [json.loads(line)["hash"] for line in capsys.readouterr().out.splitlines()]


def test_a_race_is_the_same_whatever_goes_wrong_at_its_readers(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """No crash, nobody waits for ever, and no program but the one that was meant is ever played."""
    undisturbed = ends(capsys)
    assert len(undisturbed) == 1
    assert ends(capsys, "--table", "rig:8?pace=12", "--faults", FAULTS) == undisturbed
