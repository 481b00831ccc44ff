"""Imports point downward, Kivy and hardware stay in their packages, and pure packages are pure.

The same checks run over small trees that break one rule each, so that a blind check is noticed.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from companion.games.api import Game, Part, PlayResult, Step
from companion.games.asking import PlayOn
from companion.games.corrections import Corrections
from companion.session.session import Match
from tests.cycles import import_cycle
from tests.layers import (
    PURE,
    SPOKEN,
    UNSPOKEN,
    WORDS_OF_GAMES,
    Fault,
    broken_layers,
    impurities,
    sources,
    words_of_games,
)
from tests.typed import any_game

# Import every module but those of the screen, then list what was loaded along.
LOAD_ALL_BUT_THE_SCREEN = """
import importlib, pkgutil, sys
import companion
for found in pkgutil.walk_packages(companion.__path__, "companion.", onerror=lambda name: None):
    if not found.name.startswith("companion.ui") and found.name != "companion.__main__":
        importlib.import_module(found.name)
heavy = {"kivy", "gpiozero", "serial", "neopixel", "board", "spidev", "lgpio", "matplotlib", "numpy", "distributed", "dask"}
print(*sorted(heavy & {name.partition(".")[0] for name in sys.modules}))
"""  # noqa: E501


def fault_lines(faults: list[Fault]) -> str:
    """Return the faults, one a line, under an empty line."""
    return "\n" + "\n".join(map(str, faults))


def tree(root: Path, path: str, text: str) -> Path:
    """Return a source tree with one module in it."""
    file = root / path
    file.parent.mkdir(parents=True)
    file.write_text(text, "utf-8")
    return root


def test_imports_point_downward(repository: Path) -> None:
    """Import from lower layers only, Kivy in ui, and hardware in table when it is opened."""
    faults = broken_layers(repository)
    assert not faults, fault_lines(faults)


def test_pure_packages_are_pure(repository: Path) -> None:
    """Touch no clock, chance, file or thread in pure packages, and keep no state in modules."""
    faults = impurities(repository)
    assert not faults, fault_lines(faults)


def test_no_module_waits_for_itself(repository: Path) -> None:
    """Have no ring of imports, not even within a package."""
    assert import_cycle(repository) == ()


def test_a_ring_of_imports_is_noticed(tmp_path: Path) -> None:
    """Notice a ring of any length, also through imports in functions and for types."""
    for name, line in (
        ("a", "from companion.session import b"),
        ("b", "from companion.session.c import D"),
        ("c", "import companion.session.a"),
    ):
        (tmp_path / "companion" / "session").mkdir(parents=True, exist_ok=True)
        (tmp_path / "companion" / "session" / f"{name}.py").write_text(line, "utf-8")
    for last in (
        "import companion.session.a",
        "def f():\n    import companion.session.a",
        "if TYPE_CHECKING:\n    import companion.session.a",
    ):
        (tmp_path / "companion" / "session" / "c.py").write_text(last, "utf-8")
        assert set(import_cycle(tmp_path)) == {
            "companion.session.a",
            "companion.session.b",
            "companion.session.c",
        }
    (tmp_path / "companion" / "session" / "c.py").write_text("import sys", "utf-8")
    assert import_cycle(tmp_path) == ()


def test_nobody_who_plays_any_game_speaks_of_one(repository: Path) -> None:
    """Use no word of one game in the parts above games, except listed ones."""
    faults = words_of_games(repository)
    assert not faults, fault_lines(faults)
    assert {word for words in UNSPOKEN.values() for word in words} == set(WORDS_OF_GAMES)
    assert all((repository / path).is_file() for path in SPOKEN), (
        "an exception for a module that is gone"
    )


@pytest.mark.parametrize(
    "text",
    [
        "laser = 1",
        "class LaserFired: ...",
        "# Belts first.",
        "next_checkpoint = 1",
        "CHECKPOINTS = ()",
    ],
)
def test_a_word_of_a_game_is_noticed(tmp_path: Path, text: str) -> None:
    """Notice such a word in code, names and sentences, and only where it does not belong."""
    word = text.lower()
    assert any(one in word for one in WORDS_OF_GAMES)
    assert words_of_games(tree(tmp_path / "a", "companion/session/evening.py", text))
    assert not words_of_games(tree(tmp_path / "b", "companion/games/race/words.py", text))


@pytest.mark.parametrize("text", ["labelled = 1", "registered = 1", "unflagged = 1"])
def test_a_word_within_another_one_is_none(tmp_path: Path, text: str) -> None:
    """Ignore a word that is part of a longer one."""
    assert not words_of_games(tree(tmp_path, "companion/journal/base.py", text))


def test_the_whole_house_is_read(repository: Path) -> None:
    """Read every module, so that a renamed folder cannot escape the checks."""
    read = {source.path for source in sources(repository)}
    there = {
        path.relative_to(repository).as_posix() for path in (repository / "companion").rglob("*.py")
    }
    assert read == there
    assert {"engine", "session", "formats"} <= {
        source.layer for source in sources(repository)
    }.intersection(PURE)


def test_nothing_heavy_is_loaded_without_a_screen(repository: Path) -> None:
    """Load neither Kivy nor a library for hardware, pictures or clusters without the screen."""
    done = subprocess.run(
        [sys.executable, "-c", LOAD_ALL_BUT_THE_SCREEN],
        cwd=repository,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert not done.stdout.split()


@pytest.mark.parametrize(
    ("path", "text", "words"),
    [
        (
            "companion/engine/turn.py",
            "from companion.session import evening",
            "engine imports session",
        ),
        ("companion/engine/turn.py", "from ..session import evening", "engine imports session"),
        (
            "companion/engine/turn.py",
            "def f():\n    import companion.formats.board",
            "engine imports formats",
        ),
        ("companion/engine/turn.py", "from companion import games", "engine imports games"),
        (
            "companion/engine/turn.py",
            "from companion import __version__",
            "engine imports __init__",
        ),
        (
            "companion/session/evening.py",
            "from companion.table import base",
            "neighbours do not know each other",
        ),
        (
            "companion/session/evening.py",
            "from companion.games import find_game",
            "may know companion.games.api and",
        ),
        (
            "companion/app/evening.py",
            "from companion.games.clockwork.game import ClockworkDerby",
            "a game is found by its key",
        ),
        (
            "companion/press/cards.py",
            "def f():\n    from companion.games.clockwork import deck",
            "a game is found by its key",
        ),
        (
            "companion/session/evening.py",
            "from companion.engine.events import Moved",
            "it asks the game instead",
        ),
        (
            "companion/session/evening.py",
            "from companion.engine import events",
            "it asks the game instead",
        ),
        (
            "companion/app/loop.py",
            "from companion.engine.rules import VERSION",
            "it asks the game instead",
        ),
        (
            "companion/journal/store.py",
            "from companion.engine.state import State",
            "it asks the game instead",
        ),
        (
            "companion/commands/simulate.py",
            "from companion.engine.rules import OPTIONS",
            "it asks the game instead",
        ),
        (
            "companion/formats/board.py",
            "if TYPE_CHECKING:\n    from companion.games.api import Game",
            "formats imports games",
        ),
        (
            "companion/table/virtual.py",
            "def f():\n    from kivy.clock import Clock",
            "only companion/ui may",
        ),
        (
            "companion/table/gpio/__init__.py",
            "import gpiozero",
            "imported in the function that opens it",
        ),
        (
            "companion/session/evening.py",
            "def f():\n    import serial",
            "only companion/table knows hardware",
        ),
        (
            "companion/commands/play.py",
            "from companion.ui.app import App",
            "in the function that opens the window",
        ),
        ("companion/attic/box.py", "import companion.engine", "has no floor in the house"),
    ],
)
def test_a_broken_layer_is_named(tmp_path: Path, path: str, text: str, words: str) -> None:
    """Notice each broken rule about imports once, with its file."""
    faults = broken_layers(tree(tmp_path, path, text))
    assert len(faults) == 1, fault_lines(faults)
    assert str(faults[0]).startswith(f"{path}:") and words in str(faults[0])


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (
            "companion/session/evening.py",
            "from companion.games.api import Game\nfrom companion.games import api",
        ),
        ("companion/commands/play.py", "def f():\n    from companion.ui.app import App"),
        ("companion/commands/race/_sheets.py", "from companion.engine.rules import Rules"),
        ("companion/table/gpio/__init__.py", "def f():\n    import gpiozero"),
        ("companion/ui/app.py", "import kivy\nfrom companion.app.loop import Loop"),
        (
            "companion/engine/turn.py",
            "from companion.engine import board\nfrom . import board\nfrom .elements import belt",
        ),
        ("companion/__main__.py", "from companion import __version__"),
    ],
)
def test_a_sound_import_passes(tmp_path: Path, path: str, text: str) -> None:
    """Accept allowed imports."""
    assert not broken_layers(tree(tmp_path, path, text))


@pytest.mark.parametrize(
    "text",
    [
        "import time",
        "def f():\n    from datetime import datetime",
        "import random",
        "import os.path",
        "from pathlib import Path",
        "from importlib import resources",
        "def f():\n    return open('x')",
        "def f(path):\n    return path.read_text()",
        "def f():\n    print('x')",
        "turns = 0\ndef f():\n    global turns\n    turns += 1",
        "seen = []",
        "SEEN = {}",
        "names = ['x']",
        "NAMES = {'x': 1}\nNAMES['y'] = 2",
        "class Deck:\n    codes = {'x': 1}\n    def f(self):\n        self.codes.update(y=2)",
        "SEEN: dict[str, int] = {}",
        "SEEN = collections.defaultdict(list)",
        "class Deck:\n    cards = []",
        "TURNS: Final[Mapping[int, int]] = {}\ndef f():\n    TURNS[1] = 2",
        "NAMES: Final = []\ndef f():\n    NAMES.append('x')",
        "def f(seen: list = []):\n    pass",
        "def f(*, seen: dict[str, int] = {}):\n    pass",
    ],
)
def test_an_impurity_is_named(tmp_path: Path, text: str) -> None:
    """Notice clock, chance, files and lasting state in the engine."""
    faults = impurities(tree(tmp_path, "companion/engine/module.py", text))
    assert faults and all(fault.path == "companion/engine/module.py" for fault in faults), (
        fault_lines(faults)
    )


@pytest.mark.parametrize("package", ["engine", "formats", "games", "session"])
def test_every_pure_package_is_watched(tmp_path: Path, package: str) -> None:
    """Notice a clock in each package that must be pure."""
    assert len(impurities(tree(tmp_path, f"companion/{package}/module.py", "import time"))) == 1


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (
            "companion/engine/element.py",
            "_KINDS: dict[str, type] = {}\ndef register(kind):\n    _KINDS[kind.word] = kind",
        ),
        (
            "companion/engine/turn.py",
            (
                "ORDER: Final[Mapping[str, int]] = {'a': 1}\n_SPINS = {'a': 1}\nNAMES = ('a', "
                "'b')\n__all__ = ['f']"
            ),
        ),
        (
            "companion/engine/turn.py",
            (
                "class Key:\n    codes = {'a': 'b'}\n    flags: ClassVar[Mapping[str, str]] = "
                "{}\ndef f():\n    seen = []\n    seen.append(1)"
            ),
        ),
        (
            "companion/formats/board.py",
            "from pathlib import PurePath\ndef f(flags: Mapping[str, str] = {}):\n    pass",
        ),
        ("companion/table/serial/__init__.py", "import time\nseen = []"),
    ],
)
def test_a_pure_module_passes(tmp_path: Path, path: str, text: str) -> None:
    """Accept constants, local lists, the one registry and the packages that may touch the world."""
    faults = impurities(tree(tmp_path, path, text))
    assert not faults, fault_lines(faults)


class Unchanged(Corrections[str, str]):
    """Corrections that change nothing."""

    def changed(self, position: str, change: object) -> PlayResult[str, str]:
        return PlayResult(position, 1, 0, (Step(("an event",), position),))


class Smallest(Game[str, str]):
    """A game of which a session could get a result."""

    parts: Mapping[type, Part[str, str]] = {Corrections: Unchanged()}


def test_a_session_cannot_read_what_a_game_keeps() -> None:
    """Refuse a look into positions and events: mypy calls each comment here unused if it can."""
    match = Match(1, "a position", PlayOn(1))
    with pytest.raises(AttributeError):
        match.position.players  # type: ignore[attr-defined]  # noqa: B018
    corrections = Corrections.of(any_game(Smallest()))
    assert corrections is not None
    result = corrections.changed(match.position, "a change")
    with pytest.raises(AttributeError):
        result.position.players  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(AttributeError):
        result.events[0].seat  # type: ignore[attr-defined]  # noqa: B018
