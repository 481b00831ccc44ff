"""Dealing and programming: all readers at a glance; one at a time is uncovered and covered again.

The session decides which hand is open (`ProgramPage.open_seat`). The cover page and a look at the
map are known to this screen only.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from kivy.uix.widget import Widget

from companion.session.messages import Cover, Notice, Uncover
from companion.session.preferences import ALWAYS, NEVER, Prefer
from companion.session.view import ProgramPage, ReaderPicture, View
from companion.signals import BLINK, SetAside
from companion.ui.keys import ESCAPE
from companion.ui.layout import (
    Area,
    LayoutPart,
    SpareRoom,
    arrange,
    hbox,
    leave_empty,
    vbox,
    with_padding,
    with_size,
)
from companion.ui.screens.base import OverlaidScreen, PageOver, body_of
from companion.ui.theme import GAP, is_landscape, is_wide, u
from companion.ui.widgets.bars import FOOTER, HEADER, SIDE_DOOR
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.cards.card_offers import CardOffers, leads_to_cards
from companion.ui.widgets.cards.table_peek import TablePeek
from companion.ui.widgets.fingers import Send
from companion.ui.widgets.keyboard import PinPage
from companion.ui.widgets.map.board_map import BoardMap
from companion.ui.widgets.map.map_beside import MapPeek
from companion.ui.widgets.map.square_offers import SquareOffers, leads_to_squares
from companion.ui.widgets.panel import toggle_child
from companion.ui.widgets.readers.cover_page import Covered, CoverPage, played_here_words
from companion.ui.widgets.readers.reader_tile import Overview
from companion.ui.widgets.readers.seat_page import SeatPage, view_button_words
from companion.ui.widgets.timers import TimerPlate
from companion.words import Text, text

MAP_MOST: Final = 0.5
"""Greatest share of a wide window for the map beside the readers."""
TIMER = 116
"""Width of the timer's plate over other parts, as on the seven-inch panel."""


def page_key(part: type[Widget], reader: ReaderPicture | None) -> object:
    """Return what two pages differ in: one with the finder has other parts than a hand."""
    return part, reader and (reader.seat, reader.finder, reader.reads)


