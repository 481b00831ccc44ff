"""Who may join by a phone: the switches and seats, and beside or above them one code, large, with the same address to be typed."""
from __future__ import annotations

from typing import Any, Final

from kivy.uix.widget import Widget

from companion.session.choices import Choice, ChoiceGroup
from companion.session.pages.phones import InvitationPicture, PhonesPage
from companion.session.view import View
from companion.ui.screens.base import Screen, Send, body_of
from companion.ui.theme import BODY, BOLD_FONT, BRASS_LIGHT, GAP, LARGE, SMALL, lying, u
from companion.ui.widgets.choice_groups import group_of
from companion.ui.widgets.choice_plate import Signs
from companion.ui.widgets.panel import fill, keep, put
from companion.ui.widgets.roll import Roll
from companion.ui.widgets.squares import Squares, squares_of
from companion.ui.widgets.text import Words, text_height

SHARE: Final = 0.46
"""What the code takes of the width when lying, of the height when upright."""


class Ticket(Widget):
    """Whose code it is, the code, the address in words, and how many have joined."""

    def __init__(self) -> None:
        """Nothing is shown yet."""
        super().__init__()
        self.title = Words("", LARGE, bold=True, tint=BRASS_LIGHT, align="center")
        self.code = Squares()
        self.typed = Words("", BODY, bold=True, align="center")
        self.about = Words("", SMALL, align="center")
        fill(self, self.title, self.code, self.typed, self.about)
        self.bind(pos=self._place, size=self._place)

    def show(self, picture: InvitationPicture) -> None:
        """Another invitation, or another moment of the same."""
        self.title.text, self.typed.text, self.about.text = picture.title, picture.typed, picture.about
        self.code.show(picture.link if squares_of(picture.link) else "")
        self._place()

    def _place(self, *_: Any) -> None:
        """From the top: the title, the code with all the room that is left, the address, the words."""
        title = u(LARGE * 1.25)
        typed = text_height(self.typed.told, BODY, self.width, BOLD_FONT)
        about = text_height(self.about.told, SMALL, self.width)
        room = max(1.0, self.height - title - typed - about - u(4))
        put(self.title, self.x, self.y + self.height - title, self.width, title)
        put(self.code, self.x, self.y + typed + about + u(4), self.width, room)
        put(self.typed, self.x, self.y + about, self.width, typed)
        put(self.about, self.x, self.y, self.width, about)


class PhonesPanel(Widget):
    """The choices, and beside or below them the code."""

    def __init__(self, send: Send, **rest: Any) -> None:
        """Nothing is shown yet; `send` is told what was touched."""
        super().__init__(**rest)
        self._send = send
        self.ticket, self.roll = Ticket(), Roll()
        self._groups: tuple[ChoiceGroup, ...] = ()
        self._ticketed = False
        self.add_widget(self.roll)
        self.bind(pos=self._place, size=self._place)

    def show(self, page: PhonesPage, signs: Signs) -> None:
        """What was rolled to stays where it was."""
        if page.groups != self._groups:
            self._groups = page.groups
            self.roll.show([group_of(group, signs, self._choose) for group in page.groups], self.roll.offset)
        self._ticketed = page.shown is not None
        keep(self, self.ticket, self._ticketed)
        if page.shown is not None:
            self.ticket.show(page.shown)
        self._place()

    def _choose(self, choice: Choice) -> None:
        self._send(choice.message)

    def _place(self, *_: Any) -> None:
        gap = u(GAP)
        if not self._ticketed:
            put(self.roll, *self.pos, *self.size)
        elif lying():
            wide = round(self.width * SHARE)
            put(self.roll, self.x, self.y, self.width - wide - gap, self.height)
            put(self.ticket, self.x + self.width - wide, self.y, wide, self.height)
        else:
            tall = round(self.height * SHARE)
            put(self.ticket, self.x, self.y + self.height - tall, self.width, tall)
            put(self.roll, self.x, self.y, self.width, self.height - tall - gap)


class PhonesScreen(Screen):
    """Nothing but the panel and the way back."""

    def make(self, view: View) -> Widget:
        """To be filled."""
        self.panel = PhonesPanel(self.send)
        return self.panel

    def show(self, view: View) -> None:
        """As the page says."""
        self.panel.show(body_of(view, PhonesPage), {seat: (sign.name, sign.colour, sign.shape) for seat, sign in view.signs.items()})


SCREEN = PhonesScreen
