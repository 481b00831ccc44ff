"""Joining by phone: the switches and seats, and beside or above them one code with its address."""

from __future__ import annotations

from typing import Any, Final

from kivy.uix.widget import Widget

from companion.session.choices import ChoiceGroup
from companion.session.messages import Message
from companion.session.pages.phones import InvitationPicture, PhonesPage
from companion.session.view import View
from companion.ui.layout import Area, arrange, hbox, leave_empty, vbox, with_size
from companion.ui.screens.base import Screen, body_of
from companion.ui.theme import BODY, BOLD_FONT, BRASS_LIGHT, LARGE, SMALL, is_landscape, u
from companion.ui.widgets.button import PLAIN
from companion.ui.widgets.choice_groups import group_of
from companion.ui.widgets.choice_plate import Signs
from companion.ui.widgets.fingers import Send
from companion.ui.widgets.label import Label, text_height
from companion.ui.widgets.long_press import LongPressButton
from companion.ui.widgets.panel import add_all, toggle_child
from companion.ui.widgets.scroll_list import ScrollList
from companion.ui.widgets.squares import QrCode, squares_of
from companion.words import text

SHARE: Final = 0.46
"""Share of the code: of the width, or of the height in an upright window."""


COVER: Final = 84
"""Height of the button that uncovers a code, as on the seven-inch panel."""


class Ticket(Widget):
    """The owner of a code, the code, the address in words, and how many have joined.

    A covered code is replaced by a button to hold.
    """

    def __init__(self, send: Send) -> None:
        """Call `send` with the message of a held touch."""
        super().__init__()
        self._uncover: Message | None = None

        def uncover() -> None:
            if self._uncover is not None:
                send(self._uncover)

        self.cover = LongPressButton(
            text("Show the code"), uncover, kind=PLAIN, symbol="lock", size=BODY
        )
        self.why = Label(
            text(
                "This code was shown before. Hold the button when only its player looks at the "
                "screen."
            ),
            SMALL,
            align="center",
        )
        self.title = Label("", LARGE, bold=True, tint=BRASS_LIGHT, align="center")
        self.code = QrCode()
        self.typed = Label("", BODY, bold=True, align="center")
        self.about = Label("", SMALL, align="center")
        add_all(self, self.title, self.code, self.typed, self.about)
        self.bind(pos=self._place, size=self._place)

    def show(self, picture: InvitationPicture) -> None:
        self.title.text, self.typed.text, self.about.text = (
            picture.title,
            picture.typed,
            picture.about,
        )
        self.code.show(picture.link if picture.link and squares_of(picture.link) else "")
        self._uncover = picture.uncover
        for widget in (self.cover, self.why):
            toggle_child(self, widget, picture.uncover is not None)
        self._place()

    def _place(self, *_: Any) -> None:
        """Place title, code, address and words from the top; the code gets the remaining room."""
        typed = text_height(self.typed.source, BODY, self.width, BOLD_FONT)
        about = text_height(self.about.source, SMALL, self.width)
        arrange(
            vbox(
                with_size(self.title, u(LARGE * 1.25)),
                self.code,
                with_size(leave_empty, u(4)),
                with_size(self.typed, typed),
                with_size(self.about, about),
                gap=0,
            ),
            self,
        )
        cover, why = u(COVER), text_height(self.why.source, SMALL, self.width)
        middle = self.code.y + self.code.height / 2
        # The button is above the middle of the code, and the reason below it.
        covered = Area(self.x, middle - u(6) - why, self.width, why + u(4) + cover)
        arrange(vbox(with_size(self.cover, cover), self.why, gap=u(4)), covered)


class PhonesPanel(Widget):
    """The choices, and beside or below them the code."""

    def __init__(self, send: Send, **rest: Any) -> None:
        """Call `send` with messages of touches."""
        super().__init__(**rest)
        self._send = send
        self.ticket, self.scroll_list = Ticket(send), ScrollList()
        self._groups: tuple[ChoiceGroup, ...] = ()
        self._ticketed = False
        self.add_widget(self.scroll_list)
        self.bind(pos=self._place, size=self._place)

    def show(self, page: PhonesPage, signs: Signs) -> None:
        """Show the page; the list keeps its position."""
        if page.groups != self._groups:
            self._groups = page.groups
            self.scroll_list.show(
                [
                    group_of(group, signs, lambda choice: self._send(choice.message))
                    for group in page.groups
                ],
                self.scroll_list.offset,
            )
        self._ticketed = page.shown is not None
        toggle_child(self, self.ticket, self._ticketed)
        if page.shown is not None:
            self.ticket.show(page.shown)
        self._place()

    def _place(self, *_: Any) -> None:
        if not self._ticketed:
            arrange(self.scroll_list, self)
        elif is_landscape():
            arrange(hbox(self.scroll_list, with_size(self.ticket, round(self.width * SHARE))), self)
        else:
            arrange(
                vbox(with_size(self.ticket, round(self.height * SHARE)), self.scroll_list), self
            )


class PhonesScreen(Screen):
    """The panel and the way back."""

    def make(self, view: View) -> Widget:
        self.panel = PhonesPanel(self.send)
        return self.panel

    def show(self, view: View) -> None:
        self.panel.show(
            body_of(view, PhonesPage),
            {seat: (sign.name, sign.colour, sign.shape) for seat, sign in view.signs.items()},
        )


SCREEN = PhonesScreen
