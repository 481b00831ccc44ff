"""The standing of a game: a plate for each seat in the session's order, and a table of counts.

A plate says in a line how a seat stands, and below it what has changed and what is coming. Letters
are as large as all plates together allow; if even the smallest are too large the list scrolls.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from kivy.input import MotionEvent
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.session.messages import Message
from companion.session.pages.facts import AskPiece
from companion.session.view import CountRow, SeatSign, StandingRow
from companion.ui.layout import Area, arrange, hbox, leave_empty, with_size
from companion.ui.theme import (
    BODY,
    BOLD_FONT,
    BRASS,
    BRASS_LIGHT,
    IVORY,
    LARGE,
    PANEL,
    SAND,
    SEAM,
    SMALL,
    WARNING,
    is_landscape,
    u,
)
from companion.ui.widgets.badge import NamedSign, Token
from companion.ui.widgets.fingers import is_gone
from companion.ui.widgets.label import SHORTENED, Label, measure, text_height
from companion.ui.widgets.panel import (
    ColumnBox,
    Panel,
    Plate,
    RowBox,
    add_all,
    toggle_child,
)
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.sentence import Sentence
from companion.words import Text, facts

PLACE, SIDE, PAD = 28, 34, 5
"""Width of the column with the place, side of a sign, and room beside the words, as on the
seven-inch panel."""
SIZES: Final = ((LARGE, BODY), (BODY, SMALL), (SMALL, 20), (20, 18), (18, 18))
"""Sizes of the letters of both lines, the largest first."""
SOME: Final = 60
"""Least visible width of the change, as on the seven-inch panel."""
APART: Final = 14
"""Gap between the change and the outlook in one line."""
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


class StandingLine:
    """One seat as a row of the list, in letters of two sizes."""

    def __init__(
        self,
        row: StandingRow,
        sign: SeatSign,
        sizes: tuple[int, int],
        rim: int = CLOSE,
        *,
        cut: bool = False,
    ) -> None:
        """Take a seat of the standing.

        Args:
            row: The seat.
            sign: Its sign.
            sizes: Letters of the first line and of those below it.
            rim: Room above and below both.
            cut: Whether the name, and the change beside the outlook, may end in dots.
        """
        self.row, self.sign, self.sizes, self.rim, self.cut = row, sign, sizes, rim, cut

    def name(self, width: float) -> str:
        """Return the name of the seat, with dots at its end if the line has no room for it."""
        name, brief, size = self.sign.name, self.row.brief, u(self.sizes[0])
        if not self.cut:
            return name
        room, shown = self.inner(width), name
        while len(shown) > SHORTEST and measure(facts([shown, brief]), size, BOLD_FONT)[0] > room:
            shown = shown.removesuffix(DOTS)[:-1] + DOTS
        return shown

    def head(self, width: float) -> Text:
        """Return the first line."""
        return facts([self.name(width), self.row.brief])

    def is_justified(self, width: float) -> bool:
        """Return whether name and state are in one line, at its two ends."""
        return bool(self.row.brief) and (
            measure(self.head(width), u(self.sizes[0]), BOLD_FONT)[0] <= self.inner(width)
        )

    @property
    def plate_key(self) -> tuple[StandingRow, SeatSign, tuple[int, int], int, bool]:
        """Return all that its plate depends on, apart from its width."""
        return self.row, self.sign, self.sizes, self.rim, self.cut

    def inner(self, width: float) -> float:
        """Return the width for the words, in pixels."""
        return max(1.0, width - u(PLACE) - u(SIDE) - 3 * u(PAD))

    def is_one_line(self, width: float) -> bool:
        """Return whether change and outlook are in one line."""
        note, soon = (
            measure(words, u(self.sizes[1]))[0] for words in (self.row.note, self.row.soon)
        )
        return (min(note, u(SOME)) if self.cut else note) + soon + u(APART) <= self.inner(width)

    def note_width(self, width: float) -> float:
        """Return the width in pixels of the change, if that is beside the outlook."""
        note, soon = (
            measure(words, u(self.sizes[1]))[0] for words in (self.row.note, self.row.soon)
        )
        return min(note + SHORTENED + 1, self.inner(width) - (soon + u(APART) if soon else 0.0))

    def heights(self, width: float) -> tuple[float, float, float]:
        """Return the heights in pixels of the first line, of the change and of the outlook.

        The last is 0 if it shares a line with the change.
        """
        inner, row = self.inner(width), self.row
        note, soon = (text_height(words, self.sizes[1], inner) for words in (row.note, row.soon))
        # Measured as `Sentence` draws it.
        head = text_height(self.head(width), self.sizes[0], inner, BOLD_FONT, Sentence.LEADING)
        line = text_height("X", self.sizes[1], inner) if note or soon else 0.0
        return (head, line, 0.0) if self.is_one_line(width) else (head, note, soon)

    def wraps(self, width: float) -> bool:
        """Return whether any of the lines takes more than one line."""
        inner, (large, small) = self.inner(width), self.sizes
        below = (
            ()
            if self.is_one_line(width)
            else (measure(words, u(small))[0] for words in (self.row.note, self.row.soon))
        )
        return max(measure(self.head(width), u(large), BOLD_FONT)[0], *below, 0.0) > inner

    def ink_height(self, width: float) -> float:
        """Return the height in pixels from the highest capital to the lowest descender."""
        high, (large, small) = self.heights(width), self.sizes
        free = (
            u(size) * ABOVE
            for size, height in zip((large, small, small), high, strict=True)
            if height
        )
        return sum(high) - sum(free)

    def needed_height(self, width: float) -> float:
        """Return the height in pixels of all lines, at least that of the sign."""
        return max(u(SIDE), self.ink_height(width)) + u(self.rim)

    def widget(self) -> Widget:
        return StandingPlate(self)


class StandingPlate(Widget):
    """The drawing of a row: place, sign, state, change, and the outlook in another tint."""

    def __init__(self, about: StandingLine, **rest: Any) -> None:
        super().__init__(**rest)
        row, (large, small) = about.row, about.sizes
        self.about = about
        # Letters close to a line would be harder to read than without it.
        self.plate = Plate(PANEL, PANEL if about.rim <= CLOSE else BRASS if row.soon else SEAM)
        self.canvas.add(self.plate)
        self.place = Label(
            row.place_words, large, bold=True, align="right", tint=BRASS_LIGHT, least=18
        )
        self.token, self.head = Token(*about.sign), Sentence(large, least=18)
        self.note, self.soon = (
            Label(row.note, small, tint=SAND, least=18, cut="right" if about.cut else ""),
            Label(row.soon, small, tint=WARNING, least=18),
        )
        self.brief = Label(row.brief, large, bold=True, align="right", least=18)
        add_all(self, self.place, self.token, self.head, self.note, self.soon)
        self.bind(pos=self._place, size=self._place)

    def _place(self, *_: Any) -> None:
        """Arrange rank and sign on the left, the lines from top to bottom."""
        self.plate.place(*self.pos, *self.size)
        place, token = with_size(self.place, u(PLACE)), with_size(self.token, u(SIDE))
        row = hbox(place, token, self._place_lines, with_size(leave_empty, 0), gap=u(PAD))
        arrange(row, self)

    def _place_lines(self, area: Area) -> None:
        """Place the lines, whose boxes overlap a little, so that their letters are closer."""
        head, note, soon = self.about.heights(self.width)
        large, small = self.about.sizes
        middle = area.y + area.height / 2
        first = middle + self.about.ink_height(self.width) / 2 + u(large) * ABOVE - head
        second = first + u(small) * ABOVE - note
        name, justified = self.about.name(self.width), self.about.is_justified(self.width)
        self.head.say(
            name if justified else self.about.head(self.width), {name: self.about.sign.colour}
        )
        toggle_child(self, self.brief, justified)
        wide = measure(name, u(large), BOLD_FONT)[0] + SHORTENED + 1 if justified else area.width
        line = hbox(with_size(self.head, wide), self.brief, gap=0)
        arrange(line, area._replace(y=first, height=head))
        if self.about.is_one_line(self.width):
            wide = self.about.note_width(self.width) if self.about.row.note else 0.0
            soon = measure(self.about.row.soon, u(small))[0] + SHORTENED + 1
            soon = min(soon, area.width - (wide + u(APART) if wide else 0.0))
            # The outlook is at the right edge, below the state.
            line = hbox(with_size(self.note, wide), leave_empty, with_size(self.soon, soon), gap=0)
            arrange(line, area._replace(y=second, height=note))
        else:
            arrange(self.note, area._replace(y=second, height=note))
            third = (second + u(small) * ABOVE if note else second) - soon
            arrange(self.soon, area._replace(y=third, height=soon))


class StandingList(ScrollList):
    """All seats in the order of the standing; `update` fills it."""

    def __init__(self, send: Callable[[Message], object], **rest: Any) -> None:
        """Take what gets the question about a tapped seat."""
        super().__init__(gap=1, **rest)
        self._send = send
        self.rows: tuple[StandingRow, ...] = ()
        self._signs: Mapping[int, SeatSign] = {}
        self._lines: tuple[StandingLine, ...] = ()

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
    ) -> bool:
        """Return whether a box of so many pixels shows all of these rows in the smallest letters.

        Args:
            rows: The standing.
            signs: The signs of the seats.
            width: Width of the box in pixels.
            height: Height of the box in pixels.
            in_line: Whether no line may wrap.
            cut: Whether long names may end in dots.
        """
        lines = [StandingLine(row, signs[row.seat], SIZES[-1], cut=cut) for row in rows]
        return sum(line.needed_height(width) + u(1) for line in lines) <= height and not (
            in_line and any(line.wraps(width) for line in lines)
        )

    def _arrange(self) -> None:
        signed = [(row, self._signs[row.seat]) for row in self.rows]
        choices = [
            tuple(StandingLine(*one, sizes, rim) for one in signed)
            for rim in RIMS
            for sizes in SIZES
        ]
        cut = [
            tuple(StandingLine(*one, SIZES[-1], rim, cut=True) for one in signed) for rim in RIMS
        ]
        # Small letters are better than a line that wraps, and a name that ends in dots is better,
        # too.
        whole = [lines for lines in choices if not any(line.wraps(self.width) for line in lines)]
        short = [lines for lines in cut if not any(line.wraps(self.width) for line in lines)]
        lines = self.first_fitting([*whole, *short] or [*choices, *cut])
        # The free height goes above and below the letters of all lines.
        spare = self.height - sum(line.needed_height(self.width) + self._gap for line in lines)
        more = int(spare / max(1, len(lines)) * 100 / u(100))
        if more >= 1:
            lines = tuple(
                StandingLine(
                    line.row, line.sign, line.sizes, min(ROOMY, line.rim + more), cut=line.cut
                )
                for line in lines
            )
        if [line.plate_key for line in lines] != [line.plate_key for line in self._lines]:
            self._lines = lines
            self.show(lines, self.offset)

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Ask about a tapped seat, unless the finger has moved the list."""
        tapped = touch.grab_current is self and not touch.ud.get("dragged") and not is_gone(self)
        done = super().on_touch_up(touch)
        plates = (
            (child for child in self.children if isinstance(child, StandingPlate)) if tapped else ()
        )
        plate = next((plate for plate in plates if plate.collide_point(*touch.pos)), None)
        if plate is not None:
            self._send(AskPiece(plate.about.row.seat))
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
            self.add_widget(self._line(row))
        # Rows have a limited height; this last one takes the remaining height, so that they are at
        # the top.
        self.add_widget(BoxLayout(size_hint_y=0.001))

    def _line(self, row: CountRow) -> Panel:
        line, panel = RowBox(gap=4), Panel(rivets=False, pad=2, size_hint_max_y=u(56))
        # In an upright window there is no room for names, and signs are enough.
        sign: Widget = (
            NamedSign(row.name, row.colour, row.shape, size=BODY, side=SIDE)
            if self._named
            else Token(row.name, row.colour, row.shape)
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
        return panel
