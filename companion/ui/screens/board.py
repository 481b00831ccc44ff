"""Setup, page 1: which board, by small pictures with names; the chosen one stands larger, with what it is like.

It is the first screen of a session, so it stands before its pictures are painted, one by one between frames.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.widget import Widget

from companion.session.messages import ChooseBoard, OpenPage
from companion.session.view import View
from companion.session.pages.board import BoardChoice, BoardPage
from companion.ui.paint import paint_symbol
from companion.ui.screens.base import Screen
from companion.ui.theme import BRASS, BRASS_LIGHT, GAP, HEADING, INK, IVORY, PANEL, RAISED, SEAM, SMALL, Rgba, lying, u
from companion.ui.widgets.bars import FOOTER
from companion.ui.widgets.board_picture import BoardThumb
from companion.ui.widgets.button import QUIET, Pressable, PushButton
from companion.ui.widgets.panel import Panel, Row, fill, put, put_grid
from companion.ui.widgets.text import Words

NAME, LAST = 46, 150
"""Height of a board's name below its picture, and width of the button for the race that ended last, as on the seven-inch panel."""


class BoardTile(Pressable):
    """One board to be touched: its picture and its name; a tick and a bright plate say that it is chosen."""

    def __init__(self, choice: BoardChoice, do: Callable[[str], object], **rest: Any) -> None:
        """`do` is called with the board's key."""
        self.thumb = BoardThumb(choice.board)
        self.name = Words(choice.title, SMALL, bold=True, align="center", least=18)
        super().__init__(lambda: do(choice.key), **rest)
        fill(self, self.thumb, self.name)

    def tints(self) -> tuple[Rgba, Rgba]:
        """Flat while it is not chosen."""
        return super().tints() if self.chosen else (PANEL, SEAM)

    def place(self) -> None:
        """Picture above, name below; chosen it has a tick, so that colour alone does not say it."""
        pad, name, side = u(5), u(NAME), u(26)
        put(self.thumb, self.x + pad, self.y + name, self.width - 2 * pad, self.height - name - pad)
        put(self.name, self.x + pad, self.y + u(1), self.width - 2 * pad, name - u(2))
        self.name.color = INK if self.chosen else IVORY
        self.sign.clear()
        if self.chosen:
            paint_symbol(self.sign, "tick", self.x + self.width - side - u(2), self.y + self.height - side - u(2), side, INK, BRASS)


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
        fill(self, self.title, self._body)

    def show(self, choice: BoardChoice) -> None:
        """Another board."""
        if choice.key == self._key:
            return
        self._key = choice.key
        self.title.text, self.about.text = choice.title, choice.about
        self._body.clear_widgets()
        # A thumb keeps its board: another board wants another thumb.
        self.thumb = BoardThumb(choice.board, size_hint=(1, 1.8) if lying() else (1.1, 1))
        fill(self._body, self.thumb, self.about)
        # Before that a picture would hold up the first frame of the session.
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
        fill(self, *self.tiles.values(), self.detail)
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
        gap = u(GAP)
        if lying():
            width, height = round(self.width * 0.63), self.height
            put(self.detail, self.x + width + gap, self.y, self.width - width - gap, height)
        else:
            width, height = self.width, round(self.height * 0.5)
            put(self.detail, *self.pos, width, self.height - height - gap)
        put_grid(self.tiles.values(), 4, self.x, self.y + self.height - height, width, height, gap)


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
            self.last = PushButton(view.body.last, lambda: self.send(OpenPage("last")), kind=QUIET, symbol="clock")
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


SCREEN = BoardScreen
