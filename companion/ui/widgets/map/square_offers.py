"""Offers that lead to squares: arrows on the map, and a large arrow for each beside it.

A touch of either answers.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from kivy.uix.widget import Widget

from companion.geometry import Heading
from companion.session.messages import Message, Pick, TouchSquare
from companion.session.view import BoardPicture, OfferPicture, ReaderPicture, SeatSign
from companion.ui.layout import Area, arrange, hbox, leave_empty, vbox, with_padding, with_size
from companion.ui.paint import paint_symbol
from companion.ui.theme import (
    BRASS,
    BRASS_DARK,
    BRASS_LIGHT,
    GAP,
    INK,
    IVORY,
    LARGE,
    SMALL,
    Rgba,
    is_landscape,
    u,
)
from companion.ui.widgets.badge import DriverSign
from companion.ui.widgets.button import Pressable
from companion.ui.widgets.label import Label
from companion.ui.widgets.map.board_map import BoardMap
from companion.ui.widgets.map.piece_paths import headings_to
from companion.ui.widgets.panel import add_all
from companion.words import text

ARROWS: Final = ("north", "east", "south", "west")
"""The signs of the four headings."""
WHO, PLATE, ROW = 50, 158, 230
"""Height of the line that says who decides, half of it when it has two lines; width of an arrow
beside the map and height of one below it, as on the seven-inch panel."""
LABEL, NOTE = 62, 48
"""Heights of an arrow's name and of the note about the end of time, as on the seven-inch panel."""


def leads_to_squares(offers: tuple[OfferPicture, ...]) -> bool:
    """Return whether all offers are about squares, so that the map can show them."""
    return bool(offers) and all(offer.squares for offer in offers)


class ArrowPlate(Pressable):
    """An answer as an arrow: its heading, its name and a note.

    The note says that the answer counts when time is up, or describes it. Where a handle goes
    through the answers, only the present one is bright.
    """

    def __init__(
        self,
        offer: OfferPicture,
        heading: Heading | None,
        do: Callable[[], object],
        bright: bool,
        **rest: Any,
    ) -> None:
        """Call `do` on release; `heading` is None for an offer in none of the four headings."""
        self.offer, self.heading, self._bright = offer, heading, bright
        ink = INK if bright else IVORY
        self.label = Label(offer.label, LARGE, bold=True, least=18, align="center", tint=ink)
        self.note = Label(
            text("counts when time is up") if offer.late else offer.about,
            SMALL,
            least=18,
            align="center",
            tint=ink,
        )
        super().__init__(do, **rest)
        add_all(self, self.label, self.note)

    def tints(self) -> tuple[Rgba, Rgba]:
        """Return bright tints: each plate is to be touched."""
        return (BRASS, BRASS_LIGHT) if self._bright else super().tints()

    def place(self) -> None:
        """Draw the arrow over its words; all arrows have one size."""
        pad = u(8)
        self.sign.clear()

        def arrow(area: Area) -> None:
            side = max(1.0, min(self.width * 0.9, area.height))
            x, y = area.x + (area.width - side) / 2, area.y + (area.height - side) / 2
            background = BRASS_DARK if self.state == "down" else self.tints()[0]
            symbol = "marker" if self.heading is None else ARROWS[self.heading]
            ink = INK if self._bright else IVORY
            paint_symbol(self.sign, symbol, x, y, side, ink, background)

        words = with_size(self.label, u(LABEL)), with_size(self.note, u(NOTE))
        arrange(with_padding(vbox(arrow, *words, gap=0), pad), self)


class SquareOffers(Widget):
    """The question of a seat on the map, with an arrow or a square for each answer.

    Arrows to the west are left of the map, all others right of it; in an upright window all are
    below it.
    """

    def __init__(
        self, send: Callable[[Message], object], *, named: bool = True, **rest: Any
    ) -> None:
        """Make it empty; `show` fills it.

        Args:
            send: Gets the answer whose arrow or square was touched.
            named: Whether it says who decides.
            rest: Arguments of a Kivy widget.
        """
        super().__init__(**rest)
        self._send, self._named, self._seat = send, named, 0
        self._known: tuple[object, ...] = ()
        self.map = BoardMap(self._answer, lively=False)
        self.map.at_once = True
        self.who: DriverSign | None = None
        self.plates: dict[str, ArrowPlate] = {}
        self._ways: dict[str, Heading] = {}
        self._offers: tuple[OfferPicture, ...] = ()
        self.bind(pos=self._place, size=self._place)

    def show(self, reader: ReaderPicture, sign: SeatSign, board: BoardPicture) -> None:
        """Show a question, or the same one later."""
        wanted = {offer.key: offer.squares[0] for offer in reader.offers}
        standing = [piece.square for piece in board.pieces if piece.square is not None]
        found = headings_to(board.board, [*standing, *board.board.squares], wanted)
        self._ways = found[1] if found is not None else {}
        known = (reader.seat, sign, reader.drives, reader.decides, reader.offers)
        if known != self._known:
            self._known, self._offers, self._seat = known, reader.offers, reader.seat
            self.clear_widgets()
            if self._named:
                self.who = DriverSign(reader.decides or sign, reader.drives, size=LARGE)
            else:
                self.who = None
            self.plates = {
                offer.key: ArrowPlate(
                    offer,
                    self._ways.get(offer.key),
                    partial(self._send, Pick(reader.seat, offer.key)),
                    offer.current or not reader.by_handle,
                )
                for offer in reader.offers
            }
            signs = [self.who] if self.who is not None else []
            add_all(self, self.map, *signs, *self.plates.values())
            self._place()
        offered_paths = (
            tuple((found[0], square) for square in wanted.values()) if found is not None else ()
        )
        current = [offer for offer in reader.offers if offer.current] or reader.offers
        marks = tuple(square for offer in current for square in offer.squares)
        first = self.map.picture is None
        self.map.show(
            board._replace(
                touchable=True, moves=(), beams=(), foreseen=(), marks=marks, ways=offered_paths
            )
        )
        if first:
            self.map.zoom(False)

    def _answer(self, touch: Message) -> None:
        """Answer with an offered square; any other one means nothing."""
        for offer in self._offers:
            if isinstance(touch, TouchSquare) and touch.square in offer.squares:
                self._send(Pick(self._seat, offer.key))
                return

    def _place(self, *_: Any) -> None:
        gap = u(GAP)
        west = [plate for key, plate in self.plates.items() if self._ways.get(key) == 3]
        others = sorted(
            (plate for plate in self.plates.values() if plate not in west),
            key=lambda plate: -1 if plate.heading is None else plate.heading,
        )
        if is_landscape():
            # Beside the map, which needs all the height.
            who = None if self.who is None else with_size(self.who, 2 * u(WHO) - u(4))
            left = vbox(who, vbox(*west) if west else leave_empty, gap=u(4))
            # As high as on the other side: no answer is larger.
            above = None if who is None or not west else with_size(leave_empty, 2 * u(WHO))
            right = vbox(above, vbox(*others), gap=0)
            arrange(
                hbox(
                    with_size(left if west or who else None, u(PLATE)),
                    self.map,
                    with_size(right if others else None, u(PLATE)),
                ),
                self,
            )
            return
        asked = (
            None if self.who is None else with_size(with_padding(self.who, gap, 0), u(WHO) - u(6))
        )
        answers = with_size(hbox(*west, *others), u(ROW))
        under = vbox(self.map, answers)
        arrange(vbox(asked, under, gap=u(6)), self)
