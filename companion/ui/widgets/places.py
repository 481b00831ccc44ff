"""The places of a game that is over: a line for each seat, with its place, its sign, its name and how it has ended."""
from __future__ import annotations

from typing import Any, Final

from kivy.uix.widget import Widget

from companion.session.view import StandingRow
from companion.ui.theme import BODY, BOLD_FONT, BRASS_LIGHT, SAND, SMALL, u
from companion.ui.widgets.badge import Token
from companion.ui.widgets.panel import fill, put
from companion.ui.widgets.sentence import Sentence
from companion.ui.widgets.text import Words, measured
from companion.words import Text, facts

SIZES: Final = (BODY, SMALL, 20, 18)
"""Sizes of the letters, the largest first; those of the place are the same."""
LINE, TALLEST = 25, 34
"""The least and the largest height of a line, as on the seven-inch panel."""
PLACE, PAD = 26, 5
"""Width of the column with the place, and room beside a sign, likewise."""


class PlaceLine(Widget):
    """One seat: place, sign, name, and how it has ended."""

    def __init__(self, row: StandingRow, words: Text, size: int) -> None:
        """`words` stand behind the sign, in letters of a size."""
        super().__init__()
        self.row = row
        self.place = Words(row.place_words, size, bold=True, align="right", tint=BRASS_LIGHT, least=18)
        self.token, self.words = Token(row.name, row.colour, row.shape), Sentence(size, least=18, tint=SAND, in_line=True)
        self.words.say(words, {row.name: row.colour})
        fill(self, self.place, self.token, self.words)
        self.bind(pos=self._arrange, size=self._arrange)

    def _arrange(self, *_: Any) -> None:
        place, pad, side = u(PLACE), u(PAD), self.height - u(3)
        put(self.place, self.x, self.y, place, self.height)
        put(self.token, self.x + place + pad, self.y + u(1), side, side)
        left = place + side + 2 * pad
        put(self.words, self.x + left, self.y, self.width - left, self.height)


class PlaceList(Widget):
    """All places, in one column or two; `tell` fills it."""

    def __init__(self) -> None:
        """Empty."""
        super().__init__()
        self.rows: tuple[StandingRow, ...] = ()
        self.lines: list[PlaceLine] = []
        self._laid: tuple[Any, ...] = ()
        self.bind(pos=self._arrange, size=self._arrange)

    def tell(self, rows: tuple[StandingRow, ...]) -> None:
        """Show other places; the same ones again change nothing."""
        if rows != self.rows:
            self.rows = rows
            self._arrange()

    def wanted(self, width: float) -> float:
        """The least height in pixels at which all lines have room in so many pixels of width."""
        return u(LINE) * self._deep(width)

    def _deep(self, width: float) -> int:
        """How many lines stand one below the other: in two columns where even the names alone have room so."""
        two = len(self.rows) > 3 and self._fitting([_name(row) for row in self.rows], SIZES[-1], width / 2)
        return -(-len(self.rows) // 2) if two else len(self.rows)

    def _fitting(self, words: list[Text], size: int, width: float) -> bool:
        room = width - u(PLACE) - u(LINE) - 2 * u(PAD)
        return all(measured(one, u(size), BOLD_FONT)[0] <= room for one in words)

    def _said(self, width: float) -> tuple[list[Text], int]:
        """Return what is said of the seats in a column of this width, and the size of the letters: as much as all have room for."""
        for telling in (_whole, _first_fact, _name):
            words = [telling(row) for row in self.rows]
            for size in SIZES:
                if self._fitting(words, size, width):
                    return words, size
        return words, SIZES[-1]

    def _arrange(self, *_: Any) -> None:
        """Down the first column, then down the second."""
        if min(self.size) <= 1 or not self.rows:
            return
        deep = self._deep(self.width)
        wide = self.width / -(-len(self.rows) // deep)
        words, size = self._said(wide)
        if (laid := (self.rows, tuple(words), size)) != self._laid:
            self._laid = laid
            self.clear_widgets()
            self.lines = [PlaceLine(row, one, size) for row, one in zip(self.rows, words, strict=True)]
            fill(self, *self.lines)
        high = min(u(TALLEST), self.height / deep)
        for at, line in enumerate(self.lines):
            column, down = divmod(at, deep)
            put(line, self.x + column * wide, self.y + self.height - (down + 1) * high, wide, high)


def _whole(row: StandingRow) -> Text:
    return facts([row.name, row.brief])


def _first_fact(row: StandingRow) -> Text:
    return facts([row.name, *(fact.words for fact in row.facts[:1])])


def _name(row: StandingRow) -> Text:
    return facts([row.name])
