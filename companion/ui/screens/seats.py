"""Setup, page 3: who sits where, and what everybody's piece is called and looks like.

Colours and shapes belong to one seat each, so that taking one from another seat is changing with it.
"""
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.session.messages import SetColour, SetName, SetPin, SetPlayer, SetShape
from companion.session.pages.records import AddPerson
from companion.session.session import PERSON
from companion.session.lobby.sitting import SitDown
from companion.session.lobby.seat_rules import SetSeatRule
from companion.session.view import View
from companion.session.pages.seats import SeatRow, SeatsPage
from companion.ui.screens.base import Screen, Send, body_of
from companion.ui.paint import paint_symbol
from companion.ui.theme import BODY, GAP, GOOD, HEADING, INK, IVORY, LARGE, NIGHT, SAND, SMALL, WARNING, lying, u
from companion.ui.widgets.badge import NamedSign, Token
from companion.ui.widgets.button import PLAIN, PRIMARY, ChoiceButton, Pressable, PushButton
from companion.ui.widgets.panel import Column, Panel, Row, fill, put
from companion.ui.widgets.player_signs import NOBODY, PlayerSigns
from companion.ui.widgets.readers.seat_tile import SeatTile
from companion.ui.widgets.text import Words
from companion.words import Text, listed, text

FAINT: Final = 0.4
"""How much of an empty seat's piece is to be seen, from 0 to 1; words say it too."""


class PlayerTile(SeatTile):
    """A seat: touching its piece opens it, touching a sign changes who plays.

    The signs lie on the plate that opens the seat: Kivy asks them first, and what they take the plate does not hear of.
    """

    token_most = 58

    def __init__(
        self, row: SeatRow, page: SeatsPage, open_it: Callable[[], object], set_player: Callable[[str], object], choose_pilot: Callable[[], object],
        choose_person: Callable[[], object], **rest: Any,
    ) -> None:
        """`open_it` shows name, colour and shape to be changed, `choose_pilot` all pilots, `choose_person` all people."""
        self._ready = False
        self._labels, self.signs = dict(page.players), PlayerSigns(page.pilots, set_player, choose_pilot, choose_person)
        super().__init__(row, open_it, aside=self.signs, size=LARGE, second=SMALL, **rest)
        self.show(row)

    def show(self, row: SeatRow) -> None:
        """The same seat, later."""
        played, possible, self._ready = row.player != NOBODY or bool(row.filled), row.playable, row.ready
        self.token.opacity = 1 if played else FAINT
        self.signs.show(row.player, possible)
        self.tell(row, row.name, self._words(row), SAND if possible else WARNING, IVORY if played else SAND)

    def place(self) -> None:
        """As a seat, with a tick on the sign of one that is ready."""
        super().place()
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

    def _words(self, row: SeatRow) -> str:
        """Who plays, and where: without a start nobody can, and a person may have a reader of its own."""
        if not row.playable:
            return text("Seat {seat}: no start here", seat=row.seat)
        if row.filled or row.phone:
            return row.filled or row.phone
        special = [choice.label for rule in row.rules for choice in rule.choices if choice.chosen and not choice.usual]
        if special and row.player != NOBODY:
            # The signs beside it say who plays, and both would be too much for a line.
            return text("Seat {seat}: {player}", seat=row.seat, player=listed(special, ""))
        if row.player == PERSON and row.reader:
            return text("Seat {seat}: at its reader", seat=row.seat)
        return text("Seat {seat}: {player}", seat=row.seat, player=self._labels.get(row.player, row.player))

    def aside_size(self, width: float, height: float) -> tuple[float, float]:
        """Three signs."""
        return 3 * u(56) + u(8), min(height - u(6), u(64))


