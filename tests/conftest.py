"""The base of all tests: an empty home, the same random examples on every run, and no window."""

from __future__ import annotations

import os
import random
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import hypothesis
import pytest

from companion.testing.display import UNDRAWN, close_to_desktop, open_display
from tests import recorded
from tests.drawing import SCENES_FOLDER

# The same examples on every machine: a red test must be red for everybody. The time that they take
# is that of a busy machine.
hypothesis.settings.register_profile(
    "suite",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("suite")

close_to_desktop()

_HOME: pytest.StashKey[tempfile.TemporaryDirectory[str]] = pytest.StashKey()
_left_out: set[str] = set()
"""Tests some of whose cases do not run."""


def pytest_sessionstart(session: pytest.Session) -> None:
    """Make the folders of this run, and compile catalogues that are out of date."""
    # Setting up has compiled the catalogues; after a change no new setup is needed. Without Babel
    # only the tests in German fail, and say why.
    with suppress(ModuleNotFoundError):
        from tests.catalogues import compile_changed

        compile_changed()
    session.stash[_HOME] = tempfile.TemporaryDirectory(prefix="derby-tests-")
    # The processes of a run share the scenes that one of them has played.
    os.environ.setdefault(SCENES_FOLDER, tempfile.mkdtemp(dir=session.stash[_HOME].name))
    os.environ.update(
        KIVY_HOME=session.stash[_HOME].name,
        XDG_STATE_HOME=session.stash[_HOME].name,
        **UNDRAWN,
    )


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Remove the folders of this run."""
    if _HOME in session.stash:
        session.stash[_HOME].cleanup()


def pytest_collect_file(file_path: Path) -> None:
    """Give a virtual screen to files whose imports open a window: `tests/ui` and `…_screen.py`."""
    if file_path.parent.name == "ui" or file_path.name.endswith("_screen.py"):
        open_display()


def pytest_deselected(items: list[pytest.Item]) -> None:
    """Note tests that do not run, or not with all their cases."""
    _left_out.update(item.nodeid.partition("[")[0] for item in items)


def pytest_assertrepr_compare(op: str, left: object, right: object) -> list[str] | None:
    """Explain how a text differs from the recorded one."""
    return right.explained(left) if op == "==" and isinstance(right, recorded.Recorded) else None


@pytest.fixture(scope="module", autouse=True)
def _no_record_is_unused(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail if texts are recorded that no test compares any more."""
    file, session = request.node.nodeid, request.session
    failed = session.testsfailed
    recorded.begin()
    yield
    if session.testsfailed > failed or any("::" in path for path in session.config.args):
        return
    if recorded.WRITES in os.environ:
        recorded.keep(file)
        return
    tests = {item.nodeid.partition("[")[0] for item in session.items} - _left_out
    names = [test.partition("::")[2] for test in tests if test.startswith(f"{file}::")]
    found = recorded.unused(file, names)
    assert not found, f"on record and never compared: {found}; python -m tests.golden.texts {file}"


@pytest.fixture(autouse=True)
def _same_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw seeds and codes of this process from the test's name: the same deals on every run."""
    chance = random.Random(request.node.nodeid)
    monkeypatch.setattr(
        random.SystemRandom, "getrandbits", lambda _, bits: chance.getrandbits(bits)
    )


@pytest.fixture(autouse=True)
def _no_element_stays() -> Iterator[None]:
    """Forget elements of packages that a test has installed; our own stay imported."""
    home = "companion.engine.element"
    before = set(sys.modules[home]._KINDS) if home in sys.modules else set()
    yield
    if home in sys.modules:
        element = sys.modules[home]
        for word in set(element._KINDS) - before - element._words():
            del element._KINDS[word]


@pytest.fixture
def display() -> None:
    """Give the test a virtual screen."""
    open_display()


@pytest.fixture
def repository() -> Path:
    """Return the top folder of this checkout."""
    return Path(__file__).parent.parent
