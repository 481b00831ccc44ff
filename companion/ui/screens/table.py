"""The table test: all readers at a glance, one of them in detail, or the assignment of seats.

Readers look alike and ports change their names, so people show which one is meant, and its chip id
is saved.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.games.scene import Face
from companion.session.messages import OpenPage
from companion.session.pages.table import AskSeat, SelectReader, ShowCards, TablePage, TableRow
from companion.session.view import View
from companion.signals import ALL_DARK, BLINK, SLOTS
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
from companion.ui.screens.base import Place, Screen, body_of
from companion.ui.theme import (
    BAD,
    BODY,
    BRASS,
    BRASS_DARK,
    BRASS_LIGHT,
    GAP,
    HEADLINE,
    INK,
    IVORY,
    NIGHT,
    PANEL,
    RAISED,
    SAND,
    SMALL,
    TOUCH,
    WARNING,
    Rgba,
    is_landscape,
    u,
)
from companion.ui.widgets.badge import Token
from companion.ui.widgets.button import Pressable, PushButton
from companion.ui.widgets.cards.table_close import TableCloseUp
from companion.ui.widgets.cards.table_words import (
    brief_state,
    one_line,
    short_uid,
    slot_words,
    state_tint,
)
from companion.ui.widgets.fingers import Send
from companion.ui.widgets.label import Label
from companion.ui.widgets.long_press import LongPressWidget
from companion.ui.widgets.panel import ColumnBox, Panel, Plate, RowBox, add_all, toggle_child
from companion.ui.widgets.readers.seat_tile import SeatTile
from companion.ui.widgets.readers.slots import FiveSlots, SlotContent
from companion.words import Text, count, listed, text

TROUBLES, TROUBLES_UPRIGHT, TILE_MOST = 52, 84, 110
"""Heights of the strip of troubles, landscape and upright, and greatest height of a tile, as on the
seven-inch panel."""
SECONDS: Final = 1.5
"""Seconds for which the bar that uncovers all cards is held: nobody does that by accident."""
COVERED: Final = text("Hold to show the cards. Everyone will see all programs.")
OPEN: Final = text("Everyone sees all programs. Touch to cover them.")
GIVE_WIDTH, CERTIFY_WIDTH, DOCTOR_WIDTH, UPDATE_WIDTH = (
    (180, 0.22),
    (130, 0.17),
    (130, 0.16),
    (130, 0.16),
)
"""Widths of the buttons on the right of the foot, as on the seven-inch panel, and their greatest
shares of the window's width."""


class TableTile(SeatTile):
    """A reader at a glance: kind, state, slots, lights and link; a touch opens it."""

    foot_height = 22

    def __init__(self, row: TableRow, send: Send, **rest: Any) -> None:
        """Call `send` with the message that opens the reader."""
        self._row, self.slots, self.link = (
            row,
            FiveSlots(broad=True),
            Label("", 18, tint=SAND, least=15),
        )
        super().__init__(
            row.sign,
            send,
            SelectReader(row.seat),
            aside=self.slots,
            foot=self.link,
            cut=True,
            **rest,
        )

    def show(self, row: TableRow, cards: Mapping[int, Face]) -> None:
        """Show the same seat, later."""
        self._row = row
        self.link.text = one_line(row)
        reports = row.report.slots if row.report is not None else (None,) * SLOTS
        slots = list[SlotContent]()
        for report, lamp in zip(reports, row.lamps or ALL_DARK, strict=False):
            # A dash while nothing was received.
            if report is None:
                slots.append(SlotContent(lamp, words="–", ink=SAND))
                continue
            card = cards.get(report.code) if report.code is not None else None
            if card is not None and card.look is not None:
                # A card with a look of its own is recognised by that sooner than by a word.
                slots.append(SlotContent(lamp, card=card))
                continue
            words, ink = slot_words(report, cards, short=True)
            slots.append(SlotContent(lamp, words=words, ink=ink, contrast=report.contrast))
        self.slots.show(tuple(slots))
        self.update(row.sign, f"{row.seat}  {row.sign.name}", brief_state(row), state_tint(row))

    def tints(self) -> tuple[Rgba, Rgba]:
        """Return the tints, special ones for a reader that needs an action."""
        return (NIGHT, WARNING) if self._row.remedy else super().tints()

    def aside_size(self, width: float, height: float) -> tuple[float, float]:
        """Return the size of its slots."""
        return width * 0.47, height


