"""The table test: all readers at a glance, one of them closely, or the seats being given; over whatever page was shown.

Readers look alike and ports change their names, so that people show which one is meant, and its chip id is remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.games.scene import Face
from companion.session.messages import OpenPage
from companion.session.pages.table import AskSeat, LookAt, ShowCards, TablePage, TableRow
from companion.session.view import View
from companion.signals import ALL_DARK, BLINK, SLOTS, SlotReport
from companion.ui.layout import Area, centred, fixed, grid, hbox, lay, padded
from companion.ui.paint import paint_symbol
from companion.ui.screens.base import Place, Screen, Send, body_of
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
    lying,
    u,
)
from companion.ui.widgets.badge import Token
from companion.ui.widgets.bars import FOOTER
from companion.ui.widgets.button import Pressable, PushButton
from companion.ui.widgets.cards.table_close import CloseLook
from companion.ui.widgets.cards.table_words import (
    brief_state,
    one_line,
    short_uid,
    slot_words,
    state_tint,
)
from companion.ui.widgets.hold import Hold
from companion.ui.widgets.panel import Column, Panel, Plate, Row, fill, keep, put
from companion.ui.widgets.readers.seat_tile import SeatTile
from companion.ui.widgets.readers.slots import FiveSlots, Slot
from companion.ui.widgets.text import Words
from companion.words import Text, count, listed, text

TROUBLES, TROUBLES_UPRIGHT, TILE_MOST = 52, 84, 110
"""Heights of the strip of troubles and the most of a tile, as on the seven-inch panel."""
SECONDS: Final = 1.5
"""How long the bar is held that uncovers all cards: nobody does that in passing."""
COVERED: Final = text("Hold to show the cards. Everyone will see all programs.")
OPEN: Final = text("Everyone sees all programs. Touch to cover them.")
GIVE_WIDTH, CERTIFY_WIDTH, DOCTOR_WIDTH, UPDATE_WIDTH = (
    (180, 0.22),
    (130, 0.17),
    (130, 0.16),
    (130, 0.16),
)
"""Widths of the buttons right in the foot, as on the seven-inch panel, and what they take of the window's at most."""


class TableTile(SeatTile):
    """A reader at a glance: what it is, how it is, its slots, its lights, its link. It opens the reader, where something can be done with it."""

    foot_height = 22

    def __init__(self, row: TableRow, do: Callable[[], object], **rest: Any) -> None:
        """`do` is called on release."""
        self._row, self.slots, self.link = (
            row,
            FiveSlots(broad=True),
            Words("", 18, tint=SAND, least=15),
        )
        super().__init__(row, do, aside=self.slots, foot=self.link, cut=True, **rest)

    def show(self, row: TableRow, cards: Mapping[int, Face]) -> None:
        """The same seat, later."""
        self._row = row
        self.link.text = one_line(row)
        reports = row.report.slots if row.report is not None else (None,) * SLOTS
        self.slots.show(
            tuple(
                self._slot(report, lamp, cards)
                for report, lamp in zip(reports, row.lamps or ALL_DARK, strict=False)
            )
        )
        self.tell(row, f"{row.seat}  {row.name}", brief_state(row), state_tint(row))

    @staticmethod
    def _slot(report: SlotReport | None, lamp: int, cards: Mapping[int, Face]) -> Slot:
        """What a slot reads, with its contrast; a dash while nothing was heard."""
        if report is None:
            return Slot(lamp, words="–", ink=SAND)
        card = cards.get(report.code) if report.code is not None else None
        if card is not None and card.look is not None:
            # A card with a look of its own is known by it sooner than by a word.
            return Slot(lamp, card=card)
        words, ink = slot_words(report, cards, short=True)
        return Slot(lamp, words=words, ink=ink, contrast=report.contrast)

    def tints(self) -> tuple[Rgba, Rgba]:
        """A reader that wants a hand is told from the others."""
        return (NIGHT, WARNING) if self._row.remedy else super().tints()

    def aside_size(self, width: float, height: float) -> tuple[float, float]:
        """Its slots."""
        return width * 0.47, height


