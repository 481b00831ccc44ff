"""The house stands: imports point downward, Kivy and hardware stay in their rooms, and the pure packages are pure.

The same checks run over small trees that break one rule each, so that a check that sees nothing is noticed.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

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

# Every module but the screen's, loaded for real; then what came along although nobody asked for it.
LOAD_ALL_BUT_THE_SCREEN = """
import importlib, pkgutil, sys
import companion
for found in pkgutil.walk_packages(companion.__path__, "companion.", onerror=lambda name: None):
    if not found.name.startswith("companion.ui") and found.name != "companion.__main__":
        importlib.import_module(found.name)
heavy = {"kivy", "gpiozero", "serial", "neopixel", "board", "spidev", "lgpio", "matplotlib", "numpy", "distributed", "dask"}
print(*sorted(heavy & {name.partition(".")[0] for name in sys.modules}))
"""


def told(faults: list[Fault]) -> str:
    """The faults, one a line, under an empty line."""
    return "\n" + "\n".join(map(str, faults))


def tree(root: Path, path: str, text: str) -> Path:
    """A house with one module in it."""
    file = root / path
    file.parent.mkdir(parents=True)
    file.write_text(text, "utf-8")
    return root


def test_imports_point_downward(repository: Path) -> None:
    """No module knows a layer above its own or beside it, Kivy lives in ui only, hardware in table and only when it is opened."""
    faults = broken_layers(repository)
    assert not faults, told(faults)


def test_pure_packages_are_pure(repository: Path) -> None:
    """Rules, formats, games and the evening touch no clock, chance, file or thread, and keep no state in modules."""
    faults = impurities(repository)
    assert not faults, told(faults)


def test_no_module_waits_for_itself(repository: Path) -> None:
    """No ring of imports, within a package either."""
    assert import_cycle(repository) == ()


def test_a_ring_of_imports_is_noticed(tmp_path: Path) -> None:
    """Over any number of modules; but one that waits in a function, or is for types only, is none."""
    for name, line in (
        ("a", "from companion.session import b"),
        ("b", "from companion.session.c import D"),
        ("c", "import companion.session.a"),
    ):
        (tmp_path / "companion" / "session").mkdir(parents=True, exist_ok=True)
        (tmp_path / "companion" / "session" / f"{name}.py").write_text(line, "utf-8")
    assert set(import_cycle(tmp_path)) == {
        "companion.session.a",
        "companion.session.b",
        "companion.session.c",
    }
    for harmless in (
        "def f():\n    import companion.session.a",
        "if TYPE_CHECKING:\n    import companion.session.a",
    ):
        (tmp_path / "companion" / "session" / "c.py").write_text(harmless, "utf-8")
        assert import_cycle(tmp_path) == ()


def test_nobody_who_plays_any_game_speaks_of_one(repository: Path) -> None:
    """The parts above games contain no word of one game, but those that are still to go or mean something else there."""
    faults = words_of_games(repository)
    assert not faults, told(faults)
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
    """In code, names and sentences; and only where it does not belong."""
    word = text.lower()
    assert any(one in word for one in WORDS_OF_GAMES)
    assert words_of_games(tree(tmp_path / "a", "companion/session/evening.py", text))
    assert not words_of_games(tree(tmp_path / "b", "companion/games/race/words.py", text))


@pytest.mark.parametrize("text", ["labelled = 1", "registered = 1", "unflagged = 1"])
def test_a_word_within_another_one_is_none(tmp_path: Path, text: str) -> None:
    """A part of a longer word is another word."""
    assert not words_of_games(tree(tmp_path, "companion/journal/base.py", text))


def test_the_whole_house_is_read(repository: Path) -> None:
    """The checks see every module there is, so a renamed folder cannot slip out of them."""
    read = {source.path for source in sources(repository)}
    there = {
        path.relative_to(repository).as_posix() for path in (repository / "companion").rglob("*.py")
    }
    assert read == there
    assert {"engine", "session", "formats"} <= {
        source.layer for source in sources(repository)
    }.intersection(PURE)


def test_nothing_heavy_is_loaded_without_a_screen(repository: Path) -> None:
    """Loading every part but the screen loads neither Kivy nor a library for hardware, pictures or clusters."""
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
    """Each rule about imports is noticed when it is broken on purpose, once and with its file."""
    faults = broken_layers(tree(tmp_path, path, text))
    assert len(faults) == 1, told(faults)
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
    """What the house allows is not complained about."""
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
    """Clock, chance, files and lasting state are noticed in the engine when they are put there on purpose."""
    faults = impurities(tree(tmp_path, "companion/engine/module.py", text))
    assert faults and all(fault.path == "companion/engine/module.py" for fault in faults), told(
        faults
    )


@pytest.mark.parametrize("package", ["engine", "formats", "games", "session"])
def test_every_pure_package_is_watched(tmp_path: Path, package: str) -> None:
    """A clock is noticed in each of the packages that promise to be pure."""
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
            "ORDER: Final[Mapping[str, int]] = {'a': 1}\n_SPINS = {'a': 1}\nNAMES = ('a', 'b')\n__all__ = ['f']",
        ),
        (
            "companion/engine/turn.py",
            "class Key:\n    codes = {'a': 'b'}\n    flags: ClassVar[Mapping[str, str]] = {}\ndef f():\n    seen = []\n    seen.append(1)",
        ),
        (
            "companion/formats/board.py",
            "from pathlib import PurePath\ndef f(flags: Mapping[str, str] = {}):\n    pass",
        ),
        ("companion/table/serial/__init__.py", "import time\nseen = []"),
    ],
)
def test_a_pure_module_passes(tmp_path: Path, path: str, text: str) -> None:
    """Constants, local lists, the one registry and the packages that may touch the world are not complained about."""
    faults = impurities(tree(tmp_path, path, text))
    assert not faults, told(faults)
