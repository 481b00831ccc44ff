"""The first steps: an arrow to turn the picture, what was found, and choices.

The crosses in between are a page of their own (`cross`), since only the cross may be touched there.
"""

from __future__ import annotations

from typing import Any, Final

from kivy.uix.widget import Widget

from companion.session.choices import Choice
from companion.session.pages.welcome import WelcomePage
from companion.session.view import View
from companion.ui.layout import arrange, leave_empty, split, vbox, with_size
from companion.ui.screens.base import ChoosingScreen, Send
from companion.ui.theme import BODY, BRASS_LIGHT, GAP, HEADLINE, SMALL, u
from companion.ui.widgets.badge import Sign
from companion.ui.widgets.choice_groups import group_of
from companion.ui.widgets.findings import check_row
from companion.ui.widgets.label import Label
from companion.ui.widgets.panel import toggle_child
from companion.ui.widgets.scroll_list import ScrollList, ScrollRow
from companion.words import text

SHARE: Final = 0.5
"""Share of the arrow: of the width, or of the height if upright."""


class WelcomePanel(Widget):
    """The arrow beside or above a list of findings and choices."""

    def __init__(self, send: Send, **rest: Any) -> None:
        """Call `send` with messages of touches."""
        super().__init__(**rest)
        self._send = send
        self.arrow = Sign("north", BRASS_LIGHT)
        self.words = Label(
            text("This way up?"), HEADLINE, bold=True, tint=BRASS_LIGHT, align="center", least=28
        )
        self.scroll_list = ScrollList()
        self._page: WelcomePage | None = None
        self.add_widget(self.scroll_list)
        self.bind(pos=self._place, size=self._place)

    def show(self, page: WelcomePage) -> None:
        """Show a step; the list keeps its position."""
        before, self._page = self._page, page
        for part in (self.arrow, self.words):
            toggle_child(self, part, page.arrow)
        if before is None or (before.rows, before.groups) != (page.rows, page.groups):
            rows: list[ScrollRow] = [
                *(check_row(row, BODY, SMALL) for row in page.rows),
                *(group_of(group, {}, self._choose) for group in page.groups),
            ]
            self.scroll_list.show(
                rows,
                self.scroll_list.offset
                if before is not None and before.stage == page.stage
                else 0.0,
            )
        self._place()

    def _choose(self, choice: Choice) -> None:
        self._send(choice.message)

    def _place(self, *_: Any) -> None:
        if self._page is None or not self._page.arrow:
            arrange(self.scroll_list, self)
        else:
            shown = vbox(
                with_size(leave_empty, u(GAP)),
                self.arrow,
                with_size(self.words, u(HEADLINE * 1.5)),
                gap=0,
            )
            arrange(split(shown, self.scroll_list, SHARE), self)


class WelcomeScreen(ChoosingScreen):
    """All widgets stay while a step is shown, so that no finger presses a removed one."""

    def make(self, view: View) -> Widget:
        """Make arrow and list."""
        self.panel = WelcomePanel(self.send)
        return self.panel

    def show(self, view: View) -> None:
        """Show the step and the buttons."""
        assert isinstance(view.body, WelcomePage)
        self.panel.show(view.body)
        self.show_choices(view.body.choices, False, last=True)


SCREEN = WelcomeScreen
