"""The settings in the URL of an emulated table, and the words of refusals."""

from __future__ import annotations

import pytest

from companion.errors import TableError
from companion.table.rig.rig_settings import Faults, RigSettings, parse_rig_settings, read_faults


def test_every_fault_has_a_value_or_a_usual_one() -> None:
    """Read the example of the manual, word for word, with explicit and default values."""
    faults = read_faults("corrupt=3%,drop=1%,unplug=30s,dirty=2%,duplicate,half")
    assert faults == Faults(
        corrupt=0.03, drop=0.01, duplicate=0.01, unplug=30.0, dirty=0.02, half=0.02
    )
    assert read_faults("") == Faults() and not Faults().line() and faults.line()
    assert read_faults(" drop = 0.5% , unplug=2s ") == Faults(drop=0.005, unplug=2.0)


@pytest.mark.parametrize(
    "words, sentence",
    [
        ("corupt=3%", "did you mean 'corrupt'"),
        ("noise", "expected some of corrupt, drop, duplicate, unplug, dirty, half"),
        ("drop=3", "written as drop=3%"),
        ("drop=101%", "0 to 100"),
        ("drop=-1%", "0 to 100"),
        ("unplug=3%", "written as unplug=30s"),
        ("unplug=0s", "0.1 seconds or more"),
        ("drop,drop=1%", "drop twice"),
        ("drop,,half", "found ''"),
        ("drop=", "found drop="),
        ("half=nan%", "0 to 100"),
    ],
)
def test_what_cannot_be_is_named(words: str, sentence: str) -> None:
    """Name an unknown word or a bad value with what was expected."""
    with pytest.raises(TableError, match="faults: ") as fault:
        read_faults(words)
    assert sentence in str(fault.value)


def test_the_rest_of_a_url() -> None:
    """Read seats, faults, pace and seed; each has a default."""
    assert parse_rig_settings("") == RigSettings() == RigSettings(8, Faults(), 1.0, "1")
    assert parse_rig_settings("3?pace=2.5&faults=drop=1%,half&seed=-7") == RigSettings(
        3, Faults(drop=0.01, half=0.02), 2.5, "-7"
    )


@pytest.mark.parametrize(
    "rest",
    [
        "0",
        "9",
        "two",
        "-1",
        "²",
        "8?pace=",
        "8?pace=0",
        "8?pace=nan",
        "8?pace=1&pace=2",
        "8?seed=",
        "8?speed=2",
        "8?faults=x",
        "8?&pace=2",
    ],
)
def test_a_rest_that_is_wrong(rest: str) -> None:
    """Raise a TableError that shows what was found."""
    with pytest.raises(TableError, match="found"):
        parse_rig_settings(rest)
