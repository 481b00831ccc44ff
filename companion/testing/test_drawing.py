"""Test that each page of a game can be read and touched in each size of the window.

The screen is German, because German words are longest.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import pytest

from companion.games.api import Game
from companion.session.view import View
from companion.testing.game_texts import own_templates
from companion.testing.view_collector import pages_of

pytestmark = pytest.mark.usefixtures("display")

SIZES: Final = ((800, 480), (1280, 800), (720, 1280))
AGAIN: Final = 48
"""Frames after which a page with a fault is checked again: its layout may be incomplete."""


@contextmanager
def german_window(size: tuple[int, int]) -> Iterator[None]:
    """Open a German window of this size."""
    # Kivy can be imported only when there is a display.
    from kivy.base import EventLoop

    from companion.ui import theme
    from companion.ui.i18n import set_language
    from companion.ui.picture import settle
    from companion.ui.window import Wish, open_window

    window = open_window(Wish(size, smooth=False, frames=0))
    EventLoop.ensure_window()
    EventLoop.start()
    if tuple(window.size) != size:
        window.size = size
        settle()
    theme.fit(*size)
    set_language("de")
    try:
        yield
    finally:
        set_language("en")


def faults_of(view: View, foreign: bool) -> list[str]:
    """Draw a view; return what is cut, hidden, too small or overlapping.

    English texts are faults, too, unless `foreign` ones are allowed.
    """
    from kivy.core.window import Window

    from companion.testing.screen_checks import english_words, screen_faults, texts_beyond_box
    from companion.ui.picture import settle
    from companion.ui.screens import screen_for

    screen = screen_for(view, lambda _: None)
    Window.add_widget(screen)
    try:
        settle()
        found = [*screen_faults(screen), *texts_beyond_box(screen)]
        if found:
            settle(AGAIN)
            found = [*screen_faults(screen), *texts_beyond_box(screen)]
        return [*found, *([] if foreign else english_words(screen))]
    finally:
        Window.remove_widget(screen)
        settle(1)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_page_can_be_read_and_touched(game: Game, size: tuple[int, int]) -> None:
    """In two turns, no page or question has anything cut, too small or in English."""
    foreign = bool(own_templates(game))
    with german_window(size):
        wrong = {name: faults_of(view, foreign) for name, view in pages_of(game).items()}
    assert not {name: faults for name, faults in wrong.items() if faults}
