"""The acceptance run of the table, over whatever page was shown: readers one after another, the lights of all, and the verdict.

Nobody need touch the screen while readers are tried: the run goes on by what they show.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kivy.graphics import Color, InstructionGroup, RoundedRectangle
from kivy.uix.widget import Widget

from companion.certificate.report import FAILED, NOTED, PASSED, UNFINISHED
from companion.session.messages import Message
from companion.session.view import LIGHTS, READERS, View
from companion.session.view_certify import CertifyPage, CertifySeat
from companion.ui.paint import SYMBOLS, paint_symbol
from companion.ui.screens.base import ChoosingScreen, Place, Send
from companion.ui.theme import (
    BAD, BRASS, BRASS_LIGHT, GAP, GOOD, HEADING, HEADLINE, IVORY, LARGE, NIGHT, PANEL, RAISED, SAND, SEAM, SMALL, TOUCH, WARNING, Rgba, lying, u,
)
from companion.ui.widgets.badge import Sign, Token
from companion.ui.widgets.button import Pressable
from companion.ui.widgets.certify_findings import Finding
from companion.ui.widgets.certify_reader import CertifyLights, ReaderPicture
from companion.ui.widgets.panel import put
from companion.ui.widgets.roll import Roll
from companion.ui.widgets.text import Words

GOING: Final[dict[str, tuple[str, Rgba]]] = {
    "open": ("minus", SAND), "now": ("hand", BRASS_LIGHT), "done": ("tick", GOOD), "gone": ("warning", WARNING),
}
"""The symbol and tint of each state that a reader has while readers are tried, as in `CertifySeat.state`."""


def far_words(seat: CertifySeat) -> str:
    """How far a reader is, in words."""
    if seat.state == "gone":
        return "no answer"
    return "done" if seat.done == seat.steps else f"{seat.done} of {seat.steps}"


class CertifyTile(Pressable):
    """A reader as a plate with a bar that grows with the share of its tasks that are over."""

    def __init__(self, seat: CertifySeat, do: Callable[[], object], **rest: Any) -> None:
        """`do` is called on release."""
        self._seat = seat
        self.token = Token(seat.name, seat.colour, seat.shape)
        self.name = Words("", SMALL, bold=True, least=15, shorten=True, shorten_from="right", max_lines=1)
        self.far = Words("", 20, least=15)
        self._bar = InstructionGroup()
        super().__init__(do, **rest)
        self.canvas.add(self._bar)
        for child in (self.token, self.name, self.far):
            self.add_widget(child)

    def show(self, seat: CertifySeat) -> None:
        """The same reader, later."""
        self._seat = seat
        self.token.show(seat.name, seat.colour, seat.shape)
        self.name.text, self.far.text = f"{seat.seat}  {seat.name}", far_words(seat)
        self.draw()

    def tints(self) -> tuple[Rgba, Rgba]:
        """A reader that is gone has a rim of its own."""
        return RAISED if self.chosen else PANEL, BRASS if self.chosen else WARNING if self._seat.state == "gone" else SEAM

    def place(self) -> None:
        """Sign left, name and how far in the middle, symbol right, the bar below."""
        pad, bar = u(6), u(6)
        name, tint = GOING[self._seat.state]
        low, high = self.y + bar + u(8), self.height - bar - u(11)
        side, mark = min(high, u(46)), min(u(32), high * 0.7)
        self.token.pos, self.token.size = (self.x + pad, low + (high - side) / 2), (side, side)
        left, right = self.x + 2 * pad + side, self.x + self.width - pad - mark
        lines = min(high / 2, u(30))
        width, middle = max(1, right - left - pad), low + high / 2
        self.name.pos, self.name.size = (left, middle), (width, lines)
        self.far.pos, self.far.size, self.far.color = (left, middle - lines), (width, lines), tint
        self.sign.clear()
        paint_symbol(self.sign, SYMBOLS[name], right, low + (high - mark) / 2, mark, tint, PANEL)
        self._place_bar(self.x + pad, self.y + u(6), self.width - 2 * pad, bar, tint)

    def _place_bar(self, x: float, y: float, width: float, height: float, tint: Rgba) -> None:
        """The bar in its groove; without a task done there is the groove alone."""
        share = self._seat.done / self._seat.steps if self._seat.steps else 0
        self._bar.clear()
        for part, colour in ((1.0, NIGHT), (share, tint)):
            if part:
                self._bar.add(Color(*colour))
                # Shorter than it is high it could not have round ends.
                self._bar.add(RoundedRectangle(pos=(x, y), size=(max(height, width * part), height), radius=[height / 2]))


TILE_MOST, PICTURE_MOST = 92, 230
"""Beyond these heights a tile and the picture gain nothing, as on the seven-inch panel."""
SHARE: Final = 0.54
"""What the asked reader takes of the room, of its width when lying, of its height when upright."""


class Asked(Widget):
    """The reader that is asked: who it is, what to do, and how that looks."""

    def __init__(self, **rest: Any) -> None:
        """Empty; `show` fills it."""
        super().__init__(**rest)
        self.token = Token("", "brass", "circle")
        self.name = Words("", HEADING, bold=True, tint=BRASS_LIGHT, least=18)
        self.words = Words("", HEADLINE, bold=True, least=20)
        self.picture = ReaderPicture()
        for child in (self.token, self.name, self.words, self.picture):
            self.add_widget(child)
        self.bind(pos=self._place, size=self._place)

    def show(self, page: CertifyPage, seat: CertifySeat) -> None:
        """What is asked now."""
        self.token.show(seat.name, seat.colour, seat.shape)
        self.name.text, self.words.text = page.title, page.words
        self.words.color = WARNING if seat.state == "gone" else IVORY
        self.picture.show(seat)

    def _place(self, *_: Any) -> None:
        """Sign and name above, the picture below, and between them all that is left for the words."""
        head, pad = u(42), u(6)
        picture = min(u(PICTURE_MOST), (self.height - head) * 0.6)
        top = self.y + self.height - head
        put(self.token, self.x, top, head, head)
        put(self.name, self.x + head + pad, top, self.width - head - pad, head)
        put(self.picture, self.x, self.y, self.width, picture)
        put(self.words, self.x, self.y + picture + pad, self.width, self.height - head - picture - 2 * pad)


class CertifyReaders(Widget):
    """The asked reader beside or above the tiles of all; `send` is told what a touched tile says."""

    def __init__(self, send: Send, **rest: Any) -> None:
        """Empty; `show` fills it."""
        super().__init__(**rest)
        self._send, self._messages = send, dict[int, Message]()
        self.asked = Asked()
        self.tiles: dict[int, CertifyTile] = {}
        self.add_widget(self.asked)
        self.bind(pos=self._place, size=self._place)

    def show(self, page: CertifyPage) -> None:
        """Every reader as it is, the one of the title large; `page.seat` is one of `page.seats` (else StopIteration)."""
        for seat in page.seats:
            # A tile is made once, but what touching it says may change with every picture.
            self._messages[seat.seat] = seat.message
            if seat.seat not in self.tiles:
                self.tiles[seat.seat] = CertifyTile(seat, lambda number=seat.seat: self._send(self._messages[number]))
                self.add_widget(self.tiles[seat.seat])
            self.tiles[seat.seat].show(seat)
            self.tiles[seat.seat].choose(seat.seat == page.seat)
        # A reader that answers only later takes part, too, and stands where its seat does.
        self.tiles = dict(sorted(self.tiles.items()))
        self.asked.show(page, next(seat for seat in page.seats if seat.seat == page.seat))
        self._place()

    def _place(self, *_: Any) -> None:
        """The asked reader on the left and the tiles on the right, upright the one above the others."""
        gap = u(GAP)
        if lying():
            wide = round(self.width * SHARE)
            put(self.asked, *self.pos, wide, self.height)
            self._place_tiles(self.x + wide + gap, self.width - wide - gap, self.height)
        else:
            high = round(self.height * SHARE)
            put(self.asked, self.x, self.y + self.height - high, self.width, high)
            self._place_tiles(self.x, self.width, self.height - high - gap)

    def _place_tiles(self, left: float, width: float, room: float) -> None:
        """The tiles from the top, in two columns where there are more than four, in `width` × `room` pixels above the foot."""
        gap = u(5)
        columns = 2 if len(self.tiles) > 4 else 1
        rows = -(-len(self.tiles) // columns) or 1
        wide, high = (width - gap * (columns - 1)) / columns, min((room - gap * (rows - 1)) / rows, u(TILE_MOST))
        top = self.y + room
        for at, tile in enumerate(self.tiles.values()):
            row, column = divmod(at, columns)
            put(tile, left + column * (wide + gap), top - (row + 1) * high - row * gap, wide, high)


VERDICTS: Final[dict[str, tuple[str, Rgba]]] = {PASSED: ("tick", GOOD), NOTED: ("page", WARNING), FAILED: ("wrench", BAD), UNFINISHED: ("clock", SAND)}
"""The symbol and tint of each verdict."""
ENDED: Final[dict[str, tuple[str, Rgba]]] = {"done": ("tick", GOOD), "noted": ("page", WARNING), "bad": ("wrench", BAD)}
"""Those of each reader, by the states that it has in the report."""
HEAD_LEAST, HEAD_MOST, MARK_MOST = 112, 150, 84
"""Heights of verdict and date together, and of a tile at most, as on the seven-inch panel."""


class SeatMark(Pressable):
    """A reader in small: its sign and how it came off; touched, its first finding comes into sight, where there is one."""

    def __init__(self, seat: CertifySeat, do: Callable[[], object], **rest: Any) -> None:
        """`do` is called on release."""
        self.seat = seat
        self.token = Token(seat.name, seat.colour, seat.shape)
        super().__init__(do, **rest)
        # Nothing was found of it, so that there is nothing to roll to.
        self.disabled = seat.state == "done"
        self.add_widget(self.token)

    def tints(self) -> tuple[Rgba, Rgba]:
        """What was found of it stands in its rim."""
        return PANEL, SEAM if self.seat.state == "done" else ENDED[self.seat.state][1]

    def place(self) -> None:
        """Sign left, symbol right."""
        name, tint = ENDED[self.seat.state]
        pad = u(4)
        side = min((self.width - 3 * pad) / 2, self.height - 2 * pad, u(44))
        low = self.y + (self.height - side) / 2
        left = self.x + (self.width - 2 * side - pad) / 2
        put(self.token, left, low, side, side)
        self.sign.clear()
        paint_symbol(self.sign, SYMBOLS[name], left + side + pad + side * 0.06, low + side * 0.06, side * 0.88, tint, PANEL)


class CertifyVerdict(Widget):
    """Verdict, date and readers, beside or above the findings; made for one report."""

    def __init__(self, page: CertifyPage, **rest: Any) -> None:
        """The report's page, its title one of VERDICTS; further arguments are those of a Kivy widget.

        Without findings a sentence stands in the place of the list.
        """
        super().__init__(**rest)
        name, tint = VERDICTS[page.title]
        self.symbol = Sign(name, tint)
        self.verdict = Words(page.title[:1].upper() + page.title[1:], HEADLINE, bold=True, tint=tint, least=24)
        self.when = Words(page.words, SMALL, tint=SAND, least=16)
        self.marks = [SeatMark(seat, lambda number=seat.seat: self._reach(number)) for seat in page.seats]
        whole = page.title != UNFINISHED
        none = "Nothing needs repair." if whole else "No problem was found before the run was ended."
        self.none = Words(none, HEADING, bold=True, tint=GOOD if whole else SAND, align="center", least=LARGE - 5)
        seats = {seat.seat: seat for seat in page.seats}
        self.findings = tuple(Finding(line, seats[line.seat]) for line in page.lines)
        self.roll = Roll(gap=6)
        self.roll.show(self.findings, 0.0)
        for child in (self.symbol, self.verdict, self.when, *self.marks, self.roll if self.findings else self.none):
            self.add_widget(child)
        self.bind(pos=self._place, size=self._place)

    def say(self, page: CertifyPage) -> None:
        """The date is known now; nothing else of a report changes."""
        self.when.text = page.words

    def _reach(self, seat: int) -> None:
        """Its findings from the first one on, as far as the list can be rolled."""
        # The last one first: the list rolls no farther than it must, so that all of them are seen then, where they fit.
        mine = [finding for finding in self.findings if finding.seat.seat == seat]
        for finding in (mine[-1:] + mine[:1]):
            self.roll.reach(finding)

    def _place(self, *_: Any) -> None:
        """Verdict and readers on the left and the findings on the right, upright the ones above the others."""
        gap = u(GAP)
        other = self.roll if self.findings else self.none
        if lying():
            wide = round(self.width * 0.4)
            self._place_head(self.x, self.y, wide, self.height)
            put(other, self.x + wide + gap, self.y, self.width - wide - gap, self.height)
        else:
            rows = -(-len(self.marks) // 4) or 1
            high = min(self.height * 0.5, u(HEAD_LEAST) + rows * (u(TOUCH + 6) + gap))
            self._place_head(self.x, self.y + self.height - high, self.width, high)
            put(other, *self.pos, self.width, self.height - high - gap)

    def _place_head(self, x: float, y: float, width: float, height: float) -> None:
        """Symbol and verdict, below them when and where, the readers at the foot."""
        gap = u(5)
        columns = 4
        rows = -(-len(self.marks) // columns) or 1
        head = max(u(HEAD_LEAST), min(u(HEAD_MOST), height - rows * (u(TOUCH) + gap)))
        side, top = head * 0.52, y + height
        put(self.symbol, x, top - side, side, side)
        put(self.verdict, x + side + gap, top - side, width - side - gap, side)
        put(self.when, x, top - head, width, head - side)
        wide, high = (width - gap * (columns - 1)) / columns, min((height - head) / rows - gap, u(MARK_MOST))
        for at, mark in enumerate(self.marks):
            row, column = divmod(at, columns)
            put(mark, x + column * (wide + gap), top - head - (row + 1) * (high + gap), wide, high)


class CertifyScreen(ChoosingScreen):
    """What is shown is the session's word: `CertifyPage.stage`. The choices of a page stand in the foot, right of the way back."""

    def make(self, view: View) -> Widget:
        """Room for one stage at a time."""
        self.place = Place()
        return self.place

    def show(self, view: View) -> None:
        """The stage that is reached, brought up to date; its buttons."""
        page = self._page(view)
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
        # The same widget stays through a stage, so that no finger loses what it touches.
        if held is not self.place.held:
            self.place.hold(held)
        # The way back has a button of its own, left in the foot.
        self.show_choices(tuple(choice for choice in page.choices if choice.message != view.on_back), page.stage == LIGHTS)

    @staticmethod
    def _page(view: View) -> CertifyPage:
        assert isinstance(view.body, CertifyPage)
        return view.body
