"""The choice of a pilot for a seat: each with face, name, strength and style of play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.gridlayout import GridLayout

from companion.session.lobby.opponents import PilotEntry
from companion.session.messages import SetPlayer
from companion.ui.layout import Area
from companion.ui.paint import paint_ink
from companion.ui.pilot_icons import dots_of, face_of
from companion.ui.theme import BODY, BRASS_LIGHT, GAP, INK, LARGE, SMALL, is_landscape, u
from companion.ui.widgets.badge import NamedSign
from companion.ui.widgets.button import PRIMARY, ChoiceButton, PushButton
from companion.ui.widgets.fingers import Send
from companion.ui.widgets.label import Label
from companion.ui.widgets.panel import Panel, add_all, head_row
from companion.ui.widgets.tile import TouchTile
from companion.words import text

FACE, DOTS = 70, 74
"""Side of a face, and width of the row of dots, as on the seven-inch panel."""


class PilotPlate(TouchTile):
    """One pilot: its face above its strength, its name above its sentence."""

    def __init__(self, pilot: PilotEntry, do: Callable[[str], object], **rest: Any) -> None:
        """Call `do` with its name on release."""
        self.pilot = pilot
        name = Label(pilot.label, LARGE, bold=True, least=18, upright="bottom")
        about = Label(pilot.about, SMALL, least=16, upright="top")
        super().__init__(do, pilot.name, name, about, **rest)

    def picture_width(self) -> float:
        """Return the width of the row of dots."""
        return u(DOTS)

    def paint_picture(self, area: Area) -> None:
        """Paint the face over the dots."""
        ink, strength = (INK if self.chosen else BRASS_LIGHT), self.pilot.strength
        dots, gap = u(DOTS) / 5 if strength >= 0 else 0, u(self.pad) / 2
        side = min(u(FACE), area.height - 2 * gap - dots)
        x, y = area.x + (area.width - side) / 2, area.y + area.height - gap - side
        self.mark(face_of(strength), Area(x, y, side, side), ink)
        paint_ink(self.sign, dots_of(strength), area.x, area.y, u(DOTS), ink, self.plate_tint)


class PilotList(Panel):
    """All pilots for one seat."""

    def __init__(
        self,
        seat: int,
        who: tuple[str, str, str],
        pilots: tuple[PilotEntry, ...],
        now: str,
        send: Send,
        leave: Callable[[], object],
        **rest: Any,
    ) -> None:
        """Make the list.

        Args:
            seat: The seat.
            who: Name, colour and shape of its piece.
            pilots: All pilots.
            now: Name of the pilot that plays the seat.
            send: Gets the chosen pilot.
            leave: Closes the list.
            rest: Arguments of a Panel.
        """
        super().__init__(pad=8, rivets=False, **rest)
        self.badge = NamedSign(*who, size=BODY, side=52)
        self.everywhere = ChoiceButton(text("For every pilot"), self._turn)
        self.done = PushButton(text("Done"), leave, kind=PRIMARY, symbol="tick", size=BODY)
        head = head_row(
            self.badge,
            (self.everywhere, 210 if is_landscape() else 128),
            (self.done, 130 if is_landscape() else 112),
        )

        def take(name: str) -> None:
            send(SetPlayer(seat, name, self.everywhere.chosen))

        self.plates = {pilot.name: PilotPlate(pilot, take) for pilot in pilots}
        grid = GridLayout(cols=2 if is_landscape() else 1, spacing=u(GAP))
        for name, plate in self.plates.items():
            plate.chosen = name == now
            grid.add_widget(plate)
        add_all(self, head, grid)

    def _turn(self) -> None:
        self.everywhere.chosen = not self.everywhere.chosen