class Troubles(Pressable):
    """One trouble of several, with how many there are; a touch shows the next, and after the last the first."""

    def __init__(self, **rest: Any) -> None:
        """None yet."""
        self.words = Words("", SMALL, tint=WARNING, least=15)
        self._troubles: tuple[str, ...] = ()
        self.at = 0
        super().__init__(self._turn, **rest)
        self.add_widget(self.words)

    def show(self, troubles: tuple[str, ...]) -> None:
        """Other troubles, from the first on; the same ones leave what is shown."""
        if troubles != self._troubles:
            self._troubles, self.at = troubles, 0
            self._write()

    def _turn(self) -> None:
        self.at = (self.at + 1) % len(self._troubles) if self._troubles else 0
        self._write()

    def _write(self) -> None:
        """The trouble that is shown now, with its number where there are several."""
        trouble = self._troubles[self.at] if self._troubles else ""
        several = len(self._troubles) > 1
        self.words.text = (
            text(
                "{number} of {all}: {trouble}",
                number=self.at + 1,
                all=len(self._troubles),
                trouble=trouble,
            )
            if several
            else trouble
        )

    def tints(self) -> tuple[Rgba, Rgba]:
        """A warning's."""
        return PANEL, WARNING

    def place(self) -> None:
        """A warning sign and the sentence."""
        pad, side = u(8), u(28)
        self.sign.clear()

        def paint(area: Area) -> None:
            paint_symbol(self.sign, "warning", area.x, area.y, side, WARNING, PANEL)

        sign = fixed(centred(paint, side, side), side)
        lay(padded(hbox(sign, padded(self.words, 0, u(2)), gap=pad), pad, 0), self)


