"""The acceptance run of the table: readers one by one, the lights of all, and the verdict.

Readers are tested without touching the screen: the run goes on by what they report.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from kivy.uix.widget import Widget

from companion.certificate.report import FAILED, NOTED, PASSED, UNFINISHED
from companion.session.pages.certify import CertifyLine, CertifyPage, CertifySeat
from companion.session.view import LIGHTS, READERS, View
from companion.ui.layout import (
    Area,
    arrange,
    centre,
    grid,
    hbox,
    split,
    vbox,
    with_padding,
    with_size,
)
from companion.ui.paint import paint_bar
from companion.ui.screens.base import ChoosingScreen, Place, body_of
from companion.ui.theme import (
    BAD,
    BRASS,
    BRASS_LIGHT,
    GAP,
    GOOD,
    HEADING,
    HEADLINE,
    IVORY,
    LARGE,
    NIGHT,
    PANEL,
    RAISED,
    SAND,
    SEAM,
    SMALL,
    TOUCH,
    WARNING,
    Rgba,
    is_landscape,
    u,
)
from companion.ui.widgets.badge import Sign, Token
from companion.ui.widgets.button import Pressable
from companion.ui.widgets.fingers import Send
from companion.ui.widgets.label import Label
from companion.ui.widgets.panel import add_all
from companion.ui.widgets.readers.certify_reader import AskedReader, CertifyLights
from companion.ui.widgets.readers.seat_tile import SeatTile
from companion.ui.widgets.rows import ListRow, PieceLead, SymbolLead, finding_row
from companion.ui.widgets.scroll_list import ScrollList
from companion.words import Text, text

GOING: Final[dict[str, tuple[str, Rgba]]] = {
    "open": ("clock", SAND),
    "now": ("hand", BRASS_LIGHT),
    "done": ("tick", GOOD),
    "gone": ("warning", WARNING),
}
"""Symbol and tint of each state of a reader during the test, as in `CertifySeat.state`."""
VERDICTS: Final[dict[str, tuple[str, Rgba, Text]]] = {
    PASSED: ("tick", GOOD, text("Passed")),
    NOTED: ("page", WARNING, text("Passed with notes")),
    FAILED: ("wrench", BAD, text("Failed")),
    UNFINISHED: ("clock", SAND, text("Not finished")),
}
"""Symbol, tint and text of each verdict."""
ENDED: Final[dict[str, tuple[str, Rgba]]] = {
    "done": ("tick", GOOD),
    "noted": ("page", WARNING),
    "bad": ("wrench", BAD),
}
"""Symbol and tint of each state of a reader in the report."""
HEAD_LEAST, HEAD_MOST, MARK_MOST = 112, 150, 84
"""Least and greatest height of verdict and date together, and greatest of a mark, as on the
seven-inch panel."""
TILE_MOST, PICTURE_MOST = 92, 230
"""Greatest useful heights of a tile and of the picture, as on the seven-inch panel."""
SHARE: Final = 0.54
"""Share of the room for the reader under test: of the width, or of the height if upright."""


def far_words(seat: CertifySeat) -> Text:
    """Say how far the test of a reader is."""
    if seat.state == "gone":
        return text("no answer")
    if not seat.done and seat.state == "open":
        return text("not tested yet")
    if seat.done == seat.steps:
        return text("done")
    return text("{number} of {all}", number=seat.done, all=seat.steps)


ALONE, NONE = 640, 48
"""Greatest width of a verdict without findings, and height of the sentence that says so, as on the
seven-inch panel."""
COLUMNS: Final = 4
"""Readers side by side below the verdict."""


class Bar(Widget):
    """The finished share of a reader's tasks, as a bar that grows."""

    def __init__(self) -> None:
        super().__init__()
        self._share = 0.0
        self._tint: Rgba = SAND
        self.bind(pos=self._draw, size=self._draw)

    def show(self, share: float, tint: Rgba) -> None:
        """Show a share from 0 to 1 in a tint."""
        self._share, self._tint = share, tint
        self._draw()

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        paint_bar(self.canvas, *self.pos, *self.size, self._share, NIGHT, self._tint)


class CertifyTile(SeatTile):
    """A reader among all: its progress in words, by a symbol and by a bar."""

    foot_height = 6

    def __init__(self, seat: CertifySeat, send: Send, **rest: Any) -> None:
        """Call `send` with the message of the reader, which may change with every picture."""
        self._seat, self.going, self.bar = seat, Sign(*GOING[seat.state], PANEL), Bar()
        super().__init__(seat.sign, send, seat.message, aside=self.going, foot=self.bar, **rest)

    def show(self, seat: CertifySeat) -> None:
        """Show the same reader, later."""
        self._seat, self.message = seat, seat.message
        symbol, tint = GOING[seat.state]
        self.going.show(symbol, tint)
        self.bar.show(seat.done / seat.steps if seat.steps else 0, tint)
        self.update(seat.sign, f"{seat.seat}  {seat.sign.name}", far_words(seat), tint)

    def tints(self) -> tuple[Rgba, Rgba]:
        """Return the tints; a reader without an answer has a special rim."""
        return (
            RAISED if self.chosen else PANEL,
            BRASS if self.chosen else WARNING if self._seat.state == "gone" else SEAM,
        )

    def aside_size(self, width: float, height: float) -> tuple[float, float]:
        """Return the size of the symbol."""
        side = min(u(32), height * 0.7)
        return side, side


