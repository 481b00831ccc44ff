"""The acceptance run while readers are tried: what is asked at one of them, large, and all of them at a glance.

Nobody need touch the screen: the run goes on by what readers show. A touch on a tile only chooses another one to be asked.
"""
from __future__ import annotations

from typing import Any, Final

from kivy.uix.widget import Widget

from companion.session.messages import Message
from companion.session.view_certify import CertifyPage, CertifySeat
from companion.ui.screens.base import Send, put
from companion.ui.theme import BRASS_LIGHT, GAP, HEADING, HEADLINE, IVORY, WARNING, lying, u
from companion.ui.widgets.badge import Token
from companion.ui.widgets.certify_picture import ReaderPicture
from companion.ui.widgets.certify_tile import CertifyTile
from companion.ui.widgets.text import Words

TILE_MOST, PICTURE_MOST = 92, 230
"""Beyond these heights a tile and the picture gain nothing, as on the seven-inch panel."""
SHARE: Final = 0.54
"""What the asked reader takes of the room, of its width when lying, of its height when upright."""


class Asked(Widget):
    """The reader that is asked: who it is, what to do, and how that looks."""

    def __init__(self, **rest: Any) -> None:
        """Empty; `show` fills it."""
        super().__init__(**rest)
        self.token = Token("", "brass", "circle")
        self.name = Words("", HEADING, bold=True, tint=BRASS_LIGHT, least=18)
        self.words = Words("", HEADLINE, bold=True, least=20)
        self.picture = ReaderPicture()
        for child in (self.token, self.name, self.words, self.picture):
            self.add_widget(child)
        self.bind(pos=self._place, size=self._place)

    def show(self, page: CertifyPage, seat: CertifySeat) -> None:
        """What is asked now."""
        self.token.show(seat.name, seat.colour, seat.shape)
        self.name.text, self.words.text = page.title, page.words
        self.words.color = WARNING if seat.state == "gone" else IVORY
        self.picture.show(seat)

    def _place(self, *_: Any) -> None:
        """Sign and name above, the picture below, and between them all that is left for the words."""
        head, pad = u(42), u(6)
        picture = min(u(PICTURE_MOST), (self.height - head) * 0.6)
        top = self.y + self.height - head
        put(self.token, self.x, top, head, head)
        put(self.name, self.x + head + pad, top, self.width - head - pad, head)
        put(self.picture, self.x, self.y, self.width, picture)
        put(self.words, self.x, self.y + picture + pad, self.width, self.height - head - picture - 2 * pad)


class CertifyReaders(Widget):
    """The asked reader beside or above the tiles of all; `send` is told what a touched tile says."""

    def __init__(self, send: Send, **rest: Any) -> None:
        """Empty; `show` fills it."""
        super().__init__(**rest)
        self._send, self._messages = send, dict[int, Message]()
        self.asked = Asked()
        self.tiles: dict[int, CertifyTile] = {}
        self.add_widget(self.asked)
        self.bind(pos=self._place, size=self._place)

    def show(self, page: CertifyPage) -> None:
        """Every reader as it is, the one of the title large; `page.seat` is one of `page.seats` (else StopIteration)."""
        for seat in page.seats:
            # A tile is made once, but what touching it says may change with every picture.
            self._messages[seat.seat] = seat.message
            if seat.seat not in self.tiles:
                self.tiles[seat.seat] = CertifyTile(seat, lambda number=seat.seat: self._send(self._messages[number]))
                self.add_widget(self.tiles[seat.seat])
            self.tiles[seat.seat].show(seat)
            self.tiles[seat.seat].choose(seat.seat == page.seat)
        # A reader that answers only later takes part, too, and stands where its seat does.
        self.tiles = dict(sorted(self.tiles.items()))
        self.asked.show(page, next(seat for seat in page.seats if seat.seat == page.seat))
        self._place()

    def _place(self, *_: Any) -> None:
        """The asked reader on the left and the tiles on the right, upright the one above the others."""
        gap = u(GAP)
        if lying():
            wide = round(self.width * SHARE)
            put(self.asked, *self.pos, wide, self.height)
            self._place_tiles(self.x + wide + gap, self.width - wide - gap, self.height)
        else:
            high = round(self.height * SHARE)
            put(self.asked, self.x, self.y + self.height - high, self.width, high)
            self._place_tiles(self.x, self.width, self.height - high - gap)

    def _place_tiles(self, left: float, width: float, room: float) -> None:
        """The tiles from the top, in two columns where there are more than four, in `width` × `room` pixels above the foot."""
        gap = u(5)
        columns = 2 if len(self.tiles) > 4 else 1
        rows = -(-len(self.tiles) // columns) or 1
        wide, high = (width - gap * (columns - 1)) / columns, min((room - gap * (rows - 1)) / rows, u(TILE_MOST))
        top = self.y + room
        for at, tile in enumerate(self.tiles.values()):
            row, column = divmod(at, columns)
            put(tile, left + column * (wide + gap), top - (row + 1) * high - row * gap, wide, high)
