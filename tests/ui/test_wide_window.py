"""A wide window shows more than the seven-inch panel: the whole board beside list and readers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.gallery.scenes import SCENES, TOUCHES
from companion.session.preferences import DARK, LARGE_LETTERS
from companion.testing.screen_checks import screen_faults
from companion.ui import theme
from companion.ui.panel_size import BLOCK, FIRST, HEAD, pixel_size
from companion.ui.theme import fit, is_wide, u
from tests.scenes import view_of
from tests.ui.stand import on_stand, settle

LARGE = ((1280, 800), (1920, 1080))


@pytest.fixture(autouse=True)
def usual_window() -> Iterator[None]:
    """Leave the theme as it is for other tests."""
    yield
    fit(800, 480)


def test_letters_grow_less_than_a_wide_window() -> None:
    """Give half of what a larger window has to more content, and all of it on a dense panel."""
    sizes = {}
    for size in ((800, 480), (1024, 600), (1280, 720), (1280, 800), (1920, 1080), (3840, 2160)):
        fit(*size)
        sizes[size] = (u(100), is_wide())
    assert sizes[800, 480] == (100, False) and sizes[1024, 600] == (125, False)
    # Touch Display 2 on its side: 8.3 pixels are a millimetre.
    assert sizes[1280, 720] == (150, False)
    assert sizes[1280, 800] == (125, True)
    assert sizes[1920, 1080][0] < 0.7 * 225 and sizes[3840, 2160][0] < 0.5 * 450
    fit(800, 1280)
    assert not is_wide()
    fit(1200, 720)
    assert is_wide() and u(theme.TOUCH) >= 52


def record(pixels: tuple[int, int], millimetres: tuple[int, int]) -> bytes:
    """Return what a display says of itself (EDID), with its resolution and size."""
    (across, down), (wide, high) = pixels, millimetres
    timing = bytearray(18)
    timing[2], timing[4] = across & 255, across >> 8 << 4
    timing[5], timing[7] = down & 255, down >> 8 << 4
    timing[12:15] = bytes((wide & 255, high & 255, wide >> 8 << 4 | high >> 8))
    return HEAD + bytes(FIRST - len(HEAD)) + timing + bytes(BLOCK - FIRST - len(timing))


@pytest.mark.parametrize(
    ("size", "said", "wide"),
    [
        ((1280, 800), record((1280, 800), (152, 95)), False),
        ((1280, 800), record((1280, 800), (217, 136)), True),
        ((1920, 1080), record((1920, 1080), (155, 87)), False),
        ((1920, 1080), record((1920, 1080), (527, 296)), True),
        ((1280, 800), record((1280, 800), (16, 9)), True),
        ((1280, 800), b"nonsense", True),
        ((1280, 800), b"", True),
    ],
    ids=["7 inches", "10 inches", "HD on 7 inches", "24 inches", "a ratio", "nonsense", "nothing"],
)
def test_a_small_panel_of_many_pixels_keeps_nine_millimetres(
    size: tuple[int, int], said: bytes, wide: bool, tmp_path: Path
) -> None:
    """Believe what the one connected display says of its size; else show as much as before."""
    for name, status in (("card1-HDMI-A-1", "connected"), ("card1-HDMI-A-2", "disconnected")):
        place = tmp_path / "sys/class/drm" / name
        place.mkdir(parents=True)
        (place / "status").write_text(f"{status}\n")
        (place / "edid").write_bytes(said if status == "connected" else b"")
    millimetres = pixel_size(tmp_path)
    try:
        theme.know_pixels(millimetres)
        fit(*size)
        assert is_wide() == wide
        assert millimetres is None or u(theme.TARGET) * millimetres >= 8.5
    finally:
        theme.know_pixels(None)
    (tmp_path / "sys/class/drm/card1-HDMI-A-2/status").write_text("connected\n")
    assert pixel_size(tmp_path) is None


def test_large_letters_need_large_controls() -> None:
    """Keep the proportions of the seven-inch panel in the look with large letters."""
    fit(1280, 800)
    assert is_wide()
    try:
        assert theme.use_look(LARGE_LETTERS) and not is_wide() and u(100) == 160
    finally:
        theme.use_look(DARK)
    assert is_wide() and u(100) == 125


@pytest.mark.parametrize("size", LARGE, ids=str)
@pytest.mark.parametrize("name", ["play-list", "program-burnt", "summary", "story-end", "board"])
def test_the_whole_board_is_beside_the_words(name: str, size: tuple[int, int]) -> None:
    """See all of the board and more of the list, with nothing cut off."""
    view = view_of(name)
    with on_stand(size, view) as stand:
        TOUCHES.get(name, lambda screen: None)(stand.screen)
        settle()
        screen = stand.screen
        shown: Any = getattr(screen, "map", None) or getattr(screen, "board_map", None)
        if name != "board":
            shown.finish()
            assert shown._is_whole() and shown.height > 0.7 * size[1]
            assert shown._camera.side >= u(24)
            assert screen.content.x >= shown.x + shown.width
        assert screen_faults(screen) == []


@pytest.mark.parametrize("size", LARGE, ids=str)
def test_a_wide_list_shows_no_fewer_lines_and_the_lens_looks_closer(size: tuple[int, int]) -> None:
    """Show as many lines as the seven-inch panel, larger ones, and look closer by one touch."""
    loop = SCENES["play-list"]()
    with on_stand((800, 480), loop.view, loop) as stand:
        few = len(stand.screen.steps.shown)
    with on_stand(size, loop.view, loop) as stand:
        screen = stand.screen
        assert len(screen.steps.shown) >= few
        screen.map.finish()
        whole = screen.map._camera.side
        left, low, side = screen.map._lens()
        stand.tap((left + side / 2, low + side / 2))
        assert screen.map._camera.side > whole and stand.heard() == []
        assert screen_faults(screen) == []
