"""Setup, page 1: which board, by small pictures with names; the chosen one stands larger, with what it is like.

It is the first screen of an evening, so it stands before its pictures are painted, one by one between frames.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kivy.graphics import InstructionGroup
from kivy.uix.behaviors.button import ButtonBehavior
from kivy.uix.widget import Widget

from companion.session.house_messages import OpenRace
from companion.session.messages import ChooseBoard
from companion.session.view import View
from companion.session.view_setup import BoardChoice, BoardPage
from companion.ui.paint import SYMBOLS, paint_symbol
from companion.ui.screens.base import Screen
from companion.ui.theme import BRASS, BRASS_DARK, BRASS_LIGHT, GAP, HEADING, INK, IVORY, PANEL, RAISED, SEAM, SMALL, lying, u
from companion.ui.widgets.bars import FOOTER
from companion.ui.widgets.board_picture import BoardThumb
from companion.ui.widgets.button import QUIET, PushButton
from companion.ui.widgets.panel import Panel, Plate, Row, put
from companion.ui.widgets.text import Words

NAME = 46
"""Height of a board's name below its picture, as on the seven-inch panel."""


class BoardTile(ButtonBehavior, Widget):
    """One board to be touched: its picture and its name; a tick and a bright plate say that it is chosen."""

    def __init__(self, choice: BoardChoice, do: Callable[[str], object], **rest: Any) -> None:
        """`do` is called with the board's key."""
        self._choice, self._do, self._chosen = choice, do, False
        self._plate, self._sign = Plate(PANEL), InstructionGroup()
        super().__init__(always_release=False, **rest)
        self.canvas.add(self._plate)
        self.thumb = BoardThumb(choice.board)
        self.name = Words(choice.title, SMALL, bold=True, align="center", least=18)
        self.add_widget(self.thumb)
        self.add_widget(self.name)
        self.canvas.after.add(self._sign)
        self.bind(pos=self._draw, size=self._draw, state=self._draw)

    def choose(self, chosen: bool) -> None:
        """Whether it is the chosen one."""
        self._chosen = chosen
        self._draw()

    def on_release(self) -> None:
        """Choose it."""
        self._do(self._choice.key)

    def _draw(self, *_: Any) -> None:
        """Picture above, name below; chosen it lies on brass and has a tick, so that colour alone does not say it."""
        face = BRASS_DARK if self.state == "down" else BRASS if self._chosen else PANEL
        self._plate.tint(face, BRASS_LIGHT if self._chosen else SEAM)
        self._plate.place(*self.pos, *self.size)
        pad, name = u(5), u(NAME)
        self.thumb.pos, self.thumb.size = (self.x + pad, self.y + name), (max(1, self.width - 2 * pad), max(1, self.height - name - pad))
        self.name.pos, self.name.size = (self.x + pad, self.y + u(1)), (max(1, self.width - 2 * pad), name - u(2))
        self.name.color = INK if self._chosen else IVORY
        self._sign.clear()
        if self._chosen:
            side = u(26)
            paint_symbol(self._sign, SYMBOLS["tick"], self.x + self.width - side - u(2), self.y + self.height - side - u(2), side, INK, BRASS)


class BoardDetail(Panel):
    """The chosen board: a larger picture, its name, what it is like."""

    def __init__(self, **rest: Any) -> None:
        """Empty; `show` fills it. Its picture is painted from the time on when `start_painting` is called."""
        super().__init__(RAISED, **rest)
        self._key = ""
        self.painting = False
        self.title = Words("", HEADING, bold=True, tint=BRASS_LIGHT, size_hint_y=None, height=u(40), least=SMALL)
        self.about = Words("", SMALL, upright="top", least=17)
        self.thumb: BoardThumb | None = None
        self._body: Widget = Panel(RAISED, RAISED, rivets=False, pad=0) if lying() else Row()
        self.add_widget(self.title)
        self.add_widget(self._body)

    def show(self, choice: BoardChoice) -> None:
        """Another board."""
        if choice.key == self._key:
            return
        self._key = choice.key
        self.title.text, self.about.text = choice.title, choice.about
        self._body.clear_widgets()
        # A thumb keeps its board: another board wants another thumb.
        self.thumb = BoardThumb(choice.board, size_hint=(1, 1.8) if lying() else (1.1, 1))
        self._body.add_widget(self.thumb)
        self._body.add_widget(self.about)
        # Before that a picture would hold up the first frame of the evening.
        if self.painting:
            self.thumb.paint_now()

    def start_painting(self) -> None:
        """Paint the picture, now and of every board to come."""
        self.painting = True
        if self.thumb is not None:
            self.thumb.paint_now()