class Asked(Widget):
    """The reader under test: its sign, what to do, and a picture of it."""

    def __init__(self, **rest: Any) -> None:
        super().__init__(**rest)
        self.token = Token("", "brass", "circle")
        self.name = Label("", HEADING, bold=True, tint=BRASS_LIGHT, least=18)
        self.words = Label("", HEADLINE, bold=True, least=20)
        self.picture = AskedReader()
        add_all(self, self.token, self.name, self.words, self.picture)
        self.bind(pos=self._place, size=self._place)

    def show(self, page: CertifyPage, seat: CertifySeat) -> None:
        """Show what is asked now."""
        self.token.show(*seat.sign)
        self.name.text, self.words.text = page.title, page.words
        self.words.color = WARNING if seat.state == "gone" else IVORY
        self.picture.show(seat)

    def _place(self, *_: Any) -> None:
        """Place sign and name above, the picture below, the words between them."""
        head, pad = u(42), u(6)
        picture = min(u(PICTURE_MOST), (self.height - head) * 0.6)
        name = with_size(hbox(with_size(self.token, head), self.name, gap=pad), head)
        arrange(vbox(name, self.words, with_size(self.picture, picture), gap=pad), self)


class CertifyReaders(Widget):
    """The reader under test beside or above the tiles of all."""

    def __init__(self, send: Send, **rest: Any) -> None:
        """Call `send` with the message of a touched tile."""
        super().__init__(**rest)
        self._send = send
        self.asked = Asked()
        self.tiles: dict[int, CertifyTile] = {}
        self.add_widget(self.asked)
        self.bind(pos=self._place, size=self._place)

    def show(self, page: CertifyPage) -> None:
        """Show all readers, the one of `page.seat` large.

        Raises:
            StopIteration: `page.seat` is none of `page.seats`.
        """
        for seat in page.seats:
            if seat.seat not in self.tiles:
                self.tiles[seat.seat] = CertifyTile(seat, self._send)
                self.add_widget(self.tiles[seat.seat])
            self.tiles[seat.seat].show(seat)
            self.tiles[seat.seat].choose(seat.seat == page.seat)
        # A reader that answers later takes part, too, in the order of seats.
        self.tiles = dict(sorted(self.tiles.items()))
        self.asked.show(page, next(seat for seat in page.seats if seat.seat == page.seat))
        self._place()

    def _place(self, *_: Any) -> None:
        """Place the reader under test left of the tiles, or above them if upright."""
        columns = 2 if len(self.tiles) > 4 else 1
        tiles = grid(self.tiles.values(), columns, gap=u(5), most=u(TILE_MOST))
        arrange(split(self.asked, tiles, SHARE), self)


def finding_of(line: CertifyLine, seat: CertifySeat) -> ListRow:
    """Return a finding with its reader's sign; a wrench if the table fails for it, else a page."""
    look = ("wrench", BAD) if line.grave else ("page", WARNING)
    sign = PieceLead(*seat.sign)
    return finding_row(SymbolLead(*look), line.words, line.repair, sign=sign)


class SeatMark(Pressable):
    """A reader in small: its sign and its result; a touch brings its first finding into sight."""

    def __init__(self, seat: CertifySeat, do: Callable[[], object], **rest: Any) -> None:
        """Call `do` on release."""
        self.seat = seat
        self.token = Token(*seat.sign)
        super().__init__(do, **rest)
        # Nothing was found, so there is nothing to scroll to.
        self.disabled = seat.state == "done"
        self.add_widget(self.token)

    def tints(self) -> tuple[Rgba, Rgba]:
        """Return the tints; the rim shows the result."""
        return PANEL, SEAM if self.seat.state == "done" else ENDED[self.seat.state][1]

    def place(self) -> None:
        """Place the sign on the left, the symbol on the right."""
        name, tint = ENDED[self.seat.state]
        pad = u(4)
        side = min((self.width - 3 * pad) / 2, self.height - 2 * pad, u(44))
        ended = with_padding(partial(self.mark, name, tint=tint), side * 0.06)
        both = hbox(with_size(self.token, side), with_size(ended, side), gap=pad)
        arrange(centre(both, 2 * side + pad, side), self)


