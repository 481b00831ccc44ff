"""After the race: who won, the board as it stands, the race in a few sentences, and in counts where they are asked for; once more or anew.

The same shows the race that ended last, looked at again. There may be no winner (10.4): then a marker stands in the place of the piece's sign. Of a game that
tells nothing about itself the standing is shown.
"""
from __future__ import annotations

from typing import Final

from kivy.uix.widget import Widget

from companion.session.view import SummaryPage, View
from companion.ui.screens.base import MapScreen, Send, body_of
from companion.ui.theme import BODY, BOLD_FONT, BRASS, BRASS_LIGHT, GAP, HEADING, IVORY, RAISED, SMALL, TOUCH, lying, u
from companion.ui.widgets.badge import Sign, Token
from companion.ui.widgets.button import QUIET, PushButton
from companion.ui.widgets.panel import Panel, Row, fill, keep, put
from companion.ui.widgets.roll import Roll
from companion.ui.widgets.sentence import Sentence
from companion.ui.widgets.standing import CountTable, StandingList
from companion.ui.widgets.text import Words, text_height
from companion.words import Text, text

PLATE: Final = 74
"""Height of the plate with the winner, as on the seven-inch panel."""
SIZES: Final = (BODY, SMALL, 20, 18)
"""Sizes of the letters of the sentences, the largest first."""


class Told:
    """One sentence about the race, as a row of the list."""

    def __init__(self, words: Text, names: dict[str, str], size: int) -> None:
        """`names` are the pieces' names with their colours."""
        self.words, self.names, self.size = words, names, size

    def wanted(self, width: float) -> float:
        """What its letters need."""
        return text_height(self.words, self.size, width, BOLD_FONT, Sentence.LEADING)

    def widget(self) -> Widget:
        """The letters alone."""
        said = Sentence(self.size, least=18, tint=IVORY)
        said.say(self.words, self.names)
        return said


class Story(Roll):
    """The sentences, in letters as large as all of them allow; `tell` fills it."""

    def __init__(self) -> None:
        """Empty."""
        super().__init__(gap=7)
        self._told: tuple[tuple[Text, ...], dict[str, str]] = ((), {})

    def tell(self, sentences: tuple[Text, ...], names: dict[str, str]) -> None:
        """Other sentences; the same ones again change nothing."""
        if (sentences, names) != self._told:
            self._told = (sentences, names)
            self._lay()

    def _lay(self) -> None:
        sentences, names = self._told
        self.show(self.fitting(tuple(Told(words, names, size) for words in sentences) for size in SIZES), 0.0)

    def _resize(self, *_: object) -> None:
        """In another window there is room for other letters."""
        super()._resize()
        if self._told[0] and min(self.size) > 1:
            self._lay()


class OverScreen(MapScreen):
    """The winner on a plate over the sentences, the board beside them; or the counts, in all the room that there is."""

    whole = True

    def __init__(self, send: Send, view: View) -> None:
        """As a screen."""
        self.counted = False
        super().__init__(send, view)

    @property
    def scene(self) -> Widget | None:
        """The board, but not beside the counts."""
        return None if self.counted else super().scene

    def make(self, view: View) -> Widget:
        """Winner, sentences or standing, counts, and what leads from one to the other."""
        page = body_of(view, SummaryPage)
        self.plate, self.words = Panel(RAISED, BRASS, pad=8), Words(page.winner, HEADING, bold=True, tint=BRASS_LIGHT, align="center", least=20)
        signs: list[Widget] = [Token(row.name, row.colour, row.shape, size_hint_x=0.3) for row in page.rows if row.seat in page.winners]
        shown = Row(pad=0)
        fill(shown, *(signs or [Sign("marker", BRASS, RAISED, size_hint_x=0.3)]), self.words)
        self.plate.add_widget(shown)
        self.story, self.standing, self.counts = Story(), StandingList(), CountTable()
        self.watch = PushButton(text("Watch the game"), self._watch, symbol="play", size=SMALL)
        self.review = PushButton(text("Review"), self._review, size=SMALL)
        self.turned = PushButton("", self._turn, kind=QUIET, size=SMALL)
        self.turned.words.shorten = False
        return Widget()

    def show(self, view: View) -> None:
        """The end of a race."""
        page = body_of(view, SummaryPage)
        self.words.text = page.winner
        self.turned.text = (text("Back to the board") if view.board is not None else text("Back to the table")) if self.counted else text("In figures")
        self.story.tell(page.sentences, {row.name: row.colour for row in page.rows})
        self.standing.tell(page.rows)
        self.counts.tell(page.counts)
        told = bool(page.sentences)
        for widget, wanted in (
            (self.plate, not self.counted), (self.story, told and not self.counted), (self.standing, not told), (self.counts, self.counted),
            (self.watch, page.watch is not None), (self.review, page.review is not None), (self.turned, bool(page.counts) or page.statistics is not None),
        ):
            keep(self.content, widget, wanted)

    def map_share(self) -> float:
        """The sentences want to be read from where one sits."""
        if self.view.board is None and self.view.cards is not None and lying():
            return 0.47
        return 0.42 if lying() else 0.4

    def arrange(self, *_: object) -> None:
        """The plate on top, the buttons at the foot, what is to be read between them."""
        super().arrange()
        x, y, width, height = *self.content.pos, *self.content.size
        gap, buttons = u(GAP), [button for button in (self.watch, self.review, self.turned) if button.parent is not None]
        foot = u(TOUCH) if buttons else 0.0
        for at, button in enumerate(buttons):
            wide = (width - gap * (len(buttons) - 1)) / len(buttons)
            put(button, x + at * (wide + gap), y, wide, foot)
        low, top = y + foot + (gap if foot else 0), y + height
        if self.plate.parent is not None:
            top -= u(PLATE)
            put(self.plate, x, top, width, u(PLATE))
            top -= gap
        for widget in (self.story, self.standing, self.counts):
            if widget.parent is not None:
                put(widget, x, low, width, top - low)

    def _watch(self) -> None:
        self._send_if(body_of(self.view, SummaryPage).watch)

    def _review(self) -> None:
        self._send_if(body_of(self.view, SummaryPage).review)

    def _turn(self) -> None:
        """To all figures, which have a page of their own where more is counted than has room here."""
        statistics = body_of(self.view, SummaryPage).statistics
        if statistics is not None:
            self.send(statistics)
            return
        self.counted = not self.counted
        self.update(self.view)


SCREEN = OverScreen
