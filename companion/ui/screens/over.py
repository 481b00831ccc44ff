"""After the race: who won, all places with the board as it stands, the race in a few sentences, and in counts where they are asked for.

The same shows the race that ended last, looked at again. There may be no winner (10.4): then a marker stands in the place of the piece's sign. Of a game that
tells nothing about itself the standing is shown.
"""
from __future__ import annotations

from typing import Final

from kivy.uix.widget import Widget

from companion.session.pages.facts import AskPiece
from companion.session.view import SummaryPage, View
from companion.ui.screens.base import MapScreen, Send, body_of
from companion.ui.theme import BODY, BOLD_FONT, BRASS, BRASS_LIGHT, GAP, HEADING, IVORY, RAISED, SMALL, TOUCH, lying, u
from companion.ui.widgets.badge import Sign, Token
from companion.ui.widgets.button import QUIET, PushButton
from companion.ui.widgets.panel import Panel, Row, fill, keep, put
from companion.ui.widgets.places import PlaceList
from companion.ui.widgets.roll import Roll
from companion.ui.widgets.sentence import Sentence
from companion.ui.widgets.standing import CountTable, StandingList
from companion.ui.widgets.text import Words, text_height
from companion.words import Text, text

PLATE, INSIDE = 74, 8
"""Least height of the plate with the winner, and the room around its words, as on the seven-inch panel."""
LEAST: Final = 20
"""The smallest letters on it."""
LIST: Final = 0.56
"""At most so much of the room beside the story, or above it, is for the places where there is a picture, too."""
SIZES: Final = (BODY, SMALL, 20, 18)
"""Sizes of the letters of the sentences, the largest first."""
SIGN: Final = 0.3
"""The width of a winner's sign as a share of that of the words beside it."""
ROOM: Final = 1.15
"""The places take so many times their least height."""
SHARES: Final = (0.42, 0.38, 0.34, 0.3)
"""Shares of the picture with the places, the largest first."""
BESIDE: Final = 0.37
"""The share of the places beside the story where there is no picture."""
FEW: Final = 4
"""Rows of cards of more seats would be too small beside the places."""


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

    def has_room(self, width: float, height: float) -> bool:
        """Return whether a box of so many pixels shows all sentences in the smallest letters."""
        sentences, names = self._told
        return sum(Told(words, names, SIZES[-1]).wanted(width) + self._gap for words in sentences) <= height

    def _resize(self, *_: object) -> None:
        """In another window there is room for other letters."""
        super()._resize()
        if self._told[0] and min(self.size) > 1:
            self._lay()


class OverScreen(MapScreen):
    """The winner on a plate over the sentences, the board and all places beside them; or the counts, in all the room that there is."""

    whole = True

    def __init__(self, send: Send, view: View) -> None:
        """As a screen."""
        self.counted = False
        super().__init__(send, view)

    @property
    def scene(self) -> Widget | None:
        """The board, but not beside the counts; cards on the table where rows leave them room beside the places."""
        crowded = self.view.board is None and len(body_of(self.view, SummaryPage).rows) > FEW and bool(body_of(self.view, SummaryPage).sentences)
        return None if self.counted or crowded else super().scene

    def make(self, view: View) -> Widget:
        """Winner, sentences or standing, counts, and what leads from one to the other."""
        page = body_of(view, SummaryPage)
        self.plate, self.words = Panel(RAISED, BRASS, pad=INSIDE), Words(page.winner, HEADING, bold=True, tint=BRASS_LIGHT, align="center", least=LEAST)
        signs: list[Widget] = [Token(row.name, row.colour, row.shape, size_hint_x=SIGN) for row in page.rows if row.seat in page.winners]
        shown = Row(pad=0)
        self.signs = signs or [Sign("marker", BRASS, RAISED, size_hint_x=SIGN)]
        fill(shown, *self.signs, self.words)
        self.plate.add_widget(shown)
        self.story, self.counts, self.places = Story(), CountTable(), PlaceList()
        self.standing = StandingList(lambda seat: self.send(AskPiece(seat)))
        self.watch = PushButton(text("Watch the game"), self._watch, symbol="play", size=SMALL, in_line=True)
        self.review = PushButton(text("Review"), self._review, size=SMALL, in_line=True)
        self.turned = PushButton("", self._turn, kind=QUIET, size=SMALL, in_line=True)
        return Widget()

    def show(self, view: View) -> None:
        """The end of a race."""
        page = body_of(view, SummaryPage)
        self.words.text = page.winner
        self.turned.text = (text("Back to the board") if view.board is not None else text("Back to the table")) if self.counted else text("In figures")
        self.story.tell(page.sentences, {row.name: row.colour for row in page.rows})
        self.standing.tell(page.rows)
        self.places.tell(page.rows)
        self.counts.tell(page.counts)
        told = bool(page.sentences)
        for widget, wanted in (
            (self.plate, not self.counted), (self.story, told and not self.counted), (self.standing, not told), (self.counts, self.counted),
            (self.places, told and not self.counted),
            (self.watch, page.watch is not None), (self.review, page.review is not None), (self.turned, bool(page.counts) or page.statistics is not None),
        ):
            keep(self.content, widget, wanted)

    def map_share(self) -> float:
        """The sentences want to be read from where one sits, all of them at once if that can be."""
        taken = u(GAP) + (u(TOUCH) + u(GAP) if self._buttons() else 0)
        for share in SHARES:
            width, height = self.content_size(share)
            if self.story.has_room(width, height - taken - self._plate_height(width)):
                return share
        return SHARES[-1]

    def _buttons(self) -> list[PushButton]:
        """Return the buttons above the foot, as far as they are shown."""
        return [button for button in (self.watch, self.review, self.turned) if button.parent is not None]

    def _plate_height(self, width: float) -> float:
        """Return the height in pixels of the plate with the winner: more where its words are many."""
        room = (width - 2 * u(INSIDE) - u(GAP) * len(self.signs)) / (1 + SIGN * len(self.signs))
        return max(u(PLATE), text_height(self.words.told, LEAST, room, BOLD_FONT) + 2 * u(INSIDE) + u(4))

    def _arrange_places(self) -> None:
        """Put the places below the picture; where there is none, beside the story, upright above it."""
        scene, content = self.scene, self.content
        x, y, width, height = (scene or content).pos + (scene or content).size
        if scene is None:
            wide = width * BESIDE if lying() else width
            high = height if lying() else self.places.wanted(width)
            put(self.places, x, y + height - high, wide, high)
            if lying():
                put(content, x + wide + u(GAP), y, width - wide - u(GAP), height)
            else:
                put(content, x, y, width, height - high - u(GAP))
            return
        pad = u(GAP)
        high = min(height * LIST, self.places.wanted(width - 2 * pad) * ROOM)
        put(self.places, x + pad, y + u(5), width - 2 * pad, high)
        put(scene, x, y + high + pad, width, height - high - pad)

    def arrange(self, *_: object) -> None:
        """The plate on top, the buttons at the foot, what is to be read between them."""
        super().arrange()
        if self.places.parent is not None:
            self._arrange_places()
        x, y, width, height = *self.content.pos, *self.content.size
        gap, buttons = u(GAP), self._buttons()
        foot = u(TOUCH) if buttons else 0.0
        for at, button in enumerate(buttons):
            wide = (width - gap * (len(buttons) - 1)) / len(buttons)
            put(button, x + at * (wide + gap), y, wide, foot)
        low, top = y + foot + (gap if foot else 0), y + height
        if self.plate.parent is not None:
            high = self._plate_height(width)
            top -= high
            put(self.plate, x, top, width, high)
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
