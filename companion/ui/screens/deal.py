"""Before real cards are dealt: what to do at each reader, and which cards must not be dealt.

A tile changes as soon as a card is taken out, so nobody needs to touch the screen.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from companion.games.scene import Face
from companion.session.view import DealPage, DealRow, SeatSign, View
from companion.signals import BLINK, LIT, SLOTS
from companion.ui.layout import (
    Area,
    LayoutPart,
    arrange,
    centre,
    grid,
    hbox,
    leave_empty,
    vbox,
    with_padding,
    with_size,
)
from companion.ui.paint import paint_plate, paint_symbol, paint_text
from companion.ui.screens.base import Screen, body_of
from companion.ui.theme import (
    ART,
    BODY,
    BOLD_FONT,
    BRASS_LIGHT,
    GOOD,
    HEADING,
    INK,
    IVORY,
    LARGE,
    PANEL,
    RAISED,
    SEAM,
    WARNING,
    is_landscape,
    u,
)
from companion.ui.widgets.badge import Token
from companion.ui.widgets.cards.card import band_of, paint_card
from companion.ui.widgets.cards.card_painting import short_name
from companion.ui.widgets.label import READABLE, Label, text_height
from companion.ui.widgets.panel import Plate, add_all, tile_columns, toggle_child
from companion.ui.widgets.readers.slots import FiveSlots, SlotContent
from companion.words import Text, facts, listed, text

NARROW: Final = 520
"""Width below which everything is closer, as on the seven-inch panel."""
LONGEST: Final = 44
"""Letters beyond which a sentence is shortened in a narrow tile."""
TILE_MOST: Final = 130
"""Greatest useful height of a tile, as on the seven-inch panel."""
CARD: Final = (56, 80)
CHIP: Final = (60, 34)
LABEL: Final = 190
LINE: Final = 30
"""Sizes of a card and of a number alone, width of the words beside them and their height above
them, as on the seven-inch panel."""


def brief_words(row: DealRow) -> Text | str:
    """Say what to do in as few words as possible: "take out 1, 2 · put 490 back into 3"."""
    parts = [text("take out {slots}", slots=listed([str(slot) for slot in row.take], ""))] * bool(
        row.take
    )
    named = [
        text(
            "{card} back into {slot}",
            card=short_name(card) if card is not None else text("yours"),
            slot=slot,
        )
        for slot, card in row.put
    ]
    parts += [text("put {cards}", cards=listed(named, ""))] * bool(named)
    return facts(parts) or row.words


def slot_of(row: DealRow, slot: int) -> SlotContent:
    """Return a slot with the action to do, or whether its card stays.

    Unlocked slots are emptied before each deal; locked ones keep their cards.
    """
    lamp, back = row.lamps[slot - 1], dict(row.put)
    # First of all: a wrong card must be removed before the right one can be inserted.
    if slot in row.take:
        return SlotContent(lamp, WARNING, sign="warning" if slot in row.unreadable else "north")
    if slot in back:
        return SlotContent(lamp, WARNING, card=back[slot], sign="south")
    # The light burns if the slot is locked and its card is there, which stays face down.
    return SlotContent(lamp, covered=lamp == LIT)


class DealTile(Widget):
    """A seat as a plate: sign and name, what to do, its five slots, a tick when done.

    A row without words (`DealRow.words`) is done, which actions at the reader may undo.
    """

    def __init__(self, row: DealRow, sign: SeatSign, **rest: Any) -> None:
        super().__init__(**rest)
        self._row, self._plate, self._tick = row, Plate(PANEL), InstructionGroup()
        self.canvas.add(self._plate)
        self.token = Token(*sign)
        self.name = Label(sign.name, HEADING, bold=True, least=18, cut="right")
        self.words = Label("", LARGE, bold=True, least=18 if is_landscape() else 15)
        self.slots = FiveSlots()
        add_all(self, self.token, self.name, self.words, self.slots)
        self.canvas.after.add(self._tick)
        self.bind(pos=self._place, size=self._place)
        self.show(row, sign)

    def show(self, row: DealRow, sign: SeatSign) -> None:
        """Show the same seat, later."""
        self._row = row
        self.token.show(*sign)
        self.name.text = sign.name
        self.words.color = IVORY if row.words else GOOD
        self.slots.show(tuple(slot_of(row, slot) for slot in range(1, SLOTS + 1)))
        self._plate.tint(RAISED if row.words else PANEL, WARNING if row.words else SEAM)
        self._place()

    def _place(self, *_: Any) -> None:
        """Place sign and name left, the slots right, and between them the tick and the words."""
        self._plate.place(*self.pos, *self.size)
        pad, narrow = u(8), self.width < u(NARROW)
        strip = min(self.width * (0.34 if narrow else 0.4), self.height * 3.2)
        side = 0 if self._row.words else min(u(34), self.height * 0.5)
        self._tick.clear()

        def tick(area: Area) -> None:
            low = area.y + (area.height - side) / 2
            paint_symbol(self._tick, "tick", area.x, low, side, GOOD, PANEL)

        def words(area: Area) -> None:
            # The choice of words depends on the room, so it is made here and not in `show`.
            long = (narrow and len(self._row.words) > LONGEST) or text_height(
                self._row.words, READABLE if is_landscape() else 15, max(1.0, area.width), BOLD_FONT
            ) > area.height
            self.words.text = (brief_words(self._row) if long else self._row.words) or text("Done")
            arrange(self.words, area)

        row = hbox(
            *self._who(pad, narrow),
            with_size(tick, side) if side else None,
            with_padding(words, 0, u(3)),
            with_size(with_padding(self.slots, 0, u(5)), strip),
            gap=pad,
        )
        arrange(with_padding(row, pad, 0), self)

    def _who(self, pad: float, narrow: bool) -> tuple[LayoutPart | None, ...]:
        """Return sign and name, below each other in a narrow tile."""
        name = u(24 if narrow else 34)
        if not narrow:
            side = min(self.height - pad, u(64))
            token = with_size(centre(self.token, side, side), side)
            return token, with_size(centre(self.name, u(120), name), u(120))
        side = max(1.0, min(self.height - name - pad, u(64)))
        token = with_size(centre(self.token, side, side), side)
        below = (
            with_size(leave_empty, u(3) - u(2)),
            with_size(self.name, name),
            with_size(leave_empty, u(2)),
        )
        return (with_size(vbox(leave_empty, token, *below, gap=0), u(88)),)


class CardsAside(Widget):
    """A row of cards with words before it, or above it in an upright window."""

    def __init__(self, **rest: Any) -> None:
        super().__init__(**rest)
        self.cards: tuple[Face, ...] = ()
        self.label = Label(
            text("Put aside, do not deal:"), BODY, bold=True, tint=BRASS_LIGHT, least=18
        )
        self._drawing = InstructionGroup()
        self.canvas.add(self._drawing)
        self.add_widget(self.label)
        self.bind(pos=self._draw, size=self._draw)

    def show(self, cards: tuple[Face, ...]) -> None:
        if cards != self.cards:
            self.cards = cards
            self._draw()

    def needed_height(self, width: float) -> float:
        """Return the height in pixels at a width; 0 without cards."""
        if not self.cards:
            return 0
        _, high, columns = self._format(width)
        rows = -(-len(self.cards) // columns)
        return rows * (u(high) + u(4)) + (0 if is_landscape() else u(LINE))

    def _format(self, width: float) -> tuple[int, int, int]:
        """Return width and height of a card, and the number of cards in a row."""
        room = width - (u(LABEL) if is_landscape() else 0)
        # Whole cards have one row only, numbers as many as they need.
        for wide, high in (CARD, CHIP):
            columns = max(1, int(room // u(wide + 4)))
            if len(self.cards) <= columns or (wide, high) == CHIP:
                return wide, high, columns
        raise AssertionError("chips always fit")

    def _draw(self, *_: Any) -> None:
        """Draw the words, and the cards beside or below them in rows from the top."""
        if is_landscape():
            label = with_size(hbox(self.label, with_size(leave_empty, u(8)), gap=0), u(LABEL))
            arrange(hbox(label, self._draw_cards, gap=0), self)
        else:
            arrange(vbox(with_size(self.label, u(LINE)), self._draw_cards, gap=0), self)

    def _draw_cards(self, area: Area) -> None:
        wide, high, columns = self._format(self.width)
        self._drawing.clear()
        for at, card in enumerate(self.cards):
            row, column = divmod(at, columns)
            x = area.x + column * u(wide + 4)
            y = area.y + area.height - (row + 1) * (u(high) + u(4))
            width, height = u(wide), u(high)
            if (wide, high) == CARD or card.look is not None:
                paint_card(self._drawing, card, x, y, width, height)
                continue
            # The number on paper, with the band of its kind on the left.
            for share, tint in ((1.0, band_of(card.move)), (0.86, ART["paper"])):
                paint_plate(
                    self._drawing, x + width * (1 - share), y, width * share, height, tint, u(4)
                )
            number, middle = str(card.priority), x + width * 0.57
            paint_text(self._drawing, number, middle, y + height / 2, height * 0.84, INK)


def for_hands(row: DealRow) -> bool:
    """Return whether hands must empty a seat's reader; the app empties pilots and screen seats."""
    return row.kind == "reader" or bool(row.words)