class Troubles(Pressable):
    """One trouble of several, with their number; a touch shows the next one in a circle."""

    def __init__(self, **rest: Any) -> None:
        self.words = Label("", SMALL, tint=WARNING, least=15)
        self._troubles: tuple[Text | str, ...] = ()
        self.at = 0
        super().__init__(self._show_next, **rest)
        self.add_widget(self.words)

    def show(self, troubles: tuple[Text | str, ...]) -> None:
        """Show troubles from the first on; the same ones keep the one that is shown."""
        if troubles != self._troubles:
            self._troubles, self.at = troubles, -1
            self._show_next()

    def _show_next(self) -> None:
        """Write the next trouble, with its number if there are several."""
        self.at = (self.at + 1) % max(1, len(self._troubles))
        trouble = self._troubles[self.at] if self._troubles else ""
        several = len(self._troubles) > 1
        if several:
            self.words.text = text(
                "{number} of {all}: {trouble}",
                number=self.at + 1,
                all=len(self._troubles),
                trouble=trouble,
            )
        else:
            self.words.text = trouble

    def tints(self) -> tuple[Rgba, Rgba]:
        """Return the tints of a warning."""
        return PANEL, WARNING

    def place(self) -> None:
        """Place a warning sign and the sentence."""
        pad, side = u(8), u(28)
        warning = partial(self.mark, "warning", tint=WARNING)
        sign = with_size(centre(warning, side, side), side)
        arrange(with_padding(hbox(sign, with_padding(self.words, 0, u(2)), gap=pad), pad, 0), self)


