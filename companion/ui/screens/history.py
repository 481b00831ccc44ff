"""The history: a turn as it was played, the board as it was at the chosen entry, and the way back to there.

A turn can have two hundred rows: `Head` and `Happening` only know their heights, and what is drawn is made when it comes into sight.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

from companion.session.choices import Choice
from companion.session.messages import Message
from companion.session.pages.history import HistoryPage, HistoryRow
from companion.session.view import View
from companion.ui.layout import fixed, hbox, lay, vbox
from companion.ui.paint import paint_symbol
from companion.ui.screens.base import MapScreen, Send
from companion.ui.theme import (
    BOLD_FONT,
    BRASS,
    BRASS_DARK,
    BRASS_LIGHT,
    PANEL,
    RAISED,
    SAND,
    SEAM,
    SMALL,
    TOUCH,
    Rgba,
    u,
)
from companion.ui.widgets.badge import Token
from companion.ui.widgets.button import QUIET, Pressable, PushButton
from companion.ui.widgets.choice_plate import Signs
from companion.ui.widgets.panel import fill, put
from companion.ui.widgets.roll import Roll, RollRow
from companion.ui.widgets.sentence import Sentence
from companion.ui.widgets.text import Words, text_height
from companion.words import Text, text

PAD, SIDE = 8, 30
"""Room around the words, and the side of a sign, as on the seven-inch panel."""
HEAD: Final = 30
"""Height of the head of a section, likewise."""
TURN: Final = 126
"""Width of a button that leads to another turn, as on the seven-inch panel."""


class Head:
    """The head of a section, such as a round."""

    def __init__(self, text: Text | str) -> None:
        """What it says."""
        self.text = text

    def wanted(self, width: float) -> float:
        """One line."""
        return u(HEAD)

    def widget(self) -> Widget:
        """The words with a line behind them."""
        return HeadPlate(self.text)


class HeadPlate(Widget):
    """The head of a section as it is drawn."""

    def __init__(self, text: Text | str, **rest: Any) -> None:
        """Further arguments are those of a Kivy widget."""
        super().__init__(**rest)
        self.words = Words(text, SMALL, bold=True, tint=BRASS_LIGHT, least=18)
        self._line = Rectangle()
        self.canvas.add(Color(*SEAM))
        self.canvas.add(self._line)
        self.add_widget(self.words)
        self.bind(pos=self._place, size=self._place)

    def _place(self, *_: Any) -> None:
        self._line.pos, self._line.size = (self.x, self.y), (self.width, u(2))
        put(self.words, self.x, self.y + u(2), self.width, self.height - u(2))


class Happening:
    """One thing that happened, as a row of the list."""

    def __init__(
        self, row: HistoryRow, chosen: bool, signs: Signs, do: Callable[[], object]
    ) -> None:
        """`do` is called when it is touched."""
        self.row, self.chosen, self._signs, self._do = row, chosen, signs, do
        self._why = text("{rule}  {why}", rule=row.rule, why=row.why) if row.rule else row.why

    def fits(self, row: HistoryRow, chosen: bool, signs: Signs) -> bool:
        """Whether it is the same as it would be made for this; the list then keeps it, and its plate with it."""
        return (row, chosen, signs) == (self.row, self.chosen, self._signs)

    @property
    def names(self) -> Mapping[str, str]:
        """The pieces' names with their colours."""
        return {name: colour for name, colour, _ in self._signs.values()}

    @property
    def sign(self) -> tuple[str, str, str] | None:
        """Name, colour and shape of the piece that it concerns first, None where it concerns nobody."""
        return self._signs.get(self.row.seat) if self.row.seat is not None else None

    def texts(self, width: float) -> list[tuple[str, Text | str, float]]:
        """The texts below each other as (which, text, height in pixels): what happened, who changed it, and why when it is chosen."""
        inner = width - 2 * u(PAD) - u(SIDE + PAD)
        told = text_height(self.row.words, SMALL, inner, BOLD_FONT, Sentence.LEADING)
        found = [("words", self.row.words, told)]
        if self.row.note:
            found.append(("note", self.row.note, text_height(self.row.note, 20, inner)))
        if self.chosen and self._why:
            found.append(("why", self._why, text_height(self._why, SMALL, inner) + u(4)))
        return found

    def wanted(self, width: float) -> float:
        """The height in pixels of all texts, at least what a finger needs."""
        return max(u(TOUCH), sum(height for _, _, height in self.texts(width)) + u(PAD) * 1.5)

    def widget(self) -> Widget:
        """Its plate."""
        return HappeningPlate(self, self._do)


