"""The plate with the winner after a game or a tournament: the winners' signs beside the verdict."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kivy.uix.widget import Widget

from companion.ui.theme import BOLD_FONT, BRASS, BRASS_LIGHT, GAP, HEADING, RAISED, u
from companion.ui.widgets.badge import Sign, Token
from companion.ui.widgets.label import Label, text_height
from companion.ui.widgets.panel import Panel, RowBox, add_all
from companion.words import Text

PLATE, INSIDE = 74, 8
"""Least height of the plate, and the room around its words, as on the seven-inch panel."""
LEAST: Final = 20
"""The smallest letters on it."""
SIGN: Final = 0.3
"""Width of a winner's sign as a share of that of the words beside it."""


class WinnerPlate(Panel):
    """The verdict beside the signs of the winners, or beside a marker without any."""

    def __init__(self) -> None:
        """Make it empty; `show` fills it."""
        super().__init__(RAISED, BRASS, pad=INSIDE)
        self.words = Label("", HEADING, bold=True, tint=BRASS_LIGHT, align="center", least=LEAST)
        self.signs: list[Widget] = []
        self._row = RowBox(pad=0)
        self._shown: tuple[tuple[str, str, str], ...] | None = None
        self.add_widget(self._row)

    def show(self, words: Text | str, winners: Sequence[tuple[str, str, str]]) -> None:
        """Show a verdict, and the winners as (name, colour, shape)."""
        self.words.text = words
        if tuple(winners) == self._shown:
            return
        self._shown = tuple(winners)
        signs: list[Widget] = [Token(*winner, size_hint_x=SIGN) for winner in winners]
        self.signs = signs or [Sign("marker", BRASS, RAISED, size_hint_x=SIGN)]
        self._row.clear_widgets()
        add_all(self._row, *self.signs, self.words)

    def needed_height(self, width: float) -> float:
        """Return the height in pixels at a width: more for many words."""
        room = (width - 2 * u(INSIDE) - u(GAP) * len(self.signs)) / (1 + SIGN * len(self.signs))
        return max(
            u(PLATE), text_height(self.words.source, LEAST, room, BOLD_FONT) + 2 * u(INSIDE) + u(4)
        )
