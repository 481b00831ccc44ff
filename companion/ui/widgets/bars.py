"""The frame of every page: the head says where we are and what to do, the foot leads on and back.

A notice is over the lower part of the content between them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.input import MotionEvent
from kivy.uix.widget import Widget

from companion.named_tuples import NamedTuple
from companion.session.choices import Choice
from companion.session.messages import NEWS, SUCCESS, Message, Notice, OpenPage
from companion.session.view import LANGUAGE, MENU, TimerPicture
from companion.ui.layout import Area, arrange, hbox, leave_empty, vbox, with_padding, with_size
from companion.ui.paint import paint_symbol
from companion.ui.theme import (
    BODY,
    BRASS,
    BRASS_DARK,
    BRASS_LIGHT,
    GAP,
    GOOD,
    HEADING,
    IVORY,
    NIGHT,
    PANEL,
    RAISED,
    SAND,
    SEAM,
    SIGN_HIGH,
    SMALL,
    TOUCH,
    WARNING,
    Rgba,
    u,
)
from companion.ui.widgets.button import PLAIN, PRIMARY, QUIET, PushButton
from companion.ui.widgets.fingers import Pressing, Send
from companion.ui.widgets.label import Label, measure
from companion.ui.widgets.panel import Plate, RowBox, add_all, place_widget, toggle_child
from companion.words import Text, verbatim

if TYPE_CHECKING:
    from companion.ui.widgets.long_press import MenuSign
    from companion.ui.widgets.timers import TimeChip

HEADER, FOOTER = 76, 64
"""Heights of the bars as on the seven-inch panel."""
SIDE_DOOR = 112
"""Width of the back button as a side door, beside the button that the race waits for."""
DOOR: Final = 124
"""Width of the button that leads aside, between the two of the foot."""
DONE = 156
"""Width of *Done*, the last button of the playback's foot. No button that leaves a page with
something to read is in its place."""
SIGN, MARGIN, INSIDE = 34, 12, 4
"""Of a notice: size of its sign, room beside the sign, and room above and below the words."""
GEAR: Final = 24
TIME: Final = 86
"""Width of the seconds in the head, as on the seven-inch panel."""


class Kind(NamedTuple):
    """The look of a kind of notice: its symbol, "" for none, and the tint of symbol and edge."""

    symbol: str
    tint: Rgba


TROUBLE = Kind("warning", WARNING)
KINDS: Final = {SUCCESS: Kind("tick", GOOD), NEWS: Kind("", BRASS)}


class TableSign(Pressing, Widget):
    """A small plate with a symbol and words at the top of its box, which sends a message.

    Without a message it is words only.
    """

    def __init__(
        self, send: Send, message: Message | None, symbol: str = "gear", **rest: Any
    ) -> None:
        self.do, self.message, self._symbol = send, message, symbol
        self._plate, self._gear = Plate(PANEL), InstructionGroup()
        super().__init__(always_release=False, **rest)
        self.disabled = message is None
        if message is not None:
            self.canvas.add(self._plate)
            self.canvas.add(self._gear)
        align = "right" if message is None else "center"
        self.words = Label("", SMALL, tint=SAND, align=align, least=16)
        # It is disabled because it opens nothing; its words must be readable.
        self.words.disabled_color = SAND
        self.add_widget(self.words)
        self.bind(pos=self._draw, size=self._draw, state=self._draw)

    @property
    def text(self) -> str:
        return str(self.words.text)

    @text.setter
    def text(self, text: Text | str) -> None:
        self.words.text = text

    def needed_width(self) -> float:
        """Return the width in pixels for its words, at least the width for a finger."""
        return max(u(TOUCH), measure(self.words.source, u(SMALL))[0] + u(GEAR + 22))

    def _draw(self, *_: Any) -> None:
        """Draw plate, symbol and words at the top of its box; the rest is only touch target."""
        high, pad, gear = u(SIGN_HIGH), u(6), u(GEAR) if self.message is not None else 0
        low = self.y + self.height - high - u(2)
        self._plate.tint(BRASS_DARK if self.state == "down" else PANEL, SEAM)
        self._plate.place(self.x, low, self.width, high)
        self._gear.clear()
        if gear:
            paint_symbol(
                self._gear, self._symbol, self.x + pad, low + (high - gear) / 2, gear, BRASS, NIGHT
            )
        left = self.x + pad + gear + (pad if gear else 0)
        place_widget(self.words, left, low, self.x + self.width - pad - left, high)


class Header(Widget):
    """Title and hint, with the sign of the readers' kind, which opens the table test.

    Left of it is the sign of the debugging menu, if there is one, or of the language, if it can be
    changed.
    """

    def __init__(
        self, send: Send, on_sign: Message | None, least: int = SMALL, **rest: Any
    ) -> None:
        """Make an empty header; `show` fills it.

        Args:
            send: Gets the messages of its signs.
            on_sign: The message of the readers' sign; None: it is words only.
            least: Smallest letters of the hint.
            rest: Arguments of a Kivy widget.
        """
        super().__init__(size_hint_y=None, height=u(HEADER), **rest)
        self._send, self._least = send, least
        self.language: TableSign | None = None
        self.menu: MenuSign | None = None
        self.time: TimeChip | None = None
        self.title = Label("", HEADING, bold=True, tint=BRASS_LIGHT, least=18)
        self.hint = Label("", BODY, tint=IVORY, least=least)
        self.table = TableSign(send, on_sign)
        self._line = Rectangle()
        self.canvas.add(Color(*BRASS))
        self.canvas.add(self._line)
        add_all(self, self.title, self.hint, self.table)
        self.bind(pos=self._place, size=self._place)

    def show(
        self,
        title: Text | str,
        hint: Text | str,
        table: Text | str,
        menu: bool = False,
        language: str = "",
        time: TimerPicture | None = None,
    ) -> None:
        """Show the words of a page.

        Args:
            title: What the page is.
            hint: What to do now.
            table: The kind of readers of the table.
            menu: Whether there is a menu.
            language: The word on the language's sign.
            time: The timer below this page.
        """
        self.title.text, self.hint.text, self.table.text = title, hint, table
        toggle_child(self, self.table, bool(table))
        if menu and self.menu is None:
            # Imported late, since the first screen never has it.
            from companion.ui.widgets.long_press import MenuSign

            self.menu = MenuSign(self._send, OpenPage(MENU))
            self.add_widget(self.menu)
        elif not menu and self.menu is not None:
            self.remove_widget(self.menu)
            self.menu = None
        if language and self.language is None:
            self.language = TableSign(self._send, OpenPage(LANGUAGE), "globe")
            self.add_widget(self.language)
        elif not language and self.language is not None:
            self.remove_widget(self.language)
            self.language = None
        if self.language is not None:
            self.language.text = verbatim(language)
        running = time if time is not None and time.runs else None
        if running is None:
            if self.time is not None:
                self.remove_widget(self.time)
                self.time = None
        else:
            if self.time is None:
                from companion.ui.widgets.timers import TimeChip

                self.time = TimeChip()
                self.add_widget(self.time)
            self.time.show(running)
        self._place()

    def needed_height(self, width: float) -> float:
        """Return the height in pixels at a width: more if the hint takes two lines."""
        # The head has room for one line of the hint; further lines are added.
        lines = measure(self.hint.source, u(self._least), width=max(1, width - 2 * u(GAP)))[1]
        return u(HEADER) + max(0.0, lines - u(self._least) * 1.3)

    def _place(self, *_: Any) -> None:
        """Place title and signs in a line, the hint in all the width below, then a brass line.

        The upper part has a fixed height, so that only the hint gains from a higher head.
        """
        pad, top, touch = u(GAP), u(HEADER) * 0.54, u(TOUCH)
        self._line.pos, self._line.size = self.pos, (self.width, u(2))
        # Long words about the table still leave the title about half of the head, which may be
        # beside a map.
        most = self.width * 0.47 - (touch * 0.75 if self.menu is not None else 0)
        said = min(most, self.table.needed_width()) if self.table.text else 0
        wide = self.language.needed_width() if self.language is not None else 0
        title = vbox(with_size(self.title, top), leave_empty, gap=0)
        signs = hbox(
            title,
            with_size(leave_empty, 1.5 * pad),
            with_size(self.time, u(TIME)),
            with_size(leave_empty, pad) if self.time is not None else None,
            with_size(self.language, wide),
            with_size(leave_empty, pad) if self.language is not None else None,
            with_size(self.menu, touch),
            with_size(self.table, said),
            with_size(leave_empty, pad / 2),
            gap=0,
        )
        # The touch targets of the signs are larger than their plates, to be large enough for a
        # finger.
        ceiling = self.y + self.height
        arrange(signs, Area(self.x + pad, ceiling - touch, self.width - pad, touch))
        hint = vbox(with_size(leave_empty, top), self.hint, with_size(leave_empty, u(3)), gap=0)
        arrange(with_padding(hint, pad, 0), self)


class Footer(RowBox):
    """The buttons back and forward; between them the reason why forward is not possible now.

    In a race the way back is a side door with a narrow button. `early_touch` is called on a touch
    of an early button.
    """

    def __init__(
        self,
        back: Callable[[], object],
        forward: Callable[[], object],
        held: bool,
        send: Send,
        **rest: Any,
    ) -> None:
        """Make the foot; `show` says which buttons there are.

        Args:
            back: Called by the back button.
            forward: Called by the forward button.
            held: Whether both buttons must be held.
            send: Gets the message of a door between them.
            rest: Arguments of a Row.
        """
        super().__init__(size_hint_y=None, height=u(FOOTER), pad=5, **rest)
        make: type[PushButton] = PushButton
        if held:
            # Imported late, since the first screen does not need it.
            from companion.ui.widgets.long_press import LongPressButton

            make = LongPressButton
        self.back = make("", back, kind=PLAIN, symbol="back", in_line=True)
        self.forward = make("", forward, kind=PRIMARY, symbol="next", trailing=True, in_line=True)
        self.reason = Label("", SMALL, tint=WARNING, align="center", least=15)
        self._held = held
        self._send = send
        self.door: PushButton | None = None
        self.early_touch: Callable[[], object] = lambda: None
        for button in (self.back, self.forward):
            button.early_touch = lambda: self.early_touch()

    def show_early(self, early: bool) -> None:
        """Show whether the forward button counts yet; if both buttons are held, both lead on."""
        self.forward.early = early
        self.back.early = early and self._held

    def show(
        self,
        back: Text | str,
        forward: Text | str,
        blocked: Text | str,
        side_door: bool = False,
        door: Choice | None = None,
    ) -> None:
        """Show the buttons.

        A reason is between the buttons, even if there is no forward button.

        Args:
            back: Text of the back button, "" for none.
            forward: Text of the forward button, "" for none.
            blocked: The reason that disables forward, "" for none.
            side_door: Whether back is a side door.
            door: Another page, by a button between the two.
        """
        if door is not None and self.door is None:
            self.door = PushButton(
                door.label,
                self._send,
                door.message,
                kind=QUIET,
                symbol=door.symbol,
                size=SMALL,
                in_line=True,
                size_hint_x=None,
                width=u(DOOR),
            )
        self.back.text, self.forward.text, self.reason.text = back, forward, blocked
        # A width counts only without a hint; with one the row sets it.
        self.back.size_hint_x, self.back.width = (
            (None, u(SIDE_DOOR)) if side_door else (1, self.back.width)
        )
        self.forward.size_hint_x = self.reason.size_hint_x = 1
        if back and forward and not side_door:
            # Longer words get more of the row, of which a reason has a third.
            needed = self.back.needed_width(), self.forward.needed_width()
            self.back.size_hint_x, self.forward.size_hint_x = needed
            self.reason.size_hint_x = sum(needed) / 2
        self.forward.disabled = bool(blocked)
        doors = [self.door] if door is not None and self.door is not None else []
        wanted = (
            [self.back] * bool(back)
            + doors
            + [self.reason] * bool(blocked)
            + [self.forward] * bool(forward)
        )
        # Kivy keeps the child that was added last at the front.
        if self.children[::-1] != wanted:
            self.clear_widgets()
            add_all(self, *wanted)


class NoticeBar(Widget):
    """A notice over the lower part of a screen: an error, a success, or news; a touch removes it.

    An error has a warning sign, a success a tick, news no sign.
    """

    def __init__(self, put_away: Callable[[], object], least: int, **rest: Any) -> None:
        """Call `put_away` on a touch; letters shrink down to `least`."""
        super().__init__(**rest)
        self._put_away, self._plate, self._mark, self._least = (
            put_away,
            Plate(RAISED, WARNING, width=2.5),
            InstructionGroup(),
            least,
        )
        self.kind = TROUBLE
        self.canvas.add(self._plate)
        self.canvas.add(self._mark)
        self.words = Label("", BODY, least=least)
        self.add_widget(self.words)
        self.bind(pos=self._place, size=self._place)

    def needed_height(self, width: float) -> float:
        """Return the height in pixels for all words in their smallest letters at a width."""
        beside = u(MARGIN) + u(SIGN) if self.kind.symbol else 0
        room = max(1, width - 2 * u(MARGIN) - beside)
        return measure(self.words.source, u(self._least), width=room)[1] + 2 * u(INSIDE)

    def show(self, notice: Notice | Text | str) -> None:
        """Show a notice with the sign of its kind."""
        self.words.text = notice.words if isinstance(notice, Notice) else notice
        kind = KINDS[notice.kind] if isinstance(notice, Notice) else TROUBLE
        if kind != self.kind:
            self.kind = kind
            self._plate.tint(RAISED, kind.tint)
            self._place()

    def _place(self, *_: Any) -> None:
        """Place the sign on the left, in the middle of the height."""
        side, pad = u(SIGN), u(MARGIN)
        self._plate.place(*self.pos, *self.size)
        self._mark.clear()

        def sign(area: Area) -> None:
            low = area.y + (area.height - side) / 2
            kind = self.kind
            paint_symbol(self._mark, kind.symbol, area.x, low, side, kind.tint, RAISED)

        row = hbox(with_size(sign if self.kind.symbol else None, side), self.words, gap=pad)
        arrange(with_padding(row, pad, u(INSIDE)), self)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Remove the notice on a touch."""
        if not self.collide_point(*touch.pos):
            return False
        # The touch ends here, so that it presses nothing below the notice.
        self._put_away()
        return True
