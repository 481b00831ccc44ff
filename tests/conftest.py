"""What all tests share: a display of their own, an empty home for Kivy and for what is kept, and the same random examples on every run."""

from __future__ import annotations

import gc
import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

import hypothesis
import pytest

from companion.content.languages import WORDS
from companion.ui.virtual_display import ELSEWHERE, NoDisplay, VirtualDisplay
from tests.drawing import UNDRAWN
from tests.gallery.shared import FOLDER as SCENES

# The same examples on every machine: a red test must be red for everybody.
hypothesis.settings.register_profile("suite", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("suite")

LONGEST: Final = (
    "engine/test_compiled.py",
    "ui/test_gallery.py",
    "ui/test_whole_game.py",
    "ui/test_german_screen.py",
    "ui/test_cardbot_screen.py",
    "test_readme.py",
    "session/test_instructions.py",
    "hardware/test_body.py",
    "test_kills.py",
    "games/test_modes.py",
    "ui/test_safe_fingers.py",
    "ui/test_diesel_screen.py",
    "ui/test_draw_screen.py",
    "phones/test_seen.py",
    "test_boards.py",
    "ui/test_killed_window.py",
    "test_thinking.py",
    "ui/test_turned_window.py",
    "formats/tiled/test_round_trip.py",
    "test_simulate.py",
    "ui/test_menu_scenes.py",
    "ui/test_menu_screen.py",
    "wire/test_noise.py",
    "ui/test_window.py",
    "session/test_any_extended_evening.py",
    "ui/test_certify_screen.py",
    "ui/test_pilots_screen.py",
    "ui/test_bridge.py",
    "ui/test_play_screen.py",
    "ui/test_board_map.py",
    "games/test_extended_pilots.py",
    "tournament/test_tournament.py",
    "ui/test_watched_starts.py",
    "press/test_packs_printed.py",
    "test_games_elsewhere.py",
    "journal/test_damage.py",
    "test_named_pipes.py",
    "table/test_flood.py",
    "ui/test_setup_screens.py",
    "update/test_attack.py",
)
"""The files that take longest, in this order. A file is one worker's: begun last, it would keep all others waiting."""

_DISPLAY: pytest.StashKey[VirtualDisplay] = pytest.StashKey()
_HOME: pytest.StashKey[tempfile.TemporaryDirectory[str]] = pytest.StashKey()


def pytest_sessionstart(session: pytest.Session) -> None:
    """Start the display before a test module is read, since importing Kivy's window opens one."""
    try:
        session.stash[_DISPLAY] = VirtualDisplay()
    except NoDisplay as fault:
        pytest.exit(str(fault), returncode=2)
    # Setting up has compiled the words; whoever has changed them since need not set up again.
    if any(
        not (compiled := source.with_suffix(".mo")).exists()
        or compiled.stat().st_mtime_ns < source.stat().st_mtime_ns
        for source in WORDS.glob("*.po")
    ):
        # Without Babel only the tests that speak German fail, and say why.
        with suppress(ModuleNotFoundError):
            from tests.catalogues import compile_all

            compile_all()
    session.stash[_HOME] = tempfile.TemporaryDirectory(prefix="derby-tests-")
    if not hasattr(session.config, "workerinput"):
        # Who runs the tests, or hands them out to workers, which inherit the environment.
        os.environ[SCENES] = tempfile.mkdtemp(dir=session.stash[_HOME].name)
    os.environ.update(
        session.stash[_DISPLAY].environment(),
        KIVY_HOME=session.stash[_HOME].name,
        XDG_STATE_HOME=session.stash[_HOME].name,
        **UNDRAWN,
    )
    for name in ELSEWHERE:
        os.environ.pop(name, None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that take longest."""
    places = {Path(__file__).parent / name: at for at, name in enumerate(LONGEST)}
    items.sort(key=lambda item: places.get(item.path, len(places)))


def pytest_collection_finish() -> None:
    """Set aside what has been read: all tests stay to the end, and to look through them for garbage again and again takes a fifth of the time."""
    gc.collect()
    gc.freeze()
    # What tests make is mostly freed without it: to look seldom takes little memory and a twentieth of the time.
    gc.set_threshold(100_000, 20, 100)


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
