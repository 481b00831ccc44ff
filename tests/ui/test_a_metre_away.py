"""Legibility at a metre: sizes of letters, squares, pieces and signs on pages used while playing.

Signs to be left alone are apart from the buttons.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import pytest

from companion.gallery.scenes import SCENES
from companion.session.view import PLAY, UPDATE
from companion.testing.screen_checks import LEAST_TARGET, screen_faults, targets, visible_widgets
from companion.ui.theme import u
from companion.ui.widgets.label import READABLE, Label
from tests.scenes import view_of
from tests.ui.stand import SIZES, Stand, on_stand

LYING: Final = SIZES[0]
MOVES: Final = [name for name in SCENES if name.startswith("play-")]


def small_words(stand: Stand) -> list[str]:
    """Return all visible words in letters too small for a metre, with their sizes."""
    words = [
        widget
        for widget in visible_widgets(stand.screen)
        if isinstance(widget, Label) and widget.text
    ]
    return [
        f"{widget.plain()!r} {widget.font_size}" for widget in words if widget.font_size < READABLE
    ]


def test_the_eye_finds_words_that_are_too_small() -> None:
    """Find letters below 18 pixels on a page used while playing, and accept them elsewhere."""
    with on_stand(LYING, view_of("play-list")) as stand:
        assert small_words(stand) == [] == screen_faults(stand.screen)
        stand.screen.header.title.font_size = 17
        assert [
            fault for fault in screen_faults(stand.screen) if "a metre" in fault
        ] and small_words(stand)
        stand.screen.view = stand.screen.view._replace(page=UPDATE)
        assert screen_faults(stand.screen) == []


def test_squares_near_the_action_are_large_and_the_whole_board_is_one_touch_away() -> None:
    """Give squares 60 pixels where a move fits; toggle the whole board by one touch."""
    near = 0
    for name in MOVES:
        with on_stand(LYING, view_of(name)) as stand:
            board_map = stand.screen.map
            board_map.finish()
            if board_map._is_whole():
                continue
            near += 1
            assert board_map._camera.side >= 60
            left, low, side = board_map._lens()
            stand.tap((left + side / 2, low + side / 2))
            assert board_map._is_whole(), name
            stand.tap((left + side / 2, low + side / 2))
            assert not board_map._is_whole() and board_map._camera.side >= 60, name
    assert near > len(MOVES) * 0.7


def test_the_beak_takes_a_third_of_the_square() -> None:
    """Give the nose a third of the square's area, and as much length ahead of the sign."""
    from companion.ui.widgets.map.map_play import NOSE, REAR, SIGN

    area = abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairwise((*NOSE, NOSE[0])))) / 2
    ahead = max(y for _, y in NOSE) - (0.5 - REAR + SIGN / 2)
    assert area > 1 / 3 - 0.01 and ahead > 1 / 3


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_signs_of_the_head_lie_apart_from_where_hands_confirm(size: tuple[int, int]) -> None:
    """Keep menu, table and lens at the upper edge, further from Done than a finger is wide."""
    view = view_of("play-card")
    assert view.page == PLAY
    with on_stand(size, view) as stand:
        screen = stand.screen
        foot = [*list(targets(screen.footer)), screen.auto]
        head = targets(screen.header)
        assert len(head) >= 2 and len(foot) >= 2
        for sign in head:
            assert sign.y > screen.height * 0.8
            assert all(sign.y - (button.y + button.height) > u(LEAST_TARGET) for button in foot)


def test_upright_the_map_has_what_the_words_leave() -> None:
    """Leave the map over two fifths of an upright window, without a lost word."""
    for name in ("play-card", "play-list", "play-steps", "play-watched"):
        with on_stand(SIZES[2], view_of(name)) as stand:
            share = stand.screen.map.height / stand.screen.height
            assert share >= 0.41 and screen_faults(stand.screen) == [], (name, share)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_lens_lies_over_no_coordinate(size: tuple[int, int]) -> None:
    """Omit coordinates under the lens: those of the other margin say the same."""
    from kivy.graphics import Rectangle

    for name in ("play-card", "play-list", "play-steps", "play-watched"):
        with on_stand(size, view_of(name)) as stand:
            board_map = stand.screen.map
            for near in (True, False):
                board_map.zoom(near)
                board_map.finish()
                left, low, side = board_map._lens()
                names = [
                    part
                    for part in board_map._names.children
                    if type(part) is Rectangle and part.texture is not None
                ]
                assert len(names) > 10
                covered = [
                    part.pos
                    for part in names
                    if part.pos[0] < left + side - 2 and part.pos[1] + part.size[1] * 0.8 > low + 2
                ]
                assert covered == [], (name, near)
