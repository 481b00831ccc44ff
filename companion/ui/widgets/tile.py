"""A tile: a picture on the left, and a label over an explanation beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from companion.session.messages import Message
from companion.ui.layout import Area, arrange, hbox, vbox, with_padding, with_size
from companion.ui.theme import INK, SAND, u
from companion.ui.widgets.button import Pressable
from companion.ui.widgets.label import Label
from companion.ui.widgets.panel import add_all


class TouchTile(Pressable):
    """A tile to touch; the chosen one is on brass, with dark words.

    A subclass paints the picture and returns its width.
    """

    pad: ClassVar[int] = 8
    """Room left and right, as on the seven-inch panel; half of it above and below."""
    share: float = 0.56
    """Share of the height for the explanation."""

    def __init__(
        self,
        do: Callable[..., object],
        message: Message,
        label: Label,
        about: Label | None = None,
        *,
        chosen: bool = False,
        **rest: Any,
    ) -> None:
        """Call `do` with the message on release."""
        self.label, self.about = label, about
        super().__init__(do, message, **rest)
        self.chosen = chosen
        add_all(self, label, *([about] if about is not None else []))

    def picture_width(self) -> float:
        """Return the width of the picture in pixels; 0 without one."""
        return 0.0

    def paint_picture(self, area: Area) -> None:
        """Paint the picture onto `sign`."""

    def place(self) -> None:
        """Place the picture and the words beside it."""
        self.label.color, about = self.ink, None
        if self.about is not None and self.about.text:
            self.about.color = INK if self.ink == INK else SAND
            about = with_size(self.about, self.height * self.share)
        wide = self.picture_width()
        picture = with_size(self.paint_picture, wide) if wide else None
        words = vbox(self.label, about, gap=0)
        arrange(
            with_padding(hbox(picture, words, gap=u(self.pad)), u(self.pad), u(self.pad) / 2), self
        )