COLOURS: Final[Mapping[str, Text]] = {
    "brass": text("brass"), "copper": text("copper"), "cobalt": text("cobalt"), "jade": text("jade"), "ruby": text("ruby"), "silver": text("silver"),
    "umber": text("umber"), "violet": text("violet"),
}
SHAPES: Final[Mapping[str, Text]] = {
    "circle": text("circle"), "square": text("square"), "triangle": text("triangle"), "diamond": text("diamond"), "pentagon": text("pentagon"),
    "hexagon": text("hexagon"), "star": text("star"), "cross": text("cross"),
}
"""What colours and shapes are called."""


class Swatch(Pressable):
    """One colour or shape to take: how the piece of this seat would look with it, its name, and who has it now."""

    def __init__(self, label: Text | str, do: Callable[[], object], **rest: Any) -> None:
        """`label` is its name."""
        super().__init__(do, **rest)
        self.token = Token("", "brass", "circle")
        self.label = Words(label, SMALL, bold=True, align="center", least=16)
        self.owner = Words("", SMALL, tint=SAND, align="center", least=15)
        fill(self, self.token, self.label, self.owner)

    def show(self, name: str, colour: str, shape: str, mine: bool, owner: str) -> None:
        """The piece with it, whether it is this seat's, and the name of the seat that has it."""
        self.token.show(name, colour, shape)
        self.owner.text = text("yours") if mine else owner
        self.owner.color = INK if mine else SAND
        self.label.color = INK if mine else IVORY
        self.chosen = mine
        self.draw()

    def place(self) -> None:
        """The piece above, words below."""
        line, pad = u(22), u(4)
        low = self.y + pad
        side = max(1.0, min(self.height - 2 * line - 3 * pad, self.width - 2 * pad))
        left, room = self.x + (self.width - side) / 2, self.y + self.height - low - 2 * line
        put(self.token, left, low + 2 * line + (room - side) / 2, side, side)
        put(self.label, self.x + pad, low + line, self.width - 2 * pad, line)
        put(self.owner, self.x + pad, low, self.width - 2 * pad, line)


