"""The table test: all readers at a glance, one of them closely, or the seats being given; over whatever page was shown."""
from __future__ import annotations

from typing import Any

from kivy.uix.widget import Widget

from companion.session.house_messages import OpenDoctor, OpenUpdate
from companion.session.messages import AskSeat, CloseTable, LookAt, Message, OpenCertify, ShowCards
from companion.session.view import TablePage, TableRow, View
from companion.signals import BLINK
from companion.ui.screens.base import Screen, Send, put
from companion.ui.theme import GAP, TOUCH, u
from companion.ui.widgets.bars import FOOTER
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.table_cards import CardsBar
from companion.ui.widgets.table_close import CloseLook
from companion.ui.widgets.table_giving import Giving
from companion.ui.widgets.table_overview import TableOverview

GIVE_WIDTH, CERTIFY_WIDTH, DOCTOR_WIDTH, UPDATE_WIDTH = (180, 0.22), (130, 0.17), (130, 0.16), (130, 0.16)
"""Widths of the buttons right in the foot, as on the seven-inch panel, and what they take of the window's at most."""


class Place(Widget):
    """Holds one thing at a time and lets it fill all the room.

    A screen's content is made once; this lets it change without the screen being made anew.
    """

    def __init__(self) -> None:
        """Empty."""
        super().__init__()
        self.held: Widget | None = None
        self.bind(pos=self._fill, size=self._fill)

    def hold(self, widget: Widget) -> None:
        """Hold this instead."""
        self.clear_widgets()
        self.held = widget
        self.add_widget(widget)
        self._fill()

    def _fill(self, *_: Any) -> None:
        if self.held is not None:
            put(self.held, *self.pos, *self.size)


class TableScreen(Screen):
    """What is shown is the session's word: `TablePage.asking`, else `TablePage.seat`, else all."""

    gives_way = True

    def __init__(self, send: Send, view: View) -> None:
        """As a screen."""
        self.give = PushButton("Give seats", self._begin_giving)
        self.certify = PushButton("Certify", lambda: self.send(OpenCertify()))
        self.doctor = PushButton("Doctor", lambda: self.send(OpenDoctor()))
        self.updates = PushButton("Update", lambda: self.send(OpenUpdate()))
        self.cards = CardsBar(lambda on: self.send(ShowCards(on)))
        super().__init__(send, view)

    def make(self, view: View) -> Widget:
        """All readers; the others are made when they are wanted."""
        self.overview = TableOverview(lambda seat: self.send(LookAt(seat)))
        self.place = Place()
        return self.place

    def labels(self, view: View) -> tuple[str, str, str]:
        """The button back says where it leads; one reader looked at closely has buttons of its own in the place of the foot."""
        page = self._page(view)
        return "Done" if page.asking is not None else "" if page.seat is not None else view.back, "", ""

    def show(self, view: View) -> None:
        """Bring up to date what is shown, or show something else."""
        page = self._page(view)
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
                held = CloseLook(row, self.send, "All readers")
                self.place.hold(held)
            held.show(row, page)
        else:
            self.overview.show(page)
            if held is not self.overview:
                self.place.hold(self.overview)

    def blinks(self) -> bool:
        """Whether a slot wants a hand."""
        return any(BLINK in row.lamps for row in self._page(self.view).rows)

    def on_back(self, view: View) -> Message | None:
        """From giving seats to the readers, from there to where one was."""
        return AskSeat(None) if self._page(view).asking is not None else CloseTable()

    def arrange(self, *_: Any) -> None:
        """As a screen, with the buttons that give seats, certify the table, call the doctor and show updates right in the foot."""
        super().arrange()
        if self.cards.parent is not None:
            content, high = self.content, u(TOUCH)
            # A notice at the foot of the content stands below it.
            put(self.cards, content.x, content.y, content.width, high)
            put(content, content.x, content.y + high + u(GAP) / 2, content.width, content.height - high - u(GAP) / 2)
        # `super` has given the foot its whole width; each button takes its share from what is left, the first one at the far right.
        for button, (most, share) in ((self.doctor, DOCTOR_WIDTH), (self.updates, UPDATE_WIDTH), (self.certify, CERTIFY_WIDTH), (self.give, GIVE_WIDTH)):
            if button.parent is not None:
                wide, pad = min(u(most), round(self.width * share)), u(5)
                put(button, self.footer.x + self.footer.width - wide - pad, self.footer.y + pad, wide, u(FOOTER) - 2 * pad)
                put(self.footer, self.footer.x, self.footer.y, self.footer.width - wide - u(GAP), u(FOOTER))

    def _show_foot(self, page: TablePage) -> None:
        """Seats are given where there are readers that are not bound to theirs; what is certified are readers outside the screen."""
        overview = page.asking is None and page.seat is None
        own = any(row.own for row in page.rows)
        readers = own or any(row.model is not None for row in page.rows)
        for button, wanted in ((self.give, own or bool(page.strangers)), (self.certify, readers), (self.doctor, True), (self.updates, True)):
            if overview and wanted and button.parent is None:
                self.add_widget(button)
            elif not (overview and wanted) and button.parent is not None:
                self.remove_widget(button)

    def _show_cards(self, page: TablePage) -> None:
        """Cards are covered in the middle of a race until people hold the bar for it; seats are given without a look at any card."""
        wanted = page.sealed and page.asking is None
        self.cards.tell(page.open)
        if wanted and self.cards.parent is None:
            self.add_widget(self.cards)
        elif not wanted and self.cards.parent is not None:
            self.remove_widget(self.cards)

    def _begin_giving(self) -> None:
        """Ask for the first seat without a reader, the first of all where every one has its own."""
        rows = self._page(self.view).rows
        first = next((row for row in rows if not row.own), rows[0])
        self.send(AskSeat(first.seat))

    @staticmethod
    def _row(page: TablePage) -> TableRow | None:
        return next((row for row in page.rows if row.seat == page.seat), None)

    @staticmethod
    def _page(view: View) -> TablePage:
        assert isinstance(view.body, TablePage)
        return view.body
