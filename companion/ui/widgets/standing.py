"""The standing of a game: a plate for each seat in the session's order, and a table of counts.

A plate says in a line how a seat stands, and below it what has changed and what is coming. Letters
are as large as all plates together allow; if even the smallest are too large the list scrolls.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kivy.input import MotionEvent
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.named_tuples import NamedTuple
from companion.session.pages.facts import AskPiece
from companion.session.view import CountRow, SeatSign, StandingRow
from companion.ui.theme import (
    BODY,
    BRASS,
    BRASS_LIGHT,
    IVORY,
    LARGE,
    NAMES,
    PANEL,
    SAND,
    SEAM,
    SMALL,
    WARNING,
    is_landscape,
    u,
)
from companion.ui.widgets.badge import NamedSign, Token
from companion.ui.widgets.fingers import Send, is_gone
from companion.ui.widgets.label import Label, measure
from companion.ui.widgets.panel import ColumnBox, Panel, RowBox, add_all
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
from companion.ui.widgets.scroll_list import ScrollList
from companion.words import Text, facts

PLACE, SIDE, PAD, EDGE = 24, 34, 5, 4
"""Width of the column with the place, side of a sign, room between parts and at the ends, as on the
seven-inch panel."""
SIZES: Final = ((LARGE, BODY), (BODY, SMALL), (SMALL, 20), (20, 18), (18, 18))
"""Sizes of the letters of both lines, the largest first."""
SOME: Final = 60
"""Least visible width of the change, as on the seven-inch panel."""
SPACE, APART = 8, 14
"""Gaps between name and state, and between change and outlook in one line, as on the seven-inch
panel."""
ABOVE: Final = 0.22
"""Free share of a line's letters above capitals and digits, for descenders of the line before or
the rim."""
DOTS, SHORTEST = "\N{HORIZONTAL ELLIPSIS}", 5
"""The end of a shortened name, and its least length, including dots."""
RIMS: Final = (12, 9, 6, 4)
"""Room above and below the letters of a row together, as on the seven-inch panel, the most
first."""
CLOSE, ROOMY = RIMS[-1], 24
"""The least of it, and the most if there is room."""


class StandingLook(NamedTuple):
    """The letters and the room of all rows of a standing."""

    sizes: tuple[int, int]
    """Letters of the first line and of those below it."""
    rim: int = CLOSE
    """Room above and below all lines together, as on the seven-inch panel."""
    cut: bool = False
    """Whether the name, and the change beside the outlook, may end in dots."""


def standing_row(
    row: StandingRow,
    sign: SeatSign,
    look: StandingLook,
    width: float,
) -> ListRow:
    """Return a seat as a row: place, sign, name and state, the change, and the outlook.

    Args:
        row: The seat.
        sign: Its sign.
        look: How it is shown.
        width: The width of the row in pixels.
    """
    (large, small), inner = look.sizes, _inner(width)
    name = RowText(sign.name, large, NAMES[sign.colour], bold=True, width=FIT)
    state = RowText(row.brief, large, bold=True, align="right")
    note = RowText(row.note, small, SAND, cut="right" if look.cut else "")
    soon = RowText(row.soon, small, WARNING)
    lines = list[RowPart]()
    if look.cut or _one_line(sign.name, row.brief, look, width):
        # Name and state are at the two ends of the line.
        lines.append(Beside((name._replace(cut="right" if look.cut else ""), state), SPACE))
    else:
        head = facts([sign.name, row.brief])
        lines.append(RowText(head, large, names={sign.name: sign.colour}))
    if row.note and row.soon and _notes_fit(row, look, inner):
        # The outlook is at the right edge, below the state.
        outlook = soon._replace(width=FIT, align="right")
        lines.append(Beside((note, outlook), APART))
    else:
        lines += [words for words in (note, soon) if words.words]
    # Boxes overlap a little, so that their letters are closer.
    overlap = -small * ABOVE
    words = Stacked((RowSign(None, 0), *lines), overlap)
    place = RowText(row.place_words, large, BRASS_LIGHT, bold=True, align="right", width=PLACE)
    return ListRow(
        Beside((place, RowSign(PieceLead(*sign), SIDE), words), PAD),
        (EDGE, look.rim / 2),
        # Letters close to a line would be harder to read than without it.
        rim=PANEL if look.rim <= CLOSE else BRASS if row.soon else SEAM,
        about=row,
    )


def _inner(width: float) -> float:
    """Return the width in pixels for the words of a row."""
    return max(1.0, width - u(PLACE) - u(SIDE) - 2 * u(EDGE) - 2 * u(PAD))


def _one_line(name: str, brief: Text, look: StandingLook, width: float) -> bool:
    """Return whether name and state are in one line."""
    words = facts([name, brief])
    return RowText(words, look.sizes[0], bold=True).line()[0] <= _inner(width)


def _notes_fit(row: StandingRow, look: StandingLook, inner: float) -> bool:
    """Return whether change and outlook are in one line."""
    note, soon = (measure(words, u(look.sizes[1]))[0] for words in (row.note, row.soon))
    return (min(note, u(SOME)) if look.cut else note) + soon + u(APART) <= inner


def _wraps(row: StandingRow, sign: SeatSign, look: StandingLook, width: float) -> bool:
    """Return whether any of the lines of a seat takes more than one line."""
    shown = sign.name[:SHORTEST] + DOTS if look.cut else sign.name
    if not _one_line(shown, row.brief, look, width):
        return True
    inner = _inner(width)
    below = (measure(words, u(look.sizes[1]))[0] for words in (row.note, row.soon))
    return not _notes_fit(row, look, inner) and max(below) > inner


class StandingList(ScrollList):
    """All seats in the order of the standing; `update` fills it."""

    def __init__(self, send: Send, **rest: Any) -> None:
        """Take what gets the question about a tapped seat."""
        super().__init__(gap=1, **rest)
        self._send = send
        self.rows: tuple[StandingRow, ...] = ()
        self._signs: Mapping[int, SeatSign] = {}

    def update(self, rows: tuple[StandingRow, ...], signs: Mapping[int, SeatSign]) -> None:
        """Show another standing; the same one again changes nothing."""
        if (rows, signs) != (self.rows, self._signs):
            self.rows, self._signs = rows, signs
            self._arrange()

    @staticmethod
    def has_room(
        rows: tuple[StandingRow, ...],
        signs: Mapping[int, SeatSign],
        width: float,
        height: float,
        *,
        in_line: bool,
        cut: bool = False,
        rimmed: bool = False,
    ) -> bool:
        """Return whether a box of so many pixels shows all of these rows in the smallest letters.

        Args:
            rows: The standing.
            signs: The signs of the seats.
            width: Width of the box in pixels.
            height: Height of the box in pixels.
            in_line: Whether no line may wrap.
            cut: Whether long names may end in dots.
            rimmed: Whether there must be room for rims around the rows.
        """
        look = StandingLook(SIZES[-1], CLOSE + rimmed, cut)
        lines = (standing_row(row, signs[row.seat], look, width) for row in rows)
        return sum(line.needed_height(width) + u(1) for line in lines) <= height and not (
            in_line and any(_wraps(row, signs[row.seat], look, width) for row in rows)
        )

    def _rows_in(self, look: StandingLook) -> tuple[ListRow, ...]:
        return tuple(
            standing_row(row, self._signs[row.seat], look, self.width) for row in self.rows
        )

    def _height(self, look: StandingLook) -> float:
        """Return the height in pixels of all rows."""
        return sum(row.needed_height(self.width) + self._gap for row in self._rows_in(look))

    def _arrange(self) -> None:
        looks = [StandingLook(sizes, rim) for rim in RIMS for sizes in SIZES]
        looks += [StandingLook(SIZES[-1], rim, cut=True) for rim in RIMS]
        # Small letters are better than a line that wraps, and a name that ends in dots is better,
        # too.
        in_line = {
            (look.sizes, look.cut)
            for look in (*(StandingLook(sizes) for sizes in SIZES), looks[-1])
            if not any(_wraps(row, self._signs[row.seat], look, self.width) for row in self.rows)
        }
        wanted = [look for look in looks if (look.sizes, look.cut) in in_line] or looks
        look = next((look for look in wanted if self._height(look) <= self.height), wanted[-1])
        # The free height goes above and below the letters of all lines.
        spare = self.height - self._height(look)
        more = min(ROOMY - look.rim, int(spare / max(1, len(self.rows)) * 100 / u(100)))
        roomy = (look._replace(rim=look.rim + rim) for rim in range(more, 0, -1))
        look = next((one for one in roomy if self._height(one) <= self.height), look)
        self.show(self._rows_in(look), self.offset)

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Ask about a tapped seat, unless the finger has moved the list.

        Rows of eight seats are too low to be buttons; the list takes the tap.
        """
        tapped = touch.grab_current is self and not touch.ud.get("dragged") and not is_gone(self)
        done = super().on_touch_up(touch)
        plates = (
            (child for child in self.children if isinstance(child, ListPlate)) if tapped else ()
        )
        plate = next((plate for plate in plates if plate.collide_point(*touch.pos)), None)
        if plate is not None:
            self._send(AskPiece(plate.row.about.seat))
        return done

    def _resize(self, *_: Any) -> None:
        """Choose the letters again for another window."""
        super()._resize()
        if self.rows and min(self.size) > 1:
            self._arrange()


