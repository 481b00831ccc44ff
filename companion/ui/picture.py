"""Pictures of what the window shows, as PNG files."""

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
    """Let layouts come to rest: what the loop does in so many frames, but for drawing them, which is done once the picture is taken.

    A layout places its children in the frame after its own size has changed, so that what is nested needs several `rounds`.
    """
    for _ in range(rounds):
        Clock.tick()
        EventLoop.dispatch_input()
        Builder.sync()
        Clock.tick_draw()
        Builder.sync()


def save_picture(window: WindowBase, path: Path) -> None:
    """Draw the window once more and write it to a PNG file. Raises OSError where the file cannot be written."""
    window.canvas.ask_update()
    window.dispatch("on_draw")
    width, height = window.size
    # GL fills rows up to multiples of four bytes unless told otherwise, which shifts every row of a width that three bytes a pixel do not fit.
    glPixelStorei(PACK_ALIGNMENT, 1)
    pixels = glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE)
    # Only now: after the flip the buffer that was drawn holds whatever the driver likes.
    window.dispatch("on_flip")
    texture = Texture.create(size=(width, height), colorfmt="rgb")
    texture.blit_buffer(pixels, colorfmt="rgb", bufferfmt="ubyte")
    # GL counts rows from below, a PNG from above.
    if not texture.save(str(path), flipped=True):
        raise OSError(f"{path} could not be written")
