"""Setup, page 3: the seats, their players, and the names and looks of their pieces.

Each colour and shape belongs to one seat, so taking one from another seat exchanges them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from kivy.clock import Clock
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.session.lobby.arrangement import PERSON
from companion.session.messages import Message, OpenPage, SetName, SetPin
from companion.session.pages.seats import SeatRow, SeatsPage
from companion.session.pages.tournament import NAME as TOURNAMENT
from companion.session.view import View
from companion.ui.layout import Area, arrange, grid, hbox, with_padding, with_size
from companion.ui.paint import paint_symbol
from companion.ui.screens.base import OverlaidScreen, PageOver, body_of
from companion.ui.theme import GAP, GOOD, IVORY, LARGE, NIGHT, SAND, SMALL, WARNING, is_landscape, u
from companion.ui.widgets.button import QUIET, PushButton
from companion.ui.widgets.fingers import Send
from companion.ui.widgets.label import Label, equalize
from companion.ui.widgets.panel import add_all, toggle_child
from companion.ui.widgets.readers.seat_tile import LINE, SeatTile
from companion.ui.widgets.seat_editor import (
    NAME,
    NOBODY,
    PEOPLE,
    PILOTS,
    PIN,
    PlayerSigns,
    SeatEditor,
)
from companion.words import Text, listed, text

WIDE: Final = 134
"""Width of the button to the tournament, as on the seven-inch panel."""
FAINT: Final = 0.4
"""Opacity of an empty seat's piece, from 0 to 1; words say it, too."""


class PlayerTile(SeatTile):
    """A seat: a touch on its piece opens it, a touch on a sign changes the player.

    The signs are on the plate that opens the seat: Kivy asks them first, and the plate does not get
    their touches.
    """

    token_most = 58

    def __init__(
        self,
        row: SeatRow,
        page: SeatsPage,
        send: Send,
        open_page: Callable[..., object],
        **rest: Any,
    ) -> None:
        """Call `open_page` to edit the piece, or with what a touched sign opens."""
        self._ready = False
        self._labels, self.signs = (
            dict(page.players),
            PlayerSigns(row.seat, page.pilots, send, open_page),
        )
        self.number = Label(
            text("Seat {seat}", seat=row.seat), SMALL, tint=SAND, align="center", least=15
        )
        self.model = Label("", SMALL, tint=SAND, least=18, cut="right")
        super().__init__(
            row.sign,
            open_page,
            aside=self.signs,
            size=LARGE,
            second=SMALL,
            least=18,
            cut=True,
            **rest,
        )
        add_all(self, self.number, self.model)
        self.show(row)

    def show(self, row: SeatRow) -> None:
        """Show the same seat, later."""
        played, possible, self._ready = (
            row.player != NOBODY or bool(row.filled),
            row.playable,
            row.ready,
        )
        self.token.opacity = 1 if played else FAINT
        self.signs.show(row.player, possible)
        chosen = [choice.label for rule in row.rules for choice in rule.choices if choice.chosen]
        self.model.text = listed(chosen, "") if played else ""
        # Without a start nobody can play there; a person may have a reader.
        words: Text | str = (
            text("no start here")
            if not possible
            else row.filled
            or row.phone
            or (
                text("at its reader")
                if row.player == PERSON and row.reader
                else self._labels.get(row.player, row.player)
            )
        )
        self.update(
            row.sign,
            row.sign.name,
            words,
            SAND if possible else WARNING,
            IVORY if played else SAND,
        )

    @property
    def lines(self) -> tuple[Label, ...]:
        """Return the lines for name, player and model; each has the same letters in all tiles."""
        return self.name, self.words, self.model

    def place(self) -> None:
        """Place the number below the sign, the lines beside both, a tick on a ready sign."""
        super().place()
        token, number, pad = self.token, u(22), u(4)
        side = min(token.width, self.height - number - 2 * pad)
        low = self.y + (self.height - side - number) / 2
        arrange(self.number, Area(self.x + u(2), low, u(self.token_most + 10), number))
        arrange(token, Area(token.x + (token.width - side) / 2, low + number, side, side))
        shown = [line for line in self.lines if line.text or line is self.words]
        beside = Area(self.name.x, self.y + pad, self.name.width, self.height - 2 * pad)
        lines = self.lines[: len(shown)]
        arrange(grid(lines, 1, gap=0, most=u(LINE), middle=True), beside)
        if self._ready:
            side = u(28)
            paint_symbol(
                self.sign,
                "tick",
                self.token.right - side * 0.7,
                self.token.y - u(2),
                side,
                GOOD,
                NIGHT,
            )

    def aside_size(self, width: float, height: float) -> tuple[float, float]:
        """Return the size of three signs."""
        return 3 * u(56) + u(8), min(height - u(6), u(64))


