"""Dealing and programming: all readers at a glance; one at a time is uncovered and covered again.

The session decides which hand is open (`ProgramPage.open_seat`). The cover page and a look at the
map are known to this screen only.
"""

from __future__ import annotations

from typing import Any, Final

from kivy.uix.widget import Widget

from companion.session.messages import Cover, Notice, Uncover
from companion.session.pages.facts import asked_about
from companion.session.preferences import ALWAYS, NEVER, Prefer
from companion.session.session import replace
from companion.session.view import ProgramPage, ReaderPicture, View
from companion.signals import BLINK, SetAside
from companion.ui.keys import ESCAPE
from companion.ui.layout import (
    Area,
    SpareRoom,
    arrange,
    hbox,
    leave_empty,
    vbox,
    with_padding,
    with_size,
)
from companion.ui.screens.base import Screen, Send, body_of
from companion.ui.theme import GAP, is_landscape, is_wide, u
from companion.ui.widgets.bars import FOOTER, HEADER, SIDE_DOOR
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.cards.card_offers import CardOffers, leads_to_cards
from companion.ui.widgets.cards.table_peek import TablePeek
from companion.ui.widgets.keyboard import PinPage
from companion.ui.widgets.map.board_map import BoardMap
from companion.ui.widgets.map.map_beside import MapPeek
from companion.ui.widgets.map.square_offers import SquareOffers, leads_to_squares
from companion.ui.widgets.panel import add_all, toggle_child
from companion.ui.widgets.readers.cover_page import Covered, CoverPage, played_here_words
from companion.ui.widgets.readers.reader_tile import Overview
from companion.ui.widgets.readers.seat_page import SeatPage, view_button_words
from companion.ui.widgets.timers import TimerPlate
from companion.words import Text, text

MAP_MOST: Final = 0.5
"""Greatest share of a wide window for the map beside the readers."""
TIMER = 116
"""Width of the timer's plate over other parts, as on the seven-inch panel."""