class CertifyVerdict(Widget):
    """Verdict, date and readers, beside or above the findings; made for one report."""

    def __init__(self, page: CertifyPage, **rest: Any) -> None:
        """Show a report whose outcome is one of VERDICTS; without findings there is a sentence."""
        super().__init__(**rest)
        self.lines = page.lines
        name, tint, verdict = VERDICTS[page.outcome]
        self.symbol = Sign(name, tint)
        self.verdict = Label(verdict, HEADLINE, bold=True, tint=tint, least=24)
        self.when = Label(page.words, SMALL, tint=SAND, least=16)
        self.marks = [SeatMark(seat, partial(self._reach, seat.seat)) for seat in page.seats]
        whole = page.outcome != UNFINISHED
        if whole:
            none = text("Nothing needs repair.")
        else:
            none = text("No problem was found before the test was ended.")
        self.none = Label(
            none, HEADING, bold=True, tint=GOOD if whole else SAND, align="center", least=LARGE - 5
        )
        seats = {seat.seat: seat for seat in page.seats}
        self.findings = tuple(finding_of(line, seats[line.seat]) for line in page.lines)
        self.scroll_list = ScrollList(gap=6)
        self.scroll_list.show(self.findings, 0.0)
        add_all(
            self,
            self.symbol,
            self.verdict,
            self.when,
            *self.marks,
            self.scroll_list if self.findings else self.none,
        )
        self.bind(pos=self._place, size=self._place)

    def say(self, page: CertifyPage) -> None:
        """Show the date, which may come later."""
        self.when.text = page.words

    def _reach(self, seat: int) -> None:
        """Bring its findings into sight from the first one on, as far as possible."""
        # The last one first: the list scrolls no farther than needed, so that all of them are seen
        # if they fit.
        mine = [
            row for line, row in zip(self.lines, self.findings, strict=True) if line.seat == seat
        ]
        for row in mine[-1:] + mine[:1]:
            self.scroll_list.reach(row)

    def _place(self, *_: Any) -> None:
        """Place verdict and readers left of the findings, or above them if upright."""
        rows = -(-len(self.marks) // self._columns()) or 1
        if not self.findings:
            # Nothing beside it: all of it is in the middle, one thing below the other.
            width = min(self.width, u(ALONE))
            head = min(self.height, u(HEAD_MOST) + rows * (u(MARK_MOST) + u(5)) + u(NONE))
            shown = vbox(self._place_head, with_size(self.none, u(NONE)), gap=0)
            arrange(centre(shown, width, head), self)
        elif is_landscape():
            arrange(split(self._place_head, self.scroll_list, 0.4), self)
        else:
            high = min(self.height * 0.5, u(HEAD_LEAST) + rows * (u(TOUCH + 6) + u(GAP)))
            arrange(vbox(with_size(self._place_head, high), self.scroll_list), self)

    def _columns(self) -> int:
        """Return how many readers are side by side: all of them if nothing is beside them."""
        return COLUMNS if self.findings or not is_landscape() else max(1, len(self.marks))

    def _place_head(self, area: Area) -> None:
        """Place symbol and verdict, the date below them, the readers at the foot."""
        gap, rows = u(5), -(-len(self.marks) // self._columns()) or 1
        head = max(u(HEAD_LEAST), min(u(HEAD_MOST), area.height - rows * (u(TOUCH) + gap)))
        side = head * 0.52
        verdict = with_size(hbox(with_size(self.symbol, side), self.verdict, gap=gap), side)
        said = vbox(verdict, self.when, gap=0)
        marks = grid(self.marks, self._columns(), gap=gap, most=u(MARK_MOST))
        arrange(vbox(with_size(said, head), marks, gap=gap), area)


class CertifyScreen(ChoosingScreen):
    """The screen of `CertifyPage.stage`; its choices are in the foot, right of the way back."""

    def make(self, view: View) -> Widget:
        """Make room for one stage at a time."""
        self.place = Place()
        return self.place

    def show(self, view: View) -> None:
        """Show the stage and its buttons."""
        page = body_of(view, CertifyPage)
        held = self.place.held
        if page.stage == READERS:
            held = held if isinstance(held, CertifyReaders) else CertifyReaders(self.send)
            held.show(page)
        elif page.stage == LIGHTS:
            held = held if isinstance(held, CertifyLights) else CertifyLights(self.send)
            held.show(page)
        else:
            held = held if isinstance(held, CertifyVerdict) else CertifyVerdict(page)
            held.say(page)
        # The same widget stays through a stage, so that no finger loses its target.
        if held is not self.place.held:
            self.place.hold(held)
        # The way back has its own button, left in the foot.
        self.show_choices(
            tuple(choice for choice in page.choices if choice.message != view.on_back),
            page.stage == LIGHTS,
        )


SCREEN = CertifyScreen
