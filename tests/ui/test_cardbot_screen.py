"""Cardbot Derby as players see it: every telling moment readable and large enough at every size, and answered by touch."""
from __future__ import annotations

import pytest

from tests.gallery.cardbot import CARDBOT_SCENES, CARDBOT_TOUCHES
from tests.gallery.scenes import view_of
from tests.ui.eyes import faults
from tests.ui.stand import SIZES, on_stand, settle


@pytest.mark.parametrize("name", CARDBOT_SCENES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_everything_is_there_readable_and_large_enough(name: str, size: tuple[int, int]) -> None:
    """No target is too small or over another one, nothing hangs out of the window and no words are cut."""
    with on_stand(size, view_of(name)) as stand:
        CARDBOT_TOUCHES.get(name, lambda screen: None)(stand.screen)
        settle()
        assert faults(stand.screen) == []
