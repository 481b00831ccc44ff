"""One seat opened in the setup: name, colour and shape of its clank, and who plays it.

Colours and shapes belong to one seat each, so that taking one from another seat is changing with it.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.gridlayout import GridLayout

from companion.session.session import PERSON
from companion.session.view_setup import SeatRow, SeatsPage
from companion.ui.theme import BODY, GAP, HEADING, INK, IVORY, SAND, SMALL, lying, u
from companion.ui.widgets.badge import Badge, Token
from companion.ui.widgets.button import PLAIN, PRIMARY, ChoiceButton, PushButton
from companion.ui.widgets.panel import Column, Panel, Row
from companion.ui.widgets.pressable import Pressable
from companion.ui.widgets.text import Words


class Swatch(Pressable):
    """One colour or shape to take: how the clank of this seat would look with it, its name, and who has it now."""

    def __init__(self, label: str, do: Callable[[], object], **rest: Any) -> None:
        """`label` is its name."""
        super().__init__(do, **rest)
        self.token = Token("", "brass", "circle")
        self.label = Words(label, SMALL, bold=True, align="center", least=16)
        self.owner = Words("", SMALL, tint=SAND, align="center", least=15)
        for child in (self.token, self.label, self.owner):
            self.add_widget(child)

    def show(self, name: str, colour: str, shape: str, mine: bool, owner: str) -> None:
        """The clank with it, whether it is this seat's, and the name of the seat that has it."""
        self.token.show(name, colour, shape)
        self.owner.text = "yours" if mine else owner
        self.owner.color = INK if mine else SAND
        self.label.color = INK if mine else IVORY
        self.chosen = mine
        self.draw()

    def place(self) -> None:
        """The clank above, words below."""
        line, pad = u(22), u(4)
        side = max(1.0, min(self.height - 2 * line - 2 * pad, self.width - 2 * pad))
        self.token.pos = self.x + (self.width - side) / 2, self.y + 2 * line + (self.height - 2 * line - side) / 2
        self.token.size = side, side
        self.label.pos, self.label.size = (self.x + pad, self.y + line), (max(1, self.width - 2 * pad), line)
        self.owner.pos, self.owner.size = (self.x + pad, self.y + u(1)), (max(1, self.width - 2 * pad), line)


class SeatPage(Panel):
    """A seat to be dressed. The callables take the value chosen; `rename` asks for the keyboard, `pin` for the keypad, `leave`
    closes the page.

    `seat` counts from 1. What is chosen is not kept here: it comes back with the next picture.
    """

    def __init__(
        self, page: SeatsPage, seat: int, set_player: Callable[[str], object], set_colour: Callable[[str], object],
        set_shape: Callable[[str], object], rename: Callable[[], object], pin: Callable[[], object], leave: Callable[[], object], **rest: Any,
    ) -> None:
        """Further arguments are those of a Panel."""
        super().__init__(pad=8, rivets=False, **rest)
        self._seat, row = seat, page.rows[seat - 1]
        self.badge = Badge(row.name, row.colour, row.shape, size=HEADING, side=52)
        self.rename = PushButton("Change the name", rename, kind=PLAIN, size=BODY)
        self.pin = PushButton("PIN", pin, kind=PLAIN, symbol="lock", size=BODY)
        self.done = PushButton("Done", leave, kind=PRIMARY, symbol="tick", size=BODY)
        self.players = {value: ChoiceButton(label, lambda value=value: set_player(value)) for value, label in page.players}
        self.colours = {colour: Swatch(colour, lambda colour=colour: set_colour(colour)) for colour in page.colours}
        self.shapes = {shape: Swatch(shape, lambda shape=shape: set_shape(shape)) for shape in page.shapes}
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
        # Upright the name would have no room beside three buttons.
        for choice in (*self.players.values(), *([] if lying() else [self.pin])):
            players.add_widget(choice)
        for child in (head, players, self._grid(self.colours), self._grid(self.shapes)):
            self.add_widget(child)

    @staticmethod
    def _grid(swatches: dict[str, Swatch]) -> Column:
        """Swatches in one row, upright in two."""
        grid = GridLayout(cols=len(swatches) if lying() else -(-len(swatches) // 2), spacing=u(GAP / 2))
        for swatch in swatches.values():
            grid.add_widget(swatch)
        holder = Column(gap=0)
        holder.add_widget(grid)
        return holder

    def show(self, page: SeatsPage) -> None:
        """The same seat, later."""
        mine = page.rows[self._seat - 1]
        self.badge.show(mine.name, mine.colour, mine.shape)
        # Only who is opened on this screen needs one.
        self.pin.chosen, self.pin.disabled = mine.pin, mine.reader or mine.player != PERSON
        for value, choice in self.players.items():
            choice.chosen = value == mine.player
            # Whoever plays needs a start on this board [2.7]; nobody can always sit there.
            choice.disabled = bool(value) and mine.start is None
        for colour, swatch in self.colours.items():
            swatch.show(mine.name, colour, mine.shape, colour == mine.colour, self._owner(page.rows, "colour", colour))
        for shape, swatch in self.shapes.items():
            swatch.show(mine.name, mine.colour, shape, shape == mine.shape, self._owner(page.rows, "shape", shape))

    @staticmethod
    def _owner(rows: tuple[SeatRow, ...], trait: str, value: str) -> str:
        """Whose it is now; taking it means changing with them."""
        return next((f"now {row.name}'s" for row in rows if getattr(row, trait) == value), "free")
