"""An album of achievements: a named medal for each, greyed with its progress while missing."""

from __future__ import annotations

from typing import Any, Final

from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.uix.widget import Widget

from companion.named_tuples import NamedTuple
from companion.session.pages.records import AlbumRow
from companion.ui.layout import arrange, hbox, leave_empty, vbox, with_padding, with_size
from companion.ui.paint import paint, paint_bar
from companion.ui.theme import (
    BODY,
    BRASS,
    BRASS_LIGHT,
    NIGHT,
    PANEL,
    SAND,
    SEAM,
    SMALL,
    Rgba,
    faded,
    is_landscape,
    u,
)
from companion.ui.widgets.label import Label
from companion.ui.widgets.panel import Plate, add_all
from companion.ui.widgets.scroll_list import TileRow
from companion.words import text

SIDE, PAD, HIGH = 56, 8, 84
"""Side of a medal, room around it, and height of an entry, as on the seven-inch panel."""
VEIL: Final = 0.72
"""Tint over the picture of a missing medal."""


class MedalPlate(Widget):
    """One achievement: the medal, its name, its condition, and a bar or the date."""

    def __init__(self, row: AlbumRow, **rest: Any) -> None:
        super().__init__(**rest)
        self.row, self.have = row, row.date is not None
        self.plate, self.picture = Plate(PANEL, BRASS if self.have else SEAM), InstructionGroup()
        self.canvas.add(self.plate)
        self.canvas.after.add(self.picture)
        tint: Rgba = BRASS_LIGHT if self.have else SAND
        self.title = Label(row.title, BODY, bold=True, tint=tint, least=16)
        self.about = Label(row.about, SMALL, tint=SAND, least=15)
        far = (
            row.date[:10]
            if row.date is not None
            else text("{have} of {needed}", have=row.have, needed=row.needed)
        )
        self.far = Label(far, SMALL, tint=tint, align="right", least=15)
        add_all(self, self.title, self.about, self.far)
        self.bind(pos=self._place, size=self._place)

    def _place(self, *_: Any) -> None:
        self.plate.place(*self.pos, *self.size)
        pad, side = u(PAD), u(SIDE)
        left, width, far = self.x + 2 * pad + side, self.width - 3 * pad - side, self.far.text
        title = hbox(self.title, with_size(self.far, u(92)) if far else None, gap=0)
        about = with_size(self.about, self.height * 0.46 - pad - u(3))
        words = vbox(
            with_size(leave_empty, pad / 2), title, about, with_size(leave_empty, pad + u(3)), gap=0
        )
        arrange(with_padding(hbox(with_size(leave_empty, side), words, gap=pad), pad, 0), self)
        self.picture.clear()
        bottom = self.y + (self.height - side) / 2
        paint(self.picture, self.row.art, self.x + pad, bottom, side)
        if not self.have:
            self.picture.add(Color(*faded(PANEL, VEIL)))
            self.picture.add(Rectangle(pos=(self.x + pad, bottom), size=(side, side)))
            paint_bar(
                self.picture,
                left,
                self.y + u(4),
                width,
                u(5),
                self.row.have / max(1, self.row.needed),
                NIGHT,
                BRASS,
            )


class MedalRow(NamedTuple):
    """Medals side by side as a row of the list: two in a landscape window, else one."""

    rows: tuple[AlbumRow, ...]

    def needed_height(self, width: float) -> float:
        """Return the height in pixels, the same for all."""
        return u(HIGH)

    def widget(self) -> Widget:
        """Return the plates side by side."""
        return TileRow([*map(MedalPlate, self.rows)], across(), lambda: u(HIGH), gap=6)


def across() -> int:
    """Return the number of medals side by side."""
    return 2 if is_landscape() else 1


def album_rows(album: tuple[AlbumRow, ...]) -> list[MedalRow]:
    """Return the album as rows of a list."""
    return [MedalRow(album[at : at + across()]) for at in range(0, len(album), across())]
