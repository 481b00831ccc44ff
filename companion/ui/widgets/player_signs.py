"""The player of a seat in three signs: a person, a pilot with its face, nobody."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from companion.session.lobby.arrangement import PERSON
from companion.session.lobby.opponents import PilotEntry
from companion.session.messages import Message, SetPlayer
from companion.ui.pilot_icons import face_of
from companion.ui.widgets.button import SignButton
from companion.ui.widgets.panel import RowBox, add_all

NOBODY: Final = ""
PEOPLE, PILOTS, NAME, PIN = "people", "pilots", "name", "pin"
"""What is opened for a seat: the lists to choose a player from, the keyboard and the keypad."""


class PlayerSigns(RowBox):
    """Three signs; a touch of the current one shows all people, or all pilots."""

    def __init__(
        self,
        seat: int,
        pilots: tuple[PilotEntry, ...],
        send: Callable[[Message], object],
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
        self.nobody = SignButton("cross", partial(send, SetPlayer(seat, NOBODY)))
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
