"""The history: a turn as it was played, the board at the chosen entry, and the way back to it.

A turn can have two hundred rows, of which only those in sight are drawn.
"""

from __future__ import annotations

from typing import Any, Final

from kivy.uix.widget import Widget

from companion.session.messages import Message
from companion.session.pages.history import HistoryPage
from companion.session.view import View
from companion.ui.layout import arrange, hbox, vbox, with_size
from companion.ui.screens.base import MapScreen, body_of
from companion.ui.theme import BRASS_LIGHT, RAISED, SAND, SEAM, SMALL, TOUCH, u
from companion.ui.widgets.button import QUIET, OfferButton
from companion.ui.widgets.fingers import Send
from companion.ui.widgets.label import Label
from companion.ui.widgets.panel import add_all, toggle_child
from companion.ui.widgets.rows import (
    Lead,
    ListRow,
    PieceLead,
    RowPart,
    RowText,
    SymbolLead,
    head_row,
    with_signs,
)
from companion.ui.widgets.scroll_list import ScrollList
from companion.words import Text, text

SIDE, HEAD = 30, 30
"""The side of a sign, and the height of the head of a section, as on the seven-inch panel."""
TURN: Final = 126
"""Width of a button that leads to another turn, as on the seven-inch panel."""


class Turns(Widget):
    """Buttons to the turns before and after, and between them the current part of the turn.

    The part is named here because its head scrolls out of sight in a long part.
    """

    def __init__(self, send: Send) -> None:
        """Make the buttons; `show` offers turns."""
        super().__init__()
        self.earlier = OfferButton(send, kind=QUIET, symbol="back", size=SMALL)
        self.later = OfferButton(send, kind=QUIET, symbol="next", trailing=True, size=SMALL)
        self.part = Label("", SMALL, bold=True, tint=BRASS_LIGHT, align="center", least=17)
        self.bind(pos=self._place, size=self._place)

    def show(self, page: HistoryPage) -> None:
        """Show the turns before and after."""
        self.clear_widgets()
        self.add_widget(self.part)
        for button, choice in ((self.earlier, page.earlier), (self.later, page.later)):
            button.offer(choice)
            toggle_child(self, button, choice is not None)

    def _place(self, *_: Any) -> None:
        arrange(
            hbox(with_size(self.earlier, u(TURN)), self.part, with_size(self.later, u(TURN))), self
        )


class HistoryScreen(MapScreen):
    """The list beside the map; a touched row shows the board at that moment, and the reason."""

    gives_way = True

    def __init__(self, send: Send, view: View) -> None:
        self._rows: list[ListRow] = []
        self._reached: tuple[int, int | None] | None = None
        super().__init__(send, view)

    @property
    def page(self) -> HistoryPage:
        return body_of(self.view, HistoryPage)

    def make(self, view: View) -> Widget:
        """Make the turns and an empty list."""
        self.turns, self.scroll_list = Turns(self.send), ScrollList(gap=5)
        self.scroll_list.bind(offset=self._name_part)
        content = Widget()
        add_all(content, self.turns, self.scroll_list)
        return content

    def map_share(self) -> float:
        """Return a small share: the list needs more room than the map."""
        return 0.42

    def labels(self, view: View) -> tuple[Text | str, Text | str, Text | str]:
        """Return the labels; the way back to the chosen entry is in place of forward."""
        there = body_of(view, HistoryPage).back_to
        return super().labels(view) if there is None else (view.back, there.label, there.blocked)

    def said_forward(self, view: View) -> Message | None:
        """Return the message of the way back to the chosen entry."""
        there = self.page.back_to
        if there is None:
            return super().said_forward(view)
        return there.message

    def arrange(self, *_: Any) -> None:
        """Place the turns above the list."""
        super().arrange()
        arrange(vbox(with_size(self.turns, u(TOUCH)), self.scroll_list), self.content)
        self._reach()
        self._name_part()

    def show(self, view: View) -> None:
        """Show another turn or another entry."""
        page = self.page
        self.turns.show(page)
        self._rows = []
        listed = list[ListRow]()
        when: Text | str = ""
        names = {sign.name: sign.colour for sign in view.signs.values()}
        for at, event in enumerate(page.rows):
            # Each part of the turn begins with a head.
            if event.when != when:
                when = event.when
                listed.append(head_row(when, HEAD, ruled=True, about=event))
            texts: list[RowPart] = [RowText(event.words, names=names)]
            if event.note:
                texts.append(RowText(event.note, 20, BRASS_LIGHT))
            chosen = at == page.chosen
            why = text("{rule}  {why}", rule=event.rule, why=event.why) if event.rule else event.why
            if chosen and why:
                texts.append(RowText(why, tint=SAND))
            sign = None if event.seat is None else view.signs.get(event.seat)
            leads: list[Lead] = [PieceLead(*sign)] if sign is not None else []
            if event.by_hand:
                leads.append(SymbolLead("hand", BRASS_LIGHT))
            row = ListRow(
                with_signs((*texts,), (*leads,), SIDE),
                rim=SEAM if event.by_hand else RAISED,
                chosen=chosen,
                send=self.send,
                message=event.message,
                about=event,
            )
            self._rows.append(row)
            listed.append(row)
        self.scroll_list.show(listed, self.scroll_list.offset)

    def _reach(self) -> None:
        """Bring the chosen entry of a new turn, or its end, into sight; later the list stays."""
        page = self.page
        # Nothing is in sight before the window has a size. An entry is brought into sight once:
        # then people move the list.
        if self.scroll_list.height <= 1 or self._reached == (page.turn, page.chosen):
            return
        first = self._reached is None or self._reached[0] != page.turn
        self._reached = (page.turn, page.chosen)
        if page.chosen is not None and page.chosen < len(self._rows):
            self.scroll_list.reach(self._rows[page.chosen])
        elif first:
            self.scroll_list.offset = self.scroll_list.beyond

    def _name_part(self, *_: Any) -> None:
        """Name the part of the turn that the list shows: that of the first complete row."""
        first = self.scroll_list.first
        self.turns.part.text = first.about.when if isinstance(first, ListRow) else ""


SCREEN = HistoryScreen
