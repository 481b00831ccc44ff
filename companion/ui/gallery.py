"""Draw screens in a real window, and save them as PNG files (`companion/gallery`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.errors import ScreenError, did_you_mean
from companion.named_tuples import NamedTuple
from companion.session.view import EVERYBODY
from companion.ui import theme
from companion.ui.i18n import set_language
from companion.ui.theme import use_look
from companion.ui.window import Wish, open_window

if TYPE_CHECKING:
    from kivy.core.window import WindowBase

    from companion.app.loop import EventLoop


class Scenes(NamedTuple):
    """The scenes to draw: a session for each name, and what is then touched on its screen."""

    sessions: Mapping[str, Callable[[], EventLoop]]
    touches: Mapping[str, Callable[[Any], None]]


def save_gallery(
    folder: Path,
    size: tuple[int, int],
    wanted: Scenes,
    language: str,
    only: Sequence[str],
    share: float,
    look: str,
) -> Iterator[Path]:
    """Save a picture of every scene, or of those in `only`, and yield each file.

    A scene is drawn when its file is asked for, so that the caller can report progress. Files are
    numbered in the order of all scenes.

    Args:
        folder: Where the files go.
        size: Width and height of the window in pixels.
        wanted: The scenes.
        language: Code of the language.
        only: Names of scenes; all when empty.
        share: How far movements have gone, from 0 to 1.
        look: A look of the screen, of `companion.ui.theme.LOOKS`.

    Raises:
        ScreenError: There is no display, or no scene of a name.
        OSError: The folder cannot be written.
    """
    strange = next((name for name in only if name not in wanted.sessions), None)
    if strange is not None:
        raise ScreenError(
            f"--only: found {strange!r}, expected scenes such as "
            f"{', '.join(list(wanted.sessions)[:3])}{did_you_mean(strange, wanted.sessions)}"
        )
    folder.mkdir(parents=True, exist_ok=True)
    set_language(language)
    use_look(look)
    window = open_window(Wish(size, smooth=True, frames=0))
    from kivy.base import EventLoop

    # No app runs: `settle` turns the loop by hand, frame by frame, and nothing happens between two
    # pictures.
    EventLoop.ensure_window()
    EventLoop.start()
    for number, name in enumerate(wanted.sessions, 1):
        if only and name not in only:
            continue
        path = folder / f"{number:03}-{name}.png"
        _take(
            window,
            wanted.sessions[name](),
            wanted.touches.get(name, lambda screen: None),
            path,
            share,
        )
        yield path


def _take(
    window: WindowBase, loop: EventLoop, touch: Callable[[Any], None], path: Path, share: float
) -> None:
    """Save the picture of one scene; with a share of 1 all movements have ended."""
    from companion.ui.picture import save_picture, settle
    from companion.ui.rotation import rotate
    from companion.ui.screens import screen_for

    # The session gets no messages: touches here change the screen alone.
    view = loop.view
    screen = screen_for(view, lambda _: None)
    if rotate(window, view.preferences, view.turns.get(screen.seat or EVERYBODY, 0)):
        theme.fit(*window.size)
        screen = screen_for(view, lambda _: None, screen.own_state)
    window.add_widget(screen)
    settle()
    touch(screen)
    settle()
    # The app paints one small picture between two frames; here all of them are needed.
    while getattr(screen, "paint_next", lambda: False)():
        pass
    if hasattr(screen, "map"):
        screen.map.finish()
        if share < 1:
            screen.map.halt(share)
    settle()
    save_picture(window, path)
    window.remove_widget(screen)
