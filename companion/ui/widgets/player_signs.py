"""Who plays a seat, in three signs: a person, a pilot with its face, nobody."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from companion.session.lobby.arrangement import PERSON
from companion.session.lobby.opponents import PilotEntry
from companion.ui.faces import face_of
from companion.ui.widgets.button import SignButton
from companion.ui.widgets.panel import Row, fill

NOBODY: Final = ""


class PlayerSigns(Row):
    """Three signs: a person, a pilot with its face, nobody; touching the one that plays shows all people, or all pilots."""

    def __init__(
        self,
        pilots: tuple[PilotEntry, ...],
        set_player: Callable[[str], object],
        choose_pilot: Callable[[], object],
        choose_person: Callable[[], object],
        **rest: Any,
    ) -> None:
        """`set_player` is called with the value chosen, as in `SetPlayer`; the others show all that there are."""
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
        fill(self, self.person, self.pilot, self.nobody)

    def show(self, player: str, possible: bool) -> None:
        """Who plays (a value of `SeatsPage.players`); `possible` is whether anybody can, which wants a start on the board [2.7]."""
        self._player = player
        pilot = self._pilots.get(player) or self._pilots.get(self.usual)
        self.pilot.show("pilot" if pilot is None else face_of(pilot.strength))
        self.person.choose(player == PERSON)
        self.pilot.choose(player in self._pilots)
        self.nobody.choose(player == NOBODY)
        self.person.disabled = self.pilot.disabled = not possible

    def _touch_person(self) -> None:
        """A person plays: a guest, or where there is one already another one that is chosen."""
        if self._player == PERSON:
            self._choose_person()
        else:
            self._set(PERSON)

    def _touch_pilot(self) -> None:
        """A pilot plays: the usual one, or where there is one already another one that is chosen; nothing where there are no pilots."""
        if self._player in self._pilots:
            self._choose()
        elif self._pilots:
            self._set(self.usual)
