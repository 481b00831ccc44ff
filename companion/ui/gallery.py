"""The gallery: every screen in telling states, drawn in a real window and written as PNG files.

The states themselves, its scenes, live with the tests (`tests/gallery`), which look at the same ones: a game that is installed draws none.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import companion
from companion.errors import ScreenFault, did_you_mean
from companion.named_tuples import NamedTuple
from companion.ui.speech import speak
from companion.ui.window import Wish, open_window

if TYPE_CHECKING:
    from kivy.core.window import WindowBase

    from companion.app.loop import EventLoop

SOURCES: Final = Path(companion.__file__).parent.parent
"""Where tests stand beside the package, in a checkout."""


class Scenes(NamedTuple):
    """What there is to draw: a session for each name, and what is then touched on its screen."""

    evenings: Mapping[str, Callable[[], EventLoop]]
    touches: Mapping[str, Callable[[Any], None]]


def scenes() -> Scenes:
    """The scenes of this checkout. ScreenFault where the game is installed without its sources."""
    if not (SOURCES / "tests" / "gallery" / "scenes.py").is_file():
        raise ScreenFault(
            f"the gallery's scenes come with the sources and not with the installed game, which lies in {SOURCES}: "
            "run make setup in a folder with the sources, and there .venv/bin/clockwork-derby gallery FOLDER"
        )
    if str(SOURCES) not in sys.path:
        sys.path.append(str(SOURCES))
    found = import_module("tests.gallery.scenes")
    return Scenes(found.SCENES, found.TOUCHES)


def save_gallery(
    folder: Path,
    size: tuple[int, int],
    wanted: Scenes,
    language: str = "en",
    only: Sequence[str] = (),
    share: float = 1.0,
) -> Iterator[Path]:
    """Write a picture of every scene, or of those named in `only`, into the folder and yield each file; what moves is taken after a share of its motion.

    ScreenFault without a display, or for a scene that there is not; OSError for the folder. Each is drawn only when the next file is asked for, so that
    whoever asks can say how far it is. Files are numbered in the order of all scenes.
    """
    strange = next((name for name in only if name not in wanted.evenings), None)
    if strange is not None:
        raise ScreenFault(
            f"--only: found {strange!r}, expected scenes such as {', '.join(list(wanted.evenings)[:3])}{did_you_mean(strange, wanted.evenings)}"
        )
    folder.mkdir(parents=True, exist_ok=True)
    speak(language)
    window = open_window(Wish(size, smooth=True, frames=0))
    from kivy.base import EventLoop

    # No app runs: `settle` turns the loop by hand, frame by frame, and nothing happens between two pictures.
    EventLoop.ensure_window()
    EventLoop.start()
    for number, name in enumerate(wanted.evenings, 1):
        if only and name not in only:
            continue
        path = folder / f"{number:03}-{name}.png"
        _take(
            window,
            wanted.evenings[name](),
            wanted.touches.get(name, lambda screen: None),
            path,
            share,
        )
        yield path


def _take(
    window: WindowBase, loop: EventLoop, touch: Callable[[Any], None], path: Path, share: float
) -> None:
    """The picture of one scene; with everything that moves at rest where the share is 1."""
    from companion.ui.picture import save_picture, settle
    from companion.ui.screens import screen_for

    # The session hears nothing: what is touched here changes the screen alone.
    screen = screen_for(loop.view, lambda _: None)
    window.add_widget(screen)
    settle()
    touch(screen)
    settle()
    # In the app one small picture is painted between two frames; here all of them must be there.
    while getattr(screen, "paint_next", lambda: False)():
        pass
    if hasattr(screen, "map"):
        screen.map.finish()
        if share < 1:
            screen.map.halt(share)
    settle()
    save_picture(window, path)
    window.remove_widget(screen)
