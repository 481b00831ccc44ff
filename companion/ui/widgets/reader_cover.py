"""The page between two people: the hand stays covered until the person of that seat says that only they are looking.

What it tells of the seat everybody may know: how many cards were dealt [6.2.1], which slots are locked [6.3.1].
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.widget import Widget

from companion.session.view import ReaderPicture
from companion.ui.theme import BODY, HEADLINE, IVORY, LARGE, SAND, WARNING, u
from companion.ui.widgets.badge import Token
from companion.ui.widgets.button import PRIMARY, PushButton
from companion.ui.widgets.panel import Column, Panel, Row, Space
from companion.ui.widgets.reader_tile import dealt_words
from companion.ui.widgets.text import Words


def cover_facts(reader: ReaderPicture) -> str:
    """What this seat has been dealt, and which slots are locked."""
    locked = [str(number) for number, slot in enumerate(reader.slots, 1) if slot.locked]
    dealt = f"{dealt_words(reader)} dealt" if not reader.finder else f"{dealt_words(reader)} in your hand: find them on the screen"
    return dealt + (f" · slot{'s' * (len(locked) > 1)} {', '.join(locked)} locked" if locked else "")


def played_here_words(reader: ReaderPicture) -> str:
    """Why a seat with a reader of its own is played on this screen, "" where it has none."""
    return "Its own reader is set aside." if reader.aside else reader.lost


class CoverPage(Panel):
    """Who may look now; `uncover` and `leave` are what its two buttons do, `reuse` what the third where a reader was set aside."""

    def __init__(
        self, reader: ReaderPicture, uncover: Callable[[], object], leave: Callable[[], object], reuse: Callable[[], object] | None = None,
        **rest: Any,
    ) -> None:
        """Without `reuse` there is no third button, whatever was set aside; further arguments are those of a Panel."""
        super().__init__(**rest)
        words = Column(gap=2)
        words.add_widget(Words(reader.name, HEADLINE, bold=True, upright="bottom", size_hint_y=1.1))
        words.add_widget(Words("Everybody else looks away.", LARGE, tint=IVORY, size_hint_y=0.8))
        words.add_widget(Words(cover_facts(reader), BODY, tint=SAND, upright="top", least=18))
        if why := played_here_words(reader):
            words.add_widget(Words(why, BODY, tint=WARNING, least=16, size_hint_y=1.3))
        who = Row(gap=20)
        for child in (Space(width=4), Token(reader.name, reader.colour, reader.shape, size_hint_x=0.36), words):
            who.add_widget(child)
        self.leave = PushButton("Not me", leave, symbol="back", size_hint_x=0.45)
        self.uncover = PushButton("Show my cards", uncover, kind=PRIMARY, symbol="next", trailing=True)
        buttons = Row(size_hint_y=None, height=u(84))
        self.reuse = PushButton("Use its reader again", reuse or leave, size=BODY, size_hint_x=0.6)
        for child in (self.leave, *([self.reuse] if reader.aside and reuse else []), self.uncover):
            buttons.add_widget(child)
        for child in (who, buttons):
            self.add_widget(child)


class Covered(Widget):
    """A page that fills the screen with one thing in its middle, no larger than is good to read."""

    def __init__(self, inner: Widget, most: tuple[float, float], **rest: Any) -> None:
        """What to show, and the size beyond which it does not grow, as on the seven-inch panel."""
        super().__init__(**rest)
        self.inner, self._most = inner, most
        self.add_widget(inner)
        self.bind(pos=self._place, size=self._place)

    def _place(self, *_: Any) -> None:
        """In the middle, with a little room on all sides."""
        width, height = min(self.width - u(16), u(self._most[0])), min(self.height - u(16), u(self._most[1]))
        self.inner.size = width, height
        self.inner.pos = self.x + (self.width - width) / 2, self.y + (self.height - height) / 2
