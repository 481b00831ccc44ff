"""What all tests share: a display of their own, an empty home for Kivy and for what is kept, and the same random examples on every run."""
from __future__ import annotations

import gc
import os
import tempfile
from contextlib import suppress
from pathlib import Path

import hypothesis
import pytest

from companion.content.languages import WORDS
from companion.ui.virtual_display import ELSEWHERE, NoDisplay, VirtualDisplay
from tests.drawing import UNDRAWN

# The same examples on every machine: a red test must be red for everybody.
hypothesis.settings.register_profile("suite", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("suite")

_DISPLAY: pytest.StashKey[VirtualDisplay] = pytest.StashKey()
_HOME: pytest.StashKey[tempfile.TemporaryDirectory[str]] = pytest.StashKey()


def pytest_sessionstart(session: pytest.Session) -> None:
    """Start the display before a test module is read, since importing Kivy's window opens one."""
    try:
        session.stash[_DISPLAY] = VirtualDisplay()
    except NoDisplay as fault:
        pytest.exit(str(fault), returncode=2)
    # Setting up has compiled the words; whoever has changed them since need not set up again.
    if any(not (compiled := source.with_suffix(".mo")).exists() or compiled.stat().st_mtime_ns < source.stat().st_mtime_ns for source in WORDS.glob("*.po")):
        # Without Babel only the tests that speak German fail, and say why.
        with suppress(ModuleNotFoundError):
            from tests.catalogues import compile_all

            compile_all()
    session.stash[_HOME] = tempfile.TemporaryDirectory(prefix="derby-tests-")
    os.environ.update(session.stash[_DISPLAY].environment(), KIVY_HOME=session.stash[_HOME].name, XDG_STATE_HOME=session.stash[_HOME].name, **UNDRAWN)
    for name in ELSEWHERE:
        os.environ.pop(name, None)


def pytest_collection_finish() -> None:
    """Set aside what has been read: all tests stay to the end, and to look through them for garbage again and again takes a fifth of the time."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Leave nothing running and nothing behind."""
    if _DISPLAY in session.stash:
        session.stash[_DISPLAY].close()
    if _HOME in session.stash:
        session.stash[_HOME].cleanup()


@pytest.fixture
def repository() -> Path:
    """The top folder of this checkout."""
    return Path(__file__).parent.parent
