"""Races through emulated readers with bad lines, cables and cards end as they do without faults."""

from __future__ import annotations

import json

import pytest

from companion.__main__ import main

FAULTS = "corrupt=3%,drop=1%,unplug=5s,dirty=5%,duplicate,half"


def ends(capsys: pytest.CaptureFixture[str], *readers: str) -> list[str]:
    """Return the final state of a race of eight over eight turns."""
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
    """Play only intended programs, without a crash or an endless wait."""
    undisturbed = ends(capsys)
    assert len(undisturbed) == 1
    assert ends(capsys, "--table", "rig:8?pace=12", "--faults", FAULTS) == undisturbed
