"""The places after a game, and the plate with the winner after a game or a tournament."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from kivy.uix.widget import Widget

from companion.games.scene import Fact
from companion.session.view import SeatSign, StandingRow
from companion.ui.layout import arrange, hbox, leave_empty, vbox, with_size
from companion.ui.theme import (
    BOLD_FONT,
    BRASS,
    BRASS_LIGHT,
    GAP,
    HEADING,
    LIST_SIZES,
    NAMES,
    RAISED,
    SAND,
    is_wide,
    u,
)
from companion.ui.widgets.badge import Sign, Token
from companion.ui.widgets.label import SHORTENED, Label, measure, text_height
from companion.ui.widgets.panel import Panel, RowBox, add_all
from companion.ui.widgets.rows import (
    FIT,
    Beside,
    ListPlate,
    ListRow,
    PieceLead,
    RowPart,
    RowSign,
    RowText,
    Stacked,
)
from companion.words import NOTHING, Text, facts, text

LINE, TALLEST, DOUBLE = 25, 34, 54
"""Least and greatest height of a line, and the greatest of two lines of one seat, as on the
seven-inch panel."""
PLACE, PAD = 26, 5
"""Width of the column with the place, and room beside a sign, as on the seven-inch panel."""
FEW: Final = 3
"""Most places that are in one column."""
SIDE: Final = LINE - 3
"""The side of a sign, as on the seven-inch panel."""
LONG, SHORT = 120, 90
"""Least widths of names that end in dots, as on the seven-inch panel: with a fact in words, and as
the last resort."""
BEYOND: Final = -2
"""Room above and below the boxes of a row with two lines, as on the seven-inch panel."""
BEHIND: Final = 0.5
"""Gap between a name and the words behind it, as a share of their letters."""
OVERLAP: Final = 0.12
"""Overlap of a name and the words below it, as a share of their letters."""
SPARE: Final = SHORTENED + 1
"""Pixels beyond the letters that such a line needs."""


def place_row(row: StandingRow, sign: SeatSign, said: Text, size: int, below: bool) -> ListRow:
    """Return a seat as a row: place, sign, name and result.

    Args:
        row: The seat.
        sign: Its sign.
        said: The result, which is always complete; a name without room ends in dots.
        size: The size of all letters.
        below: Whether the result is below the name; otherwise it is behind it.
    """
    place = RowText(row.place_words, size, BRASS_LIGHT, bold=True, align="right", width=PLACE)
    name = RowText(sign.name, size, NAMES[sign.colour], bold=True, cut="right")
    result = (RowText(said, size, SAND, bold=True),) if said else ()
    # The boxes overlap and are a little higher than the row, their letters are not.
    words: RowPart = Stacked((name, *result), -size * OVERLAP)
    if result and not below:
        words = Beside((name._replace(width=FIT), *result), size * BEHIND)
    content = Beside((place, RowSign(PieceLead(*sign), SIDE), words), PAD)
    return ListRow(content, (0, BEYOND if below else 0), rim=None, about=row)


class PlaceList(Widget):
    """All places, in one column or two; `update` fills it."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: tuple[StandingRow, ...] = ()
        self.signs: Mapping[int, SeatSign] = {}
        self._deciding, self._shared = dict[int, int](), frozenset[int]()
        self.lines: list[ListPlate] = []
        self._arranged_for: tuple[Any, ...] = ()
        self.bind(pos=self._arrange, size=self._arrange)

    def update(self, rows: tuple[StandingRow, ...], signs: Mapping[int, SeatSign]) -> None:
        """Show other places; the same ones again change nothing."""
        if (rows, signs) != (self.rows, self.signs):
            self.rows, self.signs = rows, signs
            self._deciding = {row.seat: _distinguishing_facts(row, rows) for row in rows}
            places = [row.place for row in rows if row.placed]
            self._shared = frozenset(place for place in places if places.count(place) > 1)
            self._arrange()

    def needed_height(self, width: float) -> float:
        """Return the least height in pixels for all lines at a width in pixels."""
        return u(LINE) * self._deep(width)

    def _deep(self, width: float, height: float = 0.0) -> int:
        """Count the lines one below the other.

        Two columns save height if they have room for the names, each with its deciding fact; a wide
        window has height enough for one.
        """
        if len(self.rows) <= FEW or is_wide() or height >= u(LINE) * len(self.rows):
            return len(self.rows)
        two = any(
            self._names_fit([*map(telling, self.rows)], LIST_SIZES[-1], width / 2, named)
            for telling, named in (
                (self._reason_in_words, u(LONG)),
                (self._reason_in_figures, u(SHORT)),
            )
        )
        return -(-len(self.rows) // 2) if two else len(self.rows)

    def _names_fit(
        self, words: list[Text], size: int, width: float, named: float | None = None
    ) -> bool:
        """Return whether all names, or `named` pixels of each, fit with the words behind them."""
        room = width - u(PLACE) - u(SIDE) - 2 * u(PAD) - 2 * SPARE
        return all(
            min(measure(self.signs[row.seat].name, u(size), BOLD_FONT)[0], named or width)
            + (_gap(size) + measure(said, u(size), BOLD_FONT)[0] if said else 0.0)
            <= room
            for row, said in zip(self.rows, words, strict=True)
        )

    def _words_beside(self, width: float) -> tuple[list[Text], int]:
        """Return the words behind the names at a width, as far as all fit, and the letter size.

        If one fact has no room beside all names, names end in dots.
        """
        ways = (
            (self._whole, None),
            (self._reason, None),
            (self._brief, None),
            (self._reason_in_words, None),
            (self._reason_in_words, u(LONG)),
            (self._reason_in_figures, None),
            (self._reason_in_words, u(SHORT)),
            (self._reason_in_figures, u(SHORT)),
        )
        for telling, named in ways:
            words = [telling(row) for row in self.rows]
            for size in LIST_SIZES if named is None else LIST_SIZES[-1:]:
                if self._names_fit(words, size, width, named):
                    return words, size
        return words, LIST_SIZES[-1]

    def _words_below(self, width: float, high: float) -> tuple[list[Text], int] | None:
        """Return the words below the names at a width in pixels, and the letter size.

        None if all words have room behind them, or if rows are too low for two lines.
        """
        names: list[Text] = [NOTHING] * len(self.rows)
        whole = [self._whole(row) for row in self.rows]
        if high < 2 * u(LIST_SIZES[-1] + 2) or self._names_fit(whole, LIST_SIZES[-1], width):
            return None
        room = width - u(PLACE) - u(SIDE) - 2 * u(PAD) - SPARE
        for telling in (self._whole, self._reason):
            words = [telling(row) for row in self.rows]
            for size in LIST_SIZES:
                lines = all(measure(one, u(size), BOLD_FONT)[0] <= room for one in words)
                if high >= 2 * u(size + 2) and lines and self._names_fit(names, size, width):
                    return words, size
        return None

    def _arrange(self, *_: Any) -> None:
        """Place the lines down the first column, then down the second."""
        if min(self.size) <= 1 or not self.rows:
            return
        deep = self._deep(*self.size)
        wide = self.width / -(-len(self.rows) // deep)
        below = self._words_below(wide, min(u(DOUBLE), self.height / deep))
        words, size = self._words_beside(wide) if below is None else below
        if (
            arranged_for := (self.rows, self.signs, tuple(words), size, below is None)
        ) != self._arranged_for:
            self._arranged_for = arranged_for
            self.clear_widgets()
            self.lines = [
                place_row(row, self.signs[row.seat], one, size, below is not None).widget()
                for row, one in zip(self.rows, words, strict=True)
            ]
            add_all(self, *self.lines)
        high = min(u(TALLEST if below is None else DOUBLE), self.height / deep)
        lines = [with_size(line, high) for line in self.lines]
        columns = (
            vbox(*lines[at : at + deep], leave_empty, gap=0) for at in range(0, len(lines), deep)
        )
        arrange(hbox(*columns, gap=0), self)

    def _whole(self, row: StandingRow) -> Text:
        """Say all of a seat, and whether others share its place."""
        return facts([self._brief(row), self._shared_with(row)])

    def _reason(self, row: StandingRow) -> Text:
        """Say by what the seat has its place, and whether others share it."""
        return facts([self._reason_in_words(row), self._shared_with(row)])

    def _shared_with(self, row: StandingRow) -> Text:
        return text("shared") if row.placed and row.place in self._shared else NOTHING

    def _brief(self, row: StandingRow) -> Text:
        """Say all of a seat, and the deciding fact if that is not a part of it."""
        said = str(row.brief)
        return facts(
            [row.brief, *(fact.words for fact in self._facts(row) if str(fact.words) not in said)]
        )

    def _reason_in_words(self, row: StandingRow) -> Text:
        """Say in words by what the seat has its place."""
        return facts([fact.words for fact in self._facts(row)])

    def _reason_in_figures(self, row: StandingRow) -> Text:
        """Say in figures by what the seat has its place."""
        return facts([fact.figure for fact in self._facts(row)])

    def _facts(self, row: StandingRow) -> tuple[Fact, ...]:
        """Return the first fact of a seat, and the one that sets it apart from its neighbours."""
        number = self._deciding.get(row.seat, 1)
        return row.facts[:number] if number < FEW else (row.facts[0], row.facts[number - 1])


def _distinguishing_facts(row: StandingRow, rows: tuple[StandingRow, ...]) -> int:
    """Return how many facts distinguish a row from neighbours on other places; 1 if none do."""
    near = [one if other is row else other for one, other in pairwise(rows) if row in (one, other)]
    others = [one for one in near if one.place != row.place]

    def differs(number: int) -> bool:
        return all(_figures(row, number) != _figures(one, number) for one in others)

    return next((number for number in range(1, len(row.facts) + 1) if differs(number)), 1)


def _figures(row: StandingRow, number: int) -> list[str]:
    return [str(fact.figure) for fact in row.facts[:number]]


def _gap(size: int) -> float:
    """Return the room between a name and the words behind it, in pixels."""
    return u(size) * BEHIND


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
