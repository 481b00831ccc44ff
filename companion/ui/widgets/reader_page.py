"""An opened reader with its head: who programs, what to do now, the way to the map and back under cover.

One line of words serves all: the answer to the last touch before what is wrong, and that before what to do.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.widget import Widget

from companion.session.house_messages import News, Success
from companion.session.view import ReaderPicture
from companion.signals import PULL, PUSH, ReaderTouch, SettleCard
from companion.ui.theme import BODY, GAP, IVORY, LARGE, WARNING, lying, u
from companion.ui.widgets.badge import Badge
from companion.ui.widgets.button import PushButton
from companion.ui.widgets.reader import Reader
from companion.ui.widgets.reader_finder import FinderReader
from companion.ui.widgets.text import Words

HEAD, SECOND = 60, 58
"""Height of the head, and of the line of words that has to go below it in an upright window, as on the seven-inch panel."""


def what_to_do(reader: ReaderPicture) -> str:
    """What the person of this seat does next, in one sentence: fill all unlocked slots [6.4.1], then move the handle [6.4.2]."""
    free = sum(not slot.filled and not slot.locked for slot in reader.slots)
    handles = dict(reader.handles)
    if free:
        if reader.finder:
            return f"Find your cards by move and number. {free} to go."
        cards = "a card" if free == 1 else f"{free} cards"
        return f"Touch {cards} in the order of play, or drag them to slots."
    if PULL in handles and PUSH in handles:
        return f"Pull the handle: {handles[PULL]}. Push it: {handles[PUSH]}."
    return f"Move the handle: {' or '.join(handles.values())}." if handles else reader.state


class ReaderPage(Widget):
    """The open reader over the whole screen. `act` receives what hands do; `peek` and `cover` are what its buttons do."""

    def __init__(
        self, reader: ReaderPicture, act: Callable[[ReaderTouch | SettleCard], object], peek: Callable[[], object], cover: Callable[[], object], **rest: Any,
    ) -> None:
        """Further arguments are those of a Kivy widget."""
        super().__init__(**rest)
        self._said, self._warned = "", ""
        self.badge = Badge(reader.name, reader.colour, reader.shape, size=LARGE, side=46)
        self.words = Words("", BODY, least=18)
        self.peek = PushButton("Map", peek, symbol="zoom", size=BODY)
        self.cover = PushButton("Cover", cover, symbol="lock", size=BODY)
        self.reader = (FinderReader if reader.finder else Reader)(reader, act, self._say)
        for child in (self.badge, self.words, self.peek, self.cover, self.reader):
            self.add_widget(child)
        self.bind(pos=self._place, size=self._place)
        self.show(reader, "")

    def show(self, reader: ReaderPicture, notice: str) -> None:
        """The same reader later; `notice` is the session's, shown where it is a refusal, unless the reader has a remedy of its own."""
        refusal = "" if isinstance(notice, Success | News) else notice
        # That the reader is lost has been said on the way here, and stays so.
        warned = (reader.remedy if reader.remedy != reader.lost else "") or refusal
        # The answer to the last touch stands until something new is wrong.
        if warned != self._warned:
            self._said = ""
        self._warned = warned
        self.badge.show(reader.name, reader.colour, reader.shape)
        self.reader.show(reader)
        self._write()

    def _say(self, words: str) -> None:
        self._said = words
        self._write()

    def _write(self) -> None:
        """One sentence: what is wrong where something is, else what to do."""
        wrong = self._said or self._warned
        self.words.text = wrong or what_to_do(self.reader.picture)
        self.words.color = WARNING if wrong else IVORY
        self.words.bold = bool(wrong)

    def _place(self, *_: Any) -> None:
        """Who on the left of the head, buttons on the right, words between them, upright below; the reader takes the rest."""
        pad, head, button = u(GAP), u(HEAD), u(108)
        top = self.y + self.height
        for at, child in enumerate((self.cover, self.peek)):
            child.pos = self.x + self.width - (at + 1) * (button + pad), top - head + u(3)
            child.size = button, head - u(6)
        left = self.x + self.width - 2 * (button + pad) - pad
        badge = u(190) if lying() else left - self.x - pad
        self.badge.pos, self.badge.size = (self.x + pad, top - head), (badge, head)
        low = top - head
        if lying():
            self.words.pos, self.words.size = (self.x + 2 * pad + badge, low), (max(1, left - self.x - 2 * pad - badge), head)
        else:
            low -= u(SECOND)
            self.words.pos, self.words.size = (self.x + pad, low), (max(1, self.width - 2 * pad), u(SECOND))
        self.reader.pos = self.x + pad, self.y + pad
        self.reader.size = max(1, self.width - 2 * pad), max(1, low - pad - self.reader.y)


