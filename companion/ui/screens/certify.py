"""The acceptance run of the table, over whatever page was shown: readers one after another, the lights of all, and the verdict."""
from __future__ import annotations

from typing import Any, Final

from kivy.uix.widget import Widget

from companion.session.view import LIGHTS, READERS, View
from companion.session.view_certify import CertifyPage
from companion.session.view_menu import Choice
from companion.ui.screens.base import NOTICE, Screen, Send, put
from companion.ui.screens.table import Place
from companion.ui.theme import SMALL, lying, u
from companion.ui.widgets.bars import FOOTER
from companion.ui.widgets.button import PLAIN, PRIMARY, PushButton
from companion.ui.widgets.certify_lights import CertifyLights
from companion.ui.widgets.certify_readers import CertifyReaders
from companion.ui.widgets.certify_verdict import CertifyVerdict
from companion.ui.widgets.panel import Row

BACK_SHARE: Final = 0.24
"""What the button back takes of the foot's width beside the choices."""


class CertifyScreen(Screen):
    """What is shown is the session's word: `CertifyPage.stage`. The choices of a page stand in the foot, right of the way back."""

    gives_way = True
    notice_least = 16

    def __init__(self, send: Send, view: View) -> None:
        """As a screen."""
        self.foot, self.buttons = Row(pad=5), list[PushButton]()
        self._choices: tuple[Choice, ...] = ()
        self._kinds: tuple[str, ...] = ()
        super().__init__(send, view)

    def make(self, view: View) -> Widget:
        """Room for one stage at a time."""
        self.place = Place()
        return self.place

    def show(self, view: View) -> None:
        """The stage that is reached, brought up to date; its buttons."""
        page = self._page(view)
        held = self.place.held
        if page.stage == READERS:
            held = held if isinstance(held, CertifyReaders) else CertifyReaders(self.send)
            held.show(page)
        elif page.stage == LIGHTS:
            held = held if isinstance(held, CertifyLights) else CertifyLights(self.send)
            held.show(page)
        else:
            held = held if isinstance(held, CertifyVerdict) else CertifyVerdict(page)
            held.say(page)
        if held is not self.place.held:
            self.place.hold(held)
        self._show_choices(tuple(choice for choice in page.choices if choice.message != view.on_back), page.stage)

    def notice_height(self) -> int:
        """Where the report lies has a long name, which takes more lines where it is narrow."""
        return NOTICE if lying() else 2 * SMALL + NOTICE

    def arrange(self, *_: Any) -> None:
        """As a screen, with the choices right in the foot."""
        super().arrange()
        if self.foot.parent is not None:
            footer, back = self.footer, round(self.footer.width * BACK_SHARE)
            put(self.foot, footer.x + back, footer.y, footer.width - back, u(FOOTER))
            put(footer, footer.x, footer.y, back, u(FOOTER))

    def _show_choices(self, choices: tuple[Choice, ...], stage: str) -> None:
        """A button for each; one that only says something else stays, so that no finger presses what is gone."""
        kinds = tuple(PRIMARY if stage == LIGHTS and not at else PLAIN for at in range(len(choices)))
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
        if at < len(self._choices):
            self.send(self._choices[at].message)

    @staticmethod
    def _page(view: View) -> CertifyPage:
        assert isinstance(view.body, CertifyPage)
        return view.body
