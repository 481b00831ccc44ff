"""Pictures of the map at rest, within its motion and after it, run as a program.

Its arguments are names of scenes; it prints as JSON how many pixels differ.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from companion.session.preferences import Preferences
from companion.ui import theme
from companion.ui.window import Wish, open_window
from tests.scenes import view_of
from tests.typed import of_kind
from tests.ui.stand import hurry

SIZE = (800, 480)


def pixels(window: Any) -> bytes:
    """Return the pixels that the window shows now."""
    from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glReadPixels

    window.canvas.ask_update()
    window.dispatch("on_draw")
    shown = bytes(glReadPixels(0, 0, *SIZE, GL_RGB, GL_UNSIGNED_BYTE))
    window.dispatch("on_flip")
    return shown


def differing(one: bytes, other: bytes) -> int:
    """Return in how many bytes two pictures differ."""
    return sum(a != b for a, b in zip(one, other, strict=True)) if one != other else 0


def main() -> int:
    """Compare each scene at rest with the same scene halfway and after its whole motion."""
    window, found = open_window(Wish(SIZE, smooth=False)), {}
    from kivy.base import EventLoop

    from companion.ui.picture import settle
    from companion.ui.screens import screen_for
    from companion.ui.screens.base import MapScreen

    EventLoop.ensure_window()
    EventLoop.start()
    theme.fit(*window.size)
    for name in sys.argv[1:]:
        view = view_of(name)
        shown = {}
        for kind in ("still", "half", "ended"):
            screen = screen_for(
                view._replace(preferences=Preferences(calm=kind == "still")), lambda _: None
            )
            window.add_widget(screen)
            settle()
            shown_map = of_kind(MapScreen, screen).map
            if kind == "half":
                shown_map.finish()
                shown_map.halt(0.5)
            with hurry():
                while kind == "ended" and shown_map.progress < 1:
                    settle(1)
            settle()
            shown[kind] = pixels(window)
            window.remove_widget(screen)
        found[name] = [differing(shown["still"], shown[kind]) for kind in ("half", "ended")]
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
