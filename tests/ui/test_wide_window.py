"""A wide window shows more than the seven-inch panel: the whole board beside list and readers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.gallery.scenes import SCENES, TOUCHES
from companion.testing.screen_checks import screen_faults
from companion.ui import theme
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
def test_a_wide_list_shows_more_lines_and_the_lens_looks_closer(size: tuple[int, int]) -> None:
    """Show more lines than the seven-inch panel, and look closer by one touch."""
    loop = SCENES["play-list"]()
    with on_stand((800, 480), loop.view, loop) as stand:
        few = len(stand.screen.steps.shown)
    with on_stand(size, loop.view, loop) as stand:
        screen = stand.screen
        assert len(screen.steps.shown) > few
        screen.map.finish()
        whole = screen.map._camera.side
        left, low, side = screen.map._lens()
        stand.tap((left + side / 2, low + side / 2))
        assert screen.map._camera.side > whole and stand.heard() == []
        assert screen_faults(screen) == []
