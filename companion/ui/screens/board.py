"""Setup, page 1: the game, and the board by small pictures with names.

The chosen board is larger, with its description. All games are in a row above the boards of the
chosen one, so that nobody needs to touch the game of last time again.

It is the first screen of a session, so it is shown before its pictures are painted, one by one
between frames.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.games.scene import Face
from companion.session.lobby.as_last_time import PlayAsLastTime
from companion.session.messages import ChooseBoard, Message, OpenPage
from companion.session.pages.board import BoardChoice, BoardPage, ChooseGame, GameChoice
from companion.session.view import View
from companion.ui.layout import (
    Area,
    arrange,
    grid,
    hbox,
    leave_empty,
    vbox,
    with_padding,
    with_size,
)
from companion.ui.screens.base import Place, Screen, body_of
from companion.ui.theme import (
    BODY,
    BRASS,
    BRASS_LIGHT,
    GAP,
    HEADING,
    HEADLINE,
    LARGE,
    PANEL,
    RAISED,
    SEAM,
    SMALL,
    Rgba,
    is_landscape,
    u,
)
from companion.ui.widgets.bars import FOOTER
from companion.ui.widgets.button import QUIET, ChoiceButton, Pressable, PushButton
from companion.ui.widgets.fingers import Send
from companion.ui.widgets.label import Label
from companion.ui.widgets.map.board_picture import BoardThumb
from companion.ui.widgets.panel import ColumnBox, Panel, RowBox, add_all, toggle_child
from companion.ui.widgets.scroll_list import ScrollList, TileRow
from companion.words import Text

NAME, LAST, LEAST = 46, 150, 120
"""Height of a board's name below its picture, width of a button for other pages, and the least
width of others in the foot, as on the seven-inch panel."""
GAMES, LOW = 60, 50
"""Height of a row of games, and of one of several in a landscape window."""
NARROW, SLIM = 126, 100
"""Least widths of the buttons for other pages before they get their own row, and before that
becomes two."""
CROWDED = 5
"""Other pages that need two rows in an upright window."""
BESIDE = 3
"""Number of games side by side in an upright window."""
ACROSS, DOWN = 4, 3
"""Tiles in a row, and rows that have room; one fewer for each row of games in a landscape window,
or for many in an upright one."""
TILE, DETAIL, NEXT = 92, 145, 0.2
"""Heights of an upright tile, and of the description of the chosen board; visible share of the next
row of tiles."""
BESIDE_WORDS: Final = 0.45
"""Width of the picture of the chosen board, as a share of that of the words beside it."""
AGAIN: Final = 68
"""Height of the button with the people of last time."""
ROWS, UPRIGHT_ROWS, PEEK = 2, 4, 0.35
"""Rows of games in sight, landscape and upright; visible part of the next row if there are more."""


class BoardTile(Pressable):
    """One board: its picture and its name; the chosen one has a tick and a bright plate."""

    def __init__(self, choice: BoardChoice, send: Send, message: Message, **rest: Any) -> None:
        """Call `send` with the message on a touch."""
        self.thumb, self.own = BoardThumb(lambda: choice.board), choice.own
        self.name = Label(choice.title, SMALL, bold=True, align="center", least=18)
        super().__init__(send, message, **rest)
        add_all(self, self.thumb, self.name)

    def tints(self) -> tuple[Rgba, Rgba]:
        """Return the tints, flat ones unless it is chosen."""
        return super().tints() if self.chosen else (PANEL, SEAM)

    def place(self) -> None:
        """Place the picture above the name; the chosen one has a tick, not only a colour."""
        pad, name, side = u(5), u(NAME), u(26)
        arrange(
            with_padding(
                vbox(
                    with_size(leave_empty, pad),
                    self.thumb,
                    with_size(with_padding(self.name, 0, u(1)), name),
                    gap=0,
                ),
                pad,
                0,
            ),
            self,
        )
        self.name.color, top = self.ink, self.y + self.height - side
        if self.own:
            hand = Area(self.x + u(4), top - u(4), side, side)
            self.mark("hand", hand, None if self.chosen else BRASS)
        if self.chosen:
            self.mark("tick", Area(self.x + self.width - side - u(2), top - u(2), side, side))


class BoardDetail(Panel):
    """The chosen board: a larger picture, its name and its description."""

    def __init__(self, low: bool, **rest: Any) -> None:
        """Make it empty; `show` fills it, and `start_painting` begins to paint pictures.

        If the panel is `low`, all words are beside the picture, not above and below it.
        """
        super().__init__(RAISED, **rest)
        self._beside = low or not is_landscape()
        self._key = ""
        self.painting = False
        self.title = Label(
            "", HEADING, bold=True, tint=BRASS_LIGHT, size_hint_y=None, height=u(40), least=SMALL
        )
        self.about = Label("", SMALL, upright="top", least=17)
        self.thumb: BoardThumb | None = None
        self._words: Widget = self.about
        self._body: Widget = RowBox()
        if self._beside:
            self._words = ColumnBox(gap=0)
            add_all(self._words, self.title, self.about)
            add_all(self, self._body)
        else:
            self._body = Panel(RAISED, RAISED, rivets=False, pad=0)
            add_all(self, self.title, self._body)

    def show(self, choice: BoardChoice) -> None:
        if choice.key == self._key:
            return
        self._key = choice.key
        self.title.text, self.about.text = choice.title, choice.about
        self._body.clear_widgets()
        # A thumb keeps its board: another board needs another thumb.
        self.thumb = BoardThumb(
            lambda: choice.board, size_hint=(BESIDE_WORDS, 1) if self._beside else (1, 1.8)
        )
        add_all(self._body, self.thumb, self._words)
        # Before that a picture would delay the first frame of the session.
        if self.painting:
            self.thumb.paint_now()

    def start_painting(self) -> None:
        """Paint this picture, and those of all boards to come."""
        self.painting = True
        if self.thumb is not None:
            self.thumb.paint_now()


class BoardChoices(Widget):
    """All boards as tiles, with the chosen one beside or below them; many of them scroll."""

    def __init__(
        self,
        choices: tuple[BoardChoice, ...],
        send: Send,
        message: Callable[[str], Message],
        rows: int = DOWN,
        last: Widget | None = None,
        **rest: Any,
    ) -> None:
        """Call `send` with the message of a touched board's key; so many `rows` of tiles have room.

        `last` is placed below the chosen board.
        """
        super().__init__(**rest)
        self._last = last
        self._in_sight = rows
        self._choices = choices
        self.tiles = {
            choice.key: BoardTile(choice, send, message(choice.key)) for choice in choices
        }
        self.detail = BoardDetail(is_landscape() and rows < (ROWS if last is None else DOWN))
        tiles = list[Widget](self.tiles.values())
        if len(tiles) > ACROSS * rows:
            self.rows = [
                TileRow(tiles[at : at + ACROSS], ACROSS, self._high)
                for at in range(0, len(tiles), ACROSS)
            ]
        else:
            self.rows = []
        self.scroll_list = ScrollList() if self.rows else None
        self._chosen = ""
        add_all(self, *([self.scroll_list] if self.scroll_list is not None else tiles), self.detail)
        if last is not None:
            self.add_widget(last)
        self._unpainted = list(self.tiles.values())
        self.bind(pos=self._place, size=self._place)

    def _room(self) -> tuple[float, float]:
        """Return width and height for the tiles; upright at least those of the pictures."""
        if is_landscape():
            return round(self.width * 0.63), self.height
        rows = min(self._in_sight, -(-len(self.tiles) // ACROSS))
        needed = rows * u(TILE) + (rows - 1) * u(GAP) + (u(TILE) * NEXT if self.rows else 0)
        half = self.height * 0.5 if self._in_sight > 1 else 0
        rest = self.height - u(DETAIL) - (0 if self._last is None else u(AGAIN) + u(GAP))
        return self.width, round(max(half, min(needed, rest)))

    def _high(self) -> float:
        """Return the height of a row: the beginning of one more row shows that there are more."""
        return (self._room()[1] - self._in_sight * u(GAP)) / (self._in_sight + NEXT)

    def show(self, chosen: str) -> None:
        """Mark the chosen board; the key of no board chooses none and keeps the large picture."""
        for choice in self._choices:
            self.tiles[choice.key].choose(choice.key == chosen)
            if choice.key == chosen:
                self.detail.show(choice)
        if chosen != self._chosen:
            before, self._chosen = self._chosen, chosen
            # Somebody who has touched it sees it already.
            if not before:
                self._scroll_to()

    def paint_next(self) -> bool:
        """Paint one more picture, the large one first; return whether there are more to paint."""
        if not self.detail.painting:
            self.detail.start_painting()
        elif self._unpainted:
            self._unpainted.pop(0).thumb.paint_now()
        return bool(self._unpainted)

    def _place(self, *_: Any) -> None:
        """Place the tiles in rows of up to four, and the chosen board beside or below them."""
        width, height = self._room()
        across = min(ACROSS, max(2, len(self.tiles)))
        tiles = grid(self.tiles.values(), across) if self.scroll_list is None else self.scroll_list
        last = with_size(self._last, u(AGAIN))
        if is_landscape():
            arrange(hbox(with_size(tiles, width), vbox(self.detail, last)), self)
        else:
            arrange(vbox(with_size(tiles, height), self.detail, last), self)
        self._scroll_to()

    def _scroll_to(self) -> None:
        """Bring the chosen one into sight."""
        if self.scroll_list is not None and self.height > u(NAME):
            at = next(
                (
                    at
                    for at, row in enumerate(self.rows)
                    if self.tiles.get(self._chosen) in row.tiles
                ),
                0,
            )
            self.scroll_list.show(self.rows, max(0.0, (at - 1) * (self._high() + u(GAP))))


class GameDetail(Panel):
    """A game without boards: its name, its description, and some of its cards."""

    def __init__(self, game: GameChoice, cover: tuple[Face, ...], **rest: Any) -> None:
        """Show a game that stays the same."""
        super().__init__(RAISED, **rest)
        title = Label(
            game.title,
            HEADLINE,
            bold=True,
            tint=BRASS_LIGHT,
            size_hint_y=None,
            height=u(64),
            least=HEADING,
        )
        body: Widget = RowBox() if is_landscape() else ColumnBox()
        add_all(body, Label(game.about, BODY, upright="top", least=SMALL))
        if cover:
            # Imported late, since games with boards show no cards here.
            from companion.ui.widgets.cards.spread import CardSpread

            self.cover = CardSpread(cover)
            add_all(body, self.cover)
        add_all(self, title, body)


class GameChoices(ScrollList):
    """All games in rows as wide as their names need; many rows scroll."""

    def __init__(self, buttons: Sequence[ChoiceButton], **rest: Any) -> None:
        """Make it as high as the rows in sight."""
        most, beside = (ROWS, ACROSS) if is_landscape() else (UPRIGHT_ROWS, BESIDE)
        self._buttons, number = buttons, len(buttons)
        across = max(1, number) if number <= beside else ACROSS if is_landscape() else 2
        self.down = -(-number // across)
        high, seen = u(LOW if is_landscape() and self.down > 1 else GAMES), min(most, self.down)
        wanted = seen * (high + u(GAP)) + (high * PEEK if self.down > most else -u(GAP))
        super().__init__(size_hint_y=None, height=wanted, **rest)
        self.rows = [
            TileRow(buttons[at : at + across], across, lambda: high)
            for at in range(0, number, across)
        ]
        self.reached = False
        self.show(self.rows, 0)

    def reach_chosen(self) -> None:
        """Bring the chosen game into sight."""
        self.reached = True
        for row in self.rows:
            if any(button in row.tiles and button.chosen for button in self._buttons):
                self.reach(row)


def offers_of(page: BoardPage) -> dict[str, tuple[Text | str, str]]:
    """Return words and symbol of a button for each other page that is offered, in their order."""
    offers = {
        "load": (page.load, "redo"),
        "last": (page.last, "clock"),
        "lesson": (page.lesson, "play"),
        "records": (page.records, "person"),
        "howto": (page.how_to_play, "page"),
        "rulebook": (page.rules, "page"),
        "elements": (page.elements, "page"),
        "drawings": (page.paint, "hand"),
    }
    return {name: offer for name, offer in offers.items() if offer[0]}


class BoardScreen(Screen):
    """A row of all games, if there are several, and the boards of the chosen one."""

    def make(self, view: View) -> Widget:
        """Make games and pictures; the buttons of the foot are made later."""
        page = body_of(view, BoardPage)
        self.offers: dict[str, PushButton] = {}
        self.boards, self.place = BoardChoices((), self.send, ChooseBoard), Place()
        self._held: tuple[object, ...] = ()
        self.last_time = PushButton("", self.send, PlayAsLastTime(), symbol="play", size=SMALL)
        self.games = {
            game.key: ChoiceButton(game.title, self.send, ChooseGame(game.key), size=LARGE)
            for game in page.games
        }
        column = ColumnBox(gap=GAP)
        self.listed = GameChoices(list(self.games.values())) if self.games else None
        if self.listed is not None:
            column.add_widget(self.listed)
        column.add_widget(self.place)
        return column

    def show(self, view: View) -> None:
        """Show another game or board, or another page that is offered."""
        page = body_of(view, BoardPage)
        self.last_time.text = page.last_time
        self._hold(page)
        for key, button in self.games.items():
            button.chosen = key == page.game
        if self.listed is not None and not self.listed.reached:
            self.listed.reach_chosen()
        self.boards.show(page.chosen)
        offers = offers_of(page)
        for name, offer in self.offers.items():
            if name not in offers:
                self.remove_widget(offer)
        self.offers = {
            name: self.offers.get(name)
            or PushButton(words, self.send, OpenPage(name), kind=QUIET, symbol=symbol)
            for name, (words, symbol) in offers.items()
        }
        for offer in self.offers.values():
            toggle_child(self, offer, True)

    def _hold(self, page: BoardPage) -> None:
        """Show the boards of the game, made again for another game, or its description."""
        # An own board may be a different one under the same name.
        first = self.place.held is None
        held = (
            page.game,
            bool(page.last_time),
            tuple(
                (choice.key, choice.title, choice.board if choice.own else None)
                for choice in page.choices
            ),
        )
        if held == self._held and not first:
            return
        down = self.listed.down if self.listed is not None else 0
        # Two rows of other pages take the room of a row of tiles, too.
        crowded = len(offers_of(page)) >= CROWDED and down > 1
        rows = min(ROWS, down) if is_landscape() else (down >= UPRIGHT_ROWS) + crowded
        last = self.last_time if page.last_time else None
        if self.last_time.parent is not None:
            self.last_time.parent.remove_widget(self.last_time)
        game = next((game for game in page.games if game.key == page.game), None)
        if page.choices or game is None:
            self.boards = BoardChoices(page.choices, self.send, ChooseBoard, DOWN - rows, last)
            self.place.hold(self.boards)
        else:
            self.boards = BoardChoices((), self.send, ChooseBoard)
            detail = GameDetail(game, page.cover)
            column = ColumnBox(gap=GAP)
            self.last_time.size_hint_y, self.last_time.height = None, u(AGAIN)
            add_all(column, *([] if last is None else [detail, last]))
            self.place.hold(detail if last is None else column)
        self._held = held
        # The pictures of the first game are painted after the screen is shown.
        if not first:
            Clock.schedule_once(self._paint_on, 0)

    def _paint_on(self, _: float) -> None:
        # Nobody sees a screen that was replaced.
        if self.parent is not None and self.paint_next():
            Clock.schedule_once(self._paint_on, 0)

    def arrange(self, *_: Any) -> None:
        """Place buttons for other pages at the beginning of the foot, or in a row above it.

        The last race comes first.
        """
        super().arrange()
        wide, pad, high, foot = u(LAST), u(5), u(FOOTER), self.footer
        offers = [*self.offers.values()]
        # A little narrower is better than an extra row.
        wide = min(wide, (foot.width - pad - len(foot.children) * u(LEAST)) / max(1, len(offers)))
        if wide < u(NARROW):
            # In an upright window five of them need two rows.
            rows = 1 if (foot.width - pad) / len(offers) >= u(SLIM) else 2
            across = -(-len(offers) // rows)
            arrange(
                grid(offers, across, gap=pad, rows=rows),
                Area(foot.x, foot.y + high, foot.width, rows * high).inner(pad, 0, pad, pad),
            )
            arrange(vbox(self.content, with_size(leave_empty, rows * high), gap=0), self.content)
            return
        # The foot has room around its own buttons.
        beside = (
            hbox(with_padding(offer, 0, pad), with_size(leave_empty, pad), gap=0)
            for offer in offers
        )
        row = hbox(
            with_size(leave_empty, pad), *(with_size(offer, wide) for offer in beside), foot, gap=0
        )
        arrange(row, foot)

    def paint_next(self) -> bool:
        """Paint one more picture, between two frames; return whether there are more to paint.

        Painting all of them together would delay the first screen.
        """
        return bool(self.boards.tiles) and self.boards.paint_next()


SCREEN = BoardScreen
