"""Choosing a pilot for a seat: all there are, each with its face, its name, how strong it is, and in a sentence how it plays."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.graphics import InstructionGroup
from kivy.uix.gridlayout import GridLayout

from companion.session.lobby.opponents import PilotEntry
from companion.ui.faces import dots_of, face_of
from companion.ui.paint import paint_ink, paint_symbol
from companion.ui.theme import (
    BODY,
    BRASS,
    BRASS_LIGHT,
    GAP,
    INK,
    IVORY,
    LARGE,
    RAISED,
    SAND,
    SMALL,
    lying,
    u,
)
from companion.ui.widgets.badge import NamedSign
from companion.ui.widgets.button import PRIMARY, ChoiceButton, Pressable, PushButton
from companion.ui.widgets.panel import Panel, Row, fill, put
from companion.ui.widgets.text import Words
from companion.words import text

FACE, DOTS = 70, 74
"""Side of a face, and width of the row of dots, as on the seven-inch panel."""


class PilotPlate(Pressable):
    """One pilot to be chosen: its face with its strength below it, its name over its sentence."""

    def __init__(self, pilot: PilotEntry, do: Callable[[], object], **rest: Any) -> None:
        """`do` is called on release; further arguments are those of a Kivy widget."""
        self.pilot = pilot
        self.name = Words(pilot.label, LARGE, bold=True, least=18, upright="bottom")
        self.about = Words(pilot.about, SMALL, least=16, upright="top")
        self._face = InstructionGroup()
        super().__init__(do, **rest)
        self.canvas.add(self._face)
        fill(self, self.name, self.about)

    def place(self) -> None:
        """Face and dots left, words right."""
        pad = u(8)
        dots = u(DOTS) if self.pilot.strength >= 0 else 0
        side = min(u(FACE), self.height - 2 * pad - (dots / 5 if dots else 0))
        left, ink, ground = self.x + pad, *((INK, BRASS) if self.chosen else (BRASS_LIGHT, RAISED))
        self._face.clear()
        paint_symbol(
            self._face,
            face_of(self.pilot.strength),
            left + (u(DOTS) - side) / 2,
            self.y + self.height - pad - side,
            side,
            ink,
            ground,
        )
        paint_ink(
            self._face, dots_of(self.pilot.strength), left, self.y + pad / 2, u(DOTS), ink, ground
        )
        left += u(DOTS) + pad
        width, middle = max(1.0, self.x + self.width - left - pad), self.y + self.height * 0.56
        put(self.name, left, middle, width, self.y + self.height - pad - middle)
        put(self.about, left, self.y + pad / 2, width, middle - self.y - pad / 2)
        self.name.color, self.about.color = (INK, INK) if self.chosen else (IVORY, SAND)


class PilotList(Panel):
    """All pilots for one seat; `choose` is called with a name and whether it is to play every pilot's seat, `leave` closes the list."""

    def __init__(
        self,
        who: tuple[str, str, str],
        pilots: tuple[PilotEntry, ...],
        now: str,
        choose: Callable[[str, bool], object],
        leave: Callable[[], object],
        **rest: Any,
    ) -> None:
        """`who` are name, colour and shape of the seat's piece, `now` the name of the pilot that plays it; further arguments are those of a Panel."""
        super().__init__(pad=8, rivets=False, **rest)
        head = Row(size_hint_y=None, height=u(60))
        self.badge = NamedSign(*who, size=BODY, side=52)
        self.everywhere = ChoiceButton(text("For every pilot"), self._turn)
        self.done = PushButton(text("Done"), leave, kind=PRIMARY, symbol="tick", size=BODY)
        for button, width in (
            (self.everywhere, 210 if lying() else 128),
            (self.done, 130 if lying() else 112),
        ):
            button.size_hint_x, button.width = None, u(width)
        fill(head, self.badge, self.everywhere, self.done)

        def take(name: str) -> None:
            choose(name, self.everywhere.chosen)

        self.plates = {pilot.name: PilotPlate(pilot, partial(take, pilot.name)) for pilot in pilots}
        grid = GridLayout(cols=2 if lying() else 1, spacing=u(GAP))
        for name, plate in self.plates.items():
            plate.chosen = name == now
            grid.add_widget(plate)
        fill(self, head, grid)

    def _turn(self) -> None:
        self.everywhere.chosen = not self.everywhere.chosen
