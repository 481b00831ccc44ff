"""One seat of the setup: its clank, who plays it, and the three signs to change that.

The signs lie on the plate that opens the seat: Kivy asks them first, and what they take the plate does not hear of.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.session.view_setup import SeatRow
from companion.ui.theme import IVORY, LARGE, SAND, SMALL, WARNING, u
from companion.ui.widgets.badge import Token
from companion.ui.widgets.panel import Row
from companion.ui.widgets.pressable import Pressable, SignButton
from companion.ui.widgets.text import Words

PERSON, NOBODY = "person", ""
FAINT: Final = 0.4
"""How much of an empty seat's clank is to be seen, from 0 to 1; words say it too."""


class PlayerSigns(Row):
    """Three signs: a person, a pilot, nobody; touching the pilot's again takes the next kind of pilot."""

    def __init__(self, players: tuple[tuple[str, str], ...], set_player: Callable[[str], object], **rest: Any) -> None:
        """`players` as in `SeatsPage.players`; `set_player` is called with the value chosen."""
        super().__init__(gap=4, **rest)
        self._pilots = [value for value, _ in players if value not in (PERSON, NOBODY)]
        self._set, self._player = set_player, NOBODY
        self.person = SignButton("person", lambda: set_player(PERSON))
        self.pilot = SignButton("pilot", self._next_pilot)
        self.nobody = SignButton("cross", lambda: set_player(NOBODY))
        for button in (self.person, self.pilot, self.nobody):
            self.add_widget(button)

    def show(self, player: str, possible: bool) -> None:
        """Who plays (a value of `SeatsPage.players`); `possible` is whether anybody can, which wants a start on the board [2.7]."""
        self._player = player
        self.person.choose(player == PERSON)
        self.pilot.choose(player in self._pilots)
        self.nobody.choose(player == NOBODY)
        self.person.disabled = self.pilot.disabled = not possible

    def _next_pilot(self) -> None:
        """A pilot plays: the first kind, or the next one round; nothing where there are no pilots."""
        if self._pilots:
            # A pilot is there already: the next kind; else the first one.
            at = self._pilots.index(self._player) + 1 if self._player in self._pilots else 0
            self._set(self._pilots[at % len(self._pilots)])


class SeatTile(Pressable):
    """A seat: touching its clank opens it, touching a sign changes who plays."""

    def __init__(
        self, row: SeatRow, players: tuple[tuple[str, str], ...], open_it: Callable[[], object], set_player: Callable[[str], object], **rest: Any,
    ) -> None:
        """`open_it` shows name, colour and shape to be changed."""
        self._labels, self._row = dict(players), row
        super().__init__(open_it, **rest)
        self.token = Token(row.name, row.colour, row.shape)
        self.name = Words(row.name, LARGE, bold=True, shorten=True, shorten_from="right", max_lines=1)
        self.who = Words("", SMALL, least=17)
        self.signs = PlayerSigns(players, set_player)
        for child in (self.token, self.name, self.who, self.signs):
            self.add_widget(child)
        self.show(row)

    def show(self, row: SeatRow) -> None:
        """The same seat, later."""
        self._row = row
        played, possible = row.player != NOBODY, row.start is not None
        self.token.show(row.name, row.colour, row.shape)
        self.token.opacity = 1 if played else FAINT
        self.name.text = row.name
        self.name.color = IVORY if played else SAND
        self.who.text = self._words(row)
        self.who.color = SAND if possible else WARNING
        self.signs.show(row.player, possible)
        self.draw()

    def _words(self, row: SeatRow) -> str:
        """Who plays, and where: without a start nobody can, and a person may have a reader of its own."""
        if row.start is None:
            return f"Seat {row.seat}: no start here"
        if row.player == PERSON and row.reader:
            return f"Seat {row.seat}: at its reader"
        return f"Seat {row.seat}: {self._labels.get(row.player, row.player).lower()}"

    def place(self) -> None:
        """Clank and words left, signs right."""
        pad, sign = u(6), u(56)
        side = min(self.height - 2 * pad, u(58))
        signs = 3 * sign + u(8)
        self.token.pos, self.token.size = (self.x + pad, self.y + (self.height - side) / 2), (side, side)
        left = self.x + side + 2.5 * pad
        width, line = max(1, self.width - side - signs - 4.5 * pad), min(u(34), self.height * 0.46)
        low = self.y + (self.height - 2 * line) / 2
        self.name.pos, self.name.size = (left, low + line), (width, line)
        self.who.pos, self.who.size = (left, low), (width, line)
        high = min(self.height - 2 * pad, u(64))
        self.signs.pos, self.signs.size = (self.x + self.width - pad - signs, self.y + (self.height - high) / 2), (signs, high)
