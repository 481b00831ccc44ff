"""The places of a game that is over: a line for each seat, with its place, its sign, its name and how it has ended."""
from __future__ import annotations

from typing import Any, Final

from kivy.uix.widget import Widget

from companion.session.view import StandingRow
from companion.ui.theme import BODY, BOLD_FONT, BRASS_LIGHT, LIVERY, SAND, SMALL, u
from companion.ui.widgets.badge import Token
from companion.ui.widgets.panel import fill, put
from companion.ui.widgets.text import SHORTENED, Words, measured
from companion.words import Text, facts

SIZES: Final = (BODY, SMALL, 20, 18)
"""Sizes of the letters, the largest first; those of the place are the same."""
LINE, TALLEST = 25, 34
"""The least and the largest height of a line, as on the seven-inch panel."""
PLACE, PAD = 26, 5
"""Width of the column with the place, and room beside a sign, likewise."""
SIDE: Final = LINE - 3
"""The side of a sign, likewise."""
LONG, SHORT = 120, 90
"""Least widths of names that end in dots, likewise: where a fact is said in words, and where there is no other way."""
CUT: Final[dict[str, Any]] = {"least": 18, "shorten": True, "shorten_from": "right", "max_lines": 1}
"""One line, which ends in dots where it has no room."""
SPARE: Final = SHORTENED + 1
"""Pixels beyond the letters that such a line needs."""


class PlaceLine(Widget):
    """One seat in one line: place, sign, name, and how it has ended; a name without room ends in dots."""

    def __init__(self, row: StandingRow, said: Text, size: int) -> None:
        """`said` stands behind the name, in letters of a size; nothing of it is ever left out."""
        super().__init__()
        self.row, self.size_of_letters = row, size
        self.place = Words(row.place_words, size, bold=True, align="right", tint=BRASS_LIGHT, least=18)
        self.token = Token(row.name, row.colour, row.shape)
        self.name = Words(row.name, size, bold=True, tint=LIVERY[row.colour], **CUT)
        self.words = Words(said, size, bold=True, tint=SAND, least=18)
        fill(self, self.place, self.token, self.name, self.words)
        self.bind(pos=self._arrange, size=self._arrange)

    def _arrange(self, *_: Any) -> None:
        place, pad, side, size = u(PLACE), u(PAD), u(SIDE), u(self.size_of_letters)
        put(self.place, self.x, self.y, place, self.height)
        put(self.token, self.x + place + pad, self.y + (self.height - side) / 2, side, side)
        left, gap = self.x + place + side + 2 * pad, _gap(self.size_of_letters)
        room = self.x + self.width - left
        name = measured(self.name.told, size, BOLD_FONT)[0] + SPARE
        said = measured(self.words.told, size, BOLD_FONT)[0] + SPARE if self.words.told else 0.0
        name = max(1.0, min(name, room - said - gap) if said else min(name, room))
        put(self.name, left, self.y, name, self.height)
        put(self.words, left + name + gap, self.y, max(1.0, room - name - gap), self.height)


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
        """How many lines stand one below the other: in two columns where those have room for the names, each with one fact."""
        two = len(self.rows) > 3 and any(
            self._fitting([*map(telling, self.rows)], SIZES[-1], width / 2, named) for telling, named in ((_first_fact, u(LONG)), (_first_figure, u(SHORT)))
        )
        return -(-len(self.rows) // 2) if two else len(self.rows)

    def _fitting(self, words: list[Text], size: int, width: float, named: float | None = None) -> bool:
        """Return whether all names have room with what is said behind them; `named`: or so many pixels of each name."""
        room = width - u(PLACE) - u(SIDE) - 2 * u(PAD) - 2 * SPARE
        return all(
            min(measured(row.name, u(size), BOLD_FONT)[0], named or width) + (_gap(size) + measured(said, u(size), BOLD_FONT)[0] if said else 0.0) <= room
            for row, said in zip(self.rows, words, strict=True)
        )

    def _said(self, width: float) -> tuple[list[Text], int]:
        """Return what is said behind the names in a column of this width, and the size of the letters: as much as all have room for.

        Where one fact has no room beside all names, names end in dots.
        """
        ways = (
            (_whole, None), (_first_fact, None), (_first_fact, u(LONG)), (_first_figure, None),
            (_first_fact, u(SHORT)), (_first_figure, u(SHORT)),
        )
        for telling, named in ways:
            words = [telling(row) for row in self.rows]
            for size in SIZES if named is None else SIZES[-1:]:
                if self._fitting(words, size, width, named):
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


def _gap(size: int) -> float:
    """The room between a name and what is said of it, in pixels."""
    return u(size) * 0.5


def _whole(row: StandingRow) -> Text:
    return row.brief


def _first_fact(row: StandingRow) -> Text:
    return facts([fact.words for fact in row.facts[:1]])


def _first_figure(row: StandingRow) -> Text:
    return facts([fact.figure for fact in row.facts[:1]])
