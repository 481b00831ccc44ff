"""Every scene in every look, as it is rendered: no faint text, and none cut off."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import pytest

from companion.gallery.scenes import SCENES
from tests.drawing import drawing
from tests.ui.look_pictures import COLOURS, LETTERS, RENDERED

PARTS: Final = 6
"""Parts of all scenes, each with a process for each window."""
KNOWN: Final[Mapping[str, str]] = {
    "attract": "shows a race over the words of the first page",
    "names-held": "shows letters above the keyboard that they belong to",
}
"""Scenes that are left out, with what they do in every look."""
WINDOWS: Final = (("800", "480", "en"), ("720", "1280", "de"))


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("part", range(PARTS))
def test_no_text_is_faint_or_cut(part: int) -> None:
    """Reach WCAG AA with every text, AAA with instructions, and cut none off.

    Each scene is laid out in both windows, and rendered in one of them. The windows are open at the
    same time.
    """
    names = [name for name in SCENES if name not in KNOWN][part::PARTS]
    assert len(names) > 60
    with ExitStack() as windows:
        running = [
            windows.enter_context(
                subprocess.Popen(
                    [
                        *(sys.executable, "-m", "tests.ui.look_pictures", *window),
                        *(
                            f"{name}{RENDERED}" if number % len(WINDOWS) == turn else name
                            for number, name in enumerate(names)
                        ),
                    ],
                    cwd=Path(__file__).parents[2],
                    stdout=subprocess.PIPE,
                    text=True,
                    env=drawing(),
                )
            )
            for turn, window in enumerate(WINDOWS)
        ]
        outputs = [process.communicate()[0] for process in running]
    assert [process.returncode for process in running] == [0, 0], "see the errors above"
    found = {
        (window, scene): faults
        for window, output in zip(WINDOWS, outputs, strict=True)
        for scene, faults in json.loads(output.splitlines()[-1]).items()
    }
    # Each look that differs only in colours is rendered in one window.
    assert len(found) == (len(LETTERS) * len(WINDOWS) + len(COLOURS) - 1) * len(names)
    assert {scene: faults for scene, faults in found.items() if faults} == {}
