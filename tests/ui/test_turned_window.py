"""Test turned pictures and mirrored panels, by touch in the real app and by comparison."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops

from companion.app.preferences import keep_preferences, read_preferences
from companion.session.preferences import Preferences
from companion.session.touch_transform import TOUCHES, inverse, move_point
from companion.session.view import BOARD, SEATS
from companion.words import NOTHING
from tests.drawing import drawing
from tests.scenes import view_of
from tests.ui.stand import on_stand

PATIENCE = 1000
"""Seconds that a start and some touches may take on a busy machine."""
TURNED = ("welcome-seated", "doctor-ill", "menu", "play-card", "board", "history")
"""Scenes with lists, maps and small pictures."""
SAME = 0.99
"""Share of pixels that must be equal: edges of letters differ a little on a turned picture."""


def at_the_glass(folder: Path, repository: Path, *words: str) -> dict[str, Any]:
    """Run the real app with touches in another process, and return its report."""
    order = [sys.executable, "-m", "tests.ui.turned_player", str(folder), *words]
    done = subprocess.run(
        order, cwd=repository, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result


@pytest.mark.parametrize(
    ("words", "rotation", "size"),
    [(("Turn right",), 90, [480, 800]), (("Turn round",), 180, [800, 480])],
)
def test_a_picture_is_turned_by_touch_and_stays_so(
    tmp_path: Path, repository: Path, words: tuple[str, ...], rotation: int, size: list[int]
) -> None:
    """Hit buttons and crosses of a turned picture, and turn the next start's first frame."""
    result = at_the_glass(tmp_path, repository, "turned", *words)
    assert result["first"] == [0, [800, 480]] and result["size"] == size and result["page"] == SEATS
    assert read_preferences(tmp_path) == (Preferences(rotation=rotation, welcomed=True), NOTHING)
    result = at_the_glass(tmp_path, repository, "look")
    assert result["first"] == [-rotation % 360, size] and result["page"] == BOARD


@pytest.mark.parametrize(("panel", "rotation"), [("flipped", 0), ("quarter", 90)])
def test_a_panel_that_lies_otherwise_is_corrected_by_touch(
    tmp_path: Path, repository: Path, panel: str, rotation: int
) -> None:
    """Offer crosses, correct a panel by one touch, and hit buttons afterwards."""
    assert keep_preferences(tmp_path, Preferences(rotation=rotation)) == NOTHING
    result = at_the_glass(tmp_path, repository, "mirrored", panel)
    assert result["page"] == BOARD and result["first"][0] == -rotation % 360
    assert read_preferences(tmp_path) == (
        Preferences(rotation=rotation, welcomed=True, touch=inverse(panel)),
        NOTHING,
    )


@pytest.mark.parametrize("panel", sorted(set(TOUCHES) - {"straight"}))
def test_touches_are_moved_before_anybody_hears_of_them(panel: str) -> None:
    """Correct touches in the provider, where the finger comes down and where it moves."""
    from kivy.core.window import Window

    from companion.ui.rotation import GlassProvider, rotate

    heard = list[tuple[float, float]]()
    with on_stand((800, 480), view_of("board")):
        provider = GlassProvider("glass", "disable_multitouch,disable_hover")
        wide, high = (side - 1 for side in Window.system_size)
        rotate(Window, Preferences(touch=panel))
        try:
            provider.on_mouse_press(Window, 0.2 * wide, 0.3 * high, "left", [])
            provider.update(lambda _, touch: heard.append((touch.sx, touch.sy)))
            provider.on_mouse_motion(Window, 0.6 * wide, 0.1 * high, [])
            provider.update(lambda _, touch: heard.append((touch.sx, touch.sy)))
            provider.on_mouse_release(Window, 0.6 * wide, 0.1 * high, "left", [])
            provider.update(lambda _, touch: heard.append((touch.sx, touch.sy)))
        finally:
            rotate(Window, Preferences())
    assert heard == [
        pytest.approx(move_point(panel, *place)) for place in ((0.2, 0.7), (0.6, 0.9), (0.6, 0.9))
    ]


def test_a_drag_within_one_frame_begins_where_the_finger_came_down() -> None:
    """Start a drag where the finger came down, also if it ends within a frame."""
    from kivy.core.window import Window
    from kivy.input import MotionEvent

    from companion.ui.rotation import GlassProvider

    heard = list[tuple[str, float, float]]()
    with on_stand((800, 480), view_of("board")):
        provider = GlassProvider("glass", "disable_multitouch,disable_hover")
        wide, high = (side - 1 for side in Window.system_size)
        provider.on_mouse_press(Window, 0.5 * wide, 0.8 * high, "left", [])
        for share in (0.6, 0.4):
            provider.on_mouse_motion(Window, 0.5 * wide, share * high, [])
        provider.on_mouse_release(Window, 0.5 * wide, 0.4 * high, "left", [])

        def hear(kind: str, touch: MotionEvent) -> None:
            heard.append((kind, touch.sy, touch.osy))
            touch.dispatch_done()

        provider.update(hear)
    assert [kind for kind, *_ in heard] == ["begin", "update", "update", "end"]
    assert [place for _, *place in heard] == [
        pytest.approx((share, 0.2)) for share in (0.2, 0.4, 0.6, 0.6)
    ]


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Image.Image]:
    """Return pictures of some scenes in every turn, by scene and degrees.

    They are drawn in another process, because this one draws nothing.
    """
    folder = tmp_path_factory.mktemp("turned")
    order = [sys.executable, "-m", "tests.ui.turned_pictures", str(folder), *TURNED]
    done = subprocess.run(
        order, capture_output=True, text=True, timeout=PATIENCE, check=False, env=drawing()
    )
    assert done.returncode == 0, done.stderr
    return {file.stem: Image.open(file).convert("L") for file in sorted(folder.iterdir())}


@pytest.mark.parametrize("name", TURNED)
def test_a_turned_picture_is_the_same_picture(name: str, pictures: dict[str, Image.Image]) -> None:
    """Draw a turned picture like the unturned one, with lists and maps cut correctly."""
    lying, right, round_, left = (pictures[f"{name}-{rotation}"] for rotation in (0, 90, 180, 270))
    assert alike(lying, round_.rotate(180)) > SAME and alike(right, left.rotate(180)) > SAME
    assert len(lying.getcolors() or ()) > 20 and alike(lying, right) < SAME
    # The head is full of words, and the outer edge of the foot is empty.
    assert len(right.crop((720, 40, 800, 440)).getcolors() or ()) > 20


def alike(one: Image.Image, other: Image.Image) -> float:
    """Return the share of pixels that look the same."""
    counts: list[int] = ImageChops.difference(one, other).histogram()
    return sum(counts[:60]) / sum(counts)
