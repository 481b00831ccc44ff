"""Lock lights on a strip of NeoPixels: the real library, down to the bytes on the wire.

It runs on Blinka's board for computers without pins.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

# Blinka decides at its import what it runs on, so each board needs its own process.
SCRIPT = """
import json, sys
import board
from adafruit_blinka.microcontroller.generic_agnostic_board import neopixel as wire
from companion.signals import BLINK, DARK, LIT, Lamps
from companion.table.gpio.lights import open_lights
from companion.table.gpio.table_file import read_table_file

written = []
wire.neopixel_write = lambda pin, buffer: written.append(list(buffer))
board.D18 = board.NEOPIXEL
lights = open_lights(read_table_file(sys.argv[1]))
for now, lit in ((0, {1: (DARK, DARK, LIT, LIT, LIT), 2: (LIT, DARK, DARK, DARK, DARK), 7: (LIT,) * 5}),
                 (10, {1: (DARK, DARK, LIT, LIT, LIT), 2: (LIT, DARK, DARK, DARK, DARK)}),
                 (20, {2: (DARK, BLINK, DARK, DARK, DARK)}), (260, {2: (DARK, BLINK, DARK, DARK, DARK)}),
                 (510, {2: (DARK, BLINK, DARK, DARK, DARK)})):
    lights.show(Lamps(lit), now)
    written.append("shown")
lights.close()
print(json.dumps(written))
"""  # noqa: E501
FULL = 255


def written(file: Path) -> list[list[int] | str]:
    """Return the bytes that go to the strip, with "shown" after each picture."""
    top = Path(__file__).parents[2]
    environment = {
        **os.environ,
        "BLINKA_OS_AGNOSTIC": "1",
        "PYTHONPATH": f"{top}{os.pathsep}{top / 'firmware'}",
    }
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(file)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: list[list[int] | str] = json.loads(done.stdout.splitlines()[-1])
    return found


def burning(pixels: list[int] | str, size: int = 3) -> dict[int, list[int]]:
    """Return the pixels that are lit, by their place on the strip from 1: their bytes."""
    assert isinstance(pixels, list)
    rows = [pixels[start : start + size] for start in range(0, len(pixels), size)]
    return {place: row for place, row in enumerate(rows, 1) if any(row)}


def test_the_whole_picture_goes_to_the_strip_and_only_when_it_changes(repository: Path) -> None:
    """Send whole pictures when they change, in the order of the table file, red and capped.

    They are dark at first and in the end, and blink in time.
    """
    strip = written(repository / "hardware/tables/two-players.toml")
    red = [0, FULL * 20 // 100, 0]
    first, locked, *rest = strip
    assert burning(first) == {} and len(first) == 30
    assert burning(locked) == {3: red, 4: red, 5: red, 6: red}
    assert [one if isinstance(one, str) else burning(one) for one in rest] == [
        "shown",
        "shown",
        {7: red},
        "shown",
        {},
        "shown",
        {7: red},
        "shown",
        {},
    ]


@pytest.mark.parametrize(("colours", "bytes_"), [("RGB", [25, 0, 0]), ("GRBW", [0, 25, 0, 0])])
def test_strips_of_other_kinds(
    repository: Path, tmp_path: Path, colours: str, bytes_: list[int]
) -> None:
    """Send other colour orders, pixels with white, another brightness, and any order of places."""
    text = (repository / "hardware/tables/two-players.toml").read_text("utf-8")
    for old, new in (
        ('"GRB"', f'"{colours}"'),
        ("brightness = 20", "brightness = 10"),
        ("[1, 2, 3, 4, 5]", "[5, 4, 3, 2, 1]"),
    ):
        assert old in text
        text = text.replace(old, new)
    file = tmp_path / "other.toml"
    file.write_text(text, "utf-8")
    assert burning(written(file)[1], len(colours)) == {1: bytes_, 2: bytes_, 3: bytes_, 6: bytes_}
