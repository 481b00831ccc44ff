"""The places after a game, and the plate with the winner after a game or a tournament."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Final

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
from companion.ui.widgets.label import Label, text_height
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


def place_row(
    row: StandingRow, sign: SeatSign, said: Text, size: int, *, below: bool = False, named: int = 0
) -> ListRow:
    """Return a seat as a row: place, sign, name and result.

    Args:
        row: The seat.
        sign: Its sign.
        said: The result, which is always complete; a name without room ends in dots.
        size: The size of all letters.
        below: Whether the result is below the name; otherwise it is behind it.
        named: The width at which a name may end in dots, as on the seven-inch panel; 0 if it must
            be complete.
    """
    place = RowText(row.place_words, size, BRASS_LIGHT, bold=True, align="right", width=PLACE)
    name = RowText(sign.name, size, NAMES[sign.colour], bold=True, cut="right", least=named)
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
        self._shown: list[ListRow] = []
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
            _fit(self._make_rows(telling, LIST_SIZES[-1], named=named), width / 2)
            for telling, named in (
                (self._reason_in_words, LONG),
                (self._reason_in_figures, SHORT),
            )
        )
        return -(-len(self.rows) // 2) if two else len(self.rows)

    def _make_rows(
        self,
        telling: Callable[[StandingRow], Text],
        size: int,
        *,
        below: bool = False,
        named: int = 0,
    ) -> list[ListRow]:
        """Return the rows with what `telling` says of each; see `place_row`."""
        return [
            place_row(row, self.signs[row.seat], telling(row), size, below=below, named=named)
            for row in self.rows
        ]

    def _rows_beside(self, width: float) -> list[ListRow]:
        """Return rows of a width in pixels with the words behind the names, as far as all fit.

        If one fact has no room beside all names, names end in dots.
        """
        ways = (
            (self._whole, 0),
            (self._reason, 0),
            (self._brief, 0),
            (self._reason_in_words, 0),
            (self._reason_in_words, LONG),
            (self._reason_in_figures, 0),
            (self._reason_in_words, SHORT),
            (self._reason_in_figures, SHORT),
        )
        for telling, named in ways:
            for size in LIST_SIZES[-1:] if named else LIST_SIZES:
                rows = self._make_rows(telling, size, named=named)
                if _fit(rows, width):
                    return rows
        return rows

    def _rows_below(self, width: float, high: float) -> list[ListRow]:
        """Return rows of a width in pixels with the words below the names.

        None at all if all words have room behind, or if `high` pixels are too low for two lines.
        """
        sizes = [size for size in LIST_SIZES if high >= 2 * u(size + 2)]
        if not sizes or _fit(self._make_rows(self._whole, LIST_SIZES[-1]), width):
            return []
        for telling in (self._whole, self._reason):
            for size in sizes:
                rows = self._make_rows(telling, size, below=True)
                if _fit(rows, width):
                    return rows
        return []

    def _arrange(self, *_: object) -> None:
        """Place the lines down the first column, then down the second."""
        if min(self.size) <= 1 or not self.rows:
            return
        deep = self._deep(*self.size)
        wide, high = self.width / -(-len(self.rows) // deep), self.height / deep
        below = self._rows_below(wide, min(u(DOUBLE), high))
        rows = below or self._rows_beside(wide)
        if rows != self._shown:
            self._shown = rows
            self.clear_widgets()
            self.lines = [row.widget() for row in rows]
            add_all(self, *self.lines)
        high = min(u(DOUBLE if below else TALLEST), high)
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


def _fit(rows: list[ListRow], width: float) -> bool:
    """Return whether rows need no more pixels than a width."""
    return all(row.content.needed_width() <= width for row in rows)


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
