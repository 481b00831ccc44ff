"""Pictures of the screen with scenes of the gallery in a turned window, run as a program.

Its arguments are a folder and the names of the scenes.
"""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image

from companion.session.lobby.device import ROTATIONS
from companion.session.preferences import Preferences
from companion.ui import theme
from companion.ui.window import Wish, open_window
from tests.scenes import view_of
from tests.ui.player import SIZE


def main() -> int:
    """Save a picture for each scene and turn."""
    folder, *names = sys.argv[1:]
    window = open_window(Wish(SIZE, smooth=False))
    from kivy.base import EventLoop
    from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glReadPixels

    from companion.ui.picture import settle
    from companion.ui.rotation import rotate
    from companion.ui.screens import screen_for

    EventLoop.ensure_window()
    EventLoop.start()
    for name in names:
        view = view_of(name)
        for rotation in ROTATIONS:
            rotate(window, Preferences(rotation=rotation))
            theme.fit(*window.size)
            screen = screen_for(view, lambda _: None)
            window.add_widget(screen)
            settle()
            while getattr(screen, "paint_next", lambda: False)():
                pass
            if hasattr(screen, "map"):
                screen.map.finish()
            settle()
            window.canvas.ask_update()
            window.dispatch("on_draw")
            pixels = glReadPixels(0, 0, *SIZE, GL_RGB, GL_UNSIGNED_BYTE)
            window.dispatch("on_flip")
            Image.frombytes("RGB", SIZE, pixels).transpose(Image.Transpose.FLIP_TOP_BOTTOM).save(
                Path(folder) / f"{name}-{rotation}.png"
            )
            window.remove_widget(screen)
    return 0


if __name__ == "__main__":
    sys.exit(main())