class TableOverview(Widget):
    """A tile for each seat."""

    def __init__(self, send: Send, **rest: Any) -> None:
        """Call `send` with the message of a touched seat."""
        super().__init__(**rest)
        self._send = send
        self.tiles: dict[int, TableTile] = {}
        self.troubles = Troubles()
        self.bind(pos=self._place, size=self._place)

    def show(self, page: TablePage) -> None:
        """Show all readers as they are."""
        cards = {card.code: card for card in page.cards}
        for row in page.rows:
            if row.seat not in self.tiles:
                self.tiles[row.seat] = TableTile(row, self._send)
                self.add_widget(self.tiles[row.seat])
            self.tiles[row.seat].show(row, cards)
        self.troubles.show(page.troubles)
        toggle_child(self, self.troubles, bool(page.troubles))
        self._place()

    def _place(self, *_: Any) -> None:
        """Place tiles row by row, in two columns if landscape, above the strip of troubles."""
        gap, columns = u(5), 2 if is_landscape() else 1
        rows = -(-len(self.tiles) // columns) or 1
        tiles = grid(self.tiles.values(), columns, gap=gap, most=u(TILE_MOST))
        # A notice may take the room of the strip. Its parent says whether there are any troubles,
        # so it is invisible then, but not removed.
        high = u(TROUBLES if is_landscape() else TROUBLES_UPRIGHT)
        room = self.height - rows * (u(TOUCH) + gap)
        shown = self.troubles.parent is not None and high <= room
        self.troubles.opacity = 1 if shown else 0
        if not shown:
            arrange(self.troubles, Area(*self.pos, 1, 1))
        arrange(vbox(tiles, with_size(self.troubles, high) if shown else None, gap=gap), self)


class SeatToAsk(SeatTile):
    """One seat to ask for, and whether it has a reader."""

    def show(self, row: TableRow, chosen: bool) -> None:
        """Show the same seat, later."""
        self.choose(chosen)
        ink = INK if chosen else SAND
        self.update(
            row.sign,
            text("Seat {seat}", seat=row.seat),
            text("has one") if row.own else text("none yet"),
            ink,
            ink,
        )


class Giving(ColumnBox):
    """The request for a handle, in large words, and all seats; `page.asking` is never None here."""

    def __init__(self, page: TablePage, send: Send, **rest: Any) -> None:
        """Call `send` with the message of a touched seat."""
        super().__init__(**rest)
        asked = self._row_to_ask(page)
        self.token = Token(
            *asked.sign,
            size_hint_x=None,
            width=u(110 if is_landscape() else 80),
        )
        self.words = Label("", HEADLINE, bold=True, tint=BRASS_LIGHT, least=BODY)
        self.strangers = Label("", BODY, tint=SAND, least=16, size_hint_y=None, height=u(54))
        plate, row = Panel(RAISED, BRASS, pad=12), RowBox(gap=16)
        add_all(row, self.token, self.words)
        plate.add_widget(row)
        self.choices = {row.seat: SeatToAsk(row.sign, send, AskSeat(row.seat)) for row in page.rows}
        rows = 2 if is_landscape() else 4
        grid = GridLayout(
            rows=rows, spacing=u(GAP), size_hint_y=None, height=u(rows * 60 + (rows - 1) * GAP)
        )
        add_all(grid, *self.choices.values())
        add_all(self, plate, self.strangers, grid)
        self.show(page)

    @staticmethod
    def _row_to_ask(page: TablePage) -> TableRow:
        return next(row for row in page.rows if row.seat == page.asking)

    def show(self, page: TablePage) -> None:
        """Show another seat, or other readers."""
        asked = self._row_to_ask(page)
        self.token.show(*asked.sign)
        self.words.text = text(
            "Pull the handle of the reader for seat {seat} ({name}).",
            seat=asked.seat,
            name=asked.sign.name,
        )
        # Readers without a seat are known by the ends of their chip ids.
        if page.strangers:
            self.strangers.text = count(
                "{number} reader without a seat: {chips}",
                "{number} readers without a seat: {chips}",
                len(page.strangers),
                chips=listed([short_uid(uid) for uid in page.strangers], ""),
            )
        else:
            self.strangers.text = text(
                "Every connected reader has a seat. To change it, touch a seat and pull the handle."
            )
        for row in page.rows:
            self.choices[row.seat].show(row, row.seat == page.asking)


class CardsBar(LongPressWidget):
    """A wide plate that fills while the finger stays."""

    def __init__(self, send: Send, **rest: Any) -> None:
        """Call `send`: all cards are shown when it is full, covered by a touch on open ones."""
        self._send, self.open, self._covers = send, False, False
        self._plate, self._share = Plate(PANEL, WARNING), Plate(BRASS_DARK, BRASS_DARK)
        self.words = Label(COVERED, BODY, bold=True, tint=WARNING, align="center", least=16)
        super().__init__(send, ShowCards(True), SECONDS, **rest)
        self.canvas.add(self._plate)
        self.canvas.add(self._share)
        self.add_widget(self.words)
        self.draw()

    def show_open(self, open_now: bool) -> None:
        """Show whether the cards are open."""
        self.open = open_now
        self.words.text = OPEN if open_now else COVERED
        self.draw()

    def on_press(self) -> None:
        """Note whether a touch covers the cards, unlike the one that just uncovered them."""
        self._covers = self.open

    def on_release(self) -> None:
        """Cover the cards on a touch; uncovering takes longer."""
        if self._covers:
            self._send(ShowCards(False))

    def draw(self, *_: Any) -> None:
        """Draw the plate, and the share of its time that is over."""
        self._plate.tint(PANEL, BAD if self.open else WARNING)
        self._plate.place(*self.pos, *self.size)
        wide = 0 if self.open else self.filled * self.width
        self._share.place(self.x, self.y, max(1, wide), self.height if wide else 1)
        self.words.color = IVORY if self.open else WARNING
        arrange(with_padding(self.words, u(8), 0), self)


class TableScreen(Screen):
    """The screen of `TablePage.asking`, or else of `TablePage.seat`, or else of all readers."""

    gives_way = True

    def __init__(self, send: Send, view: View) -> None:
        self.give = PushButton(text("Give seats"), lambda: self.send(AskSeat(self._first_seat)))
        self.certify = PushButton(text("Certify"), send, OpenPage("certify"))
        self.tags = PushButton(text("Tags"), send, OpenPage("tags"))
        self.doctor = PushButton(text("Doctor"), send, OpenPage("doctor"))
        self.updates = PushButton(text("Update"), send, OpenPage("update"))
        self.cards = CardsBar(send)
        super().__init__(send, view)

    def make(self, view: View) -> Widget:
        """Make all readers; the others are made when needed."""
        self.overview = TableOverview(self.send)
        self.place = Place()
        return self.place

    @property
    def _first_seat(self) -> int:
        """Return the first seat without a reader, or the first of all."""
        rows = body_of(self.view, TablePage).rows
        return next((row for row in rows if not row.own), rows[0]).seat

    def labels(self, view: View) -> tuple[Text | str, Text | str, Text | str]:
        """Return the labels: back says where it leads; one reader has its own buttons."""
        page = body_of(view, TablePage)
        return (
            text("Done") if page.asking is not None else "" if page.seat is not None else view.back,
            "",
            "",
        )

    def show(self, view: View) -> None:
        """Update what is shown, or show something else."""
        page = body_of(view, TablePage)
        overview = page.asking is None and page.seat is None
        own = any(row.own for row in page.rows)
        readers = own or any(row.model is not None for row in page.rows)
        for button, wanted in (
            (self.give, own or bool(page.strangers)),
            # A reader of tags has no cells to certify.
            (self.certify, readers and not page.tagged),
            (self.tags, page.tagged),
            (self.doctor, True),
            (self.updates, True),
        ):
            toggle_child(self, button, overview and wanted)
        # Cards are covered during a race until the bar is held; giving seats shows no cards.
        self.cards.show_open(page.open)
        toggle_child(self, self.cards, page.sealed and page.asking is None)
        held = self.place.held
        row = next((row for row in page.rows if row.seat == page.seat), None)
        if page.asking is not None:
            if not isinstance(held, Giving):
                self.place.hold(Giving(page, self.send))
            else:
                held.show(page)
        elif row is not None:
            if not isinstance(held, TableCloseUp) or not held.fits(row):
                held = TableCloseUp(row, self.send, text("All readers"))
                self.place.hold(held)
            held.show(row, page)
        else:
            self.overview.show(page)
            if held is not self.overview:
                self.place.hold(self.overview)

    def blinks(self) -> bool:
        """Return whether a slot needs an action."""
        return any(BLINK in row.lamps for row in body_of(self.view, TablePage).rows)

    def arrange(self, *_: Any) -> None:
        """Place the buttons for seats, certificate, doctor and updates on the right of the foot."""
        super().arrange()
        if self.cards.parent is not None:
            # A notice at the foot of the content is below it.
            bar = with_size(self.cards, u(TOUCH))
            arrange(vbox(self.content, bar, gap=u(GAP) / 2), self.content)
        pad, beside = u(5), list[LayoutPart]()
        for button, (most, share) in (
            (self.give, GIVE_WIDTH),
            (self.tags, CERTIFY_WIDTH),
            (self.certify, CERTIFY_WIDTH),
            (self.updates, UPDATE_WIDTH),
            (self.doctor, DOCTOR_WIDTH),
        ):
            if button.parent is not None:
                wide = min(u(most), round(self.width * share))
                beside += [
                    LayoutPart(leave_empty, u(GAP) - pad),
                    LayoutPart(with_padding(button, 0, pad), wide),
                    LayoutPart(leave_empty, pad),
                ]
        arrange(hbox(self.footer, *beside, gap=0), self.footer)


SCREEN = TableScreen