class SeatsScreen(OverlaidScreen):
    """All seats; over them the editor of one, and over that the keyboard or the keypad.

    The open seat is known to this screen only, and forgotten when the page is left.
    """

    gives_way = True

    def __init__(self, send: Send, view: View) -> None:
        self.opened: int | None = None
        self.part = ""
        """PEOPLE, PILOTS, NAME or PIN over the open seat, "" for its editor."""
        super().__init__(send, view)

    @property
    def is_typing(self) -> bool:
        """Return whether a name or a PIN is being typed."""
        return self.part in (NAME, PIN) or super().is_typing

    @property
    def own_state(self) -> tuple[int | None, str]:
        """Return the open seat."""
        return self.opened, self.part

    def restore(self, state: tuple[int | None, str]) -> None:
        """Open the same seat."""
        self.opened, self.part = state

    def notice_height(self) -> int:
        """Return the height of a notice; if landscape the signs would be too low for more."""
        return 54 if is_landscape() else super().notice_height()

    def make(self, view: View) -> Widget:
        """Make a tile for each seat."""
        page = body_of(view, SeatsPage)
        tiles = GridLayout(cols=2 if is_landscape() else 1, spacing=u(GAP))
        self.tiles = {
            row.seat: PlayerTile(row, page, self.send, partial(self.open, row.seat))
            for row in page.rows
        }
        add_all(tiles, *self.tiles.values())

        def equalize_lines(_: float) -> None:
            """Give each line the same letters in all tiles."""
            for lines in zip(*(tile.lines for tile in self.tiles.values()), strict=True):
                equalize(lines)

        # Boxes place their children a moment later.
        self._level = Clock.create_trigger(equalize_lines, -1)
        self.tournament = PushButton("", self.send, OpenPage(TOURNAMENT), kind=QUIET, size=SMALL)
        for tile in self.tiles.values():
            tile.bind(pos=self._level, size=self._level)
        return tiles

    def show(self, view: View) -> None:
        page = body_of(view, SeatsPage)
        # A new pilot is the last one that was seen among the others.
        pilots = [
            row.player for row in page.rows if row.player in {pilot.name for pilot in page.pilots}
        ]
        for row in page.rows:
            self.tiles[row.seat].signs.usual = (
                pilots[-1] if pilots else next((pilot.name for pilot in page.pilots), NOBODY)
            )
            self.tiles[row.seat].show(row)
        self.tournament.text = page.tournament
        over: PageOver[Any] | None = None
        if self.opened is not None:
            # It faces a person who plays the seat or may sit down.
            faced = page.rows[self.opened - 1].player == PERSON or self.part == PEOPLE
            over = PageOver(
                (self.opened, self.part),
                partial(self._make_over, self.opened),
                lambda over: over.show(page) if isinstance(over, SeatEditor) else None,
                self.opened if faced else None,
            )
        self.show_over(over)

    def below(self) -> tuple[Widget, ...]:
        """Return the parts of the page, with the button to the tournament in the foot."""
        return (*super().below(), self.tournament)

    def _arrange_footer(self, area: Area) -> None:
        """Place the button to the tournament before those of the foot.

        Its place goes to the reason why the game cannot begin, if there is one.
        """
        if self.footer.parent is self:
            toggle_child(self, self.tournament, not self.view.blocked)
        button = with_padding(self.tournament, u(5), u(5))
        wide = 0 if self.view.blocked else u(WIDE)
        arrange(hbox(with_size(button, wide), super()._arrange_footer, gap=0), area)

    def arrange(self, *_: Any) -> None:
        """Arrange the page, with the same letters in the lines of all tiles."""
        super().arrange()
        self._level()

    def open(self, seat: int | None, page: str = "") -> None:
        """Open a seat, or go back to all.

        Args:
            seat: The seat, None for all of them.
            page: PEOPLE, PILOTS, NAME or PIN instead of the editor of the seat.
        """
        self.opened, self.part = seat, page
        self.update(self.view)

    def _make_over(self, seat: int) -> Widget:
        """Make the page over the tiles; those that are rarely needed are imported late."""
        page = body_of(self.view, SeatsPage)
        # There is a row for each of the eight seats, also for free ones.
        row = page.rows[seat - 1]
        sign = row.sign

        def say(message: Message, back_to: int | None = None) -> None:
            """Send a message and go back; the notice of the page says if it is refused."""
            self.send(message)
            self.open(back_to)

        if self.part == PEOPLE:
            from companion.ui.widgets.people_list import PeopleList

            return PeopleList(
                row,
                page.people,
                say,
                partial(self.open, None),
            )
        if self.part == PILOTS:
            from companion.ui.widgets.pilot_list import PilotList

            return PilotList(
                seat,
                sign,
                page.pilots,
                row.player,
                say,
                partial(self.open, None),
            )
        if self.part == NAME:
            from companion.ui.widgets.keyboard import NamePage

            return NamePage(
                row.sign.name,
                row.usual,
                lambda name: say(SetName(seat, name), seat),
                partial(self.open, seat),
                title=text("Name for seat {seat}", seat=seat),
            )
        if self.part == PIN:
            from companion.ui.widgets.keyboard import PinPage

            return PinPage(
                sign,
                lambda pin: say(SetPin(seat, pin), seat),
                partial(self.open, seat),
                choosing=True,
                drop=partial(say, SetPin(seat, ""), seat) if row.pin else None,
            )
        return SeatEditor(page, seat, self.send, partial(self.open, seat), partial(self.open, None))


SCREEN = SeatsScreen
