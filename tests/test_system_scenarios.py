"""The system test is no part of `make test`; that its scenarios can be found, listed and named is."""
from __future__ import annotations

import inspect

import pytest

from tests.system import run


def test_every_scenario_is_well_formed() -> None:
    """Each has a short name of its own, a title, and `play` with a bench for its only argument."""
    found = run.modules()
    assert len({module.NAME for module in found}) == len(found)
    for module in found:
        assert module.NAME == module.__name__.rpartition(".")[2]
        assert module.TITLE and not module.TITLE.endswith(".")
        assert list(inspect.signature(module.play).parameters) == ["bench"]


def test_they_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """`--list` names all of them, and plays none."""
    assert run.main(["--list"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(run.modules())


def test_a_scenario_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """A misspelt name ends the run before anything is made."""
    assert run.main(["--only", "boto"]) == 2
    assert "no scenario boto" in capsys.readouterr().err