SIGN: Final = 3.0
"""Width of the column with signs and names, in columns of figures."""


class CountTable(ColumnBox):
    """Counts of each seat: a line for each seat, a column for each count; `update` fills it."""

    def __init__(self, named: bool = False, **rest: Any) -> None:
        """Make it empty; in an upright window it has names only if it is `named`."""
        super().__init__(gap=3, **rest)
        self._named = named or is_landscape()
        self.rows: tuple[CountRow, ...] = ()

    def update(self, rows: tuple[CountRow, ...]) -> None:
        """Show other counts; the same ones again change nothing."""
        if rows == self.rows:
            return
        self.rows = rows
        self.clear_widgets()
        head = RowBox(gap=4, size_hint_y=None, height=u(26))
        head.add_widget(Label("", SMALL, size_hint_x=SIGN if self._named else SIGN / 2))
        for fact in rows[0].facts if rows else ():
            head.add_widget(Label(fact.title, SMALL, tint=SAND, align="center", least=18))
        self.add_widget(head)
        for row in rows:
            line, panel = RowBox(gap=4), Panel(rivets=False, pad=2, size_hint_max_y=u(56))
            # In an upright window there is no room for names, and signs are enough.
            sign: Widget = (
                NamedSign(*row.sign, size=BODY, side=SIDE) if self._named else Token(*row.sign)
            )
            first = RowBox(gap=4, size_hint_x=SIGN if self._named else SIGN / 2)
            add_all(
                first,
                Label(
                    f"{row.place}.",
                    BODY,
                    bold=True,
                    align="right",
                    tint=BRASS_LIGHT,
                    least=18,
                    size_hint_x=0.18 if self._named else 0.6,
                ),
                sign,
            )
            line.add_widget(first)
            for fact in row.facts:
                line.add_widget(
                    Label(fact.figure, LARGE, bold=True, align="center", tint=IVORY, least=18)
                )
            panel.add_widget(line)
            self.add_widget(panel)
        # Rows have a limited height; this last one takes the remaining height, so that they are at
        # the top.
        self.add_widget(BoxLayout(size_hint_y=0.001))