class ProgramScreen(Screen):
    """All readers, or over them one open reader or the map, or instead the cover page.

    The content of a reader is checked when the handle moves, not here: this shows it and
    passes touches on.
    """

    gives_way = True

    def __init__(self, send: Send, view: View) -> None:
        self.chosen: int | None = None
        self.peeking = self.typing = False
        self._open: int | None = None
        self._idle = True
        self.over: Widget | None = None
        self.timer = TimerPlate(send)
        self._noticed = ""
        self._overlay_state: tuple[str, int | None, bool, bool] = ("", None, False, True)
        self.board_map: BoardMap | None = None
        """The whole board beside the readers, in a wide window."""
        super().__init__(send, view)
        toggle_child(self, self.look, self._can_peek(view))

    @property
    def seat(self) -> int | None:
        """Return the seat that is asked to look, or on the map, before that of the view."""
        kind, asked, *_ = self._overlay_state
        if self.chosen is None and kind in ("squares", "table"):
            return asked
        return self.view.seat if self.chosen is None else self.chosen

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

    def arrange(self, *_: Any) -> None:
        """Place the map's button in the head, or upright below the readers, and the cover."""
        super().arrange()
        content, board_map = self.content, self.board_map
        foot = u(FOOTER) if self.timer.parent is not None and not self.footer.children else 0
        arrange(vbox(content, with_size(leave_empty, foot), gap=0), content)
        if board_map is not None and board_map.parent is not None and board_map.picture is not None:
            needed = board_map.whole_width(board_map.picture.board, content.height)
            wide = round(min(self.width * MAP_MOST, needed))
            arrange(hbox(with_size(board_map, wide), content), content)
        if self.over is not None and not self._is_covered:
            arrange(self.over, self)
        else:
            if self.look.parent is not None:
                self._place_map_button()
            if self.over is not None:
                arrange(self.over, self.content)
        self._place_timer()

    def _place_beside_back(self, widget: Widget) -> None:
        """Place a widget in the foot beside the back button, if there is one."""
        gap, back = u(GAP), u(SIDE_DOOR) + u(GAP) if self.footer.children else 0
        row = hbox(with_size(leave_empty, back), with_padding(widget, gap, gap / 2), gap=0)
        arrange(row, Area(*self.pos, self.width, u(FOOTER)))

    def _place_map_button(self) -> None:
        """Place the map's button, for which head or content make room."""
        if is_landscape():
            wide, content = u(118), self.content
            # Beside the button the hint may need one more line, which is taken from the readers.
            needed = self.header.needed_height(self.width - wide)
            lost = max(0.0, needed - self.header.height)
            arrange(vbox(with_size(leave_empty, lost), content, gap=0), content)
            look = hbox(with_padding(self.look, 0, u(7)), with_size(leave_empty, u(GAP)), gap=0)
            left, top = self.x + self.width - wide, self.y + self.height
            arrange(self.header, Area(self.x, top - needed, self.width - wide, needed))
            arrange(look, Area(left, top - u(HEADER), wide, u(HEADER)))
        elif self._is_covered and self.footer.children and self.timer.parent is None:
            # The board above a cover page is larger for it.
            self._place_beside_back(self.look)
        else:
            arrange(vbox(self.content, with_size(self.look, u(62))), self.content)

    def _place_timer(self) -> None:
        """Place the timer.

        It is in the foot beside the back button, which is free while somebody is awaited; in the
        head of an open hand; beside the back button over the map; else in a corner.
        """
        # Elsewhere it would be touched by mistake.
        self.timer.disabled = (self.over is not None and not self._is_covered) or (
            self.timer.shown is not None and not self.timer.shown.changes
        )
        if self.over is None or self._is_covered:
            self._place_beside_back(self.timer)
        elif isinstance(self.over, SpareRoom):
            arrange(self.timer, self.over.spare)
        else:
            left, high = self.x + 2 * u(GAP), u(FOOTER) - u(GAP)
            low = self.y + self.height - high - 2 * u(GAP)
            arrange(self.timer, Area(left, low, u(TIMER), high))

    def _show_timer(self, page: ProgramPage) -> None:
        """Show the timer over everything; only the foot has room for its words."""
        shown = (
            page.timer
            if page.timer is not None
            and (not page.timer.words or self.over is None or self._is_covered)
            else None
        )
        if shown is not None:
            self.timer.show(shown)
        # Otherwise the last widget would cover it.
        if self.timer.parent is not None:
            self.remove_widget(self.timer)
        toggle_child(self, self.timer, shown is not None)
        if isinstance(self.over, SpareRoom):
            self.over.reserve(u(TIMER) + u(GAP) if shown is not None else 0)

    @property
    def _is_covered(self) -> bool:
        """Return whether a cover page or an open question replaces the readers.

        Nothing in it is secret, and the buttons around the readers can be reached.
        """
        return self._overlay_state[0] in ("cover", "squares", "table")

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
            else tuple(replace(reader, left=0) for reader in page.readers)
        )
        self._show_overlay(self._overlay_to_show(view))
        asked = self._reader(self._overlay_state[1])
        if isinstance(self.over, SeatPage):
            assert asked is not None
            self.over.place_map(asked, view.board, page.preview, view.cards)
            self.over.show(asked, view.notice)
            self.over.advise(page.hints, page.hint, page.advised)
        elif isinstance(self.over, Covered) and isinstance(self.over.inner, PinPage):
            # An older notice is about something else.
            notice = view.notice if view.notice != self._noticed else ""
            # Good news is no fault of the PIN.
            self.over.inner.show_words("" if isinstance(notice, Notice) else notice)
        elif isinstance(self.over, Covered) and isinstance(self.over.inner, CoverPage):
            assert asked is not None
            self.over.show(view.board, asked)
        elif isinstance(self.over, MapPeek | TablePeek):
            self.over.show(view)
        elif isinstance(self.over, SquareOffers):
            assert asked is not None and view.board is not None
            self.over.show(asked, view.board)
        elif isinstance(self.over, CardOffers):
            assert asked is not None and view.cards is not None
            self.over.show(asked, view.cards)
        self._show_timer(page)
        self._show_map(view)

    def _show_map(self, view: View) -> None:
        """Show the board beside the readers where a wide window has room, instead of a button."""
        shown = is_wide() and view.board is not None and self.over is None
        if shown and self.board_map is None:
            self.board_map = BoardMap(lively=False)
            self.board_map.ask = lambda found: self.send(asked_about(found))
        if self.board_map is not None:
            toggle_child(self, self.board_map, shown)
        if self.over is None or self._is_covered:
            toggle_child(self, self.look, self._can_peek(view) and not shown)
        if shown and self.board_map is not None and view.board is not None:
            self.board_map.show(view.board)

    def _prefer(self, preview: str) -> None:
        """Set whether the map beside the cards shows where they lead, and go back to the cards."""
        self.peeking = False
        self.send(Prefer(replace(self.view.preferences, preview=preview)))
        self.show(self.view)
        self.arrange()

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
        self.show(self.view)
        self.arrange()

    def peek(self, peeking: bool) -> None:
        """Show the map, or go back."""
        self.peeking = peeking
        self.show(self.view)
        self.arrange()

    def _overlay_to_show(self, view: View) -> tuple[str, int | None]:
        """Return the page over the overview: its kind and its seat."""
        page = body_of(view, ProgramPage)
        if self.peeking and self._can_peek(view):
            return "map", page.open_seat
        if page.open_seat is not None and self._reader(page.open_seat) is not None:
            return "reader", page.open_seat
        if self.chosen is not None and self.typing:
            return "pin", self.chosen
        if self.chosen is not None:
            return "cover", self.chosen
        for reader in page.readers:
            if not reader.ready and not reader.opens:
                if view.board is not None and leads_to_squares(reader.offers):
                    return "squares", reader.seat
                if view.cards is not None and leads_to_cards(reader.offers):
                    return "table", reader.seat
        return "", None

    def _show_overlay(self, wanted: tuple[str, int | None]) -> None:
        """Show another page over the overview, or none; the same one keeps its fingers."""
        kind, seat = wanted
        reader = self._reader(seat)
        # A page with the finder has other parts than one with a hand.
        overlay_state = (
            kind,
            seat,
            reader is not None and reader.finder,
            reader is None or reader.reads,
        )
        if overlay_state == self._overlay_state:
            return
        self._overlay_state = overlay_state
        self.over = self._make_overlay(kind, seat)
        # The parts below are removed: Kivy would pass them every touch that nothing above takes.
        self.clear_widgets()
        # A question on the map is the map, and one on the picture of the table is that.
        around = (
            self.header,
            self.footer,
            *(
                [self.look]
                if self._can_peek(self.view) and kind not in ("squares", "table")
                else []
            ),
        )
        whole = self.over is not None and not self._is_covered
        add_all(
            self, *(() if whole else around), self.over if self.over is not None else self.content
        )
        self._show_notice(self.view.notice)

    @staticmethod
    def _can_peek(view: View) -> bool:
        """Return whether there is anything to look at but the readers."""
        return view.board is not None or view.cards is not None

    def _make_overlay(self, kind: str, seat: int | None) -> Widget | None:
        reader = self._reader(seat)
        if kind == "map":
            back = text("Back to the readers") if seat is None else text("Back to my cards")
            page = body_of(self.view, ProgramPage)
            if self.view.board is None:
                return TablePeek(self.view, lambda: self.peek(False), back, seat)
            hidden = page.preview is None
            way = (
                (lambda: self._prefer(ALWAYS if hidden else NEVER))
                if page.foresees and reader is not None
                else None
            )
            return MapPeek(self.view, self.send, lambda: self.peek(False), back, way, hidden)
        if kind == "reader" and reader is not None:
            peek = (lambda: self.peek(True)) if self._can_peek(self.view) else None
            return SeatPage(reader, self.send, peek, view_button_words(self.view))
        if kind == "squares" and reader is not None:
            return SquareOffers(self.send)
        if kind == "table" and reader is not None:
            return CardOffers(self.send)
        if kind == "cover" and reader is not None:
            cover = CoverPage(reader, self.send, self._uncover, self._leave, self._reuse)
            return Covered(cover, (640, 380), mapped=self.view.board is not None)
        if kind == "pin" and reader is not None:
            who = (reader.name, reader.colour, reader.shape)
            return Covered(
                PinPage(who, lambda pin: self.send(Uncover(reader.seat, pin)), self._leave),
                (640, 470),
            )
        return None

    def _uncover(self) -> None:
        """Uncover the hand for its player, after the PIN if there is one."""
        reader = self._reader(self.chosen)
        assert reader is not None
        if not reader.pin:
            self.send(Uncover(reader.seat))
            return
        self.typing, self._noticed = True, self.view.notice
        self.show(self.view)
        self.arrange()

    def _reuse(self) -> None:
        """Use the reader again that was set aside."""
        assert self.chosen is not None
        self.send(SetAside(self.chosen, False))
        self._leave()

    def _leave(self) -> None:
        self.chosen, self.typing = None, False
        self.show(self.view)
        self.arrange()

    def _show_notice(self, notice: Notice | Text | str) -> None:
        """Show a notice over the overview; readers show their own errors, open or on their tile."""
        # A tile with the handle has no room for its remedy, which is shown here if no other reader
        # is wrong.
        wrong = [reader for reader in body_of(self.view, ProgramPage).readers if reader.problem]
        handled = (reader for reader in wrong if reader.kind == "touch" and reader.handles)
        unsaid = next((reader.problem for reader in handled if not reader.opens), "")
        said = (
            unsaid or notice
            if self.over is None and len(wrong) <= bool(unsaid)
            else notice
            if self._is_covered
            else ""
        )
        super()._show_notice(said)

    # ---- Readers ----

    def _reader(self, seat: int | None) -> ReaderPicture | None:
        return next(
            (reader for reader in body_of(self.view, ProgramPage).readers if reader.seat == seat),
            None,
        )


SCREEN = ProgramScreen
