"""What came of an acceptance run: the verdict, every reader at a glance, and the findings, to which a touch on a reader rolls.

It is made for one report, whose page is given once; only the date may come later.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kivy.uix.widget import Widget

from companion.certificate.report import FAILED, NOTED, PASSED, UNFINISHED
from companion.session.view_certify import CertifyPage, CertifySeat
from companion.ui.paint import paint_symbol
from companion.ui.screens.base import put
from companion.ui.symbols import SYMBOLS
from companion.ui.theme import BAD, GAP, GOOD, HEADING, HEADLINE, LARGE, PANEL, SAND, SEAM, SMALL, TOUCH, WARNING, Rgba, lying, u
from companion.ui.widgets.badge import Token
from companion.ui.widgets.bars import Sign
from companion.ui.widgets.certify_findings import Finding
from companion.ui.widgets.pressable import Pressable
from companion.ui.widgets.roll import Roll
from companion.ui.widgets.text import Words

VERDICTS: Final[dict[str, tuple[str, Rgba]]] = {PASSED: ("tick", GOOD), NOTED: ("page", WARNING), FAILED: ("wrench", BAD), UNFINISHED: ("clock", SAND)}
"""The symbol and tint of each verdict."""
SEATS: Final[dict[str, tuple[str, Rgba]]] = {"done": ("tick", GOOD), "noted": ("page", WARNING), "bad": ("wrench", BAD)}
"""Those of each reader, by the states that it has in the report."""
HEAD_LEAST, HEAD_MOST, TILE_MOST = 112, 150, 84
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
        return PANEL, SEAM if self.seat.state == "done" else SEATS[self.seat.state][1]

    def place(self) -> None:
        """Sign left, symbol right."""
        name, tint = SEATS[self.seat.state]
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
        wide, high = (width - gap * (columns - 1)) / columns, min((height - head) / rows - gap, u(TILE_MOST))
        for at, mark in enumerate(self.marks):
            row, column = divmod(at, columns)
            put(mark, x + column * (wide + gap), top - head - (row + 1) * (high + gap), wide, high)
