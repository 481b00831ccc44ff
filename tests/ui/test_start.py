"""Test that a start loads only what its first screen needs.

Modules are counted, because seconds depend on the load of the machine.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import kivy

from companion.ui.window import STYLE

FIRST_FRAME = """
import json, os, sys
from companion.__main__ import main
from companion.ui import app
opening = app.open_app
def opened(*words):
    stands = opening(*words)
    def drawn(*_):
        from kivy.lang import Builder
        from kivy.graphics import Rectangle
        from companion.ui.widgets.label import Label
        words = [widget for widget in stands.bridge.stage.walk() \
if isinstance(widget, Label) and widget.text]
        drawn = [sum(isinstance(part, Rectangle) for part in one.canvas.children) == 1 \
and one.texture is not None for one in words]
        print(json.dumps([sorted(sys.modules), len(Builder.rules), drawn]), flush=True)
        os._exit(0)
    stands.window.bind(on_flip=drawn)
    return stands
app.open_app = opened
main(["play", "--size", "800x480", "--state", sys.argv[1]])
"""
UNUSED = {
    "asyncio",
    "ssl",
    "email",
    "http",
    "importlib.metadata",
    "kivy.core.audio",
    "kivy.core.clipboard",
    "kivy.core.video",
    "kivy.core.camera",
    "kivy.core.spelling",
    "PIL",
    "reportlab",
}
"""Modules that a first screen does not need, and that once were loaded."""
MOST = {"companion": 318, "kivy": 112, "others": 18}
"""Limits for the modules of this project, of Kivy and of other libraries.

A change that raises one says why its module cannot be loaded later.
"""


def test_the_first_screen_reads_what_it_needs(tmp_path: Path) -> None:
    """Load no unused modules and none of Kivy's own rules, and draw all words."""
    done = subprocess.run(
        [sys.executable, "-c", FIRST_FRAME, str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    modules, rules, drawn = json.loads(done.stdout)
    assert not UNUSED.intersection(modules)
    # Kivy's own file has dozens of rules.
    assert rules <= 5
    counted = Counter(_whose(name) for name in modules)
    assert drawn and all(drawn)
    assert all(counted[whose] <= most for whose, most in MOST.items()), counted


def test_widgets_keep_the_rules_that_kivy_has_for_them(repository: Path) -> None:
    """Copy Kivy's rules for exactly those of its classes that the screen uses."""
    used = set()
    for path in (repository / "companion/ui").rglob("*.py"):
        used |= {
            name.strip()
            for names in re.findall(
                r"^ *from kivy\.uix[\w.]* import (.+)$", path.read_text("utf-8"), re.M
            )
            for name in names.split(",")
        }
    theirs = _ruled(Path(kivy.__file__).with_name("data") / "style.kv")
    assert (
        "BoxLayout" in used
        and {"Label", "Slider"} <= theirs
        and used & theirs == _ruled(STYLE / "style.kv")
    )


def _ruled(path: Path) -> set[str]:
    """Return the classes for which a file has rules."""
    return {
        name.strip(" -").partition("@")[0]
        for names in re.findall(r"^<(.+)>", path.read_text("utf-8"), re.M)
        for name in names.split(",")
    }


def _whose(name: str) -> str:
    """Return the library of a module.

    It is "" for the standard library and for import helpers.
    """
    top = name.partition(".")[0]
    if top in sys.stdlib_module_names or top.startswith(("__", "_cython", "cython")):
        return ""
    return top if top in MOST else "others"


def test_an_event_loop_can_be_had_later(tmp_path: Path) -> None:
    """Run asyncio after a start that loaded Kivy without it."""
    code = FIRST_FRAME.replace(
        "os._exit(0)",
        "import asyncio; print(asyncio.run(asyncio.sleep(0, 'slept')), flush=True); os._exit(0)",
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, timeout=120
    )
    assert done.stdout.splitlines()[1:] == ["slept"], done.stderr
