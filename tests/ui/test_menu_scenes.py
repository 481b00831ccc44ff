"""Test every scene of menu, history, going back and resuming in every window."""

from __future__ import annotations

import pytest

from companion.gallery.menu import MENU_SCENES, MENU_TOUCHES
from companion.testing.screen_checks import screen_faults
from tests.scenes import view_of
from tests.ui.stand import SIZES, on_stand, settle


@pytest.mark.parametrize("name", MENU_SCENES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_everything_is_there_readable_and_large_enough(name: str, size: tuple[int, int]) -> None:
    """Keep all targets large and apart, and cut no words, wherever the list is scrolled."""
    with on_stand(size, view_of(name)) as stand:
        if name in MENU_TOUCHES:
            MENU_TOUCHES[name](stand.screen)
            settle()
        scroll_list = getattr(stand.screen, "scroll_list", None)
        found = screen_faults(stand.screen)
        if scroll_list is not None and scroll_list.beyond:
            for share in (0.0, 0.33, 0.66, 1.0):
                scroll_list.offset = scroll_list.beyond * share
                settle()
                found += screen_faults(stand.screen)
    assert found == []
