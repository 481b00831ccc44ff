"""The page that covers a hand until its player uncovers it.

It says whose turn it is to look and how the piece is, beside the board, which everybody may see.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kivy.uix.widget import Widget

from companion.session.pages.facts import AskPiece
from companion.session.view import BoardPicture, ReaderPicture, SeatSign
from companion.ui.layout import Area, arrange, centre, hbox, vbox, with_size
from companion.ui.theme import (
    BODY,
    BRASS_LIGHT,
    GAP,
    HEADLINE,
    IVORY,
    LARGE,
    SAND,
    SMALL,
    WARNING,
    is_landscape,
    u,
)
from companion.ui.widgets.badge import Token
from companion.ui.widgets.button import PRIMARY, PushButton
from companion.ui.widgets.fingers import Pressing, Send
from companion.ui.widgets.label import Label, text_height
from companion.ui.widgets.map.board_map import BoardMap
from companion.ui.widgets.panel import ColumnBox, Panel, RowBox, add_all
from companion.ui.widgets.readers.reader_tile import dealt_words
from companion.words import NOTHING, Text, count, facts, listed, text

SEEN: Final = 0.48
"""Share of the width for the board."""
LEAST, LINE, ROOMY = 284, 24, 264
"""Height that the board leaves in an upright window, of a line about the piece, and of a page with
room for these lines, as on the seven-inch panel."""
PAD, TIGHT, LINE_OF_HEAD = GAP + 4, 4, 26
"""Room inside the rim, between parts if there are reasons to tell, and height of a line beside the
sign."""
BUTTON, LOW_BUTTON = 72, 64
"""Height of the buttons, and where there are reasons to tell."""


def cover_facts(reader: ReaderPicture) -> Text:
    """Say what this seat was dealt and which slots are locked, or that its question is private."""
    if not reader.reads:
        return text("A question for you alone.")
    locked = [str(number) for number, slot in enumerate(reader.slots, 1) if slot.locked]
    cards = dealt_words(reader)
    if reader.finder:
        dealt = text("{cards} in your hand: find them on the screen", cards=cards)
    else:
        dealt = text("{cards} dealt", cards=cards)
    if locked:
        burnt = count(
            "slot {slots} locked", "slots {slots} locked", len(locked), slots=listed(locked, "")
        )
    else:
        burnt = NOTHING
    return facts([dealt if cards else NOTHING, burnt])


def played_here_words(reader: ReaderPicture) -> Text | str:
    """Say why a seat is played on this screen, or what else chooses its cards.

    "" if only this screen can choose them.
    """
    if reader.phone:
        return text("Its player chooses on a phone. Take over only if that phone is lost.")
    return text("Its reader is not in use now.") if reader.aside else reader.lost


class SignTouched(Pressing, Token):
    """The sign of a seat; a touch on it asks about the seat."""

    def __init__(self, send: Send, seat: int, sign: SeatSign, **rest: Any) -> None:
        super().__init__(
            name=sign.name, colour=sign.colour, shape=sign.shape, always_release=False, **rest
        )
        self._send, self._seat = send, seat

    def on_release(self) -> None:
        self._send(AskPiece(self._seat))


class CoverPage(Panel):
    """The page says who may look now."""

    def __init__(
        self,
        reader: ReaderPicture,
        sign: SeatSign,
        send: Send,
        uncover: Callable[[], object],
        leave: Callable[[], object],
        reuse: Callable[[], object],
        **rest: Any,
    ) -> None:
        """Make the page.

        Args:
            reader: The seat.
            sign: Its sign.
            send: Gets the question about the seat, by a touch on the sign.
            uncover: Called by the first button.
            leave: Called by the second button.
            reuse: Called by the third button, which uses a reader again that was set aside.
            rest: Arguments of a Panel.
        """
        super().__init__(pad=PAD, **rest)
        words, why = ColumnBox(gap=2), played_here_words(reader)
        name = (reader.decides or sign).name
        words.add_widget(
            Label(
                name,
                HEADLINE,
                bold=True,
                least=SMALL,
                upright="bottom",
                size_hint_y=1.1,
                cut="center",
            )
        )
        if reader.decides is not None:
            words.add_widget(
                Label(
                    text("for {piece}", piece=sign.name),
                    LARGE,
                    bold=True,
                    tint=BRASS_LIGHT,
                    size_hint_y=0.8,
                )
            )
        words.add_widget(
            Label(
                text("Everybody else: please look away."),
                LARGE,
                least=18,
                tint=IVORY,
                size_hint_y=0.8,
            )
        )
        dealt = Label(cover_facts(reader), BODY, tint=SAND, upright="top", least=18)
        self.reasons = ColumnBox(gap=0, size_hint_y=None)
        self._sentences: list[Label] = []
        if why:
            # Such a sentence needs the whole width.
            reason = Label(why, BODY, tint=WARNING, upright="top", least=18)
            add_all(self.reasons, dealt, reason)
            self._sentences = [reason, dealt]
            self.spacing = u(TIGHT)
        else:
            words.add_widget(dealt)
        who = RowBox(gap=20)
        self.token = SignTouched(send, reader.seat, sign, size_hint_x=0.36)
        add_all(who, Widget(size_hint_x=None, width=u(4)), self.token, words)
        self.leave = PushButton(text("Not me"), leave, symbol="back", in_line=True)
        self.uncover = PushButton(
            text("Show my cards") if reader.reads else text("Show the question"),
            uncover,
            kind=PRIMARY,
            symbol="next",
            trailing=True,
            in_line=True,
        )
        for button in (self.leave, self.uncover):
            button.size_hint_x = button.needed_width()
        buttons = RowBox(size_hint_y=None, height=u(LOW_BUTTON if why else BUTTON))
        self.reuse = PushButton(text("Use its reader again"), reuse, size=BODY)
        self.reuse.size_hint_x = self.reuse.needed_width() * 0.6
        add_all(buttons, self.leave, *([self.reuse] if reader.aside else []), self.uncover)
        self.stands = ColumnBox(gap=0, size_hint_y=None)
        self._lines_of_head = 2 + (reader.decides is not None)
        add_all(self, who, *([self.reasons] if why else []), self.stands, buttons)
        self.bind(size=self._fit)
        self.show(reader)

    def show(self, reader: ReaderPicture) -> None:
        """Show how its piece is now."""
        self.stands.clear_widgets()
        for at, line in enumerate(reader.bearing.lines):
            self.stands.add_widget(
                Label(
                    line, SMALL if at else BODY, bold=not at, tint=SAND if at else IVORY, least=18
                )
            )
        self._fit()

    def least(self, width: float) -> float:
        """Return the least height in pixels for all parts at a width in pixels."""
        if not self.reasons.children:
            return float(u(ROOMY))
        head, gaps = u(LINE_OF_HEAD) * self._lines_of_head, 3 * u(TIGHT)
        stands = u(LINE) * len(self.stands.children)
        return 2 * u(PAD) + head + sum(self._reasons(width)) + stands + u(LOW_BUTTON) + gaps

    def _reasons(self, width: float) -> list[float]:
        """Return the heights of the sentences in the whole width, the last first, as in Kivy."""
        inside = width - 2 * u(PAD)
        return [text_height(words.source, 18, inside) + u(2) for words in self._sentences]

    def _fit(self, *_: Any) -> None:
        """Omit the lines about the piece if a notice takes their room."""
        lines, highs = self.stands.children, self._reasons(self.width)
        for words, high in zip(self.reasons.children, highs, strict=True):
            words.size_hint_y, words.height = None, high
        self.reasons.height = sum(highs)
        fits = self.height >= self.least(self.width)
        self.stands.height, self.stands.opacity = (
            u(LINE) * len(lines) if fits and lines else u(1),
            float(fits),
        )


class Covered(Widget):
    """A full page with one part in its middle, no larger than is good to read.

    If it is `mapped` the board is beside the part, or above it in an upright window.
    """

    def __init__(
        self, inner: Widget, most: tuple[float, float], *, mapped: bool = False, **rest: Any
    ) -> None:
        """Show `inner`, which grows to `most` at most, as on the seven-inch panel."""
        super().__init__(**rest)
        self.inner, self._most = inner, most
        self.map = BoardMap(lively=False) if mapped else None
        add_all(self, *([self.map] if self.map is not None else []), inner)
        self.bind(pos=self._place, size=self._place)

    def show(self, board: BoardPicture | None, reader: ReaderPicture) -> None:
        """Show the whole board with brackets around a seat's piece and its next goal.

        The lines say how the piece is.
        """
        if isinstance(self.inner, CoverPage):
            self.inner.show(reader)
        if self.map is None or board is None:
            return
        own = tuple(
            piece.square
            for piece in board.pieces
            if piece.seat == reader.seat and piece.square is not None
        )
        goal = () if reader.bearing.goal is None else (reader.bearing.goal,)
        first = self.map.picture is None
        self.map.show(
            board._replace(touchable=False, moves=(), beams=(), foreseen=(), marks=(*own, *goal))
        )
        if first:
            self.map.zoom(False)

    def _place(self, *_: Any) -> None:
        """Place the part in the middle of the room that the board leaves, with a margin."""
        gap, (most_width, most_height) = u(GAP), (u(most) for most in self._most)

        def inner(area: Area) -> None:
            width, height = area.width - 2 * gap, area.height - 2 * gap
            arrange(centre(self.inner, min(width, most_width), min(height, most_height)), area)

        if is_landscape():
            seen = with_size(self.map, round(self.width * SEEN))
            arrange(hbox(seen, inner, gap=0), self)
            return
        left = float(u(LEAST))
        if isinstance(self.inner, CoverPage):
            across = min(self.width - 2 * gap, most_width)
            left = max(left, self.inner.least(across) + 2 * gap)
        seen = with_size(self.map, round(max(self.height * SEEN, self.height - left)))
        arrange(vbox(seen, inner, gap=0), self)
