"""The gallery: every screen in telling states, drawn in a real window and written as PNG files."""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from companion.ui.scenes import SCENES, TOUCHES
from companion.ui.speech import speak
from companion.ui.window import Wish, open_window

if TYPE_CHECKING:
    from kivy.core.window import WindowBase


def save_gallery(folder: Path, size: tuple[int, int], names: Iterable[str] = tuple(SCENES), language: str = "en") -> Iterator[Path]:
    """Write a picture of every named scene into the folder and yield each file. Raises ScreenFault without a display, OSError for the folder.

    Each is drawn only when the next file is asked for, so that whoever asks can say how far it is. Files are numbered in the order of `names`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    speak(language)
    window = open_window(Wish(size))
    from kivy.base import EventLoop

    # No app runs: `settle` turns the loop by hand, frame by frame, and nothing happens between two pictures.
    EventLoop.ensure_window()
    EventLoop.start()
    for number, name in enumerate(names, 1):
        path = folder / f"{number:03}-{name}.png"
        _take(window, name, path)
        yield path


def _take(window: WindowBase, name: str, path: Path) -> None:
    """The picture of one scene, with everything that moves at rest."""
    from companion.ui.picture import save_picture, settle
    from companion.ui.screens import screen_for

    # The evening hears nothing: what is touched here changes the screen alone.
    screen = screen_for(SCENES[name]().view, lambda _: None)
    window.add_widget(screen)
    settle()
    if name in TOUCHES:
        TOUCHES[name](screen)
        settle()
    # In the app one small picture is painted between two frames; here all of them must be there.
    while getattr(screen, "paint_next", lambda: False)():
        pass
    if hasattr(screen, "map"):
        screen.map.finish()
    settle()
    save_picture(window, path)
    window.remove_widget(screen)