class DealTiles(Widget):
    """The seats, at most eight, and below them the cards to put aside."""

    def __init__(self, **rest: Any) -> None:
        super().__init__(**rest)
        self.tiles: dict[int, DealTile] = {}
        self.aside = CardsAside()
        self.bind(pos=self._place, size=self._place)

    def show(self, page: DealPage, signs: Mapping[int, SeatSign]) -> None:
        """Show all seats. A seat that was shown stays, so that none moves while people look."""
        for row in page.rows:
            if row.seat in self.tiles:
                self.tiles[row.seat].show(row, signs[row.seat])
            elif for_hands(row):
                self.tiles[row.seat] = DealTile(row, signs[row.seat])
                self.add_widget(self.tiles[row.seat])
        # A seat that is shown later is among the others by its number.
        self.tiles = dict(sorted(self.tiles.items()))
        self.aside.show(page.aside)
        toggle_child(self, self.aside, bool(page.aside))
        self._place()

    def _place(self, *_: Any) -> None:
        low = self.aside.needed_height(self.width)
        columns = tile_columns(len(self.tiles), self.width)
        tiles = grid(self.tiles.values(), columns, most=u(TILE_MOST), middle=True)
        arrange(vbox(tiles, with_size(self.aside, low) if low else None), self)


class DealScreen(Screen):
    """All readers that hands must empty, and the forward button.

    Unlocked slots are emptied before a deal; the race goes on by itself when they
    are.
    """

    gives_way = True

    def make(self, view: View) -> Widget:
        """Make a tile for each reader."""
        self.seats = DealTiles()
        return self.seats

    def show(self, view: View) -> None:
        """Show what was taken out or put back."""
        self.seats.show(body_of(view, DealPage), view.signs)

    def blinks(self) -> bool:
        """Return whether a slot needs an action."""
        return any(BLINK in row.lamps for row in body_of(self.view, DealPage).rows)


SCREEN = DealScreen
