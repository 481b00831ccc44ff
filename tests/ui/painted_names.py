"""The places of letters and numbers of maps, in every scene that draws a map.

It runs as a program and prints as JSON, for each scene and size: how many names are painted, how
many of them beside their map, and whether later painting is displaced. It looks at no pixel: while
the window is drawn, it reads the matrix at the place of the names.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from companion.gallery.hard_cases import FLAGGED_SCENES
from companion.gallery.scenes import SCENES, TOUCHES
from companion.session.lobby.drawing import DrawPage
from companion.testing.screen_checks import visible_widgets
from companion.ui import theme
from companion.ui.window import Wish, open_window
from tests.scenes import view_of
from tests.ui.stand import SIZES

SLACK: Final = 1.0
"""Pixels of rounding that are not visible."""


class Painted(NamedTuple):
    """The painted names of all maps of a scene."""

    names: int
    astray: int
    """Names beside their map."""
    moved: bool
    """Whether the last painting is displaced."""


def main() -> int:
    """Draw the named scenes; by default all of them, and the flagged ones at each size."""
    window = open_window(Wish(SIZES[0], smooth=False))
    from kivy.base import EventLoop

    from companion.ui.picture import settle

    EventLoop.ensure_window()
    EventLoop.start()
    painted_by_scene: dict[str, Painted] = {}
    for size in SIZES:
        # Boards are painted again for each size, which takes most of the time.
        names = sys.argv[1:] or list(SCENES if size == SIZES[0] else FLAGGED_SCENES)
        window.size = size
        settle()
        theme.fit(*size)
        for name in names:
            painted = painted_in(window, name)
            if painted is not None:
                painted_by_scene[f"{name} {size[0]}×{size[1]}"] = painted
    print(json.dumps(painted_by_scene))
    return 0


def painted_in(window: Any, name: str) -> Painted | None:
    """Draw a scene twice, and return its painted names, or None without a map.

    A second frame sets up only what has changed.
    """
    from companion.ui.picture import settle
    from companion.ui.screens import screen_for

    if view_of(name).board is None and not isinstance(view_of(name).body, DrawPage):
        return None
    screen = screen_for(view_of(name), lambda _: None)
    window.add_widget(screen)
    settle()
    TOUCHES.get(name, lambda _: None)(screen)
    settle()
    try:
        maps = list(maps_of(screen))
        return drawn(window, maps) if maps else None
    finally:
        window.remove_widget(screen)


def maps_of(screen: Any) -> Iterator[Any]:
    """Yield every map and drawing board that shows something."""
    from companion.ui.widgets.map.board_widget import BoardWidget

    for one in visible_widgets(screen):
        if isinstance(one, BoardWidget) and one._camera is not None:
            yield one


def drawn(window: Any, maps: list[Any]) -> Painted:
    """Draw the window, and read the matrix at the names of each map and at the end."""
    from kivy.graphics import Callback

    read: dict[int, Any] = {}
    probes = []
    groups = [window.canvas.before, *(one._names for one in maps), window.canvas.after]
    for number, group in enumerate(groups):
        probe = Callback(reading(window, read, number))
        group.add(probe)
        probes.append((group, probe))
    for _ in range(2):
        read.clear()
        window.canvas.ask_update()
        window.dispatch("on_draw")
    window.dispatch("on_flip")
    for group, probe in probes:
        group.remove(probe)
    assert len(read) == len(probes), "something is not drawn"
    found = [(one, spot) for number, one in enumerate(maps, 1) for spot in spots(one, read[number])]
    astray = sum(not is_on(one, spot) for one, spot in found)
    return Painted(len(found), astray, read[len(groups) - 1].get() != read[0].get())


def reading(window: Any, read: dict[int, Any], number: int) -> Callable[[Any], None]:
    """Return a callback that stores the matrix of the moment at which it is drawn."""

    def keep(_: Any) -> None:
        read[number] = window.render_context["modelview_mat"]

    return keep


def spots(one: Any, matrix: Any) -> Iterator[tuple[float, float]]:
    """Yield the middles of the names of a map as they are painted."""
    from kivy.graphics import Rectangle

    for part in one._names.children:
        if isinstance(part, Rectangle) and part.texture is not None:
            (x, y), (width, height) = part.pos, part.size
            across, up, _ = matrix.transform_point(x + width / 2, y + height / 2, 0)
            yield across, up


def is_on(one: Any, spot: tuple[float, float]) -> bool:
    """Return whether a point is on a map."""
    return (
        one.x - SLACK <= spot[0] <= one.x + one.width + SLACK
        and one.y - SLACK <= spot[1] <= one.y + one.height + SLACK
    )


if __name__ == "__main__":
    sys.exit(main())