class HappeningPlate(Pressable):
    """One thing that happened as it is drawn: sign, words, a hand where people changed something, and why when it is chosen."""

    def __init__(self, about: Happening, do: Callable[[], object], **rest: Any) -> None:
        """`do` is called on release."""
        self.about = about
        self.token = Token(*about.sign) if about.sign is not None else None
        self.words = Sentence(SMALL, least=18, upright="top")
        self.words.say(about.row.words, about.names)
        self.note = Words(about.row.note, 20, tint=BRASS_LIGHT, least=17, upright="top")
        self.why = Words(
            about._why if about.chosen else "", SMALL, tint=SAND, least=18, upright="top"
        )
        super().__init__(do, **rest)
        self.chosen = about.chosen
        for child in (self.token, self.words, self.note, self.why):
            if child is not None:
                self.add_widget(child)

    def tints(self) -> tuple[Rgba, Rgba]:
        """The chosen one is raised and has a bright rim; its words keep their tints."""
        return self._ground, BRASS if self.chosen else SEAM if self.about.row.by_hand else RAISED

    @property
    def _ground(self) -> Rgba:
        return BRASS_DARK if self.state == "down" else RAISED if self.chosen else PANEL

    def place(self) -> None:
        """Sign left, the texts from top to bottom."""
        pad, side = u(PAD), u(SIDE)
        left, top = self.x + 2 * pad + side, self.y + self.height - pad * 0.75
        self.sign.clear()
        texts = self.about.texts(self.width)
        # A row that is no higher than a finger needs holds its words in its middle.
        spare = (self.height - pad * 1.5 - sum(height for _, _, height in texts)) / 2
        top -= max(0.0, spare)
        for name, _, height in texts:
            top -= height
            widget: Widget = {"words": self.words, "note": self.note, "why": self.why}[name]
            put(widget, left, top, self.x + self.width - pad - left, height)
        lead = (
            self.y + self.height - pad - side
            if len(texts) > 1
            else self.y + (self.height - side) / 2
        )
        if self.token is not None:
            put(self.token, self.x + pad, lead, side, side)
        if self.about.row.by_hand:
            low = lead if self.token is None else lead - side - u(4)
            paint_symbol(
                self.sign,
                "hand",
                self.x + pad,
                max(self.y + u(4), low),
                side,
                BRASS_LIGHT,
                self._ground,
            )


class Turns(Widget):
    """The turns before and after, above the list; between them in which part of the turn the list stands.

    The part is said here because its head in the list is rolled out of sight where a part is long.
    """

    def __init__(self, screen: HistoryScreen) -> None:
        """`show` says which there are."""
        super().__init__()
        self.earlier = PushButton(
            "", lambda: screen.choose(screen.page.earlier), kind=QUIET, symbol="back", size=SMALL
        )
        self.later = PushButton(
            "",
            lambda: screen.choose(screen.page.later),
            kind=QUIET,
            symbol="next",
            trailing=True,
            size=SMALL,
        )
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
        lay(hbox(fixed(self.earlier, u(TURN)), self.part, fixed(self.later, u(TURN))), self)


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
        fill(content, self.turns, self.roll)
        return content

    def map_share(self) -> float:
        """The list wants more room than the map."""
        return 0.42

    def labels(self, view: View) -> tuple[Text | str, Text | str, Text | str]:
        """The way back to the chosen entry stands where other pages go on."""
        assert isinstance(view.body, HistoryPage)
        there = view.body.back_to
        return super().labels(view) if there is None else (view.back, there.label, there.blocked)

    def said_forward(self, view: View) -> Message | None:
        """Back to the chosen entry."""
        there = self.page.back_to
        if there is None:
            return super().said_forward(view)
        return there.message

    def arrange(self, *_: Any) -> None:
        """As a screen with a map; the turns above the list."""
        super().arrange()
        lay(vbox(fixed(self.turns, u(TOUCH)), self.roll), self.content)
        self._reach()
        self._name_part()

    def show(self, view: View) -> None:
        """Another turn, another entry."""
        page = self.page
        self.turns.show(page)
        self._signs = {seat: (*sign,) for seat, sign in view.signs.items()}
        self.roll.show(self._listed(page), self.roll.offset)

    def choose(self, choice: Choice | None) -> None:
        """Another turn."""
        if choice is not None:
            self.send(choice.message)

    def _listed(self, page: HistoryPage) -> list[RollRow]:
        """All rows with heads between them; rows that are as they were stay."""
        before, self._rows = self._rows, []
        rows: list[RollRow] = []
        when: Text | str = ""
        for at, row in enumerate(page.rows):
            if row.when != when:
                when = row.when
                rows.append(Head(when))
            chosen = at == page.chosen
            # A list keeps the widget of a row that is the very same object, and a turn may have very many.
            known = (
                before[at]
                if at < len(before) and before[at].fits(row, chosen, self._signs)
                else None
            )
            self._rows.append(
                known or Happening(row, chosen, self._signs, partial(self.send, row.message))
            )
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
        self.turns.part.text = (
            first.text
            if isinstance(first, Head)
            else happened.row.when
            if happened is not None
            else ""
        )


SCREEN = HistoryScreen
