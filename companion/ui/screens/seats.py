"""Setup, page 3: who sits where, and what everybody's piece is called and looks like.

Colours and shapes belong to one seat each, so that taking one from another seat is changing with it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from kivy.clock import Clock
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.session.lobby.arrangement import PERSON
from companion.session.lobby.seat_rules import SetSeatRule
from companion.session.lobby.sitting import SitDown
from companion.session.messages import SetColour, SetName, SetPin, SetPlayer, SetShape
from companion.session.pages.records import AddPerson
from companion.session.pages.seats import SeatRow, SeatsPage
from companion.session.view import View
from companion.ui.paint import paint_symbol
from companion.ui.screens.base import OverlaidScreen, Send, body_of
from companion.ui.theme import GAP, GOOD, IVORY, LARGE, NIGHT, SAND, SMALL, WARNING, lying, u
from companion.ui.widgets.panel import fill, put
from companion.ui.widgets.player_signs import NOBODY, PlayerSigns
from companion.ui.widgets.readers.seat_tile import DOTS, LINE, SeatTile
from companion.ui.widgets.seat_editor import SeatEditor
from companion.ui.widgets.text import Words, even
from companion.words import Text, listed, text

FAINT: Final = 0.4
"""How much of an empty seat's piece is to be seen, from 0 to 1; words say it too."""


class PlayerTile(SeatTile):
    """A seat: touching its piece opens it, touching a sign changes who plays.

    The signs lie on the plate that opens the seat: Kivy asks them first, and what they take the plate does not hear of.
    """

    token_most = 58

    def __init__(
        self,
        row: SeatRow,
        page: SeatsPage,
        open_it: Callable[[], object],
        set_player: Callable[[str], object],
        choose_pilot: Callable[[], object],
        choose_person: Callable[[], object],
        **rest: Any,
    ) -> None:
        """`open_it` shows name, colour and shape to be changed, `choose_pilot` all pilots, `choose_person` all people."""
        self._ready = False
        self._labels, self.signs = (
            dict(page.players),
            PlayerSigns(page.pilots, set_player, choose_pilot, choose_person),
        )
        self.number = Words(
            text("Seat {seat}", seat=row.seat), SMALL, tint=SAND, align="center", least=15
        )
        self.model = Words("", SMALL, tint=SAND, least=18, **DOTS)
        super().__init__(
            row, open_it, aside=self.signs, size=LARGE, second=SMALL, least=18, cut=True, **rest
        )
        fill(self, self.number, self.model)
        self.show(row)

    def show(self, row: SeatRow) -> None:
        """The same seat, later."""
        played, possible, self._ready = (
            row.player != NOBODY or bool(row.filled),
            row.playable,
            row.ready,
        )
        self.token.opacity = 1 if played else FAINT
        self.signs.show(row.player, possible)
        chosen = [choice.label for rule in row.rules for choice in rule.choices if choice.chosen]
        self.model.text = listed(chosen, "") if played else ""
        self.tell(
            row,
            row.name,
            self._words(row),
            SAND if possible else WARNING,
            IVORY if played else SAND,
        )

    @property
    def lines(self) -> tuple[Words, ...]:
        """Its name, who plays it and with what, from the top; the others in the list have the same letters in each."""
        return self.name, self.words, self.model

    def place(self) -> None:
        """Lay the number below the sign, and beside both the name, who plays, and with what; a tick lies on the sign of one that is ready."""
        super().place()
        token, count = (
            self.token,
            len([line for line in self.lines if line.text or line is self.words]),
        )
        number, pad = u(22), u(4)
        side = min(token.width, self.height - number - 2 * pad)
        low = self.y + (self.height - side - number) / 2
        put(token, token.x + (token.width - side) / 2, low + number, side, side)
        put(self.number, self.x + u(2), low, u(self.token_most + 10), number)
        high = min((self.height - 2 * pad) / count, u(LINE))
        top = self.y + (self.height + count * high) / 2
        for at, line in enumerate(self.lines[:count]):
            put(line, self.name.x, top - (at + 1) * high, self.name.width, high)
        self.sign.clear()
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

    def _words(self, row: SeatRow) -> Text | str:
        """Who plays, and where: without a start nobody can, and a person may have a reader of its own."""
        if not row.playable:
            return text("no start here")
        if row.filled or row.phone:
            return row.filled or row.phone
        if row.player == PERSON and row.reader:
            return text("at its reader")
        return self._labels.get(row.player, row.player)

    def aside_size(self, width: float, height: float) -> tuple[float, float]:
        """Three signs."""
        return 3 * u(56) + u(8), min(height - u(6), u(64))


