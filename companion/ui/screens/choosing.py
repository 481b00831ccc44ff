"""A screen whose choices stand in the foot, right of the way back.

Choices carry the message that touching them sends; the button back remains that of every screen.
"""
from __future__ import annotations

from typing import Any, Final

from companion.session.view import View
from companion.session.view_menu import Choice
from companion.ui.screens.base import NOTICE, Screen, Send, put
from companion.ui.theme import SMALL, lying, u
from companion.ui.widgets.bars import FOOTER
from companion.ui.widgets.button import PLAIN, PRIMARY, PushButton
from companion.ui.widgets.panel import Row

BACK_SHARE: Final = 0.24
"""What the button back takes of the foot's width beside the choices."""


class ChoosingScreen(Screen):
    """A subclass calls `show_choices` whenever it is brought up to date."""

    gives_way = True
    notice_least = 16

    def __init__(self, send: Send, view: View) -> None:
        """As a screen."""
        self.foot, self.buttons = Row(pad=5), list[PushButton]()
        self._choices: tuple[Choice, ...] = ()
        self._kinds: tuple[str, ...] = ()
        super().__init__(send, view)

    def notice_height(self) -> int:
        """Where something lies has a long name, which takes more lines where it is narrow."""
        return NOTICE if lying() else 2 * SMALL + NOTICE

    def arrange(self, *_: Any) -> None:
        """As a screen, with the choices right in the foot."""
        super().arrange()
        if self.foot.parent is not None:
            footer, back = self.footer, round(self.footer.width * BACK_SHARE)
            put(self.foot, footer.x + back, footer.y, footer.width - back, u(FOOTER))
            put(footer, footer.x, footer.y, back, u(FOOTER))

    def show_choices(self, choices: tuple[Choice, ...], first: bool, last: bool = False) -> None:
        """A button for each, `first` or `last`: that one is what to do now.

        One that only says something else stays, so that no finger presses what is gone.
        """
        now = 0 if first else len(choices) - 1 if last else None
        kinds = tuple(PRIMARY if at == now else PLAIN for at in range(len(choices)))
        same, self._choices, self._kinds = kinds == self._kinds, choices, kinds
        if not same:
            self.buttons = [PushButton("", lambda at=at: self._choose(at), kind=kind, size=SMALL) for at, kind in enumerate(kinds)]
            self.foot.clear_widgets()
            for button in self.buttons:
                self.foot.add_widget(button)
        for button, choice in zip(self.buttons, choices, strict=True):
            button.text, button.disabled = choice.label, bool(choice.blocked)
        if choices and self.foot.parent is None:
            self.add_widget(self.foot)
        elif not choices and self.foot.parent is not None:
            self.remove_widget(self.foot)

    def _choose(self, at: int) -> None:
        # A finger may still lie on a button whose choice has gone.
        if at < len(self._choices):
            self.send(self._choices[at].message)
