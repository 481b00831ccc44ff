"""The player of a seat in three signs: a person, a pilot with its face, nobody."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.session.lobby.arrangement import PERSON
from companion.session.lobby.opponents import PilotEntry
from companion.ui.pilot_icons import face_of
from companion.ui.widgets.button import SignButton
from companion.ui.widgets.panel import Row, add_all

NOBODY: Final = ""


class PlayerSigns(Row):
    """Three signs; a touch of the current one shows all people, or all pilots."""

    def __init__(
        self,
        pilots: tuple[PilotEntry, ...],
        set_player: Callable[[str], object],
        choose_pilot: Callable[[], object],
        choose_person: Callable[[], object],
        **rest: Any,
    ) -> None:
        """Make the signs.

        Args:
            pilots: All pilots.
            set_player: Called with the value chosen, as in `SetPlayer`.
            choose_pilot: Shows all pilots.
            choose_person: Shows all people.
            rest: Arguments of a Row.
        """
        super().__init__(gap=4, **rest)
        self._pilots = {pilot.name: pilot for pilot in pilots}
        self._set, self._choose, self._player, self.usual = (
            set_player,
            choose_pilot,
            NOBODY,
            next(iter(self._pilots), NOBODY),
        )
        self._choose_person = choose_person
        self.person = SignButton("person", self._touch_person)
        self.pilot = SignButton("pilot", self._touch_pilot)
        self.nobody = SignButton("cross", lambda: set_player(NOBODY))
        add_all(self, self.person, self.pilot, self.nobody)

    def show(self, player: str, possible: bool) -> None:
        """Show the player (a value of `SeatsPage.players`).

        `possible` is whether there can be one, which needs a start on the board [2.7].
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
            self._choose_person()
        else:
            self._set(PERSON)

    def _touch_pilot(self) -> None:
        """Seat the usual pilot, or choose another one if a pilot plays already."""
        if self._player in self._pilots:
            self._choose()
        elif self._pilots:
            self._set(self.usual)
