"""Test every scene with real and emulated readers in every window."""

from __future__ import annotations

import pytest

from companion.gallery.scenes import TOUCHES
from companion.gallery.table import TABLE_SCENES
from companion.testing.screen_checks import screen_faults
from companion.ui.i18n import set_language
from tests.scenes import view_of
from tests.ui.stand import SIZES, on_stand, settle


@pytest.mark.parametrize("name", TABLE_SCENES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_everything_is_there_readable_and_large_enough(name: str, size: tuple[int, int]) -> None:
    """Keep all targets large and apart, and cut no words, at every size."""
    with on_stand(size, view_of(name)) as stand:
        if name in TOUCHES:
            TOUCHES[name](stand.screen)
            settle()
        assert screen_faults(stand.screen) == []


def test_a_full_list_of_places_has_room_in_german_too() -> None:
    """Fit twelve lines below the longest head, which is the German one."""
    set_language("de")
    try:
        with on_stand(SIZES[0], view_of("place-waits")) as stand:
            assert screen_faults(stand.screen) == []
    finally:
        set_language("en")
