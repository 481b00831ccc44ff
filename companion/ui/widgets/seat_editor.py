"""The editor of a seat: its player in three signs, its piece's name and look, and settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.session.lobby.arrangement import PERSON
from companion.session.lobby.opponents import PilotEntry
from companion.session.lobby.seat_rules import SetSeatRule
from companion.session.messages import Message, SetColour, SetPlayer, SetShape
from companion.session.pages.seats import SeatRow, SeatsPage
from companion.ui.layout import arrange, leave_empty, vbox, with_padding, with_size
from companion.ui.pilot_icons import face_of
from companion.ui.theme import BODY, GAP, HEADING, INK, IVORY, SAND, SMALL, is_landscape, u
from companion.ui.widgets.badge import NamedSign, Token
from companion.ui.widgets.button import (
    PLAIN,
    PRIMARY,
    ChoiceButton,
    Pressable,
    PushButton,
    SignButton,
)
from companion.ui.widgets.fingers import Send
from companion.ui.widgets.label import Label
from companion.ui.widgets.panel import ColumnBox, Panel, RowBox, add_all, head_row
from companion.words import Text, listed, text

NOBODY: Final = ""
PEOPLE, PILOTS, NAME, PIN = "people", "pilots", "name", "pin"
"""The parts opened for a seat: the lists to choose a player from, the keyboard and the keypad."""


class PlayerSigns(RowBox):
    """Three signs; a touch of the current one shows all people, or all pilots."""

    def __init__(
        self,
        seat: int,
        pilots: tuple[PilotEntry, ...],
        send: Send,
        open_page: Callable[[str], object],
        **rest: Any,
    ) -> None:
        """Make the signs.

        Args:
            seat: The seat.
            pilots: All pilots.
            send: Gets a `SetPlayer`.
            open_page: Called with PEOPLE or PILOTS.
            rest: Arguments of a Row.
        """
        super().__init__(gap=4, **rest)
        self._pilots = {pilot.name: pilot for pilot in pilots}
        self._player, self.usual = NOBODY, next(iter(self._pilots), NOBODY)
        self._seat, self._send, self._open_page = seat, send, open_page
        self.person = SignButton("person", self._touch_person)
        self.pilot = SignButton("pilot", self._touch_pilot)
        self.nobody = SignButton("cross", send, SetPlayer(seat, NOBODY))
        add_all(self, self.person, self.pilot, self.nobody)

    def show(self, player: str, possible: bool) -> None:
        """Show the player (a value of `SeatsPage.players`).

        `possible` is whether there can be one, which needs a start on the board.
        """
        self._player = player
        pilot = self._pilots.get(player) or self._pilots.get(self.usual)
        self.pilot.show("pilot" if pilot is None else face_of(pilot.strength))
        self.person.choose(player == PERSON)
        self.pilot.choose(player in self._pilots)
        self.nobody.choose(player == NOBODY)
        self.person.disabled = self.pilot.disabled = not possible

    def _touch_person(self) -> None:
        """Seat a guest, or choose another person if a person plays already."""
        if self._player == PERSON:
            self._open_page(PEOPLE)
        else:
            self._send(SetPlayer(self._seat, PERSON))

    def _touch_pilot(self) -> None:
        """Seat the usual pilot, or choose another one if a pilot plays already."""
        if self._player in self._pilots:
            self._open_page(PILOTS)
        elif self._pilots:
            self._send(SetPlayer(self._seat, self.usual))


COLOURS: Final[Mapping[str, Text]] = {
    "brass": text("brass"),
    "copper": text("copper"),
    "azure": text("azure"),
    # The former name of azure, in games that were kept with it.
    "cobalt": text("cobalt"),
    "jade": text("jade"),
    "ruby": text("ruby"),
    "silver": text("silver"),
    "umber": text("umber"),
    "violet": text("violet"),
}
SHAPES: Final[Mapping[str, Text]] = {
    "circle": text("circle"),
    "square": text("square"),
    "triangle": text("triangle"),
    "diamond": text("diamond"),
    "pentagon": text("pentagon"),
    "hexagon": text("hexagon"),
    "star": text("star"),
    "cross": text("cross"),
}
"""Names of colours and shapes."""


class Swatch(Pressable):
    """One colour or shape to take: the seat's piece with it, its name, and its current owner."""

    def __init__(self, label: Text | str, send: Send, message: Message, **rest: Any) -> None:
        super().__init__(send, message, **rest)
        self.token = Token("", "brass", "circle")
        self.label = Label(label, SMALL, bold=True, align="center", least=16)
        self.owner = Label("", SMALL, tint=SAND, align="center", least=15)
        add_all(self, self.token, self.label, self.owner)

    def show(self, name: str, colour: str, shape: str, mine: bool, owner: Text | str) -> None:
        """Show the piece with it, whether it is this seat's, and the name of its owner."""
        self.token.show(name, colour, shape)
        self.owner.text = text("yours") if mine else owner
        self.owner.color = INK if mine else SAND
        self.label.color = INK if mine else IVORY
        self.chosen = mine
        self.draw()

    def place(self) -> None:
        """Place the piece above, the words below."""
        line, pad = u(22), u(4)
        words = (with_size(with_padding(one, pad, 0), line) for one in (self.label, self.owner))
        token = with_padding(self.token, pad)
        arrange(vbox(token, *words, with_size(leave_empty, pad), gap=0), self)