class BoardChoices(Widget):
    """All boards as tiles, beside them (upright: below) the chosen one."""

    def __init__(self, choices: tuple[BoardChoice, ...], do: Callable[[str], object], **rest: Any) -> None:
        """`do` is called with the key of the board that was touched."""
        super().__init__(**rest)
        self._choices = choices
        self.tiles = {choice.key: BoardTile(choice, do) for choice in choices}
        self.detail = BoardDetail()
        for child in (*self.tiles.values(), self.detail):
            self.add_widget(child)
        self._unpainted = list(self.tiles.values())
        self.bind(pos=self._place, size=self._place)

    def show(self, chosen: str) -> None:
        """Another one is chosen; a key of no board chooses none and leaves the large picture as it is."""
        for choice in self._choices:
            self.tiles[choice.key].choose(choice.key == chosen)
            if choice.key == chosen:
                self.detail.show(choice)

    def paint_next(self) -> bool:
        """Paint one more picture, the large one first, and then the tiles in their order; whether there are more to paint."""
        if not self.detail.painting:
            self.detail.start_painting()
        elif self._unpainted:
            self._unpainted.pop(0).thumb.paint_now()
        return bool(self._unpainted)

    def _place(self, *_: Any) -> None:
        """The tiles in rows of four, read like a book; the chosen board beside them, upright below them."""
        gap, columns = u(GAP), 4
        rows = -(-len(self.tiles) // columns)
        if lying():
            width, height = round(self.width * 0.63), self.height
            self.detail.pos, self.detail.size = (self.x + width + gap, self.y), (max(1, self.width - width - gap), height)
        else:
            width, height = self.width, round(self.height * 0.5)
            self.detail.pos, self.detail.size = self.pos, (width, max(1, self.height - height - gap))
        wide, high = (width - gap * (columns - 1)) / columns, (height - gap * (rows - 1)) / rows
        for at, tile in enumerate(self.tiles.values()):
            row, column = divmod(at, columns)
            tile.pos = self.x + column * (wide + gap), self.y + self.height - (row + 1) * high - row * gap
            tile.size = wide, high


LAST: Final = 150
"""Width of the button for the race that ended last, as on the seven-inch panel."""


class BoardScreen(Screen):
    """Small pictures of all boards; the chosen one larger, with what it is like."""

    def make(self, view: View) -> Widget:
        """The pictures; the last race is in the foot, where there is one."""
        assert isinstance(view.body, BoardPage)
        self.last: PushButton | None = None
        self.boards = BoardChoices(view.body.choices, lambda key: self.send(ChooseBoard(key)))
        return self.boards

    def show(self, view: View) -> None:
        """Another board is chosen, or a race has become known."""
        assert isinstance(view.body, BoardPage)
        self.boards.show(view.body.chosen)
        if view.body.last and self.last is None:
            self.last = PushButton(view.body.last, lambda: self.send(OpenRace()), kind=QUIET, symbol="clock")
            self.add_widget(self.last)

    def arrange(self, *_: Any) -> None:
        """The last race at the beginning of the foot."""
        super().arrange()
        if self.last is not None:
            wide, pad = u(LAST), u(5)
            put(self.last, self.footer.x + pad, self.footer.y + pad, wide, u(FOOTER) - 2 * pad)
            put(self.footer, self.footer.x + pad + wide, self.footer.y, self.footer.width - pad - wide, u(FOOTER))

    def paint_next(self) -> bool:
        """Paint one more picture, between two frames; whether there are more to paint.

        Painting all of them at once would make the first screen late.
        """
        return self.boards.paint_next()