class SeatEditor(Panel):
    """A seat to be dressed. The callables take the value chosen; `rename` asks for the keyboard, `pin` for the keypad, `leave`
    closes the page.

    `seat` counts from 1. What is chosen is not kept here: it comes back with the next picture.
    """

    def __init__(
        self, page: SeatsPage, seat: int, set_player: Callable[[str], object], set_colour: Callable[[str], object],
        set_shape: Callable[[str], object], rename: Callable[[], object], pin: Callable[[], object], leave: Callable[[], object],
        choose_pilot: Callable[[], object], choose: Callable[[str, str], object], choose_person: Callable[[], object], **rest: Any,
    ) -> None:
        """`choose` takes the key and the word of a setting that the seat has for itself; further arguments are those of a Panel."""
        super().__init__(pad=8, rivets=False, **rest)
        self._seat, row = seat, page.rows[seat - 1]
        self.badge = NamedSign(row.name, row.colour, row.shape, size=HEADING, side=52)
        self.rename = PushButton(text("Change the name"), rename, kind=PLAIN, size=BODY)
        self.pin = PushButton("PIN", pin, kind=PLAIN, symbol="lock", size=BODY)
        self.done = PushButton(text("Done"), leave, kind=PRIMARY, symbol="tick", size=BODY)
        pilots = {pilot.name for pilot in page.pilots}
        self.players = {value: ChoiceButton(label, lambda value=value: set_player(value)) for value, label in page.players if value not in pilots}
        self.players[PERSON].do = lambda: choose_person() if self.players[PERSON].chosen else set_player(PERSON)
        self.pilot = ChoiceButton(text("A pilot …"), choose_pilot)
        self.colours = {colour: Swatch(COLOURS.get(colour, colour), lambda colour=colour: set_colour(colour)) for colour in page.colours}
        self.rules = {
            (rule.key, choice.word): ChoiceButton(choice.label, lambda key=rule.key, word=choice.word: choose(key, word))
            for rule in row.rules for choice in rule.choices
        }
        self.about = Words("", SMALL, tint=SAND, least=15)
        self.shapes = {shape: Swatch(SHAPES.get(shape, shape), lambda shape=shape: set_shape(shape)) for shape in page.shapes}
        self._lay_out()
        self.show(page)

    def _lay_out(self) -> None:
        """From the top: who with the buttons, who plays, the colours, the shapes."""
        head = Row(size_hint_y=None, height=u(60))
        head.add_widget(self.badge)
        pin = [(self.pin, 104)] if lying() else []
        for button, width in ((self.rename, 190 if lying() else 130), *pin, (self.done, 130 if lying() else 116)):
            button.size_hint_x, button.width = None, u(width)
            head.add_widget(button)
        players = Row(size_hint_y=None, height=u(58))
        fill(players, self.players[PERSON], self.pilot, self.players[NOBODY])
        # Upright the name would have no room beside three buttons.
        if not lying():
            self.pin.size_hint_y, self.pin.height = None, u(58)
        fill(self, head, players, *([] if lying() else [self.pin]), *self._own_rules(), self._grid(self.colours), self._grid(self.shapes))

    def _own_rules(self) -> list[Widget]:
        """What the game lets a seat choose for itself, and below it what the choice means."""
        if not self.rules:
            return []
        # Upright names need the room of two.
        row = GridLayout(cols=len(self.rules) if lying() else 2, spacing=u(GAP), size_hint_y=None, height=u(54 if lying() else 54 * -(-len(self.rules) // 2)))
        fill(row, *self.rules.values())
        self.about.size_hint_y, self.about.height = None, u(30 if lying() else 52)
        return [row, self.about]

    @staticmethod
    def _grid(swatches: dict[str, Swatch]) -> Column:
        """Swatches in one row, upright in two."""
        grid = GridLayout(cols=len(swatches) if lying() else -(-len(swatches) // 2), spacing=u(GAP / 2))
        fill(grid, *swatches.values())
        holder = Column(gap=0)
        holder.add_widget(grid)
        return holder

    def show(self, page: SeatsPage) -> None:
        """The same seat, later."""
        mine = page.rows[self._seat - 1]
        self.badge.show(mine.name, mine.colour, mine.shape)
        # Only who is opened on this screen needs one.
        self.pin.chosen, self.pin.disabled = mine.pin, mine.reader or mine.player != PERSON
        label = next((pilot.label for pilot in page.pilots if pilot.name == mine.player), None)
        self.pilot.text, self.pilot.chosen, self.pilot.disabled = label or text("A pilot …"), label is not None, not mine.playable or not page.pilots
        for value, choice in self.players.items():
            choice.chosen = value == mine.player
            # Whoever plays needs a start on this board [2.7]; nobody can always sit there.
            choice.disabled = bool(value) and not mine.playable
        sitting = next((person.name for person in page.people if person.number == mine.person), None)
        self.players[PERSON].text = text("Person") if mine.player != PERSON else text("A guest …") if sitting is None else text("{name} …", name=sitting)
        for rule in mine.rules:
            for option in rule.choices:
                self.rules[rule.key, option.word].chosen = option.chosen
                if option.chosen:
                    self.about.text = option.meaning
        for colour, swatch in self.colours.items():
            swatch.show(mine.name, colour, mine.shape, colour == mine.colour, self._owner(page.rows, "colour", colour))
        for shape, swatch in self.shapes.items():
            swatch.show(mine.name, mine.colour, shape, shape == mine.shape, self._owner(page.rows, "shape", shape))

    @staticmethod
    def _owner(rows: tuple[SeatRow, ...], trait: str, value: str) -> Text:
        """Whose it is now; taking it means changing with them."""
        return next((text("now {piece}'s", piece=row.name) for row in rows if getattr(row, trait) == value), text("free"))


class SeatsScreen(Screen):
    """All seats; one that was touched lies over them, to be dressed, and over that the keyboard for its name, or the keypad for its PIN.

    Which seat is open is known to this screen alone, and forgotten when the page is left.
    """

    gives_way = True

    def __init__(self, send: Send, view: View) -> None:
        """As a screen."""
        self.opened: int | None = None
        self.naming = self.locking = self.piloting = self.seating = False
        self.over: Widget | None = None
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
                row, page, self._opener(row.seat), self._player_setter(row.seat), lambda seat=row.seat: self.open(seat, piloting=True),
                lambda seat=row.seat: self.open(seat, seating=True),
            )
            for row in page.rows
        }
        fill(grid, *self.tiles.values())
        return grid

    def show(self, view: View) -> None:
        """Other seats."""
        page = body_of(view, SeatsPage)
        # Who comes to play is what the others are: the pilot that was seen last among them.
        pilots = [row.player for row in page.rows if row.player in {pilot.name for pilot in page.pilots}]
        for row in page.rows:
            self.tiles[row.seat].signs.usual = pilots[-1] if pilots else next((pilot.name for pilot in page.pilots), NOBODY)
            self.tiles[row.seat].show(row)
        if isinstance(self.over, SeatEditor):
            self.over.show(page)

    def arrange(self, *_: Any) -> None:
        """As a screen; over everything what lies over it."""
        super().arrange()
        if self.over is not None:
            put(self.over, self.x, self.y, self.width, self.height)

    def open(self, seat: int | None, naming: bool = False, locking: bool = False, piloting: bool = False, seating: bool = False) -> None:
        """Open a seat, or its name, or its PIN, or the list of pilots for it, or go back to all.

        `seat` None is all of them; `naming` lays the keyboard over the seat, `locking` the keypad, `piloting` the pilots, `seating` the people.
        """
        self.opened, self.naming, self.locking, self.piloting, self.seating = seat, naming, locking, piloting, seating
        if self.over is not None:
            self.remove_widget(self.over)
        self.over = self._made()
        # What lies below is taken out: Kivy would hand it every touch that nothing above takes.
        self.clear_widgets()
        for child in (self.header, self.content, self.footer) if self.over is None else (self.over,):
            self.add_widget(child)
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
            body_of(self.view, SeatsPage), seat, self._player_setter(seat), lambda colour: self.send(SetColour(seat, colour)),
            lambda shape: self.send(SetShape(seat, shape)), lambda: self.open(seat, naming=True),
            lambda: self.open(seat, locking=True), lambda: self.open(None), lambda: self.open(seat, piloting=True),
            lambda key, word: self.send(SetSeatRule(seat, key, word)), lambda: self.open(seat, seating=True),
        )

    def _pilots_page(self, seat: int) -> Widget:
        from companion.ui.widgets.pilot_list import PilotList

        page = body_of(self.view, SeatsPage)
        row = page.rows[seat - 1]
        return PilotList((row.name, row.colour, row.shape), page.pilots, row.player, lambda name, all_of_them: self._pilot(seat, name, all_of_them), lambda: self.open(None))

    def _people_page(self, seat: int) -> Widget:
        from companion.ui.widgets.people_list import PeopleList

        page = body_of(self.view, SeatsPage)
        return PeopleList(page.rows[seat - 1], page.people, lambda person: self._seat(SitDown(seat, person)), lambda name: self._seat(AddPerson(name, seat)), lambda: self.open(None))

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
        return NamePage(row.name, row.usual, lambda name: self._rename(seat, name), self._opener(seat), title=text("Name for seat {seat}", seat=seat))

    def _pin_page(self, seat: int) -> Widget:
        from companion.ui.widgets.keyboard import PinPage

        row = body_of(self.view, SeatsPage).rows[seat - 1]
        return PinPage(
            (row.name, row.colour, row.shape), lambda pin: self._lock(seat, pin), self._opener(seat), choosing=True,
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