class SeatEditor(Panel):
    """The editor of a seat.

    Choices are not kept here: they come back with the next picture.
    """

    def __init__(
        self,
        page: SeatsPage,
        seat: int,
        send: Send,
        open_page: Callable[[str], object],
        leave: Callable[[], object],
        **rest: Any,
    ) -> None:
        """Make the editor.

        Args:
            page: The page of all seats.
            seat: The seat, from 1.
            send: Gets a message for each choice.
            open_page: Called with PEOPLE, PILOTS, NAME or PIN.
            leave: Closes the page.
            rest: Arguments of a Panel.
        """
        super().__init__(pad=8, rivets=False, **rest)
        self._seat, row = seat, page.rows[seat - 1]
        self.badge = NamedSign(*row.sign, size=HEADING, side=52)
        self.rename = PushButton(
            text("Change the name"), partial(open_page, NAME), kind=PLAIN, size=BODY
        )
        self.pin = PushButton("", partial(open_page, PIN), kind=PLAIN, symbol="lock", size=BODY)
        self.done = PushButton(text("Done"), leave, kind=PRIMARY, symbol="tick", size=BODY)
        pilots = {pilot.name for pilot in page.pilots}
        self.players = {
            value: ChoiceButton(label, send, SetPlayer(seat, value))
            for value, label in page.players
            if value not in pilots
        }
        self.players[PERSON].do = lambda person: (
            open_page(PEOPLE) if self.players[PERSON].chosen else send(person)
        )
        self.pilot = ChoiceButton(text("Pilot"), partial(open_page, PILOTS))
        self.which = ChoiceButton(
            "", lambda: open_page(PEOPLE if self.players[PERSON].chosen else PILOTS)
        )
        self.colours = {
            colour: Swatch(COLOURS.get(colour, colour), send, SetColour(seat, colour))
            for colour in page.colours
        }
        self.rules = {
            (rule.key, choice.word): ChoiceButton(
                choice.label, send, SetSeatRule(seat, rule.key, choice.word)
            )
            for rule in row.rules
            for choice in rule.choices
        }
        self.heading, self.about = (
            Label("", SMALL, bold=True, least=18),
            Label("", SMALL, tint=SAND, least=15),
        )
        self.shapes = {
            shape: Swatch(SHAPES.get(shape, shape), send, SetShape(seat, shape))
            for shape in page.shapes
        }
        self._arrange()
        self.show(page)

    def _arrange(self) -> None:
        """Place from the top: the sign with the buttons, the player, the colours, the shapes."""
        head = head_row(
            self.badge,
            (self.rename, 190 if is_landscape() else 130),
            *([(self.pin, 172)] if is_landscape() else []),
            (self.done, 130 if is_landscape() else 116),
        )
        players = RowBox(size_hint_y=None, height=u(58))
        add_all(players, self.players[PERSON], self.pilot, self.players[NOBODY])
        # In an upright window neither row has room for another button.
        second = RowBox(size_hint_y=None, height=u(58))
        add_all(players if is_landscape() else second, self.which)
        if not is_landscape():
            add_all(second, self.pin)
        rules: list[Widget] = []
        if self.rules:
            # In an upright window names need the room of two.
            row = GridLayout(
                cols=len(self.rules) if is_landscape() else 2,
                spacing=u(GAP),
                size_hint_y=None,
                height=u(54 if is_landscape() else 54 * -(-len(self.rules) // 2)),
            )
            add_all(row, *self.rules.values())
            self.heading.size_hint_y, self.heading.height = None, u(24)
            self.about.size_hint_y, self.about.height = None, u(30 if is_landscape() else 44)
            rules = [self.heading, row, self.about]
        add_all(
            self,
            head,
            players,
            *([] if is_landscape() else [second]),
            *rules,
            self._grid(self.colours),
            self._grid(self.shapes),
        )

    @staticmethod
    def _grid(swatches: dict[str, Swatch]) -> ColumnBox:
        """Return swatches in one row, or in two in an upright window."""
        grid = GridLayout(
            cols=len(swatches) if is_landscape() else -(-len(swatches) // 2), spacing=u(GAP / 2)
        )
        add_all(grid, *swatches.values())
        holder = ColumnBox(gap=0)
        holder.add_widget(grid)
        return holder

    def show(self, page: SeatsPage) -> None:
        """Show the same seat, later."""
        mine = page.rows[self._seat - 1]
        self.badge.show(*mine.sign)
        # Only a seat that is opened on this screen needs one.
        self.pin.chosen, self.pin.disabled = mine.pin, mine.reader or mine.player != PERSON
        self.pin.text, self.pin.symbol = _pin_words(mine), "" if self.pin.disabled else "lock"
        label = next((pilot.label for pilot in page.pilots if pilot.name == mine.player), None)
        self.pilot.chosen, self.pilot.disabled = (
            label is not None,
            not mine.playable or not page.pilots,
        )
        for value, choice in self.players.items():
            choice.chosen = value == mine.player
            # A player needs a start on this board; "nobody" is always possible.
            choice.disabled = bool(value) and not mine.playable
        sitting = next(
            (person.name for person in page.people if person.number == mine.person), None
        )
        who = text("Guest") if sitting is None else sitting
        self.which.text = text("{name} …", name=label or who) if mine.player != NOBODY else ""
        self.which.opacity, self.which.disabled = (1, False) if mine.player != NOBODY else (0, True)
        self.heading.text = listed([rule.title for rule in mine.rules], "")
        for rule in mine.rules:
            for option in rule.choices:
                self.rules[rule.key, option.word].chosen = option.chosen
                if option.chosen:
                    self.about.text = option.meaning
        for colour, swatch in self.colours.items():
            swatch.show(
                mine.sign.name,
                colour,
                mine.sign.shape,
                colour == mine.sign.colour,
                self._owner(page.rows, "colour", colour),
            )
        for shape, swatch in self.shapes.items():
            swatch.show(
                mine.sign.name,
                mine.sign.colour,
                shape,
                shape == mine.sign.shape,
                self._owner(page.rows, "shape", shape),
            )

    @staticmethod
    def _owner(rows: tuple[SeatRow, ...], trait: str, value: str) -> Text:
        """Say whose it is now; taking it exchanges it."""
        return next(
            (
                text("now {piece}'s", piece=row.sign.name)
                for row in rows
                if getattr(row.sign, trait) == value
            ),
            text("free"),
        )


def _pin_words(row: SeatRow) -> Text | str:
    """Say why a seat has no PIN; "PIN" if it can have one."""
    if row.player == NOBODY:
        return text("No PIN: nobody plays")
    if row.player != PERSON:
        return text("No PIN: a pilot plays")
    return text("No PIN: at its reader") if row.reader else "PIN"