class TableOverview(Widget):
    """A tile for each seat; `look` is told the seat that was touched."""

    def __init__(self, look: Callable[[int], object], **rest: Any) -> None:
        """Empty; `show` fills it."""
        super().__init__(**rest)
        self._look = look
        self.tiles: dict[int, TableTile] = {}
        self.troubles = Troubles()
        self.bind(pos=self._place, size=self._place)

    def show(self, page: TablePage) -> None:
        """All readers as they are."""
        cards = {card.code: card for card in page.cards}
        for row in page.rows:
            if row.seat not in self.tiles:
                self.tiles[row.seat] = TableTile(row, partial(self._look, row.seat))
                self.add_widget(self.tiles[row.seat])
            self.tiles[row.seat].show(row, cards)
        self.troubles.show(page.troubles)
        keep(self, self.troubles, bool(page.troubles))
        self._place()

    def _place(self, *_: Any) -> None:
        """Tiles row by row, in two columns when lying, above the strip of troubles."""
        gap, columns = u(5), 2 if lying() else 1
        rows = -(-len(self.tiles) // columns) or 1
        low = self._place_troubles(gap, self.height - rows * (u(TOUCH) + gap))
        lay(
            grid(self.tiles.values(), columns, gap=gap, most=u(TILE_MOST)),
            Area(self.x, self.y + low, self.width, self.height - low),
        )

    def _place_troubles(self, gap: float, most: float) -> float:
        """The strip of troubles below the tiles, for as long as a notice leaves them room; the height that it takes."""
        high = u(TROUBLES if lying() else TROUBLES_UPRIGHT)
        shown = self.troubles.parent is not None and high <= most
        # Out of sight but not taken away: its parent says whether there are any troubles.
        self.troubles.opacity = 1 if shown else 0
        put(self.troubles, *self.pos, self.width if shown else 1, high if shown else 1)
        return high + gap if shown else 0.0


class SeatChoice(SeatTile):
    """One seat to be asked for, and whether it has a reader."""

    def show(self, row: TableRow, chosen: bool) -> None:
        """The same seat, later."""
        self.choose(chosen)
        ink = INK if chosen else SAND
        self.tell(
            row,
            text("Seat {seat}", seat=row.seat),
            text("has one") if row.own else text("none yet"),
            ink,
            ink,
        )


class Giving(Column):
    """What to pull, in large words, and all seats; `ask` is told the seat that was touched. `page.asking` is never None here."""

    def __init__(self, page: TablePage, ask: Callable[[int], object], **rest: Any) -> None:
        """Further arguments are those of a Column."""
        super().__init__(**rest)
        asked = self._asked(page)
        self.token = Token(
            asked.name, asked.colour, asked.shape, size_hint_x=None, width=u(110 if lying() else 80)
        )
        self.words = Words("", HEADLINE, bold=True, tint=BRASS_LIGHT, least=BODY)
        self.strangers = Words("", BODY, tint=SAND, least=16, size_hint_y=None, height=u(54))
        plate, row = Panel(RAISED, BRASS, pad=12), Row(gap=16)
        fill(row, self.token, self.words)
        plate.add_widget(row)
        self.choices = {row.seat: SeatChoice(row, partial(ask, row.seat)) for row in page.rows}
        rows = 2 if lying() else 4
        grid = GridLayout(
            rows=rows, spacing=u(GAP), size_hint_y=None, height=u(rows * 60 + (rows - 1) * GAP)
        )
        fill(grid, *self.choices.values())
        fill(self, plate, self.strangers, grid)
        self.show(page)

    @staticmethod
    def _asked(page: TablePage) -> TableRow:
        return next(row for row in page.rows if row.seat == page.asking)

    def show(self, page: TablePage) -> None:
        """Another seat, or other readers."""
        asked = self._asked(page)
        self.token.show(asked.name, asked.colour, asked.shape)
        self.words.text = text(
            "Pull the handle of the reader for seat {seat} ({name}).",
            seat=asked.seat,
            name=asked.name,
        )
        self.strangers.text = self._stranger_words(page)
        for row in page.rows:
            self.choices[row.seat].show(row, row.seat == page.asking)

    @staticmethod
    def _stranger_words(page: TablePage) -> Text:
        """Which readers still wait for a seat, by the ends of their chip ids; or that none does, and how to change seats."""
        if not page.strangers:
            return text(
                "Every reader that is plugged in has a seat. To change it, touch a seat and pull the handle."
            )
        which = listed([short_uid(uid) for uid in page.strangers], "")
        return count(
            "{number} reader without a seat: {chips}",
            "{number} readers without a seat: {chips}",
            len(page.strangers),
            chips=which,
        )


class CardsBar(Hold):
    """A wide plate that fills while the finger stays; `show` is called with True once it is full, with False at a touch while cards are open."""

    def __init__(self, show: Callable[[bool], object], **rest: Any) -> None:
        """Further arguments are those of a Kivy widget."""
        self._show, self.open, self._covers = show, False, False
        self._plate, self._share = Plate(PANEL, WARNING), Plate(BRASS_DARK, BRASS_DARK)
        self.words = Words(COVERED, BODY, bold=True, tint=WARNING, align="center", least=16)
        super().__init__(lambda: show(True), SECONDS, **rest)
        self.canvas.add(self._plate)
        self.canvas.add(self._share)
        self.add_widget(self.words)
        self.draw()

    def tell(self, open_now: bool) -> None:
        """Whether the cards lie open."""
        self.open = open_now
        self.words.text = OPEN if open_now else COVERED
        self.draw()

    def on_press(self) -> None:
        """The finger that has just uncovered the cards is lifted at some time, which does not mean to cover them."""
        self._covers = self.open

    def on_release(self) -> None:
        """A touch covers; to uncover takes longer."""
        if self._covers:
            self._show(False)

    def draw(self, *_: Any) -> None:
        """The plate, and how much of its time is over."""
        self._plate.tint(PANEL, BAD if self.open else WARNING)
        self._plate.place(*self.pos, *self.size)
        wide = 0 if self.open else self.filled * self.width
        self._share.place(self.x, self.y, max(1, wide), self.height if wide else 1)
        self.words.color = IVORY if self.open else WARNING
        lay(padded(self.words, u(8), 0), self)


class TableScreen(Screen):
    """What is shown is the session's word: `TablePage.asking`, else `TablePage.seat`, else all."""

    gives_way = True

    def __init__(self, send: Send, view: View) -> None:
        """As a screen."""
        self.give = PushButton(text("Give seats"), self._begin_giving)
        self.certify = PushButton(text("Certify"), lambda: self.send(OpenPage("certify")))
        self.doctor = PushButton(text("Doctor"), lambda: self.send(OpenPage("doctor")))
        self.updates = PushButton(text("Update"), lambda: self.send(OpenPage("update")))
        self.cards = CardsBar(lambda on: self.send(ShowCards(on)))
        super().__init__(send, view)

    def make(self, view: View) -> Widget:
        """All readers; the others are made when they are wanted."""
        self.overview = TableOverview(lambda seat: self.send(LookAt(seat)))
        self.place = Place()
        return self.place

    def labels(self, view: View) -> tuple[Text | str, Text | str, Text | str]:
        """The button back says where it leads; one reader looked at closely has buttons of its own in the place of the foot."""
        page = body_of(view, TablePage)
        return (
            text("Done") if page.asking is not None else "" if page.seat is not None else view.back,
            "",
            "",
        )

    def show(self, view: View) -> None:
        """Bring up to date what is shown, or show something else."""
        page = body_of(view, TablePage)
        self._show_foot(page)
        self._show_cards(page)
        held, row = self.place.held, self._row(page)
        if page.asking is not None:
            if not isinstance(held, Giving):
                self.place.hold(Giving(page, lambda seat: self.send(AskSeat(seat))))
            else:
                held.show(page)
        elif row is not None:
            if not isinstance(held, CloseLook) or not held.fits(row):
                held = CloseLook(row, self.send, text("All readers"))
                self.place.hold(held)
            held.show(row, page)
        else:
            self.overview.show(page)
            if held is not self.overview:
                self.place.hold(self.overview)

    def blinks(self) -> bool:
        """Whether a slot wants a hand."""
        return any(BLINK in row.lamps for row in body_of(self.view, TablePage).rows)

    def arrange(self, *_: Any) -> None:
        """As a screen, with the buttons that give seats, certify the table, call the doctor and show updates right in the foot."""
        super().arrange()
        if self.cards.parent is not None:
            content, high = self.content, u(TOUCH)
            # A notice at the foot of the content stands below it.
            put(self.cards, content.x, content.y, content.width, high)
            put(
                content,
                content.x,
                content.y + high + u(GAP) / 2,
                content.width,
                content.height - high - u(GAP) / 2,
            )
        # `super` has given the foot its whole width; each button takes its share from what is left, the first one at the far right.
        for button, (most, share) in (
            (self.doctor, DOCTOR_WIDTH),
            (self.updates, UPDATE_WIDTH),
            (self.certify, CERTIFY_WIDTH),
            (self.give, GIVE_WIDTH),
        ):
            if button.parent is not None:
                wide, pad = min(u(most), round(self.width * share)), u(5)
                put(
                    button,
                    self.footer.x + self.footer.width - wide - pad,
                    self.footer.y + pad,
                    wide,
                    u(FOOTER) - 2 * pad,
                )
                put(
                    self.footer,
                    self.footer.x,
                    self.footer.y,
                    self.footer.width - wide - u(GAP),
                    u(FOOTER),
                )

    def _show_foot(self, page: TablePage) -> None:
        """Seats are given where there are readers that are not bound to theirs; what is certified are readers outside the screen."""
        overview = page.asking is None and page.seat is None
        own = any(row.own for row in page.rows)
        readers = own or any(row.model is not None for row in page.rows)
        for button, wanted in (
            (self.give, own or bool(page.strangers)),
            (self.certify, readers),
            (self.doctor, True),
            (self.updates, True),
        ):
            keep(self, button, overview and wanted)

    def _show_cards(self, page: TablePage) -> None:
        """Cards are covered in the middle of a race until people hold the bar for it; seats are given without a look at any card."""
        wanted = page.sealed and page.asking is None
        self.cards.tell(page.open)
        keep(self, self.cards, wanted)

    def _begin_giving(self) -> None:
        """Ask for the first seat without a reader, the first of all where every one has its own."""
        rows = body_of(self.view, TablePage).rows
        first = next((row for row in rows if not row.own), rows[0])
        self.send(AskSeat(first.seat))

    @staticmethod
    def _row(page: TablePage) -> TableRow | None:
        return next((row for row in page.rows if row.seat == page.seat), None)


SCREEN = TableScreen
