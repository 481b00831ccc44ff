"""The first lesson: the map of a small board, what to do, the slots, and the cards of the hand."""

from __future__ import annotations

from typing import Any, Final

from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from companion.games.scene import Face
from companion.session.pages.lesson import (
    DONE,
    InsertLessonCard,
    LessonPage,
    TakeLessonCard,
)
from companion.session.view import SlotPicture, View
from companion.signals import SLOTS
from companion.ui.keys import ENTER
from companion.ui.layout import Area, arrange, vbox, with_size
from companion.ui.paint import paint_rimmed
from companion.ui.screens.base import ChoosingScreen, MapScreen, body_of
from companion.ui.theme import (
    BRASS_LIGHT,
    GAP,
    GOOD,
    HEADLINE,
    IVORY,
    NIGHT,
    PANEL,
    SEAM,
    WARNING,
    is_landscape,
    is_wide,
    u,
)
from companion.ui.widgets.cards.card import paint_card
from companion.ui.widgets.fingers import Pressing, Send
from companion.ui.widgets.panel import add_all, toggle_child
from companion.ui.widgets.readers.slots import LampRow, paint_head
from companion.ui.widgets.sentence import Sentence

CARD, STRIP = 88, 32
"""Least height of a card, and height of a slot's head, as on the seven-inch panel."""
SLIM, ROOM = 1.4, 0.62
"""Height of a card by its width, if there is room; greatest share of the room for all cards."""
ACROSS: Final = SLOTS
"""Cards side by side."""


class LessonCards(Pressing, Widget):
    """Five slots above a row of cards; a touch moves a card between them."""

    def __init__(self, send: Send, **rest: Any) -> None:
        """Call `send` with the message of a touch."""
        super().__init__(always_release=False, **rest)
        self._send = send
        self._slots: tuple[SlotPicture, ...] = ()
        self._hand: tuple[Face, ...] = ()
        self._playing = 0
        self.card_height = 0.0
        self.lamps, self._drawing = LampRow(), InstructionGroup()
        self.canvas.add(self._drawing)
        self.canvas.add(self.lamps)
        self.bind(pos=self._draw, size=self._draw)

    def show(self, page: LessonPage) -> None:
        """Draw the cards and slots of a step where they differ from those shown."""
        shown = (page.slots, page.hand, page.playing)
        if shown != (self._slots, self._hand, self._playing):
            self._slots, self._hand, self._playing = shown
            self._draw()

    def fit(self, page: LessonPage, width: float, height: float) -> float:
        """Choose the height of cards for a page in a box of pixels; return the height of them all.

        The words need the rest. The row of the hand stays while it is empty.
        """
        rows = bool(page.slots) + page.holds
        rest = bool(page.slots) * u(STRIP) + max(0, rows - 1) * u(GAP)
        room = (height * ROOM - rest) / max(1, rows)
        self.card_height = max(float(u(CARD)), min(width / ACROSS * SLIM, room))
        return rows * self.card_height + rest

    def slot_area(self, slot: int) -> Area:
        """Return where a slot's card is."""
        wide = self.width / ACROSS
        top = self.y + self.height - u(STRIP)
        high = self.card_height
        return Area(self.x + (slot - 1) * wide + u(2), top - high, wide - u(4), high)

    def card_area(self, number: int) -> Area:
        """Return where a card of the hand is, counted from 0."""
        wide = self.width / max(ACROSS, len(self._hand))
        return Area(self.x + number * wide + u(2), self.y, wide - u(4), self.card_height)

    def on_release(self) -> None:
        """Move the touched card."""
        touch = self.last_touch
        assert touch is not None
        for number, face in enumerate(self._hand):
            if self.card_area(number).contains(*touch.pos):
                self._send(InsertLessonCard(face.code))
                return
        for slot, picture in enumerate(self._slots, 1):
            if picture.asked and picture.filled and self.slot_area(slot).contains(*touch.pos):
                self._send(TakeLessonCard(slot))
                return

    def _draw(self, *_: Any) -> None:
        self._drawing.clear()
        self.lamps.start()
        for slot, picture in enumerate(self._slots, 1):
            area = self.slot_area(slot)
            rim = BRASS_LIGHT if slot == self._playing or picture.asked else SEAM
            paint_head(
                self._drawing,
                self.lamps,
                area.x,
                area.y + area.height + u(STRIP),
                area.width,
                u(STRIP),
                slot,
                picture.lamp,
                locks=picture.locked,
            )
            if picture.card is not None:
                paint_card(self._drawing, picture.card, *area, rim)
            else:
                # A slot that the step does not use is dark.
                inside = NIGHT if picture.asked or picture.filled else PANEL
                paint_rimmed(self._drawing, *area, rim, inside, u(2), u(4))
        for number, face in enumerate(self._hand):
            paint_card(self._drawing, face, *self.card_area(number))


class LessonScreen(ChoosingScreen, MapScreen):
    """The map, the words of the step, and the reader."""

    whole = True

    def make(self, view: View) -> Widget:
        """Make words over slots and cards."""
        self.words, self.cards = Sentence(HEADLINE, least=18), LessonCards(self.send)
        content = Widget()
        add_all(content, self.words, self.cards)
        return content

    def map_share(self) -> float:
        """Return half of the width or less, or what the words and cards leave of the height."""
        return (0.5 if is_wide() else 0.42) if is_landscape() else 0.34

    def show(self, view: View) -> None:
        """Show another moment of the lesson."""
        page = body_of(view, LessonPage)
        names = {sign.name: sign.colour for sign in view.signs.values()}
        # What is wrong says what to do, too, and needs the room of the task.
        self.words.color = WARNING if page.wrong else GOOD if page.stage == DONE else IVORY
        self.words.say(page.wrong or page.words, names)
        toggle_child(self.content, self.cards, bool(page.slots))
        self.cards.show(page)
        self.show_choices(page.choices, False, last=not page.offered)

    def key(self, key: str) -> None:
        """Handle a key: Enter is the main button, unless a question has several answers."""
        page = body_of(self.view, LessonPage)
        if key == ENTER and page.choices and not page.offered:
            self.send(page.choices[-1].message)
        else:
            super().key(key)

    def blinks(self) -> bool:
        """Return whether a slot waits for a card."""
        return self.cards.lamps.blinks

    def arrange(self, *_: Any) -> None:
        """Place the words above the slots."""
        super().arrange()
        page, content = body_of(self.view, LessonPage), self.content
        needed = self.cards.fit(page, content.width, content.height)
        arrange(vbox(self.words, with_size(self.cards, needed), gap=u(4)), content)


SCREEN = LessonScreen