class ProgramScreen(OverlaidScreen):
    """All readers, or over them one open reader or the map, or instead the cover page.

    The content of a reader is checked when the handle moves, not here: this shows it and
    passes touches on.
    """

    gives_way = True

    def __init__(self, send: Send, view: View) -> None:
        self.chosen: int | None = None
        self.peeking = self.typing = False
        self._has_typed = False
        """Whether a PIN was typed on the page for it."""
        self._open: int | None = None
        self._idle = True
        self.timer = TimerPlate(send)
        self.board_map: BoardMap | None = None
        """The whole board beside the readers, in a wide window."""
        super().__init__(send, view)

    @property
    def is_typing(self) -> bool:
        """Return whether a PIN is being typed."""
        return self.typing

    @property
    def own_state(self) -> tuple[int | None, bool, int | None, bool]:
        """Return the seat that is asked to look, and what the next one depends on."""
        return self.chosen, self.peeking, self._open, self._idle

    def restore(self, state: tuple[int | None, bool, int | None, bool]) -> None:
        """Ask the same seat to look."""
        self.chosen, self.peeking, self._open, self._idle = state

    # ---- The overview ----

    def make(self, view: View) -> Widget:
        """Make the readers, and a button for the map in the head."""
        self.look = PushButton(view_button_words(view), lambda: self.peek(True), symbol="zoom")
        self.overview = Overview(self.choose_seat, self.send)
        return self.overview

    def _arrange_over(self) -> None:
        """Place the map beside the readers or its button below them, and the page over them."""
        content, board_map = self.content, self.board_map
        if board_map is not None and board_map.parent is not None and board_map.picture is not None:
            needed = board_map.whole_width(board_map.picture.board, content.height)
            wide = round(min(self.width * MAP_MOST, needed))
            arrange(hbox(with_size(board_map, wide), content), content)
        if self.look.parent is not None and not is_landscape() and not self._is_look_in_foot:
            arrange(vbox(content, with_size(self.look, u(62))), content)
        super()._arrange_over()
        if self.is_hidden:
            # In the head of an open hand; beside its button over the map, or above.
            if isinstance(self.over, SpareRoom):
                arrange(self.timer, self.over.spare)
            else:
                corner = hbox(with_size(self.timer, u(TIMER)), leave_empty)
                column = vbox(with_size(corner, u(FOOTER) - u(GAP)), leave_empty)
                arrange(with_padding(column, 2 * u(GAP)), self)

    def _head(self, width: float) -> LayoutPart | None:
        """Return the head, in a landscape window with the map's button."""
        if self.look.parent is None or not is_landscape():
            return super()._head(width)
        wide = u(118)
        look = with_size(with_padding(self.look, 0, u(7)), u(HEADER))
        beside = with_size(vbox(look, leave_empty, gap=0), wide - u(GAP))
        # Beside the button the hint may need one more line.
        needed = self.header.needed_height(width - wide)
        return with_size(hbox(self.header, beside, with_size(leave_empty, u(GAP)), gap=0), needed)

    @property
    def has_foot(self) -> bool:
        return super().has_foot or self.timer.parent is not None

    def _arrange_footer(self, area: Area) -> None:
        """Place the foot, and beside the back button the timer, or upright the map's button.

        The place is free while somebody is awaited.
        """
        super()._arrange_footer(area)
        widget = self.look if self._is_look_in_foot else self.timer
        if widget.parent is not None and not self.is_hidden:
            gap, back = u(GAP), u(SIDE_DOOR) + u(GAP) if self.footer.children else 0
            row = hbox(with_size(leave_empty, back), with_padding(widget, gap, gap / 2), gap=0)
            arrange(row, area)

    @property
    def _is_look_in_foot(self) -> bool:
        """Return whether the map's button is in the foot: the board above a cover page is larger.

        In a landscape window it is in the head.
        """
        return (
            not is_landscape()
            and self.look.parent is not None
            and self.timer.parent is None
            and self.over is not None
            and bool(self.footer.children)
        )

    def blinks(self) -> bool:
        """Return whether a reader needs an action."""
        return any(
            slot.lamp == BLINK
            for reader in body_of(self.view, ProgramPage).readers
            for slot in reader.slots
        )

    # ---- Pages over it ----

    def show(self, view: View) -> None:
        """Update the overview or the page over it."""
        page = body_of(view, ProgramPage)
        # The cover page goes when a hand is open, or when its seat is not asked any more, as when
        # its reader answers again.
        chosen = self._reader(self.chosen)
        if page.open_seat is not None or chosen is None or not chosen.opens:
            self.chosen, self.typing = None, False
        self._hand_over(page)
        # With a timer no tile shows the time again.
        self.overview.show(
            page.readers
            if page.timer is None
            else tuple(reader._replace(left=0) for reader in page.readers),
            view.signs,
        )
        self.show_over(self._choose_page(view))
        # A wide window has room for the board beside the readers, instead of a button.
        is_mapped = is_wide() and view.board is not None and self.over is None
        if is_mapped and self.board_map is None:
            self.board_map = BoardMap(self.send, lively=False)
            self.board_map.asks = True
        if self.board_map is not None:
            toggle_child(self, self.board_map, is_mapped)
        if not self.is_hidden:
            toggle_child(self, self.look, self._can_peek(view) and not is_mapped)
        if is_mapped and self.board_map is not None and view.board is not None:
            self.board_map.show(view.board)
        # The timer is over everything; only the foot has room for its words.
        timer = page.timer
        if timer is not None and timer.words and self.is_hidden:
            timer = None
        if timer is not None:
            self.timer.show(timer)
        # Elsewhere it would be touched by mistake.
        self.timer.disabled = self.is_hidden or (timer is not None and not timer.changes)
        # Otherwise the last widget would cover it.
        if self.timer.parent is not None:
            self.remove_widget(self.timer)
        toggle_child(self, self.timer, timer is not None)
        if isinstance(self.over, SpareRoom):
            self.over.reserve(u(TIMER) + u(GAP) if timer is not None else 0)

    def _prefer(self, preview: str) -> None:
        """Set whether the map beside the cards shows where they lead, and go back to the cards."""
        self.peeking = False
        self.send(Prefer(self.view.preferences._replace(preview=preview)))
        self.update(self.view)

    def _hand_over(self, page: ProgramPage) -> None:
        """Show the next cover page when a hand is ready, if several people share this screen.

        The first one comes as soon as they are asked, unless some people watch their readers' tiles
        here.
        """
        left, self._open = self._open, page.open_seat
        # Somebody who chooses on a phone needs no screen.
        here = [reader for reader in page.readers if not reader.phone]
        waiting = [
            reader.seat
            for reader in here
            if reader.kind == "touch" and reader.secret and reader.opens and reader.asked
        ]
        first, self._idle = self._idle and bool(waiting), not waiting
        sharing = [reader.kind for reader in here if reader.asked and reader.kind != "pilot"]
        if first and page.open_seat is None and len(sharing) > 1 and set(sharing) == {"touch"}:
            self.chosen = waiting[0]
        elif left is not None and page.open_seat is None and left not in waiting and waiting:
            self.chosen = next((seat for seat in waiting if seat > left), waiting[0])

    def key(self, key: str) -> None:
        """Handle a key: an open reader comes first, with its handle and cards; Escape covers it."""
        over = self.over
        if not isinstance(over, SeatPage):
            super().key(key)
        elif not over.key(key) and key == ESCAPE:
            self.send(Cover())

    def choose_seat(self, seat: int) -> None:
        """Show the cover page of a touched seat, or open it if nobody else could look."""
        reader = self._reader(seat)
        # The reason why this screen chooses its cards must be read first, and is only on the cover
        # page.
        alone = (
            sum(
                other.kind == "touch" and other.decides is None
                for other in body_of(self.view, ProgramPage).readers
            )
            == 1
        )
        if reader is not None and (
            not reader.secret or (alone and not reader.pin and not played_here_words(reader))
        ):
            self.send(Uncover(seat))
            return
        self.chosen = seat
        self.update(self.view)

    def peek(self, peeking: bool) -> None:
        """Show the map, or go back."""
        self.peeking = peeking
        self.update(self.view)

    @staticmethod
    def _can_peek(view: View) -> bool:
        """Return whether there is anything to look at but the readers."""
        return view.board is not None or view.cards is not None

    def _choose_page(self, view: View) -> PageOver[Any] | None:
        """Return the page over the overview, None for none."""
        page = body_of(view, ProgramPage)
        opened, chosen = self._reader(page.open_seat), self._reader(self.chosen)
        if self.peeking and self._can_peek(view):
            return self._peek_page(view)
        if opened is not None:
            return self._seat_page(view, opened)
        if chosen is not None:
            return self._pin_page(view, chosen) if self.typing else self._cover_page(view, chosen)
        waiting = (reader for reader in page.readers if not reader.ready and not reader.opens)
        return next(filter(None, (self._question_page(view, reader) for reader in waiting)), None)

    def _peek_page(self, view: View) -> PageOver[Any]:
        page, close = body_of(view, ProgramPage), partial(self.peek, False)
        seat, reader = page.open_seat, self._reader(page.open_seat)
        back = text("Back to the readers") if seat is None else text("Back to my cards")
        if view.board is None:
            table = partial(TablePeek, view, close, back, seat)
            return PageOver(
                page_key(TablePeek, reader), table, lambda over: over.show(view), self.chosen
            )
        hidden = page.preview is None
        way = partial(self._prefer, ALWAYS if hidden else NEVER)
        toggle = way if page.foresees and reader is not None else None
        whole_map = partial(MapPeek, view, self.send, close, back, toggle, hidden)
        return PageOver(
            page_key(MapPeek, reader), whole_map, lambda over: over.show(view), self.chosen
        )

    def _seat_page(self, view: View, reader: ReaderPicture) -> PageOver[SeatPage]:
        page, look = body_of(view, ProgramPage), view_button_words(view)
        sign = view.signs[reader.seat]
        peek = partial(self.peek, True) if self._can_peek(view) else None

        def show(over: SeatPage) -> None:
            over.place_map(reader, view.board, page.preview, view.cards)
            over.show(reader, sign, view.notice)
            over.advise(page.hints, page.hint, page.advised)

        return PageOver(
            page_key(SeatPage, reader),
            lambda: SeatPage(reader, sign, self.send, peek, look),
            show,
        )

    def _pin_page(self, view: View, reader: ReaderPicture) -> PageOver[Covered]:
        def make() -> Covered:
            who = view.signs[reader.seat]
            self._has_typed = False
            keys = PinPage(who, partial(self._type_pin, reader.seat), self._leave)
            return Covered(keys, (640, 470))

        def show(over: Covered) -> None:
            assert isinstance(over.inner, PinPage)
            # Good news is no fault of the PIN, nor is anything that was wrong before it.
            over.inner.show_words(
                "" if isinstance(view.notice, Notice) or not self._has_typed else view.notice
            )

        return PageOver(page_key(PinPage, reader), make, show, reader.seat)

    def _cover_page(self, view: View, reader: ReaderPicture) -> PageOver[Covered]:
        def make() -> Covered:
            sign = view.signs[reader.seat]
            cover = CoverPage(reader, sign, self.send, self._uncover, self._leave, self._reuse)
            return Covered(cover, (640, 380), mapped=view.board is not None)

        return PageOver(
            page_key(CoverPage, reader),
            make,
            lambda over: over.show(view.board, reader),
            reader.seat,
            within=True,
        )

    def _question_page(self, view: View, reader: ReaderPicture) -> PageOver[Any] | None:
        board, cards, sign = view.board, view.cards, view.signs[reader.seat]
        if board is not None and leads_to_squares(reader.offers):
            return PageOver(
                page_key(SquareOffers, reader),
                partial(SquareOffers, self.send),
                lambda over: over.show(reader, sign, board),
                reader.seat,
                within=True,
            )
        if cards is not None and leads_to_cards(reader.offers):
            return PageOver(
                page_key(CardOffers, reader),
                partial(CardOffers, self.send),
                lambda over: over.show(reader, sign, cards),
                reader.seat,
                within=True,
            )
        return None

    def _uncover(self) -> None:
        """Uncover the hand for its player, after the PIN if there is one."""
        reader = self._reader(self.chosen)
        assert reader is not None
        if not reader.pin:
            self.send(Uncover(reader.seat))
            return
        self.typing = True
        self.update(self.view)

    def _type_pin(self, seat: int, pin: str) -> None:
        self._has_typed = True
        self.send(Uncover(seat, pin))

    def _reuse(self) -> None:
        """Use the reader again that was set aside."""
        assert self.chosen is not None
        self.send(SetAside(self.chosen, False))
        self._leave()

    def _leave(self) -> None:
        self.chosen, self.typing = None, False
        self.update(self.view)

    def _show_notice(self, notice: Notice | Text | str) -> None:
        """Show a notice over the overview; readers show their own errors, open or on their tile."""
        # A tile with the handle has no room for its remedy, which is shown here if no other reader
        # is wrong.
        wrong = [reader for reader in body_of(self.view, ProgramPage).readers if reader.problem]
        handled = (reader for reader in wrong if reader.kind == "touch" and reader.handles)
        unsaid = next((reader.problem for reader in handled if not reader.opens), "")
        if self.over is None and len(wrong) <= bool(unsaid):
            said = unsaid or notice
        elif self.over is not None and not self.is_hidden:
            said = notice
        else:
            said = ""
        super()._show_notice(said)

    # ---- Readers ----

    def _reader(self, seat: int | None) -> ReaderPicture | None:
        return next(
            (reader for reader in body_of(self.view, ProgramPage).readers if reader.seat == seat),
            None,
        )


SCREEN = ProgramScreen