class SeatsScreen(OverlaidScreen):
    """All seats; one that was touched lies over them, to be dressed, and over that the keyboard for its name, or the keypad for its PIN.

    Which seat is open is known to this screen alone, and forgotten when the page is left.
    """

    gives_way = True

    def __init__(self, send: Send, view: View) -> None:
        """As a screen."""
        self.opened: int | None = None
        self.naming = self.locking = self.piloting = self.seating = False
        super().__init__(send, view)

    def notice_height(self) -> int:
        """Lying, four rows of signs leave no more: what is lower than they are then could not be hit."""
        return 54 if lying() else super().notice_height()

    def make(self, view: View) -> Widget:
        """A tile for each seat."""
        page = body_of(view, SeatsPage)
        grid = GridLayout(cols=2 if lying() else 1, spacing=u(GAP))
        self.tiles = {
            row.seat: PlayerTile(
                row,
                page,
                self._opener(row.seat),
                self._player_setter(row.seat),
                partial(self.open, row.seat, piloting=True),
                partial(self.open, row.seat, seating=True),
            )
            for row in page.rows
        }
        fill(grid, *self.tiles.values())
        # Boxes place what they hold a moment later.
        self._level = Clock.create_trigger(self._even, -1)
        for tile in self.tiles.values():
            tile.bind(pos=self._level, size=self._level)
        return grid

    def _even(self, *_: Any) -> None:
        """Let each line have the same letters in all tiles."""
        for lines in zip(*(tile.lines for tile in self.tiles.values()), strict=True):
            even(lines)

    def show(self, view: View) -> None:
        """Other seats."""
        page = body_of(view, SeatsPage)
        # Who comes to play is what the others are: the pilot that was seen last among them.
        pilots = [
            row.player for row in page.rows if row.player in {pilot.name for pilot in page.pilots}
        ]
        for row in page.rows:
            self.tiles[row.seat].signs.usual = (
                pilots[-1] if pilots else next((pilot.name for pilot in page.pilots), NOBODY)
            )
            self.tiles[row.seat].show(row)
        if isinstance(self.over, SeatEditor):
            self.over.show(page)

    def arrange(self, *_: Any) -> None:
        """As a screen; the lines of all tiles have the same letters."""
        super().arrange()
        self._level()

    def open(
        self,
        seat: int | None,
        naming: bool = False,
        locking: bool = False,
        piloting: bool = False,
        seating: bool = False,
    ) -> None:
        """Open a seat, or its name, or its PIN, or the list of pilots for it, or go back to all.

        `seat` None is all of them; `naming` lays the keyboard over the seat, `locking` the keypad, `piloting` the pilots, `seating` the people.
        """
        self.opened, self.naming, self.locking, self.piloting, self.seating = (
            seat,
            naming,
            locking,
            piloting,
            seating,
        )
        self.lay_over(self._made())
        self.update(self.view)

    def _made(self) -> Widget | None:
        seat = self.opened
        if seat is None:
            return None
        if self.piloting:
            return self._pilots_page(seat)
        if self.seating:
            return self._people_page(seat)
        if self.naming:
            return self._name_page(seat)
        if self.locking:
            return self._pin_page(seat)
        return SeatEditor(
            body_of(self.view, SeatsPage),
            seat,
            self._player_setter(seat),
            lambda colour: self.send(SetColour(seat, colour)),
            lambda shape: self.send(SetShape(seat, shape)),
            lambda: self.open(seat, naming=True),
            lambda: self.open(seat, locking=True),
            lambda: self.open(None),
            lambda: self.open(seat, piloting=True),
            lambda key, word: self.send(SetSeatRule(seat, key, word)),
            lambda: self.open(seat, seating=True),
        )

    def _pilots_page(self, seat: int) -> Widget:
        from companion.ui.widgets.pilot_list import PilotList

        page = body_of(self.view, SeatsPage)
        row = page.rows[seat - 1]
        return PilotList(
            (row.name, row.colour, row.shape),
            page.pilots,
            row.player,
            lambda name, all_of_them: self._pilot(seat, name, all_of_them),
            lambda: self.open(None),
        )

    def _people_page(self, seat: int) -> Widget:
        from companion.ui.widgets.people_list import PeopleList

        page = body_of(self.view, SeatsPage)
        return PeopleList(
            page.rows[seat - 1],
            page.people,
            lambda person: self._seat(SitDown(seat, person)),
            lambda name: self._seat(AddPerson(name, seat)),
            lambda: self.open(None),
        )

    def _seat(self, message: SitDown | AddPerson) -> None:
        """Somebody sits down; whoever is refused is so in the notice of the page."""
        self.send(message)
        self.open(None)

    def _pilot(self, seat: int, name: str, all_of_them: bool) -> None:
        """This pilot plays the seat, and with `all_of_them` every seat that a pilot plays."""
        self.send(SetPlayer(seat, name, all_of_them))
        self.open(None)

    def _name_page(self, seat: int) -> Widget:
        # The keyboard is rarely wanted; the seats come quicker without it.
        from companion.ui.widgets.keyboard import NamePage

        # There is a row for each of the eight seats, also for free ones.
        row = body_of(self.view, SeatsPage).rows[seat - 1]
        return NamePage(
            row.name,
            row.usual,
            lambda name: self._rename(seat, name),
            self._opener(seat),
            title=text("Name for seat {seat}", seat=seat),
        )

    def _pin_page(self, seat: int) -> Widget:
        from companion.ui.widgets.keyboard import PinPage

        row = body_of(self.view, SeatsPage).rows[seat - 1]
        return PinPage(
            (row.name, row.colour, row.shape),
            lambda pin: self._lock(seat, pin),
            self._opener(seat),
            choosing=True,
            drop=(lambda: self._lock(seat, "")) if row.pin else None,
        )

    def _lock(self, seat: int, pin: str) -> None:
        self.send(SetPin(seat, pin))
        self.open(seat)

    def _rename(self, seat: int, name: str) -> None:
        self.send(SetName(seat, name))
        self.open(seat)

    def _opener(self, seat: int) -> Callable[[], None]:
        return lambda: self.open(seat)

    def _player_setter(self, seat: int) -> Callable[[str], object]:
        return lambda player: self.send(SetPlayer(seat, player))


SCREEN = SeatsScreen
