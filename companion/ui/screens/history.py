"""The history: a turn as it was played, the board as it was at the chosen entry, and the way back to there."""
from __future__ import annotations

from typing import Any, Final

from kivy.uix.widget import Widget

from companion.session.messages import Message
from companion.session.view import View
from companion.session.view_menu import Choice, HistoryPage
from companion.ui.screens.base import MapScreen, Send, put
from companion.ui.theme import BRASS_LIGHT, GAP, SMALL, TOUCH, u
from companion.ui.widgets.button import QUIET, PushButton
from companion.ui.widgets.choice_plate import Signs
from companion.ui.widgets.history_rows import Happening, Head
from companion.ui.widgets.roll import Roll, RollRow
from companion.ui.widgets.text import Words


TURN: Final = 126
"""Width of a button that leads to another turn, as on the seven-inch panel."""


class Turns(Widget):
    """The turns before and after, above the list; between them in which part of the turn the list stands.

    The part is said here because its head in the list is rolled out of sight where a part is long.
    """

    def __init__(self, screen: HistoryScreen) -> None:
        """`show` says which there are."""
        super().__init__()
        self.earlier = PushButton("", lambda: screen.choose(screen.page.earlier), kind=QUIET, symbol="back", size=SMALL)
        self.later = PushButton("", lambda: screen.choose(screen.page.later), kind=QUIET, symbol="next", trailing=True, size=SMALL)
        self.part = Words("", SMALL, bold=True, tint=BRASS_LIGHT, align="center", least=17)
        self.bind(pos=self._place, size=self._place)

    def show(self, page: HistoryPage) -> None:
        """Other turns."""
        self.clear_widgets()
        self.add_widget(self.part)
        for button, choice in ((self.earlier, page.earlier), (self.later, page.later)):
            if choice is not None:
                button.text, button.disabled = choice.label, bool(choice.blocked)
                self.add_widget(button)

    def _place(self, *_: Any) -> None:
        wide, gap = u(TURN), u(GAP)
        for button, x in ((self.earlier, self.x), (self.later, self.x + self.width - wide)):
            button.pos, button.size = (x, self.y), (wide, self.height)
        self.part.pos, self.part.size = (self.x + wide + gap, self.y), (max(1, self.width - 2 * (wide + gap)), self.height)


class HistoryScreen(MapScreen):
    """The list beside the map; touching a row shows the board as it was then, and why it happened."""

    gives_way = True

    def __init__(self, send: Send, view: View) -> None:
        """As a screen."""
        self._signs: Signs = {}
        self._rows: list[Happening] = []
        self._reached: tuple[int, int | None] | None = None
        super().__init__(send, view)

    @property
    def page(self) -> HistoryPage:
        """What is shown."""
        assert isinstance(self.view.body, HistoryPage)
        return self.view.body

    def make(self, view: View) -> Widget:
        """The turns and a list to be filled."""
        self.turns, self.roll = Turns(self), Roll(gap=5)
        self.roll.bind(offset=self._name_part)
        content = Widget()
        content.add_widget(self.turns)
        content.add_widget(self.roll)
        return content

    def map_share(self) -> float:
        """The list wants more room than the map."""
        return 0.42

    def labels(self, view: View) -> tuple[str, str, str]:
        """The way back to the chosen entry stands where other pages go on."""
        assert isinstance(view.body, HistoryPage)
        there = view.body.back_to
        return super().labels(view) if there is None else (view.back, there.label, there.blocked)

    def said_forward(self, view: View) -> Message | None:
        """Back to the chosen entry."""
        there = self.page.back_to
        if there is None:
            return super().said_forward(view)
        return there.message  # type: ignore[return-value]

    def arrange(self, *_: Any) -> None:
        """As a screen with a map; the turns above the list."""
        super().arrange()
        content, high = self.content, u(TOUCH)
        put(self.turns, content.x, content.y + content.height - high, content.width, high)
        put(self.roll, content.x, content.y, content.width, content.height - high - u(GAP))
        self._reach()
        self._name_part()

    def show(self, view: View) -> None:
        """Another turn, another entry."""
        page = self.page
        self.turns.show(page)
        self._signs = {clank.seat: (clank.name, clank.colour, clank.shape) for clank in (view.board.clanks if view.board is not None else ())}
        self.roll.show(self._listed(page), self.roll.offset)

    def choose(self, choice: Choice | None) -> None:
        """Another turn."""
        if choice is not None:
            self.send(choice.message)

    def _listed(self, page: HistoryPage) -> list[RollRow]:
        """All rows with heads between them; rows that are as they were stay."""
        before, self._rows = self._rows, []
        rows: list[RollRow] = []
        when = ""
        for at, row in enumerate(page.rows):
            if row.when != when:
                when = row.when
                rows.append(Head(when))
            chosen = at == page.chosen
            # A list keeps the widget of a row that is the very same object, and a turn may have very many.
            known = before[at] if at < len(before) and before[at].fits(row, chosen, self._signs) else None
            self._rows.append(known or Happening(row, chosen, self._signs, lambda message=row.message: self.send(message)))
            rows.append(self._rows[-1])
        return rows

    def _reach(self) -> None:
        """Where a turn opens, its chosen entry is in sight, else its end; later the list stays where fingers left it."""
        page = self.page
        # Before the window has a size nothing is in sight, and an entry is reached once: from then on the list belongs to the fingers.
        if self.roll.height <= 1 or self._reached == (page.turn, page.chosen):
            return
        first = self._reached is None or self._reached[0] != page.turn
        self._reached = (page.turn, page.chosen)
        if page.chosen is not None and page.chosen < len(self._rows):
            self.roll.reach(self._rows[page.chosen])
        elif first:
            self.roll.offset = self.roll.beyond

    def _name_part(self, *_: Any) -> None:
        """Say which part of the turn the list shows: that of the first row that is wholly in sight."""
        first = self.roll.first
        happened = first if isinstance(first, Happening) else None
        self.turns.part.text = first.text if isinstance(first, Head) else happened.row.when if happened is not None else ""
