"""After a turn: the map, the standing, and the changes for each piece; on a touch pilots' reasons.

Shown after the cleanup, so that pieces that came back are on the board again [9].
"""

from __future__ import annotations

from typing import Final

from kivy.uix.widget import Widget

from companion.session.view import ReasonRow, SeatSign, SummaryPage, View
from companion.ui.layout import arrange, leave_empty, vbox, with_padding, with_size
from companion.ui.screens.base import MapScreen, body_of
from companion.ui.theme import GAP, LIST_SIZES, SAND, SMALL, TOUCH, is_landscape, u
from companion.ui.widgets.button import QUIET, PushButton
from companion.ui.widgets.fingers import Send
from companion.ui.widgets.label import Label, text_height
from companion.ui.widgets.panel import toggle_child
from companion.ui.widgets.rows import FittedList, ListRow, PieceLead, RowText, with_signs
from companion.ui.widgets.standing import StandingList
from companion.words import text

SIDE: Final = 34
"""The side of a sign, as on the seven-inch panel."""
PAD: Final = (6, 3)
"""Room beside, and above and below, a sign and words about it, as on the seven-inch panel."""
FEW: Final = 4
"""Most lines that leave the map more room."""
LESS, STEPS, LARGE = 0.04, 3, 2
"""By how much the share of the map shrinks in a step where the seats need room, the most steps, and
how many of its shares are large."""
RIMMED: Final = (0.0, 0.005, 0.01, 0.015, 0.02)
"""By how much it shrinks at most for rims around the rows of the seats."""


def reason_row(row: ReasonRow, sign: SeatSign, size: int) -> ListRow:
    """Return the reason of one pilot as a row of the list, in letters of a size."""
    said = text("{name} ({pilot}): {why}", name=sign.name, pilot=row.pilot, why=row.words)
    return ListRow(
        with_signs(
            (RowText(said, size, names={sign.name: sign.colour}),), (PieceLead(*sign),), SIDE
        ),
        pad=PAD,
    )


class SummaryScreen(MapScreen):
    """The standing beside or below the map; or in its place the reasons of the pilots."""

    whole = True
    hint_least = 18

    def __init__(self, send: Send, view: View) -> None:
        self.reasoned = False
        super().__init__(send, view)

    def make(self, view: View) -> Widget:
        """Make one plate for each piece, and the button to the reasons."""
        self.standing, self.reasons = (
            StandingList(self.send),
            FittedList(LIST_SIZES, gap=4),
        )
        self.turned = PushButton("", self._turn, kind=QUIET, size=SMALL)
        self.markers = Label("", 20, tint=SAND, align="center", least=18)
        return Widget()

    def map_share(self) -> float:
        """Return the largest share of the map that leaves room for all seats.

        A few seats leave it what a board needs that is always seen as a whole.
        """
        rows, signs = body_of(self.view, SummaryPage).rows, self.view.signs
        # The share if there is room.
        most = 0.38 if is_landscape() else 0.44
        board = self.view.board
        if is_landscape() and board is not None and board.board.joined and len(rows) <= FEW:
            most = 0.42
        elif board is None and self.view.cards is not None:
            most = 0.46 if is_landscape() else 0.42
        shares = [most, *(most - LESS * step for step in range(1, STEPS + 1))]
        foot = u(TOUCH) + u(GAP) if self.turned.parent is not None else 0

        def fits(share: float, in_line: bool, cut: bool, *, rimmed: bool = False) -> bool:
            """Return whether all seats have room beside so large a map."""
            width, height = self.content_size(share)
            return self.standing.has_room(
                rows, signs, width, height - foot, in_line=in_line, cut=cut, rimmed=rimmed
            )

        # A long name that ends in dots is better than a small map, and that is better than a line
        # that wraps.
        large, small = shares[:LARGE], shares[LARGE:]
        for some, in_line, cut in (
            (large, True, False),
            (large, True, True),
            (small, True, False),
            (small, True, True),
            (shares, False, False),
            (shares, False, True),
        ):
            fitting = next((share for share in some if fits(share, in_line, cut)), None)
            if fitting is not None:
                rimmed = (fitting - less for less in RIMMED)
                return next(
                    (share for share in rimmed if fits(share, in_line, cut, rimmed=True)), fitting
                )
        return shares[-1]

    def show(self, view: View) -> None:
        page = body_of(view, SummaryPage)
        self.reasoned = self.reasoned and bool(page.reasons)
        self.standing.update(page.rows, view.signs)
        self.reasons.show_rows(
            lambda size: tuple(reason_row(row, view.signs[row.seat], size) for row in page.reasons)
        )
        self.markers.text = page.markers
        self.turned.text = text("The table now") if self.reasoned else text("Plans of the pilots")
        for widget, wanted in (
            (self.standing, not self.reasoned),
            (self.reasons, self.reasoned),
            (self.turned, bool(page.reasons)),
        ):
            toggle_child(self.content, widget, wanted)

    def arrange(self, *_: object) -> None:
        """Place the list over the button, and below the map the words about markers."""
        super().arrange()
        shown = bool(self.markers.source) and self.scene is self.map
        toggle_child(self, self.markers, shown)
        if shown:
            scene, pad = self.map, u(GAP)
            high = text_height(self.markers.source, 18, scene.width - 2 * pad)
            markers = with_size(with_padding(self.markers, pad, 0), high)
            arrange(vbox(scene, markers, with_size(leave_empty, u(4)), gap=0), scene)
        turned = self.turned if self.turned.parent is not None else None
        for widget in (self.standing, self.reasons):
            if widget.parent is not None:
                arrange(vbox(widget, with_size(turned, u(TOUCH))), self.content)

    def _turn(self) -> None:
        self.reasoned = not self.reasoned
        self.update(self.view)


SCREEN = SummaryScreen
