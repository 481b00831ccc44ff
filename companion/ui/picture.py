"""Pictures of the window's content, as PNG files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glPixelStorei, glReadPixels
from kivy.graphics.texture import Texture
from kivy.lang import Builder

if TYPE_CHECKING:
    from kivy.core.window import WindowBase

PACK_ALIGNMENT = 0x0D05
"""GL_PACK_ALIGNMENT."""


def settle(rounds: int = 4) -> None:
    """Let layouts settle: do the work of so many frames without drawing them.

    A layout places its children in the frame after its own size has changed, so nested layouts need
    several `rounds`.
    """
    for _ in range(rounds):
        Clock.tick()
        EventLoop.dispatch_input()
        Builder.sync()
        Clock.tick_draw()
        Builder.sync()


def save_picture(window: WindowBase, path: Path) -> None:
    """Draw the window once more and write it to a PNG file.

    Raises:
        OSError: The file cannot be written.
    """
    window.canvas.ask_update()
    window.dispatch("on_draw")
    # The pixels of a turned picture lie as on the glass.
    width, height = window.system_size
    # By default GL fills rows up to multiples of four bytes, which shifts the rows of a width that
    # three bytes a pixel do not fit.
    glPixelStorei(PACK_ALIGNMENT, 1)
    pixels = glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE)
    # Only now: after the flip the content of the buffer is undefined.
    window.dispatch("on_flip")
    texture = Texture.create(size=(width, height), colorfmt="rgb")
    texture.blit_buffer(pixels, colorfmt="rgb", bufferfmt="ubyte")
    # GL counts rows from below, a PNG from above.
    if not texture.save(str(path), flipped=True):
        raise OSError(f"{path} could not be written")
