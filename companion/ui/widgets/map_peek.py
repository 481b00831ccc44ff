"""A look at the board in between: the map as large as it gets, and beside it how every clank stands; it hides an open hand meanwhile.

Who stands where matters while a program is made, and beside five slots and nine cards there is no room for a map.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.engine.geometry import HEADINGS
from companion.session.session import replace
from companion.session.view import BoardPicture, ClankPicture
from companion.ui.theme import LARGE, SAND, SMALL, lying, u
from companion.ui.widgets.badge import Token
from companion.ui.widgets.board_map import BoardMap
from companion.ui.widgets.button import PRIMARY, PushButton
from companion.ui.widgets.panel import Column, Row
from companion.ui.widgets.text import Words

WAYS = {"N": "north", "E": "east", "S": "south", "W": "west"}


def clank_words(clank: ClankPicture) -> str:
    """Where a clank stands and how it is, in one line; upright, where it is narrow, the map says where."""
    if not lying():
        return f"flag {clank.next_flag} · damage {clank.damage}"
    where = f"{clank.square}, facing {WAYS[HEADINGS[clank.heading]]}" if clank.square else "in the parking row"
    facts = [where, f"flag {clank.next_flag} next", f"damage {clank.damage}"]
    return " · ".join([*facts, *([clank.status] if clank.status else [])])


class MapPeek(Widget):
    """The map over everything else; `close` is what its button does, labelled `label`."""

    def __init__(self, picture: BoardPicture, close: Callable[[], object], label: str, **rest: Any) -> None:
        """Further arguments are those of a Kivy widget."""
        super().__init__(**rest)
        self.map = BoardMap(lambda _: None, lively=False)
        self.close = PushButton(label, close, kind=PRIMARY, symbol="back", size_hint_y=None, height=u(62))
        self._list = GridLayout(cols=1 if lying() else 2, spacing=u(2))
        self._side = Column()
        self._side.add_widget(self._list)
        self._side.add_widget(self.close)
        self.add_widget(self.map)
        self.add_widget(self._side)
        self.bind(pos=self._place, size=self._place)
        self._clanks: tuple[ClankPicture, ...] | None = None
        self.show(picture)

    def show(self, picture: BoardPicture) -> None:
        """Another moment."""
        # Only what stands where: no move runs once more, and no touch means a square here.
        self.map.show(replace(picture, touchable=False, moves=(), beams=()))
        # Later pictures leave the view as somebody has chosen it.
        if self._clanks is None:
            self.map.near = False
            self.map.look(False)
        if picture.clanks != self._clanks:
            self._clanks = picture.clanks
            self._list.clear_widgets()
            for clank in picture.clanks:
                self._list.add_widget(self._row(clank))

    def _row(self, clank: ClankPicture) -> Row:
        """One clank: its sign, its name, and below it how it stands."""
        row, words = Row(gap=8, size_hint_max_y=u(64)), Column(gap=0)
        # A name is cut off, not wrapped: its sign beside it says who is meant.
        words.add_widget(Words(clank.name, LARGE if lying() else SMALL, bold=True, least=16, shorten=True, max_lines=1))
        words.add_widget(Words(clank_words(clank), SMALL, tint=SAND, least=15))
        row.add_widget(Token(clank.name, clank.colour, clank.shape, size_hint_x=None, width=u(40 if lying() else 30)))
        row.add_widget(words)
        return row

    def _place(self, *_: Any) -> None:
        """The map on the left, upright above; clanks and button take the rest."""
        pad = u(8)
        if lying():
            left = round(self.width * 0.52)
            self.map.pos, self.map.size = self.pos, (left, self.height)
            self._side.pos, self._side.size = (self.x + left + pad, self.y + pad), (max(1, self.width - left - 2 * pad), self.height - 2 * pad)
        else:
            low = round(self.height * 0.3)
            self.map.pos, self.map.size = (self.x, self.y + low), (self.width, self.height - low)
            self._side.pos, self._side.size = (self.x + pad, self.y + pad), (max(1, self.width - 2 * pad), low - 2 * pad)
