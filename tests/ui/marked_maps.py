"""Every page that draws a map, once without markers and once with one under each piece: run as a program.

Told are, as JSON, the pages with how many pixels differ on the maps, and how many beside them.
"""

from __future__ import annotations

import json
import sys
from typing import Any, Final

from companion.session.preferences import Preferences
from companion.session.session import replace
from companion.session.view import View
from companion.ui import theme
from companion.ui.window import Wish, open_window
from tests.gallery.scenes import view_of
from tests.ui.eyes import seen
from tests.ui.stand import SIZES


SCENES: Final = (
    "place", "program-beside", "timer", "play-timer", "facts-sentence", "summary", "over", "replay", "last-race", "elements-belt", "history",
)
"""A scene of each page that draws a map with pieces on it."""


def marked(view: View, on: bool) -> View:
    """Return the view with a marker under each piece, or with none at all, and without anything that moves."""
    board = view.board
    assert board is not None
    squares = [piece.square for piece in board.pieces if piece.square is not None and not piece.square.endswith("+")]
    markers = tuple(enumerate(dict.fromkeys(squares), 1)) if on else ()
    return replace(view, board=replace(board, markers=markers, moves=()), preferences=Preferences(calm=True))


def main() -> int:
    """Draw all pages in all sizes."""
    window = open_window(Wish(SIZES[0], smooth=False))
    from kivy.base import EventLoop

    from companion.ui.picture import settle
    from companion.ui.screens import screen_for
    from companion.ui.widgets.map.board_map import BoardMap

    EventLoop.ensure_window()
    EventLoop.start()
    told: dict[str, list[int]] = {}
    views = {name: view_of(name) for name in SCENES}
    for size in SIZES:
        window.size = size
        settle()
        theme.fit(*size)
        for name, view in views.items():
            drawn, frames = [], []
            for on in (False, True):
                screen = screen_for(marked(view, on), lambda _: None)
                window.add_widget(screen)
                settle()
                frames = [one._frame() for one in seen(screen) if isinstance(one, BoardMap) and one.picture is not None]
                drawn.append(pixels(window, size))
                window.remove_widget(screen)
            if frames:
                told[f"{name} {size[0]}×{size[1]}"] = differing(drawn[0], drawn[1], size, frames)
    print(json.dumps(told))
    return 0


def pixels(window: Any, size: tuple[int, int]) -> bytes:
    """Return what the window shows, three bytes a pixel, from below."""
    from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glPixelStorei, glReadPixels

    from companion.ui.picture import PACK_ALIGNMENT

    # The second frame: what has not changed since the first one is not set up again.
    for _ in range(2):
        window.canvas.ask_update()
        window.dispatch("on_draw")
    glPixelStorei(PACK_ALIGNMENT, 1)
    shown = bytes(glReadPixels(0, 0, *size, GL_RGB, GL_UNSIGNED_BYTE))
    window.dispatch("on_flip")
    return shown


def differing(one: bytes, other: bytes, size: tuple[int, int], frames: list[tuple[float, float, float, float]]) -> list[int]:
    """Return how many pixels differ inside of some frames, and how many outside."""
    found = [0, 0]
    for row in range(size[1]):
        begin, end = 3 * size[0] * row, 3 * size[0] * (row + 1)
        if one[begin:end] == other[begin:end]:
            continue
        for column in range(size[0]):
            at = begin + 3 * column
            if one[at : at + 3] != other[at : at + 3]:
                inside = any(x - 1 <= column <= x + wide + 1 and y - 1 <= row <= y + high + 1 for x, y, wide, high in frames)
                found[not inside] += 1
    return found


if __name__ == "__main__":
    sys.exit(main())
