"""The first steps: an arrow to turn the picture, what was found, and choices.

The crosses in between are a page of their own (`cross`), since only the cross may be touched there.
"""

from __future__ import annotations

from typing import Any, Final

from kivy.uix.widget import Widget

from companion.session.pages.welcome import WelcomePage
from companion.session.view import View
from companion.ui.layout import (
    Area,
    area_of,
    arrange,
    centre,
    leave_empty,
    split,
    vbox,
    with_size,
)
from companion.ui.screens.base import ChoosingScreen, body_of
from companion.ui.theme import BODY, BRASS_LIGHT, GAP, HEADING, HEADLINE, LARGE, SMALL, u
from companion.ui.widgets.badge import Sign
from companion.ui.widgets.choice_groups import GroupPanel, group_of
from companion.ui.widgets.fingers import Send
from companion.ui.widgets.label import Label
from companion.ui.widgets.panel import toggle_child
from companion.ui.widgets.rows import check_row
from companion.ui.widgets.scroll_list import ScrollList, ScrollRow
from companion.words import text

SHARE: Final = 0.5
"""Share of the arrow: of the width, or of the height if upright."""
WIDEST: Final = 640
"""Greatest width of findings and choices, as on the seven-inch panel: longer lines are hard to
read."""
SIZES: Final = ((HEADING, BODY), (LARGE, BODY), (BODY, SMALL))
"""Sizes of the letters of a finding and its remedy, the largest first."""


class WelcomePanel(Widget):
    """The arrow beside or above a list of findings and choices.

    Few of them are in the middle, in large letters; many scroll.
    """

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
        self._groups: list[GroupPanel] = []
        self.add_widget(self.scroll_list)
        self.bind(pos=self._place, size=self._place)

    def show(self, page: WelcomePage) -> None:
        """Show a step; the list keeps its position."""
        before, self._page = self._page, page
        for part in (self.arrow, self.words):
            toggle_child(self, part, page.arrow)
        if before is None or (before.rows, before.groups) != (page.rows, page.groups):
            self._groups = [
                group_of(group, {}, lambda choice: self._send(choice.message))
                for group in page.groups
            ]
        if before is None or before.stage != page.stage:
            self.scroll_list.offset = 0.0
        self._place()

    def _place(self, *_: Any) -> None:
        if self._page is None:
            return
        if not self._page.arrow:
            self._place_list(area_of(self))
            return
        shown = vbox(
            with_size(leave_empty, u(GAP)),
            self.arrow,
            with_size(self.words, u(HEADLINE * 1.5)),
            gap=0,
        )
        arrange(split(shown, self._place_list, SHARE), self)

    def _place_list(self, area: Area) -> None:
        """Place the list in the middle of an area, with the largest letters that fit."""
        assert self._page is not None
        width = min(area.width, u(WIDEST))
        for large, small in SIZES:
            rows: list[ScrollRow] = [
                *(check_row(row, large, small) for row in self._page.rows),
                *self._groups,
            ]
            gaps = u(GAP) * max(0, len(rows) - 1)
            high = sum(row.needed_height(width) for row in rows) + gaps
            if high <= area.height:
                break
        arrange(centre(self.scroll_list, width, min(high + 1, area.height)), area)
        self.scroll_list.show(rows, self.scroll_list.offset)


class WelcomeScreen(ChoosingScreen):
    """All widgets stay while a step is shown, so that no finger presses a removed one."""

    def make(self, view: View) -> Widget:
        """Make arrow and list."""
        self.panel = WelcomePanel(self.send)
        return self.panel

    def show(self, view: View) -> None:
        """Show the step and the buttons."""
        page = body_of(view, WelcomePage)
        self.panel.show(page)
        self.show_choices(page.choices, False, last=True)


SCREEN = WelcomeScreen
