"""A drama in large letters on a plate: what was lost, or reached."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kivy.uix.widget import Widget

from companion.games.scene import DESTROYED, FALL, GOAL, WIN
from companion.ui.layout import arrange, hbox, with_padding, with_size
from companion.ui.theme import BAD, BODY, BRASS_LIGHT, HEADING, NIGHT, Rgba, u
from companion.ui.widgets.badge import Sign
from companion.ui.widgets.panel import Plate, add_all
from companion.ui.widgets.sentence import Sentence
from companion.words import Text, lines

SIGN, PAD, LOWEST, HIGHEST = 44, 8, 78, 150
"""Side of the sign, room around it, least and greatest height, as on the seven-inch panel."""
LOOKS: Final[Mapping[str, tuple[str, Rgba]]] = {
    DESTROYED: ("warning", BAD),
    FALL: ("south", BAD),
    GOAL: ("marker", BRASS_LIGHT),
    WIN: ("marker", BRASS_LIGHT),
}
"""The symbol and the tint of each drama."""


class DramaPlate(Widget):
    """The headline of a drama, with its symbol; a game's own dramas look like destruction."""

    def __init__(self, **rest: Any) -> None:
        super().__init__(size_hint_y=None, height=u(LOWEST), **rest)
        self._plate = Plate(NIGHT, BAD, rivets=True, width=3)
        self.words = Sentence(HEADING, least=18)
        self.sign = Sign(*LOOKS[DESTROYED], NIGHT)
        self.canvas.before.add(self._plate)
        add_all(self, self.words, self.sign)
        self.bind(pos=self._arrange, size=self._arrange)

    def show(self, drama: str, headline: tuple[Text, ...], names: Mapping[str, str]) -> None:
        """Show another drama; `names` are the pieces' names with their colours."""
        symbol, tint = LOOKS.get(drama, LOOKS[DESTROYED])
        self.sign.show(symbol, tint)
        self._plate.tint(NIGHT, tint)
        self.words.say(lines(headline), names)

    def needed_height(self, width: float) -> float:
        """Return the height in pixels at a width; letters become smaller before it is too high."""
        inner = max(1.0, width - u(SIGN) - 3 * u(PAD))
        high = 0.0
        for size in (HEADING, BODY, 18):
            high = self.words.height_at(size, inner)
            if high <= u(HIGHEST) - 2 * u(PAD):
                break
        return max(u(LOWEST), high + 2 * u(PAD))

    def _arrange(self, *_: Any) -> None:
        self._plate.place(*self.pos, *self.size)
        pad = u(PAD)
        row = hbox(with_size(self.sign, u(SIGN)), with_padding(self.words, 0, pad), gap=pad)
        arrange(with_padding(row, pad, 0), self)
